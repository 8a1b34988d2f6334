// Package panels is what the lab's window shows: the menu, the part list, the
// 3D preview, the tabs of the stations, the timeline and the status line, all
// over one lab.Session. It is an ui.App, and knows nothing of the window that
// hosts it.
//
// Lengths in the code are design units, 1/15 of the height of a line of type
// times 15, turned into pixels by px. Angles are degrees, as in all widgets.
package panels
