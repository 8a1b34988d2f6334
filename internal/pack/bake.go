package pack

// Bake is the half of an entry that says how the model is made. A change makes
// what was baked before stale. Field meanings, units and defaults are in the
// table below.
type Bake struct {
	ModelFile        string  `key:"modelFile"`
	Rotation         Vec3    `key:"rotation"`
	Size             float64 `key:"size"`
	NormalsMode      int     `key:"normalsMode"`
	SmoothingAngle   float64 `key:"smoothingAngle"`
	ConvertGrid      int     `key:"convertGrid"`
	TargetTris       int     `key:"targetTris"`
	StripParts       string  `key:"stripParts"`
	WindingFix       bool    `key:"windingFix"`
	DoubleSided      bool    `key:"doubleSided"`
	HeightUV         bool    `key:"heightUV"`
	AlbedoBrightness float64 `key:"albedoBrightness"`
	AlbedoSaturation float64 `key:"albedoSaturation"`
	KeepBlack        bool    `key:"keepBlack"`
	MaterialMode     int     `key:"materialMode"`
	AtlasMaxDim      int     `key:"atlasMaxDim"`
	ReuseExtracted   bool    `key:"reuseExtracted"`
	BakeLocked       bool    `key:"bakeLocked"`

	ClipFile  string `key:"clipFile"`
	Thumbnail string `key:"thumbnail"`

	Skel  GUID `key:"skel"`
	Atlas GUID `key:"atlas"`
	Clip  GUID `key:"clip"`

	Clips
	Deploy
}

// Clips is the part of the bake half that names clips, one a state of the unit,
// and the asset that each was baked to.
type Clips struct {
	Animated         bool   `key:"animated"`
	AnimClip         string `key:"animClip"`
	AnimClipMove     string `key:"animClipMove"`
	AnimClipAfter    string `key:"animClipAfter"`
	AnimClipAttack   string `key:"animClipAttack"`
	AnimClipCombat   string `key:"animClipCombat"`
	AnimClipPreMove  string `key:"animClipPreMove"`
	AnimClipIdleAlt  string `key:"animClipIdleAlt"`
	AnimClipIdleAlt2 string `key:"animClipIdleAlt2"`
	AnimClipIdle     string `key:"animClipIdle"`
	ClipMove         GUID   `key:"clipMove"`
	ClipAfter        GUID   `key:"clipAfter"`
	ClipAttack       GUID   `key:"clipAttack"`
	ClipCombat       GUID   `key:"clipCombat"`
	ClipPreMove      GUID   `key:"clipPreMove"`
	ClipIdleAlt      GUID   `key:"clipIdleAlt"`
	ClipIdleAlt2     GUID   `key:"clipIdleAlt2"`
	ClipIdle         GUID   `key:"clipIdle"`
	AnimateBones     string `key:"animateBones"`
	StaticParts      string `key:"staticParts"`
	LocalNodeAnim    bool   `key:"localNodeAnim"`
	AnimUnitFix      bool   `key:"animUnitFix"`
	ConvertRig       bool   `key:"convertRig"`
	AutoGroundWheels bool   `key:"autoGroundWheels"`
	KeepTranslations bool   `key:"keepTranslations"`
	SocketBones      string `key:"socketBones"`
}

// Deploy is the part of the bake half that turns a fold or recoil into a clip.
// Its numbers are texts, as the registry has them: empty leaves the baker's own.
type Deploy struct {
	DeployConvert      bool   `key:"deployConvert"`
	DeployStart        int    `key:"deployStart"`
	DeployEnd          int    `key:"deployEnd"`
	DeployStrip        string `key:"deployStrip"`
	DeployStripExtra   string `key:"deployStripExtra"`
	DeployReadyFrame   string `key:"deployReadyFrame"`
	DeployLegScale     string `key:"deployLegScale"`
	DeployBarrelScale  string `key:"deployBarrelScale"`
	DeployRecoil       string `key:"deployRecoil"`
	DeployRecoilStep   string `key:"deployRecoilStep"`
	DeployRecoilMag    string `key:"deployRecoilMag"`
	DeployArcR         string `key:"deployArcR"`
	DeploySlamDeg      string `key:"deploySlamDeg"`
	DeploySlamSettle   string `key:"deploySlamSettle"`
	DeployWheelBones   string `key:"deployWheelBones"`
	DeployWheelAxis    string `key:"deployWheelAxis"`
	DeployWheelFrames  string `key:"deployWheelFrames"`
	DeployWheelDegrees string `key:"deployWheelDegrees"`
	DeployRecoilReturn string `key:"deployRecoilReturn"`
}

// Lab is what only this lab reads: where the model's other files are and how
// its clip is sampled. Paths are relative to the entry's file, with '/'.
type Lab struct {
	Recipe    string  `key:"recipe"`
	Bones     string  `key:"bones"`
	Donor     string  `key:"donor"`
	DonorClip string  `key:"donorClip"`
	BakeRate  float64 `key:"bakeRate"`
	BakeKey   string  `key:"bakeKey"`
}

var bakeFields = join(
	in("Mesh", BakeHalf,
		text("modelFile", "Model", "The model's file."),
		vector("rotation", "Rotation", "deg", "Turns the model before it is baked, about x, y and z."),
		positive("size", "Size", "units", 5, 50, "The longest side of the baked model."),
		choice("normalsMode", "Normals", 1, 0, []string{"keep", "recalculate", "faceted"}, "Keeps the file's normals, makes smooth ones, or makes flat ones."),
		number("smoothingAngle", "Smoothing angle", "deg", 20, 0, 180, "Edges sharper than this stay hard when normals are made."),
		whole("convertGrid", "Simplify grid", "cells", 0, 0, 1024, "Welds vertices that share a cell of this grid; 0 is off."),
		whole("targetTris", "Reduce to about", "triangles", 24000, 0, 1000000, "Simplifies the mesh to about this many triangles; 0 leaves it."),
		text("stripParts", "Strip parts", "Parts of names of pieces that are left out, separated by commas."),
		flag("windingFix", "Fix winding", "Turns triangles that face inwards."),
		flag("doubleSided", "Double-sided", "Draws both faces of each triangle."),
	),
	in("Material", BakeHalf,
		flag("heightUV", "Height-gradient UV", "Colours by height for a model without a texture."),
		positive("albedoBrightness", "Albedo brightness", "x", 1, 4, "Multiplies the baked colours."),
		number("albedoSaturation", "Albedo saturation", "x", 1, 0, 4, "Multiplies the baked colours' saturation."),
		flag("keepBlack", "Keep black", "Leaves near-black colours, which are otherwise lifted to grey."),
		choice("materialMode", "Materials", 0, 0, []string{"auto", "single", "multi"}, "One atlas for all materials, or one texture each."),
		whole("atlasMaxDim", "Atlas size", "pixels", 512, 256, 4096, "Largest side of the baked atlas."),
		flag("reuseExtracted", "Keep extracted texture", "Uses the texture of the bake before."),
		flag("bakeLocked", "Lock the bake", "Refuses to bake this entry again."),
	),
	in("Assets", BakeHalf,
		text("clipFile", "Clip file", "The baked clip's file inside the pack; empty where the clip is in the model's file."),
		text("thumbnail", "Thumbnail", "The picture's file inside the pack."),
		asset("skel", "Skeleton and mesh", "Asset id of the baked model."),
		asset("atlas", "Atlas", "Asset id of the baked atlas."),
		asset("clip", "Clip", "Asset id of the baked clip."),
	),
)

var clipFields = join(
	in("Clips", BakeHalf,
		flag("animated", "Animated", "The model has a skeleton and moves; otherwise it is baked rigid."),
		text("animClip", "Clip", "The clip that plays, by its name in the model's file."),
		text("animClipMove", "Move", "Clip while moving."),
		text("animClipAfter", "After move", "Clip played once on stopping."),
		text("animClipAttack", "Attack", "Clip played at an attack."),
		text("animClipCombat", "Combat stance", "Clip while in battle."),
		text("animClipPreMove", "Before move", "Clip played once before moving."),
		text("animClipIdleAlt", "Idle variation", "Clip played now and then while idle."),
		text("animClipIdleAlt2", "Second idle variation", "Another of them."),
		text("animClipIdle", "Idle", "Clip while standing."),
		text("animateBones", "Animate bones", "Beginnings of bone names that move, separated by commas; empty moves all."),
		text("staticParts", "Static parts", "Parts of names of pieces that stay rigid, separated by commas."),
		flag("localNodeAnim", "Node animation", "Takes the clip from moving nodes in place of a skin."),
		flag("animUnitFix", "Unit fix", "Mends a clip that was keyed in other units than the mesh."),
		flag("convertRig", "Convert rig", "Rebuilds the rig to the game's rules before the bake."),
		flag("autoGroundWheels", "Ground wheels", "Sets the wheels on the ground."),
		flag("keepTranslations", "Keep translations", "Keeps the clip's sliding, which is dropped otherwise."),
		text("socketBones", "Socket bones", "Names for attachment points, as Socket=Bone;Socket=Bone."),
	),
	in("Assets", BakeHalf,
		asset("clipMove", "Move clip", "Asset id of the baked clip."),
		asset("clipAfter", "After-move clip", "Asset id of the baked clip."),
		asset("clipAttack", "Attack clip", "Asset id of the baked clip."),
		asset("clipCombat", "Combat clip", "Asset id of the baked clip."),
		asset("clipPreMove", "Before-move clip", "Asset id of the baked clip."),
		asset("clipIdleAlt", "Idle variation clip", "Asset id of the baked clip."),
		asset("clipIdleAlt2", "Second idle variation clip", "Asset id of the baked clip."),
		asset("clipIdle", "Idle clip", "Asset id of the baked clip."),
	),
)

var deployFields = in("Deploy", BakeHalf,
	flag("deployConvert", "Convert a deploy clip", "Makes the fold and recoil clip from the settings below."),
	whole("deployStart", "Deploy from", "frame", 0, 0, 100000, "First frame of the fold in the source clip."),
	whole("deployEnd", "Deploy to", "frame", 0, 0, 100000, "Last frame of the fold in the source clip."),
	text("deployStrip", "Strip channels", "Parts of names of bones whose motion is dropped."),
	text("deployStripExtra", "Strip more channels", "More of them."),
	text("deployReadyFrame", "Ready frame", "Frame of the source clip that is the firing pose."),
	text("deployLegScale", "Leg scale", "Multiplies the legs' motion."),
	text("deployBarrelScale", "Barrel scale", "Multiplies the barrel's motion."),
	text("deployRecoil", "Recoil", "Frames of the recoil."),
	text("deployRecoilStep", "Recoil step", "Frames between recoil keys."),
	text("deployRecoilMag", "Recoil magnitude", "How far the barrel kicks."),
	text("deployArcR", "Recoil arc radius", "Radius of the arc on which the gun kicks."),
	text("deploySlamDeg", "Slam angle", "Degrees by which the gun slams down."),
	text("deploySlamSettle", "Slam settle", "How it settles after the slam."),
	text("deployWheelBones", "Wheel bones", "Parts of names of wheels that turn while folding."),
	text("deployWheelAxis", "Wheel axis", "Local axis about which they turn."),
	text("deployWheelFrames", "Wheel frames", "Frames over which they turn."),
	text("deployWheelDegrees", "Wheel degrees", "Degrees by which they turn."),
	text("deployRecoilReturn", "Recoil return", "Frames of the way back."),
)

var labFields = in("Lab", LabHalf,
	text("recipe", "Recipe", "The file with the model's parts and roles, beside this one."),
	text("bones", "Bone map", "The file with a walker's bones that were set by hand, beside this one; empty means the one beside the model."),
	text("donor", "Donor", "The donor's file; empty means the donor gunship that comes with the lab."),
	text("donorClip", "Donor clip", "The donor's clip by name; empty means its first."),
	positive("bakeRate", "Bake rate", "keys/s", 30, 240, "How many keys a second a baked clip has."),
	text("bakeKey", "Bake key", "What the last bake was made from; another key means that the bake is stale."),
)
