// Package world is the world that a pawn flies through: a map of hexagonal
// tiles with heights, districts that stream in, the ground and the roofs below
// a place, and a mesh of it all.
//
// Frame: glTF's (right-handed, +Y up, +X left, +Z forward), in world units (one
// metre in the preview). A place on the plane is x, z. Times are seconds since
// the run began.
//
// Tiles are pointy-top hexagons in axial coordinates q, r: with circumradius R
// a tile's centre is x = R*sqrt(3)*(q + r/2), z = R*1.5*r. Neighbouring centres
// are R*sqrt(3) apart (the spacing), and the apothem is half of that. A tile is
// the Voronoi cell of its centre, which is what makes the look-ups short.
//
// A Map is the document: plain, saved as JSON, changed by functions that return
// a new one. A World is made of a Map by Build, never changes, and may be read
// by goroutines at the same time.
package world
