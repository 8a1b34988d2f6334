// Package display ends the program with one clear line when there is no display
// to open a window on. Import it for its side effect, only from cmd/lab.
//
// It must run before Ebitengine, whose own initialisation panics without a
// display. Go initialises packages in the order of their import paths, each
// after those that it imports: this path sorts before github.com, and the
// package imports nothing that Ebitengine's window does not need itself (it
// needs net for X), so that nothing of Ebitengine's can be ready before it. A
// test of internal/ui/drive checks that it is so.
//
// On systems where a window needs no X server it does nothing.
package display
