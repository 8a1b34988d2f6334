package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// Light is the image-free studio: one key light, a fill from the camera and a
// surround that runs from ground over a bright horizon to sky.
type Light struct {
	KeyDir   mgl32.Vec3 // unit, from the surface towards the light, world space
	Key      mgl32.Vec3 // linear radiance of the key light
	Sky      mgl32.Vec3 // linear radiance from straight above
	Ground   mgl32.Vec3 // linear radiance from straight below
	Horizon  mgl32.Vec3 // linear radiance that a mirror sees at eye level, added to sky and ground
	Fill     mgl32.Vec3 // linear radiance of the fill, which shines along the view
	Exposure float32    // factor before the tone map; zero means 1
}

// StudioBackground is the picture's ground when nothing else is asked for:
// linear colour at the top and at the bottom.
var StudioBackground = [2]mgl32.Vec3{{0.170, 0.185, 0.208}, {0.062, 0.066, 0.073}}

// PlainDark and PlainLight are the plain backdrops, linear.
var (
	PlainDark  = [2]mgl32.Vec3{{0.010, 0.011, 0.013}, {0.010, 0.011, 0.013}}
	PlainLight = [2]mgl32.Vec3{{0.80, 0.81, 0.83}, {0.80, 0.81, 0.83}}
)

// colors returns a backdrop's colours at the top and at the bottom.
func (b Backdrop) colors() [2]mgl32.Vec3 {
	switch b {
	case BackdropDark:
		return PlainDark
	case BackdropLight:
		return PlainLight
	}
	return StudioBackground
}

// Studio returns the light that flatters a model seen by cam. It goes round
// with the camera, like a lamp on the photographer's stand: from above, over
// the viewer's left shoulder.
func Studio(cam scene.Camera) Light {
	a := (cam.AzimuthDeg - 38) * math.Pi / 180
	e := 48 * math.Pi / 180
	return Light{
		KeyDir:   mgl32.Vec3{float32(math.Sin(a) * math.Cos(e)), float32(math.Sin(e)), float32(math.Cos(a) * math.Cos(e))},
		Key:      mgl32.Vec3{2.05, 1.98, 1.86},
		Sky:      mgl32.Vec3{0.42, 0.47, 0.55},
		Ground:   mgl32.Vec3{0.190, 0.176, 0.160},
		Horizon:  mgl32.Vec3{0.70, 0.72, 0.75},
		Fill:     mgl32.Vec3{0.13, 0.135, 0.145},
		Exposure: 1,
	}
}
