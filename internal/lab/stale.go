package lab

import (
	"fmt"
	"reflect"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// State says how a station of the way stands.
type State uint8

const (
	Blocked State = iota // cannot be done yet: Reason says what is missing
	Ready                // can be done now
	Done                 // done, and still true
	Stale                // done, but something before it has changed since: Reason says what
)

// Station is one stop on the data's way, as the window marks it.
type Station struct {
	Name   string // "Generate rig"
	State  State
	Reason string // in words, for the grey text beside the button; empty for Ready and Done
	Next   bool   // the next button to press: one station at most
}

// The stations' places in Stations.
const (
	StationLoad = iota
	StationMark
	StationGenerate
	StationFly // rebase, contract, and the donor's clip
	StationBake
	StationEntry
	StationExport
	stationCount
)

// Stations says how each station of the way stands and which one is next.
func (s *Session) Stations() [stationCount]Station {
	w := s.work
	st := [stationCount]Station{
		StationLoad: {Name: "Load"}, StationMark: {Name: "Mark parts"}, StationGenerate: {Name: "Generate rig"},
		StationFly: {Name: "Fly by the donor's clip"}, StationBake: {Name: "Bake"}, StationEntry: {Name: "Registry entry"},
		StationExport: {Name: "Export pack"},
	}
	set := func(i int, state State, reason string) { st[i].State, st[i].Reason = state, reason }
	if s.doc.Source == nil {
		set(StationLoad, Ready, "")
		for i := StationMark; i < stationCount; i++ {
			set(i, Blocked, "open a model first")
		}
		st[StationLoad].Next = true
		return st
	}
	set(StationLoad, Done, "")
	if w.Parts == nil && s.Busy("probe") {
		set(StationMark, Blocked, "the parts are being found")
	} else if w.Parts == nil {
		set(StationMark, Blocked, "the model has no parts that can be told apart")
	} else {
		set(StationMark, Done, "")
	}
	rigWhy := s.RigStale()
	switch {
	case w.Rigged == nil:
		set(StationGenerate, Ready, "")
	case len(rigWhy) > 0:
		set(StationGenerate, Stale, rigWhy[0])
	default:
		set(StationGenerate, Done, "")
	}
	noRig := "there is no rig yet: press Generate rig"
	if w.Rigged == nil {
		set(StationFly, Blocked, noRig)
		set(StationBake, Blocked, noRig)
	} else {
		s.flyStation(&st[StationFly])
		switch why := s.BakeStale(); {
		case w.Baked == nil:
			set(StationBake, Ready, "")
		case why != "":
			set(StationBake, Stale, why)
		default:
			set(StationBake, Done, "")
		}
	}
	set(StationEntry, Done, "")
	for _, p := range s.ValidateEntry() {
		if p.Severity == scene.Error {
			set(StationEntry, Blocked, p.Message)
			break
		}
	}
	switch why := s.ExportStale(); {
	case st[StationEntry].State == Blocked:
		set(StationExport, Blocked, st[StationEntry].Reason)
	case w.Rigged == nil:
		set(StationExport, Blocked, noRig)
	case s.exported == nil:
		set(StationExport, Ready, "")
	case why != "":
		set(StationExport, Stale, why)
	default:
		set(StationExport, Done, "")
	}
	for _, i := range []int{StationGenerate, StationFly, StationExport} {
		if st[i].State == Ready || st[i].State == Stale {
			st[i].Next = true
			break
		}
	}
	return st
}

// flyStation is done when the donor's clip is used and the contract holds.
func (s *Session) flyStation(st *Station) {
	r, ok := s.Contract()
	switch {
	case !ok:
		st.State, st.Reason = Blocked, "no donor is loaded"
	case !s.UseDonorClip() && s.work.Recipe != nil && s.work.Recipe.Target == rig.DonorGunship:
		st.State = Ready
	case s.UseDonorClip() && !r.OK:
		st.State, st.Reason = Stale, r.Findings[0].Message
	default:
		st.State = Done
	}
}

// RigStale says why the generated rig no longer is what Generate would make
// now. It is empty while the rig is fresh, absent, or the source's own.
func (s *Session) RigStale() []string { return rigStale(s.work) }

func rigStale(w *Work) []string {
	g := w.Rigged
	if g == nil || g.Rig == nil || w.Recipe == nil || (w.Recipe == g.recipe && w.Parts == g.parts) {
		return nil
	}
	var why []string
	if w.Parts != nil && g.parts != nil && len(w.Parts.Parts) == len(g.parts.Parts) {
		const most = 3
		n := 0
		for i := range w.Parts.Parts {
			a, b := w.Parts.Parts[i].Role, g.parts.Parts[i].Role
			if a == b {
				continue
			}
			if n++; n <= most {
				why = append(why, fmt.Sprintf("part %s was marked %s after Generate (the rig has it as %s)", w.Parts.Parts[i].Name, a, b))
			}
		}
		if n > most {
			why = append(why, fmt.Sprintf("and %d more parts were marked", n-most))
		}
	} else if w.Parts != g.parts {
		why = append(why, "the parts were probed again after Generate")
	}
	if w.Recipe.Orientation != g.recipe.Orientation {
		why = append(why, "Orientation was changed after Generate")
	}
	if w.Recipe.Target != g.recipe.Target {
		why = append(why, "the target was changed after Generate")
	}
	if !reflect.DeepEqual(hubs(w.Recipe), hubs(g.recipe)) {
		why = append(why, "a hub was changed by hand after Generate")
	}
	if w.Recipe.SpinSettings != g.recipe.SpinSettings {
		why = append(why, "the spin settings were changed after Generate")
	}
	return why
}

func hubs(r *rig.Recipe) []rig.HubOverride {
	if len(r.HubOverrides) == 0 {
		return nil
	}
	return r.HubOverrides
}
