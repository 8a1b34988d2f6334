package window

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"donorlab/internal/ui"
)

// padRest is how far a stick may stand off its middle and still be at rest.
const padRest = 0.15

// pad reads the first gamepad whose layout is known.
func (w *window) pad() (p ui.Pad) {
	w.pads = ebiten.AppendGamepadIDs(w.pads[:0])
	for _, id := range w.pads {
		if !ebiten.IsStandardGamepadLayoutAvailable(id) {
			continue
		}
		axis := func(a ebiten.StandardGamepadAxis) float64 {
			v := ebiten.StandardGamepadAxisValue(id, a)
			if !(math.Abs(v) > padRest) {
				return 0
			}
			return math.Copysign((math.Abs(v)-padRest)/(1-padRest), v)
		}
		down := func(b ebiten.StandardGamepadButton) bool { return ebiten.IsStandardGamepadButtonPressed(id, b) }
		p.LeftX, p.LeftY = axis(ebiten.StandardGamepadAxisLeftStickHorizontal), -axis(ebiten.StandardGamepadAxisLeftStickVertical)
		p.RightX, p.RightY = axis(ebiten.StandardGamepadAxisRightStickHorizontal), -axis(ebiten.StandardGamepadAxisRightStickVertical)
		p.LeftTrigger = ebiten.StandardGamepadButtonValue(id, ebiten.StandardGamepadButtonFrontBottomLeft)
		p.RightTrigger = ebiten.StandardGamepadButtonValue(id, ebiten.StandardGamepadButtonFrontBottomRight)
		p.Jump, p.Crouch = down(ebiten.StandardGamepadButtonRightBottom), down(ebiten.StandardGamepadButtonRightRight)
		p.Float, p.Run = down(ebiten.StandardGamepadButtonRightTop), down(ebiten.StandardGamepadButtonFrontTopLeft)
		return p
	}
	return p
}
