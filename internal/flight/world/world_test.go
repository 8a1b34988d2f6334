package world

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"

	"strings"
	"testing"

	"donorlab/assets"
	"donorlab/internal/scene"
)

func shipped(t testing.TB, name string) *World {
	t.Helper()
	data, ok := assets.Map(name)
	if !ok {
		t.Fatal("no map ", name)
	}
	m, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Build(m)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestHexNearest: the tile at a place is the one whose centre is nearest.
func TestHexNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x, z := (rng.Float64()-0.5)*200, (rng.Float64()-0.5)*200
		h := hexAt(x, z)
		cx, cz := h.center()
		own := math.Hypot(x-cx, z-cz)
		for k := range 6 {
			nx, nz := h.Neighbour(k).center()
			if d := math.Hypot(x-nx, z-nz); d < own-1e-9 {
				t.Fatalf("%v, %v is in %v, but %v is nearer", x, z, h, h.Neighbour(k))
			}
			if d := math.Hypot(nx-cx, nz-cz); math.Abs(d-math.Sqrt(3)) > 1e-9 {
				t.Fatalf("neighbours are %v apart", d)
			}
		}
	}
	if d := (Hex{2, -5}).Distance(Hex{-1, 3}); d != 8 {
		t.Errorf("distance %d, want 8", d)
	}
}

// TestEdgeDistance against the distance to many points of the hexagon's rim.
func TestEdgeDistance(t *testing.T) {
	const a = 3.4641016151377544
	var rim [][2]float64
	for k := range 6 {
		p, q := corners[k], corners[(k+1)%6]
		for i := range 500 {
			u := float64(i) / 500
			rim = append(rim, [2]float64{4 * (p[0]*(1-u) + q[0]*u), 4 * (p[1]*(1-u) + q[1]*u)})
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		x, z := (rng.Float64()-0.5)*16, (rng.Float64()-0.5)*16
		least := math.Inf(1)
		for _, p := range rim {
			least = min(least, math.Hypot(x-p[0], z-p[1]))
		}
		got := edgeDistance(x, z, a)
		if inside := hexAt(x/4, z/4) == (Hex{}); inside != (got <= 0) || math.Abs(math.Abs(got)-least) > 0.01 {
			t.Fatalf("%v, %v: %v, want %v (inside %v)", x, z, got, least, inside)
		}
	}
}

// TestGroundIsLowestHit: Ground is the lowest hit of a ray that is no unit, and
// Top the highest; a unit above and buildings do not count as ground.
func TestGroundIsLowestHit(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, name := range assets.MapNames() {
		w := shipped(t, name)
		minX, minZ, maxX, maxZ := w.Extent()
		buildings := 0
		for i := range 20000 {
			x, z := minX+rng.Float64()*(maxX-minX), minZ+rng.Float64()*(maxZ-minZ)
			if i%2 == 0 { // towns
				d := w.District(rng.IntN(w.DistrictCount()))
				x, z = d.X+(rng.Float64()-0.5)*7, d.Z+(rng.Float64()-0.5)*7
			}
			timeS := rng.Float64() * 10
			hits := w.Ray(x, z, timeS, []Unit{{x, z, 1, 55}, {x + 9, z, 1, 60}}, nil)
			g, from := w.Ground(x, z)
			if from == GroundNone {
				if len(hits) != 1 {
					t.Fatalf("%s: no ground, but %v", name, hits)
				}
				continue
			}
			if hits[0] != (Hit{HitUnit, 55}) {
				t.Fatalf("%s: the unit is not on top: %v", name, hits)
			}
			rest := hits[1:]
			low := rest[len(rest)-1]
			top, _ := w.Top(x, z, timeS)
			if low.Height != g || low.Kind == HitUnit || rest[0].Height != top || g < w.WaterLevel() {
				t.Fatalf("%s at %v, %v: ground %v, top %v, hits %v", name, x, z, g, top, hits)
			}
			if rest[0].Kind == HitBuilding {
				buildings++
			}
			spot := w.At(x, z, timeS)
			e, _ := w.Elevation(x, z)
			if spot.Ground != g || spot.Source != from || spot.Elevation != e || int(spot.District) != w.DistrictAt(x, z, timeS) {
				t.Fatalf("At says %+v", spot)
			}
		}
		if buildings == 0 {
			t.Errorf("%s: no roof was ever hit", name)
		}
	}
}

// TestSlopesMeet: across an edge between tiles that differ by less than the
// cliff step, the ground has no seam.
func TestSlopesMeet(t *testing.T) {
	for _, name := range assets.MapNames() {
		w := shipped(t, name)
		cliffs, seams := 0, 0
		for i, tl := range w.doc.Tiles {
			for k := range 6 {
				j := w.tileAt(tl.Neighbour(k))
				if j < 0 {
					continue
				}
				p, q := &w.tiles[i], &w.tiles[j]
				if math.Abs(p.height-q.height) >= w.doc.CliffStep {
					cliffs++
					continue
				}
				if p.corner[k] != q.corner[(k+4)%6] || p.corner[(k+1)%6] != q.corner[(k+3)%6] {
					seams++
				}
			}
		}
		if seams != 0 {
			t.Errorf("%s: %d seams in slopes", name, seams)
		}
		if name == "cliffs" && cliffs < 100 {
			t.Errorf("the cliff map has %d cliff edges", cliffs)
		}
	}
}

// TestMeshIsGround: the terrain's triangles lie where Ground says, and nothing of
// a district stands out of its tile's circle or above 2.3 units.
func TestMeshIsGround(t *testing.T) {
	for _, name := range assets.MapNames() {
		w := shipped(t, name)
		m := w.Mesh()
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		p := m.Meshes[m.Nodes[NodeTerrain].Mesh.Or(0)].Primitives[0]
		checked := 0
		for i := 0; i+2 < len(p.Indices); i += 3 {
			a, b, c := p.Positions[p.Indices[i]], p.Positions[p.Indices[i+1]], p.Positions[p.Indices[i+2]]
			n := b.Sub(a).Cross(c.Sub(a))
			if n[1] < 1e-3 {
				continue // a cliff
			}
			mid := a.Add(b).Add(c).Mul(1.0 / 3)
			g, from := w.Ground(float64(mid[0]), float64(mid[2]))
			if from != GroundRay || math.Abs(max(float64(mid[1]), w.WaterLevel())-g) > 1e-3 {
				t.Fatalf("%s: triangle at %v, ground %v", name, mid, g)
			}
			checked++
		}
		if checked != 6*len(w.tiles) {
			t.Errorf("%s: %d triangles of ground, want %d", name, checked, 6*len(w.tiles))
		}
		for i := range w.DistrictCount() {
			d := w.District(i)
			for _, b := range w.districts[i].blocks {
				for _, uv := range ringUV {
					q := b.at(uv[0], uv[1], 0)
					if r := math.Hypot(q[0]-d.X, q[2]-d.Z); r > w.Apothem() {
						t.Errorf("%s: a block of %s stands %v from its middle", name, d.Name, r)
					}
				}
				if ground, _ := w.Ground(b.x, b.z); b.top > ground+2.3+1e-9 {
					t.Errorf("%s: a block of %s is %v high", name, d.Name, b.top-ground)
				}
			}
			if d.Built != (len(w.districts[i].blocks) > 0 && strings.HasPrefix(d.Name, "Extension_")) {
				t.Errorf("%s: %s built %v with %d blocks", name, d.Name, d.Built, len(w.districts[i].blocks))
			}
		}
		hidden := w.Hidden(0)
		if len(hidden) != len(m.Nodes) {
			t.Errorf("%s: %d nodes, %d to hide", name, len(m.Nodes), len(hidden))
		}
		if n := w.DistrictCount() - w.Seen(0); n != count(hidden) {
			t.Errorf("%s: %d nodes hidden at the start, want %d", name, count(hidden), n)
		}
		if count(w.Hidden(1e4)) != 0 {
			t.Errorf("%s: nodes stay hidden", name)
		}
	}
}

func count(bs []bool) (n int) {
	for _, b := range bs {
		if b {
			n++
		}
	}
	return n
}

// TestNearest against all districts in turn, by centre and by tile.
func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	w := shipped(t, "plains")
	mask := w.Mask(nil, []string{"Exploitation"})
	for range 5000 {
		x, z, timeS := (rng.Float64()-0.5)*220, (rng.Float64()-0.5)*160, rng.Float64()*9
		reach := []float64{1, 3.81, 6, 15, 40, 1e6}[rng.IntN(6)]
		best, at, bestTile := math.Inf(1), -1, math.Inf(1)
		for i := range w.DistrictCount() {
			d := w.District(i)
			if d.AppearS > timeS || !mask[w.NameOf(i)] {
				continue
			}
			if r := math.Hypot(x-d.X, z-d.Z); r < best {
				best, at = r, i
			}
			bestTile = min(bestTile, max(0, edgeDistance(x-d.X, z-d.Z, w.Apothem())))
		}
		if best > reach {
			best, at = math.Inf(1), -1
		}
		if got, d := w.Nearest(x, z, timeS, reach, mask); got != at || (at >= 0 && math.Abs(d-best) > 1e-9) {
			t.Fatalf("%v, %v reach %v: %d at %v, want %d at %v", x, z, reach, got, d, at, best)
		}
		got, d := w.NearestTile(x, z, timeS, reach, mask)
		if (bestTile <= reach) != (got >= 0) || (got >= 0 && math.Abs(d-bestTile) > 1e-9) {
			t.Fatalf("%v, %v reach %v: tile %d at %v, want %v", x, z, reach, got, d, bestTile)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	tile := `{"q":0,"r":0}`
	for _, c := range []struct{ text, code, pointer string }{
		{``, "MAP_NOT_JSON", ""},
		{"\x00\x01\x02", "MAP_NOT_JSON", ""},
		{`{"version":1,"tiles":[` + "\n" + `{"q":0,"r":NaN}]}`, "MAP_NOT_JSON", "line 2"},
		{`{"tiles":[` + tile + `]}`, "MAP_NO_VERSION", "/version"},
		{`{"version":2,"tiles":[` + tile + `]}`, "MAP_NEWER", "/version"},
		{`{"version":1}`, "MAP_NO_TILES", "/tiles"},
		{`{"version":1,"tiles":[]}`, "MAP_NO_TILES", "/tiles"},
		{`{"version":1,"tiles":[` + tile + `,` + tile + `]}`, "MAP_TILES_OVERLAP", "/tiles/1"},
		{`{"version":1,"tiles":[{"q":0}]}`, "MAP_BAD_FIELD", "/tiles/0"},
		{`{"version":1,"tiles":[{"q":0,"r":0,"h":1e30}]}`, "MAP_BAD_FIELD", "/tiles/0/h"},
		{`{"version":1,"tiles":[{"q":0,"r":0,"h":1e999}]}`, "MAP_BAD_FIELD", "/tiles/0/h"},
		{`{"version":1,"tiles":[{"q":0.5,"r":0}]}`, "MAP_BAD_FIELD", "/tiles/0/q"},
		{`{"version":1,"tiles":[{"q":99999,"r":0}]}`, "MAP_BAD_FIELD", "/tiles/0"},
		{`{"version":1,"tiles":[{"q":-4000,"r":-4000},{"q":4000,"r":4000}]}`, "MAP_TOO_SPREAD", "/tiles"},
		{`{"version":1,"tileRadius":0,"tiles":[` + tile + `]}`, "MAP_BAD_FIELD", "/tileRadius"},
		{`{"version":1,"tiles":[` + tile + `],"districts":[{"q":1,"r":0,"name":"A"}]}`, "MAP_DISTRICT_OFF_MAP", "/districts/0"},
		{`{"version":1,"tiles":[` + tile + `],"districts":[{"q":0,"r":0}]}`, "MAP_BAD_FIELD", "/districts/0/name"},
		{`{"version":1,"tiles":[` + tile + `,{"q":1,"r":0}],"districts":[{"q":0,"r":0,"name":"A"},{"q":0,"r":0,"name":"B"}]}`, "MAP_DISTRICTS_OVERLAP", "/districts/1"},
		{`{"version":1,"tiles":[` + tile + `],"districts":[{"q":0,"r":0,"name":"A","appearS":-1}]}`, "MAP_BAD_FIELD", "/districts/0/appearS"},
	} {
		_, err := Decode([]byte(c.text))
		var p *scene.Problem
		if !errors.As(err, &p) {
			t.Errorf("%.70q: %v, want a problem", c.text, err)
			continue
		}
		if p.Code != c.code || p.Pointer != c.pointer || p.Remedy == "" || p.Message == "" {
			t.Errorf("%.70q: %s at %q (%s), want %s at %q", c.text, p.Code, p.Pointer, p.Message, c.code, c.pointer)
		}
	}
	if _, err := Decode(make([]byte, 100<<20)); err == nil {
		t.Error("100 MB were taken")
	}
}

func TestUnknownFieldsStay(t *testing.T) {
	text := `{"version":1,"climate":{"rain":[1, 2]},"tiles":[{"q":0,"r":0,"moss":true},{"q":1,"r":0,"h":-0.5}],"districts":[{"q":0,"r":0,"name":"Ruin","age":3}]}`
	m, err := Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.NameDistrict(Hex{}, "Exploitation"); err != nil {
		t.Fatal(err)
	}
	if m, err = m.PaintHeight(Hex{}, 1, 2); err != nil {
		t.Fatal(err)
	}
	out := string(m.Encode())
	for _, want := range []string{`"climate": {"rain":[1,2]}`, `"moss":true`, `"age":3`, `"Exploitation"`, `"h":2,`, `"h":0.5}`} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is missing in %s", want, out)
		}
	}
	again, err := Decode([]byte(out))
	if err != nil || !again.Equal(m) {
		t.Errorf("does not come back: %v", err)
	}
}

// TestEdits: each edit leaves the map that it was given as it was, and what it
// returns is valid or it returns a problem.
func TestEdits(t *testing.T) {
	w := shipped(t, "islands")
	m := w.Map()
	before := m.Encode()
	rng := rand.New(rand.NewPCG(11, 3))
	at := func() Hex { return m.Tiles[rng.IntN(len(m.Tiles))].Hex }
	refused := 0
	for i := range 160 {
		var next *Map
		var err error
		switch i % 8 {
		case 0:
			next, err = m.PaintHeight(at(), rng.IntN(4), rng.NormFloat64()*90)
		case 1:
			next, err = m.SetHeight(at(), rng.IntN(3), rng.NormFloat64()*300)
		case 2:
			next, err = m.PlaceDistrict(at(), "Extension_Base_Food", rng.Float64()*5)
		case 3:
			next, err = m.NameDistrict(at(), "Ruin")
		case 4:
			next, err = m.RemoveDistrict(at())
		case 5:
			next, err = m.RemoveTile(at())
		case 6:
			next, err = m.AddTile(at().Neighbour(rng.IntN(6)), 1)
		case 7:
			next, err = m.PlaceDistrict(at(), []string{"", "a,b", "Extension_X", strings.Repeat("x", 500)}[rng.IntN(4)], rng.Float64()-0.2)
		}
		if err != nil {
			var p *scene.Problem
			if !errors.As(err, &p) || p.Remedy == "" {
				t.Fatalf("edit %d: %v", i, err)
			}
			refused++
			continue
		}
		if err := next.Check(); err != nil {
			t.Fatalf("edit %d gave a bad map: %v", i, err)
		}
		if i < 8 && !bytes.Equal(m.Encode(), before) {
			t.Fatalf("edit %d changed the map that it was given", i)
		}
		if i >= 8 {
			m = next
		}
	}
	if refused == 0 || refused > 140 {
		t.Errorf("%d edits of 160 were refused", refused)
	}
	if !bytes.Equal(w.Map().Encode(), before) {
		t.Error("the world's own map changed")
	}
	painted, err := m.SetHeight(m.Tiles[5].Hex, 0, 7.5)
	if err != nil {
		t.Fatal(err)
	}
	if painted, err = painted.PlaceDistrict(m.Tiles[5].Hex, "Extension_Y", 3); err != nil {
		t.Fatal(err)
	}
	tl, ok := painted.TileAt(m.Tiles[5].Hex)
	d, ok2 := painted.DistrictAt(m.Tiles[5].Hex)
	if !ok || !ok2 || tl.Height != 7.5 || d.Name != "Extension_Y" || d.AppearS != 3 {
		t.Errorf("the edited tile holds %+v, %+v", tl, d)
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := m.PaintHeight(Hex{}, 1, bad); err == nil {
			t.Errorf("%v was painted", bad)
		}
		if _, err := m.SetHeight(Hex{}, 1, bad); err == nil {
			t.Errorf("%v was set", bad)
		}
		if _, err := m.PlaceDistrict(m.Tiles[0].Hex, "A", bad); err == nil {
			t.Errorf("a district appears at %v", bad)
		}
	}
	one := &Map{TileRadius: 4, CliffStep: 1, Tiles: []Tile{{}}}
	if _, err := one.RemoveTile(Hex{}); err == nil {
		t.Error("the last tile was removed")
	}
}

// TestNotFinite: look-ups of places that are none, or far off, find nothing.
func TestNotFinite(t *testing.T) {
	w := shipped(t, "plains")
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e30, -1e18, 1e7} {
		for _, p := range [][2]float64{{x, 0}, {0, x}, {x, x}} {
			if _, ok := w.TileAt(p[0], p[1]); ok {
				t.Errorf("a tile at %v", p)
			}
			if _, from := w.Ground(p[0], p[1]); from != GroundNone {
				t.Errorf("ground at %v", p)
			}
			if n, _ := w.Nearest(p[0], p[1], 0, 5, w.Mask(nil, nil)); n >= 0 {
				t.Errorf("a district near %v", p)
			}
			if cx, cz, inside := w.Clamp(p[0], p[1]); inside || math.IsNaN(cx+cz) {
				t.Errorf("%v is clamped to %v, %v, inside %v", p, cx, cz, inside)
			}
		}
	}
}

// TestSurveyOfLonely: districts farther apart than the ring search goes.
func TestSurveyOfLonely(t *testing.T) {
	m := &Map{TileRadius: 4, CliffStep: 1}
	for q := range 200 {
		m.Tiles = append(m.Tiles, Tile{Hex: Hex{q, 0}})
	}
	m.Districts = []District{{Hex: Hex{0, 0}, Name: "A"}, {Hex: Hex{199, 0}, Name: "B"}, {Hex: Hex{100, 0}, Name: "C", AppearS: 5}}
	w, err := Build(m)
	if err != nil {
		t.Fatal(err)
	}
	var v Surveyor
	if s := v.Scan(w, 0); math.Abs(s.Measured-199*w.Spacing()) > 1e-6 || s.Source != SpacingGrid {
		t.Errorf("%+v", s)
	}
	if s := v.Scan(w, 5); math.Abs(s.Measured-99*w.Spacing()) > 99 || s.Districts != 3 {
		t.Errorf("%+v", s)
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name       string
		only, skip []string
		want       bool
	}{
		{"Extension_Base_Food", nil, nil, true},
		{"Extension_Base_Food", []string{"Extension_"}, nil, true},
		{"Extension_Base_Food", []string{"extension_*"}, nil, true},
		{"Extension_Base_Food", []string{"Base"}, nil, false},
		{"Exploitation", []string{"Extension"}, nil, false},
		{"Exploitation", nil, []string{"Exploitation", "Ruin"}, false},
		{"Exploitation_Vineyard", nil, []string{" Exploitation "}, false},
		{"Ruin", []string{"Ruin"}, []string{"Ruin"}, false},
		{"Ruin", []string{"", "*"}, []string{"*"}, true},
	} {
		if got := Counts(c.name, c.only, c.skip); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func FuzzMap(f *testing.F) {
	// Small seeds: the fuzzer spends its time on making large ones smaller.
	f.Add([]byte(`{"version":1,"x":[],"tiles":[{"q":0,"r":0},{"q":-1,"r":2,"h":-3,"y":{}}],"districts":[{"q":0,"r":0,"name":"Extension_ArtificialWonder","appearS":2}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			var p *scene.Problem
			if !errors.As(err, &p) || p.Code == "" || p.Message == "" {
				t.Fatalf("an error that is no problem: %v", err)
			}
			return
		}
		again, err := Decode(m.Encode())
		if err != nil || !again.Equal(m) {
			t.Fatalf("does not come back: %v", err)
		}
		w, err := Build(m)
		if err != nil {
			t.Fatal(err)
		}
		new(Surveyor).Scan(w, 1)
		if len(m.Tiles) < 100 {
			if err := w.Mesh().Check(); err != nil {
				t.Fatal(err)
			}
		}
		x, z := w.Center(m.Tiles[0].Hex)
		if g, from := w.Ground(x, z); from != GroundRay || math.Abs(g-max(m.Tiles[0].Height, m.WaterLevel)) > 1e-6 {
			t.Fatalf("ground %v %v of a tile %v high", g, from, m.Tiles[0].Height)
		}
	})
}

// BenchmarkMesh times what an edit in the window costs: a world and its mesh.
func BenchmarkMesh(b *testing.B) {
	m := shipped(b, "plains").Map()
	for b.Loop() {
		w, err := Build(m)
		if err != nil {
			b.Fatal(err)
		}
		w.Mesh()
	}
}
