// Package objio reads Wavefront OBJ files with their materials (MTL) into
// scene.Model.
//
// Every file is taken as hostile, as gltfio does: it is read as a stream, what
// is kept is charged to a budget that grows with the file, and a refusal is a
// *scene.Problem that names the line. Curves and surfaces of the free-form kind
// are left out with a warning; everything else that OBJ can hold arrives.
//
// OBJ has neither units nor an up axis: numbers are taken as metres and as Y up,
// as they stand.
package objio
