package gltfio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
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
// roots, which was so in the source and is kept. An error is a *scene.Problem
// for a Model that Check refuses or that is too large for a .glb, or w's error.
func Write(w io.Writer, m *scene.Model, opt WriteOptions) error {
	if err := m.Check(); err != nil {
		return err
	}
	g := &writer{m: m, byContent: make(map[contentKey]int)}
	g.doc.Asset = gltf.Asset{Generator: opt.Generator, Version: "2.0"}
	if opt.Generator == "" {
		g.doc.Asset.Generator = "Donor Lab"
	}
	if err := g.document(); err != nil {
		return err
	}
	out := &glbSink{w: w}
	err := gltf.NewEncoder(out).Encode(&g.doc)
	switch {
	case out.err != nil:
		return out.err
	case err != nil: // a number that JSON does not have
		return &scene.Problem{Code: "MODEL_INVALID", Message: "the model cannot be written as JSON: " + err.Error(), Remedy: "this is a fault of the lab; please report it", Err: err}
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

// glbSink keeps the first error of w, which the library's encoder passes over,
// and stops before the four bytes of a GLB's length overflow.
type glbSink struct {
	w   io.Writer
	n   int64
	err error
}

func (s *glbSink) Write(b []byte) (int, error) {
	if s.n += int64(len(b)); s.err == nil && s.n > math.MaxUint32 {
		s.err = problem("GLB_TOO_LARGE", "", fmt.Sprintf("the model takes more than the %d bytes that a .glb can have", uint32(math.MaxUint32)), "split the model")
	}
	if s.err != nil {
		return 0, s.err
	}
	var n int
	n, s.err = s.w.Write(b)
	return n, s.err
}

// writer is one write: it fills a document of the library from a Model. Binary
// data is laid down before the JSON that names it.
type writer struct {
	m   *scene.Model
	doc gltf.Document
	bin []byte

	byContent map[contentKey]int // accessor or image view with the same bytes and use
	meshAt    []int              // index in the file of each mesh, none where it is left out
}

// extension notes that an extension is used, and whether the file needs it.
func (g *writer) extension(name string, required bool) {
	add := func(list *[]string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	add(&g.doc.ExtensionsUsed)
	if required {
		add(&g.doc.ExtensionsRequired)
	}
}

func (g *writer) document() error {
	if err := g.meshes(); err != nil {
		return err
	}
	if err := g.skins(); err != nil {
		return err
	}
	if err := g.animations(); err != nil {
		return err
	}
	if err := g.images(); err != nil {
		return err
	}
	g.textures()
	for i := range g.m.Materials {
		g.doc.Materials = append(g.doc.Materials, g.material(&g.m.Materials[i]))
	}
	for i := range g.m.Nodes {
		g.doc.Nodes = append(g.doc.Nodes, g.node(&g.m.Nodes[i]))
	}
	g.lights()
	if len(g.m.Roots) > 0 {
		g.doc.Scene, g.doc.Scenes = gltf.Index(0), []*gltf.Scene{{Nodes: g.m.Roots}}
	}
	if len(g.bin) > 0 {
		g.doc.Buffers = []*gltf.Buffer{{ByteLength: len(g.bin), Data: g.bin}}
	}
	return nil
}

// almostZero stands for 0 where a whole vector of zeros is meant: the library's
// encoder takes one for "not given", so that a node scaled to nothing would come
// out in full size. It is 0 to every reader that computes in single precision,
// and to ours.
const almostZero = math.SmallestNonzeroFloat64

func (g *writer) node(n *scene.Node) *gltf.Node {
	out := &gltf.Node{Name: n.Name, Children: n.Children, Extras: extras(n.Extras)}
	if n.Matrix != nil {
		out.Matrix = *n.Matrix
	} else {
		// A zero rotation counts as none, for the library too.
		t := n.Local
		out.Translation, out.Scale = t.T, t.S
		out.Rotation = [4]float64{t.R.V[0], t.R.V[1], t.R.V[2], t.R.W}
		if out.Scale == [3]float64{} {
			out.Scale[0] = almostZero
		}
	}
	if mesh, ok := n.Mesh.Get(); ok && g.meshAt[mesh] != none {
		out.Mesh = gltf.Index(g.meshAt[mesh])
		if skin, ok := n.Skin.Get(); ok && meshSkinned(&g.m.Meshes[mesh]) {
			out.Skin = gltf.Index(skin)
		}
		out.Weights = shortestAll(n.Weights)
	}
	if light, ok := n.Light.Get(); ok {
		out.Extensions = gltf.Extensions{extLights: map[string]int{"light": light}}
	}
	return out
}

// extras hands JSON on as it is (compacted, and with <, > and & escaped: the
// library's way), and leaves out what is none.
func extras(v json.RawMessage) any {
	if len(v) == 0 || !json.Valid(v) {
		return nil
	}
	return v
}

// shortest returns the number whose shortest text as a float64, which is what
// the library writes, is the shortest that reads back as v.
func shortest(v float32) float64 {
	f, _ := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64)
	return f
}

func shortestAll(v []float32) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = shortest(x)
	}
	return out
}

func meshSkinned(m *scene.Mesh) bool {
	for k := range m.Primitives {
		if len(m.Primitives[k].Joints) > 0 && len(m.Primitives[k].Positions) > 0 {
			return true
		}
	}
	return false
}

func (g *writer) skins() error {
	tree := newTree(g.m)
	for i := range g.m.Skins {
		s := &g.m.Skins[i]
		if len(s.Joints) == 0 {
			return problem("MODEL_INVALID", fmt.Sprintf("/skins/%d", i), "the skin has no joints", "remove the skin")
		}
		out := &gltf.Skin{Name: s.Name, Joints: s.Joints}
		if top, ok := s.Skeleton.Get(); ok && top < len(g.m.Nodes) && tree.aboveAll(top, s.Joints) {
			out.Skeleton = gltf.Index(top)
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
		out.InverseBindMatrices = gltf.Index(g.floatAccessor(v, gltf.AccessorMat4, gltf.TargetNone, false))
		g.doc.Skins = append(g.doc.Skins, out)
	}
	return nil
}

// paths and interpolations are the library's names for ours.
var (
	paths          = [...]gltf.TRSProperty{scene.Translation: gltf.TRSTranslation, scene.Rotation: gltf.TRSRotation, scene.Scale: gltf.TRSScale, scene.MorphWeights: gltf.TRSWeights}
	interpolations = [...]gltf.Interpolation{scene.Linear: gltf.InterpolationLinear, scene.Step: gltf.InterpolationStep, scene.CubicSpline: gltf.InterpolationCubicSpline}
)

func (g *writer) animations() error {
	for i := range g.m.Animations {
		a := &g.m.Animations[i]
		out := &gltf.Animation{Name: a.Name, Extras: extras(a.Extras)}
		at := make(map[[3]int]int)
		for k := range a.Channels {
			c := &a.Channels[k]
			if len(c.Times) == 0 || len(c.Values) == 0 || g.m.Nodes[c.Node].Matrix != nil && c.Path != scene.MorphWeights {
				continue
			}
			if p := finite32(c.Values, fmt.Sprintf("/animations/%d/channels/%d", i, k)); p != nil {
				return p
			}
			kind := gltf.AccessorVec3
			switch c.Path {
			case scene.Rotation:
				kind = gltf.AccessorVec4
			case scene.MorphWeights:
				kind = gltf.AccessorScalar
			}
			key := [3]int{g.floatAccessor(c.Times, gltf.AccessorScalar, gltf.TargetNone, true), g.floatAccessor(c.Values, kind, gltf.TargetNone, false), int(c.Interp)}
			s, ok := at[key]
			if !ok {
				s = len(out.Samplers)
				at[key] = s
				out.Samplers = append(out.Samplers, &gltf.AnimationSampler{Input: key[0], Output: key[1], Interpolation: interpolations[c.Interp]})
			}
			out.Channels = append(out.Channels, &gltf.AnimationChannel{Sampler: s, Target: gltf.AnimationChannelTarget{Node: gltf.Index(c.Node), Path: paths[c.Path]}})
		}
		if len(out.Channels) > 0 {
			g.doc.Animations = append(g.doc.Animations, out)
		}
	}
	return nil
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
