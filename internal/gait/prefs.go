package gait

// Preferences are locomotion's numbers. Speeds are m/s and distances on the body
// leg lengths, so that one setting reads the same on a small avatar and on a tall
// one; angles are degrees, as the user types them. Defaults returns the values
// that a new user has; the zero value is a pawn that does not move at all.
//
// A Preferences may be changed between any two ticks and is in force at the next.
type Preferences struct {
	Enabled           bool    // off: every pawn is in its bind pose; the stride clock and the footsteps go on
	StandInLegLength  float64 // m
	WalkSpeed         float64 // m/s
	RunSpeed          float64 // m/s
	SprintSpeed       float64 // m/s
	StartCadence      float64 // strides/s
	WalkCadence       float64 // strides/s
	RunCadence        float64 // strides/s
	SprintCadence     float64 // strides/s
	WalkStance        float64 // of a stride
	RunStance         float64 // of a stride
	StanceReach       float64 // leg lengths
	SideReach         float64 // of the reach
	WalkLift          float64 // leg lengths
	RunLift           float64 // leg lengths
	FootRoll          float64 // deg
	StepClearance     float64 // leg lengths
	SettleSeconds     float64 // s
	SettleTolerance   float64 // leg lengths
	SettleStepSeconds float64 // s
	SettleStepLift    float64 // leg lengths
	SideStride        float64 // of forward
	BackStride        float64 // of forward
	ForwardLean       float64 // deg
	BackLean          float64 // deg
	SideLean          float64 // deg
	WalkBob           float64 // leg lengths
	RunBob            float64 // leg lengths
	RunCrouch         float64 // leg lengths
	PelvisTwist       float64 // deg per leg length
	ChestCounter      float64 // of the twist
	ArmSwing          float64 // deg per leg length
	WalkElbow         float64 // deg
	RunElbow          float64 // deg
	ArmOut            float64 // deg
	HeadSteady        float64 // of the pitch
	IdleKnee          float64 // leg lengths
	CrouchHipDrop     float64 // leg lengths
	CrouchHipBack     float64 // leg lengths
	CrouchLean        float64 // deg
	CrouchAirTuck     float64 // leg lengths
	MinFootBelowHip   float64 // leg lengths
	MinLegFold        float64 // leg lengths
	BreathPeriod      float64 // s
	BreathAngle       float64 // deg
	SwayPeriod        float64 // s
	SwayAmount        float64 // leg lengths
	VelocitySmoothing float64 // s
	FadeSeconds       float64 // s
	GaitEase          float64 // share
	JumpSpeed         float64 // m/s
	TakeoffTuck       float64 // leg lengths
	TuckSeconds       float64 // s
	ApexTuck          float64 // leg lengths
	FallTuck          float64 // leg lengths
	FlailFallSpeed    float64 // m/s
	FlailDelay        float64 // s
	FlailRamp         float64 // s
	FlailRelease      float64 // s
	FlailFrequency    float64 // Hz
	FlailArmSwing     float64 // deg
	FlailArmRaise     float64 // deg
	FlailElbow        float64 // deg
	FlailLegKick      float64 // leg lengths
	LandDrop          float64 // leg lengths per m/s
	LandMaxDrop       float64 // leg lengths
	LandRecover       float64 // s
	FloatPeriod       float64 // s
	FloatKick         float64 // leg lengths
	FloatLegPhase     float64 // of a period
	FloatTuck         float64 // leg lengths
	FloatLean         float64 // deg
	FloatLeanSpeed    float64 // m/s
	FloatTrail        float64 // leg lengths
	FloatArmOut       float64 // deg
	FloatArmDrift     float64 // deg
}

// Defaults returns the preferences that a new user has.
func Defaults() Preferences {
	p := Preferences{Enabled: true}
	for i := range table {
		*table[i].at(&p) = table[i].def
	}
	return p
}

// row is one preference that is a number: everything that a panel, a dial file and
// a manual need to know of it.
type row struct {
	key, group, unit string
	def, min, max    float64
	tip              string
	at               func(*Preferences) *float64
}

// table has every preference but the switch, in the order in which they are shown.
var table = [...]row{
	{"gaitStandInLegLength", "Clock", "m", 0.85, 0.05, 5,
		"Leg length, at scale one, that the stride clock reaches with for a pawn with no legged avatar. It bounds how far a foot stays planted and nothing else.", func(p *Preferences) *float64 { return &p.StandInLegLength }},
	{"locomotionWalkSpeed", "Speed", "m/s", 1.6, 0.1, 10,
		"Speed at which the walk is complete.", func(p *Preferences) *float64 { return &p.WalkSpeed }},
	{"locomotionRunSpeed", "Speed", "m/s", 5.08, 0.2, 20,
		"Speed at which the run is complete.", func(p *Preferences) *float64 { return &p.RunSpeed }},
	{"locomotionSprintSpeed", "Speed", "m/s", 10.16, 0.3, 40,
		"Speed at which the cadence tops out.", func(p *Preferences) *float64 { return &p.SprintSpeed }},
	{"locomotionStartCadence", "Speed", "strides/s", 0.6, 0.1, 5,
		"Cadence as a pawn sets off. A stride is two steps.", func(p *Preferences) *float64 { return &p.StartCadence }},
	{"locomotionWalkCadence", "Speed", "strides/s", 0.9, 0.1, 5,
		"Cadence at the walk speed.", func(p *Preferences) *float64 { return &p.WalkCadence }},
	{"locomotionRunCadence", "Speed", "strides/s", 1.4, 0.1, 5,
		"Cadence at the run speed.", func(p *Preferences) *float64 { return &p.RunCadence }},
	{"locomotionSprintCadence", "Speed", "strides/s", 1.8, 0.1, 6,
		"Cadence at the sprint speed and above.", func(p *Preferences) *float64 { return &p.SprintCadence }},
	{"locomotionVelocitySmoothing", "Speed", "s", 0.16, 0, 2,
		"How quickly the gait follows the velocity: the time in which it makes up 63 % of a change.", func(p *Preferences) *float64 { return &p.VelocitySmoothing }},
	{"locomotionGaitEase", "Speed", "", 1, 0, 1,
		"How softly idle, walk and run hand over: 0 is linear in speed, 1 a smoothstep.", func(p *Preferences) *float64 { return &p.GaitEase }},
	{"locomotionWalkStance", "Feet", "of a stride", 0.62, 0.1, 0.9,
		"Share of a walking stride that each foot is planted. Above a half, a foot is always down.", func(p *Preferences) *float64 { return &p.WalkStance }},
	{"locomotionRunStance", "Feet", "of a stride", 0.36, 0.1, 0.9,
		"Share of a running stride that each foot is planted.", func(p *Preferences) *float64 { return &p.RunStance }},
	{"locomotionStanceReach", "Feet", "leg lengths", 0.65, 0.05, 1,
		"Farthest that a planted foot goes ahead of and behind its rest under the body. Carried farther, it lifts early.", func(p *Preferences) *float64 { return &p.StanceReach }},
	{"locomotionSideReach", "Feet", "of the reach", 0.5, 0.05, 1,
		"Share of the stance reach when stepping sideways.", func(p *Preferences) *float64 { return &p.SideReach }},
	{"locomotionWalkLift", "Feet", "leg lengths", 0.12, 0, 0.6,
		"How high a foot lifts at the walk.", func(p *Preferences) *float64 { return &p.WalkLift }},
	{"locomotionRunLift", "Feet", "leg lengths", 0.42, 0, 0.8,
		"How high a foot lifts at the run.", func(p *Preferences) *float64 { return &p.RunLift }},
	{"locomotionFootRoll", "Feet", "deg", 25, 0, 60,
		"Pitch of the foot as the toe pushes off and the heel strikes, at a full gait. None at idle.", func(p *Preferences) *float64 { return &p.FootRoll }},
	{"locomotionStepClearance", "Feet", "leg lengths", 0.08, 0, 0.5,
		"Gap that the feet keep when they step sideways.", func(p *Preferences) *float64 { return &p.StepClearance }},
	{"locomotionSideStride", "Feet", "of forward", 0.5, 0.1, 2,
		"Stride length sideways, as a share of forward.", func(p *Preferences) *float64 { return &p.SideStride }},
	{"locomotionBackStride", "Feet", "of forward", 0.8, 0.1, 2,
		"Stride length backward, as a share of forward.", func(p *Preferences) *float64 { return &p.BackStride }},
	{"locomotionSettleSeconds", "Stop", "s", 0.2, 0.02, 2,
		"How long a stop takes to land the foot in the air.", func(p *Preferences) *float64 { return &p.SettleSeconds }},
	{"locomotionSettleTolerance", "Stop", "leg lengths", 0.2, 0.01, 1,
		"How far from its rest a planted foot may stand before it steps home.", func(p *Preferences) *float64 { return &p.SettleTolerance }},
	{"locomotionSettleStepSeconds", "Stop", "s", 0.16, 0.02, 2,
		"How long the step home takes.", func(p *Preferences) *float64 { return &p.SettleStepSeconds }},
	{"locomotionSettleStepLift", "Stop", "leg lengths", 0.06, 0, 0.5,
		"How high the step home lifts the foot.", func(p *Preferences) *float64 { return &p.SettleStepLift }},
	{"locomotionForwardLean", "Body", "deg", 10, 0, 45,
		"Lean into a run ahead, at the run speed.", func(p *Preferences) *float64 { return &p.ForwardLean }},
	{"locomotionBackLean", "Body", "deg", 5, 0, 45,
		"Lean into a run backward, at the run speed.", func(p *Preferences) *float64 { return &p.BackLean }},
	{"locomotionSideLean", "Body", "deg", 5, 0, 45,
		"Lean into a run sideways, at the run speed.", func(p *Preferences) *float64 { return &p.SideLean }},
	{"locomotionWalkBob", "Body", "leg lengths", 0.02, 0, 0.2,
		"How much the hips rise over a walking leg.", func(p *Preferences) *float64 { return &p.WalkBob }},
	{"locomotionRunBob", "Body", "leg lengths", 0.035, 0, 0.2,
		"How much the hips dip over a running leg.", func(p *Preferences) *float64 { return &p.RunBob }},
	{"locomotionRunCrouch", "Body", "leg lengths", 0.04, 0, 0.3,
		"How much lower the hips run.", func(p *Preferences) *float64 { return &p.RunCrouch }},
	{"locomotionPelvisTwist", "Body", "deg per leg length", 12, 0, 45,
		"Turn of the pelvis for each leg length between the feet.", func(p *Preferences) *float64 { return &p.PelvisTwist }},
	{"locomotionChestCounter", "Body", "of the twist", 1.3, 0, 3,
		"How much of the pelvis' turn the chest turns back. Above one it turns the other way.", func(p *Preferences) *float64 { return &p.ChestCounter }},
	{"locomotionHeadSteady", "Body", "of the pitch", 0.6, 0, 1,
		"Share of the trunk's pitch that the head turns back.", func(p *Preferences) *float64 { return &p.HeadSteady }},
	{"locomotionArmSwing", "Arms", "deg per leg length", 38, 0, 90,
		"Swing of the arms for each leg length between the feet.", func(p *Preferences) *float64 { return &p.ArmSwing }},
	{"locomotionWalkElbow", "Arms", "deg", 18, 0, 120,
		"Bend of the elbows at the walk.", func(p *Preferences) *float64 { return &p.WalkElbow }},
	{"locomotionRunElbow", "Arms", "deg", 85, 0, 140,
		"Bend of the elbows at the run.", func(p *Preferences) *float64 { return &p.RunElbow }},
	{"locomotionArmOut", "Arms", "deg", 8, 0, 60,
		"How far the arms hang out from the sides.", func(p *Preferences) *float64 { return &p.ArmOut }},
	{"locomotionIdleKnee", "Idle", "leg lengths", 0.015, 0, 0.2,
		"How much lower the hips are at rest, so that the knees are soft.", func(p *Preferences) *float64 { return &p.IdleKnee }},
	{"locomotionBreathPeriod", "Idle", "s", 4, 0.5, 30,
		"How long a breath takes.", func(p *Preferences) *float64 { return &p.BreathPeriod }},
	{"locomotionBreathAngle", "Idle", "deg", 1.5, 0, 15,
		"How far the chest turns with a breath.", func(p *Preferences) *float64 { return &p.BreathAngle }},
	{"locomotionSwayPeriod", "Idle", "s", 7, 0.5, 60,
		"How long the shift of weight to and fro takes.", func(p *Preferences) *float64 { return &p.SwayPeriod }},
	{"locomotionSwayAmount", "Idle", "leg lengths", 0.012, 0, 0.2,
		"How far the hips shift to either side.", func(p *Preferences) *float64 { return &p.SwayAmount }},
	{"locomotionCrouchHipDrop", "Crouch", "leg lengths", 0.7, 0, 0.9,
		"How far the hips sink at a full crouch.", func(p *Preferences) *float64 { return &p.CrouchHipDrop }},
	{"locomotionCrouchHipBack", "Crouch", "leg lengths", 0.3, 0, 0.6,
		"How far the hips sit back at a full crouch.", func(p *Preferences) *float64 { return &p.CrouchHipBack }},
	{"locomotionCrouchLean", "Crouch", "deg", 35, 0, 80,
		"Lean of the trunk over the hips at a full crouch.", func(p *Preferences) *float64 { return &p.CrouchLean }},
	{"locomotionCrouchAirTuck", "Jump", "leg lengths", 0.25, 0, 0.6,
		"How much higher a full crouch pulls the feet in the air.", func(p *Preferences) *float64 { return &p.CrouchAirTuck }},
	{"locomotionMinFootBelowHip", "Jump", "leg lengths", 0.15, 0.01, 0.6,
		"The least that a foot is below its hip.", func(p *Preferences) *float64 { return &p.MinFootBelowHip }},
	{"locomotionMinLegFold", "Jump", "leg lengths", 0.3, 0.01, 0.8,
		"The least that a foot is away from its hip, so that a tucked knee never folds behind the body.", func(p *Preferences) *float64 { return &p.MinLegFold }},
	{"locomotionFadeSeconds", "Jump", "s", 0.18, 0.01, 2,
		"How long ground, air and flight take to hand over.", func(p *Preferences) *float64 { return &p.FadeSeconds }},
	{"locomotionJumpSpeed", "Jump", "m/s", 5, 0.5, 30,
		"Vertical speed that counts as a full rise or fall.", func(p *Preferences) *float64 { return &p.JumpSpeed }},
	{"locomotionTakeoffTuck", "Jump", "leg lengths", 0.38, 0, 0.7,
		"How far the feet are pulled up at take-off.", func(p *Preferences) *float64 { return &p.TakeoffTuck }},
	{"locomotionTuckSeconds", "Jump", "s", 0.12, 0.01, 1,
		"How long the feet take to be pulled up.", func(p *Preferences) *float64 { return &p.TuckSeconds }},
	{"locomotionApexTuck", "Jump", "leg lengths", 0.22, 0, 0.7,
		"How far the feet are up at the top of a jump.", func(p *Preferences) *float64 { return &p.ApexTuck }},
	{"locomotionFallTuck", "Jump", "leg lengths", 0.04, 0, 0.7,
		"How far the feet are up in a full fall: they reach down for the ground.", func(p *Preferences) *float64 { return &p.FallTuck }},
	{"locomotionLandDrop", "Jump", "leg lengths per m/s", 0.035, 0, 0.3,
		"How far the hips drop for each m/s of a landing.", func(p *Preferences) *float64 { return &p.LandDrop }},
	{"locomotionLandMaxDrop", "Jump", "leg lengths", 0.22, 0, 0.6,
		"The most that the hips drop at a landing.", func(p *Preferences) *float64 { return &p.LandMaxDrop }},
	{"locomotionLandRecover", "Jump", "s", 0.35, 0.02, 3,
		"How long the hips take to come up again.", func(p *Preferences) *float64 { return &p.LandRecover }},
	{"locomotionFlailFallSpeed", "Fall", "m/s", 3, 0.1, 50,
		"Downward speed that counts as falling.", func(p *Preferences) *float64 { return &p.FlailFallSpeed }},
	{"locomotionFlailDelay", "Fall", "s", 0.3, 0, 10,
		"How long a fall lasts before the arms flail. An ordinary jump never gets there.", func(p *Preferences) *float64 { return &p.FlailDelay }},
	{"locomotionFlailRamp", "Fall", "s", 0.25, 0.01, 5,
		"How long the flail takes to ease in.", func(p *Preferences) *float64 { return &p.FlailRamp }},
	{"locomotionFlailRelease", "Fall", "s", 0.3, 0.01, 5,
		"How long the flail takes to ease out once the fall ends.", func(p *Preferences) *float64 { return &p.FlailRelease }},
	{"locomotionFlailFrequency", "Fall", "Hz", 1.5, 0.1, 6,
		"Rate of the arms' windmill, on a clock of its own.", func(p *Preferences) *float64 { return &p.FlailFrequency }},
	{"locomotionFlailArmSwing", "Fall", "deg", 40, 0, 120,
		"Swing of the flailing arms.", func(p *Preferences) *float64 { return &p.FlailArmSwing }},
	{"locomotionFlailArmRaise", "Fall", "deg", 25, 0, 120,
		"How far the shoulders lift the flailing arms.", func(p *Preferences) *float64 { return &p.FlailArmRaise }},
	{"locomotionFlailElbow", "Fall", "deg", 30, 0, 120,
		"Extra bend of the flailing elbows.", func(p *Preferences) *float64 { return &p.FlailElbow }},
	{"locomotionFlailLegKick", "Fall", "leg lengths", 0.08, 0, 0.5,
		"Fore and aft kick of the feet, against the arms.", func(p *Preferences) *float64 { return &p.FlailLegKick }},
	{"locomotionFloatPeriod", "Float", "s", 2.6, 0.2, 20,
		"How long a floating leg's drift takes.", func(p *Preferences) *float64 { return &p.FloatPeriod }},
	{"locomotionFloatKick", "Float", "leg lengths", 0.14, 0, 0.6,
		"How far a floating foot drifts fore and aft.", func(p *Preferences) *float64 { return &p.FloatKick }},
	{"locomotionFloatLegPhase", "Float", "of a period", 0.37, 0, 1,
		"How far the second leg is behind the first. Half would be a march.", func(p *Preferences) *float64 { return &p.FloatLegPhase }},
	{"locomotionFloatTuck", "Float", "leg lengths", 0.22, 0, 0.7,
		"How far the floating feet are drawn up.", func(p *Preferences) *float64 { return &p.FloatTuck }},
	{"locomotionFloatLean", "Float", "deg", 35, 0, 90,
		"Lean into the flight at the float lean speed.", func(p *Preferences) *float64 { return &p.FloatLean }},
	{"locomotionFloatLeanSpeed", "Float", "m/s", 12, 0.5, 100,
		"Flight speed at which the lean is full.", func(p *Preferences) *float64 { return &p.FloatLeanSpeed }},
	{"locomotionFloatTrail", "Float", "leg lengths", 0.2, 0, 0.6,
		"How far the feet trail behind at that speed.", func(p *Preferences) *float64 { return &p.FloatTrail }},
	{"locomotionFloatArmOut", "Float", "deg", 28, 0, 120,
		"How far floating arms are held out.", func(p *Preferences) *float64 { return &p.FloatArmOut }},
	{"locomotionFloatArmDrift", "Float", "deg", 10, 0, 60,
		"How far floating arms drift.", func(p *Preferences) *float64 { return &p.FloatArmDrift }},
}
