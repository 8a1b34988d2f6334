package panels

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/rig"
)

// hinges lists what will turn, with the fitted figures; those of the selected one
// can be dragged in the picture, typed here, and given back to the fit.
func (v *vehiclePanel) hinges(a *App, w *lab.Work) {
	list := a.s.Hinges()
	if w.Parts == nil || !a.section("vehicle/hinges", fmt.Sprintf("What turns (%d)", len(list)), true) {
		return
	}
	if len(list) == 0 {
		switch {
		case a.s.Busy("hinges", "probe"):
			a.dim("Fitting axles …")
		case w.Recipe.Target == rig.DonorGunship:
			a.dim("No rotor was found. Click the blades in the picture or in the list and press R (main) or L (tail).")
		default:
			a.dim("Nothing turns. Click a wheel, a turret or blades in the picture or in the list and press its letter.")
		}
		return
	}
	chosen := -1
	if h, ok := a.chosenHub(); ok {
		chosen = h.index
	}
	for i := range list {
		h := &list[i]
		red, green, blue := lab.RoleColor(h.Role)
		a.dot(imgui.Vec4{X: float32(red) / 255, Y: float32(green) / 255, Z: float32(blue) / 255, W: 1})
		imgui.SameLineV(0, a.px(2))
		label := fit(hingeText(list, i), imgui.ContentRegionAvail().X)
		if imgui.SelectableV(fmt.Sprintf("%s##hinge%d", label, i), i == chosen, 0, imgui.Vec2{}) {
			a.s.Select(h.Parts...)
			a.view.showPart(a)
		}
		a.named(fmt.Sprintf("hinge/%d", i), true)
		a.tip(h.Reason + "\nClick selects its parts; Move and Turn in the picture drag its centre and its axle.")
		if i == chosen {
			v.hinge(a, w, h)
		}
	}
}

// hingeText is a hinge in a line.
func hingeText(list []rig.Hinge, i int) string {
	h := &list[i]
	of, n := 0, 0
	for k := range list {
		if list[k].Role == h.Role && list[k].Kind == h.Kind {
			of++
			if k <= i {
				n++
			}
		}
	}
	text := h.Kind
	if of > 1 {
		text += fmt.Sprintf(" %d", n)
	}
	if h.Order > 1 && (h.Role == rig.Rotor || h.Role == rig.TailRotor) {
		text += fmt.Sprintf(", %d blades", h.Order)
	}
	if h.Tip == (mgl64.Vec3{}) {
		text += ", ø " + metres(2*h.Radius)
	} else {
		text += ", " + metres(h.Radius)
	}
	if h.ByHand {
		return text + ", by hand"
	}
	return text + fmt.Sprintf(", %.0f%%", h.Confidence*100)
}

// hinge edits a hinge's centre and axle by numbers.
func (v *vehiclePanel) hinge(a *App, w *lab.Work, h *rig.Hinge) {
	imgui.IndentV(a.px(14))
	defer imgui.UnindentV(a.px(14))
	o := overrideOf(w.Recipe, h.Role, h.N)
	center, axle := h.Center, h.Axle
	if o.Flip { // the recipe's axle is the one before it is turned round
		axle = axle.Mul(-1)
	}
	step := float32(max(h.Radius, 1e-3) * 0.005)
	edit := func(name, label, tip, format string, p mgl64.Vec3, speed float32, set func(*[3]float64)) {
		a.label(label, h.ByHand && (name == "center" && o.Center != nil || name == "axle" && o.Axle != nil))
		f := [3]float32{float32(p[0]), float32(p[1]), float32(p[2])}
		imgui.SetNextItemWidth(-1)
		if imgui.DragFloat3V("##hinge/"+name, &f, speed, -1e5, 1e5, format, 0) {
			set(&[3]float64{float64(f[0]), float64(f[1]), float64(f[2])})
			a.s.SetHub(o)
		}
		if imgui.IsItemDeactivatedAfterEdit() {
			a.s.EndEdit()
		}
		a.named("hinge/"+name, true)
		a.tip(tip + "\nWrites hubs of the recipe. Drag, or double-click to type.")
	}
	edit("center", "Centre, m", "Where it turns: left, up, forward of the model's origin, metres", figureFormat(h.Radius), center, step, func(p *[3]float64) { o.Center = p })
	edit("axle", "Axle", "The direction of its axle: left, up, forward; any length", "%.3f", axle, 0.002, func(p *[3]float64) {
		if mgl64.Vec3(*p).Len() > 1e-6 {
			o.Axle = p
		}
	})
	flip := o.Flip
	if a.check("hinge/flip", "Other way round", &flip, "Negates the axle: for what turns backwards") {
		o.Flip = flip
		a.s.SetHub(o)
		a.s.EndEdit()
	}
	imgui.SameLine()
	why := ""
	if o.Center == nil && o.Axle == nil {
		why = "it is as it was fitted from the shape"
	}
	if a.button("hinge/fitted", "As fitted", buttonLook{why: why, tip: fmt.Sprintf("Centre %.3f, axle %.3f again", h.FittedCenter, h.FittedAxle)}) {
		o.Center, o.Axle = nil, nil
		a.s.SetHub(o)
		a.s.EndEdit()
	}
	if k := mirrorOf(a, h); k >= 0 {
		imgui.SameLine()
		if a.button("hinge/mirror", "As its mirror", buttonLook{tip: "Take centre and axle of the wheel or leg on the other side"}) {
			m := a.s.Hinges()[k]
			// The middle lies between the two as they were fitted.
			c := [3]float64{h.FittedCenter[0] + m.FittedCenter[0] - m.Center[0], m.Center[1], m.Center[2]}
			x := mgl64.Vec3{-m.Axle[0], m.Axle[1], m.Axle[2]}
			if x.Dot(h.FittedAxle) < 0 {
				x = x.Mul(-1)
			}
			v := [3]float64(x)
			o.Center, o.Axle = &c, &v
			a.s.SetHub(o)
			a.s.EndEdit()
		}
	}
}

// mirrorOf is the hinge whose parts are the mirror images of another's, -1 for none.
func mirrorOf(a *App, h *rig.Hinge) int {
	parts := a.s.Work().Parts
	if len(h.Parts) == 0 || parts == nil || h.Parts[0] >= len(parts.Parts) {
		return -1
	}
	m := parts.Parts[h.Parts[0]].Mirror
	if m < 0 || slices.Contains(h.Parts, m) {
		return -1
	}
	return slices.IndexFunc(a.s.Hinges(), func(o rig.Hinge) bool { return o.Role == h.Role && slices.Contains(o.Parts, m) })
}

// overrideOf returns the recipe's override of the n-th hinge of a role.
func overrideOf(r *rig.Recipe, role rig.Role, n int) rig.HubOverride {
	if r != nil {
		if o := r.Override(role, n); o != nil {
			return *o
		}
	}
	return rig.HubOverride{Role: role, Hub: n}
}
