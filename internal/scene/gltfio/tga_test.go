package gltfio

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"testing"
	"testing/fstest"

	"golang.org/x/image/bmp"
)

// header is a TGA header of 2 by 2 pixels.
func tgaHeader(kind, bits, flags byte) []byte {
	return []byte{0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, bits, flags}
}

// Each picture is red, green over blue, white; by hand from the specification.
func TestTGA(t *testing.T) {
	r, g, b, w := color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 255, 0, 255}, color.NRGBA{0, 0, 255, 255}, color.NRGBA{255, 255, 255, 255}
	palette := append([]byte{0, 1, 1, 0, 0, 4, 0, 24, 0, 0, 0, 0, 2, 0, 2, 0, 8, 0x20}, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255)
	for name, c := range map[string]struct {
		data []byte
		want [4]color.NRGBA
	}{
		"24 bits from the bottom": {append(tgaHeader(2, 24, 0), 255, 0, 0, 255, 255, 255, 0, 0, 255, 0, 255, 0), [4]color.NRGBA{r, g, b, w}},
		"24 bits from the top":    {append(tgaHeader(2, 24, 0x20), 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255), [4]color.NRGBA{r, g, b, w}},
		"from the right":          {append(tgaHeader(2, 24, 0x30), 0, 255, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0), [4]color.NRGBA{r, g, b, w}},
		"32 bits with alpha":      {append(tgaHeader(2, 32, 0x28), 0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 7), [4]color.NRGBA{r, g, b, {255, 255, 255, 7}}},
		"32 bits without":         {append(tgaHeader(2, 32, 0x20), 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0), [4]color.NRGBA{r, g, b, w}},
		"16 bits":                 {append(tgaHeader(2, 16, 0x20), 0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0xFF, 0x7F), [4]color.NRGBA{r, g, b, w}},
		"grey":                    {append(tgaHeader(3, 8, 0x20), 0, 1, 2, 255), [4]color.NRGBA{{0, 0, 0, 255}, {1, 1, 1, 255}, {2, 2, 2, 255}, w}},
		"run-length":              {append(tgaHeader(10, 24, 0x20), 0x82, 0, 0, 255, 0x00, 255, 255, 255), [4]color.NRGBA{r, r, r, w}},
		"palette":                 {append(palette, 0, 1, 2, 3), [4]color.NRGBA{r, g, b, w}},
	} {
		img, err := tgaDecode(c.data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, want := range c.want {
			if got := img.(*image.NRGBA).NRGBAAt(i%2, i/2); got != want {
				t.Errorf("%s: pixel %d is %v, want %v", name, i, got, want)
			}
		}
		for n := range len(c.data) {
			if _, err := tgaDecode(c.data[:n]); err == nil {
				t.Errorf("%s: cut off at %d of %d bytes, it passes", name, n, len(c.data))
			}
		}
	}
}

// A model of another format may have BMP and TGA images; they are kept as pixels,
// and a broken one is magenta.
func TestReadImagesOfOtherFormats(t *testing.T) {
	red := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	red.Set(0, 0, color.NRGBA{255, 0, 0, 255})
	var b bytes.Buffer
	if err := bmp.Encode(&b, red); err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{
		"a.bmp": {Data: b.Bytes()},
		"b.TGA": {Data: append(tgaHeader(3, 8, 0x20), 9, 9, 9, 9)},
		"c.tga": {Data: []byte("short")},
		"d.dds": {Data: []byte("DDS ")},
	}
	files := []ImageFile{{Path: "a.bmp"}, {Path: "b.tga"}, {Path: "c.tga", File: "m.mtl", Pointer: "line 7"}, {Path: "d.dds"}, {Path: "e.png"}}
	images, warnings, err := ReadImages(context.Background(), fsys, ".", files, 1<<20, 1<<20, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []color.NRGBA{{255, 0, 0, 255}, {9, 9, 9, 255}, {255, 0, 255, 255}, {255, 0, 255, 255}, {255, 0, 255, 255}} {
		if got := images[i].Pixels.NRGBAAt(0, 0); got != want || images[i].Missing != (i > 1) || i < 2 && images[i].Encoded != nil {
			t.Errorf("%s: %v, missing %v, want %v", files[i].Path, got, images[i].Missing, want)
		}
	}
	var got []string
	for _, w := range warnings {
		got = append(got, w.Code+"@"+w.File+" "+w.Pointer)
	}
	want := []string{"FILE_NAME_CASE@ ", "IMAGE_DATA_INVALID@m.mtl line 7", "IMAGE_UNRECOGNIZED_FORMAT@ ", "FILE_MISSING@ "}
	if len(got) != len(want) {
		t.Fatalf("warnings %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("warning %d is %q, want %q", i, got[i], want[i])
		}
	}
}

// FuzzTGA feeds the decoder alone: a picture of the size that was promised, or an
// error.
func FuzzTGA(f *testing.F) {
	f.Add(append(tgaHeader(2, 24, 0), make([]byte, 12)...))
	f.Add(append(tgaHeader(10, 24, 0x20), 0x82, 0, 0, 255, 0x00, 255, 255, 255))
	f.Add([]byte{0, 1, 1, 0, 0, 1, 0, 16, 0, 0, 0, 0, 1, 0, 1, 0, 8, 0x20, 1, 2, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg, err := tgaConfig(data)
		if err != nil || cfg.Width*cfg.Height > 1<<16 {
			return
		}
		if img, err := tgaDecode(data); err == nil && img.Bounds().Size() != image.Pt(cfg.Width, cfg.Height) {
			t.Fatalf("%v, promised %d by %d", img.Bounds(), cfg.Width, cfg.Height)
		}
	})
}
