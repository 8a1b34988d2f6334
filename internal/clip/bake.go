package clip

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Source is motion that can be put on a model: a Sampler of its own clip, or a
// Binding of a donor's.
type Source interface {
	// Duration in seconds.
	Duration() float64
	// Pose writes what moves at time t into pose, which holds the rest.
	Pose(t float64, pose scene.Pose)
}

// keyed is a Source that knows the times of its keys. Bake looks there too: what
// happens between two samples of its rate is not lost, and fast turns are not
// mistaken for slow ones.
type keyed interface{ keyTimes(limit int) []float64 }

func (b *Binding) keyTimes(limit int) []float64 { return b.s.keyTimes(limit) }

// rotationsOf is a source without its translations and scales.
type rotationsOf struct {
	Source
	m *scene.Model
}

func (r rotationsOf) Pose(t float64, pose scene.Pose) {
	r.Source.Pose(t, pose)
	for i := range pose {
		pose[i].T, pose[i].S = r.m.Nodes[i].Local.T, r.m.Nodes[i].Local.S
	}
}

func (r rotationsOf) keyTimes(limit int) []float64 {
	if k, ok := r.Source.(keyed); ok {
		return k.keyTimes(limit)
	}
	return nil
}

// Limits of a bake.
const (
	maxBakeFrames = 1 << 16
	maxBakeCells  = 1 << 22 // samples times tracks
	maxBakeStep   = 120 * math.Pi / 180
)

// BakeOptions say how motion becomes keys.
type BakeOptions struct {
	Name       string  // the new clip's name; empty means "Bake"
	Rate       float64 // samples a second; zero means 30. The motion's own keys between them are sampled too, unless every key is kept.
	MaxErrorMm float64 // how far a vertex may be from the sampled motion; zero means 0.1, negative keeps every key
	Loop       bool    // the last key is made equal to the first
	// RotationsOnly leaves out translations and scales, as engines with one
	// skeleton for many bodies want. Not for donor clips: they bob.
	RotationsOnly bool
}

// BakeReport says what a bake made.
type BakeReport struct {
	Frames     int     `json:"frames"`     // samples taken, the first and the last included
	Keys       int     `json:"keys"`       // in all channels together
	Channels   int     `json:"channels"`   // that were written
	Dropped    int     `json:"dropped"`    // tracks of moving nodes that never leave the rest
	Rate       float64 `json:"rate"`       // samples a second; more than asked for where parts turn by over 120 deg between samples
	MaxErrorMm float64 `json:"maxErrorMm"` // largest distance of any vertex between the motion and the baked clip, seen at the samples and halfway
}

// Bake samples motion onto a model and returns it as linear keys of absolute
// local transforms, with as few keys as MaxErrorMm allows. Neighbouring
// quaternions have the same sign and are at most 120 deg apart. The error is a
// *scene.Problem.
func Bake(m *scene.Model, src Source, opt BakeOptions) (scene.Animation, BakeReport, error) {
	if opt.Name == "" {
		opt.Name = "Bake"
	}
	if opt.Rate == 0 {
		opt.Rate = 30
	}
	if opt.MaxErrorMm == 0 {
		opt.MaxErrorMm = 0.1
	}
	if opt.RotationsOnly {
		src = rotationsOf{src, m}
	}
	b := &baker{m: m, src: src, opt: opt, order: m.ParentsFirst(), shells: shells(m)}
	if err := b.times(); err != nil {
		return scene.Animation{}, BakeReport{}, err
	}
	if err := b.sample(); err != nil {
		return scene.Animation{}, BakeReport{}, err
	}
	b.reduce()
	rep := BakeReport{Frames: b.frames, Rate: b.rate, Dropped: b.dropped}
	anim := b.animation(&rep)
	if worst, err := b.deviation(anim, true); err == nil {
		rep.MaxErrorMm = worst * 1000
	}
	return anim, rep, nil
}

// baker is a bake under way.
type baker struct {
	m       *scene.Model
	src     Source
	opt     BakeOptions
	order   []int
	shells  []shell
	rate    float64
	frames  int
	at      []float64 // sample times
	tracks  []baked
	dropped int
}

// baked is one property of one node at every sample.
type baked struct {
	node  int
	path  scene.Path
	quats []mgl64.Quat
	vecs  []mgl64.Vec3
	keep  []bool // which samples become keys
	tol   float64
}

// times chooses the samples: at the rate asked for, or a multiple of it where
// something turns further than 120 deg in one step.
func (b *baker) times() error {
	dur := b.src.Duration()
	if !(b.opt.Rate > 0) || math.IsInf(b.opt.Rate, 0) || math.IsNaN(dur) || dur*b.opt.Rate > maxBakeFrames {
		return &scene.Problem{Code: "CLIP_TOO_LONG", File: b.m.Source.Path,
			Message: fmt.Sprintf("a clip of %.4g s at %.4g samples a second is more than %d frames", dur, b.opt.Rate, maxBakeFrames),
			Remedy:  "bake a shorter range or at a lower rate"}
	}
	b.rate = b.opt.Rate
	k := math.Ceil(b.widestStep(dur)/maxBakeStep - 1e-9)
	if k > 1 && dur*b.rate*k <= maxBakeFrames {
		b.rate *= k
	}
	b.frames = max(0, int(math.Ceil(dur*b.rate-1e-4))) + 1
	for f := range b.frames {
		b.at = append(b.at, min(float64(f)/b.rate, dur))
	}
	if k, ok := b.src.(keyed); ok && b.opt.MaxErrorMm > 0 {
		for _, t := range k.keyTimes(maxBakeFrames) {
			if t > 0 && t < dur {
				b.at = append(b.at, t)
			}
		}
		slices.Sort(b.at)
		// Times are written as float32: two that are the same there are one key.
		b.at = slices.CompactFunc(b.at, func(x, y float64) bool { return float32(x) == float32(y) })
	}
	return nil
}

// widestStep is the largest turn of any node between two samples, counted along
// the source's own keys.
func (b *baker) widestStep(dur float64) float64 {
	step := 1 / b.rate
	times := []float64{}
	if k, ok := b.src.(keyed); ok {
		times = append(times, k.keyTimes(maxBakeFrames)...)
	}
	for f := 0; float64(f)*step < dur; f++ {
		times = append(times, float64(f)*step)
	}
	times = append(times, dur)
	slices.Sort(times)
	pose := b.m.RestPose()
	b.src.Pose(0, pose)
	last := append(scene.Pose(nil), pose...)
	sums := make([]float64, len(pose))
	widest, end := 0.0, step
	for _, t := range times {
		if t > end+1e-9 {
			end = (math.Floor(t/step+1e-9) + 1) * step
			if math.Abs(t-(end-step)) < 1e-9 {
				end = t
			}
			clear(sums)
		}
		b.src.Pose(t, pose)
		for i := range pose {
			if pose[i].R != last[i].R {
				sums[i] += angleBetween(unit(last[i].R), unit(pose[i].R))
				widest = max(widest, sums[i])
			}
		}
		copy(last, pose)
	}
	return widest
}

// sample fills the tracks of every property that leaves its rest.
func (b *baker) sample() error {
	rest := b.m.RestPose()
	pose := b.m.RestPose()
	moved := make([][3]bool, len(rest))
	for _, t := range b.at {
		b.src.Pose(t, pose)
		for i := range pose {
			moved[i][scene.Translation] = moved[i][scene.Translation] || pose[i].T != rest[i].T
			moved[i][scene.Rotation] = moved[i][scene.Rotation] || pose[i].R != rest[i].R
			moved[i][scene.Scale] = moved[i][scene.Scale] || pose[i].S != rest[i].S
		}
	}
	for i := range moved {
		for path, is := range moved[i] {
			if is && b.m.Nodes[i].Matrix == nil {
				b.tracks = append(b.tracks, baked{node: i, path: scene.Path(path)})
			}
		}
	}
	if len(b.tracks)*len(b.at) > maxBakeCells {
		return &scene.Problem{Code: "CLIP_TOO_LONG", File: b.m.Source.Path,
			Message: fmt.Sprintf("%d frames of %d moving properties are too many to bake", len(b.at), len(b.tracks)),
			Remedy:  "bake a shorter range or at a lower rate"}
	}
	for f, t := range b.at {
		if b.opt.Loop && f > 0 && f == len(b.at)-1 {
			t = b.at[0]
		}
		b.src.Pose(t, pose)
		for i := range b.tracks {
			b.tracks[i].add(pose[b.tracks[i].node])
		}
	}
	b.dropStill(rest)
	return nil
}

// add appends a sample, its quaternion on the same side as the one before.
func (tr *baked) add(p scene.TRS) {
	switch tr.path {
	case scene.Rotation:
		q := unit(p.R)
		if n := len(tr.quats); n > 0 && q.Dot(tr.quats[n-1]) < 0 {
			q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
		}
		tr.quats = append(tr.quats, q)
	case scene.Translation:
		tr.vecs = append(tr.vecs, p.T)
	default:
		tr.vecs = append(tr.vecs, p.S)
	}
}

// dropStill removes the tracks that stay at the rest within a thousandth of the
// error that is allowed: rounding, not motion.
func (b *baker) dropStill(rest scene.Pose) {
	b.tolerances()
	kept := b.tracks[:0]
	for _, tr := range b.tracks {
		still := true
		for f := range b.at {
			still = still && tr.distance(f, rest[tr.node]) <= max(tr.tol*1e-3, 1e-9)
		}
		if still {
			b.dropped++
			continue
		}
		kept = append(kept, tr)
	}
	b.tracks = kept
}

// distance of sample f from a pose: radians or metres or a share.
func (tr *baked) distance(f int, p scene.TRS) float64 {
	switch tr.path {
	case scene.Rotation:
		return angleBetween(unit(p.R), tr.quats[f])
	case scene.Translation:
		return tr.vecs[f].Sub(p.T).Len()
	}
	return tr.vecs[f].Sub(p.S).Len()
}

// animation turns the kept samples into channels, in node order.
func (b *baker) animation(rep *BakeReport) scene.Animation {
	a := scene.Animation{Name: b.opt.Name}
	for i := range b.tracks {
		tr := &b.tracks[i]
		c := scene.Channel{Node: tr.node, Path: tr.path, Interp: scene.Linear}
		for f, t := range b.at {
			if tr.keep != nil && !tr.keep[f] {
				continue
			}
			c.Times = append(c.Times, float32(t))
			if tr.path == scene.Rotation {
				q := tr.quats[f]
				c.Values = append(c.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
			} else {
				v := tr.vecs[f]
				c.Values = append(c.Values, float32(v[0]), float32(v[1]), float32(v[2]))
			}
		}
		if rep != nil {
			rep.Keys += len(c.Times)
			rep.Channels++
		}
		a.Channels = append(a.Channels, c)
	}
	return a
}

// WithClips returns the model with other animations, everything else shared.
func WithClips(m *scene.Model, clips ...scene.Animation) *scene.Model {
	n := *m
	n.Animations = clips
	return &n
}
