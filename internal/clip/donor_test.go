package clip_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

func donor(t testing.TB, m *scene.Model) *clip.Donor {
	t.Helper()
	d, err := clip.NewDonor(m, clip.DonorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// rig has the donor's four bones in other places, and axle frames of its own:
// a leaning mast and a canted fan.
func rig() (m *scene.Model, mast, fan mgl64.Vec3) {
	mast = mgl64.Vec3{.1, 1, .05}.Normalize()
	fan = mgl64.Vec3{1, .36, 0}.Normalize()
	r := at(0, 2, .3)
	r.R = mgl64.QuatBetweenVectors(yAxis, mast)
	b := at(.1, .7, -6)
	b.R = mgl64.QuatBetweenVectors(xAxis, fan)
	return skeleton(bone{"Root", -1, at(0, 0, 0)}, bone{"Body", 0, at(0, 1.2, 0)}, bone{"Main", 1, r}, bone{"Tail", 1, b}), mast, fan
}

// TestDonorIdentityAtFrame0 is the contract's first law: frame 0 leaves any rig
// at its rest.
func TestDonorIdentityAtFrame0(t *testing.T) {
	d := donor(t, gunship())
	for c := range d.Channels() {
		x := d.Delta(c, 0)
		if x.T.Len() > 1e-15 || angleDeg(x.R, mgl64.QuatIdent()) > 1e-6 || x.S != (mgl64.Vec3{1, 1, 1}) {
			t.Errorf("channel %d at frame 0: %v", c, x)
		}
	}
	m, _, _ := rig()
	for i, got := range d.Compose(m, 0, 0, nil) {
		want := m.Nodes[i].Local
		if got.T.Sub(want.T).Len() > 1e-12 || angleDeg(got.R, want.R) > 1e-6 {
			t.Errorf("node %d at frame 0: %v, its rest is %v", i, got, want)
		}
	}
	if d.Frames() != 20 || d.FPS != 30 || len(d.Problems) != 0 {
		t.Errorf("frames %d, fps %v, problems %v", d.Frames(), d.FPS, d.Problems)
	}
}

// TestDonorSpinsRotorsOnTheirAxles checks that 18 and 36 deg a frame land about
// the rig's own axles, which stay where they are in the body.
func TestDonorSpinsRotorsOnTheirAxles(t *testing.T) {
	d := donor(t, gunship())
	m, mast, fan := rig()
	b, err := d.Bind(m, 0)
	if err != nil || len(b.Extra)+len(b.Lost) != 0 {
		t.Fatal(err, b)
	}
	pose := m.RestPose()
	for f := range 20 {
		b.Pose(float64(f)/30, pose)
		for _, r := range []struct {
			bone int
			axle mgl64.Vec3
			deg  float64
		}{{2, mast, 18}, {3, fan, 36}} {
			want := turn(r.deg*float64(f), r.axle).Mul(m.Nodes[r.bone].Local.R)
			near(t, "rotor", angleDeg(pose[r.bone].R, want), 0, 2e-4)
			nearVec(t, "hub", pose[r.bone].T, m.Nodes[r.bone].Local.T, 1e-12)
		}
		nearVec(t, "body", pose[1].T, mgl64.Vec3{0, 1.2 + .1*math.Sin(float64(f)*math.Pi/10), 0}, 1e-6)
		if pose[0] != m.Nodes[0].Local {
			t.Errorf("frame %d: the root moved to %v", f, pose[0])
		}
	}
}

// TestDonorBindsByIndex puts a gun before the rotors: the gun spins, as it does
// in the game, and the tail rotor stays still.
func TestDonorBindsByIndex(t *testing.T) {
	d := donor(t, gunship())
	m := skeleton(bone{"Root", -1, at(0, 0, 0)}, bone{"Body", 0, at(0, 1, 0)}, bone{"Gun", 1, at(0, 0, 2)},
		bone{"Helix", 1, at(0, 2, 0)}, bone{"Helix_back", 1, at(0, 1, -5)})
	b, err := d.Bind(m, 0)
	if err != nil || len(b.Extra) != 1 || b.Extra[0] != 4 || len(b.Lost) != 0 {
		t.Fatalf("%v, extra %v, lost %v", err, b.Extra, b.Lost)
	}
	pose := m.RestPose()
	b.Pose(3.0/30, pose)
	near(t, "gun", angleDeg(pose[2].R, turn(54, yAxis)), 0, 1e-4)
	near(t, "main rotor", angleDeg(pose[3].R, turn(108, xAxis)), 0, 1e-4)
	near(t, "tail rotor", angleDeg(pose[4].R, mgl64.QuatIdent()), 0, 0)

	few := skeleton(bone{"Root", -1, at(0, 0, 0)}, bone{"Body", 0, at(0, 1, 0)})
	if b, err = d.Bind(few, 0); err != nil || len(b.Lost) != 2 || b.Lost[0] != 2 {
		t.Errorf("%v, lost %v", err, b.Lost)
	}
	if _, err = d.Bind(&scene.Model{}, 0); err == nil {
		t.Error("a model without a skin was bound")
	}
}

// TestDonorRests checks deltas of a donor whose rests are turned, moved and
// scaled, and the findings about its first frame.
func TestDonorRests(t *testing.T) {
	rest := scene.TRS{T: mgl64.Vec3{1, 2, 3}, R: turn(70, mgl64.Vec3{1, 1, 0}), S: mgl64.Vec3{100, 100, 100}}
	m := skeleton(bone{"a", -1, rest})
	m.Animations = []scene.Animation{{Channels: []scene.Channel{
		rotations(0, 30, 2, func(f int) mgl64.Quat { return rest.R.Mul(turn(18*float64(f), yAxis)) }),
		translations(0, 30, 2, func(f int) mgl64.Vec3 {
			return rest.T.Add(rest.R.Rotate(mgl64.Vec3{0, 100 * float64(f), 0}))
		}),
	}}}
	d := donor(t, m)
	x := d.Delta(0, 1.0/30)
	near(t, "turn", angleDeg(x.R, turn(18, yAxis)), 0, 1e-4)
	nearVec(t, "move", x.T, mgl64.Vec3{0, 1, 0}, 1e-5)
	m.Nodes[0].Local.R = mgl64.QuatIdent()
	d = donor(t, m)
	codes := ""
	for _, p := range d.Problems {
		codes += p.Code + " "
	}
	if !strings.Contains(codes, "DONOR_FRAME0_NOT_REST") || !strings.Contains(codes, "DONOR_CLIP_OPEN") {
		t.Errorf("problems are %q", codes)
	}
	near(t, "turn with another rest", angleDeg(d.Delta(0, 1.0/30).R, turn(18, yAxis)), 0, 1e-4)
}

// TestComposeInverts checks that Delta is Compose's inverse on any rest.
func TestComposeInverts(t *testing.T) {
	rest := scene.TRS{T: mgl64.Vec3{1, -2, 3}, R: turn(33, mgl64.Vec3{1, 2, 3}), S: mgl64.Vec3{2, .5, -1}}
	want := scene.TRS{T: mgl64.Vec3{-4, 5, 6}, R: turn(-140, mgl64.Vec3{3, 0, 1}), S: mgl64.Vec3{1, 2, 3}}
	got := clip.Compose(rest, clip.Delta(rest, want))
	nearVec(t, "T", got.T, want.T, 1e-12)
	nearVec(t, "S", got.S, want.S, 1e-12)
	near(t, "R", angleDeg(got.R, want.R), 0, 1e-6)
	flat := clip.Delta(scene.TRS{R: mgl64.QuatIdent()}, want)
	for _, v := range append(flat.T[:], flat.S[:]...) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("a flat rest gives %v", flat)
		}
	}
}

func TestDonorWithoutSkin(t *testing.T) {
	m := gunship()
	m.Skins = nil
	d := donor(t, m)
	if d.Channels() != 4 || d.Joints[0] != "Dummy_Root" || d.Parents[3] != 1 {
		t.Errorf("joints %v, parents %v", d.Joints, d.Parents)
	}
}

func TestDonorProfileOrder(t *testing.T) {
	m := gunship()
	d, err := clip.NewDonor(m, clip.DonorOptions{Profile: &clip.Profile{FPS: 24, Clip: "fly", Joints: []string{"Base", "Helix"}}})
	if err != nil || d.FPS != 24 || d.Channels() != 2 || d.Joints[1] != "Helix" || d.Parents[0] != -1 {
		t.Fatalf("%v %+v", err, d)
	}
	var p *scene.Problem
	for _, opt := range []clip.DonorOptions{
		{Profile: &clip.Profile{Joints: []string{"Nobody"}}},
		{Clip: "walk"},
	} {
		if _, err := clip.NewDonor(m, opt); !errors.As(err, &p) || p.Remedy == "" {
			t.Errorf("%+v: %v", opt, err)
		}
	}
	if _, err := clip.NewDonor(&scene.Model{}, clip.DonorOptions{}); !errors.As(err, &p) || p.Code != "DONOR_NO_CLIP" {
		t.Errorf("a donor without a clip: %v", err)
	}
}

// TestNothingAllocates guards the frame loop.
func TestNothingAllocates(t *testing.T) {
	d := donor(t, gunship())
	m, _, _ := rig()
	b, err := d.Bind(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	own, err := clip.NewSampler(gunship(), 0)
	if err != nil {
		t.Fatal(err)
	}
	pose, ownPose, at := m.RestPose(), gunship().RestPose(), 0.0
	if n := testing.AllocsPerRun(200, func() {
		at = math.Mod(at+1.0/60, b.Duration())
		b.Pose(at, pose)
		own.Pose(at, ownPose)
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
