// Package samples makes the lab's own models out of code: a stealth helicopter
// in loose parts, a donor gunship with its skeleton and clip, a mannequin
// to walk, variants of the helicopter that stress part finding, and small
// synthetic rotors and wheels for tests. Every maker also tells the truth about what it made, so that a
// test can compare what the lab found with what is there.
//
// All models follow glTF: +Y up, metres, facing +Z, left at +X. Coordinates
// are rounded to a grid of 1/65536 m before they are stored, so that a compiler
// that fuses a product and a sum makes the same bytes.
package samples
