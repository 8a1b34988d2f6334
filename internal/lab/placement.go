package lab

import (
	"context"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/pack"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// Placement is where an entry puts its model on a tile: the unit stands at the
// tile's middle, on the ground, and faces forward. The position offset is in it
// once. Lengths are units.
type Placement struct {
	Fit    float64    // factor on the model that makes its longest side the entry's size
	Matrix mgl64.Mat4 // model to tile, lab frame: +X left, +Y up, +Z forward
	Box    scene.Box  // of the model at rest, lab frame
	Keel   float64    // its lowest point over the ground
	Top    float64    // its highest

	// The model's middle over the plane, at the keel, from the tile's middle: in the
	// lab's (glTF's) frame, and in the registry's: right, forward, up.
	Offset         mgl64.Vec3
	OffsetRegistry [3]float64
	Plane          float64 // the distance over the plane

	Problems []scene.Problem // an offset that would be applied twice
}

// PlaceEntry places a model as an entry says, by the flight's own stages. place is
// applied to the model before: the orientation of a source.
func PlaceEntry(m *scene.Model, e *pack.Entry, place mgl64.Mat4) Placement {
	return placeBox(m, m.Bounds(), e, place)
}

func placeBox(m *scene.Model, rest scene.Box, e *pack.Entry, place mgl64.Mat4) Placement {
	box := movedBox(rest, place)
	p := Placement{Fit: fitSize(box, e.Size)}
	t := flight.Trace{Position: flight.FromRegistry([3]float64{e.Position.X, e.Position.Y, e.Position.Z}), Scale: e.Scale}
	if t.Scale == 0 {
		t.Scale = 1
	}
	p.Matrix = t.Matrix().Mul4(mgl64.Scale3D(p.Fit, p.Fit, p.Fit))
	p.Box = movedBox(box, p.Matrix)
	if !p.Box.Empty() {
		c := p.Box.Center()
		p.Keel, p.Top = p.Box.Min[1], p.Box.Max[1]
		p.Offset = mgl64.Vec3{c[0], p.Keel, c[2]}
		p.OffsetRegistry = flight.ToRegistry(p.Offset)
		p.Plane = math.Hypot(c[0], c[2])
	}
	p.Problems = offsetTwice(m, box, e, p.Fit*t.Scale, place)
	return p
}

// offsetTwice warns where the model seems to hold the entry's offset already:
// baked into a root's translation, or into the vertices. The game adds the
// entry's while it runs, so the unit would fly at twice its height.
func offsetTwice(m *scene.Model, box scene.Box, e *pack.Entry, fit float64, place mgl64.Mat4) []scene.Problem {
	want := flight.FromRegistry([3]float64{e.Position.X, e.Position.Y, e.Position.Z})
	near := 0.01 * e.Size
	if want.Len() < 5*near || box.Empty() {
		return nil
	}
	warn := func(where string) []scene.Problem {
		return []scene.Problem{{Severity: scene.Warning, Code: "OFFSET_TWICE", Pointer: "/position",
			Message: fmt.Sprintf("the position offset (%g, %g, %g) is in %s, too: it would be applied twice", e.Position.X, e.Position.Y, e.Position.Z, where),
			Remedy:  "set position to 0, or take the offset out of the model"}}
	}
	for _, r := range m.Roots {
		at := mgl64.TransformCoordinate(mgl64.Vec3(m.Nodes[r].Local.T), place)
		if at.Mul(fit).Sub(want).Len() < near {
			return warn(fmt.Sprintf("the root node %q", m.Nodes[r].Name))
		}
	}
	c := box.Center()
	if (mgl64.Vec3{c[0], box.Min[1], c[2]}).Mul(fit).Sub(want).Len() < near {
		return warn("the model's vertices")
	}
	return nil
}

// Placement is where the open entry puts the shown model on a tile; ok is false
// with nothing open.
func (s *Session) Placement() (p Placement, ok bool) {
	e := s.evaluator()
	if e == nil || s.work.Entry == nil {
		return p, false
	}
	return s.placementOf(e.Model()), true
}

// placementOf is the placement of a shown model.
func (s *Session) placementOf(m *scene.Model) Placement {
	c := &s.frame
	if c.boxOf != m {
		c.boxOf, c.box = m, m.Bounds()
	}
	place := mgl64.Ident4()
	if s.resolveShow() == ShowSource {
		place = sourcePlace(s.work.Recipe)
	}
	return placeBox(m, c.box, s.work.Entry, place)
}

// onTile is what the preview's placement is multiplied by: the entry's where the
// model is shown on its tile.
func (s *Session) onTile(m *scene.Model) mgl64.Mat4 {
	if !s.view.OnTile || s.work.Entry == nil || s.fly.shown {
		return mgl64.Ident4()
	}
	return s.placementOf(m).Matrix
}

// tileItems are the tile below the model that is shown on one, and its shadow.
func (s *Session) tileItems() []draw.Item {
	k := &s.fly.scene
	if k.tile == nil {
		k.tile, k.tileBlob = draw.Prepare(tileModel()), draw.Prepare(world.Blob())
	}
	e := s.work.Entry
	at := flight.FromRegistry([3]float64{e.Position.X, e.Position.Y, 0})
	r, b := s.worldMap().TileRadius, s.blobRadius()
	return []draw.Item{{Prepared: k.tile, Place: mgl64.Scale3D(r, 1, r)},
		{Prepared: k.tileBlob, Place: mgl64.Translate3D(at[0], 0.02, at[2]).Mul4(mgl64.Scale3D(b, 1, b))}}
}

// PlacementCheck says how far an exported entry, evaluated from its pack alone, is
// from the preview.
type PlacementCheck struct {
	MaxMove float64 `json:"maxMove"` // of any vertex, at rest and over the clip, units
	Keel    float64 `json:"keel"`    // by the pack
	Top     float64 `json:"top"`
	Equal   bool    `json:"equal"` // MaxMove is within a thousandth of the entry's size
}

// CheckPlacement evaluates an entry from its pack alone, model, clip and
// placement, and holds it against the preview of the open work: the same vertices
// at the same times.
func (s *Session) CheckPlacement(ctx context.Context, packPath string) (PlacementCheck, error) {
	var out PlacementCheck
	w := s.work
	if w.Rigged == nil || w.Entry == nil {
		return out, s.Fail(nothingOpen("check"))
	}
	m, e, _, err := LoadFromPack(packPath, w.Entry.ResourceName)
	if err != nil {
		return out, s.Fail(err)
	}
	var donor *Donor
	if s.UseDonorClip() {
		donor = w.Donor
	}
	a, err := newEvaluator(w.Rigged.Rebased, ClipRef{}, donor)
	if err != nil {
		return out, s.Fail(err)
	}
	a.SetHand(s.handOn(ShowGame, w.Rigged.Rebased))
	b, err := NewEvaluator(m, ClipRef{}, nil)
	if err != nil {
		return out, s.Fail(err)
	}
	pa := PlaceEntry(a.Model(), w.Entry, mgl64.Ident4())
	pb := PlaceEntry(m, e, mgl64.Ident4())
	out.Keel, out.Top = pb.Keel, pb.Top
	times := []float64{0}
	if d := a.Duration(); d > 0 {
		for k := range 5 {
			times = append(times, math.Floor(d*a.FPS()*float64(k+1)/7)/a.FPS())
		}
	}
	for _, t := range times {
		if err := ctx.Err(); err != nil {
			return out, AsProblem(err)
		}
		x, y := placedVertices(a, t, pa.Matrix), placedVertices(b, t, pb.Matrix)
		if len(x) != len(y) {
			return out, s.Fail(&scene.Problem{Code: "PACK_DIFFERS", File: packPath,
				Message: fmt.Sprintf("the pack's model has %d vertices, the preview %d", len(y), len(x)), Remedy: "export the pack again"})
		}
		for i := range x {
			out.MaxMove = max(out.MaxMove, x[i].Sub(y[i]).Len())
		}
	}
	out.Equal = out.MaxMove <= 1e-3*w.Entry.Size
	return out, nil
}

// placedVertices are all vertices of a posed and placed model, in the file's order.
func placedVertices(e *Evaluator, t float64, place mgl64.Mat4) []mgl64.Vec3 {
	var out []mgl64.Vec3
	e.Model().EachVertex(e.At(t).World, func(_, _, _ int, p mgl64.Vec3) {
		out = append(out, mgl64.TransformCoordinate(p, place))
	})
	return out
}
