package rig_test

import (
	"context"
	"math"
	"testing"

	"donorlab/internal/rig"
	"donorlab/internal/samples"
)

// TestGeneratedRigFlies takes the sample through Probe, Generate, Rebase and the
// contract with nothing marked by hand, and lets the donor fly it: 18 and 36 deg
// a frame must land on the sample's true axles, and rotor hubs ride with the body.
func TestGeneratedRigFlies(t *testing.T) {
	m, truth := stealth().m, stealth().truth
	parts, err := rig.Probe(context.Background(), m, rig.ProbeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := rig.Generate(context.Background(), m, parts, nil, rig.GenerateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out, rep, err := rig.Rebase(g.Model)
	if err != nil {
		t.Fatal(err)
	}
	if rep.MaxVertexMove > tolerance(g.Model) {
		t.Errorf("a vertex moved by %g", rep.MaxVertexMove)
	}
	d := gunshipDonor(t)
	r := rig.CheckContract(out, d, rig.CheckOptions{})
	if !r.OK || len(r.Findings) > 0 {
		t.Errorf("findings %v", r.Findings)
	}
	b, err := d.Bind(out, 0)
	if err != nil {
		t.Fatal(err)
	}
	pose := out.RestPose()
	rest := out.World(nil, nil, nil)
	for _, f := range []float64{1, 2, 3, 7} {
		b.Pose(f/samples.DonorFPS, pose)
		for _, c := range []struct {
			bone  int
			label samples.Label
			deg   float64
		}{{2, samples.LabelMain, samples.DonorMainDegFrame}, {3, samples.LabelTail, samples.DonorTailDegFrame}} {
			n := out.Skins[0].Joints[c.bone]
			// The bone's turn against its rest, seen in the body.
			q := pose[n].R.Mul(out.Nodes[n].Local.R.Conjugate())
			axis := q.V.Normalize()
			truly, _ := truth.Rotor(c.label)
			if e := math.Acos(min(1, math.Abs(axis.Dot(truly.Axis)))) * 180 / math.Pi; e > .5 {
				t.Errorf("bone %d turns about an axis %.2f deg off the true one", c.bone, e)
			}
			want := math.Mod(c.deg*f, 360)
			got := 2 * math.Atan2(q.V.Len(), math.Abs(q.W)) * 180 / math.Pi
			if want > 180 {
				want = 360 - want
			}
			if math.Abs(got-want) > .01 {
				t.Errorf("bone %d is turned by %.3f deg at frame %v, want %.3f", c.bone, got, f, want)
			}
			hub := rest[n].Col(3).Vec3()
			if e := hub.Sub(truly.Hub); e.Sub(truly.Axis.Mul(e.Dot(truly.Axis))).Len() > .02 {
				t.Errorf("hub %v is off the true axle through %v", hub, truly.Hub)
			}
		}
	}
}
