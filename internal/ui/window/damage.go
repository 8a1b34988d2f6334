package window

import (
	"hash/maphash"
	"image"
	"unsafe"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/scene/draw"
	"donorlab/internal/ui"
)

// damage finds what must be drawn again. A lab is looked at longer than it
// moves: a frame like the one before costs nothing, and where only the preview
// moves, the panels beside it stay.
type damage struct {
	bounds image.Rectangle
	meshes []seen
	views  map[imgui.TextureID]uint64
	stills map[imgui.TextureID]*image.NRGBA
	same   int // frames in a row without damage
	hash   maphash.Hash
}

// seen is what was drawn of one of imgui's windows.
type seen struct {
	sum uint64
	box image.Rectangle
}

// refreshFrames is how often everything is drawn although it is the same: a
// screen without a compositor forgets what another window covered.
const refreshFrames = 60

// newViews returns which views show another list than before.
func (d *damage) newViews(views []ui.View) map[imgui.TextureID]bool {
	changed, now := map[imgui.TextureID]bool{}, map[imgui.TextureID]uint64{}
	for _, v := range views {
		if v.List == nil {
			continue
		}
		sum := d.list(v.List)
		now[v.Texture] = sum
		old, ok := d.views[v.Texture]
		changed[v.Texture] = !ok || old != sum
	}
	d.views = now
	return changed
}

// areas returns disjoint rectangles of the window that must be drawn again.
func (d *damage) areas(bounds image.Rectangle, atlas *image.NRGBA, pictures []ui.Picture, changed map[imgui.TextureID]bool, meshes []ui.Mesh) []image.Rectangle {
	stills := map[imgui.TextureID]*image.NRGBA{ui.TextureFont: atlas}
	for _, p := range pictures {
		stills[p.Texture] = p.Image
	}
	for id, img := range stills {
		changed[id] = changed[id] || d.stills[id] != img
	}
	now := make([]seen, len(meshes))
	var dirty []image.Rectangle
	for i := range meshes {
		m := &meshes[i]
		now[i] = d.mesh(m, bounds)
		stale := i >= len(d.meshes) || d.meshes[i] != now[i]
		for _, c := range m.Commands {
			stale = stale || changed[c.Texture]
		}
		if !stale {
			continue
		}
		dirty = append(dirty, now[i].box)
		if i < len(d.meshes) {
			dirty = append(dirty, d.meshes[i].box)
		}
	}
	for i := len(meshes); i < len(d.meshes); i++ {
		dirty = append(dirty, d.meshes[i].box)
	}
	dirty = disjoint(dirty)
	d.same++
	if d.bounds != bounds || d.same >= refreshFrames {
		dirty = []image.Rectangle{bounds}
	}
	if len(dirty) > 0 {
		d.same = 0
	}
	d.bounds, d.meshes, d.stills = bounds, now, stills
	return dirty
}

// mesh sums up one of imgui's windows.
func (d *damage) mesh(m *ui.Mesh, bounds image.Rectangle) seen {
	d.hash.Reset()
	var box image.Rectangle
	d.hash.Write(raw(m.Vertices))
	d.hash.Write(raw(m.Indices))
	for _, c := range m.Commands {
		box = box.Union(extent(m, c).Intersect(c.Clip).Intersect(bounds))
	}
	d.hash.Write(raw(m.Commands))
	return seen{d.hash.Sum64(), box}
}

// extent is where a command's triangles lie: most are drawn with the whole
// window for a clip.
func extent(m *ui.Mesh, c ui.Command) image.Rectangle {
	x0, y0, x1, y1 := float32(1e6), float32(1e6), float32(-1e6), float32(-1e6)
	for _, i := range m.Indices[c.First : c.First+c.Count] {
		v := &m.Vertices[c.Base+int(i)]
		x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
	}
	return image.Rect(int(max(x0, -1e6))-1, int(max(y0, -1e6))-1, int(min(x1, 1e6))+2, int(min(y1, 1e6))+2)
}

// list sums up a draw list. Surfaces go by identity: they do not change.
func (d *damage) list(l *draw.List) uint64 {
	d.hash.Reset()
	d.hash.Write(raw(l.Vertices))
	d.hash.Write(raw(l.Triangles))
	for i := range l.Batches {
		b := &l.Batches[i]
		maphash.WriteComparable(&d.hash, *b)
	}
	for i := range l.Lamps {
		maphash.WriteComparable(&d.hash, l.Lamps[i])
	}
	maphash.WriteComparable(&d.hash, [...]any{l.Width, l.Height, l.Ortho, l.View, l.Light, l.Background, len(l.Lamps), l.Clear})
	return d.hash.Sum64()
}

// raw is the memory of a slice of numbers without gaps or pointers.
func raw[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// disjoint joins rectangles that overlap.
func disjoint(all []image.Rectangle) []image.Rectangle {
	var out []image.Rectangle
	for _, r := range all {
		for i := 0; i < len(out); {
			if out[i].Overlaps(r) {
				r = r.Union(out[i])
				out = append(out[:i], out[i+1:]...)
				i = 0
				continue
			}
			i++
		}
		if !r.Empty() {
			out = append(out, r)
		}
	}
	return out
}
