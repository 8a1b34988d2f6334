package rig

import (
	"fmt"
	"sort"

	"donorlab/internal/scene"
)

const (
	apartShare  = 0.04 // of the model's size: wider gaps seen from above part models
	modelShare  = 0.2  // of the surface: less is an accessory
	mostCompare = 1500 // parts that are compared, largest first
)

// verifySeveral says where a file holds several machines side by side: parts
// that fall into groups with gaps between them seen from above, each with a fair
// share of the surface.
func (p *Parts) verifySeveral(f *finder) []Finding {
	var list []int
	area := make([]float64, len(p.Parts))
	for i := range p.Parts {
		if q := &p.Parts[i]; q.Guess != Ignore && !q.Bounds.Empty() {
			area[i] = f.areaOf(q.geo.pieces)
			list = append(list, i)
		}
	}
	sort.SliceStable(list, func(a, b int) bool { return area[list[a]] > area[list[b]] })
	list = list[:min(len(list), mostCompare)]
	group := newForest(len(list))
	for a := range list {
		for b := range list[:a] {
			x, y := flatBox(p.Parts[list[a]].Bounds), flatBox(p.Parts[list[b]].Bounds)
			if gap(x, y) <= apartShare*f.size {
				group.join(a, b)
			}
		}
	}
	sum := map[int32]float64{}
	for k, i := range list {
		sum[group.root(k)] += area[i]
	}
	models, biggest := 0, int32(-1)
	for k := range list {
		if g := group.root(k); int(g) == k && sum[g] > modelShare*f.area {
			models++
			if biggest < 0 || sum[g] > sum[biggest] {
				biggest = g
			}
		}
	}
	if models < 2 {
		return nil
	}
	var others []int
	for k, i := range list {
		if group.root(k) != biggest {
			others = append(others, i)
		}
	}
	sort.Ints(others)
	return []Finding{{Severity: scene.Warning, Code: "SEVERAL_MODELS", Parts: others,
		Message: fmt.Sprintf("the file holds %d machines side by side: they would get one rig", models),
		Cause:   "the parts fall into groups with gaps between them", Fix: "mark the parts of all but one as Ignore, or export them one by one",
		Repair: &Repair{Title: "Keep the largest, ignore the others", Marks: p.marksOf(Ignore, others)}}}
}

// flatBox is a box without its height.
func flatBox(b scene.Box) scene.Box {
	b.Min[1], b.Max[1] = 0, 0
	return b
}
