package world_test

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/assets"
	"donorlab/internal/flight/world"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// TestShots writes pictures of the shipped maps into the folder LAB_SHOTS, for
// people to look at.
func TestShots(t *testing.T) {
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		t.Skip("LAB_SHOTS is not set: nobody wants to look")
	}
	for _, name := range assets.MapNames() {
		data, _ := assets.Map(name)
		m, err := world.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		w, err := world.Build(m)
		if err != nil {
			t.Fatal(err)
		}
		model := w.Mesh()
		if err := model.Check(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d nodes", name, len(model.Nodes))
		p := draw.Prepare(model)
		shoot(t, filepath.Join(dir, name+".png"), p, scene.Camera{Target: mgl64.Vec3{0, 0, 0}, AzimuthDeg: 210, ElevationDeg: 38, Distance: 190})
		shoot(t, filepath.Join(dir, name+"-low.png"), p, scene.Camera{Target: mgl64.Vec3{0, 1, 0}, AzimuthDeg: 150, ElevationDeg: 20, Distance: 48})
	}
}

func shoot(t *testing.T, path string, p *draw.Prepared, cam scene.Camera) {
	t.Helper()
	const width, height = 1280, 720
	var b draw.Builder
	var l draw.List
	b.Frame(&l, []draw.Item{{Prepared: p}}, cam, draw.Options{Width: width, Height: height, Light: world.Daylight(), Background: world.Sky()})
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	raster.Draw(img, &l, raster.Options{MSAA: 4})
	var e picfile.Encoder
	data, err := e.Encode(img, picfile.PNGDefault)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
