package ui

import "github.com/inkyblackness/imgui-go/v4"

// Palette is a theme's colours. Text and Dim on Panel have a contrast of 4.5:1
// or better (WCAG AA).
type Palette struct {
	Ground, Panel, Line      imgui.Vec4 // behind everything; panels; rules between them
	Frame, FrameHot, FrameOn imgui.Vec4 // buttons and fields: idle, hovered, pressed
	Text, Dim                imgui.Vec4
	Accent, AccentHot        imgui.Vec4 // the one thing to press next, and what is selected
	OnAccent                 imgui.Vec4 // text on Accent
	Warn, Bad, Good          imgui.Vec4
}

// Dark returns the dark theme: neutral ground, one accent.
func Dark() Palette {
	return Palette{
		Ground:    rgb(0x17191c),
		Panel:     rgb(0x202327),
		Line:      rgb(0x3b4047),
		Frame:     rgb(0x2d3137),
		FrameHot:  rgb(0x3a4048),
		FrameOn:   rgb(0x474e58),
		Text:      rgb(0xe6e8eb),
		Dim:       rgb(0xa2a9b3),
		Accent:    rgb(0x4aa3df),
		AccentHot: rgb(0x6bb8ec),
		OnAccent:  rgb(0x0b1a26),
		Warn:      rgb(0xe69f00),
		Bad:       rgb(0xff7a5c),
		Good:      rgb(0x3ecf9a),
	}
}

func rgb(hex uint32) imgui.Vec4 {
	return imgui.Vec4{X: float32(hex>>16&255) / 255, Y: float32(hex>>8&255) / 255, Z: float32(hex&255) / 255, W: 1}
}

// Fade returns the colour with its opacity multiplied by a.
func Fade(v imgui.Vec4, a float32) imgui.Vec4 { v.W *= a; return v }

// applyTheme sets colours and sizes of the current imgui context. It must run
// once a context, because scaling multiplies what is there.
func applyTheme(p Palette, scale float32) {
	imgui.StyleColorsDark()
	s := imgui.CurrentStyle()
	s.SetWindowPadding(imgui.Vec2{X: 10, Y: 8})
	s.SetFramePadding(imgui.Vec2{X: 8, Y: 4})
	s.SetItemSpacing(imgui.Vec2{X: 8, Y: 6})
	s.SetItemInnerSpacing(imgui.Vec2{X: 6, Y: 4})
	s.SetCellPadding(imgui.Vec2{X: 6, Y: 3})
	s.SetIndentSpacing(16)
	s.SetScrollbarSize(12)
	s.SetGrabMinSize(10)
	s.SetWindowRounding(0)
	s.SetChildRounding(4)
	s.SetPopupRounding(4)
	s.SetFrameRounding(4)
	s.SetGrabRounding(3)
	s.SetTabRounding(4)
	s.SetWindowBorderSize(0)
	s.SetChildBorderSize(1)
	s.SetFrameBorderSize(0)
	for id, c := range map[imgui.StyleColorID]imgui.Vec4{
		imgui.StyleColorText:                 p.Text,
		imgui.StyleColorTextDisabled:         p.Dim,
		imgui.StyleColorWindowBg:             p.Panel,
		imgui.StyleColorChildBg:              Fade(p.Ground, 0),
		imgui.StyleColorPopupBg:              p.Panel,
		imgui.StyleColorBorder:               p.Line,
		imgui.StyleColorFrameBg:              p.Frame,
		imgui.StyleColorFrameBgHovered:       p.FrameHot,
		imgui.StyleColorFrameBgActive:        p.FrameOn,
		imgui.StyleColorTitleBg:              p.Ground,
		imgui.StyleColorTitleBgActive:        p.Ground,
		imgui.StyleColorMenuBarBg:            p.Ground,
		imgui.StyleColorScrollbarBg:          Fade(p.Ground, 0),
		imgui.StyleColorScrollbarGrab:        p.FrameHot,
		imgui.StyleColorScrollbarGrabHovered: p.FrameOn,
		imgui.StyleColorScrollbarGrabActive:  p.Accent,
		imgui.StyleColorCheckMark:            p.Accent,
		imgui.StyleColorSliderGrab:           p.Accent,
		imgui.StyleColorSliderGrabActive:     p.AccentHot,
		imgui.StyleColorButton:               p.Frame,
		imgui.StyleColorButtonHovered:        p.FrameHot,
		imgui.StyleColorButtonActive:         p.FrameOn,
		imgui.StyleColorHeader:               Fade(p.Accent, 0.30),
		imgui.StyleColorHeaderHovered:        Fade(p.Accent, 0.22),
		imgui.StyleColorHeaderActive:         Fade(p.Accent, 0.42),
		imgui.StyleColorSeparator:            p.Line,
		imgui.StyleColorSeparatorHovered:     p.Accent,
		imgui.StyleColorSeparatorActive:      p.AccentHot,
		imgui.StyleColorTab:                  p.Panel,
		imgui.StyleColorTabHovered:           p.FrameHot,
		imgui.StyleColorTabActive:            p.Frame,
		imgui.StyleColorTabUnfocused:         p.Panel,
		imgui.StyleColorTabUnfocusedActive:   p.Frame,
		imgui.StyleColorPlotLines:            p.Accent,
		imgui.StyleColorPlotHistogram:        p.Accent,
		imgui.StyleColorTableHeaderBg:        p.Frame,
		imgui.StyleColorTableBorderStrong:    p.Line,
		imgui.StyleColorTableBorderLight:     Fade(p.Line, 0.6),
		imgui.StyleColorTableRowBgAlt:        Fade(p.Text, 0.03),
		imgui.StyleColorTextSelectedBg:       Fade(p.Accent, 0.35),
		imgui.StyleColorNavHighlight:         p.Accent,
		imgui.StyleColorModalWindowDarkening: Fade(p.Ground, 0.6),
	} {
		s.SetColor(id, c)
	}
	s.ScaleAllSizes(scale)
}
