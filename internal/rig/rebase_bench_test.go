package rig_test

import (
	"context"
	"testing"

	"donorlab/internal/house/corpus"
	"donorlab/internal/rig"
	"donorlab/internal/scene/gltfio"
)

// BenchmarkRebase rebases the sample's rig below an exporter's armature, and a
// creature with all its clips.
func BenchmarkRebase(b *testing.B) {
	b.Run("sample", func(b *testing.B) {
		m := stealthRig(stealthJoints)
		m.Nodes[0].Local = trs(m.Nodes[0].Local.T, turned(-90, [3]float64{1, 0, 0}), 100)
		b.ReportAllocs()
		for b.Loop() {
			if _, rep, err := rig.Rebase(m); err != nil || !rep.Changed {
				b.Fatal(err)
			}
		}
	})
	b.Run("Fox", func(b *testing.B) {
		m, err := gltfio.Read(context.Background(), corpus.Path(b, "creatures/Fox.glb"), gltfio.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := rig.Rebase(m); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCheckContract is what the Instruments panel waits for.
func BenchmarkCheckContract(b *testing.B) {
	m, d := stealthRig(stealthJoints), gunshipDonor(b)
	for b.Loop() {
		if r := rig.CheckContract(m, d, rig.CheckOptions{}); !r.OK {
			b.Fatal(r.Findings)
		}
	}
}
