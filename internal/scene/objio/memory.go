package objio

import "unsafe"

// budget counts the bytes that may still be allocated.
type budget struct{ left int64 }

// take charges n bytes and reports whether they were there.
func (b *budget) take(n int64) bool {
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// give returns n bytes that are no longer held.
func (b *budget) give(n int64) { b.left += n }

// push appends v to *s, charging the budget when the slice grows; it reports
// false where the budget does not allow it. While it grows both the old and the
// new memory are counted.
func push[T any](b *budget, s *[]T, v T) bool {
	if len(*s) == cap(*s) {
		n := max(16, cap(*s)+cap(*s)/2)
		size := int64(unsafe.Sizeof(v))
		if !b.take(int64(n) * size) {
			return false
		}
		grown := make([]T, len(*s), n)
		copy(grown, *s)
		b.give(int64(cap(*s)) * size)
		*s = grown
	}
	*s = append(*s, v)
	return true
}

// drop gives back what push charged for a slice that is no longer held.
func drop[T any](b *budget, s *[]T) {
	var v T
	b.give(int64(cap(*s)) * int64(unsafe.Sizeof(v)))
	*s = nil
}

// trim returns s in memory of its own length, so that a Model holds no slack,
// and accounts for it.
func trim[T any](b *budget, s []T) []T {
	if len(s) == 0 {
		return nil
	}
	if cap(s)-len(s) < len(s)/8 {
		return s[:len(s):len(s)]
	}
	var v T
	b.give(int64(cap(s)-len(s)) * int64(unsafe.Sizeof(v)))
	return append(make([]T, 0, len(s)), s...)
}
