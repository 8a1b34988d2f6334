package world

import (
	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene/draw"
)

// Daylight returns the light for pictures of a world: a sun that stands still
// while the camera goes round, from the south-west at 42 degrees, and a blue
// sky.
func Daylight() *draw.Light {
	return &draw.Light{
		KeyDir:   mgl32.Vec3{0.52, 0.67, -0.53}.Normalize(),
		Key:      mgl32.Vec3{2.9, 2.65, 2.25},
		Sky:      mgl32.Vec3{0.42, 0.53, 0.72},
		Ground:   mgl32.Vec3{0.20, 0.19, 0.15},
		Horizon:  mgl32.Vec3{0.30, 0.36, 0.44},
		Exposure: 1,
	}
}

// Sky returns the backdrop that goes with Daylight: linear colour at the top and
// at the bottom of the picture.
func Sky() *[2]mgl32.Vec3 {
	return &[2]mgl32.Vec3{{0.16, 0.30, 0.52}, {0.60, 0.70, 0.78}}
}
