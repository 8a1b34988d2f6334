package lab

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Bounds is the box of what the preview shows, over its clip, in its world. It
// is empty with nothing open.
func (s *Session) Bounds() scene.Box { return boundsOf(s.points()) }

// points are what a fitted camera must see.
func (s *Session) points() []mgl64.Vec3 {
	show := s.resolveShow()
	e := s.evaluator()
	if e == nil {
		return nil
	}
	d := s.dress(show, e.Model())
	return visiblePoints(e, d.hidden, d.place)
}

// groundY is the height on which the shown model stands; it is kept while the
// model stays the same.
func (s *Session) groundY() float64 {
	e := s.evaluator()
	if e == nil {
		return 0
	}
	if s.view.OnTile && s.work.Entry != nil {
		return 0 // the tile's top
	}
	c := &s.frame
	place := mgl64.Ident4()
	if s.resolveShow() == ShowSource {
		place = sourcePlace(s.work.Recipe)
	}
	if c.groundOf != e.Model() || c.groundAt != place {
		c.groundOf, c.groundAt = e.Model(), place
		d := s.dress(s.resolveShow(), e.Model())
		c.ground = restGround(e, &d)
	}
	return c.ground
}

// FrameAll moves the camera to see the whole model, keeping its angles. aspect
// is the view's width over its height; 0 means that of the last BuildList.
func (s *Session) FrameAll(aspect float64) {
	if aspect <= 0 {
		aspect = s.aspect()
	}
	if s.fly.shown {
		s.frameWorld()
		return
	}
	if s.walk.shown {
		s.frameWalker()
		return
	}
	points := s.points()
	if e := s.evaluator(); e != nil {
		points = s.view.Look.crowdPoints(points, e.Model(), s.spacing(e.Model()))
	}
	s.view.Camera = FitCamera(s.view.Camera, points, aspect)
}

// aspect is that of the view, or a screen's before there is one.
func (s *Session) aspect() float64 {
	if s.frame.aspect > 0 {
		return s.frame.aspect
	}
	return 16.0 / 9
}

// FrameSelected moves the camera to see the selected parts; with none it is
// FrameAll.
func (s *Session) FrameSelected(aspect float64) {
	if len(s.selected) == 0 || s.work.Parts == nil || s.walk.shown {
		s.FrameAll(aspect)
		return
	}
	now := s.partsToPreview()
	var points []mgl64.Vec3
	for _, i := range s.selected {
		for _, p := range boxPoints(s.work.Parts.Parts[i].Bounds) {
			points = append(points, mgl64.TransformCoordinate(p, now))
		}
	}
	if aspect <= 0 {
		aspect = s.aspect()
	}
	s.view.Camera = FitCamera(s.view.Camera, points, aspect)
	// A tiny part fills the view only as far as its surroundings can still be told.
	s.view.Camera.Distance = max(s.view.Camera.Distance, s.Bounds().Diagonal()*0.3)
}

// partsToPreview takes the space that the parts were measured in to the preview's
// world: the orientation may have been changed since.
func (s *Session) partsToPreview() mgl64.Mat4 {
	w := s.work
	if w.Parts == nil || w.Recipe == nil {
		return mgl64.Ident4()
	}
	return sourcePlace(w.Recipe).Mul4(scaledTurn(w.Parts.Orientation, w.Parts.Scale).Inv())
}
