package rig

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// tally counts, for each role, rows that have it and were given it, rows that
// were given it wrongly, and rows that have it and were given another.
type tally struct {
	hit, wrong, missed [roleCount]int
	left               [roleCount]int // of the missed: left undecided
}

func (t *tally) add(o *tally) {
	for r := range t.hit {
		t.hit[r] += o.hit[r]
		t.wrong[r] += o.wrong[r]
		t.missed[r] += o.missed[r]
		t.left[r] += o.left[r]
	}
}

func (t *tally) row(want, got Role) {
	switch {
	case want == got:
		t.hit[want]++
	default:
		t.missed[want]++
		if got == Default {
			t.left[want]++
		} else {
			t.wrong[got]++
		}
	}
}

func (t *tally) recall(r Role) float64    { return ratio(t.hit[r], t.hit[r]+t.missed[r]) }
func (t *tally) precision(r Role) float64 { return ratio(t.hit[r], t.hit[r]+t.wrong[r]) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// table is the tally in words, for the log and the closing note.
func (t *tally) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %6s %6s %6s %9s   %6s %9s\n", "role", "rows", "found", "wrong", "undecided", "recall", "precision")
	for _, r := range Roles() {
		if n := t.hit[r] + t.missed[r]; n+t.wrong[r] > 0 {
			fmt.Fprintf(&b, "%-12s %6d %6d %6d %9d   %6.3f %9.3f\n", r, n, t.hit[r], t.wrong[r], t.left[r], t.recall(r), t.precision(r))
		}
	}
	return b.String()
}

// judge compares the rows of a probe with the truth of their triangles. Rows
// whose truth is Edgecase may be anything.
func judgeRows(p *Parts, truth func(node, primitive, triangle int) Role, complain func(q *Part, want Role)) (t tally) {
	for i := range p.Parts {
		q := &p.Parts[i]
		var n [roleCount]int
		for _, c := range q.geo.chunks {
			for _, k := range c.Triangles {
				n[truth(c.Node, c.Primitive, int(k))]++
			}
		}
		want := Body
		for r := range n {
			if n[r] > n[want] {
				want = Role(r)
			}
		}
		if want == Edgecase {
			continue
		}
		if t.row(want, q.Guess); want != q.Guess && complain != nil {
			complain(q, want)
		}
	}
	return t
}

// judgeFleet probes machines of every kind, put together in one of four ways by
// turns, and adds up.
func judgeFleet(t *testing.T, seeds []uint64, strip bool) (all tally) {
	t.Helper()
	for k, kind := range fleetKinds {
		for n, seed := range seeds {
			v := fleetVehicle(kind, seed, (n+k)%4)
			p, err := Probe(context.Background(), v.model, ProbeOptions{StripNames: strip, Target: General})
			if err != nil {
				t.Fatalf("%s: %v", v.name, err)
			}
			one := judgeRows(p, v.roles, func(q *Part, want Role) {
				t.Logf("%s, names stripped %v: %s is %s (%.2f, %s), want %s: %s", v.name, strip, q.Name, q.Guess, q.Confidence, q.Kind, want, q.Reason)
			})
			all.add(&one)
		}
	}
	return all
}
