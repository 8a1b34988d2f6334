package lab

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
)

// giveOwnClips puts the own clips of a general rig on it, before and after the
// rebase: Spin, Deploy, Recoil and Rock, as the recipe asks. Preview, bake and
// export then take them like clips that a model came with. A donor's rig gets
// none: its own spin is made when it is baked.
func giveOwnClips(r *Rigged, recipe *rig.Recipe) {
	clips, findings := rig.OwnClips(r.Rig, r.Rebased, recipe)
	r.Rig.Findings = append(r.Rig.Findings, findings...)
	if len(clips) == 0 {
		return
	}
	r.Rebased = clip.WithClips(r.Rebased, append(clips, r.Rebased.Animations...)...)
	plain, _ := rig.OwnClips(r.Rig, r.Model, recipe)
	r.Model = clip.WithClips(r.Model, append(plain, r.Model.Animations...)...)
}

// spinsOf lists the rotors of a generated rig with the axle that Generate
// authored, and the recipe's spin settings.
func spinsOf(r *Rigged, recipe *rig.Recipe) ([]clip.Spin, clip.SpinOptions) {
	var spins []clip.Spin
	opt := clip.SpinOptions{Frames: 15}
	// The recipe counts degrees about an axle that points down, as upstream does;
	// ours points up. Both turn counter-clockwise seen from above.
	degrees := 360.0
	if recipe != nil {
		opt.Frames, degrees = recipe.Frames, -recipe.Degrees
	}
	if r.Rig == nil || degrees == 0 || (recipe != nil && !recipe.SpinEnabled) {
		return nil, opt
	}
	for _, b := range r.Rig.Bones {
		axis := mgl64.Vec3{0, 1, 0}
		switch b.Role {
		case rig.TailRotor:
			axis = mgl64.Vec3{1, 0, 0}
		case rig.Rotor:
		default:
			continue
		}
		if n := jointNode(r.Rebased, b.Index); n >= 0 {
			spins = append(spins, clip.Spin{Node: n, Axis: axis, Degrees: degrees})
		}
	}
	return spins, opt
}
