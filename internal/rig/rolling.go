package rig

import (
	"fmt"
	"math"

	"donorlab/internal/scene"
)

// Roll is how far one wheel turns in the Spin clip.
type Roll struct {
	Hinge      int     `json:"hinge"` // in Rig.Hinges
	Kind       string  `json:"kind"`  // "wheel", "sprocket" or "idler"
	Radius     float64 `json:"radius"`
	Order      int     `json:"order"`      // of its seam: 0 round, 1 only whole turns
	RollingDeg float64 `json:"rollingDeg"` // without slip, before the seam; positive rolls forward
	Degrees    float64 `json:"degrees"`    // as keyed: a multiple of 360/Order
	Slip       float64 `json:"slip"`       // what the seam costs over the loop, metres along the ground or belt; positive is too far
}

// Rolls says how far each wheel turns in the Spin clip, in the order of the
// bones: by rolling contact (or by the belt that runs round it), then on to the
// nearest turn after which the wheel looks as it did, so that the loop has no
// visible jump. A nil recipe has the defaults.
//
// Of a vehicle on wheels the largest keeps the dial's degrees and the others
// turn by the ratio of diameters; sprocket and idler keep the dial whatever
// their size, and an idler is always brought to its seam, also where it is round.
// With tracks every wheel turns by belt advance over radius. The dial counts as
// upstream's: -360, the default, rolls forward once.
func (r *Rig) Rolls(recipe *Recipe) []Roll {
	if r == nil || r.kin == nil {
		return nil
	}
	if recipe == nil {
		recipe = NewRecipe()
	}
	dial := -recipe.Degrees
	largest := 0.0
	for i := range r.kin.wheels {
		if w := &r.kin.wheels[i]; w.kind == "wheel" {
			largest = max(largest, w.r)
		}
	}
	belt := r.beltAdvance(recipe)
	out := make([]Roll, 0, len(r.kin.wheels))
	for i := range r.kin.wheels {
		w := &r.kin.wheels[i]
		o := Roll{Hinge: w.hinge, Kind: w.kind, Radius: w.r, Order: w.seam.order, RollingDeg: dial}
		switch {
		case !(w.r > 0):
			o.RollingDeg = 0
		case belt != 0:
			o.RollingDeg = belt / w.r * 180 / math.Pi
		case w.kind == "wheel" && w.r < (1-sameSize)*largest:
			o.RollingDeg = dial * largest / w.r
		}
		o.Degrees = snapTurn(o.RollingDeg, w.seam, w.kind == "idler")
		o.Slip = (o.Degrees - o.RollingDeg) * math.Pi / 180 * w.r
		out = append(out, o)
	}
	return out
}

// sameSize is how far radii may differ, as a share, and count as one: two fits of
// the same wheel.
const sameSize = 2e-4

// snapTurn brings a turn to the nearest multiple of the seam's step, at least
// one step. What is round stays, unless always is set: then it takes whole steps
// of the finest order.
func snapTurn(deg float64, s seam, always bool) float64 {
	step := s.stepDeg()
	if step == 0 && always {
		step = 360.0 / maxOrder
	}
	if step == 0 || deg == 0 || math.IsNaN(deg) || math.IsInf(deg, 0) {
		return deg
	}
	n := math.Round(deg / step)
	if n == 0 {
		n = math.Copysign(1, deg)
	}
	return n * step
}

// spinFrames is the spin's length.
func spinFrames(recipe *Recipe) int { return max(recipe.Frames, 1) }

// mostTurn is the largest turn between two keys that leaves no doubt of the way
// round, degrees.
const mostTurn = 150

// spin turns rotors, wheels and tracks over one loop.
func (o *ownClips) spin() scene.Animation {
	a := scene.Animation{Name: "Spin"}
	if !o.recipe.SpinEnabled {
		return a
	}
	n := spinFrames(o.recipe)
	add := func(h *Hinge, deg float64) {
		if deg == 0 || h.Bone < 0 {
			return
		}
		// More keys than frames where a frame would turn too far.
		per := max(int(math.Ceil(math.Abs(deg)/float64(n)/mostTurn)), 1)
		times := frameTimes(n*per, ownFPS*float64(per))
		turns := make([]float64, len(times))
		for f := range turns {
			turns[f] = deg * math.Pi / 180 * float64(f) / float64(n*per)
		}
		if each := math.Abs(deg) / float64(n); each >= 180 {
			o.note(scene.Warning, "SPIN_TOO_FAST", fmt.Sprintf("%s turns by %.0f deg a frame", o.r.Bones[h.Bone].Name, each),
				"a bake at one key a frame cannot tell which way round it goes", "use more frames or fewer degrees", h.Parts...)
		}
		a.Channels = append(a.Channels, o.turn(h.Bone, h.Axle, times, turns))
	}
	dial := -o.recipe.Degrees
	for i := range o.r.Hinges {
		h := &o.r.Hinges[i]
		if h.Role != Rotor && h.Role != TailRotor {
			continue
		}
		add(h, dial)
		step := 360.0
		if h.Order > 1 {
			step /= float64(h.Order)
		}
		if off := math.Abs(math.Remainder(dial, step)); dial != 0 && h.Order != 0 && off > 0.01 {
			o.note(scene.Info, "SPIN_SEAM", fmt.Sprintf("the loop of the %s jumps by %.4g deg where it begins again", h.Kind, off),
				fmt.Sprintf("it looks the same every %.4g deg, and it turns by %.4g", step, math.Abs(dial)), "set the degrees to a multiple of that", h.Parts...)
		}
	}
	for _, w := range o.r.Rolls(o.recipe) {
		h := &o.r.Hinges[w.Hinge]
		add(h, w.Degrees)
		if share := math.Abs(w.Degrees-w.RollingDeg) / max(math.Abs(w.RollingDeg), 1e-9); w.RollingDeg != 0 && share > 1e-3 && h.Bone >= 0 {
			o.note(scene.Info, "WHEEL_SLIP", fmt.Sprintf("%s turns by %.4g deg in the loop instead of %.4g: it slips by %.3g m (%.2g %%)",
				o.r.Bones[h.Bone].Name, w.Degrees, w.RollingDeg, math.Abs(w.Slip), 100*share),
				seamWords(w.Order), "other degrees or frames make it less; without a loop there is no need of it", h.Parts...)
		}
	}
	o.rollTracks(&a, n)
	return a
}

func seamWords(order int) string {
	switch order {
	case 0:
		return "an idler is always brought to its seam"
	case 1:
		return "it looks the same only after a whole turn, and the loop must close without a jump"
	}
	return fmt.Sprintf("it looks the same every 360/%d deg, and the loop must close without a jump", order)
}
