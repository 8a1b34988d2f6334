package gizmo

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// Side is where the orientation cube was hit: each of its three numbers is -1,
// 0 or 1, along the model's X (left), Y (up) and Z (front). {0, 0, 1} is the
// front, {1, 1, 0} the edge between left and top. The zero Side is none.
type Side [3]int

// Name returns what the side is called: "Front", "Top left", "" for none.
func (s Side) Name() string {
	words := [3][2]string{{"right", "left"}, {"bottom", "top"}, {"back", "front"}}
	out := ""
	for _, k := range []int{1, 2, 0} {
		if s[k] != 0 {
			if out != "" {
				out += " "
			}
			out += words[k][(s[k]+1)/2]
		}
	}
	if out == "" {
		return ""
	}
	return string(out[0]-'a'+'A') + out[1:]
}

// Angles returns the camera's angles to look at the side, in degrees. Straight
// from above or below the azimuth is rounded from the one given to a quarter
// turn, so that the model is not spun further than it must.
func (s Side) Angles(azimuthDeg float64) (azDeg, elDeg float64) {
	x, y, z := float64(s[0]), float64(s[1]), float64(s[2])
	h := math.Hypot(x, z)
	if h == 0 {
		return math.Round(azimuthDeg/90) * 90, 90 * y
	}
	return math.Atan2(x, z) * 180 / math.Pi, math.Atan2(y, h) * 180 / math.Pi
}

// Cube is the orientation cube: a small picture of which way the camera looks.
type Cube struct {
	X, Y float64 // its middle, pixels
	Size float64 // from the middle to a face seen straight on, pixels
}

// CubeFace is one face that is seen.
type CubeFace struct {
	Side    Side
	Corners [4][2]float64 // pixels; upper left, upper right, lower right, lower left of the face's own picture
	Facing  float64       // 0 from its edge to 1 straight on
}

// edgeShare is how much of a face, from its middle, is the face itself; the rim
// belongs to edges and corners.
const edgeShare = 0.58

// cubeFaces are the faces, each with the direction to the right and up as one
// who looks at it straight on sees them.
var cubeFaces = [6]struct{ normal, right, up mgl64.Vec3 }{
	{mgl64.Vec3{0, 0, 1}, mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}},   // front: the model's left is on the right
	{mgl64.Vec3{0, 0, -1}, mgl64.Vec3{-1, 0, 0}, mgl64.Vec3{0, 1, 0}}, // back
	{mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 0, -1}, mgl64.Vec3{0, 1, 0}},  // left
	{mgl64.Vec3{-1, 0, 0}, mgl64.Vec3{0, 0, 1}, mgl64.Vec3{0, 1, 0}},  // right
	{mgl64.Vec3{0, 1, 0}, mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 0, -1}},  // top
	{mgl64.Vec3{0, -1, 0}, mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 0, 1}},  // bottom
}

// at is the pixel of a point of the cube from -1 to 1.
func (c Cube) at(v *View, p mgl64.Vec3) [2]float64 {
	return [2]float64{c.X + p.Dot(v.right)*c.Size, c.Y - p.Dot(v.up)*c.Size}
}

// Faces returns the faces that are seen. They do not overlap.
func (c Cube) Faces(v *View) []CubeFace {
	var out []CubeFace
	for _, f := range cubeFaces {
		facing := f.normal.Dot(v.back)
		if facing < 0.02 {
			continue
		}
		face := CubeFace{Facing: facing, Side: sideOf(f.normal)}
		for i, k := range [4][2]float64{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}} {
			face.Corners[i] = c.at(v, f.normal.Add(f.right.Mul(k[0])).Add(f.up.Mul(k[1])))
		}
		out = append(out, face)
	}
	return out
}

func sideOf(n mgl64.Vec3) (s Side) {
	for k := range 3 {
		s[k] = int(math.Round(n[k]))
	}
	return s
}

// Pick returns the side under a pixel and whether the cube is there at all.
func (c Cube) Pick(v *View, x, y float64) (Side, bool) {
	for _, f := range c.Faces(v) {
		if !inside(f.Corners[:], [2]float64{x, y}) {
			continue
		}
		s, t, ok := f.local(x, y)
		if !ok {
			continue
		}
		n := faceOf(f.Side)
		dir := n.normal
		if math.Abs(s) > edgeShare {
			dir = dir.Add(n.right.Mul(math.Copysign(1, s)))
		}
		if math.Abs(t) > edgeShare {
			dir = dir.Add(n.up.Mul(math.Copysign(1, t)))
		}
		return sideOf(dir), true
	}
	return Side{}, false
}

func faceOf(s Side) struct{ normal, right, up mgl64.Vec3 } {
	for _, f := range cubeFaces {
		if sideOf(f.normal) == s {
			return f
		}
	}
	return cubeFaces[0]
}

// local turns a pixel into the face's own coordinates, -1 to 1, right and up.
func (f *CubeFace) local(x, y float64) (s, t float64, ok bool) {
	mx, my := (f.Corners[0][0]+f.Corners[2][0])/2, (f.Corners[0][1]+f.Corners[2][1])/2
	rx, ry := (f.Corners[1][0]-f.Corners[0][0])/2, (f.Corners[1][1]-f.Corners[0][1])/2
	ux, uy := (f.Corners[0][0]-f.Corners[3][0])/2, (f.Corners[0][1]-f.Corners[3][1])/2
	det := rx*uy - ry*ux
	if math.Abs(det) < 1e-9 {
		return 0, 0, false
	}
	x, y = x-mx, y-my
	return (x*uy - y*ux) / det, (rx*y - ry*x) / det, true
}

// At returns the pixel of a point of the face, -1 to 1, right and up.
func (f *CubeFace) At(s, t float64) (x, y float64) {
	u, v := (s+1)/2, (1-t)/2
	a, b, d := f.Corners[0], f.Corners[1], f.Corners[3]
	return a[0] + (b[0]-a[0])*u + (d[0]-a[0])*v, a[1] + (b[1]-a[1])*u + (d[1]-a[1])*v
}

// Highlight returns the pieces of the seen faces that belong to a side, each
// four pixels.
func (c Cube) Highlight(v *View, side Side) [][][2]float64 {
	var out [][][2]float64
	for _, f := range c.Faces(v) {
		n := faceOf(f.Side)
		dir := mgl64.Vec3{float64(side[0]), float64(side[1]), float64(side[2])}
		if dir.Dot(n.normal) < 0.5 {
			continue
		}
		span := func(d float64) (lo, hi float64) {
			switch {
			case d > 0.5:
				return edgeShare, 1
			case d < -0.5:
				return -1, -edgeShare
			}
			return -edgeShare, edgeShare
		}
		s0, s1 := span(dir.Dot(n.right))
		t0, t1 := span(dir.Dot(n.up))
		var q [][2]float64
		for _, k := range [4][2]float64{{s0, t1}, {s1, t1}, {s1, t0}, {s0, t0}} {
			x, y := f.At(k[0], k[1])
			q = append(q, [2]float64{x, y})
		}
		out = append(out, q)
	}
	return out
}

// Strokes returns a face's name as lines on the face, four numbers each: from x,
// y to x, y in pixels.
func (f *CubeFace) Strokes() [][4]float64 {
	word := []rune(labels[f.Side])
	const tall = 0.36 // half a letter's height
	wide := math.Min(tall*1.25, 1.62/float64(len(word)))
	left := -wide * float64(len(word)) / 2
	var out [][4]float64
	for i, r := range word {
		for _, l := range strokes[r] {
			place := func(p, q float64) (float64, float64) {
				return f.At(left+wide*(float64(i)+0.14+0.72*p), tall-2*tall*q)
			}
			x0, y0 := place(l[0], l[1])
			x1, y1 := place(l[2], l[3])
			out = append(out, [4]float64{x0, y0, x1, y1})
		}
	}
	return out
}

var labels = map[Side]string{
	{0, 0, 1}: "FRONT", {0, 0, -1}: "BACK", {1, 0, 0}: "LEFT", {-1, 0, 0}: "RIGHT", {0, 1, 0}: "TOP", {0, -1, 0}: "BOTTOM",
}

// strokes are the letters of the labels in a box of one by one, y down.
var strokes = map[rune][][4]float64{
	'A': {{0, 1, 0.5, 0}, {0.5, 0, 1, 1}, {0.2, 0.62, 0.8, 0.62}},
	'B': {{0, 0, 0, 1}, {0, 0, 0.75, 0}, {0.75, 0, 0.9, 0.15}, {0.9, 0.15, 0.9, 0.35}, {0.9, 0.35, 0.75, 0.5}, {0, 0.5, 0.75, 0.5}, {0.75, 0.5, 1, 0.65}, {1, 0.65, 1, 0.85}, {1, 0.85, 0.75, 1}, {0.75, 1, 0, 1}},
	'C': {{1, 0.15, 0.75, 0}, {0.75, 0, 0.25, 0}, {0.25, 0, 0, 0.2}, {0, 0.2, 0, 0.8}, {0, 0.8, 0.25, 1}, {0.25, 1, 0.75, 1}, {0.75, 1, 1, 0.85}},
	'E': {{1, 0, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}, {0, 0.5, 0.8, 0.5}},
	'F': {{1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0.5, 0.8, 0.5}},
	'G': {{1, 0.15, 0.75, 0}, {0.75, 0, 0.25, 0}, {0.25, 0, 0, 0.2}, {0, 0.2, 0, 0.8}, {0, 0.8, 0.25, 1}, {0.25, 1, 0.75, 1}, {0.75, 1, 1, 0.85}, {1, 0.85, 1, 0.55}, {1, 0.55, 0.6, 0.55}},
	'H': {{0, 0, 0, 1}, {1, 0, 1, 1}, {0, 0.5, 1, 0.5}},
	'I': {{0.5, 0, 0.5, 1}, {0.25, 0, 0.75, 0}, {0.25, 1, 0.75, 1}},
	'K': {{0, 0, 0, 1}, {1, 0, 0, 0.6}, {0.3, 0.42, 1, 1}},
	'L': {{0, 0, 0, 1}, {0, 1, 1, 1}},
	'M': {{0, 1, 0, 0}, {0, 0, 0.5, 0.6}, {0.5, 0.6, 1, 0}, {1, 0, 1, 1}},
	'N': {{0, 1, 0, 0}, {0, 0, 1, 1}, {1, 1, 1, 0}},
	'O': {{0.25, 0, 0.75, 0}, {0.75, 0, 1, 0.2}, {1, 0.2, 1, 0.8}, {1, 0.8, 0.75, 1}, {0.75, 1, 0.25, 1}, {0.25, 1, 0, 0.8}, {0, 0.8, 0, 0.2}, {0, 0.2, 0.25, 0}},
	'P': {{0, 1, 0, 0}, {0, 0, 0.75, 0}, {0.75, 0, 1, 0.15}, {1, 0.15, 1, 0.4}, {1, 0.4, 0.75, 0.55}, {0.75, 0.55, 0, 0.55}},
	'R': {{0, 1, 0, 0}, {0, 0, 0.75, 0}, {0.75, 0, 1, 0.15}, {1, 0.15, 1, 0.4}, {1, 0.4, 0.75, 0.55}, {0.75, 0.55, 0, 0.55}, {0.45, 0.55, 1, 1}},
	'T': {{0, 0, 1, 0}, {0.5, 0, 0.5, 1}},
}

// Glide is a camera on its way from one view to another.
type Glide struct {
	From, To scene.Camera
	Steps    int // how many steps the way takes
	step     int
}

// NewGlide starts a way that takes some steps; the azimuth goes the short way.
func NewGlide(from, to scene.Camera, steps int) Glide {
	d := math.Remainder(to.AzimuthDeg-from.AzimuthDeg, 360)
	from.AzimuthDeg = to.AzimuthDeg - d
	return Glide{From: from, To: to, Steps: max(steps, 1)}
}

// Active reports whether there is still way to go.
func (g *Glide) Active() bool { return g.step < g.Steps }

// Next goes one step and returns the camera there; the last is To exactly.
func (g *Glide) Next() scene.Camera {
	g.step++
	if g.step >= g.Steps {
		return g.To
	}
	t := float64(g.step) / float64(g.Steps)
	t = t * t * (3 - 2*t) // starts and ends at rest
	mix := func(a, b float64) float64 { return a + (b-a)*t }
	c := g.To
	c.AzimuthDeg, c.ElevationDeg = mix(g.From.AzimuthDeg, g.To.AzimuthDeg), mix(g.From.ElevationDeg, g.To.ElevationDeg)
	if g.From.Distance > 0 && g.To.Distance > 0 {
		c.Distance = math.Exp(mix(math.Log(g.From.Distance), math.Log(g.To.Distance)))
	}
	c.Target = g.From.Target.Add(g.To.Target.Sub(g.From.Target).Mul(t))
	return c
}
