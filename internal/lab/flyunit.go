package lab

import (
	"fmt"

	"donorlab/internal/dials"
	"donorlab/internal/flight"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
)

// FlightPrefs are the settings of flights that settings.json keeps.
type FlightPrefs struct {
	Dials       string              `json:"dials,omitempty"`       // the config folder with the dial files; empty keeps dials in memory
	ModelFirst  bool                `json:"modelFirst,omitempty"`  // the newer precedence of turn ease: model, category, global
	PerModelHug bool                `json:"perModelHug,omitempty"` // read UnitLink's hug values
	Beyond      flight.Beyond       `json:"beyond,omitzero"`       // the lab's own additions, all off unless asked for
	Units       map[string]UnitLink `json:"units,omitempty"`       // by resourceName
}

// Rules are the settings of the dials' precedence.
func (p *FlightPrefs) Rules() dials.Rules {
	return dials.Rules{ModelFirst: p.ModelFirst, PerModelHug: p.PerModelHug}
}

// UnitLink is what is known of a unit beside its entry. The zero UnitLink says
// nothing.
type UnitLink struct {
	Category string  `json:"category,omitempty"` // by dials.Category's name; empty leaves it to the rig
	PivotDeg float64 `json:"pivotDeg,omitempty"` // smallest turn made on the spot; below 0 never, 0 says nothing

	// Read with FlightPrefs.PerModelHug; 0 and nil say nothing.
	HugRadius float64  `json:"hugRadius,omitempty"` // units
	HugEase   float64  `json:"hugEase,omitempty"`   // units a second
	HugOnly   []string `json:"hugOnly,omitempty"`
	HugSkip   []string `json:"hugSkip,omitempty"`
}

// FlyInput is all that decides how a unit flies.
type FlyInput struct {
	Entry     *pack.Entry // nil says nothing
	Category  dials.Category
	Link      UnitLink
	Rules     dials.Rules
	Beyond    flight.Beyond
	Turn, Hug *dials.Values // of haf_turnease.txt and haf_hugterrain.txt; nil for files that are not there
	Trim      *dials.Values // of haf_rotortrim.txt
}

// FlyFeel is all that is in force for a unit, each value with where it comes
// from and what it overrides.
type FlyFeel struct {
	dials.Feel
	Entry []dials.Effective // what only the entry says, in the order of flight's stages
}

// All returns the values in the order in which panels show them.
func (f *FlyFeel) All() []*dials.Effective {
	all := f.Feel.All()
	for i := range f.Entry {
		all = append(all, &f.Entry[i])
	}
	return all
}

// unit is what the entry and the link say.
func (in *FlyInput) unit() dials.Unit {
	u := dials.Unit{Category: in.Category, Pivot: in.Link.PivotDeg, HugRadius: in.Link.HugRadius, HugEase: in.Link.HugEase,
		HugOnly: in.Link.HugOnly, HugSkip: in.Link.HugSkip}
	if e := in.Entry; e != nil {
		u.TurnRate, u.TurnBank, u.HugDrop, u.HugLookahead = e.TurnRate, e.TurnBank, e.HugDrop, e.HugLookahead
	}
	return u
}

// ResolveFlight settles the precedence of dials and entry: the settings that a
// flight takes, and where each value comes from. Whether they can be flown says
// flight.Settings.Check.
func ResolveFlight(in FlyInput) (flight.Settings, FlyFeel) {
	f := FlyFeel{Feel: dials.Resolve(in.Turn, in.Hug, in.unit(), in.Rules)}
	s := flight.Settings{Scale: 1, Beyond: in.Beyond,
		TurnRateDeg: f.TurnRate.Num, TurnBankDeg: f.TurnBank.Num, PivotDeg: f.Pivot.Num,
		Hug: flight.Hug{Drop: f.HugDrop.Num, Lookahead: f.HugLookahead.Num, Ease: f.HugEase.Num, Cliff: f.HugCliff.Num,
			Radius: f.HugRadius.Num, Only: f.HugOnly.Words, Skip: f.HugSkip.Words}}
	if in.Trim != nil {
		s.Trims = in.Trim.Trims()
	}
	e := in.Entry
	if e == nil {
		return s, f
	}
	s.Position, s.Scale, s.CombatZ = [3]float64{e.Position.X, e.Position.Y, e.Position.Z}, e.Scale, e.CombatZ
	s.MoveTiltDeg, s.PhaseSpread = e.MoveTilt, e.AnimPhaseSpread
	s.Gun = flight.Gun{ElevDeg: e.GunElevMax, RiseS: e.GunElevRise, HoldS: e.GunElevHold, FallS: e.GunElevFall}
	say := func(name, key, unit string, v float64) {
		x := dials.Effective{Name: name, Unit: unit, Source: dials.Source{Origin: dials.FromModel, From: "entry " + key, Num: v}}
		if e.IsDefault(key) {
			x.Origin, x.From = dials.FromDefault, "entry "+key+" (default)"
		}
		f.Entry = append(f.Entry, x)
	}
	say("position right", "position", "units", e.Position.X)
	say("position forward", "position", "units", e.Position.Y)
	say("position up", "position", "units", e.Position.Z)
	say("combatZ", "combatZ", "units", e.CombatZ)
	say("moveTilt", "moveTilt", "deg", e.MoveTilt)
	say("gunElevMax", "gunElevMax", "deg", e.GunElevMax)
	say("size", "size", "units", e.Size)
	say("scale", "scale", "x", e.Scale)
	say("animPhaseSpread", "animPhaseSpread", "of the clip", e.AnimPhaseSpread)
	return s, f
}

// GuessCategory says what kind of unit a work is, by the roles of its rig or of
// its parts, and why.
func GuessCategory(w *Work) (dials.Category, string) {
	count := map[rig.Role]int{}
	switch {
	case w.Rigged != nil && w.Rigged.Rig != nil:
		for _, b := range w.Rigged.Rig.Bones {
			count[b.Role]++
		}
	case w.Parts != nil:
		for i := range w.Parts.Parts {
			count[w.Parts.Parts[i].Role]++
		}
	}
	// The marks that a donor's clip asks for may have hidden wheels and turret in
	// the body; rotors they never hide.
	switch {
	case count[rig.Rotor]+count[rig.TailRotor] > 0:
		return dials.Hover, "the rig has rotors"
	case count[rig.Turret] > 0:
		return dials.Turret, "the rig has a turret"
	case count[rig.Wheel]+count[rig.Caterpillar] > 0:
		return dials.Land, "the rig has wheels or tracks"
	}
	return dials.NoCategory, "the rig does not tell"
}

// categoryOf is the category that a link chooses, else the rig's.
func categoryOf(w *Work, link UnitLink) (dials.Category, string) {
	if c, ok := dials.ParseCategory(link.Category); ok && link.Category != "" {
		return c, "chosen by hand"
	}
	return GuessCategory(w)
}

// unitName is under which name a work's UnitLink is kept.
func unitName(w *Work) string {
	if w.Entry == nil {
		return ""
	}
	return w.Entry.ResourceName
}

// UnitLink returns what is kept of the open unit beside its entry.
func (s *Session) UnitLink() UnitLink { return s.settings.Flight.Units[unitName(s.work)] }

// SetUnitLink keeps what is known of the open unit beside its entry; the zero
// UnitLink forgets it. It is a setting, not undoable.
func (s *Session) SetUnitLink(l UnitLink) {
	p := &s.settings.Flight
	units := map[string]UnitLink{}
	for k, v := range p.Units {
		units[k] = v
	}
	units[unitName(s.work)] = l
	if l.isZero() {
		delete(units, unitName(s.work))
	}
	p.Units = units
	s.fly.stale = true
}

func (l *UnitLink) isZero() bool {
	return l.Category == "" && l.PivotDeg == 0 && l.HugRadius == 0 && l.HugEase == 0 && l.HugOnly == nil && l.HugSkip == nil
}

// Category returns the category by which the open unit turns, and why.
func (s *Session) Category() (dials.Category, string) { return categoryOf(s.work, s.UnitLink()) }

// SetCategory chooses the unit's category by hand; auto leaves it to the rig.
func (s *Session) SetCategory(c dials.Category, auto bool) {
	l := s.UnitLink()
	l.Category = c.String()
	if auto {
		l.Category = ""
	}
	s.SetUnitLink(l)
	s.Note(fmt.Sprintf("The unit turns as %s", c))
}

// SetFlightRules chooses the precedence of the dials, and SetBeyond the lab's
// own additions. Both are settings, not undoable.
func (s *Session) SetFlightRules(r dials.Rules) {
	s.settings.Flight.ModelFirst, s.settings.Flight.PerModelHug = r.ModelFirst, r.PerModelHug
	s.fly.stale = true
}

// SetBeyond chooses the lab's own additions to the game's rules. What cannot be
// flown is refused, and the last good ones stay.
func (s *Session) SetBeyond(b flight.Beyond) error {
	try := flight.Settings{Beyond: b}
	if err := try.Check(); err != nil {
		return s.Fail(err)
	}
	s.settings.Flight.Beyond = b
	s.fly.stale = true
	return nil
}

// Feel is all that is in force for the open unit now, with the origin of each
// value and what it overrides. The answer must not be changed.
func (s *Session) Feel() *FlyFeel {
	s.refreshFeel()
	return &s.fly.feel
}

// FlightSettings are the settings that the dials and the entry ask for now. A
// running flight has them from its next step on, unless they cannot be flown.
func (s *Session) FlightSettings() flight.Settings {
	s.refreshFeel()
	return s.fly.want.Clone()
}

// feelKey is what the feel was made of. Values and entries do not change.
type feelKey struct {
	entry     *pack.Entry
	rigged    *Rigged
	parts     *rig.Parts
	turn, hug *dials.Values
	trim      *dials.Values
}

// refreshFeel settles the precedence anew where something changed.
func (s *Session) refreshFeel() {
	d, k := s.Dials(), &s.fly
	key := feelKey{s.work.Entry, s.work.Rigged, s.work.Parts, d.Values(dials.TurnEaseFile), d.Values(dials.HugTerrainFile), d.Values(dials.RotorTrimFile)}
	if key == k.feelOf && !k.stale && k.feelMade {
		return
	}
	k.feelOf, k.stale, k.feelMade = key, false, true
	p := &s.settings.Flight
	link := s.UnitLink()
	c, _ := categoryOf(s.work, link)
	k.want, k.feel = ResolveFlight(FlyInput{Entry: key.entry, Category: c, Link: link, Rules: p.Rules(), Beyond: p.Beyond, Turn: key.turn, Hug: key.hug, Trim: key.trim})
	k.apply = true
}
