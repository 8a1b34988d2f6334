package window

import (
	"fmt"
	"image"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/ui"
)

// Config is how the window starts. The zero Config is a window of 1280 by 720
// at the monitor's scale.
type Config struct {
	Title         string
	Width, Height int           // in units of the monitor's scale; zero means 1280 by 720
	Scale         float32       // of type and panels, pixels a unit; zero means the monitor's
	At            *Place        // where it is put, its size in place of Width and Height; nil leaves that to the system
	Style         ui.Style      // that the first frame has; later the app says
	Icon          []image.Image // several sizes; empty means the system's
	Clipboard     ui.Clipboard  // nil means one within the program
	Sink          Sink          // who draws the 3D pictures
	Samples       int           // 3D samples a pixel: 1 or 4; zero means 4 where the machine keeps up

	// Presented is called after frame n (from 1) was handed to the screen, with
	// the time since the frame before. A returned error ends Run with it. May be nil.
	Presented func(n int, took time.Duration) error
	// Closed is called after the window was closed with where it was. May be nil.
	Closed func(Place)
	// Shot is called once with the picture of frame ShotFrame. May be nil.
	Shot      func(*image.NRGBA) error
	ShotFrame int
}

// Quit is returned by Presented to end Run without an error.
var Quit = ebiten.Termination

// window is the game that Ebitengine runs.
type window struct {
	app     ui.App
	cfg     Config
	context *ui.Context
	viewer  viewer
	painter *painter

	out     ui.Output
	meshes  []ui.Mesh
	width   int
	height  int
	title   string
	frames  int
	last    time.Time
	pace    pace
	damage  damage
	place   Place
	samples int  // of the views as they are
	drew    bool // some view was drawn in the last frame
	err     error

	keys     []ebiten.Key
	text     []rune
	hadFocus bool
	pads     []ebiten.GamepadID
}

// Run opens the window and returns when it is closed. It must be called from
// the main goroutine, once in a process.
func Run(app ui.App, cfg Config) error {
	if cfg.Width <= 0 || cfg.Height <= 0 {
		cfg.Width, cfg.Height = 1280, 720
	}
	if cfg.At != nil {
		cfg.Width, cfg.Height = max(cfg.At.Width, minWidth), max(cfg.At.Height, minHeight)
	}
	w := &window{app: app, cfg: cfg, painter: newPainter(), title: cfg.Title, pace: newPace(cfg.Samples)}
	ebiten.SetWindowTitle(cfg.Title)
	ebiten.SetWindowSize(cfg.Width, cfg.Height)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	if cfg.At != nil {
		goTo(*cfg.At)
	}
	ebiten.SetWindowSizeLimits(minWidth, minHeight, -1, -1)
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	ebiten.SetScreenClearedEveryFrame(false)
	if len(cfg.Icon) > 0 {
		ebiten.SetWindowIcon(cfg.Icon)
	}
	err := ebiten.RunGameWithOptions(w, &ebiten.RunGameOptions{X11ClassName: "Donorlab", X11InstanceName: "donorlab"})
	if w.context != nil {
		w.context.Close()
		if cfg.Closed != nil && w.place.Width > 0 {
			cfg.Closed(w.place)
		}
	}
	return err
}

// minWidth and minHeight are the smallest window.
const (
	minWidth  = 640
	minHeight = 400
)

// Layout is never called: LayoutF takes its place.
func (w *window) Layout(int, int) (int, int) { panic("window: LayoutF is used") }

// LayoutF makes the picture as large as the window in physical pixels.
func (w *window) LayoutF(width, height float64) (float64, float64) {
	s := ebiten.Monitor().DeviceScaleFactor()
	w.width, w.height = max(int(width*s), 1), max(int(height*s), 1)
	return float64(w.width), float64(w.height)
}

// Update runs one tick of the app.
func (w *window) Update() error {
	now := time.Now()
	took := now.Sub(w.last)
	if w.last.IsZero() {
		took = 0
	}
	w.last = now
	if w.frames > 0 {
		w.placed()
	}
	if w.frames > 0 {
		if w.drew {
			w.pace.frame(took)
		}
		if w.cfg.Presented != nil {
			if err := w.cfg.Presented(w.frames, took); err != nil {
				return err
			}
		}
	}
	if w.err != nil {
		return w.err
	}
	scale := w.cfg.Scale
	if scale <= 0 {
		scale = float32(ebiten.Monitor().DeviceScaleFactor())
	}
	if w.context == nil {
		w.context = ui.NewContextIn(w.cfg.Style, scale, w.cfg.Clipboard)
	}
	in := ui.Input{Width: w.width, Height: w.height, Scale: scale, Delta: min(took.Seconds(), maxDelta)}
	w.gather(&in)
	w.out, w.meshes = w.context.Tick(w.app, in)
	if w.out.Title != "" && w.out.Title != w.title {
		w.title = w.out.Title
		ebiten.SetWindowTitle(w.title)
	}
	setCursor(w.out.Cursor)
	grabCursor(w.out.Grab)
	if w.out.Quit {
		return ebiten.Termination
	}
	return nil
}

// maxDelta keeps what moves from leaping after the window was held up, seconds.
const maxDelta = 0.25

// Draw draws what the last Update asked for.
func (w *window) Draw(screen *ebiten.Image) {
	if w.err != nil || w.context == nil {
		return
	}
	if w.viewer == nil {
		w.viewer = newViewer(w.cfg.Sink)
	}
	samples := w.pace.samples
	w.drew = false
	w.painter.prepare(w.context.Atlas(), &w.out)
	changed := w.damage.newViews(w.out.Views)
	for _, v := range w.out.Views {
		target := w.painter.views[v.Texture]
		if target == nil || !changed[v.Texture] && samples == w.samples {
			continue
		}
		changed[v.Texture] = true
		w.viewer.draw(target, v.List, samples)
		w.drew = true
	}
	w.samples = samples
	for _, area := range w.damage.areas(screen.Bounds(), w.context.Atlas(), w.out.Pictures, changed, w.meshes) {
		part := screen.SubImage(area).(*ebiten.Image)
		part.Clear()
		w.painter.draw(part, w.meshes)
	}
	w.frames++
	if w.frames%sweepFrames == 0 {
		w.viewer.sweep()
	}
	if w.cfg.Shot != nil && w.frames == w.cfg.ShotFrame {
		if err := w.cfg.Shot(pixels(screen)); err != nil {
			w.err = fmt.Errorf("window: the picture: %w", err)
		}
	}
	w.pace.wait(w.last)
}

// sweepFrames is how often unused textures are freed.
const sweepFrames = 120

// pixels reads an opaque image back.
func pixels(img *ebiten.Image) *image.NRGBA {
	b := img.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	img.ReadPixels(out.Pix)
	for i := 3; i < len(out.Pix); i += 4 {
		out.Pix[i] = 255
	}
	return out
}
