package gltfio

import (
	"encoding/json"
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// lightDef is a lamp of KHR_lights_punctual.
type lightDef struct {
	name, kind   string
	color        [3]float64
	intensity    float64
	reach        float64
	inner, outer float64
	extras       json.RawMessage
}

func (r *jsonReader) lightDef(d *lightDef) {
	*d = lightDef{color: [3]float64{1, 1, 1}, intensity: 1, outer: math.Pi / 4}
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			d.name = r.str()
		case "type":
			d.kind = r.str()
		case "color":
			r.numbers(d.color[:])
		case "intensity":
			d.intensity = r.number()
		case "range":
			d.reach = r.number()
		case "spot":
			r.object(func(key []byte) {
				switch string(key) {
				case "innerConeAngle":
					d.inner = r.number()
				case "outerConeAngle":
					d.outer = r.number()
				}
			})
		case "extras":
			d.extras = r.raw()
		}
	})
	if r.err == nil && d.kind == "" {
		r.missing("type")
	}
}

// buildLights makes the file's lamps and puts them at their nodes. A lamp with
// a value that makes no sense is kept with the nearest one that does.
func (l *loader) buildLights() *scene.Problem {
	l.m.Lights = make([]scene.Light, len(l.doc.lights))
	for i := range l.doc.lights {
		l.buildLight(i)
	}
	for i := range l.doc.nodes {
		at := l.doc.nodes[i].light
		if at == none {
			continue
		}
		if at >= len(l.m.Lights) {
			return unresolved(fmt.Sprintf("/nodes/%d/extensions/KHR_lights_punctual/light", i), "lights", at, len(l.m.Lights))
		}
		l.m.Nodes[i].Light = scene.Some(at)
	}
	return nil
}

func (l *loader) buildLight(i int) {
	def, t := &l.doc.lights[i], &l.m.Lights[i]
	ptr := fmt.Sprintf("/extensions/KHR_lights_punctual/lights/%d", i)
	t.Name, t.Extras = def.name, def.extras
	t.Color = mgl32.Vec3{l.unit(def.color[0], ptr+"/color"), l.unit(def.color[1], ptr+"/color"), l.unit(def.color[2], ptr+"/color")}
	odd := func(at string, v float64, why string) {
		l.warn("VALUE_NOT_IN_RANGE", ptr+at, fmt.Sprintf("%.6g %s", v, why), remedyExport)
	}
	if def.intensity < 0 {
		odd("/intensity", def.intensity, "is below zero; the lamp is off")
	}
	t.Intensity = float32(min(max(def.intensity, 0), 1e12))
	if def.reach < 0 {
		odd("/range", def.reach, "is below zero; the lamp has no end")
	}
	t.Range = float32(min(max(def.reach, 0), 1e12))
	switch def.kind {
	case "directional":
		t.Range = 0
	case "point":
		t.Kind = scene.Point
	case "spot":
		t.Kind = scene.Spot
		t.OuterCone = float32(min(max(def.outer, 1e-4), math.Pi/2))
		t.InnerCone = float32(min(max(def.inner, 0), float64(t.OuterCone)))
		if def.outer <= 0 || def.outer > math.Pi/2 || def.inner < 0 || def.inner >= def.outer {
			odd("/spot", def.outer, "and the inner angle must rise within 0 and a right angle")
		}
	default:
		l.warn("VALUE_NOT_IN_LIST", ptr+"/type", fmt.Sprintf("the kind of light %q does not exist; the lamp is off", clip(def.kind)), remedyExport)
		t.Kind, t.Intensity = scene.Point, 0
	}
}
