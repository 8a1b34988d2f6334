package pack

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// writer builds indented JSON in the order of its calls.
type writer struct {
	b     bytes.Buffer
	depth int
	first bool // nothing was written yet in the innermost object or list
}

func (w *writer) line() {
	w.b.WriteByte('\n')
	for range w.depth {
		w.b.WriteString("  ")
	}
}

func (w *writer) open(c byte) {
	w.b.WriteByte(c)
	w.depth++
	w.first = true
}

func (w *writer) close(c byte) {
	w.depth--
	if !w.first {
		w.line()
	}
	w.b.WriteByte(c)
	w.first = false
}

// item starts an element of a list.
func (w *writer) item() {
	if !w.first {
		w.b.WriteByte(',')
	}
	w.first = false
	w.line()
}

func (w *writer) key(k string) {
	w.item()
	w.b.WriteString(quote(k))
	w.b.WriteString(": ")
}

func (w *writer) number(f float64) { w.b.WriteString(formatFloat(f)) }

// value writes a field's value: bool, int, float64, string, Vec3, GUID,
// []float64 or []string.
func (w *writer) value(v any) {
	switch x := v.(type) {
	case bool:
		w.b.WriteString(strconv.FormatBool(x))
	case int:
		w.b.WriteString(strconv.Itoa(x))
	case float64:
		w.number(x)
	case string:
		w.b.WriteString(quote(x))
	case Vec3:
		w.b.WriteString(`{"x": ` + formatFloat(x.X) + `, "y": ` + formatFloat(x.Y) + `, "z": ` + formatFloat(x.Z) + `}`)
	case GUID:
		w.b.WriteByte('[')
		for i, n := range x {
			if i > 0 {
				w.b.WriteString(", ")
			}
			w.b.WriteString(strconv.Itoa(int(n)))
		}
		w.b.WriteByte(']')
	case []float64:
		w.open('[')
		for _, f := range x {
			w.item()
			w.number(f)
		}
		w.close(']')
	case []string:
		w.open('[')
		for _, s := range x {
			w.item()
			w.b.WriteString(quote(s))
		}
		w.close(']')
	}
}

// unknown writes back the fields that the reader kept.
func (w *writer) unknown(members []Member) {
	for _, m := range members {
		w.key(m.Key)
		var b bytes.Buffer
		if json.Indent(&b, []byte(m.Value), strings.Repeat("  ", w.depth), "  ") != nil {
			b.Reset()
			b.WriteString("null") // a Member that code, not a file, filled with no JSON
		}
		w.b.Write(b.Bytes())
	}
}

func (w *writer) end() []byte {
	w.b.WriteByte('\n')
	return w.b.Bytes()
}

// formatFloat writes the shortest decimal that reads back as the same number.
func formatFloat(f float64) string {
	if f == 0 || math.IsNaN(f) || math.IsInf(f, 0) {
		return "0" // never -0; JSON has no infinities, and Set lets none in
	}
	if a := f; a < 0 && -a < 1e-6 || a > 0 && a < 1e-6 || a >= 1e21 || a <= -1e21 {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// quote writes a JSON string, with <, > and & as they are.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return `""` // cannot happen: a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// setField stores a value of the field's own type.
func setField(field reflect.Value, v any) { field.Set(reflect.ValueOf(v)) }
