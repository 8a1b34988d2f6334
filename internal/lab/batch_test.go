package lab

import (
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

// The answers come in order, each once, whatever order they are ready in, and not
// many are made ahead of the one that is waited for.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		const n = 200
		var begun, furthest atomic.Int64
		hold := make(chan struct{})
		var got []int
		go func() {
			for begun.Load() < 1 {
				runtime.Gosched()
			}
			close(hold)
		}()
		InOrder(n, workers, func(i int) int {
			begun.Add(1)
			if i == 0 {
				<-hold
			}
			furthest.Store(max(furthest.Load(), int64(i)))
			return i * i
		}, func(i, v int) {
			got = append(got, i)
			if v != i*i {
				t.Errorf("answer %d is %d", i, v)
			}
			limit := workers
			if limit == 0 {
				limit = runtime.GOMAXPROCS(0)
			}
			if ahead := int(furthest.Load()) - i; ahead > 4*limit+limit {
				t.Errorf("%d answers were made ahead", ahead)
			}
		})
		if len(got) != n || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v", workers, got)
		}
	}
	InOrder(0, 2, func(int) int { t.Error("nothing to do was done"); return 0 }, func(int, int) {})
}

func TestSpinPath(t *testing.T) {
	for _, c := range [][3]string{
		{"a/b/car.v2.glb", "", "a/b/car.v2_Spin.glb"}, {"car.gltf", "out", "out/car_Spin.glb"}, {"car", "", "car_Spin.glb"},
		{SampleHelicopter, "", ""}, {SampleHelicopter, "out", "out/helicopter_Spin.glb"},
	} {
		if got := SpinPath(filepath.FromSlash(c[0]), c[1]); got != filepath.FromSlash(c[2]) {
			t.Errorf("%s into %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
