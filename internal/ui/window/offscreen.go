package window

import (
	"fmt"
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/scene/draw"
)

// Pictures draws each list with the window's 3D sink, samples (1 or 4) a pixel,
// and hands the pictures to done one by one. It opens a small window for it
// and must be called from the main goroutine, once in a process, instead of
// Run.
func Pictures(lists []*draw.List, samples int, done func(i int, img *image.NRGBA) error) error {
	ebiten.SetWindowSize(160, 120)
	return ebiten.RunGame(&offscreen{lists: lists, n: newPace(samples).samples, done: done})
}

type offscreen struct {
	lists []*draw.List
	n     int
	done  func(int, *image.NRGBA) error
	drawn bool
	err   error
}

func (o *offscreen) Update() error {
	if o.drawn {
		if o.err != nil {
			return o.err
		}
		return ebiten.Termination
	}
	return nil
}

func (o *offscreen) Draw(*ebiten.Image) {
	if o.drawn {
		return
	}
	o.drawn = true
	s := newSink()
	for i, l := range o.lists {
		if l == nil || l.Width <= 0 || l.Height <= 0 {
			o.err = fmt.Errorf("window: list %d has no size", i)
			return
		}
		img := sized(nil, l.Width, l.Height)
		s.draw(img, l, o.n)
		if o.err = o.done(i, pixels(img)); o.err != nil {
			return
		}
		img.Deallocate()
		s.sweep()
	}
}

func (o *offscreen) Layout(w, h int) (int, int) { return w, h }
