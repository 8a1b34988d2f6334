package clip

import "math"

// PlayMode says what happens when a clip reaches its end.
type PlayMode uint8

const (
	Loop     PlayMode = iota // starts again
	Once                     // holds the last pose
	PingPong                 // runs back, then forth
	Reverse                  // loops from the end to the start
)

// String returns the mode's name as the window shows it.
func (p PlayMode) String() string {
	switch p {
	case Once:
		return "once"
	case PingPong:
		return "ping-pong"
	case Reverse:
		return "reverse"
	}
	return "loop"
}

// Time maps the seconds played to a time in the clip, 0..duration. Negative
// seconds play backwards from the start. A clip without duration, and seconds
// that are not finite, give 0.
func (p PlayMode) Time(played, duration float64) float64 {
	if !(duration > 0) || math.IsInf(duration, 0) || math.IsNaN(played) || math.IsInf(played, 0) {
		return 0
	}
	switch p {
	case Once:
		return max(0, min(played, duration))
	case PingPong:
		t := wrap(played, 2*duration)
		if t > duration {
			t = 2*duration - t
		}
		return t
	case Reverse:
		return wrap(-played, duration)
	}
	return wrap(played, duration)
}

// wrap brings t into [0, period).
func wrap(t, period float64) float64 {
	t = math.Mod(t, period)
	if t < 0 {
		t += period
	}
	if t >= period { // a tiny negative t rounds up to the period
		t = 0
	}
	return t
}
