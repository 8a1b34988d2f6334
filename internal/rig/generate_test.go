package rig

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/samples"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

func mustProbe(t testing.TB, m *scene.Model, opt ProbeOptions) *Parts {
	t.Helper()
	p, err := Probe(context.Background(), m, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustGenerate(t testing.TB, m *scene.Model, p *Parts, r *Recipe, opt GenerateOptions) *Rig {
	t.Helper()
	g, err := Generate(context.Background(), m, p, r, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Model.Check(); err != nil {
		t.Fatalf("the rig is no valid model: %v", err)
	}
	return g
}

// The donor's four bones, their frames, one skin, one bone a vertex, scale 1.
func TestGenerateSample(t *testing.T) {
	m := samples.StealthHelicopter()
	p := mustProbe(t, m, ProbeOptions{})
	g := mustGenerate(t, m, p, nil, GenerateOptions{})
	want := []Bone{{0, "Root", -1, Default, 0, nil}, {1, "Body", 0, Body, 1, nil}, {2, "MainRotor", 1, Rotor, 2, nil}, {3, "TailRotor", 1, TailRotor, 3, nil}}
	for i, b := range g.Bones {
		b.Parts = nil
		if i >= len(want) || !reflect.DeepEqual(b, want[i]) {
			t.Fatalf("bone %d is %+v", i, b)
		}
	}
	if len(g.Model.Meshes) != 1 || len(g.Model.Skins) != 1 || len(g.Model.Skins[0].Joints) != 4 {
		t.Fatalf("%d meshes, %d skins", len(g.Model.Meshes), len(g.Model.Skins))
	}
	truth := samples.StealthTruth()
	main, _ := truth.Rotor(samples.LabelMain)
	tail, _ := truth.Rotor(samples.LabelTail)
	world := g.Model.World(nil, nil, nil)
	if d := degBetween(world[2].Col(1).Vec3(), main.Axis); d > 0.5 {
		t.Errorf("main rotor's local Y is %.2f deg off the mast", d)
	}
	if y := world[2].At(1, 1); y <= 0 {
		t.Errorf("the mast points down: %v", y)
	}
	if d := degBetween(world[3].Col(0).Vec3(), tail.Axis); d > 0.5 {
		t.Errorf("tail rotor's local X is %.2f deg off the fan's axle", d)
	}
	if world[3].At(0, 0) <= 0 {
		t.Error("the fan's axle does not point to the model's left, +X")
	}
	for b := range 4 {
		if s := g.Model.Nodes[b].Local.S; s != (mgl64.Vec3{1, 1, 1}) {
			t.Errorf("bone %d has scale %v", b, s)
		}
		if l := scene.LinearPart(world[b]); math.Abs(l.Det()-1) > 1e-12 {
			t.Errorf("bone %d is mirrored or scaled: %v", b, l.Det())
		}
		if b < 2 && scene.LinearPart(world[b]) != mgl64.Ident3() {
			t.Errorf("ancestor %d has a rotation", b)
		}
	}
	if d := offAxis(main.Hub, scene.Position(world[2]), main.Axis); d > 0.02 {
		t.Errorf("main hub %.3f m beside the mast", d)
	}
	if d := offAxis(tail.Hub, scene.Position(world[3]), tail.Axis); d > 0.01 {
		t.Errorf("tail hub %.3f m beside the axle", d)
	}
	var used [4]int
	for _, q := range g.Model.Meshes[0].Primitives {
		for v := range q.Positions {
			if q.Weights[v] != [4]float32{1} || q.Joints[v][1] != 0 {
				t.Fatal("a vertex follows more than one bone")
			}
			used[q.Joints[v][0]]++
		}
	}
	if used[0] != 0 || used[1] == 0 || used[2] == 0 || used[3] == 0 {
		t.Errorf("vertices by bone: %v", used)
	}
	if g.Triangles != m.TriangleCount() {
		t.Errorf("%d triangles, the source has %d", g.Triangles, m.TriangleCount())
	}
}

// corners lists every drawn triangle's corners in model space with normals, as
// the model shows them at rest.
func corners(m *scene.Model) (out []mgl32.Vec3) {
	world := m.World(nil, nil, nil)
	for i := range m.Nodes {
		k, ok := m.Nodes[i].Mesh.Get()
		if !ok {
			continue
		}
		var joints []mgl64.Mat4
		if s, ok := m.Nodes[i].Skin.Get(); ok {
			joints = m.JointMatrices(s, world)
		}
		for _, p := range m.Meshes[k].Primitives {
			flip := joints == nil && scene.LinearPart(world[i]).Det() < 0
			for t := 0; t+2 < len(p.Indices); t += 3 {
				idx := [3]uint32{p.Indices[t], p.Indices[t+1], p.Indices[t+2]}
				if flip {
					idx[1], idx[2] = idx[2], idx[1]
				}
				for _, v := range idx {
					out = append(out, vec32of(scene.VertexPosition(&p, int(v), world[i], joints)))
				}
			}
		}
	}
	return out
}

// The rig at rest shows what the source shows: the same triangles, each corner
// within float32's rounding, also under mirroring and uneven scale.
func TestGenerateKeepsTheShape(t *testing.T) {
	k, _ := heliSpecs()[7].build()
	for _, tr := range []scene.TRS{
		scene.Identity(),
		{T: mgl64.Vec3{5, 2, -3}, R: mgl64.QuatRotate(0.4, mgl64.Vec3{0, 1, 0}), S: mgl64.Vec3{-2, 2, 2}},
		{R: mgl64.QuatIdent(), S: mgl64.Vec3{1, 1.2, 0.9}},
	} {
		m := k.under(tr).m
		p := mustProbe(t, m, ProbeOptions{StripNames: true})
		g := mustGenerate(t, m, p, nil, GenerateOptions{})
		a, b := corners(m), corners(g.Model)
		if len(a) != len(b) {
			t.Fatalf("%d corners, want %d", len(b), len(a))
		}
		tol := float32(1e-6 * sizeOf(p.Bounds))
		// One material, nodes in order: the triangles come out in the source's order.
		for i := range a {
			if a[i].Sub(b[i]).Len() > tol {
				t.Fatalf("%+v: corner %d is at %v, want %v", tr, i, b[i], a[i])
			}
		}
		checkNormals(t, g.Model)
	}
}

// checkNormals: flat-shaded source normals must stand on their triangles, on
// the outer side.
func checkNormals(t *testing.T, m *scene.Model) {
	t.Helper()
	for _, p := range m.Meshes[0].Primitives {
		for k := 0; k+2 < len(p.Indices); k += 3 {
			a, b, c := vec64(p.Positions[p.Indices[k]]), vec64(p.Positions[p.Indices[k+1]]), vec64(p.Positions[p.Indices[k+2]])
			n := b.Sub(a).Cross(c.Sub(a))
			if n.Len() < 1e-9 {
				continue
			}
			if d := n.Normalize().Dot(vec64(p.Normals[p.Indices[k]])); d < 0.99 {
				t.Fatalf("a normal is off its triangle: cosine %.3f", d)
			}
		}
	}
}

// The same input gives the same bytes, and nothing that was passed in changes.
func TestGenerateIsPure(t *testing.T) {
	m := samples.StealthHelicopter()
	before, err := gltfio.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	p := mustProbe(t, m, ProbeOptions{})
	r := NewRecipe()
	r.SetMark(&p.Parts[0], Edgecase)
	keepParts, keepRecipe := append([]Part{}, p.Parts...), r.Clone()
	var first []byte
	for range 2 {
		g := mustGenerate(t, m, p, r, GenerateOptions{})
		b, err := gltfio.Encode(g.Model)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, b) {
			t.Error("two runs differ")
		}
		first = b
	}
	after, _ := gltfio.Encode(m)
	if !bytes.Equal(before, after) {
		t.Error("the source was changed")
	}
	if !reflect.DeepEqual(keepParts, p.Parts) || !reflect.DeepEqual(keepRecipe.Marks, r.Marks) {
		t.Error("parts or recipe were changed")
	}
	again := mustProbe(t, m, ProbeOptions{})
	if !reflect.DeepEqual(again.Hubs, p.Hubs) {
		t.Error("two probes differ")
	}
}

// A gun marked by hand gets a bone behind the rotors, where it does no harm; a
// pipeline that sorts by name puts it before them, and that is an error.
func TestGenerateGun(t *testing.T) {
	m := samples.StealthHelicopter()
	p := mustProbe(t, m, ProbeOptions{})
	r := NewRecipe()
	truth := samples.StealthTruth()
	for i := range p.Parts {
		for _, n := range truth.Gun.Nodes {
			if p.Parts[i].Nodes[0] == n {
				r.SetMark(&p.Parts[i], Gun)
			}
		}
	}
	names := func(g *Rig) (out []string) {
		for _, b := range g.Bones {
			out = append(out, b.Name)
		}
		return out
	}
	g := mustGenerate(t, m, p, r, GenerateOptions{})
	if want := []string{"Root", "Body", "MainRotor", "TailRotor", "Gun"}; !reflect.DeepEqual(names(g), want) {
		t.Errorf("bones %v, want %v", names(g), want)
	}
	if !hasFinding(g.Findings, "BONE_WITHOUT_CHANNEL") {
		t.Errorf("no finding about the gun: %v", g.Findings)
	}
	g = mustGenerate(t, m, p, r, GenerateOptions{SortByName: true})
	if want := []string{"Root", "Body", "Gun", "MainRotor", "TailRotor"}; !reflect.DeepEqual(names(g), want) {
		t.Errorf("bones %v, want %v", names(g), want)
	}
	if !hasFinding(g.Findings, "BONE_ORDER") {
		t.Errorf("no finding about the order: %v", g.Findings)
	}
}

func hasFinding(list []Finding, code string) bool {
	for _, f := range list {
		if f.Code == code {
			return true
		}
	}
	return false
}

// Without a rotor the donor's bones are there all the same, with findings that
// say what to do; nothing but Ignore is refused; foreign parts are refused.
func TestGenerateOddCases(t *testing.T) {
	k := newKit()
	k.add("box", Body, box(2, 1, 4))
	p := mustProbe(t, k.m, ProbeOptions{})
	g := mustGenerate(t, k.m, p, nil, GenerateOptions{})
	if len(g.Bones) != 4 || !hasFinding(g.Findings, "NO_MAIN_ROTOR") || !hasFinding(g.Findings, "EMPTY_BONE") {
		t.Errorf("bones %v, findings %v", g.Bones, g.Findings)
	}
	r := NewRecipe()
	r.SetMark(&p.Parts[0], Ignore)
	var bad *scene.Problem
	if _, err := Generate(context.Background(), k.m, p, r, GenerateOptions{}); !errors.As(err, &bad) || bad.Code != "NOTHING_TO_RIG" {
		t.Errorf("all ignored: %v", err)
	}
	other := newKit()
	if _, err := Generate(context.Background(), other.m, p, nil, GenerateOptions{}); !errors.As(err, &bad) || bad.Code != "PARTS_STALE" {
		t.Errorf("foreign parts: %v", err)
	}
	if _, err := Probe(context.Background(), other.m, ProbeOptions{}); !errors.As(err, &bad) || bad.Code != "NO_PARTS" {
		t.Errorf("empty model: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Probe(ctx, k.m, ProbeOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Tandem rotors share the donor's two channels; coaxial ones get a bone each.
func TestGenerateTwoMainRotors(t *testing.T) {
	for _, h := range []heliSpec{{main: 3, layout: "tandem"}, {main: 3, layout: "coaxial"}} {
		k, truth := h.build()
		p := mustProbe(t, k.m, ProbeOptions{StripNames: true})
		g := mustGenerate(t, k.m, p, nil, GenerateOptions{})
		if len(g.Bones) != 4 || !hasFinding(g.Findings, "SECOND_ROTOR_ON_TAIL") {
			t.Fatalf("%s: bones %v", h.layout, g.Bones)
		}
		world := g.Model.World(nil, nil, nil)
		for b, col := range map[int]int{2: 1, 3: 0} {
			if d := degBetween(world[b].Col(col).Vec3(), truth[0].axle); d > 0.5 || world[b].Col(col)[1] < 0 {
				t.Errorf("%s: bone %d turns about %v", h.layout, b, world[b].Col(col))
			}
		}
	}
}

// Orientation turns the whole rig: yaw first, then pitch, then roll, and the
// fitted axles with it.
func TestOrientation(t *testing.T) {
	v := func(o Orientation, p mgl64.Vec3) mgl64.Vec3 { return o.Mat3().Mul3x1(p) }
	nose, left := mgl64.Vec3{0, 0, 1}, mgl64.Vec3{1, 0, 0}
	if got := v(Orientation{YawDeg: 90}, nose); got.Sub(left).Len() > 1e-12 {
		t.Errorf("yaw 90 takes the nose to %v, want left", got)
	}
	if got := v(Orientation{PitchDeg: 30}, nose); got[1] < 0.49 {
		t.Errorf("positive pitch: nose at %v, want up", got)
	}
	if got := v(Orientation{RollDeg: 30}, left); got[1] < 0.49 {
		t.Errorf("positive roll: left wing at %v, want up", got)
	}
	if got := v(Orientation{YawDeg: 90, PitchDeg: 90}, nose); got.Sub(left).Len() > 1e-12 {
		t.Errorf("yaw then pitch: nose at %v, want left: pitch is about the world's axis", got)
	}
	k, truth := heliSpec{main: 5, tail: 10, tailKind: "fan", cantDeg: 20, joined: true}.build()
	p := mustProbe(t, k.m, ProbeOptions{StripNames: true})
	r := NewRecipe()
	r.Orientation = Orientation{YawDeg: 40, PitchDeg: 5, RollDeg: -8}
	g := mustGenerate(t, k.m, p, r, GenerateOptions{})
	world := g.Model.World(nil, nil, nil)
	for i, col := range []int{1, 0} {
		want := r.Orientation.Mat3().Mul3x1(truth[i].axle)
		if d := degBetween(world[2+i].Col(col).Vec3(), want); d > 0.5 {
			t.Errorf("bone %d is %.2f deg off", 2+i, d)
		}
		c := r.Orientation.Mat3().Mul3x1(truth[i].center)
		if d := offAxis(c, scene.Position(world[2+i]), want); d > 0.02 {
			t.Errorf("bone %d is %.3f m beside its axle", 2+i, d)
		}
	}
	// Probing under the orientation gives the same rig as turning afterwards.
	q := mustProbe(t, k.m, ProbeOptions{StripNames: true, Orientation: r.Orientation})
	h := mustGenerate(t, k.m, q, r, GenerateOptions{})
	for b := range g.Bones {
		if d := scene.Position(h.Model.World(nil, nil, nil)[b]).Sub(scene.Position(world[b])).Len(); d > 0.02 {
			t.Errorf("bone %d moved by %.3f m", b, d)
		}
	}
}

// Parts marked by hand make rotors of their own, overrides move and turn them.
func TestMarksAndOverrides(t *testing.T) {
	k, truth := heliSpec{main: 4, tail: 4}.build()
	p := mustProbe(t, k.m, ProbeOptions{StripNames: true})
	r := NewRecipe()
	for i := range p.Parts { // the user takes everything away and marks the main rotor's blades again
		q := &p.Parts[i]
		r.SetMark(q, Body)
		if k.labels[q.Nodes[0]] == Rotor {
			r.SetMark(q, Rotor)
		}
	}
	g := mustGenerate(t, k.m, p, r, GenerateOptions{})
	if len(g.Hubs) != 1 || degBetween(g.Hubs[0].Axle, truth[0].axle) > 0.5 {
		t.Fatalf("hubs %+v", g.Hubs)
	}
	r.SetOverride(HubOverride{Role: Rotor, Flip: true, Center: &[3]float64{1, 2, 3}})
	g = mustGenerate(t, k.m, p, r, GenerateOptions{})
	if g.Hubs[0].Axle[1] > -0.9 || g.Hubs[0].Center != (mgl64.Vec3{1, 2, 3}) {
		t.Errorf("override not taken: %+v", g.Hubs[0])
	}
	// A wheel called a tail rotor by hand is fitted by its own shape.
	r = NewRecipe()
	for i := range p.Parts {
		if k.labels[p.Parts[i].Nodes[0]] == TailRotor {
			r.SetMark(&p.Parts[i], Body)
		}
		if p.Parts[i].Name == "wheel0" {
			r.SetMark(&p.Parts[i], TailRotor)
		}
	}
	g = mustGenerate(t, k.m, p, r, GenerateOptions{})
	if h := g.Hubs[len(g.Hubs)-1]; h.Role != TailRotor || degBetween(h.Axle, mgl64.Vec3{1, 0, 0}) > 0.5 {
		t.Errorf("hub %+v", h)
	}
}

func BenchmarkGenerate(b *testing.B) {
	m := samples.StealthHelicopter()
	p := mustProbe(b, m, ProbeOptions{})
	b.ResetTimer()
	for b.Loop() {
		if _, err := Generate(context.Background(), m, p, nil, GenerateOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.TriangleCount()), "triangles")
}
