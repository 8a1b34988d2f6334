package draw

import (
	"image"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// checkerSurface is what Item.Checker draws with: squares of an eighth of the
// UV range in two greys, one corner square red, so that seams, stretching and
// mirrored UVs show.
var checkerSurface = sync.OnceValue(func() *Surface {
	const size, squares = 256, 8
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			i, j := x*squares/size, y*squares/size
			c := [4]uint8{190, 190, 195, 255}
			if (i+j)%2 == 1 {
				c = [4]uint8{75, 78, 84, 255}
			}
			if i == 0 && j == 0 {
				c = [4]uint8{210, 60, 50, 255}
			}
			copy(img.Pix[img.PixOffset(x, y):], c[:])
		}
	}
	return &Surface{Material: &scene.Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Roughness: 0.7}, BaseColor: NewTexture(img, true)}
})

// A job's heat is a joint of its skin, or one of these.
const (
	coldJob = -1 // heat is shown, and this job has none of it
	hotJob  = -3 // heat is shown, and this job hangs wholly on the node
	noHeat  = -2 // heat is not shown
)

// heatJoint finds which joint of an instance's skin a node is.
func (p *prim) heatJoint(m *scene.Model, in *instance, node int) int {
	if in.skin < 0 {
		if in.node == node {
			return hotJob
		}
		return coldJob
	}
	for k, n := range m.Skins[in.skin].Joints {
		if n == node {
			return k
		}
	}
	return coldJob
}

// heatOf is the weight, 0 to 1, that the chosen joint has in vertex i.
func (j *job) heatOf(i int) (w float32) {
	switch j.heat {
	case coldJob:
		return 0
	case hotJob:
		return 1
	}
	v := &j.verts[i]
	for k := range v.j {
		if int(v.j[k]) == j.heat {
			w += v.w[k]
		}
	}
	return w
}

// heatColor runs from blue over green and yellow to red.
func heatColor(w float32) mgl32.Vec4 {
	stops := [5]mgl32.Vec4{{0.02, 0.04, 0.30, 1}, {0.02, 0.30, 0.55, 1}, {0.05, 0.50, 0.10, 1}, {0.80, 0.60, 0.03, 1}, {0.80, 0.05, 0.03, 1}}
	t := float32(min(max(w, 0), 1) * 4)
	k := min(int(t), 3)
	c := stops[k]
	for i := range c {
		c[i] += float32((stops[k+1][i] - c[i]) * (t - float32(k)))
	}
	return c
}

// normals draws a line along every vertex normal of an item, a fiftieth of the
// model's size long, where it is seen.
func (b *scratch) normals(item int32, length, width float32) {
	from := len(b.list.Triangles)
	c := mgl32.Vec4{0.35, 0.75, 0.95, 0.8}
	for i := range b.jobs {
		j := &b.jobs[i]
		if j.item != item || j.inst.prim.topology != scene.Triangles {
			continue
		}
		for k := range j.verts {
			v := &b.list.Vertices[j.first+k]
			q := float32(length / v.Q)
			if b.lens.ortho || b.code[j.first+k]&(outNear|outBad) != 0 {
				q = length
			}
			n := [3]float32{float32(v.NX * q), float32(v.NY * q), float32(v.NZ * q)}
			p := b.view[j.first+k]
			b.line(p, p.Add(b.lens.toView(&n)), c, c, width, true, wireBias)
		}
	}
	b.batch(Blend, unlitSurface, from)
}
