package objio

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// BenchmarkRead reads a wavy sheet of 500,000 triangles with texture coordinates
// and smoothing.
func BenchmarkRead(b *testing.B) {
	const n = 501
	var t strings.Builder
	for i := range n * n {
		x, y := float64(i%n)/n, float64(i/n)/n
		fmt.Fprintf(&t, "v %.6f %.6f %.6f\nvt %.6f %.6f\n", x, math.Sin(20*x)*math.Cos(20*y)/20, y, x, y)
	}
	t.WriteString("s 1\n")
	for y := range n - 1 {
		for x := range n - 1 {
			a := y*n + x + 1
			fmt.Fprintf(&t, "f %d/%d %d/%d %d/%d %d/%d\n", a, a, a+n, a+n, a+n+1, a+n+1, a+1, a+1)
		}
	}
	data := []byte(t.String())
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		m, err := ReadBytes("sheet.obj", data, Options{})
		if err != nil || m.TriangleCount() != 2*(n-1)*(n-1) {
			b.Fatal(err)
		}
	}
}
