package panels

import (
	"fmt"
	"math"
	"strings"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// partFilter says which parts are listed. Values compare equal when they list the
// same. The least number of vertices is the recipe's, not kept here.
type partFilter struct {
	text    string
	role    int     // show only this role, plus one; 0 shows all
	seen    int     // into seenWords
	minSize float64 // of a part's longest side, metres

	// Where the part's centre may be: metres in the space that the parts were
	// measured in, within box, which is the whole model's a little widened.
	low, high   float64 // height
	right, left float64 // side: the model's left is positive
	box         scene.Box
}

var seenWords = []string{"All", "External", "Interior"}

// filterPad is how much the model's box is widened on each side, as a share of its
// size, so that nothing falls out at the ends of the sliders.
const filterPad = 0.02

// over sets the ranges to a model's box where it is another one than before.
func (f *partFilter) over(parts *rig.Parts) {
	b := scene.EmptyBox()
	for i := range parts.Parts {
		b = b.Union(parts.Parts[i].Bounds)
	}
	if b.Empty() {
		b = scene.Box{}
	}
	pad := b.Size().Mul(filterPad)
	b.Min, b.Max = b.Min.Sub(pad), b.Max.Add(pad)
	if b == f.box {
		return
	}
	f.box = b
	f.low, f.high, f.right, f.left = b.Min[1], b.Max[1], b.Min[0], b.Max[0]
}

// narrow reports whether anything but the least number of vertices is asked for.
func (f *partFilter) narrow() bool {
	return f.text != "" || f.role > 0 || f.deep()
}

// deep reports whether something is asked for that the first line does not show.
func (f *partFilter) deep() bool {
	b := &f.box
	return f.seen > 0 || f.minSize > 0 || f.low > b.Min[1] || f.high < b.Max[1] || f.right > b.Min[0] || f.left < b.Max[0]
}

// clear asks for everything.
func (f *partFilter) clear() {
	b := f.box
	*f = partFilter{box: b, low: b.Min[1], high: b.Max[1], right: b.Min[0], left: b.Max[0]}
}

// passes reports whether a part is listed. text is the filter's, in small letters.
func (f *partFilter) passes(p *rig.Part, text string, minVerts int) bool {
	c := p.Center
	switch {
	case text != "" && !strings.Contains(strings.ToLower(p.Name), text):
	case f.role > 0 && p.Role != rig.Role(f.role-1):
	case p.Vertices < minVerts:
	case f.minSize > 0 && longest(p) < f.minSize:
	case f.seen == 1 && p.Visibility != rig.External:
	case f.seen == 2 && p.Visibility != rig.Interior:
	case c[1] < f.low || c[1] > f.high || c[0] < f.right || c[0] > f.left:
	default:
		return true
	}
	return false
}

// longest is the longest side of a part's box, metres.
func longest(p *rig.Part) float64 { return max(p.Size[0], p.Size[1], p.Size[2]) }

// filters is the line above the list: a name, a role, and the button for more.
func (l *partList) filters(a *App, parts *rig.Parts) {
	f := &l.filter
	f.over(parts)
	more := "More"
	imgui.SetNextItemWidth(-a.px(146))
	imgui.InputTextWithHint("##filter", "Name", &f.text)
	a.named("parts/filter", true)
	imgui.SameLineV(0, a.px(4))
	imgui.SetNextItemWidth(-a.px(52))
	label := "All roles"
	if f.role > 0 {
		label = rig.Role(f.role - 1).String()
	}
	open := imgui.BeginCombo("##role", label)
	a.named("parts/role", true)
	if open {
		if imgui.Selectable("All roles") {
			f.role = 0
		}
		a.named("parts/role/All", true)
		counts := parts.Counts()
		for _, r := range rig.Roles() {
			if counts[r] == 0 {
				continue
			}
			if imgui.Selectable(fmt.Sprintf("%s (%d)##%d", r, counts[r], r)) {
				f.role = int(r) + 1
			}
			a.named("parts/role/"+r.String(), true)
		}
		imgui.EndCombo()
	}
	imgui.SameLineV(0, a.px(4))
	if a.button("parts/more", more, buttonLook{accent: l.filterOn(a) && !l.more, tip: "Filter by size, place and visibility"}) {
		l.more = !l.more
	}
	if l.more {
		l.moreFilters(a)
	}
}

// filterOn reports whether the filters that may be folded away leave parts out.
func (l *partList) filterOn(a *App) bool {
	r := a.s.Work().Recipe
	return l.filter.deep() || r != nil && r.MinVerts > 1
}

// moreFilters are the filters by figures.
func (l *partList) moreFilters(a *App) {
	f := &l.filter
	if fd, ok := lab.FindRecipeField("minVerts"); ok && a.s.Work().Recipe != nil {
		a.recipeField(&fd, "parts/minverts")
	}
	a.number(dial{name: "parts/minsize", label: "Longest side", unit: "m", format: "%.2f", min: 0, max: 2,
		tip: "Lists only parts whose longest side has at least this length"}, &f.minSize)
	b := f.box
	for _, d := range []struct {
		name, label, tip string
		v                *float64
		axis             int
		high             bool
	}{
		{"above", "Above", "Lists only parts whose middle lies at this height or higher", &f.low, 1, false},
		{"below", "Below", "Lists only parts whose middle lies at this height or lower", &f.high, 1, true},
		{"leftof", "Left of", "Lists only parts whose middle lies this far to the model's left or further; negative is to its right", &f.right, 0, false},
		{"rightof", "Right of", "Lists only parts whose middle lies no further to the model's left than this", &f.left, 0, true},
	} {
		def := b.Min[d.axis]
		if d.high {
			def = b.Max[d.axis]
		}
		a.number(dial{name: "parts/" + d.name, label: d.label, unit: "m", format: figureFormat(b.Max[d.axis] - b.Min[d.axis]),
			min: b.Min[d.axis], max: b.Max[d.axis], def: def, tip: d.tip}, d.v)
		*d.v = min(max(*d.v, b.Min[d.axis]), b.Max[d.axis]) // the slider's 32 bits are no bound
		if float32(*d.v) == float32(def) {
			*d.v = def
		}
	}
	a.label("Seen", f.seen > 0)
	imgui.SetNextItemWidth(-1)
	if open := imgui.BeginCombo("##parts/seen", seenWords[f.seen]); true {
		a.named("parts/seen", true)
		a.tip("Whether a part can be seen from outside: rays from its surface either get out or are blocked")
		if open {
			for i, w := range seenWords {
				if imgui.SelectableV(w, i == f.seen, 0, imgui.Vec2{}) {
					f.seen = i
				}
				a.named("parts/seen/"+w, true)
			}
			imgui.EndCombo()
		}
	}
}

// figureFormat has as many decimals as a length of a certain size needs.
func figureFormat(size float64) string {
	d := 2 - int(math.Floor(math.Log10(max(size, 1e-9))))
	return fmt.Sprintf("%%.%df", min(max(d, 0), 5))
}
