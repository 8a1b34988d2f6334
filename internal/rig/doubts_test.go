package rig

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// doubtHeli is a helicopter that faces +Z and stands upright, 13 m long.
func doubtHeli() *kit {
	k, _ := heliSpec{main: 4, tail: 3, skids: true, mastDeg: 4}.build()
	return k
}

func finding(list []Finding, code string) (Finding, bool) {
	for _, f := range list {
		if f.Code == code {
			return f, true
		}
	}
	return Finding{}, false
}

// said reads the orientation out of a fix, as a user would.
func said(t *testing.T, f Finding) (o Orientation) {
	t.Helper()
	_, rest, ok := strings.Cut(f.Fix, "set Orientation ")
	rest, _, _ = strings.Cut(rest, " (recipe modelRot.yawDeg")
	if !ok {
		t.Fatalf("no orientation in %q", f.Fix)
	}
	for _, w := range strings.Split(rest, ", ") {
		var name string
		var v float64
		if _, err := fmt.Sscanf(w, "%s %g", &name, &v); err != nil {
			t.Fatalf("%q: %v", w, err)
		}
		switch name {
		case "yaw":
			o.YawDeg = v
		case "pitch":
			o.PitchDeg = v
		case "roll":
			o.RollDeg = v
		}
	}
	return o
}

func turnedBy(q mgl64.Quat) scene.TRS {
	p := scene.Identity()
	p.R = q
	return p
}

// TestFacesAway turns a model about up; the answer must be the turn back.
func TestFacesAway(t *testing.T) {
	for _, yaw := range []float64{0, 5, 30, 90, 137, 180, -90, -150} {
		m := doubtHeli().under(turnedBy(mgl64.QuatRotate(yaw*math.Pi/180, mgl64.Vec3{0, 1, 0}))).m
		p := mustProbe(t, m, ProbeOptions{})
		f, ok := finding(p.Findings, "FACES_AWAY")
		if ok != (math.Abs(yaw) > awayDeg) {
			t.Fatalf("yaw %g: told %v: %v", yaw, ok, p.Findings)
		}
		if !ok {
			continue
		}
		flies := map[float64]string{30: "askew", 90: "sideways", 137: "tail first", 180: "tail first", -90: "sideways", -150: "tail first"}[yaw]
		if f.Severity != scene.Warning || !strings.Contains(f.Message, flies) {
			t.Errorf("yaw %g: %v", yaw, f)
		}
		o := said(t, f)
		if d := math.Abs(wrapDeg(o.YawDeg + yaw)); d > 1 || o.PitchDeg != 0 || o.RollDeg != 0 {
			t.Errorf("yaw %g: set %+v", yaw, o)
		}
		again := mustProbe(t, m, ProbeOptions{Orientation: o})
		if _, ok := finding(again.Findings, "FACES_AWAY"); ok || again.Forward[2] < 0.99 {
			t.Errorf("yaw %g: after the fix it faces %v: %v", yaw, again.Forward, again.Findings)
		}
		// Generate under the recipe's orientation, from parts measured without it.
		r := NewRecipe()
		r.Orientation = o
		g := mustGenerate(t, m, p, r, GenerateOptions{})
		if _, ok := finding(g.Findings, "FACES_AWAY"); ok || g.Forward[2] < 0.99 {
			t.Errorf("yaw %g: the rig faces %v: %v", yaw, g.Forward, g.Findings)
		}
		if _, ok := finding(mustGenerate(t, m, p, nil, GenerateOptions{}).Findings, "FACES_AWAY"); !ok {
			t.Errorf("yaw %g: Generate says nothing", yaw)
		}
	}
}

// TestNotUpright lays a helicopter down in several ways; setting what the
// finding says must make it stand, face the front and have its main rotor.
func TestNotUpright(t *testing.T) {
	x, y, z := mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, 0, 1}
	turn := func(deg float64, a mgl64.Vec3) mgl64.Quat { return mgl64.QuatRotate(deg*math.Pi/180, a) }
	for _, c := range []struct {
		name  string
		q     mgl64.Quat
		exact bool // the model's axes lie on the world's
	}{
		{"Z up", turn(90, x), true},
		{"Z down", turn(-90, x), true},
		{"on its left side", turn(90, z), true},
		{"on its right side", turn(-90, z), true},
		{"Z up, turned", turn(40, y).Mul(turn(90, x)), false},
		{"on its side, turned", turn(-115, y).Mul(turn(90, z)), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := doubtHeli().under(turnedBy(c.q)).m
			p := mustProbe(t, m, ProbeOptions{})
			f, ok := finding(p.Findings, "NOT_UPRIGHT")
			if !ok {
				t.Fatalf("nothing is said: %v; hubs %+v", p.Findings, p.Hubs)
			}
			if _, ok := finding(p.Findings, "FACES_AWAY"); ok {
				t.Error("where it faces is told of a model that lies")
			}
			o := said(t, f)
			if got := o.Mat3().Mul3(c.q.Mat4().Mat3()); c.exact && apart(got, mgl64.Ident3()) > 1e-9 {
				t.Errorf("set %+v leaves the turn %v", o, got)
			}
			again := mustProbe(t, m, ProbeOptions{Orientation: o})
			if len(again.Hubs) != 2 || again.Hubs[0].Kind != "main rotor" || again.Hubs[1].Role != TailRotor || again.Forward[2] < 0.98 {
				t.Errorf("set %+v: hubs %+v, faces %v", o, again.Hubs, again.Forward)
			}
			for _, code := range []string{"NOT_UPRIGHT", "FACES_AWAY"} {
				if f, ok := finding(again.Findings, code); ok {
					t.Errorf("set %+v: %v", o, f)
				}
			}
		})
	}
}

// TestUprightIsNotDoubted: no helicopter that stands, nor an aeroplane with a
// propeller, is told to lie down.
func TestUprightIsNotDoubted(t *testing.T) {
	racing.Plain(t)
	for _, h := range heliSpecs() {
		k, _ := h.build()
		m := k.under(scene.Identity()).m
		for _, code := range []string{"NOT_UPRIGHT", "FACES_AWAY", "SCALE_DOUBTFUL"} {
			if f, ok := finding(mustProbe(t, m, ProbeOptions{}).Findings, code); ok {
				t.Errorf("%s: %v", h.name, f)
			}
		}
	}
	k := newKit()
	k.add("hull", Body, taper(-5, 0.4, 0.5, 1.6, 3, 1.2, 1.4, 1.4))
	k.add("wing", Body, box(10, 0.15, 1.6).at(0, 1.4, 0.8))
	k.add("fin", Body, box(0.1, 1.4, 1).at(0, 2.2, -4.6))
	heliSpec{}.rotor(k, "prop", mgl64.Vec3{0, 1.4, 3.2}, 1.1, 3, mgl64.Vec3{0, 0, 1}, Rotor, 0)
	m := k.under(scene.Identity()).m
	p := mustProbe(t, m, ProbeOptions{})
	if len(p.Hubs) != 1 || p.Hubs[0].Kind != "propeller" {
		t.Fatalf("hubs %+v", p.Hubs)
	}
	if f, ok := finding(p.Findings, "NOT_UPRIGHT"); ok {
		t.Error(f)
	}
}

// TestScaleDoubtful scales a helicopter 13 m long by wrong units.
func TestScaleDoubtful(t *testing.T) {
	for _, c := range []struct {
		scale float64
		fix   string // "" for none
	}{
		{1, ""}, {0.1, ""}, {10, ""}, {0.01, "set Scale to 100 "}, {0.001, "set Scale to 1000 "}, {100, "set Scale to 0.01 "}, {1000, "set Scale to 0.001 "},
	} {
		place := scene.Identity()
		place.S = mgl64.Vec3{c.scale, c.scale, c.scale}
		m := doubtHeli().under(place).m
		f, ok := finding(mustProbe(t, m, ProbeOptions{}).Findings, "SCALE_DOUBTFUL")
		if ok != (c.fix != "") || !strings.Contains(f.Fix, c.fix) {
			t.Errorf("scale %g: %v, wanted %q", c.scale, f, c.fix)
		}
	}
}

// apart is the largest difference of two matrices' elements.
func apart(a, b mgl64.Mat3) (d float64) {
	for k := range a {
		d = max(d, math.Abs(a[k]-b[k]))
	}
	return d
}

// TestOrientationOf: any rotation comes back from its angles.
func TestOrientationOf(t *testing.T) {
	for yaw := -180.0; yaw <= 180; yaw += 30 {
		for pitch := -90.0; pitch <= 90; pitch += 15 {
			for roll := -180.0; roll <= 180; roll += 45 {
				m := Orientation{yaw, pitch, roll}.Mat3()
				if o := orientationOf(m); apart(o.Mat3(), m) > 1e-4 {
					t.Fatalf("%g %g %g came back as %+v", yaw, pitch, roll, o)
				}
			}
		}
	}
}
