package rig

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// cutTries is how many phases of the cuts are tried (spec).
const cutTries = 24

// hangTracks gives the tracks their bones: one for each cell on a wrap and as
// far before it as the belt moves in a loop, one shuttle for each straight run.
// Where the budget does not suffice the cells are made longer, and at last the
// tracks stand still.
func (g *generator) hangTracks(body *branch) {
	if len(g.kin.tracks) == 0 {
		return
	}
	recipe := g.recipe
	if recipe == nil {
		recipe = NewRecipe()
	}
	left := MaxBones - 2 - g.kinBones()
	per := perLink(recipe)
	var need int
	for {
		need = 0
		for _, t := range g.kin.tracks {
			_, t.margin = t.beltStep(recipe)
			if t.loose { // a link that does not bend is one cell at least
				t.cut(t.pitch.pitch / min(per, 1))
			} else {
				t.cut(t.pitch.pitch / per)
			}
			need += len(t.links)
		}
		if need <= left || per <= 0.25 {
			break
		}
		if per /= 2; allLoose(g.kin.tracks) {
			per = min(per, 0.5)
		}
		per = max(per, 0.25)
	}
	var parts []int
	for _, t := range g.kin.tracks {
		parts = append(parts, t.parts...)
	}
	if need > left {
		g.note(scene.Warning, "TRACKS_OVER_BUDGET", fmt.Sprintf("the tracks stand still: they need %d bones, and %d of %d are left", need, max(left, 0), MaxBones),
			"each link on a wrap follows a bone of its own", "mark fewer wheels, or tick Static tracks", parts...)
		g.kin.tracks = nil
		return
	}
	if per < perLink(recipe) && (per < 1 || !allLoose(g.kin.tracks)) {
		g.note(scene.Info, "TRACKS_COARSER", fmt.Sprintf("the tracks have %.4g cells a link instead of %.4g", per, perLink(recipe)),
			fmt.Sprintf("%d bones were left for them of %d", left, MaxBones), "fewer wheels with bones of their own leave more for the tracks", parts...)
	}
	width := 2
	if need > 100 {
		width = 3
	}
	n := 0
	for k, t := range g.kin.tracks {
		t.corner = t.settle(g.beltTris(t.faces))
		for i := range t.links {
			l := &t.links[i]
			name := fmt.Sprintf("Track_%0*d", width, n)
			n++
			body.hang(&branch{planned: planned{name: name, role: Caterpillar, at: snap(l.at), frame: mainFrame(t.plane.n), track: k + 1, link: i}})
		}
		g.onBelt = append(g.onBelt, t.parts...)
		if asked, moved := t.beltStep(recipe); math.Abs(asked-moved) > 1e-3*asked {
			g.note(scene.Info, "TRACK_SEAM", fmt.Sprintf("the "+g.trackSide(t.parts)+"track moves by %.4g m in a loop instead of %.4g", moved, asked),
				fmt.Sprintf("its links repeat every %.4g m, and the loop must close without a jump", t.pitch.pitch), "set the cells that it advances to a whole number of links", t.parts...)
		}
	}
}

// trackSide is "left " or "right " for a track's parts, empty in the middle.
func (g *generator) trackSide(parts []int) string {
	_, left := g.facing()
	all := g.box(g.having(Caterpillar))
	switch x := g.box(parts).Center().Sub(all.Center()).Dot(left); {
	case x > 0.1*all.Diagonal():
		return "left "
	case x < -0.1*all.Diagonal():
		return "right "
	}
	return ""
}

// allLoose reports whether all tracks are loose links, which have one cell each
// even where more were asked for.
func allLoose(list []*trackFit) bool {
	for _, t := range list {
		if !t.loose {
			return false
		}
	}
	return true
}

// kinBones counts the bones that are planned beside Root, Body and the tracks.
func (g *generator) kinBones() int {
	n := len(g.hubs) + len(g.kin.wheels) + len(g.kin.trails)
	if g.kin.wave {
		n++
	}
	if g.turret > 0 {
		n++
	}
	if f := g.kin.gun; f != nil {
		n++
		if f.slide > 0 {
			n += 2
		}
	}
	return n
}

// cut divides the belt into cells near the given length and lists its bones.
func (t *trackFit) cut(length float64) {
	b := t.belt
	n := max(int(math.Round(b.length/length)), 3)
	t.cell = b.length / float64(n)
	t.span = t.cell
	if t.loose {
		// The middle of a stiff link lies inside the arc of its pins by l^2/8r, and
		// its surface by l^2/12r on average, which is where the fitted path is: a chord
		// of l/sqrt(3) has it there.
		t.span = t.pitch.pitch / math.Sqrt(3)
	}
	t.wraps = bends(b, t.pitch.pitch)
	t.links = t.links[:0]
	// A cell that is on a bend, or would be before the loop ends, moves alone.
	// The cuts may yet move back by up to a cell.
	alone := make([]bool, n)
	for i := range alone {
		from, to := float64(i-1)*t.cell, float64(i+1)*t.cell+t.margin
		for s := from; s <= to+b.step; s += b.step {
			if t.wraps[(int(math.Floor(min(s, to)/b.step))+len(t.wraps))%len(t.wraps)] {
				alone[i] = true
				break
			}
		}
	}
	first := 0
	for i := range alone {
		if alone[i] && !alone[(i+n-1)%n] {
			first = i
			break
		}
	}
	for k := 0; k < n; {
		i := (first + k) % n
		e := k + 1
		if !alone[i] {
			for e < n && !alone[(first+e)%n] {
				e++
			}
		}
		s0, s1 := float64(first+k)*t.cell, float64(first+e)*t.cell
		l := link{s: (s0 + s1) / 2}
		if !alone[i] {
			l.run = &[2]float64{s0, s1}
		}
		mid, _ := b.chord(l.s, t.span)
		l.at = t.plane.at(mid)
		t.links = append(t.links, l)
		k = e
	}
}

// linkAt says which of the track's bones a place on the belt follows, for cuts
// shifted by phase.
func (t *trackFit) linkAt(s float64) int {
	start := t.linkFrom(0)
	s = math.Mod(s-start, t.belt.length)
	if s < 0 {
		s += t.belt.length
	}
	s += start
	// The links follow each other: the last one that begins at or before s.
	i := sort.Search(len(t.links), func(i int) bool { return t.linkFrom(i) > s })
	return max(i-1, 0)
}

// linkFrom is where a link begins.
func (t *trackFit) linkFrom(i int) float64 {
	if r := t.links[i].run; r != nil {
		return r[0]
	}
	return t.links[i].s - t.cell/2
}

// linkBones tells the links their bones, and the bones the parts that are on
// them. A part of a belt follows several bones: cornerBones says which corner
// follows which.
func (g *generator) linkBones() {
	for b := range g.bones {
		p := &g.bones[b]
		if p.track == 0 {
			continue
		}
		t := g.kin.tracks[p.track-1]
		t.links[p.link].bone = b
		seen := map[int]bool{}
		for k, l := range t.corner {
			if i := t.faces[k/3].part; l == p.link && !seen[i] {
				seen[i] = true
				p.parts = append(p.parts, i)
			}
		}
		sort.Ints(p.parts)
	}
	if len(g.kin.tracks) == 0 {
		return
	}
	g.corners = map[int][]int32{}
	for _, t := range g.kin.tracks {
		for k, f := range t.faces {
			list := g.corners[f.part]
			if list == nil {
				n := 0
				for _, c := range g.p.Parts[f.part].geo.chunks {
					n += len(c.Triangles)
				}
				list = make([]int32, 3*n)
				for i := range list {
					list[i] = int32(t.links[0].bone)
				}
				g.corners[f.part] = list
			}
			at := g.finiteTri(f.part)[f.tri]
			for c := range 3 {
				list[3*at+c] = int32(t.links[t.corner[3*k+c]].bone)
			}
		}
	}
}

// finiteTri lists, for the triangles of rigTris, their places among all of a
// part's.
func (g *generator) finiteTri(part int) []int {
	if list, ok := g.finites[part]; ok {
		return list
	}
	var out []int
	at := g.nodesAt(g.orient)
	n := 0
	for _, c := range g.p.Parts[part].geo.chunks {
		idx := g.m.Meshes[g.m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive].Indices
		v := at[c.Node].prims[c.Primitive]
		for _, t := range c.Triangles {
			if finite(v[idx[3*t]]) && finite(v[idx[3*t+1]]) && finite(v[idx[3*t+2]]) {
				out = append(out, n)
			}
			n++
		}
	}
	if g.finites == nil {
		g.finites = map[int][]int{}
	}
	g.finites[part] = out
	return out
}

// settle says for every corner of the track's triangles which bone it follows.
// Loose pieces no longer than three links stay whole. Of 24 shifts of the cuts
// the one is taken that the fewest edges cross; where the links are loose, and
// no edge is crossed, the one that puts each into the middle of a cell.
func (t *trackFit) settle(tris []tri) []int {
	place := make([]float64, 3*len(tris))
	sin, cos := 0.0, 0.0
	for i := range tris {
		s, ok := t.whole[t.piece[i]]
		for c := range 3 {
			if !ok {
				s, _ = t.belt.nearest(t.plane.in(tris[i][c]))
			}
			place[3*i+c] = s
		}
		y, x := math.Sincos(2 * math.Pi * s / t.cell)
		sin, cos = sin+y, cos+x
	}
	best, at := math.MaxInt, 0.0
	for k := range cutTries {
		shift := t.cell * float64(k) / cutTries
		crossed := 0
		for i := range tris {
			a, b, c := t.linkAt(place[3*i]+shift), t.linkAt(place[3*i+1]+shift), t.linkAt(place[3*i+2]+shift)
			if a != b {
				crossed++
			}
			if b != c {
				crossed++
			}
			if c != a {
				crossed++
			}
		}
		if crossed < best {
			best, at = crossed, shift
		}
	}
	if t.loose { // the middles of the links in the middles of the cells
		at = t.cell * frac(0.5-math.Atan2(sin, cos)/(2*math.Pi)) // cells begin at multiples of their length
	}
	out := make([]int, len(place))
	for i, s := range place {
		out[i] = t.linkAt(s + at)
	}
	// The cuts moved back by the shift: so do the bones.
	for i := range t.links {
		l := &t.links[i]
		l.s -= at
		if l.run != nil {
			l.run[0] -= at
			l.run[1] -= at
		}
		mid, _ := t.belt.chord(l.s, t.span)
		l.at = t.plane.at(mid)
	}
	return t.dropEmpty(out)
}

// dropEmpty takes away the links on which nothing is.
func (t *trackFit) dropEmpty(corner []int) []int {
	used := make([]bool, len(t.links))
	for _, l := range corner {
		used[l] = true
	}
	to := make([]int, len(t.links))
	n := 0
	for i := range t.links {
		to[i] = n
		if used[i] {
			t.links[n] = t.links[i]
			n++
		}
	}
	t.links = t.links[:n]
	for k, l := range corner {
		corner[k] = to[l]
	}
	return corner
}

func absVec(v mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])}
}

// looseCorners numbers triangles by the loose piece that they belong to: those
// that share a corner's place, to a millionth of the whole, are one.
func looseCorners(tris []tri) []int32 {
	box := scene.EmptyBox()
	for _, t := range tris {
		box = box.Add(t[0]).Add(t[1]).Add(t[2])
	}
	grain := max(box.Diagonal()*1e-6, 1e-12)
	root := make([]int32, len(tris))
	for i := range root {
		root[i] = int32(i)
	}
	find := func(i int32) int32 {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	at := make(map[[3]int32]int32, len(tris))
	for i, t := range tris {
		for _, v := range t {
			var k [3]int32
			for c := range 3 {
				k[c] = int32(math.Round((v[c] - box.Min[c]) / grain))
			}
			if j, ok := at[k]; ok {
				root[find(int32(i))] = find(j)
			} else {
				at[k] = int32(i)
			}
		}
	}
	out := make([]int32, len(tris))
	for i := range out {
		out[i] = find(int32(i))
	}
	return out
}
