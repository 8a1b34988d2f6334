//go:build linux || freebsd || netbsd || openbsd

package display

import (
	"io"
	"os"

	"donorlab/internal/display/xserver"
)

// held keeps the connection of the check open as long as the program runs: see
// xserver.Check.
//
//lint:ignore U1000 it is only there to be reachable: a lost connection is closed
var held io.Closer

func init() {
	var reason string
	if held, reason = xserver.Check(os.Getenv("DISPLAY")); reason != "" {
		os.Stderr.WriteString("lab: no display: " + reason + "; start it in a desktop session (or under xvfb-run), or use labctl, which does the same work without a window\n")
		os.Exit(2)
	}
}
