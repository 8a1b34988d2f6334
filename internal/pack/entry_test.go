package pack

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl64"
)

// randomEntry sets about half of the fields to anything that the types allow.
func randomEntry(r *rand.Rand) *Entry {
	e := NewEntry()
	texts := []string{"", "Rotor", "ä\"\\/<&>\n\u2028", strings.Repeat("x", 300)}
	num := func() float64 { return math.Float64frombits(r.Uint64()) }
	for _, f := range Fields() {
		if r.IntN(2) == 0 {
			continue
		}
		var v any
		switch f.Kind {
		case Bool:
			v = r.IntN(2) == 0
		case Int:
			v = int(int32(r.Uint32()))
		case Float:
			v = num()
		case Text:
			v = texts[r.IntN(len(texts))]
		case Vector:
			v = Vec3{r.NormFloat64(), float64(r.IntN(9)) / 3, -1e-9}
		case AssetID:
			v = GUID{int32(r.Uint32()), math.MinInt32, math.MaxInt32, 0}
		}
		_ = e.Set(f.Key, v) // a number that is not finite is refused; that is fine here
	}
	e.Unknown = []Member{{"futureField", `{"a":[1,2.50,null],"b":"<"}`}, {"x/y~z", "1e400"}}
	return e
}

func TestEntryRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		e := randomEntry(r)
		data := e.Encode()
		got, notes, err := ParseEntry("x", data)
		if err != nil || len(notes) > 0 {
			t.Fatalf("entry %d: %v, notes %v\n%s", i, err, notes, data)
		}
		for _, f := range Fields() {
			want, _ := e.Get(f.Key)
			if x, _ := got.Get(f.Key); x != want {
				t.Errorf("entry %d: %s is %v, want %v", i, f.Key, x, want)
			}
		}
		if again := got.Encode(); string(again) != string(data) {
			t.Fatalf("entry %d changes when it is saved again:\n%s\n%s", i, data, again)
		}
	}
}

func TestFlyingExample(t *testing.T) {
	e, notes, err := ParseEntry("StealthHelicopter.entry.json", []byte(`{
		"version": 1, "resourceName": "StealthHelicopter", "pawnDescription": "Era6_Common_Gunships_01",
		"size": 5, "rotation": {"x": 0, "y": 90, "z": 0}, "position": [-0.5, 0.5, 1.5],
		"turnRate": 180, "turnBank": 6, "hugDrop": -2, "hugLookahead": 1.5, "animPhaseSpread": 0, "useDonorClip": true,
		"silenceDonorVfx": true, "hideSubPawns": true, "convertRig": true, "keepTranslations": true, "animated": true, "animClip": "Spin"}`))
	if err != nil || len(notes) != 0 {
		t.Fatal(err, notes)
	}
	if e.Position != (Vec3{-0.5, 0.5, 1.5}) || e.Rotation.Y != 90 || e.TurnRate != 180 || e.HugDrop != -2 || e.AnimPhaseSpread != 0 || !e.UseDonorClip || e.AnimClip != "Spin" {
		t.Errorf("read as %+v", e)
	}
	if f := Validate(e, Context{}); len(f) != 0 {
		t.Errorf("findings %v", f)
	}
	if strings.Contains(string(e.Encode()), "hugLookahead") {
		t.Error("a default is written to the entry's file")
	}
}

// A field that this release does not know comes back where it was.
func TestUnknownFieldsAreKept(t *testing.T) {
	e, _, err := ParseEntry("x", []byte(`{"version":1,"resourceName":"A","wings":{"span":[1, 2.50]},"pawnDescription":"P_01","tail":null}`))
	if err != nil {
		t.Fatal(err)
	}
	out := string(e.Encode())
	for _, want := range []string{`"wings": {`, "2.50", `"tail": null`} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is not in\n%s", want, out)
		}
	}
}

// What is refused, and where the message points.
func TestEntryRefusals(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50)
	for _, c := range []struct{ name, text, code, pointer string }{
		{"empty", "", "JSON_SYNTAX", "line 1"},
		{"cut off", "{\n\"version\": 1,\n\"size\": ", "JSON_SYNTAX", "line 3"},
		{"syntax", "{\n\"version\": 1\n\"size\": 2}", "JSON_SYNTAX", "line 3"},
		{"list", "[1]", "JSON_TYPE", ""},
		{"tail", "{} {}", "JSON_SYNTAX", "line 1"},
		{"twice", `{"size":1,"size":2}`, "JSON_DUPLICATE", "/size"},
		{"deep", deep, "JSON_TOO_LARGE", ""},
		{"newer", `{"version":2}`, "VERSION_TOO_NEW", "/version"},
		{"version 0", `{"version":0}`, "VERSION_UNKNOWN", "/version"},
		{"version text", `{"version":"1"}`, "FIELD_TYPE", "/version"},
		{"number as text", `{"turnRate":"180"}`, "FIELD_TYPE", "/turnRate"},
		{"null number", `{"turnRate":null}`, "FIELD_TYPE", "/turnRate"},
		{"huge number", `{"turnRate":1e999}`, "FIELD_RANGE", "/turnRate"},
		{"half an int", `{"turretAxis":0.5}`, "FIELD_TYPE", "/turretAxis"},
		{"int over 32 bits", `{"targetTris":2147483648}`, "FIELD_TYPE", "/targetTris"},
		{"bool", `{"useDonorClip":1}`, "FIELD_TYPE", "/useDonorClip"},
		{"short vector", `{"position":[1,2]}`, "FIELD_TYPE", "/position"},
		{"vector of text", `{"position":{"x":1,"y":"2"}}`, "FIELD_TYPE", "/position/y"},
		{"four in a vector", `{"position":{"x":1,"w":2}}`, "FIELD_TYPE", "/position/w"},
		{"short id", `{"skel":[1,2,3]}`, "FIELD_TYPE", "/skel"},
		{"id of text", `{"skel":[1,2,3,"4"]}`, "FIELD_TYPE", "/skel/3"},
		{"long text", `{"hideMeshes":"` + strings.Repeat("x", 100<<10) + `"}`, "FIELD_TOO_LONG", "/hideMeshes"},
	} {
		e, _, err := ParseEntry("x.entry.json", []byte(c.text))
		var p *scene.Problem
		if !errors.As(err, &p) {
			t.Errorf("%s: got %v, %v, want a Problem", c.name, e, err)
			continue
		}
		if p.Code != c.code || c.pointer != "" && p.Pointer != c.pointer || p.Remedy == "" || p.File != "x.entry.json" {
			t.Errorf("%s: got %v, want %s at %s", c.name, p, c.code, c.pointer)
		}
	}
}

func TestEntryWithoutVersionIsNoted(t *testing.T) {
	_, notes, err := ParseEntry("x", []byte("\xef\xbb\xbf{}"))
	if err != nil || len(notes) != 1 || notes[0].Code != "VERSION_MISSING" {
		t.Errorf("got %v, notes %v", err, notes)
	}
}

// The registry's frame: x right, y forward, z up; glTF's: +X left, +Z forward, +Y up.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		reg  Vec3
		gltf mgl64.Vec3
	}{
		{Vec3{X: 1}, mgl64.Vec3{-1, 0, 0}}, {Vec3{Y: 1}, mgl64.Vec3{0, 0, 1}}, {Vec3{Z: 1}, mgl64.Vec3{0, 1, 0}},
	} {
		if got := ToGLTF(c.reg); got != c.gltf {
			t.Errorf("ToGLTF(%v) = %v, want %v", c.reg, got, c.gltf)
		}
		if got := FromGLTF(c.gltf); got != c.reg {
			t.Errorf("FromGLTF(%v) = %v, want %v", c.gltf, got, c.reg)
		}
	}
	m := mgl64.Mat3FromCols(ToGLTF(Vec3{X: 1}), ToGLTF(Vec3{Y: 1}), ToGLTF(Vec3{Z: 1}))
	if m.Det() != 1 {
		t.Errorf("determinant %v: it must be a rotation, not a mirror", m.Det())
	}
}

// SHA-256 of "abc" is ba7816bf 8f01cfea 414140de 5dae2223 ... (FIPS 180-4's example).
func TestContentGUID(t *testing.T) {
	var want GUID
	for i, u := range []uint32{0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223} {
		want[i] = int32(u)
	}
	if got := ContentGUID([]byte("abc")); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPackRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 50 {
		p := NewPack(fmt.Sprintf("mod-%d", i))
		p.Module, p.ModuleGUID = "Mod", "1-2"
		p.DependsOn, p.LoadAfter = []string{"a", "b"}, []string{"c"}
		p.Overrides = []Override{{ModID: "a", PawnDescription: "P_01", Unknown: []Member{{"why", `"x"`}}}}
		p.UnitScales = []UnitScale{{Match: "Tank", Scale: 1.25, Era: 6, TrueSize: 9.8, Note: "n"}}
		p.EraGrid = []EraRow{{UnitEra: 5, Scales: []float64{1, 0.9}, Note: "n"}}
		p.FormationThresholds = []FormationThreshold{{Threshold: 2, Formation: "Line"}}
		p.WaterLevel = 0.2
		p.Unknown = []Member{{"districts", `[{"a":1}]`}}
		for range r.IntN(4) {
			e := randomEntry(r)
			e.Recipe, e.Bones, e.Donor, e.DonorClip, e.BakeRate, e.BakeKey = "", "", "", "", 30, "" // the lab's own fields are not a pack's
			p.Models = append(p.Models, e)
		}
		data := p.Encode()
		got, notes, err := ParsePack("pack.json", data)
		if err != nil || len(notes) > 0 {
			t.Fatal(err, notes)
		}
		if again := got.Encode(); string(again) != string(data) {
			t.Fatalf("pack %d changes when it is saved again:\n%s\n%s", i, data, again)
		}
		for k, e := range p.Models {
			if !got.Models[k].Equal(e) {
				t.Fatalf("pack %d, entry %d changed", i, k)
			}
		}
	}
}

func TestPackRefusals(t *testing.T) {
	for _, c := range []struct{ name, text, code, pointer string }{
		{"newer", `{"schemaVersion":2}`, "VERSION_TOO_NEW", "/schemaVersion"},
		{"models no list", `{"schemaVersion":1,"models":{}}`, "FIELD_TYPE", "/models"},
		{"model no object", `{"schemaVersion":1,"models":[{},3]}`, "FIELD_TYPE", "/models/1"},
		{"in a model", `{"schemaVersion":1,"models":[{},{"size":"5"}]}`, "FIELD_TYPE", "/models/1/size"},
		{"in a row", `{"schemaVersion":1,"eraGrid":[{"scales":[1,"2"]}]}`, "FIELD_TYPE", "/eraGrid/0/scales/1"},
		{"text of ids", `{"schemaVersion":1,"dependsOn":[3]}`, "FIELD_TYPE", "/dependsOn/0"},
	} {
		_, _, err := ParsePack("pack.json", []byte(c.text))
		var p *scene.Problem
		if !errors.As(err, &p) || p.Code != c.code || p.Pointer != c.pointer || p.Remedy == "" {
			t.Errorf("%s: got %v, want %s at %s", c.name, err, c.code, c.pointer)
		}
	}
}

func TestPackDefaults(t *testing.T) {
	p, notes, err := ParsePack("pack.json", []byte(`{"modId":"enc","models":[{"resourceName":"Bare","skel":[]}]}`))
	if err != nil || len(notes) != 1 {
		t.Fatal(err, notes)
	}
	if p.WaterLevel != 0.16 || p.Models[0].Scale != 1 || p.Models[0].AnimPhaseSpread != 0.5 || !p.Models[0].Skel.IsZero() || p.Find("Bare") != p.Models[0] {
		t.Errorf("read as %+v", p)
	}
}
