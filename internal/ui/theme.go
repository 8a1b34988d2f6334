package ui

import (
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// Palette is a theme's colours. Text and Dim on Ground, Panel and Frame, OnAccent
// on Accent and AccentHot, and Accent, Warn, Bad and Good on Panel have a contrast
// of 4.5:1 or better (WCAG AA).
type Palette struct {
	Ground, Panel, Line      imgui.Vec4 // behind everything; panels; rules between them
	Frame, FrameHot, FrameOn imgui.Vec4 // buttons and fields: idle, hovered, pressed
	Text, Dim                imgui.Vec4
	Accent, AccentHot        imgui.Vec4 // the one thing to press next, and what is selected
	OnAccent                 imgui.Vec4 // text on Accent
	Warn, Bad, Good          imgui.Vec4

	Light bool // dark text on light ground
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

// Light returns the light theme.
func Light() Palette {
	return Palette{
		Ground:    rgb(0xd9dce1),
		Panel:     rgb(0xf2f3f5),
		Line:      rgb(0xa9b0ba),
		Frame:     rgb(0xdfe2e7),
		FrameHot:  rgb(0xcfd4db),
		FrameOn:   rgb(0xbcc3cd),
		Text:      rgb(0x16191d),
		Dim:       rgb(0x4c5560),
		Accent:    rgb(0x0b63a5),
		AccentHot: rgb(0x0a5690),
		OnAccent:  rgb(0xffffff),
		Warn:      rgb(0x855300),
		Bad:       rgb(0xb1280f),
		Good:      rgb(0x00694a),
		Light:     true,
	}
}

// Contrast is the contrast ratio of two opaque colours, 1 to 21: WCAG 2.1,
// relative luminance of sRGB.
func Contrast(a, b imgui.Vec4) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(v imgui.Vec4) float64 {
	lin := func(c float32) float64 {
		if c <= 0.04045 {
			return float64(c) / 12.92
		}
		return math.Pow((float64(c)+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(v.X) + 0.7152*lin(v.Y) + 0.0722*lin(v.Z)
}

func rgb(hex uint32) imgui.Vec4 {
	return imgui.Vec4{X: float32(hex>>16&255) / 255, Y: float32(hex>>8&255) / 255, Z: float32(hex&255) / 255, W: 1}
}

// Fade returns the colour with its opacity multiplied by a.
func Fade(v imgui.Vec4, a float32) imgui.Vec4 { v.W *= a; return v }

// applySizes sets the sizes of the current imgui context. It must run once a
// context, because scaling multiplies what is there.
func applySizes(scale float32) {
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
	s.ScaleAllSizes(scale)
}

// applyColors sets the colours of the current imgui context.
func applyColors(p Palette) {
	imgui.StyleColorsDark()
	s := imgui.CurrentStyle()
	s.SetFrameBorderSize(0)
	if p.Light { // light fields on a light panel need an edge
		imgui.StyleColorsLight()
		s.SetFrameBorderSize(1)
	}
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
		imgui.StyleColorSliderGrab:           Fade(p.Accent, 0.45), // the figure below it can be read
		imgui.StyleColorSliderGrabActive:     Fade(p.AccentHot, 0.6),
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
}
