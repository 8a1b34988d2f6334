package rig_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// joint is one bone of a rig made by hand: what it carries and its rest frame.
type joint struct {
	name   string
	parent int
	local  scene.TRS // its world rest, if every bone above is the identity but for translation
	labels []samples.Label
}

// frameX is the rotation whose X is the axle, Y the direction across it nearest
// to up, Z = X x Y: a tail fan's authored frame.
func frameX(axle mgl64.Vec3) mgl64.Quat {
	x := axle.Normalize()
	up := mgl64.Vec3{0, 1, 0}
	y := up.Sub(x.Mul(up.Dot(x))).Normalize()
	return scene.QuatFromMat3(mgl64.Mat3FromCols(x, y, x.Cross(y)))
}

// stealthJoints are the bones that the donor wants for the sample.
func stealthJoints(truth samples.Truth) []joint {
	main, _ := truth.Rotor(samples.LabelMain)
	tail, _ := truth.Rotor(samples.LabelTail)
	body := mgl64.Vec3{0, 1.5, 0}
	return []joint{
		{"Root", -1, scene.Identity(), nil},
		{"Body", 0, trs(body, mgl64.QuatIdent(), 1), []samples.Label{samples.LabelBody, samples.LabelWheel, samples.LabelGun}},
		{"MainRotor", 1, trs(main.Hub.Sub(body), mgl64.QuatBetweenVectors(mgl64.Vec3{0, 1, 0}, main.Axis), 1), []samples.Label{samples.LabelMain}},
		{"TailRotor", 1, trs(tail.Hub.Sub(body), frameX(tail.Axis), 1), []samples.Label{samples.LabelTail}},
	}
}

// stealth is the sample with its truth, made once.
var stealth = sync.OnceValue(func() (s struct {
	m     *scene.Model
	truth samples.Truth
}) {
	s.m, s.truth = samples.Variant{}.Build()
	return s
})

// knownAxles spares the fits where a test is not about them.
func knownAxles(m *scene.Model) rig.CheckOptions {
	truth := stealth().truth
	return rig.CheckOptions{Axle: func(bone int) (mgl64.Vec3, bool) {
		label, ok := map[string]samples.Label{"MainRotor": samples.LabelMain, "TailRotor": samples.LabelTail}[m.Nodes[m.Skins[0].Joints[bone]].Name]
		r, found := truth.Rotor(label)
		return r.Axis, ok && found
	}}
}

// stealthRig skins the sample by its truth, each vertex to one bone.
func stealthRig(joints func(samples.Truth) []joint) *scene.Model {
	sample := stealth()
	src, truth := sample.m, sample.truth
	js := joints(truth)
	m := &scene.Model{Name: "rig"}
	s := scene.Skin{Name: "rig"}
	owner := map[samples.Label]int{}
	for i, j := range js {
		n := scene.Node{Name: j.name, Local: j.local}
		if j.parent >= 0 {
			n.Parent = scene.Some(j.parent)
			m.Nodes[j.parent].Children = append(m.Nodes[j.parent].Children, i)
		}
		m.Nodes = append(m.Nodes, n)
		s.Joints = append(s.Joints, i)
		for _, l := range j.labels {
			owner[l] = i
		}
	}
	for _, w := range m.World(nil, nil, nil) {
		inv, _ := scene.InverseAffine(w)
		s.InverseBind = append(s.InverseBind, inv)
	}
	p := scene.Primitive{}
	world := src.World(nil, nil, nil)
	for n := range src.Nodes {
		mesh, ok := src.Nodes[n].Mesh.Get()
		if !ok {
			continue
		}
		for k := range src.Meshes[mesh].Primitives {
			q := &src.Meshes[mesh].Primitives[k]
			for t := 0; t+2 < len(q.Indices); t += 3 {
				o := owner[truth.Labels[n][k][t/3]]
				for c := range 3 {
					v := scene.VertexPosition(q, int(q.Indices[t+c]), world[n], nil)
					p.Indices = append(p.Indices, uint32(len(p.Positions)))
					p.Positions = append(p.Positions, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
					p.Joints = append(p.Joints, [4]uint16{uint16(o)})
					p.Weights = append(p.Weights, [4]float32{1})
				}
			}
		}
	}
	m.Skins = []scene.Skin{s}
	m.Meshes = []scene.Mesh{{Primitives: []scene.Primitive{p}}}
	m.Roots = []int{0, len(m.Nodes)}
	m.Nodes = append(m.Nodes, scene.Node{Name: "mesh", Local: scene.Identity(), Mesh: scene.Some(0), Skin: scene.Some(0)})
	return m
}

func gunshipDonor(t testing.TB) *clip.Donor {
	t.Helper()
	d, err := clip.NewDonor(samples.DonorGunship(), clip.DonorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func codes(r rig.ContractReport) []string {
	out := []string{}
	for _, f := range r.Findings {
		out = append(out, f.Code)
	}
	return out
}

// find returns the finding with that code, which must be there and say what to do.
func find(t *testing.T, r rig.ContractReport, code string) rig.Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Code == code {
			if f.Message == "" || f.Cause == "" || f.Fix == "" {
				t.Errorf("%s is not told in full: %v", code, f)
			}
			return f
		}
	}
	t.Fatalf("no %s among %v", code, codes(r))
	return rig.Finding{}
}

func logFindings(t *testing.T, r rig.ContractReport) {
	t.Helper()
	for _, f := range r.Findings {
		t.Log(f)
	}
}

// TestContractHolds checks the rig that the donor wants: no error, the table
// bound bone by bone, both axles right to half a degree.
func TestContractHolds(t *testing.T) {
	m := stealthRig(stealthJoints)
	r := rig.CheckContract(m, gunshipDonor(t), rig.CheckOptions{})
	logFindings(t, r)
	if !r.OK || len(r.Findings) != 0 || len(r.Bindings) != 4 {
		t.Errorf("ok %v, findings %v, %d bindings", r.OK, codes(r), len(r.Bindings))
	}
	for _, c := range r.Clauses {
		if !c.Holds {
			t.Errorf("clause %s does not hold", c.Code)
		}
	}
	for i, b := range r.Bindings {
		if b.BoneIndex != i || b.Wanted != i {
			t.Errorf("channel %d drives bone %d, wants %d", i, b.BoneIndex, b.Wanted)
		}
		if (b.AxisErrorDeg != nil) != (i >= 2) {
			t.Errorf("channel %d: axis error %v", i, b.AxisErrorDeg)
		} else if i >= 2 && *b.AxisErrorDeg > 0.5 {
			t.Errorf("channel %d is %v deg off its axle", i, *b.AxisErrorDeg)
		}
	}
	if d := r.Bindings[2].Does; math.Abs(d.DegreesPerFrame-18) > .01 || d.Axis[1] < .999 {
		t.Errorf("channel 2 does %+v", d)
	}
	if d := r.Bindings[3].Does; math.Abs(d.DegreesPerFrame-36) > .01 || d.Axis[0] < .999 {
		t.Errorf("channel 3 does %+v", d)
	}
}

// TestContractGunBeforeRotors is the seed's first failure: the check names the
// gun and what to do.
func TestContractGunBeforeRotors(t *testing.T) {
	for _, name := range []string{"Gun", "Bone.007"} {
		m := stealthRig(func(truth samples.Truth) []joint {
			js := stealthJoints(truth)
			js[1].labels = []samples.Label{samples.LabelBody, samples.LabelWheel}
			gun := joint{name, 1, trs(truth.Gun.Pivot.Sub(js[1].local.T), mgl64.QuatIdent(), 1), []samples.Label{samples.LabelGun}}
			return slices.Insert(js, 2, gun)
		})
		d := gunshipDonor(t)
		r := rig.CheckContract(m, d, rig.CheckOptions{})
		logFindings(t, r)
		f := find(t, r, "EXTRA_BONE")
		if r.OK || len(f.Parts) != 1 || f.Parts[0] != 2 || !strings.Contains(f.Message, `"`+name+`"`) || !strings.Contains(f.Fix, "Body") {
			t.Errorf("%v %v", f, f.Parts)
		}
		if r.Bindings[2].Bone != name || r.Bindings[2].Wanted != 3 || r.Bindings[3].Wanted != 4 {
			t.Errorf("bindings: %+v", r.Bindings)
		}
		// The composition shows what the game would: the gun spins.
		pose := d.Compose(m, 0, 3.0/30, nil)
		if a := pose[2].R; math.Abs(2*math.Atan2(a.V.Len(), a.W)*180/math.Pi-54) > .01 {
			t.Errorf("the gun is turned by %v", a)
		}
	}
}

// TestContractCatalogue breaks the rig in one way at a time.
func TestContractCatalogue(t *testing.T) {
	d := gunshipDonor(t)
	facing := turned(180, mgl64.Vec3{0, 1, 0})
	for _, c := range []struct {
		name, code string
		severity   scene.Severity
		parts      []int
		joints     func([]joint) []joint
		change     func(*scene.Model)
	}{
		{name: "tail bone missing", code: "MISSING_BONE", joints: func(j []joint) []joint {
			j[1].labels = append(j[1].labels, samples.LabelTail)
			return j[:3]
		}},
		{name: "main bone missing", code: "MISSING_BONE", joints: func(j []joint) []joint {
			j[1].labels = append(j[1].labels, samples.LabelMain)
			return slices.Delete(j, 2, 3)
		}},
		{name: "root dropped", code: "ROOT_DROPPED", parts: []int{0}, joints: func(j []joint) []joint {
			j = j[1:]
			j[0].parent = -1
			j[1].parent, j[2].parent = 0, 0
			return j
		}},
		{name: "rotors swapped", code: "BONE_ORDER", joints: func(j []joint) []joint {
			j[2], j[3] = j[3], j[2]
			return j
		}},
		{name: "facing on the root", code: "ANCESTOR_REST_ROTATION", parts: []int{0}, joints: func(j []joint) []joint {
			j[0].local.R = facing
			return j
		}},
		{name: "fan frame not authored", code: "AXLE_NOT_AUTHORED", parts: []int{3}, joints: func(j []joint) []joint {
			j[3].local.R = mgl64.QuatIdent()
			return j
		}},
		{name: "mast frame 2 deg off", code: "AXLE_NOT_AUTHORED", severity: scene.Warning, parts: []int{2}, joints: func(j []joint) []joint {
			j[2].local.R = turned(2, mgl64.Vec3{1, 0, 0}).Mul(j[2].local.R)
			return j
		}},
		{name: "fan backwards", code: "ROTOR_BACKWARDS", severity: scene.Warning, parts: []int{3}, joints: func(j []joint) []joint {
			j[3].local.R = j[3].local.R.Mul(turned(180, mgl64.Vec3{0, 1, 0}))
			return j
		}},
		{name: "stale", code: "STALE_RIG", parts: []int{2, 3}, joints: func(j []joint) []joint {
			j[2].local.R = mgl64.Quat{W: .5, V: mgl64.Vec3{-.5, -.5, -.5}}
			j[3].local.R = j[2].local.R
			return j
		}},
		{name: "a bone behind", code: "EXTRA_BONE_AFTER", severity: scene.Info, parts: []int{4}, joints: func(j []joint) []joint {
			return append(j, joint{"Socket", 1, scene.Identity(), nil})
		}},
		{name: "scale", code: "REST_SCALE", severity: scene.Warning, change: func(m *scene.Model) { m.Nodes[1].Local.S = mgl64.Vec3{2, 2, 2} }},
		{name: "blended", code: "BLENDED_WEIGHTS", severity: scene.Warning, change: func(m *scene.Model) {
			p := &m.Meshes[0].Primitives[0]
			p.Joints[0], p.Weights[0] = [4]uint16{1, 2}, [4]float32{.7, .3}
		}},
		{name: "mesh on the root", code: "ROOT_CARRIES_MESH", severity: scene.Warning, parts: []int{0}, change: func(m *scene.Model) {
			for v := range 300 {
				p := &m.Meshes[0].Primitives[0]
				if p.Joints[v][0] == 1 {
					p.Joints[v][0] = 0
				}
			}
		}},
		{name: "too many", code: "TOO_MANY_BONES", change: func(m *scene.Model) {
			for range 130 {
				m.Skins[0].Joints = append(m.Skins[0].Joints, len(m.Nodes))
				m.Nodes[1].Children = append(m.Nodes[1].Children, len(m.Nodes))
				m.Nodes = append(m.Nodes, scene.Node{Name: "more", Parent: scene.Some(1), Local: scene.Identity()})
				m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, mgl64.Ident4())
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := stealthRig(func(truth samples.Truth) []joint {
				if c.joints == nil {
					return stealthJoints(truth)
				}
				return c.joints(stealthJoints(truth))
			})
			if c.change != nil {
				c.change(m)
			}
			r := rig.CheckContract(m, d, knownAxles(m))
			logFindings(t, r)
			f := find(t, r, c.code)
			if f.Severity != c.severity || c.parts != nil && !slices.Equal(f.Parts, c.parts) {
				t.Errorf("severity %v, parts %v; want %v, %v", f.Severity, f.Parts, c.severity, c.parts)
			}
			if r.OK != (rig.Worst(r.Findings) != scene.Error) {
				t.Errorf("ok is %v with %v", r.OK, codes(r))
			}
			if n := slices.Index(codes(r), "EXTRA_BONE"); n >= 0 && c.code != "EXTRA_BONE" {
				t.Errorf("an extra bone is reported as well: %v", r.Findings[n])
			}
		})
	}
}

// TestContractAfterRebase checks that what Rebase is the fix for is gone after it.
func TestContractAfterRebase(t *testing.T) {
	m := stealthRig(func(truth samples.Truth) []joint {
		j := stealthJoints(truth)
		j[0].local = trs(mgl64.Vec3{0, 0, 0}, turned(-90, mgl64.Vec3{1, 0, 0}), 100)
		// The same world frames as before, below a root that is turned and scaled.
		inv, _ := scene.InverseAffine(j[0].local.Mat4())
		body := j[1].local
		j[1].local, _ = scene.Decompose(inv.Mul4(body.Mat4()))
		return j
	})
	d := gunshipDonor(t)
	r := rig.CheckContract(m, d, rig.CheckOptions{})
	find(t, r, "ANCESTOR_REST_ROTATION")
	find(t, r, "REST_SCALE")
	out, rep, err := rig.Rebase(m)
	if err != nil || !rep.Changed {
		t.Fatal(err, rep.Changed)
	}
	if r = rig.CheckContract(out, d, rig.CheckOptions{}); !r.OK || len(r.Findings) > 0 {
		t.Errorf("after the rebase: %v", r.Findings)
	}
}

// TestContractDonorSide checks that a donor whose frame 0 is not its rest, and a
// model without bones, are told.
func TestContractDonorSide(t *testing.T) {
	dm := samples.DonorGunship()
	dm.Nodes = slices.Clone(dm.Nodes)
	dm.Nodes[dm.Skins[0].Joints[2]].Local.R = turned(10, mgl64.Vec3{0, 1, 0})
	d, err := clip.NewDonor(dm, clip.DonorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m := stealthRig(stealthJoints)
	r := rig.CheckContract(m, d, knownAxles(m))
	if f := find(t, r, "DONOR_FRAME0_NOT_REST"); f.Severity != scene.Warning {
		t.Errorf("%v", f)
	}
	r = rig.CheckContract(&scene.Model{}, d, rig.CheckOptions{})
	find(t, r, "NO_SKELETON")
	if r.OK || r.Bindings == nil {
		t.Errorf("%+v", r)
	}
}
