package lab

import (
	"image"
	"math"
	"slices"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// Hit is what lies under a pixel of the preview.
type Hit struct {
	Node int // of the shown model
	Part int // index into Parts; -1 where the shown model is a rig
	Bone int // joint of the first skin; -1 where the shown model has none
}

// Pick returns what the pixel at x, y of a list shows that BuildList filled.
// f is BuildList's answer. ok is false over the background. Of triangles that
// are equally near the first in drawing order counts, as in the picture.
func (s *Session) Pick(f *Frame, list *draw.List, x, y float64) (hit Hit, ok bool) {
	if f == nil || x < 0 || y < 0 || x >= float64(list.Width) || y >= float64(list.Height) {
		return Hit{}, false
	}
	// The picture shows what lies at the pixel's middle.
	px, py := float32(math.Floor(x))+0.5, float32(math.Floor(y))+0.5
	best := float32(-1)
	var tri draw.Triangle
	var at bary
	for bi := range list.Batches {
		b := &list.Batches[bi]
		if b.Kind == draw.Overlay {
			continue
		}
		tris := list.Triangles[b.First : b.First+b.Count]
		for i := range tris {
			t := &tris[i]
			if t.Node < 0 {
				continue
			}
			va, vb, vc := &list.Vertices[t.A], &list.Vertices[t.B], &list.Vertices[t.C]
			// Most triangles lie wholly to one side.
			if va.X < px && vb.X < px && vc.X < px || va.X > px && vb.X > px && vc.X > px ||
				va.Y < py && vb.Y < py && vc.Y < py || va.Y > py && vb.Y > py && vc.Y > py {
				continue
			}
			w, in := weigh(va, vb, vc, px, py)
			if !in {
				continue
			}
			if q := w.of(va.Q, vb.Q, vc.Q); q > best && opaqueAt(list, b, t, w) {
				best, tri, at = q, *t, w
			}
		}
	}
	if best < 0 || f.scenery(tri) {
		return Hit{}, false
	}
	return f.hit(tri, at), true
}

// bary are the shares of a triangle's corners in a pixel.
type bary [3]float32

func (w bary) of(a, b, c float32) float32 { return w[0]*a + w[1]*b + w[2]*c }

// weigh returns the shares of the corners at a pixel and whether the triangle
// covers it.
func weigh(a, b, c *draw.Vertex, x, y float32) (bary, bool) {
	area := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
	if area == 0 {
		return bary{}, false
	}
	u := ((b.X-x)*(c.Y-y) - (b.Y-y)*(c.X-x)) / area
	v := ((c.X-x)*(a.Y-y) - (c.Y-y)*(a.X-x)) / area
	w := 1 - u - v
	return bary{u, v, w}, u >= 0 && v >= 0 && w >= 0
}

// leastAlpha is how much of a see-through surface there must be to be hit.
const leastAlpha = 0.04

// opaqueAt reports whether there is anything of a triangle at the pixel: a hole
// of a cut-out is none.
func opaqueAt(l *draw.List, b *draw.Batch, t *draw.Triangle, w bary) bool {
	if b.Kind == draw.Opaque {
		return true
	}
	va, vb, vc := &l.Vertices[t.A], &l.Vertices[t.B], &l.Vertices[t.C]
	q := float32(1)
	if !l.Ortho {
		q = w.of(va.Q, vb.Q, vc.Q)
	}
	alpha := w.of(va.A, vb.A, vc.A) / q
	if tex := b.Surface.BaseColor; tex != nil {
		alpha *= alphaOf(tex, w.of(va.U, vb.U, vc.U)/q, w.of(va.V, vb.V, vc.V)/q)
	}
	if b.Kind == draw.Mask {
		return alpha >= b.Surface.AlphaCutoff
	}
	return alpha >= leastAlpha
}

// alphaOf is the alpha of the texel at u, v of the full-size picture.
func alphaOf(t *draw.Texture, u, v float32) float32 {
	l := &t.Levels[0]
	x := wrapTexel(int(math.Floor(float64(u)*float64(l.W))), l.W, t.WrapS)
	y := wrapTexel(int(math.Floor(float64(v)*float64(l.H))), l.H, t.WrapT)
	return float32(l.Pix[4*(y*l.W+x)+3]) / 255
}

func wrapTexel(i, n int, w scene.Wrap) int {
	switch w {
	case scene.Clamp:
		return max(0, min(i, n-1))
	case scene.Mirror:
		i = ((i % (2 * n)) + 2*n) % (2 * n)
		return min(i, 2*n-1-i)
	}
	return ((i % n) + n) % n
}

// hit says what a triangle of the list is.
func (f *Frame) hit(tri draw.Triangle, at bary) Hit {
	h := Hit{Node: int(tri.Node), Part: -1, Bone: -1}
	if i, ok := f.dress.partOf[draw.Part{Node: int(tri.Node), Primitive: int(tri.Part)}]; ok {
		h.Part = i
	}
	h.Bone = f.boneOf(tri, at)
	return h
}

// boneOf is the joint of the first skin that a triangle follows most at a
// place: by its weights, or by the node that it hangs from.
func (f *Frame) boneOf(tri draw.Triangle, at bary) int {
	m := f.Model
	if len(m.Skins) == 0 || int(tri.Node) >= len(m.Nodes) {
		return -1
	}
	n := int(tri.Node)
	skin, skinned := m.Nodes[n].Skin.Get()
	node, prim, num, ok := f.dress.prepared.SourceTriangle(tri.ID)
	if skinned && ok && node == n {
		if mesh, is := m.Nodes[n].Mesh.Get(); is {
			p := &m.Meshes[mesh].Primitives[prim]
			if j := mostWeight(p, num, at); j >= 0 && j < len(m.Skins[skin].Joints) {
				n = m.Skins[skin].Joints[j]
			}
		}
	}
	for {
		if j := slices.Index(m.Skins[0].Joints, n); j >= 0 {
			return j
		}
		parent, ok := m.Nodes[n].Parent.Get()
		if !ok {
			return -1
		}
		n = parent
	}
}

// mostWeight is the joint that weighs most at a place of a triangle, -1 for
// none; the first of equals.
func mostWeight(p *scene.Primitive, triangle int, at bary) int {
	if len(p.Joints) == 0 || 3*triangle+2 >= len(p.Indices) {
		return -1
	}
	sum := map[uint16]float32{}
	best, joint := float32(0), -1
	for k := range 3 {
		v := p.Indices[3*triangle+k]
		for i, j := range p.Joints[v] {
			if w := p.Weights[v][i]; w > 0 {
				sum[j] += w * at[k]
				if sum[j] > best {
					best, joint = sum[j], int(j)
				}
			}
		}
	}
	return joint
}

// PickBox returns what is seen within a rectangle of the list's picture: the
// parts of a source and the bones of a rig, rising.
func (s *Session) PickBox(f *Frame, list *draw.List, box image.Rectangle) (parts, bones []int) {
	box = box.Intersect(image.Rect(0, 0, list.Width, list.Height))
	if f == nil || box.Empty() {
		return nil, nil
	}
	c := &s.frame
	c.boxSink.Draw(image.NewNRGBA(image.Rect(0, 0, list.Width, list.Height)), list, raster.Options{IDs: &c.ids})
	seen := map[uint32]bool{}
	partSet, boneSet := map[int]bool{}, map[int]bool{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := c.ids.Triangle[y*c.ids.Width+x]
			if i == 0 || seen[i] {
				continue
			}
			seen[i] = true
			t, ok := c.ids.At(list, x, y)
			if !ok || t.Node < 0 || f.scenery(t) {
				continue
			}
			h := f.hit(t, bary{1. / 3, 1. / 3, 1. / 3})
			if h.Part >= 0 {
				partSet[h.Part] = true
			}
			if h.Bone >= 0 {
				boneSet[h.Bone] = true
			}
		}
	}
	return sortedKeys(partSet), sortedKeys(boneSet)
}

func sortedKeys(m map[int]bool) []int {
	var out []int
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// SetHover says what the mouse is over, to be outlined in the next picture; ok
// false means nothing.
func (s *Session) SetHover(h Hit, ok bool) { s.hover, s.hovering = h, ok }

// hoverTint is laid over what the mouse is over.
var hoverTint = draw.Tint{0.2, 0.5, 1, 0.22}

// outlineLimit is how many triangles a primitive may have and still be outlined
// under the mouse: finding the edges of a larger one takes longer than a frame.
const outlineLimit = 60000

// highlight marks the selected bone and what the mouse is over in a frame's item.
func (s *Session) highlight(f *Frame) {
	it, d := &f.items[0], &f.dress
	if n := jointNode(f.Model, s.bone-1); n >= 0 && !slices.Contains(it.Selected, n) {
		it.Selected = append(it.Selected, n)
	}
	if !s.hovering {
		return
	}
	h := s.hover
	if h.Part < 0 {
		if h.Bone >= 0 {
			hoverBone(it, f.Model, h.Bone)
		}
		return
	}
	if s.isSelected(h.Part) || d.parts == nil {
		return
	}
	for at, i := range d.partOf {
		if i != h.Part {
			continue
		}
		if mesh, ok := f.Model.Nodes[at.Node].Mesh.Get(); ok && len(f.Model.Meshes[mesh].Primitives[at.Primitive].Indices) <= 3*outlineLimit {
			it.Hover = append(it.Hover, at)
		}
		if !s.view.Overlays.Roles {
			if it.PartTint == nil {
				it.PartTint = map[draw.Part]draw.Tint{}
			}
			it.PartTint[at] = hoverTint
		}
	}
	sortParts(it.Hover)
}

// hoverBone tints the vertices that follow a joint most.
func hoverBone(it *draw.Item, m *scene.Model, joint int) {
	n := jointNode(m, joint)
	if n < 0 {
		return
	}
	if it.NodeTint == nil {
		it.NodeTint = make([]draw.Tint, len(m.Nodes))
	}
	t := hoverTint
	if old := it.NodeTint[n]; old[3] > 0 { // a role's colour, lighter
		for k := range 3 {
			t[k] = old[k] + (1-old[k])*0.3
		}
		t[3] = old[3]
	}
	it.NodeTint[n] = t
}
