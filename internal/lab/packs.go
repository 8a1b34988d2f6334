package lab

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"donorlab/internal/atomicfile"
	"donorlab/internal/pack"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// thumbSize is a thumbnail's width and height in pixels.
const thumbSize = 512

// Thumbnail draws a rig as a pack shows it: from the front left, at a moment of
// its clip.
func Thumbnail(ctx context.Context, st *Studio) ([]byte, error) {
	p, err := st.Shot(ctx, Shot{Width: thumbSize, Height: thumbSize}, nil)
	if err != nil {
		return nil, err
	}
	return p.PNG()
}

// PackItem makes what a pack holds of one model: the rebased model with its
// clip, the clip alone on the same skeleton, and a thumbnail.
func PackItem(ctx context.Context, e *pack.Entry, b *Baked, r Report) (pack.Item, error) {
	r.Say("Packing "+e.ResourceName, 0, 3)
	entry := e.Clone()
	entry.AnimClip = b.Clip
	entry.Animated = true
	item := pack.Item{Entry: entry, Bones: boneNames(b.Model)}
	var err error
	if item.Model, err = gltfio.Encode(b.Model); err != nil {
		return item, AsProblem(err)
	}
	r.Say("Packing "+e.ResourceName, 1, 3)
	if item.Clip, err = gltfio.Encode(clipOnly(b.Model)); err != nil {
		return item, AsProblem(err)
	}
	r.Say("Packing "+e.ResourceName, 2, 3)
	st, err := NewRigStudio(&Rigged{Model: b.Model, Rebased: b.Model}, ClipRef{Kind: ClipOwn}, nil)
	if err != nil {
		return item, err
	}
	item.Thumbnail, err = Thumbnail(ctx, st)
	r.Say("Packing "+e.ResourceName, 3, 3)
	return item, err
}

// clipOnly is a model's skeleton and clips without its meshes.
func clipOnly(m *scene.Model) *scene.Model {
	out := &scene.Model{Name: m.Name, Roots: m.Roots, Skins: m.Skins, Animations: m.Animations}
	out.Nodes = append([]scene.Node(nil), m.Nodes...)
	for i := range out.Nodes {
		out.Nodes[i].Mesh, out.Nodes[i].Skin, out.Nodes[i].Weights = 0, 0, nil
	}
	return out
}

func boneNames(m *scene.Model) []string {
	var out []string
	if len(m.Skins) > 0 {
		for _, n := range m.Skins[0].Joints {
			out = append(out, m.Nodes[n].Name)
		}
	}
	return out
}

// ExportPack writes a pack of the items to dir and dir.zip; the folder above is
// made when it is not there. p gives the pack's own fields; nil means a new
// pack named after the folder.
func ExportPack(ctx context.Context, p *pack.Pack, items []pack.Item, dir string) (*pack.Result, error) {
	dir = filepath.Clean(dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, atomicfile.AsProblem("make the folder", filepath.Dir(dir), err)
	}
	res, err := pack.Export(ctx, pack.Spec{Pack: p, Items: items}, dir)
	if err != nil {
		return nil, AsProblem(err)
	}
	return res, nil
}

// BuildEntry does everything that an entry file asks for, from its model to
// what goes into a pack: load, probe, recipe, Generate where the model has no
// skeleton, rebase, bake. All that is read is told to g, which refuses outputs
// that would destroy it; it may be nil.
func BuildEntry(ctx context.Context, path string, g *Guard, r Report) (pack.Item, []scene.Problem, error) {
	m, w, notes, err := openEntry(ctx, path, g, r)
	if err != nil {
		return pack.Item{}, notes, err
	}
	n, err := upToDate(ctx, m, w, r)
	if err != nil {
		return pack.Item{}, notes, err
	}
	notes = append(notes, n.Baked.problems()...)
	item, err := PackItem(ctx, n.Entry, n.Baked, r)
	return item, notes, err
}

// openEntry loads what an entry file names and finds the model's parts: the work
// from which a rig and a bake are made. All that is read is told to g, which may
// be nil.
func openEntry(ctx context.Context, path string, g *Guard, r Report) (*scene.Model, *Work, []scene.Problem, error) {
	e, notes, err := LoadEntry(path)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := complete(path, e); err != nil {
		return nil, nil, notes, err
	}
	ref := resolveFrom(path, e.ModelFile)
	g.Input(path)
	g.Model(ref, true)
	if e.Recipe != "" {
		g.Input(resolveFrom(path, e.Recipe))
	}
	if e.UseDonorClip {
		g.Donor(donorRef(path, e))
	}
	if err := g.Check(); err != nil {
		return nil, nil, nil, err
	}
	m, files, err := LoadFiles(ctx, ref, r)
	if err != nil {
		return nil, nil, nil, err
	}
	g.Input(files...)
	w, more, err := First(ctx, ref, m, r)
	if err != nil {
		return nil, nil, nil, err
	}
	notes = append(append(notes, m.Warnings...), more...)
	w.Entry = e
	if e.Recipe != "" {
		rec, n, err := LoadRecipe(resolveFrom(path, e.Recipe))
		if err != nil {
			return nil, nil, nil, err
		}
		notes = append(notes, n...)
		w.Recipe = rec
		if w.Parts, err = Probe(ctx, m, rec, false, r); err != nil {
			return nil, nil, nil, err
		}
	}
	if e.UseDonorClip {
		d, err := LoadDonor(ctx, donorRef(path, e), e.DonorClip, r)
		if err != nil {
			return nil, nil, nil, err
		}
		w.Donor = d
		g.Input(d.Files...)
	}
	if err := g.Check(); err != nil {
		return nil, nil, nil, err
	}
	return m, w, notes, nil
}

// complete refuses an entry without the fields that every entry needs, and
// names all that are missing.
func complete(path string, e *pack.Entry) error {
	var missing []string
	for _, f := range []struct{ key, value string }{
		{"resourceName", e.ResourceName}, {"pawnDescription", e.PawnDescription}, {"modelFile", e.ModelFile},
	} {
		if strings.TrimSpace(f.value) == "" {
			missing = append(missing, f.key)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	p := &scene.Problem{Code: "FIELDS_MISSING", File: path, Pointer: "/" + missing[0], Message: "the entry lacks " + strings.Join(missing, ", "),
		Remedy: `an entry needs {"version": 1, "resourceName": "Heli", "pawnDescription": "Heli_01", "modelFile": "heli.glb"}; labctl demo leaves one that is complete`}
	if len(missing) == 1 && missing[0] == "modelFile" {
		p.Code, p.Remedy = "NO_MODEL", "set modelFile to the model's path, relative to the entry"
	}
	return p
}

// donorRef is where an entry's donor is; the embedded one where it says none.
func donorRef(entryPath string, e *pack.Entry) string {
	if e.Donor == "" {
		return SampleDonor
	}
	return resolveFrom(entryPath, e.Donor)
}

// PackReport is the validator's answer about a pack.
type PackReport struct {
	Path     string          `json:"path"`
	ModID    string          `json:"modId"`
	Models   []string        `json:"models"`
	Files    []string        `json:"files"`
	Errors   []scene.Problem `json:"errors"`
	Warnings []scene.Problem `json:"warnings"`
}

// ValidatePack opens a pack folder or archive and holds its entries, files and
// models against the rules.
func ValidatePack(ctx context.Context, path string) (PackReport, error) {
	o, err := pack.Open(path)
	if err != nil {
		return PackReport{}, withFile(path, err)
	}
	defer o.Close()
	r := PackReport{Path: path, ModID: o.Pack.ModID, Models: []string{}, Files: append([]string{}, o.Files()...),
		Errors: []scene.Problem{}, Warnings: []scene.Problem{}}
	bones := map[*pack.Entry][]string{}
	var found []scene.Problem
	found = append(found, o.Notes...)
	found = append(found, o.Problems...)
	for _, e := range o.Pack.Models {
		r.Models = append(r.Models, e.ResourceName)
		if err := ctx.Err(); err != nil {
			return r, AsProblem(err)
		}
		if e.ModelFile == "" || !o.Has(e.ModelFile) {
			continue
		}
		m, err := packModel(o, e.ModelFile)
		if err != nil {
			p := *AsProblem(err)
			p.File = e.ModelFile
			found = append(found, p)
			continue
		}
		for _, p := range m.Warnings {
			p.File = e.ModelFile
			found = append(found, p)
		}
		if bones[e] = boneNames(m); bones[e] == nil {
			bones[e] = []string{}
		}
	}
	found = append(found, o.Validate(func(e *pack.Entry) []string { return bones[e] })...)
	for _, p := range found {
		if p.Severity == scene.Error {
			r.Errors = append(r.Errors, p)
		} else if p.Severity == scene.Warning {
			r.Warnings = append(r.Warnings, p)
		}
	}
	return r, nil
}

func packModel(o *pack.Opened, name string) (*scene.Model, error) {
	data, err := o.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return gltfio.ReadBytes(name, data, gltfio.Options{})
}

// bakeStale says why the last bake no longer is what Bake would make now; ""
// while it is fresh or there is none.
func bakeStale(w *Work) string {
	b := w.Baked
	if b == nil {
		return ""
	}
	uses := w.Entry != nil && w.Entry.UseDonorClip
	switch {
	case b.rigged != w.Rigged:
		return "the rig was made again after the bake"
	case uses && b.donor == nil:
		return "Use donor animation clip was ticked after the bake"
	case !uses && b.donor != nil:
		return "Use donor animation clip was unticked after the bake"
	case uses && b.donor != w.Donor:
		return "another donor was chosen after the bake"
	case b.sampled && b.opt.Rate != clipOptions(w.Entry).Rate:
		return "the bake rate was changed after the bake"
	case !slices.Equal(b.hand, w.Hand):
		return "the hand pose was changed after the bake"
	}
	return ""
}
