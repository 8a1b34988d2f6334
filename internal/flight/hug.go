package flight

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// cliffTold is the anticipation from which on it is an event, units: a slope is
// followed without a word.
const cliffTold = 0.5

// maxSamples bounds the lab's own look-ahead in seconds.
const maxSamples = 64

// hug is stage 4.
func (p *pawn) hug(e *env) {
	t := &p.trace
	h := &e.set.Hug
	b := &e.set.Beyond

	if d := length(p.dx, p.dz); d > 1e-9 {
		p.smX += (p.dx/d - p.smX) * smoothing
		p.smZ += (p.dz/d - p.smZ) * smoothing
	}
	r := h.Radius
	if r == 0 {
		r = e.survey.Radius
	}
	t.Radius = r

	// The lead point; with the lab's look-ahead in seconds, a row of them.
	reach, n := h.Lookahead, 1
	if b.LookaheadS > 0 {
		reach = max(reach, b.LookaheadS*t.Speed)
		n = max(e.set.samples, int(math.Ceil(reach/max(0.75*r, 0.1))))
		n = max(1, min(n, maxSamples))
	}
	ahead, aheadFrom := t.Ground, t.GroundSource
	inSight := -1
	var distance float64
	at := 0 // 0 is the pawn itself, 1 and up a sample
	if h.Drop != 0 {
		inSight, distance = p.nearest(e, p.x, p.z, r)
	}
	t.Over = t.District >= 0 && e.set.mask[e.w.NameOf(t.District)]
	t.ProbeDistrict = -1
	for i := 1; i <= n; i++ {
		s := reach * float64(i) / float64(n)
		x, z := p.x+p.smX*s, p.z+p.smZ*s
		spot := e.w.At(x, z, e.survey.TimeS)
		if spot.Source != 0 && (spot.Ground > ahead || i == 1 || aheadFrom == 0) {
			ahead, aheadFrom = spot.Ground, spot.Source
		}
		if h.Drop != 0 && inSight < 0 {
			if inSight, distance = p.nearest(e, x, z, r); inSight >= 0 {
				at = i
			}
		}
		if i == n {
			t.Probe = mgl64.Vec3{x, spot.Ground, z}
			t.ProbeDistrict = int(spot.District)
		}
	}

	t.Hug, t.Skyline = 0, inSight >= 0 || h.Drop == 0
	if !t.Skyline {
		t.Hug = h.Drop
	}
	step := 0.0
	if t.GroundSource != 0 && aheadFrom != 0 {
		step = ahead - t.Ground
	}
	p.sampleCliff(e, step)
	t.Cliff = p.cliff
	p.tellSkyline(e, inSight, distance, at, n)

	ease := h.Ease
	goal := t.Hug + t.Cliff
	if b.FastRise && goal < p.offset {
		ease /= 2
	}
	if h.Drop == 0 && ease == 0 {
		ease = math.Inf(1) // switched off: nothing to ease with
	}
	p.offset = toward(p.offset, goal, ease*DT)
	t.Offset = p.offset
}

// nearest is the nearest district that counts within the match radius.
func (p *pawn) nearest(e *env, x, z, r float64) (int, float64) {
	if e.set.Beyond.WholeTile {
		return e.w.NearestTile(x, z, e.survey.TimeS, max(0, r-e.w.Apothem()), e.set.mask)
	}
	return e.w.Nearest(x, z, e.survey.TimeS, r, e.set.mask)
}

// sampleCliff takes the step up in the ground ahead, every cliffEvery steps,
// climbs only.
func (p *pawn) sampleCliff(e *env, step float64) {
	h := &e.set.Hug
	due := p.cliffTick == 0 || e.set.Beyond.FastRise || p.jumped
	p.cliffTick = (p.cliffTick + 1) % cliffEvery
	if !due {
		return
	}
	was := p.cliff
	p.cliff = 0
	if h.Drop != 0 && h.Cliff > 0 && step > 0 {
		p.cliff = min(step, cliffCap) * h.Cliff
	}
	if p.trace.Event.Kind != NoEvent {
		return
	}
	switch {
	case was < cliffTold && p.cliff >= cliffTold:
		p.trace.Event = Event{Kind: CliffAhead, District: -1, Distance: step, AtProbe: true}
	case was >= cliffTold && p.cliff < cliffTold:
		p.trace.Event = Event{Kind: CliffPassed, District: -1}
	}
}

// tellSkyline notes a change between the drop and the skyline, with the
// district and the distance that decided.
func (p *pawn) tellSkyline(e *env, inSight int, distance float64, at, n int) {
	t := &p.trace
	now := inSight >= 0
	if now == p.skyline || e.set.Hug.Drop == 0 {
		p.skyline = now
		return
	}
	p.skyline = now
	if t.Event.Kind == Teleport {
		return
	}
	if now {
		t.Event = Event{Kind: Climb, District: inSight, Distance: distance, AtProbe: at > 0}
		return
	}
	// The one that went out of sight is the nearest of all.
	const far = 1e6
	t.Event = Event{Kind: Descend, District: -1, Distance: math.Inf(1)}
	near, d := e.w.Nearest(p.x, p.z, e.survey.TimeS, far, e.set.mask)
	ahead, da := e.w.Nearest(t.Probe[0], t.Probe[2], e.survey.TimeS, far, e.set.mask)
	switch {
	case near >= 0 && d <= da:
		t.Event.District, t.Event.Distance = near, d
	case ahead >= 0:
		t.Event.District, t.Event.Distance, t.Event.AtProbe = ahead, da, true
	}
}

// drift is stage 5: a hovering pawn strays, and gusts push. It is a sum of
// slow waves whose phases come from the seed and the copy's number, so the same
// flight drifts the same way.
func (p *pawn) drift(e *env) {
	b := &e.set.Beyond
	p.trace.Drift = mgl64.Vec3{}
	if b.Drift == 0 {
		return
	}
	seed := b.Seed*0x9e3779b97f4a7c15 + uint64(p.k)*0xbf58476d1ce4e5b9
	calm := 1 / (1 + p.trace.Speed/2) // less to be seen the faster it flies
	for axis := range 3 {
		sum := 0.0
		for wave := range 3 {
			seed ^= seed >> 30
			seed *= 0x94d049bb133111eb
			seed += uint64(axis*3+wave) + 1
			phase := float64(seed>>40) / (1 << 24)
			freq := 0.11 + 0.13*float64(wave) + 0.03*float64(axis)
			sum += math.Sin(2*math.Pi*(freq*e.timeS+phase)) / float64(wave+1)
		}
		p.trace.Drift[axis] = b.Drift * calm * sum / 1.84 // 1 + 1/2 + 1/3: within Drift
	}
	p.trace.Drift[1] *= 0.4
	gust := 0.5 + 0.5*math.Sin(2*math.Pi*(0.07*e.timeS+float64(b.Seed%1000)/1000))
	s, c := math.Sincos(b.WindDeg * (math.Pi / 180))
	push := b.Drift * gust * b.WindSpeed / (b.WindSpeed + 4) // saturates: a gale pushes by Drift
	p.trace.Drift[0] += s * push
	p.trace.Drift[2] += c * push
}
