package racing

import "testing"

// Thin returns all cases, or under the race detector every n-th of them, the
// first included.
func Thin[T any](cases []T, n int) []T {
	if !On || n < 2 {
		return cases
	}
	var few []T
	for i := 0; i < len(cases); i += n {
		few = append(few, cases[i])
	}
	return few
}

// Plain leaves a test to the run without the race detector: for one that tries
// nothing but many more cases of what other tests of its package try too.
func Plain(t testing.TB) {
	t.Helper()
	if On {
		t.Skip("the run of this package without the race detector judges this")
	}
}
