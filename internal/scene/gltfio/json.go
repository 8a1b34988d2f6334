package gltfio

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// maxDepth is how deep JSON may nest. glTF itself needs about ten levels; the
// rest is room for extras.
const maxDepth = 128

// jsonReader walks a JSON text once, straight into the library's structs. It is
// our own, and not the library's decoder, because encoding/json loses what a
// refusal needs: the pointer of a value of the wrong type, whether a required
// property was there, and a bound on what decoding may allocate before anything
// has been checked.
//
// The first fault sticks: after it every call returns zero values at once.
type jsonReader struct {
	data  []byte
	pos   int
	depth int
	path  []step
	bud   *budget
	err   *scene.Problem

	odd  *map[string]string // document.odd
	refs []int              // room for indices that may be absent
}

// step is one part of a JSON pointer: a key, or an array index when key is nil.
type step struct {
	key   []byte
	index int
}

// pointer renders the place that is being read (RFC 6901).
func (r *jsonReader) pointer() string {
	var b strings.Builder
	for _, s := range r.path {
		b.WriteByte('/')
		if s.key == nil {
			b.WriteString(strconv.Itoa(s.index))
			continue
		}
		k := s.key
		if len(k) > 80 {
			k = k[:80]
		}
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(strings.ToValidUTF8(string(k), "?")))
	}
	return b.String()
}

func (r *jsonReader) fail(code, message, remedy string) {
	if r.err == nil {
		r.err = &scene.Problem{Code: code, Pointer: r.pointer(), Message: message, Remedy: remedy}
	}
}

func (r *jsonReader) syntax(what string) {
	r.fail("INVALID_JSON", what+" at byte "+strconv.Itoa(r.pos), "export the file again; it is cut off or was edited by hand")
}

func (r *jsonReader) mismatch(want string) {
	if r.pos >= len(r.data) {
		r.syntax("the text ends too early")
		return
	}
	got := "a number"
	switch c := r.data[r.pos]; {
	case c == '{':
		got = "an object"
	case c == '[':
		got = "an array"
	case c == '"':
		got = "a string"
	case c == 't' || c == 'f':
		got = "a boolean"
	case c == 'n':
		got = "null"
	case c == '-' || c >= '0' && c <= '9':
	default:
		r.syntax("unexpected character")
		return
	}
	r.fail("TYPE_MISMATCH", "expected "+want+", found "+got, "export the file again, or mend the property by hand")
}

// missing records that a required property is not there, at the object's pointer.
func (r *jsonReader) missing(name string) {
	r.fail("UNDEFINED_PROPERTY", "the property "+strconv.Quote(name)+" must be there", "export the file again, or add the property")
}

func (r *jsonReader) space() {
	for r.pos < len(r.data) {
		switch r.data[r.pos] {
		case ' ', '\n', '\r', '\t':
			r.pos++
		default:
			return
		}
	}
}

// open steps into '{' or '['; it reports false on another value or a fault.
func (r *jsonReader) open(c byte, want string) bool {
	if r.err != nil {
		return false
	}
	r.space()
	if r.pos >= len(r.data) || r.data[r.pos] != c {
		r.mismatch(want)
		return false
	}
	if r.depth++; r.depth > maxDepth {
		r.fail("LIMIT_JSON_DEPTH", "the JSON nests deeper than "+strconv.Itoa(maxDepth)+" levels", "no glTF exporter writes this; the file is damaged or hostile")
		return false
	}
	r.pos++
	return true
}

// more moves to the next element of the object or array that end closes, and
// reports whether there is one.
func (r *jsonReader) more(first bool, end byte) bool {
	if r.err != nil {
		return false
	}
	r.space()
	if r.pos >= len(r.data) {
		r.syntax("the text ends too early")
		return false
	}
	if r.data[r.pos] == end {
		r.pos++
		r.depth--
		return false
	}
	if first {
		return true
	}
	if r.data[r.pos] != ',' {
		r.syntax("expected a comma")
		return false
	}
	r.pos++
	r.space()
	return true
}

// object calls f for each key of an object. A value that f does not read is
// skipped.
func (r *jsonReader) object(f func(key []byte)) {
	if !r.open('{', "an object") {
		return
	}
	for first := true; r.more(first, '}'); first = false {
		key := r.bytes()
		r.space()
		if r.err == nil && (r.pos >= len(r.data) || r.data[r.pos] != ':') {
			r.syntax("expected a colon")
		}
		if r.err != nil {
			return
		}
		r.pos++
		r.space()
		r.path = append(r.path, step{key: key})
		if at := r.pos; true {
			if f(key); r.pos == at {
				r.skip()
			}
		}
		if r.err != nil {
			return
		}
		r.path = r.path[:len(r.path)-1]
	}
}

// array calls f for each element of an array.
func (r *jsonReader) array(f func(i int)) {
	if !r.open('[', "an array") {
		return
	}
	i := 0
	for first := true; r.more(first, ']'); first = false {
		r.path = append(r.path, step{index: i})
		if at := r.pos; true {
			if f(i); r.pos == at {
				r.skip()
			}
		}
		if r.err != nil {
			return
		}
		r.path = r.path[:len(r.path)-1]
		i++
	}
}

// list reads an array of objects, charging the size of each to the budget.
func list[T any](r *jsonReader, size int64, elem func(*T)) []*T {
	var out []*T
	var room []T // elements are allocated by the block
	r.array(func(int) {
		// Up to half of a block may stay empty.
		if !r.bud.take(2 * size) {
			r.fail("LIMIT_JSON", "the JSON describes more objects than a file of this size may have", "split the file, or remove what is not used")
			return
		}
		if len(room) == 0 {
			room = make([]T, min(max(len(out), 1), 64))
		}
		t := &room[0]
		room = room[1:]
		elem(t)
		out = append(out, t)
	})
	return out
}

// note puts a text into document.odd, for the place that is being read.
func (r *jsonReader) note(text string) {
	if r.err != nil {
		return
	}
	ptr := r.pointer()
	if !r.bud.take(200 + int64(len(ptr)+len(text))) {
		r.fail("LIMIT_JSON", "the JSON has more text than a file of this size may have", "")
		return
	}
	if *r.odd == nil {
		*r.odd = make(map[string]string)
	}
	(*r.odd)[ptr] = text
}

// bytes reads a string and returns its characters, as a view of the text where
// it has no escapes.
func (r *jsonReader) bytes() []byte {
	if r.err != nil {
		return nil
	}
	r.space()
	if r.pos >= len(r.data) || r.data[r.pos] != '"' {
		r.mismatch("a string")
		return nil
	}
	start := r.pos
	r.pos++
	escaped := false
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; {
		case c == '"':
			r.pos++
			if !escaped {
				return r.data[start+1 : r.pos-1 : r.pos-1]
			}
			if !r.bud.take(int64(r.pos - start)) {
				r.fail("LIMIT_JSON", "the JSON has more text than a file of this size may have", "")
				return nil
			}
			var s string
			if json.Unmarshal(r.data[start:r.pos], &s) != nil {
				r.syntax("bad escape in a string")
				return nil
			}
			return []byte(s)
		case c == '\\':
			escaped = true
			r.pos += 2
		case c < 0x20:
			r.syntax("control character in a string")
			return nil
		default:
			r.pos++
		}
	}
	r.pos = len(r.data)
	r.syntax("a string does not end")
	return nil
}

// str reads a string; bytes that are not UTF-8 become U+FFFD.
func (r *jsonReader) str() string {
	b := r.bytes()
	if !r.bud.take(int64(len(b))) {
		r.fail("LIMIT_JSON", "the JSON has more text than a file of this size may have", "")
		return ""
	}
	if !utf8.Valid(b) {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(b)
}

// token is the next run of characters that a number or a literal may have.
func (r *jsonReader) token() []byte {
	start := r.pos
	for r.pos < len(r.data) {
		c := r.data[r.pos]
		if c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E' || c >= 'a' && c <= 'z' {
			r.pos++
			continue
		}
		break
	}
	return r.data[start:r.pos]
}

// number reads a finite number.
func (r *jsonReader) number() float64 {
	if r.err != nil {
		return 0
	}
	r.space()
	if r.pos >= len(r.data) || r.data[r.pos] != '-' && (r.data[r.pos] < '0' || r.data[r.pos] > '9') {
		r.mismatch("a number")
		return 0
	}
	at := r.pos
	tok := r.token()
	// Most numbers are short integers.
	if n := len(tok); n < 16 {
		v, ok := 0, true
		for _, c := range tok {
			if c < '0' || c > '9' {
				ok = false
				break
			}
			v = v*10 + int(c-'0')
		}
		if ok {
			return float64(v)
		}
	}
	for _, c := range tok {
		if c >= 'a' && c <= 'z' && c != 'e' {
			r.pos = at
			r.syntax("a number is malformed")
			return 0
		}
	}
	v, err := strconv.ParseFloat(string(tok), 64)
	if err != nil {
		if math.IsInf(v, 0) {
			r.fail("VALUE_NOT_IN_RANGE", "the number is too large to be held", "export the file again")
			return 0
		}
		r.pos = at
		r.syntax("a number is malformed")
		return 0
	}
	return v
}

// integer reads a whole number from 0 to limit. Written as 1.0 it counts too.
func (r *jsonReader) integer(limit int64) int {
	v := r.number()
	if r.err != nil {
		return 0
	}
	if v != math.Trunc(v) {
		r.fail("TYPE_MISMATCH", "expected a whole number, found a fraction", "export the file again, or mend the property by hand")
		return 0
	}
	if v < 0 || v > float64(limit) {
		r.fail("VALUE_NOT_IN_RANGE", "the value "+strconv.FormatFloat(v, 'g', -1, 64)+" is not between 0 and "+strconv.FormatInt(limit, 10), "export the file again, or mend the property by hand")
		return 0
	}
	return int(v)
}

// index reads the number of an element of another array.
func (r *jsonReader) index() int { return r.integer(math.MaxInt32 - 1) }

// ref is index for one that may be absent.
func (r *jsonReader) ref() *int {
	if len(r.refs) == 0 {
		r.refs = make([]int, 64)
	}
	p := &r.refs[0]
	r.refs = r.refs[1:]
	*p = r.index()
	return p
}

// size reads a count or a number of bytes.
func (r *jsonReader) size() int { return r.integer(math.MaxUint32) }

func (r *jsonReader) boolean() bool {
	if r.err != nil {
		return false
	}
	r.space()
	at := r.pos
	switch string(r.token()) {
	case "true":
		return true
	case "false":
		return false
	}
	r.pos = at
	r.mismatch("a boolean")
	return false
}

// numbers reads exactly len(dst) numbers.
func (r *jsonReader) numbers(dst []float64) {
	n := 0
	r.array(func(i int) {
		if v := r.number(); i < len(dst) {
			dst[i] = v
		}
		n++
	})
	if r.err == nil && n != len(dst) {
		r.fail("ARRAY_LENGTH_NOT_IN_LIST", "expected "+strconv.Itoa(len(dst))+" numbers, found "+strconv.Itoa(n), "export the file again, or mend the array by hand")
	}
}

// indices reads an array of element numbers.
func (r *jsonReader) indices() []int {
	var out []int
	r.array(func(int) {
		if !r.bud.take(16) {
			r.fail("LIMIT_JSON", "the JSON has more numbers than a file of this size may have", "")
			return
		}
		out = append(out, r.index())
	})
	return out
}

// floats reads an array of any number of numbers that fit a float32.
func (r *jsonReader) floats() []float64 {
	var out []float64
	r.array(func(int) {
		if !r.bud.take(24) {
			r.fail("LIMIT_JSON", "the JSON has more numbers than a file of this size may have", "")
			return
		}
		v := r.number()
		if math.IsInf(float64(float32(v)), 0) {
			r.fail("VALUE_NOT_IN_RANGE", "the number is too large to be held", "export the file again")
		}
		out = append(out, v)
	})
	return out
}

// skip reads past any value.
func (r *jsonReader) skip() {
	if r.err != nil {
		return
	}
	r.space()
	if r.pos >= len(r.data) {
		r.syntax("the text ends too early")
		return
	}
	switch c := r.data[r.pos]; {
	case c == '{':
		r.object(func([]byte) { r.skip() })
	case c == '[':
		r.array(func(int) { r.skip() })
	case c == '"':
		r.bytes()
	case c == '-' || c >= '0' && c <= '9':
		r.number()
	default:
		at := r.pos
		switch string(r.token()) {
		case "true", "false", "null":
		default:
			r.pos = at
			r.syntax("unexpected character")
		}
	}
}

// raw returns a copy of any value's text, without white space.
func (r *jsonReader) raw() json.RawMessage {
	r.space()
	at := r.pos
	r.skip()
	if r.err != nil {
		return nil
	}
	text := r.data[at:r.pos]
	if !r.bud.take(2 * int64(len(text))) {
		r.fail("LIMIT_JSON", "the JSON has more text than a file of this size may have", "")
		return nil
	}
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		r.pos = at
		r.syntax("malformed value")
		return nil
	}
	return b.Bytes()
}
