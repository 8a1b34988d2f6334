package pack

import (
	"crypto/sha256"
	"encoding/hex"
)

// Status says how far an entry has come.
type Status uint8

const (
	BakeMissing   Status = iota // no bake is there for the entry
	BakedNotBuilt               // baked, but the exported pack has another bake or none
	Shipped                     // the exported pack has this very bake
	Orphaned                    // a bake that no entry names
)

// String returns the status as the panel shows it.
func (s Status) String() string {
	return [...]string{"BAKE MISSING", "BAKED NOT BUILT", "SHIPPED", "ORPHANED"}[s]
}

// StatusOf tells an entry's status from the assets at hand: those that were
// baked and those in the exported pack. An asset that only the pack has counts
// as baked.
func StatusOf(e *Entry, baked, built []GUID) Status {
	switch has := func(list []GUID) bool { return contains(list, e.Skel) }; {
	case e.Skel.IsZero() || !has(baked) && !has(built):
		return BakeMissing
	case has(built):
		return Shipped
	}
	return BakedNotBuilt
}

// Orphans returns the baked assets that no entry names, in their order.
func Orphans(entries []*Entry, baked []GUID) []GUID {
	used := map[GUID]bool{}
	for _, e := range entries {
		for i, info := range table.infos {
			if info.Kind == AssetID {
				used[table.value(e, i).Interface().(GUID)] = true
			}
		}
	}
	var out []GUID
	for _, g := range baked {
		if !used[g] {
			out = append(out, g)
		}
	}
	return out
}

func contains(list []GUID, g GUID) bool {
	for _, x := range list {
		if x == g {
			return true
		}
	}
	return false
}

// bakeOutputs are fields of the bake half that a bake fills in, so they do not
// make it stale.
var bakeOutputs = map[string]bool{"clipFile": true, "thumbnail": true, "bakeLocked": true}

// MakeBakeKey returns a text that changes when anything changes that a bake is
// made from: the source and donor files, the recipe (each by its SHA-256) and
// the entry's bake half. Store it in BakeKey after a bake.
func MakeBakeKey(e *Entry, source, donor, recipe [sha256.Size]byte) string {
	w := &writer{}
	w.open('{')
	for i, info := range table.infos {
		bakes := info.Half == BakeHalf && info.Kind != AssetID && !bakeOutputs[info.Key]
		if v := table.value(e, i).Interface(); bakes && v != info.Default || info.Key == "bakeRate" || info.Key == "donorClip" {
			w.key(info.Key)
			w.value(v)
		}
	}
	w.close('}')
	h := sha256.New()
	for _, part := range [][]byte{source[:], donor[:], recipe[:], w.end()} {
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Stale reports whether the entry was baked from something else than key (see
// MakeBakeKey) says is there now. An entry that was never baked is not stale.
func Stale(e *Entry, key string) bool { return e.BakeKey != "" && e.BakeKey != key }
