package pack

import (
	"strings"
	"testing"

	"donorlab/internal/scene"
)

func good() *Entry {
	e := NewEntry()
	e.ResourceName, e.PawnDescription = "Heli", "Era6_Common_Gunships_01"
	return e
}

func TestValidate(t *testing.T) {
	no := func(string) Answer { return No }
	yes := func(string) Answer { return Yes }
	nothing := Context{}
	all := func(a func(string) Answer) Context {
		return Context{PawnExists: a, SoundExists: a, SkinExists: a, BoneMatches: func(_ *Entry, s string) Answer { return a(s) }}
	}
	for _, c := range []struct {
		name   string
		change func(e *Entry)
		ctx    Context
		want   string // "pointer code" of each finding, by semicolons; errors start with !
	}{
		{"a plain entry", func(*Entry) {}, nothing, ""},
		{"no names", func(e *Entry) { e.ResourceName, e.PawnDescription = " ", "" }, nothing, "!/resourceName RESOURCE_NAME_EMPTY; !/pawnDescription PAWN_EMPTY"},
		{"a path for a name", func(e *Entry) { e.ResourceName = "../../x" }, nothing, "/resourceName RESOURCE_NAME_UNSAFE"},
		{"a device for a name", func(e *Entry) { e.ResourceName = "con.v2" }, nothing, "/resourceName RESOURCE_NAME_UNSAFE"},
		{"a port for a name", func(e *Entry) { e.ResourceName = "COM1" }, nothing, "/resourceName RESOURCE_NAME_UNSAFE"},
		{"no device", func(e *Entry) { e.ResourceName = "Connie COM12" }, nothing, ""},
		{"a dot at the end", func(e *Entry) { e.ResourceName = "Heli." }, nothing, "/resourceName RESOURCE_NAME_UNSAFE"},
		{"a space at the end", func(e *Entry) { e.ResourceName = "Heli " }, nothing, "/resourceName RESOURCE_NAME_UNSAFE"},
		{"no number at the end", func(e *Entry) { e.PawnDescription = "Era6_Gunships_01_DRILL" }, nothing, "/pawnDescription PAWN_SUFFIX"},
		{"one digit", func(e *Entry) { e.PawnDescription = "Gunships_1" }, nothing, "/pawnDescription PAWN_SUFFIX"},
		{"three digits", func(e *Entry) { e.PawnDescription = "Gunships_001" }, nothing, "/pawnDescription PAWN_SUFFIX"},
		{"odd, but the game has it", func(e *Entry) { e.PawnDescription = "Odd" }, all(yes), ""},
		{"the game has it not", func(*Entry) {}, all(no), "/pawnDescription PAWN_UNKNOWN"},
		{"files unknown", func(e *Entry) { e.SoundFile, e.TextureFile, e.TurretBone = "a.wav", "b.png", "T" }, nothing, ""},
		{"files there", func(e *Entry) { e.SoundFile, e.TextureFile, e.TurretBone = "a.WAV", "b.png", "T" }, all(yes), ""},
		{"files missing", func(e *Entry) { e.SoundIdleFile, e.TextureFile = "a.wav", "b.png" }, Context{SoundExists: no, SkinExists: no}, "/soundIdleFile FILE_MISSING; /textureFile FILE_MISSING"},
		{"files of another kind", func(e *Entry) { e.SoundDeathFile, e.TextureFile = "a.mp3", "b.jpg" }, nothing, "/soundDeathFile FILE_KIND; /textureFile FILE_KIND"},
		{"bones missing", func(e *Entry) { e.TurretBone, e.MuzzleBone, e.HandPropBone = "Turrret", "M", "H" }, Context{BoneMatches: func(_ *Entry, s string) Answer { return Known(s == "M") }}, "/turretBone BONE_UNKNOWN; /handPropBone BONE_UNKNOWN"},
		{"triples", func(e *Entry) { e.MuzzleOffset, e.HandPropAngles = "0.5, 1 ,0", "1,2" }, nothing, "/handPropAngles TEXT_NOT_TRIPLE"},
		{"triple of NaN", func(e *Entry) { e.MuzzleOffset = "1,NaN,0" }, nothing, "/muzzleOffset TEXT_NOT_TRIPLE"},
		{"ids", func(e *Entry) { e.HandPropGUID, e.HandPropMat = "1,-2,3,4", "1,2,3,4.5" }, nothing, "/handPropMat TEXT_NOT_GUID"},
		{"id over 32 bits", func(e *Entry) { e.HandPropMat = "1,2,3,2147483648" }, nothing, "/handPropMat TEXT_NOT_GUID"},
		{"prop without id", func(e *Entry) { e.HandPropName = "Rifle" }, nothing, "/handPropGuid PROP_WITHOUT_ID"},
		{"not positive", func(e *Entry) { e.Scale, e.Brightness, e.DeploySpeed, e.RecoilSpeed = 0, -1, 0, 0 }, nothing, "/scale VALUE_NOT_POSITIVE; /brightness VALUE_NOT_POSITIVE; /deploySpeed VALUE_NOT_POSITIVE; /recoilSpeed VALUE_NOT_POSITIVE"},
		{"beyond a slider is fine", func(e *Entry) { e.Scale, e.Brightness, e.TurnRate, e.HugDrop = 50, 9, 4000, -30 }, nothing, ""},
		{"at the ends", func(e *Entry) {
			e.Desaturate, e.TintR, e.TintG, e.SoundVolume, e.AnimPhaseSpread, e.CombatZ, e.TurretAxis = 1, 255, -255, 2, 1, -5, 2
		}, nothing, ""},
		{"outside", func(e *Entry) {
			e.Desaturate, e.TintB, e.SoundBattleVolume, e.AnimPhaseSpread, e.DeployPoseTime, e.CombatZ, e.TurretAxis = 1.01, 256, 2.1, -0.1, 1.5, 5.1, 3
		}, nothing, "/desaturate VALUE_OUT_OF_RANGE; /tintB VALUE_OUT_OF_RANGE; /animPhaseSpread VALUE_OUT_OF_RANGE; /deployPoseTime VALUE_OUT_OF_RANGE; /soundBattleVolume VALUE_OUT_OF_RANGE; /turretAxis VALUE_OUT_OF_RANGE; /combatZ VALUE_OUT_OF_RANGE"},
		{"repeats", func(e *Entry) { e.AttackRepeats = 0 }, nothing, "/attackRepeats VALUE_OUT_OF_RANGE"},
		{"a drop upwards", func(e *Entry) { e.HugDrop = 0.5 }, nothing, "/hugDrop VALUE_OUT_OF_RANGE"},
		{"gun axis unused", func(e *Entry) { e.GunElevAxis = 5 }, nothing, ""},
		{"gun axis used", func(e *Entry) { e.GunElevAxis, e.GunElevMax = 5, 30 }, nothing, "/gunElevAxis VALUE_OUT_OF_RANGE"},
		{"sound offset", func(e *Entry) { e.SoundAttackOffset = -1 }, nothing, "/soundAttackOffset VALUE_OUT_OF_RANGE"},
		{"state-driven excludes", func(e *Entry) { e.AnimStateDriven, e.FireOnAttack, e.DeployOnStop = true, true, true }, nothing, "/fireOnAttack FIELDS_EXCLUDE; /deployOnStop FIELDS_EXCLUDE"},
		{"the two without it", func(e *Entry) { e.FireOnAttack, e.DeployOnStop = true, true }, nothing, ""},
		{"bank without rate", func(e *Entry) { e.TurnBank = -6 }, nothing, "/turnBank FIELD_WITHOUT_EFFECT"},
		{"bank with rate", func(e *Entry) { e.TurnBank, e.TurnRate = 6, 180 }, nothing, ""},
	} {
		e := good()
		c.change(e)
		var got []string
		for _, f := range Validate(e, c.ctx) {
			mark := ""
			if f.Severity == scene.Error {
				mark = "!"
			}
			if f.Message == "" || f.Remedy == "" {
				t.Errorf("%s: a finding without message or remedy: %+v", c.name, f)
			}
			got = append(got, mark+f.Pointer+" "+f.Code)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, g, c.want)
		}
	}
}

func TestValidatePack(t *testing.T) {
	p := NewPack("")
	off := good()
	off.Disabled = true
	empty := good()
	empty.ResourceName = ""
	p.Models = []*Entry{off, good(), empty}
	var got []string
	for _, f := range ValidatePack(p, Context{}) {
		got = append(got, f.Severity.String()+" "+f.Pointer+" "+f.Code)
	}
	want := "warning /modId MOD_ID_EMPTY; error /models/2/resourceName RESOURCE_NAME_EMPTY; warning /models/2/pawnDescription PAWN_TWICE"
	if g := strings.Join(got, "; "); g != want {
		t.Errorf("got %s\nwant %s", g, want)
	}
}

// A pack's files have names that every system takes, whatever the model is called.
func TestFileNameIsSafe(t *testing.T) {
	for in, want := range map[string]string{
		"Heli": "Heli", "CON": "_CON", "nul": "_nul", "Com1.v2": "_Com1.v2", "COM12": "COM12", "LPT9": "_LPT9", "../../x": "_.._x",
		"a/b\\c": "a_b_c", "Heli.": "Heli", " Heli ": "Heli", "...": "model", "": "model", "Äh": "_h",
	} {
		got := fileName(in)
		if got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if msg := checkName(got) + checkPath("models/"+got+".glb"); msg != "" {
			t.Errorf("%q becomes an unsafe name: %s", in, msg)
		}
	}
	for _, bad := range []string{"models/CON.glb", "nul", "a/b.", "a /b", "lpt1/x.glb"} {
		if checkPath(bad) == "" {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestUnknownFields(t *testing.T) {
	e, _, err := ParseEntry("x.entry.json", []byte(`{"version":1,"resourceName":"A","model_file":"a.glb","colour/x":1}`))
	if err != nil {
		t.Fatal(err)
	}
	got := e.UnknownFields("x.entry.json")
	if len(got) != 2 || got[0].Pointer != "/model_file" || got[0].Remedy != "write it as modelFile" || got[1].Pointer != "/colour~1x" {
		t.Errorf("%+v", got)
	}
	for _, p := range got {
		if p.Severity != scene.Warning || p.Code != "FIELD_UNKNOWN" || p.File != "x.entry.json" || p.Remedy == "" {
			t.Errorf("%+v", p)
		}
	}
}
