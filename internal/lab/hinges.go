package lab

import (
	"context"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// hingeKey says what hinges were fitted for. Overrides by hand do not count: they
// are laid over the fit.
type hingeKey struct {
	source *scene.Model
	parts  *rig.Parts
	orient rig.Orientation
	scale  float64
	target rig.Target
	spin   rig.SpinSettings
}

// hingeFit is what was fitted last.
type hingeFit struct {
	key  hingeKey
	list []rig.Hinge // as fitted
	want hingeKey    // that a job works at, or worked at in vain
}

// wantHinges is the key for the work as it is; ok is false where there is nothing
// to fit.
func (s *Session) wantHinges() (hingeKey, bool) {
	w := s.work
	if s.doc.Source == nil || w.Parts == nil || w.Recipe == nil {
		return hingeKey{}, false
	}
	k := hingeKey{s.doc.Source, w.Parts, w.Recipe.Orientation, scaleOf(w.Recipe), w.Recipe.Target, w.Recipe.SpinSettings}
	k.spin.MinVerts = 0
	return k, true
}

// stepHinges starts to fit hinges where they are not those of the work.
func (s *Session) stepHinges() {
	f := &s.hinges
	k, ok := s.wantHinges()
	if !ok || k == f.want || s.Busy("open", "probe", "generate", "reload", "hinges") {
		return
	}
	f.want = k
	m, parts, rec := s.doc.Source, s.work.Parts, s.work.Recipe.Clone()
	rec.HubOverrides = nil
	s.start("hinges", "Fitting axles", func(ctx context.Context, r Report) (func(), error) {
		list, err := rig.FitHinges(ctx, m, parts, rec)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			list = nil // Generate says why
		}
		return func() {
			if f.want == k {
				f.key, f.list = k, rescaled(list, scaleOf(rec)/partsScale(parts))
			}
		}, nil
	})
}

func partsScale(p *rig.Parts) float64 {
	if p.Scale == 0 {
		return 1
	}
	return p.Scale
}

// rescaled takes hinges that were fitted at one scale to another.
func rescaled(list []rig.Hinge, k float64) []rig.Hinge {
	if k == 1 {
		return list
	}
	for i := range list {
		h := &list[i]
		h.Center, h.FittedCenter, h.Tip, h.Radius = h.Center.Mul(k), h.FittedCenter.Mul(k), h.Tip.Mul(k), h.Radius*k
	}
	return list
}

// Hinges are what the bones of the next rig turn about, in the preview's world at
// rest, with what the recipe has set by hand. They are fitted anew in the
// background after each change; until that is done the earlier ones count, as long
// as the parts are the same. The answer is not kept: change it freely.
func (s *Session) Hinges() []rig.Hinge {
	f := &s.hinges
	if len(f.list) == 0 || f.key.source != s.doc.Source || s.work.Recipe == nil || !sameCut(f.key.parts, s.work.Parts) {
		return nil
	}
	out := make([]rig.Hinge, len(f.list))
	for i, h := range f.list {
		if o := s.work.Recipe.Override(h.Role, h.N); o != nil {
			h = byHand(h, o)
		}
		out[i] = h
	}
	return out
}

// byHand is a hinge with a recipe's figures over the fitted ones, as Generate has
// it.
func byHand(h rig.Hinge, o *rig.HubOverride) rig.Hinge {
	h.Center, h.Axle, h.ByHand = h.FittedCenter, h.FittedAxle, true
	if o.Center != nil {
		h.Center = mgl64.Vec3(*o.Center)
	}
	if o.Axle != nil {
		if a := mgl64.Vec3(*o.Axle); a.Len() > 0 {
			h.Axle = a.Normalize()
		}
	}
	if o.Flip {
		h.Axle = h.Axle.Mul(-1)
	}
	return h
}
