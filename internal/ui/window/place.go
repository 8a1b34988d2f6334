package window

import "github.com/hajimehoshi/ebiten/v2"

// Place is where a window is on its monitor, in units of the monitor's scale
// from its upper left corner.
type Place struct {
	X, Y          int
	Width, Height int
	Maximized     bool // the rest is then what it would go back to
}

// edge is how much of a window's width and height must lie on the monitor for a
// remembered place to be taken up again.
const edge = 100

// goTo moves the window to a remembered place. A place that this monitor does
// not have any more keeps its size alone.
func goTo(p Place) {
	w, h := ebiten.Monitor().Size()
	if p.X+p.Width >= edge && p.X <= w-edge && p.Y >= 0 && p.Y <= h-edge {
		ebiten.SetWindowPosition(p.X, p.Y)
	}
	if p.Maximized {
		ebiten.MaximizeWindow()
	}
}

// placed takes note of where the window is: when it has closed it can no longer
// be asked.
func (w *window) placed() {
	if ebiten.IsWindowMinimized() || ebiten.IsFullscreen() {
		return
	}
	w.place.Maximized = ebiten.IsWindowMaximized()
	if w.place.Maximized {
		return
	}
	w.place.Width, w.place.Height = ebiten.WindowSize()
	w.place.X, w.place.Y = ebiten.WindowPosition()
}
