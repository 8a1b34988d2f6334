package lab

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/picfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// maxPixels bounds one picture: 64 megapixels.
const maxPixels = 64 << 20

// Shot asks for one picture. The zero Shot is 1280 by 720 at the start of the
// clip, from the front left.
type Shot struct {
	Width, Height int
	Time          float64       // seconds into the clip
	Camera        *scene.Camera // nil: front left, fitted. Distance 0 is fitted
	MSAA          int           // 1 or 4; zero means 4
	Overlays      Overlays
	NoGround      bool // no contact shadow below the model
	NoPath        bool // of a flight: neither the path ahead nor waypoints
	Look          Look // light, backdrop, water, crowd
}

// Picture is a picture that was taken.
type Picture struct {
	Image *image.NRGBA
	Hash  string // raster.PixelHash
	Took  time.Duration
}

// PNG encodes the picture.
func (p *Picture) PNG() ([]byte, error) { return EncodePNG(p.Image) }

// Encode encodes the picture as a format asks for.
func (p *Picture) Encode(f picfile.Format) ([]byte, error) {
	return new(picfile.Encoder).Encode(p.Image, f)
}

// EncodePNG encodes an image as a PNG file.
func EncodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, img); err != nil {
		return nil, AsProblem(err)
	}
	return b.Bytes(), nil
}

// normal fills in the defaults and refuses what cannot be drawn.
func (o Shot) normal() (Shot, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Width < 1 || o.Height < 1 || o.Width > maxPixels/o.Height {
		return o, &scene.Problem{Code: "BAD_SIZE", Message: fmt.Sprintf("a picture of %d by %d pixels cannot be drawn", o.Width, o.Height),
			Remedy: "give a width and a height of at least 1, 64 megapixels at most"}
	}
	if o.MSAA == 0 {
		o.MSAA = 4
	}
	if o.MSAA != 1 && o.MSAA != 4 {
		return o, &scene.Problem{Code: "BAD_MSAA", Message: fmt.Sprintf("%d samples a pixel are not offered", o.MSAA), Remedy: "give 1 or 4"}
	}
	return o, nil
}

// Studio takes pictures of one subject: a model with the part tints, hidden
// helpers and clip that go with it. It keeps its buffers from picture to
// picture; one goroutine may use it at a time.
type Studio struct {
	eval    *Evaluator
	again   func() (*Evaluator, error) // makes another of the same
	dress   dress
	points  []mgl64.Vec3 // that a fitted camera must see
	groundY float64

	builder draw.Builder
	list    draw.List
	sink    raster.Rasterizer
}

// Shot takes a picture. now is the clock for Took; nil leaves it zero.
func (s *Studio) Shot(ctx context.Context, o Shot, now func() time.Time) (*Picture, error) {
	return o.take(ctx, now, func(img *image.NRGBA, o Shot) { s.paint(img, o, s.aim(o), 0) })
}

// take makes the picture that paint draws of the shot, which it gets with its
// defaults filled in.
func (o Shot) take(ctx context.Context, now func() time.Time, paint func(*image.NRGBA, Shot)) (*Picture, error) {
	o, err := o.normal()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, AsProblem(err)
	}
	var start time.Time
	if now != nil {
		start = now()
	}
	img := image.NewNRGBA(image.Rect(0, 0, o.Width, o.Height))
	paint(img, o)
	p := &Picture{Image: img, Hash: raster.PixelHash(img)}
	if now != nil {
		p.Took = now().Sub(start)
	}
	return p, nil
}

// aim is the camera of a shot, fitted where it has no distance of its own.
func (s *Studio) aim(o Shot) scene.Camera {
	cam := DefaultView().Camera
	if o.Camera != nil {
		cam = *o.Camera
	}
	fitted := FitCamera(cam, s.seen(o), float64(o.Width)/float64(o.Height))
	if cam.Distance == 0 || o.Camera == nil {
		return fitted
	}
	if cam.Target == (mgl64.Vec3{}) {
		cam.Target = fitted.Target
	}
	return cam
}

// seen are the points that the camera of a shot must see.
func (s *Studio) seen(o Shot) []mgl64.Vec3 {
	m := s.eval.Model()
	if o.Look.Crowd <= 1 {
		return s.points
	}
	return o.Look.crowdPoints(s.points, m, o.Look.spacing(m.Bounds()))
}

// paint draws a shot, which is normal, over the whole of img with a camera that
// is aimed, on so many threads; zero means all. It draws the same whatever was
// drawn before.
func (s *Studio) paint(img *image.NRGBA, o Shot, cam scene.Camera, threads int) {
	m, spacing := s.eval.Model(), 0.0
	if o.Look.Crowd > 1 {
		spacing = o.Look.spacing(m.Bounds())
	}
	others := o.Look.phased(s.eval, o.Time)
	items := []draw.Item{s.dress.item(m, s.eval.At(o.Time), o.Overlays, nil)}
	o.Look.dress(&items[0], m)
	opt := draw.Options{Width: o.Width, Height: o.Height, Threads: threads,
		Grid: o.Overlays.Grid, GridLabels: o.Overlays.Grid, GroundY: s.groundY, Shadow: !o.NoGround, Axes: o.Overlays.Axes}
	o.Look.apply(&opt, false)
	s.builder.Frame(&s.list, o.Look.crowd(items, m, others, spacing), cam, opt)
	s.sink.Draw(img, &s.list, raster.Options{MSAA: o.MSAA, Threads: threads})
}

// another makes a studio of the same subject that another goroutine may use at
// the same time. What is prepared for drawing is shared.
func (s *Studio) another() (*Studio, error) {
	e, err := s.again()
	if err != nil {
		return nil, err
	}
	return &Studio{eval: e, again: s.again, dress: s.dress, points: s.points, groundY: s.groundY}, nil
}

func (s *Studio) fork() (FilmSource, error) { return s.another() }

func (s *Studio) duration() float64 { return s.eval.Duration() }

func (s *Studio) clipName() string { return s.eval.ClipName() }

// Evaluator returns what poses the studio's subject.
func (s *Studio) Evaluator() *Evaluator { return s.eval }
