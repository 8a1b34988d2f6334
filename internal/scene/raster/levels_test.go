//go:build amd64

package raster_test

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestGoldenWithFMA runs TestGolden again, built for GOAMD64=v3: there the
// compiler may fuse products with sums, and a product that reaches a pixel
// without being rounded first shows as another hash.
func TestGoldenWithFMA(t *testing.T) {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasFMA || !cpu.X86.HasBMI2 {
		t.Skip("this processor cannot run GOAMD64=v3")
	}
	if *update {
		t.Skip("the goldens are being written")
	}
	c := exec.Command("go", "test", "-count=1", "-run=^TestGolden$", ".")
	c.Env = append(os.Environ(), "GOAMD64=v3")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
