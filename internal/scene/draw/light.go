package draw

import "github.com/go-gl/mathgl/mgl32"

// Light is the image-free studio: one key light and a sky-to-ground gradient.
type Light struct {
	KeyDir   mgl32.Vec3 // unit, from the surface towards the light, world space
	Key      mgl32.Vec3 // linear radiance of the key light
	Sky      mgl32.Vec3 // linear radiance from straight above
	Ground   mgl32.Vec3 // linear radiance from straight below
	Exposure float32    // factor before the tone map; zero means 1
}
