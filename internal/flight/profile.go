package flight

import "github.com/go-gl/mathgl/mgl64"

// AheadPoint is a moment of the path ahead.
type AheadPoint struct {
	Trace
	Way float64 // units over the plane from where the pawn is now
}

// Ahead flies a copy of pawn k on for some seconds and appends what it meets to
// out: every so many steps, and each step that has an event. It is the flight's
// own step with the scripted orders and the settings of now, so the profile is
// what will happen, not an estimate. The flight itself stays where it is.
func (f *Flight) Ahead(k int, seconds float64, every int, out []AheadPoint) []AheadPoint {
	p, e := f.pawns[k], f.env
	way := 0.0
	every = max(every, 1)
	for i := 1; i <= int(min(max(seconds, 0), maxSeconds)*Rate); i++ {
		if e.tick%scanSteps == 0 {
			e.survey = f.scan(&e)
		}
		e.tick++
		e.timeS = float64(e.tick) * DT
		x, z := p.x, p.z
		p.step(&e)
		if p.trace.Event.Kind != Teleport {
			way += length(p.x-x, p.z-z)
		}
		if i%every == 0 || p.trace.Event.Kind != NoEvent {
			out = append(out, AheadPoint{p.trace, way})
		}
	}
	return out
}

// ToRegistry turns a vector of the lab's frame (+X left, +Y up, +Z forward) into
// the registry's (right, forward, up).
func ToRegistry(v mgl64.Vec3) [3]float64 { return [3]float64{0 - v[0], v[2], v[1]} }

// FromRegistry is the way back.
func FromRegistry(v [3]float64) mgl64.Vec3 { return mgl64.Vec3{0 - v[0], v[2], v[1]} }
