package samples

import (
	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// material indexes the materials that all machines share.
type material int

const (
	matBody    material = iota // radar-absorbing paint, with the livery
	matPanel                   // lighter panels and edges
	matDark                    // intakes, ducts, wells, soot
	matGlass                   // canopy
	matFrame                   // canopy frames, antennas
	matMetal                   // bare metal
	matRubber                  // tyres
	matBlade                   // rotor blades
	matTip                     // yellow blade tips
	matCockpit                 // seats, panels, crew
	matLamp                    // screens and formation lights
	matRed                     // port light
	matGreen                   // starboard light
	matOlive                   // the donor gunship's paint
	matSand                    // its second colour
	materialCount
)

// palette returns the materials in the order of the constants.
func palette() []scene.Material {
	m := make([]scene.Material, materialCount)
	set := func(k material, name string, r, g, b, metallic, roughness float32) *scene.Material {
		m[k] = scene.DefaultMaterial()
		m[k].Name = name
		m[k].BaseColor = mgl32.Vec4{r, g, b, 1}
		m[k].Metallic, m[k].Roughness = metallic, roughness
		return &m[k]
	}
	set(matBody, "Body_RadarGrey", 1, 1, 1, 0.15, 0.62)
	set(matPanel, "Panel_Light", 0.112, 0.120, 0.108, 0.15, 0.55)
	set(matDark, "Duct_Dark", 0.012, 0.013, 0.015, 0, 0.85)
	g := set(matGlass, "Canopy_Glass", 0.035, 0.042, 0.040, 0.1, 0.06)
	g.BaseColor[3] = 0.5
	g.AlphaMode = scene.Blend
	set(matFrame, "Frame_Black", 0.022, 0.024, 0.026, 0.2, 0.5)
	set(matMetal, "Bare_Metal", 0.36, 0.36, 0.35, 0.9, 0.34)
	set(matRubber, "Rubber", 0.014, 0.014, 0.014, 0, 0.9)
	set(matBlade, "Blade", 0.026, 0.028, 0.030, 0.05, 0.55)
	set(matTip, "Blade_Tip", 0.62, 0.42, 0.02, 0, 0.5)
	set(matCockpit, "Cockpit", 0.055, 0.062, 0.050, 0, 0.8)
	set(matOlive, "Paint_Olive", 0.095, 0.105, 0.058, 0, 0.75)
	set(matSand, "Paint_Sand", 0.235, 0.200, 0.120, 0, 0.75)
	lamp := func(k material, name string, r, g, b float32) {
		set(k, name, r/4, g/4, b/4, 0, 0.4).Emissive = mgl32.Vec3{r, g, b}
	}
	lamp(matLamp, "Formation_Light", 0.30, 0.55, 0.22)
	lamp(matRed, "Nav_Red", 0.9, 0.04, 0.02)
	lamp(matGreen, "Nav_Green", 0.03, 0.8, 0.18)
	return m
}
