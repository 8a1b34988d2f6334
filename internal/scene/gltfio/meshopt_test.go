package gltfio

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

// TestMeshoptDeltas decodes the worked example of the extension's appendix A.
func TestMeshoptDeltas(t *testing.T) {
	src := append([]byte{2}, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5)
	var out [16]byte
	rest, ok := meshoptDeltas(out[:], src, 1)
	if !ok || len(rest) != 0 {
		t.Fatalf("ok %v, %d bytes left", ok, len(rest))
	}
	want := []int8{-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0}
	for i, d := range out {
		if got := int8(d>>1 ^ -(d & 1)); got != want[i] {
			t.Errorf("delta %d is %d, want %d", i, got, want[i])
		}
	}
	for n := range src {
		if _, ok := meshoptDeltas(out[:], src[:n], 1); ok {
			t.Errorf("cut off at %d it decodes", n)
		}
	}
}

// TestMeshoptAttributes: a stream made by hand, 17 elements of 4 bytes that count
// up in their first byte, over a baseline of 10.
func TestMeshoptAttributes(t *testing.T) {
	src := []byte{0xA0}
	// Byte 0: group 0 has deltas 0, then 1 (zigzag 2) in 2-bit coding; group 1 one delta of 1.
	src = append(src, 1|1<<2)
	src = append(src, 0b00_10_10_10, 0b10_10_10_10, 0b10_10_10_10, 0b10_10_10_10)
	src = append(src, 0b10_00_00_00, 0, 0, 0)
	src = append(src, 0, 0, 0) // bytes 1 to 3: all deltas zero
	src = append(src, make([]byte, 28)...)
	src = append(src, 10, 20, 30, 40)
	dst := make([]byte, 17*4)
	if !meshoptAttributes(dst, src, 17, 4) {
		t.Fatal("refused")
	}
	for i := range 17 {
		if want := []byte{byte(10 + i), 20, 30, 40}; !bytes.Equal(dst[4*i:4*i+4], want) {
			t.Errorf("element %d is %v, want %v", i, dst[4*i:4*i+4], want)
		}
	}
	for n := range src {
		if meshoptAttributes(dst, src[:n], 17, 4) {
			t.Errorf("cut off at %d it decodes", n)
		}
	}
}

func u16s(b []byte) []int {
	var out []int
	for i := 0; i+1 < len(b); i += 2 {
		out = append(out, int(binary.LittleEndian.Uint16(b[i:])))
	}
	return out
}

// TestMeshoptIndices: mode 2 by hand: 5, 6, 4 on baseline 0 and 100 on baseline 1.
func TestMeshoptIndices(t *testing.T) {
	code := func(base, delta int) []byte {
		zz := uint32(delta<<1 ^ delta>>31)
		return binary.AppendUvarint(nil, uint64(zz<<1|uint32(base)))
	}
	src := []byte{0xD1}
	for _, c := range [][2]int{{0, 5}, {0, 1}, {1, 100}, {0, -2}} {
		src = append(src, code(c[0], c[1])...)
	}
	src = append(src, 0, 0, 0, 0)
	dst := make([]byte, 8)
	if !meshoptIndices(dst, src, 4, 2) {
		t.Fatal("refused")
	}
	if got := u16s(dst); got[0] != 5 || got[1] != 6 || got[2] != 100 || got[3] != 4 {
		t.Errorf("got %v", got)
	}
}

// TestMeshoptTriangles: mode 1 by hand: two triangles of a quad, then one of
// explicit indices.
func TestMeshoptTriangles(t *testing.T) {
	src := []byte{0xE1,
		0xF0,                      // three new vertices by table entry 0 (0x00): 0 1 2
		0x10,                      // on edge 1, (2, 1), with a new vertex: 2 1 3
		0xFF,                      // all explicit
		0xFF, 2 * 7, 2 * 1, 1 + 2, // 7, then 8, then 6
	}
	src = append(src, make([]byte, 16)...)
	dst := make([]byte, 18)
	if !meshoptTriangles(dst, src, 9, 2) {
		t.Fatal("refused")
	}
	want := []int{0, 1, 2, 2, 1, 3, 7, 8, 6}
	for i, v := range u16s(dst) {
		if v != want[i] {
			t.Fatalf("got %v, want %v", u16s(dst), want)
		}
	}
}

// TestMeshoptFilters checks each filter against values worked out by hand.
func TestMeshoptFilters(t *testing.T) {
	oct := []byte{0, 0, 127, 5, 127, 0, 127, 6, 0, 0x81, 127, 7}
	meshoptFilter(oct, "OCTAHEDRAL", 4)
	if want := []byte{0, 0, 127, 5, 127, 0, 0, 6, 0, 0x81, 0, 7}; !bytes.Equal(oct, want) {
		t.Errorf("octahedral %v, want %v", oct, want)
	}
	// The identity rotation with w left out: x = y = z = 0, index 3 in the low bits.
	quat := data([]int16{0, 0, 0, 32767})
	meshoptFilter(quat, "QUATERNION", 8)
	if want := data([]int16{0, 0, 0, 32767}); !bytes.Equal(quat, want) {
		t.Errorf("quaternion %v, want %v", quat, want)
	}
	// A quarter turn about X, sin = cos = 1/sqrt2: x is 1.0 in the filter's scale, w is left out.
	quat = data([]int16{32767, 0, 0, 32767})
	meshoptFilter(quat, "QUATERNION", 8)
	half := math.Round(32767 / math.Sqrt2)
	if want := data([]int16{int16(half), 0, 0, int16(half)}); !bytes.Equal(quat, want) {
		t.Errorf("quaternion %v, want %v", quat, want)
	}
	minus := int32(-2)
	exp := data([]uint32{0xFF_000003, uint32(2)<<24 | uint32(minus)&0xFFFFFF})
	meshoptFilter(exp, "EXPONENTIAL", 8)
	if want := floats(1.5, -8); !bytes.Equal(exp, want) {
		t.Errorf("exponential %v, want %v", exp, want)
	}
}
