package gait_test

import (
	"context"
	"fmt"
	"image"
	xdraw "image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/house/corpus"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/raster"
)

func load(t testing.TB, path string) (*scene.Model, *gait.Rig) {
	t.Helper()
	m, err := gltfio.Read(context.Background(), path, gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bones, _ := humanoid.Find(m, humanoid.MainSkin(m), nil)
	return m, gait.NewRig(m, &bones)
}

// TestShots draws strips as pages of rows into the folder LAB_SHOTS, to be looked
// at, and logs each page's rows. LAB_MODELS and LAB_STRIPS choose:
//
//	LAB_SHOTS=/tmp/g LAB_MODELS=Knight LAB_STRIPS=walk_forward,run_left go test ./internal/gait -run Shots -v
func TestShots(t *testing.T) {
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		t.Skip("LAB_SHOTS says where pictures to look at are to go; it is not set")
	}
	files := strings.Split(os.Getenv("LAB_MODELS"), ",")
	if files[0] == "" {
		files, _ = filepath.Glob(filepath.Join(corpus.Path(t, "humanoids"), "*.glb"))
	}
	for _, f := range files {
		if !strings.Contains(f, "/") {
			f = filepath.Join(corpus.Path(t, "humanoids"), f+".glb")
		}
		name := strings.TrimSuffix(filepath.Base(f), ".glb")
		m, rig := load(t, f)
		if !rig.Legged {
			t.Logf("%s: no legs: %s", name, rig.Why)
			continue
		}
		prep := draw.Prepare(m)
		pr := gait.Defaults()
		var rows [][]*image.NRGBA
		var names []string
		page := 0
		flush := func() {
			if len(rows) > 0 {
				path := filepath.Join(dir, fmt.Sprintf("%s_%d.png", name, page))
				savePage(t, path, rows)
				t.Logf("%s: %s", path, strings.Join(names, ", "))
			}
			rows, names = nil, nil
			page++
		}
		for _, s := range append(gait.Strips(&pr), extra()...) {
			if only := os.Getenv("LAB_STRIPS"); only != "" && !slices.Contains(strings.Split(only, ","), s.Name) {
				continue
			}
			p := gait.NewPawn(rig)
			p.Pace = gait.PaceFor(rig.Leg, p.Prefs)
			if s.Name == "stairs" {
				p.Terrain = stairs{}
			}
			frames, skate := shoot(t, m, prep, rig, p, &s)
			rows, names = append(rows, frames), append(names, fmt.Sprintf("%s (%.4f mm)", s.Name, skate))
			if len(rows) == 4 {
				flush()
			}
		}
		flush()
	}
}

// extra are rows to look at besides the strips.
func extra() []gait.Strip {
	times := func(n int, from, step float64) (t []float64) {
		for i := range n {
			t = append(t, from+float64(i)*step)
		}
		return t
	}
	return []gait.Strip{
		{Name: "fall", Moves: []gait.Move{{Seconds: 2, Fly: true, Rise: 8}, {Seconds: 4}}, Times: times(10, 3.2, .12), AzimuthDeg: 40},
		{Name: "stairs", Moves: []gait.Move{{Seconds: .5}, {Seconds: 4, Speed: 1.2}}, Times: times(9, 1.5, .12), AzimuthDeg: 80},
		{Name: "spot", Moves: []gait.Move{{Seconds: .5}, {Seconds: 1.5, Turn: 180}, {Seconds: 1}}, Times: times(9, .5, .2), AzimuthDeg: 30},
		{Name: "strafing", Moves: gait.Takes(ptr(gait.Defaults()))[2].Moves, Times: times(10, 1.9, .12), AzimuthDeg: 0},
		{Name: "landing", Moves: []gait.Move{{Seconds: 1, Fly: true, Rise: 3}, {Seconds: 2}}, Times: times(10, 1.5, .08), AzimuthDeg: 60},
	}
}

func ptr[T any](x T) *T { return &x }

const shotWidth, shotHeight = 170, 260

// shoot takes a strip's pictures, and returns the worst skate with them.
func shoot(t *testing.T, m *scene.Model, prep *draw.Prepared, rig *gait.Rig, p *gait.Pawn, s *gait.Strip) (frames []*image.NRGBA, worst float64) {
	var b draw.Builder
	var ras raster.Rasterizer
	err := s.Play(p, func(k gait.Tick) error {
		r := p.Trace(k.Time)
		worst = max(worst, r.Skate[0], r.Skate[1])
		if k.Frame < 0 {
			return nil
		}
		world := m.World(nil, p.Pose(m.RestPose()), nil)
		cam := scene.Camera{Target: k.Motion.Position.Add(mgl64.Vec3{0, rig.Height * 0.48, 0}), AzimuthDeg: s.AzimuthDeg, ElevationDeg: 8, Distance: rig.Height * 2.3, FovYDeg: 32}
		if az := os.Getenv("LAB_AZ"); az != "" {
			cam.AzimuthDeg, _ = strconv.ParseFloat(az, 64)
		}
		var list draw.List
		b.Frame(&list, []draw.Item{{Prepared: prep, World: world, Place: p.Place(), Bones: os.Getenv("LAB_BONES") != ""}}, cam,
			draw.Options{Width: shotWidth, Height: shotHeight, Grid: true, GridStep: rig.Leg / 2})
		img := image.NewNRGBA(image.Rect(0, 0, shotWidth, shotHeight))
		ras.Draw(img, &list, raster.Options{MSAA: 4})
		frames = append(frames, img)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return frames, worst
}

func savePage(t *testing.T, path string, rows [][]*image.NRGBA) {
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r))
	}
	out := image.NewNRGBA(image.Rect(0, 0, wide*shotWidth, len(rows)*shotHeight))
	for y, r := range rows {
		for x, f := range r {
			xdraw.Draw(out, f.Bounds().Add(image.Pt(x*shotWidth, y*shotHeight)), f, image.Point{}, xdraw.Src)
		}
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, out); err != nil {
		t.Fatal(err)
	}
}
