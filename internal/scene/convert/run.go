package convert

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// tool is an installed program that converts.
type tool struct {
	name    string
	command func(in, ext, out, dir, token string) ([]string, error)
	// marker is the line that the program prints last of all; empty where it has
	// none and only the file counts.
	marker func(token string) string
	// step turns a line of the program's into progress; empty for other lines.
	step func(line string) string
}

var tools = map[string]func(exe string) tool{"blender": blender, "assimp": assimp}

// step of Blender's script, and its last line.
const (
	stepPrefix = "DONORLAB STEP "
	donePrefix = "DONORLAB DONE "
)

// blender runs our script in a Blender with factory settings, so that nobody's
// add-ons take part, and with the scripts inside of .blend files kept from running.
func blender(exe string) tool {
	return tool{
		name: "blender",
		command: func(in, ext, out, dir, token string) ([]string, error) {
			script := filepath.Join(dir, "convert.py")
			if err := os.WriteFile(script, []byte(blenderScript), 0o600); err != nil {
				return nil, err
			}
			return []string{exe, "-b", "--factory-startup", "--disable-autoexec", "--python-exit-code", "1", "-P", script, "--", in, ext, out, token}, nil
		},
		marker: func(token string) string { return donePrefix + token },
		step: func(line string) string {
			if s, ok := strings.CutPrefix(line, stepPrefix); ok {
				return "Blender: " + s
			}
			return ""
		},
	}
}

// assimp prints no last line that could be relied on: the file alone counts.
func assimp(exe string) tool {
	return tool{
		name: "assimp",
		command: func(in, ext, out, dir, token string) ([]string, error) {
			return []string{exe, "export", in, out, "-fglb2"}, nil
		},
		step: func(line string) string {
			if strings.HasPrefix(line, "Launching asset import") || strings.HasPrefix(line, "Launching asset export") {
				return "assimp: " + strings.TrimSpace(strings.TrimRight(strings.TrimPrefix(line, "Launching asset "), ". ")) + "ing"
			}
			return ""
		},
	}
}

// killWait is how long the pipes of a process that was killed are waited for:
// a grandchild that left the group could hold them open for ever.
const killWait = 2 * time.Second

// run converts with one program and reads what it made.
func run(ctx context.Context, t tool, path, ext string, opt Options) (*scene.Model, *scene.Problem) {
	in, err := filepath.Abs(path)
	if err != nil {
		return nil, gltfio.FileProblem(path, err)
	}
	dir, err := os.MkdirTemp(opt.TempDir, "donorlab-convert-")
	if err != nil {
		return nil, gltfio.FileProblem(os.TempDir(), err)
	}
	defer os.RemoveAll(dir)
	if ext != strings.ToLower(strings.TrimPrefix(filepath.Ext(in), ".")) {
		// Programs go by the ending: give them one that tells the truth.
		link := filepath.Join(dir, "in."+ext)
		if err := os.Symlink(in, link); err == nil {
			in = link
		}
	}
	var id [8]byte
	rand.Read(id[:]) // so that no file can print the last line; no result depends on it
	token := hex.EncodeToString(id[:])
	out := filepath.Join(dir, "out.glb")
	args, err := t.command(in, ext, out, dir, token)
	if err != nil {
		return nil, gltfio.FileProblem(dir, err)
	}
	opt.Report(0, "with "+t.name)
	log := &output{say: func(line string) {
		if s := t.step(line); s != "" {
			opt.Report(0.1, s)
		}
	}}
	if t.marker != nil {
		log.marker = t.marker(token)
	}
	err = execute(ctx, args, dir, log)
	if ctx.Err() != nil {
		return nil, gltfio.FileProblem(path, ctx.Err())
	}
	if p := judged(t, path, out, log, err); p != nil {
		return nil, p
	}
	sub := opt.Options
	sub.Named = nil // the folder is gone when we return
	sub.Progress = func(done float64, what string) { opt.Report(0.5+done/2, what) }
	m, err := gltfio.Read(ctx, out, sub)
	if err != nil {
		var p *scene.Problem
		if errors.As(err, &p) && p.Code != "CANCELLED" {
			p = failure(path, fmt.Sprintf("%s made a file that cannot be used: %s", t.name, p.Message), log, err)
		}
		return nil, p
	}
	return m, nil
}

// judged says why a run did not succeed, nil if it did: the last line must have
// come and the file must be there. The exit code counts only against it.
func judged(t tool, path, out string, log *output, err error) *scene.Problem {
	info, statErr := os.Stat(out)
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrPermission):
		return failure(path, t.name+" could not be started: "+err.Error(), log, err)
	case err != nil:
		return failure(path, t.name+" failed ("+err.Error()+")", log, err)
	case log.marker != "" && !log.marked():
		return failure(path, t.name+" ended before it was done", log, nil)
	case statErr != nil || info.Size() == 0:
		return failure(path, t.name+" ended without writing a file", log, statErr)
	}
	return nil
}

// failure is a conversion that went wrong, with the program's last words.
func failure(path, message string, log *output, err error) *scene.Problem {
	text := log.text()
	if last := log.lastWords(); last != "" {
		message += ": " + last
	}
	if err == nil {
		err = errors.New("the conversion failed")
	}
	remedy := "open the file in the program that made it and export it as .glb"
	if strings.Contains(text, "No module named 'numpy'") {
		remedy = "Blender's glTF exporter needs NumPy, which this installation lacks: on Debian and Ubuntu, apt install python3-numpy"
	}
	return &scene.Problem{Code: "CONVERSION_FAILED", File: path, Message: message, Remedy: remedy, Err: &ToolError{Output: text, Err: err}}
}

// ToolError is the cause of a conversion that failed.
type ToolError struct {
	Output string // the end of what the program wrote, at most some kilobytes
	Err    error
}

// Error returns the cause, then the program's output.
func (e *ToolError) Error() string { return e.Err.Error() + "\n" + e.Output }

// Unwrap returns the cause.
func (e *ToolError) Unwrap() error { return e.Err }

// execute runs a program to its end or until ctx ends.
func execute(ctx context.Context, args []string, dir string, log *output) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = log, log // one writer: exec makes the calls one after the other
	cmd.WaitDelay = killWait
	ownGroup(cmd)
	return cmd.Run()
}

// Of what a program writes this much is kept.
const (
	keptOutput = 16 << 10 // bytes, the last ones
	keptLine   = 400      // bytes of a line that is looked at
)

// output takes a program's output: it keeps the end of it, looks for the marker
// line and tells of steps.
type output struct {
	say    func(line string)
	marker string

	tail []byte
	line []byte
	over bool // the line is longer than keptLine
	seen bool // the marker came as a line of its own
}

// Write takes any number of bytes in bounded memory.
func (o *output) Write(b []byte) (int, error) {
	n := len(b)
	if len(b) > keptOutput {
		o.tail = append(o.tail[:0], b[len(b)-keptOutput:]...)
	} else {
		if over := len(o.tail) + len(b) - keptOutput; over > 0 {
			o.tail = o.tail[:copy(o.tail, o.tail[over:])]
		}
		o.tail = append(o.tail, b...)
	}
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\n')
		part := b
		if i >= 0 {
			part = b[:i]
		}
		if room := keptLine - len(o.line); len(part) > room {
			o.line = append(o.line, part[:room]...)
			o.over = true
		} else {
			o.line = append(o.line, part...)
		}
		if i < 0 {
			break
		}
		o.endLine()
		b = b[i+1:]
	}
	return n, nil
}

func (o *output) endLine() {
	line := strings.TrimRight(string(o.line), "\r")
	if !o.over {
		o.seen = o.seen || o.marker != "" && line == o.marker
		o.say(line)
	}
	o.line, o.over = o.line[:0], false
}

// marked reports whether the marker line came, also as a last line without an end.
func (o *output) marked() bool {
	return o.seen || !o.over && strings.TrimRight(string(o.line), "\r") == o.marker
}

// text is what was kept, as UTF-8.
func (o *output) text() string { return strings.ToValidUTF8(string(o.tail), "?") }

// lastWords is the last line that says something, preferring one that speaks of
// an error.
func (o *output) lastWords() string {
	lines := strings.Split(o.text(), "\n")
	last := ""
	for i := len(lines) - 1; i >= 0; i-- {
		s := strings.TrimSpace(lines[i])
		if s == "" || strings.HasPrefix(s, stepPrefix) || s == "Blender quit" {
			continue
		}
		if last == "" {
			last = s
		}
		if strings.Contains(strings.ToLower(s), "error") {
			last = s
			break
		}
	}
	if len(last) > 200 {
		last = strings.ToValidUTF8(last[:200], "") + "..."
	}
	return last
}
