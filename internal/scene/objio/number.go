package objio

import (
	"math"
	"strconv"
)

// fields walks over the words of a line. A word that starts with # ends it.
type fields struct{ b []byte }

// next returns the next word, nil at the end.
func (f *fields) next() []byte {
	b := f.b
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	i := 0
	for i < len(b) && b[i] != ' ' && b[i] != '\t' {
		i++
	}
	if i == 0 || b[0] == '#' {
		f.b = nil
		return nil
	}
	f.b = b[i:]
	return b[:i]
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads a decimal number and reports whether it is one and fits float32.
// Up to 2^53 and 10^22 one division or product of exact values is correctly
// rounded (Clinger 1990); the rest goes to strconv.
func number(b []byte) (float64, bool) {
	i, neg := 0, false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		neg = b[i] == '-'
		i++
	}
	var mant uint64
	exp, digits, exact := 0, 0, true
	point := false
	for ; i < len(b); i++ {
		c := b[i]
		if c == '.' && !point {
			point = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		digits++
		if mant < 1<<53/10-1 {
			mant = mant*10 + uint64(c-'0')
			if point {
				exp--
			}
		} else {
			exact = false
		}
	}
	if digits == 0 {
		return 0, false
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		e, ok := integer(b[i+1:])
		if !ok {
			return 0, false
		}
		exp += int(max(min(e, 1000), -1000))
		i = len(b)
	}
	if i != len(b) {
		return 0, false
	}
	v := float64(mant)
	switch {
	case !exact || exp > 22 || exp < -22:
		var err error
		if v, err = strconv.ParseFloat(string(b), 64); err != nil {
			return 0, false
		}
		v = math.Abs(v)
	case exp < 0:
		v /= pow10[-exp]
	default:
		v *= pow10[exp]
	}
	if neg {
		v = -v
	}
	return v, math.Abs(v) <= math.MaxFloat32
}

// integer reads a whole number with a sign.
func integer(b []byte) (int64, bool) {
	neg := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	var v int64
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if neg {
		v = -v
	}
	return v, true
}
