package clip

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Spin is one rotor of a spin clip.
type Spin struct {
	Node    int        // the rotor's bone
	Axis    mgl64.Vec3 // the axle in the bone's own frame; zero means local Y
	Degrees float64    // turned from the first to the last frame; zero means -360
}

// SpinOptions say how long a spin clip is.
type SpinOptions struct {
	Name   string  // empty means "Spin"
	Frames int     // zero means 15
	FPS    float64 // zero means DefaultFPS
}

// SpinClip makes the own clip of a rig whose rotors turn and nothing else moves,
// for models that do not wear a donor's clip. Every frame has a key, so that no
// turn between keys is ambiguous; the last key closes the loop when the degrees
// are whole turns. The error is a *scene.Problem.
func SpinClip(m *scene.Model, spins []Spin, opt SpinOptions) (scene.Animation, error) {
	if opt.Name == "" {
		opt.Name = "Spin"
	}
	if opt.Frames == 0 {
		opt.Frames = 15
	}
	if opt.FPS == 0 {
		opt.FPS = DefaultFPS
	}
	if opt.Frames < 1 || opt.Frames > maxBakeFrames || !(opt.FPS > 0) {
		return scene.Animation{}, &scene.Problem{Code: "SPIN_INVALID",
			Message: fmt.Sprintf("a spin of %d frames at %.4g a second cannot be made", opt.Frames, opt.FPS),
			Remedy:  "give at least one frame and a frame rate above 0"}
	}
	a := scene.Animation{Name: opt.Name}
	for _, s := range spins {
		if s.Node < 0 || s.Node >= len(m.Nodes) {
			return scene.Animation{}, &scene.Problem{Code: "SPIN_INVALID", Message: fmt.Sprintf("there is no bone at node %d", s.Node),
				Remedy: "press Generate rig again"}
		}
		if s.Axis.Len() == 0 {
			s.Axis = mgl64.Vec3{0, 1, 0}
		}
		if s.Degrees == 0 {
			s.Degrees = -360
		}
		if step := math.Abs(s.Degrees) / float64(opt.Frames); step >= 180 {
			return scene.Animation{}, &scene.Problem{Code: "SPIN_TOO_FAST",
				Message: fmt.Sprintf("%q would turn by %.1f deg a frame; a key can say less than 180", m.Nodes[s.Node].Name, step),
				Remedy:  "use more frames or fewer degrees"}
		}
		a.Channels = append(a.Channels, spinChannel(m, s, opt))
	}
	return a, nil
}

func spinChannel(m *scene.Model, s Spin, opt SpinOptions) scene.Channel {
	times, turns := make([]float32, opt.Frames+1), make([]float64, opt.Frames+1)
	for f := range times {
		times[f] = float32(float64(f) / opt.FPS)
		turns[f] = s.Degrees / 180 * math.Pi * float64(f) / float64(opt.Frames)
	}
	return TurnChannel(m, s.Node, s.Axis, times, turns)
}

// TurnChannel keys a bone that turns about an axis in its own frame: at each
// time (seconds, rising) by that many radians from its rest. Neighbouring keys
// should differ by less than half a turn, which is all that two quaternions can
// say; they are given the same sign. The axis need not be unit.
func TurnChannel(m *scene.Model, node int, axis mgl64.Vec3, times []float32, turns []float64) scene.Channel {
	c := scene.Channel{Node: node, Path: scene.Rotation, Interp: scene.Linear, Times: times}
	axis = axis.Normalize()
	last := mgl64.Quat{}
	for f := range times {
		q := unit(scene.MulQuat(unit(m.Nodes[node].Local.R), mgl64.QuatRotate(math.Remainder(turns[f], 2*math.Pi), axis)))
		if f > 0 && q.Dot(last) < 0 {
			q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
		}
		last = q
		c.Values = append(c.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
	}
	return c
}
