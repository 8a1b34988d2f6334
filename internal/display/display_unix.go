//go:build linux || freebsd || netbsd || openbsd

package display

import (
	"os"

	"donorlab/internal/display/xserver"
)

func init() {
	if reason := xserver.Check(os.Getenv("DISPLAY")); reason != "" {
		os.Stderr.WriteString("lab: no display: " + reason + "; start it in a desktop session (or under xvfb-run), or use labctl, which does the same work without a window\n")
		os.Exit(2)
	}
}
