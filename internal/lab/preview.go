package lab

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/raster"
)

// frameCache keeps what does not change from frame to frame.
type frameCache struct {
	builder draw.Builder
	aspect  float64 // width over height of the last list; 0 before the first
	shownCache
	prepared   map[*scene.Model]*draw.Prepared
	source     *sourceView
	contract   *rig.ContractReport
	contractOf *Rigged
	contractBy *Donor
	verify     []rig.Finding
	verifyOf   *rig.Parts
	verifyAt   rig.Orientation
	bones      []rig.Bone
	bonesOf    *Rigged
	bonesBy    *rig.Parts
	findings   findingsCache
	stampOf    *Work
	stamp      RigStamp
	decoded    []clip.ChannelMotion
	decodedOf  *Donor
	keys       keyTimes
	ids        raster.IDs
	boxSink    raster.Rasterizer
}

// shownCache is what hangs on the stage that is shown.
type shownCache struct {
	eval     *Evaluator
	key      evalKey
	err      error
	groundOf *scene.Model
	groundAt mgl64.Mat4
	ground   float64
	boxOf    *scene.Model
	box      scene.Box // of boxOf, at rest
}

// evalKey says what an Evaluator was made for.
type evalKey struct {
	model *scene.Model
	clip  ClipRef
	donor *clip.Donor
}

// Frame is what the preview shows at one time.
type Frame struct {
	Show     Show // the stage in fact
	Model    *scene.Model
	Place    mgl64.Mat4 // model to world: the Orientation that Generate has not baked in yet
	Posed    *Posed
	Duration float64        // seconds of the clip that plays; 0 at rest
	FPS      float64        // its frame grid
	Problem  *scene.Problem // why it is not what was asked for; nil if it is

	dress dress
	items []draw.Item
	whole *scene.Model // that Model is split from; nil where it is not split

	pawns int // in a world: the first items, which are the model; those after it are scenery. 0 without a world
}

// scenery reports whether a triangle belongs to the world, not to the model.
func (f *Frame) scenery(t draw.Triangle) bool { return f.pawns > 0 && int(t.Item) >= f.pawns }

// Whole is the shown model as it is in its file, for figures: Model may be
// split into parts that share its vertices, and would count them many times.
func (f *Frame) Whole() *scene.Model {
	if f.whole != nil {
		return f.whole
	}
	return f.Model
}

// resolveShow is the stage that is shown in fact.
func (s *Session) resolveShow() Show {
	w := s.work
	switch s.show {
	case ShowSource:
		return ShowSource
	case ShowRig:
		if w.Rigged != nil {
			return ShowRig
		}
	default:
		if w.Rigged == nil {
			return ShowSource
		}
		if s.show == ShowGame || s.UseDonorClip() {
			return ShowGame
		}
		if w.Rigged.Rig != nil {
			return ShowRig
		}
	}
	return ShowSource
}

// Duration is the length in seconds of the clip that the preview plays.
func (s *Session) Duration() float64 {
	if e := s.evaluator(); e != nil {
		return e.Duration()
	}
	return 0
}

// FPS is the frame grid of the clip that the preview plays.
func (s *Session) FPS() float64 {
	if e := s.evaluator(); e != nil {
		return e.FPS()
	}
	return clip.DefaultFPS
}

// evaluator returns the one for what is shown now, or nil with nothing open.
func (s *Session) evaluator() *Evaluator {
	key := evalKey{clip: s.clip}
	w := s.work
	switch s.resolveShow() {
	case ShowGame:
		key.model = w.Rigged.Rebased
		if w.Donor != nil && s.UseDonorClip() || s.show == ShowGame && w.Donor != nil {
			key.donor = w.Donor.Clip
		}
		if w.Baked != nil && w.Baked.rigged == w.Rigged && key.donor == nil {
			key.model = w.Baked.bare()
		}
	case ShowRig:
		key.model = w.Rigged.Model
	default:
		if s.doc.Source == nil {
			return nil
		}
		key.model = s.sourceView().model
	}
	c := &s.frame
	if c.eval != nil && c.key == key {
		c.eval.SetHand(s.handOn(s.resolveShow(), key.model))
		c.eval.SetTrims(s.trimsOn(s.resolveShow()))
		c.eval.SetGun(GunTurn{})
		return c.eval
	}
	e, err := NewEvaluator(key.model, key.clip, key.donor)
	c.err = err
	if err != nil { // a clip that this stage does not have: the automatic choice
		e, err = NewEvaluator(key.model, ClipRef{}, key.donor)
		if err != nil {
			e, _ = NewEvaluator(key.model, ClipRef{Kind: ClipRest}, nil)
		}
	}
	e.SetHand(s.handOn(s.resolveShow(), key.model))
	e.SetTrims(s.trimsOn(s.resolveShow()))
	c.eval, c.key = e, key
	return e
}

// Frame evaluates the preview at the clock's time. It is nil with nothing open.
// It is valid until the next call.
func (s *Session) Frame() *Frame {
	if s.fly.shown {
		f, _ := s.worldFrame()
		return f
	}
	if s.walk.shown {
		f, _ := s.walkFrame()
		return f
	}
	return s.FrameAt(s.clock.Time)
}

// FrameAt evaluates the preview at t seconds into the clip that plays.
func (s *Session) FrameAt(t float64) *Frame {
	e := s.evaluator()
	if e == nil {
		return nil
	}
	others := s.view.Look.phased(e, t)
	f := &Frame{Show: s.resolveShow(), Model: e.Model(), Place: mgl64.Ident4(), Posed: e.At(t),
		Duration: e.Duration(), FPS: e.FPS()}
	if f.Show == ShowSource {
		f.whole = s.doc.Source
	}
	if s.frame.err != nil {
		f.Problem = AsProblem(s.frame.err)
	}
	var selected func(int) bool
	if len(s.selected) > 0 {
		selected = s.isSelected
	}
	f.dress = s.dress(f.Show, f.Model)
	f.items = []draw.Item{f.dress.item(f.Model, f.Posed, s.view.Overlays, selected)}
	s.highlight(f)
	look := s.view.Look
	if s.bone > 0 {
		look.HeatBone = s.bone - 1
	}
	look.dress(&f.items[0], f.Model)
	f.items = look.crowd(f.items, f.Model, others, s.spacing(f.Model))
	f.Place = f.dress.place
	if s.view.OnTile && s.work.Entry != nil {
		f.pawns = len(f.items)
		f.items = append(f.items, s.tileItems()...)
	}
	return f
}

// dress is how the shown model is drawn now.
func (s *Session) dress(show Show, m *scene.Model) dress {
	if show != ShowSource {
		d := dressRig(s.work.Rigged.Rig, s.prepare(m))
		d.bones = s.Bones()
		d.place = s.onTile(m).Mul4(d.place)
		return d
	}
	d := dressSource(s.sourceView(), s.work.Parts, s.prepare(m), sourcePlace(s.work.Recipe), s.view.Helpers)
	d.hidden = s.hideToo(d.hidden, m)
	d.place = s.onTile(m).Mul4(d.place)
	return d
}

// sourcePlace is where a recipe puts the source: scaled, then turned.
func sourcePlace(r *rig.Recipe) mgl64.Mat4 {
	if r == nil {
		return mgl64.Ident4()
	}
	return scaledTurn(r.Orientation, r.Scale)
}

// scaledTurn scales and turns about the origin; a scale of 0 counts as 1.
func scaledTurn(o rig.Orientation, scale float64) mgl64.Mat4 {
	if scale == 0 || scale == 1 {
		return o.Mat4()
	}
	return scene.Affine(o.Mat3().Mul(scale), mgl64.Vec3{})
}

// BuildList fills list with the preview's picture at the clock's time: what the
// window hands to its Kage sink and what Shot hands to the Go sink.
func (s *Session) BuildList(list *draw.List, width, height int) *Frame {
	if width > 0 && height > 0 {
		s.frame.aspect = float64(width) / float64(height)
	}
	if s.fly.shown {
		return s.buildWorld(list, width, height)
	}
	if s.walk.shown {
		return s.buildWalk(list, width, height)
	}
	f := s.Frame()
	var items []draw.Item
	if f != nil {
		items = f.items
	}
	s.frame.builder.Frame(list, items, s.view.Camera, s.options(width, height, f != nil, s.groundY()))
	return f
}

// options are those of a picture of the preview, whose ground lies at a height.
func (s *Session) options(width, height int, shadow bool, groundY float64) draw.Options {
	opt := draw.Options{Width: width, Height: height, Grid: s.view.Overlays.Grid, GridLabels: s.view.Overlays.Grid,
		GroundY: groundY, Shadow: shadow && !s.view.OnTile, Axes: s.view.Overlays.Axes}
	s.view.Look.apply(&opt, s.settings.Light())
	return opt
}

// spacing is the distance between the copies of a crowd.
func (s *Session) spacing(m *scene.Model) float64 {
	if s.view.Look.copies(m) == 1 {
		return 0
	}
	c := &s.frame
	if c.boxOf != m {
		c.boxOf, c.box = m, m.Bounds()
	}
	return s.view.Look.spacing(c.box)
}

// prepare returns the model made ready to draw; it is kept while the work holds
// the model.
func (s *Session) prepare(m *scene.Model) *draw.Prepared {
	c := &s.frame
	if p := c.prepared[m]; p != nil {
		return p
	}
	if c.prepared == nil || len(c.prepared) >= 6 { // undo may come back to a few; more is waste
		c.prepared = map[*scene.Model]*draw.Prepared{}
	}
	p := draw.Prepare(m)
	c.prepared[m] = p
	return p
}

// jointNode is the node of a joint of the first skin, -1 for none.
func jointNode(m *scene.Model, joint int) int {
	if len(m.Skins) == 0 || joint < 0 || joint >= len(m.Skins[0].Joints) {
		return -1
	}
	return m.Skins[0].Joints[joint]
}

// SelectedTint marks the selected parts.
var SelectedTint = draw.Tint{1, 0.78, 0.05, 0.75}

// roleSRGB are the colours of the roles, Okabe and Ito's palette for colour-blind
// eyes with lighter and darker relatives where it has too few, as sRGB bytes.
var roleSRGB = [...][3]uint8{
	rig.Body:        {86, 180, 233},
	rig.Wheel:       {240, 228, 66},
	rig.Turret:      {0, 158, 115},
	rig.Ignore:      {70, 70, 74},
	rig.Default:     {170, 172, 176},
	rig.Edgecase:    {225, 225, 228},
	rig.Caterpillar: {150, 120, 60},
	rig.Gun:         {204, 121, 167},
	rig.Rotor:       {230, 159, 0},
	rig.TailRotor:   {213, 94, 0},
	rig.Trail:       {0, 114, 178},
	rig.Muzzle:      {150, 80, 125},
	rig.Cradle:      {110, 200, 170},
}

// RoleColor is the sRGB colour of a role, the same in lists, trees, viewport
// and timeline.
func RoleColor(r rig.Role) (red, green, blue uint8) {
	if int(r) >= len(roleSRGB) {
		r = rig.Default
	}
	c := roleSRGB[r]
	return c[0], c[1], c[2]
}

// RoleTint is RoleColor in linear light, as the renderer takes it.
func RoleTint(r rig.Role) draw.Tint {
	red, green, blue := RoleColor(r)
	return draw.Tint{linear(red), linear(green), linear(blue), 0.85}
}

// linear decodes an sRGB byte (IEC 61966-2-1).
func linear(b uint8) float32 {
	v := float32(b) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return mgl32.Clamp(pow24((v+0.055)/1.055), 0, 1)
}
