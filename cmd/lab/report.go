package main

import (
	"bytes"
	"encoding/json"
	"os"

	"donorlab/internal/ui"
	"donorlab/internal/ui/panels"
)

// reporting is an app that keeps a file with the window's state, so that a
// program can drive the window without looking at pixels.
type reporting struct {
	ui.App
	panels *panels.App
	file   string
	last   []byte
}

// Frame writes the report after a frame that changed it. The file is replaced
// in one step: a reader never sees half of it. A report that cannot be written
// is no reason to end the window.
func (r *reporting) Frame(c *ui.Context, in ui.Input) ui.Output {
	out := r.App.Frame(c, in)
	data, err := json.MarshalIndent(r.panels.Report(), "", " ")
	if err != nil || bytes.Equal(data, r.last) {
		return out
	}
	r.last = data
	if os.WriteFile(r.file+".new", data, 0o644) == nil {
		_ = os.Rename(r.file+".new", r.file)
	}
	return out
}
