package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// The shading model. The Go sink runs the functions of this file, the Kage sink
// writes them out again; the two must stay within two levels of 255 of each
// other. Every product is written float32(a*b), which keeps the compiler from
// fusing it with a sum, so that all machines compute the same bits.
//
// Per fragment, all in linear light:
//
//	N, V      unit normal and unit direction to the eye, world space
//	nov       = max(N.V, MinNoV)
//	rough     = max(roughness, MinRoughness), a = rough^2
//	F0        = mix(Dielectric, base, metal), diff = base*(1-metal)
//	hemi      = mix(Ground, Sky, N.y/2 + 1/2)
//	R         = 2*nov*N - V
//	s         = smoothstep(-w, w, R.y), w = EnvSharp + (1-EnvSharp)*rough
//	g         = max(0, 1 - |R.y|/(HorizonWidth + (1-HorizonWidth)*rough))^2 * (1 - HorizonFade*rough)
//	env       = mix(Ground, Sky, s) + Horizon*g + Fill*nov^2
//	Fenv      = F0 + (max(1-rough, F0) - F0) * (1-nov)^5
//	ambient   = (diff*(hemi + Fill*nov) + env*Fenv) * occlusion
//	key       = Key * nol * (diff/pi + D*G*Fkey)
//	D         = a^2 / (pi*((noh^2)*(a^2-1) + 1)^2)                    (GGX)
//	G         = 0.5 / (nol*(nov*(1-a)+a) + nov*(nol*(1-a)+a))         (Smith, Hammon's fit)
//	Fkey      = F0 + (1-F0)*(1-voh)^5                                 (Schlick)
//	out       = ToneMap((ambient + key + emissive) * Exposure)
//
// An unlit surface is its base colour, without exposure and tone map.
const (
	MinNoV       = 1.0 / 1024
	MinRoughness = 0.06 // keeps the highlight wide enough not to sparkle at one sample a pixel
	Dielectric   = 0.04
	EnvSharp     = 0.15
	HorizonWidth = 0.22
	HorizonFade  = 0.75
)

// The tone map is Khronos' PBR Neutral: colours up to ToneStart pass unchanged
// but for the 4 % that a dielectric reflects, brighter ones are rolled off
// towards white.
const (
	ToneStart  = 0.8 - 0.04
	ToneDesat  = 0.15
	toneOffset = 0.04
)

// Fragment is one shading point. Colours are linear.
type Fragment struct {
	Base         mgl32.Vec3 // base colour: vertex colour times texture
	Emissive     mgl32.Vec3
	N            mgl32.Vec3 // unit normal, world space
	V            mgl32.Vec3 // unit direction to the eye, world space
	Metal, Rough float32    // 0..1
	Occlusion    float32    // 0 (closed) to 1 (open)
}

// Shader is a Light with what does not change from fragment to fragment worked
// out.
type Shader struct {
	Light
	dGround mgl32.Vec3 // Sky - Ground
}

// NewShader prepares a light.
func NewShader(l Light) Shader {
	if l.Exposure == 0 {
		l.Exposure = 1
	}
	return Shader{Light: l, dGround: l.Sky.Sub(l.Ground)}
}

func dot(a, b *mgl32.Vec3) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

func rsqrt(x float32) float32 { return 1 / float32(math.Sqrt(float64(x))) }

func pow5(x float32) float32 {
	x2 := float32(x * x)
	return float32(float32(x2*x2) * x)
}

func smooth01(t float32) float32 {
	t = min(max(t, 0), 1)
	return float32(float32(t*t) * (3 - float32(2*t)))
}

// Shade returns the fragment's colour, tone mapped, linear, 0 to 1.
func (s *Shader) Shade(f *Fragment) (out mgl32.Vec3) {
	const invPi = 1 / math.Pi
	nv := dot(&f.N, &f.V)
	nov := max(nv, MinNoV)
	rough := max(f.Rough, MinRoughness)
	a := float32(rough * rough)
	a2 := float32(a * a)

	// The surround seen in the reflection.
	t2 := float32(2 * nov)
	ry := float32(t2*f.N[1]) - f.V[1]
	w := EnvSharp + float32((1-EnvSharp)*rough)
	sky := smooth01(float32(0.5*(ry/w)) + 0.5)
	g := max(1-abs(ry)/(HorizonWidth+float32((1-HorizonWidth)*rough)), 0)
	g = float32(float32(g*g) * (1 - float32(HorizonFade*rough)))
	nov2 := float32(nov * nov)
	f5 := pow5(1 - nov)
	hemi := float32(0.5*f.N[1]) + 0.5

	// The key light.
	var dg, fk, kd float32
	if nol := dot(&f.N, &s.KeyDir); nol > 0 {
		h := mgl32.Vec3{s.KeyDir[0] + f.V[0], s.KeyDir[1] + f.V[1], s.KeyDir[2] + f.V[2]}
		hh := dot(&h, &h)
		ih := rsqrt(max(hh, 1e-12))
		noh := float32(dot(&f.N, &h) * ih)
		voh := float32(float32(0.5*hh) * ih)
		q := float32(float32(noh*noh)*(a2-1)) + 1
		den := float32(nol*(float32(nov*(1-a))+a)) + float32(nov*(float32(nol*(1-a))+a))
		kd = float32(nol * invPi)
		dg = float32(0.5*float32(a2*kd)) / float32(float32(q*q)*den)
		fk = pow5(1 - min(voh, 1))
	}
	dm := 1 - f.Metal
	for c := range out {
		base := f.Base[c]
		f0 := Dielectric + float32((base-Dielectric)*f.Metal)
		diff := float32(base * dm)
		fe := f0 + float32((max(1-rough, f0)-f0)*f5)
		env := s.Ground[c] + float32(s.dGround[c]*sky) + float32(s.Horizon[c]*g) + float32(s.Fill[c]*nov2)
		amb := s.Ground[c] + float32(s.dGround[c]*hemi) + float32(s.Fill[c]*nov)
		ambient := float32((float32(diff*amb) + float32(env*fe)) * f.Occlusion)
		key := float32(s.Key[c] * (float32(diff*kd) + float32(dg*(f0+float32((1-f0)*fk)))))
		out[c] = float32((ambient + key + f.Emissive[c]) * s.Exposure)
	}
	return ToneMap(out)
}

func abs(x float32) float32 { return max(x, -x) }

// ToneMap maps linear radiance to linear display light, 0 to 1.
func ToneMap(c mgl32.Vec3) mgl32.Vec3 {
	x := min(c[0], c[1], c[2])
	off := float32(toneOffset)
	if x < 0.08 {
		off = x - float32(6.25*float32(x*x))
	}
	c[0], c[1], c[2] = c[0]-off, c[1]-off, c[2]-off
	peak := max(c[0], c[1], c[2])
	if !(peak >= ToneStart) {
		return c
	}
	const d = 1 - ToneStart
	top := 1 - float32(d*d)/(peak+(d-ToneStart))
	k := top / peak
	g := 1 - 1/(float32(ToneDesat*(peak-top))+1)
	for i := range c {
		v := float32(c[i] * k)
		c[i] = min(v+float32((top-v)*g), 1)
	}
	return c
}

// LinearToSRGB encodes linear light, 0 to 1, by the sRGB curve (IEC 61966-2-1).
func LinearToSRGB(x float64) float64 {
	if x <= 0.0031308 {
		return 12.92 * x
	}
	return 1.055*math.Pow(x, 1/2.4) - 0.055
}

// SRGBToLinear is the inverse of LinearToSRGB.
func SRGBToLinear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// Sampling. All sinks filter by hand and alike: texels are decoded to linear
// light first, then filtered bilinearly within a level and linearly between
// two. The level comes from the exact derivatives of the perspective texture
// coordinate at the pixel's centre, over one pixel in x and in y:
//
//	du/dx = (d(U)/dx - u*d(Q)/dx) / Q, and so on, U = u*Q being linear on the screen
//	rho2  = max(|(du/dx*W, dv/dx*H)|^2, |(du/dy*W, dv/dy*H)|^2), W and H of level 0
//	lod   = log2(rho2)/2 + LODBias, clamped to 0 .. number of levels - 1
//	level = floor(lod), mix = clamp(2*(lod-level) - 1/2, 0, 1)
//
// The sharpened mix spares the second level for half of all pixels. A Nearest
// texture takes the nearest texel of level 0.

// LODBias is added to the level; negative is sharper.
const LODBias = -0.25

// log2Poly are the coefficients, highest first, of log2(m) for m in 1..2: a
// cubic through the ends and the quarter points, worst error 0.0015.
var log2Poly = [...]float32{0.155448, -1.044271, 3.044677, -2.155854}

// Log2 is log2(x) to about 0.002 for normal positive x, by exponent and a cubic
// in the mantissa. Anything else gives a very negative number or, for infinity,
// 128.
func Log2(x float32) float32 {
	if !(x > 0) {
		return -127
	}
	b := math.Float32bits(x)
	e := float32(int32(b>>23) - 127)
	m := math.Float32frombits(b&0x7fffff | 0x3f800000)
	p := float32(log2Poly[0]*m) + log2Poly[1]
	p = float32(p*m) + log2Poly[2]
	p = float32(p*m) + log2Poly[3]
	return e + p
}

// WrapCoord maps texel index i (may be negative) into 0..n-1.
func WrapCoord(i, n int, w scene.Wrap) int {
	switch w {
	case scene.Clamp:
		return min(max(i, 0), n-1)
	case scene.Mirror:
		i %= 2 * n
		if i < 0 {
			i += 2 * n
		}
		if i >= n {
			i = 2*n - 1 - i
		}
		return i
	}
	i %= n
	if i < 0 {
		i += n
	}
	return i
}
