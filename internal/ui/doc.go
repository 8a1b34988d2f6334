// Package ui is the lab's window without the window: Dear ImGui panels over
// internal/lab, and the seam to whoever shows them. It does not import
// Ebitengine, and imgui needs no display, so panels run in plain tests with
// synthetic input and are drawn by softdraw, in pure Go.
//
// A host (internal/ui/window, or softdraw.Stage in tests) makes one Context,
// gathers an Input each tick and calls Context.Tick with an App. It gets back
// the 3D lists and pictures to draw into textures, and imgui's meshes.
//
// All lengths are physical pixels, origin at the top left corner, y down.
// Input.Scale says how many of them make one unit of the design (15 px type).
//
// imgui has one current context in the process: ticks of different Contexts
// must not run at the same time.
package ui
