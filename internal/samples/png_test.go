package samples

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
)

// TestDeflate inflates what deflate wrote with Go's decoder: noise, runs at and
// around the longest match, repeats of rows, nothing.
func TestDeflate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	few := make([]byte, 20000)
	for i := range few {
		few[i] = byte(rng.Uint32N(3)) * 120
	}
	cases := map[string]struct {
		raw    []byte
		stride int
	}{
		"empty":    {nil, 1},
		"one":      {[]byte{200}, 1},
		"noise":    {noise, 1025},
		"few":      {few, 65},
		"wide":     {few, 1025},
		"run 258":  {bytes.Repeat([]byte{7}, 259), 9},
		"run 259":  {bytes.Repeat([]byte{7}, 260), 9},
		"run long": {bytes.Repeat([]byte{255}, 100000), 1025},
		"rows":     {bytes.Repeat(noise[:65], 40), 65},
	}
	for name, c := range cases {
		z := deflate(c.raw, c.stride)
		r, err := zlib.NewReader(bytes.NewReader(z))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(got, c.raw) {
			t.Errorf("%s: comes back different", name)
		}
	}
}

func TestSnap(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{0, 0}, {1, 1}, {-1, -1}, {0.5 / grid, 1.0 / grid}, {-0.5 / grid, -1.0 / grid},
		{0.4 / grid, 0}, {1.2345, 80904.0 / grid}, {1e4, 1e4},
	} {
		if got := snap(c.in); got != c.want {
			t.Errorf("snap(%v) = %v, want %v", c.in, got, c.want)
		}
	}
}
