package humanoid_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// TestPropsWithoutNames: a body of boxes, as many vertices to each bone that is
// not an end, wears what reaches further than an arm or rises over the head.
// Nothing is named.
func TestPropsWithoutNames(t *testing.T) {
	const p = "mixamorig:"
	for name, extra := range map[string][]row{
		"boxes": nil,
		"horns": {{"horn @", p + "Head", .08, 1.75, 0, ""}, {"horn @ end", "horn @", .2, 2, 0, ""}},
		"cape": {
			{"mid 1", p + "Spine2", 0, 1.4, -.14, ""}, {"mid 2", "mid 1", 0, .96, -.18, ""}, {"mid 3", "mid 2", 0, .3, -.24, ""}, {"mid 3 end", "mid 3", 0, .2, -.25, ""},
			{"cape @ 1", p + "Spine2", .12, 1.4, -.14, ""}, {"cape @ 2", "cape @ 1", .12, .96, -.18, ""}, {"cape @ 3", "cape @ 2", .12, .3, -.24, ""}, {"cape @ 3 end", "cape @ 3", .12, .2, -.25, ""},
		},
		"tail":  {{"tail 1", p + "Hips", 0, .88, -.12, ""}, {"tail 2", "tail 1", 0, .5, -.4, ""}, {"tail 2 end", "tail 2", 0, .2, -.7, ""}},
		"sword": {{"hilt", p + "RightHand", -.6, .9, .1, ""}, {"blade", "hilt", -.6, .9, .5, ""}, {"blade 2", "blade", -.6, .9, .9, ""}, {"blade end", "blade 2", -.6, .9, 1.1, ""}},
		"pack":  {{"pack", p + "Spine1", 0, 1.3, -.2, ""}, {"pack end", "pack", 0, 1.1, -.25, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			c := mixamo
			c.rows = slices.Concat(mixamo.rows, extra)
			m := body(c, boxes)
			got, problems := humanoid.Find(stripped(m), 0, nil)
			// The finer division of the trunk and the eyes are the names' to tell.
			c.check(t, m, &got, false, "eye", "spine", "chest", "shoulder")
			for _, p := range problems {
				t.Error("a problem with a good rig:", p.Error())
			}
		})
	}
}

// boxes hangs the same rigid box from every bone that another one follows.
func boxes(m *scene.Model) {
	var box scene.Primitive
	for i := range 8 {
		at := func(bit int) float32 { return .03 * float32(i>>bit&1*2-1) }
		box.Positions = append(box.Positions, mgl32.Vec3{at(0), at(1), at(2)})
		box.Indices = append(box.Indices, uint32(i))
	}
	m.Meshes = []scene.Mesh{{Primitives: []scene.Primitive{box}}}
	for i := range m.Nodes {
		if len(m.Nodes[i].Children) > 0 && i > 0 {
			m.Nodes[i].Mesh = scene.Some(0)
		}
	}
}
