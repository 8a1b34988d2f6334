package picfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math"

	"donorlab/internal/scene"
)

// Animation is a short film that loops for ever. Its frames are opaque and of
// one size.
type Animation struct {
	Frames []*image.NRGBA
	Rate   float64 // frames a second, 0.02 to 100; a GIF's frames last whole hundredths of a second, the error does not add up
	Colors int     // of a GIF, 255 at most; fewer are not dithered, which makes it small; zero means 255
}

// check refuses what neither format can hold.
func (a *Animation) check() error {
	bad := func(code, format string, args ...any) error {
		return &scene.Problem{Code: code, Message: fmt.Sprintf(format, args...), Remedy: "make the preview shorter, or choose other settings"}
	}
	if len(a.Frames) == 0 {
		return bad("NO_FRAMES", "an animation without frames cannot be written")
	}
	if !(a.Rate >= 0.02 && a.Rate <= 100) {
		return bad("BAD_FPS", "an animation cannot have %g frames a second", a.Rate)
	}
	size := a.Frames[0].Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > 65535 || size.Y > 65535 {
		return bad("BAD_SIZE", "an animation cannot be %d by %d pixels", size.X, size.Y)
	}
	for i, f := range a.Frames {
		if f.Rect.Size() != size || !f.Opaque() {
			return bad("BAD_FRAME", "frame %d has another size or is not opaque", i)
		}
	}
	return nil
}

// changed is the smallest rectangle, from 0,0, outside of which two pictures of
// one size are equal; where they are equal all over it is one pixel, because a
// frame cannot be empty.
func changed(a, b *image.NRGBA) image.Rectangle {
	w, h := a.Rect.Dx(), a.Rect.Dy()
	out := image.Rectangle{}
	for y := range h {
		p, q := row(a, y), row(b, y)
		if bytes.Equal(p, q) {
			continue
		}
		l, r := 0, w
		for binary.LittleEndian.Uint32(p[4*l:]) == binary.LittleEndian.Uint32(q[4*l:]) {
			l++
		}
		for binary.LittleEndian.Uint32(p[4*r-4:]) == binary.LittleEndian.Uint32(q[4*r-4:]) {
			r--
		}
		out = out.Union(image.Rect(l, y, r, y+1))
	}
	if out.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return out
}

// APNG returns the animation as an animated PNG in full colour (PNG 3rd
// edition, 11.3.6). What cannot play it shows the first frame. Later frames
// hold only the rectangle that changed.
func (a *Animation) APNG() ([]byte, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	size := a.Frames[0].Rect.Size()
	out := appendHeader([]byte(signature), size.X, size.Y, 3)
	var actl [8]byte
	binary.BigEndian.PutUint32(actl[:], uint32(len(a.Frames))) // then 0 plays: for ever
	out = appendChunk(out, "acTL", actl[:])
	sequence := uint32(0)
	enc := png.Encoder{CompressionLevel: png.BestCompression, BufferPool: new(buffers)}
	for i, f := range a.Frames {
		r := image.Rectangle{Max: size}
		if i > 0 {
			r = changed(a.Frames[i-1], f)
		}
		out = appendChunk(out, "fcTL", frameControl(sequence, r, a.Rate))
		sequence++
		var one bytes.Buffer
		if err := enc.Encode(&one, f.SubImage(r.Add(f.Rect.Min))); err != nil {
			return nil, &scene.Problem{Code: "PNG_FAILED", Message: "the animation could not be written: " + err.Error(), Err: err}
		}
		eachChunk(one.Bytes(), func(name string, data []byte) {
			switch {
			case name != "IDAT":
			case i == 0:
				out = appendChunk(out, "IDAT", data)
			default:
				out = appendChunk(out, "fdAT", append(binary.BigEndian.AppendUint32(nil, sequence), data...))
				sequence++
			}
		})
	}
	return appendChunk(out, "IEND", nil), nil
}

// frameControl is the content of fcTL: where a frame lies and how long it stays.
func frameControl(sequence uint32, r image.Rectangle, rate float64) []byte {
	var d []byte
	for _, v := range []int{int(sequence), r.Dx(), r.Dy(), r.Min.X, r.Min.Y} {
		d = binary.BigEndian.AppendUint32(d, uint32(v))
	}
	d = binary.BigEndian.AppendUint16(d, 100)
	d = binary.BigEndian.AppendUint16(d, uint16(math.Round(rate*100)))
	return append(d, 0, 0) // left standing, replaced and not laid over
}

// eachChunk calls f with the chunks of a PNG that we wrote ourselves.
func eachChunk(data []byte, f func(name string, data []byte)) {
	for p := data[len(signature):]; len(p) >= 12; {
		n := int(binary.BigEndian.Uint32(p))
		f(string(p[4:8]), p[8:8+n])
		p = p[12+n:]
	}
}

// GIF returns the animation as a GIF: one palette of 255 colours for all frames,
// so that nothing flickers, and an ordered dither, which stands still where the
// picture does. Later frames hold only what changed.
func (a *Animation) GIF() ([]byte, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	size := a.Frames[0].Rect.Size()
	most := maxColors
	if a.Colors > 0 {
		most = min(a.Colors, most)
	}
	q := newQuantizer(a.Frames, most)
	palette := make(color.Palette, 0, 256)
	for _, c := range q.colors {
		palette = append(palette, color.RGBA{c[0], c[1], c[2], 255})
	}
	clear := uint8(len(palette))
	palette = append(palette, color.RGBA{})
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	var shown []uint8 // indices on the screen
	at := 0.0
	for i, f := range a.Frames {
		next := make([]uint8, size.X*size.Y)
		q.apply(next, f)
		r := image.Rectangle{Max: size}
		if i > 0 {
			r = changedIndex(shown, next, size)
		}
		p := image.NewPaletted(r, palette)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				k := y*size.X + x
				v := next[k]
				if i > 0 && shown[k] == v {
					v = clear
				}
				p.Pix[(y-r.Min.Y)*p.Stride+x-r.Min.X] = v
			}
		}
		shown = next
		out.Image = append(out.Image, p)
		end := math.Round(100 * float64(i+1) / a.Rate)
		out.Delay = append(out.Delay, int(end-at))
		at = end
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &out); err != nil {
		return nil, &scene.Problem{Code: "GIF_FAILED", Message: "the animation could not be written: " + err.Error(), Err: err}
	}
	return b.Bytes(), nil
}

// changedIndex is changed for palette indices.
func changedIndex(a, b []uint8, size image.Point) image.Rectangle {
	out := image.Rectangle{}
	for y := range size.Y {
		p, q := a[y*size.X:][:size.X], b[y*size.X:][:size.X]
		if bytes.Equal(p, q) {
			continue
		}
		l, r := 0, size.X
		for p[l] == q[l] {
			l++
		}
		for p[r-1] == q[r-1] {
			r--
		}
		out = out.Union(image.Rect(l, y, r, y+1))
	}
	if out.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return out
}
