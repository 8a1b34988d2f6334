package clip

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Sampler evaluates one animation of a model. It remembers where in each
// channel the last time fell, so that playing forward costs no search; any
// time may be asked for in any order and gives the same answer.
type Sampler struct {
	tracks  []track
	weights []track
	nodes   int
	dur     float64
}

// track is one channel made ready: its keys are checked and the cursor is in
// 0..len(times)-2.
type track struct {
	node   int
	path   scene.Path
	interp scene.Interpolation
	width  int
	times  []float32
	values []float32
	cursor int
}

// NewSampler makes a Sampler of animation number animation. Channels of nodes
// with a Matrix are left out, as glTF forbids them; so are channels without
// keys. The error is a *scene.Problem where the animation does not exist or a
// channel's keys and values do not fit.
func NewSampler(m *scene.Model, animation int) (*Sampler, error) {
	if animation < 0 || animation >= len(m.Animations) {
		return nil, &scene.Problem{Code: "CLIP_NOT_FOUND", File: m.Source.Path,
			Message: fmt.Sprintf("there is no clip %d, the model has %d", animation, len(m.Animations)),
			Remedy:  "choose one of the clips that labctl inspect lists"}
	}
	a := &m.Animations[animation]
	s := &Sampler{nodes: len(m.Nodes), dur: a.Duration()}
	for i := range a.Channels {
		c := &a.Channels[i]
		n, w := len(c.Times), c.Width()
		want := n * w
		if c.Interp == scene.CubicSpline {
			want *= 3
		}
		if c.Node < 0 || c.Node >= len(m.Nodes) || len(c.Values) != want {
			return nil, &scene.Problem{Code: "CHANNEL_INVALID", File: m.Source.Path,
				Pointer: fmt.Sprintf("/animations/%d/channels/%d", animation, i),
				Message: "the channel's node is out of range, or its keys and values differ in number",
				Remedy:  "export the clip again"}
		}
		if n == 0 || w == 0 || (c.Path != scene.MorphWeights && m.Nodes[c.Node].Matrix != nil) {
			continue
		}
		t := track{node: c.Node, path: c.Path, interp: c.Interp, width: w, times: c.Times, values: c.Values}
		if c.Path == scene.MorphWeights {
			s.weights = append(s.weights, t)
		} else {
			s.tracks = append(s.tracks, t)
		}
	}
	return s, nil
}

// Duration is the time of the last key of any channel.
func (s *Sampler) Duration() float64 { return s.dur }

// Pose writes the animated properties at time t into pose, which must be as
// long as the model's nodes; all else in it stays. Times before the first and
// after the last key of a channel give that key's value. It does not allocate.
func (s *Sampler) Pose(t float64, pose scene.Pose) {
	_ = pose[:s.nodes]
	for i := range s.tracks {
		tr := &s.tracks[i]
		k, u := tr.seek(t)
		p := &pose[tr.node]
		switch tr.path {
		case scene.Rotation:
			p.R = tr.rotation(k, u)
		case scene.Translation:
			p.T = tr.vector(k, u)
		default:
			p.S = tr.vector(k, u)
		}
	}
}

// moved says for each node whether some channel moves it.
func (s *Sampler) moved() []bool {
	out := make([]bool, s.nodes)
	for i := range s.tracks {
		out[s.tracks[i].node] = true
	}
	return out
}

// Weights writes the animated morph weights at time t into weights, which is
// indexed by node (see RestWeights); all else in it stays. A node's slice that
// is shorter than the channel gets what fits. It does not allocate.
func (s *Sampler) Weights(t float64, weights [][]float64) {
	for i := range s.weights {
		tr := &s.weights[i]
		if tr.node >= len(weights) {
			continue
		}
		k, u := tr.seek(t)
		out := weights[tr.node]
		for j := range min(tr.width, len(out)) {
			out[j] = tr.component(k, u, j)
		}
	}
}

// Morphs reports whether any channel animates morph weights.
func (s *Sampler) Morphs() bool { return len(s.weights) > 0 }

// RestWeights returns each node's morph weights at rest, by node index: the
// node's own, else its mesh's, else zero for each target. Nodes without morph
// targets have none.
func RestWeights(m *scene.Model) [][]float64 {
	out := make([][]float64, len(m.Nodes))
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok {
			continue
		}
		n := 0
		for k := range m.Meshes[mesh].Primitives {
			n = max(n, len(m.Meshes[mesh].Primitives[k].Targets))
		}
		if n == 0 {
			continue
		}
		w := m.Nodes[i].Weights
		if len(w) == 0 {
			w = m.Meshes[mesh].Weights
		}
		out[i] = make([]float64, n)
		for k := range min(n, len(w)) {
			out[i][k] = float64(w[k])
		}
	}
	return out
}

// Sample returns the whole pose of a model at time t of an animation: the rest,
// with what the clip animates. pose is reused when it is long enough. An
// animation that cannot be sampled gives the rest; NewSampler says why.
func Sample(m *scene.Model, animation int, t float64, pose scene.Pose) scene.Pose {
	pose = restInto(m, pose)
	if s, err := NewSampler(m, animation); err == nil {
		s.Pose(t, pose)
	}
	return pose
}

// restInto copies the model's rest into pose, which is made longer if need be.
func restInto(m *scene.Model, pose scene.Pose) scene.Pose {
	if cap(pose) < len(m.Nodes) {
		pose = make(scene.Pose, len(m.Nodes))
	}
	pose = pose[:len(m.Nodes)]
	for i := range m.Nodes {
		pose[i] = m.Nodes[i].Local
	}
	return pose
}

// FindAnimation returns the animation with that name, or with that number in
// decimal. An empty name finds the first.
func FindAnimation(m *scene.Model, name string) (int, error) {
	if name == "" && len(m.Animations) > 0 {
		return 0, nil
	}
	for i := range m.Animations {
		if m.Animations[i].Name == name {
			return i, nil
		}
	}
	n := 0
	for _, r := range name {
		if r < '0' || r > '9' || n > len(m.Animations) {
			n = -1
			break
		}
		n = n*10 + int(r-'0')
	}
	if name != "" && n >= 0 && n < len(m.Animations) {
		return n, nil
	}
	p := &scene.Problem{Code: "CLIP_NOT_FOUND", File: m.Source.Path,
		Message: fmt.Sprintf("there is no clip %q", name), Remedy: "this model has no clips; give one that has"}
	for i := range m.Animations {
		if i == 0 {
			p.Remedy = "the clips are: "
		} else {
			p.Remedy += ", "
		}
		if i == 20 {
			p.Remedy += "..."
			break
		}
		p.Remedy += fmt.Sprintf("%d %q", i, m.Animations[i].Name)
	}
	return 0, p
}

// seek returns the key before t and how far t is on the way to the next one,
// 0..1. Outside the keys it is the first with 0, or the last with 0.
func (tr *track) seek(t float64) (int, float64) {
	times := tr.times
	last := len(times) - 1
	if !(t > float64(times[0])) {
		return 0, 0
	}
	if t >= float64(times[last]) {
		return last, 0
	}
	k := tr.cursor
	if t < float64(times[k]) || t >= float64(times[k+1]) {
		if k+2 <= last && t >= float64(times[k+1]) && t < float64(times[k+2]) {
			k++
		} else {
			lo, hi := 0, last
			for hi-lo > 1 {
				if mid := (lo + hi) / 2; t < float64(times[mid]) {
					hi = mid
				} else {
					lo = mid
				}
			}
			k = lo
		}
		tr.cursor = k
	}
	a, b := float64(times[k]), float64(times[k+1])
	return k, (t - a) / (b - a)
}

// component interpolates one number of the value, for all but linear rotations.
func (tr *track) component(k int, u float64, j int) float64 {
	w := tr.width
	if tr.interp != scene.CubicSpline {
		a := float64(tr.values[k*w+j])
		if u == 0 || tr.interp == scene.Step {
			return a
		}
		return a + (float64(tr.values[(k+1)*w+j])-a)*u
	}
	at := 3*w*k + w + j
	p0 := float64(tr.values[at])
	if u == 0 {
		return p0
	}
	// Hermite spline of the glTF specification, appendix C; tangents are scaled
	// by the time between the keys.
	td := float64(tr.times[k+1]) - float64(tr.times[k])
	out := float64(tr.values[at+w])
	in := float64(tr.values[at+2*w])
	p1 := float64(tr.values[at+3*w])
	u2 := u * u
	u3 := u2 * u
	return (2*u3-3*u2+1)*p0 + td*(u3-2*u2+u)*out + (3*u2-2*u3)*p1 + td*(u3-u2)*in
}

func (tr *track) vector(k int, u float64) mgl64.Vec3 {
	return mgl64.Vec3{tr.component(k, u, 0), tr.component(k, u, 1), tr.component(k, u, 2)}
}

func (tr *track) rotation(k int, u float64) mgl64.Quat {
	if tr.interp == scene.Linear && u != 0 {
		v := tr.values[4*k : 4*k+8 : 4*k+8]
		a := mgl64.Quat{W: float64(v[3]), V: mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}}
		b := mgl64.Quat{W: float64(v[7]), V: mgl64.Vec3{float64(v[4]), float64(v[5]), float64(v[6])}}
		return Slerp(unit(a), unit(b), u)
	}
	return unit(mgl64.Quat{
		V: mgl64.Vec3{tr.component(k, u, 0), tr.component(k, u, 1), tr.component(k, u, 2)},
		W: tr.component(k, u, 3),
	})
}
