package dials

import (
	"strings"
	"testing"
)

func TestSetKeepsTheRest(t *testing.T) {
	for _, c := range []struct {
		spec                   *Spec
		text, key, value, want string
	}{
		{TurnEase, "# mine\r\nrate = 180 (soft) # c\r\nbank=6\r\n", "rate", "90.5", "# mine\r\nrate = 90.5 (soft) # c\r\nbank=6\r\n"},
		{TurnEase, "rate=180, bank=6", "bank", "-3", "rate=180, bank=-3"},
		{TurnEase, "rate=180\nAir=20\n", "hover", "30", "rate=180\nAir=30\n"},
		{TurnEase, "rate=1\nrate=2\n", "rate", "3", "rate=1\nrate=3\n"},
		{TurnEase, "rate=180", "pivot", "0", "rate=180\npivot=0\n"},
		{TurnEase, "a\r\n#b", "pivot", "0", "a\r\n#b\r\npivot=0\r\n"},
		{TurnEase, "", "rate", "5", "# haf_turnease.txt: turn ease: flown turns in place of the facing snap\nrate=5\n"},
		{TurnEase, "rate=1,5 # no", "rate", "1.5", "rate=1.5 # no"}, // and so mends the line
		{TurnEase, "rate=\nbank=2", "rate", "7", "rate=7\nbank=2"},
		{TurnEase, "fast, rate=3", "rate", "7", "fast, rate=3\nrate=7\n"}, // the line is spoilt by another piece
		{TurnEase, "#rate=3\n", "rate", "7", "#rate=3\nrate=7\n"},
		{TurnEase, "\ufeffrate=3", "rate", "7", "\ufeffrate=7"},
		{HugTerrain, "drop=-2, skip=A, B (flat), ease=3", "skip", "C,D,E", "drop=-2, skip=C,D,E (flat), ease=3"},
		{HugTerrain, "skip=A,B # flat", "skip", "", "skip= # flat"},
		{HugTerrain, "skip=A(Clone) (flat)", "skip", "B(Clone),C", "skip=B(Clone),C (flat)"},
		{RotorTrim, "Helix@0=1 (mast)\nTail@1=2", "Tail@1", "-2.5", "Helix@0=1 (mast)\nTail@1=-2.5"},
		{RotorTrim, "Helix@0=1\n", "Helix@2", "3", "Helix@0=1\nHelix@2=3\n"},
		{BattleTurn, "hold=on", "hold", "0", "hold=0"},
	} {
		out, err := Set(c.spec, []byte(c.text), c.key, c.value)
		if err != nil || string(out) != c.want {
			t.Errorf("%q with %s=%s: %q, %v\nwant %q", c.text, c.key, c.value, out, err, c.want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct {
		spec                  *Spec
		text, key, value, why string
	}{
		{TurnEase, "rate=1", "speed", "1", "DIAL_UNKNOWN_KEY"},
		{TurnEase, "rate=1", "rate", "1,5", "DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=1", "rate", "1\nbank=2", "DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=1", "rate", "1e30", "DIAL_OUT_OF_RANGE"},
		{TurnEase, "\x00", "rate", "1", "DIAL_BINARY"},
		{TurnEase, strings.Repeat("#\n", MaxSize/2), "rate", "1", "DIAL_CANNOT_EDIT"}, // full
		{HugTerrain, "", "skip", "a=b", "DIAL_BAD_WORD"},
		{HugTerrain, "", "skip", "a\nb", "DIAL_BAD_WORD"},
		{HugTerrain, "", "skip", "a (b)", "DIAL_CANNOT_EDIT"}, // would be read as a remark
		{RotorTrim, "a@0=1\nb@0=1\nc@0=1\nd@0=1", "e@0", "1", "DIAL_CANNOT_EDIT"},
		{RotorTrim, "", "a,b@0", "1", "DIAL_BAD_TRIM"},
	} {
		out, err := Set(c.spec, []byte(c.text), c.key, c.value)
		if err == nil || !strings.Contains(err.Error(), c.why) || string(out) != c.text {
			t.Errorf("%.40q with %s=%s: %.40q, %v, want %s", c.text, c.key, c.value, out, err, c.why)
		}
	}
}

func TestUnset(t *testing.T) {
	for _, c := range []struct {
		spec            *Spec
		text, key, want string
	}{
		{TurnEase, "# a\nrate=1\nbank=2\n", "rate", "# a\nbank=2\n"},
		{TurnEase, "rate=1 (x), bank=2, pivot=3", "rate", "bank=2, pivot=3"},
		{TurnEase, "rate=1, bank=2, pivot=3", "bank", "rate=1, pivot=3"},
		{TurnEase, "rate=1, bank=2 (x) # c", "bank", "rate=1 # c"},
		{TurnEase, "rate=1 # c\r\nrate=2\r\nbank=1", "rate", "# c\r\nbank=1"},
		{HugTerrain, "skip=A, B, ease=3", "skip", "ease=3"},
		{RotorTrim, "a@0=1\na@1=2", "a@0", "a@1=2"},
		{TurnEase, "bank=1", "rate", "bank=1"},
	} {
		out, err := Unset(c.spec, []byte(c.text), c.key)
		if err != nil || string(out) != c.want {
			t.Errorf("%q without %s: %q, %v\nwant %q", c.text, c.key, out, err, c.want)
		}
	}
}
