package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// A joint's world motion W(t) is to become W'(t) = W(t) * W^-1 * W', so that
// W'(t) * IBM' = W(t) * IBM at all times. Relative to the joint above that is
//
//	local'(t) = P * local(t) * C,  P = fix(above) * between,  C = unfix
//
// with constants P and C when nothing between the joints moves. If P's linear
// part is a similarity, so is what C has to undo, and the keys of the new clip
// are the old ones moved by P and turned on both sides: interpolation of any
// kind stays exact. Otherwise the joint is sampled densely.

// clips re-expresses the model's animations on the new rests.
func (r *rebaser) clips() {
	r.out.Animations = make([]scene.Animation, len(r.m.Animations))
	for a := range r.m.Animations {
		src := &r.m.Animations[a]
		dst := scene.Animation{Name: src.Name, Extras: src.Extras}
		dense := r.denseJoints(src)
		for _, c := range src.Channels {
			n := c.Node
			switch {
			case c.Path == scene.MorphWeights:
				c.Node = r.home[n]
			case !r.joint[n] || len(c.Times) == 0:
			case dense[n]:
				continue
			default:
				c = r.exactChannel(c)
			}
			dst.Channels = append(dst.Channels, c)
		}
		dst.Channels = append(dst.Channels, r.denseChannels(a, dense)...)
		r.out.Animations[a] = dst
	}
}

// denseJoints says which joints of a clip must be sampled: those below a moving
// node that is no joint, those whose keys the new rests would bend, and all
// below them.
func (r *rebaser) denseJoints(a *scene.Animation) []bool {
	moving := make([]bool, len(r.m.Nodes))
	bent := make([]bool, len(r.m.Nodes))
	for k := range a.Channels {
		c := &a.Channels[k]
		if c.Path == scene.MorphWeights || len(c.Times) == 0 || r.m.Nodes[c.Node].Matrix != nil {
			continue
		}
		moving[c.Node] = true
		if r.joint[c.Node] && !r.keysHold(c) {
			bent[c.Node] = true
		}
	}
	dense := make([]bool, len(r.m.Nodes))
	for _, i := range r.order {
		if !r.joint[i] {
			continue
		}
		dense[i] = bent[i] || r.above[i] >= 0 && dense[r.above[i]]
		if r.staysBelow(i) {
			continue
		}
		for _, b := range r.between[i] {
			dense[i] = dense[i] || moving[b]
		}
	}
	return dense
}

// staysBelow says that a top joint was left below the nodes it was below.
func (r *rebaser) staysBelow(i int) bool {
	if r.above[i] >= 0 || len(r.between[i]) == 0 {
		return false
	}
	p, ok := r.out.Nodes[i].Parent.Get()
	return ok && p == r.between[i][len(r.between[i])-1]
}

// before is P: from the joint's old parent space to its new one.
func (r *rebaser) before(i int) mgl64.Mat4 {
	p := mgl64.Ident4()
	if a := r.above[i]; a >= 0 {
		p = r.fix[a]
	}
	for _, b := range r.between[i] {
		p = p.Mul4(r.m.Nodes[b].LocalMatrix())
	}
	return p
}

// similarity splits a linear map into a rotation and a uniform scale, which is
// negative where it mirrors; ok is false where it is something else.
func similarity(l mgl64.Mat3) (turn mgl64.Quat, scale float64, ok bool) {
	d := l.Det()
	scale = math.Cbrt(d)
	if scale == 0 || math.IsNaN(scale) {
		return mgl64.QuatIdent(), 0, false
	}
	n := l.Mul(1 / scale)
	e := n.Transpose().Mul3(n).Sub(mgl64.Ident3())
	for _, v := range e {
		if math.Abs(v) > 1e-7 {
			return mgl64.QuatIdent(), 0, false
		}
	}
	p, _ := scene.Polar(n)
	return scene.QuatFromMat3(p), scale, true
}

// keysHold says that exactChannel keeps the motion of a channel.
func (r *rebaser) keysHold(c *scene.Channel) bool {
	turn, _, ok := similarity(scene.LinearPart(r.before(c.Node)))
	if !ok || r.flat[c.Node] {
		return false
	}
	s0 := r.m.Nodes[c.Node].Local.S
	if c.Path != scene.Scale {
		return true
	}
	if s0[0] == 0 || s0[1] == 0 || s0[2] == 0 {
		return false
	}
	if _, ok := r.axesSwap(c.Node, turn); ok {
		return true
	}
	for k := 0; k+2 < len(c.Values); k += 3 {
		x, y, z := float64(c.Values[k])/s0[0], float64(c.Values[k+1])/s0[1], float64(c.Values[k+2])/s0[2]
		if tol := 1e-6 * max(math.Abs(x), math.Abs(y), math.Abs(z)); math.Abs(x-y) > tol || math.Abs(x-z) > tol {
			return false
		}
	}
	return true
}

// axesSwap tells, where the old and the new axes of a joint lie along each
// other, which old axis each new one is: a scale can then go over even if it is
// not the same on all axes.
func (r *rebaser) axesSwap(i int, turn mgl64.Quat) (old [3]int, ok bool) {
	g := scene.RotationMat3(unitQuat(r.m.Nodes[i].Local.R).Conjugate().Mul(turn.Conjugate()).Mul(r.rest[i].R))
	for k := range 3 {
		old[k] = -1
		for a := range 3 {
			switch v := math.Abs(g[3*k+a]); {
			case v > 1-1e-7:
				old[k] = a
			case v > 1e-7:
				return old, false
			}
		}
		if old[k] < 0 {
			return old, false
		}
	}
	return old, true
}

// exactChannel re-expresses a channel for which keysHold.
func (r *rebaser) exactChannel(c scene.Channel) scene.Channel {
	p := r.before(c.Node)
	turn, _, _ := similarity(scene.LinearPart(p))
	old := &r.m.Nodes[c.Node].Local
	vals := slices.Clone(c.Values)
	switch c.Path {
	case scene.Translation:
		if p == mgl64.Ident4() {
			return c
		}
		for k := 0; k+2 < len(vals); k += 3 {
			w := 1.0
			if c.Interp == scene.CubicSpline && k/3%3 != 1 {
				w = 0 // a tangent is a direction
			}
			v := p.Mul4x1(mgl64.Vec4{float64(vals[k]), float64(vals[k+1]), float64(vals[k+2]), w})
			vals[k], vals[k+1], vals[k+2] = float32(v[0]), float32(v[1]), float32(v[2])
		}
	case scene.Rotation:
		// R'(t) = Q * R(t) * R^-1 * Q^-1 * R', linear in R(t), so it holds for
		// tangents as well; a reflection in Q cancels.
		right := unitQuat(old.R).Conjugate().Mul(turn.Conjugate()).Mul(r.rest[c.Node].R)
		if sameQuat(turn, mgl64.QuatIdent()) && sameQuat(right, mgl64.QuatIdent()) {
			return c
		}
		for k := 0; k+3 < len(vals); k += 4 {
			q := mgl64.Quat{W: float64(vals[k+3]), V: mgl64.Vec3{float64(vals[k]), float64(vals[k+1]), float64(vals[k+2])}}
			q = turn.Mul(q).Mul(right)
			vals[k], vals[k+1], vals[k+2], vals[k+3] = float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W)
		}
	default:
		from, swap := r.axesSwap(c.Node, turn)
		if !swap { // then all three are the same
			from = [3]int{0, 1, 2}
		}
		for k := 0; k+2 < len(vals); k += 3 {
			for a, o := range from {
				vals[k+a] = float32(float64(c.Values[k+o]) / old.S[o])
			}
		}
	}
	c.Values = vals
	return c
}

func unitQuat(q mgl64.Quat) mgl64.Quat {
	if q.Len() == 0 {
		return mgl64.QuatIdent()
	}
	return q.Normalize()
}

func sameQuat(a, b mgl64.Quat) bool { return 1-math.Abs(a.Dot(b)) < 1e-15 }

// How densely joints are sampled: from a thirtieth of a second down to a 960th,
// until what lies between two samples is near the line between them.
const (
	denseRate     = 30.0
	denseHalvings = 5
	denseAngle    = 5e-4 // radians; also a share of scale
	denseShare    = 1e-4 // of the skeleton's extent
	maxDense      = 1 << 14
	maxDenseCells = 1 << 20
)

// denser samples the joints of one clip that are marked, so that each comes as
// near to its true world motion as a TRS below the joint above can; errors do
// not add up along the chain.
type denser struct {
	r     *rebaser
	s     *clip.Sampler
	dense []int  // the marked joints, parents first
	is    []bool // by node
	pose  scene.Pose
	world []mgl64.Mat4
	got   []mgl64.Mat4
	reach float64
	limit int
	times []float32
	keys  [][]scene.TRS // by sample, then as dense
}

// denseChannels makes the channels of the marked joints of clip number a.
func (r *rebaser) denseChannels(a int, dense []bool) []scene.Channel {
	d := &denser{r: r, is: dense, pose: r.m.RestPose(), got: make([]mgl64.Mat4, len(r.m.Nodes))}
	box := scene.EmptyBox()
	for _, i := range r.order {
		if r.joint[i] {
			box = box.Add(scene.Position(r.world[i]))
		}
		if dense[i] {
			d.dense = append(d.dense, i)
		}
	}
	if len(d.dense) == 0 {
		return nil
	}
	d.reach = max(box.Diagonal(), 1e-6)
	var err error
	if d.s, err = clip.NewSampler(r.m, a); err != nil {
		r.findings = append(r.findings, Finding{Severity: scene.Warning, Code: "CLIP_LOST",
			Message: fmt.Sprintf("clip %q could not be kept", r.m.Animations[a].Name), Cause: err.Error(), Fix: "export the model again"})
		return nil
	}
	d.limit = min(maxDense, maxDenseCells/len(d.dense))
	start := denseTimes(&r.m.Animations[a], d.limit)
	d.add(start[0], d.at(start[0]))
	for k := 1; k < len(start); k++ {
		next := d.at(start[k])
		d.refine(start[k-1], d.keys[len(d.keys)-1], start[k], next, denseHalvings, len(start)-k)
		d.add(start[k], next)
	}
	var out []scene.Channel
	for k, i := range d.dense {
		trs := make([]scene.TRS, len(d.keys))
		for s := range d.keys {
			trs[s] = d.keys[s][k]
		}
		out = append(out, keyChannels(i, d.times, trs, r.rest[i])...)
	}
	return out
}

func (d *denser) add(t float32, keys []scene.TRS) {
	d.times = append(d.times, t)
	d.keys = append(d.keys, keys)
}

// refine adds samples between two, where the motion strays from the line. to
// come are the samples that must still find room.
func (d *denser) refine(ta float32, a []scene.TRS, tb float32, b []scene.TRS, halvings, toCome int) {
	mid := ta + (tb-ta)/2
	if halvings == 0 || mid <= ta || mid >= tb || tb-ta < 1e-5 || len(d.times)+toCome >= d.limit {
		return
	}
	m := d.at(mid)
	if d.straight(a, m, b) {
		return
	}
	d.refine(ta, a, mid, m, halvings-1, toCome+1)
	d.add(mid, m)
	d.refine(mid, m, tb, b, halvings-1, toCome)
}

func (d *denser) straight(a, m, b []scene.TRS) bool {
	for k := range m {
		q := clip.Slerp(unitQuat(a[k].R), unitQuat(b[k].R), .5)
		if e := unitQuat(m[k].R).Conjugate().Mul(q); 2*math.Atan2(e.V.Len(), math.Abs(e.W)) > denseAngle {
			return false
		}
		if a[k].T.Add(b[k].T).Mul(.5).Sub(m[k].T).Len() > denseShare*d.reach {
			return false
		}
		if a[k].S.Add(b[k].S).Mul(.5).Sub(m[k].S).Len() > denseAngle*m[k].S.Len() {
			return false
		}
	}
	return true
}

// at returns the new local transforms of the marked joints at a time.
func (d *denser) at(t float32) []scene.TRS {
	r := d.r
	d.s.Pose(float64(t), d.pose)
	d.world = r.m.World(d.world, d.pose, r.order)
	out := make([]scene.TRS, 0, len(d.dense))
	for _, i := range r.order {
		if !r.joint[i] {
			continue
		}
		want := d.world[i].Mul4(r.unfix[i])
		if r.flat[i] {
			turn, _ := scene.Polar(scene.LinearPart(d.world[i]))
			want = scene.Affine(turn, scene.Position(d.world[i]))
		}
		d.got[i] = want
		if !d.is[i] {
			continue
		}
		above := mgl64.Ident4()
		if p := r.above[i]; p >= 0 {
			above = d.got[p]
		}
		local := want
		if inv, ok := scene.InverseAffine(above); ok {
			local = inv.Mul4(want)
		}
		trs, _ := scene.Decompose(local)
		out = append(out, trs)
		d.got[i] = above.Mul4(trs.Mat4())
	}
	return out
}

// denseTimes are all the clip's key times, and between them steps of at most
// 1/denseRate as far as the limit allows. A jump gets a sample just before it.
func denseTimes(a *scene.Animation, limit int) []float32 {
	var keys []float32
	for i := range a.Channels {
		c := &a.Channels[i]
		if c.Path == scene.MorphWeights {
			continue
		}
		for k, t := range c.Times {
			keys = append(keys, t)
			if before := math.Nextafter32(t, float32(math.Inf(-1))); c.Interp == scene.Step && k > 0 && before > c.Times[k-1] {
				keys = append(keys, before)
			}
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) > limit {
		return keys // its own keys are in the file: no more memory than that
	}
	length := float64(keys[len(keys)-1] - keys[0])
	step := max(1/denseRate, length/float64(max(1, limit-len(keys))))
	var out []float32
	for k, t := range keys {
		out = append(out, t)
		if k+1 == len(keys) {
			break
		}
		gap := float64(keys[k+1]) - float64(t)
		n := int(math.Ceil(gap/step - 1e-6))
		for j := 1; j < n; j++ {
			if m := float32(float64(t) + gap*float64(j)/float64(n)); m > out[len(out)-1] && m < keys[k+1] {
				out = append(out, m)
			}
		}
	}
	return out
}

// keyChannels makes linear channels of a joint's samples; a property that stays
// at the rest gets none.
func keyChannels(node int, times []float32, keys []scene.TRS, rest scene.TRS) []scene.Channel {
	var moves, turns, grows bool
	t := scene.Channel{Node: node, Path: scene.Translation, Times: times}
	q := scene.Channel{Node: node, Path: scene.Rotation, Times: times}
	s := scene.Channel{Node: node, Path: scene.Scale, Times: times}
	last := rest.R
	for k := range keys {
		if keys[k].R.Dot(last) < 0 {
			keys[k].R = keys[k].R.Scale(-1)
		}
		last = keys[k].R
		v := &keys[k]
		moves = moves || v.T.Sub(rest.T).Len() > 1e-12*(1+rest.T.Len())
		turns = turns || !sameQuat(v.R, rest.R)
		grows = grows || v.S.Sub(rest.S).Len() > 1e-9
		t.Values = append(t.Values, float32(v.T[0]), float32(v.T[1]), float32(v.T[2]))
		q.Values = append(q.Values, float32(v.R.V[0]), float32(v.R.V[1]), float32(v.R.V[2]), float32(v.R.W))
		s.Values = append(s.Values, float32(v.S[0]), float32(v.S[1]), float32(v.S[2]))
	}
	var out []scene.Channel
	if moves {
		out = append(out, t)
	}
	if turns {
		out = append(out, q)
	}
	if grows {
		out = append(out, s)
	}
	return out
}

// maxLooks bounds how many times of each clip clipMove compares.
const maxLooks = 1024

// clipMove measures how far the rebase moved anything drawn in the model's own
// clips, at their keys and halfway between.
func (r *rebaser) clipMove() float64 {
	boxes := make([][]scene.Box, len(r.m.Skins))
	for s := range boxes {
		boxes[s] = clip.SkinBoxes(r.m, s)
	}
	worst := 0.0
	order := r.out.ParentsFirst()
	var was, is []mgl64.Mat4
	for a := range r.m.Animations {
		old, err := clip.NewSampler(r.m, a)
		if err != nil {
			continue
		}
		now, err := clip.NewSampler(r.out, a)
		if err != nil {
			continue
		}
		oldPose, newPose := r.m.RestPose(), r.out.RestPose()
		for _, t := range lookTimes(&r.m.Animations[a], &r.out.Animations[a]) {
			old.Pose(t, oldPose)
			now.Pose(t, newPose)
			was = r.m.World(was, oldPose, r.order)
			is = r.out.World(is, newPose, order)
			for s := range boxes {
				for k, b := range boxes[s] {
					if b.Empty() {
						continue
					}
					d := is[r.out.Skins[s].Joints[k]].Mul4(rounded(r.out.Skins[s].InverseBind[k])).
						Sub(was[r.m.Skins[s].Joints[k]].Mul4(r.m.Skins[s].InverseBind[k]))
					for _, c := range clip.BoxCorners(b) {
						worst = max(worst, d.Mul4x1(c.Vec4(1)).Vec3().Len())
					}
				}
			}
			worst = max(worst, r.rigidMove(was, is))
		}
	}
	return worst
}

// rigidMove is clipMove of the meshes that no skin deforms: how far their node's
// origin and unit points moved.
func (r *rebaser) rigidMove(was, is []mgl64.Mat4) float64 {
	worst := 0.0
	for i := range r.m.Nodes {
		if r.m.Nodes[i].Mesh == 0 || r.m.Nodes[i].Skin != 0 {
			continue
		}
		d := is[r.number[r.home[i]]].Sub(was[i])
		if still(d) {
			continue
		}
		b := scene.EmptyBox()
		for k := range r.m.Meshes[r.m.Nodes[i].Mesh-1].Primitives {
			for _, p := range r.m.Meshes[r.m.Nodes[i].Mesh-1].Primitives[k].Positions {
				b = b.Add(mgl64.Vec3{float64(p[0]), float64(p[1]), float64(p[2])})
			}
		}
		if b.Empty() {
			continue
		}
		for _, c := range clip.BoxCorners(b) {
			worst = max(worst, d.Mul4x1(c.Vec4(1)).Vec3().Len())
		}
	}
	return worst
}

// lookTimes are the key times of both clips and the halves between, at most
// maxLooks.
func lookTimes(clips ...*scene.Animation) []float64 {
	var all []float64
	for _, a := range clips {
		for i := range a.Channels {
			for k, t := range a.Channels[i].Times {
				all = append(all, float64(t))
				if k > 0 {
					all = append(all, (float64(t)+float64(a.Channels[i].Times[k-1]))/2)
				}
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) <= maxLooks {
		return all
	}
	out := make([]float64, maxLooks)
	for k := range out {
		out[k] = all[k*(len(all)-1)/(maxLooks-1)]
	}
	return out
}
