package window

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// maxSide is the largest side of an image that every desktop GPU of the last
// ten years takes.
const maxSide = 8192

// chainKey names the textures that share one image: a shader has four images,
// a surface up to five textures with all their mip levels.
type chainKey [3]*draw.Texture

// chain is an image with mip chains stacked on top of each other.
type chain struct {
	image *ebiten.Image // nil without textures
	rect  [3][4]float32 // x, y of level 0; its width and height
	info  [3][4]float32 // levels, wrap S, wrap T, nearest
	used  bool          // since the last sweep
}

// chainSize returns the pixels that a chain takes from level 0 = first on.
// Level 0 stands at the left, the others in a column to its right, each with a
// little more room than it needs so that its place is a closed formula:
// y(k) = H - ceil(H/2^(k-1)) + k-1 for k = 1, 2, ...
func chainSize(levels []draw.Level) (w, h int) {
	w, h = levels[0].W, levels[0].H
	if n := len(levels); n > 1 {
		w += levels[1].W
		h = max(h, levelY(h, n-1)+levels[n-1].H)
	}
	return w, h
}

func levelY(h, k int) int {
	p := 1 << (k - 1)
	return h - (h+p-1)/p + k - 1
}

// newChain packs and uploads the textures of a key. Levels that would make the
// image too large are left out from the top: the texture is blurred, not lost.
func newChain(key chainKey) *chain {
	c := &chain{used: true}
	var levels [3][]draw.Level
	for i, t := range key {
		if t != nil {
			levels[i] = t.Levels
		}
	}
	w, h := 0, 0
	for {
		w, h = 0, 0
		largest := -1
		for i := range levels {
			if len(levels[i]) == 0 {
				continue
			}
			lw, lh := chainSize(levels[i])
			w, h = max(w, lw), h+lh
			if largest < 0 || levels[i][0].W*levels[i][0].H > levels[largest][0].W*levels[largest][0].H {
				largest = i
			}
		}
		if (w <= maxSide && h <= maxSide) || len(levels[largest]) == 1 {
			break
		}
		levels[largest] = levels[largest][1:]
	}
	if w == 0 {
		return c
	}
	pix := make([]uint8, 4*w*h)
	y := 0
	for i, l := range levels {
		if len(l) == 0 {
			continue
		}
		put(pix, w, 0, y, l[0])
		for k := 1; k < len(l); k++ {
			put(pix, w, l[0].W, y+levelY(l[0].H, k), l[k])
		}
		t := key[i]
		nearest := float32(0)
		if t.Nearest {
			nearest = 1
		}
		c.rect[i] = [4]float32{0, float32(y), float32(l[0].W), float32(l[0].H)}
		c.info[i] = [4]float32{float32(len(l)), wrapMode(t.WrapS), wrapMode(t.WrapT), nearest}
		_, lh := chainSize(l)
		y += lh
	}
	// The bytes are not premultiplied; the shader knows, the engine does not look.
	c.image = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
	c.image.WritePixels(pix)
	return c
}

func put(pix []uint8, stride, x, y int, l draw.Level) {
	for row := range l.H {
		copy(pix[4*((y+row)*stride+x):][:4*l.W], l.Pix[4*row*l.W:])
	}
}

func wrapMode(w scene.Wrap) float32 {
	switch w {
	case scene.Clamp:
		return 1
	case scene.Mirror:
		return 2
	}
	return 0
}
