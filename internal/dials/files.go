package dials

// The names of the game's dial files, in its config folder.
const (
	TurnEaseFile   = "haf_turnease.txt"
	HugTerrainFile = "haf_hugterrain.txt"
	RotorTrimFile  = "haf_rotortrim.txt"
	BattleTurnFile = "haf_battleturn.txt"
)

// The tables of the game's dial files. The caller may not change them.
var (
	TurnEase = &Spec{File: TurnEaseFile, Title: "turn ease: flown turns in place of the facing snap", Fields: []Field{
		rate("rate", "Turn rate, all units", "How fast a unit without a value of its kind turns to a new heading; 0 hands control back to each model's own setting."),
		bank("bank", "", "Bank, all units", "Largest roll into a turn, right wing down in a right turn; negative leans outwards."),
		rate("human", "Turn rate, people", "How fast people and animals turn; 0 is off."),
		rate("land", "Turn rate, land vehicles", "How fast land vehicles without a turret turn; 0 is off."),
		rate("turret", "Turn rate, turreted vehicles", "How fast land vehicles with a turret turn; 0 is off."),
		rate("hover", "Turn rate, helicopters", "How fast helicopters and hovercraft turn; 0 is off.", "air"),
		rate("ship", "Turn rate, ships", "How fast ships turn; 0 is off."),
		bank("hoverbank", "bank", "Bank, helicopters", "Largest roll of helicopters and hovercraft; as bank where it is not set."),
		bank("shipbank", "", "Bank, ships", "Largest heel of ships into a turn."),
		{Key: "pivot", Label: "Pivot before moving", Group: "Pivot", Unit: "deg", Default: 90, Max: 180,
			Tip: "Before a move that needs a turn of at least this much, the unit turns on the spot; 0 is off. Helicopters and planes do not pivot."},
	}}
	HugTerrain = &Spec{File: HugTerrainFile, Title: "terrain hug: low over open ground, up for the city and for cliffs", Fields: []Field{
		{Key: "drop", Label: "Drop", Group: "Terrain hug", Unit: "units", Min: -10, Tip: "How much lower to fly, a negative number, wherever no built tile is below or ahead; 0 hands control back to each model's own setting.",
			Above: "is positive: the unit would fly higher over open ground than over cities", Mend: "put a minus before it"},
		{Key: "radius", Label: "Tile radius", Group: "Terrain hug", Unit: "units", Max: 50, Tip: "How near a built tile must be to count; 0 takes 55 % of the measured tile spacing."},
		{Key: "lookahead", Label: "Look-ahead", Group: "Terrain hug", Unit: "units", Default: 1.5, Max: 10, Tip: "How far ahead along the movement built tiles and cliffs are looked for; more climbs earlier."},
		{Key: "ease", Label: "Climb and sink rate", Group: "Terrain hug", Unit: "units/s", Default: 4, Max: 50, Tip: "How fast the height is changed."},
		{Key: "cliff", Label: "Cliff anticipation", Group: "Terrain hug", Unit: "x", Default: 1, Max: 4, Tip: "How much of the step up in the ground ahead is climbed in advance; 0 is off."},
		{Key: "only", Label: "Only these districts", Group: "Districts", Kind: List, Tip: "Parts of district names that count as built; empty lets all count that are not left out."},
		{Key: "skip", Label: "Not these districts", Group: "Districts", Kind: List, Words: []string{"Exploitation", "Ruin"}, Tip: "Parts of district names that do not count as built: fields, mines and ruins are flat."},
	}}
	RotorTrim = &Spec{File: RotorTrimFile, Title: "rotor trim: a constant tilt on named bones, Bone@axis=degrees", Trims: 4}

	BattleTurn = &Spec{File: BattleTurnFile, Title: "turning in battle", Fields: []Field{
		{Key: "hold", Label: "Hold fire while turning", Kind: Switch, Tip: "A shot waits until its unit faces the target, within 8 degrees."},
		{Key: "diag", Label: "Tell what happens", Kind: Switch, Tip: "Writes each step of a strike to the log."},
	}}
)

// Game returns the tables of the game's dial files in the order in which panels
// show them.
func Game() []*Spec { return []*Spec{TurnEase, HugTerrain, RotorTrim, BattleTurn} }

func rate(key, label, tip string, aliases ...string) Field {
	return Field{Key: key, Aliases: aliases, Label: label, Group: "Turn rate", Unit: "deg/s", Max: 720, Tip: tip}
}

func bank(key, like, label, tip string) Field {
	return Field{Key: key, Like: like, Label: label, Group: "Bank", Unit: "deg", Min: -45, Max: 45, Tip: tip}
}
