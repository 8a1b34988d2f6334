//go:build unix

package gltfio

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of this process so far: unlike the clock on the
// wall it does not depend on what else the machine does.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
