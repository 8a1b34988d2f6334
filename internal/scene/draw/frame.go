package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

type scratch struct{}

// halfExtent returns the tangents of half the field of view or, for a parallel
// projection, half the picture's size in metres.
func halfExtent(cam scene.Camera, width, height int) (x, y float64) {
	y = math.Tan(cam.FovY() / 2)
	if cam.Ortho {
		y *= cam.Distance
	}
	return y * float64(width) / float64(height), y
}

func (b *scratch) frame(list *List, items []Item, cam scene.Camera, opt Options) {
	list.header(cam, opt)
}

func (l *List) header(cam scene.Camera, opt Options) {
	l.Width, l.Height, l.Ortho = opt.Width, opt.Height, cam.Ortho
	l.Vertices, l.Triangles, l.Batches = l.Vertices[:0], l.Triangles[:0], l.Batches[:0]
	if opt.Light != nil {
		l.Light = *opt.Light
	} else {
		l.Light = Studio(cam)
	}
	if opt.Background != nil {
		l.Background = *opt.Background
	} else {
		l.Background = StudioBackground
	}
	_ = mgl32.Vec3{}
}
