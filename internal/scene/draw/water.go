package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Water is a still surface at a level, seen from above or below.
type Water struct {
	Level float64    // height, metres
	Color mgl32.Vec3 // linear, of deep water; zero means a dark blue-green
}

// waterColor is deep water.
var waterColor = mgl32.Vec3{0.012, 0.062, 0.078}

// waterSurface is smooth but for a little ripple, so that the surround and the
// key light show in it.
var waterSurface = &Surface{Material: &scene.Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Roughness: 0.16}}

const (
	waterRings   = 30
	waterSectors = 48
	waterClear   = 0.50 // opacity seen straight from above
	waterDense   = 0.97 // opacity at a grazing view
)

// water appends a disc of water about the point below the eye, or below the
// target of a parallel view, in rings that grow with distance. It fades out
// before the far plane. Its opacity rises with Schlick's Fresnel term.
func (b *scratch) water(cam scene.Camera, w *Water) {
	height := b.lens.eye[1] - w.Level
	mid := b.lens.eye
	inner := math.Abs(height) * 0.2
	if cam.Ortho {
		mid, inner = cam.Target, cam.Distance*0.2
	}
	outer := 0.5 * float64(b.lens.far)
	if cam.Ortho {
		outer = 25 * cam.Distance
	}
	if s := mid[0] + mid[2] + height + w.Level; s-s != 0 || !(outer > 0) {
		return
	}
	inner = max(inner, outer*1e-5)
	if inner*1.5 > outer {
		outer = inner * 4
	}
	up := float32(1)
	if height < 0 {
		up = -1
	}
	color := w.Color
	if color == (mgl32.Vec3{}) {
		color = waterColor
	}
	from := len(b.list.Triangles)
	grow := math.Pow(outer/inner, 1.0/(waterRings-1))
	radius := func(ring int) float64 {
		if ring == 0 {
			return 0
		}
		return inner * math.Pow(grow, float64(ring-1))
	}
	spot := func(ring, sector int) (c corner) {
		r := radius(ring)
		sin, cos := math.Sincos(2 * math.Pi * float64(sector%waterSectors) / waterSectors)
		c.pos = b.lens.point(mgl64.Vec3{snapTo(mid[0]+r*sin, outer/(1<<22)), w.Level, snapTo(mid[2]+r*cos, outer/(1<<22))})
		tilt := math.Abs(height) / math.Hypot(height, r)
		if cam.Ortho {
			tilt = math.Abs(float64(b.lens.bk[1]))
		}
		fresnel := math.Pow(1-min(tilt, 1), 5)
		// Even over the screen, where distance shrinks to its inverse.
		fade := min(max((outer/max(r, inner/2)-1)/7, 0), 1)
		a := (waterClear + (waterDense-waterClear)*math.Sqrt(fresnel)) * fade
		c.att = [9]float32{0, 0, color[0], color[1], color[2], snap32(a, 1<<16), 0, up, 0}
		return c
	}
	for ring := range waterRings {
		for sector := range waterSectors {
			c00, c01 := spot(ring, sector), spot(ring, sector+1)
			c10, c11 := spot(ring+1, sector), spot(ring+1, sector+1)
			if ring > 0 {
				b.groundTriangle(&c00, &c01, &c11)
			}
			b.groundTriangle(&c00, &c11, &c10)
		}
	}
	b.batch(Blend, waterSurface, from)
}

// afterWater says whether a blended triangle is drawn over the water: as the
// item's mode says or, without one, when its middle is on the eye's side.
func (b *scratch) afterWater(j *job, t *Triangle, opt Options) bool {
	switch {
	case j.mode == ModeTransparentBeforeWater:
		return false
	case j.mode == ModeTransparentAfterWater:
		return true
	case opt.Water == nil:
		return false
	}
	y := float64(b.height(t.A)) + float64(b.height(t.B)) + float64(b.height(t.C))
	level := opt.Water.Level - b.lens.eye[1]
	return (y > 3*level) == (0 > level)
}

// height is a list vertex's height over the eye, metres.
func (b *scratch) height(i uint32) float32 { return b.lens.world(&b.view[i])[1] }
