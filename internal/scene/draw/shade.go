package draw

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"donorlab/internal/scene"
)

// The shading model. The Go sink runs Shader.Shade (fragments.go), the Kage sink
// writes it out again; the two must stay within two levels of 255 of each
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
//	e         = (1-rough)^2
//	s         = smooth(clamp(R.y*(1 + EnvSharp*e)/2 + 1/2, 0, 1)), smooth(t) = t*t*(3 - 2*t)
//	g         = max(0, 1 - |R.y|*(1 + HorizonSharp*e))^2 * (1 - HorizonFade*rough)
//	env       = mix(Ground, Sky, s) + Horizon*g + Fill*nov^2
//	Fenv      = F0 + (max(1-rough, F0) - F0) * (1-nov)^5
//	ambient   = (diff*(hemi + Fill*nov) + env*Fenv) * occlusion
//	key       = Key * nol * (diff/pi + D*G*Fkey)
//	D         = a^2 / (pi*((noh^2)*(a^2-1) + 1)^2)                    (GGX)
//	                                                               voh = H.V = |KeyDir+V|/2
//	G         = 0.5 / (nol*(nov*(1-a)+a) + nov*(nol*(1-a)+a))         (Smith, Hammon's fit)
//	Fkey      = F0 + (1-F0)*(1-voh)^5                                 (Schlick)
//	out       = ToneMap((ambient + key + emissive) * Exposure)
//
// An unlit surface is its base colour, without exposure and tone map.
const (
	MinNoV       = 1.0 / 1024
	MinRoughness = 0.06 // keeps the highlight wide enough not to sparkle at one sample a pixel
	Dielectric   = 0.04
	EnvSharp     = 6   // a mirror sees the surround's edge seven times as sharp as chalk does
	HorizonSharp = 3.5 // the same of the bright horizon
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

// Shader is a Light with what does not change from fragment to fragment worked
// out.
type Shader struct {
	keyX, keyY, keyZ float32
	keyKey           float32 // |KeyDir|^2 + 1
	exposure         float32
	channels         [3]lightChannel
}

// lightChannel is a Light's red, green or blue; climb is Sky less Ground.
type lightChannel struct{ ground, climb, horizon, fill, key float32 }

// NewShader prepares a light.
func NewShader(l Light) Shader {
	s := Shader{keyX: l.KeyDir[0], keyY: l.KeyDir[1], keyZ: l.KeyDir[2], exposure: l.Exposure}
	s.keyKey = dot(&l.KeyDir, &l.KeyDir) + 1
	if s.exposure == 0 {
		s.exposure = 1
	}
	for c := range s.channels {
		s.channels[c] = lightChannel{l.Ground[c], l.Sky[c] - l.Ground[c], l.Horizon[c], l.Fill[c], l.Key[c]}
	}
	return s
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
	if !(t > 0) {
		return 0
	}
	if t > 1 {
		return 1
	}
	return float32(float32(t*t) * (3 - float32(2*t)))
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// ToneMap maps linear radiance to linear display light, 0 to 1.
func ToneMap(r, g, b float32) (float32, float32, float32) {
	off := toneFoot(min(r, g, b))
	r, g, b = r-off, g-off, b-off
	peak := max(r, g, b)
	if !(peak >= ToneStart) {
		return r, g, b
	}
	return toneShoulder(r, g, b, peak)
}

// toneFoot is what is taken off all channels; x is the least of them.
func toneFoot(x float32) float32 {
	if x < 0.08 {
		return x - float32(6.25*float32(x*x))
	}
	return toneOffset
}

// toneShoulder rolls off what is brighter than ToneStart.
func toneShoulder(r, g, b, peak float32) (float32, float32, float32) {
	const d = 1 - ToneStart
	top := 1 - float32(d*d)/(peak+(d-ToneStart))
	k := top / peak
	m := 1 - 1/(float32(ToneDesat*(peak-top))+1)
	r, g, b = float32(r*k), float32(g*k), float32(b*k)
	return min(r+float32((top-r)*m), 1), min(g+float32((top-g)*m), 1), min(b+float32((top-b)*m), 1)
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
