package gltfio

import (
	"bytes"
	"errors"
	"image"
	"path"
	"strings"

	"golang.org/x/image/bmp"
)

// Formats that glTF does not allow but other model formats use. A model keeps
// their pixels, not their bytes, so that an export writes them as PNG.
var (
	bmpFormat = format{"image/bmp",
		func(b []byte) (image.Config, error) { return bmp.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return bmp.Decode(bytes.NewReader(b)) },
		func([]byte) int64 { return 4 }}
	tgaFormat = format{"image/x-tga", tgaConfig, tgaDecode, func([]byte) int64 { return 0 }}
)

// sniffBeside finds a format that only other model formats may use. TGA has no
// mark of its own at the front, so that its name must say so.
func sniffBeside(name string, b []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(b, []byte("BM")):
		return bmpFormat, true
	case strings.EqualFold(path.Ext(name), ".tga"):
		return tgaFormat, true
	}
	return format{}, false
}

var errTGA = errors.New("not a TGA that is read: 8, 16, 24 or 32 bits, plain or run-length")

// tga is the header of a Truevision TGA file (version 2.0 of the specification).
type tga struct {
	w, h       int
	kind       byte // 1 palette, 2 colour, 3 grey
	packed     bool // run-length
	bytes      int  // a pixel
	palette    []byte
	paletteAt  int
	paletteLen int // bytes an entry
	top, right bool
	alpha      bool
	data       []byte
}

func readTGA(b []byte) (*tga, error) {
	if len(b) < 18 {
		return nil, errTGA
	}
	le := func(i int) int { return int(b[i]) | int(b[i+1])<<8 }
	t := &tga{w: le(12), h: le(14), kind: b[2] &^ 8, packed: b[2]&8 != 0, bytes: int(b[16]+7) / 8,
		paletteAt: le(3), right: b[17]&0x10 != 0, top: b[17]&0x20 != 0, alpha: b[17]&15 != 0}
	at := 18 + int(b[0])
	if b[1] == 1 {
		t.paletteLen = int(b[7]+7) / 8
		n := le(5) * t.paletteLen
		if at+n > len(b) || t.paletteLen < 2 || t.paletteLen > 4 {
			return nil, errTGA
		}
		t.palette = b[at : at+n]
		at += n
	}
	fits := t.kind == 1 && t.bytes == 1 && t.palette != nil || t.kind == 2 && t.bytes >= 2 && t.bytes <= 4 || t.kind == 3 && t.bytes == 1
	if !fits || at > len(b) || t.w == 0 || t.h == 0 {
		return nil, errTGA
	}
	t.data = b[at:]
	return t, nil
}

func tgaConfig(b []byte) (image.Config, error) {
	t, err := readTGA(b)
	if err != nil {
		return image.Config{}, err
	}
	return image.Config{Width: t.w, Height: t.h}, nil
}

// tgaDecode reads the pixels. Bytes that are missing at the end are an error: a
// file cut off is not shown as if it were whole.
func tgaDecode(b []byte) (image.Image, error) {
	t, err := readTGA(b)
	if err != nil {
		return nil, err
	}
	img := image.NewNRGBA(image.Rect(0, 0, t.w, t.h))
	data := t.data
	var px []byte
	left, same := 0, false
	for i := range t.w * t.h {
		if left == 0 && t.packed {
			if len(data) == 0 {
				return nil, errors.New("the TGA is cut off")
			}
			left, same = int(data[0]&127)+1, data[0]&128 != 0
			data = data[1:]
			px = nil
		}
		if !t.packed || !same || px == nil {
			if len(data) < t.bytes {
				return nil, errors.New("the TGA is cut off")
			}
			px, data = data[:t.bytes], data[t.bytes:]
		}
		left--
		x, y := i%t.w, i/t.w
		if t.right {
			x = t.w - 1 - x
		}
		if !t.top {
			y = t.h - 1 - y
		}
		if !t.color(img.Pix[y*img.Stride+4*x:][:4:4], px) {
			return nil, errors.New("the TGA names a colour outside its palette")
		}
	}
	return img, nil
}

// color turns a pixel into RGBA; colours are stored as blue, green, red.
func (t *tga) color(dst, px []byte) bool {
	n := t.bytes
	switch t.kind {
	case 3:
		dst[0], dst[1], dst[2], dst[3] = px[0], px[0], px[0], 255
		return true
	case 1:
		at := (int(px[0]) - t.paletteAt) * t.paletteLen
		if at < 0 || at+t.paletteLen > len(t.palette) {
			return false
		}
		px, n = t.palette[at:at+t.paletteLen], t.paletteLen
	}
	dst[3] = 255
	if n == 2 { // 1 bit of alpha, then 5 each of red, green, blue
		v := int(px[0]) | int(px[1])<<8
		for k := range 3 {
			c := v >> (10 - 5*k) & 31
			dst[k] = byte(c<<3 | c>>2)
		}
		return true
	}
	dst[0], dst[1], dst[2] = px[2], px[1], px[0]
	if n == 4 && t.alpha {
		dst[3] = px[3]
	}
	return true
}
