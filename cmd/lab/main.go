// Command lab is Donor Lab's window. labctl does the same work without one.
package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"time"

	_ "donorlab/internal/display" // first: ends the program in one line without a display

	"donorlab/internal/lab"
	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
	"donorlab/internal/ui/window"
	"donorlab/internal/ui/xclip"
)

const usage = `usage: lab [flags] [file]

Opens a model (.glb, .gltf), a recipe, an entry or a pack in Donor Lab's window;
without a file, the sample helicopter. labctl does the same work without a window.

example: lab heli.glb

`

// options are the command line.
type options struct {
	file       string
	sized      bool // -size was given
	config     string
	cache      string
	dials      string
	width      int
	height     int
	scale      float64
	sink       window.Sink
	samples    int
	shot       string
	shotAfter  int
	exitAfter  int
	firstFrame bool
	fps        bool
	version    bool
	report     string
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit code, the same as labctl's: 0 well, 2 wrong use or
// refused, 3 failed while working.
func run(args []string, stdout, stderr io.Writer) int {
	opt, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case opt.version:
		fmt.Fprintln(stdout, "lab", version())
		return 0
	}
	if err := open(opt, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "lab:", err)
		return 3
	}
	return 0
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var size, sink string
	f := flag.NewFlagSet("lab", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, usage)
		f.PrintDefaults()
	}
	f.StringVar(&o.config, "config", "", "`folder` of the settings (default: donorlab in your config folder)")
	f.StringVar(&o.cache, "cache", "", "`folder` of the recovery files (default: donorlab in your cache folder)")
	f.StringVar(&o.dials, "dials", "", "the game's config `folder` with the dial files, which need not exist yet (default: the one chosen last)")
	f.StringVar(&size, "size", "1280x720", "the window's `WxH` when it opens; without the flag it opens where and as it was closed")
	f.Float64Var(&o.scale, "scale", 0, "pixels a unit of type and panels (default: the monitor's)")
	f.StringVar(&sink, "sink", "auto", "who draws in 3D: `auto`, kage (GPU) or go (processor)")
	f.IntVar(&o.samples, "samples", 0, "3D samples a pixel, 1 or 4 (default: 4 where the machine keeps up)")
	f.StringVar(&o.shot, "shot", "", "write the window's picture to this PNG `file`, see -shot-after")
	f.IntVar(&o.shotAfter, "shot-after", 60, "the frame that -shot takes")
	f.IntVar(&o.exitAfter, "exit-after", 0, "end after this many frames (0: when the window is closed)")
	f.BoolVar(&o.firstFrame, "first-frame", false, "print how long the first frame took from the start of the process")
	f.BoolVar(&o.fps, "fps", false, "print the mean of frames a second at the end")
	f.StringVar(&o.report, "report", "", "keep the window's state and the places of its widgets in this JSON `file`, for automation")
	f.BoolVar(&o.version, "version", false, "print the version")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	f.Visit(func(g *flag.Flag) { o.sized = o.sized || g.Name == "size" })
	fail := func(format string, a ...any) (options, error) {
		err := fmt.Errorf(format, a...)
		fmt.Fprintln(stderr, "lab:", err)
		return o, err
	}
	if n, err := fmt.Sscanf(size, "%dx%d", &o.width, &o.height); err != nil || n != 2 || o.width < 320 || o.height < 240 || o.width > 16384 || o.height > 16384 {
		return fail("-size %s: want WxH, from 320x240 to 16384x16384", size)
	}
	sinks := map[string]window.Sink{"auto": window.AutoSink, "kage": window.KageSink, "go": window.GoSink}
	var ok bool
	if o.sink, ok = sinks[sink]; !ok {
		return fail("-sink %s: want auto, kage or go", sink)
	}
	if o.samples != 0 && o.samples != 1 && o.samples != 4 {
		return fail("-samples %d: want 1 or 4", o.samples)
	}
	if !(o.scale == 0 || o.scale >= 0.5 && o.scale <= 4) {
		return fail("-scale %v: want 0.5 to 4", o.scale)
	}
	if f.NArg() > 1 {
		return fail("one file at a time: %d are given", f.NArg())
	}
	o.file = f.Arg(0)
	if err := o.guard(); err != nil {
		return fail("%w", err)
	}
	return o, nil
}

// guard refuses to write over what is opened.
func (o *options) guard() error {
	var g lab.Guard
	g.Model(o.file, true)
	g.Output(o.shot, lab.KindPicture, "-shot")
	g.Output(o.report, lab.KindFile, "-report")
	return g.Check()
}

// open runs the window over a session.
func open(o options, stdout, stderr io.Writer) error {
	session := lab.New(lab.Options{ConfigDir: o.config, CacheDir: o.cache, Now: time.Now})
	defer func() {
		if err := session.Close(); err != nil {
			fmt.Fprintln(stderr, "lab:", err)
		}
	}()
	if o.dials != "" {
		if err := session.OpenDials(o.dials); err != nil {
			return err
		}
	}
	main := panels.New(session)
	main.SetClock(time.Now)
	var app ui.App = main
	if o.file == "" {
		session.Open(lab.SampleHelicopter)
		if o.report == "" { // automation wants a picture that stands
			main.Greet()
		}
	} else {
		app = &opening{App: app, file: o.file}
	}
	if o.report != "" {
		app = &reporting{App: app, panels: main, file: o.report}
	}
	config := window.Config{
		Title: "Donor Lab", Width: o.width, Height: o.height, Scale: float32(o.scale),
		Icon: icons(), Sink: o.sink, Samples: o.samples,
		Presented: presented(o, stdout),
	}
	set := session.Settings()
	config.Style = ui.Style{Light: set.Light(), Zoom: float32(set.Zoom())}
	if p := set.Window; p != nil && !o.sized {
		config.At = &window.Place{X: p.X, Y: p.Y, Width: p.Width, Height: p.Height, Maximized: p.Maximized}
	}
	config.Closed = func(p window.Place) {
		set.Window = &lab.WindowPlace{X: p.X, Y: p.Y, Width: p.Width, Height: p.Height, Maximized: p.Maximized}
	}
	if c := xclip.New(); c != nil {
		config.Clipboard = c
	}
	if o.shot != "" {
		config.ShotFrame = max(o.shotAfter, 1)
		config.Shot = func(img *image.NRGBA) error { return writePNG(o.shot, img) }
	}
	return window.Run(app, config)
}

// opening is an app that gets the command line's file as if it were dropped on
// the window: the panels know what to do with each kind.
type opening struct {
	ui.App
	file string
}

// Frame hands the file over with the first tick.
func (o *opening) Frame(c *ui.Context, in ui.Input) ui.Output {
	if o.file != "" {
		in.Dropped = append(in.Dropped, ui.Drop{Path: o.file, Name: filepath.Base(o.file)})
		o.file = ""
	}
	return o.App.Frame(c, in)
}

// presented reports on frames as the flags ask.
func presented(o options, stdout io.Writer) func(int, time.Duration) error {
	var total time.Duration
	return func(n int, took time.Duration) error {
		if n == 1 && o.firstFrame {
			fmt.Fprintf(stdout, "first frame %d ms\n", sinceStart().Milliseconds())
		}
		if n > warmUp {
			total += took
		}
		if o.exitAfter == 0 || n < o.exitAfter {
			return nil
		}
		if o.fps && n > warmUp {
			fmt.Fprintf(stdout, "fps %.1f\n", float64(n-warmUp)/total.Seconds())
		}
		return window.Quit
	}
}

// warmUp frames are not counted: shaders are compiled, the model is loaded.
const warmUp = 60

func writePNG(path string, img image.Image) error {
	data, err := lab.EncodePNG(img)
	if err != nil {
		return err
	}
	return lab.WriteFile(path, data)
}
