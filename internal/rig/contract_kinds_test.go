package rig

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

func gunship(t testing.TB, change func(*scene.Model)) *clip.Donor {
	t.Helper()
	m := samples.DonorGunship()
	if change != nil {
		change(m)
	}
	d, err := clip.NewDonor(m, clip.DonorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func stateOf(t *testing.T, r ContractReport, code string) State {
	t.Helper()
	for _, c := range r.Clauses {
		if c.Code == code {
			if c.Holds != (c.State == Holds) {
				t.Errorf("%s: holds %v, state %q", code, c.Holds, c.State)
			}
			return c.State
		}
	}
	t.Fatalf("no clause %s", code)
	return ""
}

// bothWays checks a generated rig as the lab does, which knows where it faces,
// and as a bare file.
func bothWays(g *Rig, d *clip.Donor) map[string]ContractReport {
	return map[string]ContractReport{
		"bare":  CheckContract(g.Model, d, CheckOptions{}),
		"known": CheckContract(g.Model, d, CheckOptions{Forward: g.Forward}),
	}
}

// TestSenseIsTheMachines: what Generate makes turns as the donor's does, seen
// from the machine, wherever it faces; a flipped axle does not.
func TestSenseIsTheMachines(t *testing.T) {
	d := gunship(t, nil)
	for _, yaw := range []float64{0, 30, 90, 137, 180, -60} {
		m := doubtHeli().under(turnedBy(mgl64.QuatRotate(yaw*math.Pi/180, mgl64.Vec3{0, 1, 0}))).m
		p := mustProbe(t, m, ProbeOptions{})
		for name, r := range bothWays(mustGenerate(t, m, p, nil, GenerateOptions{}), d) {
			if r.State != Holds || len(r.Findings) != 0 {
				t.Errorf("yaw %g, %s: %s: %v", yaw, name, r.State, r.Findings)
			}
		}
		rec := NewRecipe()
		rec.HubOverrides = append(rec.HubOverrides, HubOverride{Role: TailRotor, Flip: true})
		for name, r := range bothWays(mustGenerate(t, m, p, rec, GenerateOptions{}), d) {
			f, ok := finding(r.Findings, "ROTOR_BACKWARDS")
			if !ok || !slices.Equal(f.Parts, []int{3}) || stateOf(t, r, "SAME_SENSE") != Broken || r.State != Gaps || !r.Bindings[3].Backwards {
				t.Errorf("yaw %g, %s, flipped: %s: %v", yaw, name, r.State, r.Findings)
			}
		}
	}
}

// TestCheckOfALyingRig: no order is claimed to be wrong, no sense is claimed to be
// known, and it is said that the model lies.
func TestCheckOfALyingRig(t *testing.T) {
	d := gunship(t, nil)
	for name, q := range map[string]mgl64.Quat{
		"Z up": mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0}), "on its side": mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1}),
	} {
		m := doubtHeli().under(turnedBy(q)).m
		g := mustGenerate(t, m, mustProbe(t, m, ProbeOptions{}), nil, GenerateOptions{})
		for way, r := range bothWays(g, d) {
			for _, code := range []string{"BONE_ORDER", "EXTRA_BONE", "MISSING_BONE", "ROTOR_BACKWARDS"} {
				if f, ok := finding(r.Findings, code); ok {
					t.Errorf("%s, %s: %v", name, way, f)
				}
			}
			if s := stateOf(t, r, "SAME_SENSE"); s != NotMeasured {
				t.Errorf("%s, %s: the sense %s", name, way, s)
			}
		}
		if _, ok := finding(CheckContract(g.Model, d, CheckOptions{}).Findings, "NOT_UPRIGHT"); !ok {
			t.Errorf("%s: the check does not say that the rig lies", name)
		}
		if _, ok := finding(g.Findings, "NOT_UPRIGHT"); !ok {
			t.Errorf("%s: Generate does not say that the model lies", name)
		}
	}
}

// TestClausesAgreeWithTheTable breaks the order of the bones in three ways.
func TestClausesAgreeWithTheTable(t *testing.T) {
	d := gunship(t, nil)
	m := doubtHeli().under(scene.Identity()).m
	p := mustProbe(t, m, ProbeOptions{})
	good := mustGenerate(t, m, p, nil, GenerateOptions{}).Model
	gun := NewRecipe()
	for i := range p.Parts {
		if p.Parts[i].Name == "gun" {
			gun.SetMark(&p.Parts[i], Gun)
		}
	}
	for _, c := range []struct {
		name         string
		m            *scene.Model
		order        []int
		root, axles  State
		says         []string
		firstChannel int
	}{
		{"gun first", mustGenerate(t, m, p, gun, GenerateOptions{SortByName: true}).Model, nil, Holds, Broken,
			[]string{`drives "Gun" instead of "MainRotor"`, `drives "MainRotor" instead of "TailRotor"`}, 2},
		{"rotors swapped", good, []int{0, 1, 3, 2}, Holds, Broken,
			[]string{`drives "TailRotor" instead of "MainRotor"`, `drives "MainRotor" instead of "TailRotor"`}, 2},
		{"sorted by name", good, []int{1, 2, 0, 3}, Broken, Broken,
			[]string{`drives "MainRotor" instead of "Body"`, `drives "Root" instead of "MainRotor"`}, 1},
	} {
		r := CheckContract(reordered(c.m, c.order), d, CheckOptions{})
		if r.OK || r.State != Broken || stateOf(t, r, "SAME_ORDER") != Broken || stateOf(t, r, "ROOT_STILL") != c.root || stateOf(t, r, "AXLES_AUTHORED") != c.axles {
			t.Errorf("%s: %s, %+v", c.name, r.State, r.Clauses)
		}
		if stateOf(t, r, "SAME_SENSE") == Holds {
			t.Errorf("%s: the sense of bones that turn about wrong axes holds", c.name)
		}
		for _, want := range c.says {
			if len(r.Findings) == 0 || !strings.Contains(r.Findings[0].Message, want) {
				t.Errorf("%s: %q is not in %v", c.name, want, r.Findings)
			}
		}
		if b := r.Bindings[c.firstChannel]; b.Wanted == b.BoneIndex || b.Wanted < 0 {
			t.Errorf("%s: channel %d drives %d, wants %d", c.name, c.firstChannel, b.BoneIndex, b.Wanted)
		}
	}
}

// reordered is a model with its skin's joints in another order, nil for as it is.
func reordered(m *scene.Model, order []int) *scene.Model {
	if order == nil {
		return m
	}
	out := *m
	s := m.Skins[0]
	place := make([]uint16, len(order))
	s.Joints, s.InverseBind = nil, nil
	for to, from := range order {
		s.Joints = append(s.Joints, m.Skins[0].Joints[from])
		s.InverseBind = append(s.InverseBind, m.Skins[0].InverseBind[from])
		place[from] = uint16(to)
	}
	out.Skins = []scene.Skin{s}
	mesh := m.Meshes[0]
	mesh.Primitives = slices.Clone(mesh.Primitives)
	for k := range mesh.Primitives {
		q := &mesh.Primitives[k]
		q.Joints = slices.Clone(q.Joints)
		for v := range q.Joints {
			q.Joints[v][0] = place[q.Joints[v][0]]
		}
	}
	out.Meshes = []scene.Mesh{mesh}
	return &out
}

// TestNotMeasured: what cannot be measured is neither kept nor broken, and the
// whole is not said to hold.
func TestNotMeasured(t *testing.T) {
	d := gunship(t, nil)
	disc, _ := heliSpec{main: 4, tail: 3, blur: true}.build()
	hull := newKit()
	hull.add("hull", Body, taper(-3, 1, 1, 1, 3, 2, 2, 1))
	for _, c := range []struct {
		name, code string
		m          *scene.Model
		bones      []int
	}{
		{"a blur disc", "AXLE_NOT_MEASURED", disc.under(scene.Identity()).m, []int{2}},
		{"no rotor", "EMPTY_BONE", hull.under(scene.Identity()).m, []int{2}},
	} {
		p := mustProbe(t, c.m, ProbeOptions{})
		rec := NewRecipe()
		for i := range p.Parts {
			if p.Parts[i].Name == "main.disc" {
				rec.SetMark(&p.Parts[i], Rotor)
			}
		}
		r := CheckContract(mustGenerate(t, c.m, p, rec, GenerateOptions{}).Model, d, CheckOptions{})
		f, ok := finding(r.Findings, c.code)
		if !ok || !slices.Equal(f.Parts, c.bones) {
			t.Errorf("%s: %v", c.name, r.Findings)
		}
		if r.Bindings[2].AxisErrorDeg != nil || stateOf(t, r, "AXLES_AUTHORED") != NotMeasured || !r.OK || r.State != Gaps {
			t.Errorf("%s: ok %v, %s, axle %v, %+v", c.name, r.OK, r.State, r.Bindings[2].AxisErrorDeg, r.Clauses)
		}
	}
}

// TestDonorStill: a clip that moves nothing cannot be flown.
func TestDonorStill(t *testing.T) {
	m := doubtHeli().under(scene.Identity()).m
	g := mustGenerate(t, m, mustProbe(t, m, ProbeOptions{}), nil, GenerateOptions{})
	for name, change := range map[string]func(*scene.Model){
		"no channels": func(m *scene.Model) { m.Animations = []scene.Animation{{Name: "Fly"}} },
		"all at rest": func(m *scene.Model) {
			a := m.Animations[0]
			a.Channels = slices.Clone(a.Channels)
			for i := range a.Channels {
				c := &a.Channels[i]
				n := len(c.Values) / len(c.Times)
				c.Values = slices.Clone(c.Values)
				for k := range c.Times {
					copy(c.Values[k*n:(k+1)*n], c.Values[:n])
				}
			}
			m.Animations = []scene.Animation{a}
		},
	} {
		r := CheckContract(g.Model, gunship(t, change), CheckOptions{})
		f, ok := finding(r.Findings, "DONOR_STILL")
		if !ok || f.Severity != scene.Error || r.OK || r.State != Broken || stateOf(t, r, "FRAME0_REST") != NotMeasured {
			t.Errorf("%s: ok %v: %v", name, r.OK, r.Findings)
		}
	}
}
