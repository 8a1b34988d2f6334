package window

import "time"

// pace chooses the samples a pixel by how long frames take, and keeps a screen
// that does not wait for its own refresh (a virtual one) from running wild.
type pace struct {
	samples int // along one side of a pixel: 1 or 2
	auto    bool
	settled bool // tried 2 and found it too slow
	count   int
	sum     time.Duration

	hasty  int  // frames in a row that came sooner than a screen would ask for them
	capped bool // the screen does not wait: sleep instead
}

const (
	paceFrames  = 30                    // a decision each
	slowFrame   = 22 * time.Millisecond // under 45 frames a second
	fastFrame   = 18 * time.Millisecond // a screen of 60 Hz is kept up with
	minInterval = 6 * time.Millisecond  // sooner than a screen of 165 Hz asks
	hastyFrames = 10
	capFrame    = 16 * time.Millisecond
)

func newPace(samples int) pace {
	switch {
	case samples >= 4:
		return pace{samples: 2}
	case samples > 0:
		return pace{samples: 1}
	}
	return pace{samples: 1, auto: true}
}

// frame takes note of the time from one frame to the next, of which the first
// drew the 3D pictures anew.
func (p *pace) frame(took time.Duration) {
	if took < minInterval {
		p.hasty++
	} else {
		p.hasty = 0
	}
	p.capped = p.capped || p.hasty >= hastyFrames
	if !p.auto || p.settled {
		return
	}
	p.sum += took
	p.count++
	if p.count < paceFrames {
		return
	}
	mean := p.sum / time.Duration(p.count)
	p.sum, p.count = 0, 0
	switch {
	case p.samples == 2 && mean > slowFrame:
		p.samples, p.settled = 1, true
	case p.samples == 1 && mean < fastFrame:
		p.samples = 2
	}
}

// wait sleeps to the end of a frame that began then, where the screen does not.
func (p *pace) wait(began time.Time) {
	if p.capped {
		time.Sleep(capFrame - time.Since(began))
	}
}
