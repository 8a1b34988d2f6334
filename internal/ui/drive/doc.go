// Package drive holds the tests of the window. They build the real programs and
// run them under Xvfb, because a test that imported Ebitengine would itself
// need a display. What they use, xvfb-run and xdotool, is what `make deps`
// installs.
package drive
