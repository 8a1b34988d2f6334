package draw

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// MaxLamps is how many lights of models a List carries; of more, those that
// shine strongest on the scene are kept.
const MaxLamps = 8

// Lamp is a light of a model. With d the distance from it in metres, dir the
// unit direction from the surface to it and c = dot(-dir, Dir):
//
//	fade   = clamp(1 - (d*InvRange)^4, 0, 1)           (KHR_lights_punctual)
//	cone   = clamp(c*ConeScale + ConeOffset, 0, 1)^2
//	Key    = Color * fade * cone / max(d^2, LampMinD2)
//
// and the rest is as for the key light. A directional lamp has dir = -Dir and
// Key = Color.
type Lamp struct {
	Point      bool       // shines from Pos; else directional
	Pos        mgl32.Vec3 // relative to the eye, world axes, metres
	Dir        mgl32.Vec3 // unit, the way it shines, world space
	Color      mgl32.Vec3 // linear, lux or candela
	InvRange   float32    // 1/metres; 0 means no end
	ConeScale  float32    // 0 for a lamp that is no spot
	ConeOffset float32    // 1 for a lamp that is no spot
}

// LampMinD2 keeps a surface that touches a lamp finite, square metres.
const LampMinD2 = 1e-4

// brightLamp is the illuminance at the middle of the scene above which lamps
// are dimmed together when Options.LampScale is zero: some exporters write
// watts or lumens where lux and candela belong, a thousand times too much.
const brightLamp = 6.0

// lit is a lamp of an item on its way into the list.
type lit struct {
	lamp  Lamp
	light float64 // illuminance at the middle of the items, of the strongest channel
}

// lamps fills the list's lamps from the nodes of the items' models.
func (b *scratch) lamps(items []Item, opt Options) {
	if opt.NoLamps {
		return
	}
	b.lit = b.lit[:0]
	for i := range items {
		it := &items[i]
		if it.Prepared == nil || len(it.Prepared.model.Lights) == 0 {
			continue
		}
		for k := range max(it.copies(), 1) {
			b.addLamps(it, k, b.worlds[i])
		}
	}
	if len(b.lit) == 0 {
		return
	}
	slices.SortStableFunc(b.lit, func(x, y lit) int {
		switch {
		case x.light > y.light:
			return -1
		case x.light < y.light:
			return 1
		}
		return 0
	})
	sum := 0.0
	b.lit = b.lit[:min(len(b.lit), MaxLamps)]
	for i := range b.lit {
		sum += b.lit[i].light
	}
	scale := opt.LampScale
	if scale == 0 {
		scale = 1
		if sum > brightLamp {
			scale = brightLamp / sum
		}
	}
	for i := range b.lit {
		l := b.lit[i].lamp
		for c := range l.Color {
			l.Color[c] = snapFloat(float64(l.Color[c]) * scale)
		}
		b.list.Lamps = append(b.list.Lamps, l)
	}
}

// addLamps appends the lamps of one copy of an item.
func (b *scratch) addLamps(it *Item, copy int, world []mgl64.Mat4) {
	m := it.Prepared.model
	for _, n := range it.Prepared.lampNodes {
		t := &m.Lights[m.Nodes[n].Light.Or(0)]
		mat := it.placed(copy, world[n])
		pos, dir := scene.Position(mat), mgl64.Vec3{-mat[8], -mat[9], -mat[10]}
		long := dir.Len()
		if !(long > 0) || math.IsInf(long, 0) || pos[0]-pos[0]+(pos[1]-pos[1])+(pos[2]-pos[2]) != 0 {
			continue
		}
		dir = dir.Mul(1 / long)
		l := lit{lamp: Lamp{Point: t.Kind != scene.Directional, ConeOffset: 1}}
		strength := 1.0
		for c := range 3 {
			l.lamp.Color[c] = float32(float64(t.Color[c]) * float64(t.Intensity))
			l.lamp.Dir[c] = snap32(dir[c], 1<<22)
			l.lamp.Pos[c] = float32(pos[c] - b.lens.eye[c])
		}
		if l.lamp.Point {
			if t.Range > 0 {
				l.lamp.InvRange = 1 / t.Range
			}
			mid := it.place(copy).Mul4x1(it.Prepared.bounds.Center().Vec4(1)).Vec3()
			// From within the model the middle may be as near as you like; half its size is what most of it sees.
			d := max(mid.Sub(pos).Len(), it.Prepared.size/2)
			strength = 1 / (d * d)
		}
		if t.Kind == scene.Spot {
			in, out := math.Cos(float64(t.InnerCone)), math.Cos(float64(t.OuterCone))
			k := 1 / max(in-out, 1e-3)
			l.lamp.ConeScale, l.lamp.ConeOffset = snapFloat(k), snapFloat(-out*k)
		}
		l.light = strength * float64(max(l.lamp.Color[0], l.lamp.Color[1], l.lamp.Color[2]))
		if l.light > 0 {
			b.lit = append(b.lit, l)
		}
	}
}

// Lamps returns what the lamps add to a fragment's outgoing light, linear,
// before exposure and tone map. The surface is as in Shade, p its place
// relative to the eye in world axes.
func (s *Shader) Lamps(lamps []Lamp, base, n, v, p mgl32.Vec3, metal, rough float32) (out mgl32.Vec3) {
	const invPi = 1 / math.Pi
	nov := dot(&n, &v)
	if !(nov > MinNoV) {
		nov = MinNoV
	}
	if !(rough > MinRoughness) {
		rough = MinRoughness
	}
	a := float32(rough * rough)
	a2 := float32(a * a)
	for i := range lamps {
		l := &lamps[i]
		d := mgl32.Vec3{-l.Dir[0], -l.Dir[1], -l.Dir[2]}
		strength := float32(1)
		if l.Point {
			d = mgl32.Vec3{l.Pos[0] - p[0], l.Pos[1] - p[1], l.Pos[2] - p[2]}
			dd := max(dot(&d, &d), LampMinD2)
			id := rsqrt(dd)
			d = mgl32.Vec3{float32(d[0] * id), float32(d[1] * id), float32(d[2] * id)}
			r2 := float32(dd * float32(l.InvRange*l.InvRange))
			fade := clamp01(1 - float32(r2*r2))
			cone := clamp01(float32(-dot(&d, &l.Dir)*l.ConeScale) + l.ConeOffset)
			strength = float32(float32(fade*float32(cone*cone)) / dd)
		}
		nol := dot(&n, &d)
		if !(nol > 0 && strength > 0) {
			continue
		}
		h := mgl32.Vec3{d[0] + v[0], d[1] + v[1], d[2] + v[2]}
		hh := dot(&h, &h) + 1e-12
		ih := rsqrt(hh)
		noh, voh := float32(dot(&n, &h)*ih), float32(float32(0.5*hh)*ih)
		q := float32(float32(noh*noh)*(a2-1)) + 1
		den := float32(nol*(float32(nov*(1-a))+a)) + float32(nov*(float32(nol*(1-a))+a))
		kd := float32(nol * invPi)
		dg := float32(0.5*float32(a2*kd)) / float32(float32(q*q)*den)
		fk := pow5(1 - min(voh, 1))
		for c := range out {
			f0 := Dielectric + float32((base[c]-Dielectric)*metal)
			diff := float32(base[c] * (1 - metal))
			out[c] += float32(float32(l.Color[c]*strength) * (float32(diff*kd) + float32(dg*(f0+float32((1-f0)*fk)))))
		}
	}
	return out
}

func clamp01(v float32) float32 {
	if !(v > 0) {
		return 0
	}
	if v > 1 {
		return 1
	}
	return v
}
