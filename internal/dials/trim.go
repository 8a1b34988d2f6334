package dials

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// parseTrimKey reads Bone@axis.
func parseTrimKey(key string) (t Trim, why string) {
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return t, "is not of the form Bone@axis"
	}
	bone, axis := strings.TrimSpace(key[:at]), strings.TrimSpace(key[at+1:])
	switch {
	case bone == "":
		return t, "names no bone"
	case !utf8.ValidString(bone):
		return t, "has a name that is not UTF-8"
	case len(axis) != 1 || axis[0] < '0' || axis[0] > '2':
		return t, "has the axis " + quote(axis) + ", which is not 0 (X), 1 (Y) or 2 (Z)"
	}
	return Trim{Bone: bone, Axis: int(axis[0] - '0')}, ""
}

// trimField is how a trim's degrees are judged.
var trimField = Field{Key: "Bone@axis", Min: -180, Max: 180}

func (r *reader) takeTrim(n int, p pair) {
	t, why := parseTrimKey(p.key)
	if why != "" {
		r.bad(n, "DIAL_BAD_TRIM", clean(p.key)+" "+why, "write Bone@axis=degrees, such as Helix@0=-12.5")
		return
	}
	deg, code, why := trimField.read(p.value)
	if code != "" {
		r.fail(p)
		r.bad(n, code, clean(t.Key())+" "+why, "write Bone@axis=degrees, such as Helix@0=-12.5")
		return
	}
	t.Deg = deg
	if before, twice := r.trimLine[t.Key()]; twice {
		r.tell(scene.Warning, before, "DIAL_TWICE", fmt.Sprintf("%s is set again in line %d, which counts", clean(t.Key()), n), "delete one of the two")
		i := slices.IndexFunc(r.v.trims, func(o Trim) bool { return o.Key() == t.Key() })
		r.v.trims[i] = t
		r.trimLine[t.Key()] = n
		return
	}
	if len(r.v.trims) == r.spec.Trims {
		r.bad(n, "DIAL_TOO_MANY_TRIMS", fmt.Sprintf("%s is one more than the %d bones that can be trimmed", clean(t.Key()), r.spec.Trims), "delete another line first")
		return
	}
	if why != "" {
		r.tell(scene.Warning, n, "DIAL_SUSPECT", clean(t.Key())+"="+FormatNumber(deg)+" "+why, "")
	}
	r.trimLine[t.Key()] = n
	r.v.trims = append(r.v.trims, t)
}
