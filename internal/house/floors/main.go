// Command floors checks that the module's packages import each other as the
// table in docs/architecture.md says. `make lint` runs it from the module's root.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	faults, err := run("docs/architecture.md")
	if err != nil {
		fmt.Fprintln(os.Stderr, "floors:", err)
		os.Exit(1)
	}
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "floors:", f)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func run(table string) ([]string, error) {
	text, err := os.ReadFile(table)
	if err != nil {
		return nil, err
	}
	floors, err := ParseTable(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", table, err)
	}
	module, err := goCommand("list", "-m")
	if err != nil {
		return nil, err
	}
	pkgs, err := list("./...")
	if err != nil {
		return nil, err
	}
	faults := Check(strings.TrimSpace(string(module)), floors, pkgs)
	deps, err := goCommand("list", "-deps", "./cmd/labctl")
	if err != nil {
		return nil, err
	}
	for _, d := range strings.Fields(string(deps)) {
		if isEbitengine(d) {
			faults = append(faults, fmt.Sprintf("cmd/labctl reaches %s: it must start without a display", d))
			break
		}
	}
	return faults, nil
}

// Package is what `go list -json` tells that the check needs.
type Package struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func list(patterns ...string) ([]Package, error) {
	out, err := goCommand(append([]string{"list", "-json=ImportPath,Imports,TestImports,XTestImports"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	var pkgs []Package
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p Package
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
}

func goCommand(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return out, nil
}
