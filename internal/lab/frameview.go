package lab

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
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
	c := &s.frame
	place := mgl64.Ident4()
	if s.resolveShow() == ShowSource && s.work.Recipe != nil {
		place = s.work.Recipe.Orientation.Mat4()
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
	s.view.Camera = FitCamera(s.view.Camera, s.points(), aspect)
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
	if len(s.selected) == 0 || s.work.Parts == nil {
		s.FrameAll(aspect)
		return
	}
	b := scene.EmptyBox()
	for _, i := range s.selected {
		b = b.Union(s.work.Parts.Parts[i].Bounds)
	}
	if aspect <= 0 {
		aspect = s.aspect()
	}
	s.view.Camera = FitCamera(s.view.Camera, boxPoints(b), aspect)
	// A tiny part fills the view only as far as its surroundings can still be told.
	s.view.Camera.Distance = max(s.view.Camera.Distance, s.Bounds().Diagonal()*0.3)
}

// Pick returns what the pixel at x, y of a list shows that BuildList filled.
// f is BuildList's answer. ok is false over the background.
func (s *Session) Pick(f *Frame, list *draw.List, x, y float64) (hit Hit, ok bool) {
	if f == nil {
		return Hit{}, false
	}
	best := float32(-1)
	var tri draw.Triangle
	for bi := range list.Batches {
		b := &list.Batches[bi]
		if b.Kind == draw.Overlay {
			continue
		}
		for _, t := range list.Triangles[b.First : b.First+b.Count] {
			if t.Node < 0 {
				continue
			}
			if q, in := depthAt(list, t, float32(x), float32(y)); in && q > best {
				best, tri = q, t
			}
		}
	}
	if best < 0 {
		return Hit{}, false
	}
	hit = Hit{Node: int(tri.Node), Part: -1, Bone: -1}
	if i, ok := f.dress.partOf[draw.Part{Node: int(tri.Node), Primitive: int(tri.Part)}]; ok {
		hit.Part = i
	}
	return hit, true
}

// depthAt is the nearness of a triangle at a pixel, and whether it covers it.
func depthAt(l *draw.List, t draw.Triangle, x, y float32) (q float32, in bool) {
	a, b, c := &l.Vertices[t.A], &l.Vertices[t.B], &l.Vertices[t.C]
	area := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
	if area == 0 {
		return 0, false
	}
	u := ((b.X-x)*(c.Y-y) - (b.Y-y)*(c.X-x)) / area
	v := ((c.X-x)*(a.Y-y) - (c.Y-y)*(a.X-x)) / area
	w := 1 - u - v
	if u < 0 || v < 0 || w < 0 {
		return 0, false
	}
	return u*a.Q + v*b.Q + w*c.Q, true
}
