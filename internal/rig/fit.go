package rig

import "github.com/go-gl/mathgl/mgl64"

// Fit is an axle fitted to a shape by its rotational symmetry.
type Fit struct {
	Axle        mgl64.Vec3 `json:"axle"`        // unit; either sign
	Center      mgl64.Vec3 `json:"center"`      // on the axle
	Radius      float64    `json:"radius"`      // farthest from the axle, metres
	Thickness   float64    `json:"thickness"`   // extent along the axle, metres
	Order       int        `json:"order"`       // n of the n-fold symmetry; 0: round, 1: none
	Correlation float64    `json:"correlation"` // 0..1: share of the surface that a turn by 360/n brings onto itself
	ResidualDeg float64    `json:"residualDeg"` // estimated error of the axle
}
