package pack

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// Every tagged struct field has one description, and every description a field
// of the type of its default.
func TestFieldTableIsComplete(t *testing.T) {
	tags := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Entry]()) {
		if key := f.Tag.Get("key"); key != "" {
			if _, twice := tags[key]; twice {
				t.Errorf("two struct fields have the key %q", key)
			}
			tags[key] = f.Type
		} else if !f.Anonymous && f.Name != "Unknown" {
			t.Errorf("struct field %s has no key", f.Name)
		}
	}
	seen := map[string]bool{}
	for _, f := range Fields() {
		if seen[f.Key] {
			t.Errorf("%s is described twice", f.Key)
		}
		seen[f.Key] = true
		if typ, ok := tags[f.Key]; !ok {
			t.Errorf("%s is described but is no field", f.Key)
		} else if typ != reflect.TypeOf(f.Default) {
			t.Errorf("%s: the field is a %v and its default a %T", f.Key, typ, f.Default)
		}
		if f.Label == "" || f.Group == "" || !strings.HasSuffix(f.Tip, ".") {
			t.Errorf("%s lacks a label, a group or a tip that is a sentence: %+v", f.Key, f)
		}
		if x, ok := f.Default.(float64); ok && (x < f.Min || x > f.Max || f.Min > f.Max) {
			t.Errorf("%s: default %v outside %v..%v", f.Key, x, f.Min, f.Max)
		}
		if f.Options != nil && int(f.Max-f.Min)+1 != len(f.Options) {
			t.Errorf("%s: %d names for %v..%v", f.Key, len(f.Options), f.Min, f.Max)
		}
	}
	for key := range tags {
		if !seen[key] {
			t.Errorf("field %s is not described", key)
		}
	}
}

// The defaults of the registry's specification that are not zero or empty.
func TestDefaultsOfTheSpecification(t *testing.T) {
	want := map[string]any{
		"scale": 1.0, "turretAxis": -1, "attackRepeats": 1, "idleAltInterval": 25.0, "animPhaseSpread": 0.5, "deployPoseTime": 1.0,
		"deploySpeed": 1.0, "recoilSpeed": 1.0, "brightness": 1.0, "hugLookahead": 1.5, "soundIdleInterval": 11.0,
		"soundIdleGroupRadius": 10.0, "gunElevRise": 1.0, "gunElevHold": 1.0, "gunElevFall": 1.0, "size": 5.0, "normalsMode": 1,
		"smoothingAngle": 20.0, "albedoBrightness": 1.0, "albedoSaturation": 1.0, "atlasMaxDim": 512, "targetTris": 24000,
		"soundVolume": 1.0, "soundStartVolume": 1.0, "soundStopVolume": 1.0, "soundIdleVolume": 1.0, "soundAttackVolume": 1.0,
		"soundDeathVolume": 1.0, "soundBattleVolume": 1.0, "bakeRate": 30.0,
	}
	e := NewEntry()
	for _, f := range Fields() {
		got, ok := e.Get(f.Key)
		if !ok {
			t.Fatalf("Get(%q) finds nothing", f.Key)
		}
		w, special := want[f.Key]
		if !special {
			w = reflect.Zero(reflect.TypeOf(got)).Interface()
		}
		if got != w {
			t.Errorf("default of %s is %v, want %v", f.Key, got, w)
		}
		delete(want, f.Key)
	}
	if len(want) > 0 {
		t.Errorf("these fields are missing: %v", want)
	}
}

func TestSetAndReset(t *testing.T) {
	e := NewEntry()
	if err := e.Set("turnRate", 180.0); err != nil || e.TurnRate != 180 || e.IsDefault("turnRate") {
		t.Errorf("Set: %v, TurnRate %v", err, e.TurnRate)
	}
	if err := e.Reset("turnRate"); err != nil || e.TurnRate != 0 || !e.IsDefault("turnRate") {
		t.Errorf("Reset: %v, TurnRate %v", err, e.TurnRate)
	}
	for _, c := range []struct {
		key   string
		value any
	}{{"turnRate", 180}, {"turnRate", "180"}, {"turnRate", nil}, {"turnRate", math.NaN()}, {"turnRate", math.Inf(1)}, {"noSuchField", 1.0}} {
		if err := e.Set(c.key, c.value); err == nil {
			t.Errorf("Set(%q, %v) was taken", c.key, c.value)
		}
	}
	if !e.Equal(NewEntry()) {
		t.Error("a refused Set changed the entry")
	}
	if err := e.Reset("noSuchField"); err == nil {
		t.Error("Reset of no field was taken")
	}
}
