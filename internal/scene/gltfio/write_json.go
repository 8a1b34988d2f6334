package gltfio

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// jsonObject and jsonList build JSON text by hand: properties come out in the
// order of the calls, so that the same Model always gives the same bytes.
type jsonObject struct{ b []byte }

type jsonList struct {
	b []byte
	n int
}

func (l *jsonList) add(v []byte) {
	if l.n > 0 {
		l.b = append(l.b, ',')
	}
	l.b = append(l.b, v...)
	l.n++
}

func stringList(s []string) jsonList {
	var l jsonList
	for _, v := range s {
		l.add(quote(nil, v))
	}
	return l
}

func (o *jsonObject) key(k string) {
	if len(o.b) == 0 {
		o.b = append(o.b, '{')
	} else {
		o.b = append(o.b, ',')
	}
	o.b = append(o.b, '"')
	o.b = append(o.b, k...)
	o.b = append(o.b, '"', ':')
}

func (o *jsonObject) done() []byte {
	if len(o.b) == 0 {
		return []byte("{}")
	}
	return append(o.b, '}')
}

func (o *jsonObject) raw(k string, v []byte) {
	o.key(k)
	o.b = append(o.b, v...)
}

// list writes an array, or nothing for an empty one, which glTF forbids.
func (o *jsonObject) list(k string, l jsonList) {
	if l.n == 0 {
		return
	}
	o.key(k)
	o.b = append(o.b, '[')
	o.b = append(o.b, l.b...)
	o.b = append(o.b, ']')
}

func (o *jsonObject) str(k, v string) {
	o.key(k)
	o.b = quote(o.b, v)
}

func (o *jsonObject) name(v string) {
	if v != "" {
		o.str("name", v)
	}
}

func (o *jsonObject) extras(v json.RawMessage) {
	if len(v) == 0 || !json.Valid(v) {
		return
	}
	var b bytes.Buffer
	if json.Compact(&b, v) == nil {
		o.raw("extras", b.Bytes())
	}
}

func (o *jsonObject) bool(k string) {
	o.key(k)
	o.b = append(o.b, "true"...)
}

func (o *jsonObject) int(k string, v int) {
	o.key(k)
	o.b = strconv.AppendInt(o.b, int64(v), 10)
}

func (o *jsonObject) ints(k string, v []int) {
	if len(v) == 0 {
		return
	}
	o.key(k)
	o.b = append(o.b, '[')
	for i, x := range v {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = strconv.AppendInt(o.b, int64(x), 10)
	}
	o.b = append(o.b, ']')
}

func (o *jsonObject) float32(k string, v float32) {
	o.key(k)
	o.b = appendFloat(o.b, float64(v), 32)
}

func (o *jsonObject) floats(k string, v []float64) {
	o.key(k)
	o.b = append(o.b, '[')
	for i, x := range v {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendFloat(o.b, x, 64)
	}
	o.b = append(o.b, ']')
}

func (o *jsonObject) floats32(k string, v []float32) {
	o.key(k)
	o.b = append(o.b, '[')
	for i, x := range v {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendFloat(o.b, float64(x), 32)
	}
	o.b = append(o.b, ']')
}

// appendFloat writes the shortest text that reads back as the same number.
// JSON has no infinities; Write refuses them before.
func appendFloat(b []byte, v float64, bits int) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	return strconv.AppendFloat(b, v, 'g', -1, bits)
}

// quote writes a JSON string, escaping only what must be.
func quote(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s { // bytes that are not UTF-8 come out as U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
