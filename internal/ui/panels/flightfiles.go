package panels

import (
	"strings"
)

// chooseFlight does what a path was chosen for. What fails is told by the session.
func (a *App) chooseFlight(p purpose, path string) {
	s := a.s
	switch p {
	case purposeMap:
		_ = s.OpenMap(path)
		a.toWorld()
	case purposeOrders:
		_ = s.OpenOrders(path)
		a.toWorld()
	case purposeRun:
		_ = s.OpenRun(path)
		a.toWorld()
	case purposeDials:
		_ = s.OpenDials(path)
	case purposeSaveMap:
		_ = s.SaveMap(savePlace(path, plainName(s.Map().Name, "map"), ".map.json"))
	case purposeSaveOrders:
		_ = s.SaveOrders(savePlace(path, plainName(s.Script().Name, "orders"), ".orders.json"))
	case purposeSaveRun:
		_ = s.SaveRun(savePlace(path, plainName(s.Map().Name, "run"), ".run.json"))
	case purposeSaveCSV:
		s.SaveRunCSV(savePlace(path, plainName(s.Map().Name, "run"), ".csv"))
	case purposeFrames:
		s.SaveRunFrames(path, 1280, 720)
	}
}

func (a *App) toWorld() {
	a.s.ShowWorld(true)
	a.showTab(tabFlight)
}

// plainName makes a file's name of a title: letters, digits and dashes.
func plainName(title, or string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, title)
	if name == "" {
		return or
	}
	return name
}
