//go:build !race

package racing

// On is true where the race detector watches.
const On = false
