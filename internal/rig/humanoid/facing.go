package humanoid

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// clue is one sign of where the front is: positive for f.ahead.
type clue struct {
	what   string
	weight float64
}

// faceForward decides which way the body faces, and with it which side is the
// left one, from what the rest pose shows: feet point ahead of their ankles,
// knees bend forward and elbows back, and eyes look out of the front. Names
// decide only where next to nothing of that shows.
func (f *finder) faceForward() {
	_, length := f.hipJoints()
	if length <= 0 {
		length = f.height / 2
	}
	var clues []clue
	add := func(what string, meters, scale float64) {
		if x := meters / length; math.Abs(x) > .004 {
			clues = append(clues, clue{what, scale * max(-.3, min(.3, x))})
		}
	}
	at := func(s Slot) (mgl64.Vec3, bool) {
		if b := f.slot[s]; b >= 0 {
			return f.bones[b].pos, true
		}
		return mgl64.Vec3{}, false
	}
	for side := range Side(2) {
		hip, ok1 := at(LeftUpperLeg.On(side))
		knee, ok2 := at(LeftLowerLeg.On(side))
		ankle, ok3 := at(LeftFoot.On(side))
		foot := f.slot[LeftFoot.On(side)]
		if ok3 {
			if toes, ok := at(LeftToes.On(side)); ok {
				add("the toes", toes.Sub(ankle).Dot(f.ahead), 3)
			}
			for _, e := range f.bones[foot].ends {
				add("the end of the foot", e.Sub(ankle).Dot(f.ahead), 3)
			}
		}
		if f.inShin[side] { // measured from the hip joint: the knee is a clue itself
			foot, ankle, ok3 = f.slot[LeftLowerLeg.On(side)], hip, true
		}
		if ok3 {
			low, _, n := f.extent(f.footMesh(foot, side), f.h)
			if n > 0 {
				cut := low + .5*max(0, f.h(ankle)-low) + .02*length
				if f.inShin[side] { // of a lower leg only what is near the sole
					cut = low + .2*(f.h(knee)-low)
				}
				lo, hi := math.Inf(1), math.Inf(-1)
				for i, p := range f.places {
					if f.footMesh(foot, side)(int(f.owner[i])) && f.h(p) <= cut {
						lo, hi = min(lo, p.Dot(f.ahead)), max(hi, p.Dot(f.ahead))
					}
				}
				if hi > lo {
					add("the foot's mesh", (lo+hi)-2*ankle.Dot(f.ahead), 1.5)
				}
				if f.inShin[side] && hi > lo {
					ankle = ankle.Add(f.ahead.Mul((lo+hi)/2 - ankle.Dot(f.ahead))).Sub(f.up.Mul(f.h(ankle) - low))
				}
			}
		}
		if ok1 && ok2 && ok3 {
			// Of a leg with more joints the first below the hip is what bends forward.
			for b := f.slot[LeftLowerLeg.On(side)]; b >= 0 && f.within(b, f.slot[LeftUpperLeg.On(side)]); b = f.bones[b].parent {
				if b != f.slot[LeftUpperLeg.On(side)] && f.dist(b, f.slot[LeftUpperLeg.On(side)]) > .2*length {
					knee = f.bones[b].pos
				}
			}
			if leg := ankle.Sub(hip); leg.Len() > 0 {
				d := knee.Sub(hip)
				off := d.Sub(leg.Mul(d.Dot(leg) / leg.Dot(leg)))
				add("the knees", off.Dot(f.ahead), 3)
			}
		}
		up, ok1 := at(LeftUpperArm.On(side))
		elbow, ok2 := at(LeftLowerArm.On(side))
		hand, ok3 := at(LeftHand.On(side))
		if ok1 && ok2 && ok3 {
			if reach := hand.Sub(up); reach.Len() > 0 {
				d := elbow.Sub(up)
				off := d.Sub(reach.Mul(d.Dot(reach) / reach.Dot(reach)))
				add("the elbows", -off.Dot(f.ahead), 1)
			}
		}
		if eye, ok := at(LeftEye.On(side)); ok {
			head, _ := at(Head)
			add("the eyes", eye.Sub(head).Dot(f.ahead), 2)
		}
	}
	// Names weigh as much as a slight clue, where all of them agree.
	if agree, against := f.sideNames(); agree >= 4 && against == 0 {
		clues = append(clues, clue{"the names of the sides", .1})
	} else if against >= 4 && agree == 0 {
		clues = append(clues, clue{"the names of the sides", -.1})
	}
	sum := 0.0
	var most clue
	for _, c := range clues {
		sum += c.weight
	}
	for _, c := range clues {
		if c.weight*sum > 0 && math.Abs(c.weight) > math.Abs(most.weight) {
			most = c
		}
	}
	if math.Abs(sum) > .03 {
		f.turn(sum < 0, most.what)
		return
	}
	if agree, against := f.sideNames(); agree != against {
		f.turn(against > agree, "the names of the sides")
		return
	}
	back := f.ahead[2] < -1e-9 || math.Abs(f.ahead[2]) <= 1e-9 && f.ahead[0] < 0
	f.turn(back, "nothing: glTF's +Z was assumed")
	if !f.legged {
		return
	}
	f.say(scene.Warning, "FACING_GUESSED", "", "neither feet, knees nor names show which way the body faces, so its front was assumed",
		"check left and right in the bone list, and swap them by hand if they are wrong")
}

// turn fixes which way is forward; back swaps the provisional sides.
func (f *finder) turn(back bool, why string) {
	f.facing = why
	if !back {
		return
	}
	f.across, f.ahead, f.middle = clean(f.across.Mul(-1)), clean(f.ahead.Mul(-1)), -f.middle // clean: no -0
	for s := LeftEye; s < RightEye; s++ {
		r := s.On(Right)
		f.slot[s], f.slot[r] = f.slot[r], f.slot[s]
		f.how[s], f.how[r] = f.how[r], f.how[s]
		f.why[s], f.why[r] = f.why[r], f.why[s]
	}
	f.inShin[0], f.inShin[1] = f.inShin[1], f.inShin[0]
}

// footMesh tells the bones whose mesh is a foot's: the foot's bone and all
// below, or a lower leg alone.
func (f *finder) footMesh(foot int, side Side) func(int) bool {
	if f.inShin[side] {
		return func(b int) bool { return b == foot }
	}
	return func(b int) bool { return f.within(b, foot) }
}

// sideNames counts the limbs' bones whose names agree with the side that they
// lie on, and those that do not.
func (f *finder) sideNames() (agree, against int) {
	for s := LeftShoulder; s < SlotCount; s++ {
		if b := f.slot[s]; b >= 0 && f.bones[b].label.side != 0 {
			if (f.bones[b].label.side > 0) == (s < RightEye) {
				agree++
			} else {
				against++
			}
		}
	}
	return agree, against
}

// checkSides reports names that contradict the measured sides.
func (f *finder) checkSides() {
	agree, against := f.sideNames()
	if against == 0 {
		return
	}
	if agree == 0 {
		f.say(scene.Warning, "SIDES_SWAPPED", "", fmt.Sprintf("the names call the left side right: by %s the front is the other way", f.facing),
			"left and right were taken as they look; if the names are right, the model faces backwards: turn it")
		return
	}
	var names []string
	for s := LeftShoulder; s < SlotCount; s++ {
		if b := f.slot[s]; b >= 0 && f.bones[b].label.side != 0 && (f.bones[b].label.side > 0) != (s < RightEye) {
			names = append(names, f.bones[b].name)
		}
	}
	f.say(scene.Warning, "SIDE_NAMES", "", "names that contradict the side their bone lies on: "+list(names),
		"left and right were taken as they look; rename the bones, or set the slots by hand")
}
