package gait_test

import (
	"reflect"
	"testing"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
)

func TestSpec(t *testing.T) {
	if err := gait.Spec.Check(); err != nil {
		t.Fatal(err)
	}
	// Every number of Preferences has a row, and no row points at another's number.
	if n := reflect.TypeFor[gait.Preferences]().NumField(); n != len(gait.Spec.Fields) {
		t.Errorf("%d preferences, %d fields", n, len(gait.Spec.Fields))
	}
	var p gait.Preferences
	for i, f := range gait.Spec.Fields {
		want := float64(i + 1)
		if f.Kind == dials.Switch {
			want = 1
		}
		if !p.SetNumber(f.Key, want) {
			t.Errorf("%s cannot be set", f.Key)
		}
		if f.Label == "" || f.Group == "" || f.Tip == "" {
			t.Errorf("%s has no label, group or tip", f.Key)
		}
	}
	for i, f := range gait.Spec.Fields {
		want := float64(i + 1)
		if f.Kind == dials.Switch {
			want = 1
		}
		if got, ok := p.Number("client.anim." + f.Key); !ok || got != want {
			t.Errorf("%s is %v, not %v", f.Key, got, want)
		}
	}
	if p.SetNumber("locomotionNothing", 1) {
		t.Error("a preference that is none was set")
	}
}

// TestSeedDefaults: some of each group, by hand from the seed's table.
func TestSeedDefaults(t *testing.T) {
	p := gait.Defaults()
	seed := map[string]float64{
		"locomotionEnabled": 1, "gaitStandInLegLength": .85, "locomotionWalkSpeed": 1.6, "locomotionRunSpeed": 5.08, "locomotionSprintSpeed": 10.16,
		"locomotionStartCadence": .6, "locomotionWalkCadence": .9, "locomotionRunCadence": 1.4, "locomotionSprintCadence": 1.8,
		"locomotionWalkStance": .62, "locomotionRunStance": .36, "locomotionStanceReach": .65, "locomotionSideReach": .5,
		"locomotionWalkLift": .12, "locomotionRunLift": .42, "locomotionFootRoll": 25, "locomotionStepClearance": .08,
		"locomotionSettleSeconds": .2, "locomotionSettleTolerance": .2, "locomotionSettleStepSeconds": .16, "locomotionSettleStepLift": .06,
		"locomotionSideStride": .5, "locomotionBackStride": .8, "locomotionForwardLean": 10, "locomotionBackLean": 5, "locomotionSideLean": 5,
		"locomotionWalkBob": .02, "locomotionRunBob": .035, "locomotionRunCrouch": .04, "locomotionPelvisTwist": 12, "locomotionChestCounter": 1.3,
		"locomotionArmSwing": 38, "locomotionWalkElbow": 18, "locomotionRunElbow": 85, "locomotionArmOut": 8, "locomotionHeadSteady": .6,
		"locomotionIdleKnee": .015, "locomotionCrouchHipDrop": .7, "locomotionCrouchHipBack": .3, "locomotionCrouchLean": 35, "locomotionCrouchAirTuck": .25,
		"locomotionMinFootBelowHip": .15, "locomotionMinLegFold": .3, "locomotionBreathPeriod": 4, "locomotionBreathAngle": 1.5,
		"locomotionSwayPeriod": 7, "locomotionSwayAmount": .012, "locomotionVelocitySmoothing": .16, "locomotionFadeSeconds": .18, "locomotionGaitEase": 1,
		"locomotionJumpSpeed": 5, "locomotionTakeoffTuck": .38, "locomotionTuckSeconds": .12, "locomotionApexTuck": .22, "locomotionFallTuck": .04,
		"locomotionFlailFallSpeed": 3, "locomotionFlailDelay": .3, "locomotionFlailRamp": .25, "locomotionFlailRelease": .3,
		"locomotionFlailFrequency": 1.5, "locomotionFlailArmSwing": 40, "locomotionFlailArmRaise": 25, "locomotionFlailElbow": 30, "locomotionFlailLegKick": .08,
		"locomotionLandDrop": .035, "locomotionLandMaxDrop": .22, "locomotionLandRecover": .35,
		"locomotionFloatPeriod": 2.6, "locomotionFloatKick": .14, "locomotionFloatLegPhase": .37, "locomotionFloatTuck": .22,
		"locomotionFloatLean": 35, "locomotionFloatLeanSpeed": 12, "locomotionFloatTrail": .2, "locomotionFloatArmOut": 28, "locomotionFloatArmDrift": 10,
	}
	for key, want := range seed {
		if got, ok := p.Number(key); !ok || got != want {
			t.Errorf("%s is %v, the seed says %v", key, got, want)
		}
	}
	if len(gait.Spec.Fields) != len(seed) {
		t.Errorf("%d fields, and %d in the seed's table", len(gait.Spec.Fields), len(seed))
	}
}

func TestDialFile(t *testing.T) {
	v, problems := dials.Parse(gait.Spec, []byte("client.anim.locomotionWalkSpeed = 2.5\nlocomotionEnabled=off # stop\nlocomotionRunElbow=900\nnonsense=1\n"), nil)
	p := gait.FromDials(v)
	if p.WalkSpeed != 2.5 || p.Enabled || p.RunSpeed != 5.08 {
		t.Errorf("read %+v", p)
	}
	if len(problems) != 2 {
		t.Errorf("%d problems, one of the range and one of the key: %v", len(problems), problems)
	}
	if gait.FromDials(nil) != gait.Defaults() {
		t.Error("no file is not the defaults")
	}
}
