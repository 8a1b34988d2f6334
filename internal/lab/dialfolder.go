package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/scene"
)

// dialEdit is a value of a dial file that the lab set. Work holds those that undo
// covers, by file and key.
type dialEdit struct {
	dir, file, key string
	value          string // as the file spells it
	unset          bool   // the key was taken out, or was not there
}

func (e *dialEdit) same(dir, file, key string) bool {
	return e.dir == dir && e.file == file && e.key == key
}

// dialling is the session's config folder.
type dialling struct {
	folder *dials.Folder
}

// Dials returns the live dial files: of the folder that was chosen, or in memory
// where none was. Set them with SetDial, so that they can be undone.
func (s *Session) Dials() *dials.Folder {
	if s.dialling.folder == nil {
		s.dialling.folder = dials.Open(s.settings.Flight.Dials, s.dialOptions())
	}
	return s.dialling.folder
}

// dialOptions say which files the folder has: the game's, and the walkers' own.
func (s *Session) dialOptions() dials.Options {
	return dials.Options{Specs: append(dials.Game(), gait.Spec), Watch: s.opt.Watch}
}

// OpenDials chooses the config folder, which need not exist yet; "" keeps dials
// in memory. It is remembered in the settings.
func (s *Session) OpenDials(dir string) error {
	var failed error
	if f := s.dialling.folder; f != nil {
		failed = s.Fail(f.Close())
	}
	s.dialling.folder = dials.Open(dir, s.dialOptions())
	s.settings.Flight.Dials = s.dialling.folder.Dir()
	s.fly.stale = true
	if dir == "" {
		s.Note("Dials are kept in memory")
	} else {
		s.Note("Dial files: " + s.dialling.folder.Dir())
	}
	return failed
}

// stepDials takes in what others wrote to the dial files.
func (s *Session) stepDials() {
	if s.dialling.folder == nil {
		if s.settings.Flight.Dials == "" && !s.fly.shown && !s.walk.shown {
			return
		}
		s.Dials()
	}
	now := time.Duration(s.tick) * time.Second / 60
	for _, c := range s.dialling.folder.Step(now) {
		for _, p := range c.Problems {
			s.Say(*p)
		}
		switch {
		case len(c.Keys) > 0:
			s.Note(fmt.Sprintf("%s: %s", c.File, strings.Join(dialTexts(c), ", ")))
		case !c.There:
			s.Note(c.File + " is gone: control is back with the entry")
		}
	}
}

// dialTexts are the changed values in words: "rate 90".
func dialTexts(c dials.Change) []string {
	var out []string
	for _, k := range c.Keys {
		out = append(out, strings.TrimSpace(k+" "+c.Values.Text(k)))
	}
	return out
}

func (s *Session) endDials() {
	if s.dialling.folder != nil {
		s.Fail(s.dialling.folder.Close())
		s.dialling.folder = nil
	}
}

// SetDial gives a key of a dial file a value, spelled as in the file. It is in
// force at once and written to the file by the next Steps, as one undo step
// until EndEdit. Undo writes the value back.
func (s *Session) SetDial(file, key, value string) error {
	return s.editDial(file, key, dialEdit{value: value})
}

// SetDialNumber is SetDial for a number.
func (s *Session) SetDialNumber(file, key string, v float64) error {
	return s.SetDial(file, key, dials.FormatNumber(v))
}

// UnsetDial takes a key out of a dial file, so that it goes back to its default.
func (s *Session) UnsetDial(file, key string) error {
	return s.editDial(file, key, dialEdit{unset: true})
}

func (s *Session) editDial(file, key string, e dialEdit) error {
	d := s.Dials()
	v := d.Values(file)
	if v == nil {
		return s.Fail(&scene.Problem{Code: "DIAL_NO_FILE", File: file, Message: "is no dial file", Remedy: "the files are those of docs/dials.md"})
	}
	key = dialKey(v.Spec(), key)
	before := dialEdit{dir: d.Dir(), file: file, key: key, value: v.Text(key), unset: !v.IsSet(key)}
	e.dir, e.file, e.key = d.Dir(), file, key
	var err error
	if e.unset {
		err = d.Unset(file, key)
	} else {
		err = d.Set(file, key, e.value)
	}
	if err != nil {
		return s.Fail(err)
	}
	// What the file said until now is what undo goes back to, also where another
	// program had written it since the lab's last edit.
	base := *s.work
	base.dials = withDial(base.dials, before)
	s.work = &base
	name := fmt.Sprintf("Dial %s %s", key, e.value)
	if e.unset {
		name = "Dial " + key + " taken out"
	}
	s.edit(name, "dial "+file+" "+key, func(w *Work) { w.dials = withDial(w.dials, e) })
	return nil
}

// dialKey is a key as the table spells it.
func dialKey(spec *dials.Spec, key string) string {
	if f, ok := spec.Field(key); ok {
		return f.Key
	}
	return key
}

// withDial returns a list with the value of one key, by file and key.
func withDial(list []dialEdit, e dialEdit) []dialEdit {
	list = slices.DeleteFunc(slices.Clone(list), func(o dialEdit) bool { return o.same(e.dir, e.file, e.key) })
	list = append(list, e)
	slices.SortFunc(list, func(a, b dialEdit) int {
		return strings.Compare(a.dir+"\n"+a.file+"\n"+a.key, b.dir+"\n"+b.file+"\n"+b.key)
	})
	return list
}

// restoreDials writes back what undo or redo changes of the dial files that are
// open. Others are left alone.
func (s *Session) restoreDials(from, to []dialEdit) {
	if s.dialling.folder == nil {
		return
	}
	d := s.dialling.folder
	for _, e := range to {
		if e.dir != d.Dir() || slices.Contains(from, e) {
			continue
		}
		if e.unset {
			s.Fail(d.Unset(e.file, e.key))
		} else {
			s.Fail(d.Set(e.file, e.key, e.value))
		}
	}
}
