package rig

import "encoding/json"

// RecipeVersion is the version that this program writes.
const RecipeVersion = 1

// Mark is a role given by hand.
type Mark struct {
	Part Identity `json:"part"`
	Name string   `json:"name,omitempty"` // for the reader only
	Role Role     `json:"role"`
}

// HubOverride replaces figures of a fitted hub.
type HubOverride struct {
	Role   Role        `json:"role"`             // Rotor or TailRotor
	Hub    int         `json:"hub"`              // n-th hub of that role, from 0
	Center *[3]float64 `json:"center,omitempty"` // model space, metres
	Axle   *[3]float64 `json:"axle,omitempty"`   // model space; normalised
	Flip   bool        `json:"flip,omitempty"`   // turn the other way
}

// Recipe is what the user decided about a model, saved as X.recipe.json beside
// it. NewRecipe returns the defaults; the zero Recipe is not useful.
type Recipe struct {
	Version      int           `json:"version"`
	SrcFile      string        `json:"srcFile"` // relative to the recipe, with /
	OutGLB       string        `json:"outGlb"`
	Target       Target        `json:"target"`
	Orientation  Orientation   `json:"orientation"`
	Marks        []Mark        `json:"marks"`
	HubOverrides []HubOverride `json:"hubOverrides"`
	SpinSettings

	unknown map[string]json.RawMessage
}

// SpinSettings are the spec's fields for the model's own clip and the tracks,
// trails, recoil and wave rock that later versions bake.
type SpinSettings struct {
	Frames            int     `json:"frames"`
	AxisChoice        int     `json:"axisChoice"` // 0 auto, 1 X, 2 Y, 3 Z
	MinVerts          int     `json:"minVerts"`
	Degrees           float64 `json:"degrees"`
	UseSourceRig      bool    `json:"useSourceRig"`
	TreadAdvCells     int     `json:"treadAdvCells"`
	TreadCellsPerLink float64 `json:"treadCellsPerLink"`
	TrailSpreadDeg    float64 `json:"trailSpreadDeg"`
	TrailFrames       int     `json:"trailFrames"`
	GunPivot          float64 `json:"gunPivot"`
	GunDeployElev     float64 `json:"gunDeployElev"`
	RecoilDist        float64 `json:"recoilDist"`
	RecoilFrames      int     `json:"recoilFrames"`
	RecoilLead        int     `json:"recoilLead"`
	TracksStatic      bool    `json:"tracksStatic"`
	SpinEnabled       bool    `json:"spinEnabled"`
	WaveEnabled       bool    `json:"waveEnabled"`
	RockDegrees       float64 `json:"rockDegrees"`
	RockFrames        int     `json:"rockFrames"`
	RockAxisChoice    int     `json:"rockAxisChoice"`
	RockHeading       float64 `json:"rockHeading"`
	RockPitchDeg      float64 `json:"rockPitchDeg"`
	RockRollCycles    int     `json:"rockRollCycles"`
	RockPitchCycles   int     `json:"rockPitchCycles"`
	RockPitchPhase    float64 `json:"rockPitchPhase"`
}

// NewRecipe returns a recipe with every field at its default.
func NewRecipe() *Recipe {
	return &Recipe{Version: RecipeVersion, SpinSettings: SpinSettings{
		Frames: 15, MinVerts: 1, Degrees: -360, TreadAdvCells: 3, TreadCellsPerLink: 4, TrailSpreadDeg: 35, TrailFrames: 12,
		GunPivot: 0.5, RecoilFrames: 16, SpinEnabled: true, RockFrames: 120, RockPitchDeg: 2.4, RockRollCycles: 1,
		RockPitchCycles: 1, RockPitchPhase: 90,
	}}
}

// RecipePath returns where a model's recipe is kept: beside it, with the
// extension replaced by .recipe.json.
func RecipePath(modelPath string) string { return modelPath + ".recipe.json" }
