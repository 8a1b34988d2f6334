package rig

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

func fleetCar(t *testing.T) labelled {
	t.Helper()
	return fleetVehicle("car", 7, 0)
}

func rowNamed(p *Parts, part string) int {
	for i := range p.Parts {
		if strings.HasPrefix(p.Parts[i].Name, part) {
			return i
		}
	}
	return -1
}

// Rows merged by hand are one row; a mark of it outlives the merge, a saved and
// loaded recipe makes the same rows, and what is gone is listed.
func TestMergeSplitHide(t *testing.T) {
	v := fleetCar(t)
	p := mustProbe(t, v.model, ProbeOptions{Target: General})
	doors := []int{rowNamed(p, "door"), rowNamed(p, "mirror"), rowNamed(p, "seat")}
	r := NewRecipe()
	r.Target = General
	if !r.AddMerge(p, doors) {
		t.Fatal("not merged")
	}
	seat := rowNamed(p, "lamp")
	r.SetHidden(&p.Parts[seat], true)
	raw, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r, notes, err := DecodeRecipe(raw)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if p.MadeFor(r) {
		t.Error("made for a recipe whose merge it does not have")
	}
	m := mustProbe(t, v.model, ProbeOptions{Target: General, Recipe: r})
	if len(m.Parts) != len(p.Parts)-2 || !m.MadeFor(r) {
		t.Fatalf("%d rows, want %d", len(m.Parts), len(p.Parts)-2)
	}
	at := -1
	tris := 0
	for i := range m.Parts {
		if m.Parts[i].Index != i {
			t.Errorf("row %d has index %d", i, m.Parts[i].Index)
		}
		if m.Parts[i].Merged {
			at = i
		}
	}
	for _, i := range doors {
		tris += p.Parts[i].Triangles
	}
	if at < 0 || m.Parts[at].Triangles != tris || len(m.Parts[at].Nodes) != 3 {
		t.Fatalf("merged row %d: %+v", at, m.Parts[max(at, 0)])
	}
	if i := rowNamed(m, "lamp"); !m.Parts[i].Hidden || m.Parts[i].Role == Ignore {
		t.Errorf("hidden: %+v", m.Parts[i])
	}
	r.SetMark(&m.Parts[at], Turret)
	m.Apply(r)
	if m.Parts[at].Role != Turret {
		t.Error("the merged row took no mark")
	}
	g := mustGenerate(t, v.model, m, r, GenerateOptions{})
	if g.Triangles != v.model.TriangleCount() {
		t.Errorf("%d triangles in the rig, want %d: hidden parts are rigged", g.Triangles, v.model.TriangleCount())
	}
	if !r.ClearMerge(&m.Parts[at]) || len(r.Merges) != 0 {
		t.Error("the merge cannot be taken apart")
	}
	apart := mustProbe(t, v.model, ProbeOptions{Target: General, Recipe: r})
	if i := doors[0]; apart.Parts[i].Role != Turret || len(apart.Parts) != len(p.Parts) {
		t.Error("the mark did not stay with the first part")
	}

	// A split node shows its pieces.
	body := rowNamed(p, "steering")
	r.SetSplit(&p.Parts[body], true)
	split := mustProbe(t, v.model, ProbeOptions{Target: General, Recipe: r})
	if len(split.Parts) <= len(p.Parts) {
		t.Errorf("%d rows after the split, %d before", len(split.Parts), len(p.Parts))
	}
	r.SetSplit(&split.Parts[rowNamed(split, "steering")], false)
	if len(r.Splits) != 0 {
		t.Error("the split cannot be undone from a piece")
	}

	// Another model: nothing of the merge is there.
	r.AddMerge(p, doors)
	r.SetSplit(&p.Parts[doors[0]], true)
	k := newKit()
	k.add("t", Body, box(1, 2, 3))
	other := mustProbe(t, k.m, ProbeOptions{Target: General, Recipe: r})
	if !hasFinding(other.Findings, "MERGE_UNMATCHED") || !hasFinding(other.Findings, "SPLIT_UNMATCHED") {
		t.Errorf("lost edits are not listed: %v", other.Findings)
	}
}

// Wheels' mirrored partners are the wheels on the other side, and a mark goes to
// both.
func TestMirrors(t *testing.T) {
	for _, mode := range []int{0, 2} {
		v := fleetVehicle("tank", 3, mode)
		p := mustProbe(t, v.model, ProbeOptions{Target: General})
		n := 0
		for i := range p.Parts {
			q := &p.Parts[i]
			if q.Role != Wheel {
				continue
			}
			n++
			k := q.Mirror
			if k < 0 || p.Parts[k].Mirror != i || p.Parts[k].Role != Wheel {
				t.Errorf("mode %d: %s has partner %d", mode, q.Name, k)
			}
		}
		if n < 14 {
			t.Errorf("%d wheels", n)
		}
		r := NewRecipe()
		r.MirrorMarks = true
		i := rowNamed(p, "idler")
		r.SetMarkMirrored(p, i, Edgecase)
		p.Apply(r)
		if k := p.Parts[i].Mirror; p.Parts[i].Role != Edgecase || p.Parts[k].Role != Edgecase || len(p.WithMirrors([]int{i})) != 2 {
			t.Error("the partner was not marked")
		}
	}
}

// A helicopter three centimetres long, in the wrong unit: one press sets it
// right, and the rig has the new size.
func TestScaleRepair(t *testing.T) {
	k, _ := heliSpec{main: 4, tail: 3, skids: true}.build()
	m := k.under(scene.TRS{R: mgl64.QuatIdent(), S: mgl64.Vec3{0.002, 0.002, 0.002}}).m
	p := mustProbe(t, m, ProbeOptions{})
	fix := repairOf(t, p.Findings, "SCALE_DOUBTFUL")
	r := fix.Apply(nil)
	if again := fix.Apply(r); again.Scale != r.Scale {
		t.Error("a repair made twice is not the same as once")
	}
	q := mustProbe(t, m, ProbeOptions{Scale: r.Scale, Recipe: r})
	if hasFinding(q.Findings, "SCALE_DOUBTFUL") || math.Abs(q.Bounds.Diagonal()-r.Scale*p.Bounds.Diagonal()) > 1e-3 {
		t.Errorf("scale %g: %v, before %v", r.Scale, q.Bounds.Size(), p.Bounds.Size())
	}
	g := mustGenerate(t, m, q, r, GenerateOptions{})
	if d := g.Model.Bounds().Diagonal() / q.Bounds.Diagonal(); math.Abs(d-1) > 1e-4 {
		t.Errorf("the rig is %g times the parts", d)
	}
	if _, err := Generate(context.Background(), m, p, r, GenerateOptions{}); err == nil {
		t.Error("parts of another scale were taken")
	}
}

func repairOf(t *testing.T, list []Finding, code string) *Repair {
	t.Helper()
	for i := range list {
		if list[i].Code == code {
			if list[i].Repair == nil || list[i].Repair.Title == "" {
				t.Fatalf("%s has no repair", code)
			}
			return list[i].Repair
		}
	}
	t.Fatalf("no %s in %v", code, list)
	return nil
}

// A car with Z up and a tank that faces +X: the repair turns them.
func TestStanceRepairs(t *testing.T) {
	zup := scene.Identity()
	zup.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	k := &builder{kit: newKit()}
	v := fleetVehicle("car", 11, 0)
	k.m = (&kit{v.model, make([]Role, len(v.model.Nodes))}).under(zup).m
	p := mustProbe(t, k.m, ProbeOptions{Target: General, StripNames: true})
	if n := p.Counts()[Wheel]; n < 4 {
		t.Errorf("%d wheels on a car with Z up", n)
	}
	r := repairOf(t, p.Findings, "NOT_UPRIGHT").Apply(nil)
	q := mustProbe(t, k.m, ProbeOptions{Target: General, Orientation: r.Orientation, StripNames: true})
	if hasFinding(q.Findings, "NOT_UPRIGHT") || q.Bounds.Size()[1] > 2.2 || q.Counts()[Wheel] < 4 {
		t.Errorf("after the repair %v: %v", r.Orientation, q.Findings)
	}

	right := scene.Identity()
	right.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})
	tank := fleetVehicle("tank", 5, 0)
	m := (&kit{tank.model, make([]Role, len(tank.model.Nodes))}).under(right).m
	p = mustProbe(t, m, ProbeOptions{Target: General, StripNames: true})
	if p.Forward.Sub(mgl64.Vec3{1, 0, 0}).Len() > 0.02 {
		t.Errorf("the tank faces %v: %s", p.Forward, p.ForwardWhy)
	}
	r = repairOf(t, p.Findings, "FACES_AWAY").Apply(nil)
	q = mustProbe(t, m, ProbeOptions{Target: General, Orientation: r.Orientation, StripNames: true})
	if q.Forward.Sub(front).Len() > 0.02 || hasFinding(q.Findings, "FACES_AWAY") {
		t.Errorf("after the repair %+v it faces %v", r.Orientation, q.Forward)
	}
}

// Every finding about wheels and turrets, each on a machine that has that fault
// and on none that has not.
func TestVerifyWheels(t *testing.T) {
	v := fleetVehicle("car", 7, 0)
	probe := func(edit func(p *Parts, r *Recipe)) *Parts {
		p := mustProbe(t, v.model, ProbeOptions{Target: General})
		r := NewRecipe()
		edit(p, r)
		p.Apply(r)
		return p
	}
	good := Verify(probe(func(*Parts, *Recipe) {}))
	for _, code := range []string{"STRAY_WHEEL", "WHEEL_WITHOUT_PARTNER", "INSIDE_WHEEL", "AXLES_DISAGREE", "TURRET_FAR", "NO_SPINNER", "NO_MAIN_ROTOR"} {
		if hasFinding(good, code) {
			t.Errorf("%s on a good car: %v", code, good)
		}
	}
	if !hasFinding(good, "WHEELS") {
		t.Error("the wheels are not listed")
	}
	cases := map[string]func(p *Parts, r *Recipe){
		"STRAY_WHEEL":           func(p *Parts, r *Recipe) { r.SetMark(&p.Parts[rowNamed(p, "mirror")], Wheel) },
		"WHEEL_WITHOUT_PARTNER": func(p *Parts, r *Recipe) { r.SetMark(&p.Parts[rowNamed(p, "wheel")], Body) },
		"TURRET_FAR": func(p *Parts, r *Recipe) {
			r.SetMark(&p.Parts[rowNamed(p, "lamp")], Turret)
			r.SetMark(&p.Parts[rowNamed(p, "exhaust")], Turret)
		},
		"NO_SPINNER": func(p *Parts, r *Recipe) {
			for i := range p.Parts {
				if p.Parts[i].Role == Wheel {
					r.SetMark(&p.Parts[i], Body)
				}
			}
		},
	}
	for code, edit := range cases {
		if list := Verify(probe(edit)); !hasFinding(list, code) {
			t.Errorf("no %s in %v", code, list)
		}
	}
	// A nut inside a rim that was guessed otherwise.
	p := mustProbe(t, v.model, ProbeOptions{Target: General})
	w := rowNamed(p, "wheel")
	nut := &p.Parts[rowNamed(p, "mirror")]
	nut.Bounds = scene.Box{Min: p.Parts[w].Center.Sub(mgl64.Vec3{0.01, 0.01, 0.01}), Max: p.Parts[w].Center.Add(mgl64.Vec3{0.01, 0.01, 0.01})}
	fix := repairOf(t, Verify(p), "INSIDE_WHEEL")
	if len(fix.Marks) != 1 || fix.Marks[0].Role != Wheel {
		t.Errorf("repair %+v", fix)
	}
	// A crooked axle takes its partner's.
	hinges := []Hinge{}
	for i := range p.Parts {
		if p.Parts[i].Role == Wheel && p.Parts[i].Axis != nil && strings.HasPrefix(p.Parts[i].Name, "wheel") {
			hinges = append(hinges, Hinge{Role: Wheel, N: len(hinges), Parts: []int{i}, Center: p.Parts[i].Center, Axle: *p.Parts[i].Axis})
		}
	}
	hinges[1].Axle = mgl64.Vec3{math.Cos(0.3), 0, math.Sin(0.3)}
	fix = repairOf(t, verify(p, Orientation{}, hinges), "AXLES_DISAGREE")
	if fix.Hub == nil || fix.Hub.Hub != 1 || math.Abs(math.Abs(fix.Hub.Axle[0])-1) > 1e-6 {
		t.Errorf("repair %+v", fix.Hub)
	}
}

// Auto is the donor gunship for what has rotors that its channels drive, and is
// settled in what comes out.
func TestAutoTarget(t *testing.T) {
	for kind, want := range map[string]Target{"helicopter": DonorGunship, "car": General, "propeller twin": General, "tank": General} {
		v := fleetVehicle(kind, 3, 0)
		p := mustProbe(t, v.model, ProbeOptions{Target: Auto, StripNames: true})
		if p.Target != want {
			t.Errorf("%s: %s, want %s", kind, p.Target, want)
		}
		r := NewRecipe()
		if r.Target = Auto; !p.MadeFor(r) {
			t.Errorf("%s: not made for Auto", kind)
		}
	}
}

// An already rigged model: rows are bones, and marks of bones come back.
func TestBoneRows(t *testing.T) {
	k, _ := heliSpec{main: 3, tail: 3, skids: true}.build()
	p := mustProbe(t, k.m, ProbeOptions{})
	g := mustGenerate(t, k.m, p, nil, GenerateOptions{})
	b := mustProbe(t, g.Model, ProbeOptions{StripNames: true})
	if !b.Rigged || len(b.Parts) != 3 {
		t.Fatalf("rigged %v, %d rows, want one for each of three bones", b.Rigged, len(b.Parts))
	}
	for i, want := range []struct {
		name string
		role Role
	}{{"Body", Body}, {"MainRotor", Rotor}, {"TailRotor", TailRotor}} {
		at := rowNamed(b, want.name)
		if at < 0 {
			t.Errorf("no row for bone %s", want.name)
			continue
		}
		q := &b.Parts[at]
		if q.Role != want.role || q.DominantBone < 0 || g.Model.Nodes[q.DominantBone].Name != want.name || q.ID.Joint < 0 {
			t.Errorf("row %d: %s, bone %d: %s", i, q.Role, q.DominantBone, q.Reason)
		}
	}
	r := NewRecipe()
	r.SetMark(&b.Parts[rowNamed(b, "TailRotor")], Body)
	if len(r.BoneMarks) != 1 || len(r.Marks) != 0 {
		t.Fatalf("%d marks of bones, %d of parts", len(r.BoneMarks), len(r.Marks))
	}
	again := mustProbe(t, g.Model, ProbeOptions{Recipe: r})
	if q := &again.Parts[rowNamed(again, "TailRotor")]; q.Role != Body || !q.ByHand {
		t.Error("the bone's mark did not come back")
	}
}
