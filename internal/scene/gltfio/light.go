package gltfio

import (
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf/ext/lightspunctual"
)

// buildLights makes the file's lamps and puts them at their nodes. A lamp with
// a value that makes no sense is kept with the nearest one that does.
func (l *loader) buildLights() *scene.Problem {
	defs, _ := l.doc.Extensions[extLights].([]*lamp)
	l.m.Lights = make([]scene.Light, len(defs))
	for i, def := range defs {
		l.buildLight(i, def)
	}
	for i := range l.doc.Nodes {
		light, ok := l.doc.Nodes[i].Extensions[extLights].(lightspunctual.LightIndex)
		at := int(light)
		if !ok || at == none {
			continue
		}
		if at >= len(l.m.Lights) {
			return unresolved(fmt.Sprintf("/nodes/%d/extensions/KHR_lights_punctual/light", i), "lights", at, len(l.m.Lights))
		}
		l.m.Nodes[i].Light = scene.Some(at)
	}
	return nil
}

func (l *loader) buildLight(i int, def *lamp) {
	t := &l.m.Lights[i]
	ptr := fmt.Sprintf("/extensions/KHR_lights_punctual/lights/%d", i)
	t.Name, t.Extras = def.Name, rawExtras(def.Extras)
	color, intensity, reach := def.ColorOrDefault(), def.IntensityOrDefault(), 0.0
	if def.Range != nil {
		reach = *def.Range
	}
	t.Color = mgl32.Vec3{l.unit(color[0], ptr+"/color"), l.unit(color[1], ptr+"/color"), l.unit(color[2], ptr+"/color")}
	odd := func(at string, v float64, why string) {
		l.warn("VALUE_NOT_IN_RANGE", ptr+at, fmt.Sprintf("%.6g %s", v, why), remedyExport)
	}
	if intensity < 0 {
		odd("/intensity", intensity, "is below zero; the lamp is off")
	}
	t.Intensity = float32(min(max(intensity, 0), 1e12))
	if reach < 0 {
		odd("/range", reach, "is below zero; the lamp has no end")
	}
	t.Range = float32(min(max(reach, 0), 1e12))
	switch def.Type {
	case lightspunctual.TypeDirectional:
		t.Range = 0
	case lightspunctual.TypePoint:
		t.Kind = scene.Point
	case lightspunctual.TypeSpot:
		inner, outer := 0.0, math.Pi/4
		if def.Spot != nil {
			inner, outer = def.Spot.InnerConeAngle, def.Spot.OuterConeAngleOrDefault()
		}
		t.Kind = scene.Spot
		t.OuterCone = float32(min(max(outer, 1e-4), math.Pi/2))
		t.InnerCone = float32(min(max(inner, 0), float64(t.OuterCone)))
		if outer <= 0 || outer > math.Pi/2 || inner < 0 || inner >= outer {
			odd("/spot", outer, "and the inner angle must rise within 0 and a right angle")
		}
	default:
		l.warn("VALUE_NOT_IN_LIST", ptr+"/type", fmt.Sprintf("the kind of light %q does not exist; the lamp is off", clip(def.Type)), remedyExport)
		t.Kind, t.Intensity = scene.Point, 0
	}
}
