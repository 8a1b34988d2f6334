package pack

import (
	"crypto/sha256"
	"testing"
)

func TestStatus(t *testing.T) {
	e := NewEntry()
	mine, other := GUID{1}, GUID{2}
	for _, c := range []struct {
		skel         GUID
		baked, built []GUID
		want         string
	}{
		{GUID{}, []GUID{{}}, []GUID{{}}, "BAKE MISSING"},
		{mine, []GUID{other}, nil, "BAKE MISSING"},
		{mine, []GUID{other, mine}, []GUID{other}, "BAKED NOT BUILT"},
		{mine, []GUID{mine}, []GUID{mine}, "SHIPPED"},
		{mine, nil, []GUID{mine}, "SHIPPED"},
	} {
		e.Skel = c.skel
		if got := StatusOf(e, c.baked, c.built).String(); got != c.want {
			t.Errorf("skel %v, baked %v, built %v: %s, want %s", c.skel, c.baked, c.built, got, c.want)
		}
	}
	e.Skel, e.ClipIdle = mine, GUID{3}
	if got := Orphans([]*Entry{e}, []GUID{{4}, mine, {3}, other}); len(got) != 2 || got[0] != (GUID{4}) || got[1] != other {
		t.Errorf("orphans %v", got)
	}
}

// A bake is stale when what it is made from changes, and only then.
func TestBakeKey(t *testing.T) {
	src, donor, recipe := sha256.Sum256([]byte("s")), sha256.Sum256([]byte("d")), sha256.Sum256([]byte("r"))
	base := MakeBakeKey(NewEntry(), src, donor, recipe)
	stale := func(change func(e *Entry)) bool {
		e := NewEntry()
		e.BakeKey = base
		change(e)
		return Stale(e, MakeBakeKey(e, src, donor, recipe))
	}
	for key, want := range map[string]bool{
		"turnRate": false, "size": true, "rotation": true, "skel": false, "thumbnail": false, "bakeLocked": false,
		"animClip": true, "bakeRate": true, "donorClip": true, "resourceName": false, "recipe": false, "bones": false,
	} {
		got := stale(func(e *Entry) {
			switch x, _ := e.Get(key); x.(type) {
			case float64:
				_ = e.Set(key, 7.5)
			case string:
				_ = e.Set(key, "other")
			case bool:
				_ = e.Set(key, true)
			case Vec3:
				_ = e.Set(key, Vec3{1, 2, 3})
			case GUID:
				_ = e.Set(key, GUID{1})
			}
		})
		if got != want {
			t.Errorf("a change of %s: stale %v, want %v", key, got, want)
		}
	}
	if base == MakeBakeKey(NewEntry(), donor, src, recipe) {
		t.Error("the source and the donor can be swapped")
	}
	if Stale(NewEntry(), base) {
		t.Error("an entry that was never baked is stale")
	}
}
