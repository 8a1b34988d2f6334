package dials

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// Set returns a text in which a key has the given value, spelled as in the file
// (see [FormatNumber], [FormatList]); the key of a trim is Bone@axis. All else stays
// as it was: comments, order, other lines, line endings, the spelling of the key.
// The value is put where the key counts, which is where it stands last; a key that
// the text does not have is added as a line at the end; an empty text gets a
// comment that says what the file is.
//
// The result says what was set: reading it gives this very value. Errors are
// *scene.Problem, and the text is then as before.
func Set(s *Spec, text []byte, key, value string) ([]byte, error) {
	t, err := targetOf(s, key)
	if err != nil {
		return text, err
	}
	want, err := t.read(value)
	if err != nil {
		return text, err
	}
	str := string(text)
	if len(text) == 0 {
		str = "# " + s.File + ": " + s.Title + "\n"
	} else if p := notText(s, text); p != nil {
		return text, p
	}
	if found := t.find(str); len(found) > 0 {
		o := found[len(found)-1]
		if out := str[:o.vFrom] + value + str[o.vTo:]; t.says(out, want) {
			return []byte(out), nil
		}
	}
	// Where it stands it cannot be put right: another piece spoils the line.
	nl := lineEnding(str)
	out := str
	if !strings.HasSuffix(out, "\n") && !strings.HasSuffix(out, "\r") {
		out += nl
	}
	out += t.key + "=" + value + nl
	if !t.says(out, want) {
		return text, t.fault("DIAL_CANNOT_EDIT", "cannot be set to "+quote(value)+" in this file as it is", "mend the lines that are told as wrong first")
	}
	return []byte(out), nil
}

// Unset returns a text without a key, so that it goes back to its default: each
// pair of that key is taken out, and its line where nothing else stands there.
func Unset(s *Spec, text []byte, key string) ([]byte, error) {
	t, err := targetOf(s, key)
	if err != nil {
		return text, err
	}
	if len(text) == 0 {
		return text, nil
	}
	if p := notText(s, text); p != nil {
		return text, p
	}
	str := string(text)
	for {
		found := t.find(str)
		if len(found) == 0 {
			return []byte(str), nil
		}
		o := found[len(found)-1]
		str = str[:o.from] + str[o.to:]
	}
}

// target is a key that is to be changed.
type target struct {
	spec  *Spec
	field int // or -1
	trim  Trim
	key   string // as the table or the caller spells it
}

func targetOf(s *Spec, key string) (t target, err error) {
	t = target{spec: s, field: s.index(key), key: strings.TrimSpace(key)}
	if t.field >= 0 {
		t.key = s.Fields[t.field].Key
		return t, nil
	}
	if s.Trims > 0 {
		trim, why := parseTrimKey(key)
		if why == "" && strings.ContainsAny(key, "=,#\r\n") {
			why = "has a sign in its name that a dial file cannot hold"
		}
		if why != "" {
			return t, t.fault("DIAL_BAD_TRIM", why, "name it Bone@axis, such as Helix@0")
		}
		t.trim, t.key = trim, trim.Key()
		return t, nil
	}
	return t, t.fault("DIAL_UNKNOWN_KEY", "is not a key of this file", "known keys: "+s.Known())
}

func (t *target) fault(code, what, remedy string) error {
	return &scene.Problem{Code: code, File: t.spec.File, Message: clean(t.key) + " " + what, Remedy: remedy}
}

// worth is a value in the form of its field.
type worth struct {
	num   float64
	words []string
}

// read makes a worth of a value that is to be written.
func (t *target) read(value string) (w worth, err error) {
	f := &trimField
	if t.field >= 0 {
		f = &t.spec.Fields[t.field]
	}
	if f.Kind == List {
		for _, word := range strings.Split(value, ",") {
			if word = strings.TrimSpace(word); word == "" {
				continue
			}
			if strings.ContainsAny(word, "=#") || strings.ContainsFunc(word, func(c rune) bool { return c < ' ' }) || !utf8.ValidString(word) {
				return w, t.fault("DIAL_BAD_WORD", "cannot have the word "+quote(word), "use words without =, # and commas")
			}
			w.words = append(w.words, word)
		}
		return w, nil
	}
	num, code, why := f.read(value)
	if code != "" {
		return w, t.fault(code, why, f.example())
	}
	w.num = num
	return w, nil
}

// says reports whether a text gives the key this worth.
func (t *target) says(text string, w worth) bool {
	v, _ := Parse(t.spec, []byte(text), nil)
	if t.field >= 0 {
		return v.set[t.field] && v.nums[t.field] == w.num+t.base() && slices.Equal(v.words[t.field], w.words)
	}
	return slices.ContainsFunc(v.trims, func(o Trim) bool { return o.Key() == t.key && o.Deg == w.num })
}

// base is what the number of a list is, which nobody reads.
func (t *target) base() float64 {
	if t.spec.Fields[t.field].Kind == List {
		return t.spec.Fields[t.field].Default
	}
	return 0
}

// occurrence is where a key stands in a text, in bytes of it.
type occurrence struct {
	vFrom, vTo int // its value
	from, to   int // what is to be taken out to be rid of it
}

// find returns where the key stands, in the order of the text.
func (t *target) find(text string) (found []occurrence) {
	skip := len(text) - len(strings.TrimPrefix(text, bom))
	lines(text[skip:], func(_, from, to int, _ bool) {
		from, to = from+skip, to+skip
		if to-from > maxLine {
			return
		}
		pieces, comment := split(t.spec, text[from:to])
		for i := 0; i < len(pieces); {
			j := i + 1
			for j < len(pieces) && pieces[j].eq < 0 {
				j++ // its list, or what spoils it
			}
			if t.is(pieces[i]) {
				o := occurrence{vFrom: from + pieces[i].vFrom, vTo: from + pieces[j-1].vTo}
				o.from, o.to = t.extent(text, from, to, pieces, i, j, comment)
				found = append(found, o)
			}
			i = j
		}
	})
	return found
}

func (t *target) is(p piece) bool {
	if p.eq < 0 {
		return false
	}
	if t.field >= 0 {
		return t.spec.index(p.key) == t.field
	}
	trim, why := parseTrimKey(p.key)
	return why == "" && trim.Key() == t.key
}

// extent is what to take out of a line, which is text[from:to], to be rid of the
// pieces i to j.
func (t *target) extent(text string, from, to int, pieces []piece, i, j, comment int) (int, int) {
	switch {
	case j < len(pieces):
		return from + pieces[i].from, from + pieces[j].from
	case i > 0:
		return from + pieces[i-1].to, from + pieces[j-1].to
	case comment < to-from:
		return from + pieces[i].from, from + comment
	}
	if strings.HasPrefix(text[to:], "\r\n") {
		return from, to + 2
	}
	return from, min(to+1, len(text))
}

// lineEnding is the first one of a text; a text without any gets that of Unix.
func lineEnding(text string) string {
	i := strings.IndexAny(text, "\r\n")
	switch {
	case i < 0 || text[i] == '\n':
		return "\n"
	case strings.HasPrefix(text[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}

// SetNumber is [Set] for a number.
func SetNumber(s *Spec, text []byte, key string, v float64) ([]byte, error) {
	if !(v >= -Limit && v <= Limit) {
		return text, &scene.Problem{Code: "DIAL_OUT_OF_RANGE", File: s.File, Message: fmt.Sprintf("%s cannot be %v", clean(key), v), Remedy: "set a number"}
	}
	return Set(s, text, key, FormatNumber(v))
}
