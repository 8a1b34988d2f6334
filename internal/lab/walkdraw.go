package lab

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
	"donorlab/internal/gait"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// walkScene is what draws a walker.
type walkScene struct {
	camera   scene.Camera // of the view that is not shown now
	cameraOf *scene.Model // that was open when the walk began
	trail    trail
	sole     mgl64.Vec2 // width and length of a mark, metres of the model

	posed   Posed
	worlds  [][]mgl64.Mat4 // of the others
	scratch scene.Pose
	land    *draw.Prepared
	landOf  *scene.Model
	mark    *draw.Prepared
	pin     *draw.Prepared
	blob    *draw.Prepared
}

// FootTint is the colour of marks and plots of a foot, linear.
func FootTint(foot int) draw.Tint {
	if foot == gait.Left {
		return draw.Tint{linear(86), linear(180), linear(233), 1}
	}
	return draw.Tint{linear(230), linear(159), linear(0), 1}
}

// FootColor is FootTint as sRGB bytes.
func FootColor(foot int) (r, g, b uint8) {
	if foot == gait.Left {
		return 86, 180, 233
	}
	return 230, 159, 0
}

// middle is what the camera looks at: the body's waist.
func (k *walkState) middle() mgl64.Vec3 {
	return k.motion.Position.Add(mgl64.Vec3{0, 0.5 * k.tall(), 0})
}

func (k *walkState) tall() float64 {
	if k.rig != nil && k.rig.Height > 0 && !math.IsInf(k.rig.Height, 0) {
		return k.rig.Height
	}
	return 1.8 * max(k.pace, 1)
}

// frameWalker puts the camera where the walker is seen with some ground round it.
func (s *Session) frameWalker() {
	k := &s.walk
	if k.pawn == nil {
		return
	}
	h := k.tall()
	at := k.motion.Position
	var points []mgl64.Vec3
	box := scene.Box{Min: at.Sub(mgl64.Vec3{0.7 * h, 0, 0.7 * h}), Max: at.Add(mgl64.Vec3{0.7 * h, 1.05 * h, 0.7 * h})}
	if k.plan.Beside != BesideNothing {
		box = box.Add(at.Add(k.besideOffset().Mul(1.6)))
	}
	points = append(points, boxPoints(box)...)
	if n := s.view.Look.copies(k.rigOf) - 1; n > 0 {
		sp := s.spacing(k.rigOf)
		for i := range n {
			points = append(points, at.Add(offset(i+1, sp)), at.Add(offset(i+1, sp)).Add(mgl64.Vec3{0, h, 0}))
		}
	}
	cam := s.view.Camera
	if cam.ElevationDeg < 8 || cam.ElevationDeg > 60 {
		cam.ElevationDeg = 14
	}
	cam.Ortho = false
	s.view.Camera = FitCamera(cam, points, s.aspect())
	k.scene.trail = trail{set: true, at: s.view.Camera.Target, yawDeg: k.motion.Yaw * 180 / math.Pi, shown: k.motion.Yaw * 180 / math.Pi}
	k.scene.trail.at = k.motion.Position
}

// trailWalker moves the camera along with the walker; what the user turned and zoomed
// stays.
func (s *Session) trailWalker(dt float64) {
	k := &s.walk
	t := &k.scene.trail
	const turnS, moveS = 0.9, 0.12 // time constants
	before := t.at
	t.at = t.at.Add(k.motion.Position.Sub(t.at).Mul(1 - math.Exp(-dt/moveS)))
	// A jump is seen as a jump: the camera hardly rises with it.
	if k.motion.Airborne {
		t.at[1] = before[1] + (t.at[1]-before[1])*0.25
	}
	yaw := k.motion.Yaw * 180 / math.Pi
	t.yawDeg += math.Remainder(yaw-t.yawDeg, 360) * (1 - math.Exp(-dt/turnS))
	if k.plan.Free {
		return
	}
	s.view.Camera.Target = s.view.Camera.Target.Add(t.at.Sub(before))
	if k.plan.Behind {
		s.view.Camera.AzimuthDeg += math.Remainder(t.yawDeg-t.shown, 360)
	}
	t.shown = t.yawDeg
}

// buildWalk fills list with the walker's picture.
func (s *Session) buildWalk(list *draw.List, width, height int) *Frame {
	f, items := s.walkFrame()
	opt := s.options(width, height, f != nil && s.walk.softShadow(f.pawns), 0)
	if g := s.walk.ground; f != nil && g.world != nil {
		worldOptions(&opt, s.view.Look.Backdrop)
	}
	if f != nil && s.walk.ground.terrain != nil {
		opt.Grid, opt.GridLabels = false, false
	}
	s.frame.builder.Frame(list, items, s.view.Camera, opt)
	return f
}

// walkFrame is the walker as it stands, with crowd, comparison, ground and marks.
func (s *Session) walkFrame() (*Frame, []draw.Item) {
	s.readyWalk()
	k := &s.walk
	e := s.evaluator()
	if e == nil || k.pawn == nil {
		return nil, nil
	}
	m := e.Model()
	f := &Frame{Show: s.resolveShow(), Model: m, Duration: e.Duration(), FPS: e.FPS()}
	if f.Show == ShowSource {
		f.whole = s.doc.Source
	}
	f.dress = s.dress(f.Show, m)
	var clipped *draw.Item
	if k.plan.Beside == BesideClip {
		it := f.dress.item(m, e.At(wrapTime(s.clock.Time, e.Duration())), Overlays{}, nil)
		it.World = slices.Clone(it.World)
		clipped = &it
	}
	f.Posed = k.posed(e)
	f.Place = k.pawn.Place()
	var selected func(int) bool
	if len(s.selected) > 0 {
		selected = s.isSelected
	}
	o := s.view.Overlays
	o.Grid = false
	first := f.dress.item(m, f.Posed, o, selected)
	first.Place = f.Place
	f.items = []draw.Item{first}
	s.highlight(f)
	look := s.view.Look
	if s.bone > 0 {
		look.HeatBone = s.bone - 1
	}
	look.dress(&f.items[0], m)
	plain := func(world []mgl64.Mat4, place mgl64.Mat4) draw.Item {
		it := f.items[0]
		it.Outline, it.Hover, it.Selected = nil, nil, nil
		it.Bones, it.BoneAxes, it.Bounds, it.Normals, it.MassCenter, it.RestFrames = false, false, false, false, false, false
		it.World, it.Place = world, place
		return it
	}
	for i, p := range k.others {
		f.items = append(f.items, plain(k.worldOf(i, e, p), p.Place()))
	}
	switch {
	case clipped != nil:
		by := k.besideOffset()
		clipped.Place = mgl64.Translate3D(by[0], 0, by[2]).Mul4(f.Place)
		f.items = append(f.items, *clipped)
	case k.beside != nil:
		f.items = append(f.items, plain(k.worldOf(len(k.others), e, k.beside), k.beside.Place()))
	}
	f.pawns = len(f.items)
	items := k.props(f.items)
	f.items = items[:f.pawns]
	return f, items
}

// posed is the walker's pose with the hand pose on it.
func (k *walkState) posed(e *Evaluator) *Posed {
	p := &k.scene.posed
	p.Time = k.time
	p.Pose = append(p.Pose[:0], e.rest...)
	p.Pose = k.pawn.Pose(p.Pose)
	p.Stages = append(p.Stages[:0], StageValue{Stage: "Base pose", Value: "built-in locomotion", Applied: k.prefs.Enabled && k.rig.Legged})
	for i := range p.Pose {
		if p.Pose[i] != e.rest[i] {
			p.Stages[0].Moved++
		}
	}
	e.hand.put(p)
	p.World = e.model.World(p.World, p.Pose, e.order)
	return p
}

// worldOf poses another pawn into buffer i.
func (k *walkState) worldOf(i int, e *Evaluator, p *gait.Pawn) []mgl64.Mat4 {
	c := &k.scene
	for len(c.worlds) <= i {
		c.worlds = append(c.worlds, nil)
	}
	c.scratch = p.Pose(append(c.scratch[:0], e.rest...))
	for n := range e.hand.offsets {
		o := &e.hand.offsets[n]
		c.scratch[o.Node] = o.Apply(c.scratch[o.Node])
	}
	c.worlds[i] = e.model.World(c.worlds[i], c.scratch, e.order)
	return c.worlds[i]
}

// props appends the ground, the marks of the footsteps and the place that was
// clicked.
func (k *walkState) props(items []draw.Item) []draw.Item {
	c := &k.scene
	if c.mark == nil {
		c.mark, c.pin, c.blob = draw.Prepare(soleModel()), draw.Prepare(pinModel()), draw.Prepare(world.Blob())
	}
	if c.landOf != k.ground.model {
		c.landOf, c.land = k.ground.model, draw.Prepare(k.ground.model)
	}
	land := draw.Item{Prepared: c.land, NoShadow: true, Place: k.ground.place(k.motion.Position, k.pace)}
	if k.ground.world != nil {
		land.Hidden = k.ground.world.Hidden(0)
	}
	items = append(items, land)
	if !k.softShadow(len(items) - 1) {
		items = k.blobs(items)
	}
	if !k.plan.NoMark {
		items = k.marks(items)
	}
	if k.going {
		at := k.target
		at[1] = k.ground.height(at[0], at[2])
		size := 0.25 * k.tall()
		items = append(items, draw.Item{Prepared: c.pin, NoShadow: true, Place: mgl64.Translate3D(at[0], at[1], at[2]).Mul4(mgl64.Scale3D(size, size, size))})
	}
	return items
}

// softShadow reports whether the shadow of the picture itself serves: on level ground,
// and for a few bodies, since it is worked out for every triangle.
func (k *walkState) softShadow(bodies int) bool { return k.ground.terrain == nil && bodies <= 4 }

// blobs appends a shadow below every body.
func (k *walkState) blobs(items []draw.Item) []draw.Item {
	var places []mgl64.Mat4
	for i := range items {
		if items[i].Prepared == k.scene.land {
			break
		}
		at := scene.Position(placeOf(&items[i]))
		at = mgl64.Vec3{at[0], k.ground.height(at[0], at[2]), at[2]}
		up := mgl64.Vec3{0, 1, 0}
		if k.ground.terrain != nil {
			_, up = k.ground.terrain.Ground(at[0], at[2])
		}
		r := 0.2 * k.tall()
		ahead := mgl64.Vec3{0, 0, 1}.Sub(up.Mul(up[2])).Normalize()
		places = append(places, scene.Affine(mgl64.Mat3FromCols(up.Cross(ahead).Mul(r), up, ahead.Mul(r)), at.Add(up.Mul(0.004*k.pace))))
	}
	if len(places) == 0 {
		return items
	}
	return append(items, draw.Item{Prepared: k.scene.blob, NoShadow: true, Places: places})
}

// markSeconds is how long a footstep's mark stays.
const markSeconds = 8

// marks appends where feet were put down: old ones shrink away, a foot that is
// planted now has a ring of its own, and where a foot in the air will land is a thin
// mark.
func (k *walkState) marks(items []draw.Item) []draw.Item {
	c := &k.scene
	for foot := range 2 {
		var places []mgl64.Mat4
		for _, st := range k.steps {
			age := (k.time - st.Time) / markSeconds
			if st.Foot != foot || age < 0 || age > 1 {
				continue
			}
			places = append(places, k.markPlace(st.Place, st.Yaw, st.Up, 1-age*age))
		}
		f := &k.pawn.Clock.Feet[foot]
		if f.Planted {
			places = append(places, k.markPlace(f.Place, f.Yaw, f.Normal, 1.12))
		} else if k.pawn.Clock.Moving() && !k.motion.Airborne && !k.motion.Flying {
			places = append(places, k.markPlace(f.Next, f.Yaw, f.Normal, 0.4))
		}
		if len(places) > 0 {
			items = append(items, draw.Item{Prepared: c.mark, NoShadow: true, Places: places, NodeTint: []draw.Tint{FootTint(foot)}})
		}
	}
	return items
}

// markPlace lays a sole's mark on the ground.
func (k *walkState) markPlace(at mgl64.Vec3, yaw float64, up mgl64.Vec3, size float64) mgl64.Mat4 {
	if up.Len() < 0.5 {
		up = mgl64.Vec3{0, 1, 0}
	}
	sin, cos := math.Sincos(yaw)
	ahead := mgl64.Vec3{sin, 0, cos}
	ahead = ahead.Sub(up.Mul(ahead.Dot(up))).Normalize()
	side := up.Cross(ahead)
	w, l := k.scene.sole[0]*size, k.scene.sole[1]*size
	mid := at.Add(ahead.Mul(0.22 * k.scene.sole[1])).Add(up.Mul(-0.0012 * k.pace))
	return scene.Affine(mgl64.Mat3FromCols(side.Mul(w), up, ahead.Mul(l)), mid)
}
