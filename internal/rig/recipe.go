package rig

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"donorlab/internal/scene"
)

// RecipeVersion is the version that this program writes.
const RecipeVersion = 1

// Limits of a recipe file: more is refused before it is looked at.
const (
	maxRecipeBytes = 8 << 20
	maxRecipeMarks = 100_000
	maxPathDepth   = 1024
)

// Mark is a role given by hand.
type Mark struct {
	Part Identity
	Name string // for the reader only
	Role Role
}

// HubOverride replaces figures of a fitted hub or hinge.
type HubOverride struct {
	Role   Role        // Rotor, TailRotor, Wheel, Turret, Gun or Trail
	Hub    int         // n-th of that role, from 0: Hinge.N; for rotors the order of Parts.Hubs
	Center *[3]float64 // model space, metres; nil: as fitted
	Axle   *[3]float64 // model space, any length but zero; nil: as fitted
	Flip   bool        // turn the other way
}

// Merge is a set of parts that the user made one row. The row's own identity is
// that of its first part, so that a mark of it outlives the merge.
type Merge struct {
	Name  string     `json:"name,omitempty"` // for the row and for the reader
	Parts []Identity `json:"parts"`          // two and more, in the order of the part list
}

// Recipe is what the user decided about a model, saved as X.recipe.json beside
// it. NewRecipe returns the defaults; the zero Recipe is not useful.
type Recipe struct {
	Version      int           `json:"version"`
	SrcFile      string        `json:"srcFile"` // relative to the recipe, with /
	OutGLB       string        `json:"outGlb"`  // empty: <source>_Spin.glb
	Target       Target        `json:"target"`
	Orientation  Orientation   `json:"modelRot"`
	Marks        []Mark        `json:"parts"`
	BoneMarks    []Mark        `json:"boneParts"` // marks of parts that are the vertices of one joint
	HubOverrides []HubOverride `json:"hubs"`
	Scale        float64       `json:"modelScale"`  // factor on the file's lengths, baked in before anything is measured; 0 counts as 1
	Splits       []Identity    `json:"splits"`      // nodes whose mesh is split into loose pieces by hand; only Path and Source count
	Merges       []Merge       `json:"merges"`      // rows made one by hand
	Hidden       []Identity    `json:"hidden"`      // parts hidden in the lab by hand; they are rigged and exported all the same
	MirrorMarks  bool          `json:"mirrorMarks"` // a mark by hand is meant for the mirrored partner too
	SpinSettings

	unknown map[string]json.RawMessage // top-level fields of other programs
}

// SpinSettings are the spec's fields for the model's own clip, tracks, trails,
// recoil and wave rock.
type SpinSettings struct {
	Frames            int     `json:"frames"`     // of the spin, 5..60
	AxisChoice        int     `json:"axisChoice"` // of wheels: 0 auto, 1 X, 2 Y, 3 Z
	MinVerts          int     `json:"minVerts"`   // filter of the part list, 1..2000
	Degrees           float64 `json:"degrees"`    // of the spin, -720..720
	UseSourceRig      bool    `json:"useSourceRig"`
	TreadAdvCells     int     `json:"treadAdvCells"`
	TreadCellsPerLink float64 `json:"treadCellsPerLink"`
	TrailSpreadDeg    float64 `json:"trailSpreadDeg"`
	TrailFrames       int     `json:"trailFrames"`
	GunPivot          float64 `json:"gunPivot"` // 0 breech .. 1 muzzle
	GunDeployElev     float64 `json:"gunDeployElev"`
	RecoilDist        float64 `json:"recoilDist"` // share of the tube's length
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
	return &Recipe{
		Version: RecipeVersion, Marks: []Mark{}, BoneMarks: []Mark{}, HubOverrides: []HubOverride{},
		Scale: 1, Splits: []Identity{}, Merges: []Merge{}, Hidden: []Identity{},
		SpinSettings: SpinSettings{
			Frames: 15, MinVerts: 1, Degrees: -360, TreadAdvCells: 3, TreadCellsPerLink: 4, TrailSpreadDeg: 35, TrailFrames: 12,
			GunPivot: 0.5, RecoilFrames: 16, SpinEnabled: true, RockFrames: 120, RockPitchDeg: 2.4, RockRollCycles: 1,
			RockPitchCycles: 1, RockPitchPhase: 90,
		},
	}
}

// RecipePath returns where a model's recipe is kept: beside it, with the
// extension replaced by .recipe.json.
func RecipePath(modelPath string) string {
	return strings.TrimSuffix(modelPath, filepath.Ext(modelPath)) + ".recipe.json"
}

// Clone returns a deep copy.
func (r *Recipe) Clone() *Recipe {
	c := *r
	c.Marks = cloneMarks(r.Marks)
	c.BoneMarks = cloneMarks(r.BoneMarks)
	c.HubOverrides = append([]HubOverride{}, r.HubOverrides...)
	for i := range c.HubOverrides {
		h := &c.HubOverrides[i]
		h.Center, h.Axle = cloneVec(h.Center), cloneVec(h.Axle)
	}
	c.Splits, c.Hidden = cloneIdentities(r.Splits), cloneIdentities(r.Hidden)
	c.Merges = append([]Merge{}, r.Merges...)
	for i := range c.Merges {
		c.Merges[i].Parts = cloneIdentities(c.Merges[i].Parts)
	}
	c.unknown = make(map[string]json.RawMessage, len(r.unknown))
	for k, v := range r.unknown {
		c.unknown[k] = bytes.Clone(v)
	}
	return &c
}

func cloneMarks(in []Mark) []Mark {
	out := append([]Mark{}, in...)
	for i := range out {
		out[i].Part.Path = append([]int{}, out[i].Part.Path...)
	}
	return out
}

func cloneVec(v *[3]float64) *[3]float64 {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

// SetMark gives a part a role by hand, replacing an earlier mark of the same
// part.
func (r *Recipe) SetMark(p *Part, role Role) {
	list := r.markList(p.ID)
	for i := range *list {
		if (*list)[i].Part.same(p.ID) {
			(*list)[i] = Mark{Part: p.ID, Name: p.Name, Role: role}
			return
		}
	}
	*list = append(*list, Mark{Part: p.ID, Name: p.Name, Role: role})
}

// ClearMark takes a part's mark away, so that the guess counts again. It
// reports whether there was one.
func (r *Recipe) ClearMark(p *Part) bool {
	list := r.markList(p.ID)
	for i := range *list {
		if (*list)[i].Part.same(p.ID) {
			*list = append((*list)[:i:i], (*list)[i+1:]...)
			return true
		}
	}
	return false
}

func (r *Recipe) markList(id Identity) *[]Mark {
	if id.Joint >= 0 {
		return &r.BoneMarks
	}
	return &r.Marks
}

// Override returns the override of the n-th hub of a role, nil for none.
func (r *Recipe) Override(role Role, n int) *HubOverride {
	for i := range r.HubOverrides {
		if h := &r.HubOverrides[i]; h.Role == role && h.Hub == n {
			return h
		}
	}
	return nil
}

// SetOverride replaces the override of that hub, or takes it away where it
// overrides nothing.
func (r *Recipe) SetOverride(o HubOverride) {
	keep := make([]HubOverride, 0, len(r.HubOverrides)+1)
	for _, h := range r.HubOverrides {
		if h.Role != o.Role || h.Hub != o.Hub {
			keep = append(keep, h)
		}
	}
	if o.Center != nil || o.Axle != nil || o.Flip {
		keep = append(keep, o)
	}
	r.HubOverrides = keep
}

// Encode writes the recipe as indented JSON. The same recipe gives the same
// bytes; fields that this version does not know come last, sorted.
func (r *Recipe) Encode() ([]byte, error) {
	c := *r
	if c.Marks == nil {
		c.Marks = []Mark{}
	}
	if c.BoneMarks == nil {
		c.BoneMarks = []Mark{}
	}
	if c.HubOverrides == nil {
		c.HubOverrides = []HubOverride{}
	}
	if c.Scale == 0 {
		c.Scale = 1
	}
	c.Splits, c.Hidden, c.Merges = cloneIdentities(c.Splits), cloneIdentities(c.Hidden), append([]Merge{}, c.Merges...)
	c.Version = RecipeVersion
	b, err := encodeWithUnknown(&c, r.unknown)
	if err != nil {
		return nil, &scene.Problem{Code: "RECIPE_UNWRITABLE", Message: fmt.Sprintf("the recipe cannot be written: %v", err), Err: err}
	}
	return b, nil
}

type savedMark struct {
	Name     string   `json:"name,omitempty"`
	Role     int      `json:"role"`
	RoleName string   `json:"roleName"` // for the reader; Role counts
	Part     Identity `json:"part"`
}

// MarshalJSON writes the role as its stable integer, with its name beside it.
func (m Mark) MarshalJSON() ([]byte, error) {
	if m.Part.Path == nil {
		m.Part.Path = []int{}
	}
	return json.Marshal(savedMark{Name: m.Name, Role: int(m.Role), RoleName: m.Role.String(), Part: m.Part})
}

// UnmarshalJSON reads the role from its integer or its name. Fields of the
// identity that are missing take the value that says "all".
func (m *Mark) UnmarshalJSON(b []byte) error {
	s := struct {
		Name string   `json:"name"`
		Role *Role    `json:"role"`
		Part Identity `json:"part"`
	}{Part: Identity{Primitive: -1, Piece: -1, Joint: -1}}
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if s.Role == nil {
		return fmt.Errorf("a mark has no role")
	}
	if len(s.Part.Path) > maxPathDepth {
		return fmt.Errorf("a part's path has %d steps; %d is the most", len(s.Part.Path), maxPathDepth)
	}
	*m = Mark{Part: s.Part, Name: s.Name, Role: *s.Role}
	return nil
}

type savedHub struct {
	Role     int         `json:"role"`
	RoleName string      `json:"roleName"`
	Hub      int         `json:"hub"`
	Center   *[3]float64 `json:"center,omitempty"`
	Axle     *[3]float64 `json:"axle,omitempty"`
	Flip     bool        `json:"flip,omitempty"`
}

// MarshalJSON writes the role as its stable integer, with its name beside it.
func (h HubOverride) MarshalJSON() ([]byte, error) {
	return json.Marshal(savedHub{int(h.Role), h.Role.String(), h.Hub, h.Center, h.Axle, h.Flip})
}

// UnmarshalJSON checks that the override is one of a role that turns and that
// its axle has a direction.
func (h *HubOverride) UnmarshalJSON(b []byte) error {
	var s struct {
		Role   Role        `json:"role"`
		Hub    int         `json:"hub"`
		Center *[3]float64 `json:"center"`
		Axle   *[3]float64 `json:"axle"`
		Flip   bool        `json:"flip"`
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if !s.Role.Hinged() {
		return fmt.Errorf("a hub's role is Wheel, Turret, Gun, Rotor, TailRotor or Trail, not %s", s.Role)
	}
	if s.Hub < 0 {
		return fmt.Errorf("hub %d: hubs are counted from 0", s.Hub)
	}
	if s.Axle != nil && *s.Axle == ([3]float64{}) {
		return fmt.Errorf("a hub's axle has no length")
	}
	*h = HubOverride{s.Role, s.Hub, s.Center, s.Axle, s.Flip}
	return nil
}
