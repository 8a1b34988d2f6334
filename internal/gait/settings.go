package gait

import (
	"strings"
	"unicode"

	"donorlab/internal/dials"
)

// Enabled's key, as the seed spells it.
const enabledKey = "locomotionEnabled"

// Spec describes the dial file of the preferences, locomotion.txt: keys as the game
// spells them, with or without its client.anim. before them.
var Spec = &dials.Spec{
	File:   "locomotion.txt",
	Title:  "how walkers without clips move",
	Prefix: "client.anim.",
	Fields: fields(),
}

// fields is the table of preferences as a dial file's.
func fields() []dials.Field {
	all := []dials.Field{{Key: enabledKey, Label: "Enabled", Group: "Clock", Kind: dials.Switch, Default: 1,
		Tip: "Off leaves every pawn in its bind pose. The stride clock and the footsteps go on."}}
	for _, r := range table {
		all = append(all, dials.Field{Key: r.key, Label: label(r.key), Group: r.group, Unit: r.unit, Default: r.def, Min: r.min, Max: r.max, Tip: r.tip})
	}
	return all
}

// label makes words of a key: "Walk speed" of locomotionWalkSpeed.
func label(key string) string {
	key = strings.TrimPrefix(strings.TrimPrefix(key, "locomotion"), "gait")
	var b strings.Builder
	for i, c := range key {
		if i > 0 && unicode.IsUpper(c) {
			b.WriteByte(' ')
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// FromDials takes the preferences from a dial file's values; nil means the defaults.
func FromDials(v *dials.Values) Preferences {
	p := Defaults()
	if v == nil {
		return p
	}
	p.Enabled = v.Number(enabledKey) != 0
	for i := range table {
		*table[i].at(&p) = v.Number(table[i].key)
	}
	return p
}

// Number returns a preference by its key, as Spec has it; the switch is 1 or 0.
func (p *Preferences) Number(key string) (float64, bool) {
	f, ok := Spec.Field(key)
	if !ok {
		return 0, false
	}
	if f.Key == enabledKey {
		if p.Enabled {
			return 1, true
		}
		return 0, true
	}
	for i := range table {
		if table[i].key == f.Key {
			return *table[i].at(p), true
		}
	}
	return 0, false
}

// SetNumber changes a preference by its key and reports whether there is one.
func (p *Preferences) SetNumber(key string, v float64) bool {
	f, ok := Spec.Field(key)
	if !ok {
		return false
	}
	if f.Key == enabledKey {
		p.Enabled = v != 0
		return true
	}
	for i := range table {
		if table[i].key == f.Key {
			*table[i].at(p) = v
			return true
		}
	}
	return false
}
