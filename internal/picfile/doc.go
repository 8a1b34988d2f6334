// Package picfile turns pictures into the bytes of files: PNG as light or as
// small as it gets, raw pixels, and short animations as GIF or APNG. The same
// pictures give the same bytes.
//
// Pictures are *image.NRGBA of any size above zero, drawn from their Rect's
// corner on. Only PNG and raw keep their transparency.
package picfile
