//go:build !(linux || freebsd || netbsd || openbsd)

package xclip

// Clipboard does not exist on this system.
type Clipboard struct{ none struct{} }

// New returns nil.
func New() *Clipboard { return nil }

// Text returns nothing.
func (*Clipboard) Text() (string, error) { return "", nil }

// SetText does nothing.
func (*Clipboard) SetText(string) {}

// Close does nothing.
func (*Clipboard) Close() {}
