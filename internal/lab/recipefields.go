package lab

import (
	"fmt"
	"math"

	"donorlab/internal/rig"
)

// RecipeField is one figure of a recipe as the window and the help show it: the
// recipe's own key, words, unit, range, and how to read and write it.
type RecipeField struct {
	Key      string // of the recipe's JSON
	Group    string // the foldout it belongs to
	Label    string
	Unit     string // "°", "frames", "m"; empty for plain numbers
	Min, Max float64
	Whole    bool      // no fractions
	Steps    []float64 // the only values there are, rising; nil for any
	Choices  []string  // words for 0, 1, 2 ...; nil for a number
	Switch   bool      // 0 is off, 1 on
	Tip      string
	Get      func(*rig.Recipe) float64
	Set      func(*rig.Recipe, float64)
}

// Groups of recipe fields, in the order of the foldouts.
const (
	GroupSpin   = "Spin"
	GroupWheels = "Wheels"
	GroupTrails = "Trails and deploy"
	GroupGun    = "Gun and recoil"
	GroupTracks = "Tracks"
	GroupRock   = "Wave rock"
	GroupList   = "" // of the part list
)

// Default is the field's value in a new recipe.
func (f *RecipeField) Default() float64 { return f.Get(rig.NewRecipe()) }

// Text is a value of the field in words.
func (f *RecipeField) Text(v float64) string {
	switch {
	case f.Switch && v != 0:
		return "on"
	case f.Switch:
		return "off"
	case f.Choices != nil:
		if i := int(v); i >= 0 && i < len(f.Choices) {
			return f.Choices[i]
		}
	case f.Unit == "°":
		return fmt.Sprintf("%.4g°", v)
	case f.Unit != "":
		return fmt.Sprintf("%.4g %s", v, f.Unit)
	}
	return fmt.Sprintf("%.4g", v)
}

// Fit brings a value into the field's range and onto its steps.
func (f *RecipeField) Fit(v float64) float64 {
	if math.IsNaN(v) {
		return f.Default()
	}
	v = min(max(v, f.Min), f.Max)
	if f.Whole || f.Switch || f.Choices != nil {
		v = math.Round(v)
	}
	if len(f.Steps) == 0 {
		return v
	}
	best := f.Steps[0]
	for _, s := range f.Steps {
		if math.Abs(s-v) < math.Abs(best-v) {
			best = s
		}
	}
	return best
}

// whole, number and onOff are fields of the kinds that Go's struct has.
func whole(key, group, label, unit string, lo, hi float64, tip string, at func(*rig.Recipe) *int) RecipeField {
	return RecipeField{Key: key, Group: group, Label: label, Unit: unit, Min: lo, Max: hi, Whole: true, Tip: tip,
		Get: func(r *rig.Recipe) float64 { return float64(*at(r)) },
		Set: func(r *rig.Recipe, v float64) { *at(r) = int(math.Round(v)) }}
}

func number(key, group, label, unit string, lo, hi float64, tip string, at func(*rig.Recipe) *float64) RecipeField {
	return RecipeField{Key: key, Group: group, Label: label, Unit: unit, Min: lo, Max: hi, Tip: tip,
		Get: func(r *rig.Recipe) float64 { return *at(r) },
		Set: func(r *rig.Recipe, v float64) { *at(r) = v }}
}

func onOff(key, group, label, tip string, at func(*rig.Recipe) *bool) RecipeField {
	return RecipeField{Key: key, Group: group, Label: label, Max: 1, Switch: true, Tip: tip,
		Get: func(r *rig.Recipe) float64 {
			if *at(r) {
				return 1
			}
			return 0
		},
		Set: func(r *rig.Recipe, v float64) { *at(r) = v != 0 }}
}

func (f RecipeField) choice(words ...string) RecipeField {
	f.Choices = words
	return f
}

// RecipeFields are all settings of a recipe, by foldout.
func RecipeFields() []RecipeField {
	cells := number("treadCellsPerLink", GroupTracks, "Cells per link", "", 0.25, 4, "Into how many moving cells a link of the track is cut; below 1 a cell has several links", func(r *rig.Recipe) *float64 { return &r.TreadCellsPerLink })
	cells.Steps = []float64{0.25, 0.5, 1, 2, 4}
	return []RecipeField{
		onOff("spinEnabled", GroupSpin, "Own spin clip", "Makes a clip in which wheels and rotors turn; frame 0 is the rest pose", func(r *rig.Recipe) *bool { return &r.SpinEnabled }),
		whole("frames", GroupSpin, "Length", "frames", 5, 60, "Frames of the spin clip, 30 a second; the loop closes after the last one", func(r *rig.Recipe) *int { return &r.Frames }),
		number("degrees", GroupSpin, "Turn", "°", -720, 720, "How far the largest wheel turns in the clip; smaller wheels turn further so that they roll without slip. Negative drives forwards, and turns rotors counter-clockwise seen from above", func(r *rig.Recipe) *float64 { return &r.Degrees }),

		whole("axisChoice", GroupWheels, "Axle", "", 0, 3, "The axis that wheels turn about. Auto fits it to the shape of each wheel", func(r *rig.Recipe) *int { return &r.AxisChoice }).choice("Auto, by shape", "X, across", "Y, up", "Z, along"),
		onOff("useSourceRig", GroupWheels, "Keep the model's own bones", "On a model that comes with a skeleton: marked bones turn about the bone's own axis nearest the axle, and the skeleton stays", func(r *rig.Recipe) *bool { return &r.UseSourceRig }),

		number("trailSpreadDeg", GroupTrails, "Spread", "°", -180, 180, "How far each trail leg swings outward when the gun is deployed", func(r *rig.Recipe) *float64 { return &r.TrailSpreadDeg }),
		whole("trailFrames", GroupTrails, "Deploy length", "frames", 1, 600, "Frames of the deploy clip, 30 a second", func(r *rig.Recipe) *int { return &r.TrailFrames }),
		number("gunDeployElev", GroupTrails, "Gun raise", "°", -90, 90, "How far the gun rises on the same frames; positive lifts the muzzle", func(r *rig.Recipe) *float64 { return &r.GunDeployElev }),

		number("gunPivot", GroupGun, "Gun pivot", "", 0, 1, "Where along the tube the gun turns: 0 at the breech, 1 at the muzzle. A howitzer has 0.25 to 0.4", func(r *rig.Recipe) *float64 { return &r.GunPivot }),
		number("recoilDist", GroupGun, "Recoil", "of the tube", 0, 1, "How far the barrel slides back as a share of its length; 0 makes no barrel bone", func(r *rig.Recipe) *float64 { return &r.RecoilDist }),
		whole("recoilFrames", GroupGun, "Recoil length", "frames", 1, 600, "Frames of the recoil; the first 15 % are the kick, the rest the return", func(r *rig.Recipe) *int { return &r.RecoilFrames }),
		whole("recoilLead", GroupGun, "Lead-in", "frames", 0, 600, "Frames of rest before the kick", func(r *rig.Recipe) *int { return &r.RecoilLead }),

		onOff("tracksStatic", GroupTracks, "Static tracks", "The links stay where they are and ride with the hull; wheels still turn", func(r *rig.Recipe) *bool { return &r.TracksStatic }),
		cells,
		whole("treadAdvCells", GroupTracks, "Advance", "cells", 1, 8, "How many cells the track moves on in one clip", func(r *rig.Recipe) *int { return &r.TreadAdvCells }),

		onOff("waveEnabled", GroupRock, "Rock on the waves", "For ships: the hull rolls and pitches in a loop about a bone of its own", func(r *rig.Recipe) *bool { return &r.WaveEnabled }),
		number("rockDegrees", GroupRock, "Roll", "°", -90, 90, "Largest roll to either side", func(r *rig.Recipe) *float64 { return &r.RockDegrees }),
		number("rockPitchDeg", GroupRock, "Pitch", "°", -90, 90, "Largest pitch up and down", func(r *rig.Recipe) *float64 { return &r.RockPitchDeg }),
		whole("rockRollCycles", GroupRock, "Roll cycles", "", 0, 64, "Whole rolls in the clip, so that it loops", func(r *rig.Recipe) *int { return &r.RockRollCycles }),
		whole("rockPitchCycles", GroupRock, "Pitch cycles", "", 0, 64, "Whole pitches in the clip, so that it loops", func(r *rig.Recipe) *int { return &r.RockPitchCycles }),
		number("rockPitchPhase", GroupRock, "Pitch phase", "°", -360, 360, "How far the pitch is ahead of the roll", func(r *rig.Recipe) *float64 { return &r.RockPitchPhase }),
		whole("rockFrames", GroupRock, "Length", "frames", 2, 6000, "Frames of the rocking clip, 24 a second", func(r *rig.Recipe) *int { return &r.RockFrames }),
		whole("rockAxisChoice", GroupRock, "Roll axis", "", 0, 3, "The axis of the roll; Auto takes the hull's longer horizontal side", func(r *rig.Recipe) *int { return &r.RockAxisChoice }).choice("Auto, the longer side", "X, across", "Y, up", "Z, along"),
		number("rockHeading", GroupRock, "Heading", "°", -360, 360, "Turns the roll axis about the vertical", func(r *rig.Recipe) *float64 { return &r.RockHeading }),

		whole("minVerts", GroupList, "At least", "vertices", 1, 2000, "Lists only parts with this many vertices and more; nothing else is changed by it", func(r *rig.Recipe) *int { return &r.MinVerts }),
	}
}

// FindRecipeField returns the field with a key.
func FindRecipeField(key string) (RecipeField, bool) {
	for _, f := range RecipeFields() {
		if f.Key == key {
			return f, true
		}
	}
	return RecipeField{}, false
}

// SetRecipeField changes one figure of the recipe. A drag is one undo step, until
// EndEdit.
func (s *Session) SetRecipeField(f *RecipeField, v float64) {
	v = f.Fit(v)
	if s.work.Recipe == nil || f.Get(s.work.Recipe) == v {
		return
	}
	s.EditRecipe(f.Label, "recipe "+f.Key, func(r *rig.Recipe) { f.Set(r, v) })
}
