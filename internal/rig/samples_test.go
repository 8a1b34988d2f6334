package rig

import (
	"context"
	"fmt"
	"math"
	"testing"

	"donorlab/internal/house/racing"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// roleOfLabel is the role that a part with a sample's label must get for the
// donor gunship.
func roleOfLabel(l samples.Label) Role {
	switch l {
	case samples.LabelMain, samples.LabelMain2:
		return Rotor
	case samples.LabelTail:
		return TailRotor
	}
	return Body
}

// checkSample probes a sample and compares parts and hubs with its truth.
func checkSample(t *testing.T, what string, m *scene.Model, truth samples.Truth, opt ProbeOptions) *Parts {
	t.Helper()
	p, err := Probe(context.Background(), m, opt)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for i := range p.Parts {
		q := &p.Parts[i]
		n := map[Role]int{}
		for _, c := range q.geo.chunks {
			for _, k := range c.Triangles {
				n[roleOfLabel(truth.Labels[c.Node][c.Primitive][k])]++
			}
		}
		want := Body
		for _, r := range []Role{Rotor, TailRotor} {
			if n[r] > n[want] {
				want = r
			}
		}
		if q.Guess != want && !(want == Body && q.Guess == Default) {
			t.Errorf("%s: %s is %s (%.2f: %s), want %s", what, q.Name, q.Guess, q.Confidence, q.Reason, want)
		}
	}
	size := sizeOf(p.Bounds)
	for _, w := range truth.Rotors {
		best := math.Inf(1)
		var hub *Hub
		for n := range p.Hubs {
			if d := p.Hubs[n].Center.Sub(w.Hub).Len(); p.Hubs[n].Role == roleOfLabel(w.Label) && d < best {
				best, hub = d, &p.Hubs[n]
			}
		}
		if hub == nil {
			t.Errorf("%s: no hub for the %s", what, w.Label)
			continue
		}
		if d := degBetween(hub.Axle, w.Axis); d > 0.5 {
			t.Errorf("%s: %s axle off by %.3f deg", what, w.Label, d)
		}
		if d := offAxis(w.Hub, hub.Center, hub.Axle); d > 0.003*size {
			t.Errorf("%s: %s hub %.4f of the size beside the axle", what, w.Label, d/size)
		}
		if math.Abs(hub.Radius-w.Radius) > 0.05*w.Radius {
			t.Errorf("%s: %s radius %.3f, want %.3f", what, w.Label, hub.Radius, w.Radius)
		}
	}
	if len(p.Hubs) != len(truth.Rotors) {
		t.Errorf("%s: %d hubs, want %d", what, len(p.Hubs), len(truth.Rotors))
	}
	if d := p.Forward.Sub(truth.Front).Len(); d > 0.05 && len(truth.Rotors) > 1 {
		t.Errorf("%s: faces %.2f (%s), want %.2f", what, p.Forward, p.ForwardWhy, truth.Front)
	}
	return p
}

// The sample's rotors and nothing else are rotors, with names and without.
func TestProbeSample(t *testing.T) {
	m := samples.StealthHelicopter()
	for _, strip := range []bool{false, true} {
		p := checkSample(t, fmt.Sprintf("strip %v", strip), m, samples.StealthTruth(), ProbeOptions{StripNames: strip})
		for _, h := range p.Hubs {
			t.Logf("%s: axle %.4f, hub %.3f, R %.3f, %d blades, %.2f", h.Kind, h.Axle, h.Center, h.Radius, h.Blades, h.Confidence)
		}
	}
}

// However the file is put together, the same rotors are found.
func TestProbeVariants(t *testing.T) {
	all := []samples.Variant{
		{Flat: true}, {Merged: true}, {OneSurface: true}, {Mirrored: true, StripNames: true}, {ZUp: true},
		{FarMetres: 1e4}, {Flat: true, FarMetres: 1e4}, {YawDeg: 90}, {YawDeg: 200, Merged: true}, {Size: 0.01}, {Size: 100, Merged: true},
		{Layout: samples.Coaxial}, {Layout: samples.Tandem, Merged: true}, {Layout: samples.NoTailFan},
		{MainBlades: 2}, {MainBlades: 3, FanBlades: 8, Merged: true}, {MainBlades: 4, Flat: true}, {MainBlades: 7, FanBlades: 13},
	}
	for i, v := range racing.Thin(all, 6) {
		v.StripNames = v.StripNames || i%2 == 0
		t.Run(fmt.Sprintf("%+v", v), func(t *testing.T) {
			t.Parallel()
			m, truth := v.Build()
			checkSample(t, "variant", m, truth, ProbeOptions{})
		})
	}
}
