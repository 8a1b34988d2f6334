// Package gltfio reads glTF 2.0 files (.gltf and .glb) into scene.Model and
// writes Models as .glb.
//
// Every file is taken as hostile. Nothing is read from a buffer before its
// range was checked, nothing large is allocated before it was charged to a
// budget that grows with the file, and what is refused is refused with a
// *scene.Problem: a stable code, a JSON pointer, what is wrong and what to do.
// What can still be shown truthfully is loaded, with a warning in
// Model.Warnings.
//
// The document in between is qmuntal/gltf's, in both directions, and so is the
// encoder. Its decoder is not used: it reports faults without a place, takes a
// missing property for zero and allocates before anything was checked, so our
// own reader fills its structs.
package gltfio
