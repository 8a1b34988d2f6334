// Package gizmo is the geometry of the handles that a user drags in the 3D
// view: arrows and rings that move and turn a thing, and the orientation cube.
// It works out what to draw, what lies under the mouse and what a drag means,
// all in float64, without drawing anything: internal/ui/panels does that.
//
// Pixels are those of the view's picture, origin at its top left corner, y
// down. World space is glTF's: metres, +Y up. Angles are radians.
//
// A drag is a function of where the mouse is and where it was grabbed, never of
// the steps between: it does not drift, and going back gives the start.
package gizmo
