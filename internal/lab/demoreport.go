package lab

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
)

// write puts report.json and report.md beside the pack.
func (d *demo) write() error {
	// What is on disk must not depend on where the folder is: paths in
	// report.json are relative to it.
	onDisk := *d.rep
	onDisk.Pack, onDisk.Zip, onDisk.Report, onDisk.Pictures = "pack", "pack.zip", "report.md", nil
	onDisk.Entry, onDisk.Recipe = filepath.Base(onDisk.Entry), filepath.Base(onDisk.Recipe)
	for _, s := range onDisk.Shots {
		onDisk.Pictures = append(onDisk.Pictures, s.File)
	}
	if !IsSample(onDisk.Model) {
		onDisk.Model = filepath.Base(onDisk.Model)
	}
	for i := range onDisk.Notes {
		onDisk.Notes[i].File = filepath.Base(onDisk.Notes[i].File)
		if onDisk.Notes[i].File == "." {
			onDisk.Notes[i].File = ""
		}
	}
	data, err := json.MarshalIndent(&onDisk, "", "  ")
	if err != nil {
		return AsProblem(err)
	}
	if err := WriteFile(filepath.Join(d.out, "report.json"), append(data, '\n')); err != nil {
		return err
	}
	return WriteFile(d.rep.Report, []byte(onDisk.Markdown()))
}

// Markdown is the report in words.
func (r *DemoReport) Markdown() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("# %s, from file to pack\n", r.Model)
	p("## Parts\n")
	var roles []string
	for role := range r.Parts {
		roles = append(roles, role)
	}
	sort.Strings(roles)
	for _, role := range roles {
		p("- %s: %d", role, r.Parts[role])
	}
	p("\n## Rotors\n")
	for _, h := range r.Hubs {
		p("- %s: %d blades, radius %.3f m, hub at (%.3f, %.3f, %.3f), axle (%.4f, %.4f, %.4f), fitted to %.2f deg", h.Kind, h.Blades, h.Radius,
			h.Center[0], h.Center[1], h.Center[2], h.Axle[0], h.Axle[1], h.Axle[2], h.Fit.ResidualDeg)
	}
	p("\n## Channel to bone\n")
	p("| channel | donor bone | does | drives | axis error |")
	p("|---|---|---|---|---|")
	for _, c := range r.Bindings {
		does := string(c.Does.Kind)
		if c.Does.Spin {
			does = fmt.Sprintf("%.2f deg a frame about (%.2f, %.2f, %.2f)", c.Does.DegreesPerFrame, c.Does.Axis[0], c.Does.Axis[1], c.Does.Axis[2])
		}
		off := ""
		if c.AxisErrorDeg != nil {
			off = fmt.Sprintf("%.3f deg", *c.AxisErrorDeg)
		}
		p("| %d | %s | %s | %s | %s |", c.Channel, c.DonorBone, does, c.Bone, off)
	}
	p("\nThe donor contract: %s.", r.Contract)
	for _, c := range r.Clauses {
		if !c.Holds {
			p("- %s: %s", c.State, c.Text)
		}
	}
	p("")
	p("The rebase changed the rests: %v; no vertex moved by more than %.3g m.", r.Rebase.Changed, r.Rebase.MaxVertexMove)
	p("The clip %q was baked to %d frames and %d keys, at most %.4f mm off.", r.Bake.Clip, r.Bake.Frames, r.Bake.Keys, r.Bake.MaxErrorMm)
	p("\n## Findings\n")
	if len(r.Findings) == 0 && len(r.Notes) == 0 {
		p("None.")
	}
	for _, f := range r.Findings {
		p("- %s", f)
	}
	for _, n := range r.Notes {
		p("- %s %s: %s", n.Severity, n.Code, n.Message)
	}
	p("\n## Pack\n")
	for _, f := range r.Files {
		p("- `%s` %d bytes, %s", f.Path, f.Bytes, f.SHA256)
	}
	p("\n`labctl pack build %s -o DIR` makes it again; the entry names `%s`, which says what every part is.", filepath.Base(r.Entry), filepath.Base(r.Recipe))
	p("\n## Pictures\n")
	for _, s := range r.Shots {
		p("- [%s](%s): %s", filepath.Base(s.File), s.File, s.About)
	}
	return b.String()
}
