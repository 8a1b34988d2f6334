package window

import (
	"io/fs"
	"os"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/ui"
)

// gather fills in what the user did since the tick before.
func (w *window) gather(in *ui.Input) {
	x, y := ebiten.CursorPosition()
	in.MouseX, in.MouseY = float32(x), float32(y)
	held := false
	for i, b := range [...]ebiten.MouseButton{ebiten.MouseButtonLeft, ebiten.MouseButtonRight, ebiten.MouseButtonMiddle} {
		// A click that begins and ends between two ticks is down for one of them.
		in.Buttons[i] = ebiten.IsMouseButtonPressed(b) || inpututil.IsMouseButtonJustPressed(b)
		held = held || in.Buttons[i]
	}
	// A drag that leaves the window goes on.
	in.MouseOutside = !held && (x < 0 || y < 0 || x >= in.Width || y >= in.Height)
	wx, wy := ebiten.Wheel()
	in.Wheel = [2]float32{float32(wx), float32(wy)}

	w.keys = inpututil.AppendJustPressedKeys(inpututil.AppendPressedKeys(w.keys[:0]))
	for _, k := range w.keys {
		if key := w.key(k); key != ui.KeyNone {
			in.Keys = append(in.Keys, key)
		}
	}
	in.Pad = w.pad()
	w.text = ebiten.AppendInputChars(w.text[:0])
	in.Text = string(w.text)
	// Some X servers have no window manager and never say that we have the
	// keyboard; then what arrives counts.
	focused := ebiten.IsFocused()
	w.hadFocus = w.hadFocus || focused
	in.Unfocused = w.hadFocus && !focused
	in.Dropped = dropped(ebiten.DroppedFiles())
	in.Close = ebiten.IsWindowBeingClosed()
}

// dropped lists the files in Ebitengine's virtual folder, with their real
// paths: the files behind it are plain ones, which know their names.
func dropped(fsys fs.FS) []ui.Drop {
	if fsys == nil {
		return nil
	}
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil
	}
	var out []ui.Drop
	for _, e := range entries {
		d := ui.Drop{FS: fsys, Name: e.Name()}
		if f, err := fsys.Open(e.Name()); err == nil {
			if real, ok := f.(*os.File); ok {
				d.Path = real.Name()
			}
			f.Close()
		}
		out = append(out, d)
	}
	return out
}

// key translates a key. Letters go by what the user's layout prints, so that
// Ctrl+Z is where its Z is.
func (w *window) key(k ebiten.Key) ui.Key {
	if k >= ebiten.KeyA && k <= ebiten.KeyZ || k == ebiten.KeySemicolon || k == ebiten.KeyQuote {
		if name := ebiten.KeyName(k); len(name) == 1 {
			if c := name[0] | 0x20; c >= 'a' && c <= 'z' {
				return ui.KeyA + ui.Key(c-'a')
			}
		}
	}
	return keyNames[k]
}

// keyNames are keys by their place on a US keyboard.
var keyNames = func() map[ebiten.Key]ui.Key {
	m := map[ebiten.Key]ui.Key{
		ebiten.KeyTab: ui.KeyTab, ebiten.KeyArrowLeft: ui.KeyLeft, ebiten.KeyArrowRight: ui.KeyRight,
		ebiten.KeyArrowUp: ui.KeyUp, ebiten.KeyArrowDown: ui.KeyDown,
		ebiten.KeyPageUp: ui.KeyPageUp, ebiten.KeyPageDown: ui.KeyPageDown,
		ebiten.KeyHome: ui.KeyHome, ebiten.KeyEnd: ui.KeyEnd, ebiten.KeyInsert: ui.KeyInsert,
		ebiten.KeyDelete: ui.KeyDelete, ebiten.KeyBackspace: ui.KeyBackspace, ebiten.KeySpace: ui.KeySpace,
		ebiten.KeyEnter: ui.KeyEnter, ebiten.KeyNumpadEnter: ui.KeyKeypadEnter, ebiten.KeyEscape: ui.KeyEscape,
		ebiten.KeyComma: ui.KeyComma, ebiten.KeyPeriod: ui.KeyPeriod, ebiten.KeySlash: ui.KeySlash,
		ebiten.KeyMinus: ui.KeyMinus, ebiten.KeyEqual: ui.KeyEqual,
		ebiten.KeyBracketLeft: ui.KeyLeftBracket, ebiten.KeyBracketRight: ui.KeyRightBracket,
		ebiten.KeyBackquote: ui.KeyBackquote,
		ebiten.KeyNumpadAdd: ui.KeyEqual, ebiten.KeyNumpadSubtract: ui.KeyMinus,
		ebiten.KeyControlLeft: ui.KeyLeftCtrl, ebiten.KeyControlRight: ui.KeyRightCtrl,
		ebiten.KeyShiftLeft: ui.KeyLeftShift, ebiten.KeyShiftRight: ui.KeyRightShift,
		ebiten.KeyAltLeft: ui.KeyLeftAlt, ebiten.KeyAltRight: ui.KeyRightAlt,
		ebiten.KeyMetaLeft: ui.KeyLeftSuper, ebiten.KeyMetaRight: ui.KeyRightSuper,
	}
	for i := range 26 {
		m[ebiten.KeyA+ebiten.Key(i)] = ui.KeyA + ui.Key(i)
	}
	for i := range 10 {
		m[ebiten.KeyDigit0+ebiten.Key(i)] = ui.Key0 + ui.Key(i)
		m[ebiten.KeyNumpad0+ebiten.Key(i)] = ui.Key0 + ui.Key(i)
	}
	for i := range 12 {
		m[ebiten.KeyF1+ebiten.Key(i)] = ui.KeyF1 + ui.Key(i)
	}
	return m
}()

// setCursor shows imgui's wish.
func setCursor(c imgui.MouseCursorID) {
	shape := ebiten.CursorShapeDefault
	switch c {
	case imgui.MouseCursorTextInput:
		shape = ebiten.CursorShapeText
	case imgui.MouseCursorResizeAll:
		shape = ebiten.CursorShapeMove
	case imgui.MouseCursorResizeNS:
		shape = ebiten.CursorShapeNSResize
	case imgui.MouseCursorResizeEW:
		shape = ebiten.CursorShapeEWResize
	case imgui.MouseCursorResizeNESW:
		shape = ebiten.CursorShapeNESWResize
	case imgui.MouseCursorResizeNWSE:
		shape = ebiten.CursorShapeNWSEResize
	case imgui.MouseCursorHand:
		shape = ebiten.CursorShapePointer
	}
	if ebiten.CursorShape() != shape {
		ebiten.SetCursorShape(shape)
	}
}

// grabCursor takes hold of the pointer, or lets it go where it was taken.
func grabCursor(grab bool) {
	mode := ebiten.CursorModeVisible
	if grab {
		mode = ebiten.CursorModeCaptured
	}
	if ebiten.CursorMode() != mode {
		ebiten.SetCursorMode(mode)
	}
}
