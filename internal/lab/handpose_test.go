package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// posable is a session with the sample's generated rig and the donor's clip.
func posable(t *testing.T) *Session {
	t.Helper()
	s := openSample(t)
	do(t, s, s.Generate())
	return s
}

// someHand poses every bone but the root of the shown rig at random.
func someHand(s *Session, r *rand.Rand) {
	for j := 1; j < len(s.Work().Rigged.Rebased.Skins[0].Joints); j++ {
		s.SetHand(j, someDelta(r))
	}
	s.EndEdit()
}

func someDelta(r *rand.Rand) HandDelta {
	v := func() mgl64.Vec3 { return mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	return HandDelta{T: v().Mul(0.3), R: mgl64.QuatRotate(r.Float64()*3, v().Normalize())}
}

// far is the largest difference of any joint's place, or of a point 1 m along
// one of its axes, metres.
func far(m *scene.Model, a, b []mgl64.Mat4) (worst float64) {
	for _, n := range m.Skins[0].Joints {
		for k := range 4 {
			p := mgl64.Vec4{0, 0, 0, 1}
			if k < 3 {
				p[k] = 1
			}
			worst = math.Max(worst, a[n].Mul4x1(p).Sub(b[n].Mul4x1(p)).Len())
		}
	}
	return worst
}

// A zero delta changes nothing, bit for bit, and makes no stage.
func TestHandZeroIsNothing(t *testing.T) {
	s := posable(t)
	s.SetUseDonorClip(true)
	r := s.Work().Rigged
	plain, err := NewEvaluator(r.Rebased, ClipRef{Kind: ClipDonor}, s.Work().Donor.Clip)
	if err != nil {
		t.Fatal(err)
	}
	_, before := s.History()
	s.SetHand(2, HandDelta{})
	s.SetHand(2, HandDelta{R: mgl64.QuatIdent()})
	s.SetHand(99, HandDelta{T: mgl64.Vec3{1}})
	s.SetHand(2, HandDelta{T: mgl64.Vec3{math.NaN()}})
	if len(s.Work().Hand) != 0 {
		t.Errorf("the hand pose is %v after %d steps", s.Work().Hand, before)
	}
	for _, at := range []float64{0, 0.1, 0.777} {
		f := s.FrameAt(at)
		if !slices.Equal(f.Posed.World, plain.At(at).World) || len(f.Posed.Stages) != len(plain.At(at).Stages) {
			t.Errorf("at %v s the pose is another", at)
		}
	}
}

// Undo, redo and reset; calls for one joint are one step until EndEdit.
func TestHandUndo(t *testing.T) {
	s := posable(t)
	_, before := s.History()
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		s.SetHand(2, someDelta(r))
	}
	s.EndEdit()
	two := s.Work().Hand
	s.SetHand(1, someDelta(r))
	s.EndEdit()
	both := s.Work().Hand
	if _, done := s.History(); done != before+2 || len(two) != 1 || len(both) != 2 || both[0].Joint != 1 {
		t.Fatalf("%d steps, poses %v and %v", done-before, two, both)
	}
	if st := s.FrameAt(0).Posed.Stages; len(st) != 2 || st[1].Stage != "Hand pose" || st[1].Moved != 2 {
		t.Errorf("the stages are %v", st)
	}
	s.ResetHand(2)
	if h := s.Work().Hand; len(h) != 1 || h[0] != both[0] {
		t.Errorf("after a reset of bone 2: %v", h)
	}
	s.ResetHand(-1)
	s.ResetHand(-1)
	if _, done := s.History(); done != before+4 || len(s.Work().Hand) != 0 {
		t.Errorf("after the reset: %v in %d steps", s.Work().Hand, done-before)
	}
	for _, want := range []HandPose{{both[0]}, both, two, nil} {
		s.Undo()
		if !slices.Equal(s.Work().Hand, want) {
			t.Errorf("undone to %v, want %v", s.Work().Hand, want)
		}
	}
	s.Redo()
	if !slices.Equal(s.Work().Hand, two) {
		t.Errorf("redone to %v", s.Work().Hand)
	}
	before2 := s.Work().Hand
	do(t, s, s.Generate())
	if !slices.Equal(s.Work().Hand, before2) {
		t.Errorf("Generate made the same bones and %v of the hand pose", s.Work().Hand)
	}
}

// What is baked is what the preview showed, to a tenth of a millimetre, with the
// donor's clip, the rig's own spin, and none; and the baked clip is not posed a
// second time.
func TestHandBakeEqualsPreview(t *testing.T) {
	s := posable(t)
	check := func(name string) {
		t.Helper()
		do(t, s, s.Bake())
		b := s.Work().Baked
		e, err := NewEvaluator(b.Model, ClipRef{Kind: ClipOwn}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Report.MaxErrorMm > 0.1 {
			t.Errorf("%s: the report is %+v", name, b.Report)
		}
		for k := range 41 {
			at := s.Duration() * float64(k) / 40
			f := s.FrameAt(at)
			if d := far(b.Model, f.Posed.World, e.At(at).World); d > 1e-4 {
				t.Fatalf("%s: at %.3f s the bake is %.2g m from the preview", name, at, d)
			}
			if len(f.Posed.Stages) != 2 {
				t.Fatalf("%s: stages %v", name, f.Posed.Stages)
			}
		}
		if why := s.BakeStale(); why != "" {
			t.Errorf("%s: the fresh bake is stale: %s", name, why)
		}
	}
	someHand(s, rand.New(rand.NewPCG(3, 4)))
	hand := s.Work().Hand
	donor := s.Work().Donor
	s.edit("no donor", "", func(w *Work) { w.Donor = nil })
	s.SetShow(ShowGame) // plays what was baked
	check("spin")
	if d := s.Duration(); d == 0 {
		t.Error("the spin clip does not play")
	}
	s.EditRecipe("no spin", "", func(r *rig.Recipe) { r.SpinEnabled = false })
	s.edit("donor", "", func(w *Work) { w.Donor, w.Baked = donor, nil })
	s.SetShow(ShowAuto)
	check("rest")
	s.SetUseDonorClip(true)
	check("donor")
	s.ResetHand(-1)
	if why := s.BakeStale(); !strings.Contains(why, "hand pose") {
		t.Errorf("after the reset the bake is stale because %q", why)
	}
	do(t, s, s.Bake())
	plain, err := Bake(context.Background(), s.Work().Rigged, ClipRef{}, s.Work().Donor, clip.BakeOptions{Rate: s.Work().Entry.BakeRate})
	if err != nil {
		t.Fatal(err)
	}
	if b := s.Work().Baked; b.Report != plain.Report || len(hand) == 0 {
		t.Errorf("without a hand pose the bake is %+v, not %+v", b.Report, plain.Report)
	}
}

// The same hand pose moves the bones the same way in the rig as it was made and
// as the game has it, also where their axes differ.
func TestHandOnOtherAxes(t *testing.T) {
	s := posable(t)
	turned := *s.Work().Rigged.Model
	turned.Nodes = slices.Clone(turned.Nodes)
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range turned.Skins[0].Joints[1:] {
		turned.Nodes[n].Local.R = someDelta(r).R
		turned.Nodes[n].Local.S = mgl64.Vec3{0.5, 0.5, 0.5}
	}
	own, err := OwnRig(&turned)
	if err != nil {
		t.Fatal(err)
	}
	var h HandPose
	for j := range own.Rebased.Skins[0].Joints {
		h = h.with(j, someDelta(r))
	}
	pose := func(m *scene.Model) []mgl64.Mat4 {
		e, err := NewEvaluator(m, ClipRef{Kind: ClipRest}, nil)
		if err != nil {
			t.Fatal(err)
		}
		rest := slices.Clone(e.At(0).World)
		e.SetHand(h, own.Rebased)
		out := make([]mgl64.Mat4, len(rest))
		for j, n := range m.Skins[0].Joints {
			inv, _ := scene.InverseAffine(rest[n])
			out[j] = e.At(0).World[n].Mul4(inv) // what it does to the mesh
		}
		return out
	}
	a, b := pose(&turned), pose(own.Rebased)
	for j := range own.Rebased.Skins[0].Joints {
		if !a[j].ApproxEqualThreshold(b[j], 1e-6) {
			t.Errorf("joint %d moves by\n%v and\n%v", j, a[j], b[j])
		}
	}
}

// Moved and Turned do in the world what they say, on a moving bone.
func TestHandInTheWorld(t *testing.T) {
	s := posable(t)
	s.SetUseDonorClip(true)
	r := rand.New(rand.NewPCG(7, 8))
	someHand(s, r)
	for _, show := range []Show{ShowGame, ShowRig} {
		s.SetShow(show)
		for joint := 1; joint < 4; joint++ {
			at := r.Float64()
			f := s.FrameAt(at)
			before, _ := f.BoneNow(joint)
			frame, ok := s.HandFrame(f, joint)
			if !ok {
				t.Fatalf("bone %d cannot be posed", joint)
			}
			d := s.Work().Hand.Of(joint)
			move, turn := mgl64.Vec3{0.5, -1, 2}, someDelta(r).R
			s.SetHand(joint, d.Moved(frame, move).Turned(frame, turn))
			after, _ := s.FrameAt(at).BoneNow(joint)
			want := scene.Affine(turn.Mat4().Mat3().Mul3(scene.LinearPart(before)), scene.Position(before).Add(move))
			if diff := after.Sub(want); mgl64.Vec4(diff.Col(0)).Len()+diff.Col(1).Len()+diff.Col(2).Len()+diff.Col(3).Len() > 1e-9 {
				t.Errorf("%v: bone %d is at\n%v, not\n%v", show, joint, after, want)
			}
		}
	}
}

func TestHandTurnDeg(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		d := someDelta(r)
		if q := d.WithTurnDeg(d.TurnDeg()).Turn(); math.Abs(q.Dot(d.Turn())) < 1-1e-12 {
			t.Fatalf("%v becomes %v", d.R, q)
		}
	}
	for _, v := range []mgl64.Vec3{{30, 0, 0}, {0, -70, 0}, {0, 0, 170}, {10, 20, 30}, {25, 90, 0}} {
		d := HandDelta{}.WithTurnDeg(v)
		if got := d.TurnDeg(); got.Sub(v).Len() > 1e-6 {
			t.Errorf("%v reads back as %v", v, got)
		}
	}
	// X, then the turned Y: 90 degrees about X take Y to Z.
	q := HandDelta{}.WithTurnDeg(mgl64.Vec3{90, 90, 0}).Turn()
	if v := q.Rotate(mgl64.Vec3{1, 0, 0}); v.Sub(mgl64.Vec3{0, 1, 0}).Len() > 1e-12 {
		t.Errorf("X goes to %v", v)
	}
}

// An export with a hand pose says so, and holds it.
func TestHandExportTells(t *testing.T) {
	s := posable(t)
	s.SetHand(2, HandDelta{T: mgl64.Vec3{0, 0.5, 0}})
	do(t, s, s.ExportPack(filepath.Join(t.TempDir(), "pack")))
	told := func() bool {
		return slices.ContainsFunc(s.Exported().Findings, func(p scene.Problem) bool { return p.Code == "HAND_POSE" })
	}
	if !told() {
		t.Errorf("the findings are %v", s.Exported().Findings)
	}
	if s.ExportStale() != "" {
		t.Errorf("the fresh export is stale: %s", s.ExportStale())
	}
	s.ResetHand(-1)
	if !strings.Contains(s.ExportStale(), "hand pose") {
		t.Errorf("after the reset: %q", s.ExportStale())
	}
	do(t, s, s.ExportPack(filepath.Join(t.TempDir(), "pack")))
	if told() {
		t.Errorf("without a hand pose: %v", s.Exported().Findings)
	}
}

// A model that came with its bones and its clip is shown as it was loaded; what
// is baked is its rebased rig, and moves the same.
func TestHandOnAnOwnRig(t *testing.T) {
	s := newSession(t)
	do(t, s, s.Open(SampleDonor))
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.SetUseDonorClip(false)
	someHand(s, rand.New(rand.NewPCG(11, 12)))
	f := s.FrameAt(0)
	if f.Show != ShowSource || len(f.Posed.Stages) != 2 || s.WhyNoHand() != "" {
		t.Fatalf("shown is %v with the stages %v; %s", f.Show, f.Posed.Stages, s.WhyNoHand())
	}
	do(t, s, s.Bake())
	b := s.Work().Baked.Model
	e, err := NewEvaluator(b, ClipRef{Kind: ClipOwn}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rest := b.World(nil, nil, nil)
	for k := range 41 {
		at := s.Duration() * float64(k) / 40
		f, baked := s.FrameAt(at), e.At(at)
		for j, n := range b.Skins[0].Joints {
			x, inv := f.BoneMotion(j), rest[n].Inv()
			y := scene.MulAffine(&baked.World[n], &inv)
			for _, p := range []mgl64.Vec3{scene.Position(rest[n]), scene.Position(rest[n]).Add(mgl64.Vec3{1, 0, 0})} {
				if d := mgl64.TransformCoordinate(p, x).Sub(mgl64.TransformCoordinate(p, y)).Len(); d > 1e-4 {
					t.Fatalf("at %.3f s bone %d is %.2g m from the preview", at, j, d)
				}
			}
		}
	}
}
