package samples

import (
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image/color"
)

// encodePNG writes an indexed picture as PNG. It is our own encoder, because
// the bytes of image/png may change from one Go release to the next, and the
// embedded assets must not.
func encodePNG(pix []uint8, w, h int, palette []color.NRGBA) []byte {
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(w))
	binary.BigEndian.PutUint32(head[4:], uint32(h))
	head[8], head[9] = 8, 3 // 8 bits, indexed
	plte := make([]byte, 0, 3*len(palette))
	for _, c := range palette {
		plte = append(plte, c.R, c.G, c.B)
	}
	raw := make([]byte, 0, (w+1)*h)
	for y := range h {
		raw = append(raw, 0) // no filter
		raw = append(raw, pix[y*w:(y+1)*w]...)
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	out = chunk(out, "IHDR", head[:])
	out = chunk(out, "PLTE", plte)
	out = chunk(out, "IDAT", deflate(raw, w+1))
	return chunk(out, "IEND", nil)
}

func chunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	start := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[start:]))
}

// bitWriter packs bits least significant first, as RFC 1951 has it.
type bitWriter struct {
	out  []byte
	acc  uint64
	have uint
}

func (b *bitWriter) bits(v uint64, n uint) {
	b.acc |= v << b.have
	b.have += n
	for b.have >= 8 {
		b.out = append(b.out, byte(b.acc))
		b.acc >>= 8
		b.have -= 8
	}
}

// code writes a Huffman code, which goes most significant bit first.
func (b *bitWriter) code(v uint64, n uint) {
	var r uint64
	for i := range n {
		r |= (v >> i & 1) << (n - 1 - i)
	}
	b.bits(r, n)
}

// symbol writes a literal or length symbol in the fixed code of RFC 1951 3.2.6.
func (b *bitWriter) symbol(s int) {
	switch {
	case s < 144:
		b.code(uint64(0x30+s), 8)
	case s < 256:
		b.code(uint64(0x190+s-144), 9)
	case s < 280:
		b.code(uint64(s-256), 7)
	default:
		b.code(uint64(0xC0+s-280), 8)
	}
}

// span writes a base and its extra bits, given the table of bases: the largest
// base that is not above v. It returns the symbol's place in the table.
func span(v int, base []int) (place, extra int) {
	for place = len(base) - 1; base[place] > v; place-- {
	}
	return place, v - base[place]
}

// Lengths and distances of RFC 1951 3.2.5: bases, and how many extra bits.
var (
	lengthBase   = []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra  = []uint{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceBase = []int{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073}
	distExtra    = []uint{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10}
)

// deflate compresses a picture as a zlib stream. It looks for repeats only of
// the byte before and of the rows above, which is where flat artwork has them.
func deflate(raw []byte, stride int) []byte {
	b := &bitWriter{out: []byte{0x78, 0x01}}
	b.bits(1, 1) // last block
	b.bits(1, 2) // fixed codes
	for i := 0; i < len(raw); {
		best, from := 0, 0
		for _, d := range []int{1, stride, 2 * stride, 3*stride - 1, stride + 1, stride - 1} {
			if n := match(raw, i, d); n > best {
				best, from = n, d
			}
		}
		if best < 3 || best == 3 && from > 1 {
			b.symbol(int(raw[i]))
			i++
			continue
		}
		l, extra := span(best, lengthBase)
		b.symbol(257 + l)
		b.bits(uint64(extra), lengthExtra[l])
		d, extra := span(from, distanceBase)
		b.code(uint64(d), 5)
		b.bits(uint64(extra), distExtra[d])
		i += best
	}
	b.symbol(256)
	b.bits(0, (8-b.have)%8)
	return binary.BigEndian.AppendUint32(b.out, adler32.Checksum(raw))
}

// match is how many bytes from i on repeat those d before, at most 258.
func match(raw []byte, i, d int) int {
	if d > i {
		return 0
	}
	n := 0
	for n < 258 && i+n < len(raw) && raw[i+n] == raw[i+n-d] {
		n++
	}
	return n
}
