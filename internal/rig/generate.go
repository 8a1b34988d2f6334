package rig

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// MaxBones is the bone budget: the target engine's index wall is 128, and two
// are kept back.
const MaxBones = 126

// Bone is one joint of a generated rig, in skin order.
type Bone struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Parent int    `json:"parent"` // -1 for the root
	Role   Role   `json:"role"`   // Default for the root, which nothing follows
	Node   int    `json:"node"`   // in Rig.Model
	Parts  []int  `json:"parts"`  // that follow it, by index
}

// Rig is what Generate makes.
type Rig struct {
	Model     *scene.Model // one skin, one mesh, no animation
	Bones     []Bone
	Hubs      []Hub   // rotors as used, with overrides, in the orientation of the rig
	Hinges    []Hinge // what the bones turn about, each with its bone, in the order of the bones
	Triangles int
	Forward   mgl64.Vec3 // where the rig faces as far as it is known, Parts.Forward in the orientation of the rig
	Findings  []Finding  // parts by index

	kin *kin // of a general rig: what its own clips are made from
}

// GenerateOptions steer Generate. The zero value makes the donor's bones.
type GenerateOptions struct {
	// SortByName orders sibling bones by name, as some pipelines do, instead of
	// the donor's order first. It is how a gun's bone comes before the rotors.
	SortByName bool
	// Progress is called with the number of steps done and in all; nil means it is not.
	Progress func(done, total int, what string)
}

// Generate makes the rig that parts and recipe ask for. A nil recipe means the
// roles that the parts have; otherwise they are the guesses with the recipe's
// marks over them, and the recipe's orientation counts. Neither model, parts
// nor recipe is changed; the same input gives the same Model.
func Generate(ctx context.Context, m *scene.Model, parts *Parts, recipe *Recipe, opt GenerateOptions) (*Rig, error) {
	if opt.Progress == nil {
		opt.Progress = func(int, int, string) {}
	}
	if err := checkParts(m, parts); err != nil {
		return nil, err
	}
	if recipe != nil && scaleOf(recipe.Scale) != scaleOf(parts.Scale) {
		return nil, &scene.Problem{Code: "PARTS_STALE", File: m.Source.Path, Message: "the parts were measured at another scale than the recipe asks for",
			Remedy: "probe the model again"}
	}
	g := newGenerator(m, parts, recipe, opt)
	opt.Progress(0, 3, "fitting axles")
	if err := g.fit(ctx); err != nil {
		return nil, err
	}
	if g.keepsBones() {
		r, err := g.generateSource(ctx)
		if err != nil {
			return nil, err
		}
		return g.finish(r), nil
	}
	g.plan()
	if len(g.bones) > MaxBones {
		return nil, &scene.Problem{Code: "TOO_MANY_BONES", File: m.Source.Path,
			Message: fmt.Sprintf("the marks ask for %d bones; %d is the most (%s)", len(g.bones), MaxBones, g.asked()),
			Remedy:  "mark some of the turning parts as Body"}
	}
	opt.Progress(1, 3, "baking the mesh")
	mesh, err := g.bake(ctx)
	if err != nil {
		return nil, err
	}
	if len(mesh.Primitives) == 0 {
		return nil, &scene.Problem{Code: "NOTHING_TO_RIG", File: m.Source.Path, Message: "every part is marked Ignore", Remedy: "mark at least the hull as Body"}
	}
	opt.Progress(2, 3, "binding")
	return g.finish(g.assemble(mesh)), nil
}

// finish fills in what a rig says beside its model.
func (g *generator) finish(r *Rig) *Rig {
	r.Forward = g.turnedPoint(g.p.Forward)
	r.Hinges, r.kin = g.hinges, g.kin
	if g.kin != nil {
		g.noteGeneral(r)
	}
	r.Findings = append(append(g.p.Findings, verify(g.p, g.orient, g.hinges)...), g.findings...)
	g.opt.Progress(3, 3, "done")
	return r
}

// newGenerator takes copies of what a run changes.
func newGenerator(m *scene.Model, parts *Parts, recipe *Recipe, opt GenerateOptions) *generator {
	own := *parts
	own.Parts = append([]Part{}, parts.Parts...)
	own.Findings = nil
	g := &generator{m: m, p: &own, recipe: recipe, opt: opt, orient: parts.Orientation}
	if recipe != nil {
		own.noteUnmatched(own.Apply(recipe))
		if recipe.Target != Auto {
			own.Target = recipe.Target
		}
		g.orient = recipe.Orientation
	}
	return g
}

// fit finds what turns about what.
func (g *generator) fit(ctx context.Context) error {
	g.hubs = g.rotors()
	if err := ctx.Err(); err != nil || g.p.Target != General {
		return err
	}
	return g.fitGeneral(ctx)
}

// checkParts refuses parts that are not of this model.
func checkParts(m *scene.Model, p *Parts) error {
	stale := func(why string) error {
		return &scene.Problem{Code: "PARTS_STALE", File: m.Source.Path, Message: "the part list is not of this model: " + why,
			Remedy: "probe the model again"}
	}
	if p == nil || len(p.Parts) == 0 {
		return stale("it is empty")
	}
	if s := sourceHex(m); s != p.Source {
		return stale("the file was changed")
	}
	for i := range p.Parts {
		q := &p.Parts[i]
		if q.geo == nil {
			return stale("part " + q.Name + " has no triangles")
		}
		for _, c := range q.geo.chunks {
			if c.Node >= len(m.Nodes) || m.Nodes[c.Node].Mesh == 0 || c.Primitive >= len(m.Meshes[m.Nodes[c.Node].Mesh-1].Primitives) ||
				len(c.Triangles) > 0 && 3*int(c.Triangles[len(c.Triangles)-1])+2 >= len(m.Meshes[m.Nodes[c.Node].Mesh-1].Primitives[c.Primitive].Indices) {
				return stale("part " + q.Name + " is not in it")
			}
		}
	}
	return nil
}

// generator holds one run of Generate.
type generator struct {
	m        *scene.Model
	p        *Parts // with the roles that count
	recipe   *Recipe
	opt      GenerateOptions
	orient   Orientation
	hubs     []Hub
	hinges   []Hinge // rotors' first, in the order of hubs; plan puts them in the order of the bones
	bones    []planned
	kin      *kin       // of a general rig; nil for the donor's
	front    mgl64.Vec3 // see facing; zero for what Probe guessed
	turret   int        // its hinge's place plus one, 0 for none
	nodes    map[Orientation]map[int]*nodeMesh
	boxes    []*scene.Box    // of parts, see box
	onBelt   []int           // parts of tracks that run
	corners  map[int][]int32 // of those parts: the bone of each corner of their triangles
	finites  map[int][]int   // see finiteTri
	boneOf   []int           // bone of each part, -1: left out
	findings []Finding
}

// planned is a bone before it is numbered.
type planned struct {
	name   string
	role   Role
	parent int
	parts  []int
	at     mgl64.Vec3 // rest position, model space
	frame  mgl64.Mat3 // rest rotation, model space
	hinge  int        // in generator.hinges plus one; 0 for none
	track  int        // in kin.tracks plus one; 0 for none
	link   int        // of that track
}

func (g *generator) note(sev scene.Severity, code, msg, cause, fix string, parts ...int) {
	g.findings = append(g.findings, Finding{Severity: sev, Code: code, Message: msg, Cause: cause, Fix: fix, Parts: parts})
}

func (g *generator) having(role Role) (out []int) {
	for i := range g.p.Parts {
		if g.p.Parts[i].Role == role {
			out = append(out, i)
		}
	}
	return out
}

// plan lists the bones in their order and says which parts follow which.
func (g *generator) plan() {
	if g.kin != nil {
		g.planGeneral()
	} else {
		g.planDonor()
	}
	g.boneOf = make([]int, len(g.p.Parts))
	for i := range g.boneOf {
		g.boneOf[i] = -1
	}
	for b := range g.bones {
		for _, i := range g.bones[b].parts {
			g.boneOf[i] = b
		}
	}
	g.orderHinges()
	if g.p.Target == DonorGunship && len(g.bones) > 4 {
		g.noteExtraBones()
	}
}

// planDonor lists the bones that a donor's clip drives by index, and after them
// those that it does not drive.
func (g *generator) planDonor() {
	var mains, tails []Hub
	for _, h := range g.hubs {
		if h.Role == TailRotor {
			tails = append(tails, h)
		} else {
			mains = append(mains, h)
		}
	}
	body := planned{name: "Body", role: Body, parent: 0, frame: mgl64.Ident3()}
	spun := map[int]bool{}
	for _, h := range g.hubs {
		for _, i := range h.Parts {
			spun[i] = true
		}
	}
	extra := g.articulated(spun)
	for i := range g.p.Parts {
		if g.p.Parts[i].Role != Ignore && !spun[i] {
			body.parts = append(body.parts, i)
		}
	}
	body.at = snap(g.turnedPoint(g.centroid(body.parts)))
	g.bones = []planned{{name: "Root", role: Default, parent: -1, frame: mgl64.Ident3()}, body}
	g.bones = append(g.bones, g.rotorBones(mains, tails)...)
	g.bones = append(g.bones, extra...)
	if g.opt.SortByName {
		sortBones(g.bones[2:])
	} else if len(g.bones) > 4 {
		sortBones(g.bones[4:])
	}
	g.parentGun()
}

func sortBones(list []planned) {
	for i := 1; i < len(list); i++ {
		for k := i; k > 0 && list[k].name < list[k-1].name; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
}

// rotorBones makes the bones 2 and 3 and those of further rotors. A donor rig
// keeps both places, so that the tail's channel cannot slide onto another bone.
func (g *generator) rotorBones(mains, tails []Hub) []planned {
	var out []planned
	donor := g.p.Target == DonorGunship
	switch {
	case len(mains) > 0:
		out = append(out, hubBone("MainRotor", mains[0], mainFrame(mains[0].Axle)))
		mains = mains[1:]
	case donor:
		out = append(out, planned{name: "MainRotor", role: Rotor, parent: 1, at: g.bones[1].at, frame: mgl64.Ident3()})
		g.note(scene.Warning, "EMPTY_BONE", "bone 2, MainRotor, has no vertices", "no part is marked Rotor",
			"mark the rotor's parts with R; until then the bone only keeps the tail rotor at index 3, where the donor's clip drives it")
	}
	switch {
	case len(tails) > 0:
		out = append(out, hubBone("TailRotor", tails[0], tailFrame(tails[0].Axle)))
		tails = tails[1:]
	case donor && len(mains) > 0:
		out = append(out, hubBone("MainRotor_2", mains[0], tailFrame(mains[0].Axle)))
		g.note(scene.Info, "SECOND_ROTOR_ON_TAIL", "the second main rotor takes bone 3 and turns twice as fast as the first",
			"the donor's clip has one channel for a main rotor and one for a tail rotor, and this model has no tail rotor",
			"to hold it still, mark its parts as Body", mains[0].Parts...)
		mains = mains[1:]
	case donor:
		out = append(out, planned{name: "TailRotor", role: TailRotor, parent: 1, at: g.bones[1].at, frame: mgl64.Ident3()})
		g.note(scene.Info, "EMPTY_BONE", "bone 3, TailRotor, has no vertices", "no part is marked TailRotor",
			"mark the fan's parts with L if there is one")
	}
	for n, h := range mains {
		out = append(out, hubBone(fmt.Sprintf("MainRotor_%d", n+2+btoi(len(out) > 1 && out[1].name == "MainRotor_2")), h, mainFrame(h.Axle)))
	}
	for n, h := range tails {
		out = append(out, hubBone(fmt.Sprintf("TailRotor_%d", n+2), h, tailFrame(h.Axle)))
	}
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *generator) noteExtraBones() {
	for b := 4; b < len(g.bones); b++ {
		g.note(scene.Warning, "BONE_WITHOUT_CHANNEL", fmt.Sprintf("bone %d, %s, stands still in the donor's clip", b, g.bones[b].name),
			"the clip drives bones 0 to 3 by index", "mark its parts as Body, or bake a clip of the model's own", g.bones[b].parts...)
	}
	for b, want := range []string{"Root", "Body", "MainRotor", ""} {
		if want != "" && g.bones[b].name != want {
			g.note(scene.Error, "BONE_ORDER", fmt.Sprintf("bone %d is %s, but the donor's channel %d is meant for %s", b, g.bones[b].name, b, want),
				"bones were sorted by name and an extra bone comes first", "mark the parts of "+g.bones[b].name+" as Body", g.bones[b].parts...)
			return
		}
	}
}

// articulated makes bones for turrets and guns that were marked by hand.
func (g *generator) articulated(spun map[int]bool) []planned {
	var out []planned
	for _, k := range []struct {
		name string
		role Role
	}{{"Gun", Gun}, {"Turret", Turret}} {
		parts := g.having(k.role)
		if len(parts) == 0 {
			continue
		}
		for _, i := range parts {
			spun[i] = true
		}
		out = append(out, planned{name: k.name, role: k.role, parent: 1, parts: parts, at: snap(g.turnedPoint(g.middle(parts))), frame: mgl64.Ident3()})
	}
	for _, role := range []Role{Wheel, Caterpillar, Trail, Muzzle, Cradle} {
		if parts := g.having(role); len(parts) > 0 {
			g.note(scene.Info, "ROLE_RIDES", fmt.Sprintf("%s marked %s and ride with the body", count(len(parts), "part is", "parts are"), role),
				"this rig has bones for rotors, turret and gun only", "", parts...)
		}
	}
	return out
}

// parentGun hangs the gun under the turret where there is one. The turret then
// comes first, since a parent precedes its children.
func (g *generator) parentGun() {
	gun, turret := -1, -1
	for b := range g.bones {
		switch g.bones[b].role {
		case Gun:
			gun = b
		case Turret:
			turret = b
		}
	}
	if gun < 0 || turret < 0 {
		return
	}
	if gun < turret {
		x := g.bones[turret]
		copy(g.bones[gun+1:turret+1], g.bones[gun:turret])
		g.bones[gun] = x
		gun, turret = gun+1, gun
	}
	// Depth first: the gun follows its turret directly.
	x := g.bones[gun]
	copy(g.bones[turret+2:gun+1], g.bones[turret+1:gun])
	g.bones[turret+1] = x
	g.bones[turret+1].parent = turret
}

func hubBone(name string, h Hub, frame mgl64.Mat3) planned {
	return planned{name: name, role: h.Role, parent: 1, parts: h.Parts, at: snap(h.Center), frame: frame}
}

// mainFrame is a main rotor's rest rotation: Y along the axle, Z as near the
// model's front as it can be (up, where the axle points to the front).
func mainFrame(axle mgl64.Vec3) mgl64.Mat3 {
	z := front
	if math.Abs(axle.Dot(z)) > 0.99 {
		z = mgl64.Vec3{0, 1, 0}
	}
	z = z.Sub(axle.Mul(axle.Dot(z))).Normalize()
	return mgl64.Mat3FromCols(axle.Cross(z), axle, z)
}

// tailFrame is a tail rotor's rest rotation: X along the axle, Y the in-disc
// direction nearest world up, or nearest the model's front where the axle is
// vertical, and Z = X x Y.
func tailFrame(axle mgl64.Vec3) mgl64.Mat3 {
	y := mgl64.Vec3{0, 1, 0}
	if math.Abs(axle.Dot(y)) > 0.999 {
		y = front
	}
	y = y.Sub(axle.Mul(axle.Dot(y))).Normalize()
	return mgl64.Mat3FromCols(axle, y, axle.Cross(y))
}

// snap rounds to what a file's float32 holds, so that bind and rest agree after
// a round trip.
func snap(v mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(float32(v[0])), float64(float32(v[1])), float64(float32(v[2]))}
}

// asked says in words what the planned bones are for.
func (g *generator) asked() string {
	var words []string
	n := map[string]int{}
	for _, b := range g.bones {
		w := budgetWord(b.role)
		if n[w] == 0 {
			words = append(words, w)
		}
		n[w]++
	}
	for i, w := range words {
		words[i] = fmt.Sprintf("%s %d", w, n[w])
	}
	return strings.Join(words, ", ")
}
