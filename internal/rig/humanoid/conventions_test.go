package humanoid_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// row is one bone of a made skeleton: where it is in the world, and which slot
// it is meant to fill. "@" in a name, a parent or a slot stands for a side.
type row struct {
	name, parent string
	x, y, z      float64
	slot         string
}

// convention is a house's way to name and hang bones.
type convention struct {
	left, right string // what "@" is replaced by
	rows        []row
}

// Places of an A-pose adult, metres; the left side is +X.
func mid(slot, name, parent string) row {
	at := map[string][2]float64{"hips": {.95, .02}, "spine": {1.05, .03}, "chest": {1.2, .03}, "upperChest": {1.32, .02}, "neck": {1.5, -.01}, "head": {1.6, .01}}[slot]
	return row{name, parent, 0, at[0], at[1], slot}
}

func limb(slot, name, parent string) row {
	at := map[string]mgl64.Vec3{"Eye": {.03, 1.68, .08}, "Shoulder": {.04, 1.43, .01}, "UpperArm": {.17, 1.42, -.01}, "LowerArm": {.37, 1.23, -.02}, "Hand": {.56, 1.05, .01},
		"UpperLeg": {.09, .92, .01}, "LowerLeg": {.1, .5, .025}, "Foot": {.1, .09, -.03}, "Toes": {.1, .02, .1}}[slot]
	return row{name, parent, at[0], at[1], at[2], "@" + slot}
}

var mixamo = convention{"Left", "Right", []row{
	mid("hips", "mixamorig:Hips", ""), mid("spine", "mixamorig:Spine", "mixamorig:Hips"), mid("chest", "mixamorig:Spine1", "mixamorig:Spine"),
	mid("upperChest", "mixamorig:Spine2", "mixamorig:Spine1"), mid("neck", "mixamorig:Neck", "mixamorig:Spine2"), mid("head", "mixamorig:Head", "mixamorig:Neck"),
	{"mixamorig:HeadTop_End", "mixamorig:Head", 0, 1.8, .02, ""}, limb("Eye", "mixamorig:@Eye", "mixamorig:Head"),
	limb("Shoulder", "mixamorig:@Shoulder", "mixamorig:Spine2"), limb("UpperArm", "mixamorig:@Arm", "mixamorig:@Shoulder"),
	limb("LowerArm", "mixamorig:@ForeArm", "mixamorig:@Arm"), limb("Hand", "mixamorig:@Hand", "mixamorig:@ForeArm"),
	{"mixamorig:@HandIndex1", "mixamorig:@Hand", .62, .98, .03, ""}, {"mixamorig:@HandThumb1", "mixamorig:@Hand", .58, 1.02, .05, ""},
	limb("UpperLeg", "mixamorig:@UpLeg", "mixamorig:Hips"), limb("LowerLeg", "mixamorig:@Leg", "mixamorig:@UpLeg"),
	limb("Foot", "mixamorig:@Foot", "mixamorig:@Leg"), limb("Toes", "mixamorig:@ToeBase", "mixamorig:@Foot"), {"mixamorig:@Toe_End", "mixamorig:@ToeBase", .1, .01, .17, ""},
}}

var conventions = map[string]convention{
	"mixamo": mixamo,
	"rigify": {"L", "R", []row{{"root", "", 0, 0, 0, ""},
		mid("hips", "DEF-spine", "root"), mid("spine", "DEF-spine.001", "DEF-spine"), mid("chest", "DEF-spine.002", "DEF-spine.001"), mid("upperChest", "DEF-spine.003", "DEF-spine.002"),
		mid("neck", "DEF-spine.004", "DEF-spine.003"), {"DEF-spine.005", "DEF-spine.004", 0, 1.55, 0, ""}, mid("head", "DEF-spine.006", "DEF-spine.005"),
		{"DEF-pelvis.@", "DEF-spine", .08, 1.0, .05, ""}, {"DEF-breast.@", "DEF-spine.003", .1, 1.3, .12, ""},
		limb("Shoulder", "DEF-shoulder.@", "DEF-spine.003"), limb("UpperArm", "DEF-upper_arm.@", "DEF-shoulder.@"), {"DEF-upper_arm.@.001", "DEF-upper_arm.@", .27, 1.325, -.015, ""},
		limb("LowerArm", "DEF-forearm.@", "DEF-upper_arm.@.001"), {"DEF-forearm.@.001", "DEF-forearm.@", .465, 1.14, -.005, ""}, limb("Hand", "DEF-hand.@", "DEF-forearm.@.001"),
		{"DEF-f_index.01.@", "DEF-hand.@", .62, .98, .03, ""}, {"DEF-thumb.01.@", "DEF-hand.@", .58, 1.02, .05, ""},
		limb("UpperLeg", "DEF-thigh.@", "DEF-spine"), {"DEF-thigh.@.001", "DEF-thigh.@", .095, .71, .018, ""}, limb("LowerLeg", "DEF-shin.@", "DEF-thigh.@.001"),
		{"DEF-shin.@.001", "DEF-shin.@", .1, .295, -.002, ""}, limb("Foot", "DEF-foot.@", "DEF-shin.@.001"), limb("Toes", "DEF-toe.@", "DEF-foot.@"),
	}},
	"rigify, legs off the root": {"L", "R", []row{{"root", "", 0, 0, 0, ""},
		mid("hips", "DEF-spine", "root"), mid("spine", "DEF-spine.001", "DEF-spine"), mid("chest", "DEF-spine.003", "DEF-spine.001"),
		mid("neck", "DEF-spine.004", "DEF-spine.003"), mid("head", "DEF-spine.006", "DEF-spine.004"),
		limb("UpperArm", "DEF-upper_arm.@", "root"), limb("LowerArm", "DEF-forearm.@", "DEF-upper_arm.@"), limb("Hand", "DEF-hand.@", "DEF-forearm.@"),
		limb("UpperLeg", "DEF-thigh.@", "root"), limb("LowerLeg", "DEF-shin.@", "DEF-thigh.@"), limb("Foot", "DEF-foot.@", "DEF-shin.@"), limb("Toes", "DEF-toe.@", "DEF-foot.@"),
	}},
	"unreal": {"l", "r", []row{{"root", "", 0, 0, 0, ""},
		mid("hips", "pelvis", "root"), mid("spine", "spine_01", "pelvis"), mid("chest", "spine_02", "spine_01"), mid("upperChest", "spine_03", "spine_02"),
		mid("neck", "neck_01", "spine_03"), mid("head", "head", "neck_01"),
		limb("Shoulder", "clavicle_@", "spine_03"), limb("UpperArm", "upperarm_@", "clavicle_@"), {"upperarm_twist_01_@", "upperarm_@", .27, 1.32, -.015, ""},
		limb("LowerArm", "lowerarm_@", "upperarm_@"), limb("Hand", "hand_@", "lowerarm_@"), {"index_01_@", "hand_@", .62, .98, .03, ""},
		limb("UpperLeg", "thigh_@", "pelvis"), {"thigh_twist_01_@", "thigh_@", .095, .71, .018, ""}, limb("LowerLeg", "calf_@", "thigh_@"), {"calf_twist_01_@", "calf_@", .1, .3, 0, ""},
		limb("Foot", "foot_@", "calf_@"), limb("Toes", "ball_@", "foot_@"),
		{"ik_foot_root", "root", 0, 0, 0, ""}, {"ik_foot_@", "ik_foot_root", .1, .09, -.03, ""}, {"ik_hand_root", "root", 0, 0, 0, ""}, {"ik_hand_gun", "ik_hand_root", -.56, 1.05, .01, ""},
		{"ik_hand_@", "ik_hand_gun", .56, 1.05, .01, ""},
	}},
	"vroid": {"L", "R", []row{{"Root", "", 0, 0, 0, ""},
		mid("hips", "J_Bip_C_Hips", "Root"), mid("spine", "J_Bip_C_Spine", "J_Bip_C_Hips"), mid("chest", "J_Bip_C_Chest", "J_Bip_C_Spine"), mid("upperChest", "J_Bip_C_UpperChest", "J_Bip_C_Chest"),
		mid("neck", "J_Bip_C_Neck", "J_Bip_C_UpperChest"), mid("head", "J_Bip_C_Head", "J_Bip_C_Neck"), limb("Eye", "J_Adj_@_FaceEye", "J_Bip_C_Head"),
		{"J_Sec_Hair1_01", "J_Bip_C_Head", 0, 1.75, -.1, ""}, {"J_Sec_Hair2_01", "J_Sec_Hair1_01", 0, 1.85, -.2, ""}, {"J_Sec_@_Bust1", "J_Bip_C_UpperChest", .08, 1.3, .1, ""},
		{"J_Sec_@_SkirtSide0_01", "J_Bip_C_Hips", .15, .9, 0, ""}, {"J_Sec_@_SkirtSide1_01", "J_Sec_@_SkirtSide0_01", .25, .5, 0, ""}, {"J_Sec_@_SkirtSide2_01", "J_Sec_@_SkirtSide1_01", .3, 0, 0, ""},
		limb("Shoulder", "J_Bip_@_Shoulder", "J_Bip_C_UpperChest"), limb("UpperArm", "J_Bip_@_UpperArm", "J_Bip_@_Shoulder"), limb("LowerArm", "J_Bip_@_LowerArm", "J_Bip_@_UpperArm"), limb("Hand", "J_Bip_@_Hand", "J_Bip_@_LowerArm"),
		limb("UpperLeg", "J_Bip_@_UpperLeg", "J_Bip_C_Hips"), limb("LowerLeg", "J_Bip_@_LowerLeg", "J_Bip_@_UpperLeg"), limb("Foot", "J_Bip_@_Foot", "J_Bip_@_LowerLeg"), limb("Toes", "J_Bip_@_ToeBase", "J_Bip_@_Foot"),
	}},
	"biped": {"L", "R", []row{{"Bip01", "", 0, .95, .02, ""},
		mid("hips", "Bip01 Pelvis", "Bip01"), mid("spine", "Bip01 Spine", "Bip01 Pelvis"), mid("chest", "Bip01 Spine1", "Bip01 Spine"),
		mid("neck", "Bip01 Neck", "Bip01 Spine1"), mid("head", "Bip01 Head", "Bip01 Neck"), {"Bip01 HeadNub", "Bip01 Head", 0, 1.8, 0, ""}, {"Bip01 Ponytail1", "Bip01 Head", 0, 1.7, -.1, ""},
		limb("Shoulder", "Bip01 @ Clavicle", "Bip01 Neck"), limb("UpperArm", "Bip01 @ UpperArm", "Bip01 @ Clavicle"), limb("LowerArm", "Bip01 @ Forearm", "Bip01 @ UpperArm"), limb("Hand", "Bip01 @ Hand", "Bip01 @ Forearm"),
		{"Bip01 @ ForeTwist", "Bip01 @ Forearm", .4, 1.2, 0, ""}, {"Bip01 @ Finger0", "Bip01 @ Hand", .6, 1, .03, ""},
		limb("UpperLeg", "Bip01 @ Thigh", "Bip01 Pelvis"), limb("LowerLeg", "Bip01 @ Calf", "Bip01 @ Thigh"), limb("Foot", "Bip01 @ Foot", "Bip01 @ Calf"), limb("Toes", "Bip01 @ Toe0", "Bip01 @ Foot"), {"Bip01 @ Toe0Nub", "Bip01 @ Toe0", .1, .01, .17, ""},
	}},
	"mmd": {"左", "右", []row{{"全ての親", "", 0, 0, 0, ""}, {"センター", "全ての親", 0, .7, 0, ""}, {"グルーブ", "センター", 0, .75, 0, ""},
		mid("hips", "腰", "グルーブ"), mid("spine", "上半身", "腰"), mid("chest", "上半身2", "上半身"), mid("neck", "首", "上半身2"), mid("head", "頭", "首"), limb("Eye", "@目", "頭"),
		{"下半身", "腰", 0, 1.04, .02, ""}, {"両目", "頭", 0, 1.9, 0, ""},
		limb("Shoulder", "@肩", "上半身2"), limb("UpperArm", "@腕", "@肩"), {"@腕捩", "@腕", .27, 1.32, -.015, ""}, limb("LowerArm", "@ひじ", "@腕捩"), {"@手捩", "@ひじ", .46, 1.14, 0, ""}, limb("Hand", "@手首", "@手捩"),
		{"@人指１", "@手首", .62, .98, .03, ""}, {"@親指０", "@手首", .58, 1.02, .05, ""},
		limb("UpperLeg", "@足", "下半身"), limb("LowerLeg", "@ひざ", "@足"), limb("Foot", "@足首", "@ひざ"), limb("Toes", "@つま先", "@足首"),
		{"@足ＩＫ", "全ての親", .1, .09, -.03, ""}, {"@つま先ＩＫ", "@足ＩＫ", .1, .02, .1, ""},
	}},
	"bvh": {"Left", "Right", []row{
		mid("hips", "Hips", ""), mid("chest", "Chest", "Hips"), mid("neck", "Neck", "Chest"), mid("head", "Head", "Neck"),
		limb("Shoulder", "@Collar", "Chest"), limb("UpperArm", "@Shoulder", "@Collar"), limb("LowerArm", "@Elbow", "@Shoulder"), limb("Hand", "@Wrist", "@Elbow"),
		limb("UpperLeg", "@Hip", "Hips"), limb("LowerLeg", "@Knee", "@Hip"), limb("Foot", "@Ankle", "@Knee"), limb("Toes", "@Toe", "@Ankle"),
	}},
	"reallusion": {"L", "R", []row{{"RL_BoneRoot", "", 0, 0, 0, ""},
		mid("hips", "CC_Base_Hip", "RL_BoneRoot"), {"CC_Base_Pelvis", "CC_Base_Hip", 0, .96, .02, ""}, mid("spine", "CC_Base_Waist", "CC_Base_Hip"), mid("chest", "CC_Base_Spine01", "CC_Base_Waist"), mid("upperChest", "CC_Base_Spine02", "CC_Base_Spine01"),
		mid("neck", "CC_Base_NeckTwist01", "CC_Base_Spine02"), {"CC_Base_NeckTwist02", "CC_Base_NeckTwist01", 0, 1.55, 0, ""}, mid("head", "CC_Base_Head", "CC_Base_NeckTwist02"), {"CC_Base_JawRoot", "CC_Base_Head", 0, 1.62, .04, ""}, limb("Eye", "CC_Base_@_Eye", "CC_Base_Head"),
		limb("Shoulder", "CC_Base_@_Clavicle", "CC_Base_Spine02"), limb("UpperArm", "CC_Base_@_Upperarm", "CC_Base_@_Clavicle"), {"CC_Base_@_UpperarmTwist01", "CC_Base_@_Upperarm", .2, 1.39, 0, ""},
		limb("LowerArm", "CC_Base_@_Forearm", "CC_Base_@_Upperarm"), {"CC_Base_@_ElbowShareBone", "CC_Base_@_Forearm", .37, 1.23, -.03, ""}, limb("Hand", "CC_Base_@_Hand", "CC_Base_@_Forearm"),
		limb("UpperLeg", "CC_Base_@_Thigh", "CC_Base_Pelvis"), {"CC_Base_@_ThighTwist01", "CC_Base_@_Thigh", .09, .8, .01, ""}, limb("LowerLeg", "CC_Base_@_Calf", "CC_Base_@_Thigh"), {"CC_Base_@_KneeShareBone", "CC_Base_@_Calf", .1, .5, .05, ""},
		limb("Foot", "CC_Base_@_Foot", "CC_Base_@_Calf"), limb("Toes", "CC_Base_@_ToeBase", "CC_Base_@_Foot"), {"CC_Base_@_BigToe1", "CC_Base_@_ToeBase", .09, .02, .14, ""},
	}},
	"cesium": {"L", "R", []row{
		{"torso_joint_1", "", 0, .95, .02, "hips"}, {"torso_joint_2", "torso_joint_1", 0, 1.1, .03, "spine"}, {"torso_joint_3", "torso_joint_2", 0, 1.3, .03, "chest"},
		mid("neck", "neck_joint_1", "torso_joint_3"), mid("head", "neck_joint_2", "neck_joint_1"),
		limb("UpperArm", "arm_joint_@_1", "torso_joint_3"), limb("LowerArm", "arm_joint_@_2", "arm_joint_@_1"), limb("Hand", "arm_joint_@_3", "arm_joint_@_2"),
		limb("UpperLeg", "leg_joint_@_1", "torso_joint_1"), limb("LowerLeg", "leg_joint_@_2", "leg_joint_@_1"), limb("Foot", "leg_joint_@_3", "leg_joint_@_2"), limb("Toes", "leg_joint_@_5", "leg_joint_@_3"),
	}},
	"daz": {"l", "r", []row{
		mid("hips", "hip", ""), {"pelvis", "hip", 0, .97, .02, ""}, mid("spine", "abdomenLower", "hip"), {"abdomenUpper", "abdomenLower", 0, 1.12, .03, ""},
		mid("chest", "chestLower", "abdomenUpper"), mid("upperChest", "chestUpper", "chestLower"), mid("neck", "neckLower", "chestUpper"), {"neckUpper", "neckLower", 0, 1.55, 0, ""}, mid("head", "head", "neckUpper"), limb("Eye", "@Eye", "head"),
		limb("Shoulder", "@Collar", "chestUpper"), limb("UpperArm", "@ShldrBend", "@Collar"), {"@ShldrTwist", "@ShldrBend", .27, 1.32, -.015, ""}, limb("LowerArm", "@ForearmBend", "@ShldrTwist"), {"@ForearmTwist", "@ForearmBend", .46, 1.14, 0, ""}, limb("Hand", "@Hand", "@ForearmTwist"),
		limb("UpperLeg", "@ThighBend", "pelvis"), {"@ThighTwist", "@ThighBend", .095, .71, .018, ""}, limb("LowerLeg", "@Shin", "@ThighTwist"), limb("Foot", "@Foot", "@Shin"), {"@Metatarsals", "@Foot", .1, .05, .03, ""}, limb("Toes", "@Toe", "@Metatarsals"),
	}},
	"advanced skeleton": {"_L", "_R", []row{
		mid("hips", "Root_M", ""), mid("spine", "Spine1_M", "Root_M"), mid("chest", "Chest_M", "Spine1_M"), mid("neck", "Neck_M", "Chest_M"), mid("head", "Head_M", "Neck_M"),
		limb("Shoulder", "Scapula@", "Chest_M"), limb("UpperArm", "Shoulder@", "Scapula@"), limb("LowerArm", "Elbow@", "Shoulder@"), limb("Hand", "Wrist@", "Elbow@"),
		limb("UpperLeg", "Hip@", "Root_M"), limb("LowerLeg", "Knee@", "Hip@"), limb("Foot", "Ankle@", "Knee@"), limb("Toes", "Toes@", "Ankle@"),
	}},
	"second life": {"Left", "Right", []row{
		mid("hips", "mPelvis", ""), mid("spine", "mSpine", "mPelvis"), mid("chest", "mChest", "mSpine"), mid("neck", "mNeck", "mChest"), mid("head", "mHead", "mNeck"),
		limb("Shoulder", "mCollar@", "mChest"), limb("UpperArm", "mShoulder@", "mCollar@"), limb("LowerArm", "mElbow@", "mShoulder@"), limb("Hand", "mWrist@", "mElbow@"),
		limb("UpperLeg", "mHip@", "mPelvis"), limb("LowerLeg", "mKnee@", "mHip@"), limb("Foot", "mAnkle@", "mKnee@"), {"mFoot@", "mAnkle@", .1, .03, .05, ""}, limb("Toes", "mToe@", "mFoot@"),
	}},
	"synty": {"_L", "_R", []row{
		mid("hips", "Hips", ""), mid("spine", "Spine_01", "Hips"), mid("chest", "Spine_02", "Spine_01"), mid("upperChest", "Spine_03", "Spine_02"), mid("neck", "Neck", "Spine_03"), mid("head", "Head", "Neck"), {"Eyebrows", "Head", 0, 1.75, .1, ""},
		limb("Shoulder", "Clavicle@", "Spine_03"), limb("UpperArm", "Shoulder@", "Clavicle@"), limb("LowerArm", "Elbow@", "Shoulder@"), limb("Hand", "Hand@", "Elbow@"),
		limb("UpperLeg", "UpperLeg@", "Hips"), limb("LowerLeg", "LowerLeg@", "UpperLeg@"), limb("Foot", "Ankle@", "LowerLeg@"), limb("Toes", "Ball@", "Ankle@"), {"Toes@", "Ball@", .1, .02, .17, ""},
	}},
	"makehuman": {".L", ".R", []row{
		mid("hips", "root", ""), mid("spine", "spine05", "root"), {"spine04", "spine05", 0, 1.12, .03, ""}, mid("chest", "spine03", "spine04"), {"spine02", "spine03", 0, 1.25, .03, ""}, mid("upperChest", "spine01", "spine02"),
		mid("neck", "neck01", "spine01"), {"neck02", "neck01", 0, 1.55, 0, ""}, mid("head", "head", "neck02"), {"jaw", "head", 0, 1.62, .04, ""},
		limb("Shoulder", "clavicle@", "spine01"), {"shoulder01@", "clavicle@", .15, 1.42, -.01, ""}, limb("UpperArm", "upperarm01@", "shoulder01@"), {"upperarm02@", "upperarm01@", .27, 1.32, -.015, ""}, limb("LowerArm", "lowerarm01@", "upperarm02@"), {"lowerarm02@", "lowerarm01@", .46, 1.14, 0, ""}, limb("Hand", "wrist@", "lowerarm02@"),
		limb("UpperLeg", "upperleg01@", "root"), {"upperleg02@", "upperleg01@", .095, .71, .018, ""}, limb("LowerLeg", "lowerleg01@", "upperleg02@"), {"lowerleg02@", "lowerleg01@", .1, .3, 0, ""}, limb("Foot", "foot@", "lowerleg02@"), limb("Toes", "toe1-1@", "foot@"),
	}},
	"three.js keeps no colon": {"Left", "Right", []row{
		mid("hips", "mixamorigHips", ""), mid("spine", "mixamorigSpine", "mixamorigHips"), mid("chest", "mixamorigSpine1", "mixamorigSpine"), mid("neck", "mixamorigNeck", "mixamorigSpine1"), mid("head", "mixamorigHead", "mixamorigNeck"),
		limb("Shoulder", "mixamorig@Shoulder", "mixamorigSpine1"), limb("UpperArm", "mixamorig@Arm", "mixamorig@Shoulder"), limb("LowerArm", "mixamorig@ForeArm", "mixamorig@Arm"), limb("Hand", "mixamorig@Hand", "mixamorig@ForeArm"),
		limb("UpperLeg", "mixamorig@UpLeg", "mixamorigHips"), limb("LowerLeg", "mixamorig@Leg", "mixamorig@UpLeg"), limb("Foot", "mixamorig@Foot", "mixamorig@Leg"), limb("Toes", "mixamorig@ToeBase", "mixamorig@Foot"),
	}},
	"blender copies without sides": {"", ".001", []row{
		mid("hips", "Pelvis", ""), mid("spine", "Spine", "Pelvis"), mid("chest", "Chest", "Spine"), mid("neck", "Neck", "Chest"), mid("head", "Head", "Neck"),
		limb("UpperArm", "UpperArm@", "Chest"), limb("LowerArm", "Forearm@", "UpperArm@"), limb("Hand", "Hand@", "Forearm@"),
		limb("UpperLeg", "Thigh@", "Pelvis"), limb("LowerLeg", "Shin@", "Thigh@"), limb("Foot", "Foot@", "Shin@"), limb("Toes", "Toes@", "Foot@"),
	}},
	"russian": {"Лев", "Прав", []row{
		mid("hips", "Таз", ""), mid("spine", "Позвоночник", "Таз"), mid("chest", "Грудь", "Позвоночник"), mid("neck", "Шея", "Грудь"), mid("head", "Голова", "Шея"),
		limb("UpperArm", "Плечо.@", "Грудь"), limb("LowerArm", "Предплечье.@", "Плечо.@"), limb("Hand", "Кисть.@", "Предплечье.@"),
		limb("UpperLeg", "Бедро.@", "Таз"), limb("LowerLeg", "Голень.@", "Бедро.@"), limb("Foot", "Стопа.@", "Голень.@"),
	}},
	"unknown script": {"ა", "ბ", []row{
		mid("hips", "მენჯი", ""), mid("spine", "x1", "მენჯი"), mid("chest", "x2", "x1"), mid("neck", "x3", "x2"), mid("head", "x4", "x3"),
		limb("UpperArm", "y1@", "x2"), limb("LowerArm", "y2@", "y1@"), limb("Hand", "y3@", "y2@"),
		limb("UpperLeg", "z1@", "მენჯი"), limb("LowerLeg", "z2@", "z1@"), limb("Foot", "z3@", "z2@"), limb("Toes", "z4@", "z3@"),
	}},
}

func plain(*scene.Model) {}

// body builds a skinned skeleton, without a mesh, below a node "Armature".
func body(c convention, change func(*scene.Model)) *scene.Model {
	m := &scene.Model{Nodes: []scene.Node{{Name: "Armature", Local: scene.Identity()}}, Roots: []int{0}, Skins: []scene.Skin{{}}}
	world := map[string]mgl64.Vec3{}
	index := map[string]int{"": 0}
	add := func(r row, side string, x float64) {
		put := func(s string) string { return strings.ReplaceAll(s, "@", side) }
		n, p := put(r.name), put(r.parent)
		at := mgl64.Vec3{r.x * x, r.y, r.z}
		l := scene.Identity()
		l.T = at.Sub(world[p])
		i := len(m.Nodes)
		m.Nodes = append(m.Nodes, scene.Node{Name: n, Local: l, Parent: scene.Some(index[p])})
		m.Nodes[index[p]].Children = append(m.Nodes[index[p]].Children, i)
		m.Skins[0].Joints = append(m.Skins[0].Joints, i)
		m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, mgl64.Ident4())
		world[n], index[n] = at, i
	}
	for _, r := range c.rows {
		if strings.Contains(r.name, "@") {
			add(r, c.left, 1)
			add(r, c.right, -1)
		} else {
			add(r, "", 1)
		}
	}
	change(m)
	return m
}

func node(t *testing.T, m *scene.Model, name string) int {
	t.Helper()
	for i := range m.Nodes {
		if m.Nodes[i].Name == name {
			return i
		}
	}
	t.Fatalf("no node %q", name)
	return -1
}

// check compares a found map with what the rows say. swap is a model whose left
// is where the rows have right.
func (c convention) check(t *testing.T, names *scene.Model, got *humanoid.Map, swap bool, skip ...string) {
	t.Helper()
	want := map[humanoid.Slot]string{}
	for _, r := range c.rows {
		if r.slot == "" {
			continue
		}
		if !strings.HasPrefix(r.slot, "@") {
			s, _ := humanoid.ParseSlot(r.slot)
			want[s] = r.name
			continue
		}
		l, _ := humanoid.ParseSlot("left" + r.slot[1:])
		sides := [2]string{c.left, c.right}
		if swap {
			sides[0], sides[1] = sides[1], sides[0]
		}
		want[l] = strings.ReplaceAll(r.name, "@", sides[0])
		want[l.On(humanoid.Right)] = strings.ReplaceAll(r.name, "@", sides[1])
	}
next:
	for s := range humanoid.SlotCount {
		for _, w := range skip {
			if strings.Contains(strings.ToLower(s.String()), w) {
				continue next
			}
		}
		have := ""
		if n := got.Node(s); n >= 0 {
			have = names.Nodes[n].Name
		}
		if have != want[s] {
			t.Errorf("%s is %q, want %q (%s)", s, have, want[s], got.Bones[s].Why)
		}
	}
	if ok, why := got.Walkable(); !ok {
		t.Error("cannot walk:", why)
	}
}

func TestConventions(t *testing.T) {
	for name, c := range conventions {
		t.Run(name, func(t *testing.T) {
			m := body(c, plain)
			got, problems := humanoid.Find(m, 0, nil)
			c.check(t, m, &got, false)
			for _, p := range problems {
				t.Error("a problem with a good rig:", p.Error())
			}
		})
	}
}

// TestConventionsStripped has no names to go by; eyes and the trunk's finer
// division are then not asked for, nor what only a name can tell.
func TestConventionsStripped(t *testing.T) {
	for name, c := range conventions {
		switch name {
		case "rigify, legs off the root", "vroid", "mmd":
			continue // no shape to go by; clothes and hair that only names tell from limbs; twists in the limbs
		}
		t.Run(name, func(t *testing.T) {
			m := body(c, plain)
			got, _ := humanoid.Find(stripped(m), 0, nil)
			skip := []string{"eye", "spine", "chest", "shoulder"}
			if name == "unreal" || name == "reallusion" || name == "makehuman" {
				skip = append(skip, "arm", "hand") // twist bones look like fingers; two shoulders in a row
			}
			if name == "daz" || name == "second life" {
				skip = append(skip, "toes") // a bone within the foot
			}
			if name == "reallusion" || name == "mixamo" || name == "biped" || name == "rigify" || name == "daz" || name == "makehuman" || name == "second life" {
				skip = append(skip, "head", "neck") // ends and second necks, without a mesh to tell
			}
			c.check(t, m, &got, false, skip...)
		})
	}
}

// TestPlacement: however the armature is turned, scaled or mirrored in its
// names, the same bones are found, and the rest is measured in model space.
func TestPlacement(t *testing.T) {
	base, _ := humanoid.Find(body(mixamo, plain), 0, nil)
	if l := base.Rest.LegLength; math.Abs(l-.837) > .01 {
		t.Fatalf("leg %.4f: the thigh is .4204 long and the shin .4137", l)
	}
	for _, scale := range []float64{.001, .01, 1, 100, 5e4} {
		for _, yaw := range []float64{0, 30, 90, 123, 180, 270} {
			m := body(mixamo, plain)
			// The classic export: the file is Z up in centimetres, and the root turns it.
			turn := mgl64.QuatRotate(yaw*math.Pi/180, mgl64.Vec3{0, 1, 0})
			up := mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0})
			for _, k := range m.Nodes[0].Children { // the children lie in the armature's Z-up frame
				l := &m.Nodes[k].Local
				l.T = up.Conjugate().Rotate(l.T)
				l.R = up.Conjugate()
			}
			m.Nodes[0].Local.R = turn.Mul(up)
			m.Nodes[0].Local.S = mgl64.Vec3{scale, scale, scale}
			got, problems := humanoid.Find(m, 0, nil)
			mixamo.check(t, m, &got, false)
			if len(problems) > 0 {
				t.Errorf("scale %g yaw %g: %v", scale, yaw, problems[0].Error())
			}
			r := &got.Rest
			if math.Abs(r.LegLength/scale-base.Rest.LegLength) > 1e-6 || math.Abs(r.HipHeight/scale-base.Rest.HipHeight) > 1e-6 {
				t.Errorf("scale %g: leg %g hips %g", scale, r.LegLength/scale, r.HipHeight/scale)
			}
			if math.Abs(r.Scale/scale-1) > 1e-9 {
				t.Errorf("the hips' unit is %g m, not %g", r.Scale, scale)
			}
			want := turn.Rotate(mgl64.Vec3{0, 0, 1})
			if r.Forward.Sub(want).Len() > 1e-6 || r.Up.Cross(r.Forward).Sub(r.Left).Len() > 1e-12 {
				t.Errorf("yaw %g: forward %v, want %v", yaw, r.Forward, want)
			}
		}
	}
}

// TestSidesAreMeasured: names that have the sides the wrong way round are told
// and not followed.
func TestSidesAreMeasured(t *testing.T) {
	c := mixamo
	c.left, c.right = c.right, c.left
	m := body(c, plain)
	got, problems := humanoid.Find(m, 0, nil)
	if m.Nodes[got.Node(humanoid.LeftFoot)].Name != "mixamorig:RightFoot" || len(problems) != 1 || problems[0].Code != "SIDES_SWAPPED" {
		t.Error(m.Nodes[got.Node(humanoid.LeftFoot)].Name, problems)
	}
	// One bone misnamed.
	m = body(mixamo, plain)
	l, r := node(t, m, "mixamorig:LeftForeArm"), node(t, m, "mixamorig:RightForeArm")
	m.Nodes[l].Name, m.Nodes[r].Name = m.Nodes[r].Name, m.Nodes[l].Name
	got, problems = humanoid.Find(m, 0, nil)
	if got.Node(humanoid.LeftLowerArm) != l || len(problems) != 1 || problems[0].Code != "SIDE_NAMES" {
		t.Error(got.Node(humanoid.LeftLowerArm), l, problems)
	}
}

// TestLying: a body that lies in the file is found along the axis it stands on.
func TestLying(t *testing.T) {
	m := body(mixamo, func(m *scene.Model) {
		m.Nodes[0].Local.R = mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	})
	got, problems := humanoid.Find(m, 0, nil)
	mixamo.check(t, m, &got, false)
	if got.Rest.Up.Sub(mgl64.Vec3{0, 0, 1}).Len() > 1e-9 || len(problems) != 1 || problems[0].Code != "BODY_LIES" {
		t.Error(got.Rest.Up, problems)
	}
}

// TestOddRigs: whatever the skeleton, a word and finite numbers.
func TestOddRigs(t *testing.T) {
	cut := func(m *scene.Model, name string) { // a bone and all below leaves the skin and the scene
		i := node(t, m, name)
		p, _ := m.Nodes[i].Parent.Get()
		kids := m.Nodes[p].Children[:0:0]
		for _, k := range m.Nodes[p].Children {
			if k != i {
				kids = append(kids, k)
			}
		}
		m.Nodes[p].Children = kids
		m.Nodes[i].Parent = 0
		var drop func(int)
		drop = func(n int) {
			for k, j := range m.Skins[0].Joints {
				if j == n {
					m.Skins[0].Joints = append(m.Skins[0].Joints[:k:k], m.Skins[0].Joints[k+1:]...)
					m.Skins[0].InverseBind = m.Skins[0].InverseBind[1:]
					break
				}
			}
			for _, k := range m.Nodes[n].Children {
				drop(k)
			}
		}
		drop(i)
	}
	nan := math.NaN()
	for name, x := range map[string]struct {
		change func(*scene.Model)
		why    string
	}{
		"one leg":  {func(m *scene.Model) { cut(m, "mixamorig:LeftUpLeg") }, "left leg has no upper leg"},
		"no legs":  {func(m *scene.Model) { cut(m, "mixamorig:LeftUpLeg"); cut(m, "mixamorig:RightUpLeg") }, "left leg has no upper leg"},
		"no feet":  {func(m *scene.Model) { cut(m, "mixamorig:LeftFoot"); cut(m, "mixamorig:RightFoot") }, "left leg has no foot"},
		"nan knee": {func(m *scene.Model) { m.Nodes[node(t, m, "mixamorig:LeftLeg")].Local.T[1] = nan }, "leg has no"},
		"all nan":  {func(m *scene.Model) { m.Nodes[0].Local.T[0] = nan }, "no skeleton"},
		"nan turn": {func(m *scene.Model) { m.Nodes[1].Local.R.W = nan }, ""},
		"point": {func(m *scene.Model) {
			for i := range m.Nodes {
				m.Nodes[i].Local.T = mgl64.Vec3{}
			}
		}, ""},
		"no length": {func(m *scene.Model) {
			m.Nodes[node(t, m, "mixamorig:LeftLeg")].Local.T = mgl64.Vec3{}
			m.Nodes[node(t, m, "mixamorig:RightLeg")].Local.T = mgl64.Vec3{}
		}, ""},
		"flat":  {func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{1, 0, 1} }, ""},
		"huge":  {func(m *scene.Model) { m.Nodes[0].Local.S = mgl64.Vec3{1e11, 1e11, 1e11} }, ""},
		"empty": {func(m *scene.Model) { *m = scene.Model{} }, "no skeleton"},
	} {
		t.Run(name, func(t *testing.T) {
			m := body(mixamo, x.change)
			for _, skin := range []int{0, -1, 7} {
				got, problems := humanoid.Find(m, skin, nil)
				ok, why := got.Walkable()
				if ok != (why == "") {
					t.Error("walkable", ok, why)
				}
				if x.why != "" && (ok || !strings.Contains(why, x.why)) {
					t.Errorf("skin %d: %v %q, want %q", skin, ok, why, x.why)
				}
				finite(t, &got)
				for _, p := range problems {
					if p.Code == "" || p.Message == "" {
						t.Errorf("%+v", p)
					}
				}
			}
		})
	}
}

func finite(t *testing.T, m *humanoid.Map) {
	t.Helper()
	r := &m.Rest
	all := []float64{r.LegLength, r.HipHeight, r.Ground, r.Height, r.Scale}
	for _, v := range []mgl64.Vec3{r.Up, r.Forward, r.Left, r.Legs[0].Ankle, r.Legs[0].Ball, r.Legs[0].Sole, r.Legs[1].Knee} {
		all = append(all, v[:]...)
	}
	for _, l := range r.Legs {
		all = append(all, l.Thigh, l.Shin, l.Toe, l.Heel, l.AnkleHeight)
	}
	for _, b := range m.Bones {
		all = append(all, b.Pos[:]...)
	}
	for _, x := range all {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("not finite: %+v", r)
			return
		}
	}
}
