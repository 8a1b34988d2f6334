package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// ParseTable reads the rows `| floor | packages in backticks | owns |` of a
// Markdown text into package -> floor, the packages relative to the module.
func ParseTable(markdown string) (map[string]int, error) {
	floors := map[string]int{}
	for n, line := range strings.Split(markdown, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			continue
		}
		floor, err := strconv.Atoi(strings.TrimSpace(cells[1]))
		if err != nil {
			continue // the head of this table, or another table
		}
		names := strings.Split(cells[2], "`")
		if len(names) < 3 || len(names)%2 == 0 {
			return nil, fmt.Errorf("line %d: the packages of a row stand in backticks", n+1)
		}
		for i := 1; i < len(names); i += 2 {
			if _, twice := floors[names[i]]; twice {
				return nil, fmt.Errorf("line %d: %s has two rows", n+1, names[i])
			}
			floors[names[i]] = floor
		}
	}
	if len(floors) == 0 {
		return nil, fmt.Errorf("no row of the floor table was found")
	}
	return floors, nil
}

// Check returns a sentence for each breach of the table, sorted by package.
func Check(module string, floors map[string]int, pkgs []Package) []string {
	var faults []string
	seen := map[string]bool{}
	for _, p := range pkgs {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		seen[name] = true
		floor, ok := floors[name]
		if !ok {
			faults = append(faults, fmt.Sprintf("%s has no row in the table: give it a floor and say what it owns", name))
			continue
		}
		faults = append(faults, checkImports(module, floors, name, p.Imports, func(imp string) bool { return floors[imp] < floor })...)
		tests := append(append([]string(nil), p.TestImports...), p.XTestImports...)
		faults = append(faults, checkImports(module, floors, name+" (test)", tests, func(imp string) bool {
			return floors[imp] <= floor || imp == "internal/samples" || strings.HasPrefix(imp, "internal/house/")
		})...)
	}
	for name := range floors {
		if !seen[name] {
			faults = append(faults, fmt.Sprintf("%s has a row in the table, but there is no such package", name))
		}
	}
	sort.Strings(faults)
	return faults
}

func checkImports(module string, floors map[string]int, from string, imports []string, allowed func(string) bool) []string {
	var faults []string
	for _, imp := range imports {
		if isEbitengine(imp) && from != "internal/ui/window" && from != "cmd/lab" {
			faults = append(faults, fmt.Sprintf("%s imports %s: only internal/ui/window and cmd/lab may", from, imp))
		}
		name, ours := strings.CutPrefix(imp, module+"/")
		if !ours {
			continue
		}
		if _, ok := floors[name]; ok && !allowed(name) {
			faults = append(faults, fmt.Sprintf("%s imports %s, which is on floor %d: imports go down", from, name, floors[name]))
		}
	}
	return faults
}

func isEbitengine(path string) bool { return strings.HasPrefix(path, "github.com/hajimehoshi/ebiten/") }
