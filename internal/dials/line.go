package dials

import "strings"

// piece is what stands between two commas of a line. All places are byte offsets
// into the line.
type piece struct {
	eq         int    // where "=" is, or -1
	from, to   int    // without the comma, and without spaces around
	key        string // before "="
	value      string // behind it, or the whole piece where there is none; no remark
	vFrom, vTo int    // where value is
	open       bool   // a remark begins and does not end
	equals     int    // how many "=" there are outside of remarks
}

// split divides a line into pieces and says where its comment begins: at len(line)
// where there is none. Pieces that are blank are left out.
func split(s *Spec, line string) (pieces []piece, comment int) {
	p, start := piece{eq: -1}, 0
	remark, depth := -1, 0
	list := false // the key that a value would belong to is a list
	end := func(at int) {
		p.from, p.to = trimSpan(line, start, at)
		p.vFrom, p.vTo = p.from, p.to
		if p.eq >= 0 {
			p.key = strings.TrimSpace(line[start:p.eq])
			p.vFrom, p.vTo = trimSpan(line, p.eq+1, at)
		}
		if remark >= 0 {
			p.open = depth > 0
			p.vFrom, p.vTo = trimSpan(line, p.vFrom, remark)
		}
		p.value = line[p.vFrom:p.vTo]
		if p.from < p.to {
			pieces = append(pieces, p)
		}
		p, start, remark, depth = piece{eq: -1}, at+1, -1, 0
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '#':
			end(i)
			return pieces, i
		case depth > 0 && c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
		case depth > 0:
		case c == ',':
			end(i)
		case remark >= 0 && c != '(' && !blank(c) && c != '=':
			remark = -2 // something follows it: it was none
		case c == '(' && remark >= 0:
			depth = 1 // a second remark
		case c == '=':
			p.equals++
			if p.eq < 0 {
				p.eq, remark = i, -1
				k := s.index(line[start:i])
				list = k >= 0 && s.Fields[k].Kind == List
			}
		case c == '(' && remark == -1 && opensRemark(s, line, i, p.eq >= 0, list):
			remark, depth = i, 1
		}
	}
	end(len(line))
	return pieces, len(line)
}

// opensRemark reports whether the parenthesis at i begins a remark: it may also be
// part of a bone's name or of a word in a list.
func opensRemark(s *Spec, line string, i int, inValue, list bool) bool {
	if s.Trims > 0 && !inValue {
		return false
	}
	return !list || i > 0 && (line[i-1] == ' ' || line[i-1] == '\t')
}

func trimSpan(line string, from, to int) (int, int) {
	for from < to && blank(line[from]) {
		from++
	}
	for to > from && blank(line[to-1]) {
		to--
	}
	return from, to
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// lines calls f for each line of a text with the offsets of its first byte and of
// the byte behind its last, line ending not included. ended is false for a last
// line that no line ending closes.
func lines(text string, f func(n, from, to int, ended bool)) {
	n := 1
	for from := 0; from < len(text); n++ {
		to, next, ended := len(text), len(text), false
		if i := strings.IndexAny(text[from:], "\r\n"); i >= 0 {
			to, ended = from+i, true
			next = to + 1
			if strings.HasPrefix(text[to:], "\r\n") {
				next++
			}
		}
		f(n, from, to, ended)
		from = next
	}
}
