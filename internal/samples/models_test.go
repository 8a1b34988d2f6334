package samples_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/assets"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// TestAssetsReproduced makes every embedded model again and compares bytes.
func TestAssetsReproduced(t *testing.T) {
	for _, a := range samples.Assets() {
		got, err := gltfio.Encode(a.Model())
		if err != nil {
			t.Fatal(err)
		}
		want, err := assets.FS.ReadFile(a.File)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the generator makes other bytes (%d) than are embedded (%d): run make assets", a.File, len(got), len(want))
		}
	}
}

func TestModelsAreSound(t *testing.T) {
	for _, c := range []struct {
		m        *scene.Model
		min, max int // triangles
		length   float64
	}{
		{samples.StealthHelicopter(), 5000, 20000, 14.5},
		{samples.DonorGunship(), 2000, 6000, 15.8},
		{samples.Walker(), 5000, 20000, 0.37},
	} {
		if err := c.m.Check(); err != nil {
			t.Errorf("%s: %v", c.m.Name, err)
		}
		if n := c.m.TriangleCount(); n < c.min || n > c.max {
			t.Errorf("%s: %d triangles, want %d to %d", c.m.Name, n, c.min, c.max)
		}
		b := c.m.Bounds()
		if b.Min[1] != 0 {
			t.Errorf("%s: lowest point at y = %v, want exactly 0", c.m.Name, b.Min[1])
		}
		if l := b.Size()[2]; math.Abs(l-c.length) > 0.5 {
			t.Errorf("%s: %.2f m long, want about %.1f", c.m.Name, l, c.length)
		}
		for i := range c.m.Meshes {
			for k := range c.m.Meshes[i].Primitives {
				checkNormals(t, c.m.Meshes[i].Name, &c.m.Meshes[i].Primitives[k])
			}
		}
	}
}

// checkNormals wants unit normals that lean less than the crease angle from
// their facet's own, and colours and texture coordinates in range.
func checkNormals(t *testing.T, name string, p *scene.Primitive) {
	t.Helper()
	at := func(i uint32) mgl64.Vec3 { return wide(p.Positions[i]) }
	for k := 0; k+2 < len(p.Indices); k += 3 {
		a, b, c := p.Indices[k], p.Indices[k+1], p.Indices[k+2]
		flat := at(b).Sub(at(a)).Cross(at(c).Sub(at(a))).Normalize()
		for _, v := range []uint32{a, b, c} {
			n := wide(p.Normals[v])
			if math.Abs(n.Len()-1) > 1e-4 {
				t.Fatalf("%s: normal %v has length %v", name, n, n.Len())
			}
			if n.Dot(flat) < math.Cos(57*math.Pi/180) {
				t.Fatalf("%s: normal %v of a facet that faces %v", name, n, flat)
			}
		}
	}
	for _, c := range p.Colors {
		for _, x := range c {
			if x < 0 || x > 1 {
				t.Fatalf("%s: colour %v is outside 0..1", name, c)
			}
		}
	}
	for _, uv := range p.UV0 {
		if uv[0] < 0 || uv[0] > 1 || uv[1] < 0 || uv[1] > 1 {
			t.Fatalf("%s: texture coordinate %v is outside 0..1", name, uv)
		}
	}
}

func wide(v [3]float32) mgl64.Vec3 {
	return mgl64.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// TestShellsFaceOutward welds each mesh by position, takes it apart into shells
// and wants every closed one to enclose a positive volume; the parts that move
// must consist of closed shells only.
func TestShellsFaceOutward(t *testing.T) {
	m := samples.StealthHelicopter()
	closedOnly := map[string]bool{
		"MainRotor_Blade_1": true, "MainRotor_Hub": true, "TailFan_Blades": true, "TailFan_Hub": true,
		"Wheel_Main_L": true, "Wheel_Tail": true, "Gun_Turret": true, "Gun_Barrels": true,
	}
	seen := 0
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if !ok {
			continue
		}
		for _, s := range shells(&m.Meshes[mesh]) {
			if s.closed && s.volume <= 0 {
				t.Errorf("%s: a closed shell of %d facets encloses %v m³", m.Nodes[i].Name, s.facets, s.volume)
			}
			if closedOnly[m.Nodes[i].Name] && !s.closed {
				t.Errorf("%s: a shell of %d facets is open", m.Nodes[i].Name, s.facets)
			}
		}
		if closedOnly[m.Nodes[i].Name] {
			seen++
		}
	}
	if seen != len(closedOnly) {
		t.Errorf("found %d of the %d named parts", seen, len(closedOnly))
	}
}

type shell struct {
	facets int
	volume float64
	closed bool
}

// shells splits a mesh into pieces that hang together by welded points.
func shells(mesh *scene.Mesh) []shell {
	ids := map[[3]float32]int{}
	var pos []mgl64.Vec3
	var tris [][3]int
	for _, p := range mesh.Primitives {
		for k := 0; k+2 < len(p.Indices); k += 3 {
			var tri [3]int
			for c := range tri {
				q := p.Positions[p.Indices[k+c]]
				id, ok := ids[q]
				if !ok {
					id = len(pos)
					ids[q] = id
					pos = append(pos, wide(q))
				}
				tri[c] = id
			}
			tris = append(tris, tri)
		}
	}
	root := make([]int, len(pos))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	for _, tri := range tris {
		root[find(tri[1])] = find(tri[0])
		root[find(tri[2])] = find(tri[0])
	}
	edges := map[[2]int]int{}
	for _, tri := range tris {
		for c := range tri {
			edges[[2]int{tri[c], tri[(c+1)%3]}]++
		}
	}
	byRoot := map[int]int{}
	var out []shell
	for _, tri := range tris {
		r := find(tri[0])
		i, ok := byRoot[r]
		if !ok {
			i = len(out)
			byRoot[r] = i
			out = append(out, shell{closed: true})
		}
		o := pos[r]
		out[i].facets++
		out[i].volume += pos[tri[0]].Sub(o).Dot(pos[tri[1]].Sub(o).Cross(pos[tri[2]].Sub(o))) / 6
		for c := range tri {
			a, b := tri[c], tri[(c+1)%3]
			if edges[[2]int{a, b}] != edges[[2]int{b, a}] {
				out[i].closed = false
			}
		}
	}
	return out
}

// TestAirframeIsSymmetric mirrors the parts that are meant to be symmetric.
func TestAirframeIsSymmetric(t *testing.T) {
	m := samples.StealthHelicopter()
	checked := 0
	for i := range m.Nodes {
		switch m.Nodes[i].Name {
		case "Fuselage", "Canopy_Glass", "Canopy_Frame", "Cockpit":
		default:
			continue
		}
		checked++
		set := map[[3]int]bool{}
		key := func(p [3]float32, flip float32) [3]int {
			const g = 32768 // half the grid: a last step is allowed
			return [3]int{int(math.Round(float64(p[0] * flip * g / 4))), int(math.Round(float64(p[1] * g / 4))), int(math.Round(float64(p[2] * g / 4)))}
		}
		mesh := &m.Meshes[m.Nodes[i].Mesh.Or(0)]
		for _, p := range mesh.Primitives {
			for _, q := range p.Positions {
				k := key(q, 1)
				for dx := -1; dx <= 1; dx++ {
					for dy := -1; dy <= 1; dy++ {
						for dz := -1; dz <= 1; dz++ {
							set[[3]int{k[0] + dx, k[1] + dy, k[2] + dz}] = true
						}
					}
				}
			}
		}
		for _, p := range mesh.Primitives {
			for _, q := range p.Positions {
				if !set[key(q, -1)] {
					t.Fatalf("%s: %v has no mirror image", m.Nodes[i].Name, q)
				}
			}
		}
	}
	if checked != 4 {
		t.Errorf("checked %d parts, want 4", checked)
	}
}

// TestLiveryDecodes reads the embedded picture with Go's own decoder.
func TestLiveryDecodes(t *testing.T) {
	m := samples.StealthHelicopter()
	if len(m.Images) != 1 {
		t.Fatalf("%d images, want 1", len(m.Images))
	}
	img, err := png.Decode(bytes.NewReader(m.Images[0].Encoded))
	if err != nil {
		t.Fatal(err)
	}
	want := m.Images[0].Pixels
	if img.Bounds() != want.Bounds() {
		t.Fatalf("decoded %v, want %v", img.Bounds(), want.Bounds())
	}
	p, ok := img.(*image.Paletted)
	if !ok {
		t.Fatalf("decoded as %T, want a palette", img)
	}
	inks := make([][4]uint8, len(p.Palette))
	for i := range inks {
		c := color.NRGBAModel.Convert(p.Palette[i]).(color.NRGBA)
		inks[i] = [4]uint8{c.R, c.G, c.B, c.A}
	}
	for i, ink := range p.Pix {
		if got := [4]uint8(want.Pix[4*i : 4*i+4]); got != inks[ink] {
			t.Fatalf("pixel %d is %v, decoded as %v", i, got, inks[ink])
		}
	}
}
