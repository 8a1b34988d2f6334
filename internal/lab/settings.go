package lab

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"donorlab/internal/scene"
)

// SettingsVersion is written into settings.json.
const SettingsVersion = 1

// maxRecent is how many opened files are remembered.
const maxRecent = 12

// Settings are what the lab remembers between runs. They are not undoable.
type Settings struct {
	Version  int      `json:"version"`
	Recent   []string `json:"recent,omitempty"`   // absolute paths, newest first
	LastDir  string   `json:"lastDir,omitempty"`  // where the Open dialog starts
	Author   string   `json:"author,omitempty"`   // goes into new packs
	Theme    string   `json:"theme,omitempty"`    // "dark" (also when empty) or "light"
	UIScale  float64  `json:"uiScale,omitempty"`  // on top of the monitor's; 0 means 1
	MSAA     int      `json:"msaa,omitempty"`     // samples of pictures: 1 or 4; 0 means 4
	Autosave *bool    `json:"autosave,omitempty"` // nil means on
	Watch    *bool    `json:"watch,omitempty"`    // load a changed model file again; nil means on

	Exposure float64 `json:"exposure,omitempty"` // of the preview, stops
	Backdrop string  `json:"backdrop,omitempty"` // of the preview, by name; empty follows the theme

	LastDirs map[string]string `json:"lastDirs,omitempty"` // where the Open dialog starts, by what is chosen there
	Hidden   bool              `json:"hidden,omitempty"`   // the Open dialog lists hidden files
	Window   *WindowPlace      `json:"window,omitempty"`   // nil before the first window was closed

	ScrollOrbits bool    `json:"scrollOrbits,omitempty"` // two fingers on a trackpad orbit; Ctrl+scroll zooms then
	SnapMove     float64 `json:"snapMove,omitempty"`     // metres, of drags with Ctrl; 0 means 0.1
	SnapTurnDeg  float64 `json:"snapTurnDeg,omitempty"`  // 0 means 5

	Flight FlightPrefs `json:"flight,omitzero"` // dials folder, precedence, the lab's own additions

	Walks []WalkPreset `json:"walks,omitempty"` // sets of walkers' preferences, by name

	// Layout is the window's own: splitters, tabs, open panels. The lab only keeps it.
	Layout json.RawMessage `json:"layout,omitempty"`

	unknown map[string]json.RawMessage // fields of a newer version, written back unchanged
}

// WindowPlace is where the window was when it was last closed: in units of the
// monitor's scale, from that monitor's upper left corner. While it was maximised
// the place is that which it would go back to.
type WindowPlace struct {
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximized bool `json:"maximized,omitempty"`
}

// MinUIScale and MaxUIScale bound UIScale.
const (
	MinUIScale = 0.75
	MaxUIScale = 2
)

// Zoom is the UI scale on top of the monitor's, within its bounds.
func (s *Settings) Zoom() float64 {
	if !(s.UIScale > 0) {
		return 1
	}
	return min(max(s.UIScale, MinUIScale), MaxUIScale)
}

// Light reports whether the theme is the light one.
func (s *Settings) Light() bool { return s.Theme == "light" }

// AutosaveOn reports whether recovery files are written.
func (s *Settings) AutosaveOn() bool { return s.Autosave == nil || *s.Autosave }

// Remember puts a file at the head of the recent ones. Samples are not files.
func (s *Settings) Remember(path string) {
	if IsSample(path) {
		return
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	s.Recent = slices.DeleteFunc(s.Recent, func(r string) bool { return r == path })
	s.Recent = slices.Insert(s.Recent, 0, path)
	if len(s.Recent) > maxRecent {
		s.Recent = s.Recent[:maxRecent]
	}
	s.LastDir = filepath.Dir(path)
}

// MarshalJSON writes the settings together with the fields that a newer lab
// had put there.
func (s Settings) MarshalJSON() ([]byte, error) {
	type plain Settings
	return withUnknown(plain(s), s.unknown)
}

// UnmarshalJSON reads settings and keeps the fields it does not know.
func (s *Settings) UnmarshalJSON(data []byte) error {
	type plain Settings
	var p plain
	unknown, err := splitUnknown(data, &p)
	if err != nil {
		return err
	}
	*s = Settings(p)
	s.unknown = unknown
	return nil
}

// LoadSettings reads settings.json from the folder. A missing file gives the
// defaults. A damaged one gives the defaults with a Problem, and is kept beside
// as settings.json.bad so that nothing is lost.
func LoadSettings(dir string) (Settings, error) {
	def := Settings{Version: SettingsVersion}
	name := filepath.Join(dir, "settings.json")
	data, err := readSmall(name)
	if errors.Is(err, fs.ErrNotExist) {
		return def, nil
	}
	if err != nil {
		return def, fileProblem(name, err)
	}
	s := def
	if err := json.Unmarshal(data, &s); err != nil {
		bad := name + ".bad"
		p := &scene.Problem{Severity: scene.Warning, Code: "SETTINGS_DAMAGED", File: name, Err: err,
			Message: "the settings file cannot be read; the lab starts with its defaults",
			Remedy:  "the damaged file was kept as " + bad}
		if os.Rename(name, bad) != nil {
			p.Remedy = "mend or delete the file"
		}
		return def, p
	}
	s.Version = max(s.Version, SettingsVersion)
	return s, nil
}

// SaveSettings writes settings.json into the folder, which is made when it is
// not there.
func SaveSettings(ctx context.Context, dir string, s Settings) error {
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return AsProblem(err)
	}
	return writeFile(filepath.Join(dir, "settings.json"), append(data, '\n'))
}

// configDir is the folder of settings: the override, else donorlab under the
// user's config folder.
func configDir(override string) string {
	if override != "" {
		return override
	}
	if d, err := os.UserConfigDir(); err == nil {
		return filepath.Join(d, "donorlab")
	}
	return ""
}

// cacheDir is the folder of recovery files.
func cacheDir(override string) string {
	if override != "" {
		return override
	}
	if d, err := os.UserCacheDir(); err == nil {
		return filepath.Join(d, "donorlab")
	}
	return ""
}
