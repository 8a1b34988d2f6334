//go:build !unix

package flight

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
