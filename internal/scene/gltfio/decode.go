package gltfio

import (
	"bytes"
	"strconv"
	"strings"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
)

// decodeDocument reads the JSON of a glTF file into the library's types.
// Structure and types are checked here; what the numbers refer to is not.
func decodeDocument(text []byte, bud *budget) (*document, *scene.Problem) {
	d := &document{}
	r := &jsonReader{data: text, bud: bud, odd: &d.odd}
	hasAsset := false
	r.object(func(key []byte) {
		// The sizes are of an element with all that hangs on it, and of what the
		// Model holds for it.
		switch string(key) {
		case "asset":
			hasAsset = true
			r.asset(&d.Asset)
		case "extensionsUsed":
			d.ExtensionsUsed = r.names()
		case "extensionsRequired":
			d.ExtensionsRequired = r.names()
		case "scene":
			d.Scene = r.ref()
		case "scenes":
			d.Scenes = list(r, 80, r.scene)
		case "nodes":
			d.Nodes = list(r, 600, r.node)
		case "meshes":
			d.Meshes = list(r, 250, r.mesh)
		case "skins":
			d.Skins = list(r, 180, r.skin)
		case "accessors":
			d.Accessors = list(r, 250, r.accessor)
		case "bufferViews":
			d.BufferViews = list(r, 120, r.view)
		case "buffers":
			d.Buffers = list(r, 120, r.buffer)
		case "materials":
			d.Materials = list(r, 1000, r.material)
		case "textures":
			d.Textures = list(r, 100, r.texture)
		case "samplers":
			d.Samplers = list(r, 56, r.sampler)
		case "images":
			d.Images = list(r, 220, r.image)
		case "animations":
			d.Animations = list(r, 250, r.animation)
		case "extensions":
			r.extensions(func(ext string) any {
				if ext != extLights {
					return nil
				}
				var lamps []*lamp
				r.property("lights", func() { lamps = list(r, 250, r.lamp) })
				return lamps
			}, &d.Extensions)
		}
	})
	r.space()
	if r.err == nil && r.pos < len(bytes.TrimRight(text, "\x00")) {
		r.syntax("text after the end of the JSON")
	}
	if r.err == nil && !hasAsset {
		r.missing("asset")
	}
	return d, r.err
}

// extensions reads an object's extensions. f reads one that the lab knows and
// returns it; what it does not read is noted as being there.
func (r *jsonReader) extensions(f func(ext string) any, dst *gltf.Extensions) {
	r.object(func(key []byte) {
		if !r.bud.take(400 + int64(len(key))) {
			r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "")
			return
		}
		if *dst == nil {
			*dst = make(gltf.Extensions, 1)
		}
		ext := string(key)
		(*dst)[ext] = f(ext)
	})
}

// property reads an object of which one property counts.
func (r *jsonReader) property(name string, f func()) {
	r.object(func(key []byte) {
		if string(key) == name {
			f()
		}
	})
}

func (r *jsonReader) names() []string {
	var out []string
	r.array(func(int) {
		if !r.bud.take(32) {
			r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "")
			return
		}
		out = append(out, r.str())
	})
	return out
}

func (r *jsonReader) asset(a *gltf.Asset) {
	r.object(func(key []byte) {
		switch string(key) {
		case "version":
			a.Version = r.str()
		case "minVersion":
			a.MinVersion = r.str()
		case "generator":
			a.Generator = r.str()
		}
	})
	if r.err == nil && a.Version == "" {
		r.missing("version")
	}
}

func (r *jsonReader) scene(s *gltf.Scene) {
	r.property("nodes", func() { s.Nodes = r.indices() })
}

func (r *jsonReader) node(n *gltf.Node) {
	n.Rotation, n.Scale = gltf.DefaultRotation, gltf.DefaultScale
	hasMatrix, hasTRS := false, false
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			n.Name = r.str()
		case "children":
			n.Children = r.indices()
		case "mesh":
			n.Mesh = r.ref()
		case "skin":
			n.Skin = r.ref()
		case "matrix":
			hasMatrix = true
			if r.numbers(n.Matrix[:]); n.Matrix == [16]float64{} {
				r.note("zeros")
			}
		case "translation":
			hasTRS = true
			r.numbers(n.Translation[:])
		case "rotation":
			hasTRS = true
			r.numbers(n.Rotation[:])
		case "scale":
			hasTRS = true
			r.numbers(n.Scale[:])
		case "weights":
			n.Weights = r.floats()
		case "extras":
			n.Extras = r.raw()
		case "extensions":
			r.extensions(func(ext string) any {
				if ext != extLights {
					return nil
				}
				light := none
				r.property("light", func() { light = r.index() })
				return lightspunctual.LightIndex(light)
			}, &n.Extensions)
		}
	})
	if hasMatrix && hasTRS {
		r.note("matrix and TRS")
	}
}

func (r *jsonReader) skin(s *gltf.Skin) {
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			s.Name = r.str()
		case "joints":
			s.Joints = r.indices()
		case "inverseBindMatrices":
			s.InverseBindMatrices = r.ref()
		case "skeleton":
			s.Skeleton = r.ref()
		}
	})
	if r.err == nil && len(s.Joints) == 0 {
		r.missing("joints")
	}
}

// uri reads a URI; that one is there although it is empty is noted.
func (r *jsonReader) uri() string {
	s := r.str()
	if s == "" {
		r.note("empty")
	}
	return s
}

func (r *jsonReader) buffer(b *gltf.Buffer) {
	b.ByteLength = none
	r.object(func(key []byte) {
		switch string(key) {
		case "uri":
			b.URI = r.uri()
		case "byteLength":
			b.ByteLength = r.size()
		}
	})
	if r.err == nil && b.ByteLength == none {
		r.missing("byteLength")
	}
}

func (r *jsonReader) view(v *gltf.BufferView) {
	v.Buffer, v.ByteLength = none, none
	r.object(func(key []byte) {
		switch string(key) {
		case "buffer":
			v.Buffer = r.index()
		case "byteOffset":
			v.ByteOffset = r.size()
		case "byteLength":
			v.ByteLength = r.size()
		case "byteStride":
			v.ByteStride = r.size()
		case "target":
			r.size() // whatever it says, the use of the view decides
		case "extensions":
			r.extensions(func(ext string) any {
				if ext != extMeshopt {
					return nil
				}
				return r.meshopt()
			}, &v.Extensions)
		}
	})
	switch {
	case r.err != nil:
	case v.Buffer == none:
		r.missing("buffer")
	case v.ByteLength == none:
		r.missing("byteLength")
	}
}

func (r *jsonReader) meshopt() *meshoptDef {
	m := &meshoptDef{buffer: none, length: none, count: none, filter: "NONE"}
	r.object(func(key []byte) {
		switch string(key) {
		case "buffer":
			m.buffer = r.index()
		case "byteOffset":
			m.offset = r.size()
		case "byteLength":
			m.length = r.size()
		case "byteStride":
			m.stride = r.size()
		case "count":
			m.count = r.size()
		case "mode":
			m.mode = r.str()
		case "filter":
			m.filter = r.str()
		}
	})
	switch {
	case r.err != nil:
	case m.buffer == none:
		r.missing("buffer")
	case m.length == none:
		r.missing("byteLength")
	case m.count == none:
		r.missing("count")
	}
	return m
}

// The values of enumerations, as files write them.
var (
	componentTypes = map[int]gltf.ComponentType{5120: gltf.ComponentByte, 5121: gltf.ComponentUbyte, 5122: gltf.ComponentShort,
		5123: gltf.ComponentUshort, 5125: gltf.ComponentUint, 5126: gltf.ComponentFloat}
	accessorTypes = map[string]gltf.AccessorType{"SCALAR": gltf.AccessorScalar, "VEC2": gltf.AccessorVec2, "VEC3": gltf.AccessorVec3,
		"VEC4": gltf.AccessorVec4, "MAT2": gltf.AccessorMat2, "MAT3": gltf.AccessorMat3, "MAT4": gltf.AccessorMat4}
	wrappingModes       = map[int]gltf.WrappingMode{0: gltf.WrapRepeat, 10497: gltf.WrapRepeat, 33071: gltf.WrapClampToEdge, 33648: gltf.WrapMirroredRepeat}
	trsProperties       = map[string]gltf.TRSProperty{"translation": gltf.TRSTranslation, "rotation": gltf.TRSRotation, "scale": gltf.TRSScale, "weights": gltf.TRSWeights}
	interpolationValues = map[string]gltf.Interpolation{"LINEAR": gltf.InterpolationLinear, "STEP": gltf.InterpolationStep, "CUBICSPLINE": gltf.InterpolationCubicSpline}
)

// code reads a number that stands for a value of an enumeration.
func code[E ~uint8 | ~uint16](r *jsonReader, values map[int]E) E {
	n := r.size()
	v, ok := values[n]
	if !ok && r.err == nil {
		r.note(strconv.Itoa(n))
		return unknown
	}
	return v
}

// word reads a text that stands for a value of an enumeration.
func word[E ~uint8](r *jsonReader, values map[string]E) E {
	b := r.bytes()
	v, ok := values[string(b)]
	if !ok && r.err == nil {
		r.note(strings.ToValidUTF8(clip(string(b)), "\uFFFD"))
		return unknown
	}
	return v
}

func (r *jsonReader) accessor(a *gltf.Accessor) {
	a.Count = none
	hasComponent, hasType := false, false
	r.object(func(key []byte) {
		switch string(key) {
		case "bufferView":
			a.BufferView = r.ref()
		case "byteOffset":
			a.ByteOffset = r.size()
		case "componentType":
			hasComponent = true
			a.ComponentType = code(r, componentTypes)
		case "count":
			a.Count = r.size()
		case "type":
			hasType = true
			a.Type = word(r, accessorTypes)
		case "normalized":
			a.Normalized = r.boolean()
		case "sparse":
			a.Sparse = new(gltf.Sparse)
			r.sparse(a.Sparse)
		}
	})
	switch {
	case r.err != nil:
	case !hasComponent:
		r.missing("componentType")
	case a.Count == none:
		r.missing("count")
	case !hasType:
		r.missing("type")
	}
}

func (r *jsonReader) sparse(s *gltf.Sparse) {
	s.Count, s.Indices.BufferView, s.Values.BufferView = none, none, none
	hasComponent := false
	r.object(func(key []byte) {
		switch string(key) {
		case "count":
			s.Count = r.size()
		case "indices":
			r.object(func(key []byte) {
				switch string(key) {
				case "bufferView":
					s.Indices.BufferView = r.index()
				case "byteOffset":
					s.Indices.ByteOffset = r.size()
				case "componentType":
					hasComponent = true
					s.Indices.ComponentType = code(r, componentTypes)
				}
			})
		case "values":
			r.object(func(key []byte) {
				switch string(key) {
				case "bufferView":
					s.Values.BufferView = r.index()
				case "byteOffset":
					s.Values.ByteOffset = r.size()
				}
			})
		}
	})
	switch {
	case r.err != nil:
	case s.Count == none:
		r.missing("count")
	case s.Indices.BufferView == none || !hasComponent:
		r.missing("indices")
	case s.Values.BufferView == none:
		r.missing("values")
	}
}

func (r *jsonReader) animation(a *gltf.Animation) {
	hasChannels, hasSamplers := false, false
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			a.Name = r.str()
		case "channels":
			hasChannels = true
			a.Channels = list(r, 150, r.channel)
		case "samplers":
			hasSamplers = true
			a.Samplers = list(r, 60, r.animationSampler)
		case "extras":
			a.Extras = r.raw()
		}
	})
	switch {
	case r.err != nil:
	case !hasChannels:
		r.missing("channels")
	case !hasSamplers:
		r.missing("samplers")
	}
}

func (r *jsonReader) channel(c *gltf.AnimationChannel) {
	c.Sampler, c.Target.Path = none, unknown
	hasTarget := false
	r.object(func(key []byte) {
		switch string(key) {
		case "sampler":
			c.Sampler = r.index()
		case "target":
			hasTarget = true
			r.object(func(key []byte) {
				switch string(key) {
				case "node":
					c.Target.Node = r.ref()
				case "path":
					c.Target.Path = word(r, trsProperties)
				}
			})
		}
	})
	switch {
	case r.err != nil:
	case c.Sampler == none:
		r.missing("sampler")
	case !hasTarget:
		r.missing("target")
	}
}

func (r *jsonReader) animationSampler(s *gltf.AnimationSampler) {
	s.Input, s.Output = none, none
	r.object(func(key []byte) {
		switch string(key) {
		case "input":
			s.Input = r.index()
		case "output":
			s.Output = r.index()
		case "interpolation":
			s.Interpolation = word(r, interpolationValues)
		}
	})
	switch {
	case r.err != nil:
	case s.Input == none:
		r.missing("input")
	case s.Output == none:
		r.missing("output")
	}
}
