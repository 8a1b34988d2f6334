package gait

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Rate is how many ticks a second strips and takes are lived at.
const Rate = 60

// Strip is a row of pictures of one motion, and the trace that goes with it: what
// is done, and when a picture is taken.
type Strip struct {
	Name string // "walk_forward"
	Doc  string // what it shows, a sentence
	// Moves are lived through in order. The first Lead seconds are not recorded.
	Moves []Move
	Lead  float64
	// Times are when pictures are taken, seconds after the lead. Where there are
	// none, Frames pictures are taken across one stride, at even phases from
	// Phase on.
	Times  []float64
	Frames int
	Phase  float64
	// AzimuthDeg is from where it is best seen, as scene.Camera has it, against the
	// body's facing at the start.
	AzimuthDeg float64
}

// Take is one video: what is done, from where it is seen.
type Take struct {
	Name       string
	Doc        string
	Moves      []Move
	AzimuthDeg float64 // of the camera, which trails the pawn without turning; 0 sees the world's +Z face
	// Looks says that the eyes are offered the camera as a face to look at.
	Looks bool
}

// Directions are the eight ways to go, ahead first and round by the left, in degrees
// against the facing.
var directions = [...]struct {
	name string
	deg  float64
}{{"forward", 0}, {"forwardLeft", 45}, {"left", 90}, {"backLeft", 135}, {"back", 180}, {"backRight", -135}, {"right", -90}, {"forwardRight", -45}}

// Strips returns all strips, in the order in which they are made. The speeds are
// those of the preferences.
func Strips(pr *Preferences) []Strip {
	var all []Strip
	breath := make([]float64, 8)
	for i := range breath {
		breath[i] = float64(i) * pr.BreathPeriod / 8
	}
	all = append(all, Strip{Name: "idle", Doc: "standing: eight frames over one breath", Moves: []Move{{Seconds: pr.BreathPeriod + 1}},
		Times: breath, AzimuthDeg: 25})
	gaits := []struct {
		name  string
		speed float64
	}{{"walk", pr.WalkSpeed}, {"run", pr.RunSpeed}}
	for _, g := range gaits {
		for _, d := range directions {
			all = append(all, stride(g.name+"_"+d.name, fmt.Sprintf("a %s %s: six frames across one stride", g.name, spaced(d.name)), g.speed, d.deg))
		}
	}
	all = append(all, stride("sprint_forward", "a sprint ahead: six frames across one stride", pr.SprintSpeed, 0))
	for deg := 0; deg <= 90; deg += 15 {
		s := stride(fmt.Sprintf("blend_run_%03d", deg), fmt.Sprintf("the run at %d degrees to the left, at the phase of all blend_run strips", deg), pr.RunSpeed, float64(deg))
		s.Frames, s.Phase = 1, 0.2
		s.AzimuthDeg = 35
		all = append(all, s)
	}
	all = append(all,
		Strip{Name: "startStop", Doc: "standing, a run, a stop and the settling step", AzimuthDeg: 90,
			Moves: []Move{{Seconds: 0.5}, {Seconds: 1.6, Speed: pr.RunSpeed}, {Seconds: 1.6}},
			Times: []float64{0.3, 0.6, 0.75, 1, 1.5, 2.1, 2.3, 2.45, 2.55, 2.65, 2.8, 3.4}},
		Strip{Name: "jump", Doc: "a standing jump: take-off, tuck, rise, apex, fall, landing, recovery", AzimuthDeg: 60,
			Moves: []Move{{Seconds: 0.5}, {Seconds: 1.8, Jump: true}},
			Times: []float64{0.45, 0.55, 0.62, 0.75, 0.93, 1.15, 1.3, 1.4, 1.5, 1.65, 2}},
		Strip{Name: "jumpRun", Doc: "a jump out of a run: take-off, tuck, rise, apex, fall, landing, running on", AzimuthDeg: 90, Lead: 1,
			Moves: []Move{{Seconds: 1.5, Speed: pr.RunSpeed}, {Seconds: 1.8, Speed: pr.RunSpeed, Jump: true}},
			Times: []float64{0.45, 0.55, 0.62, 0.75, 0.93, 1.15, 1.3, 1.38, 1.45, 1.6, 1.8}},
		Strip{Name: "crouchJump", Doc: "the standing jump with the crouch held", AzimuthDeg: 60,
			Moves: []Move{{Seconds: 0.6, Crouch: 1}, {Seconds: 1.7, Jump: true, Crouch: 1}},
			Times: []float64{0.5, 0.65, 0.72, 0.85, 1.03, 1.25, 1.4, 1.5, 1.6, 2}},
		Strip{Name: "crouch", Doc: "standing, sinking into a crouch, holding it", AzimuthDeg: 60,
			Moves: []Move{{Seconds: 0.4}, {Seconds: 1.6, Crouch: 1}},
			Times: []float64{0.3, 0.45, 0.5, 0.55, 0.6, 0.7, 1.2, 1.8}},
	)
	crouched := stride("crouch_walk", "a crouched walk: six frames across one stride", pr.WalkSpeed, 0)
	for i := range crouched.Moves {
		crouched.Moves[i].Crouch = 1
	}
	all = append(all, crouched,
		Strip{Name: "floatStill", Doc: "noclip: hovering", AzimuthDeg: 50, Lead: 1,
			Moves: []Move{{Seconds: 0.5, Fly: true, Rise: 1}, {Seconds: 6, Fly: true}},
			Times: even(8, pr.FloatPeriod)},
		Strip{Name: "floatMove", Doc: "noclip: flying ahead up to the full lean", AzimuthDeg: 75, Lead: 0.5,
			Moves: []Move{{Seconds: 0.5, Fly: true, Rise: 1}, {Seconds: 4, Fly: true, Speed: pr.FloatLeanSpeed}},
			Times: even(8, 3.2)},
	)
	return all
}

// even is n moments over a time.
func even(n int, seconds float64) []float64 {
	t := make([]float64, n)
	for i := range t {
		t[i] = float64(i) * seconds / float64(n)
	}
	return t
}

// stride is a strip of a steady gait.
func stride(name, doc string, speed, deg float64) Strip {
	azimuth := 70.0
	if math.Abs(math.Abs(deg)-90) < 1 {
		azimuth = 15 // a step sideways is seen from ahead
	}
	return Strip{Name: name, Doc: doc, Lead: 2.5, Frames: 6, AzimuthDeg: azimuth,
		Moves: []Move{{Seconds: 8, Speed: speed, Toward: deg}}}
}

// spaced makes words of a direction's name.
func spaced(name string) string {
	switch name {
	case "forwardLeft":
		return "ahead and left"
	case "forwardRight":
		return "ahead and right"
	case "backLeft":
		return "back and left"
	case "backRight":
		return "back and right"
	case "forward":
		return "ahead"
	}
	return name
}

// Takes returns all videos, in the order in which they are made; the last, showcase,
// is all others back to back.
func Takes(pr *Preferences) []Take {
	side := func(deg, seconds float64) Move {
		return Move{Seconds: seconds, Speed: pr.WalkSpeed, Toward: deg}
	}
	takes := []Take{
		{Name: "idle", Doc: "six seconds standing", Moves: []Move{{Seconds: 6}}, AzimuthDeg: 25, Looks: true},
		{Name: "walk", Doc: "a walk around a circle while facing one way: all eight directions and what is between them", AzimuthDeg: 30,
			Moves: []Move{{Seconds: 0.5}, {Seconds: 9, Speed: pr.WalkSpeed, Sweep: 360}, {Seconds: 1}}, Looks: true},
		{Name: "strafe", Doc: "facing the camera: a walk left, right, back and ahead", AzimuthDeg: 0, Looks: true,
			Moves: []Move{{Seconds: 0.5}, side(90, 1.8), side(-90, 1.8), side(180, 1.8), side(0, 1.8), {Seconds: 1}}},
		{Name: "run", Doc: "a run, a turn, a sprint back, a turn and a stop, from the side", AzimuthDeg: 90,
			Moves: []Move{{Seconds: 0.5}, {Seconds: 2, Speed: pr.RunSpeed}, {Seconds: 0.8, Speed: pr.RunSpeed, Turn: 180},
				{Seconds: 2, Speed: pr.SprintSpeed}, {Seconds: 0.8, Speed: pr.RunSpeed, Turn: 180}, {Seconds: 0.6, Speed: pr.RunSpeed}, {Seconds: 1.2}}},
		{Name: "startStop", Doc: "standing, a run and a stop, from the side", AzimuthDeg: 90,
			Moves: []Move{{Seconds: 0.8}, {Seconds: 2, Speed: pr.RunSpeed}, {Seconds: 1.6}}},
		{Name: "jump", Doc: "a standing jump, then a jump out of a run, from the side", AzimuthDeg: 90,
			Moves: []Move{{Seconds: 0.6}, {Seconds: 1.8, Jump: true}, {Seconds: 1.2, Speed: pr.RunSpeed},
				{Seconds: 1.6, Speed: pr.RunSpeed, Jump: true}, {Seconds: 1.2}}},
		{Name: "noclip", Doc: "a rise off the floor, a hover, a flight ahead, a turn back and a hover", AzimuthDeg: 75,
			Moves: []Move{{Seconds: 0.6}, {Seconds: 1.2, Fly: true, Rise: 1.2}, {Seconds: 2, Fly: true},
				{Seconds: 2.2, Fly: true, Speed: 10}, {Seconds: 1.4, Fly: true, Speed: 6, Turn: 180}, {Seconds: 2.4, Fly: true}}},
	}
	all := Take{Name: "showcase", Doc: "all of the above back to back", AzimuthDeg: 60, Looks: true}
	for _, t := range takes {
		all.Moves = append(all.Moves, t.Moves...)
		if t.Name == "noclip" {
			all.Moves = append(all.Moves, Move{Seconds: 2})
		}
	}
	return append(takes, all)
}

// Tick is one tick of a strip or take that is played.
type Tick struct {
	Index  int // from 0, after the lead
	Time   float64
	Motion Motion
	// Frame is the picture to take now, counted from 0, or -1.
	Frame int
}

// Play lives the strip with a pawn at Rate ticks a second and calls each after every
// tick past the lead. The pawn must be fresh. It ends after the last picture: strips
// by time also run their moves to the end. An error of each ends it.
//
// A strip of one picture across a stride ends with one shorter tick, so that the
// picture is at the very phase that was asked for.
func (s *Strip) Play(p *Pawn, each func(Tick) error) error {
	d := Driver{Moves: s.Moves, Ground: p.Terrain, Pace: p.pace()}
	const dt = 1.0 / Rate
	p.Tick(0, d.Step(0))
	for t := 0.0; t < s.Lead-dt/2; t += dt {
		p.Tick(dt, d.Step(dt))
	}
	next, total := 0, Seconds(s.Moves)-s.Lead
	frames := s.Frames
	if len(s.Times) > 0 {
		frames = len(s.Times)
	}
	began := false
	for i := 0; ; i++ {
		step := dt
		if !began && frames == 1 && len(s.Times) == 0 && p.Clock.Rate > 0 {
			if to := math.Mod(s.Phase-p.Clock.Phase+1, 1) / p.Clock.Rate; to > 1e-9 && to < dt {
				step, began = to, true
			}
		}
		was := p.Clock.Phase
		m := d.Step(step)
		p.Tick(step, m)
		tick := Tick{Index: i, Time: float64(i+1) * dt, Motion: m, Frame: -1}
		switch {
		case len(s.Times) > 0:
			if next < frames && tick.Time > s.Times[next]+dt/2 {
				tick.Frame = next
			}
		case frames == 1:
			if began {
				tick.Frame = 0
			}
		default:
			// The first picture waits for the stride to begin.
			want := math.Mod(s.Phase+float64(next)/float64(frames), 1)
			if crossed(was, p.Clock.Phase, want) && next < frames {
				tick.Frame = next
			}
		}
		if tick.Frame >= 0 {
			next++
		}
		if err := each(tick); err != nil {
			return err
		}
		if next >= frames && (len(s.Times) == 0 || tick.Time >= total-dt/2) || tick.Time > total+30 {
			return nil
		}
	}
}

// crossed reports whether a phase that went on from a to b came past x.
func crossed(a, b, x float64) bool {
	if b >= a {
		return x > a && x <= b
	}
	return x > a || x <= b
}

func (p *Pawn) pace() float64 {
	if p.Pace > 0 {
		return p.Pace
	}
	return p.scale()
}

// Play lives the take with a pawn at fps ticks a second, 0 meaning Rate, and calls each
// after every tick, which is a frame. eye says where the camera is for a body, world
// space, for takes whose pawn looks at it; nil is no camera. The pawn must be fresh. An
// error of each ends it.
func (t *Take) Play(p *Pawn, fps int, eye func(Motion) mgl64.Vec3, each func(Tick) error) error {
	if fps <= 0 {
		fps = Rate
	}
	d := Driver{Moves: t.Moves, Ground: p.Terrain, Pace: p.pace()}
	dt := 1 / float64(fps)
	p.Tick(0, d.Step(0))
	for i := range t.Frames(fps) {
		m := d.Step(dt)
		if t.Looks && eye != nil {
			m.LookAt, m.Looks = eye(m), true
		}
		p.Tick(dt, m)
		if err := each(Tick{Index: i, Time: float64(i+1) * dt, Motion: m, Frame: i}); err != nil {
			return err
		}
	}
	return nil
}

// Frames is how many frames the take has at fps a second, 0 meaning Rate.
func (t *Take) Frames(fps int) int {
	if fps <= 0 {
		fps = Rate
	}
	return int(math.Round(Seconds(t.Moves) * float64(fps)))
}
