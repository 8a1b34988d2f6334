package picfile

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"testing"
)

// film is a red square that moves over a grey gradient.
func film(n int) *Animation {
	a := &Animation{Rate: 30}
	for i := range n {
		img := image.NewNRGBA(image.Rect(0, 0, 64, 40))
		for y := range 40 {
			for x := range 64 {
				v := uint8(120 + 2*y)
				img.SetNRGBA(x, y, color.NRGBA{v, v, v, 255})
			}
		}
		draw.Draw(img, image.Rect(5+4*i, 10, 15+4*i, 20), image.NewUniform(color.NRGBA{220, 30, 20, 255}), image.Point{}, draw.Src)
		a.Frames = append(a.Frames, img)
	}
	return a
}

// A GIF plays back as what was put in, within what 255 colours and a dither
// can do, for as long as it should, for ever.
func TestGIF(t *testing.T) {
	a := film(7)
	a.Frames = append(a.Frames, a.Frames[6]) // one that changes nothing
	data, err := a.GIF()
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 8 || g.LoopCount != 0 || g.Config.Width != 64 || g.Config.Height != 40 {
		t.Fatalf("%d frames of %dx%d, loop %d", len(g.Image), g.Config.Width, g.Config.Height, g.LoopCount)
	}
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	if total != 27 { // 8/30 s
		t.Errorf("it lasts %d hundredths, not 27", total)
	}
	screen := image.NewNRGBA(image.Rect(0, 0, 64, 40))
	for i, f := range g.Image {
		if i > 0 && f.Rect.Dx() > 20 {
			t.Errorf("frame %d holds %v, more than what changed", i, f.Rect)
		}
		draw.Draw(screen, f.Rect, f, f.Rect.Min, draw.Over)
		off := 0.0
		for p, v := range screen.Pix {
			off = max(off, math.Abs(float64(v)-float64(a.Frames[i].Pix[p])))
		}
		if off > 6 {
			t.Errorf("frame %d is up to %.0f levels off", i, off)
		}
	}
	again, _ := film(7).GIF()
	b, _ := film(7).GIF()
	if !bytes.Equal(again, b) {
		t.Error("the bytes differ from run to run")
	}
}

// A film of many colours has them spread well: the mean error stays small.
func TestGIFOfManyColors(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 128, 128))
	for y := range 128 {
		for x := range 128 {
			img.SetNRGBA(x, y, color.NRGBA{uint8(2 * x), uint8(2 * y), uint8(255 - x - y), 255})
		}
	}
	q := newQuantizer([]*image.NRGBA{img}, maxColors)
	if len(q.colors) != maxColors {
		t.Errorf("%d colours", len(q.colors))
	}
	idx := make([]uint8, 128*128)
	q.apply(idx, img)
	// Over 8x8 pixels, which the eye takes together, the dither evens out.
	worst := 0.0
	for by := 0; by < 128; by += 8 {
		for bx := 0; bx < 128; bx += 8 {
			var sum [3]float64
			for i := range 64 {
				x, y := bx+i%8, by+i/8
				c, p := q.colors[idx[y*128+x]], img.NRGBAAt(x, y)
				sum[0] += float64(c[0]) - float64(p.R)
				sum[1] += float64(c[1]) - float64(p.G)
				sum[2] += float64(c[2]) - float64(p.B)
			}
			for _, s := range sum {
				worst = max(worst, math.Abs(s/64))
			}
		}
	}
	if worst > 10 {
		t.Errorf("8x8 pixels are %.1f levels off on average", worst)
	}
}

// An APNG is a PNG of the first frame for a viewer that knows no more, and the
// chunks of the rest are in order and whole: played back they give the frames.
func TestAPNG(t *testing.T) {
	a := film(5)
	a.Rate = 12.5
	data, err := a.APNG()
	if err != nil {
		t.Fatal(err)
	}
	same(t, decode(t, data), a.Frames[0])
	frames, plays, sequence := 0, -1, 0
	var control []byte
	screen := image.NewNRGBA(image.Rect(0, 0, 64, 40))
	for p := data[8:]; len(p) >= 12; {
		n := int(binary.BigEndian.Uint32(p))
		name, d := string(p[4:8]), p[8:8+n]
		if crc32.ChecksumIEEE(p[4:8+n]) != binary.BigEndian.Uint32(p[8+n:]) {
			t.Errorf("%s: wrong sum", name)
		}
		p = p[12+n:]
		switch name {
		case "acTL":
			if frames = int(binary.BigEndian.Uint32(d)); frames != 5 {
				t.Errorf("%d frames", frames)
			}
			plays = int(binary.BigEndian.Uint32(d[4:]))
		case "fcTL":
			if int(binary.BigEndian.Uint32(d)) != sequence {
				t.Errorf("fcTL out of order")
			}
			sequence++
			control = d
			if num, den := binary.BigEndian.Uint16(d[20:]), binary.BigEndian.Uint16(d[22:]); float64(num)/float64(den) != 0.08 {
				t.Errorf("a frame lasts %d/%d s", num, den)
			}
		case "fdAT":
			if int(binary.BigEndian.Uint32(d)) != sequence {
				t.Errorf("fdAT out of order")
			}
			sequence++
			play(t, screen, control, d[4:])
			frames--
			same(t, screen, a.Frames[5-frames])
		case "IDAT":
			play(t, screen, control, d)
		}
	}
	if plays != 0 || frames != 1 {
		t.Errorf("plays %d, %d frames without data", plays, frames-1)
	}
	b, _ := a.APNG()
	if !bytes.Equal(data, b) {
		t.Error("the bytes differ from run to run")
	}
}

// play decodes one frame's data as a PNG of its own and puts it on the screen.
func play(t *testing.T, screen *image.NRGBA, control, data []byte) {
	t.Helper()
	w, h := int(binary.BigEndian.Uint32(control[4:])), int(binary.BigEndian.Uint32(control[8:]))
	x, y := int(binary.BigEndian.Uint32(control[12:])), int(binary.BigEndian.Uint32(control[16:]))
	one := appendChunk(appendChunk(appendHeader([]byte(signature), w, h, 3), "IDAT", data), "IEND", nil)
	img, err := png.Decode(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	draw.Draw(screen, image.Rect(x, y, x+w, y+h), img, image.Point{}, draw.Src)
}

func TestAnimationsThatCannotBe(t *testing.T) {
	other := film(2)
	other.Frames[1] = image.NewNRGBA(image.Rect(0, 0, 3, 3))
	clear := film(2)
	clear.Frames[1].Pix[3] = 10
	for name, a := range map[string]*Animation{"none": {Rate: 10}, "slow": {Frames: film(1).Frames}, "sizes": other, "clear": clear} {
		if _, err := a.GIF(); err == nil {
			t.Errorf("%s: a GIF was written", name)
		}
		if _, err := a.APNG(); err == nil {
			t.Errorf("%s: an APNG was written", name)
		}
	}
}
