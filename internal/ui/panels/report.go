package panels

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"

	"github.com/inkyblackness/imgui-go/v4"
)

// Report is the window's state in words: what automation and tests steer by,
// instead of looking at pixels.
type Report struct {
	Ref      string   `json:"ref"`     // what is open, "" for nothing
	Busy     bool     `json:"busy"`    // work is running
	Message  string   `json:"message"` // the newest message
	Tab      string   `json:"tab"`     // the station that is shown
	Unsaved  bool     `json:"unsaved"`
	Rigged   bool     `json:"rigged"`   // there is a rig
	Shows    string   `json:"shows"`    // the stage that the preview shows
	Typing   bool     `json:"typing"`   // a text field has the keyboard
	Path     string   `json:"path"`     // in the path box of the file dialog, "" while it is closed
	Selected int      `json:"selected"` // how many parts
	Undo     string   `json:"undo"`     // what Undo would take back
	Frame    float64  `json:"frame"`    // of the clip, on its own grid
	Azimuth  float64  `json:"azimuth"`  // of the camera, degrees
	Flight   Flying   `json:"flight"`   // while the world is shown
	Widgets  []Widget `json:"widgets"`  // of the last frame
}

// Flying is the state of the world's picture.
type Flying struct {
	Shown   bool    `json:"shown"`
	Map     string  `json:"map,omitempty"`
	Runs    bool    `json:"runs"`
	Turn    float64 `json:"turn"`           // turn rate in force, degrees a second
	Drop    float64 `json:"drop"`           // of the terrain hug in force, units
	From    string  `json:"from,omitempty"` // where the turn rate comes from
	Picture string  `json:"picture"`        // a sum of all that the picture shows, while the flight is held
}

// Report describes the last Frame.
func (a *App) Report() Report {
	r := Report{Ref: a.s.Doc().Ref, Busy: a.s.Busy(), Unsaved: a.s.Unsaved(), Rigged: a.s.Work().Rigged != nil, Widgets: a.widgets,
		Selected: len(a.s.Selected()), Undo: a.s.UndoName(), Frame: a.s.Clock().Time * a.s.FPS(), Azimuth: a.s.View().Camera.AzimuthDeg}
	r.Flight = a.flyingReport()
	r.Typing = imgui.CurrentIO().WantTextInput()
	if a.open.open {
		r.Path = a.open.typed
	}
	if m, ok := a.s.Status(); ok {
		r.Message = m.Problem.Error()
	}
	r.Tab = string(a.tab)
	_, shown := a.s.Shown()
	r.Shows = shown.String()
	return r
}

// flyingReport describes the world that the last Frame showed.
func (a *App) flyingReport() Flying {
	f := a.s.Flight
	if !a.s.WorldShown() || f() == nil {
		return Flying{}
	}
	feel := a.s.Feel()
	r := Flying{Shown: true, Map: a.s.Map().Name, Runs: a.s.Flying(), Turn: feel.TurnRate.Num, Drop: feel.HugDrop.Num, From: feel.TurnRate.From}
	if r.Runs {
		return r
	}
	h := fnv.New64a()
	var b [8]byte
	for i := range a.view.list.Vertices {
		v := &a.view.list.Vertices[i]
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(v.X))
		binary.LittleEndian.PutUint32(b[4:], math.Float32bits(v.Y))
		h.Write(b[:])
	}
	r.Picture = fmt.Sprintf("%016x", h.Sum64())
	return r
}
