// Package oracle lets tests ask programs that are not ours: the Khronos glTF
// validator and three.js, run by Node from a cache that `make test` fills
// (package-lock.json pins them), and the tools that drive a window.
//
// Where a tool is absent the test is skipped with what to do about it; under
// `make test`, which sets LAB_REQUIRE_ORACLES, that is a failure instead, so
// that a check cannot be lost silently.
package oracle

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed validate.mjs
var validateScript []byte

// Need returns when every named program is on PATH. Otherwise the test is
// skipped, or fails under `make test`.
func Need(tb testing.TB, programs ...string) {
	tb.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			absent(tb, "%s is not installed: run `make deps`, or the tests by `make test`", p)
		}
	}
}

// Required reports whether absent tools fail a test rather than skip it.
func Required() bool { return os.Getenv("LAB_REQUIRE_ORACLES") != "" }

func absent(tb testing.TB, format string, args ...any) {
	tb.Helper()
	if Required() {
		tb.Fatalf(format, args...)
	}
	tb.Skipf(format, args...)
}

// Modules returns the folder whose node_modules holds gltf-validator and three:
// LAB_ORACLES, else donorlab/oracles in the user's cache folder.
func Modules(tb testing.TB) string {
	tb.Helper()
	Need(tb, "node")
	dir := os.Getenv("LAB_ORACLES")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			absent(tb, "no cache folder is known: set LAB_ORACLES to a folder with gltf-validator in node_modules (%v)", err)
		}
		dir = filepath.Join(cache, "donorlab", "oracles")
	}
	for _, m := range []string{"gltf-validator", "three"} {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", m)); err != nil {
			absent(tb, "%s is not in %s: run `make deps`, or the tests by `make test`", m, dir)
		}
	}
	return dir
}

// Node runs a module script of ours with Modules as its first argument and
// returns what it printed. A script that fails fails the test.
func Node(tb testing.TB, script []byte, args ...string) []byte {
	tb.Helper()
	modules := Modules(tb)
	file := filepath.Join(tb.TempDir(), "script.mjs")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command("node", append([]string{file, modules}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("node: %v\n%s", err, stderr.String())
	}
	return out
}

// Issue is one finding of the Khronos validator.
type Issue struct{ Code, Pointer, Message string }

// Report is the Khronos validator's answer about one file.
type Report struct {
	File             string
	Errors, Warnings []Issue
}

// Khronos asks the Khronos validator about .glb or .gltf files and returns its
// reports in the order of the files.
func Khronos(tb testing.TB, files ...string) []Report {
	tb.Helper()
	var reports []Report
	if err := json.Unmarshal(Node(tb, validateScript, files...), &reports); err != nil {
		tb.Fatalf("the validator's answer cannot be read: %v", err)
	}
	if len(reports) != len(files) {
		tb.Fatalf("the validator answered for %d of %d files", len(reports), len(files))
	}
	return reports
}

// ValidFiles fails the test for every file in which the Khronos validator
// finds an error, and logs its warnings.
func ValidFiles(tb testing.TB, files ...string) {
	tb.Helper()
	for _, r := range Khronos(tb, files...) {
		if len(r.Errors) > 0 {
			tb.Errorf("%s: the Khronos validator finds %d errors:%s", r.File, len(r.Errors), list(r.Errors))
		}
		if len(r.Warnings) > 0 {
			tb.Logf("%s: %d warnings:%s", r.File, len(r.Warnings), list(r.Warnings))
		}
	}
}

// ValidGLB is ValidFiles for one GLB in memory; name is for the message.
func ValidGLB(tb testing.TB, name string, glb []byte) {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), strings.TrimSuffix(filepath.Base(name), ".glb")+".glb")
	if err := os.WriteFile(file, glb, 0o600); err != nil {
		tb.Fatal(err)
	}
	ValidFiles(tb, file)
}

func list(issues []Issue) string {
	var b strings.Builder
	for i, x := range issues {
		if i == 10 {
			fmt.Fprintf(&b, "\n\tand %d more", len(issues)-i)
			break
		}
		fmt.Fprintf(&b, "\n\t%s %s: %s", x.Code, x.Pointer, x.Message)
	}
	return b.String()
}
