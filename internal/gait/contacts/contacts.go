package contacts

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// Options say how a clip is looked at. The zero value finds the feet itself.
type Options struct {
	Rate  float64       // samples a second; zero means 120
	Bones *humanoid.Map // the body's bones, if they are known; nil has them found
}

// Contact is a time during which a foot is down.
type Contact struct {
	From float64 `json:"from"` // seconds into the clip
	// To is past the clip's duration for a contact that runs over the end of a
	// loop into its beginning.
	To      float64 `json:"to"`
	SkateMm float64 `json:"skateMm"` // how far the sole slid over the ground since it was put down
}

// Foot is what one foot does.
type Foot struct {
	Node       int       `json:"node"`
	Name       string    `json:"name"`
	Contacts   []Contact `json:"contacts"`
	SkateMm    float64   `json:"skateMm"`    // the worst of its contacts
	DutyFactor float64   `json:"dutyFactor"` // share of the time that it is down, 0..1
}

// Report is what the feet of a clip do.
type Report struct {
	Clip     string  `json:"clip"`
	Duration float64 `json:"duration"`
	Loops    bool    `json:"loops"`   // ends as it begins, but for where it has got to
	InPlace  bool    `json:"inPlace"` // walks on a treadmill: the ground moves under it
	// GroundVelocity is how the ground moves in model space, metres a second: the
	// feet's velocity while they are down. Zero for a clip with root motion.
	GroundVelocity mgl64.Vec3 `json:"groundVelocity"`
	Speed          float64    `json:"speed"`      // of the body over the ground, m/s
	Cadence        float64    `json:"cadence"`    // strides a second: how often each foot is put down; 0 where none is lifted
	Stride         float64    `json:"stride"`     // metres over the ground from one plant of a foot to its next
	DutyFactor     float64    `json:"dutyFactor"` // mean of the feet's
	SkateMm        float64    `json:"skateMm"`    // the worst of all contacts
	Feet           []Foot     `json:"feet"`
}

// Limits of what is looked at.
const (
	defaultRate = 120
	maxSamples  = 1 << 15
)

// Analyse finds the contacts of a clip's feet with the ground, its cadence and
// stride, and how far the feet slide while they are down. The error is a
// *scene.Problem: a clip that does not exist or has no duration, or a model
// without feet.
func Analyse(m *scene.Model, animation int, opt Options) (Report, error) {
	b, tr, err := look(m, animation, opt)
	if err != nil {
		return Report{}, err
	}
	tr.detect()
	return tr.report(b, m.Animations[animation].Name), nil
}

// look prepares a model and traces its feet through a clip.
func look(m *scene.Model, animation int, opt Options) (*body, *trace, error) {
	s, err := clip.NewSampler(m, animation)
	if err != nil {
		return nil, nil, err
	}
	bad := func(code, message, remedy string) error {
		return &scene.Problem{Code: code, File: m.Source.Path, Pointer: fmt.Sprintf("/animations/%d", animation), Message: message, Remedy: remedy}
	}
	if d := s.Duration(); !(d > 1e-3) || math.IsInf(d, 0) {
		return nil, nil, bad("CLIP_STILL", "the clip has no duration, so nothing walks in it", "choose a clip with more than one key")
	}
	b := newBody(m, opt.Bones)
	if len(b.feet) == 0 {
		return nil, nil, bad("NO_FEET", "the model has no feet: no legs of a body, and no chain of bones that ends near the ground",
			"set the bones by hand, or choose a model with legs")
	}
	rate := opt.Rate
	if !(rate > 0) || math.IsInf(rate, 0) {
		rate = defaultRate
	}
	n := int(math.Round(s.Duration() * rate))
	n = max(4, min(n, maxSamples))
	tr := newTrace(b, s, n)
	if !tr.finite() {
		return nil, nil, bad("CLIP_NOT_FINITE", "the clip or the rest has keys that are no numbers, so feet have no place", "export the clip again")
	}
	return b, tr, nil
}

// report turns what was detected into numbers.
func (tr *trace) report(b *body, name string) Report {
	r := Report{Clip: name, Duration: tr.duration, Loops: tr.loops, GroundVelocity: tr.ground, InPlace: tr.ground.Len() > 0}
	r.Speed = tr.net.Mul(1 / tr.duration).Sub(tr.ground).Len()
	for i := range b.feet {
		f := Foot{Node: b.feet[i].node, Name: b.m.Nodes[b.feet[i].node].Name, Contacts: []Contact{}}
		down := 0.0
		for _, c := range tr.feet[i].down {
			k := Contact{From: tr.time(c.a) - tr.dt/2, To: tr.time(c.b) + tr.dt/2, SkateMm: tr.skate(i, c) * 1000}
			if !tr.loops || c.whole(tr.n) {
				k.From, k.To = max(0, k.From), min(tr.duration, k.To)
			} else if k.From < 0 {
				k.From, k.To = k.From+tr.duration, k.To+tr.duration
			}
			down += k.To - k.From
			f.SkateMm = max(f.SkateMm, k.SkateMm)
			f.Contacts = append(f.Contacts, k)
		}
		f.DutyFactor = min(1, down/tr.duration)
		r.DutyFactor += f.DutyFactor / float64(len(b.feet))
		r.SkateMm = max(r.SkateMm, f.SkateMm)
		r.Feet = append(r.Feet, f)
	}
	r.Cadence, r.Stride = tr.beat()
	return r
}

// beat returns strides a second and metres a stride.
func (tr *trace) beat() (cadence, stride float64) {
	if tr.loops {
		// In a loop every foot is put down a whole number of times.
		counts := map[int]int{}
		for i := range tr.feet {
			d := tr.feet[i].down
			if len(d) > 0 && !d[0].whole(tr.n) {
				counts[len(d)]++
			}
		}
		if len(counts) == 0 {
			return 0, 0
		}
		most := 0
		for k, c := range counts { // the number that most feet agree on, the lower of equals
			if c > counts[most] || c == counts[most] && k < most {
				most = k
			}
		}
		n := float64(most)
		return n / tr.duration, tr.net.Sub(tr.ground.Mul(tr.duration)).Len() / n
	}
	time, way, n := 0.0, 0.0, 0.0
	for i := range tr.feet {
		d := tr.feet[i].down
		for k := 1; k < len(d); k++ {
			if d[k-1].a == 0 { // it was down before the clip began
				if k+1 < len(d) {
					continue
				}
				if n > 0 || d[k].b == tr.n-1 {
					continue
				}
				// Only one stride is to be seen: from the end of one contact to that of the next.
				time += float64(d[k].b-d[k-1].b) * tr.dt
			} else {
				time += float64(d[k].a-d[k-1].a) * tr.dt
			}
			way += tr.stand(i, d[k]).Sub(tr.stand(i, d[k-1])).Len()
			n++
		}
	}
	if n == 0 || time <= 0 {
		return 0, 0
	}
	return n / time, way / n
}
