package raster_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// FuzzDraw draws lists of any numbers whatever: none may panic, and one thread
// and three must agree.
func FuzzDraw(f *testing.F) {
	seed := func(v ...float32) {
		var b []byte
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		f.Add(b, uint8(0), true)
		f.Add(b, uint8(2), false)
		f.Add(b, uint8(2|4|64|128), true)
		f.Add(b, uint8(1|8|64), true)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	seed(1, 1, 0.5, 60, 2, 0.5, 5, 50, 0.9)
	seed(-31999, -31999, 1, 31999, 0, 1, 0, 31999, 1)
	seed(nan, 1, 0.5, 60, inf, 0.5, 5, 50, 0)
	seed(0.5, 0.5, 1, 0.5, 0.5, 1, 0.5, 0.5, 1)
	seed(10, 10, 1e-30, 10.001, 60, 1, 10.002, 10, 1e29)
	f.Fuzz(func(t *testing.T, data []byte, kind uint8, msaa bool) {
		var verts []draw.Vertex
		for len(data) >= 12 && len(verts) < 60 {
			n := func(o int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[o:])) }
			x, y, q := n(0), n(4), n(8)
			verts = append(verts, draw.Vertex{X: x, Y: y, Q: q, U: y, V: x, R: x, G: y, B: q, A: x, NX: y, NY: q, NZ: x})
			data = data[12:]
		}
		var tris [][3]uint32
		for i := range verts {
			tris = append(tris, [3]uint32{uint32(i), uint32(i+1) % uint32(len(verts)), uint32(i + 2)})
		}
		l := flatList(70, 70, draw.Kind(kind%4), verts, tris)
		surface := *fuzzSurface
		l.Batches[0].Surface = &surface
		l.Clear = kind&4 != 0
		if surface.Carry = draw.Carry(kind >> 3 % 3); kind&64 != 0 {
			surface.Maps = new([draw.MapCount]draw.MapUV)
			for k := range surface.Maps {
				surface.Maps[k].Second = k%2 == 0
				for i := range surface.Maps[k].M {
					if n := k + i; n < len(verts) {
						surface.Maps[k].M[i] = verts[n].Y
					}
				}
			}
		}
		if kind&128 != 0 && len(verts) > 0 {
			v := verts[0]
			l.Lamps = []draw.Lamp{{Point: kind&8 != 0, Pos: mgl32.Vec3{v.X, v.Y, v.Q}, Dir: mgl32.Vec3{v.NX, v.NY, v.NZ}, Color: mgl32.Vec3{v.R, v.G, v.B}, InvRange: v.Q, ConeScale: v.X, ConeOffset: 1}}
		}
		opt := raster.Options{MSAA: 1, Threads: 1}
		if msaa {
			opt.MSAA = 4
		}
		one := raster.PixelHash(drawList(l, opt))
		opt.Threads = 3
		if raster.PixelHash(drawList(l, opt)) != one {
			t.Error("three threads draw another picture than one")
		}
	})
}

var fuzzSurface = func() *draw.Surface {
	mat := paint(1, 1, 1, 1, 0.5, 0.5)
	t := draw.NewTexture(checker(7, 3, [4]uint8{1, 2, 3, 4}, [4]uint8{250, 130, 3, 255}), true)
	return &draw.Surface{Material: &mat, BaseColor: t, Normal: t, MetalRough: t, Occlusion: t, Emissive: t, AlphaCutoff: 0.5}
}()
