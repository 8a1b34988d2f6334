package pack

// Runtime is the half of an entry that the game's plugin reads while it runs.
// Changing it needs no new bake. Field meanings, units and defaults are in the
// table below; the struct only holds them.
type Runtime struct {
	Position         Vec3    `key:"position"`
	Scale            float64 `key:"scale"`
	HideMeshes       string  `key:"hideMeshes"`
	Disabled         bool    `key:"disabled"`
	RespawnAfterLoad bool    `key:"respawnAfterLoad"`

	UseDonorClip      bool `key:"useDonorClip"`
	FreezeDonorAnim   bool `key:"freezeDonorAnim"`
	SilenceDonorVfx   bool `key:"silenceDonorVfx"`
	SilenceDonorAudio bool `key:"silenceDonorAudio"`
	HideSubPawns      bool `key:"hideSubPawns"`

	TurnRate     float64 `key:"turnRate"`
	TurnBank     float64 `key:"turnBank"`
	HugDrop      float64 `key:"hugDrop"`
	HugLookahead float64 `key:"hugLookahead"`
	MoveTilt     float64 `key:"moveTilt"`
	CombatZ      float64 `key:"combatZ"`

	AnimStateDriven bool    `key:"animStateDriven"`
	FireOnAttack    bool    `key:"fireOnAttack"`
	DeployOnStop    bool    `key:"deployOnStop"`
	DeployPoseTime  float64 `key:"deployPoseTime"`
	DeploySpeed     float64 `key:"deploySpeed"`
	RecoilSpeed     float64 `key:"recoilSpeed"`
	AttackRepeats   int     `key:"attackRepeats"`
	IdleAltInterval float64 `key:"idleAltInterval"`
	AnimPhaseSpread float64 `key:"animPhaseSpread"`

	ClearAimLayer  bool    `key:"clearAimLayer"`
	TurretBone     string  `key:"turretBone"`
	TurretAxis     int     `key:"turretAxis"`
	MuzzleOffset   string  `key:"muzzleOffset"`
	MuzzleBone     string  `key:"muzzleBone"`
	GunElevMax     float64 `key:"gunElevMax"`
	GunElevAxis    int     `key:"gunElevAxis"`
	GunElevRise    float64 `key:"gunElevRise"`
	GunElevHold    float64 `key:"gunElevHold"`
	GunElevFall    float64 `key:"gunElevFall"`
	HandPropName   string  `key:"handPropName"`
	HandPropGUID   string  `key:"handPropGuid"`
	HandPropMat    string  `key:"handPropMat"`
	HandPropBone   string  `key:"handPropBone"`
	HandPropAngles string  `key:"handPropAngles"`

	Brightness  float64 `key:"brightness"`
	Desaturate  float64 `key:"desaturate"`
	TintR       float64 `key:"tintR"`
	TintG       float64 `key:"tintG"`
	TintB       float64 `key:"tintB"`
	TextureFile string  `key:"textureFile"`

	Sound
}

// Sound is the part of the runtime half that names sounds.
type Sound struct {
	EngineSound          bool    `key:"engineSound"`
	EngineStartEvent     string  `key:"engineStartEvent"`
	EngineStopEvent      string  `key:"engineStopEvent"`
	SoundFile            string  `key:"soundFile"`
	SoundVolume          float64 `key:"soundVolume"`
	SoundStartFile       string  `key:"soundStartFile"`
	SoundStartVolume     float64 `key:"soundStartVolume"`
	SoundStopFile        string  `key:"soundStopFile"`
	SoundStopVolume      float64 `key:"soundStopVolume"`
	SoundIdleFile        string  `key:"soundIdleFile"`
	SoundIdleVolume      float64 `key:"soundIdleVolume"`
	SoundIdleInterval    float64 `key:"soundIdleInterval"`
	SoundIdleGroupRadius float64 `key:"soundIdleGroupRadius"`
	SoundAttackFile      string  `key:"soundAttackFile"`
	SoundAttackVolume    float64 `key:"soundAttackVolume"`
	SoundAttackOffset    float64 `key:"soundAttackOffset"`
	SoundDeathFile       string  `key:"soundDeathFile"`
	SoundDeathVolume     float64 `key:"soundDeathVolume"`
	SoundDeathOffset     float64 `key:"soundDeathOffset"`
	SoundBattleFile      string  `key:"soundBattleFile"`
	SoundBattleVolume    float64 `key:"soundBattleVolume"`
	SoundBattleOffset    float64 `key:"soundBattleOffset"`
}

var identityFields = in("Identity", RuntimeHalf,
	text("resourceName", "Resource name", "The model's own name: its files and its entry are found by it."),
	text("pawnDescription", "Pawn", "The game unit that wears this model, as the game names it; the name ends in two digits, as in Era6_Common_Gunships_01."),
)

// axes are the names of a bone's local axes; the first option leaves the game's choice.
var axes = []string{"game's own", "X", "Y", "Z"}

var runtimeFields = join(
	in("Placement", RuntimeHalf,
		vector("position", "Position offset", "units", "Moves the model from its pawn: x to the right and y forward, both turning with the unit, z straight up. Applied once, while the game runs."),
		positive("scale", "Scale", "", 1, 10, "Multiplies the model's size while the game runs; 1 leaves the baked size."),
		text("hideMeshes", "Hide donor meshes", "Parts of names of the donor's own pieces that are hidden, separated by commas."),
		flag("disabled", "Disabled", "Leaves this entry out, so that the original unit is seen."),
		flag("respawnAfterLoad", "Respawn after load", "Builds the unit once more shortly after a save is loaded. Not wanted together with the donor's clip."),
	),
	in("Donor", RuntimeHalf,
		flag("useDonorClip", "Use donor animation clip", "The donor's own clip moves this model's bones, channel by channel in order. The rig must keep the donor's contract."),
		flag("freezeDonorAnim", "Freeze donor animation", "Holds the donor's pose still, so that a rigid model does not bob."),
		flag("silenceDonorVfx", "Silence donor effects", "Drops the donor's flashes and sprites, which would hang where the donor's bones were."),
		flag("silenceDonorAudio", "Silence donor audio", "Drops the donor's sounds; the entry's own still play."),
		flag("hideSubPawns", "Hide sub-pawns", "Keeps one pawn of a squadron and hides the others."),
	),
	in("Flight character", RuntimeHalf,
		number("turnRate", "Turn ease: rate", "deg/s", 0, 0, 720, "How fast the unit turns to a new heading; 0 leaves the game's snap."),
		number("turnBank", "Bank into turn", "deg", 0, -45, 45, "Largest roll into a turn; negative leans outwards. Works only with a turn rate."),
		number("hugDrop", "Terrain hug: drop", "units", 0, -10, 0, "Flies this much lower (a negative number) wherever no built tile is below or ahead; 0 is off."),
		number("hugLookahead", "Climb anticipation", "units", 1.5, 0, 10, "How far ahead built tiles and cliffs are looked for; more climbs earlier."),
		number("moveTilt", "Move tilt", "deg", 0, -45, 45, "Nose-down pitch while moving."),
		number("combatZ", "Combat height", "units", 0, -5, 5, "Added to the height while in battle: negative dives, positive climbs; eased over two seconds."),
	),
	in("Animation", RuntimeHalf,
		flag("animStateDriven", "State-driven", "Picks the clip by what the unit does (idle, move, attack ...) in place of one clip for all."),
		flag("fireOnAttack", "Play clip on attack", "The clip plays once at each attack and rests otherwise. Not together with state-driven."),
		flag("deployOnStop", "Deploy on stop", "Holds the deployed pose while standing and folds to move. Not together with state-driven."),
		number("deployPoseTime", "Deployed pose at", "of the clip", 1, 0, 1, "Where in the clip the deployed pose is: 0 its start, 1 its end."),
		positive("deploySpeed", "Deploy speed", "x", 1, 10, "Speed of unfolding, as a multiple of the clip's own."),
		positive("recoilSpeed", "Recoil speed", "x", 1, 10, "Speed of the recoil, as a multiple of the clip's own."),
		whole("attackRepeats", "Attack repeats", "", 1, 1, 20, "How often the attack clip plays at each attack."),
		number("idleAltInterval", "Idle variation every", "s", 25, 0, 600, "Mean time between idle variations; 0 is never."),
		number("animPhaseSpread", "Phase spread", "of the clip", 0.5, 0, 1, "How far the unit's copies are out of step: 0 all alike, 1 over the whole clip."),
	),
	in("Weapons", RuntimeHalf,
		flag("clearAimLayer", "Clear aim layer", "Drops the donor's procedural aiming, which twists a rig that is not the donor's."),
		text("turretBone", "Turret bone", "Part of the name of the bone that aims at the target; empty for none."),
		choice("turretAxis", "Turret axis", -1, -1, axes, "The local axis about which the turret bone aims."),
		text("muzzleOffset", "Muzzle offset", "Three numbers x,y,z in world units that move the point of fire; empty for none."),
		text("muzzleBone", "Muzzle bone", "Part of the name of the bone at which the shot is shown; empty leaves the donor's."),
		number("gunElevMax", "Gun elevation", "deg", 0, -90, 90, "How far the barrel is raised for the farthest target; 0 is off."),
		choice("gunElevAxis", "Gun elevation axis", 0, 0, axes[1:], "The gun bone's local axis about which it is raised."),
		number("gunElevRise", "Gun rise time", "s", 1, 0, 20, "Time to raise the barrel."),
		number("gunElevHold", "Gun hold time", "s", 1, 0, 20, "Time that the barrel stays raised after the shot."),
		number("gunElevFall", "Gun fall time", "s", 1, 0, 20, "Time to lower the barrel."),
		text("handPropName", "Hand prop", "Name of a prop that is held by a bone; it needs the prop's asset id too."),
		text("handPropGuid", "Hand prop id", "The prop's asset id: four whole numbers a,b,c,d."),
		text("handPropMat", "Hand prop material id", "The prop's material: four whole numbers a,b,c,d; empty for the shared one."),
		text("handPropBone", "Hand prop bone", "Part of the name of the bone that holds the prop."),
		text("handPropAngles", "Hand prop angles", "Three angles x,y,z in degrees; empty leaves the baked ones."),
	),
	in("Skin", RuntimeHalf,
		positive("brightness", "Brightness", "", 1, 4, "Gamma of the skin: above 1 is lighter, below is darker."),
		number("desaturate", "Desaturate", "", 0, 0, 1, "0 leaves the colours, 1 is grey."),
		number("tintR", "Tint red", "levels", 0, -255, 255, "Added to the skin's red."),
		number("tintG", "Tint green", "levels", 0, -255, 255, "Added to the skin's green."),
		number("tintB", "Tint blue", "levels", 0, -255, 255, "Added to the skin's blue."),
		text("textureFile", "Skin picture", "A PNG of the pack's skins folder that replaces the skin."),
	),
)

var soundFields = in("Sound", RuntimeHalf,
	flag("engineSound", "Engine sound", "Plays the game's own engine sound when the unit starts and stops moving."),
	text("engineStartEvent", "Engine start event", "The game's sound event for starting; empty uses one of the unit's family."),
	text("engineStopEvent", "Engine stop event", "The game's sound event for stopping."),
	text("soundFile", "Travel loop", "A WAV of the pack's sounds folder, looped while moving."),
	number("soundVolume", "Travel loop volume", "", 1, 0, 2, "Volume of the travel loop."),
	text("soundStartFile", "Start sound", "A WAV, played when the unit starts moving."),
	number("soundStartVolume", "Start volume", "", 1, 0, 2, "Volume of the start sound."),
	text("soundStopFile", "Stop sound", "A WAV, played when the unit stops."),
	number("soundStopVolume", "Stop volume", "", 1, 0, 2, "Volume of the stop sound."),
	text("soundIdleFile", "Idle sound", "A WAV, played now and then while standing."),
	number("soundIdleVolume", "Idle volume", "", 1, 0, 2, "Volume of the idle sound."),
	number("soundIdleInterval", "Idle sound every", "s", 11, 0, 600, "Mean time between idle sounds; 0 is never."),
	number("soundIdleGroupRadius", "Idle sound group", "units", 10, 0, 100, "Within this distance only one unit is heard; 0 lets each be heard."),
	text("soundAttackFile", "Attack sound", "A WAV, played at each attack."),
	number("soundAttackVolume", "Attack volume", "", 1, 0, 2, "Volume of the attack sound."),
	number("soundAttackOffset", "Attack sound from", "s", 0, 0, 60, "Where in the file the sound starts."),
	text("soundDeathFile", "Death sound", "A WAV, played when the unit dies."),
	number("soundDeathVolume", "Death volume", "", 1, 0, 2, "Volume of the death sound."),
	number("soundDeathOffset", "Death sound from", "s", 0, 0, 60, "Where in the file the sound starts."),
	text("soundBattleFile", "Battle sound", "A WAV, played when a battle starts."),
	number("soundBattleVolume", "Battle volume", "", 1, 0, 2, "Volume of the battle sound."),
	number("soundBattleOffset", "Battle sound from", "s", 0, 0, 60, "Where in the file the sound starts."),
)
