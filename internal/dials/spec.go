package dials

import (
	"fmt"
	"strings"
)

// Kind says what values a field takes.
type Kind uint8

const (
	Number Kind = iota // a number, with a decimal point
	Whole              // a whole number
	Switch             // on or off; its number is 1 or 0
	List               // words separated by commas
)

// Field describes one key of a dial file. Panels, --help, the documents and the
// reader all use it.
type Field struct {
	Key     string   // as it is written
	Aliases []string // other spellings that are read
	Label   string   // in plain words
	Group   string   // heading under which a panel shows it; may be empty
	Unit    string   // "deg", "deg/s", "s", "units", "" for none
	Kind    Kind

	// Default is the value where a file does not have the key: a Switch is on at 1.
	// A List has Words in its place.
	Default float64
	Words   []string

	// Min and Max are the sensible range, both inclusive: the ends of a slider. A
	// value outside is taken with a warning, with two exceptions that are refused:
	// one below zero where Min is not, and any outside where the field is Strict.
	// Both zero means no range.
	Min, Max float64
	Strict   bool

	// Like is the key whose value serves where this one is not in the file; empty
	// for none. It wins over Default.
	Like string

	// Above says what is wrong with a value that is more than Max, and Mend what to
	// do, where there is more to say than that; both may be empty.
	Above, Mend string

	Tip string // what it does, one or two sentences
}

// Spec describes a dial file.
type Spec struct {
	File   string // its name: "haf_turnease.txt"
	Title  string // what it is for, in a few words
	Prefix string // may stand before each key and is read past: "client.anim."
	Fields []Field

	// Trims is how many Bone@axis=degrees lines the file may have; zero means that
	// it has none.
	Trims int
}

// Trim turns a bone, all the time, about one of its own axes.
type Trim struct {
	Bone string  `json:"bone"` // part of the bone's name
	Axis int     `json:"axis"` // 0, 1, 2: the bone's local X, Y, Z
	Deg  float64 `json:"deg"`  // degrees, right-handed
}

// Key returns the trim's key as files spell it: Bone@axis.
func (t Trim) Key() string { return fmt.Sprintf("%s@%d", t.Bone, t.Axis) }

// Field returns the description of a key, by any of its spellings.
func (s *Spec) Field(key string) (Field, bool) {
	if i := s.index(key); i >= 0 {
		return s.Fields[i], true
	}
	return Field{}, false
}

// index returns the place of a key in Fields, or -1.
func (s *Spec) index(key string) int {
	key = strings.TrimSpace(key)
	if n := len(s.Prefix); n > 0 && len(key) > n && strings.EqualFold(key[:n], s.Prefix) {
		key = key[n:]
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if strings.EqualFold(f.Key, key) {
			return i
		}
		for _, a := range f.Aliases {
			if strings.EqualFold(a, key) {
				return i
			}
		}
	}
	return -1
}

// Known returns the keys in one line, for messages.
func (s *Spec) Known() string {
	var keys []string
	for _, f := range s.Fields {
		keys = append(keys, f.Key)
	}
	if s.Trims > 0 {
		keys = append(keys, "Bone@axis (axis 0, 1 or 2)")
	}
	return strings.Join(keys, ", ")
}

// Check reports a table that cannot be read by: a key twice, a default outside
// its range, a Like that names nothing. It is for the tests of whoever makes a
// table.
func (s *Spec) Check() error {
	seen := map[string]bool{}
	for _, f := range s.Fields {
		for _, k := range append([]string{f.Key}, f.Aliases...) {
			low := strings.ToLower(k)
			if k == "" || strings.ContainsAny(k, "=,#@() \t\n") {
				return fmt.Errorf("%s: %q cannot be a key", s.File, k)
			}
			if seen[low] {
				return fmt.Errorf("%s: %s is there twice", s.File, k)
			}
			seen[low] = true
		}
		if f.Kind != List && f.ranged() && (f.Default < f.Min || f.Default > f.Max) {
			return fmt.Errorf("%s: the default of %s, %v, is outside %v to %v", s.File, f.Key, f.Default, f.Min, f.Max)
		}
		if f.Like != "" {
			if like, ok := s.Field(f.Like); !ok || like.Like != "" || like.Kind != f.Kind {
				return fmt.Errorf("%s: %s is like %q, which is no such key", s.File, f.Key, f.Like)
			}
		}
		if f.Label == "" || f.Tip == "" {
			return fmt.Errorf("%s: %s has no label or no tip", s.File, f.Key)
		}
	}
	return nil
}

func (f *Field) ranged() bool { return f.Min != 0 || f.Max != 0 }
