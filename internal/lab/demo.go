package lab

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"donorlab/internal/atomicfile"
	"donorlab/internal/clip"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// DemoReport is what Demo did. Paths are under the out folder as it was given.
type DemoReport struct {
	Model    string               `json:"model"`
	Pack     string               `json:"pack"`     // the exported folder
	Zip      string               `json:"zip"`      // the archive beside it
	Report   string               `json:"report"`   // the same in words
	Entry    string               `json:"entry"`    // the registry entry from which pack build makes the pack
	Recipe   string               `json:"recipe"`   // that the entry names: what every part was taken for
	Pictures []string             `json:"pictures"` // in the order of Shots
	Shots    []DemoShot           `json:"shots"`
	Findings []rig.Finding        `json:"findings"` // of Generate, of the donor contract and of the validator
	Notes    []scene.Problem      `json:"notes"`    // what was odd or left out
	Parts    map[string]int       `json:"parts"`    // number of parts by role
	Hubs     []HubInfo            `json:"hubs"`
	Bones    []rig.Bone           `json:"bones"`
	Channels []clip.ChannelMotion `json:"channels"` // of the donor's clip
	OK       bool                 `json:"ok"`       // the donor contract is not broken
	Contract rig.State            `json:"contract"` // how the donor contract is kept
	Bindings []rig.ChannelBinding `json:"bindings"`
	Clauses  []rig.Clause         `json:"clauses"`
	Rebase   RebaseSummary        `json:"rebase"`
	Bake     BakeAnswer           `json:"bake"`
	Files    []pack.FileSum       `json:"files"`
}

// DemoShot is one picture of the demo.
type DemoShot struct {
	File      string  `json:"file"`
	About     string  `json:"about"`
	Time      float64 `json:"time"`  // seconds into the clip
	Frame     float64 `json:"frame"` // of the donor
	PixelHash string  `json:"pixelHash"`
}

// RebaseSummary is the rebase in two figures.
type RebaseSummary struct {
	Changed       bool    `json:"changed"`
	MaxVertexMove float64 `json:"maxVertexMove"` // metres
}

// DemoOptions steer Demo. The zero value is right for a report that people read.
type DemoOptions struct {
	Width, Height int // of the pictures; zero means 1280 by 720
}

// Demo does the whole main job on one model and leaves the pack, pictures and a
// report in a folder, which is made when it is not there: load, probe, Generate,
// rebase, check against the embedded donor, bake, export, open the pack again.
// Two runs write the same bytes.
func Demo(ctx context.Context, ref, out string, opt DemoOptions, r Report) (*DemoReport, error) {
	size, err := Shot{Width: opt.Width, Height: opt.Height}.normal()
	if err != nil {
		return nil, err
	}
	d := &demo{ctx: ctx, out: out, size: size, report: r, rep: &DemoReport{Model: ref, Pictures: []string{}, Shots: []DemoShot{}}}
	d.name(ref)
	m, err := d.load(ref)
	if err != nil {
		return nil, err
	}
	w, notes, err := First(ctx, ref, m, r)
	if err != nil {
		return nil, err
	}
	if w.Donor, err = LoadDonor(ctx, SampleDonor, "", r); err != nil {
		return nil, err
	}
	if w.Parts == nil {
		return nil, &scene.Problem{Code: "NO_PARTS", File: ref, Message: "the model has nothing to rig", Remedy: "choose a model with a mesh"}
	}
	w.Rigged = nil // also where the file has a skeleton: the demo shows Generate
	DonorCompanions(w.Entry, true)
	if w, err = upToDate(ctx, m, w, r); err != nil {
		return nil, err
	}
	d.m, d.w, d.rep.Notes = m, w, append(append([]scene.Problem{}, m.Warnings...), notes...)
	if err := os.MkdirAll(filepath.Join(out, "pictures"), 0o755); err != nil {
		return nil, atomicfile.AsProblem("make the folder", out, err)
	}
	d.facts()
	if err := d.pictures(); err != nil {
		return nil, err
	}
	if err := d.export(); err != nil {
		return nil, err
	}
	if err := d.settings(); err != nil {
		return nil, err
	}
	return d.rep, d.write()
}

// demo is a Demo under way.
type demo struct {
	ctx    context.Context
	out    string
	size   Shot // width and height
	m      *scene.Model
	w      *Work
	rep    *DemoReport
	report Report
}

// name says where everything goes.
func (d *demo) name(ref string) {
	base := filepath.Base(strings.TrimPrefix(ref, "sample:"))
	if !IsSample(ref) {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	at := func(name string) string { return filepath.Join(d.out, name) }
	d.rep.Pack, d.rep.Zip, d.rep.Report = at("pack"), at("pack.zip"), at("report.md")
	d.rep.Entry, d.rep.Recipe = at(base+".entry.json"), at(base+".recipe.json")
}

// load reads the model, and refuses a folder in which that or what lies beside
// it would be written over.
func (d *demo) load(ref string) (*scene.Model, error) {
	var g Guard
	g.Model(ref, true)
	g.Output(d.rep.Pack, KindPack, "")
	g.Output(d.rep.Entry, KindEntry, "")
	g.Output(d.rep.Recipe, KindRecipe, "")
	for _, name := range []string{d.rep.Report, filepath.Join(d.out, "report.json"), filepath.Join(d.out, "pictures")} {
		g.Output(name, KindFile, "")
	}
	if err := g.Check(); err != nil {
		return nil, err
	}
	m, files, err := LoadFiles(d.ctx, ref, d.report)
	if err != nil {
		return nil, err
	}
	g.Input(files...)
	pictures := canonical(filepath.Join(d.out, "pictures"))
	for _, f := range g.inputs {
		if samePath(filepath.Dir(canonical(f)), pictures) {
			return nil, Output{Path: pictures, Kind: KindFrames}.isInput(f)
		}
	}
	return m, g.Check()
}

// settings leaves the entry and the recipe: what a script changes and hands to
// pack build.
func (d *demo) settings() error {
	if err := SaveRecipe(d.rep.Recipe, d.rep.Model, RecipeOf(d.w.Parts, d.w.Recipe)); err != nil {
		return err
	}
	e := d.w.Entry.Clone()
	e.ModelFile, e.Recipe = relativeTo(d.rep.Entry, d.rep.Model), filepath.Base(d.rep.Recipe)
	return SaveEntry(d.rep.Entry, e)
}

func (d *demo) facts() {
	w, rep := d.w, d.rep
	g := w.Rigged.Rig
	rep.Parts = map[string]int{}
	for role, n := range w.Parts.Counts() {
		if n > 0 {
			rep.Parts[rig.Role(role).String()] = n
		}
	}
	rep.Hubs, rep.Bones = ReportHubs(g.Hubs), append([]rig.Bone{}, g.Bones...)
	c := Check(w.Rigged, w.Donor)
	rep.OK, rep.Contract, rep.Bindings, rep.Clauses = c.OK, c.State, c.Bindings, c.Clauses
	rep.Findings = WithContract(g.Findings, c.Findings)
	rep.Channels = Decode(w.Donor).Channels
	rep.Rebase = RebaseSummary{w.Rigged.Report.Changed, w.Rigged.Report.MaxVertexMove}
	rep.Bake = w.Baked.Answer()
	rep.Findings = append(rep.Findings, w.Baked.Findings...)
}

// FlightTimes are n times of a clip, in seconds, at which nothing that turns by
// a whole share of its symmetry in some whole number of frames looks as if it
// stood still: whole shares of the clip, each less the golden ratio's
// part of a frame. (18 degrees a frame on five blades repeats every four
// frames, 36 degrees on ten at every frame.)
func FlightTimes(n int, duration, fps float64) []float64 {
	const golden = 0.6180339887498949
	var out []float64
	if duration <= 0 || fps <= 0 {
		return append(out, 0)
	}
	for k := range n {
		frame := float64(k) * max(math.Floor(duration*fps/float64(n))-golden, golden)
		out = append(out, min(frame/fps, duration))
	}
	return out
}

// pictures takes them all.
func (d *demo) pictures() error {
	parts, err := NewStudio(d.m, d.w.Parts, ClipRef{Kind: ClipRest}, true, false)
	if err != nil {
		return err
	}
	still, err := NewRigStudio(d.w.Rigged, ClipRef{Kind: ClipRest}, nil)
	if err != nil {
		return err
	}
	fly, err := NewRigStudio(d.w.Rigged, ClipRef{}, d.w.Donor)
	if err != nil {
		return err
	}
	type shot struct {
		st           *Studio
		file, about  string
		az, el, time float64
		o            Overlays
		close        *scene.Camera // in place of az, el and a fitted distance
	}
	var shots []shot
	add := func(st *Studio, file, about string, az, el, time float64, o Overlays) {
		shots = append(shots, shot{st: st, file: file, about: about, az: az, el: el, time: time, o: o})
	}
	grid := Overlays{Grid: true}
	add(parts, "01_source", "the model as it was loaded, collision helpers left out", 40, 15, 0, grid)
	add(parts, "02_parts", "every part in the colour of its role", 40, 15, 0, Overlays{Roles: true, Grid: true})
	add(parts, "03_parts_right_rear", "the same from the right rear", 220, 20, 0, Overlays{Roles: true, Grid: true})
	add(still, "04_rig", "the generated rig: bones and their axes", 40, 15, 0, Overlays{Bones: true, Axes: true, Roles: true, Grid: true})
	for i, az := range []float64{0, 90, 180, 270} {
		add(still, fmt.Sprintf("05_turntable_%d", i+1), fmt.Sprintf("turntable, from azimuth %.0f", az), az, 10, 0, grid)
	}
	dur, fps := d.w.Donor.Clip.Duration, d.w.Donor.Clip.FPS
	for i, t := range FlightTimes(5, dur, fps) {
		add(fly, fmt.Sprintf("06_flight_%d", i+1), fmt.Sprintf("flying by the donor's clip, frame %.2f", t*fps), 40, 15, t, Overlays{})
	}
	for i, t := range FlightTimes(4, dur, fps) {
		add(fly, fmt.Sprintf("07_disc_from_above_%d", i+1), fmt.Sprintf("the main rotor in its disc, frame %.2f", t*fps), 0, 89, t, Overlays{})
	}
	for i, t := range FlightTimes(4, dur, fps) {
		add(fly, fmt.Sprintf("08_tail_from_the_side_%d", i+1), fmt.Sprintf("the tail rotor in its disc, frame %.2f", t*fps), 90, 0, t, Overlays{})
		shots[len(shots)-1].close = d.tailCamera()
	}
	for i, s := range shots {
		d.report.Say("Taking pictures", i, len(shots))
		cam := DefaultView().Camera
		cam.AzimuthDeg, cam.ElevationDeg, cam.Distance = s.az, s.el, 0 // fitted
		if s.close != nil {
			cam = *s.close
		}
		p, err := s.st.Shot(d.ctx, Shot{Width: d.size.Width, Height: d.size.Height, Camera: &cam, Time: s.time, Overlays: s.o}, nil)
		if err != nil {
			return err
		}
		data, err := p.PNG()
		if err != nil {
			return err
		}
		name := filepath.Join(d.out, "pictures", s.file+".png")
		if err := WriteFile(name, data); err != nil {
			return err
		}
		d.rep.Pictures = append(d.rep.Pictures, name)
		d.rep.Shots = append(d.rep.Shots, DemoShot{"pictures/" + s.file + ".png", s.about, s.time, s.time * fps, p.Hash})
	}
	return nil
}

// tailCamera looks along the tail rotor's axle, so near that the disc fills a
// third of a picture of 16 by 9; nil where there is no tail rotor.
func (d *demo) tailCamera() *scene.Camera {
	for _, h := range d.w.Rigged.Rig.Hubs {
		if h.Role != rig.TailRotor || !(h.Radius > 0) {
			continue
		}
		c := DefaultView().Camera
		c.Target = h.Center
		c.AzimuthDeg = math.Round(math.Atan2(h.Axle[0], h.Axle[2]) * 180 / math.Pi)
		c.ElevationDeg = math.Round(math.Asin(max(min(h.Axle[1], 1), -1)) * 180 / math.Pi)
		const share = 0.85 // of half the height
		c.Distance = h.Radius / (share * math.Tan(c.FovY()/2))
		return &c
	}
	return nil
}

// export writes the pack and opens it again.
func (d *demo) export() error {
	item, err := PackItem(d.ctx, d.w.Entry, d.w.Baked, d.report)
	if err != nil {
		return err
	}
	dir := d.rep.Pack
	p := pack.NewPack(item.Entry.ResourceName)
	res, err := ExportPack(d.ctx, p, []pack.Item{item}, dir)
	if err != nil {
		return err
	}
	d.rep.Files = res.Files
	for _, at := range []string{dir, dir + ".zip"} {
		v, err := ValidatePack(d.ctx, at)
		if err != nil {
			return err
		}
		if at == dir {
			for _, f := range append(append([]scene.Problem{}, v.Errors...), v.Warnings...) {
				d.rep.Findings = append(d.rep.Findings, rig.Finding{Severity: f.Severity, Code: f.Code, Message: f.Message, Fix: f.Remedy})
			}
		} else if len(v.Errors) > 0 {
			return &v.Errors[0]
		}
	}
	return nil
}
