//go:build !unix

package convert

import "os/exec"

// ownGroup has nothing to do where there are no process groups: a cancel kills
// the program itself.
func ownGroup(*exec.Cmd) {}
