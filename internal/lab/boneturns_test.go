package lab

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/scene"
)

// gunModel is a root with a bone Gun on it, turned by rest.
func gunModel(rest mgl64.Quat) *scene.Model {
	gun := scene.Identity()
	gun.T, gun.R = mgl64.Vec3{0, 2, 0}, rest
	m := &scene.Model{Name: "gun", Roots: []int{0}, Nodes: []scene.Node{
		{Name: "Root", Local: scene.Identity(), Children: []int{1}},
		{Name: "HullGun", Local: gun, Parent: scene.Some(0)}},
		Skins: []scene.Skin{{Joints: []int{0, 1}}}}
	return m
}

func near(a, b mgl64.Vec3) bool { return a.Sub(b).Len() < 1e-9 }

// A gun of positive degrees raises what points forward, whichever way the bone's
// axis lies, and a trim turns right-handed about the bone's own axis.
func TestBoneTurns(t *testing.T) {
	turned := mgl64.QuatRotate(math.Pi, mgl64.Vec3{0, 1, 0}) // its X points right
	for _, rest := range []mgl64.Quat{mgl64.QuatIdent(), turned} {
		e, err := NewEvaluator(gunModel(rest), ClipRef{Kind: ClipRest}, nil)
		if err != nil {
			t.Fatal(err)
		}
		muzzle := rest.Inverse().Rotate(mgl64.Vec3{0, 0, 1}) // 1 m ahead of the bone, in its own axes
		at := func() mgl64.Vec3 { return mgl64.TransformCoordinate(muzzle, e.At(0).World[1]) }
		e.SetGun(GunTurn{On: true, Axis: 0, Deg: 30})
		if got, want := at(), (mgl64.Vec3{0, 2.5, math.Sqrt(3) / 2}); !near(got, want) {
			t.Errorf("rest %v: raised by 30 deg the muzzle is at %v, not %v", rest, got, want)
		}
		if p := e.At(0); len(p.Stages) != 2 || p.Stages[1].Stage != "Gun elevation" || p.Stages[1].Moved != 1 || p.Stages[1].Value != "HullGun 30.0 deg about X" {
			t.Errorf("stages %+v", e.At(0).Stages)
		}
		e.SetGun(GunTurn{})
		if got := at(); !near(got, mgl64.Vec3{0, 2, 1}) {
			t.Errorf("given back, the muzzle is at %v", got)
		}
	}
	e, _ := NewEvaluator(gunModel(mgl64.QuatIdent()), ClipRef{Kind: ClipRest}, nil)
	for axis, want := range []mgl64.Vec3{{1, 3, 2}, {2, 1, 2}, {-3, 1, 2}} {
		// By hand, 90 deg: about X (y, z) -> (-z, y); about Y (z, x) -> (-x, z); about Z
		// (x, y) -> (-y, x). The point is (1, 3, 2) over the bone for each but turned back.
		point := [...]mgl64.Vec3{{1, 2, -3}, {-2, 1, 2}, {1, 3, 2}}[axis]
		e.SetTrims([]dials.Trim{{Bone: "hullgun", Axis: axis, Deg: 90}})
		if got := mgl64.TransformCoordinate(point, e.At(0).World[1]).Sub(mgl64.Vec3{0, 2, 0}); !near(got, want) {
			t.Errorf("axis %d: %v goes to %v, not %v", axis, point, got, want)
		}
	}
	e.SetTrims([]dials.Trim{{Bone: "Rotr", Axis: 0, Deg: 5}, {Bone: "Root", Axis: 1, Deg: -7.5}})
	if row := e.At(0).Stages[1]; row.Stage != "Rotor trim" || row.Moved != 1 || row.Value != "Rotr@0: no such bone; Root -7.5 deg about Y" {
		t.Errorf("row %+v", row)
	}
}

// A trim of the dial file moves the same bone alike on the rig and on the rebased
// rig, is shown in the preview and in the world, and is recorded and flown again;
// what is baked does not have it.
func TestTrimReachesTheBones(t *testing.T) {
	s := openSample(t)
	do(t, s, s.Generate())
	s.SetClip(ClipRef{Kind: ClipRest})
	names := boneNames(s.Work().Rigged.Rebased)
	rotor := findBone(names, "Rotor")
	if rotor < 0 {
		t.Fatalf("no rotor among %v", names)
	}
	before := map[Show]mgl64.Mat4{}
	for _, show := range []Show{ShowRig, ShowGame} {
		s.SetShow(show)
		before[show], _ = s.Frame().BoneNow(rotor)
	}
	if err := s.OpenDials(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if err := s.SetDial(dials.RotorTrimFile, names[rotor]+"@0", "12"); err != nil {
		t.Fatal(err)
	}
	var motion []mgl64.Mat4
	for _, show := range []Show{ShowRig, ShowGame} {
		s.SetShow(show)
		f := s.Frame()
		if last := f.Posed.Stages[len(f.Posed.Stages)-1]; last.Stage != "Rotor trim" || last.Moved != 1 {
			t.Fatalf("%v: stages %+v", show, f.Posed.Stages)
		}
		now, _ := f.BoneNow(rotor)
		motion = append(motion, now.Mul4(before[show].Inv()))
	}
	turn := mgl64.Mat4ToQuat(motion[1])
	if deg := mgl64.RadToDeg(2 * math.Acos(min(1, math.Abs(turn.W)))); math.Abs(deg-12) > 1e-6 {
		t.Errorf("the rotor is turned by %v deg", deg)
	}
	if !motion[0].ApproxEqualThreshold(motion[1], 1e-5) {
		t.Errorf("rig and rebased rig move otherwise:\n%v\n%v", motion[0], motion[1])
	}
	s.ShowWorld(true)
	for range 5 {
		s.Step()
	}
	f := s.Frame()
	if last := f.Posed.Stages[len(f.Posed.Stages)-1]; last.Stage != "Rotor trim" || last.Moved != 1 {
		t.Errorf("in the world: %+v", f.Posed.Stages)
	}
	path := filepath.Join(t.TempDir(), "trimmed.run.json")
	if err := s.SaveRun(path); err != nil {
		t.Fatal(err)
	}
	run, err := LoadRun(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := run.Start()
	if err != nil {
		t.Fatal(err)
	}
	again.Seek(run.Ticks)
	if got := again.Trims(); len(got) != 1 || got[0] != (dials.Trim{Bone: names[rotor], Axis: 0, Deg: 12}) {
		t.Errorf("the replay trims %v", got)
	}
	bad := again.Settings()
	bad.Trims[0].Deg = math.NaN()
	if err := bad.Check(); err == nil || !strings.Contains(err.Error(), "trim") {
		t.Errorf("a trim that is no number: %v", err)
	}
}

// A shot raises the gun of the drawn model over the entry's rise, and no other
// part of the picture's pose.
func TestGunOfTheFlight(t *testing.T) {
	m, err := LoadMap("plains")
	if err != nil {
		t.Fatal(err)
	}
	o := &flight.Orders{Name: "shot", Engine: flight.DefaultEngine(), List: []flight.Order{{Do: flight.DoFire}}}
	set := flight.Settings{Scale: 1, Gun: flight.Gun{ElevDeg: 40, RiseS: 2, HoldS: 1, FallS: 1}}
	run, _, err := PlanRun(m, o, set, flight.Squad{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	f, err := run.Start()
	if err != nil {
		t.Fatal(err)
	}
	e, _ := NewEvaluator(gunModel(mgl64.QuatIdent()), ClipRef{Kind: ClipRest}, nil)
	d := pawnDrawer{eval: e}
	f.Seek(61) // the first step of the shot is at 0 s of its rise
	if got, want := mgl64.TransformCoordinate(mgl64.Vec3{0, 0, 1}, d.at(f, 0).World[1]), (mgl64.Vec3{0, 2 + math.Sin(math.Pi/9), math.Cos(math.Pi / 9)}); !near(got, want) {
		t.Errorf("half-way up the muzzle is at %v, not %v (gun %v deg)", got, want, f.Trace(0).GunDeg)
	}
}
