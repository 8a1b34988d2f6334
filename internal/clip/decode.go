package clip

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Kind says what a channel does.
type Kind string

const (
	Untracked   Kind = "untracked"   // never leaves frame 0
	Turning     Kind = "rotation"    // turns only
	Translating Kind = "translation" // moves only
	Mixed       Kind = "mixed"       // more than one, or scales
)

// ChannelMotion is what one channel of a clip does: one row of the donor table.
type ChannelMotion struct {
	Index  int    `json:"index"`  // the channel, which is the joint's place in its skin
	Bone   string `json:"bone"`   //
	Node   int    `json:"node"`   // the bone's node
	Parent int    `json:"parent"` // the parent's channel, -1 for none
	Kind   Kind   `json:"kind"`
	// Axis is the unit axis that it mostly turns about, in the bone's own frame,
	// its largest component positive; zero where it does not turn.
	Axis mgl64.Vec3 `json:"axis"`
	// DegreesPerFrame is the mean turn about Axis in one frame, with its sign.
	DegreesPerFrame float64 `json:"degreesPerFrame"`
	MaxStepDeg      float64 `json:"maxStepDeg"`    // the largest turn in one frame
	AxisSpreadDeg   float64 `json:"axisSpreadDeg"` // how far the axis strays from Axis, weighted by the turn
	SwingDeg        float64 `json:"swingDeg"`      // largest angle from frame 0
	Spin            bool    `json:"spin"`          // turns on and on about one axis
	Translation     Range   `json:"translation"`   // in the bone's rest frame, from frame 0
	Scales          bool    `json:"scales,omitempty"`
	// Ambiguous marks a turn of nearly half a circle between two keys, whose
	// direction nobody can tell. More than 180 deg is not expressible at all.
	Ambiguous bool          `json:"ambiguous,omitempty"`
	Frames    []FrameMotion `json:"frames,omitempty"` // one a frame, the first is frame 0
}

// Range is the smallest and largest value of each coordinate, metres.
type Range struct {
	Min mgl64.Vec3 `json:"min"`
	Max mgl64.Vec3 `json:"max"`
}

// FrameMotion is a channel's delta at one frame.
type FrameMotion struct {
	Frame       int        `json:"frame"`
	AngleDeg    float64    `json:"angleDeg"` // turned about Axis since frame 0, counted on past 360
	StepDeg     float64    `json:"stepDeg"`  // turned about Axis since the frame before
	Translation mgl64.Vec3 `json:"translation"`
}

// DecodeOptions say how a clip is read.
type DecodeOptions struct {
	FPS   float64 // frames a second; zero means DefaultFPS
	Skin  int     // whose joints are the channels
	Table bool    // fill in Frames
}

// A clip that claims to last for years, or a crowd of joints, is decoded only as
// far as these bounds on frames and on frames times channels.
const (
	maxDecodeFrames = 1 << 14
	maxDecodeCells  = 1 << 21
)

// Decode tells what each channel of a clip does. The channels are the joints of
// the skin (see Channels), also those without keys. The error is a
// *scene.Problem.
func Decode(m *scene.Model, animation int, opt DecodeOptions) ([]ChannelMotion, error) {
	s, err := NewSampler(m, animation)
	if err != nil {
		return nil, err
	}
	if !(opt.FPS > 0) {
		opt.FPS = DefaultFPS
	}
	nodes := Channels(m, opt.Skin, animation)
	return decode(m, s, nodes, opt), nil
}

// Decode tells what each of the donor's channels does, at the donor's own frame
// rate, with the table by frame.
func (d *Donor) Decode() []ChannelMotion {
	s, err := NewSampler(d.m, d.anim)
	if err != nil { // NewDonor made one of the same
		return nil
	}
	return decode(d.m, s, d.nodes, DecodeOptions{FPS: d.FPS, Table: true})
}

// motion gathers one channel while the clip is run through once.
type motion struct {
	first scene.TRS
	last  mgl64.Quat
	turns []mgl64.Vec3 // rotation vector of each frame's step
	moves []mgl64.Vec3
	swing float64
	scale float64 // largest change of scale, as a share
	wide  bool    // a step too wide to tell its direction
}

// wideStep is the turn between two looks at a clip above which its direction is
// a guess.
const wideStep = 175 * math.Pi / 180

func decode(m *scene.Model, s *Sampler, nodes []int, opt DecodeOptions) []ChannelMotion {
	frames := int(math.Floor(min(s.dur*opt.FPS+1e-4, maxDecodeFrames, float64(maxDecodeCells/max(1, len(nodes))))))
	pose := m.RestPose()
	s.Pose(0, pose)
	ms := make([]motion, len(nodes))
	for c, n := range nodes {
		ms[c] = motion{first: pose[n], last: mgl64.QuatIdent()}
		ms[c].moves = append(ms[c].moves, mgl64.Vec3{})
	}
	keys := s.keyTimes(maxDecodeFrames)
	at := 0
	for f := 1; f <= frames; f++ {
		end := float64(f) / opt.FPS
		for c := range ms {
			ms[c].turns = append(ms[c].turns, mgl64.Vec3{})
		}
		// Keys inside a frame are looked at as well: a turn of more than 180 deg a
		// frame can then be told where the clip's own keys tell it.
		for ; at < len(keys) && keys[at] < end-1e-6; at++ {
			if keys[at] > end-1/opt.FPS+1e-6 {
				s.Pose(keys[at], pose)
				look(ms, nodes, pose)
			}
		}
		s.Pose(end, pose)
		look(ms, nodes, pose)
		for c, n := range nodes {
			d := Delta(ms[c].first, pose[n])
			ms[c].moves = append(ms[c].moves, d.T)
		}
	}
	parents := Parents(m, nodes)
	size := jointsSize(m, nodes)
	out := make([]ChannelMotion, len(nodes))
	for c, n := range nodes {
		out[c] = ms[c].sum(size, opt.Table)
		out[c].Index, out[c].Bone, out[c].Node, out[c].Parent = c, m.Nodes[n].Name, n, parents[c]
	}
	return out
}

// look adds the turn since the last look to each channel's newest frame.
func look(ms []motion, nodes []int, pose scene.Pose) {
	for c, n := range nodes {
		mo := &ms[c]
		d := Delta(mo.first, pose[n])
		v := rotationVector(scene.MulQuat(scene.ConjQuat(mo.last), d.R))
		f := len(mo.turns) - 1
		mo.turns[f] = mo.turns[f].Add(v)
		mo.last = d.R
		mo.swing = max(mo.swing, rotationVector(d.R).Len())
		mo.wide = mo.wide || v.Len() > wideStep
		for k := range 3 {
			mo.scale = max(mo.scale, math.Abs(d.S[k]-1))
		}
	}
}

const toDeg = 180 / math.Pi

func (mo *motion) sum(size float64, table bool) ChannelMotion {
	out := ChannelMotion{Kind: Untracked, SwingDeg: mo.swing * toDeg, Ambiguous: mo.wide}
	for _, t := range mo.moves {
		for k := range 3 {
			out.Translation.Min[k] = min(out.Translation.Min[k], t[k])
			out.Translation.Max[k] = max(out.Translation.Max[k], t[k])
		}
	}
	turns := mo.swing > sameAngle
	moves := out.Translation.Max.Sub(out.Translation.Min).Len() > sameShare*size
	out.Scales = mo.scale > 1e-4
	switch {
	case out.Scales || turns && moves:
		out.Kind = Mixed
	case turns:
		out.Kind = Turning
	case moves:
		out.Kind = Translating
	}
	if turns {
		mo.turning(&out)
	}
	if table {
		out.Frames = make([]FrameMotion, len(mo.moves))
		total := 0.0
		for f := range mo.moves {
			out.Frames[f] = FrameMotion{Frame: f, Translation: mo.moves[f]}
			if f > 0 {
				out.Frames[f].StepDeg = mo.turns[f-1].Dot(out.Axis) * toDeg
			}
			total += out.Frames[f].StepDeg
			out.Frames[f].AngleDeg = total
		}
	}
	return out
}

// turning fills in what the channel turns about and how fast.
func (mo *motion) turning(out *ChannelMotion) {
	axis := principalAxis(mo.turns)
	out.Axis = axis
	var net, spread, weight float64
	lowest, highest := math.Inf(1), math.Inf(-1)
	for _, v := range mo.turns {
		along, l := v.Dot(axis), v.Len()
		net += along
		lowest, highest = min(lowest, along), max(highest, along)
		out.MaxStepDeg = max(out.MaxStepDeg, l*toDeg)
		if l > 0 {
			spread += l * math.Acos(max(0, min(1, math.Abs(along)/l)))
			weight += l
		}
	}
	mean := net / float64(len(mo.turns))
	out.DegreesPerFrame = mean * toDeg
	if weight > 0 {
		out.AxisSpreadDeg = spread / weight * toDeg
	}
	// A spin keeps its axis and its direction, and either goes right round or runs
	// at an even speed; a wobble comes back.
	oneWay := lowest > 0 || highest < 0
	even := min(math.Abs(lowest), math.Abs(highest)) > math.Abs(mean)/2
	out.Spin = out.AxisSpreadDeg < 5 && oneWay && math.Abs(out.DegreesPerFrame) > 0.5 &&
		(even || math.Abs(net)*toDeg > 300)
}

// principalAxis is the unit axis that the vectors mostly lie along, whichever
// way each points: the first eigenvector of the sum of their outer products,
// by repeated squaring. Its largest component is positive.
func principalAxis(vs []mgl64.Vec3) mgl64.Vec3 {
	var s mgl64.Mat3
	for _, v := range vs {
		s = s.Add(v.OuterProd3(v))
	}
	for range 24 {
		tr := s[0] + s[4] + s[8]
		if !(tr > 0) {
			return mgl64.Vec3{}
		}
		s = s.Mul(1 / tr)
		s = s.Mul3(s)
	}
	best := s.Col(0)
	for c := 1; c < 3; c++ {
		if s.Col(c).Len() > best.Len() {
			best = s.Col(c)
		}
	}
	if best.Len() == 0 {
		return mgl64.Vec3{}
	}
	best = best.Normalize()
	big := 0
	for k := range 3 {
		if math.Abs(best[k]) > math.Abs(best[big])+1e-9 {
			big = k
		}
		if math.Abs(best[k]) < 1e-12 {
			best[k] = 0
		}
	}
	if best[big] < 0 {
		best = best.Mul(-1)
	}
	for k := range 3 {
		best[k] += 0 // no minus zero
	}
	return best
}

// jointsSize is the extent of some nodes at rest in model space, at least a
// millimetre.
func jointsSize(m *scene.Model, nodes []int) float64 {
	world := m.World(nil, nil, nil)
	b := scene.EmptyBox()
	for _, n := range nodes {
		b = b.Add(scene.Position(world[n]))
	}
	return max(b.Diagonal(), 1e-3)
}

// keyTimes returns the times of all keys once each, rising, at most limit of
// them, and the last moment before each jump.
func (s *Sampler) keyTimes(limit int) []float64 {
	var all []float64
	for i := range s.tracks {
		tr := &s.tracks[i]
		for k, t := range tr.times {
			if before := math.Nextafter32(t, float32(math.Inf(-1))); tr.interp == scene.Step && k > 0 && before > tr.times[k-1] {
				all = append(all, float64(before))
			}
			all = append(all, float64(t))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(len(all), limit)]
}
