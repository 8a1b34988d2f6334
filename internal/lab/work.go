package lab

import (
	"donorlab/internal/clip"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
	"donorlab/internal/watch"
)

// Document is what was opened and does not change by editing.
type Document struct {
	Ref    string       // path or sample ref as it was opened; "" for nothing
	Source *scene.Model // nil until something is opened
	Files  []string     // that it names beside itself, and that are watched with it

	seen watch.Sign // of its file, before it was read
}

// Work is everything that undo covers. It is immutable: an edit makes a new
// Work that shares what did not change. The zero Work has nothing open.
type Work struct {
	Recipe *rig.Recipe // marks, orientation, hub overrides; nil before anything is open
	Parts  *rig.Parts  // what Probe found, with the recipe's marks put in; nil where nothing could be probed
	Rigged *Rigged     // what Generate made, or the source's own rig; nil before
	Baked  *Baked      // the last bake; nil before
	Entry  *pack.Entry // the registry entry; nil before anything is open
	Donor  *Donor      // whose clip is flown; nil for none
	Hand   HandPose    // bones of the rig that were posed by hand

	Map    *world.Map      // that is flown over; nil is the first shipped one
	Orders *flight.Orders  // that a flight starts with; nil is those of the first shipped map
	Bones  *humanoid.Saved // bones of a walker that were set by hand; nil is what the file beside the model says
	dials  []dialEdit      // values of dial files that were set in the lab
}

// Rigged is a model with a skeleton, and what the game will make of it.
type Rigged struct {
	Rig     *rig.Rig     // what Generate answered; nil where the source came with its own rig
	Model   *scene.Model // before the rebase
	Rebased *scene.Model // after it: this is what is exported and what the game's view shows
	Report  rig.RebaseReport

	// Changes say how the bones differ from those of the rig before; nil for a first
	// rig.
	Changes []rig.BoneChange

	recipe *rig.Recipe // that Generate used: what staleness is measured against
	parts  *rig.Parts  // with the roles that Generate used
}

// Donor is a donor model with its clip made ready.
type Donor struct {
	Ref   string // path or sample ref
	Clip  *clip.Donor
	Model *scene.Model
	Files []string // that the model names beside itself
}

// Baked is a clip sampled onto the rebased rig.
type Baked struct {
	Model  *scene.Model // the rebased rig with the clip
	Clip   string       // the clip's name
	Report clip.BakeReport
	// Findings say where the clip is further off than was asked for.
	Findings []rig.Finding

	plain   *scene.Model // the same clip without the hand pose; nil where Model has none
	hand    HandPose     // that is in the clip
	rigged  *Rigged      // what it was baked from
	donor   *Donor
	opt     clip.BakeOptions
	sampled bool // by Bake; false for a spin clip, which has no rate
}

// Doc returns what is open. Its Source is nil when nothing is.
func (s *Session) Doc() Document { return s.doc }

// Work returns the undoable state as it is now. It must not be changed: use the
// commands.
func (s *Session) Work() *Work { return s.work }

// edit is how every command changes the work: it names the step, and steps with
// the same key that follow each other become one (a drag). change gets a copy
// whose fields it may replace, not alter.
func (s *Session) edit(name, key string, change func(*Work)) {
	after := *s.work
	change(&after)
	s.hist.do(step{name: name, key: key, before: s.work, after: &after})
	s.work = &after
}

// restore puts an earlier or later state back.
func (s *Session) restore(w *Work) {
	old, selected := s.work.Parts, s.selected
	s.restoreDials(s.work.dials, w.dials)
	s.work = w
	if !sameCut(old, w.Parts) {
		s.reselect(old, selected)
	}
}
