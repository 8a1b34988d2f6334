package gltfio

import (
	"testing"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl32"
)

// TestLights: defaults, the node's lamp, and values that make no sense.
func TestLights(t *testing.T) {
	m := read(t, glb(`{"extensionsUsed":["KHR_lights_punctual"],"extensionsRequired":["KHR_lights_punctual"],
		"extensions":{"KHR_lights_punctual":{"lights":[
			{"type":"directional","range":5},
			{"type":"point","color":[1,0.5,0],"intensity":20,"range":3,"name":"bulb"},
			{"type":"spot"},
			{"type":"spot","intensity":-4,"spot":{"innerConeAngle":1,"outerConeAngle":0.5}},
			{"type":"area"}]}},
		"nodes":[{"extensions":{"KHR_lights_punctual":{"light":1}}},{}],"scenes":[{"nodes":[0,1]}],"scene":0}`, nil))
	white := mgl32.Vec3{1, 1, 1}
	want := []scene.Light{
		{Color: white, Intensity: 1},
		{Name: "bulb", Kind: scene.Point, Color: mgl32.Vec3{1, 0.5, 0}, Intensity: 20, Range: 3},
		{Kind: scene.Spot, Color: white, Intensity: 1, OuterCone: 0.7853982},
		{Kind: scene.Spot, Color: white, InnerCone: 0.5, OuterCone: 0.5},
		{Kind: scene.Point, Color: white},
	}
	if len(m.Lights) != len(want) {
		t.Fatalf("%d lights", len(m.Lights))
	}
	for i := range want {
		g, w := &m.Lights[i], &want[i]
		if g.Name != w.Name || g.Kind != w.Kind || g.Color != w.Color || g.Intensity != w.Intensity ||
			g.Range != w.Range || g.InnerCone != w.InnerCone || g.OuterCone != w.OuterCone {
			t.Errorf("light %d is %+v, want %+v", i, *g, *w)
		}
	}
	if m.Nodes[0].Light != scene.Some(1) || m.Nodes[1].Light != 0 {
		t.Errorf("nodes have lights %v and %v", m.Nodes[0].Light, m.Nodes[1].Light)
	}
	if got := codes(m); got != "VALUE_NOT_IN_RANGE VALUE_NOT_IN_RANGE VALUE_NOT_IN_LIST" {
		t.Errorf("warnings %q", got)
	}
}
