package humanoid

import "unicode/utf8"

// word is the meaning of a word in a bone's name.
type word uint8

const (
	wSilent word = iota // known, says nothing
	wLeft
	wRight
	wUpper
	wLower
	wFront
	wBack
	wBase   // the prefix of control rigs' own copies of the skeleton
	wHelper // no bone of the body: controls, ends, clothes, hair
	wTwist
	wFinger
	wHips
	wBody
	wSpine
	wChest
	wTorso
	wNeck
	wHead
	wEye
	wCollar
	wShoulder
	wArm
	wUpperArm
	wForearm
	wHand
	wWrist
	wLeg
	wThigh
	wCalf
	wFoot
	wAnkle
	wToes
	wRoot
	wordCount
)

// wordLists are the words of the rigs' conventions, and the anatomical words
// of a few languages. German umlauts and Romance accents stand in both
// spellings.
var wordLists = [wordCount][]string{
	wSilent: {"mixamorig", "bip", "bip01", "biped", "valve", "valvebiped", "def", "deform", "bone", "bones", "joint", "jnt",
		"jt", "rig", "armature", "skeleton", "skel", "character", "char", "cc", "base", "human", "humanoid", "avatar", "bend",
		"adj", "bind", "skin", "sk", "center", "centre", "mid", "main", "face", "c", "j", "b", "m", "the", "of", "part", "bdy"},
	wLeft: {"l", "left", "lft", "lt", "lf", "左", "왼", "왼쪽", "links", "linke", "linker", "linkes", "gauche", "izquierda", "izquierdo",
		"izq", "sinistra", "sinistro", "esquerda", "esquerdo", "лев", "левый", "левая", "левое", "лево", "л"},
	wRight: {"r", "right", "rgt", "rght", "rt", "右", "오른", "오른쪽", "rechts", "rechte", "rechter", "rechtes", "droite", "droit",
		"derecha", "derecho", "der", "destra", "destro", "direita", "direito", "прав", "правый", "правая", "правое", "право", "п"},
	wUpper: {"up", "upper", "upr", "upp", "uppr", "top", "上", "hi", "верх", "верхняя"},
	wLower: {"low", "lower", "lwr", "lowr", "lo", "fore", "下", "низ", "нижняя"},
	wFront: {"front", "foreleg", "forelimb"},
	wBack:  {"back", "hind", "rear"},
	wBase:  {"org", "mch", "src", "orig"},
	wHelper: {"ik", "fk", "pole", "poletarget", "target", "ctrl", "control", "controller", "roll", "end", "leaf", "nub", "tip", "slot",
		"socket", "attach", "attachment", "aux", "helper", "dummy", "effector", "hair", "skirt", "cape", "cloak", "coat", "cloth",
		"dress", "breast", "bust", "boob", "tail", "ear", "ears", "jaw", "tongue", "teeth", "tooth", "brow", "eyebrow", "lid", "eyelid",
		"lash", "lip", "lips", "mouth", "nose", "cheek", "chin", "horn", "antenna", "wing", "weapon", "gun", "sword", "shield", "prop",
		"tweak", "virtual", "corrective", "corr", "sec", "physics", "dyn", "phys", "scale", "stretch", "heel", "item",
		"belt", "strap", "bag", "pocket", "scarf", "tie", "ribbon", "collider", "hitbox", "camera", "cam", "look", "lookat", "mesh",
		"geo", "vis", "buttock", "genital", "pivot", "goal", "hint", "rotator", "null", "muscle", "bicep", "biceps",
		"髪", "スカート", "髪の毛", "头发", "裙", "尻尾", "耳", "舌", "歯", "眉", "まゆ", "胸飾り", "袖", "キャンセル", "ダミー", "先", "머리카락", "хвост",
		"волосы", "親", "親指先", "胸変形", "乳", "まぶた", "瞼"},
	wTwist:    {"twist", "twst", "twister", "捩", "捩れ", "ねじり", "扭"},
	wFinger:   {"finger", "fingers", "thumb", "index", "middle", "ring", "pinky", "pinkie", "little", "metacarpal", "digit", "指", "親指", "人指", "人差指", "中指", "薬指", "小指", "拇指", "食指", "손가락", "палец", "daumen", "zeigefinger"},
	wHips:     {"hip", "hips", "pelvis", "pelvic", "butt", "cog", "下半身", "腰", "骨盤", "骨盆", "골반", "엉덩이", "таз", "becken", "huefte", "hüfte", "hufte", "bassin", "hanche", "hanches", "cadera", "caderas", "bacino", "anca", "quadril", "センター"},
	wBody:     {"body", "cuerpo", "corps", "körper", "тело", "身体"},
	wSpine:    {"spine", "spines", "waist", "abdomen", "belly", "stomach", "lumbar", "vertebra", "backbone", "spina", "上半身", "脊柱", "脊椎", "背骨", "腹", "허리", "척추", "позвоночник", "живот", "wirbelsaeule", "wirbelsäule", "wirbelsaule", "bauch", "colonne", "ventre", "columna", "colonna", "coluna", "abdómen"},
	wChest:    {"chest", "ribcage", "ribs", "thorax", "thoracic", "胸", "上半身2", "上半身3", "胸部", "胸腔", "가슴", "грудь", "brust", "brustkorb", "poitrine", "pecho", "petto", "torace", "peito"},
	wTorso:    {"torso", "trunk"},
	wNeck:     {"neck", "cervical", "首", "脖子", "颈", "頸", "목", "шея", "hals", "nacken", "cou", "cuello", "collo", "pescoço", "pescoco"},
	wHead:     {"head", "skull", "頭", "头", "頭部", "头部", "머리", "голова", "kopf", "schädel", "tete", "tête", "cabeza", "testa", "cabeça", "cabeca"},
	wEye:      {"eye", "eyeball", "eyes", "目", "眼", "眼球", "눈", "глаз", "auge", "oeil", "ojo", "occhio", "olho"},
	wCollar:   {"clavicle", "scapula", "clav", "collar", "collarbone", "鎖骨", "锁骨", "쇄골", "ключица", "schlüsselbein", "schluesselbein", "clavicule", "clavícula", "clavicula"},
	wShoulder: {"shoulder", "shldr", "shoulders", "肩", "肩膀", "어깨", "плечо", "schulter", "epaule", "épaule", "hombro", "spalla", "ombro"},
	wArm:      {"arm", "腕", "팔", "рука", "bras", "brazo", "braccio", "braço", "braco"},
	wUpperArm: {"humerus", "上腕", "大臂", "上臂", "위팔", "oberarm", "upperarm"},
	wForearm:  {"forearm", "frarm", "elbow", "ulna", "radius", "前腕", "小臂", "前臂", "ひじ", "肘", "手肘", "팔꿈치", "предплечье", "локоть", "unterarm", "ellbogen", "ellenbogen", "avantbras", "coude", "antebrazo", "codo", "avambraccio", "gomito", "antebraço", "antebraco", "cotovelo", "lowerarm"},
	wHand:     {"hand", "palm", "手", "手掌", "손", "кисть", "ладонь", "mano", "mão", "mao"},
	wWrist:    {"wrist", "手首", "手腕", "손목", "запястье", "handgelenk", "poignet", "muñeca", "polso", "pulso"},
	wLeg:      {"leg", "足", "腿", "다리", "нога", "bein", "jambe", "pierna", "gamba", "perna"},
	wThigh:    {"thigh", "femur", "太もも", "大腿", "もも", "허벅지", "бедро", "oberschenkel", "cuisse", "muslo", "coscia", "coxa", "upleg", "upperleg"},
	wCalf:     {"calf", "shin", "knee", "tibia", "fibula", "ひざ", "膝", "膝盖", "すね", "脛", "小腿", "종아리", "무릎", "голень", "колено", "unterschenkel", "knie", "wade", "mollet", "genou", "pantorrilla", "rodilla", "polpaccio", "ginocchio", "panturrilha", "joelho", "lowerleg", "lowleg"},
	wFoot:     {"foot", "feet", "脚", "脚掌", "발", "стопа", "ступня", "fuss", "fuß", "pied", "pie", "piede", "pé", "paw"},
	wAnkle:    {"ankle", "足首", "脚踝", "脚腕", "발목", "лодыжка", "knöchel", "knoechel", "cheville", "tobillo", "caviglia", "tornozelo"},
	wToes:     {"toe", "toes", "toebase", "ball", "つま先", "爪先", "足先", "脚趾", "脚尖", "발가락", "пальцыноги", "носок", "zeh", "zehe", "zehen", "orteil", "orteils", "dedos"},
	wRoot:     {"root", "全ての親", "グルーブ", "корень", "wurzel", "racine"},
}

// vocabulary looks the lists up the other way round. longestWord is in runes.
var vocabulary, longestWord = func() (map[string]word, int) {
	m, n := map[string]word{}, 0
	for w, list := range wordLists {
		for _, s := range list {
			m[s] = word(w)
			n = max(n, utf8.RuneCountInString(s))
		}
	}
	return m, n
}()
