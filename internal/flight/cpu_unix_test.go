//go:build unix

package flight

import (
	"syscall"
	"time"
)

// cpuTime is what the process took of the processors, so that a benchmark means
// something while others work on the machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
