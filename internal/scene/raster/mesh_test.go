package raster_test

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// torus is a ring about Y with 2*n*m triangles, n round the ring.
func torus(n, m int, big, small float64) scene.Primitive {
	var p scene.Primitive
	for i := range n + 1 {
		for j := range m + 1 {
			u, v := float64(i)/float64(n), float64(j)/float64(m)
			su, cu := math.Sincos(2 * math.Pi * u)
			sv, cv := math.Sincos(2 * math.Pi * v)
			p.Positions = append(p.Positions, mgl32.Vec3{float32((big + small*cv) * cu), float32(small * sv), float32((big + small*cv) * su)})
			p.Normals = append(p.Normals, mgl32.Vec3{float32(cv * cu), float32(sv), float32(cv * su)})
			p.UV0 = append(p.UV0, mgl32.Vec2{float32(8 * u), float32(2 * v)})
		}
	}
	at := func(i, j int) uint32 { return uint32(i*(m+1) + j) }
	for i := range n {
		for j := range m {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			p.Indices = append(p.Indices, a, c, b, a, d, c)
		}
	}
	return p
}

// quad is a square of two triangles from -1 to 1 in X and Y that faces +Z.
func quad() scene.Primitive {
	return scene.Primitive{
		Positions: []mgl32.Vec3{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		UV0:       []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}},
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
	}
}

// checker is an image of n by n squares of two colours.
func checker(size, n int, a, b [4]uint8) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			c := a
			if (x*n/size+y*n/size)%2 == 1 {
				c = b
			}
			copy(img.Pix[img.PixOffset(x, y):], c[:])
		}
	}
	return img
}

// model makes a scene of meshes with one node each at the given transforms.
func model(prims []scene.Primitive, at []scene.TRS, mats []scene.Material, images ...*image.NRGBA) *scene.Model {
	m := &scene.Model{Materials: mats}
	for i := range prims {
		m.Meshes = append(m.Meshes, scene.Mesh{Primitives: []scene.Primitive{prims[i]}})
		m.Nodes = append(m.Nodes, scene.Node{Local: at[i], Mesh: scene.Some(i)})
		m.Roots = append(m.Roots, i)
	}
	for i, img := range images {
		m.Images = append(m.Images, scene.Image{Pixels: img})
		m.Textures = append(m.Textures, scene.Texture{Image: scene.Some(i)})
	}
	return m
}

func move(x, y, z float64) scene.TRS {
	t := scene.Identity()
	t.T = mgl64.Vec3{x, y, z}
	return t
}

func ref(texture int) scene.TexRef { return scene.TexRef{Texture: scene.Some(texture), Scale: 1} }

func paint(r, g, b, a, metal, rough float32) scene.Material {
	m := scene.DefaultMaterial()
	m.BaseColor = mgl32.Vec4{r, g, b, a}
	m.Metallic, m.Roughness = metal, rough
	return m
}

// picture draws items.
func picture(items []draw.Item, cam scene.Camera, opt draw.Options, ro raster.Options) (*image.NRGBA, *draw.List) {
	var b draw.Builder
	l := new(draw.List)
	b.Frame(l, items, cam, opt)
	img := image.NewNRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	raster.Draw(img, l, ro)
	return img, l
}

// texturedTorus fills about a quarter of a 16:9 picture.
func texturedTorus(n, m int) (*scene.Model, scene.Camera) {
	p := torus(n, m, 1, 0.45)
	p.Material = scene.Some(0)
	mat := paint(1, 1, 1, 1, 0.3, 0.5)
	mat.BaseColorTex = ref(0)
	mod := model([]scene.Primitive{p}, []scene.TRS{scene.Identity()}, []scene.Material{mat},
		checker(512, 16, [4]uint8{200, 60, 40, 255}, [4]uint8{220, 220, 210, 255}))
	return mod, scene.Camera{AzimuthDeg: 30, ElevationDeg: 50, Distance: 5}
}

func BenchmarkRaster720(b *testing.B) {
	for _, size := range []struct {
		name string
		n, m int
	}{{"15k", 125, 60}, {"50k", 250, 100}} {
		mod, cam := texturedTorus(size.n, size.m)
		var builder draw.Builder
		var l draw.List
		builder.Frame(&l, []draw.Item{{Prepared: draw.Prepare(mod)}}, cam, draw.Options{Width: 1280, Height: 720})
		img := image.NewNRGBA(image.Rect(0, 0, 1280, 720))
		for _, msaa := range []int{1, 4} {
			b.Run(size.name+"/"+string(rune('0'+msaa))+"x", func(b *testing.B) {
				var r raster.Rasterizer
				b.ReportAllocs()
				best, leastCPU, began := time.Hour, time.Hour, cpuTime()
				for b.Loop() {
					start, cpu := time.Now(), cpuTime()
					r.Draw(img, &l, raster.Options{MSAA: msaa})
					best, leastCPU = min(best, time.Since(start)), min(leastCPU, cpuTime()-cpu)
				}
				b.ReportMetric(float64((cpuTime()-began).Microseconds())/1000/float64(b.N), "cpu-ms/frame")
				b.ReportMetric(float64(leastCPU.Microseconds())/1000, "best-cpu-ms/frame")
				// The mean means little on a machine that others use too.
				b.ReportMetric(float64(best.Microseconds())/1000, "best-ms/frame")
				b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/frame")
			})
		}
	}
}
