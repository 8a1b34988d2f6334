// Package pack owns what a game's plugin reads: the registry entry of a model
// (X.entry.json), the pack that holds entries (pack.json), the checks and the
// merging of packs, and the export of a folder and a zip.
//
// # Frame
//
// Registry fields use the target game's frame: x right, y forward, z up, and
// degrees. [ToGLTF] and [FromGLTF] convert to the lab's frame, here and nowhere
// else. One world unit is one metre in the preview.
//
// # Files
//
// A file has a version, keeps fields that this release does not know, and is
// read strictly: a field of the wrong kind refuses the file with a
// [scene.Problem] that names it by JSON pointer. A value that is merely out of
// its range is kept, and [Validate] warns about it: the game is the judge.
package pack
