package humanoid

import (
	"strings"
	"unicode"
)

// part is what a name says a bone is. Some words mean different bones in
// different houses: partArm and partLeg are decided by what else is there.
type part uint8

const (
	partNone part = iota
	partHelper
	partFinger
	partHips
	partSideHip // "LeftHip": the thigh where joints name the bones
	partBody    // "Body": hips in rigs that have no better word
	partSpine
	partChest
	partTorso // a chest, if nothing else is called one
	partUpperChest
	partNeck
	partHead
	partEye
	partShoulder // collar bone, or the upper arm where a collar is named besides
	partCollar
	partArm
	partUpperArm
	partLowerArm
	partHand
	partWrist
	partLeg
	partUpperLeg
	partLowerLeg
	partFoot
	partAnkle
	partToes
	partRoot
)

// label is what a name says.
type label struct {
	part   part
	side   int  // +1 left, -1 right, 0 silent
	number int  // the last number of the name; 0 for none
	rank   int  // 1 where the prefix says that the bone is only the base of another one
	spoke  bool // the name said anything
}

// readName takes a bone's name apart. It knows the words of the usual rigs
// (Mixamo, Rigify, Unreal, VRM, Biped, MMD, Quaternius, KayKit, BVH), splits at
// case, digits and signs, also where words are written together, and reads
// Blender's suffixes; words of other languages are in the table too.
func readName(name string) label {
	var l label
	var has [wordCount]bool
	for _, tok := range tokens(name) {
		if tok[0] >= '0' && tok[0] <= '9' {
			n := 0
			for _, c := range tok {
				n = min(n*10+int(c-'0'), 1e6)
			}
			l.number = n
			continue
		}
		for _, w := range wordsIn(tok) {
			has[w] = true
		}
	}
	switch {
	case has[wLeft] && !has[wRight]:
		l.side = 1
	case has[wRight] && !has[wLeft]:
		l.side = -1
	}
	if has[wBase] {
		l.rank = 1
	}
	l.part = partOf(&has, l.side)
	l.spoke = l.part != partNone
	return l
}

// partOf decides from the words of a name, the most telling first.
func partOf(has *[wordCount]bool, side int) part {
	up, low := has[wUpper], has[wLower]
	switch {
	case has[wNeck] && has[wTwist]: // Reallusion calls the neck itself so
		return partNeck
	case has[wHelper], has[wTwist]:
		return partHelper
	case has[wFinger] && !has[wSpine] && !has[wChest]: // "spine middle" is no finger
		return partFinger
	case has[wFront] && (has[wLeg] || has[wThigh] || has[wCalf] || has[wFoot] || has[wShoulder]),
		has[wBack] && has[wShoulder]:
		return partNone // a creature's
	case has[wToes]:
		return partToes
	case has[wAnkle]:
		return partAnkle
	case has[wFoot]:
		return partFoot
	case has[wThigh], has[wLeg] && up:
		return partUpperLeg
	case has[wCalf], has[wLeg] && low:
		return partLowerLeg
	case has[wLeg]:
		return partLeg
	case has[wHand]:
		return partHand
	case has[wWrist]:
		return partWrist
	case has[wForearm], has[wArm] && low:
		return partLowerArm
	case has[wUpperArm], has[wArm] && up:
		return partUpperArm
	case has[wCollar]:
		return partCollar
	case has[wShoulder]:
		return partShoulder
	case has[wArm]:
		return partArm
	case has[wEye]:
		return partEye
	case has[wHead]:
		return partHead
	case has[wNeck]:
		return partNeck
	case has[wChest] && up:
		return partUpperChest
	case has[wChest]:
		return partChest
	case has[wTorso] && low:
		return partSpine
	case has[wTorso], has[wBody] && up:
		return partTorso
	case has[wSpine], has[wBody] && low:
		return partSpine
	case has[wHips] && side != 0:
		return partSideHip
	case has[wHips]:
		return partHips
	case has[wBody]:
		return partBody
	case has[wRoot]:
		return partRoot
	}
	return partNone
}

// tokens splits a name at signs, digits, changes of case and of script, and
// leaves out the namespace before the last ':' or '|'. Tokens are lower case.
func tokens(name string) []string {
	if len(name) > 256 {
		name = name[:256]
	}
	if i := strings.LastIndexAny(name, ":|"); i >= 0 && i+1 < len(name) {
		name = name[i+1:]
	}
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if r >= 0xFF01 && r <= 0xFF5E { // full-width forms of ASCII
			r -= 0xFF01 - '!'
			runes[i] = r
		}
	}
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if len(cur) > 0 {
			p := cur[len(cur)-1]
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			switch {
			case kind(p) != kind(r),
				unicode.IsLower(p) && unicode.IsUpper(r),
				unicode.IsUpper(p) && unicode.IsUpper(r) && next:
				flush()
			}
		}
		if r >= '0' && r <= '9' || !unicode.IsDigit(r) {
			cur = append(cur, r)
		}
	}
	flush()
	return out
}

// kind sorts runes: digits, letters written with spaces between words, and
// the scripts that write words together. The long-vowel sign and accents go
// with what they stand in.
func kind(r rune) int {
	switch {
	case unicode.IsDigit(r):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r == 'ー', r == '々':
		return 2
	}
	return 1
}

// wordsIn finds the known words that a token is made of: the whole token, or
// known words that fill it without a gap, or in scripts that write words
// together whatever is known in it, the longest first.
func wordsIn(tok string) []word {
	if w, ok := vocabulary[tok]; ok {
		return []word{w}
	}
	runes := []rune(tok)
	if kind(runes[0]) == 2 {
		var out []word
		for i := 0; i < len(runes); {
			n, w := 1, wSilent
			for k := min(len(runes)-i, longestWord); k >= 1; k-- {
				if v, ok := vocabulary[string(runes[i:i+k])]; ok {
					n, w = k, v
					break
				}
			}
			if w != wSilent {
				out = append(out, w)
			}
			i += n
		}
		return out
	}
	if len(runes) > 40 {
		return nil
	}
	out, ok := fill(runes, true)
	if !ok {
		return nil
	}
	return out
}

// fill splits a token into known words of two letters or more; a single l or r
// counts at either end only.
func fill(runes []rune, first bool) ([]word, bool) {
	if len(runes) == 0 {
		return nil, true
	}
	for k := min(len(runes), longestWord); k >= 1; k-- {
		if k == 1 && !(first || len(runes) == 1) {
			continue
		}
		w, ok := vocabulary[string(runes[:k])]
		if !ok || k == 1 && w != wLeft && w != wRight {
			continue
		}
		if rest, ok := fill(runes[k:], false); ok {
			return append([]word{w}, rest...), true
		}
	}
	return nil, false
}
