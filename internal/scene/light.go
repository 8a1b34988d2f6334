package scene

import (
	"encoding/json"

	"github.com/go-gl/mathgl/mgl32"
)

// LightKind says from where a Light shines.
type LightKind uint8

const (
	Directional LightKind = iota // from infinitely far, along the node's -Z
	Point                        // from the node's origin, all round
	Spot                         // from the node's origin, in a cone about its -Z
)

// Light is a lamp of KHR_lights_punctual.
type Light struct {
	Name      string
	Kind      LightKind
	Color     mgl32.Vec3 // linear RGB
	Intensity float32    // lux for Directional, candela for the others
	Range     float32    // metres beyond which it gives nothing; zero means no end
	InnerCone float32    // Spot: radians from the axis up to which it is full
	OuterCone float32    // Spot: radians from the axis from which on it is dark; above InnerCone
	Extras    json.RawMessage
}
