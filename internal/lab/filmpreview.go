package lab

import (
	"context"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

// PreviewKind is a format of short looping films.
type PreviewKind uint8

const (
	PreviewGIF  PreviewKind = iota // 255 colours, at most 25 frames a second
	PreviewAPNG                    // full colour, at most 30 frames a second
)

// PreviewKindOf tells the format from a file's ending: .gif, .apng or .png.
func PreviewKindOf(file string) (PreviewKind, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".gif":
		return PreviewGIF, nil
	case ".apng", ".png":
		return PreviewAPNG, nil
	}
	return 0, &scene.Problem{Code: "BAD_PREVIEW", File: file, Message: "a preview is a GIF or an animated PNG", Remedy: "name a file that ends in .gif or .apng"}
}

// rate is the most frames a second that the format plays everywhere.
func (k PreviewKind) rate() float64 {
	if k == PreviewGIF {
		return 25
	}
	return 30
}

// previewPixels is the most that a preview holds, in all its frames together.
const previewPixels = 64 << 20

// PreviewReport is what is in a preview.
type PreviewReport struct {
	Frames int     `json:"frames"`
	FPS    float64 `json:"framesPerSecond"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Bytes  int     `json:"bytes"`
}

// PreviewFilm draws a film small, as a GIF or APNG that loops for ever, and
// returns the file. It takes every frame of the film, or every second, third and
// so on where the format is slower. Width and height zero mean 480 pixels by
// what the film's proportions ask for. The shard does not count.
func PreviewFilm(ctx context.Context, st FilmSource, f Film, kind PreviewKind, width, height int, r Report) ([]byte, *PreviewReport, error) {
	o, err := f.Shot.normal()
	if err != nil {
		return nil, nil, err
	}
	if o.Look.Backdrop == BackdropClear {
		return nil, nil, &scene.Problem{Code: "BAD_PREVIEW", Message: "a preview cannot be transparent", Remedy: "choose another backdrop"}
	}
	f.Shard = Shard{}
	sp, err := f.span(st.duration())
	if err != nil {
		return nil, nil, err
	}
	if width == 0 && height == 0 {
		width = min(480, o.Width)
		height = max(int(math.Round(float64(width)*float64(o.Height)/float64(o.Width))), 1)
	}
	o.Width, o.Height = width, height
	if o, err = o.normal(); err != nil {
		return nil, nil, err
	}
	step := int(math.Ceil(f.FPS/kind.rate() - 1e-9))
	step = max(min(step, sp.total), 1)
	var todo []int
	for k := 0; k < sp.total; k += step {
		todo = append(todo, k)
	}
	if len(todo) > previewPixels/(width*height) {
		return nil, nil, &scene.Problem{Code: "PREVIEW_TOO_LARGE", Message: fmt.Sprintf("a preview of %d frames of %d by %d pixels is too large", len(todo), width, height),
			Remedy: "give a shorter range or a smaller --preview-size"}
	}
	cams := st.cameras(o, f.OrbitDeg, sp.total)
	a := picfile.Animation{Frames: make([]*image.NRGBA, len(todo)), Rate: f.FPS / float64(step)}
	c := crew{studio: st, shot: o, todo: todo, label: "Drawing the preview", report: r,
		frame: func(k int) (float64, scene.Camera) { return sp.time(k), cams(k) }}
	err = c.run(ctx, func(_ *artist, i, _ int, img *image.NRGBA) error {
		a.Frames[i] = &image.NRGBA{Pix: slices.Clone(img.Pix), Stride: img.Stride, Rect: img.Rect}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	r.Say("Encoding the preview", 0, 0)
	encode := a.GIF
	if kind == PreviewAPNG {
		encode = a.APNG
	}
	data, err := encode()
	if err != nil {
		return nil, nil, err
	}
	return data, &PreviewReport{len(todo), a.Rate, width, height, len(data)}, nil
}
