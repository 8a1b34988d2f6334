// Package shaders holds the Kage source of the window's 3D sink.
package shaders

import (
	_ "embed"
	"fmt"
	"strings"
)

// scene draws a draw.List. See the comment at its head for uniforms and images.
//
//go:embed scene.kage
var scene string

// Maps says which textures a program reads.
type Maps int

const (
	NoMaps   Maps = iota
	BaseMap       // base colour
	FullMaps      // base colour, metal-rough, normal, occlusion, emissive
	OwnMaps       // the same, each at a texture coordinate of its own
)

// Program says what a program does. A program for each case, and not one with
// branches for all, because a software driver executes every branch.
type Program struct {
	Digits bool // writes the digits of depth; else colour
	Maps   Maps
	Unlit  bool
	Lamps  bool // the list has lamps
}

// Source returns the program's Kage source: the one source, with its constants
// set.
func Source(p Program) []byte {
	s := scene
	for name, on := range map[string]int{"Digits": number(p.Digits), "Maps": int(p.Maps), "Unlit": number(p.Unlit), "Lamps": number(p.Lamps)} {
		s = strings.Replace(s, "const "+name+" = 0\n", fmt.Sprintf("const %s = %d\n", name, on), 1)
	}
	return []byte(s)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
