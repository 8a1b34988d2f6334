package pack

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// mod makes a pack from "id needs:x after:y over:mod/pawn PAWN=name ~PAWN=name(disabled)".
func mod(text string) Source {
	words := strings.Fields(text)
	p := NewPack(words[0])
	if words[0] == "-" {
		p.ModID = ""
	}
	for _, w := range words[1:] {
		kind, rest, _ := strings.Cut(w, ":")
		switch kind {
		case "needs":
			p.DependsOn = append(p.DependsOn, rest)
		case "after":
			p.LoadAfter = append(p.LoadAfter, rest)
		case "over":
			m, pawn, _ := strings.Cut(rest, "/")
			p.Overrides = append(p.Overrides, Override{ModID: m, PawnDescription: pawn})
		default:
			pawn, name, _ := strings.Cut(w, "=")
			e := NewEntry()
			e.Disabled = strings.HasPrefix(pawn, "~")
			e.PawnDescription, e.ResourceName = strings.TrimPrefix(pawn, "~"), name
			p.Models = append(p.Models, e)
		}
	}
	return Source{Pack: p, From: words[0] + "-folder"}
}

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name    string
		mods    []string
		order   string
		entries string // "pawn=name@mod" in order
		say     string // a part of the report
	}{
		{"none", nil, "", "", "0 packs loaded"},
		{"the order given", []string{"b P_01=x", "a Q_01=y"}, "b a", "P_01=x@b Q_01=y@a", "load b (b-folder): 1 entries"},
		{"twice", []string{"a P_01=x", "A P_01=y Q_01=z"}, "a", "P_01=x@a", "skip A in A-folder: the same mod id was already found in a-folder"},
		{"no id", []string{"- P_01=x"}, "", "", "it has no mod id"},
		{"needs", []string{"a needs:b P_01=x", "b P_01=y"}, "b a", "P_01=y@b", "b loaded first for P_01"},
		{"needs what is missing", []string{"a needs:zz P_01=x", "b P_01=y"}, "b", "P_01=y@b", `skip a: it depends on "zz"`},
		{"needs what is skipped", []string{"a needs:zz", "b needs:a", "c needs:B", "d"}, "d", "", `skip c: it depends on "B"`},
		{"after", []string{"a after:c", "b", "c"}, "b c a", "", ""},
		{"after what is missing", []string{"a after:zz", "b"}, "a b", "", ""},
		{"a ring", []string{"x after:a", "a after:b", "b after:a", "c"}, "c a x b", "", "a waits for packs that wait for it"},
		{"first wins", []string{"a P_01=x", "b P_01=y"}, "a b", "P_01=x@a", "leave out y of b: a loaded first for P_01"},
		{"override", []string{"a P_01=x", "b over:a/P_01 P_01=y"}, "a b", "P_01=y@b", "y of b replaces x of a"},
		{"override that loads first", []string{"b over:a/P_01 P_01=y", "a P_01=x"}, "b a", "P_01=y@b", "leave out x of a: b overrides it"},
		{"override of another pawn", []string{"a P_01=x", "b over:a/Q_01 P_01=y"}, "a b", "P_01=x@a", `b overrides Q_01 of "a", which has no such entry`},
		{"override of another mod", []string{"a P_01=x", "b over:c/P_01 P_01=y"}, "a b", "P_01=x@a", `b overrides P_01 of "c"`},
		{"each the other", []string{"a over:b/P_01 P_01=x", "b over:a/P_01 P_01=y"}, "a b", "P_01=x@a", "override each other"},
		{"disabled", []string{"a ~P_01=x", "b P_01=y"}, "a b", "P_01=y@b", "leave out x of a: it is disabled"},
		{"a disabled override", []string{"a P_01=x", "b over:a/P_01 ~P_01=y"}, "a b", "P_01=x@a", ""},
		{"twice in a pack", []string{"a P_01=x P_01=y"}, "a", "P_01=x@a", "names P_01 twice"},
	} {
		var mods []Source
		for _, m := range c.mods {
			mods = append(mods, mod(m))
		}
		m := Merge(mods)
		var entries []string
		for _, e := range m.Entries {
			entries = append(entries, e.Entry.PawnDescription+"="+e.Entry.ResourceName+"@"+e.ModID)
		}
		if got := strings.Join(m.Order, " "); got != c.order {
			t.Errorf("%s: order %q, want %q", c.name, got, c.order)
		}
		if got := strings.Join(entries, " "); got != c.entries {
			t.Errorf("%s: entries %q, want %q", c.name, got, c.entries)
		}
		if !strings.Contains(m.Text(), c.say) {
			t.Errorf("%s: the report lacks %q:\n%s", c.name, c.say, m.Text())
		}
	}
}

// On random packs: the same input gives the same answer, nothing loads before
// what it needs unless they form a ring, each pawn has one entry, and each entry
// of each pack has its line in the report.
func TestMergeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 1 + r.IntN(7)
		var mods []Source
		for i := range n {
			text := fmt.Sprintf("m%d", i)
			for range r.IntN(3) {
				if i > 0 { // only on earlier ones: no ring
					text += fmt.Sprintf(" needs:m%d", r.IntN(i))
				}
			}
			for k := range r.IntN(4) {
				text += fmt.Sprintf(" P_%02d=e%d.%d over:m%d/P_%02d", r.IntN(3), i, k, r.IntN(n), r.IntN(3))
			}
			mods = append(mods, mod(text))
		}
		r.Shuffle(n, func(i, k int) { mods[i], mods[k] = mods[k], mods[i] })
		a, b := Merge(mods), Merge(mods)
		if !reflect.DeepEqual(a, b) {
			t.Fatal("two merges differ")
		}
		if len(a.Order) != n {
			t.Fatalf("%d of %d packs loaded:\n%s", len(a.Order), n, a.Text())
		}
		for _, s := range mods {
			for _, d := range s.Pack.DependsOn {
				if slices.Index(a.Order, d) > slices.Index(a.Order, s.Pack.ModID) {
					t.Fatalf("%s loads before %s, which it needs", s.Pack.ModID, d)
				}
			}
			for _, e := range s.Pack.Models {
				if !strings.Contains(a.Text(), e.ResourceName) {
					t.Fatalf("nothing is said of %s:\n%s", e.ResourceName, a.Text())
				}
			}
		}
		pawns := map[string]bool{}
		for _, e := range a.Entries {
			if pawns[e.Entry.PawnDescription] {
				t.Fatalf("%s has two entries", e.Entry.PawnDescription)
			}
			pawns[e.Entry.PawnDescription] = true
		}
	}
}
