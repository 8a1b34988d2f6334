package lab

import (
	"math"

	"donorlab/internal/clip"
)

// motions is what each channel of the base clip does; nil at rest.
func (e *Evaluator) motions() []clip.ChannelMotion {
	switch {
	case e.donor != nil:
		return e.donor.Decode()
	case e.sampler != nil:
		list, err := clip.Decode(e.model, e.own, clip.DecodeOptions{FPS: e.fps})
		if err != nil {
			return nil // it plays, but what it does cannot be told
		}
		return list
	}
	return nil
}

// frameSteps is how finely a strip's times are chosen: twentieths of a frame.
const frameSteps = 20

// maxBlades is the largest symmetry that is looked at. Above it, steps from one
// blade's place to the next are too small to mislead.
const maxBlades = 12

// StillTimes are n times over the base clip, in seconds, at which nothing that
// spins seems to stand still: even shares of the clip, moved by fractions of a
// frame so that, for every spinning channel and for any number of blades from
// one to twelve, each picture shows the blades elsewhere than the one before it
// and, as far as can be, than all before it. The end of the clip, which is the
// start of a loop, is left out. At rest it is the one time 0.
func (e *Evaluator) StillTimes(n int) []float64 {
	frames := e.Duration() * e.fps
	if n < 1 || frames <= 0 {
		return []float64{0}
	}
	var speeds []float64 // turns a frame, by each symmetry
	for _, c := range e.motions() {
		if !c.Spin || c.DegreesPerFrame == 0 {
			continue
		}
		for blades := 1; blades <= maxBlades; blades++ {
			speeds = append(speeds, c.DegreesPerFrame*float64(blades)/360)
		}
	}
	at := make([]float64, n) // frames
	for k := range at {
		even := math.Round(frames*float64(k)/float64(n)*frameSteps) / frameSteps
		at[k] = even
		if k == 0 || len(speeds) == 0 {
			continue
		}
		// A quarter of the way to a neighbour: the times stay nearly even.
		reach := math.Floor(frames / float64(n) * 0.25 * frameSteps)
		step := math.Ceil(reach / 40)
		best := -1.0
		for j := 0.0; j <= reach; j += max(step, 1) {
			for _, t := range []float64{even + j/frameSteps, even - j/frameSteps} {
				// A later candidate must be better by more than rounding.
				if s := apart(speeds, at[:k], t) - 0.05*j/max(reach, 1); s > best+1e-9 {
					best, at[k] = s, t
				}
			}
		}
	}
	for k := range at {
		at[k] /= e.fps
	}
	return at
}

// apart says how well a time shows turns that the times before do not show.
// Distances are in turns by symmetry, a half at most. What counts most is the one
// before, for every speed; then, over all speeds, how far the nearest is.
func apart(speeds, before []float64, t float64) float64 {
	worst, sum := 0.15, 0.0
	for _, v := range speeds {
		near := 0.5
		for i, b := range before {
			_, f := math.Modf(math.Abs((t - b) * v))
			d := min(f, 1-f)
			near = min(near, d)
			if i == len(before)-1 {
				worst = min(worst, d)
			}
		}
		sum += near
	}
	return worst + 4*sum/float64(len(speeds))
}
