// Package draw is the render front end: it poses and skins a model, projects
// it, clips it to the view frustum and hands over one screen-space List. Two
// sinks draw a List: raster in pure Go, and the window's Kage shader. What both
// must agree on (vertex layout, order of batches, shading constants) is defined
// here and nowhere else.
//
// World space is the scene's (metres, +Y up). Screen space is in pixels, origin
// at the top left corner, x right, y down, pixel centres at .5.
package draw
