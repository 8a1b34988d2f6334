package lab

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/pack"
	"donorlab/internal/scene"
)

// boxModel is a model whose box runs from lo to hi, its root moved.
func boxModel(lo, hi mgl32.Vec3, root mgl64.Vec3) *scene.Model {
	b := propBuilder{pos: []mgl32.Vec3{lo, hi, {lo[0], hi[1], lo[2]}}, idx: []uint32{0, 1, 2}}
	m := b.model("box", mgl32.Vec4{1, 1, 1, 1})
	m.Nodes[0].Local.T = root
	return m
}

func TestPlaceEntry(t *testing.T) {
	e := pack.NewEntry()
	e.Size, e.Scale = 5, 2
	e.Position = pack.Vec3{X: -0.5, Y: 0.25, Z: 1.5} // half a unit to the left, a quarter ahead, up
	// 10 long: the fit is 0.5 and, with the scale, a metre is a unit. The keel is 1
	// below the origin, and the middle 2 ahead of it.
	p := PlaceEntry(boxModel(mgl32.Vec3{-1, -1, -3}, mgl32.Vec3{1, 2, 7}, mgl64.Vec3{}), e, mgl64.Ident4())
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v, not %v", what, got, want)
		}
	}
	near("fit", p.Fit, 0.5)
	near("keel", p.Keel, 0.5) // once: twice would be 2
	near("top", p.Top, 3.5)
	near("left", p.Offset[0], 0.5)
	near("ahead", p.Offset[2], 2.25)
	near("right, registry", p.OffsetRegistry[0], -0.5)
	near("forward, registry", p.OffsetRegistry[1], 2.25)
	near("up, registry", p.OffsetRegistry[2], 0.5)
	near("distance", p.Plane, math.Hypot(0.5, 2.25))
	if len(p.Problems) > 0 {
		t.Errorf("problems: %v", p.Problems)
	}
}

func TestOffsetTwice(t *testing.T) {
	e := pack.NewEntry()
	e.Size = 10
	e.Position = pack.Vec3{X: -1, Z: 3}
	for name, c := range map[string]struct {
		m    *scene.Model
		want string
	}{
		"plain":    {boxModel(mgl32.Vec3{-1, 0, -5}, mgl32.Vec3{1, 2, 5}, mgl64.Vec3{}), ""},
		"root":     {boxModel(mgl32.Vec3{-1, -1, -6}, mgl32.Vec3{1, 2, 4}, mgl64.Vec3{1, 3, 0}), "root node"},
		"vertices": {boxModel(mgl32.Vec3{0, 3, -5}, mgl32.Vec3{2, 5, 5}, mgl64.Vec3{}), "vertices"},
	} {
		p := PlaceEntry(c.m, e, mgl64.Ident4())
		if c.want == "" && len(p.Problems) == 0 {
			continue
		}
		if c.want == "" || len(p.Problems) != 1 || p.Problems[0].Code != "OFFSET_TWICE" || !strings.Contains(p.Problems[0].Message, c.want) {
			t.Errorf("%s: %v", name, p.Problems)
		}
	}
}

// What the preview shows is what the exported entry gives, evaluated from the
// pack alone; and on its tile the preview is that placement.
func TestPreviewEqualsThePack(t *testing.T) {
	s := openSample(t)
	defer s.Close()
	do(t, s, s.Generate())
	s.SetUseDonorClip(true)
	dir := filepath.Join(t.TempDir(), "pack")
	do(t, s, s.ExportPack(dir))
	c, err := s.CheckPlacement(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Equal || c.MaxMove > 0.001 {
		t.Errorf("the pack is %v units off", c.MaxMove)
	}
	p, _ := s.Placement()
	if math.Abs(p.Keel-c.Keel) > 1e-4 || math.Abs(p.Top-c.Top) > 1e-4 {
		t.Errorf("keel and top %v %v, by the pack %v %v", p.Keel, p.Top, c.Keel, c.Top)
	}
	s.View().OnTile = true
	f := s.Frame()
	if f.Place != p.Matrix {
		t.Error("the preview on its tile is placed otherwise")
	}
	if b := s.Bounds(); b.Min[1] < p.Keel-0.3 || b.Size()[2] > 5.6 {
		t.Errorf("the view's bounds are %v", b)
	}
	// An entry changed after the export is told by the same check.
	s.SetEntry("position", pack.Vec3{Z: 2})
	if c, err = s.CheckPlacement(context.Background(), dir); err != nil || c.Equal || math.Abs(c.MaxMove-0.5) > 0.01 {
		t.Errorf("half a unit higher: %+v, %v", c, err)
	}
}

// TestTileShot writes a picture of the sample on its tile into the folder
// LAB_SHOTS, for people to look at.
func TestTileShot(t *testing.T) {
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		t.Skip("LAB_SHOTS is not set: nobody wants to look")
	}
	s := openSample(t)
	defer s.Close()
	do(t, s, s.Generate())
	s.View().OnTile = true
	s.FrameAll(16.0 / 9)
	do(t, s, s.SavePicture(filepath.Join(dir, "tile.png"), 960, 540))
}
