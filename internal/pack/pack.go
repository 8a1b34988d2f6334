package pack

import (
	"fmt"

	"donorlab/internal/scene"
)

// SchemaVersion is the version of pack.json that this release writes.
const SchemaVersion = 1

// DefaultWaterLevel is the height of the water plane where a pack is silent, in
// world units.
const DefaultWaterLevel = 0.16

// Pack is a pack.json: entries and what the game needs to know about them. Use
// NewPack, which sets the defaults.
type Pack struct {
	ModID               string               // the pack's identity among packs
	Module              string               // the game module that it belongs to; may be empty
	ModuleGUID          string               // that module's id, as the game writes it
	DependsOn           []string             // mod ids without which the pack is not loaded
	LoadAfter           []string             // mod ids that come first where they are present
	Overrides           []Override           // entries of other packs that this one replaces
	Models              []*Entry             //
	UnitScales          []UnitScale          //
	EraGrid             []EraRow             //
	FormationThresholds []FormationThreshold //
	WaterLevel          float64              // world units
	Unknown             []Member             // fields that this release does not know, written back
}

// Override says that this pack's entry for a pawn wins over another pack's.
type Override struct {
	ModID           string // the pack whose entry is replaced
	PawnDescription string
	Unknown         []Member
}

// UnitScale sets the scale of the units whose name contains Match.
type UnitScale struct {
	Match    string
	Scale    float64
	Era      int
	TrueSize float64 // metres in life
	Note     string
	Unknown  []Member
}

// EraRow is a row of scales for the units of one era, by the era of the player.
type EraRow struct {
	UnitEra int
	Scales  []float64
	Note    string
	Unknown []Member
}

// FormationThreshold chooses a formation from a number of units upwards.
type FormationThreshold struct {
	Threshold float64
	Formation string
	Note      string
	Unknown   []Member
}

// NewPack returns an empty pack with the default water level.
func NewPack(modID string) *Pack { return &Pack{ModID: modID, WaterLevel: DefaultWaterLevel} }

// Find returns the entry of a resource name, or nil.
func (p *Pack) Find(resourceName string) *Entry {
	for _, e := range p.Models {
		if e.ResourceName == resourceName {
			return e
		}
	}
	return nil
}

// ParsePack reads a pack.json. name is the file's name for messages. notes say
// what was read differently than it stands there; a refused file gives a
// *scene.Problem and no pack.
func ParsePack(name string, data []byte) (p *Pack, notes []scene.Problem, err error) {
	r := &reader{file: name}
	root, err := r.parse(data)
	if err != nil {
		return nil, nil, err
	}
	version, rest := r.version(root, "schemaVersion", SchemaVersion)
	p = NewPack("")
	for _, m := range rest {
		r.packField(p, m, "/"+escape(m.key))
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	if version == 0 {
		r.note("VERSION_MISSING", "/schemaVersion", "the pack has no schemaVersion and is read as version 1", "save it to add one")
	}
	return p, r.notes, nil
}

func (r *reader) packField(p *Pack, m member, ptr string) {
	switch m.key {
	case "modId":
		p.ModID = r.string(m.val, ptr)
	case "module":
		p.Module = r.string(m.val, ptr)
	case "moduleGuid":
		p.ModuleGUID = r.string(m.val, ptr)
	case "dependsOn":
		p.DependsOn = r.strings(m.val, ptr)
	case "loadAfter":
		p.LoadAfter = r.strings(m.val, ptr)
	case "waterLevel":
		p.WaterLevel = r.float(m.val, ptr)
	case "overrides":
		p.Overrides = readRows(r, m.val, ptr, overrideRow)
	case "unitScales":
		p.UnitScales = readRows(r, m.val, ptr, unitScaleRow)
	case "eraGrid":
		p.EraGrid = readRows(r, m.val, ptr, eraRow)
	case "formationThresholds":
		p.FormationThresholds = readRows(r, m.val, ptr, formationRow)
	case "models":
		for i, n := range r.list(m.val, ptr) {
			at := fmt.Sprintf("%s/%d", ptr, i)
			e := NewEntry()
			r.entry(e, n, r.members(n, at), at)
			p.Models = append(p.Models, e)
		}
	default:
		p.Unknown = append(p.Unknown, Member{m.key, m.val.text()})
	}
}

func (r *reader) members(n *node, ptr string) []member {
	if n.kind != '{' {
		r.wrong(n, ptr, "an object")
	}
	return n.members
}

// column is one field of a row: its key, and a pointer to where its value is: a
// *string, *int, *float64 or *[]float64.
type column struct {
	key string
	at  any
}

func overrideRow(o *Override) ([]column, *[]Member) {
	return []column{{"modId", &o.ModID}, {"pawnDescription", &o.PawnDescription}}, &o.Unknown
}

func unitScaleRow(u *UnitScale) ([]column, *[]Member) {
	return []column{{"match", &u.Match}, {"scale", &u.Scale}, {"era", &u.Era}, {"trueSize", &u.TrueSize}, {"note", &u.Note}}, &u.Unknown
}

func eraRow(e *EraRow) ([]column, *[]Member) {
	return []column{{"unitEra", &e.UnitEra}, {"scales", &e.Scales}, {"note", &e.Note}}, &e.Unknown
}

func formationRow(f *FormationThreshold) ([]column, *[]Member) {
	return []column{{"threshold", &f.Threshold}, {"formation", &f.Formation}, {"note", &f.Note}}, &f.Unknown
}

func readRows[T any](r *reader, n *node, ptr string, columns func(*T) ([]column, *[]Member)) []T {
	var out []T
	for i, x := range r.list(n, ptr) {
		var row T
		cols, unknown := columns(&row)
		at := fmt.Sprintf("%s/%d", ptr, i)
		for _, m := range r.members(x, at) {
			if !r.column(cols, m, at+"/"+escape(m.key)) {
				*unknown = append(*unknown, Member{m.key, m.val.text()})
			}
		}
		out = append(out, row)
	}
	return out
}

func (r *reader) column(cols []column, m member, ptr string) bool {
	for _, c := range cols {
		if c.key != m.key {
			continue
		}
		switch at := c.at.(type) {
		case *string:
			*at = r.string(m.val, ptr)
		case *int:
			*at = r.int(m.val, ptr)
		case *float64:
			*at = r.float(m.val, ptr)
		case *[]float64:
			for i, x := range r.list(m.val, ptr) {
				*at = append(*at, r.float(x, fmt.Sprintf("%s/%d", ptr, i)))
			}
		}
		return true
	}
	return false
}

// Encode returns the pack as a pack.json, every field of every entry written
// out, since the game's plugin need not share our defaults. The lab's own
// fields (recipe, donor) are left out. The same pack gives the same bytes.
func (p *Pack) Encode() []byte {
	w := &writer{}
	w.open('{')
	w.key("schemaVersion")
	w.value(SchemaVersion)
	w.key("modId")
	w.value(p.ModID)
	if p.Module != "" || p.ModuleGUID != "" {
		w.key("module")
		w.value(p.Module)
		w.key("moduleGuid")
		w.value(p.ModuleGUID)
	}
	w.key("dependsOn")
	w.value(p.DependsOn)
	w.key("loadAfter")
	w.value(p.LoadAfter)
	writeRows(w, "overrides", p.Overrides, overrideRow)
	w.key("models")
	w.open('[')
	for _, e := range p.Models {
		w.item()
		w.open('{')
		e.write(w, true)
		w.close('}')
	}
	w.close(']')
	writeRows(w, "unitScales", p.UnitScales, unitScaleRow)
	writeRows(w, "eraGrid", p.EraGrid, eraRow)
	writeRows(w, "formationThresholds", p.FormationThresholds, formationRow)
	w.key("waterLevel")
	w.value(p.WaterLevel)
	w.unknown(p.Unknown)
	w.close('}')
	return w.end()
}

func writeRows[T any](w *writer, key string, rows []T, columns func(*T) ([]column, *[]Member)) {
	w.key(key)
	w.open('[')
	for i := range rows {
		w.item()
		w.open('{')
		cols, unknown := columns(&rows[i])
		for _, c := range cols {
			w.key(c.key)
			switch at := c.at.(type) {
			case *string:
				w.value(*at)
			case *int:
				w.value(*at)
			case *float64:
				w.value(*at)
			case *[]float64:
				w.value(*at)
			}
		}
		w.unknown(*unknown)
		w.close('}')
	}
	w.close(']')
}
