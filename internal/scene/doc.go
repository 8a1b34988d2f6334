// Package scene holds what is in a model file: nodes, meshes, skins,
// materials, images and animations, with the affine maths and the camera that
// go with them. It reads and writes no files; gltfio does.
//
// Frame and units are glTF's: right-handed, +Y up, metres, seconds, radians,
// colours linear unless a name says sRGB. A model faces +Z and its left is +X.
// Matrices are column-major and multiply column vectors. Tool-side maths is
// float64; vertex data keeps the file's float32.
//
// A Model is not changed once it is loaded: an operation that alters one
// returns a new Model, and may share unchanged slices with the old one.
package scene
