package picfile

import (
	"bytes"
	"hash/adler32"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"
)

// noise is a picture that repeats nowhere, opaque or not.
func noise(w, h int, opaque bool) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	v := uint32(w*31 + h)
	for i := range img.Pix {
		v = v*1664525 + 1013904223
		img.Pix[i] = byte(v >> 24)
		if i%4 == 3 && opaque {
			img.Pix[i] = 255
		}
	}
	return img
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func same(t *testing.T, got image.Image, want *image.NRGBA) {
	t.Helper()
	b := want.Rect
	if got.Bounds().Size() != b.Size() {
		t.Fatalf("size %v, not %v", got.Bounds().Size(), b.Size())
	}
	o := got.Bounds().Min
	for y := range b.Dy() {
		for x := range b.Dx() {
			g := color.NRGBAModel.Convert(got.At(o.X+x, o.Y+y))
			if w := want.NRGBAAt(b.Min.X+x, b.Min.Y+y); g != w {
				t.Fatalf("pixel %d,%d is %v, not %v", x, y, g, w)
			}
		}
	}
}

// Every way to write a PNG gives the same pixels back, in opaque and in other
// pictures, of sizes that end inside and at a stored block's edge, and also for
// a part of a larger picture.
func TestPNGsHoldTheSamePixels(t *testing.T) {
	var e Encoder // one for all: what it keeps must not show
	for _, size := range [][2]int{{1, 1}, {2, 1}, {3, 2}, {4, 4}, {5, 7}, {13, 3}, {300, 200}, {21844, 1}, {21845, 1}, {1, 16383}} {
		for _, opaque := range []bool{true, false} {
			img := noise(size[0], size[1], opaque)
			for _, f := range []Format{PNGDefault, PNGFast, PNGSmall} {
				data, err := e.Encode(img, f)
				if err != nil {
					t.Fatal(err)
				}
				same(t, decode(t, data), img)
			}
		}
	}
	part := noise(40, 30, true).SubImage(image.Rect(3, 5, 30, 25)).(*image.NRGBA)
	for _, f := range []Format{PNGDefault, PNGFast, PNGSmall} {
		data, err := e.Encode(part, f)
		if err != nil {
			t.Fatal(err)
		}
		same(t, decode(t, data), part)
	}
	raw, err := e.Encode(part, Raw)
	if err != nil || len(raw) != 4*27*20 || !bytes.Equal(raw[:4], part.Pix[:4]) || !bytes.Equal(raw[4*27:4*27+8], part.Pix[part.Stride:part.Stride+8]) {
		t.Errorf("raw: %d bytes, %v", len(raw), err)
	}
}

func TestPNGSizes(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 200, 100))
	for i := range img.Pix {
		img.Pix[i] = byte(i/800) | byte(255*(i%4/3))
	}
	size := map[Format]int{}
	for _, f := range []Format{PNGDefault, PNGFast, PNGSmall} {
		data, err := new(Encoder).Encode(img, f)
		if err != nil {
			t.Fatal(err)
		}
		size[f] = len(data)
	}
	if size[PNGSmall] > size[PNGDefault] || size[PNGDefault] > size[PNGFast] || size[PNGFast] > 60100+200 {
		t.Errorf("bytes: small %d, default %d, fast %d", size[PNGSmall], size[PNGDefault], size[PNGFast])
	}
}

func TestAdler(t *testing.T) {
	data := noise(300, 40, false).Pix
	full := bytes.Repeat([]byte{255}, 5000) // the lanes' worst
	for _, src := range [][]byte{data, full} {
		for n := 0; n < len(src); n += 1 + n/7 {
			if got, want := adler(1, src[:n]), adler32.Checksum(src[:n]); got != want {
				t.Fatalf("%d bytes: %08x, not %08x", n, got, want)
			}
		}
	}
	if got, want := adler(adler(1, data[:1001]), data[1001:]), adler32.Checksum(data); got != want {
		t.Errorf("in two parts: %08x, not %08x", got, want)
	}
}

func TestEmptyAndUnknownAreRefused(t *testing.T) {
	if _, err := new(Encoder).Encode(image.NewNRGBA(image.Rectangle{}), PNGFast); err == nil {
		t.Error("a picture without pixels was written")
	}
	if _, err := ParsePNG("tiny"); err == nil {
		t.Error("an unknown way was taken")
	}
	for _, f := range []Format{PNGDefault, PNGFast, PNGSmall} {
		if g, err := ParsePNG(f.String()); g != f || err != nil {
			t.Errorf("%v: %v, %v", f, g, err)
		}
	}
}

// benchmarkPNG writes a picture of which three quarters are even, as pictures of
// models are.
func benchmarkPNG(b *testing.B, f Format) {
	img := noise(1280, 720, true)
	for y := range 720 {
		for x := range 1280 {
			if x < 320 || x >= 960 || y < 180 || y >= 540 {
				img.SetNRGBA(x, y, color.NRGBA{byte(y / 8), byte(y / 7), byte(y / 6), 255})
			}
		}
	}
	var e Encoder
	best := time.Hour
	for b.Loop() {
		start := time.Now()
		data, err := e.Encode(img, f)
		if err != nil {
			b.Fatal(err)
		}
		best = min(best, time.Since(start))
		b.SetBytes(int64(len(data)))
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "best-ms")
}

func BenchmarkPNGFast(b *testing.B)    { benchmarkPNG(b, PNGFast) }
func BenchmarkPNGDefault(b *testing.B) { benchmarkPNG(b, PNGDefault) }
func BenchmarkPNGSmall(b *testing.B)   { benchmarkPNG(b, PNGSmall) }
