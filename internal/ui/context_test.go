package ui_test

import (
	"testing"

	"donorlab/internal/ui"
)

// What a start of the window, or a move to a monitor of another scale, waits for.
func BenchmarkNewContext(b *testing.B) {
	for b.Loop() {
		ui.NewContext(1, nil).Close()
	}
}
