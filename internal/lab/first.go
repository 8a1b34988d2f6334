package lab

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// LoadRecipe reads a recipe. The notes say what was filled in or put right.
func LoadRecipe(path string) (*rig.Recipe, []scene.Problem, error) {
	data, err := readSmall(path)
	if err != nil {
		return nil, nil, fileProblem(path, err)
	}
	r, notes, err := rig.DecodeRecipe(data)
	if err != nil {
		return nil, nil, withFile(path, err)
	}
	for i := range notes {
		notes[i].File = path
	}
	return r, notes, nil
}

// SaveRecipe writes a recipe for a model, atomically. srcFile is set relative to
// the recipe where that can be said.
func SaveRecipe(path, modelRef string, r *rig.Recipe) error {
	c := r.Clone()
	c.SrcFile = relativeTo(path, modelRef)
	data, err := c.Encode()
	if err != nil {
		return withFile(path, err)
	}
	return WriteFile(path, data)
}

// LoadEntry reads a registry entry.
func LoadEntry(path string) (*pack.Entry, []scene.Problem, error) {
	data, err := readSmall(path)
	if err != nil {
		return nil, nil, fileProblem(path, err)
	}
	e, notes, err := pack.ParseEntry(path, data)
	if err != nil {
		return nil, notes, withFile(path, err)
	}
	return e, append(notes, e.UnknownFields(path)...), nil
}

// SaveEntry writes a registry entry, atomically.
func SaveEntry(path string, e *pack.Entry) error { return WriteFile(path, e.Encode()) }

// relativeTo is a file's path as seen from another file's folder, with '/'. A
// sample's ref stays as it is.
func relativeTo(from, target string) string {
	if IsSample(target) || target == "" {
		return target
	}
	a, err1 := filepath.Abs(filepath.Dir(from))
	b, err2 := filepath.Abs(target)
	if err1 == nil && err2 == nil {
		if rel, err := filepath.Rel(a, b); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(target)
}

// resolveFrom is the inverse of relativeTo.
func resolveFrom(from, ref string) string {
	if ref == "" || IsSample(ref) || filepath.IsAbs(ref) {
		return ref
	}
	return filepath.Join(filepath.Dir(from), filepath.FromSlash(ref))
}

// DefaultEntry is the entry that a model starts with: named after it, all else
// at its default.
func DefaultEntry(m *scene.Model, ref string) *pack.Entry {
	e := pack.NewEntry()
	e.ResourceName = resourceName(m.Name)
	e.PawnDescription = e.ResourceName + "_01"
	e.ModelFile = filepath.Base(ref)
	if IsSample(ref) {
		e.ModelFile = ref
	}
	if ref == SampleHelicopter {
		flightPreset(e)
	}
	return e
}

// flightPreset gives the sample helicopter a flight character that is worth
// seeing: the shipped dial values as its own, the lift over a skyline, and the
// nose down while it moves. Its look-ahead is longer than the shipped 1.5, with
// which the game flies into a cliff of 4 units; 4 clears the shipped maps, and is
// short enough that no built tile is passed unseen (flight.Forecast.Longest).
// Users' models start at the game's defaults.
func flightPreset(e *pack.Entry) {
	e.Position.Z = 1.5
	e.TurnRate, e.TurnBank, e.MoveTilt = 180, 6, 7
	e.HugDrop, e.HugLookahead = -2, 4
}

// resourceName turns a file's name into one word: "stealth_helicopter" becomes
// StealthHelicopter.
func resourceName(name string) string {
	var b strings.Builder
	up := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
			continue
		case up:
			r = unicode.ToUpper(r)
		}
		up = false
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		return "Model"
	}
	return b.String()
}

// First is the work that a freshly loaded model starts with: its recipe and
// entry from beside the file where there are some, its parts, its own skeleton
// if it has one. A model that cannot be probed (no mesh) opens all the same.
func First(ctx context.Context, ref string, m *scene.Model, r Report) (*Work, []scene.Problem, error) {
	w, notes, err := FirstLook(ref, m)
	if err != nil {
		return nil, nil, err
	}
	parts, err := Probe(ctx, m, w.Recipe, false, r)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return w, append(notes, soften(err)), nil
	}
	w.Recipe = settled(w.Recipe, parts)
	w.Parts = applied(parts, w.Recipe)
	return w, notes, nil
}

// FirstLook is First without the parts, which take longer to find.
func FirstLook(ref string, m *scene.Model) (*Work, []scene.Problem, error) {
	w := &Work{Recipe: rig.NewRecipe(), Entry: DefaultEntry(m, ref)}
	w.Recipe.Target = rig.Auto // until the parts are found
	notes, err := besides(ref, w)
	if err != nil {
		return nil, nil, err
	}
	if len(m.Skins) == 0 {
		return w, notes, nil
	}
	own, err := OwnRig(m)
	if err != nil {
		return w, append(notes, soften(err)), nil
	}
	w.Rigged = own
	return w, append(notes, scene.Problem{Severity: scene.Info, Code: "OWN_RIG",
		Message: fmt.Sprintf("the model has a skeleton of its own with %d joints", len(m.Skins[0].Joints)),
		Remedy:  "fly it as it is, or press Generate rig to make a new one"}), nil
}

// soften makes an error a warning: the work goes on without what failed.
func soften(err error) scene.Problem {
	p := *AsProblem(err)
	p.Severity = scene.Warning
	return p
}

// besides takes in the recipe and the entry that lie beside a model's file. One
// that cannot be read is told of and left alone: the model still opens.
func besides(ref string, w *Work) ([]scene.Problem, error) {
	if IsSample(ref) || ref == "" {
		return nil, nil
	}
	var notes []scene.Problem
	tell := func(err error) {
		if !errors.Is(err, fs.ErrNotExist) {
			notes = append(notes, soften(err))
		}
	}
	if rec, n, err := LoadRecipe(rig.RecipePath(ref)); err == nil {
		w.Recipe = rec
		notes = append(notes, n...)
		notes = append(notes, scene.Problem{Severity: scene.Info, Code: "RECIPE_FOUND", File: rig.RecipePath(ref),
			Message: fmt.Sprintf("the recipe beside the model was used: %d marks", len(rec.Marks)+len(rec.BoneMarks))})
	} else {
		tell(err)
	}
	if e, n, err := LoadEntry(pack.EntryFileName(ref)); err == nil {
		w.Entry = e
		notes = append(notes, n...)
	} else {
		tell(err)
	}
	return notes, nil
}

// helperNote says which collision helpers were recognised and left out.
func helperNote(p *rig.Parts) []scene.Problem {
	n, first := 0, ""
	for i := range p.Parts {
		if p.Parts[i].Helper {
			if n == 0 {
				first = p.Parts[i].Name
			}
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []scene.Problem{{Severity: scene.Info, Code: "HELPERS_LEFT_OUT",
		Message: fmt.Sprintf("%d collision helpers (%s ...) are left out of the picture and the rig", n, first),
		Remedy:  "mark a part to bring it in, or tick Show helpers to see them"}}
}

// sourceSHA is the model file's SHA-256 in hex, "" for a model made in memory.
func sourceSHA(m *scene.Model) string {
	if m.Source.SHA256 == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(m.Source.SHA256[:])
}
