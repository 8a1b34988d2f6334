// Package clip is what moves a model: sampling of animations with glTF's
// semantics, donor clips composed onto any rig by joint index, decoding of what
// a clip's channels do, baking with key reduction, and the spin clip of rotors.
//
// Times are seconds, angles radians unless a name ends in Deg, lengths metres.
// Poses are local transforms by node index; the maths is float64. Job types
// (Sampler, Binding) check everything when they are made and then run without
// allocating; one is for one goroutine at a time.
package clip
