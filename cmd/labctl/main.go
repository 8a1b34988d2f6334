// Command labctl is the lab without a window: every verb calls the function of
// internal/lab that the window's button calls. Run labctl --help for the verbs.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"time"

	"donorlab/internal/lab"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit codes of the contract.
const (
	exitOK       = 0
	exitRefused  = 2 // not found, bad argument, refused input
	exitFailed   = 3 // failed while working
	exitWarnings = 4 // warnings under --strict
)

// run is the whole program: it writes to the given streams and returns the exit
// code. A panic, which would be a bug of ours, is reported like any error.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	e := &env{stdout: stdout, stderr: stderr, now: time.Now}
	defer func() {
		if p := recover(); p != nil {
			if os.Getenv("LABCTL_DEBUG") != "" {
				stderr.Write(debug.Stack())
			}
			code = e.fail(&failure{exitFailed, lab.Crash(p)})
		}
	}()
	return dispatch(ctx, e, args)
}
