package pack

import (
	"fmt"
	"path"
	"strings"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl64"
)

// EntryVersion is the version of X.entry.json that this release writes.
const EntryVersion = 1

// Entry is one model in a registry: which unit wears it, how it carries itself
// and how it was made. Use NewEntry, which sets the defaults: a zero Entry has
// a scale of zero.
type Entry struct {
	ResourceName    string `key:"resourceName"`    // the model's own name
	PawnDescription string `key:"pawnDescription"` // the unit that wears it; an entry's identity
	Runtime
	Bake
	Lab

	// Unknown holds the fields of the file that this release does not know, in
	// the file's order. They are written back.
	Unknown []Member
}

// Member is one field of a JSON object, its value as compact JSON text.
type Member struct {
	Key   string
	Value string
}

// Vec3 is three numbers of a registry: in the game's frame (x right, y forward,
// z up) where they are a place, in degrees where they are a rotation.
type Vec3 struct{ X, Y, Z float64 }

// ToGLTF turns a registry place or direction into the lab's frame:
// (x, y, z) becomes (-x, z, y), a rotation.
func ToGLTF(v Vec3) mgl64.Vec3 { return mgl64.Vec3{-v.X, v.Z, v.Y} }

// FromGLTF is the inverse of ToGLTF.
func FromGLTF(v mgl64.Vec3) Vec3 { return Vec3{X: -v[0], Y: v[2], Z: v[1]} }

// NewEntry returns an entry with every field at its default.
func NewEntry() *Entry {
	e := &Entry{}
	for i, info := range table.infos {
		setField(table.value(e, i), info.Default)
	}
	return e
}

// Clone returns a copy that shares nothing with e.
func (e *Entry) Clone() *Entry {
	c := *e
	c.Unknown = append([]Member(nil), e.Unknown...)
	return &c
}

// Equal reports whether both entries would be written as the same file.
func (e *Entry) Equal(o *Entry) bool { return string(e.Encode()) == string(o.Encode()) }

// ParseEntry reads an X.entry.json. name is the file's name for messages. notes
// say what was read differently than it stands there; a refused file gives a
// *scene.Problem and no entry.
func ParseEntry(name string, data []byte) (e *Entry, notes []scene.Problem, err error) {
	r := &reader{file: name}
	root, err := r.parse(data)
	if err != nil {
		return nil, nil, err
	}
	e = NewEntry()
	version, rest := r.version(root, "version", EntryVersion)
	r.entry(e, root, rest, "")
	if r.err != nil {
		return nil, nil, r.err
	}
	if version == 0 {
		r.note("VERSION_MISSING", "/version", "the file has no version and is read as version 1", "save it to add one")
	}
	return e, r.notes, nil
}

// UnknownFields warns of each field of the entry's file that this release does
// not know: a spelling mistake reads like one. file is the file's name.
func (e *Entry) UnknownFields(file string) []scene.Problem {
	var out []scene.Problem
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(s))
	}
	for _, m := range e.Unknown {
		remedy := "see docs/formats.md for the fields; it is kept when the entry is saved"
		for _, f := range Fields() {
			if plain(f.Key) == plain(m.Key) {
				remedy = "write it as " + f.Key
			}
		}
		out = append(out, scene.Problem{Severity: scene.Warning, Code: "FIELD_UNKNOWN", File: file, Pointer: "/" + escape(m.Key),
			Message: fmt.Sprintf("there is no registry field %q, so it does nothing", m.Key), Remedy: remedy})
	}
	return out
}

// Encode returns the entry as an X.entry.json: identity and whatever differs
// from its default, in a fixed order, then the unknown fields. The same entry
// gives the same bytes.
func (e *Entry) Encode() []byte {
	w := &writer{}
	w.open('{')
	w.key("version")
	w.number(EntryVersion)
	e.write(w, false)
	w.close('}')
	return w.end()
}

// write adds the entry's fields to an open object; full writes the defaults
// too, but leaves the lab's own fields out.
func (e *Entry) write(w *writer, full bool) {
	for i, info := range table.infos {
		v := table.value(e, i).Interface()
		identity := info.Key == "resourceName" || info.Key == "pawnDescription"
		if full && info.Half == LabHalf || !full && !identity && v == info.Default {
			continue
		}
		w.key(info.Key)
		w.value(v)
	}
	for _, m := range e.Unknown {
		if m.Key != "version" { // an entry that came from a pack may hold one; the file has its own
			w.unknown([]Member{m})
		}
	}
}

// entry fills e from an object's members; ptr is the object's JSON pointer.
func (r *reader) entry(e *Entry, root *node, members []member, ptr string) {
	for _, m := range members {
		i, ok := table.index[m.key]
		if !ok {
			e.Unknown = append(e.Unknown, Member{m.key, m.val.text()})
			continue
		}
		at := ptr + "/" + escape(m.key)
		setField(table.value(e, i), r.fieldValue(table.infos[i], m.val, at))
	}
}

func (r *reader) fieldValue(info FieldInfo, n *node, ptr string) any {
	switch info.Kind {
	case Bool:
		return r.bool(n, ptr)
	case Int:
		return r.int(n, ptr)
	case Float:
		return r.float(n, ptr)
	case Text:
		return r.string(n, ptr)
	case Vector:
		return r.vec3(n, ptr)
	}
	return r.guid(n, ptr)
}

// EntryFileName returns the name of the entry's file beside a model's file:
// "a/heli.glb" gives "a/heli.entry.json".
func EntryFileName(model string) string {
	ext := path.Ext(model)
	return fmt.Sprintf("%s.entry.json", model[:len(model)-len(ext)])
}
