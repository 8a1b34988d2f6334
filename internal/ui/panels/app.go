package panels

import (
	"math"
	"path/filepath"
	"time"

	"github.com/inkyblackness/imgui-go/v4"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// App is the lab's window over one Session. Make it with New.
type App struct {
	s  *lab.Session
	c  *ui.Context // of the tick that runs
	in ui.Input

	owed    float64 // seconds that the session has not stepped yet
	fps     float64 // of the window, smoothed
	widgets []Widget
	quit    bool

	layout   layout
	tab      tab // that is shown
	wantTab  tab // to switch to, tabNone for none
	leftTab  int
	leftWant int // to switch to at the start plus one, 0 for none

	view      viewport
	handReach modelSize // of the rig whose bones are posed
	compare   compareView
	models    modelBrowser
	donor     modelWidget
	out       ui.Output // of the tick that runs
	parts     partList
	nodes     nodeTree
	time      timeline
	now       func() time.Time // for figures on the screen; nil shows none
	open      openDialog
	log       bool // the message window is open
	toasts    toasts
	help      bool // the help window is open
	about     bool // the about box is open
	palette   palette
	factory   factoryPanel
	vehicle   vehiclePanel
	walk      walkPanel
	budget    keptBudget
	instr     instrumentsPanel
	flight    flightPanel
	pictures  pictures
	recovered []lab.Recovered // unsaved work of earlier sessions that has not been answered yet
}

// New returns the window's content over a session. It opens nothing.
func New(s *lab.Session) *App {
	a := &App{s: s, layout: defaultLayout(), tab: tabVehicle}
	a.layout.load(s.Settings())
	a.recovered = s.Recoverable()
	a.toasts.heard = s.Said()
	a.welcome()
	a.wantTab, a.leftWant = a.layout.tabs()
	return a
}

// SetClock gives the window a clock to measure how long its pictures take.
// Without one no such figure is shown. What is shown otherwise, and the work
// itself, never depend on it.
func (a *App) SetClock(now func() time.Time) { a.now = now }

// Frame runs the session up to now and issues all panels.
func (a *App) Frame(c *ui.Context, in ui.Input) ui.Output {
	a.c, a.in = c, in
	c.SetStyle(a.style())
	a.widgets = a.widgets[:0]
	a.endGreeting()
	a.advance(in.Delta)
	for _, d := range in.Dropped {
		a.drop(d)
	}
	a.shortcuts()
	a.walk.keys(a)
	a.menu()
	a.arrange()
	if !a.layout.hideLeft {
		a.region("##left", a.layout.left, 0, a.leftPanel)
	}
	out := &a.out
	*out = ui.Output{}
	a.region("##view", a.layout.center, imgui.WindowFlagsNoScrollWithMouse|imgui.WindowFlagsNoNav, func() { a.viewPanel(out) })
	if !a.layout.hideRight {
		a.region("##right", a.layout.right, 0, a.rightPanel)
	}
	a.flight.follow(a)
	a.region("##timeline", a.layout.timeline, imgui.WindowFlagsNoScrollWithMouse, a.timelinePanel)
	a.region("##status", a.layout.status, imgui.WindowFlagsNoScrollWithMouse, a.statusLine)
	if !a.s.WorldShown() || !a.flight.keyed { // there letters fly
		a.parts.keys(a)
	}
	a.splitters()
	a.layout.keepTabs(a)
	a.toasts.hear(a.s)
	a.toasts.show(a)
	a.windows()
	out.Pictures = a.pictures.take()
	out.Title = a.windowTitle()
	if in.Close {
		a.quit = true // unsaved work stays in the recovery file and is offered at the next start
	}
	out.Quit = a.quit
	return *out
}

// advance steps the session at its fixed rate. A long pause, as of a laptop's
// lid, is not caught up on.
func (a *App) advance(dt float64) {
	if dt > 0 {
		a.fps += (1/dt - a.fps) * 0.05
	}
	a.owed = math.Min(a.owed+dt, 4*lab.TickSeconds)
	for a.owed >= lab.TickSeconds*0.999 {
		a.s.Step()
		a.view.step(a)
		a.owed -= lab.TickSeconds
	}
}

func (a *App) drop(d ui.Drop) {
	if d.Path == "" {
		a.s.Note("The system did not say where " + d.Name + " lies; open it with File, Open")
		return
	}
	a.openAny(d.Path)
}

// openAny opens a model, a recipe, an entry or a pack by what its name says.
func (a *App) openAny(path string) {
	switch kindOf(path) {
	case kindRecipe:
		a.s.OpenRecipe(path)
	case kindEntry:
		_ = a.s.OpenEntry(path) // the session has said why, if it failed
	case kindPack:
		a.s.OpenPack(path, "")
		a.showTab(tabFactory)
	default:
		a.openModel(path)
	}
}

func (a *App) openModel(ref string) {
	a.s.Open(ref)
}

func (a *App) windowTitle() string {
	d := a.s.Doc()
	if d.Source == nil {
		return "Donor Lab"
	}
	name := filepath.Base(d.Ref)
	if lab.IsSample(d.Ref) {
		name = d.Source.Name + " (sample)"
	}
	if a.s.Unsaved() {
		name = "• " + name
	}
	return name + " – Donor Lab"
}

// region is one fixed window of the layout.
func (a *App) region(id string, r rect, flags imgui.WindowFlags, body func()) {
	if r.w < 1 || r.h < 1 {
		return
	}
	imgui.SetNextWindowPos(imgui.Vec2{X: r.x, Y: r.y})
	imgui.SetNextWindowSize(imgui.Vec2{X: r.w, Y: r.h})
	const fixed = imgui.WindowFlagsNoTitleBar | imgui.WindowFlagsNoResize | imgui.WindowFlagsNoMove |
		imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoBringToFrontOnFocus
	pad := imgui.CurrentStyle().WindowPadding()
	if r == a.layout.center {
		pad = imgui.Vec2{}
	}
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, pad)
	imgui.BeginV(id, nil, fixed|flags)
	imgui.PopStyleVar()
	body()
	imgui.End()
}

// px turns design units into pixels.
func (a *App) px(v float32) float32 { return v * a.c.Scale() }
