package gltfio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"donorlab/internal/scene"
)

// WriteOptions says how a Model is written. The zero WriteOptions are right.
type WriteOptions struct {
	// Generator goes into asset.generator. Empty means "Donor Lab".
	Generator string
}

// Write writes m as a .glb. The bytes depend on m alone. What glTF cannot hold
// is left out: primitives without vertices, meshes without primitives and clips
// without channels (the elements that refer to them are renumbered). The file
// passes the Khronos validator, but for a skin whose joints hang below several
// roots, which was so in the source and is kept. An error is a *scene.Problem for a Model that Check refuses or that is too large for a
// .glb, or w's error.
func Write(w io.Writer, m *scene.Model, opt WriteOptions) error {
	if err := m.Check(); err != nil {
		return err
	}
	g := &writer{m: m, opt: opt, byContent: make(map[contentKey]int)}
	text, err := g.document()
	if err != nil {
		return err
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	total := 12 + 8 + int64(len(text))
	if len(g.bin) > 0 {
		total += 8 + int64(len(g.bin))
	}
	if total > math.MaxUint32 {
		return problem("GLB_TOO_LARGE", "", fmt.Sprintf("the model would take %d bytes, a .glb can have %d", total, uint32(math.MaxUint32)), "split the model")
	}
	var head [20]byte
	le := binary.LittleEndian
	le.PutUint32(head[0:], glbMagic)
	le.PutUint32(head[4:], 2)
	le.PutUint32(head[8:], uint32(total))
	le.PutUint32(head[12:], uint32(len(text)))
	le.PutUint32(head[16:], chunkJSON)
	parts := [][]byte{head[:], text}
	if len(g.bin) > 0 {
		var chunk [8]byte
		le.PutUint32(chunk[0:], uint32(len(g.bin)))
		le.PutUint32(chunk[4:], chunkBIN)
		parts = append(parts, chunk[:], g.bin)
	}
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return nil
}

// Encode returns m as the bytes of a .glb file, by Write with zero options.
func Encode(m *scene.Model) ([]byte, error) {
	var b bytes.Buffer
	if err := Write(&b, m, WriteOptions{}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// writer is one write. Binary data is laid down before the JSON that names it.
type writer struct {
	m   *scene.Model
	opt WriteOptions

	bin       []byte
	views     jsonList
	accessors jsonList
	byContent map[contentKey]int // accessor or image view with the same bytes and use

	meshAt  []int // index in the file of each mesh, none where it is left out
	used    []string
	needs   []string
	samples jsonList // texture samplers
	sampler map[string]int
}

// extension notes that an extension is used, and whether the file needs it.
func (g *writer) extension(name string, required bool) {
	add := func(list *[]string) {
		for _, s := range *list {
			if s == name {
				return
			}
		}
		*list = append(*list, name)
	}
	add(&g.used)
	if required {
		add(&g.needs)
	}
}

func (g *writer) document() ([]byte, error) {
	meshes, err := g.meshes()
	if err != nil {
		return nil, err
	}
	for i := range g.m.Skins {
		if len(g.m.Skins[i].Joints) == 0 {
			return nil, problem("MODEL_INVALID", fmt.Sprintf("/skins/%d", i), "the skin has no joints", "remove the skin")
		}
	}
	skins := g.skins()
	animations, err := g.animations()
	if err != nil {
		return nil, err
	}
	images, err := g.images()
	if err != nil {
		return nil, err
	}
	textures := g.textures()
	materials := g.materials()
	nodes := g.nodes()
	lights := g.lights()

	var asset jsonObject
	name := g.opt.Generator
	if name == "" {
		name = "Donor Lab"
	}
	asset.str("generator", name)
	asset.str("version", "2.0")
	var doc jsonObject
	doc.raw("asset", asset.done())
	doc.list("extensionsUsed", stringList(g.used))
	doc.list("extensionsRequired", stringList(g.needs))
	if lights != nil {
		doc.raw("extensions", lights)
	}
	if len(g.m.Roots) > 0 {
		doc.int("scene", 0)
		var s jsonObject
		s.ints("nodes", g.m.Roots)
		doc.raw("scenes", append(append([]byte{'['}, s.done()...), ']'))
	}
	doc.list("nodes", nodes)
	doc.list("meshes", meshes)
	doc.list("skins", skins)
	doc.list("animations", animations)
	doc.list("materials", materials)
	doc.list("textures", textures)
	doc.list("samplers", g.samples)
	doc.list("images", images)
	doc.list("accessors", g.accessors)
	doc.list("bufferViews", g.views)
	if len(g.bin) > 0 {
		var b jsonObject
		b.int("byteLength", len(g.bin))
		doc.raw("buffers", append(append([]byte{'['}, b.done()...), ']'))
	}
	return doc.done(), nil
}

func (g *writer) nodes() jsonList {
	var out jsonList
	for i := range g.m.Nodes {
		n := &g.m.Nodes[i]
		var o jsonObject
		o.name(n.Name)
		o.ints("children", n.Children)
		if n.Matrix != nil {
			o.floats("matrix", n.Matrix[:])
		} else {
			writeTRS(&o, n.Local)
		}
		if mesh, ok := n.Mesh.Get(); ok && g.meshAt[mesh] != none {
			o.int("mesh", g.meshAt[mesh])
			if skin, ok := n.Skin.Get(); ok && meshSkinned(&g.m.Meshes[mesh]) {
				o.int("skin", skin)
			}
			if len(n.Weights) > 0 {
				o.floats32("weights", n.Weights)
			}
		}
		if light, ok := n.Light.Get(); ok {
			var at, ext jsonObject
			at.int("light", light)
			ext.raw("KHR_lights_punctual", at.done())
			o.raw("extensions", ext.done())
		}
		o.extras(n.Extras)
		out.add(o.done())
	}
	return out
}

// writeTRS leaves out what is glTF's default. A zero rotation counts as none.
func writeTRS(o *jsonObject, t scene.TRS) {
	if t.T != (scene.TRS{}).T {
		o.floats("translation", t.T[:])
	}
	q := [4]float64{t.R.V[0], t.R.V[1], t.R.V[2], t.R.W}
	if q != [4]float64{0, 0, 0, 1} && q != [4]float64{} {
		o.floats("rotation", q[:])
	}
	if t.S != scene.Identity().S {
		o.floats("scale", t.S[:])
	}
}

func meshSkinned(m *scene.Mesh) bool {
	for k := range m.Primitives {
		if len(m.Primitives[k].Joints) > 0 && len(m.Primitives[k].Positions) > 0 {
			return true
		}
	}
	return false
}

func (g *writer) skins() jsonList {
	tree := newTree(g.m)
	var out jsonList
	for i := range g.m.Skins {
		s := &g.m.Skins[i]
		var o jsonObject
		o.name(s.Name)
		o.ints("joints", s.Joints)
		if top, ok := s.Skeleton.Get(); ok && top < len(g.m.Nodes) && tree.aboveAll(top, s.Joints) {
			o.int("skeleton", top)
		}
		v := make([]float32, 0, 16*len(s.InverseBind))
		for _, m := range s.InverseBind {
			for _, x := range m {
				v = append(v, float32(x))
			}
			// The row that makes it affine is exact by definition.
			c := v[len(v)-16:]
			c[3], c[7], c[11], c[15] = 0, 0, 0, 1
		}
		o.int("inverseBindMatrices", g.floatAccessor(v, "MAT4", 16, 0, false))
		out.add(o.done())
	}
	return out
}

var pathNames = [...]string{scene.Translation: "translation", scene.Rotation: "rotation", scene.Scale: "scale", scene.MorphWeights: "weights"}

func (g *writer) animations() (jsonList, error) {
	var out jsonList
	for i := range g.m.Animations {
		a := &g.m.Animations[i]
		var channels, samplers jsonList
		at := make(map[[3]int]int)
		for k := range a.Channels {
			c := &a.Channels[k]
			if len(c.Times) == 0 || len(c.Values) == 0 || g.m.Nodes[c.Node].Matrix != nil && c.Path != scene.MorphWeights {
				continue
			}
			if p := finite32(c.Values, fmt.Sprintf("/animations/%d/channels/%d", i, k)); p != nil {
				return out, p
			}
			kind, width := "VEC3", 3
			switch c.Path {
			case scene.Rotation:
				kind, width = "VEC4", 4
			case scene.MorphWeights:
				kind, width = "SCALAR", 1
			}
			key := [3]int{g.floatAccessor(c.Times, "SCALAR", 1, 0, true), g.floatAccessor(c.Values, kind, width, 0, false), int(c.Interp)}
			s, ok := at[key]
			if !ok {
				s = samplers.n
				at[key] = s
				var o jsonObject
				o.int("input", key[0])
				switch c.Interp {
				case scene.Step:
					o.str("interpolation", "STEP")
				case scene.CubicSpline:
					o.str("interpolation", "CUBICSPLINE")
				}
				o.int("output", key[1])
				samplers.add(o.done())
			}
			var o, target jsonObject
			o.int("sampler", s)
			target.int("node", c.Node)
			target.str("path", pathNames[c.Path])
			o.raw("target", target.done())
			channels.add(o.done())
		}
		if channels.n == 0 {
			continue
		}
		var o jsonObject
		o.name(a.Name)
		o.list("channels", channels)
		o.list("samplers", samplers)
		o.extras(a.Extras)
		out.add(o.done())
	}
	return out, nil
}

// finite32 refuses numbers that a reader would have to refuse.
func finite32(v []float32, ptr string) *scene.Problem {
	for i, x := range v {
		if x-x != 0 {
			return problem("MODEL_INVALID", ptr, fmt.Sprintf("value %d is no number", i), "this is a fault of the lab; please report it")
		}
	}
	return nil
}
