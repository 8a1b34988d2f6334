package pack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"donorlab/internal/scene"
)

// Limits of a JSON file that the lab reads. The largest real registry has a few
// hundred kilobytes.
const (
	maxJSONBytes  = 16 << 20
	maxJSONDepth  = 32
	maxJSONValues = 1 << 20
	maxTextBytes  = 64 << 10
)

// node is one JSON value. Objects keep the order of their members.
type node struct {
	kind    byte // '{', '[', '"', '0' for a number, 't' for a bool, 'n' for null
	members []member
	items   []*node
	str     string // a string's value, or a number's text
	truth   bool
}

type member struct {
	key string
	val *node
}

// reader turns JSON text into values. It keeps the first fault and goes on
// with zero values, so that callers check err once at the end.
type reader struct {
	file   string
	err    error
	notes  []scene.Problem
	values int
}

func (r *reader) fail(code, ptr, remedy, format string, args ...any) {
	if r.err == nil {
		r.err = &scene.Problem{Code: code, File: r.file, Pointer: ptr, Message: fmt.Sprintf(format, args...), Remedy: remedy}
	}
}

func (r *reader) note(code, ptr, message, remedy string) {
	r.notes = append(r.notes, scene.Problem{Severity: scene.Info, Code: code, File: r.file, Pointer: ptr, Message: message, Remedy: remedy})
}

// parse reads the whole text into a tree whose root is an object.
func (r *reader) parse(data []byte) (*node, error) {
	if len(data) > maxJSONBytes {
		r.fail("JSON_TOO_LARGE", "", "check that this is the right file", "the file has %d bytes, more than the limit of %d", len(data), maxJSONBytes)
		return nil, r.err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some Windows editors write a mark
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	root := r.tree(dec, data, 0, "")
	if r.err == nil {
		if _, err := dec.Token(); !errors.Is(err, io.EOF) {
			r.fail("JSON_SYNTAX", lineOf(data, dec.InputOffset()), "delete what follows the closing brace", "there is text after the end of the object")
		}
	}
	if r.err == nil && root.kind != '{' {
		r.fail("JSON_TYPE", "", "check that this is the right file", "the file must hold an object, not %s", root.what())
	}
	return root, r.err
}

func (r *reader) tree(dec *json.Decoder, data []byte, depth int, ptr string) *node {
	n := &node{kind: 'n'}
	if r.err != nil {
		return n
	}
	r.values++
	if depth > maxJSONDepth || r.values > maxJSONValues {
		r.fail("JSON_TOO_LARGE", ptr, "check that this is the right file", "the file is nested deeper than %d or has more than %d values", maxJSONDepth, maxJSONValues)
		return n
	}
	tok, err := dec.Token()
	if err != nil {
		r.syntax(dec, data, err)
		return n
	}
	switch t := tok.(type) {
	case json.Delim:
		n.kind = byte(t)
		if t == '{' {
			r.object(dec, data, depth, ptr, n)
		} else {
			for i := 0; r.err == nil && dec.More(); i++ {
				n.items = append(n.items, r.tree(dec, data, depth+1, fmt.Sprintf("%s/%d", ptr, i)))
			}
		}
		if r.err == nil {
			if _, err := dec.Token(); err != nil {
				r.syntax(dec, data, err)
			}
		}
	case string:
		n.kind, n.str = '"', t
	case json.Number:
		n.kind, n.str = '0', t.String()
	case bool:
		n.kind, n.truth = 't', t
	}
	return n
}

func (r *reader) object(dec *json.Decoder, data []byte, depth int, ptr string, n *node) {
	seen := map[string]bool{}
	for r.err == nil && dec.More() {
		tok, err := dec.Token()
		key, ok := tok.(string)
		if err != nil || !ok {
			r.syntax(dec, data, err)
			return
		}
		at := ptr + "/" + escape(key)
		if seen[key] {
			r.fail("JSON_DUPLICATE", at, "delete one of the two", "the field %q stands twice (%s)", key, lineOf(data, dec.InputOffset()))
			return
		}
		seen[key] = true
		n.members = append(n.members, member{key, r.tree(dec, data, depth+1, at)})
	}
}

func (r *reader) syntax(dec *json.Decoder, data []byte, err error) {
	if err == nil {
		err = errors.New("a field's name was expected")
	}
	offset := dec.InputOffset()
	var se *json.SyntaxError
	if errors.As(err, &se) {
		offset = se.Offset
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		message, offset = "the file ends in the middle", int64(len(data))
	}
	r.fail("JSON_SYNTAX", lineOf(data, offset), "mend the line in a text editor, or go back to the backup beside the file", "this is not JSON: %s", message)
}

func lineOf(data []byte, offset int64) string {
	offset = min(max(offset, 0), int64(len(data)))
	return "line " + strconv.Itoa(1+bytes.Count(data[:offset], []byte("\n")))
}

// escape makes a key a part of a JSON pointer.
func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

// what names a value's kind for a message.
func (n *node) what() string {
	switch n.kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case 't':
		return "true or false"
	}
	return "null"
}

// text returns the value as compact JSON.
func (n *node) text() string {
	var b strings.Builder
	n.append(&b)
	return b.String()
}

func (n *node) append(b *strings.Builder) {
	switch n.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range n.members {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(m.key))
			b.WriteByte(':')
			m.val.append(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, x := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			x.append(b)
		}
		b.WriteByte(']')
	case '"':
		b.WriteString(quote(n.str))
	case '0':
		b.WriteString(n.str)
	case 't':
		b.WriteString(strconv.FormatBool(n.truth))
	default:
		b.WriteString("null")
	}
}

func (r *reader) wrong(n *node, ptr, want string) {
	r.fail("FIELD_TYPE", ptr, "correct the value or delete the field", "%s is expected here, not %s", want, n.what())
}

func (r *reader) bool(n *node, ptr string) bool {
	if n.kind != 't' {
		r.wrong(n, ptr, "true or false")
	}
	return n.truth
}

func (r *reader) string(n *node, ptr string) string {
	if n.kind == 'n' {
		return "" // how some writers put an empty text
	}
	if n.kind != '"' {
		r.wrong(n, ptr, "a text")
		return ""
	}
	if len(n.str) > maxTextBytes {
		r.fail("FIELD_TOO_LONG", ptr, "shorten it", "the text has %d bytes, more than the limit of %d", len(n.str), maxTextBytes)
	}
	return n.str
}

func (r *reader) float(n *node, ptr string) float64 {
	if n.kind != '0' {
		r.wrong(n, ptr, "a number")
		return 0
	}
	f, err := strconv.ParseFloat(n.str, 64)
	if err != nil || math.IsInf(f, 0) {
		r.fail("FIELD_RANGE", ptr, "correct the value", "the number %.40s is too large", n.str)
		return 0
	}
	return f
}

// int takes 5 and 5.0, as the numbers of a registry are written.
func (r *reader) int(n *node, ptr string) int {
	f := r.float(n, ptr)
	if f != math.Trunc(f) || math.Abs(f) > math.MaxInt32+1 || f == math.MaxInt32+1 {
		r.fail("FIELD_TYPE", ptr, "correct the value", "a whole number of at most 32 bits is expected here, not %.40s", n.str)
		return 0
	}
	return int(f)
}

func (r *reader) list(n *node, ptr string) []*node {
	if n.kind == 'n' {
		return nil
	}
	if n.kind != '[' {
		r.wrong(n, ptr, "a list")
	}
	return n.items
}

func (r *reader) strings(n *node, ptr string) []string {
	var out []string
	for i, x := range r.list(n, ptr) {
		out = append(out, r.string(x, fmt.Sprintf("%s/%d", ptr, i)))
	}
	return out
}

// vec3 takes {"x":1,"y":2,"z":3}, the registry's form, and [1,2,3].
func (r *reader) vec3(n *node, ptr string) Vec3 {
	var v Vec3
	switch {
	case n.kind == '[' && len(n.items) == 3:
		v = Vec3{r.float(n.items[0], ptr+"/0"), r.float(n.items[1], ptr+"/1"), r.float(n.items[2], ptr+"/2")}
	case n.kind == '{':
		for _, m := range n.members {
			f := r.float(m.val, ptr+"/"+escape(m.key))
			switch m.key {
			case "x":
				v.X = f
			case "y":
				v.Y = f
			case "z":
				v.Z = f
			default:
				r.fail("FIELD_TYPE", ptr+"/"+escape(m.key), "delete it", "a vector has x, y and z, not %q", m.key)
			}
		}
	default:
		r.wrong(n, ptr, "a vector {x, y, z}")
	}
	return v
}

// guid takes four whole numbers; none, null and an empty list are no asset.
func (r *reader) guid(n *node, ptr string) GUID {
	var g GUID
	items := r.list(n, ptr)
	if len(items) != 0 && len(items) != 4 {
		r.fail("FIELD_TYPE", ptr, "correct the value or delete the field", "an asset id has four whole numbers, not %d", len(items))
		return g
	}
	for i, x := range items {
		g[i] = int32(r.int(x, fmt.Sprintf("%s/%d", ptr, i)))
	}
	return g
}

// version takes the version field out of an object and refuses newer ones. A
// file without one answers 0.
func (r *reader) version(root *node, key string, newest int) (version int, rest []member) {
	for _, m := range root.members {
		if m.key != key {
			rest = append(rest, m)
			continue
		}
		version = r.int(m.val, "/"+key)
		if version < 1 && r.err == nil {
			r.fail("VERSION_UNKNOWN", "/"+key, "correct the number", "version %d does not exist", version)
		}
		if version > newest {
			r.fail("VERSION_TOO_NEW", "/"+key, "open it with a newer Donor Lab, or save it there for this one", "the file is version %d and this release knows versions up to %d", version, newest)
		}
	}
	return version, rest
}
