package ui

import "github.com/inkyblackness/imgui-go/v4"

// Key names a key by its place or meaning. Pass it to imgui.IsKeyPressed and
// its kin as int(k).
type Key int

// The keys that panels can use. Letters and digits are in order, so that
// KeyA+Key(r-'a') is a letter's key.
const (
	KeyNone Key = iota
	KeyA
	KeyB
	KeyC
	KeyD
	KeyE
	KeyF
	KeyG
	KeyH
	KeyI
	KeyJ
	KeyK
	KeyL
	KeyM
	KeyN
	KeyO
	KeyP
	KeyQ
	KeyR
	KeyS
	KeyT
	KeyU
	KeyV
	KeyW
	KeyX
	KeyY
	KeyZ
	Key0
	Key1
	Key2
	Key3
	Key4
	Key5
	Key6
	Key7
	Key8
	Key9
	KeyF1
	KeyF2
	KeyF3
	KeyF4
	KeyF5
	KeyF6
	KeyF7
	KeyF8
	KeyF9
	KeyF10
	KeyF11
	KeyF12
	KeyTab
	KeyLeft
	KeyRight
	KeyUp
	KeyDown
	KeyPageUp
	KeyPageDown
	KeyHome
	KeyEnd
	KeyInsert
	KeyDelete
	KeyBackspace
	KeySpace
	KeyEnter
	KeyKeypadEnter
	KeyEscape
	KeyComma
	KeyPeriod
	KeySlash
	KeyMinus
	KeyEqual
	KeyLeftBracket
	KeyRightBracket
	KeyBackquote
	KeyLeftCtrl
	KeyRightCtrl
	KeyLeftShift
	KeyRightShift
	KeyLeftAlt
	KeyRightAlt
	KeyLeftSuper
	KeyRightSuper
	KeyCount // how many there are, not a key
)

// navigation pairs imgui's own keys with ours.
var navigation = [...][2]int{
	{imgui.KeyTab, int(KeyTab)},
	{imgui.KeyLeftArrow, int(KeyLeft)},
	{imgui.KeyRightArrow, int(KeyRight)},
	{imgui.KeyUpArrow, int(KeyUp)},
	{imgui.KeyDownArrow, int(KeyDown)},
	{imgui.KeyPageUp, int(KeyPageUp)},
	{imgui.KeyPageDown, int(KeyPageDown)},
	{imgui.KeyHome, int(KeyHome)},
	{imgui.KeyEnd, int(KeyEnd)},
	{imgui.KeyInsert, int(KeyInsert)},
	{imgui.KeyDelete, int(KeyDelete)},
	{imgui.KeyBackspace, int(KeyBackspace)},
	{imgui.KeySpace, int(KeySpace)},
	{imgui.KeyEnter, int(KeyEnter)},
	{imgui.KeyEscape, int(KeyEscape)},
	{imgui.KeyKeyPadEnter, int(KeyKeypadEnter)},
	{imgui.KeyA, int(KeyA)},
	{imgui.KeyC, int(KeyC)},
	{imgui.KeyV, int(KeyV)},
	{imgui.KeyX, int(KeyX)},
	{imgui.KeyY, int(KeyY)},
	{imgui.KeyZ, int(KeyZ)},
}

// feedKeys tells imgui which keys went down and up. imgui knows held keys by
// their state, so only changes are passed on.
func (c *Context) feedKeys(io imgui.IO, keys []Key, unfocused bool) {
	var down [KeyCount]bool
	if !unfocused {
		for _, k := range keys {
			if k > KeyNone && k < KeyCount {
				down[k] = true
			}
		}
	}
	for k := range down {
		if down[k] == c.down[k] {
			continue
		}
		if down[k] {
			io.KeyPress(k)
		} else {
			io.KeyRelease(k)
		}
	}
	c.down = down
	io.KeyCtrl(int(KeyLeftCtrl), int(KeyRightCtrl))
	io.KeyShift(int(KeyLeftShift), int(KeyRightShift))
	io.KeyAlt(int(KeyLeftAlt), int(KeyRightAlt))
	io.KeySuper(int(KeyLeftSuper), int(KeyRightSuper))
}
