package gltfio

import (
	"encoding/binary"
	"math"
)

// validFilter reports whether a filter may follow a mode at a stride.
func validFilter(filter string, attributes bool, stride int) bool {
	switch filter {
	case "NONE":
		return true
	case "OCTAHEDRAL":
		return attributes && (stride == 4 || stride == 8)
	case "QUATERNION":
		return attributes && stride == 8
	case "EXPONENTIAL":
		return attributes
	}
	return false
}

// meshoptFilter undoes a filter in place. Damaged values give some number, never
// a panic; NaNs are caught where the accessor is read.
func meshoptFilter(data []byte, filter string, stride int) {
	switch filter {
	case "OCTAHEDRAL":
		for ; len(data) >= stride; data = data[stride:] {
			if stride == 4 {
				x, y, z := octahedral(int(int8(data[0])), int(int8(data[1])), int(int8(data[2])), 127)
				data[0], data[1], data[2] = byte(x), byte(y), byte(z)
				continue
			}
			x, y, z := octahedral(short(data, 0), short(data, 1), short(data, 2), 32767)
			putShort(data, 0, x)
			putShort(data, 1, y)
			putShort(data, 2, z)
		}
	case "QUATERNION":
		for ; len(data) >= 8; data = data[8:] {
			maxQuaternion(data)
		}
	case "EXPONENTIAL":
		for ; len(data) >= 4; data = data[4:] {
			v := int32(binary.LittleEndian.Uint32(data))
			f := float32(math.Ldexp(float64(v<<8>>8), int(v>>24)))
			binary.LittleEndian.PutUint32(data, math.Float32bits(f))
		}
	}
}

func short(b []byte, k int) int { return int(int16(binary.LittleEndian.Uint16(b[2*k:]))) }

func putShort(b []byte, k, v int) { binary.LittleEndian.PutUint16(b[2*k:], uint16(int16(v))) }

// octahedral decodes a unit vector from its octahedral map; one stands for 1.0
// and full is the output's 1.0.
func octahedral(ix, iy, one int, full float64) (int, int, int) {
	if one == 0 {
		return 0, 0, int(full)
	}
	x, y := float64(ix)/float64(one), float64(iy)/float64(one)
	z := 1 - math.Abs(x) - math.Abs(y)
	t := min(z, 0)
	x -= math.Copysign(t, x)
	y -= math.Copysign(t, y)
	n := math.Sqrt(x*x + y*y + z*z)
	if n == 0 || math.IsInf(n, 0) {
		return 0, 0, int(full)
	}
	return int(math.Round(x / n * full)), int(math.Round(y / n * full)), int(math.Round(z / n * full))
}

// maxQuaternion decodes a quaternion whose largest component was left out.
func maxQuaternion(b []byte) {
	in3 := short(b, 3)
	one := float64(in3 | 3)
	if one <= 0 {
		one = 1
	}
	limit := func(v float64) float64 { return max(-1, min(1, v)) }
	x := limit(float64(short(b, 0)) / one / math.Sqrt2)
	y := limit(float64(short(b, 1)) / one / math.Sqrt2)
	z := limit(float64(short(b, 2)) / one / math.Sqrt2)
	w := math.Sqrt(max(0, 1-x*x-y*y-z*z))
	top := in3 & 3
	for k, v := range [4]float64{w, x, y, z} {
		putShort(b, (top+k)%4, int(math.Round(v*32767)))
	}
}
