package lab

import (
	"donorlab/internal/scene"
)

// Overlays are the helpers drawn with the model.
type Overlays struct {
	Bones  bool // joints and the lines between them
	Axes   bool // each bone's local axes: X red, Y green, Z blue
	Roles  bool // tint every part by its role
	Wire   bool // triangle edges
	Grid   bool // ground grid in metres
	Bounds bool // box of the whole model

	Names   bool // bones' names beside their joints; in the window only
	Normals bool // a short line along every vertex normal
}

// View is how the preview is looked at. It is not undoable.
type View struct {
	Camera   scene.Camera
	Overlays Overlays
	Look     Look
	MSAA     int  // samples of a picture: 1 or 4; zero means 4
	OnTile   bool // the model on its tile, as the entry's position, size and scale put it; see Session.Placement
	Helpers  bool // show collision helpers and parts marked Ignore, too
}

// DefaultView looks at the model's front left from a little above.
func DefaultView() View {
	return View{
		Camera:   scene.Camera{AzimuthDeg: 40, ElevationDeg: 15, Distance: 10},
		Overlays: Overlays{Grid: true},
		MSAA:     4,
	}
}

// View returns the preview's view; change it freely.
func (s *Session) View() *View { return &s.view }

// Clock returns the preview's clock; change it freely.
func (s *Session) Clock() *Clock { return &s.clock }

// Show says which stage of the work the preview shows.
type Show uint8

const (
	// ShowAuto is the source until a rig is generated, then the rig, and the
	// game's view while "Use donor animation clip" is ticked.
	ShowAuto   Show = iota
	ShowSource      // the file as it was loaded, with Orientation applied
	ShowRig         // what Generate made
	ShowGame        // the rebased rig with the donor's clip by index: what the game would show
)

// String returns the name for a menu.
func (v Show) String() string {
	return [...]string{"Automatic", "Source", "Rig", "As the game shows it"}[v%4]
}

// SetShow chooses what the preview shows.
func (s *Session) SetShow(v Show) { s.show = v }

// Shown returns what was chosen, and what is shown in fact: a stage that is not
// there yet falls back to the one before it.
func (s *Session) Shown() (chosen, actual Show) { return s.show, s.resolveShow() }

// ClipKind says where the base pose comes from.
type ClipKind uint8

const (
	ClipAuto  ClipKind = iota // the donor's clip in the game's view, else the model's first clip, else rest
	ClipRest                  // the rest pose
	ClipOwn                   // a clip of the shown model, by index
	ClipDonor                 // the donor's clip, channel i on joint i
)

// ClipRef names a clip. The zero ClipRef is the automatic choice.
type ClipRef struct {
	Kind  ClipKind
	Index int // of ClipOwn
}

// SetClip chooses the clip that the preview plays and rewinds to its start.
func (s *Session) SetClip(c ClipRef) {
	s.clip = c
	s.clock.Time = 0
	s.clock.From, s.clock.To = 0, 0
}

// Clip returns what was chosen.
func (s *Session) Clip() ClipRef { return s.clip }
