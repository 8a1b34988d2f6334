package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// Frames a second of own clips. The wave's is the spec's.
const (
	ownFPS  = clip.DefaultFPS
	rockFPS = 24
)

// OwnClips makes the clips of a general rig itself, as far as the recipe asks
// for them: Spin (rotors, wheels and tracks, a loop), Deploy (trails and gun),
// Recoil and Rock (waves, a loop). A nil recipe has the defaults.
//
// on is the model whose bones are driven: the rig's own, or what Rebase made of
// it; nil is the rig's own. Its joints are the rig's bones by index. Every turn is keyed per frame about the hinge's axle in the bone's own
// frame, whatever its rest is, so that both models move alike; frame 0 of each
// clip but Rock is the rest. The clips are empty for a donor's rig.
func OwnClips(r *Rig, on *scene.Model, recipe *Recipe) ([]scene.Animation, []Finding) {
	if r == nil || r.kin == nil {
		return nil, nil
	}
	if recipe == nil {
		recipe = NewRecipe()
	}
	if on == nil {
		on = r.Model
	}
	if !hasBones(r, on) {
		return nil, []Finding{{Severity: scene.Error, Code: "OWN_CLIPS_OTHER_MODEL", Message: "the model does not have the rig's bones", Fix: "press Generate rig again"}}
	}
	o := &ownClips{r: r, m: on, recipe: recipe, world: on.World(nil, nil, nil)}
	var out []scene.Animation
	for _, make := range []func() scene.Animation{o.spin, o.deploy, o.recoil, o.rock} {
		if a := make(); len(a.Channels) > 0 {
			out = append(out, a)
		}
	}
	return out, o.findings
}

// ownClips is one run of OwnClips.
type ownClips struct {
	r        *Rig
	m        *scene.Model
	recipe   *Recipe
	world    []mgl64.Mat4 // at rest
	findings []Finding
}

func (o *ownClips) note(sev scene.Severity, code, msg, cause, fix string, parts ...int) {
	o.findings = append(o.findings, Finding{Severity: sev, Code: code, Message: msg, Cause: cause, Fix: fix, Parts: parts})
}

// node is a bone's node in the model that is driven.
func (o *ownClips) node(bone int) int {
	j := o.r.jointOf(bone)
	return o.m.Skins[j.skin].Joints[j.place]
}

// jointOf is where a bone is among the skins' joints.
func (r *Rig) jointOf(bone int) joint {
	if r.kin != nil && r.kin.source {
		return r.kin.joints[bone]
	}
	return joint{0, bone}
}

// hasBones reports whether every bone of a rig is a joint of a model.
func hasBones(r *Rig, on *scene.Model) bool {
	for b := range r.Bones {
		if j := r.jointOf(b); j.skin >= len(on.Skins) || j.place >= len(on.Skins[j.skin].Joints) {
			return false
		}
	}
	return true
}

// boneNamed is the bone with that name, -1 for none.
func (o *ownClips) boneNamed(name string) int {
	for i := range o.r.Bones {
		if o.r.Bones[i].Name == name {
			return i
		}
	}
	return -1
}

// local takes a direction in model space to a bone's own frame.
func (o *ownClips) local(bone int, dir mgl64.Vec3) mgl64.Vec3 {
	l := scene.LinearPart(o.world[o.node(bone)])
	if l.Det() == 0 {
		return mgl64.Vec3{0, 1, 0}
	}
	d := l.Inv().Mul3x1(dir).Normalize()
	for k := range 3 {
		if math.Abs(d[k]) < 1e-9 {
			d[k] = 0
		}
	}
	return d.Normalize()
}

// turn keys a bone about an axle given in model space.
func (o *ownClips) turn(bone int, axle mgl64.Vec3, times []float32, turns []float64) scene.Channel {
	return clip.TurnChannel(o.m, o.node(bone), o.local(bone, axle), times, turns)
}

// frameTimes are n+1 times, one a frame.
func frameTimes(n int, fps float64) []float32 {
	out := make([]float32, n+1)
	for f := range out {
		out[f] = float32(float64(f) / fps)
	}
	return out
}

// deploy spreads the trails and raises the gun on the same frames.
func (o *ownClips) deploy() scene.Animation {
	a := scene.Animation{Name: "Deploy"}
	n := max(o.recipe.TrailFrames, 1)
	times := frameTimes(n, ownFPS)
	swing := func(deg float64) []float64 {
		out := make([]float64, n+1)
		for f := range out {
			out[f] = deg * math.Pi / 180 * float64(f) / float64(n)
		}
		return out
	}
	for i := range o.r.kin.trails {
		t := &o.r.kin.trails[i]
		h := &o.r.Hinges[t.hinge]
		if o.recipe.TrailSpreadDeg != 0 && h.Bone >= 0 {
			a.Channels = append(a.Channels, o.turn(h.Bone, h.Axle, times, swing(t.sign*o.recipe.TrailSpreadDeg)))
		}
	}
	if f := o.r.kin.gun; f != nil && o.recipe.GunDeployElev != 0 {
		if h := &o.r.Hinges[f.hinge]; h.Bone >= 0 {
			a.Channels = append(a.Channels, o.turn(h.Bone, h.Axle, times, swing(o.recipe.GunDeployElev)))
		}
	}
	return a
}

// recoilKick is the share of the recoil's frames that the kick takes (spec).
const recoilKick = 0.15

// recoil kicks the barrel back about the arm and lets it return.
func (o *ownClips) recoil() scene.Animation {
	a := scene.Animation{Name: "Recoil"}
	f := o.r.kin.gun
	arm := o.boneNamed("RecoilArm")
	if f == nil || f.slide <= 0 || arm < 0 {
		return a
	}
	lead, n := max(o.recipe.RecoilLead, 0), max(o.recipe.RecoilFrames, 1)
	top := float64(lead) + recoilKick*float64(n)
	end := float64(lead + n)
	at := func(frame float64) float64 {
		switch {
		case frame <= float64(lead):
			return 0
		case frame <= top:
			return f.thetaRad * (frame - float64(lead)) / (top - float64(lead))
		case frame >= end:
			return 0
		}
		// Back without a jolt at either end.
		return f.thetaRad * (0.5 + 0.5*math.Cos(math.Pi*(frame-top)/(end-top)))
	}
	var times []float32
	var turns []float64
	add := func(frame float64) {
		times = append(times, float32(frame/ownFPS))
		turns = append(turns, at(frame))
	}
	for k := 0; k <= lead+n; k++ {
		if b := float64(k); b > top && len(times) > 0 && float64(k-1) < top {
			add(top) // the kick's end, between two frames
		}
		add(float64(k))
	}
	a.Channels = append(a.Channels, o.turn(arm, o.r.Hinges[f.hinge].Axle, times, turns))
	return a
}

// rock is a ship in the waves: roll about its length and pitch across it, each
// a whole number of cycles, so that the loop closes.
//
//	roll(t) = A_r sin(2 pi n_r t)   pitch(t) = A_p sin(2 pi n_p t + phase)
func (o *ownClips) rock() scene.Animation {
	a := scene.Animation{Name: "Rock"}
	rc := o.recipe
	hull := o.boneNamed("RootHull")
	if !o.r.kin.wave || hull < 0 || (rc.RockDegrees == 0 && rc.RockPitchDeg == 0) {
		return a
	}
	bow := o.bow()
	beam := bow.Cross(mgl64.Vec3{0, 1, 0}) // to the right: a positive turn raises the bow
	keys := max(24, 16*max(rc.RockRollCycles, rc.RockPitchCycles))
	frames := max(rc.RockFrames, 2)
	node := o.node(hull)
	rest := o.m.Nodes[node].Local.R.Normalize()
	inv := scene.LinearPart(o.world[node]).Transpose()
	bl, ml := inv.Mul3x1(bow).Normalize(), inv.Mul3x1(beam).Normalize()
	c := scene.Channel{Node: node, Path: scene.Rotation, Interp: scene.Linear}
	last := mgl64.Quat{}
	for k := range keys + 1 {
		t := float64(k) / float64(keys)
		if k == keys {
			t = 0 // the last key is the first
		}
		roll := rc.RockDegrees * math.Sin(2*math.Pi*float64(rc.RockRollCycles)*t)
		pitch := rc.RockPitchDeg * math.Sin(2*math.Pi*float64(rc.RockPitchCycles)*t+rc.RockPitchPhase*math.Pi/180)
		q := rest.Mul(mgl64.QuatRotate(pitch*math.Pi/180, ml)).Mul(mgl64.QuatRotate(roll*math.Pi/180, bl)).Normalize()
		if k > 0 && q.Dot(last) < 0 {
			q = q.Scale(-1)
		}
		last = q
		c.Times = append(c.Times, float32(float64(k)/float64(keys)*float64(frames)/rockFPS))
		c.Values = append(c.Values, float32(q.V[0]), float32(q.V[1]), float32(q.V[2]), float32(q.W))
	}
	a.Channels = append(a.Channels, c)
	if p := rc.RockPitchDeg * math.Sin(rc.RockPitchPhase*math.Pi/180); math.Abs(p) > 0.05 {
		o.note(scene.Info, "ROCK_BEGINS_OFF_REST", fmt.Sprintf("the wave's first frame is pitched by %.3g deg", p),
			fmt.Sprintf("the pitch has a phase of %.4g deg", rc.RockPitchPhase), "where frame 0 must be the rest, set the phase to 0 or 180")
	}
	return a
}

// bow is the level direction about which the hull rolls, towards the front.
func (o *ownClips) bow() mgl64.Vec3 {
	size := o.r.kin.size
	d := mgl64.Vec3{0, 0, 1}
	switch o.recipe.RockAxisChoice {
	case 0:
		if size[0] > size[2] {
			d = mgl64.Vec3{1, 0, 0}
		}
	case 1:
		d = mgl64.Vec3{1, 0, 0}
	}
	d = turned(mgl64.Vec3{0, 1, 0}, o.recipe.RockHeading*math.Pi/180).Mul3x1(d)
	if d.Dot(o.r.Forward) < -1e-6 {
		d = d.Mul(-1)
	}
	return d
}
