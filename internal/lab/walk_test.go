package lab

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene/draw"
	"donorlab/internal/watch"
)

// walker is a session with the sample on its feet.
func walker(t *testing.T) *Session {
	t.Helper()
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	t.Cleanup(func() { s.Close() })
	s.Open(SampleWalker)
	idle(t, s)
	s.ShowWalk(true)
	return s
}

func steps(s *Session, n int) {
	for range n {
		s.Step()
	}
}

// A session that is driven the same way twice does the same to the last bit, and
// draws the same.
func TestWalkIsDeterministic(t *testing.T) {
	run := func() (string, []mgl64.Mat4, int) {
		s := walker(t)
		s.WalkPlan().Speed, s.WalkPlan().TurnDeg = 1.6, 40
		steps(s, 90)
		s.WalkJump()
		steps(s, 40)
		s.WalkTo(3, -2)
		steps(s, 120)
		var b []byte
		for i := range s.WalkTrace() {
			b = append(s.WalkTrace()[i].Append(b), '\n')
		}
		var list draw.List
		f := s.BuildList(&list, 320, 200)
		return string(b), f.Posed.World, len(list.Triangles)
	}
	a, wa, na := run()
	b, wb, nb := run()
	if a != b || na != nb || len(wa) == 0 {
		t.Fatalf("two runs differ: %d and %d bytes of trace, %d and %d triangles", len(a), len(b), na, nb)
	}
	for i := range wa {
		if wa[i] != wb[i] {
			t.Fatalf("node %d is elsewhere in the second run", i)
		}
	}
}

// A steady walk goes as fast as it is told, leaves a mark for each step and does not
// slide; slow motion covers less ground; a held clock stands still.
func TestWalkSteady(t *testing.T) {
	s := walker(t)
	s.WalkPlan().Speed = 1.6
	steps(s, 300)
	at := s.WalkMotion().Position
	// 5 s at 1.6 m/s less what it takes to come to speed at 12 m/s^2: v^2/2a.
	if want := 5*1.6 - 1.6*1.6/24; math.Abs(at[2]-want) > 0.03 || math.Abs(at[0]) > 1e-9 {
		t.Errorf("after 5 s at %v, want z %.2f", at, want)
	}
	rows := s.WalkTrace()
	for i := range rows {
		if sk := max(rows[i].Skate[0], rows[i].Skate[1]); sk > 0.1 {
			t.Fatalf("tick %d: a planted foot slid %.3f mm", i, sk)
		}
	}
	if n := rows[len(rows)-1].Steps; n < 7 || n != len(s.Footsteps()) {
		t.Errorf("%d steps, %d marks", n, len(s.Footsteps()))
	}
	s.Clock().Speed = 0.25
	steps(s, 120)
	if d := s.WalkMotion().Position[2] - at[2]; math.Abs(d-0.8) > 0.01 {
		t.Errorf("2 s at a quarter of the speed cover %.3f m, want 0.8", d)
	}
	s.Clock().Playing = false
	at = s.WalkMotion().Position
	steps(s, 30)
	if s.WalkMotion().Position != at {
		t.Error("a held walk moves")
	}
	s.TickWalk()
	if s.WalkMotion().Position == at {
		t.Error("one tick does not move it")
	}
}

// By hand the body goes away from the camera with W, to its right with D, and to
// where it is sent.
func TestWalkByHand(t *testing.T) {
	s := walker(t)
	s.WalkPlan().Drive, s.WalkPlan().Free = WalkHand, true
	s.View().Camera.AzimuthDeg = 90 // the camera is on +X and looks along -X
	s.SteerWalk(WalkInput{Ahead: 1})
	steps(s, 120)
	if p := s.WalkMotion().Position; p[0] > -2 || math.Abs(p[2]) > 1 {
		t.Errorf("away from a camera on +X it went to %v", p)
	}
	if y := s.WalkMotion().Yaw; math.Abs(math.Remainder(y+math.Pi/2, 2*math.Pi)) > 0.05 {
		t.Errorf("it faces %.2f rad, not the way it goes", y)
	}
	from := s.WalkMotion().Position
	s.WalkPlan().Strafe = true
	s.SteerWalk(WalkInput{Left: -1, Run: true})
	steps(s, 120)
	// Looking along -X, the right is -Z.
	if d := s.WalkMotion().Position.Sub(from); d[2] > -4 || math.Abs(d[0]) > 1.5 {
		t.Errorf("to the right of a camera that looks along -X it went %v", d)
	}
	s.SteerWalk(WalkInput{})
	s.WalkTo(1, 2)
	steps(s, 900)
	p := s.WalkMotion().Position
	if _, ok := s.WalkTarget(); ok || math.Hypot(p[0]-1, p[2]-2) > 0.3 {
		t.Errorf("sent to 1, 2 it is at %v", p)
	}
	s.SteerWalk(WalkInput{Jump: true})
	s.Step()
	s.SteerWalk(WalkInput{})
	s.Step()
	if !s.WalkMotion().Airborne {
		t.Error("it does not jump")
	}
}

// Grounds: the body stands on them, and feet are on what is below them.
func TestWalkGrounds(t *testing.T) {
	for _, name := range []string{WalkSlope, WalkSteps, "plains"} {
		s := walker(t)
		s.WalkPlan().Ground, s.WalkPlan().Speed = name, 1.2
		steps(s, 240)
		k := &s.walk
		if k.ground.name != name {
			t.Fatalf("%s: it walks on %s", name, k.ground.name)
		}
		for i := range k.pawn.Clock.Feet {
			f := &k.pawn.Clock.Feet[i]
			if h := k.ground.height(f.Place[0], f.Place[2]); f.Planted && math.Abs(f.Place[1]-h) > 1e-6 {
				t.Errorf("%s: foot %d is at %.4f m over ground at %.4f m", name, i, f.Place[1], h)
			}
		}
		var list draw.List
		if f := s.BuildList(&list, 320, 200); f == nil || len(list.Triangles) < 1000 {
			t.Errorf("%s: nothing to see", name)
		}
	}
	s := walker(t)
	s.WalkPlan().Ground = "moon"
	s.Step()
	if s.walk.ground.name != WalkFlat || s.WalkPlan().Ground != "" {
		t.Error("an unknown ground is walked on")
	}
}

// Preferences: the file and the lab change the same, on the next tick, and undo
// writes back; a preset is one step.
func TestWalkPreferences(t *testing.T) {
	dir := t.TempDir()
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir(), Watch: watch.Options{Inline: true}})
	t.Cleanup(func() { s.Close() })
	s.Open(SampleWalker)
	idle(t, s)
	s.OpenDials(dir)
	s.ShowWalk(true)
	s.SetDialNumber(gait.Spec.File, "locomotionWalkSpeed", 2.5)
	s.EndEdit()
	s.Step()
	if s.WalkPrefs().WalkSpeed != 2.5 || s.Walker().Prefs.WalkSpeed != 2.5 {
		t.Errorf("the walker goes by %v", s.WalkPrefs().WalkSpeed)
	}
	steps(s, 20)
	file := filepath.Join(dir, gait.Spec.File)
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "locomotionWalkSpeed=2.5") {
		t.Fatalf("%q, %v", text, err)
	}
	if err := s.KeepWalkPreset("Long"); err != nil {
		t.Fatal(err)
	}
	if err := s.UseWalkPreset("Defaults"); err != nil || s.WalkPrefs().WalkSpeed != 1.6 {
		t.Errorf("defaults: %v, %v", s.WalkPrefs().WalkSpeed, err)
	}
	if err := s.UseWalkPreset("Long"); err != nil || s.WalkPrefs().WalkSpeed != 2.5 {
		t.Errorf("Long: %v, %v", s.WalkPrefs().WalkSpeed, err)
	}
	s.Undo()
	s.Undo()
	s.Undo()
	if got := s.WalkPrefs().WalkSpeed; got != 1.6 {
		t.Errorf("after undo %v", got)
	}
	if s.KeepWalkPreset("  ") == nil || s.UseWalkPreset("none") == nil {
		t.Error("a preset without a name, or that is not there, is taken")
	}
}

// The shipped text has every key, commented out, at its default.
func TestShippedLocomotion(t *testing.T) {
	text := gait.Spec.ShippedText()
	v, problems := dials.Parse(gait.Spec, text, nil)
	if len(problems) > 0 || !v.Equal(dials.Defaults(gait.Spec)) {
		t.Errorf("it is not inert: %v", problems)
	}
	on := bytes.ReplaceAll(text, []byte("\n#locomotion"), []byte("\nlocomotion"))
	on = bytes.ReplaceAll(on, []byte("\n#gait"), []byte("\ngait"))
	v, problems = dials.Parse(gait.Spec, on, nil)
	if len(problems) > 0 {
		t.Errorf("with its comments taken away: %v", problems)
	}
	for _, f := range gait.Spec.Fields {
		if !v.IsSet(f.Key) || v.Number(f.Key) != f.Default {
			t.Errorf("%s: %v, want %v", f.Key, v.Number(f.Key), f.Default)
		}
	}
}

// A bone set by hand changes the walk, can be undone, and is saved beside the model.
func TestWalkBones(t *testing.T) {
	sample, err := Load(t.Context(), SampleWalker, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "man.glb")
	if err := WriteModel(file, sample); err != nil {
		t.Fatal(err)
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
	t.Cleanup(func() { s.Close() })
	s.Open(file)
	idle(t, s)
	s.ShowWalk(true)
	if why := s.WhyNoWalk(); why != "" {
		t.Fatal(why)
	}
	if s.SetWalkBone(humanoid.LeftFoot, -1) != nil || s.WalkBones().Map.Has(humanoid.LeftFoot) {
		t.Fatal("the foot is still there")
	}
	s.Step()
	if s.WhyNoSaveBones() != "" || s.SaveWalkBones() != nil {
		t.Fatal("not saved")
	}
	if b, err := FindBones(s.Doc().Source, ""); err != nil || b.Map.Has(humanoid.LeftFoot) {
		t.Errorf("what was saved is not read: %v", err)
	}
	s.FindWalkBone(humanoid.LeftFoot)
	if !s.WalkBones().Map.Has(humanoid.LeftFoot) {
		t.Error("it is not found again")
	}
	s.Undo()
	if s.WalkBones().Map.Has(humanoid.LeftFoot) {
		t.Error("undo does not bring back what was set")
	}
	s.Undo()
	if s.SetWalkBone(humanoid.Hips, 1<<20) == nil {
		t.Error("a node that is not there is taken")
	}
	s.Walker().Tick(TickSeconds, gait.Motion{})
}

// A baked walk is a clip of the rig, can be undone and written; its feet do not slide.
func TestWalkClips(t *testing.T) {
	s := walker(t)
	n := len(s.Work().Rigged.Model.Animations)
	if err := s.Wait(t.Context(), s.BakeWalkClip(WalkOptions{Speed: 1.6, MaxErrorMm: 0.5})); err != nil {
		t.Fatal(err)
	}
	m := s.Work().Rigged.Model
	if len(m.Animations) != n+1 || s.WalkShown() || s.Duration() == 0 {
		t.Fatalf("%d clips, %v s", len(m.Animations), s.Duration())
	}
	if err := s.Wait(t.Context(), s.LookAtFeet()); err != nil {
		t.Fatal(err)
	}
	a := s.Feet()
	if a == nil || math.Abs(a.Speed-1.6) > 0.05 || math.Abs(a.Cadence-0.9) > 0.02 || !a.InPlace {
		t.Fatalf("the feet say %+v", a)
	}
	if err := s.Wait(t.Context(), s.LockFeet(0)); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "walk.glb")
	if err := s.Wait(t.Context(), s.ExportClips(out)); err != nil {
		t.Fatal(err)
	}
	back, err := Load(t.Context(), out, nil)
	if err != nil || len(back.Animations) != n+2 {
		t.Errorf("written: %v", err)
	}
	s.Undo()
	s.Undo()
	if len(s.Work().Rigged.Model.Animations) != n {
		t.Error("undo leaves the clips")
	}
	if s.ClipPath() != "" {
		t.Error("a sample has a folder")
	}
}

// The crowd walks on the same ground, none like another; what is beside walks its own
// preferences; a model without legs stands and its clock ticks.
func TestWalkOthers(t *testing.T) {
	s := walker(t)
	s.WalkPlan().Speed = 1.6
	s.View().Look.Crowd = 9
	steps(s, 200)
	if len(s.walk.others) != 8 {
		t.Fatalf("%d others", len(s.walk.others))
	}
	seen := map[float64]bool{s.walk.pawn.Clock.Phase: true}
	for _, p := range s.walk.others {
		if seen[p.Clock.Phase] {
			t.Error("two of the crowd are in step")
		}
		seen[p.Clock.Phase] = true
	}
	var list draw.List
	if f := s.BuildList(&list, 320, 200); f.pawns != 9 {
		t.Errorf("%d are drawn", f.pawns)
	}
	s.View().Look.Crowd = 0
	s.WalkPlan().Beside = BesidePreset
	steps(s, 10)
	if s.walk.beside == nil {
		t.Error("nobody walks beside")
	}
	s.Open(SampleHelicopter)
	idle(t, s)
	if s.WhyNoWalk() == "" {
		t.Error("a helicopter walks")
	}
	steps(s, 200)
	if s.Walker().Clock.Steps == 0 {
		t.Error("its clock does not tick")
	}
	s.BuildList(&list, 320, 200)
	s.ShowWorld(true)
	if s.WalkShown() {
		t.Error("the world leaves the walk on")
	}
}

// A tick and a picture's draw list of a hundred walkers at 1280x720.
func BenchmarkWalkCrowd(b *testing.B) {
	s := New(Options{ConfigDir: b.TempDir(), CacheDir: b.TempDir()})
	defer s.Close()
	s.Open(SampleWalker)
	if err := s.Idle(b.Context()); err != nil {
		b.Fatal(err)
	}
	s.ShowWalk(true)
	s.WalkPlan().Speed = 1.6
	s.View().Look.Crowd = MaxCrowd
	steps(s, 90)
	s.FrameAll(16.0 / 9)
	var list draw.List
	b.Run("tick", func(b *testing.B) {
		for b.Loop() {
			s.Step()
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			s.BuildList(&list, 1280, 720)
		}
	})
}
