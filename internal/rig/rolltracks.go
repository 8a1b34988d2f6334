package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// beltAdvance is how far the belts move in one loop of the spin, metres along
// them; 0 without tracks that run. Its sign is the dial's.
func (r *Rig) beltAdvance(recipe *Recipe) float64 {
	if r.kin == nil || len(r.kin.tracks) == 0 || recipe.TracksStatic || recipe.Degrees == 0 {
		return 0
	}
	_, moved := r.kin.tracks[0].beltStep(recipe)
	return math.Copysign(moved, -recipe.Degrees)
}

// rollTracks moves the links along their belts over a loop of n frames: a link
// on a wrap by its chord on the path, a shuttle straight along its run.
func (o *ownClips) rollTracks(a *scene.Animation, n int) {
	advance := o.r.beltAdvance(o.recipe)
	if advance == 0 {
		return
	}
	times := frameTimes(n, ownFPS)
	for k, t := range o.r.kin.tracks {
		step := advance
		if k > 0 { // each belt by whole links of its own
			_, moved := t.beltStep(o.recipe)
			step = math.Copysign(moved, advance)
		}
		for i := range t.links {
			l := &t.links[i]
			o.carry(a, l.bone, times, func(f int) (turnRad float64, axle, about, shift mgl64.Vec3) {
				if f == 0 {
					return 0, t.plane.n, l.at, mgl64.Vec3{}
				}
				x := step * float64(f) / float64(n)
				if l.run != nil {
					d := t.belt.at(l.run[1]).sub(t.belt.at(l.run[0]))
					if s := d.len(); s > 0 {
						d = d.mul(x / s)
					}
					return 0, t.plane.n, l.at, t.plane.e1.Mul(d[0]).Add(t.plane.e2.Mul(d[1]))
				}
				p0, d0 := t.belt.chord(l.s, t.span)
				p1, d1 := t.belt.chord(l.s+x, t.span)
				m := p1.sub(p0)
				return math.Atan2(d0.cross(d1), d0.dot(d1)), t.plane.n, l.at, t.plane.e1.Mul(m[0]).Add(t.plane.e2.Mul(m[1]))
			})
		}
	}
}

// carry keys a bone's rotation and place from a motion in model space: a turn
// about an axle through a point, then a shift. What it hangs on stands still.
func (o *ownClips) carry(a *scene.Animation, bone int, times []float32, motion func(f int) (turnRad float64, axle, about, shift mgl64.Vec3)) {
	node := o.node(bone)
	parent := mgl64.Ident4()
	if p, ok := o.m.Nodes[node].Parent.Get(); ok {
		parent = o.world[p]
	}
	inv, ok := scene.InverseAffine(parent)
	if !ok {
		return
	}
	rot := scene.Channel{Node: node, Path: scene.Rotation, Interp: scene.Linear, Times: times}
	place := scene.Channel{Node: node, Path: scene.Translation, Interp: scene.Linear, Times: times}
	last := mgl64.Quat{}
	for f := range times {
		q, at := o.m.Nodes[node].Local.R.Normalize(), o.m.Nodes[node].Local.T
		if rad, axle, about, shift := motion(f); rad != 0 || shift.Len() != 0 {
			turn := turned(axle, rad)
			w := o.world[node]
			l := inv.Mul4(scene.Affine(turn.Mul3(scene.LinearPart(w)), turn.Mul3x1(scene.Position(w).Sub(about)).Add(about).Add(shift)))
			q, at = scene.QuatFromMat3(scene.LinearPart(l)).Normalize(), scene.Position(l)
		}
		if f > 0 && q.Dot(last) < 0 {
			q = q.Scale(-1)
		}
		last = q
		rot.Values = append(rot.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
		place.Values = append(place.Values, float32(at[0]), float32(at[1]), float32(at[2]))
	}
	a.Channels = append(a.Channels, rot, place)
}
