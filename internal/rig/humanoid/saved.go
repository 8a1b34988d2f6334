package humanoid

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// SavedVersion is the version of the .bones.json files that this lab writes.
const SavedVersion = 1

// Limits of a saved map.
const (
	maxSavedBytes = 1 << 20
	maxSavedPath  = 8192
)

// Saved is what X.bones.json keeps beside the model X.glb: the slots that the
// user set by hand. What Find found by itself is not saved, so that it is found
// again when the model is exported anew. The zero Saved sets nothing.
type Saved struct {
	Bones map[Slot]Ref
	// Unknown holds the fields, and below "bones" the slots, that this version
	// does not know, as they were read; they are written back.
	Unknown      map[string]json.RawMessage
	UnknownSlots map[string]json.RawMessage
}

// Ref says which node a slot has, so that it is found again in a new export.
// The zero Ref is "no bone".
type Ref struct {
	// Path is the names from the root down to the node, each with '~' written
	// ~0 and '/' written ~1, joined by '/'; "" for none.
	Path string
	Node int // the node's index when it was saved: it tells nodes of one path apart
}

// None reports whether the slot is to stay empty.
func (r Ref) None() bool { return r.Path == "" }

// RefTo names a node of a model; one outside it gives the Ref of no bone.
func RefTo(m *scene.Model, node int) Ref {
	if node < 0 || node >= len(m.Nodes) {
		return Ref{}
	}
	return Ref{Path: nodePath(m, node), Node: node}
}

// Save turns what was set by hand into its saved form.
func Save(m *scene.Model, over Overrides) *Saved {
	s := &Saved{Bones: map[Slot]Ref{}}
	for slot, n := range over {
		if slot < SlotCount {
			s.Bones[slot] = RefTo(m, n)
		}
	}
	return s
}

func nodePath(m *scene.Model, node int) string {
	var up []string
	for n := node; ; {
		up = append(up, strings.NewReplacer("~", "~0", "/", "~1").Replace(m.Nodes[n].Name))
		p, ok := m.Nodes[n].Parent.Get()
		if !ok {
			break
		}
		n = p
	}
	var b strings.Builder
	for i := len(up) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(up[i])
	}
	return b.String()
}

// Resolve finds the saved nodes in a model: by path; of several with that path
// the one with the saved index, else the first; where no path fits, by the last
// name if only one node has it. A slot whose node is gone is left to Find, with
// a warning.
func (s *Saved) Resolve(m *scene.Model) (Overrides, []scene.Problem) {
	if s == nil || len(s.Bones) == 0 {
		return nil, nil
	}
	over := Overrides{}
	var problems []scene.Problem
	byPath, byName := map[string][]int{}, map[string][]int{}
	for n := range m.Nodes {
		p := nodePath(m, n)
		byPath[p] = append(byPath[p], n)
		byName[lastName(p)] = append(byName[lastName(p)], n)
	}
	for slot := range SlotCount {
		r, ok := s.Bones[slot]
		if !ok {
			continue
		}
		if r.None() {
			over[slot] = -1
			continue
		}
		nodes := byPath[r.Path]
		if name := lastName(r.Path); len(nodes) == 0 && name != "" && len(byName[name]) == 1 {
			nodes = byName[name]
		}
		if len(nodes) == 0 {
			problems = append(problems, scene.Problem{Severity: scene.Warning, Code: "BONE_GONE", File: m.Source.Path, Pointer: "/bones/" + slot.String(),
				Message: fmt.Sprintf("the bone %q that was set by hand for %s is not in the model any more", r.Path, slot),
				Remedy:  "the slot was found anew; set it again if that is wrong"})
			continue
		}
		over[slot] = nodes[0]
		for _, n := range nodes {
			if n == r.Node {
				over[slot] = n
			}
		}
	}
	return over, problems
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// SavedPath is where the bones set by hand for a model lie: X.glb has
// X.bones.json beside it.
func SavedPath(model string) string {
	return model[:len(model)-len(filepath.Ext(model))] + ".bones.json"
}

// ParseSaved reads an X.bones.json. It is strict: one JSON object, at most
// 1 MiB, no field twice, known fields of the right type. The error is a
// *scene.Problem with a JSON pointer.
func ParseSaved(name string, data []byte) (*Saved, error) {
	bad := func(pointer, message, remedy string) error {
		return &scene.Problem{Code: "BONES_INVALID", File: name, Pointer: pointer, Message: message, Remedy: remedy}
	}
	if len(data) > maxSavedBytes {
		return nil, bad("", fmt.Sprintf("the bone file is %d bytes long, more than %d", len(data), maxSavedBytes), "give the right file")
	}
	if !utf8.Valid(data) {
		return nil, bad("", "the bone file is not UTF-8 text", "save it as UTF-8")
	}
	fields, err := objectFields(data)
	if err != nil {
		return nil, bad("", "the bone file is not one JSON object: "+err.Error(), "correct the file, or delete it to have all bones found")
	}
	var version float64
	if raw, ok := fields["version"]; !ok {
		return nil, bad("/version", "the bone file has no version", `add "version": 1`)
	} else if json.Unmarshal(raw, &version) != nil || version != math.Trunc(version) || version < 1 {
		return nil, bad("/version", "the bone file's version is not a whole number from 1", `write "version": 1`)
	}
	if version > SavedVersion {
		return nil, bad("/version", fmt.Sprintf("the bone file is of version %.0f, this lab knows up to %d", version, SavedVersion), "use a newer lab")
	}
	s := &Saved{Bones: map[Slot]Ref{}}
	if raw, ok := fields["bones"]; ok {
		bones, err := objectFields(raw)
		if err != nil {
			return nil, bad("/bones", "bones is not an object: "+err.Error(), `write "bones": {"hips": {"path": "/Armature/Hips"}}`)
		}
		for key, val := range bones {
			slot, ok := ParseSlot(key)
			if !ok || slot.String() != key {
				if s.UnknownSlots == nil {
					s.UnknownSlots = map[string]json.RawMessage{}
				}
				s.UnknownSlots[key] = val
				continue
			}
			if string(val) == "null" {
				s.Bones[slot] = Ref{}
				continue
			}
			var r struct {
				Path *string `json:"path"`
				Node int     `json:"node"`
			}
			at := "/bones/" + key
			if err := json.Unmarshal(val, &r); err != nil || r.Path == nil {
				return nil, bad(at, "a bone is not null or an object with a path", `write {"path": "/Armature/Hips", "node": 3}`)
			}
			if !strings.HasPrefix(*r.Path, "/") || len(*r.Path) > maxSavedPath || r.Node < 0 {
				return nil, bad(at, "a bone's path does not begin with '/', is too long, or its node is negative", `write {"path": "/Armature/Hips", "node": 3}`)
			}
			s.Bones[slot] = Ref{Path: *r.Path, Node: r.Node}
		}
	}
	delete(fields, "version")
	delete(fields, "bones")
	if len(fields) > 0 {
		s.Unknown = fields
	}
	return s, nil
}

// Encode writes the file: the known fields first, the rest by name. Equal
// values give equal bytes. They belong at SavedPath; save them with atomicfile.
func (s *Saved) Encode() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"version\": %d,\n  \"bones\": {", SavedVersion)
	sep := "\n    "
	for slot := range SlotCount {
		r, ok := s.Bones[slot]
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "%s%q: ", sep, slot)
		sep = ",\n    "
		if r.None() {
			b.WriteString("null")
			continue
		}
		path, err := json.Marshal(r.Path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "{\"path\": %s, \"node\": %d}", path, r.Node)
	}
	for _, k := range sortedKeys(s.UnknownSlots) {
		b.WriteString(sep)
		sep = ",\n    "
		if err := member(&b, k, s.UnknownSlots[k]); err != nil {
			return nil, err
		}
	}
	if sep != "\n    " {
		b.WriteString("\n  ")
	}
	b.WriteString("}")
	for _, k := range sortedKeys(s.Unknown) {
		if k == "version" || k == "bones" {
			continue
		}
		b.WriteString(",\n  ")
		if err := member(&b, k, s.Unknown[k]); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

func member(b *bytes.Buffer, key string, val json.RawMessage) error {
	name, err := json.Marshal(key)
	if err != nil {
		return err
	}
	b.Write(name)
	b.WriteString(": ")
	return json.Compact(b, val)
}

func sortedKeys(m map[string]json.RawMessage) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// objectFields splits one JSON object into its fields and refuses a field that
// is there twice and anything after the object.
func objectFields(data []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('{') {
		return nil, errors.New("it does not start with {")
	}
	out := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, errors.New("a field has no name")
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("the field %q is there twice", name)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		out[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is text after the object")
	}
	return out, nil
}
