package gltfio

import (
	"bytes"

	"donorlab/internal/scene"
)

// decodeDocument reads the JSON of a glTF file. Structure and types are checked
// here; what the numbers refer to is not.
func decodeDocument(text []byte, bud *budget) (*document, *scene.Problem) {
	r := &jsonReader{data: text, bud: bud}
	d := &document{scene: none}
	hasAsset := false
	r.object(func(key []byte) {
		switch string(key) {
		case "asset":
			hasAsset = true
			r.asset(d)
		case "extensionsUsed":
			d.used = r.names()
		case "extensionsRequired":
			d.required = r.names()
		case "scene":
			d.scene = r.index()
		case "scenes":
			d.scenes = list(r, 24, r.sceneDef)
		case "nodes":
			d.nodes = list(r, 450, r.nodeDef) // with the scene.Node that it becomes
		case "meshes":
			d.meshes = list(r, 200, r.meshDef)
		case "skins":
			d.skins = list(r, 150, r.skinDef)
		case "accessors":
			d.accessors = list(r, 170, r.accessorDef)
		case "bufferViews":
			d.views = list(r, 80, r.viewDef)
		case "buffers":
			d.buffers = list(r, 64, r.bufferDef)
		case "materials":
			d.materials = list(r, 1000, r.materialDef)
		case "textures":
			d.textures = list(r, 48, r.textureDef)
		case "samplers":
			d.samplers = list(r, 32, r.samplerDef)
		case "images":
			d.images = list(r, 200, r.imageDef)
		case "animations":
			d.animations = list(r, 250, r.animationDef)
		case "extensions":
			r.object(func(ext []byte) {
				if string(ext) == "KHR_lights_punctual" {
					r.object(func(key []byte) {
						if string(key) == "lights" {
							d.lights = list(r, 150, r.lightDef)
						}
					})
				}
			})
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

func (r *jsonReader) names() []string {
	return list(r, 16, func(s *string) { *s = r.str() })
}

func (r *jsonReader) asset(d *document) {
	r.object(func(key []byte) {
		switch string(key) {
		case "version":
			d.version = r.str()
		case "minVersion":
			d.minVersion = r.str()
		case "generator":
			d.generator = r.str()
		}
	})
	if r.err == nil && d.version == "" {
		r.missing("version")
	}
}

func (r *jsonReader) sceneDef(s *sceneDef) {
	r.object(func(key []byte) {
		if string(key) == "nodes" {
			s.nodes = r.indices()
		}
	})
}

func (r *jsonReader) nodeDef(n *nodeDef) {
	*n = nodeDef{mesh: none, skin: none, light: none, r: [4]float64{0, 0, 0, 1}, s: [3]float64{1, 1, 1}}
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			n.name = r.str()
		case "children":
			n.children = r.indices()
		case "mesh":
			n.mesh = r.index()
		case "skin":
			n.skin = r.index()
		case "matrix":
			n.matrix = new([16]float64)
			r.numbers(n.matrix[:])
		case "translation":
			n.hasTRS = true
			r.numbers(n.t[:])
		case "rotation":
			n.hasTRS = true
			r.numbers(n.r[:])
		case "scale":
			n.hasTRS = true
			r.numbers(n.s[:])
		case "weights":
			n.weights = r.floats32()
		case "extras":
			n.extras = r.raw()
		case "extensions":
			r.object(func(ext []byte) {
				switch string(ext) {
				case "EXT_mesh_gpu_instancing":
					n.instancing = true
				case "KHR_lights_punctual":
					r.object(func(key []byte) {
						if string(key) == "light" {
							n.light = r.index()
						}
					})
				}
			})
		}
	})
}

func (r *jsonReader) skinDef(s *skinDef) {
	*s = skinDef{ibm: none, skeleton: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			s.name = r.str()
		case "joints":
			s.joints = r.indices()
		case "inverseBindMatrices":
			s.ibm = r.index()
		case "skeleton":
			s.skeleton = r.index()
		}
	})
	if r.err == nil && len(s.joints) == 0 {
		r.missing("joints")
	}
}

func (r *jsonReader) bufferDef(b *bufferDef) {
	b.length = none
	r.object(func(key []byte) {
		switch string(key) {
		case "uri":
			if b.uri = r.bytes(); b.uri == nil {
				b.uri = []byte{}
			}
		case "byteLength":
			b.length = r.size()
		case "extensions":
			r.object(func(ext []byte) {
				if string(ext) == "EXT_meshopt_compression" {
					r.object(func(key []byte) {
						if string(key) == "fallback" {
							b.fallback = r.boolean()
						}
					})
				}
			})
		}
	})
	if r.err == nil && b.length == none {
		r.missing("byteLength")
	}
}

func (r *jsonReader) viewDef(v *viewDef) {
	*v = viewDef{buffer: none, length: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "buffer":
			v.buffer = r.index()
		case "byteOffset":
			v.offset = r.size()
		case "byteLength":
			v.length = r.size()
		case "byteStride":
			v.stride = r.size()
		case "target":
			v.target = r.size()
		case "extensions":
			r.object(func(ext []byte) {
				if string(ext) == "EXT_meshopt_compression" {
					v.meshopt = new(meshoptDef)
					r.meshoptDef(v.meshopt)
				}
			})
		}
	})
	switch {
	case r.err != nil:
	case v.buffer == none:
		r.missing("buffer")
	case v.length == none:
		r.missing("byteLength")
	}
}

func (r *jsonReader) meshoptDef(m *meshoptDef) {
	*m = meshoptDef{buffer: none, length: none, count: none, filter: "NONE"}
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
}

func (r *jsonReader) accessorDef(a *accessorDef) {
	*a = accessorDef{view: none, count: none, component: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "bufferView":
			a.view = r.index()
		case "byteOffset":
			a.offset = r.size()
		case "componentType":
			a.component = r.size()
		case "count":
			a.count = r.size()
		case "type":
			a.kind = r.str()
		case "normalized":
			a.normalized = r.boolean()
		case "sparse":
			a.sparse = new(sparseDef)
			r.sparseDef(a.sparse)
		}
	})
	switch {
	case r.err != nil:
	case a.component == none:
		r.missing("componentType")
	case a.count == none:
		r.missing("count")
	case a.kind == "":
		r.missing("type")
	}
}

func (r *jsonReader) sparseDef(s *sparseDef) {
	*s = sparseDef{count: none, indexView: none, valueView: none, indexComponent: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "count":
			s.count = r.size()
		case "indices":
			r.object(func(key []byte) {
				switch string(key) {
				case "bufferView":
					s.indexView = r.index()
				case "byteOffset":
					s.indexOffset = r.size()
				case "componentType":
					s.indexComponent = r.size()
				}
			})
		case "values":
			r.object(func(key []byte) {
				switch string(key) {
				case "bufferView":
					s.valueView = r.index()
				case "byteOffset":
					s.valueOffset = r.size()
				}
			})
		}
	})
	switch {
	case r.err != nil:
	case s.count == none:
		r.missing("count")
	case s.indexView == none || s.indexComponent == none:
		r.missing("indices")
	case s.valueView == none:
		r.missing("values")
	}
}

func (r *jsonReader) imageDef(m *imageDef) {
	m.view = none
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			m.name = r.str()
		case "uri":
			if m.uri = r.bytes(); m.uri == nil {
				m.uri = []byte{}
			}
		case "mimeType":
			m.mime = r.str()
		case "bufferView":
			m.view = r.index()
		}
	})
}

func (r *jsonReader) samplerDef(s *samplerDef) {
	r.object(func(key []byte) {
		switch string(key) {
		case "magFilter":
			s.mag = r.size()
		case "minFilter":
			s.min = r.size()
		case "wrapS":
			s.wrapS = r.size()
		case "wrapT":
			s.wrapT = r.size()
		}
	})
}

func (r *jsonReader) textureDef(t *textureDef) {
	*t = textureDef{source: none, webp: none, sampler: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "source":
			t.source = r.index()
		case "sampler":
			t.sampler = r.index()
		case "extensions":
			r.object(func(ext []byte) {
				switch string(ext) {
				case "EXT_texture_webp":
					r.object(func(key []byte) {
						if string(key) == "source" {
							t.webp = r.index()
						}
					})
				case "KHR_texture_basisu":
					t.basisu = true
				}
			})
		}
	})
}

func (r *jsonReader) animationDef(a *animationDef) {
	hasChannels, hasSamplers := false, false
	r.object(func(key []byte) {
		switch string(key) {
		case "name":
			a.name = r.str()
		case "channels":
			hasChannels = true
			a.channels = list(r, 120, r.channelDef)
		case "samplers":
			hasSamplers = true
			a.samplers = list(r, 48, r.animSamplerDef)
		case "extras":
			a.extras = r.raw()
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

func (r *jsonReader) channelDef(c *channelDef) {
	*c = channelDef{sampler: none, node: none}
	r.object(func(key []byte) {
		switch string(key) {
		case "sampler":
			c.sampler = r.index()
		case "target":
			c.hasTarget = true
			r.object(func(key []byte) {
				switch string(key) {
				case "node":
					c.node = r.index()
				case "path":
					c.path = r.str()
				}
			})
		}
	})
	switch {
	case r.err != nil:
	case c.sampler == none:
		r.missing("sampler")
	case !c.hasTarget:
		r.missing("target")
	}
}

func (r *jsonReader) animSamplerDef(s *animSamplerDef) {
	*s = animSamplerDef{input: none, output: none, interpolation: "LINEAR"}
	r.object(func(key []byte) {
		switch string(key) {
		case "input":
			s.input = r.index()
		case "output":
			s.output = r.index()
		case "interpolation":
			s.interpolation = r.str()
		}
	})
	switch {
	case r.err != nil:
	case s.input == none:
		r.missing("input")
	case s.output == none:
		r.missing("output")
	}
}
