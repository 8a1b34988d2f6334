// Package dials reads, watches and writes dial files: small texts of key=value
// lines by which flight and gait are tuned while they run.
//
// A [Spec] names a file and describes its keys; [Parse] makes [Values] of a text
// and tells every line that it cannot understand; [Set] changes one key in a text
// and leaves all else as it was; a [Folder] does all three with the files on a
// disk, live; [Resolve] says which value is in force for a unit, where it comes
// from and what it overrides.
//
// # Grammar
//
// A line is key=value, or several pairs separated by commas. A piece without "="
// goes on with the list of the key before it, when that key is a list:
//
//	drop=-2, radius=0 (auto), lookahead=1.5, skip=Exploitation,Ruin
//
// "#" begins a comment, anywhere. A remark in parentheses behind a value is read
// past. Keys are read in any case. Numbers have a decimal point. A switch is 1 or
// 0, on or off, true or false, yes or no. Where a key stands twice, the last good
// one counts, and the first is told.
//
// A pair that is wrong leaves its key at the last good value, and the other pairs
// of its line count; a line with a piece that belongs to nothing (1,5 for 1.5)
// is wrong as a whole, since nobody can say where it was meant to be divided. A key
// that the text does not have is at its default: to delete a line, or the file,
// hands control back. A text that is no text (empty, binary, too big) changes
// nothing.
//
// Values are in the units of the file: degrees, world units, seconds. Frames are
// those of the target game; internal/flight converts them.
package dials
