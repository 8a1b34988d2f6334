package draw

import "math"

// MaxFragments is how many fragments are shaded together: few enough for all
// that is known of them to stay in a processor's first cache.
const MaxFragments = 128

// Fragments are places on surfaces that are shaded together, field by field.
// Each step of the shading model then is a short loop, in which a processor
// works on several fragments at a time. The zero Fragments are none.
type Fragments struct {
	N int // how many there are

	R, G, B             [MaxFragments]float32 // linear: the base colour before Shade, the colour after it
	NX, NY, NZ          [MaxFragments]float32 // unit normal, world space
	VX, VY, VZ          [MaxFragments]float32 // unit direction to the eye, world space
	Metal, Rough, Occ   [MaxFragments]float32 // 0 to 1; 1 is open
	EmitR, EmitG, EmitB [MaxFragments]float32 // linear light of its own, or of lamps

	terms [MaxFragments]shadeTerms
}

// shadeTerms are what a fragment's three channels share; see the shading model.
type shadeTerms struct {
	nov, sky, hz, f5 float32
	kd, g0, gf       float32 // shares of diff, of F0 and of white in the key light
}

// Shade turns the base colours of fragments from..to into colours, tone mapped,
// linear, 0 to 1.
func (s *Shader) Shade(f *Fragments, from, to int) {
	s.surround(f, from, to)
	s.keyLight(f, from, to)
	s.channels[0].channel(f, f.R[from:to], f.EmitR[from:to], from, to, s.exposure)
	s.channels[1].channel(f, f.G[from:to], f.EmitG[from:to], from, to, s.exposure)
	s.channels[2].channel(f, f.B[from:to], f.EmitB[from:to], from, to, s.exposure)
	toneMap(f, from, to)
}

// surround is what a fragment sees of the surround in its reflection.
func (s *Shader) surround(f *Fragments, from, to int) {
	nx := f.NX[from:to]
	ny, nz := f.NY[from:to][:len(nx)], f.NZ[from:to][:len(nx)]
	vx, vy, vz := f.VX[from:to][:len(nx)], f.VY[from:to][:len(nx)], f.VZ[from:to][:len(nx)]
	rough := f.Rough[from:to][:len(nx)]
	terms := f.terms[from:to][:len(nx)]
	for i := range nx {
		nov := float32(nx[i]*vx[i]) + float32(ny[i]*vy[i]) + float32(nz[i]*vz[i])
		if !(nov > MinNoV) {
			nov = MinNoV
		}
		ro := rough[i]
		if !(ro > MinRoughness) {
			ro = MinRoughness
		}
		edge := 1 - ro
		e := float32(edge * edge)
		ry := float32(float32(2*nov)*ny[i]) - vy[i]
		hz := 1 - float32(abs(ry)*(1+float32(HorizonSharp*e)))
		if hz > 0 {
			hz = float32(float32(hz*hz) * (1 - float32(HorizonFade*ro)))
		} else {
			hz = 0
		}
		t := &terms[i]
		t.nov, t.hz = nov, hz
		t.sky = smooth01(float32(0.5*float32(ry*(1+float32(EnvSharp*e)))) + 0.5)
		t.f5 = pow5(1 - nov)
	}
}

// keyLight is what the key light adds.
func (s *Shader) keyLight(f *Fragments, from, to int) {
	const invPi = 1 / math.Pi
	nx := f.NX[from:to]
	ny, nz := f.NY[from:to][:len(nx)], f.NZ[from:to][:len(nx)]
	vx, vy, vz := f.VX[from:to][:len(nx)], f.VY[from:to][:len(nx)], f.VZ[from:to][:len(nx)]
	rough := f.Rough[from:to][:len(nx)]
	terms := f.terms[from:to][:len(nx)]
	keyX, keyY, keyZ, keyKey := s.keyX, s.keyY, s.keyZ, s.keyKey
	for i := range nx {
		t := &terms[i]
		nol := float32(nx[i]*keyX) + float32(ny[i]*keyY) + float32(nz[i]*keyZ)
		if !(nol > 0) {
			t.kd, t.g0, t.gf = 0, 0, 0
			continue
		}
		ro := rough[i]
		if !(ro > MinRoughness) {
			ro = MinRoughness
		}
		a := float32(ro * ro)
		// H is never made: with h = KeyDir+V, h.h = |KeyDir|^2 + 1 + 2*KeyDir.V and
		// N.h = nol + N.V; D's denominator is taken times (h.h)^2.
		hh := keyKey + float32(2*(float32(keyX*vx[i])+float32(keyY*vy[i])+float32(keyZ*vz[i])))
		if !(hh > 1e-12) {
			hh = 1e-12
		}
		hn := nol + (float32(nx[i]*vx[i]) + float32(ny[i]*vy[i]) + float32(nz[i]*vz[i]))
		a2 := float32(a * a)
		q := float32(float32(hn*hn)*(a2-1)) + hh
		den := float32(nol*(float32(t.nov*(1-a))+a)) + float32(t.nov*(float32(nol*(1-a))+a))
		kd := float32(nol * invPi)
		dg := float32(float32(0.5*float32(a2*kd))*float32(hh*hh)) / float32(float32(q*q)*den)
		gf := float32(dg * pow5(1-float32(0.5*float32(math.Sqrt(float64(hh))))))
		t.kd, t.gf, t.g0 = kd, gf, dg-gf
	}
}

// channel turns one channel's base colours into its light, before the tone map.
func (l *lightChannel) channel(f *Fragments, c, emit []float32, from, to int, exposure float32) {
	emit = emit[:len(c)]
	ny, metal, rough, occ := f.NY[from:to][:len(c)], f.Metal[from:to][:len(c)], f.Rough[from:to][:len(c)], f.Occ[from:to][:len(c)]
	terms := f.terms[from:to][:len(c)]
	ground, climb, horizon, fill, key := l.ground, l.climb, l.horizon, l.fill, l.key
	for i := range c {
		t := &terms[i]
		ro := rough[i]
		if !(ro > MinRoughness) {
			ro = MinRoughness
		}
		edge, hemi := 1-ro, float32(0.5*ny[i])+0.5
		f0 := Dielectric + float32((c[i]-Dielectric)*metal[i])
		diff := float32(c[i] * (1 - metal[i]))
		fe := f0
		if edge > f0 {
			fe += float32((edge - f0) * t.f5)
		}
		env := ground + float32(climb*t.sky) + float32(horizon*t.hz) + float32(fill*float32(t.nov*t.nov))
		amb := ground + float32(climb*hemi) + float32(fill*t.nov)
		ambient := float32((float32(diff*amb) + float32(env*fe)) * occ[i])
		lit := float32(key * (float32(diff*t.kd) + float32(f0*t.g0) + t.gf))
		c[i] = float32((ambient + lit + emit[i]) * exposure)
	}
}

// toneMap is ToneMap for fragments from..to.
func toneMap(f *Fragments, from, to int) {
	rs := f.R[from:to]
	gs, bs := f.G[from:to][:len(rs)], f.B[from:to][:len(rs)]
	for i := range rs {
		r, g, b := rs[i], gs[i], bs[i]
		off := toneFoot(min(r, g, b))
		r, g, b = r-off, g-off, b-off
		if peak := max(r, g, b); peak >= ToneStart {
			r, g, b = toneShoulder(r, g, b, peak)
		}
		rs[i], gs[i], bs[i] = r, g, b
	}
}
