package lab

import (
	"context"
	"fmt"
	"image"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// ProbeAgain starts to look at the parts anew, with the recipe as it is now.
// Marks made by hand stay. It is one undo step.
func (s *Session) ProbeAgain() *Job {
	m, rec := s.doc.Source, s.work.Recipe
	if m == nil || rec == nil {
		return s.refuse("probe", nothingOpen("probe"))
	}
	return s.start("probe", "Probing parts", func(ctx context.Context, r Report) (func(), error) {
		parts, err := Probe(ctx, m, rec, false, r)
		if err != nil {
			return nil, err
		}
		return func() {
			if s.doc.Source != m || s.work.Recipe != rec {
				s.Note("The parts were not taken in: the recipe changed meanwhile")
				return
			}
			s.edit("Guess the parts again", "", func(w *Work) { w.Parts = parts })
			s.Note(fmt.Sprintf("%d parts, %d rotors", len(parts.Parts), len(parts.Hubs)))
		}, nil
	})
}

// SavePicture starts to write the preview as it is now, width by height pixels,
// as a PNG drawn by the Go sink.
func (s *Session) SavePicture(path string, width, height int) *Job {
	if width < 1 || height < 1 || width > maxPixels/height {
		return s.refuse("picture", &scene.Problem{Code: "BAD_SIZE", Message: fmt.Sprintf("a picture of %d by %d pixels cannot be drawn", width, height)})
	}
	if err := CheckSave(path, KindPicture, s.inputs()...); err != nil {
		return s.refuse("picture", AsProblem(err))
	}
	var list draw.List // of its own: the job outlives this frame
	if s.BuildList(&list, width, height) == nil {
		return s.refuse("picture", nothingOpen("take a picture of"))
	}
	return s.start("picture", "Drawing "+path, func(context.Context, Report) (func(), error) {
		img := image.NewNRGBA(image.Rect(0, 0, width, height))
		raster.Draw(img, &list, raster.Options{MSAA: 4})
		data, err := EncodePNG(img)
		if err != nil {
			return nil, err
		}
		if err := WriteFile(path, data); err != nil {
			return nil, err
		}
		return func() { s.Note("Saved " + path) }, nil
	})
}
