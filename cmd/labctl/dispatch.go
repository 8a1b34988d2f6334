package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"donorlab/internal/lab"
)

// verb is one thing that labctl does. Its name may have two words.
type verb struct {
	name    string
	args    string // of the usage line: "FILE -o OUT.glb"
	about   string // one line
	example string // one or more lines
	notes   string // further explanation; may be empty
	min     int    // positional arguments
	max     int    // -1: any number

	// flags declares the verb's own flags and returns what runs once they are set.
	flags func(fs *flag.FlagSet) func(ctx context.Context, e *env, args []string) error
}

// verbs in the order of the help text.
func verbs() []*verb {
	return []*verb{
		inspectVerb(), poseVerb(), probeVerb(), verifyVerb(), rigVerb(), restVerb(), rebaseVerb(), decodeVerb(), checkVerb(),
		bakeVerb(), shotVerb(), stripVerb(), framesVerb(), packBuildVerb(), packValidateVerb(), demoVerb(), bonesVerb(), gaitVerb(), stripsVerb(), videoVerb(), flyVerb(), replayVerb(), versionVerb(),
	}
}

// dispatch finds the verb, reads its flags, runs it and returns the exit code.
func dispatch(ctx context.Context, e *env, args []string) int {
	for _, a := range args { // so that an error in the arguments is told as it was asked for
		switch a {
		case "--json", "-json", "--json=true", "-json=true":
			e.json = true
		case "--quiet", "-quiet":
			e.quiet = true
		}
	}
	words := args
	for len(words) > 0 && (words[0] == "--json" || words[0] == "-json" || words[0] == "--quiet" || words[0] == "-quiet" || words[0] == "--strict" || words[0] == "-strict") {
		e.strict = e.strict || strings.HasSuffix(words[0], "strict")
		words = words[1:]
	}
	if len(words) == 0 && e.json {
		return e.fail(badUse("", "there is no verb"))
	}
	if len(words) == 0 || slices.Contains([]string{"help", "--help", "-h", "-help"}, words[0]) {
		if len(words) > 1 {
			return dispatch(ctx, e, append(words[1:], "--help"))
		}
		usage(e.stdout)
		if len(words) == 0 {
			return exitRefused
		}
		return exitOK
	}
	if words[0] == "--version" || words[0] == "-version" {
		words = append([]string{"version"}, words[1:]...)
	}
	v, rest := find(words)
	if v == nil {
		return e.fail(unknownVerb(words))
	}
	return e.runVerb(ctx, v, rest)
}

// pixelsToStdout says whether the arguments name stdout as the output.
func pixelsToStdout(args []string) bool {
	for i, a := range args {
		flag, value, joined := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !strings.HasPrefix(a, "-") || flag != "o" && flag != "out" && flag != "frames" {
			continue
		}
		if joined && toStdout(value) || !joined && i+1 < len(args) && toStdout(args[i+1]) {
			return true
		}
	}
	return false
}

// find returns the verb that the words start with, and the words after it.
func find(words []string) (*verb, []string) {
	for _, v := range verbs() {
		name := strings.Fields(v.name)
		if len(words) >= len(name) && slices.Equal(words[:len(name)], name) {
			return v, words[len(name):]
		}
	}
	return nil, nil
}

// unknownVerb refuses with a hint at what may have been meant.
func unknownVerb(words []string) error {
	name := words[0]
	var near string
	best := 3
	for _, v := range verbs() {
		first := strings.Fields(v.name)[0]
		if first == name {
			return badUse("", "%q needs a second word: build or validate", name)
		}
		if d := editDistance(name, first); d < best {
			best, near = d, first
		}
	}
	if near != "" {
		return badUse("", "there is no verb %q; did you mean %q?", name, near)
	}
	return badUse("", "there is no verb %q", name)
}

func (e *env) runVerb(ctx context.Context, v *verb, words []string) int {
	e.pixels = slices.Contains([]string{"shot", "strip", "frames", "fly", "replay"}, v.name) && pixelsToStdout(words)
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&e.json, "json", e.json, "print one JSON object on stdout")
	fs.BoolVar(&e.quiet, "quiet", e.quiet, "no progress on stderr; answer, warnings and errors stay")
	fs.BoolVar(&e.strict, "strict", e.strict, "exit 4 when there are warnings")
	do := v.flags(fs)
	args, err := parseInterleaved(fs, words)
	if errors.Is(err, flag.ErrHelp) {
		help(e.stdout, v, fs)
		return exitOK
	}
	if err != nil {
		return e.fail(badUse(v.name, "%s", plainFlagError(err)))
	}
	if len(args) < v.min || (v.max >= 0 && len(args) > v.max) {
		return e.fail(badUse(v.name, "the arguments are: labctl %s %s", v.name, v.args))
	}
	err = do(ctx, e, args)
	switch {
	case err != nil:
		return e.fail(err)
	case e.refused:
		return exitRefused
	case e.strict && e.warned:
		return exitWarnings
	}
	return exitOK
}

// parseInterleaved reads flags that stand before, between and after the
// positional arguments; what follows "--" is positional.
func parseInterleaved(fs *flag.FlagSet, words []string) (args []string, err error) {
	for {
		if err := fs.Parse(words); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return args, nil
		}
		if used := len(words) - len(rest); used > 0 && words[used-1] == "--" {
			return append(args, rest...), nil
		}
		args = append(args, rest[0])
		words = rest[1:]
	}
}

// plainFlagError puts package flag's messages into our own words.
func plainFlagError(err error) string {
	s := err.Error()
	if name, ok := strings.CutPrefix(s, "flag provided but not defined: "); ok {
		return "there is no flag " + name
	}
	if name, ok := strings.CutPrefix(s, "flag needs an argument: "); ok {
		return name + " needs a value"
	}
	return s
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "labctl drives the Donor Lab without a window.\n\nusage: labctl VERB [FILE] [flags]")
	fmt.Fprintln(w)
	for _, v := range verbs() {
		fmt.Fprintf(w, "  %-14s %s\n", v.name, v.about)
	}
	fmt.Fprintf(w, `
A FILE is a .glb or .gltf, or %s, %s or %s, which are built in.
Every verb takes --json (one object on stdout), --quiet (no progress; the answer, warnings and errors stay) and --strict.
Exit codes: 0 ok, 2 not found, bad argument or refused input, 3 failed while working, 4 warnings under --strict.
labctl VERB --help explains a verb and shows an example.
`, lab.SampleHelicopter, lab.SampleDonor, lab.SampleWalker)
}

func help(w io.Writer, v *verb, fs *flag.FlagSet) {
	fmt.Fprintf(w, "labctl %s: %s\n\nusage: labctl %s %s\n\n", v.name, v.about, v.name, v.args)
	fs.SetOutput(w)
	fs.PrintDefaults()
	if v.notes != "" {
		fmt.Fprintf(w, "\n%s\n", v.notes)
	}
	fmt.Fprintf(w, "\nexample:\n")
	for _, l := range strings.Split(v.example, "\n") {
		fmt.Fprintf(w, "  %s\n", l)
	}
}

// editDistance is how many letters must be added, dropped or replaced.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next := min(row[j]+1, row[j-1]+1, diag+cost)
			diag, row[j] = row[j], next
		}
	}
	return row[len(b)]
}
