package rig

import (
	"context"
	"testing"
)

func BenchmarkProbe(b *testing.B) {
	k, _ := heliSpecs()[7].build()
	for b.Loop() {
		if _, err := Probe(context.Background(), k.m, ProbeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
