package dials

import (
	"math"
	"slices"
)

// Category is the kind of a unit, as the game's turn ease tells them apart.
type Category uint8

const (
	NoCategory Category = iota
	Human               // people, cavalry, animals
	Land                // land vehicles without a turret
	Turret              // land vehicles with one
	Hover               // helicopters and hovercraft
	Ship                //
	Plane               // fixed-wing aircraft and missiles
)

var categoryNames = [...]string{"none", "human", "land", "turret", "hover", "ship", "plane"}

// String returns the category's name, which is also its key in haf_turnease.txt
// where it has one.
func (c Category) String() string {
	if int(c) < len(categoryNames) {
		return categoryNames[c]
	}
	return "?"
}

// Categories returns all categories in order.
func Categories() []Category { return []Category{NoCategory, Human, Land, Turret, Hover, Ship, Plane} }

// ParseCategory returns the category of a name, and whether there is one.
func ParseCategory(name string) (Category, bool) {
	for i, n := range categoryNames {
		if n == name {
			return Category(i), true
		}
	}
	return NoCategory, false
}

// dial is the key of the category's turn rate, "" where it has none.
func (c Category) dial() string {
	if c >= Human && c <= Ship {
		return c.String()
	}
	return ""
}

// bankDial is the key of the category's bank, "" where it has none.
func (c Category) bankDial() string {
	switch c {
	case Hover:
		return "hoverbank"
	case Ship:
		return "shipbank"
	}
	return ""
}

// Unit is what a model's entry says of a unit, in the entry's units. The zero Unit
// says nothing.
type Unit struct {
	Category     Category
	TurnRate     float64 // turnRate, deg/s; 0 says nothing
	TurnBank     float64 // turnBank, deg; 0 says nothing
	HugDrop      float64 // hugDrop, units, negative; 0 says nothing
	HugLookahead float64 // hugLookahead, units; goes with HugDrop

	// Pivot is the unit's own threshold in deg for turning on the spot before it
	// moves; below 0 it never does, 0 says nothing.
	Pivot float64

	// What the game cannot say by model yet; read where Rules.PerModelHug is on.
	HugRadius, HugEase float64 // units, units/s; 0 says nothing
	HugOnly, HugSkip   []string
}

// Rules are the settings of the precedence. The zero Rules are the seed's.
type Rules struct {
	// ModelFirst takes the newer rule of the game's plugin for turn ease: model,
	// category, global rate, and planes only by their model. Without it a dial that
	// is not zero wins over the model.
	ModelFirst bool

	PerModelHug bool // reads a unit's own radius, ease, only and skip
}

// Origin says where a value comes from.
type Origin uint8

const (
	FromEngine  Origin = iota // the game's own behaviour: nobody says anything else
	FromDial                  // a dial file has it
	FromDefault               // the dial file's default: it does not have the key
	FromModel                 // the model's entry
	FromUnit                  // the unit's own link
)

var originNames = [...]string{"engine", "dial", "default", "model", "unit"}

// String returns "engine", "dial", "default", "model" or "unit".
func (o Origin) String() string {
	if int(o) < len(originNames) {
		return originNames[o]
	}
	return "?"
}

// MarshalText writes the origin as a word.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Source is a value with its origin.
type Source struct {
	Origin Origin   `json:"origin"`
	From   string   `json:"from"` // in words: "haf_turnease.txt hover", "entry turnRate"
	Num    float64  `json:"value"`
	Words  []string `json:"words,omitempty"` // of a list
}

// Effective is a value that is in force, with what it overrides.
type Effective struct {
	Name string `json:"name"` // "turnRate"
	Unit string `json:"unit,omitempty"`
	Source
	Overrides []Source `json:"overrides,omitempty"` // in the order in which they would serve instead
}

// Feel is all that is in force for a unit.
type Feel struct {
	TurnRate Effective // deg/s; 0 is the game's snap
	TurnBank Effective // deg
	Pivot    Effective // deg; 0 is never

	HugDrop, HugLookahead Effective // units; a drop of 0 is the game's own altitude
	HugRadius             Effective // units; 0 is 55 % of the measured tile spacing
	HugEase               Effective // units/s
	HugCliff              Effective // factor
	HugOnly, HugSkip      Effective // Words
}

// All returns the values in the order in which panels show them.
func (f *Feel) All() []*Effective {
	return []*Effective{&f.TurnRate, &f.TurnBank, &f.Pivot, &f.HugDrop, &f.HugLookahead, &f.HugRadius, &f.HugEase, &f.HugCliff, &f.HugOnly, &f.HugSkip}
}

// Resolve says what is in force for a unit, by the dial files for turn ease and
// terrain hug (nil for files that are not there) and the rules.
//
// Turn rate: a live dial that is not zero (the unit's category's, else the global
// rate), else the model's, else the game's snap. With ModelFirst: the model's, the
// category's, the global one; a plane has no dial but the model's.
//
// Bank: none without a turn rate. While a dial gives the turn rate, a dial's bank
// that is not zero goes before the model's; otherwise the model's goes first. The
// category's bank goes before the global one, and set to 0 it keeps the global one
// off, too. The global one is not for units that a category's rate turns.
//
// Terrain hug: a live drop that is not zero, which brings its own look-ahead, else
// the model's two, else the game's altitude. Radius, ease, cliff and the lists are
// the dial file's, since they describe the map.
func Resolve(turn, hug *Values, u Unit, r Rules) Feel {
	if turn == nil {
		turn = Defaults(TurnEase)
	}
	if hug == nil {
		hug = Defaults(HugTerrain)
	}
	f := Feel{}
	var by string
	f.TurnRate, by = turnRate(turn, u, r)
	f.TurnBank = turnBank(turn, u, r, by)
	f.Pivot = pivot(turn, u, f.TurnRate.Num)
	resolveHug(&f, hug, u, r)
	return f
}

// choice is a source that may say something.
type choice struct {
	Source
	live bool
	by   string // of a turn rate: whose it is
}

// choose takes the first choice that is live; the other live ones are overridden.
func choose(name, unit string, choices ...choice) Effective {
	e := Effective{Name: name, Unit: unit}
	found := false
	for _, c := range choices {
		switch {
		case !c.live:
		case !found:
			e.Source, found = c.Source, true
		case c.Origin != FromEngine:
			e.Overrides = append(e.Overrides, c.Source)
		}
	}
	return e
}

// usable reports whether a number of an entry is one that can be used.
func usable(v float64) bool { return v != 0 && math.Abs(v) <= Limit }

func model(key string, v float64, live bool) choice {
	return choice{Source: Source{Origin: FromModel, From: "entry " + key, Num: v}, live: live}
}

func engine(what string) choice {
	return choice{Source: Source{Origin: FromEngine, From: what}, live: true}
}

// nonzero is a dial that is live while it is not zero.
func nonzero(v *Values, key string) choice {
	c := always(v, key)
	c.live = key != "" && c.Num != 0
	return c
}

// always is what a file says, or its default.
func always(v *Values, key string) choice {
	i := v.spec.index(key)
	if i < 0 {
		return choice{}
	}
	c := choice{Source: Source{Origin: FromDefault, From: v.spec.File + " " + v.spec.Fields[i].Key + " (default)", Num: v.nums[i]}, live: true}
	if v.spec.Fields[i].Kind == List {
		c.Num, c.Words = 0, v.List(key)
	}
	switch like := v.spec.Fields[i].Like; {
	case v.set[i]:
		c.Origin, c.From = FromDial, v.spec.File+" "+v.spec.Fields[i].Key
	case like != "" && v.IsSet(like):
		c.Origin, c.From = FromDial, v.spec.File+" "+like
	}
	return c
}

// turnRate returns the rate and whose it is: "category", "global", "model" or "".
func turnRate(v *Values, u Unit, r Rules) (Effective, string) {
	category, global := nonzero(v, u.Category.dial()), nonzero(v, "rate")
	entry := model("turnRate", u.TurnRate, usable(u.TurnRate) && u.TurnRate > 0)
	category.by, global.by, entry.by = "category", "global", "model"
	order := []choice{category, global, entry, engine("the game's instant turn")}
	if r.ModelFirst {
		global.live = global.live && u.Category != Plane
		order = []choice{entry, category, global, order[3]}
	}
	return choose("turnRate", "deg/s", order...), order[slices.IndexFunc(order, func(c choice) bool { return c.live })].by
}

func turnBank(v *Values, u Unit, r Rules, by string) Effective {
	const name, unit = "turnBank", "deg"
	if by == "" {
		return choose(name, unit, engine("no bank without a turn rate"))
	}
	key := u.Category.bankDial()
	own, global := nonzero(v, key), nonzero(v, "bank")
	if by == "category" || key != "" && v.IsSet(key) && own.Num == 0 || own.live && own.From == global.From {
		global.live = false // not for these units, kept off, or the very same
	}
	entry, level := model("turnBank", u.TurnBank, usable(u.TurnBank)), engine("level turns")
	if by == "model" || r.ModelFirst {
		return choose(name, unit, entry, own, global, level)
	}
	return choose(name, unit, own, global, entry, level)
}

func pivot(v *Values, u Unit, rate float64) Effective {
	const name, unit = "pivot", "deg"
	if rate == 0 {
		return choose(name, unit, engine("no pivot without a turn rate"))
	}
	own := choice{Source: Source{Origin: FromUnit, From: "unit link turnPivot", Num: max(u.Pivot, 0)}, live: usable(u.Pivot)}
	if u.Category == Hover || u.Category == Plane {
		return choose(name, unit, own, engine("aircraft turn while they move"))
	}
	return choose(name, unit, own, always(v, "pivot"))
}

func resolveHug(f *Feel, v *Values, u Unit, r Rules) {
	live, entry := nonzero(v, "drop"), model("hugDrop", u.HugDrop, usable(u.HugDrop))
	f.HugDrop = choose("hugDrop", "units", live, entry, engine("the game's own altitude"))
	entryAhead := model("hugLookahead", u.HugLookahead, entry.live && u.HugLookahead >= 0 && u.HugLookahead <= Limit)
	switch {
	case live.live: // its own look-ahead comes with it, also where that is the default
		f.HugLookahead = choose("hugLookahead", "units", always(v, "lookahead"), entryAhead)
	case entryAhead.live:
		f.HugLookahead = choose("hugLookahead", "units", entryAhead)
	default:
		f.HugLookahead = choose("hugLookahead", "units", always(Defaults(v.spec), "lookahead"))
	}
	// Two orders: while the dials are live, they win, so that they can be tuned by.
	own := func(name, unit, key string, num float64, words []string, says bool) Effective {
		dial, mine := always(v, key), choice{Source: Source{Origin: FromModel, From: "entry " + name, Num: num, Words: words}, live: says && r.PerModelHug}
		if live.live && dial.Origin == FromDial {
			return choose(name, unit, dial, mine)
		}
		return choose(name, unit, mine, dial)
	}
	f.HugRadius = own("hugRadius", "units", "radius", u.HugRadius, nil, usable(u.HugRadius) && u.HugRadius > 0)
	f.HugEase = own("hugEase", "units/s", "ease", u.HugEase, nil, usable(u.HugEase) && u.HugEase > 0)
	f.HugCliff = own("hugCliff", "x", "cliff", 0, nil, false)
	f.HugOnly = own("hugOnly", "", "only", 0, u.HugOnly, u.HugOnly != nil)
	f.HugSkip = own("hugSkip", "", "skip", 0, u.HugSkip, u.HugSkip != nil)
}
