// Package jsonfile reads and writes the small JSON files of the flight lab
// (maps, orders, recorded runs): with a limit on their size, with the fields
// that it does not know kept, and with a *scene.Problem that names the place
// of what is wrong. It opens no files.
package jsonfile

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

// Kind describes one sort of file for messages and limits.
type Kind struct {
	Code     string // prefix of the codes: "MAP" gives MAP_NOT_JSON
	What     string // "map", as it stands in a sentence
	Remedy   string // what to do about a file that is refused
	MaxBytes int    // of the whole file
	Version  int    // the newest version that is read
}

// Extra are the fields of an object that its reader does not know, by name.
// They are written back unchanged.
type Extra map[string]json.RawMessage

// Clone returns a copy that shares no memory that could be changed.
func (e Extra) Clone() Extra {
	if len(e) == 0 {
		return nil
	}
	out := make(Extra, len(e))
	for k, v := range e {
		out[k] = v
	}
	return out
}

// Problem makes an error of this kind of file. The code gets the kind's
// prefix.
func (k *Kind) Problem(code, pointer, format string, args ...any) *scene.Problem {
	return &scene.Problem{Code: k.Code + "_" + code, Pointer: pointer, Message: fmt.Sprintf(format, args...), Remedy: k.Remedy}
}

// Decode reads the object at pointer (empty for the whole file) into v, a
// pointer to a struct with json tags, and returns the fields that v has not.
// data must be the object's own text. The error is a *scene.Problem.
func (k *Kind) Decode(data []byte, pointer string, v any) (Extra, error) {
	if len(data) > k.MaxBytes {
		return nil, k.Problem("TOO_LARGE", pointer, "the %s has %d bytes; %d is the most", k.What, len(data), k.MaxBytes)
	}
	if pointer == "" {
		data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some Windows editors write a mark
	}
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		if pointer == "" && len(trimmed) == 0 {
			return nil, k.Problem("NOT_JSON", "", "the %s is empty", k.What)
		}
		return nil, k.Problem("NOT_JSON", pointer, "an object in braces is expected here")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if dec.Decode(v) == nil && onlySpace(data[dec.InputOffset():]) {
		return nil, nil // the common case: nothing unknown, one pass
	}
	reflect.ValueOf(v).Elem().SetZero()
	if err := json.Unmarshal(data, v); err != nil {
		return nil, k.decodeProblem(data, pointer, err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, k.decodeProblem(data, pointer, err)
	}
	known := map[string]bool{}
	t := reflect.TypeOf(v).Elem()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		known[strings.ToLower(name)] = true // encoding/json matches without regard to case
	}
	extra := Extra{}
	for key, val := range all {
		if !known[strings.ToLower(key)] {
			var c bytes.Buffer
			if err := json.Compact(&c, val); err != nil {
				return nil, k.decodeProblem(data, pointer, err)
			}
			extra[key] = c.Bytes()
		}
	}
	return extra, nil
}

// CheckVersion refuses a file that is newer than this program, or has no
// sensible version.
func (k *Kind) CheckVersion(v int) error {
	switch {
	case v > k.Version:
		p := k.Problem("NEWER", "/version", "the %s has version %d, this program reads up to %d", k.What, v, k.Version)
		p.Remedy = "open it with the newer lab that wrote it"
		return p
	case v < 1:
		return k.Problem("NO_VERSION", "/version", "the %s has no version of 1 or more", k.What)
	}
	return nil
}

func (k *Kind) decodeProblem(data []byte, pointer string, err error) error {
	var syn *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syn):
		if pointer == "" {
			pointer = line(data, syn.Offset)
		}
		p := k.Problem("NOT_JSON", pointer, "this is not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
		p.Err = err
		return p
	case errors.As(err, &typ):
		where := pointer + "/" + strings.ReplaceAll(typ.Field, ".", "/")
		p := k.Problem("BAD_FIELD", where, "%s cannot be read as a %s", typ.Value, typ.Type)
		p.Err = err
		return p
	}
	p := k.Problem("NOT_JSON", pointer, "the %s cannot be read: %v", k.What, err)
	p.Err = err
	return p
}

func onlySpace(b []byte) bool { return len(bytes.TrimLeft(b, " \t\r\n")) == 0 }

func line(data []byte, offset int64) string {
	offset = min(max(offset, 0), int64(len(data)))
	return fmt.Sprintf("line %d", 1+bytes.Count(data[:offset], []byte("\n")))
}

// Object returns v, a struct with json tags, as compact JSON with the extra
// fields after its own, sorted by name. It panics for a v that has no JSON: a
// NaN in it is a fault of the caller's check.
func Object(v any, extra Extra) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic("jsonfile: " + err.Error())
	}
	if len(extra) == 0 {
		return out
	}
	out = out[:len(out)-1]
	keys := make([]string, 0, len(extra))
	for k := range extra {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		if len(out) > 1 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(k)
		out = append(append(append(out, name...), ':'), extra[k]...)
	}
	return append(out, '}')
}

// List returns the objects as a JSON list with one a line, indented by two
// spaces below a key of the file's object.
func List(items [][]byte) []byte {
	if len(items) == 0 {
		return []byte("[]")
	}
	var b bytes.Buffer
	for i, it := range items {
		if i == 0 {
			b.WriteString("[\n    ")
		} else {
			b.WriteString(",\n    ")
		}
		b.Write(it)
	}
	b.WriteString("\n  ]")
	return b.Bytes()
}

// Field is one field of a file's object.
type Field struct {
	Key   string
	Value []byte // JSON
}

// File returns the text of a whole file: its fields in order, one a line, then
// the extra ones.
func File(fields []Field, extra Extra) []byte {
	keys := make([]string, 0, len(extra))
	for k := range extra {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fields = append(fields[:len(fields):len(fields)], Field{k, extra[k]})
	}
	var b bytes.Buffer
	b.WriteString("{")
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(f.Key)
		b.WriteString("\n  ")
		b.Write(name)
		b.WriteString(": ")
		b.Write(f.Value)
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// Value returns any value as JSON. It panics for one that has none.
func Value(v any) []byte { return Object(v, nil) }
