package lab

import (
	"slices"
	"strings"

	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/scene"
)

// WalkPreset is a set of preferences that the settings keep by a name.
type WalkPreset struct {
	Name string `json:"name"`
	Text string `json:"text"` // as locomotion.txt has it: only what is not the default
}

// presetDefaults is the preset that is always there.
const presetDefaults = "Defaults"

// WalkPresets are the presets' names: the defaults first, then by name.
func (s *Session) WalkPresets() []string {
	names := []string{presetDefaults}
	for _, p := range s.settings.Walks {
		names = append(names, p.Name)
	}
	return names
}

// WalkPreset returns a preset's values, nil where there is none of that name; "" is
// the defaults.
func (s *Session) WalkPreset(name string) *dials.Values {
	if name == "" || name == presetDefaults {
		return dials.Defaults(gait.Spec)
	}
	for _, p := range s.settings.Walks {
		if p.Name == name {
			v, _ := dials.Parse(gait.Spec, []byte(p.Text), nil)
			return v
		}
	}
	return nil
}

// KeepWalkPreset keeps the preferences in force under a name, in place of what was
// kept under it.
func (s *Session) KeepWalkPreset(name string) error {
	name = strings.TrimSpace(name)
	if name == "" || name == presetDefaults {
		return s.Fail(&scene.Problem{Code: "BAD_NAME", Message: "a preset needs a name of its own", Remedy: "type one, such as “Heavy”"})
	}
	s.DropWalkPreset(name)
	s.settings.Walks = append(s.settings.Walks, WalkPreset{name, s.Dials().Values(gait.Spec.File).String()})
	slices.SortFunc(s.settings.Walks, func(a, b WalkPreset) int { return strings.Compare(a.Name, b.Name) })
	s.Note("Preset kept: " + name)
	return nil
}

// DropWalkPreset forgets a preset.
func (s *Session) DropWalkPreset(name string) {
	s.settings.Walks = slices.DeleteFunc(s.settings.Walks, func(p WalkPreset) bool { return p.Name == name })
}

// UseWalkPreset puts a preset's preferences in force and into locomotion.txt, as one
// undo step.
func (s *Session) UseWalkPreset(name string) error {
	v := s.WalkPreset(name)
	if v == nil {
		return s.Fail(&scene.Problem{Code: "NO_PRESET", Message: "there is no preset " + name})
	}
	d := s.Dials()
	file := gait.Spec.File
	now := d.Values(file)
	var edits, before []dialEdit
	for _, f := range gait.Spec.Fields {
		if now.IsSet(f.Key) == v.IsSet(f.Key) && now.Number(f.Key) == v.Number(f.Key) {
			continue
		}
		before = append(before, dialEdit{dir: d.Dir(), file: file, key: f.Key, value: now.Text(f.Key), unset: !now.IsSet(f.Key)})
		e := dialEdit{dir: d.Dir(), file: file, key: f.Key, value: v.Text(f.Key)}
		var err error
		if v.IsSet(f.Key) {
			err = d.Set(file, f.Key, e.value)
		} else {
			e.value, e.unset = "", true
			err = d.Unset(file, f.Key)
		}
		if err != nil {
			return s.Fail(err)
		}
		edits = append(edits, e)
	}
	if len(edits) == 0 {
		return nil
	}
	base := *s.work
	for _, e := range before {
		base.dials = withDial(base.dials, e)
	}
	s.work = &base
	s.edit("Preset "+name, "", func(w *Work) {
		for _, e := range edits {
			w.dials = withDial(w.dials, e)
		}
	})
	return nil
}
