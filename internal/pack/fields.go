package pack

import (
	"fmt"
	"math"
	"reflect"

	"donorlab/internal/scene"
)

// Kind says what values a field takes.
type Kind uint8

const (
	Bool    Kind = iota // bool
	Int                 // int; with Options where the numbers have names
	Float               // float64
	Text                // string
	Vector              // Vec3
	AssetID             // GUID
)

// Half says who reads a field.
type Half uint8

const (
	RuntimeHalf Half = iota // the game's plugin: changing it needs no new bake
	BakeHalf                // the baker: changing it makes the bake stale
	LabHalf                 // only this lab; not written to pack.json
)

// FieldInfo describes one field of an [Entry]: the panel's widget, the text of
// --help and the validator are made from it.
type FieldInfo struct {
	Key      string   // in the JSON file
	Label    string   // in plain words
	Group    string   // heading under which a panel shows it
	Unit     string   // "deg", "deg/s", "s", "units", "" for none
	Kind     Kind     //
	Half     Half     //
	Default  any      // bool, int, float64, string, Vec3 or GUID, by Kind
	Min, Max float64  // sensible range, both inclusive; infinite where there is none
	Positive bool     // the value must be above 0
	Options  []string // names of the values Min, Min+1, ...; nil where numbers have no names
	Tip      string   // what it does, one or two sentences
}

// Fields returns every field of an entry in the order in which files list them.
// The caller may not change the slice.
func Fields() []FieldInfo { return table.infos }

// Field returns the description of one field by its JSON key.
func Field(key string) (FieldInfo, bool) {
	i, ok := table.index[key]
	if !ok {
		return FieldInfo{}, false
	}
	return table.infos[i], true
}

// Get returns a field's value by its JSON key: a bool, int, float64, string,
// Vec3 or GUID. ok is false for a key that is not a field.
func (e *Entry) Get(key string) (value any, ok bool) {
	i, ok := table.index[key]
	if !ok {
		return nil, false
	}
	return table.value(e, i).Interface(), true
}

// Set changes a field by its JSON key. The value must have the type that Get
// returns; a value outside the field's range is taken, and Validate warns.
func (e *Entry) Set(key string, value any) error {
	i, ok := table.index[key]
	if !ok {
		return &scene.Problem{Code: "FIELD_UNKNOWN", Pointer: "/" + key, Message: fmt.Sprintf("there is no registry field %q", key)}
	}
	v := reflect.ValueOf(value)
	f := table.value(e, i)
	if !v.IsValid() || v.Type() != f.Type() {
		return &scene.Problem{Code: "FIELD_TYPE", Pointer: "/" + key, Message: fmt.Sprintf("%s takes a %s, not a %T", key, f.Type(), value)}
	}
	if n, ok := value.(float64); ok && (math.IsNaN(n) || math.IsInf(n, 0)) {
		return &scene.Problem{Code: "FIELD_TYPE", Pointer: "/" + key, Message: fmt.Sprintf("%s must be a finite number", key)}
	}
	f.Set(v)
	return nil
}

// Reset gives a field its default again.
func (e *Entry) Reset(key string) error {
	info, ok := Field(key)
	if !ok {
		return e.Set(key, nil)
	}
	return e.Set(key, info.Default)
}

// IsDefault reports whether a field holds its default.
func (e *Entry) IsDefault(key string) bool {
	i, ok := table.index[key]
	return ok && table.value(e, i).Interface() == table.infos[i].Default
}

// fieldTable binds the descriptions to Entry's struct fields by their tags.
type fieldTable struct {
	infos []FieldInfo
	paths [][]int // reflect field paths, as long as infos
	index map[string]int
}

// table is made once and never changed.
var table = bindFields(identityFields, runtimeFields, soundFields, bakeFields, clipFields, deployFields, labFields)

func bindFields(groups ...[]FieldInfo) fieldTable {
	t := fieldTable{index: map[string]int{}}
	paths := map[string][]int{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Entry]()) {
		if key := f.Tag.Get("key"); key != "" {
			paths[key] = f.Index
		}
	}
	for _, g := range groups {
		for _, info := range g {
			t.index[info.Key] = len(t.infos)
			t.infos = append(t.infos, info)
			t.paths = append(t.paths, paths[info.Key])
		}
	}
	return t
}

func (t *fieldTable) value(e *Entry, i int) reflect.Value {
	return reflect.ValueOf(e).Elem().FieldByIndex(t.paths[i])
}

// The constructors below keep the tables one line a field.

func inf() (lo, hi float64) { return math.Inf(-1), math.Inf(1) }

func flag(key, label, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Kind: Bool, Default: false, Tip: tip}
}

func text(key, label, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Kind: Text, Default: "", Tip: tip}
}

func number(key, label, unit string, def, lo, hi float64, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Unit: unit, Kind: Float, Default: def, Min: lo, Max: hi, Tip: tip}
}

// positive is a number that must be above zero; hi is where a slider ends.
func positive(key, label, unit string, def, hi float64, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Unit: unit, Kind: Float, Default: def, Min: 0, Max: hi, Positive: true, Tip: tip}
}

func whole(key, label, unit string, def, lo, hi int, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Unit: unit, Kind: Int, Default: def, Min: float64(lo), Max: float64(hi), Tip: tip}
}

func choice(key, label string, def, first int, options []string, tip string) FieldInfo {
	f := whole(key, label, "", def, first, first+len(options)-1, tip)
	f.Options = options
	return f
}

func vector(key, label, unit, tip string) FieldInfo {
	lo, hi := inf()
	return FieldInfo{Key: key, Label: label, Unit: unit, Kind: Vector, Default: Vec3{}, Min: lo, Max: hi, Tip: tip}
}

func asset(key, label, tip string) FieldInfo {
	return FieldInfo{Key: key, Label: label, Kind: AssetID, Default: GUID{}, Tip: tip}
}

// in sets the group and half of a list of fields.
func in(group string, half Half, fields ...FieldInfo) []FieldInfo {
	for i := range fields {
		fields[i].Group, fields[i].Half = group, half
	}
	return fields
}

func join(lists ...[]FieldInfo) []FieldInfo {
	var out []FieldInfo
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
