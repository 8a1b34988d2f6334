package dials

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"donorlab/internal/scene"
)

// said is what a text says of the keys in it, and its problems as "line code".
func said(v *Values, problems []*scene.Problem) string {
	var out []string
	for i, f := range v.spec.Fields {
		if v.set[i] {
			out = append(out, f.Key+"="+v.text(i))
		}
	}
	for _, t := range v.trims {
		out = append(out, t.Key()+"="+FormatNumber(t.Deg))
	}
	for _, p := range problems {
		out = append(out, strings.TrimSpace(strings.TrimPrefix(p.Pointer, "line ")+" "+p.Code))
	}
	return strings.Join(out, "; ")
}

func TestGrammar(t *testing.T) {
	for _, c := range []struct {
		spec       *Spec
		text, want string
	}{
		{TurnEase, "rate=180\nbank=6\n", "rate=180; bank=6"},
		{TurnEase, "rate=180, bank=6", "rate=180; bank=6"},
		{TurnEase, "\ufeff rate = 180 \t# fast\r\n\r\n# bank=3\r\nBANK=-6.5", "rate=180; bank=-6.5"},
		{TurnEase, "rate=180\rbank=6\r", "rate=180; bank=6"},
		{TurnEase, "air=120", "hover=120"},
		{TurnEase, "rate=180,", "rate=180"},
		{TurnEase, "rate=180 (per second, say),bank=6(soft)", "rate=180; bank=6"},
		{TurnEase, "rate=180 (a) (b)", "rate=180"},
		{TurnEase, "rate=180 (a (b) c)", "rate=180"},
		{TurnEase, "rate=180 (a) b", "1 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=180 (a, bank=6", "1 DIAL_OPEN_REMARK"},
		{TurnEase, "rate=1.8e2, bank=+6., pivot=.5", "rate=180; bank=6; pivot=0.5"},
		// The seed's own line, with its remarks.
		{HugTerrain, "drop=-2, radius=0 (auto), lookahead=1.5, ease=4, skip=Exploitation,Ruin (or only= as a whitelist)",
			"drop=-2; radius=0; lookahead=1.5; ease=4; skip=Exploitation,Ruin"},
		{HugTerrain, "only=Extension_Base_CityCenter , Extension_Era5, ease=3, skip=", "ease=3; only=Extension_Base_CityCenter,Extension_Era5; skip="},
		{HugTerrain, "skip=A(Clone),B (flat),C", "skip=A(Clone),B,C"},
		{HugTerrain, "skip=A,,B", "skip=A,B"},
		{HugTerrain, "drop=2", "drop=2; 1 DIAL_SUSPECT"},
		{HugTerrain, "drop=-40", "drop=-40; 1 DIAL_SUSPECT"},
		// What is refused, each by name; the other pairs of the line are taken.
		{TurnEase, "rate=1,5", "1 DIAL_COMMA_DECIMAL"},
		{TurnEase, "bank=6, rate=-1,5", "1 DIAL_COMMA_DECIMAL"},
		{TurnEase, "rate=180, fast", "1 DIAL_NO_EQUALS"},
		{TurnEase, "fast\nrate=90", "rate=90; 1 DIAL_NO_EQUALS"},
		{TurnEase, "rate=fast, bank=6", "bank=6; 1 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=\nbank=6", "bank=6; 1 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=NaN\nbank=-Inf\nhover=1e30\nship=1e999\nland=0x10\nturret=1_0", "1 DIAL_OUT_OF_RANGE; 2 DIAL_OUT_OF_RANGE; 3 DIAL_OUT_OF_RANGE; 4 DIAL_OUT_OF_RANGE; 5 DIAL_NOT_A_NUMBER; 6 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=-1", "1 DIAL_OUT_OF_RANGE"},
		{TurnEase, "rate=1e5", "rate=100000; 1 DIAL_SUSPECT"},
		{TurnEase, "hoverbanks=3", "1 DIAL_UNKNOWN_KEY"},
		{TurnEase, "Helix@0=3", "1 DIAL_UNKNOWN_KEY"},
		{TurnEase, "=3", "1 DIAL_NO_KEY"},
		{TurnEase, "rate=1=2", "1 DIAL_TWO_EQUALS"},
		{TurnEase, "rate=90\nrate=180", "rate=180; 1 DIAL_TWICE"},
		{TurnEase, "rate=90\nrate=x", "rate=90; 2 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=" + strings.Repeat("1", maxLine), "1 DIAL_LINE_TOO_LONG"},
		{BattleTurn, "hold=1, diag=off", "hold=1; diag=0"},
		{BattleTurn, "hold=Yes\ndiag=2", "hold=1; 2 DIAL_NOT_A_SWITCH"},
		{RotorTrim, "Helix@0=-12.5 (mast), Helix_back@2=3\n", "Helix@0=-12.5; Helix_back@2=3"},
		{RotorTrim, "Rotor (1)@1=5, a@b@2=1", "Rotor (1)@1=5; a@b@2=1"},
		{RotorTrim, "Helix@3=1\nHelix@=1\n@1=1\nHelix=1\nHelix@1=x\nHelix@1=1,5", "1 DIAL_BAD_TRIM; 2 DIAL_BAD_TRIM; 3 DIAL_BAD_TRIM; 4 DIAL_UNKNOWN_KEY; 5 DIAL_NOT_A_NUMBER; 6 DIAL_COMMA_DECIMAL"},
		{RotorTrim, "a@0=1\nb@0=1\nc@0=1\nd@0=1\ne@0=1\na@0=2", "a@0=2; b@0=1; c@0=1; d@0=1; 5 DIAL_TOO_MANY_TRIMS; 1 DIAL_TWICE"},
		// What is no text.
		{TurnEase, "", "DIAL_EMPTY"},
		{TurnEase, "rate=180\x00", "DIAL_BINARY"},
		{TurnEase, "\xff\xfer\x00", "DIAL_BINARY"},
		{TurnEase, strings.Repeat("#", MaxSize+1), "DIAL_TOO_BIG"},
		{TurnEase, "# Gr\xfc\xdfe\nrate=180", "rate=180"}, // an old editor's comment
		{HugTerrain, "skip=Gr\xfc", "1 DIAL_NOT_UTF8"},
	} {
		if got := said(Parse(c.spec, []byte(c.text), nil)); got != c.want {
			t.Errorf("%.60q: %s\nwant %s", c.text, got, c.want)
		}
	}
}

// Every refused line is told with its number, the reason, and the known keys.
func TestMessages(t *testing.T) {
	for text, want := range map[string]string{
		"\nrate=1,5":    "haf_turnease.txt: line 2: rate=1,5 has a comma where a decimal point belongs [DIAL_COMMA_DECIMAL]; write rate=1.5; known keys: rate, bank, human, land, turret, hover, ship, hoverbank, shipbank, pivot",
		"hoverbanks=3":  `haf_turnease.txt: line 1: "hoverbanks" is not a key of this file [DIAL_UNKNOWN_KEY]; did you mean hoverbank?; known keys: rate, bank, human, land, turret, hover, ship, hoverbank, shipbank, pivot`,
		"pivot=\x1b[1m": `haf_turnease.txt: the file is not text; the values before it stay [DIAL_BINARY]; a dial file has key=value lines; known keys: rate, bank, human, land, turret, hover, ship, hoverbank, shipbank, pivot`,
		"rate=-4":       "haf_turnease.txt: line 1: rate is -4, and may not be negative [DIAL_OUT_OF_RANGE]; write a number such as rate=0; 0 to 720 deg/s is sensible; known keys: rate, bank, human, land, turret, hover, ship, hoverbank, shipbank, pivot",
	} {
		_, problems := Parse(TurnEase, []byte(text), nil)
		if len(problems) != 1 || problems[0].Error() != want {
			t.Errorf("%q: %v\nwant %s", text, problems, want)
		}
	}
	if _, problems := Parse(HugTerrain, []byte("drop=2"), nil); len(problems) != 1 || problems[0].Severity != scene.Warning || !strings.Contains(problems[0].Message, "higher over open ground") {
		t.Errorf("a positive drop: %v", problems)
	}
	_, problems := Parse(TurnEase, []byte(strings.Repeat("x\n", 1000)), nil)
	if n := len(problems); n != maxProblems+1 || problems[n-1].Message != "950 more lines are wrong" {
		t.Errorf("%d problems, the last %v", n, problems[n-1])
	}
}

// Last good values, key by key: after text one, text two says.
func TestLastGood(t *testing.T) {
	for _, c := range []struct {
		spec           *Spec
		one, two, want string
	}{
		{TurnEase, "rate=180, bank=6", "rate=x, bank=7", "rate=180; bank=7; 1 DIAL_NOT_A_NUMBER"},
		{TurnEase, "rate=180, bank=6", "rate=1,5, bank=7", "rate=180; bank=6; 1 DIAL_COMMA_DECIMAL"},
		{TurnEase, "rate=180, bank=6", "bank=7", "bank=7"},                               // a line that went hands control back
		{TurnEase, "bank=6", "rate=x", "1 DIAL_NOT_A_NUMBER"},                            // there is no last good rate
		{TurnEase, "rate=180", "rate=90\nrate=x", "rate=90; 2 DIAL_NOT_A_NUMBER"},        // good in this very text
		{TurnEase, "rate=180", "", "rate=180; DIAL_EMPTY"},                               // cleared, not yet written
		{TurnEase, "rate=180", "\x00\x01", "rate=180; DIAL_BINARY"},                      //
		{TurnEase, "rate=180", "# nothing\n", ""},                                        //
		{HugTerrain, "skip=A,B", "skip=C, x, \xff", "skip=A,B; 1 DIAL_NOT_UTF8"},         //
		{HugTerrain, "skip=A,B", "only=C", "only=C"},                                     //
		{RotorTrim, "a@0=1\nb@1=2", "b@1=x\na@0=3", "a@0=3; b@1=2; 1 DIAL_NOT_A_NUMBER"}, //
		{RotorTrim, "a@0=1\nb@1=2", "b@1=1,5", "b@1=2; 1 DIAL_COMMA_DECIMAL"},            //
		{RotorTrim, "a@0=1", "b@1=x", "1 DIAL_NOT_A_NUMBER"},                             //
	} {
		last, _ := Parse(c.spec, []byte(c.one), nil)
		if got := said(Parse(c.spec, []byte(c.two), last)); got != c.want {
			t.Errorf("%q, then %q: %s\nwant %s", c.one, c.two, got, c.want)
		}
	}
}

func TestDefaults(t *testing.T) {
	for _, s := range Game() {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
	v := Defaults(HugTerrain)
	if got := fmt.Sprint(v.Number("drop"), v.Number("radius"), v.Number("lookahead"), v.Number("ease"), v.Number("cliff"), v.List("only"), v.List("skip")); got != "0 0 1.5 4 1 [] [Exploitation Ruin]" {
		t.Errorf("hug: %s", got)
	}
	v, _ = Parse(HugTerrain, []byte("skip="), nil)
	if len(v.List("skip")) != 0 || !v.IsSet("skip") {
		t.Error("an empty skip leaves nothing out")
	}
	if v := Defaults(TurnEase); v.Number("rate") != 0 || v.Number("pivot") != 90 || !math.IsNaN(v.Number("nonsense")) {
		t.Error("turn ease")
	}
	// hoverbank is as bank, wherever the two stand, unless it is set.
	for text, want := range map[string]float64{"bank=6": 6, "hoverbank=2\nbank=6": 2, "bank=6\nhoverbank=0": 0, "": 0} {
		if v, _ := Parse(TurnEase, []byte(text), nil); v.Number("hoverbank") != want {
			t.Errorf("%q: hoverbank %v, want %v", text, v.Number("hoverbank"), want)
		}
	}
}

// A table of another package: its prefix is read past, whole and strict are kept.
func TestAFurtherFile(t *testing.T) {
	s := &Spec{File: "locomotion.txt", Prefix: "client.anim.", Fields: []Field{
		{Key: "locomotionWalkStance", Label: "l", Tip: "t", Default: .62, Min: .1, Max: .9, Strict: true},
		{Key: "count", Label: "l", Tip: "t", Kind: Whole, Max: 9},
	}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	if got := said(Parse(s, []byte("client.anim.locomotionWalkStance=0.5, count=3"), nil)); got != "locomotionWalkStance=0.5; count=3" {
		t.Error(got)
	}
	if got := said(Parse(s, []byte("locomotionWalkStance=0.95, count=3.5"), nil)); got != "1 DIAL_OUT_OF_RANGE; 1 DIAL_NOT_WHOLE" {
		t.Error(got)
	}
}

// While a text is being written, its last line waits, and keys that are not there
// yet keep their values.
func TestUnfinished(t *testing.T) {
	last, _ := Parse(TurnEase, []byte("rate=180\nbank=6\npivot=20"), nil)
	if got := said(parse(TurnEase, []byte("rate=90\nbank=1"), last, true)); got != "rate=90; bank=6; pivot=20" {
		t.Error(got)
	}
	last, _ = Parse(RotorTrim, []byte("a@0=1\nb@0=2"), nil)
	if got := said(parse(RotorTrim, []byte("b@0=3\na@0="), last, true)); got != "b@0=3; a@0=1" {
		t.Error(got)
	}
}
