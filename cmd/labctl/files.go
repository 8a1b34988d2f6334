package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"donorlab/internal/lab"
)

// filesNotes explains what a verb does with several files, in --help.
const filesNotes = "Several files are worked at side by side and answered in their order: under --json one object a line, with an error's object in the place of a file that failed. " +
	"The exit code is the worst: 3, then 2, then 4 under --strict."

// done is what became of one file of several.
type done struct {
	out, errout bytes.Buffer
	e           *env
	err         error
}

// files runs a verb on each of its files: on one as it is, on several side by
// side, each with an env of its own, whose words come out in the files' order. An
// error of one file does not keep the others from being done.
func (e *env) files(ctx context.Context, names []string, do func(ctx context.Context, e *env, i int) error) error {
	if len(names) == 1 {
		return do(ctx, e, 0)
	}
	code, told := exitOK, false
	var wrote error
	lab.InOrder(len(names), 0, func(i int) *done { return e.alone(ctx, i, do) }, func(i int, d *done) {
		if !e.quiet {
			fmt.Fprintf(e.stderr, "%d of %d: %s\n", i+1, len(names), names[i])
		}
		if d.out.Len() > 0 {
			if told && !e.json {
				fmt.Fprintln(e.stdout)
			}
			told = true
		}
		if d.err != nil {
			code = worse(code, d.e.fail(d.err))
		}
		e.warned, e.refused = e.warned || d.e.warned, e.refused || d.e.refused
		_, err := io.Copy(e.stderr, &d.errout)
		if err == nil {
			_, err = io.Copy(e.stdout, &d.out)
		}
		if wrote == nil {
			wrote = err
		}
	})
	switch {
	case wrote != nil:
		return working(lab.AsProblem(wrote))
	case code != exitOK:
		return &failure{code, errTold}
	}
	return nil
}

// alone does one file of several. A panic, which would be a bug of ours, is that
// file's error.
func (e *env) alone(ctx context.Context, i int, do func(ctx context.Context, e *env, i int) error) (d *done) {
	d = &done{}
	d.e = &env{stdout: &d.out, stderr: &d.errout, now: e.now, json: e.json, quiet: e.quiet, strict: e.strict, silent: true, guard: e.guard.Clone()}
	defer func() {
		if p := recover(); p != nil {
			d.err = &failure{exitFailed, lab.Crash(p)}
		}
	}()
	if err := ctx.Err(); err != nil {
		d.err = lab.AsProblem(err)
		return d
	}
	d.err = do(ctx, d.e, i)
	return d
}

// worse is the exit code that goes before the other.
func worse(a, b int) int {
	if a == exitFailed || b == exitOK {
		return a
	}
	return b
}
