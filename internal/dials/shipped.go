package dials

import (
	"donorlab/assets"
)

// ShippedText returns the text of the file as the lab ships it, commented, a copy
// of the caller's own; nil where it ships none.
func (s *Spec) ShippedText() []byte {
	data, err := assets.FS.ReadFile("dials/" + s.File)
	if err != nil {
		return nil
	}
	return data
}

// Shipped returns the values of [Spec.ShippedText], or the defaults where there is
// none: a start for tuning, not what is in force without a file.
func (s *Spec) Shipped() *Values {
	v, _ := Parse(s, s.ShippedText(), nil)
	return v
}
