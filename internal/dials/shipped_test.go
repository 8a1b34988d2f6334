package dials

import (
	"bytes"
	"testing"
)

// The shipped files say what the spec says, without a problem, and every key of
// the tables stands in its file.
func TestShippedFiles(t *testing.T) {
	want := map[string]string{
		TurnEaseFile:   "rate=0; bank=0; human=0; land=180; turret=90; hover=180; ship=90; hoverbank=6; shipbank=3; pivot=90",
		HugTerrainFile: "drop=-2; radius=0; lookahead=1.5; ease=4; cliff=1; skip=Exploitation,Ruin",
		RotorTrimFile:  "", // inert
		BattleTurnFile: "hold=1; diag=0",
	}
	for _, s := range Game() {
		text := s.ShippedText()
		if text == nil {
			t.Errorf("%s is not shipped", s.File)
			continue
		}
		if got := said(Parse(s, text, nil)); got != want[s.File] {
			t.Errorf("%s: %s\nwant %s", s.File, got, want[s.File])
		}
		if !s.Shipped().Equal(func() *Values { v, _ := Parse(s, text, nil); return v }()) {
			t.Errorf("%s: Shipped is another", s.File)
		}
		for _, f := range s.Fields {
			if !bytes.Contains(text, []byte("\n"+f.Key+"=")) && !bytes.Contains(text, []byte("\n#"+f.Key+"=")) {
				t.Errorf("%s does not have %s", s.File, f.Key)
			}
		}
	}
	if s := (&Spec{File: "none.txt"}); s.ShippedText() != nil || s.Shipped() == nil {
		t.Error("a file that is not shipped is at its defaults")
	}
	// Without its "#", each example of rotor trim is a trim.
	if got := said(Parse(RotorTrim, bytes.ReplaceAll(RotorTrim.ShippedText(), []byte("\n#H"), []byte("\nH")), nil)); got != "Helix@0=-2.5; Helix_back@2=1" {
		t.Error(got)
	}
}
