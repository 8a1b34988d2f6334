// Package lab is the application without a face: the open work, its undo
// history, the clock of the preview, jobs with progress, pictures, settings and
// recovery. The window and labctl call the same functions here, so they cannot
// drift apart.
//
// The data goes one way, and every station is an exported function that can be
// run alone: Load -> Probe -> (marks) -> Generate -> Rebase -> Bake -> entry ->
// ExportPack.
//
// A Session is the open work. It is not safe for concurrent use: one goroutine
// (the window's, or labctl's main) owns it. Long work runs as a Job on its own
// goroutine, on immutable data, and hands its result back in Session.Poll,
// which Session.Step calls. Errors are *scene.Problem.
package lab
