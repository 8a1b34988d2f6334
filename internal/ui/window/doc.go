// Package window shows a ui.App in a desktop window. It is the only package
// that imports Ebitengine: input goes in, imgui's meshes and the 3D lists come
// out. It has no test files of its own: importing it needs a display, so tests
// elsewhere build a program with it and run that.
package window
