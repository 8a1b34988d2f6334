// Package racing tells a test whether the race detector watches it, which makes
// it five to ten times slower. A test that tries many cases of the same code
// may then try a few: `make test` runs such packages a second time without the
// detector, and there all cases count. Which packages those are is asked of the
// imports of this one.
package racing
