package rig

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// trackFit is a track ready to run: a belt cut into cells, each of which, or
// each straight run of which, follows a bone.
type trackFit struct {
	parts   []int // that are on it
	plane   plane
	belt    *belt
	pitch   pitchFit
	cell    float64 // length of a cell, metres
	margin  float64 // how far a cell on a straight run may move before it needs a bone of its own
	links   []link  // the bones
	pulleys []int   // in kin.wheels

	faces  []beltFace
	piece  []int32           // loose piece of each face
	whole  map[int32]float64 // pieces that stay whole, with their middle's place on the belt
	loose  bool              // most of it is links of their own, which do not bend
	span   float64           // length over which a cell lies on the path
	corner []int             // link of each corner of the faces
	wraps  []bool            // of the belt's samples: where it bends
}

// link is one bone of a track.
type link struct {
	bone int     // in generator.bones, then in Rig.Bones
	s    float64 // arc length of its middle at rest
	run  *[2]float64
	at   mgl64.Vec3
}

// beltFace is a triangle of a belt: which, and of which part.
type beltFace struct{ part, tri int }

// nominalPitch is the link of a belt in which none repeats, as a share of what a
// vehicle of ordinary size has, metres.
const nominalPitch = 0.15

// stiffLinks is how long a loose piece may be, in links, and stay whole.
const stiffLinks = 2.5

// bendDeg is how far a path turns within a link where it counts as a wrap.
const bendDeg = 4

// fitTracks finds the belts among the parts marked Caterpillar.
func (g *generator) fitTracks(ctx context.Context) error {
	parts := g.solid(Caterpillar)
	if len(parts) == 0 || g.recipe != nil && g.recipe.TracksStatic {
		return nil
	}
	list := g.belts(parts)
	if len(g.kin.wheels) == 0 {
		var thin []mgl64.Vec3
		for _, faces := range list {
			if m := measure(g.beltTris(faces)); m.area > 0 && m.spread[2] < 0.7*m.spread[1] {
				thin = append(thin, m.axes[2])
			}
		}
		g.faceAcross(thin, parts)
		if g.front != (mgl64.Vec3{}) {
			list = g.belts(parts)
		}
	}
	for _, faces := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t := g.fitTrack(faces); t != nil {
			g.kin.tracks = append(g.kin.tracks, t)
		}
	}
	return nil
}

// belts parts the triangles of tracks into belts: by gaps across the vehicle,
// then along it. The left one comes first. So it does not matter whether the
// file has a part for each link, for each belt, or one for all.
func (g *generator) belts(parts []int) [][]beltFace {
	var faces []beltFace
	var tris []tri
	for _, i := range parts {
		for k, t := range g.rigTris([]int{i}) {
			faces = append(faces, beltFace{i, k})
			tris = append(tris, t)
		}
	}
	fwd, left := g.facing()
	groups := [][]int{make([]int, len(faces))}
	for i := range faces {
		groups[0][i] = i
	}
	for _, by := range []struct {
		d   mgl64.Vec3
		gap float64 // of the whole extent
	}{{left.Mul(-1), 0.02}, {fwd.Mul(-1), 0.15}} {
		var out [][]int
		for _, list := range groups {
			out = append(out, partedBy(tris, list, by.d, by.gap)...)
		}
		groups = out
	}
	var out [][]beltFace
	for _, list := range groups {
		sort.Ints(list)
		one := make([]beltFace, len(list))
		for k, i := range list {
			one[k] = faces[i]
		}
		out = append(out, one)
	}
	return out
}

// partedBy parts triangles where none reaches over a gap along d.
func partedBy(tris []tri, list []int, d mgl64.Vec3, gap float64) [][]int {
	span := func(i int) (lo, hi float64) {
		a, b, c := tris[i][0].Dot(d), tris[i][1].Dot(d), tris[i][2].Dot(d)
		return min(a, b, c), max(a, b, c)
	}
	order := append([]int{}, list...)
	sort.SliceStable(order, func(x, y int) bool {
		a, _ := span(order[x])
		b, _ := span(order[y])
		return a < b
	})
	lo, _ := span(order[0])
	hi := lo
	for _, i := range order {
		_, b := span(i)
		hi = max(hi, b)
	}
	gap *= hi - lo
	var out [][]int
	end := math.Inf(-1)
	for _, i := range order {
		a, b := span(i)
		if a > end+gap || len(out) == 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
		end = max(end, b)
	}
	return out
}

// beltTris returns the triangles of faces, in their order.
func (g *generator) beltTris(faces []beltFace) []tri {
	out := make([]tri, len(faces))
	last, list := -1, []tri(nil)
	for k, f := range faces {
		if f.part != last {
			last, list = f.part, g.rigTris([]int{f.part})
		}
		out[k] = list[f.tri]
	}
	return out
}

// fitTrack finds one belt's plane, pulleys, path and links. It returns nil, with
// a finding, for what is no belt.
func (g *generator) fitTrack(faces []beltFace) *trackFit {
	tris := g.beltTris(faces)
	t := &trackFit{faces: faces}
	seen := map[int]bool{}
	for _, f := range faces {
		if !seen[f.part] {
			seen[f.part] = true
			t.parts = append(t.parts, f.part)
		}
	}
	refuse := func(why string) *trackFit {
		g.note(scene.Warning, "TRACK_IS_NO_BELT", "a track cannot be run and stands still: "+why, "", "mark only the closed band of links as Caterpillar", t.parts...)
		return nil
	}
	fwd, left := g.facing()
	m := measure(tris)
	if m.area == 0 {
		return refuse("it has no area")
	}
	box := scene.EmptyBox()
	for _, x := range tris {
		box = box.Add(x[0]).Add(x[1]).Add(x[2])
	}
	n := left
	if a := g.pulleyAxle(box, left); a.Len() > 0 {
		n = a
	} else if math.Abs(m.axes[2].Dot(left)) > 0.97 {
		n = m.axes[2].Mul(math.Copysign(1, m.axes[2].Dot(left)))
	}
	e2 := fwd.Sub(n.Mul(fwd.Dot(n))).Normalize()
	t.plane = plane{o: box.Center(), n: n, e1: e2.Cross(n), e2: e2}
	points := make([]pt, 0, 3*len(tris))
	for _, x := range tris {
		points = append(points, t.plane.in(x[0]), t.plane.in(x[1]), t.plane.in(x[2]))
	}
	outline := beltOf(convexHull(points))
	if outline == nil {
		return refuse("it has no extent in the plane of its wheels")
	}
	area := m.area
	var on []pt
	for _, s := range spread(tris, area, 20000) {
		on = append(on, t.plane.in(s.p))
	}
	circles := g.pulleysOf(t, outline, box)
	path := outline
	if len(circles) >= 2 {
		if b := beltAround(circles); b != nil && b.length > 0.7*outline.length {
			path = b
		}
	}
	unit := 1.0
	if path.length < 2 || path.length > 10 {
		unit = path.length / 10
	}
	// First over the longest link there may be; the links found then say over how
	// much less.
	for range 2 {
		path = path.fitted(on, pitchTo*unit)
	}
	if open := openShare(path, on); open > 0.25 {
		return refuse(fmt.Sprintf("it is not closed: %.0f %% of its way has no links", 100*open))
	}
	t.belt = path
	t.pitch = pitchOf(t.bottomRun(tris, nominalPitch*unit), unit)
	if t.pitch.pitch > 0 {
		for range 2 {
			path = path.fitted(on, t.pitch.pitch)
		}
		t.belt = path
	} else {
		g.note(scene.Info, "TRACK_WITHOUT_LINKS", "no link repeats along the track's lower run: the loop may show a jump", "its surface is smooth, or its links are uneven",
			"a smooth band needs nothing; else mark each belt's links only", t.parts...)
		t.pitch = pitchFit{pitch: nominalPitch * unit}
	}
	t.loosen(tris, area)
	return t
}

// loosen finds the pieces that stay whole: links that are modelled one by one.
func (t *trackFit) loosen(tris []tri, area float64) {
	t.piece = looseCorners(tris)
	boxes := map[int32]scene.Box{}
	for i, x := range tris {
		b, ok := boxes[t.piece[i]]
		if !ok {
			b = scene.EmptyBox()
		}
		boxes[t.piece[i]] = b.Add(x[0]).Add(x[1]).Add(x[2])
	}
	t.whole = map[int32]float64{}
	for p, b := range boxes {
		c := b.Size()
		if math.Hypot(c.Dot(absVec(t.plane.e1)), c.Dot(absVec(t.plane.e2))) <= stiffLinks*t.pitch.pitch {
			t.whole[p], _ = t.belt.nearest(t.plane.in(b.Center()))
		}
	}
	sum := 0.0
	for i, x := range tris {
		if _, ok := t.whole[t.piece[i]]; ok {
			sum += x[1].Sub(x[0]).Cross(x[2].Sub(x[0])).Len() / 2
		}
	}
	t.loose = sum > 0.5*area
}

// openShare is the share of the path along which no surface lies.
func openShare(b *belt, points []pt) float64 {
	const bins = 64
	var seen [bins]bool
	for _, p := range points {
		s, _ := b.nearest(p)
		seen[min(int(s/b.length*bins), bins-1)] = true
	}
	n := 0
	for _, s := range seen {
		if !s {
			n++
		}
	}
	return float64(n) / bins
}

// pulleyAxle is the mean axle of the wheels inside a belt's bounds, zero for none.
func (g *generator) pulleyAxle(box scene.Box, left mgl64.Vec3) (sum mgl64.Vec3) {
	for i := range g.kin.wheels {
		h := &g.hinges[g.kin.wheels[i].hinge]
		if c := h.Center; c[1] > box.Min[1] && c[1] < box.Max[1] && besideBelt(c, box, left) && math.Abs(h.Axle.Dot(left)) > 0.9 && h.Confidence > 0.5 {
			sum = sum.Add(h.Axle)
		}
	}
	if sum.Len() == 0 {
		return sum
	}
	return sum.Normalize()
}

// besideBelt reports whether a hub is as far out as the belt is, within its
// breadth.
func besideBelt(c mgl64.Vec3, box scene.Box, left mgl64.Vec3) bool {
	breadth := math.Abs(box.Size()[0]*left[0]) + math.Abs(box.Size()[2]*left[2])
	return math.Abs(c.Sub(box.Center()).Dot(left)) < breadth
}

// pulleysOf lists the wheels that a belt runs round as circles in its plane.
func (g *generator) pulleysOf(t *trackFit, outline *belt, box scene.Box) []pulley {
	_, left := g.facing()
	var out []pulley
	for i := range g.kin.wheels {
		w := &g.kin.wheels[i]
		h := &g.hinges[w.hinge]
		c := t.plane.in(h.Center)
		if _, off := outline.nearest(c); off >= 0 || !besideBelt(h.Center, box, left) {
			continue
		}
		w.track = len(g.kin.tracks)
		t.pulleys = append(t.pulleys, i)
		out = append(out, pulley{c, w.r})
	}
	return out
}

// bottomRun lists the vertices of the belt's lowest straight run.
func (t *trackFit) bottomRun(tris []tri, over float64) []runPoint {
	t.wraps = bends(t.belt, over)
	best := [2]float64{}
	low := math.Inf(1)
	for _, r := range t.runs() {
		mid := t.belt.at((r[0] + r[1]) / 2)
		if d := r[1] - r[0]; d > 0.12*t.belt.length && mid[0] < low {
			low, best = mid[0], r
		}
	}
	if best[1] <= best[0] {
		return nil
	}
	a, b := t.belt.at(best[0]), t.belt.at(best[1])
	d := b.sub(a)
	length := d.len()
	if length == 0 {
		return nil
	}
	d = d.mul(1 / length)
	var out []runPoint
	add := func(v mgl64.Vec3, area bool) {
		q := t.plane.in(v)
		s, off := t.belt.nearest(q)
		if s < best[0] {
			s += t.belt.length
		}
		if s > best[0] && s < best[1] {
			out = append(out, runPoint{q.sub(a).dot(d), off, v.Sub(t.plane.o).Dot(t.plane.n), area})
		}
	}
	var near []tri
	for i := range tris {
		n := len(out)
		for _, v := range tris[i] {
			add(v, false)
		}
		if len(out) > n {
			near = append(near, tris[i])
		}
	}
	for _, s := range spread(near, measure(near).area, 40000) {
		add(s.p, true)
	}
	return out
}

// bends marks the samples about which a path turns by more than bendDeg within a
// length.
func bends(b *belt, over float64) []bool {
	n := len(b.p)
	half := min(max(int(over/b.step/2+0.5), 3), n/16)
	out := make([]bool, n)
	for i := range n {
		p, q, r := b.p[(i+n-2*half)%n], b.p[i], b.p[(i+2*half)%n]
		u, v := q.sub(p), r.sub(q)
		if math.Abs(math.Atan2(u.cross(v), u.dot(v)))*180/math.Pi > 2*bendDeg {
			out[i] = true
		}
	}
	return out
}

// runs lists the stretches without bends as arc lengths, the second of which may
// go beyond the path's length.
func (t *trackFit) runs() (out [][2]float64) {
	n := len(t.wraps)
	first := -1
	for i := range n {
		if t.wraps[i] {
			first = i
			break
		}
	}
	if first < 0 {
		return nil // no bend is no belt
	}
	for k := 0; k < n; {
		i := first + k
		if t.wraps[i%n] {
			k++
			continue
		}
		e := k
		for e < n && !t.wraps[(first+e)%n] {
			e++
		}
		out = append(out, [2]float64{float64(i) * t.belt.step, float64(first+e-1) * t.belt.step})
		k = e
	}
	for i := range out {
		if out[i][0] >= t.belt.length {
			out[i][0] -= t.belt.length
			out[i][1] -= t.belt.length
		}
	}
	return out
}

// beltStep is how far the links move in one loop under a recipe, metres: the
// cells that it asks for, then on to whole links, so that the loop closes.
func (t *trackFit) beltStep(recipe *Recipe) (asked, moved float64) {
	asked = float64(max(recipe.TreadAdvCells, 1)) * t.pitch.pitch / perLink(recipe)
	if t.pitch.match == 0 {
		return asked, asked
	}
	return asked, max(math.Round(asked/t.pitch.pitch), 1) * t.pitch.pitch
}

func perLink(recipe *Recipe) float64 {
	if c := recipe.TreadCellsPerLink; c > 0 {
		return c
	}
	return 4
}
