// Package xclip is the X11 clipboard in pure Go, for text. GLFW has one, but
// Ebitengine does not pass it on. Elsewhere than on X11, New returns nil and the
// lab's clipboard stays within the program.
package xclip
