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
// now: the recipe was changed, or the model's file. It is empty while the rig is
// fresh, absent, or the source's own.
func (s *Session) RigStale() []string {
	why := rigStale(s.work)
	if g := s.work.Rigged; g != nil && g.Rig != nil && s.watch.behind() {
		why = append(why, "the model's file was changed on disk and has not been loaded again")
	}
	return why
}

func rigStale(w *Work) []string {
	g := w.Rigged
	if g == nil || g.Rig == nil || w.Recipe == nil || (w.Recipe == g.recipe && w.Parts == g.parts) {
		return nil
	}
	var why []string
	switch {
	case w.Parts == nil || g.parts == nil:
	case sameCut(w.Parts, g.parts):
		why = marksChanged(w.Parts, g.parts)
	default:
		why = append(why, "parts were split, merged or found anew after Generate")
	}
	now, then := w.Recipe, g.recipe
	if now.Orientation != then.Orientation {
		why = append(why, "Orientation was changed after Generate")
	}
	if scaleOf(now) != scaleOf(then) {
		why = append(why, "the unit scale was changed after Generate")
	}
	if now.Target != then.Target {
		why = append(why, "the target was changed after Generate")
	}
	if !reflect.DeepEqual(hubs(now), hubs(then)) {
		why = append(why, "a hub or hinge was changed by hand after Generate")
	}
	return append(why, settingsChanged(now, then)...)
}

// few says three of a list's reasons and how many more there are.
func few(why []string, more string) []string {
	const most = 3
	if len(why) <= most {
		return why
	}
	return append(why[:most:most], fmt.Sprintf("and %d more %s", len(why)-most, more))
}

func marksChanged(now, then *rig.Parts) (why []string) {
	for i := range now.Parts {
		if a, b := now.Parts[i].Role, then.Parts[i].Role; a != b {
			why = append(why, fmt.Sprintf("part %s was marked %s after Generate (the rig has it as %s)", now.Parts[i].Name, a, b))
		}
	}
	return few(why, "parts were marked")
}

// settingsChanged names the figures that are not those of the rig. What filters the
// part list makes no rig stale.
func settingsChanged(now, then *rig.Recipe) (why []string) {
	if now.SpinSettings == then.SpinSettings {
		return nil
	}
	for _, f := range RecipeFields() {
		if a, b := f.Get(now), f.Get(then); a != b && f.Group != GroupList {
			why = append(why, fmt.Sprintf("%s: %s is %s now, the rig has %s", f.Group, f.Label, f.Text(a), f.Text(b)))
		}
	}
	return few(why, "settings were changed")
}

func scaleOf(r *rig.Recipe) float64 {
	if r.Scale == 0 {
		return 1
	}
	return r.Scale
}

func hubs(r *rig.Recipe) []rig.HubOverride {
	if len(r.HubOverrides) == 0 {
		return nil
	}
	return r.HubOverrides
}
