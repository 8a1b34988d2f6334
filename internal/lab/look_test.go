package lab

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene/draw"
)

// The copies of a crowd stand on a grid, each at a place of its own; 9 and 25
// of them fill a square about the first.
func TestCrowdStandsOnAGrid(t *testing.T) {
	for _, n := range []int{9, 25, 81} {
		seen := map[mgl64.Vec3]bool{}
		far := 0.0
		for k := range n {
			o := offset(k, 2)
			if seen[o] || o[1] != 0 || math.Mod(o[0], 2) != 0 || math.Mod(o[2], 2) != 0 {
				t.Fatalf("copy %d stands at %v", k, o)
			}
			seen[o] = true
			far = math.Max(far, math.Max(math.Abs(o[0]), math.Abs(o[2])))
		}
		if want := math.Sqrt(float64(n)) - 1; far != want {
			t.Errorf("%d copies reach %g m, want %g", n, far, want)
		}
	}
	if offset(0, 2) != (mgl64.Vec3{}) {
		t.Error("the first copy has moved")
	}
}

// The k-th copy is frac(k*0.618034)*spread of the clip ahead.
func TestCrowdPhase(t *testing.T) {
	l := Look{Spread: 0.5}
	for _, c := range []struct {
		k       int
		t, want float64
	}{{0, 1, 1}, {1, 0, 0.309017 * 2}, {2, 0, 0.236068}, {1, 1.9, math.Mod(1.9+0.618034, 2)}} {
		if got := l.phase(c.k, c.t, 2); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("copy %d at %g s is at %g, want %g", c.k, c.t, got, c.want)
		}
	}
}

// One list holds every copy; skinned ones are posed apart, and a model that is
// large is drawn fewer times.
func TestCrowdInTheList(t *testing.T) {
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	defer s.Close()
	if err := s.Wait(t.Context(), s.Open(SampleDonor)); err != nil {
		t.Fatal(err)
	}
	s.Idle(t.Context())
	var one, many draw.List
	s.FrameAll(16. / 9)
	s.BuildList(&one, 320, 180)
	l := &s.View().Look
	l.Crowd, l.Spread = 9, 1
	s.FrameAll(16. / 9)
	f := s.BuildList(&many, 320, 180)
	if len(f.items) != 9 || f.items[1].World[1] == f.items[2].World[1] && f.items[1].World[2] == f.items[2].World[2] && f.items[1].World[3] == f.items[2].World[3] {
		t.Fatalf("%d items, or they are posed alike", len(f.items))
	}
	seen := map[int32]bool{}
	for _, tr := range many.Triangles {
		if tr.Node >= 0 {
			seen[tr.Item] = true
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d copies are in the picture, want 9", len(seen))
	}
	l.Spread = 0
	f = s.BuildList(&many, 320, 180)
	if len(f.items) != 2 || len(f.items[1].Places) != 8 {
		t.Errorf("copies of one pose are %d items", len(f.items))
	}
	l.Crowd = 100
	if n := l.copies(f.Model); n*f.Model.TriangleCount() > crowdTriangles {
		t.Errorf("%d copies of %d triangles", n, f.Model.TriangleCount())
	}
}

// Light, backdrop and water reach the list, and a saved choice the next session.
func TestLookReachesThePicture(t *testing.T) {
	dir := t.TempDir()
	s := New(Options{ConfigDir: dir, CacheDir: t.TempDir()})
	if err := s.Wait(t.Context(), s.Open(SampleDonor)); err != nil {
		t.Fatal(err)
	}
	var plain, l draw.List
	s.BuildList(&plain, 64, 64)
	s.Settings().Theme = "light"
	s.BuildList(&l, 64, 64)
	if l.Background[0][0] <= plain.Background[0][0] {
		t.Error("the light theme has no light backdrop")
	}
	look := &s.View().Look
	look.Backdrop, look.Exposure, look.Water = BackdropDark, 1, true
	n := len(l.Triangles)
	s.BuildList(&l, 64, 64)
	if l.Background != draw.PlainDark || math.Abs(float64(l.Light.Exposure/plain.Light.Exposure-2)) > 1e-3 || len(l.Triangles) <= n {
		t.Errorf("background %v, exposure %v, %d triangles", l.Background, l.Light.Exposure, len(l.Triangles))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := New(Options{ConfigDir: dir, CacheDir: t.TempDir()})
	defer again.Close()
	if got := again.View().Look; got.Backdrop != BackdropDark || got.Exposure != 1 || got.Water {
		t.Errorf("the next session looks at %+v", got)
	}
}
