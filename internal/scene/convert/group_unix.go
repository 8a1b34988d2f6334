//go:build unix

package convert

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a program in a process group of its own and lets a cancel kill
// all of the group.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
