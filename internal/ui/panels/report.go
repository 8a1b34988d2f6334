package panels

import "github.com/inkyblackness/imgui-go/v4"

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
	Widgets  []Widget `json:"widgets"`  // of the last frame
}

// Report describes the last Frame.
func (a *App) Report() Report {
	r := Report{Ref: a.s.Doc().Ref, Busy: a.s.Busy(), Unsaved: a.s.Unsaved(), Rigged: a.s.Work().Rigged != nil, Widgets: a.widgets,
		Selected: len(a.s.Selected()), Undo: a.s.UndoName(), Frame: a.s.Clock().Time * a.s.FPS(), Azimuth: a.s.View().Camera.AzimuthDeg}
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
