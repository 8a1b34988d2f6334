package flight

import (
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/assets"
	"donorlab/internal/flight/world"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/raster"
)

// TestShots writes pictures of the sample helicopter on the shipped flights into
// the folder LAB_SHOTS, for people to look at.
func TestShots(t *testing.T) {
	dir := os.Getenv("LAB_SHOTS")
	if dir == "" {
		t.Skip("LAB_SHOTS is not set: nobody wants to look")
	}
	heli, err := gltfio.ReadBytes(assets.StealthHelicopterFile, assets.StealthHelicopter(), gltfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	size := heli.Bounds().Size()
	fit := 5 / max(size[0], size[1], size[2])
	model, blob := draw.Prepare(heli), draw.Prepare(world.Blob())
	for _, name := range assets.MapNames() {
		w, o := shippedWorld(t, name)
		land := draw.Prepare(w.Mesh())
		s := Defaults()
		s.MoveTiltDeg = 8
		if name == "cliffs" {
			s.Hug.Lookahead = 4
		}
		f, err := New(w, o, s, Squad{Count: 3, Spacing: 8})
		if err != nil {
			t.Fatal(err)
		}
		for _, second := range []int{6, 12, 26, 35} {
			f.Seek(second * Rate)
			items := []draw.Item{{Prepared: land, Hidden: w.Hidden(float64(second))}}
			for k := range f.Count() {
				tr := f.Trace(k)
				at := tr.Final()
				items = append(items, draw.Item{Prepared: blob, Place: mgl64.Translate3D(at[0], tr.Top+0.08, at[2]).Mul4(mgl64.Scale3D(1.6, 1, 1.6))})
				items = append(items, draw.Item{Prepared: model, Place: f.Trace(k).Matrix().Mul4(mgl64.Scale3D(fit, fit, fit))})
			}
			p := f.Trace(0).Final()
			cam := scene.Camera{Target: p, AzimuthDeg: f.Trace(0).YawDeg + 215, ElevationDeg: 16, Distance: 24}
			var b draw.Builder
			var l draw.List
			b.Frame(&l, items, cam, draw.Options{Width: 1280, Height: 720, Light: world.Daylight(), Background: world.Sky()})
			img := image.NewNRGBA(image.Rect(0, 0, 1280, 720))
			raster.Draw(img, &l, raster.Options{MSAA: 4})
			var e picfile.Encoder
			data, err := e.Encode(img, picfile.PNGDefault)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("fly-%s-%02d.png", name, second)), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if st := f.Stats(); math.IsInf(st.MinClearance, 1) {
			t.Error("nothing was flown over")
		}
	}
}
