package ui

import (
	"image"
	"os"
	"unsafe"

	"github.com/inkyblackness/imgui-go/v4"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// Fonts are the faces of the window. Regular is imgui's default.
type Fonts struct {
	Regular imgui.Font
	Bold    imgui.Font
	Mono    imgui.Font
	Small   imgui.Font // Regular, 12 px at scale 1
}

// Type sizes in pixels at scale 1.
const (
	textSize  = 15
	smallSize = 12
)

// fallbackFonts are looked for in this order, for glyphs that the Go faces
// lack. Without any of them such glyphs show as the replacement mark.
var fallbackFonts = []string{
	"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
	"/usr/share/fonts/TTF/DejaVuSans.ttf",
	"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
	"/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
	"/System/Library/Fonts/Apple Symbols.ttf",
	"C:\\Windows\\Fonts\\seguisym.ttf",
}

// loadFonts fills imgui's atlas at the scale and returns its picture. Every
// glyph costs time at the start of the program: Bold and Small, which show the
// lab's own words, have fewer than Regular and Mono, which show those of files.
func loadFonts(io imgui.IO, scale float32) (Fonts, *image.NRGBA) {
	atlas := io.Fonts()
	text := glyphRanges([2]rune{0x20, 0x17f}, [2]rune{0x2010, 0x2044}, [2]rune{0x370, 0x3ff}, [2]rune{0x400, 0x45f}, [2]rune{0x2190, 0x2195})
	short := glyphRanges([2]rune{0x20, 0x17f}, [2]rune{0x2010, 0x2044}, [2]rune{0x2190, 0x2195})
	symbols := glyphRanges([2]rune{0x2190, 0x21bb}, [2]rune{0x2200, 0x2265}, [2]rune{0x23e9, 0x23fa}, [2]rune{0x25a0, 0x25cf},
		[2]rune{0x26a0, 0x26a1}, [2]rune{0x2713, 0x2717})
	defer text.Free()
	defer short.Free()
	defer symbols.Free()
	add := func(ttf []byte, size float32, ranges imgui.AllocatedGlyphRanges) imgui.Font {
		config := imgui.NewFontConfig()
		defer config.Delete()
		config.SetOversampleV(1)
		return atlas.AddFontFromMemoryTTFV(ttf, size*scale, config, ranges.GlyphRanges)
	}
	// merge adds what the face that was added last lacks.
	merge := func(ttf []byte, size float32) {
		if ttf == nil {
			return
		}
		config := imgui.NewFontConfig()
		defer config.Delete()
		config.SetMergeMode(true)
		config.SetOversampleH(1)
		config.SetOversampleV(1)
		atlas.AddFontFromMemoryTTFV(ttf, size*scale, config, symbols.GlyphRanges)
	}
	fallback := readFirst(fallbackFonts)
	var fonts Fonts
	fonts.Regular = add(goregular.TTF, textSize, text)
	merge(fallback, textSize)
	fonts.Mono = add(gomono.TTF, textSize, text)
	merge(fallback, textSize)
	fonts.Bold = add(gobold.TTF, textSize, short)
	fonts.Small = add(goregular.TTF, smallSize, short)
	a := atlas.TextureDataAlpha8()
	atlas.SetTextureID(TextureFont)
	alpha := unsafe.Slice((*uint8)(a.Pixels), a.Width*a.Height)
	img := image.NewNRGBA(image.Rect(0, 0, a.Width, a.Height))
	for i, v := range alpha {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = 255, 255, 255, v
	}
	return fonts, img
}

func glyphRanges(ranges ...[2]rune) imgui.AllocatedGlyphRanges {
	var b imgui.GlyphRangesBuilder
	for _, r := range ranges {
		b.Add(r[0], r[1])
	}
	return b.Build()
}

func readFirst(paths []string) []byte {
	for _, p := range paths {
		if data, err := os.ReadFile(p); err == nil {
			return data
		}
	}
	return nil
}
