package dials

import (
	"math"
	"slices"
	"strings"
)

// Values is what a dial file says, complete: keys that it does not have are at
// their defaults. Values do not change once they were made; a new text makes new
// ones.
type Values struct {
	spec  *Spec
	nums  []float64
	words [][]string
	set   []bool // the text has the key
	trims []Trim
}

// Defaults returns the values of a file that is not there.
func Defaults(s *Spec) *Values {
	v := &Values{spec: s, nums: make([]float64, len(s.Fields)), words: make([][]string, len(s.Fields)), set: make([]bool, len(s.Fields))}
	v.fill()
	return v
}

// fill gives every key that is not set its default.
func (v *Values) fill() {
	for i, f := range v.spec.Fields {
		if !v.set[i] {
			v.nums[i], v.words[i] = f.Default, f.Words
		}
	}
	for i, f := range v.spec.Fields {
		if like := v.spec.index(f.Like); !v.set[i] && f.Like != "" && like >= 0 && v.set[like] {
			v.nums[i], v.words[i] = v.nums[like], v.words[like]
		}
	}
}

// Spec returns the description of the file.
func (v *Values) Spec() *Spec { return v.spec }

// Number returns the value of a key in its unit; a switch is 1 or 0. A key that is
// not in the table is NaN: a mistake in the program that shows.
func (v *Values) Number(key string) float64 {
	if i := v.spec.index(key); i >= 0 {
		return v.nums[i]
	}
	return math.NaN()
}

// On reports whether a switch is on.
func (v *Values) On(key string) bool { return v.Number(key) == 1 }

// List returns the words of a list, a copy.
func (v *Values) List(key string) []string {
	if i := v.spec.index(key); i >= 0 {
		return slices.Clone(v.words[i])
	}
	return nil
}

// Trims returns the bone trims in the order of the file, a copy.
func (v *Values) Trims() []Trim { return slices.Clone(v.trims) }

// IsSet reports whether the file has the key, or the trim of that key, as against
// a default.
func (v *Values) IsSet(key string) bool {
	if i := v.spec.index(key); i >= 0 {
		return v.set[i]
	}
	return slices.ContainsFunc(v.trims, func(t Trim) bool { return t.Key() == key })
}

// Text returns the value of a key as a file spells it, fit for [Set]. A key that
// is not in the table is empty.
func (v *Values) Text(key string) string {
	if i := v.spec.index(key); i >= 0 {
		return v.text(i)
	}
	for _, t := range v.trims {
		if t.Key() == key {
			return FormatNumber(t.Deg)
		}
	}
	return ""
}

func (v *Values) text(i int) string {
	if v.spec.Fields[i].Kind == List {
		return FormatList(v.words[i])
	}
	return FormatNumber(v.nums[i])
}

// String returns the values as the text of a file: a line for each key that is set,
// in the order of the table, trims last. [Parse] makes equal Values of it; a
// recording keeps dials so.
func (v *Values) String() string {
	var b strings.Builder
	for i, f := range v.spec.Fields {
		if v.set[i] {
			b.WriteString(f.Key + "=" + v.text(i) + "\n")
		}
	}
	for _, t := range v.trims {
		b.WriteString(t.Key() + "=" + FormatNumber(t.Deg) + "\n")
	}
	return b.String()
}

// Equal reports whether two Values of one file say the same, and set the same keys.
func (v *Values) Equal(w *Values) bool {
	return v.spec == w.spec && slices.Equal(v.nums, w.nums) && slices.Equal(v.set, w.set) &&
		slices.EqualFunc(v.words, w.words, slices.Equal[[]string]) && slices.Equal(v.trims, w.trims)
}

// Others returns the keys whose values are not those of w, Values of the same file,
// in the order of the table, trims last.
func (v *Values) Others(w *Values) (keys []string) {
	for i, f := range v.spec.Fields {
		if v.nums[i] != w.nums[i] || !slices.Equal(v.words[i], w.words[i]) {
			keys = append(keys, f.Key)
		}
	}
	for _, t := range append(v.Trims(), w.trims...) {
		if k := t.Key(); v.Text(k) != w.Text(k) && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}
