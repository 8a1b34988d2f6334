package rig

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// The failure catalogue: what each symptom that modders report looks like in the
// numbers, what causes it, and what to press.

// order finds bones too many and too few, which shift what the channels drive.
func (c *checker) order() {
	last := -1 // the last bone that a channel is meant for
	used := make([]bool, len(c.bones))
	for _, b := range c.match {
		if b >= 0 {
			used[b] = true
			last = max(last, b)
		}
	}
	var extra, after, missing []int
	for b := range c.bones {
		switch {
		case used[b]:
		case b < last:
			extra = append(extra, b)
		case b >= len(c.does):
			after = append(after, b)
		default:
			extra = append(extra, b)
		}
	}
	if len(after) > 0 {
		c.find(scene.Info, "EXTRA_BONE_AFTER", after,
			"no channel drives these bones, they stay at rest: "+c.names(after),
			fmt.Sprintf("the rig has %d bones, the donor's clip %d channels", len(c.bones), len(c.does)),
			"nothing needs to be done unless one should move: the bones before them keep their channels")
	}
	for i, b := range c.match {
		if b < 0 {
			missing = append(missing, i)
		}
	}
	if len(c.extra) > 0 {
		c.permuted(c.extra)
		return
	}
	for _, b := range extra {
		c.find(scene.Error, "EXTRA_BONE", []int{b},
			fmt.Sprintf("bone %d %q stands before bones that the donor drives: %s", b, c.bones[b].name, c.shifted()),
			"a clip's channels bind to bones by index, so an extra bone shifts every bone behind it to the channel before its own",
			fmt.Sprintf("mark the parts of %q as Body in the Vehicle Lab, press Generate rig and bake again", c.bones[b].name))
	}
	for _, i := range missing {
		if i == 0 && len(c.bones) > 0 && c.does[0].Kind == clip.Untracked {
			c.find(scene.Error, "ROOT_DROPPED", []int{0},
				fmt.Sprintf("bone 0 is %q, but channel 0 (%s) is meant for a root that stays still: %s", c.bones[0].name, c.does[0].Bone, c.shifted()),
				"the root has no weights, and an exporter or optimiser left it out, which shifts every bone to the wrong channel",
				"press Generate rig, which always keeps the root, and export without removing bones that have no weights")
			continue
		}
		c.find(scene.Error, "MISSING_BONE", nil,
			fmt.Sprintf("no bone looks like the one that channel %d (%s, %s) is meant for: %s", i, c.does[i].Bone, describe(&c.does[i]), c.shifted()),
			"the part has no role that gives it a bone of its own, so there is none for the channel, and bones behind it are shifted",
			c.missingFix(i))
	}
}

func (c *checker) missingFix(i int) string {
	if c.does[i].Spin {
		return "mark the rotor that should turn as Rotor (R) or TailRotor (L) in the Vehicle Lab, press Generate rig and bake again"
	}
	return "press Generate rig for this donor, which makes a bone for every channel"
}

// permuted reports bones that are all there, but not in the donor's order.
func (c *checker) permuted(bones []int) {
	c.find(scene.Error, "BONE_ORDER", bones,
		"the bones are not in the donor's order: "+c.shifted(),
		"a clip's channels bind to bones by index, not by name",
		"press Generate rig for this donor, which puts the bones in its order, and export without sorting bones by name")
}

// shifted says in words what the channels that move drive now.
func (c *checker) shifted() string {
	var say []string
	for i := range c.does {
		if c.does[i].Kind == clip.Untracked || c.match[i] == i {
			continue
		}
		drives := "nothing"
		if i < len(c.bones) {
			drives = fmt.Sprintf("%q", c.bones[i].name)
		}
		if w := c.match[i]; w >= 0 {
			drives += fmt.Sprintf(" instead of %q", c.bones[w].name)
		}
		say = append(say, fmt.Sprintf("channel %d (%s, %s) drives %s", i, c.does[i].Bone, describe(&c.does[i]), drives))
		if len(say) == 4 {
			break
		}
	}
	if len(say) == 0 {
		return "the channels that move are not affected"
	}
	return strings.Join(say, ", ")
}

// describe says in words what a channel does.
func describe(d *clip.ChannelMotion) string {
	switch {
	case d.Spin:
		return fmt.Sprintf("spins %.0f deg a frame about local %s", math.Abs(d.DegreesPerFrame), axisName(d))
	case d.Kind == clip.Untracked:
		return "untracked"
	case d.Kind == clip.Translating:
		return "moves"
	case d.Kind == clip.Turning:
		return fmt.Sprintf("turns up to %.1f deg", d.SwingDeg)
	}
	return "turns and moves"
}

func axisName(d *clip.ChannelMotion) string {
	for k, name := range []string{"X", "Y", "Z"} {
		if math.Abs(d.Axis[k]) > math.Cos(math.Pi/180) {
			if d.DegreesPerFrame*d.Axis[k] < 0 {
				return "-" + name
			}
			return name
		}
	}
	return fmt.Sprintf("(%.2f, %.2f, %.2f)", d.Axis[0], d.Axis[1], d.Axis[2])
}

// rests finds rest rotations and scales above bones that move, and the rests of
// a rig from before axle frames were authored.
func (c *checker) rests() {
	dump := RestDump(c.m)
	if stale := dump.StaleBones(); len(stale) >= 2 {
		c.find(scene.Error, "STALE_RIG", stale,
			fmt.Sprintf("bones %s have the same rest (-0.5, -0.5, -0.5, 0.5), which no axle frame has", c.names(stale)),
			"the rig is an old one: it was made before the marks or the lab changed, and was baked again without being generated again",
			"press Generate rig in the Vehicle Lab, then bake again")
	}
	tops := make(map[int]bool)
	for i := range c.does {
		if c.does[i].Kind == clip.Untracked || i >= len(c.bones) {
			continue
		}
		for p, ok := c.m.Nodes[c.bones[i].node].Parent.Get(); ok; p, ok = c.m.Nodes[p].Parent.Get() {
			tops[p] = true
		}
		if c.bones[i].inner {
			tops[c.bones[i].node] = true
		}
	}
	for _, n := range c.m.ParentsFirst() {
		if tops[n] {
			c.ancestor(n)
		}
	}
	for b := range c.bones {
		if s := c.m.Nodes[c.bones[b].node].Local.S; c.m.Nodes[c.bones[b].node].Matrix == nil && !tops[c.bones[b].node] && offOne(s) {
			c.scaled(c.bones[b].node)
		}
	}
}

// ancestor reports a node above moving bones that is turned or scaled.
func (c *checker) ancestor(n int) {
	node := &c.m.Nodes[n]
	l := scene.LinearPart(node.LocalMatrix())
	turn, stretch := scene.Polar(l)
	q := scene.QuatFromMat3(turn)
	angle := 2 * math.Atan2(q.V.Len(), math.Abs(q.W)) * 180 / math.Pi
	var bones []int
	kind := "node"
	for b := range c.bones {
		if c.bones[b].node == n {
			bones, kind = []int{b}, fmt.Sprintf("bone %d", b)
		}
	}
	if angle > turnedDeg {
		c.find(scene.Error, "ANCESTOR_REST_ROTATION", bones,
			fmt.Sprintf("%s %q has a rest rotation of %.1f deg and bones below it that the donor moves", kind, node.Name, angle),
			"the game puts the clip on top of each rest, so a rest rotation turns the motion of everything below it: a rotor's spin becomes a roll or a loop. Exporters leave -90 deg about X on the armature, and a facing rotation lands on the root",
			"rebase it with labctl rebase, and look at labctl rest afterwards (the window and Export pack rebase by themselves)")
	}
	for k := range 3 {
		if math.Abs(stretch[4*k]-1) > 1e-4 {
			c.scaled(n)
			break
		}
	}
}

func offOne(s [3]float64) bool {
	return math.Abs(s[0]-1) > 1e-4 || math.Abs(s[1]-1) > 1e-4 || math.Abs(s[2]-1) > 1e-4
}

func (c *checker) scaled(n int) {
	s := c.m.Nodes[n].Local.S
	if c.m.Nodes[n].Matrix != nil {
		t, _ := scene.Decompose(*c.m.Nodes[n].Matrix)
		s = t.S
	}
	c.find(scene.Warning, "REST_SCALE", nil,
		fmt.Sprintf("%q has a rest scale of %.4g, %.4g, %.4g", c.m.Nodes[n].Name, s[0], s[1], s[2]),
		"the donor's translations are multiplied by it, so the body bobs too far or too little; exports in centimetres have 100 or 0.01",
		"rebase it with labctl rebase (the window and Export pack do it by themselves)")
}

// axles finds rotors whose axle is not the axis that they are turned about, and
// rotors that turn backwards.
func (c *checker) axles() {
	for i := range c.bindings {
		b := &c.bindings[i]
		if !b.Does.Spin || b.BoneIndex < 0 || b.Wanted != b.BoneIndex {
			continue // a shifted bone has its own finding
		}
		if b.AxisErrorDeg == nil && c.bones[b.BoneIndex].vertices > 0 {
			c.find(scene.Info, "AXLE_NOT_MEASURED", []int{b.BoneIndex},
				fmt.Sprintf("whether channel %d turns %q about its axle cannot be told", i, b.Bone),
				"what the bone carries does not repeat itself about an axle as blades do: a plain disc, or no rotor",
				"look at it in the preview; a disc that is drawn for the blur needs nothing")
		}
		if e := b.AxisErrorDeg; e != nil && *e > axleGoodDeg {
			s, what := scene.Warning, "wobbles out of its disc"
			if *e > axleBadDeg {
				s, what = scene.Error, "turns about the wrong axis"
			}
			c.find(s, "AXLE_NOT_AUTHORED", []int{b.BoneIndex},
				fmt.Sprintf("%q %s: channel %d turns it about an axis %.1f deg away from its axle", b.Bone, what, i, *e),
				fmt.Sprintf("the bone's rest frame was not built on the axle: its local %s must lie along it", strings.TrimPrefix(axisName(&b.Does), "-")),
				"press Generate rig in the Vehicle Lab, which builds the frame on the fitted axle, then bake again")
			continue
		}
		if b.Backwards && b.senseKnown {
			c.find(scene.Warning, "ROTOR_BACKWARDS", []int{b.BoneIndex},
				fmt.Sprintf("%q turns the other way round than the donor's %s", b.Bone, b.DonorBone),
				"the bone's frame was built on the axle with the opposite sign",
				"flip the hub's axle in the Vehicle Lab and press Generate rig")
		}
	}
}

// weights finds vertices that follow several bones, and vertices on the root.
func (c *checker) weights() {
	var all, blended int
	for _, b := range c.bones {
		all += b.vertices
		blended += b.blended
	}
	if blended > 0 {
		c.find(scene.Warning, "BLENDED_WEIGHTS", nil,
			fmt.Sprintf("%d of %d vertices follow more than one bone", blended, all),
			"parts of a machine are rigid; blended vertices are smeared between a rotor and the body",
			"press Generate rig in the Vehicle Lab, which gives each vertex one bone; leave it if the model is meant to bend")
	}
	if len(c.does) > 1 && c.does[0].Kind == clip.Untracked && c.bones[0].vertices > 0 && c.match[0] == 0 {
		c.find(scene.Warning, "ROOT_CARRIES_MESH", []int{0},
			fmt.Sprintf("%d vertices hang on bone 0 %q, which the clip leaves still", c.bones[0].vertices, c.bones[0].name),
			"they do not take part in the body's motion and stay behind when it bobs",
			"mark their parts as Body in the Vehicle Lab and press Generate rig")
	}
}

func (c *checker) count() {
	if n := len(c.bones); n > MaxBones {
		c.find(scene.Error, "TOO_MANY_BONES", nil,
			fmt.Sprintf("the rig has %d bones, more than %d", n, MaxBones),
			"the game's bone index has a wall at 128; parts past it vanish or tear",
			"mark parts that need not move by themselves as Body in the Vehicle Lab and press Generate rig")
	}
}

// donorSide passes on what is wrong with the donor itself.
func (c *checker) donorSide() {
	for _, p := range c.donor.Problems {
		cause := ""
		switch p.Code {
		case "DONOR_FRAME0_NOT_REST":
			cause = "the donor was exported with another rest than its first frame"
		case "DONOR_CLIP_OPEN":
			cause = "the clip's last key differs from its first"
		case "DONOR_NODE_NOT_JOINT":
			cause = "only a skeleton's joints are channels"
		}
		c.find(p.Severity, p.Code, nil, p.Message, cause, p.Remedy)
	}
	if !c.moves() {
		c.find(scene.Error, "DONOR_STILL", nil, fmt.Sprintf("the donor's clip %q moves none of its bones", c.donor.Clip),
			"the clip has no channels of the skeleton's joints, or all of their keys are the rest",
			"choose another clip of the donor, or another donor; export it with the animation on its bones")
	}
}

func (c *checker) names(bones []int) string {
	out := make([]string, 0, len(bones))
	for _, b := range bones {
		out = append(out, fmt.Sprintf("%d %q", b, c.bones[b].name))
	}
	if len(out) > 6 {
		out = append(slices.Clone(out[:6]), "...")
	}
	return strings.Join(out, ", ")
}
