package lab

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"donorlab/internal/scene"
	"donorlab/internal/scene/raster"
)

// maxCells is the most pictures on one sheet.
const maxCells = 400

// Strip asks for a contact sheet: pictures at several times, from several sides,
// or both, a row for each side then. With neither it is eight times by
// Evaluator.StillTimes, or eight sides of what does not move.
type Strip struct {
	Shot                // of each cell; its Time counts where Times is empty
	Times     []float64 // seconds into the clip
	Turntable int       // number of sides, evenly round from the camera's azimuth on; 0 means one
	Columns   int       // of the sheet; 0 chooses
	Plain     bool      // without captions
}

// StripCell is one picture of a strip.
type StripCell struct {
	Time    float64  `json:"time"`              // seconds into the clip
	Frame   float64  `json:"frame"`             // the same in frames
	Azimuth *float64 `json:"azimuth,omitempty"` // degrees, 0 up to 360, where there are several sides
	X       int      `json:"x"`                 // pixels, of its upper left corner
	Y       int      `json:"y"`
}

// StripReport says what is on a contact sheet, in reading order.
type StripReport struct {
	PixelHash string      `json:"pixelHash"`
	Width     int         `json:"width"`
	Height    int         `json:"height"`
	Columns   int         `json:"columns"`
	Rows      int         `json:"rows"`
	Cells     []StripCell `json:"cells"`
}

// Strip draws a contact sheet.
func (s *Studio) Strip(ctx context.Context, o Strip, r Report) (*Picture, *StripReport, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 480, 270
	}
	shot, err := o.Shot.normal()
	if err != nil {
		return nil, nil, err
	}
	o.Shot = shot
	if err := o.fill(s.eval); err != nil {
		return nil, nil, err
	}
	rep, err := o.layout()
	if err != nil {
		return nil, nil, err
	}
	cams := s.sides(&o)
	sheet := image.NewNRGBA(image.Rect(0, 0, rep.Width, rep.Height))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.NRGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	todo := make([]int, len(rep.Cells))
	for k := range todo {
		todo[k] = k
		c := &rep.Cells[k]
		c.Time, c.Frame = o.Times[k%len(o.Times)], o.Times[k%len(o.Times)]*s.eval.FPS()
		if o.Turntable > 0 {
			az := math.Mod(cams[k/len(o.Times)].AzimuthDeg, 360)
			if az < 0 {
				az += 360
			}
			c.Azimuth = &az
		}
	}
	words := rep.captions(&o, len(o.Times) > 1 || s.eval.Duration() > 0)
	c := crew{studio: s, shot: o.Shot, todo: todo, label: "Taking pictures", report: r,
		frame: func(k int) (float64, scene.Camera) { return rep.Cells[k].Time, cams[k/len(o.Times)] }}
	err = c.run(ctx, func(_ *artist, _, k int, img *image.NRGBA) error {
		cell := &rep.Cells[k]
		at := image.Rect(0, 0, o.Width, o.Height).Add(image.Pt(cell.X, cell.Y))
		draw.Draw(sheet, at, img, image.Point{}, draw.Src)
		if !o.Plain {
			caption(sheet, at, words[k])
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	rep.PixelHash = raster.PixelHash(sheet)
	return &Picture{Image: sheet, Hash: rep.PixelHash}, rep, nil
}

// captions are the longest words that fit into every cell.
func (r *StripReport) captions(o *Strip, moves bool) []string {
	at := image.Rect(0, 0, o.Width, o.Height)
	out := make([]string, len(r.Cells))
	for length := range 3 {
		fit := true
		for k := range r.Cells {
			words := r.Cells[k].words(moves)
			out[k] = words[min(length, len(words)-1)]
			fit = fit && captionFits(at, out[k])
		}
		if fit {
			break
		}
	}
	return out
}

// words are captions for a cell, from the longest to the shortest.
func (c *StripCell) words(moves bool) []string {
	long := fmt.Sprintf("%.3f s · frame %s", c.Time, short(c.Frame))
	switch {
	case c.Azimuth == nil:
		return []string{long, fmt.Sprintf("%.3f s", c.Time), fmt.Sprintf("%.2f", c.Time)}
	case !moves:
		az := short(*c.Azimuth) + "°"
		return []string{"azimuth " + az, az}
	}
	az := short(*c.Azimuth) + "°"
	return []string{az + " · " + long, fmt.Sprintf("%s · %.3f s", az, c.Time), az}
}

// short is a number with at most two digits after the point.
func short(v float64) string { return fmt.Sprint(math.Round(v*100) / 100) }

// fill puts in what was left out and refuses what cannot be.
func (o *Strip) fill(e *Evaluator) error {
	bad := func(format string, args ...any) error {
		return &scene.Problem{Code: "BAD_STRIP", Message: fmt.Sprintf(format, args...), Remedy: fmt.Sprintf("give 1 to %d pictures and times of 0 or more", maxCells)}
	}
	if o.Turntable < 0 || o.Turntable > maxCells || len(o.Times) > maxCells || len(o.Times)*max(o.Turntable, 1) > maxCells {
		return bad("a sheet of %d times from %d sides is not offered", len(o.Times), o.Turntable)
	}
	if o.Columns < 0 || o.Columns > maxCells {
		return bad("a sheet of %d columns is not offered", o.Columns)
	}
	for _, t := range o.Times {
		if !(t >= 0) || math.IsInf(t, 0) {
			return bad("%g s is no time in a clip", t)
		}
	}
	if len(o.Times) > 0 {
		return nil
	}
	o.Times = []float64{o.Time}
	if o.Turntable > 0 {
		return nil
	}
	if e.Duration() > 0 {
		o.Times = e.StillTimes(8)
	} else {
		o.Turntable = 8
	}
	return nil
}

// layout places the cells: the same space between them and round them.
func (o *Strip) layout() (*StripReport, error) {
	n := len(o.Times) * max(o.Turntable, 1)
	r := &StripReport{Columns: o.Columns, Cells: make([]StripCell, n)}
	if r.Columns == 0 {
		r.Columns = columns(n)
		if o.Turntable > 1 && len(o.Times) > 1 {
			r.Columns = len(o.Times)
		}
	}
	r.Columns = min(r.Columns, n)
	r.Rows = (n + r.Columns - 1) / r.Columns
	gap := max(o.Height/45, 2)
	r.Width, r.Height = r.Columns*(o.Width+gap)+gap, r.Rows*(o.Height+gap)+gap
	if r.Width > maxPixels/r.Height {
		return nil, &scene.Problem{Code: "BAD_SIZE", Message: fmt.Sprintf("a sheet of %d by %d pixels cannot be drawn", r.Width, r.Height),
			Remedy: "give a smaller --size of a cell, or fewer pictures"}
	}
	for k := range r.Cells {
		r.Cells[k].X, r.Cells[k].Y = gap+k%r.Columns*(o.Width+gap), gap+k/r.Columns*(o.Height+gap)
	}
	return r, nil
}

// columns is how many look best for n cells: full rows where that can be.
func columns(n int) int {
	switch {
	case n <= 4:
		return n
	case n <= 8:
		return (n + 1) / 2
	}
	for _, c := range []int{4, 5, 6, 3} {
		if n%c == 0 && n/c <= 2*c {
			return c
		}
	}
	return int(math.Ceil(math.Sqrt(float64(n))))
}

// sides are the cameras of the rows.
func (s *Studio) sides(o *Strip) []scene.Camera {
	if o.Turntable == 0 {
		return []scene.Camera{s.aim(o.Shot)}
	}
	angles := make([]float64, o.Turntable)
	for i := range angles {
		angles[i] = 360 * float64(i) / float64(o.Turntable)
	}
	round := s.circle(o.Shot, angles)
	cams := make([]scene.Camera, 0, len(angles))
	for _, a := range angles {
		cams = append(cams, round(a))
	}
	return cams
}
