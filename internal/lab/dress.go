package lab

import (
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
)

// dress is how one model is drawn, the same in the window, in pictures and in
// thumbnails: what is hidden, and which part or bone each primitive is.
type dress struct {
	prepared *draw.Prepared
	place    mgl64.Mat4        // model to world
	hidden   []bool            // by node
	parts    *rig.Parts        // of a source; nil for a rig
	partOf   map[draw.Part]int // primitive to part
	bones    []rig.Bone        // of a rig that Generate made
}

// dressSource is for a model as it was loaded. parts may be nil. place is the
// Orientation that is not baked in.
func dressSource(v *sourceView, parts *rig.Parts, prepared *draw.Prepared, place mgl64.Mat4, helpers bool) dress {
	d := dress{prepared: prepared, place: place, parts: parts, partOf: v.partOf}
	if parts == nil {
		return d
	}
	d.hidden = make([]bool, len(v.model.Nodes))
	if !helpers {
		for _, n := range parts.Hidden() {
			d.hidden[n] = true
		}
		return d
	}
	for i := range parts.Parts { // pieces of a mesh are left out of the view itself
		if p := &parts.Parts[i]; p.Hidden && p.Geometry() == nil {
			for _, n := range p.Nodes {
				d.hidden[n] = true
			}
		}
	}
	return d
}

// dressRig is for a rig. made is what Generate answered, nil for a rig that
// came with the file.
func dressRig(made *rig.Rig, prepared *draw.Prepared) dress {
	d := dress{prepared: prepared, place: mgl64.Ident4()}
	if made != nil {
		d.bones = made.Bones
	}
	return d
}

// item is one frame of the model. selected reports which parts are selected;
// nil means none.
func (d *dress) item(m *scene.Model, p *Posed, o Overlays, selected func(part int) bool) draw.Item {
	it := draw.Item{Prepared: d.prepared, World: p.World, Weights: p.Morphs, Place: d.place, Hidden: d.hidden,
		Bones:    o.Bones || m.VertexCount() == 0, // a model without a mesh is its skeleton
		BoneAxes: o.Axes, Wire: o.Wire, Bounds: o.Bounds, Normals: o.Normals, Clay: o.Roles && (d.parts != nil || d.bones != nil)}
	if d.parts != nil && (o.Roles || selected != nil) {
		it.PartTint = map[draw.Part]draw.Tint{}
		for at, i := range d.partOf {
			if o.Roles {
				it.PartTint[at] = RoleTint(d.parts.Parts[i].Role)
			}
			if selected != nil && selected(i) {
				it.PartTint[at] = SelectedTint
				it.Outline = append(it.Outline, at)
			}
		}
		sortParts(it.Outline)
	}
	if d.bones == nil {
		return it
	}
	if o.Roles {
		it.NodeTint = make([]draw.Tint, len(m.Nodes))
	}
	for _, b := range d.bones {
		n := jointNode(m, b.Index)
		if n < 0 {
			continue
		}
		if o.Roles {
			it.NodeTint[n] = RoleTint(b.Role)
		}
		for _, part := range b.Parts {
			if selected != nil && selected(part) {
				it.Selected = append(it.Selected, n)
				break
			}
		}
	}
	return it
}

// NewStudio makes a studio for a model as it is, posed by one of its own clips.
// parts may be nil: nothing is hidden then. With tint the parts are told apart,
// so that pictures can have Overlays.Roles; with helpers nothing is hidden.
func NewStudio(m *scene.Model, parts *rig.Parts, c ClipRef, tint, helpers bool) (*Studio, error) {
	cut := parts
	if !tint {
		cut = nil
	}
	v := newSourceView(m, cut)
	again := func() (*Evaluator, error) { return NewEvaluator(v.model, c, nil) }
	e, err := again()
	if err != nil {
		return nil, err
	}
	place := mgl64.Ident4()
	if parts != nil {
		place = scaledTurn(parts.Orientation, parts.Scale)
	}
	d := dressSource(v, parts, draw.Prepare(v.model), place, helpers)
	if !tint {
		d.parts = nil
	}
	return newStudio(e, again, d), nil
}

// NewRigStudio makes a studio for a rig. With a donor it shows what the game
// would: the rebased rig with the donor's clip by index. Without one it shows
// the rig by its own clip, or at rest.
func NewRigStudio(r *Rigged, c ClipRef, donor *Donor) (*Studio, error) {
	m := r.Model
	if donor != nil {
		m = r.Rebased
	}
	again := func() (*Evaluator, error) { return newEvaluator(m, c, donor) }
	e, err := again()
	if err != nil {
		return nil, err
	}
	return newStudio(e, again, dressRig(r.Rig, draw.Prepare(m))), nil
}

func newStudio(e *Evaluator, again func() (*Evaluator, error), d dress) *Studio {
	return &Studio{eval: e, again: again, dress: d, points: visiblePoints(e, d.hidden, d.place), groundY: restGround(e, &d)}
}

// restGround is the height on which a model stands at rest.
func restGround(e *Evaluator, d *dress) float64 {
	still := &Evaluator{model: e.model, order: e.order, rest: e.rest}
	if b := boundsOf(visiblePoints(still, d.hidden, d.place)); !b.Empty() {
		return snapBox(b).Min[1]
	}
	return 0
}

func newEvaluator(m *scene.Model, c ClipRef, donor *Donor) (*Evaluator, error) {
	if donor == nil {
		return NewEvaluator(m, c, nil)
	}
	return NewEvaluator(m, c, donor.Clip)
}
