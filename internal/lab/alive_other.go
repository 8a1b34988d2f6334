//go:build !unix

package lab

import "os"

// alive reports whether a process with this id runs on this machine.
func alive(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}
