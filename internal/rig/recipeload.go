package rig

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"

	"donorlab/internal/scene"
)

// DecodeRecipe reads a recipe. Fields that are missing take their defaults,
// and notes say so; figures out of range are brought into it, with a note.
// The error is a *scene.Problem: for text that is no recipe, one that is too
// large, or one of a newer version.
func DecodeRecipe(data []byte) (r *Recipe, notes []scene.Problem, err error) {
	if len(data) > maxRecipeBytes {
		return nil, nil, recipeProblem("RECIPE_TOO_LARGE", "", nil, "the recipe has %d bytes; %d is the most", len(data), maxRecipeBytes)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, nil, recipeProblem("RECIPE_NOT_JSON", jsonPlace(data, err), err, "the recipe is not JSON: %v", err)
	}
	if fields == nil {
		return nil, nil, recipeProblem("RECIPE_NOT_JSON", "", nil, "the recipe is empty")
	}
	version, err := recipeVersion(fields)
	if err != nil {
		return nil, nil, err
	}
	r = NewRecipe()
	if err := json.Unmarshal(data, r); err != nil {
		return nil, nil, recipeProblem("RECIPE_BAD_FIELD", jsonPlace(data, err), err, "a field of the recipe cannot be read: %v", err)
	}
	if n := len(r.Marks) + len(r.BoneMarks) + len(r.HubOverrides) + r.edits(); n > maxRecipeMarks {
		return nil, nil, recipeProblem("RECIPE_TOO_LARGE", "/parts", nil, "the recipe has %d marks; %d is the most", n, maxRecipeMarks)
	}
	known := jsonNames(reflect.TypeOf(*r))
	r.unknown = map[string]json.RawMessage{}
	for k, v := range fields {
		if !known[k] {
			r.unknown[k] = bytes.Clone(v)
		}
	}
	if version == 0 {
		notes = append(notes, scene.Problem{Severity: scene.Info, Code: "RECIPE_MIGRATED", Pointer: "/version",
			Message: fmt.Sprintf("the recipe has no version: it was read as an older one and will be saved as version %d", RecipeVersion)})
	}
	r.Version = RecipeVersion
	if missing := missingNames(known, fields); len(missing) > 0 {
		notes = append(notes, scene.Problem{Severity: scene.Info, Code: "RECIPE_DEFAULTS",
			Message: "the recipe predates these fields, which take their defaults: " + strings.Join(missing, ", "),
			Remedy:  "look at them, then save the recipe again"})
	}
	return r, append(notes, r.clampFigures()...), nil
}

func recipeVersion(fields map[string]json.RawMessage) (int, error) {
	raw, ok := fields["version"]
	if !ok {
		return 0, nil
	}
	var v int
	if json.Unmarshal(raw, &v) != nil || v < 0 {
		return 0, recipeProblem("RECIPE_BAD_FIELD", "/version", nil, "the recipe's version is not a whole number")
	}
	if v > RecipeVersion {
		return 0, &scene.Problem{Code: "RECIPE_NEWER", Pointer: "/version",
			Message: fmt.Sprintf("the recipe has version %d, this program reads up to %d", v, RecipeVersion),
			Remedy:  "open it with the newer lab that wrote it, or mark the parts anew"}
	}
	return v, nil
}

func recipeProblem(code, ptr string, cause error, format string, args ...any) *scene.Problem {
	return &scene.Problem{Code: code, Pointer: ptr, Message: fmt.Sprintf(format, args...), Err: cause,
		Remedy: "mend the file, go back to its backup, or delete it and mark the parts anew"}
}

// jsonPlace says where in the text an error of encoding/json is.
func jsonPlace(data []byte, err error) string {
	var at int64 = -1
	var syn *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syn):
		at = syn.Offset
	case errors.As(err, &typ):
		at = typ.Offset
	}
	if at < 0 || at > int64(len(data)) {
		return ""
	}
	return fmt.Sprintf("line %d", 1+bytes.Count(data[:at], []byte("\n")))
}

// jsonNames collects the names of a struct's fields, embedded ones too.
func jsonNames(t reflect.Type) map[string]bool {
	out := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			for k := range jsonNames(f.Type) {
				out[k] = true
			}
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			out[name] = true
		}
	}
	return out
}

func missingNames(known map[string]bool, fields map[string]json.RawMessage) []string {
	var out []string
	for k := range known {
		if _, ok := fields[k]; !ok && k != "version" {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

// encodeWithUnknown writes v as an indented object with the unknown fields
// behind its own, sorted by name.
func encodeWithUnknown(v any, unknown map[string]json.RawMessage) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	keys := make([]string, 0, len(unknown))
	for k := range unknown {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	b = b[:len(b)-1]
	for _, k := range keys {
		name, err := json.Marshal(k)
		if err != nil {
			return nil, err
		}
		b = append(append(append(append(b, ','), name...), ':'), unknown[k]...)
	}
	b = append(b, '}')
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// clampFigures brings every figure into the range in which Generate and the
// own clip work.
func (r *Recipe) clampFigures() (notes []scene.Problem) {
	note := func(name string, was, is any) {
		notes = append(notes, scene.Problem{Severity: scene.Warning, Code: "RECIPE_RANGE", Pointer: "/" + name,
			Message: fmt.Sprintf("%s was %v, out of its range, and is now %v", name, was, is)})
	}
	ints := []struct {
		name   string
		v      *int
		lo, hi int
	}{
		{"frames", &r.Frames, 5, 60}, {"axisChoice", &r.AxisChoice, 0, 3}, {"minVerts", &r.MinVerts, 1, 2000},
		{"treadAdvCells", &r.TreadAdvCells, 1, 8}, {"trailFrames", &r.TrailFrames, 1, 600},
		{"recoilFrames", &r.RecoilFrames, 1, 600}, {"recoilLead", &r.RecoilLead, 0, 600},
		{"rockFrames", &r.RockFrames, 2, 6000}, {"rockAxisChoice", &r.RockAxisChoice, 0, 3},
		{"rockRollCycles", &r.RockRollCycles, 0, 64}, {"rockPitchCycles", &r.RockPitchCycles, 0, 64},
	}
	for _, f := range ints {
		if was := *f.v; was < f.lo || was > f.hi {
			*f.v = min(max(was, f.lo), f.hi)
			note(f.name, was, *f.v)
		}
	}
	floats := []struct {
		name   string
		v      *float64
		lo, hi float64
	}{
		{"degrees", &r.Degrees, -720, 720}, {"treadCellsPerLink", &r.TreadCellsPerLink, 0.25, 4},
		{"trailSpreadDeg", &r.TrailSpreadDeg, -180, 180}, {"gunPivot", &r.GunPivot, 0, 1},
		{"gunDeployElev", &r.GunDeployElev, -90, 90}, {"recoilDist", &r.RecoilDist, 0, 1},
		{"rockDegrees", &r.RockDegrees, -90, 90}, {"rockHeading", &r.RockHeading, -360, 360},
		{"rockPitchDeg", &r.RockPitchDeg, -90, 90}, {"rockPitchPhase", &r.RockPitchPhase, -360, 360},
		{"modelRot/yawDeg", &r.Orientation.YawDeg, -3600, 3600}, {"modelRot/pitchDeg", &r.Orientation.PitchDeg, -3600, 3600},
		{"modelRot/rollDeg", &r.Orientation.RollDeg, -3600, 3600}, {"modelScale", &r.Scale, 1e-9, 1e9},
	}
	if r.Scale == 0 {
		r.Scale = 1
	}
	for _, f := range floats {
		if was := *f.v; was < f.lo || was > f.hi {
			*f.v = min(max(was, f.lo), f.hi)
			note(f.name, was, *f.v)
		}
	}
	return notes
}
