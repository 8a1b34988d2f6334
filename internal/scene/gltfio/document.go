package gltfio

import "encoding/json"

// none stands for an index that the file does not give.
const none = -1

// document is the JSON of a glTF file as plain structs, before any index in it
// has been checked. Properties that the lab has no use for are not kept.
type document struct {
	version, minVersion string
	generator           string
	used, required      []string

	accessors  []accessorDef
	animations []animationDef
	buffers    []bufferDef
	views      []viewDef
	images     []imageDef
	materials  []materialDef
	meshes     []meshDef
	nodes      []nodeDef
	samplers   []samplerDef
	scenes     []sceneDef
	skins      []skinDef
	textures   []textureDef
	lights     []lightDef
	scene      int
}

type bufferDef struct {
	uri      []byte // nil when there is none
	length   int
	fallback bool // EXT_meshopt_compression placeholder without data
}

type viewDef struct {
	buffer, offset, length, stride int
	target                         int
	meshopt                        *meshoptDef
}

// meshoptDef is a view's EXT_meshopt_compression.
type meshoptDef struct {
	buffer, offset, length, stride, count int
	mode, filter                          string
}

type accessorDef struct {
	view, offset, count int
	component           int // the GL enum: 5120..5126
	kind                string
	normalized          bool
	sparse              *sparseDef
}

type sparseDef struct {
	count                  int
	indexView, indexOffset int
	indexComponent         int
	valueView, valueOffset int
}

type nodeDef struct {
	name       string
	children   []int
	mesh, skin int
	matrix     *[16]float64
	t          [3]float64
	r          [4]float64
	s          [3]float64
	hasTRS     bool
	weights    []float32
	instancing bool // EXT_mesh_gpu_instancing
	light      int
	extras     json.RawMessage
}

type sceneDef struct{ nodes []int }

type skinDef struct {
	name     string
	joints   []int
	ibm      int
	skeleton int
}

type meshDef struct {
	name       string
	primitives []primitiveDef
	weights    []float32
	names      []string // extras.targetNames
	extras     json.RawMessage
}

// attribute is one entry of a primitive's attribute table, in the file's order.
type attribute struct {
	name     string
	accessor int
}

type primitiveDef struct {
	attributes    []attribute
	hasAttributes bool
	indices       int
	material      int
	mode          int
	targets       [][]attribute
	draco         bool
	extras        json.RawMessage
}

type texRefDef struct {
	texture, uv int
	scale       float64
	offset      [2]float64
	tiling      [2]float64
	turn        float64
	xform       bool
}

type materialDef struct {
	name             string
	baseColor        [4]float64
	metallic         float64
	roughness        float64
	baseTex, mrTex   texRefDef
	normalTex        texRefDef
	occlusionTex     texRefDef
	emissiveTex      texRefDef
	emissive         [3]float64
	emissiveStrength float64
	alphaMode        string
	cutoff           float64
	doubleSided      bool
	unlit            bool
	specularGloss    *specularGlossDef

	extras json.RawMessage
}

// specularGlossDef is the retired KHR_materials_pbrSpecularGlossiness.
type specularGlossDef struct {
	diffuse    [4]float64
	glossiness float64
	diffuseTex texRefDef
}

type textureDef struct {
	source, webp, sampler int
	basisu                bool
}

type samplerDef struct{ mag, min, wrapS, wrapT int }

type imageDef struct {
	name, mime string
	uri        []byte
	view       int
}

type animationDef struct {
	name     string
	channels []channelDef
	samplers []animSamplerDef
	extras   json.RawMessage
}

type channelDef struct {
	sampler, node int
	path          string
	hasTarget     bool
}

type animSamplerDef struct {
	input, output int
	interpolation string
}
