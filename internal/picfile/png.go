package picfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"strings"

	"donorlab/internal/scene"
)

// Format is how one picture is written.
type Format uint8

const (
	PNGDefault Format = iota // light compression
	PNGFast                  // no compression: the quickest to write and to read
	PNGSmall                 // the strongest compression
	Raw                      // R, G, B, A by rows, 8 bits each, no header
)

// String is the format as ParsePNG and messages spell it.
func (f Format) String() string {
	switch f {
	case PNGFast:
		return "fast"
	case PNGSmall:
		return "small"
	case Raw:
		return "raw"
	}
	return "default"
}

// Ext is the ending of such files, with its dot.
func (f Format) Ext() string {
	if f == Raw {
		return ".rgba"
	}
	return ".png"
}

// ParsePNG reads "default", "fast" or "small". The error is a *scene.Problem.
func ParsePNG(s string) (Format, error) {
	for _, f := range []Format{PNGDefault, PNGFast, PNGSmall} {
		if strings.EqualFold(strings.TrimSpace(s), f.String()) {
			return f, nil
		}
	}
	return PNGDefault, &scene.Problem{Code: "BAD_PNG", Message: fmt.Sprintf("there is no way %q to write a PNG", s), Remedy: "give default, fast or small"}
}

// Encoder writes pictures and keeps its buffers from one to the next. One
// goroutine may use it at a time. The zero Encoder is ready.
type Encoder struct {
	pool  buffers
	buf   bytes.Buffer
	fast  []byte
	pixel []byte // one long row of the fast writer
}

// buffers is image/png's own pool, of one.
type buffers struct{ b *png.EncoderBuffer }

func (p *buffers) Get() *png.EncoderBuffer  { return p.b }
func (p *buffers) Put(b *png.EncoderBuffer) { p.b = b }

// Encode returns the picture as a file's bytes, which are valid until the next
// call. The error is a *scene.Problem.
func (e *Encoder) Encode(img *image.NRGBA, f Format) ([]byte, error) {
	if img.Rect.Empty() {
		return nil, &scene.Problem{Code: "BAD_SIZE", Message: "a picture without pixels cannot be written", Remedy: "give a width and a height of at least 1"}
	}
	switch f {
	case Raw:
		e.fast = appendRaw(e.fast[:0], img)
		return e.fast, nil
	case PNGFast:
		return e.stored(img), nil
	}
	level := png.BestSpeed
	if f == PNGSmall {
		level = png.BestCompression
	}
	e.buf.Reset()
	enc := png.Encoder{CompressionLevel: level, BufferPool: &e.pool}
	if err := enc.Encode(&e.buf, img); err != nil {
		return nil, &scene.Problem{Code: "PNG_FAILED", Message: "the picture could not be written as a PNG: " + err.Error(), Err: err}
	}
	return e.buf.Bytes(), nil
}

// row is the picture's row y, 4 bytes a pixel.
func row(img *image.NRGBA, y int) []byte {
	return img.Pix[y*img.Stride:][:4*img.Rect.Dx()]
}

func appendRaw(dst []byte, img *image.NRGBA) []byte {
	for y := range img.Rect.Dy() {
		dst = append(dst, row(img, y)...)
	}
	return dst
}

const signature = "\x89PNG\r\n\x1a\n"

// maxStored is the most that a stored block of a deflate stream holds (RFC
// 1951, 3.2.4).
const maxStored = 65535

// stored writes a PNG whose pixels are not compressed: one IDAT chunk with a
// zlib stream of stored blocks. Opaque pictures have three bytes a pixel.
func (e *Encoder) stored(img *image.NRGBA) []byte {
	out, opaque := e.storedAs(img, 3)
	if !opaque {
		out, _ = e.storedAs(img, 4)
	}
	return out
}

// storedAs writes three or four bytes a pixel. With three, it stops at a row
// that is not opaque and says so.
func (e *Encoder) storedAs(img *image.NRGBA, channels int) (file []byte, opaque bool) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	line := 1 + channels*w
	total := line * h
	need := len(signature) + 25 + 12 + 2 + total + 5*(total/maxStored+h+1) + 4 + 12 + 8
	if cap(e.fast) < need {
		e.fast = make([]byte, 0, need)
	}
	out := appendHeader(append(e.fast[:0], signature...), w, h, channels)
	start := len(out)
	out = append(out, 0, 0, 0, 0, 'I', 'D', 'A', 'T', 0x78, 0x01)
	sum, crc, summed := uint32(1), uint32(0), start+4
	// A block holds whole rows, which are packed where they stay; of a row that is
	// too long for one, every block holds a part.
	rows := max(maxStored/line, 1)
	for y := 0; y < h; y += rows {
		n := min(rows, h-y)
		final := byte(0)
		if y+n == h {
			final = 1
		}
		if line > maxStored {
			row, ok := e.long(img, y, channels)
			if !ok {
				return nil, false
			}
			out, sum = appendBlocks(out, row, final), adler(sum, row)
			continue
		}
		out = appendBlock(out, n*line, final)
		at := len(out)
		out = out[:at+n*line]
		for k := range n {
			if !pack(out[at+k*line:at+(k+1)*line], img, y+k, channels) {
				return nil, false
			}
		}
		// Summed while they are near.
		sum = adler(sum, out[at:])
		crc = crc32.Update(crc, crc32.IEEETable, out[summed:])
		summed = len(out)
	}
	out = binary.BigEndian.AppendUint32(out, sum)
	binary.BigEndian.PutUint32(out[start:], uint32(len(out)-start-8))
	crc = crc32.Update(crc, crc32.IEEETable, out[summed:])
	out = binary.BigEndian.AppendUint32(out, crc)
	return appendChunk(out, "IEND", nil), true
}

// long packs a row of its own.
func (e *Encoder) long(img *image.NRGBA, y, channels int) (packed []byte, opaque bool) {
	line := 1 + channels*img.Rect.Dx()
	if cap(e.pixel) < line {
		e.pixel = make([]byte, line)
	}
	packed = e.pixel[:line]
	return packed, pack(packed, img, y, channels)
}

// appendBlock begins a stored block of n bytes.
func appendBlock(dst []byte, n int, final byte) []byte {
	return append(dst, final, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
}

// appendBlocks adds a row in several blocks.
func appendBlocks(dst, row []byte, final byte) []byte {
	for len(row) > maxStored {
		dst = append(appendBlock(dst, maxStored, 0), row[:maxStored]...)
		row = row[maxStored:]
	}
	return append(appendBlock(dst, len(row), final), row...)
}

// pack writes one row with its filter, none, and reports whether nothing of it
// was lost.
func pack(dst []byte, img *image.NRGBA, y, channels int) bool {
	dst[0] = 0
	if channels == 3 {
		return pack3(dst[1:], row(img, y))
	}
	copy(dst[1:], row(img, y))
	return true
}

// pack3 drops the alpha of a row and reports whether all of it was 255.
func pack3(dst, src []byte) bool {
	all := byte(255)
	i := 0
	for ; len(src) >= 16 && i+16 <= len(dst); i += 12 {
		// Two pixels a word: their six bytes are moved together.
		a, b := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])
		all &= byte(a>>24) & byte(a>>56) & byte(b>>24) & byte(b>>56)
		a = a&0xffffff | a>>8&0xffffff000000
		b = b&0xffffff | b>>8&0xffffff000000
		binary.LittleEndian.PutUint64(dst[i:], a|b<<48)
		binary.LittleEndian.PutUint64(dst[i+8:], b>>16) // the last four bytes are written over by what follows
		src = src[16:]
	}
	for ; len(src) >= 4; i += 3 {
		dst[i], dst[i+1], dst[i+2] = src[0], src[1], src[2]
		all &= src[3]
		src = src[4:]
	}
	return all == 255
}

// adler goes on with an Adler-32 sum (RFC 1950, 8.2). Eight bytes are added at
// once in two words of four 16-bit lanes each, 22 times before a lane could
// overflow: 255*(21+20+...+0) is below 65536.
func adler(sum uint32, p []byte) uint32 {
	const mod, words, lanes = 65521, 22, 0x00ff00ff00ff00ff
	a, b := uint64(sum&0xffff), uint64(sum>>16)
	for len(p) >= 8*words {
		var even, odd, evens, odds uint64 // bytes so far, and the sum of that before each word
		for q := p[:8*words]; len(q) >= 8; q = q[8:] {
			v := binary.LittleEndian.Uint64(q)
			evens += even
			odds += odd
			even += v & lanes
			odd += v >> 8 & lanes
		}
		// b grows by a for every byte, and by each byte as often as bytes follow in
		// its word, itself included, and in the words after.
		b += a * 8 * words
		for k := range 4 {
			e, o := even>>(16*k)&0xffff, odd>>(16*k)&0xffff
			a += e + o
			b += 8*(evens>>(16*k)&0xffff+odds>>(16*k)&0xffff) + e*uint64(8-2*k) + o*uint64(7-2*k)
		}
		a %= mod
		b %= mod
		p = p[8*words:]
	}
	for _, v := range p {
		a += uint64(v)
		b += a
	}
	return uint32(b%mod)<<16 | uint32(a%mod)
}

// appendHeader adds IHDR: 8 bits a channel, 3 channels or 4.
func appendHeader(dst []byte, w, h, channels int) []byte {
	var d [13]byte
	binary.BigEndian.PutUint32(d[0:], uint32(w))
	binary.BigEndian.PutUint32(d[4:], uint32(h))
	d[8], d[9] = 8, 2
	if channels == 4 {
		d[9] = 6
	}
	return appendChunk(dst, "IHDR", d[:])
}

// appendChunk adds one chunk: length, name, data and the sum of the last two.
func appendChunk(dst []byte, name string, data []byte) []byte {
	start := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	dst = append(dst, name...)
	dst = append(dst, data...)
	return endChunk(dst, start)
}

// endChunk closes the chunk that begins at start and reaches to the end.
func endChunk(dst []byte, start int) []byte {
	binary.BigEndian.PutUint32(dst[start:], uint32(len(dst)-start-8))
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start+4:]))
}
