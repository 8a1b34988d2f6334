package dials

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// docsTable is the table of all keys as docs/dials.md has it.
func docsTable() string {
	var b strings.Builder
	b.WriteString("| file | key | unit | default | range | shipped | what it does |\n|---|---|---|---|---|---|---|\n")
	for _, s := range Game() {
		shipped := s.Shipped()
		for i, f := range s.Fields {
			key := "`" + f.Key + "`"
			for _, a := range f.Aliases {
				key += " (also `" + a + "`)"
			}
			def, span, ship := FormatNumber(f.Default), "", ""
			switch {
			case f.Kind == List:
				def, span = FormatList(f.Words), "words"
			case f.Kind == Switch:
				span = "0 or 1"
			case f.ranged():
				span = FormatNumber(f.Min) + " to " + FormatNumber(f.Max)
			}
			if f.Like != "" {
				def = "as `" + f.Like + "`"
			}
			if shipped.set[i] {
				ship = shipped.text(i)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", s.File, key, f.Unit, def, span, ship, f.Tip)
		}
	}
	return b.String()
}

// The documents say of every key what the table says.
func TestDocs(t *testing.T) {
	const name, begin, end = "../../docs/dials.md", "<!-- begin keys -->\n", "<!-- end keys -->"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), begin)
	body, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the marks around the table are missing")
	}
	if os.Getenv("DIALS_DOCS") == "write" {
		if err := os.WriteFile(name, []byte(head+begin+docsTable()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if body != docsTable() {
		t.Error("docs/dials.md has another table than files.go: DIALS_DOCS=write go test ./internal/dials -run Docs")
	}
}
