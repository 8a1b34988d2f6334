package objio

import (
	"fmt"
	"math"
	"path"
	"strings"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"

	"github.com/go-gl/mathgl/mgl32"
)

// dress makes the model's materials, textures and images out of what the faces
// use.
func (l *loader) dress() *scene.Problem {
	d := &dresser{l: l, imageOf: map[string]int{}, textureOf: map[scene.Texture]int{}}
	materials := make([]scene.Index, len(l.lib.used))
	for i := range l.lib.used {
		u := &l.lib.used[i]
		if u.count == 0 {
			continue
		}
		def := l.lib.defs[u.name]
		if def == nil {
			def = l.lib.defs[strings.ToLower(u.name)]
		}
		if def == nil && len(l.lib.files) > 0 {
			l.warn("MTL_UNDEFINED", "", u.line, fmt.Sprintf("the material %q is in none of the material files; it is grey", clip(u.name)), "export the materials again together with the model")
		}
		materials[i] = scene.Some(len(l.m.Materials))
		l.m.Materials = append(l.m.Materials, plain(u.name, def))
		d.defs = append(d.defs, def)
		d.request(def)
	}
	bare := scene.Index(0)
	if l.lib.bare {
		bare = scene.Some(len(l.m.Materials))
		l.m.Materials = append(l.m.Materials, plain("", nil))
		d.defs = append(d.defs, nil)
	}
	for i := range l.m.Meshes {
		for k := range l.m.Meshes[i].Primitives {
			p := &l.m.Meshes[i].Primitives[k]
			if u, ok := p.Material.Get(); ok {
				p.Material = materials[u]
			} else {
				p.Material = bare
			}
		}
	}
	images, warnings, err := gltfio.ReadImages(l.ctx, l.fsys, ".", d.files, l.room, l.mem.left, l.opt)
	if err != nil {
		return err.(*scene.Problem)
	}
	l.m.Images = images
	l.m.Warnings = append(l.m.Warnings, warnings...)
	for i := range images {
		l.mem.take(int64(len(images[i].Pixels.Pix)))
	}
	for i, def := range d.defs {
		if def == nil {
			continue
		}
		if p := d.textures(&l.m.Materials[i], def); p != nil {
			return p
		}
	}
	d.prune()
	return nil
}

// plain makes a material without its images. OBJ knows no back faces, so that
// both sides are shown; it is as rough as Blender takes Ns to mean.
func plain(name string, def *mtl) scene.Material {
	m := scene.DefaultMaterial()
	m.Name, m.DoubleSided, m.Metallic = name, true, 0
	m.BaseColor = mgl32.Vec4{0.8, 0.8, 0.8, 1}
	if def == nil {
		return m
	}
	if def.hasKd {
		for k := range 3 {
			m.BaseColor[k] = share(def.kd[k])
		}
	}
	for k := range 3 {
		m.Emissive[k] = float32(min(max(def.ke[k], 0), 1e6))
	}
	switch {
	case def.hasPr:
		m.Roughness = share(def.pr)
	case def.hasNs && def.illum != 1:
		m.Roughness = share(1 - math.Sqrt(min(max(def.ns, 0), 1000)/1000))
	}
	if def.hasPm {
		m.Metallic = share(def.pm)
	}
	m.Unlit = def.illum == 0
	alpha := 1.0
	switch {
	case def.hasD:
		alpha = def.d
	case def.hasTr:
		alpha = 1 - def.tr
	}
	if alpha < 1 {
		m.BaseColor[3], m.AlphaMode = share(alpha), scene.Blend
	}
	return m
}

func share(v float64) float32 { return float32(min(max(v, 0), 1)) }

// dresser gives materials their images.
type dresser struct {
	l         *loader
	defs      []*mtl // of each material, nil for none
	files     []gltfio.ImageFile
	imageOf   map[string]int // image by path below the root
	textureOf map[scene.Texture]int
}

// shownMaps are the images that are shown, in the order they are asked for.
var shownMaps = [...]string{"color", "glow", "alpha", "normal", "bump", "rough", "metal"}

// request notes the images that a material names.
func (d *dresser) request(def *mtl) {
	if def == nil {
		return
	}
	for _, key := range shownMaps {
		m := def.maps[key]
		if m == nil || key == "bump" && def.maps["normal"] != nil {
			continue
		}
		file, ok := d.l.find(path.Dir(m.file), m.name)
		if !ok { // it will be missed under the name that it should have
			if file = path.Join(path.Dir(m.file), m.name); path.IsAbs(m.name) || strings.HasPrefix(file, "..") || strings.Contains(m.name, ":") {
				file = path.Join(d.l.dir, path.Base(m.name))
			}
		}
		m.name = file
		if _, have := d.imageOf[file]; !have {
			d.imageOf[file] = len(d.files)
			d.files = append(d.files, gltfio.ImageFile{Path: file, File: m.file, Pointer: place(m.line)})
		}
	}
}

// image returns a material's map and its image; ok is false where it has none
// or it is missing.
func (d *dresser) image(def *mtl, key string) (m *mapDef, image int, ok bool) {
	m = def.maps[key]
	if m == nil {
		return nil, -1, false
	}
	image, have := d.imageOf[m.name]
	return m, image, have && !d.l.m.Images[image].Missing
}

// ref makes a reference to an image with the map's wrapping and transform.
func (d *dresser) ref(m *mapDef, image int) scene.TexRef {
	t := scene.Texture{Image: scene.Some(image)}
	if m.clamp {
		t.WrapS, t.WrapT = scene.Clamp, scene.Clamp
	}
	i, ok := d.textureOf[t]
	if !ok {
		i = len(d.l.m.Textures)
		d.l.m.Textures = append(d.l.m.Textures, t)
		d.textureOf[t] = i
	}
	r := scene.TexRef{Texture: scene.Some(i), Scale: 1, Tiling: mgl32.Vec2{1, 1}}
	if m.hasXform {
		// In OBJ v' = v*s + o with v upwards; with w = 1-v that is
		// w' = 1-v' = w*s + (1 - s - o).
		r.Xform = true
		r.Tiling = mgl32.Vec2{limit(m.tiling[0]), limit(m.tiling[1])}
		r.Offset = mgl32.Vec2{limit(m.offset[0]), limit(1 - m.tiling[1] - m.offset[1])}
	}
	return r
}

func limit(v float64) float32 { return float32(min(max(v, -1e9), 1e9)) }

// textures puts a material's images in.
func (d *dresser) textures(mat *scene.Material, def *mtl) *scene.Problem {
	if m := def.maps["color"]; m != nil {
		// A map times grey is what exporters leave behind where the map stands for
		// the colour; a tint is meant.
		if kd := def.kd; kd[0] == kd[1] && kd[1] == kd[2] {
			mat.BaseColor[0], mat.BaseColor[1], mat.BaseColor[2] = 1, 1, 1
		}
		mat.BaseColorTex = d.ref(m, d.imageOf[m.name])
	}
	if m := def.maps["glow"]; m != nil {
		if mat.Emissive == (mgl32.Vec3{}) {
			mat.Emissive = mgl32.Vec3{1, 1, 1}
		}
		mat.EmissiveTex = d.ref(m, d.imageOf[m.name])
	}
	if p := d.alpha(mat, def); p != nil {
		return p
	}
	if p := d.relief(mat, def); p != nil {
		return p
	}
	if p := d.metalRough(mat, def); p != nil {
		return p
	}
	// Programs that mix up d and Tr write this for whole models.
	if mat.BaseColor[3] == 0 {
		mat.BaseColor[3] = 1
		if def.maps["alpha"] == nil {
			mat.AlphaMode = scene.Opaque
		}
		d.l.warn("MTL_INVISIBLE", def.file, def.line, fmt.Sprintf("the material %q is wholly transparent; it is shown opaque", clip(def.name)), "set d to 1 (or Tr to 0) in the material file, or give the material some opacity")
	}
	return nil
}

// prune leaves out the textures and images that only went into others. An image
// that is missing stays, so that it is listed.
func (d *dresser) prune() {
	m := d.l.m
	refs := func(f func(*scene.TexRef)) {
		for i := range m.Materials {
			mat := &m.Materials[i]
			for _, r := range []*scene.TexRef{&mat.BaseColorTex, &mat.MetalRoughTex, &mat.NormalTex, &mat.OcclusionTex, &mat.EmissiveTex} {
				if r.Texture != 0 {
					f(r)
				}
			}
		}
	}
	usedTexture := make([]bool, len(m.Textures))
	refs(func(r *scene.TexRef) { usedTexture[r.Texture.Or(0)] = true })
	usedImage := make([]bool, len(m.Images))
	var textures []scene.Texture
	textureAt := make([]scene.Index, len(m.Textures))
	for i, t := range m.Textures {
		if usedTexture[i] {
			usedImage[t.Image.Or(0)] = true
			textureAt[i] = scene.Some(len(textures))
			textures = append(textures, t)
		}
	}
	refs(func(r *scene.TexRef) { r.Texture = textureAt[r.Texture.Or(0)] })
	var images []scene.Image
	imageAt := make([]scene.Index, len(m.Images))
	for i := range m.Images {
		if usedImage[i] || m.Images[i].Missing {
			imageAt[i] = scene.Some(len(images))
			images = append(images, m.Images[i])
		}
	}
	for i := range textures {
		textures[i].Image = imageAt[textures[i].Image.Or(0)]
	}
	m.Textures, m.Images = textures, images
}
