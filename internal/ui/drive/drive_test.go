package drive_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"donorlab/internal/house/xvfb"
)

// programs are built once, in a folder that TestMain removes.
var programs struct {
	sync.Mutex
	dir   string
	built map[string]string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "drive")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	programs.dir, programs.built = dir, map[string]string{}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// build returns the path of a program of this module.
func build(t *testing.T, pkg string) string {
	t.Helper()
	programs.Lock()
	defer programs.Unlock()
	if path := programs.built[pkg]; path != "" {
		return path
	}
	path := filepath.Join(programs.dir, filepath.Base(pkg))
	out, err := exec.Command("go", "build", "-o", path, "donorlab/"+pkg).CombinedOutput()
	if err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
	programs.built[pkg] = path
	return path
}

// onDisplay runs a command on a display of its own, rendered by the processor.
func onDisplay(t *testing.T, screen string, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(append(os.Environ(), xvfb.Start(t, screen)...), "LIBGL_ALWAYS_SOFTWARE=1")
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// Without a display lab says so in one line that names labctl, with exit code 2,
// whatever is wrong with the display.
func TestNoDisplay(t *testing.T) {
	lab := build(t, "cmd/lab")
	for name, display := range map[string]string{"not set": "", "nobody answers": ":4091", "nonsense": "what", "no such port": "localhost:4091",
		"no such host": "nosuchhost.invalid:0", "a short name": "nosuchhost:0", "tcp": "tcp/127.0.0.1:4091", "an address": "127.0.0.1:4091", "IPv6": "[::1]:4091"} {
		cmd := exec.Command(lab)
		for _, e := range os.Environ() {
			if !strings.HasPrefix(e, "DISPLAY=") {
				cmd.Env = append(cmd.Env, e)
			}
		}
		if display != "" {
			cmd.Env = append(cmd.Env, "DISPLAY="+display)
		}
		out, _ := cmd.CombinedOutput()
		text := string(out)
		if code := cmd.ProcessState.ExitCode(); code != 2 {
			t.Errorf("%s: exit code %d, want 2", name, code)
		}
		if strings.Count(text, "\n") != 1 || !strings.Contains(text, "labctl") || strings.Contains(text, "goroutine") {
			t.Errorf("%s: want one line that names labctl, got:\n%s", name, text)
		}
	}
}

// A display that the user has no right to use is told apart from none.
func TestRefusedDisplay(t *testing.T) {
	lab := build(t, "cmd/lab")
	out, err := onDisplay(t, "640x480", "env", "XAUTHORITY=/nonexistent", lab)
	if err == nil || !strings.Contains(out, "refused") || strings.Contains(out, "goroutine") {
		t.Errorf("%v, output:\n%s", err, out)
	}
}

// figure is one line of agree's answer.
type figure struct {
	name                                   string
	pixels, inside2, inside8, edges, worst int
}

var figureLine = regexp.MustCompile(`(?m)^(\S+): pixels (\d+), over 2 levels inside (\d+), over 8 levels inside (\d+), over 8 levels at edges (\d+) .*worst inside (\d+)$`)

func figures(out string) (all []figure) {
	for _, m := range figureLine.FindAllStringSubmatch(out, -1) {
		n := func(i int) int { v, _ := strconv.Atoi(m[i]); return v }
		all = append(all, figure{m[1], n(2), n(3), n(4), n(5), n(6)})
	}
	return all
}

// The window's shaders and the Go rasteriser draw the same picture: no pixel
// differs by more than 8 levels except within one pixel of another triangle,
// and those are under 0.1 % of the picture. The scenes are the sample from
// several sides with everything that the window draws over it, and hand-made
// ones: crossing quads, cut-outs, glass, all maps of a material, mip levels,
// lamps, water.
func TestSinksAgree(t *testing.T) {
	dir := os.Getenv("LAB_PICTURES")
	out, err := onDisplay(t, "640x480", build(t, "internal/ui/window/agree"), "-out", dir)
	if err != nil {
		t.Fatalf("agree: %v\n%s", err, out)
	}
	all := figures(out)
	const least = 14
	if len(all) < least {
		t.Fatalf("%d scenes, want %d or more:\n%s", len(all), least, out)
	}
	for _, f := range all {
		t.Logf("%-14s inside over 2 levels: %d, worst %d; at edges over 8 levels: %d of %d", f.name, f.inside2, f.worst, f.edges, f.pixels)
		inside := 0
		if f.name == "nearest" {
			inside = f.pixels / 10000 // see its comment in agree
		}
		if f.inside8 > inside {
			t.Errorf("%s: %d pixels differ by more than 8 levels away from edges, want at most %d", f.name, f.inside8, inside)
		}
		if f.edges*1000 > f.pixels {
			t.Errorf("%s: %d pixels at edges differ by more than 8 levels, over 0.1 %%", f.name, f.edges)
		}
		if f.inside2*1000 > f.pixels {
			t.Errorf("%s: %d pixels differ by more than 2 levels away from edges, over 0.1 %%", f.name, f.inside2)
		}
	}
}

// The time from the start of the process to the first frame on the screen is
// told for make bench, which is where it is judged: on a machine that runs
// other tests at the same time it means little.
func TestFirstFrame(t *testing.T) {
	out, err := onDisplay(t, "1280x720", build(t, "cmd/lab"), "-config", t.TempDir(), "-cache", t.TempDir(), "-first-frame", "-exit-after", "3")
	if err != nil {
		t.Fatalf("lab: %v\n%s", err, out)
	}
	var ms int
	if _, err := fmt.Sscanf(out, "first frame %d ms", &ms); err != nil || ms <= 0 {
		t.Fatalf("lab printed %q", out)
	}
	t.Logf("first frame after %d ms", ms)
}
