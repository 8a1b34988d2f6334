package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
	"donorlab/internal/gait"
	"donorlab/internal/scene"
)

// Grounds to walk on that are no map.
const (
	WalkFlat  = "flat"
	WalkSlope = "slope" // rises 12 degrees towards +Z
	WalkSteps = "steps" // stairs up and down along Z, 16 cm by 60 cm at human size
)

// WalkGrounds are the grounds that a walker can be put on: flat, a slope, steps,
// and the world that the Flight tab has open, by its name.
func (s *Session) WalkGrounds() []string {
	return append([]string{WalkFlat, WalkSlope, WalkSteps}, MapNames()...)
}

// treadGround is what a walker treads on. nil terrain is flat.
type treadGround struct {
	name    string
	terrain gait.Terrain
	world   *world.World // of a map
	model   *scene.Model // to be drawn; it repeats every period
	period  mgl64.Vec2   // metres along X and Z; 0 where it does not repeat
	rise    float64      // metres up for each period along Z
}

// newGround makes a ground for a body of a size, 1 for human.
func newGround(name string, size float64) (*treadGround, error) {
	switch name {
	case "", WalkFlat:
		return &treadGround{name: WalkFlat, model: treadModel(size, func(float64) float64 { return 0 }), period: mgl64.Vec2{2 * size, 2 * size}}, nil
	case WalkSlope:
		rise := math.Tan(12 * math.Pi / 180)
		return &treadGround{name: name, terrain: incline{rise}, period: mgl64.Vec2{2 * size, 2 * size}, rise: 2 * size * rise,
			model: treadModel(size, func(z float64) float64 { return z * rise })}, nil
	case WalkSteps:
		st := stairs{size: size}
		return &treadGround{name: name, terrain: st, model: stairModel(st), period: mgl64.Vec2{2 * size, st.length()}}, nil
	}
	if !slices.Contains(MapNames(), name) {
		return nil, &scene.Problem{Code: "NO_GROUND", Message: fmt.Sprintf("there is no ground %q to walk on", name),
			Remedy: "the grounds are " + strings.Join(append([]string{WalkFlat, WalkSlope, WalkSteps}, MapNames()...), ", ")}
	}
	m, err := LoadMap(name)
	if err != nil {
		return nil, err
	}
	w, err := world.Build(m)
	if err != nil {
		return nil, AsProblem(err)
	}
	return &treadGround{name: name, terrain: &tiles{w}, world: w, model: w.Mesh()}, nil
}

// height is the ground's below a place.
func (g *treadGround) height(x, z float64) float64 {
	if g.terrain == nil {
		return 0
	}
	h, _ := g.terrain.Ground(x, z)
	if math.IsNaN(h) {
		return 0
	}
	return h
}

// start is where a walk begins: the middle of a map, else the origin.
func (g *treadGround) start() mgl64.Vec3 {
	if g.world == nil {
		return mgl64.Vec3{}
	}
	x0, z0, x1, z1 := g.world.Extent()
	x, z := (x0+x1)/2, (z0+z1)/2
	return mgl64.Vec3{x, g.height(x, z), z}
}

// place is where the ground's model lies to be round a body: whole periods away, so
// that it seems to stand still.
func (g *treadGround) place(at mgl64.Vec3, size float64) mgl64.Mat4 {
	if g.world != nil {
		return mgl64.Ident4()
	}
	kx, kz := math.Round(at[0]/g.period[0]), math.Round(at[2]/g.period[1])
	// Below soles and marks by too little to be seen.
	return mgl64.Translate3D(kx*g.period[0], kz*g.rise-0.004*size, kz*g.period[1])
}

// incline rises towards +Z.
type incline struct{ rise float64 }

// Ground implements gait.Terrain.
func (s incline) Ground(_, z float64) (float64, mgl64.Vec3) {
	return z * s.rise, mgl64.Vec3{0, 1, -s.rise}.Normalize()
}

// stairs go up along Z over some steps, are level, and go down again, for ever.
type stairs struct{ size float64 }

const (
	stairSteps = 5
	stairRise  = 0.16 // metres at human size
	stairTread = 0.60
	stairLevel = 4 // treads that the level parts are long
)

func (s stairs) length() float64 {
	return s.size * stairTread * (2*stairSteps + 2*stairLevel)
}

// level is how many steps up tread number k is.
func stairLevelOf(k int) int {
	k = ((k % (2*stairSteps + 2*stairLevel)) + 2*stairSteps + 2*stairLevel) % (2*stairSteps + 2*stairLevel)
	switch {
	case k < stairLevel/2 || k >= 2*stairSteps+2*stairLevel-stairLevel/2:
		return 0
	case k < stairLevel/2+stairSteps:
		return k - stairLevel/2 + 1
	case k < stairLevel/2+stairSteps+stairLevel:
		return stairSteps
	}
	return stairSteps - (k - (stairLevel/2 + stairSteps + stairLevel)) - 1
}

// Ground implements gait.Terrain.
func (s stairs) Ground(_, z float64) (float64, mgl64.Vec3) {
	k := int(math.Floor(math.Mod(z/(s.size*stairTread), 2*stairSteps+2*stairLevel)))
	return s.size * stairRise * float64(stairLevelOf(k)), mgl64.Vec3{0, 1, 0}
}

// tiles are a map's ground, water with its surface. A place off the map has none.
type tiles struct{ w *world.World }

// Ground implements gait.Terrain: tiles are level.
func (t *tiles) Ground(x, z float64) (float64, mgl64.Vec3) {
	up := mgl64.Vec3{0, 1, 0}
	if _, _, inside := t.w.Clamp(x, z); !inside {
		return math.NaN(), up
	}
	h, _ := t.w.Ground(x, z)
	return h, up
}

// The two tones of the checks, linear.
var treadTones = [2]mgl32.Vec4{{0.130, 0.140, 0.155, 1}, {0.165, 0.176, 0.194, 1}}

// treadModel is a floor of checks of a metre at human size, whose height goes by Z.
func treadModel(size float64, height func(z float64) float64) *scene.Model {
	const half = 28 // checks to each side; even, so that a shift by two looks the same
	b := treadBuilder{}
	for i := -half; i < half; i++ {
		for k := -half; k < half; k++ {
			x0, z0 := float64(i)*size, float64(k)*size
			x1, z1 := x0+size, z0+size
			b.quad([4]mgl64.Vec3{{x0, height(z0), z0}, {x0, height(z1), z1}, {x1, height(z1), z1}, {x1, height(z0), z0}}, treadTones[(i+k)&1])
		}
	}
	return b.model()
}

// stairModel is three periods of stairs.
func stairModel(st stairs) *scene.Model {
	const wide = 16
	n := 2*stairSteps + 2*stairLevel
	b := treadBuilder{}
	riser := mgl32.Vec4{0.085, 0.092, 0.104, 1}
	for k := -n - n/2; k < n+n/2; k++ {
		h, next := float64(stairLevelOf(k))*stairRise*st.size, float64(stairLevelOf(k+1))*stairRise*st.size
		z0, z1 := float64(k)*stairTread*st.size, float64(k+1)*stairTread*st.size
		for i := -wide; i < wide; i++ {
			x0, x1 := float64(i)*st.size, float64(i+1)*st.size
			b.quad([4]mgl64.Vec3{{x0, h, z0}, {x0, h, z1}, {x1, h, z1}, {x1, h, z0}}, treadTones[(i+k)&1])
			if next != h {
				b.quad([4]mgl64.Vec3{{x0, h, z1}, {x0, next, z1}, {x1, next, z1}, {x1, h, z1}}, riser)
			}
		}
	}
	return b.model()
}

// treadBuilder gathers unlit quads with a colour each.
type treadBuilder struct{ prim scene.Primitive }

func (b *treadBuilder) quad(c [4]mgl64.Vec3, color mgl32.Vec4) {
	n := uint32(len(b.prim.Positions))
	for _, p := range c {
		b.prim.Positions = append(b.prim.Positions, mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])})
		b.prim.Normals = append(b.prim.Normals, mgl32.Vec3{0, 1, 0})
		b.prim.Colors = append(b.prim.Colors, color)
	}
	b.prim.Indices = append(b.prim.Indices, n, n+1, n+2, n, n+2, n+3)
}

func (b *treadBuilder) model() *scene.Model {
	m := scene.DefaultMaterial()
	m.Name, m.Unlit, m.DoubleSided = "ground", true, true
	b.prim.Material = scene.Some(0)
	return &scene.Model{Name: "ground", Materials: []scene.Material{m}, Roots: []int{0},
		Nodes:  []scene.Node{{Name: "ground", Local: scene.Identity(), Mesh: scene.Some(0)}},
		Meshes: []scene.Mesh{{Name: "ground", Primitives: []scene.Primitive{b.prim}}}}
}

// soleModel is the mark of a sole a metre long and wide: its middle at the origin,
// its length along Z.
func soleModel() *scene.Model {
	const corners = 16
	b := propBuilder{pos: []mgl32.Vec3{{0, 0, 0}}}
	for i := range corners {
		s, c := math.Sincos(2 * math.Pi * float64(i) / corners)
		b.pos = append(b.pos, mgl32.Vec3{float32(0.5 * s * (1 + 0.15*c)), 0, float32(0.5 * c)})
		b.idx = append(b.idx, 0, uint32(i+1), uint32((i+1)%corners+1))
	}
	return b.model("sole", mgl32.Vec4{1, 1, 1, 1})
}
