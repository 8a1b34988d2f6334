//go:build linux

package xclip_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"donorlab/internal/house/xvfb"
	"donorlab/internal/ui/xclip"
)

// inner marks the run of this test that has a display.
const inner = "LAB_XCLIP_INNER"

// Two connections, as two programs have, hand text to each other both ways.
func TestTwoPrograms(t *testing.T) {
	if os.Getenv(inner) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTwoPrograms$", "-test.v")
		cmd.Env = append(append(os.Environ(), xvfb.Start(t, "640x480")...), inner+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	a, b := xclip.New(), xclip.New()
	defer a.Close()
	defer b.Close()
	if _, err := b.Text(); err == nil {
		t.Error("an empty clipboard gives no error")
	}
	want := func(c *xclip.Clipboard, text string) {
		t.Helper()
		if got, err := c.Text(); err != nil || got != text {
			t.Errorf("got %.40q, %v, want %.40q", got, err, text)
		}
	}
	a.SetText("main rotor 18° →")
	want(b, "main rotor 18° →")
	want(a, "main rotor 18° →")
	b.SetText("tail fan")
	for range 100 { // a hears of it a moment later
		if text, _ := a.Text(); text == "tail fan" {
			break
		}
	}
	want(a, "tail fan")
	long := strings.Repeat("bone 2, ", 20000)
	a.SetText(long)
	for range 100 {
		if text, _ := b.Text(); text == long {
			break
		}
	}
	want(b, long)
}
