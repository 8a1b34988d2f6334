package dials

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// shown is "value origin from < overridden ..." of an effective value.
func shown(e Effective) string {
	show := func(s Source) string {
		if s.Words != nil {
			return fmt.Sprintf("%s %v %s", strings.Join(s.Words, ","), s.Origin, s.From)
		}
		return fmt.Sprintf("%s %v %s", FormatNumber(s.Num), s.Origin, s.From)
	}
	out := show(e.Source)
	for _, o := range e.Overrides {
		out += " < " + show(o)
	}
	return out
}

// The file names, so that the table's rows fit a line.
var short = strings.NewReplacer("haf_turnease.txt", "T", "haf_hugterrain.txt", "H")

func TestTurnPrecedence(t *testing.T) {
	newer := Rules{ModelFirst: true}
	for _, c := range []struct {
		dials string
		unit  Unit
		rules Rules
		rate  string
		bank  string
	}{
		// Nobody says anything: the game's snap, and no bank even where there is one.
		{"", Unit{Category: Hover}, Rules{}, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
		{"bank=6", Unit{Category: Hover, TurnBank: 9}, Rules{}, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
		// The model alone.
		{"", Unit{Category: Hover, TurnRate: 90, TurnBank: 5}, Rules{}, "90 model entry turnRate", "5 model entry turnBank"},
		{"", Unit{TurnRate: 90}, Rules{}, "90 model entry turnRate", "0 engine level turns"},
		// The seed's rule: a live rate overrides the model, its bank the model's.
		{"rate=180, bank=6", Unit{TurnRate: 90, TurnBank: 5}, Rules{}, "180 dial T rate < 90 model entry turnRate", "6 dial T bank < 5 model entry turnBank"},
		{"rate=0, bank=6", Unit{TurnRate: 90, TurnBank: 5}, Rules{}, "90 model entry turnRate", "5 model entry turnBank < 6 dial T bank"},
		{"rate=180, bank=0", Unit{TurnRate: 90, TurnBank: 5}, Rules{}, "180 dial T rate < 90 model entry turnRate", "5 model entry turnBank"},
		{"rate=180", Unit{}, Rules{}, "180 dial T rate", "0 engine level turns"},
		// The category's dial goes before the global one; 0 is not there.
		{"rate=180, land=120, bank=6", Unit{Category: Land, TurnRate: 90}, Rules{}, "120 dial T land < 180 dial T rate < 90 model entry turnRate", "0 engine level turns"},
		{"rate=180, human=0, bank=6", Unit{Category: Human}, Rules{}, "180 dial T rate", "6 dial T bank"},
		{"hover=150, bank=6", Unit{Category: Hover}, Rules{}, "150 dial T hover", "6 dial T bank"}, // hoverbank is as bank
		{"hover=150, bank=6, hoverbank=3", Unit{Category: Hover, TurnBank: 9}, Rules{}, "150 dial T hover", "3 dial T hoverbank < 9 model entry turnBank"},
		{"hover=150, bank=6, hoverbank=0", Unit{Category: Hover, TurnBank: 9}, Rules{}, "150 dial T hover", "9 model entry turnBank"},
		{"rate=150, bank=6, hoverbank=0", Unit{Category: Hover}, Rules{}, "150 dial T rate", "0 engine level turns"},
		{"rate=150, bank=6, hoverbank=2", Unit{Category: Hover}, Rules{}, "150 dial T rate", "2 dial T hoverbank < 6 dial T bank"},
		{"ship=90, shipbank=-3, bank=6", Unit{Category: Ship}, Rules{}, "90 dial T ship", "-3 dial T shipbank"},
		{"ship=90, bank=6", Unit{Category: Ship, TurnBank: 2}, Rules{}, "90 dial T ship", "2 model entry turnBank"},
		{"hover=150", Unit{Category: Turret}, Rules{}, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
		// A plane has no dial of its own; the seed's global rate is for all.
		{"rate=180, bank=6", Unit{Category: Plane, TurnRate: 40}, Rules{}, "180 dial T rate < 40 model entry turnRate", "6 dial T bank"},
		// The newer rule: model, category, global.
		{"rate=180, land=120", Unit{Category: Land, TurnRate: 90}, newer, "90 model entry turnRate < 120 dial T land < 180 dial T rate", "0 engine level turns"},
		{"rate=180, land=120", Unit{Category: Land}, newer, "120 dial T land < 180 dial T rate", "0 engine level turns"},
		{"rate=180, bank=6", Unit{Category: Land}, newer, "180 dial T rate", "6 dial T bank"},
		{"bank=6", Unit{Category: Land, TurnRate: 90}, newer, "90 model entry turnRate", "6 dial T bank"},
		{"hover=150, hoverbank=3, bank=6", Unit{Category: Hover, TurnRate: 90, TurnBank: 9}, newer, "90 model entry turnRate < 150 dial T hover", "9 model entry turnBank < 3 dial T hoverbank < 6 dial T bank"},
		{"rate=180, bank=6", Unit{Category: Plane}, newer, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
		{"rate=180, bank=6", Unit{Category: Plane, TurnRate: 40}, newer, "40 model entry turnRate", "6 dial T bank"},
		// What is no number is not said.
		{"", Unit{TurnRate: math.NaN(), TurnBank: math.Inf(1)}, Rules{}, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
		{"", Unit{TurnRate: -90}, Rules{}, "0 engine the game's instant turn", "0 engine no bank without a turn rate"},
	} {
		v, problems := Parse(TurnEase, []byte(c.dials), nil)
		if len(problems) > 0 && c.dials != "" {
			t.Fatal(problems[0])
		}
		f := Resolve(v, nil, c.unit, c.rules)
		if got := short.Replace(shown(f.TurnRate)); got != c.rate {
			t.Errorf("%q %+v %+v: rate %s\nwant %s", c.dials, c.unit, c.rules, got, c.rate)
		}
		if got := short.Replace(shown(f.TurnBank)); got != c.bank {
			t.Errorf("%q %+v %+v: bank %s\nwant %s", c.dials, c.unit, c.rules, got, c.bank)
		}
	}
}

func TestPivotPrecedence(t *testing.T) {
	for _, c := range []struct {
		dials string
		unit  Unit
		want  string
	}{
		{"", Unit{Category: Land}, "0 engine no pivot without a turn rate"},
		{"land=90", Unit{Category: Land}, "90 default T pivot (default)"},
		{"land=90, pivot=45", Unit{Category: Land}, "45 dial T pivot"},
		{"land=90, pivot=0", Unit{Category: Land}, "0 dial T pivot"},
		{"land=90, pivot=45", Unit{Category: Land, Pivot: 1}, "1 unit unit link turnPivot < 45 dial T pivot"},
		{"land=90, pivot=45", Unit{Category: Land, Pivot: -1}, "0 unit unit link turnPivot < 45 dial T pivot"},
		{"hover=90, pivot=45", Unit{Category: Hover}, "0 engine aircraft turn while they move"},
		{"hover=90", Unit{Category: Hover, Pivot: 60}, "60 unit unit link turnPivot"},
		{"pivot=45", Unit{TurnRate: 90}, "45 dial T pivot"},
	} {
		v, _ := Parse(TurnEase, []byte(c.dials), nil)
		if got := short.Replace(shown(Resolve(v, nil, c.unit, Rules{}).Pivot)); got != c.want {
			t.Errorf("%q %+v: %s\nwant %s", c.dials, c.unit, got, c.want)
		}
	}
}

func TestHugPrecedence(t *testing.T) {
	m := Unit{HugDrop: -1, HugLookahead: 3, HugRadius: 5, HugEase: 2, HugOnly: []string{"X"}, HugSkip: []string{}}
	own := Rules{PerModelHug: true}
	for _, c := range []struct {
		dials string
		unit  Unit
		rules Rules
		want  []string // drop, look-ahead, radius, ease, cliff, only, skip
	}{
		{"", Unit{}, Rules{}, []string{"0 engine the game's own altitude", "1.5 default H lookahead (default)", "0 default H radius (default)",
			"4 default H ease (default)", "1 default H cliff (default)", "0 default H only (default)", "Exploitation,Ruin default H skip (default)"}},
		{"", m, Rules{}, []string{"-1 model entry hugDrop", "3 model entry hugLookahead", "0 default H radius (default)",
			"4 default H ease (default)", "1 default H cliff (default)", "0 default H only (default)", "Exploitation,Ruin default H skip (default)"}},
		// A live drop brings its own look-ahead, set or not.
		{"drop=-2, lookahead=6, ease=3", m, Rules{}, []string{"-2 dial H drop < -1 model entry hugDrop", "6 dial H lookahead < 3 model entry hugLookahead", "0 default H radius (default)",
			"3 dial H ease", "1 default H cliff (default)", "0 default H only (default)", "Exploitation,Ruin default H skip (default)"}},
		{"drop=-2", m, Rules{}, []string{"-2 dial H drop < -1 model entry hugDrop", "1.5 default H lookahead (default) < 3 model entry hugLookahead", "0 default H radius (default)",
			"4 default H ease (default)", "1 default H cliff (default)", "0 default H only (default)", "Exploitation,Ruin default H skip (default)"}},
		// drop=0 gives both back; what describes the map stays the file's.
		{"drop=0, lookahead=6, cliff=0, skip=Ruin", m, Rules{}, []string{"-1 model entry hugDrop", "3 model entry hugLookahead", "0 default H radius (default)",
			"4 default H ease (default)", "0 dial H cliff", "0 default H only (default)", "Ruin dial H skip"}},
		{"drop=0, lookahead=6", Unit{HugLookahead: 3}, Rules{}, []string{"0 engine the game's own altitude", "1.5 default H lookahead (default)", "0 default H radius (default)",
			"4 default H ease (default)", "1 default H cliff (default)", "0 default H only (default)", "Exploitation,Ruin default H skip (default)"}},
		// Beyond the game: by model, while no drop is dialled.
		{"ease=3", m, own, []string{"-1 model entry hugDrop", "3 model entry hugLookahead", "5 model entry hugRadius < 0 default H radius (default)",
			"2 model entry hugEase < 3 dial H ease", "1 default H cliff (default)", "X model entry hugOnly < 0 default H only (default)", " model entry hugSkip < Exploitation,Ruin default H skip (default)"}},
		{"drop=-2, ease=3", m, own, []string{"-2 dial H drop < -1 model entry hugDrop", "1.5 default H lookahead (default) < 3 model entry hugLookahead", "5 model entry hugRadius < 0 default H radius (default)",
			"3 dial H ease < 2 model entry hugEase", "1 default H cliff (default)", "X model entry hugOnly < 0 default H only (default)", " model entry hugSkip < Exploitation,Ruin default H skip (default)"}},
	} {
		v, _ := Parse(HugTerrain, []byte(c.dials), nil)
		f := Resolve(nil, v, c.unit, c.rules)
		for i, e := range f.All()[3:] {
			if got := short.Replace(shown(*e)); got != c.want[i] {
				t.Errorf("%q %+v: %s is %s\nwant %s", c.dials, c.rules, e.Name, got, c.want[i])
			}
		}
	}
}

func TestCategoryNames(t *testing.T) {
	for _, c := range Categories() {
		if back, ok := ParseCategory(c.String()); !ok || back != c {
			t.Errorf("%v is read as %v", c, back)
		}
		if key := c.dial(); key != "" {
			if _, ok := TurnEase.Field(key); !ok {
				t.Errorf("%v has no dial %s", c, key)
			}
		}
	}
	if _, ok := ParseCategory("tank"); ok {
		t.Error("there is no category tank")
	}
}
