package window

import (
	"fmt"
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/scene/draw"
	"donorlab/shaders"
)

// The passes of shaders/scene.kage.
const (
	passHigh = iota
	passLow
	passOpaque
	passBlend
	passOverlay
)

// blendMax keeps the larger of source and target in each channel.
var blendMax = ebiten.Blend{
	BlendFactorSourceRGB:        ebiten.BlendFactorOne,
	BlendFactorSourceAlpha:      ebiten.BlendFactorOne,
	BlendFactorDestinationRGB:   ebiten.BlendFactorOne,
	BlendFactorDestinationAlpha: ebiten.BlendFactorOne,
	BlendOperationRGB:           ebiten.BlendOperationMax,
	BlendOperationAlpha:         ebiten.BlendOperationMax,
}

// sink draws lists with the scene shader. Depth is resolved first, in two
// passes that leave the two digits of the nearest depth in two images; then
// each surface draws only the fragments whose depth that is.
type sink struct {
	programs map[shaders.Program]*ebiten.Shader
	depth    [2]*ebiten.Image // high and low digit
	big      *ebiten.Image    // the picture before it is scaled down; nil with one sample
	chains   map[chainKey]*chain
	vertices []ebiten.Vertex
	indices  []uint32
	images   [2]*ebiten.Image // of the surface that is set: colours, data
	uniforms map[string]any
	lamps    bool // the list has some
}

func newSink() *sink {
	return &sink{
		programs: map[shaders.Program]*ebiten.Shader{},
		chains:   map[chainKey]*chain{},
		uniforms: map[string]any{},
	}
}

// program compiles on first use. The source is ours: a failure is a mistake of
// this program, or a driver that cannot do what Kage promises.
func (s *sink) program(p shaders.Program) *ebiten.Shader {
	sh := s.programs[p]
	if sh == nil {
		var err error
		if sh, err = ebiten.NewShader(shaders.Source(p)); err != nil {
			panic(fmt.Sprintf("window: shader %+v: %v", p, err))
		}
		s.programs[p] = sh
	}
	return sh
}

// draw draws the list over dst, which has the list's size, with n by n samples
// a pixel.
func (s *sink) draw(dst *ebiten.Image, l *draw.List, n int) {
	if l == nil || l.Width <= 0 || l.Height <= 0 {
		return
	}
	w, h := l.Width*n, l.Height*n
	target := dst
	if n > 1 {
		s.big = sized(s.big, w, h)
		target = s.big
	}
	for i := range s.depth {
		s.depth[i] = sized(s.depth[i], w, h)
		s.depth[i].Clear()
	}
	s.setFrame(l, w, h)
	s.setVertices(l, float32(n))
	s.background(target, l, w, h)

	solid := 0
	for solid < len(l.Batches) && l.Batches[solid].Kind <= draw.Mask {
		solid++
	}
	s.resolve(l, solid)
	for i := range l.Batches {
		b := &l.Batches[i]
		pass, blend := passOpaque, ebiten.BlendCopy
		switch b.Kind {
		case draw.Blend:
			pass, blend = passBlend, ebiten.BlendSourceOver
		case draw.Overlay:
			pass, blend = passOverlay, ebiten.BlendSourceOver
		}
		program := s.surface(b.Surface)
		s.uniforms["Masked"] = b2i(b.Kind == draw.Mask)
		s.call(target, l, b.First, b.Count, program, pass, blend)
	}
	if n > 1 {
		op := &ebiten.DrawImageOptions{Filter: ebiten.FilterLinear, DisableMipmaps: true, Blend: ebiten.BlendCopy}
		op.GeoM.Scale(1/float64(n), 1/float64(n))
		dst.DrawImage(target, op)
	}
}

// resolve fills the depth images from the first n batches. Opaque batches need
// no textures for it, so that runs of them go in one call.
func (s *sink) resolve(l *draw.List, n int) {
	for pass := passHigh; pass <= passLow; pass++ {
		for i := 0; i < n; {
			b := &l.Batches[i]
			first, count := b.First, b.Count
			program := shaders.Program{Digits: true}
			s.images = [2]*ebiten.Image{}
			i++
			if b.Kind == draw.Mask {
				program.Maps = min(s.surface(b.Surface).Maps, shaders.BaseMap)
				s.uniforms["Masked"] = b2i(true)
			} else {
				for i < n && l.Batches[i].Kind == draw.Opaque && l.Batches[i].First == first+count {
					count += l.Batches[i].Count
					i++
				}
			}
			s.call(s.depth[pass], l, first, count, program, pass, blendMax)
		}
	}
}

// call draws triangles with the surface that was set.
func (s *sink) call(dst *ebiten.Image, l *draw.List, first, count int, program shaders.Program, pass int, blend ebiten.Blend) {
	if count == 0 {
		return
	}
	triangles := l.Triangles[first : first+count]
	low, high := uint32(math.MaxUint32), uint32(0)
	for i := range triangles {
		t := &triangles[i]
		low, high = min(low, t.A, t.B, t.C), max(high, t.A, t.B, t.C)
	}
	s.indices = s.indices[:0]
	for i := range triangles {
		t := &triangles[i]
		s.indices = append(s.indices, t.A-low, t.B-low, t.C-low)
	}
	s.uniforms["Pass"] = pass
	op := &ebiten.DrawTrianglesShaderOptions{Uniforms: s.uniforms, Blend: blend}
	if pass > passHigh && pass < passOverlay {
		op.Images[0] = s.depth[0]
		if pass > passLow {
			op.Images[1] = s.depth[1]
		}
	}
	op.Images[2], op.Images[3] = s.images[0], s.images[1]
	dst.DrawTrianglesShader32(s.vertices[low:high+1], s.indices, s.program(program), op)
}

// background fills the target by a rectangle whose colour runs from top to
// bottom in linear light.
func (s *sink) background(dst *ebiten.Image, l *draw.List, w, h int) {
	corner := func(x, y int, c mgl32.Vec3) ebiten.Vertex {
		return ebiten.Vertex{
			DstX: float32(x), DstY: float32(y), ColorR: c[0], ColorG: c[1], ColorB: c[2], ColorA: 1,
			Custom0: 1, Custom1: 1,
		}
	}
	s.uniforms["Pass"] = passOverlay
	top, bottom := l.Background[0], l.Background[1]
	dst.DrawTrianglesShader32(
		[]ebiten.Vertex{corner(0, 0, top), corner(w, 0, top), corner(w, h, bottom), corner(0, h, bottom)},
		[]uint32{0, 1, 2, 0, 2, 3}, s.program(shaders.Program{Unlit: true}),
		&ebiten.DrawTrianglesShaderOptions{Uniforms: s.uniforms, Blend: ebiten.BlendCopy})
}

// setVertices converts the list's vertices, scaled by n.
func (s *sink) setVertices(l *draw.List, n float32) {
	if cap(s.vertices) < len(l.Vertices) {
		s.vertices = make([]ebiten.Vertex, len(l.Vertices), len(l.Vertices)*5/4)
	}
	s.vertices = s.vertices[:len(l.Vertices)]
	for i := range l.Vertices {
		v := &l.Vertices[i]
		s.vertices[i] = ebiten.Vertex{
			DstX: v.X * n, DstY: v.Y * n, SrcX: v.U, SrcY: v.V,
			ColorR: v.R, ColorG: v.G, ColorB: v.B, ColorA: v.A,
			Custom0: v.Q, Custom1: v.NX, Custom2: v.NY, Custom3: v.NZ,
		}
	}
}

// setFrame sets the uniforms that hold for the whole list.
func (s *sink) setFrame(l *draw.List, w, h int) {
	u, v, g := s.uniforms, &l.View, &l.Light
	u["Ortho"] = b2i(l.Ortho)
	u["Size"] = []float32{float32(w), float32(h)}
	u["Right"], u["Up"], u["Back"] = vec(v.Right), vec(v.Up), vec(v.Back)
	u["TanHalf"] = []float32{v.TanHalfX, v.TanHalfY}
	u["DepthSpan"], u["Near"] = v.Far-v.Near, v.Near
	u["Carry"] = int(draw.CarryColor)
	s.setLamps(l.Lamps)
	u["KeyDir"], u["Key"] = vec(g.KeyDir), vec(g.Key)
	u["Sky"], u["Ground"], u["Horizon"], u["Fill"] = vec(g.Sky), vec(g.Ground), vec(g.Horizon), vec(g.Fill)
	u["Exposure"] = g.Exposure
	if g.Exposure == 0 {
		u["Exposure"] = float32(1)
	}
	from, scale := depthRange(l)
	u["DepthFrom"] = []float32{from, scale}
}

// depthRange returns the smallest Q of what has depth, and one over the range
// of Q: all of the digits go to the depths that there are.
func depthRange(l *draw.List) (from, scale float32) {
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	for _, b := range l.Batches {
		if b.Kind > draw.Mask {
			continue
		}
		for _, t := range l.Triangles[b.First : b.First+b.Count] {
			a, b, c := l.Vertices[t.A].Q, l.Vertices[t.B].Q, l.Vertices[t.C].Q
			low, high = min(low, a, b, c), max(high, a, b, c)
		}
	}
	if !(high > low) {
		if !(high >= low) {
			low = 0
		}
		return low, 1
	}
	return low, 1 / (high - low)
}

// sized returns an image of the size: img itself if it fits.
func sized(img *ebiten.Image, w, h int) *ebiten.Image {
	if img != nil {
		if img.Bounds().Dx() == w && img.Bounds().Dy() == h {
			return img
		}
		img.Deallocate()
	}
	return ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
}

func vec(v mgl32.Vec3) []float32 { return []float32{v[0], v[1], v[2]} }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
