package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"donorlab/internal/lab"
	"donorlab/internal/picfile"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// env is where a verb's words go and how it was asked to speak.
type env struct {
	stdout, stderr io.Writer
	now            func() time.Time

	json, quiet, strict bool

	guard lab.Guard // between what the verb reads and what it writes

	pixels bool // pixels go to stdout, and nothing else: what would go there goes to stderr

	silent bool // of progress, though not quiet: a file of several

	warned   bool // a warning was given: exit 4 under --strict
	refused  bool // something was found that makes the answer "no": exit 2
	progress string
}

// failure is an error with the exit code that it asks for.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// working marks an error as one that came up while working, not in what was
// asked for: exit 3.
func working(err error) error {
	if err == nil {
		return nil
	}
	return &failure{exitFailed, err}
}

// writing marks an error of saving a result: a path that cannot be is a bad
// argument, a disk that refuses is a failure while working.
func writing(err error) error {
	if err == nil {
		return nil
	}
	switch p := lab.AsProblem(err); p.Code {
	case "DISK_FULL", "DISK_READ_ONLY", "NOT_PERMITTED", "WRITE_FAILED", "ZIP_FAILED":
		return working(p)
	}
	return err
}

// badUse refuses an argument.
func badUse(verb, format string, args ...any) error {
	remedy := "see labctl --help"
	if verb != "" {
		remedy = "see labctl " + verb + " --help"
	}
	return &scene.Problem{Code: "BAD_ARGUMENT", Message: fmt.Sprintf(format, args...), Remedy: remedy}
}

// wireError is an error under --json.
type wireError struct {
	Code    string `json:"code"`
	File    string `json:"file"`
	Pointer string `json:"pointer"`
	Message string `json:"message"`
	Remedy  string `json:"remedy"`
}

// fail reports an error and returns the exit code.
func (e *env) fail(err error) int {
	code := exitRefused
	var f *failure
	if errors.As(err, &f) {
		code = f.code
	}
	if errors.Is(err, errTold) {
		return code
	}
	p := lab.AsProblem(err)
	switch p.Code {
	case "INTERNAL", "CANCELLED", "TIMEOUT":
		code = exitFailed
	}
	e.clearProgress()
	if e.json {
		e.line(map[string]wireError{"error": {p.Code, p.File, p.Pointer, p.Message, p.Remedy}})
		return code
	}
	fmt.Fprintln(e.stderr, "labctl: "+problemText(p))
	return code
}

// problemText is a problem in one or two lines.
func problemText(p *scene.Problem) string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ": ")
	}
	if p.Pointer != "" {
		b.WriteString(p.Pointer + ": ")
	}
	b.WriteString(p.Message)
	if p.Code != "" {
		b.WriteString(" [" + p.Code + "]")
	}
	if p.Remedy != "" {
		b.WriteString("\n  " + p.Remedy)
	}
	return b.String()
}

// load reads a model. The files that it names are inputs, too, which only
// loading tells.
func (e *env) load(ctx context.Context, file string) (*scene.Model, []string, error) {
	m, beside, err := lab.LoadFiles(ctx, file, e.report())
	if err != nil {
		return nil, nil, err
	}
	e.warnings(m.Warnings)
	e.guard.Input(beside...)
	return m, beside, e.guard.Check()
}

// donor reads a donor, whose files are inputs, too.
func (e *env) donor(ctx context.Context, file, clip string) (*lab.Donor, error) {
	d, err := lab.LoadDonor(ctx, file, clip, e.report())
	if err != nil {
		return nil, err
	}
	e.guard.Input(d.Files...)
	return d, e.guard.Check()
}

// answers is where results go: stdout, unless pixels do.
func (e *env) answers() io.Writer {
	if e.pixels {
		return e.stderr
	}
	return e.stdout
}

// picture saves a picture, or writes it to stdout for the name "-".
func (e *env) picture(name string, p *lab.Picture, f picfile.Format) error {
	data, err := p.Encode(f)
	if err != nil {
		return working(err)
	}
	if !toStdout(name) {
		return writing(lab.WriteFile(name, data))
	}
	if _, err := e.stdout.Write(data); err != nil {
		return working(lab.AsProblem(err))
	}
	return nil
}

// line writes one JSON object as one line on stdout.
func (e *env) line(v any) error {
	w := bufio.NewWriter(e.answers())
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return working(lab.AsProblem(err))
	}
	return working(w.Flush())
}

// result writes a verb's answer: the object under --json, else what text prints.
func (e *env) result(v any, text func(w io.Writer)) error {
	e.clearProgress()
	if e.json {
		return e.line(v)
	}
	if e.pixels && e.quiet {
		return nil
	}
	w := bufio.NewWriter(e.answers())
	text(w)
	return working(w.Flush())
}

// warn tells of a warning on stderr.
func (e *env) warn(p scene.Problem) {
	if p.Severity != scene.Info {
		e.warned = true
	}
	if e.quiet && p.Severity == scene.Info {
		return
	}
	e.clearProgress()
	fmt.Fprintln(e.stderr, p.Severity.String()+": "+problemText(&p))
}

// warnings tells of a model's warnings.
func (e *env) warnings(list []scene.Problem) {
	for _, p := range list {
		e.warn(p)
	}
}

// findings notes what they mean for --strict, and prints them where the answer
// is text.
func (e *env) findings(w io.Writer, list []rig.Finding) {
	for _, f := range list {
		fmt.Fprintf(w, "%-8s %s: %s\n", f.Severity, f.Code, f.Message)
		if f.Cause != "" {
			fmt.Fprintf(w, "         because %s\n", f.Cause)
		}
		if f.Fix != "" {
			fmt.Fprintf(w, "         fix: %s\n", f.Fix)
		}
	}
}

// judge notes findings that count as warnings.
func (e *env) judge(list []rig.Finding) {
	if rig.Worst(list) != scene.Info {
		e.warned = true
	}
}

// report shows progress on stderr, one line a new label.
func (e *env) report() lab.Report {
	if e.quiet || e.silent {
		return nil
	}
	return func(p lab.Progress) {
		if p.Label == e.progress {
			return
		}
		e.progress = p.Label
		fmt.Fprintln(e.stderr, p.Label+" ...")
	}
}

func (e *env) clearProgress() { e.progress = "" }
