package gltfio

import "sync/atomic"

// The memory that one load may take is bounded by a budget that grows with the
// file: the lab promises 10 times a file's size plus 256 MiB. The file's own
// bytes, the decoders' transient memory and what the collector has not yet
// taken back must fit in the rest.
const (
	budgetTimes = 5
	budgetFlat  = 128 << 20
)

// budget counts what may still be allocated, in bytes.
type budget struct{ left atomic.Int64 }

func newBudget(flat, fileBytes int64) *budget {
	b := new(budget)
	b.left.Store(flat + budgetTimes*fileBytes)
	return b
}

// take charges n bytes and reports whether they were there; if not, nothing is
// charged. n must not be negative.
func (b *budget) take(n int64) bool {
	if b.left.Add(-n) >= 0 {
		return true
	}
	b.left.Add(n)
	return false
}

// give returns n bytes that are no longer held, or grows the budget by a file
// that was read later.
func (b *budget) give(n int64) { b.left.Add(n) }
