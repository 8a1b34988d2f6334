package lab

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"donorlab/assets"
	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/scene"
)

// MapNames are the shipped maps. A name stands wherever a map file, or the file
// of the orders that show the map, can be named.
func MapNames() []string { return assets.MapNames() }

// LoadMap reads a map file, or a shipped map by its name; "" is the first of
// MapNames.
func LoadMap(ref string) (*world.Map, error) {
	data, err := mapFile(ref, assets.Map)
	if err != nil {
		return nil, err
	}
	m, err := world.Decode(data)
	return m, withFile(ref, err)
}

// LoadOrders reads an orders file, or those of a shipped map by its name; "" is
// the first of MapNames.
func LoadOrders(ref string) (*flight.Orders, error) {
	data, err := mapFile(ref, assets.MapOrders)
	if err != nil {
		return nil, err
	}
	o, err := flight.DecodeOrders(data)
	return o, withFile(ref, err)
}

// IsShippedMap reports whether a name is that of a shipped map, not of a file.
func IsShippedMap(ref string) bool { return ref == "" || slices.Contains(assets.MapNames(), ref) }

func mapFile(ref string, shipped func(string) ([]byte, bool)) ([]byte, error) {
	if ref == "" {
		ref = assets.MapNames()[0]
	}
	if data, ok := shipped(ref); ok {
		return data, nil
	}
	data, err := readSmall(ref)
	if errors.Is(err, fs.ErrNotExist) && filepath.Ext(ref) == "" {
		return nil, &scene.Problem{Code: "NOT_FOUND", File: ref, Message: "there is no such file, nor a shipped map of that name",
			Remedy: "the shipped ones are plains, cliffs and islands"}
	}
	if err != nil {
		return nil, fileProblem(ref, err)
	}
	return data, nil
}

// worldMap is the map that is flown over: the work's own, else the first shipped.
func (s *Session) worldMap() *world.Map {
	if s.work.Map != nil {
		return s.work.Map
	}
	if s.fly.first == nil {
		s.fly.first, _ = LoadMap("") // the shipped maps' tests load each
	}
	return s.fly.first
}

// script are the orders of the work, else those of the first shipped map.
func (s *Session) script() *flight.Orders {
	if s.work.Orders != nil {
		return s.work.Orders
	}
	if s.fly.firstOrders == nil {
		s.fly.firstOrders, _ = LoadOrders("")
	}
	return s.fly.firstOrders
}

// Map returns the map that is flown over. It must not be changed: use EditMap.
func (s *Session) Map() *world.Map { return s.worldMap() }

// MapRef is the file or name that the map was opened by.
func (s *Session) MapRef() string { return s.fly.mapRef }

// Script returns the orders that a flight starts with. They must not be changed:
// use EditScript.
func (s *Session) Script() *flight.Orders { return s.script() }

// OpenMap opens a map file or a shipped map by its name, as one undo step. With a
// shipped map come its own orders. The last good map stays where it fails.
func (s *Session) OpenMap(ref string) error {
	m, err := LoadMap(ref)
	if err != nil {
		return s.Fail(err)
	}
	var o *flight.Orders
	if IsShippedMap(ref) {
		if o, err = LoadOrders(ref); err != nil {
			return s.Fail(err)
		}
	}
	s.edit("Map "+m.Name, "", func(w *Work) {
		w.Map = m
		if o != nil {
			w.Orders = o
		}
	})
	s.fly.mapRef = ref
	s.fly.mapsOnDisk.add(m)
	s.fly.ordersOnDisk.add(o)
	s.checkScript()
	s.frameWorld()
	return nil
}

// SaveMap writes the map to a file, or to the one that it was opened from with
// "".
func (s *Session) SaveMap(path string) error {
	if path == "" {
		path = s.fly.mapRef
	}
	if IsShippedMap(path) {
		return s.Fail(&scene.Problem{Code: "NO_PATH", Message: "the shipped maps cannot be written over", Remedy: "choose a file for the map"})
	}
	if err := CheckSave(path, KindJSON, s.inputs()...); err != nil {
		return s.Fail(err)
	}
	m := s.worldMap()
	if err := m.Check(); err != nil {
		return s.Fail(withFile(path, err))
	}
	if err := WriteFile(path, m.Encode()); err != nil {
		return s.Fail(err)
	}
	s.fly.mapRef = path
	s.fly.mapsOnDisk.add(m)
	s.Note("Saved " + path)
	return nil
}

// onDisk are the last values of a kind that files hold: undo may come back to an
// older one. None of them changes.
type onDisk[T any] struct{ list []*T }

const onDiskMost = 64

func (d *onDisk[T]) add(v *T) {
	if v == nil || slices.Contains(d.list, v) {
		return
	}
	if len(d.list) >= onDiskMost {
		d.list = slices.Delete(d.list, 0, 1)
	}
	d.list = append(d.list, v)
}

// holds reports whether a value is among them, as it is or, by same, as the last
// one.
func (d *onDisk[T]) holds(v *T, same func(a, b *T) bool) bool {
	return slices.Contains(d.list, v) || len(d.list) > 0 && same(v, d.list[len(d.list)-1])
}

// MapUnsaved reports whether no file holds the map as it is.
func (s *Session) MapUnsaved() bool {
	return s.work.Map != nil && !s.fly.mapsOnDisk.holds(s.work.Map, (*world.Map).Equal)
}

// OrdersUnsaved reports whether no file holds the orders that a flight starts
// with. Orders that were given live count once they are kept; see KeepOrders.
func (s *Session) OrdersUnsaved() bool {
	k := &s.fly
	if s.work.Orders == nil {
		return false
	}
	if k.askedOrders != s.work.Orders || k.askedOf != len(k.ordersOnDisk.list) { // asked in every frame
		k.askedOrders, k.askedOf = s.work.Orders, len(k.ordersOnDisk.list)
		k.askedAnswer = !k.ordersOnDisk.holds(s.work.Orders, func(a, b *flight.Orders) bool {
			return bytes.Equal(a.Encode(), b.Encode())
		})
	}
	return k.askedAnswer
}

// EditMap changes the map, as one undo step; edits with the same non-empty key
// that follow each other are one step until EndEdit, as while a brush is drawn.
// A change that is refused leaves the map as it is.
func (s *Session) EditMap(name, key string, change func(*world.Map) (*world.Map, error)) error {
	before := s.worldMap()
	m, err := change(before)
	if err == nil && m != before {
		err = m.Check()
	}
	if err != nil {
		return s.Fail(err)
	}
	if m != before {
		if key != "" {
			key = "map " + key
		}
		s.edit(name, key, func(w *Work) { w.Map = m })
	}
	return nil
}

// OpenOrders opens an orders file, or those of a shipped map, as one undo step.
// The flight starts anew.
func (s *Session) OpenOrders(ref string) error {
	o, err := LoadOrders(ref)
	if err != nil {
		return s.Fail(err)
	}
	s.edit("Orders "+o.Name, "", func(w *Work) { w.Orders = o })
	s.fly.ordersRef = ref
	s.fly.ordersOnDisk.add(o)
	s.checkScript()
	return nil
}

// checkScript tells which orders lie off the map.
func (s *Session) checkScript() {
	if w := s.World(); w != nil {
		_, notes := s.script().Fit(w)
		for _, p := range notes {
			s.Say(p)
		}
	}
}

// OrdersRef is the file or name that the orders were opened by.
func (s *Session) OrdersRef() string { return s.fly.ordersRef }

// SaveOrders writes what the flight was told so far, script and live orders, to
// an orders file, or to the one that was opened with "".
func (s *Session) SaveOrders(path string) error {
	if path == "" {
		path = s.fly.ordersRef
	}
	if IsShippedMap(path) {
		return s.Fail(&scene.Problem{Code: "NO_PATH", Message: "the shipped orders cannot be written over", Remedy: "choose a file for the orders"})
	}
	if err := CheckSave(path, KindJSON, s.inputs()...); err != nil {
		return s.Fail(err)
	}
	o := s.script()
	if f := s.Flight(); f != nil {
		o = f.Record().Orders
	}
	if err := o.Check(); err != nil {
		return s.Fail(withFile(path, err))
	}
	if err := WriteFile(path, o.Encode()); err != nil {
		return s.Fail(err)
	}
	s.fly.ordersRef = path
	s.fly.ordersOnDisk.add(o)
	s.fly.askedOrders = nil
	s.Note("Saved " + path)
	return nil
}

// EditScript changes the orders that a flight starts with, as one undo step, by
// key as EditMap. The flight starts anew.
func (s *Session) EditScript(name, key string, change func(*flight.Orders)) error {
	o := s.script().Clone()
	change(o)
	if err := o.Check(); err != nil {
		return s.Fail(err)
	}
	if key != "" {
		key = "orders " + key
	}
	s.edit(name, key, func(w *Work) { w.Orders = o })
	return nil
}

// KeepOrders makes what the flight was told live part of its script, as one undo
// step.
func (s *Session) KeepOrders() {
	if f := s.Flight(); f != nil && s.fly.live {
		o := f.Record().Orders
		s.edit("Keep the orders given", "", func(w *Work) { w.Orders = o })
		s.fly.script, s.fly.live = o, false
	}
}

// World returns the world of the map, nil where the map cannot be built, which
// the log tells. It never changes.
func (s *Session) World() *world.World {
	k, m := &s.fly, s.worldMap()
	if k.builtOf != m {
		k.builtOf = m
		w, err := world.Build(m)
		if err != nil {
			s.Fail(err) // and the last good one stays
			return k.built
		}
		k.built = w
	}
	return k.built
}
