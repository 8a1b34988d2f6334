package lab

import "math"

// TickSeconds is the fixed step of the preview: 60 a second.
const TickSeconds = 1.0 / 60

// LoopMode says what the clock does at the end of its range.
type LoopMode uint8

// Loop is the zero value: start again at the range's start.
const (
	Loop LoopMode = iota
	PingPong
	Once
)

// String returns the mode's name for a menu.
func (l LoopMode) String() string {
	return [...]string{"Loop", "Ping-pong", "Once"}[l%3]
}

// Clock is the preview's time. It never reads the wall clock: Tick moves it by
// one fixed step. The zero Clock stands at 0 and is paused.
type Clock struct {
	Playing  bool
	Time     float64 // seconds into the clip
	Speed    float64 // 0 means 1; 0.1 is slow motion; negative runs backwards
	Mode     LoopMode
	From, To float64 // loop range, seconds; To 0 means the clip's end

	reversed bool // on the way back of PingPong
}

// Range returns the loop range within a clip of the given duration.
func (c *Clock) Range(duration float64) (from, to float64) {
	from, to = max(c.From, 0), c.To
	if to <= 0 || to > duration {
		to = duration
	}
	if from >= to {
		from = 0
	}
	return from, to
}

// Rate is the speed in effect: 1 where Speed is 0.
func (c *Clock) Rate() float64 {
	if c.Speed == 0 {
		return 1
	}
	return c.Speed
}

// Tick moves the clock by dt seconds of preview time through a clip of the
// given duration in seconds. A paused clock stays. In Once mode it stops at the
// end; otherwise it stays within the range.
func (c *Clock) Tick(dt, duration float64) {
	if !c.Playing || duration <= 0 {
		return
	}
	from, to := c.Range(duration)
	step := dt * c.Rate()
	t := c.Time + step
	span := to - from
	switch c.Mode {
	case Once:
		if t >= to || t < from {
			t = min(max(t, from), to)
			c.Playing = false
		}
	case PingPong:
		// There and back is 2 spans of phase; the second half runs backwards.
		phase := c.Time - from
		if c.reversed {
			phase = 2*span - phase
		}
		phase = wrap(phase+step, 2*span)
		c.reversed = phase > span
		if c.reversed {
			phase = 2*span - phase
		}
		t = from + phase
	default:
		t = from + wrap(t-from, span)
	}
	c.Time = t
}

// wrap brings x into [0, span).
func wrap(x, span float64) float64 {
	if span <= 0 {
		return 0
	}
	x = math.Mod(x, span)
	if x < 0 {
		x += span
	}
	if x >= span { // -tiny + span rounds up to span
		x = 0
	}
	return x
}

// Seek puts the clock at t seconds, within the clip, and keeps playing or
// paused as it was.
func (c *Clock) Seek(t, duration float64) {
	if math.IsNaN(t) {
		return
	}
	c.Time = min(max(t, 0), max(duration, 0))
	c.reversed = false
}

// StepFrames pauses and moves by n frames of 1/fps seconds to the frame grid,
// wrapping round the clip.
func (c *Clock) StepFrames(n int, fps, duration float64) {
	c.Playing = false
	c.reversed = false
	if fps <= 0 || duration <= 0 {
		return
	}
	frames := math.Round(duration * fps)
	frame := math.Round(c.Time*fps) + float64(n)
	// Both ends are shown, so a clip of n frames has n+1 stops.
	frame = math.Mod(frame, frames+1)
	if frame < 0 {
		frame += frames + 1
	}
	c.Time = min(frame/fps, duration)
}
