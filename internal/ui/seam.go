package ui

import (
	"image"
	"io/fs"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/scene/draw"
)

// App is what a host shows: the lab's panels, or a test's own.
type App interface {
	// Frame issues the imgui calls of one tick and returns what the host must
	// draw besides them. It runs between imgui's NewFrame and Render.
	Frame(c *Context, in Input) Output
}

// Input is what happened since the tick before. The zero Input is an idle tick
// of a window without size; fill in at least Width, Height and Delta.
type Input struct {
	Width, Height int     // pixels
	Scale         float32 // pixels a design unit; zero means 1
	Delta         float64 // seconds since the tick before; zero means 1/60

	MouseX, MouseY float32    // pixels
	MouseOutside   bool       // the pointer is not over the window: nothing is hovered
	Buttons        [3]bool    // left, right, middle: down now, or pressed since the tick before
	Wheel          [2]float32 // notches; x positive to the left, y positive away from the user, as GLFW and imgui have it
	Keys           []Key      // down now, or pressed since the tick before; in any order
	Pad            Pad        // a gamepad; zero where there is none
	Text           string     // characters typed
	Unfocused      bool       // the window does not have the keyboard
	Dropped        []Drop     // files and folders dropped on the window
	Close          bool       // the user asked to close the window; set Output.Quit to agree
}

// Pad is the state of a gamepad of the usual layout. Sticks are -1 to 1, X to the
// right and Y up, and at rest are exactly 0; triggers are 0 to 1.
type Pad struct {
	LeftX, LeftY, RightX, RightY float64
	LeftTrigger, RightTrigger    float64
	Jump, Crouch, Float, Run     bool // the lower, right, upper face button and the left shoulder: down now
}

// Drop is one file or folder dropped on the window.
type Drop struct {
	Path string // on disk; empty where the system does not say
	FS   fs.FS  // where it can be read from if Path is empty
	Name string // its name in FS, or the base name of Path
}

// Output is what an App wants shown, apart from its imgui calls. The zero
// Output is a frame of panels alone.
type Output struct {
	Views    []View    // 3D pictures, drawn afresh in this frame
	Pictures []Picture // every still picture that this frame's imgui calls refer to
	Title    string    // of the window; empty leaves it
	Cursor   imgui.MouseCursorID
	Grab     bool // hold the pointer while a button is down: its position then goes on beyond the window
	Quit     bool // end the program
}

// View asks for a draw list in a texture. Show it with
// imgui.Image(v.Texture, size) or AddImage, at List.Width by List.Height
// pixels. The list must stay unchanged until the next Frame.
type View struct {
	Texture imgui.TextureID // from TextureView on
	List    *draw.List
}

// Picture asks for a still image in a texture. A host uploads it when Image is
// another pointer than in the frame before, and drops it when it is not listed.
// Its pixels must not be changed after it was handed over: hand over a new one.
type Picture struct {
	Texture imgui.TextureID // from TexturePicture on
	Image   *image.NRGBA
}

// Texture IDs are numbers that the App gives out itself, in these ranges.
const (
	TextureFont    imgui.TextureID = 1       // the font atlas; white where no text is
	TextureView    imgui.TextureID = 0x100   // View: TextureView, TextureView+1, ...
	TexturePicture imgui.TextureID = 0x10000 // Picture: TexturePicture, TexturePicture+1, ...
)

// Clipboard is the system's, or a stand-in.
type Clipboard interface {
	Text() (string, error)
	SetText(string)
}
