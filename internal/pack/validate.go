package pack

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"donorlab/internal/scene"
)

// Answer is what a Context knows about a thing. The zero Answer is Unknown.
type Answer uint8

const (
	Unknown Answer = iota // the check is skipped
	No
	Yes
)

// Known turns a bool into an Answer.
func Known(yes bool) Answer {
	if yes {
		return Yes
	}
	return No
}

// Context answers what a check needs to know from outside the entry. A nil
// function means that nothing is known, and its checks are skipped: a warning
// is never guessed.
type Context struct {
	PawnExists  func(pawnDescription string) Answer
	SoundExists func(file string) Answer
	SkinExists  func(file string) Answer
	// BoneMatches answers whether a bone of the entry's skeleton has the text in its name.
	BoneMatches func(e *Entry, part string) Answer
}

func (c Context) pawn(name string) Answer  { return ask(c.PawnExists, name) }
func (c Context) sound(file string) Answer { return ask(c.SoundExists, file) }
func (c Context) skin(file string) Answer  { return ask(c.SkinExists, file) }

func ask(f func(string) Answer, s string) Answer {
	if f == nil {
		return Unknown
	}
	return f(s)
}

// Validate checks one entry. Only an empty resource name or pawn is an error:
// such an entry cannot work. All else is a warning: the feature will not do what
// was meant, and the rest of the entry still loads. Pointers are the field's key.
func Validate(e *Entry, ctx Context) []scene.Problem {
	v := validator{e: e, ctx: ctx}
	v.identity()
	v.files()
	v.bones()
	v.texts()
	v.ranges()
	v.together()
	return v.found
}

// ValidatePack checks every entry and the pack's own fields, with pointers from
// the pack's root. Pack-level findings are warnings.
func ValidatePack(p *Pack, ctx Context) []scene.Problem {
	var out []scene.Problem
	warn := func(code, ptr, message, remedy string) {
		out = append(out, scene.Problem{Severity: scene.Warning, Code: code, Pointer: ptr, Message: message, Remedy: remedy})
	}
	if strings.TrimSpace(p.ModID) == "" {
		warn("MOD_ID_EMPTY", "/modId", "the pack has no mod id, so it is skipped when packs are merged", "give it a short name of its own")
	}
	first := map[string]int{}
	for i, e := range p.Models {
		for _, f := range Validate(e, ctx) {
			f.Pointer = fmt.Sprintf("/models/%d%s", i, f.Pointer)
			out = append(out, f)
		}
		pawn := identity(e)
		if k, twice := first[pawn]; twice && pawn != "" && !e.Disabled {
			warn("PAWN_TWICE", fmt.Sprintf("/models/%d/pawnDescription", i), fmt.Sprintf("%s already has entry %d; the first one wins", pawn, k), "delete or disable one of them")
		} else if !e.Disabled {
			first[pawn] = i
		}
	}
	return out
}

// identity is what tells entries apart: the pawn's name.
func identity(e *Entry) string { return strings.TrimSpace(e.PawnDescription) }

type validator struct {
	e     *Entry
	ctx   Context
	found []scene.Problem
}

func (v *validator) add(s scene.Severity, code, key, remedy, format string, args ...any) {
	v.found = append(v.found, scene.Problem{Severity: s, Code: code, Pointer: "/" + key, Message: fmt.Sprintf(format, args...), Remedy: remedy})
}

func (v *validator) warn(code, key, remedy, format string, args ...any) {
	v.add(scene.Warning, code, key, remedy, format, args...)
}

func (v *validator) identity() {
	if strings.TrimSpace(v.e.ResourceName) == "" {
		v.add(scene.Error, "RESOURCE_NAME_EMPTY", "resourceName", "name the model", "the entry has no resource name, so nothing can be loaded for it")
	}
	if msg := checkName(v.e.ResourceName); msg != "" {
		v.warn("RESOURCE_NAME_UNSAFE", "resourceName", "use letters, digits, - and _; the pack's files are called "+fileName(v.e.ResourceName), "the resource name %s", msg)
	}
	pawn := identity(v.e)
	if pawn == "" {
		v.add(scene.Error, "PAWN_EMPTY", "pawnDescription", "name the unit that wears the model", "the entry has no pawn, so no unit will ever wear it")
		return
	}
	switch v.ctx.pawn(pawn) {
	case No:
		v.warn("PAWN_UNKNOWN", "pawnDescription", "pick the pawn from the list", "the game has no pawn %q", pawn)
	case Unknown:
		if !endsInNumber(pawn) {
			v.warn("PAWN_SUFFIX", "pawnDescription", "end it as the game does, for example _01", "%q does not end in an underscore and two digits, as the game's pawns do, so it will match none", pawn)
		}
	}
}

func endsInNumber(s string) bool {
	n := len(s)
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	return n >= 3 && s[n-3] == '_' && digit(s[n-2]) && digit(s[n-1])
}

func (v *validator) files() {
	e := v.e
	for _, f := range []struct{ key, file string }{
		{"soundFile", e.SoundFile}, {"soundStartFile", e.SoundStartFile}, {"soundStopFile", e.SoundStopFile}, {"soundIdleFile", e.SoundIdleFile},
		{"soundAttackFile", e.SoundAttackFile}, {"soundDeathFile", e.SoundDeathFile}, {"soundBattleFile", e.SoundBattleFile},
	} {
		v.file(f.key, f.file, ".wav", "sounds", v.ctx.sound)
	}
	v.file("textureFile", e.TextureFile, ".png", "skins", v.ctx.skin)
}

func (v *validator) file(key, file, ext, folder string, exists func(string) Answer) {
	if file == "" {
		return
	}
	if !strings.HasSuffix(strings.ToLower(file), ext) {
		v.warn("FILE_KIND", key, "convert it to "+ext, "%q is not a %s file, which is all that the game reads here", file, ext)
	}
	if exists(file) == No {
		v.warn("FILE_MISSING", key, "put it into the pack's "+folder+" folder or correct the name", "%q is not in the pack's %s folder", file, folder)
	}
}

func (v *validator) bones() {
	if v.ctx.BoneMatches == nil {
		return
	}
	for _, b := range []struct{ key, part string }{
		{"turretBone", v.e.TurretBone}, {"muzzleBone", v.e.MuzzleBone}, {"handPropBone", v.e.HandPropBone},
	} {
		if b.part != "" && v.ctx.BoneMatches(v.e, b.part) == No {
			v.warn("BONE_UNKNOWN", b.key, "pick a bone of this model", "no bone of the model has %q in its name, so the field does nothing", b.part)
		}
	}
}

func (v *validator) texts() {
	e := v.e
	for _, f := range []struct{ key, text string }{{"muzzleOffset", e.MuzzleOffset}, {"handPropAngles", e.HandPropAngles}} {
		if _, ok := ParseTriple(f.text); !ok {
			v.warn("TEXT_NOT_TRIPLE", f.key, "write it as 0.5,1,0", "%q is not three numbers with commas, so it is ignored", f.text)
		}
	}
	for _, f := range []struct{ key, text string }{{"handPropGuid", e.HandPropGUID}, {"handPropMat", e.HandPropMat}} {
		if _, ok := ParseGUID(f.text); !ok {
			v.warn("TEXT_NOT_GUID", f.key, "copy the id from where the asset was baked", "%q is not an asset id: four whole numbers with commas", f.text)
		}
	}
	if e.HandPropName != "" && e.HandPropGUID == "" {
		v.warn("PROP_WITHOUT_ID", "handPropGuid", "fill in the prop's asset id", "hand prop %q has no asset id, so none is attached", e.HandPropName)
	}
}

// ParseTriple reads "x,y,z". The empty text is no triple and is fine: the
// feature is off.
func ParseTriple(s string) (v Vec3, ok bool) {
	if s == "" {
		return v, true
	}
	p := strings.Split(s, ",")
	if len(p) != 3 {
		return v, false
	}
	for i, at := range []*float64{&v.X, &v.Y, &v.Z} {
		f, err := strconv.ParseFloat(strings.TrimSpace(p[i]), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return Vec3{}, false
		}
		*at = f
	}
	return v, true
}

// ParseGUID reads "a,b,c,d". The empty text is no id and is fine.
func ParseGUID(s string) (g GUID, ok bool) {
	if s == "" {
		return g, true
	}
	p := strings.Split(s, ",")
	if len(p) != 4 {
		return g, false
	}
	for i := range g {
		n, err := strconv.ParseInt(strings.TrimSpace(p[i]), 10, 32)
		if err != nil {
			return GUID{}, false
		}
		g[i] = int32(n)
	}
	return g, true
}

// checked are the fields whose range in the field table is a rule of the
// registry; the other ranges are only where a slider ends.
var checked = []string{
	"scale", "brightness", "deploySpeed", "recoilSpeed", "desaturate", "tintR", "tintG", "tintB", "animPhaseSpread", "deployPoseTime",
	"soundVolume", "soundStartVolume", "soundStopVolume", "soundIdleVolume", "soundAttackVolume", "soundDeathVolume", "soundBattleVolume",
	"turretAxis", "combatZ",
}

func (v *validator) ranges() {
	for _, key := range checked {
		info, _ := Field(key)
		x, _ := v.e.Get(key)
		var f float64
		switch x := x.(type) {
		case float64:
			f = x
		case int:
			f = float64(x)
		}
		switch {
		case info.Positive && !(f > 0):
			v.warn("VALUE_NOT_POSITIVE", key, "use a number above 0; "+fmt.Sprint(info.Default)+" is the usual one", "%s is %s and must be above 0", key, formatFloat(f))
		case !info.Positive && !(f >= info.Min && f <= info.Max):
			v.warn("VALUE_OUT_OF_RANGE", key, "use a number in that range", "%s is %s; its range is %s to %s", key, formatFloat(f), formatFloat(info.Min), formatFloat(info.Max))
		}
	}
	e := v.e
	if e.AttackRepeats < 1 {
		v.warn("VALUE_OUT_OF_RANGE", "attackRepeats", "use 1 or more", "attackRepeats is %d and must be at least 1", e.AttackRepeats)
	}
	if !(e.HugDrop <= 0) {
		v.warn("VALUE_OUT_OF_RANGE", "hugDrop", "use a negative number, for example -2", "hugDrop is %s, which lifts the unit: a drop is negative", formatFloat(e.HugDrop))
	}
	if e.GunElevMax != 0 && (e.GunElevAxis < 0 || e.GunElevAxis > 2) {
		v.warn("VALUE_OUT_OF_RANGE", "gunElevAxis", "use 0, 1 or 2 for the gun bone's X, Y or Z", "gunElevAxis is %d, which is no axis", e.GunElevAxis)
	}
	for _, key := range []string{"soundAttackOffset", "soundDeathOffset", "soundBattleOffset"} {
		if x, _ := e.Get(key); !(x.(float64) >= 0) {
			v.warn("VALUE_OUT_OF_RANGE", key, "use 0 or more", "%s is %s; a sound cannot start before its beginning", key, formatFloat(x.(float64)))
		}
	}
}

// together finds fields that exclude or need each other.
func (v *validator) together() {
	e := v.e
	if e.AnimStateDriven && e.FireOnAttack {
		v.warn("FIELDS_EXCLUDE", "fireOnAttack", "use the Attack clip, or switch state-driven off", "state-driven animation does not go with playing the clip on attack")
	}
	if e.AnimStateDriven && e.DeployOnStop {
		v.warn("FIELDS_EXCLUDE", "deployOnStop", "use the Before move and Idle clips, or switch state-driven off", "state-driven animation does not go with deploy on stop")
	}
	if e.TurnBank != 0 && !(e.TurnRate > 0) {
		v.warn("FIELD_WITHOUT_EFFECT", "turnBank", "set a turn rate too, for example 180", "a bank of %s does nothing without a turn rate", formatFloat(e.TurnBank))
	}
}
