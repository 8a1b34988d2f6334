package lab

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/scene"
)

// walkBackdrop is what lies behind a walker, linear: top and bottom. The floor
// fades into it.
var walkBackdrop = [2]mgl32.Vec3{{0.170, 0.185, 0.208}, {0.100, 0.108, 0.120}}

// floorFade is the backdrop's colour about where the floor ends, linear.
var floorFade = mgl32.Vec3{0.146, 0.158, 0.177}

// slopeDeg is how steep the slope is: as steep as a road that warns of it.
const slopeDeg = 10.0

// groundNames are the grounds to walk on, flat first.
var groundNames = []string{"flat", "slope"}

// GroundNames lists the grounds that a walker can be captured on: flat, and a
// slope that rises 10 degrees towards +Z.
func GroundNames() []string { return slices.Clone(groundNames) }

// walkGround is the ground of a capture; the zero walkGround is flat.
type walkGround struct{ terrain *slope }

func parseGround(name string) (walkGround, error) {
	switch strings.TrimPrefix(name, "core:maps/") {
	case "", "flat", "flat-map":
		return walkGround{}, nil
	case "slope":
		return walkGround{&slope{math.Tan(slopeDeg * math.Pi / 180)}}, nil
	}
	return walkGround{}, &scene.Problem{Code: "NO_GROUND", Message: "there is no ground " + name + " to walk on", Remedy: "the grounds are " + strings.Join(groundNames, ", ")}
}

// slope rises towards +Z by so much a metre.
type slope struct{ rise float64 }

var _ gait.Terrain = (*slope)(nil)

// Ground implements gait.Terrain.
func (s *slope) Ground(x, z float64) (float64, mgl64.Vec3) {
	return z * s.rise, mgl64.Vec3{0, 1, -s.rise}.Normalize()
}

func (g *walkGround) flat() bool { return g.terrain == nil }

// height is that of the ground below a place.
func (g *walkGround) height(at mgl64.Vec3) float64 {
	if g.flat() {
		return 0
	}
	h, _ := g.terrain.Ground(at[0], at[2])
	return h
}

// floorPlace is where the floor lies to be round a place: a whole number of
// pairs of checks away from the origin, so that they seem to stand still.
func (g *walkGround) floorPlace(at mgl64.Vec3, cell float64) mgl64.Mat4 {
	p := 2 * cell
	x, z := p*math.Round(at[0]/p), p*math.Round(at[2]/p)
	// Below feet and footprints by too little to be seen: the shadow lies at 0.
	m := mgl64.Translate3D(x, -0.008*cell, z)
	if g.flat() {
		return m
	}
	// Sheared up the slope, the checks still lie above one another's places.
	m[13] = z*g.terrain.rise - 0.008*cell
	return m.Mul4(mgl64.Mat4{1, 0, 0, 0, 0, 1, 0, 0, 0, g.terrain.rise, 1, 0, 0, 0, 0, 1})
}

// The floor in checks: so many to each side of the middle have tones of their own,
// fewer and fewer apart, and a plain apron runs on behind them.
const floorChecks, floorApron = 24, 60

// floorTones are the checks' two tones in the middle, linear.
var floorTones = [2]mgl32.Vec3{{0.162, 0.171, 0.187}, {0.252, 0.264, 0.285}}

// floorModel is a floor with checks of a side, round the origin. The checks are
// faces with colours, not a texture, which costs most of a picture's time, and
// their tones meet where they would be too small to see.
func floorModel(cell float64) *scene.Model {
	prim := scene.Primitive{Material: scene.Some(0)}
	corner := func(x, z float64, c mgl32.Vec3) uint32 {
		prim.Positions = append(prim.Positions, mgl32.Vec3{float32(x * cell), 0, float32(z * cell)})
		prim.Normals = append(prim.Normals, mgl32.Vec3{0, 1, 0})
		prim.Colors = append(prim.Colors, c.Vec4(1))
		return uint32(len(prim.Positions) - 1)
	}
	quad := func(a, b, c, d uint32) { prim.Indices = append(prim.Indices, a, b, c, a, c, d) }
	mean := floorTones[0].Add(floorTones[1]).Mul(0.5)
	far := func(x, z float64) float32 { // 0 in the middle, 1 where the floor ends
		f := float32(math.Min(1, math.Hypot(x, z)/floorApron))
		return f * f * (3 - 2*f)
	}
	fade := func(x, z float64) mgl32.Vec3 { f := far(x, z); return mean.Mul(1 - f).Add(floorFade.Mul(f)) }
	const n = floorChecks
	for i := -n; i < n; i++ {
		for k := -n; k < n; k++ {
			x, z := float64(k), float64(i)
			apart := float32(math.Max(0, 1-math.Hypot(x+0.5, z+0.5)/n))
			apart = apart * (2 - apart)
			f := far(x+0.5, z+0.5)
			tone := floorTones[(i+k+2*n)%2]
			c := mean.Add(tone.Sub(mean).Mul(apart))
			c = c.Mul(1 - f).Add(floorFade.Mul(f))
			quad(corner(x, z, c), corner(x, z+1, c), corner(x+1, z+1, c), corner(x+1, z, c))
		}
	}
	// The apron: rings of squares, side by side, each a little further out.
	rings := []float64{n, 28, 32, 37, 43, 50, floorApron}
	const parts = 12 // of a side
	var was []uint32
	for _, r := range rings {
		var ring []uint32
		for side := range 4 {
			for p := range parts {
				t := r * (2*float64(p)/parts - 1)
				q := [4][2]float64{{t, -r}, {r, t}, {-t, r}, {-r, -t}}[side]
				ring = append(ring, corner(q[0], q[1], fade(q[0], q[1])))
			}
		}
		for i := range was {
			k := (i + 1) % len(was)
			quad(was[i], was[k], ring[k], ring[i])
		}
		was = ring
	}
	mat := scene.DefaultMaterial()
	mat.Unlit, mat.DoubleSided = true, true
	return &scene.Model{Name: "floor", Roots: []int{0}, Nodes: []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{prim}}}, Materials: []scene.Material{mat}}
}

// printModel is the mark of a sole of a length and width on the ground, its
// middle below the ankle a little ahead.
func printModel(size [2]float64, c [3]float32) *scene.Model {
	const corners = 20
	prim := scene.Primitive{Material: scene.Some(0), Positions: []mgl32.Vec3{{0, 0, float32(0.2 * size[0])}}, Normals: []mgl32.Vec3{{0, 1, 0}}}
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		wide := 0.5 * size[1] * (1 + 0.12*cos) // the ball is wider than the heel
		prim.Positions = append(prim.Positions, mgl32.Vec3{float32(sin * wide), 0, float32(0.2*size[0] + cos*size[0]/2)})
		prim.Normals = append(prim.Normals, mgl32.Vec3{0, 1, 0})
		prim.Indices = append(prim.Indices, 0, uint32(i+1), uint32((i+1)%corners+1))
	}
	mat := scene.DefaultMaterial()
	mat.Unlit, mat.DoubleSided = true, true
	mat.BaseColor = mgl32.Vec4{c[0], c[1], c[2], 1}
	return &scene.Model{Name: "print", Roots: []int{0}, Nodes: []scene.Node{{Local: scene.Identity(), Mesh: scene.Some(0)}},
		Meshes: []scene.Mesh{{Primitives: []scene.Primitive{prim}}}, Materials: []scene.Material{mat}}
}

// printPlace is where a foot's mark lies.
func (s *walkStage) printPlace(f *gait.Foot) mgl64.Mat4 {
	up := f.Normal
	if up.Len() < 0.5 {
		up = mgl64.Vec3{0, 1, 0}
	}
	sin, cos := math.Sincos(f.Yaw)
	ahead := mgl64.Vec3{sin, 0, cos}
	ahead = ahead.Sub(up.Mul(ahead.Dot(up))).Normalize()
	at := f.Place.Sub(mgl64.Vec3{0, 0.004 * s.cell, 0})
	return scene.Affine(mgl64.Mat3FromCols(up.Cross(ahead), up, ahead), at)
}

// avatarName is what a model's captures are called by: letters, digits, dot,
// dash and underscore of its file's name.
func avatarName(m *scene.Model) string {
	name := m.Name
	if p := m.Source.Path; p != "" {
		name = strings.TrimPrefix(filepath.Base(p), "sample:")
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|%`, r) || r < ' ' || r == ' ' {
			return '_'
		}
		return r
	}, name)
	if strings.Trim(name, "._") == "" {
		return "model"
	}
	return name
}
