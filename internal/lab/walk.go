package lab

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// WalkDrive says who moves the walker.
type WalkDrive uint8

const (
	WalkSteady WalkDrive = iota // the plan's speed and direction, on and on
	WalkHand                    // keys, gamepad and clicks: see SteerWalk
	WalkScript                  // one of gait's strips or takes, over and over
)

// String returns the name for a menu.
func (d WalkDrive) String() string {
	return [...]string{"Steady", "By hand", "Script"}[d%3]
}

// WalkBeside says what goes beside the walker, to be compared.
type WalkBeside uint8

const (
	BesideNothing WalkBeside = iota
	BesideClip               // the model with the clip that the timeline has
	BesidePreset             // the same walk with a preset's preferences
)

// String returns the name for a menu.
func (b WalkBeside) String() string {
	return [...]string{"Nothing", "The timeline's clip", "A preset"}[b%3]
}

// WalkPlan says how the walker is moved and shown. It is not undoable. The zero
// plan stands on flat ground with the camera trailing.
type WalkPlan struct {
	Drive     WalkDrive
	Speed     float64 // m/s at human size, of WalkSteady; of WalkHand the speed of a click's walk where it is not 0
	TowardDeg float64 // of WalkSteady: travel against the facing, 90 to the left
	TurnDeg   float64 // of WalkSteady: deg/s by which the body turns
	Crouch    float64 // 0..1
	Fly       bool    // noclip
	Rise      float64 // m/s upward in flight, of WalkSteady
	Script    string  // of WalkScript; "" is the first take

	Strafe bool   // of WalkHand: the body faces away from the camera and steps sideways
	Free   bool   // the camera stays where it is put; else it trails
	Behind bool   // the trailing camera also swings round behind
	NoMark bool   // no marks on the ground
	Ground string // one of WalkGrounds; "" is flat
	Beside WalkBeside
	Preset string // of BesidePreset
}

// WalkInput is what a hand asks of the walker in a tick. Ahead and Left are against
// the camera, each -1 to 1.
type WalkInput struct {
	Ahead, Left float64
	Run         bool
	Jump        bool
	Crouch      bool
	Rise        float64 // -1 to 1, in flight
}

// WalkStep is a footstep in the walk's log.
type WalkStep struct {
	Time float64 // seconds of the walk
	gait.Footstep
	Yaw float64 // of the foot, radians
	Up  mgl64.Vec3
}

const (
	walkTraceTicks = 10 * gait.Rate // of the newest ticks that are kept for plots
	walkStepsMost  = 96
	crowdLag       = 72 // ticks by which the last of a crowd is behind the first
	handTurnDeg    = 540.0
	flySpeed       = 6.0 // m/s of a hand's flight
)

// walkState is the walker and what it treads on.
type walkState struct {
	shown bool
	plan  WalkPlan

	bones  bonesKept
	rig    *gait.Rig
	rigOf  *scene.Model
	rigBy  *Bones
	prefs  gait.Preferences
	by     *dials.Values // that prefs are of
	ground *treadGround
	pace   float64

	pawn    *gait.Pawn
	driver  gait.Driver
	script  string // that driver plays
	motion  gait.Motion
	time    float64
	input   WalkInput
	jump    bool // asked for by a button
	target  mgl64.Vec3
	going   bool // to target
	trace   []gait.Row
	steps   []WalkStep
	others  []*gait.Pawn // of the crowd
	lag     []gait.Motion
	beside  *gait.Pawn
	besideP gait.Preferences

	feet  clipFeet
	scene walkScene
}

// ShowWalk puts the open model on its feet in place of playing its clip, or ends
// that. The camera of each is kept.
func (s *Session) ShowWalk(on bool) {
	k := &s.walk
	if k.shown == on {
		return
	}
	if on && s.fly.shown {
		s.ShowWorld(false)
	}
	k.shown = on
	other := k.scene.camera
	k.scene.camera = s.view.Camera
	if on {
		s.readyWalk()
	}
	switch {
	case on:
		k.scene.cameraOf = s.doc.Source
		s.frameWalker()
	case k.scene.cameraOf == s.doc.Source:
		s.view.Camera = other
	default: // another model was opened meanwhile
		s.FrameAll(0)
	}
}

// WalkShown reports whether the walker is shown.
func (s *Session) WalkShown() bool { return s.walk.shown }

// WalkPlan returns how the walker is moved and shown; change it freely.
func (s *Session) WalkPlan() *WalkPlan { return &s.walk.plan }

// Walker returns the body that walks, nil with no model open. A model that is not
// walkable stands in its bind pose, and its clock ticks all the same.
func (s *Session) Walker() *gait.Pawn {
	s.readyWalk()
	return s.walk.pawn
}

// WalkMotion is what the body did in the last tick.
func (s *Session) WalkMotion() gait.Motion { return s.walk.motion }

// WhyNoWalk says why the model stands in its bind pose, "" if it walks.
func (s *Session) WhyNoWalk() string {
	b := s.WalkBones()
	if b == nil {
		return "open a model first"
	}
	_, why := b.Map.Walkable()
	return why
}

// WalkPrefs are the preferences in force.
func (s *Session) WalkPrefs() *gait.Preferences {
	s.readyPrefs()
	return &s.walk.prefs
}

// readyPrefs takes in what locomotion.txt says now.
func (s *Session) readyPrefs() {
	k := &s.walk
	if v := s.Dials().Values(gait.Spec.File); v != k.by || k.by == nil {
		k.by, k.prefs = v, gait.FromDials(v)
	}
}

// readyWalk makes what the walker needs, where something changed.
func (s *Session) readyWalk() {
	k := &s.walk
	e := s.evaluator()
	if e == nil {
		k.pawn, k.rig, k.rigOf = nil, nil, nil
		return
	}
	s.readyPrefs()
	b := s.WalkBones()
	if k.pawn == nil || k.rigOf != e.Model() || k.rigBy != b {
		first := k.pawn == nil || k.rigOf == nil || k.bones.source != s.doc.Source
		k.rigOf, k.rigBy = e.Model(), b
		k.bones.source = s.doc.Source
		m := b.mapOn(s.doc.Source, e.Model())
		k.rig = gait.NewRig(e.Model(), &m)
		k.scene.sole = soleSize(&m.Rest, k.rig.Leg)
		pace := 1.0
		if k.rig.Legged {
			pace = gait.PaceFor(k.rig.Leg, &k.prefs)
		}
		if pace != k.pace {
			k.pace, k.ground = pace, nil
		}
		if first {
			s.RestartWalk()
		} else {
			k.pawn.Wear(k.rig)
			k.pawn.Pace = k.pace
			k.others, k.beside = nil, nil
		}
	}
	if k.ground == nil || k.ground.name != cmpGround(k.plan.Ground) {
		g, err := newGround(k.plan.Ground, k.pace)
		if err != nil {
			s.Fail(err)
			k.plan.Ground = ""
			g, _ = newGround("", k.pace)
		}
		k.ground = g
		s.RestartWalk()
	}
	s.readyOthers(e.Model())
}

func cmpGround(name string) string {
	if name == "" {
		return WalkFlat
	}
	return name
}

// newPawn is a pawn in what the walker wears.
func (k *walkState) newPawn() *gait.Pawn {
	p := gait.NewPawn(k.rig)
	p.Prefs, p.Scale, p.Pace = &k.prefs, 1, k.pace
	if k.ground != nil {
		p.Terrain = k.ground.terrain
	}
	return p
}

// readyOthers makes the crowd and who walks beside.
func (s *Session) readyOthers(m *scene.Model) {
	k := &s.walk
	n := s.view.Look.copies(m) - 1
	for len(k.others) < n {
		k.others = append(k.others, k.newPawn())
	}
	k.others = k.others[:n]
	if k.plan.Beside != BesidePreset {
		k.beside = nil
		return
	}
	v := s.WalkPreset(k.plan.Preset)
	if v == nil {
		k.beside = nil
		return
	}
	k.besideP = gait.FromDials(v)
	if k.beside == nil {
		k.beside = k.newPawn()
		k.beside.Prefs = &k.besideP
	}
}

// RestartWalk puts the walker back to where it began, standing, and forgets what it
// did.
func (s *Session) RestartWalk() {
	k := &s.walk
	if k.rig == nil {
		return
	}
	k.pawn = k.newPawn()
	k.others, k.beside, k.lag = nil, nil, nil
	k.trace, k.steps, k.time, k.going, k.jump = nil, nil, 0, false, false
	k.driver = gait.Driver{Pace: k.pace}
	at := mgl64.Vec3{}
	if k.ground != nil {
		k.driver.Ground = k.ground.terrain
		at = k.ground.start()
	}
	k.script = ""
	k.driver.PlaceAt(at, 0)
	k.motion = gait.Motion{Position: at}
	k.pawn.Tick(0, k.motion)
	k.scene.trail = trail{set: true, at: k.middle()}
	if k.shown && !k.plan.Free {
		s.frameWalker()
	}
}

// SteerWalk is driving by hand: call it in each frame. What is held stays held until
// the next call.
func (s *Session) SteerWalk(in WalkInput) {
	k := &s.walk
	if in.Ahead != 0 || in.Left != 0 {
		k.going = false
	}
	k.input = in
}

// WalkTo sends the walker to a place, level; it is driven by hand from then on.
func (s *Session) WalkTo(x, z float64) {
	k := &s.walk
	if math.IsNaN(x+z) || math.IsInf(x+z, 0) {
		return
	}
	k.plan.Drive = WalkHand
	k.target, k.going = mgl64.Vec3{x, 0, z}, true
}

// WalkTarget is where a click sent the walker; ok is false once it is there.
func (s *Session) WalkTarget() (at mgl64.Vec3, ok bool) { return s.walk.target, s.walk.going }

// WalkJump has the walker jump as soon as it stands.
func (s *Session) WalkJump() { s.walk.jump = true }

// WalkTrace returns what the newest ticks did, oldest first, at most 10 s, for plots.
// It is valid until the next Step and must not be changed.
func (s *Session) WalkTrace() []gait.Row {
	t := s.walk.trace
	return t[max(0, len(t)-walkTraceTicks):]
}

// Footsteps returns the newest footsteps, oldest first.
func (s *Session) Footsteps() []WalkStep { return s.walk.steps }

// WalkTime is how long the walk has lasted, seconds.
func (s *Session) WalkTime() float64 { return s.walk.time }

// stepWalk moves the walker by one tick of the session, as fast as the preview's
// clock goes.
func (s *Session) stepWalk() {
	k := &s.walk
	if !k.shown {
		return
	}
	s.readyWalk()
	if k.pawn == nil || !s.clock.Playing {
		return
	}
	if dt := TickSeconds * s.clock.Rate(); dt > 0 {
		s.walkTick(dt)
	}
}

// TickWalk moves a walker that is held by one tick.
func (s *Session) TickWalk() {
	s.clock.Playing = false
	s.readyWalk()
	if s.walk.pawn != nil {
		s.walkTick(TickSeconds)
	}
}

func (s *Session) walkTick(dt float64) {
	k := &s.walk
	k.motion = s.driveWalker(dt)
	k.pawn.Tick(dt, k.motion)
	k.time += dt
	if len(k.trace) >= 2*walkTraceTicks {
		k.trace = k.trace[:copy(k.trace, k.trace[len(k.trace)-walkTraceTicks:])]
	}
	k.trace = append(k.trace, k.pawn.Trace(k.time))
	for _, f := range k.pawn.Clock.Footsteps() {
		foot := &k.pawn.Clock.Feet[f.Foot]
		if len(k.steps) >= walkStepsMost {
			k.steps = k.steps[:copy(k.steps, k.steps[1:])]
		}
		k.steps = append(k.steps, WalkStep{Time: k.time - f.Ago, Footstep: f, Yaw: foot.Yaw, Up: foot.Normal})
	}
	s.tickOthers(dt)
	s.trailWalker(dt)
}

// driveWalker asks whoever drives for the next motion.
func (s *Session) driveWalker(dt float64) gait.Motion {
	k, pr := &s.walk, &s.walk.prefs
	jump := k.jump
	if jump && !k.motion.Airborne {
		k.jump = false
	}
	switch k.plan.Drive {
	case WalkScript:
		return k.play(pr, dt)
	case WalkHand:
		return k.driver.Live(dt, s.handMove(jump))
	}
	k.script = ""
	return k.driver.Live(dt, gait.Move{Seconds: 1, Speed: k.plan.Speed, Toward: k.plan.TowardDeg, Turn: k.plan.TurnDeg,
		Crouch: k.plan.Crouch, Fly: k.plan.Fly, Rise: k.plan.Rise, Jump: jump})
}

// handMove is what the hand, or a click, asks for.
func (s *Session) handMove(jump bool) gait.Move {
	k, pr, in := &s.walk, &s.walk.prefs, s.walk.input
	k.script = ""
	m := gait.Move{Seconds: 1, World: true, Crouch: k.plan.Crouch, Fly: k.plan.Fly, Jump: in.Jump || jump, Rise: in.Rise * flySpeed / 2}
	if in.Crouch {
		m.Crouch = 1
	}
	camera := s.view.Camera.AzimuthDeg + 180
	yaw := k.motion.Yaw * 180 / math.Pi
	face := yaw
	if k.plan.Strafe {
		face = camera
	}
	size := min(math.Hypot(in.Ahead, in.Left), 1)
	switch {
	case size > 0.05:
		m.Toward = camera + math.Atan2(in.Left, in.Ahead)*180/math.Pi
		m.Speed = pr.WalkSpeed
		if in.Run {
			m.Speed = pr.RunSpeed
		}
		if k.plan.Fly {
			m.Speed = flySpeed
			if in.Run {
				m.Speed *= 2
			}
		}
		m.Speed *= size
		if !k.plan.Strafe {
			face = m.Toward
		}
	case k.going:
		to := k.target.Sub(k.motion.Position)
		left := math.Hypot(to[0], to[2])
		if left < 0.1*k.pace {
			k.going = false
			break
		}
		m.Toward = math.Atan2(to[0], to[2]) * 180 / math.Pi
		m.Speed = k.plan.Speed
		if !(m.Speed > 0) {
			m.Speed = pr.WalkSpeed
		}
		const brake = 5 // m/s^2
		m.Speed = min(m.Speed, math.Sqrt(2*brake*left/k.pace))
		face = m.Toward
	}
	const ease = 9 // 1/s
	m.Turn = max(-handTurnDeg, min(math.Remainder(face-yaw, 360)*ease, handTurnDeg))
	return m
}

// play goes on with a script; at its end it begins again where the body is.
func (k *walkState) play(pr *gait.Preferences, dt float64) gait.Motion {
	if k.script == "" || k.script != k.plan.Script || k.driver.Done() {
		moves, name := scriptMoves(pr, k.plan.Script)
		k.plan.Script, k.script = name, name
		d := gait.Driver{Moves: moves, Ground: k.driver.Ground, Pace: k.pace}
		at := k.motion.Position
		d.PlaceAt(at, k.motion.Yaw)
		k.driver = d
	}
	return k.driver.Step(dt)
}

// scriptMoves are the moves of a take or strip by its name; of the first take where
// there is none of that name.
func scriptMoves(pr *gait.Preferences, name string) ([]gait.Move, string) {
	takes := gait.Takes(pr)
	for i := range takes {
		if takes[i].Name == name {
			return takes[i].Moves, name
		}
	}
	for _, st := range gait.Strips(pr) {
		if st.Name == name {
			return st.Moves, name
		}
	}
	return takes[0].Moves, takes[0].Name
}

// WalkScripts are the names of the scripts with what each shows: takes first.
func (s *Session) WalkScripts() (names, docs []string) {
	pr := s.WalkPrefs()
	for _, t := range gait.Takes(pr) {
		names, docs = append(names, t.Name), append(docs, t.Doc)
	}
	for _, t := range gait.Strips(pr) {
		if !containsName(names, t.Name) {
			names, docs = append(names, t.Name), append(docs, t.Doc)
		}
	}
	return names, docs
}

func containsName(list []string, name string) bool {
	for _, n := range list {
		if n == name {
			return true
		}
	}
	return false
}

// tickOthers moves the crowd, each a little behind the one before, and who walks
// beside.
func (s *Session) tickOthers(dt float64) {
	k := &s.walk
	k.lag = append(k.lag, k.motion)
	if len(k.lag) > crowdLag+1 {
		k.lag = k.lag[:copy(k.lag, k.lag[len(k.lag)-crowdLag-1:])]
	}
	spacing := s.spacing(k.rigOf)
	for i, p := range k.others {
		_, f := math.Modf(float64(i+1) * 0.618034)
		p.Tick(dt, k.shifted(k.lag[max(0, len(k.lag)-1-int(f*crowdLag))], offset(i+1, spacing)))
	}
	if k.beside != nil {
		k.beside.Tick(dt, k.shifted(k.motion, k.besideOffset()))
	}
}

// shifted is a motion somewhere else, as high over the ground there.
func (k *walkState) shifted(m gait.Motion, by mgl64.Vec3) gait.Motion {
	over := m.Position[1] - k.ground.height(m.Position[0], m.Position[2])
	m.Position = m.Position.Add(by)
	m.Position[1] = k.ground.height(m.Position[0], m.Position[2]) + over
	return m
}

// besideOffset is from the walker to who is compared with it.
func (k *walkState) besideOffset() mgl64.Vec3 {
	w := 0.7 * k.rig.Height
	return mgl64.Vec3{max(w, 0.5*k.pace), 0, 0}
}

// soleSize is how long and wide a body's soles are, metres of the model.
func soleSize(r *humanoid.Rest, leg float64) mgl64.Vec2 {
	long := (r.Legs[0].Heel + r.Legs[0].Toe + r.Legs[1].Heel + r.Legs[1].Toe) / 2
	if !(long > 0.05*leg) {
		long = 0.3 * leg
	}
	long = max(long, 0.32*leg)
	if leg == 0 {
		long = 0.28
	}
	return mgl64.Vec2{0.42 * long, long}
}
