package dials

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// Limits of what is read.
const (
	MaxSize     = 1 << 18 // bytes of a file
	maxLine     = 1 << 13 // bytes of a line
	maxWords    = 1000    // words of a list
	maxProblems = 50      // told of one file
)

const bom = "\ufeff"

// Parse makes values of a text. last are the values before, for keys whose line is
// wrong; nil means the defaults. The values are always good; the problems say what
// in the text was not taken (errors) or looks like a mistake (warnings), with
// "line N" in Pointer and the known keys in Remedy. For a text that is no text,
// the values are last.
func Parse(s *Spec, text []byte, last *Values) (*Values, []*scene.Problem) {
	return parse(s, text, last, false)
}

// parse is Parse; a text that is still being written is read without a last line
// that nothing closes, and keys that it does not have (yet) keep their values.
func parse(s *Spec, text []byte, last *Values, unfinished bool) (*Values, []*scene.Problem) {
	if last == nil {
		last = Defaults(s)
	}
	if p := notText(s, text); p != nil {
		return last, []*scene.Problem{p}
	}
	r := &reader{spec: s, last: last, v: Defaults(s), failed: make([]bool, len(s.Fields)), line: make([]int, len(s.Fields)), trimLine: map[string]int{}}
	str := string(text)
	skip := len(str) - len(strings.TrimPrefix(str, bom))
	lines(str[skip:], func(n, from, to int, ended bool) {
		if ended || !unfinished {
			r.read(n, str[skip+from:skip+to])
		}
	})
	r.keep(unfinished)
	r.v.fill()
	if r.more > 0 {
		r.problems = append(r.problems, &scene.Problem{Code: "DIAL_MORE", File: s.File, Message: fmt.Sprintf("%d more lines are wrong", r.more)})
	}
	return r.v, r.problems
}

// notText says why a text cannot be read at all.
func notText(s *Spec, text []byte) *scene.Problem {
	p := &scene.Problem{File: s.File}
	switch {
	case len(text) == 0:
		p.Severity, p.Code = scene.Warning, "DIAL_EMPTY"
		p.Message, p.Remedy = "the file is empty, perhaps not written yet; the values before it stay", "delete the file to hand control back, or write a line"
	case len(text) > MaxSize:
		p.Code = "DIAL_TOO_BIG"
		p.Message, p.Remedy = fmt.Sprintf("the file has more than %d KiB, which no dial file needs; the values before it stay", MaxSize>>10), "keep only key=value lines and comments"
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		p.Code = "DIAL_BINARY"
		p.Message, p.Remedy = "the file is text in UTF-16, which is not read; the values before it stay", "save it as UTF-8"
	case bytes.ContainsFunc(text, func(c rune) bool { return c < ' ' && !strings.ContainsRune("\t\n\r\f\v", c) }):
		p.Code = "DIAL_BINARY"
		p.Message, p.Remedy = "the file is not text; the values before it stay", "a dial file has key=value lines; known keys: "+s.Known()
	default:
		return nil
	}
	return p
}

// reader collects what the lines of one text say.
type reader struct {
	spec     *Spec
	last, v  *Values
	failed   []bool         // a line about this key was wrong
	line     []int          // where a key was set
	trimLine map[string]int // where a trim was
	lost     []string       // trims whose line was wrong
	problems []*scene.Problem
	more     int
}

func (r *reader) tell(sev scene.Severity, n int, code, message, remedy string) {
	if len(r.problems) >= maxProblems {
		r.more++
		return
	}
	r.problems = append(r.problems, &scene.Problem{Severity: sev, Code: code, File: r.spec.File,
		Pointer: fmt.Sprintf("line %d", n), Message: message, Remedy: remedy})
}

// bad tells of something that was not taken.
func (r *reader) bad(n int, code, message, remedy string) {
	if remedy != "" {
		remedy += "; "
	}
	r.tell(scene.Error, n, code, message, remedy+"known keys: "+r.spec.Known())
}

// pair is a key with its value; a list has all its words.
type pair struct {
	piece
	words []string
	field int // in the table, or -1
}

// read takes in one line.
func (r *reader) read(n int, line string) {
	if len(line) > maxLine {
		r.bad(n, "DIAL_LINE_TOO_LONG", fmt.Sprintf("the line has more than %d bytes", maxLine), "")
		return
	}
	pieces, _ := split(r.spec, line)
	pairs, orphan := r.join(pieces)
	if orphan >= 0 {
		r.orphan(n, pieces, pairs, orphan)
		return
	}
	for _, p := range pairs {
		r.take(n, p)
	}
}

// join makes pairs of pieces. orphan is the first piece that belongs to none, or -1.
func (r *reader) join(pieces []piece) (pairs []pair, orphan int) {
	orphan = -1
	for i, p := range pieces {
		if p.eq < 0 {
			last := len(pairs) - 1
			if last >= 0 && pairs[last].field >= 0 && r.spec.Fields[pairs[last].field].Kind == List && !pairs[last].open {
				pairs[last].words = append(pairs[last].words, p.value)
				pairs[last].open = p.open
			} else if orphan < 0 {
				orphan = i
			}
			continue
		}
		q := pair{piece: p, field: r.spec.index(p.key)}
		if p.value != "" {
			q.words = []string{p.value}
		}
		pairs = append(pairs, q)
	}
	return pairs, orphan
}

// orphan tells of a line that cannot be divided; what it is about keeps its values.
func (r *reader) orphan(n int, pieces []piece, pairs []pair, at int) {
	for _, p := range pairs {
		r.fail(p)
	}
	p := pieces[at]
	if at > 0 && pieces[at-1].eq >= 0 && digits(p.value) {
		if before := pieces[at-1]; before.value != "" && digits(strings.TrimLeft(before.value, "+-")) {
			r.bad(n, "DIAL_COMMA_DECIMAL", fmt.Sprintf("%s=%s,%s has a comma where a decimal point belongs", clean(before.key), before.value, p.value),
				fmt.Sprintf("write %s=%s.%s", clean(before.key), before.value, p.value))
			return
		}
	}
	r.bad(n, "DIAL_NO_EQUALS", quote(p.value)+" has no \"=\" and belongs to no list; the line is left out", "write key=value")
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// clean is a key as messages show it, without quotes where it is plain.
func clean(key string) string {
	q := quote(key)
	if q == `"`+key+`"` {
		return key
	}
	return q
}

// fail notes that a pair was not taken.
func (r *reader) fail(p pair) {
	if p.field >= 0 {
		r.failed[p.field] = true
		return
	}
	if t, why := parseTrimKey(p.key); why == "" {
		r.lost = append(r.lost, t.Key())
	}
}

// take takes in one pair.
func (r *reader) take(n int, p pair) {
	isTrim := r.spec.Trims > 0 && p.field < 0 && strings.Contains(p.key, "@")
	switch {
	case p.key == "":
		r.bad(n, "DIAL_NO_KEY", quote("="+p.value)+" has no key", "write key=value")
	case p.field < 0 && !isTrim:
		r.bad(n, "DIAL_UNKNOWN_KEY", quote(p.key)+" is not a key of this file", r.guess(p.key))
	case p.equals > 1:
		r.fail(p)
		r.bad(n, "DIAL_TWO_EQUALS", clean(p.key)+" has two \"=\"", "put each pair on a line of its own, or a comma between them")
	case p.open:
		r.fail(p)
		r.bad(n, "DIAL_OPEN_REMARK", "the remark behind "+clean(p.key)+" has no closing parenthesis", "close it, or begin it with #")
	case isTrim:
		r.takeTrim(n, p)
	case r.spec.Fields[p.field].Kind == List:
		r.takeList(n, p)
	default:
		r.takeNumber(n, p)
	}
}

func (r *reader) takeNumber(n int, p pair) {
	f := &r.spec.Fields[p.field]
	v, code, why := f.read(p.value)
	if code != "" {
		r.failed[p.field] = true
		r.bad(n, code, f.Key+" "+why, f.example())
		return
	}
	if why != "" {
		code = "DIAL_SUSPECT"
		r.tell(scene.Warning, n, code, f.Key+"="+FormatNumber(v)+" "+why, f.Mend)
	}
	r.put(n, p)
	r.v.nums[p.field] = v
}

// read makes a number of a value. With a code it is refused for the reason why;
// without one, why is a warning, if there is any.
func (f *Field) read(value string) (v float64, code, why string) {
	if f.Kind == Switch {
		v, ok := parseSwitch(value)
		if !ok {
			return 0, "DIAL_NOT_A_SWITCH", "is neither on (1) nor off (0) but " + quote(value)
		}
		return v, "", ""
	}
	v, code, why = parseNumber(value)
	if code != "" {
		return 0, code, why
	}
	return f.check(v)
}

// check judges a number by the field's kind and range.
func (f *Field) check(v float64) (_ float64, code, why string) {
	span := fmt.Sprintf("%s to %s", FormatNumber(f.Min), FormatNumber(f.Max))
	switch {
	case !(v >= -Limit && v <= Limit): // NaN too
		return 0, "DIAL_OUT_OF_RANGE", "is " + FormatNumber(v) + ", more than any dial can be, " + FormatNumber(Limit)
	case f.Kind == Switch && v != 0 && v != 1:
		return 0, "DIAL_NOT_A_SWITCH", "is neither on (1) nor off (0) but " + FormatNumber(v)
	case f.Kind == Whole && v != float64(int64(v)):
		return 0, "DIAL_NOT_WHOLE", "is a whole number, not " + FormatNumber(v)
	case f.Kind == Switch || !f.ranged() || v >= f.Min && v <= f.Max:
		return v, "", ""
	case f.Strict:
		return 0, "DIAL_OUT_OF_RANGE", "is " + FormatNumber(v) + ", outside " + span
	case v < 0 && f.Min >= 0:
		return 0, "DIAL_OUT_OF_RANGE", "is " + FormatNumber(v) + ", and may not be negative"
	case v > f.Max && f.Above != "":
		return v, "", f.Above
	}
	return v, "", "is outside the sensible range " + span
}

// example says how a value of the field is written.
func (f *Field) example() string {
	switch {
	case f.Kind == Switch:
		return "write " + f.Key + "=1 or " + f.Key + "=0"
	case f.ranged():
		unit := ""
		if f.Unit != "" {
			unit = " " + f.Unit
		}
		return fmt.Sprintf("write a number such as %s=%s; %s to %s%s is sensible", f.Key, FormatNumber(f.Default), FormatNumber(f.Min), FormatNumber(f.Max), unit)
	}
	return fmt.Sprintf("write a number such as %s=%s", f.Key, FormatNumber(f.Default))
}

func (r *reader) takeList(n int, p pair) {
	f := &r.spec.Fields[p.field]
	words := make([]string, 0, len(p.words))
	for _, w := range p.words {
		if w == "" {
			continue
		}
		if !utf8.ValidString(w) {
			r.failed[p.field] = true
			r.bad(n, "DIAL_NOT_UTF8", f.Key+" has a word that is not UTF-8", "save the file as UTF-8")
			return
		}
		if len(words) == maxWords {
			r.failed[p.field] = true
			r.bad(n, "DIAL_OUT_OF_RANGE", fmt.Sprintf("%s has more than %d words", f.Key, maxWords), "")
			return
		}
		words = append(words, w)
	}
	r.put(n, p)
	r.v.words[p.field] = words
}

// put notes where a key was set, and tells where it was set before.
func (r *reader) put(n int, p pair) {
	if r.v.set[p.field] {
		r.tell(scene.Warning, r.line[p.field], "DIAL_TWICE", fmt.Sprintf("%s is set again in line %d, which counts", r.spec.Fields[p.field].Key, n), "delete one of the two")
	}
	r.v.set[p.field], r.line[p.field], r.failed[p.field] = true, n, false
}

// keep gives keys whose line was wrong their last good value, and, in a text that
// is not finished, those that it does not have.
func (r *reader) keep(unfinished bool) {
	for i := range r.spec.Fields {
		if !r.v.set[i] && r.last.set[i] && (r.failed[i] || unfinished) {
			r.v.set[i], r.v.nums[i], r.v.words[i] = true, r.last.nums[i], r.last.words[i]
		}
	}
	for _, t := range r.last.trims {
		if _, there := r.trimLine[t.Key()]; !there && len(r.v.trims) < r.spec.Trims && (unfinished || slices.Contains(r.lost, t.Key())) {
			r.v.trims = append(r.v.trims, t)
		}
	}
}

// guess names the key that was probably meant.
func (r *reader) guess(key string) string {
	best, dist := "", 3
	for _, f := range r.spec.Fields {
		for _, k := range append([]string{f.Key}, f.Aliases...) {
			if d := distance(strings.ToLower(key), strings.ToLower(k), dist); d < dist {
				best, dist = f.Key, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// distance counts the letters to change, add or take away to make b of a. It may
// give up, with most, where there are more.
func distance(a, b string, most int) int {
	if len(a) > len(b)+most || len(b) > len(a)+most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
