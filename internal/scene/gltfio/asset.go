package gltfio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"donorlab/internal/scene"
)

// extensionKnown says how a required extension is met: fully, or nearly enough
// that the model is shown truthfully but for its finish.
var extensionKnown = map[string]bool{
	"KHR_mesh_quantization":           true,
	"KHR_texture_transform":           true,
	"KHR_materials_unlit":             true,
	"KHR_materials_emissive_strength": true,
	"EXT_texture_webp":                true,
	"EXT_meshopt_compression":         true,
	"KHR_lights_punctual":             true,
	// Approximated or left out, with a warning.
	"KHR_materials_pbrSpecularGlossiness": false,
	"KHR_materials_clearcoat":             false,
	"KHR_materials_sheen":                 false,
	"KHR_materials_transmission":          false,
	"KHR_materials_volume":                false,
	"KHR_materials_ior":                   false,
	"KHR_materials_specular":              false,
	"KHR_materials_iridescence":           false,
	"KHR_materials_anisotropy":            false,
	"KHR_materials_dispersion":            false,
	"KHR_materials_variants":              false,
	"KHR_xmp_json_ld":                     false,
	"KHR_xmp":                             false,
}

// extensionRemedy says how to get rid of an extension that the lab lacks.
var extensionRemedy = map[string]string{
	"KHR_draco_mesh_compression": "take the compression off first: npx @gltf-transform/cli copy IN.glb OUT.glb (it decodes Draco when it copies), or export again without compression",
	"KHR_texture_basisu":         "turn the KTX2 textures into PNG first: npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb, or export again with PNG textures",
	"KHR_meshopt_compression":    "take the compression off first: npx @gltf-transform/cli copy IN.glb OUT.glb, or pack again with gltfpack -cc, whose EXT_meshopt_compression is read",
	"EXT_mesh_gpu_instancing":    "turn the instances into nodes: npx @gltf-transform/cli uninstance IN.glb OUT.glb",
	"MSFT_texture_dds":           "export again with PNG or JPEG textures",
	"KHR_techniques_webgl":       "export again with ordinary (PBR) materials",
	"KHR_animation_pointer":      "bake the animation to translation, rotation, scale and weights, and export again",
}

// checkAsset checks version and required extensions.
func (l *loader) checkAsset() *scene.Problem {
	d := l.doc
	major, minor, ok := version(d.Asset.Version)
	switch {
	case !ok:
		return problem("PATTERN_MISMATCH", "/asset/version", fmt.Sprintf("%q is not a version", clip(d.Asset.Version)), remedyExport)
	case major != 2:
		return problem("UNKNOWN_ASSET_MAJOR_VERSION", "/asset/version", fmt.Sprintf("the file is glTF %s; only 2.0 is read", clip(d.Asset.Version)), "convert it to glTF 2.0: npx gltf-pipeline -i IN.gltf -o OUT.glb")
	case minor > 0:
		l.warn("UNKNOWN_ASSET_MINOR_VERSION", "/asset/version", fmt.Sprintf("the file is glTF %s; it is read as 2.0", clip(d.Asset.Version)), "")
	}
	if d.Asset.MinVersion != "" {
		a, b, ok := version(d.Asset.MinVersion)
		switch {
		case !ok:
			return problem("PATTERN_MISMATCH", "/asset/minVersion", fmt.Sprintf("%q is not a version", clip(d.Asset.MinVersion)), remedyExport)
		case a > major || a == major && b > minor:
			return problem("ASSET_MIN_VERSION_GREATER_THAN_VERSION", "/asset/minVersion", fmt.Sprintf("the file needs glTF %s but calls itself %s", clip(d.Asset.MinVersion), clip(d.Asset.Version)), remedyExport)
		case a != 2 || b > 0:
			return problem("UNKNOWN_ASSET_MAJOR_VERSION", "/asset/minVersion", fmt.Sprintf("the file needs a reader of glTF %s; only 2.0 is read", clip(d.Asset.MinVersion)), remedyExport)
		}
	}
	for i, name := range d.ExtensionsRequired {
		full, known := extensionKnown[name]
		ptr := "/extensionsRequired/" + strconv.Itoa(i)
		switch {
		case !known:
			remedy := extensionRemedy[name]
			if remedy == "" {
				remedy = "export again without it"
			}
			return problem("EXTENSION_REQUIRED", ptr, fmt.Sprintf("the file cannot be shown without the extension %s, which the lab does not have", clip(name)), remedy)
		case !full:
			l.warn("EXTENSION_APPROXIMATED", ptr, fmt.Sprintf("the extension %s is not shown, or only nearly", clip(name)), "")
		}
	}
	l.quantized = slices.Contains(d.ExtensionsUsed, "KHR_mesh_quantization") || slices.Contains(d.ExtensionsRequired, "KHR_mesh_quantization")
	return nil
}

// version splits "2.0" into its numbers.
func version(s string) (major, minor int, ok bool) {
	a, b, found := strings.Cut(s, ".")
	major, err1 := strconv.Atoi(a)
	minor, err2 := strconv.Atoi(b)
	return major, minor, found && err1 == nil && err2 == nil && major >= 0 && minor >= 0
}
