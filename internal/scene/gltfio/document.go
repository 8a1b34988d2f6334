package gltfio

import (
	"encoding/json"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/lightspunctual"
)

// none stands for an index that the file does not give.
const none = -1

// unknown is the value of an enumeration that the file gives and glTF does not
// have; document.odd has what was written.
const unknown = 0xFF

// document is a glTF file in the library's types, before any index in it has
// been checked. Properties that the lab has no use for are not kept.
type document struct {
	gltf.Document

	// odd is what the library's types cannot say, by JSON pointer: the text of an
	// unknown value, and that something was given which looks as if it were not
	// (an empty URI, a matrix of zeros, a matrix beside a TRS: at the node).
	odd map[string]string
}

// given reports whether document.odd has something at a pointer.
func (d *document) given(ptr string) bool {
	_, ok := d.odd[ptr]
	return ok
}

// extLights and the types below are what the library's Extensions hold where it
// has no type for an extension, or one that loses something.
const (
	extLights   = lightspunctual.ExtensionName
	extMeshopt  = "EXT_meshopt_compression"
	extWebP     = "EXT_texture_webp"
	extBasisU   = "KHR_texture_basisu"
	extEmissive = "KHR_materials_emissive_strength"
	extDraco    = "KHR_draco_mesh_compression"
	extInstance = "EXT_mesh_gpu_instancing"
)

// lamp is the library's light with the extras that it lacks.
type lamp struct {
	*lightspunctual.Light
	Extras any `json:"extras,omitempty"`
}

// textureWebP is EXT_texture_webp.
type textureWebP struct {
	Source int `json:"source"`
}

// emissiveStrength is KHR_materials_emissive_strength.
type emissiveStrength struct {
	Strength float64 `json:"emissiveStrength"`
}

// meshoptDef is a view's EXT_meshopt_compression, which is read only.
type meshoptDef struct {
	buffer, offset, length, stride, count int
	mode, filter                          string
}

// indexAt returns an index that may not be given, none then.
func indexAt(p *int) int {
	if p == nil {
		return none
	}
	return *p
}

// rawExtras returns extras as they stand in the file, nil for none.
func rawExtras(v any) json.RawMessage {
	raw, _ := v.(json.RawMessage)
	return raw
}

// single turns the library's numbers into ours.
func single(v []float64) []float32 {
	if len(v) == 0 {
		return nil
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}
