package lab

import (
	"fmt"
	"reflect"

	"donorlab/internal/rig"
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
