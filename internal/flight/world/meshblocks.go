package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Linear colours of what people build.
var (
	plaster = [...]color{{0.62, 0.55, 0.44}, {0.55, 0.47, 0.36}, {0.66, 0.61, 0.54}, {0.50, 0.41, 0.33}}
	roofs   = [...]color{{0.36, 0.11, 0.06}, {0.30, 0.13, 0.08}, {0.42, 0.16, 0.08}, {0.20, 0.17, 0.16}}
	glass   = color{0.05, 0.10, 0.14}
	frame   = [...]color{{0.58, 0.60, 0.62}, {0.50, 0.48, 0.44}, {0.42, 0.46, 0.50}, {0.62, 0.57, 0.50}}
	marble  = color{0.66, 0.60, 0.48}
	brick   = color{0.28, 0.12, 0.08}
	steel   = color{0.30, 0.33, 0.36}
	rubble  = color{0.36, 0.33, 0.28}
	crops   = [...]color{{0.42, 0.36, 0.08}, {0.20, 0.30, 0.06}, {0.32, 0.22, 0.10}, {0.28, 0.36, 0.10}}
)

// floorHeight is a storey of a tower, units.
const floorHeight = 0.3

func (s *sculpt) block(b *block, n noise) {
	pick := int(n.next() * 4)
	tone := float32(n.between(0.88, 1.1))
	switch b.look {
	case lookHouse:
		s.house(b, plaster[pick].Mul(tone), roofs[int(n.next()*4)].Mul(tone))
	case lookTower:
		s.tower(b, frame[pick].Mul(tone))
	case lookHall:
		s.house(b, steel.Mul(tone), steel.Mul(0.7*tone))
	case lookStone:
		s.box(b, b.base, b.top, marble.Mul(0.75), marble, marble.Mul(1.1))
	case lookField:
		s.box(b, b.base, b.top, crops[pick].Mul(0.5), crops[pick].Mul(0.8), crops[pick].Mul(tone))
	case lookRubble:
		s.box(b, b.base, b.top, rubble.Mul(0.6), rubble, rubble.Mul(tone))
	case lookChimney:
		s.box(b, b.base, b.top, brick.Mul(0.8), brick, brick.Mul(0.4))
	}
}

// at returns a point of the block's footprint, u and v from -1 to 1.
func (b *block) at(u, v, y float64) mgl64.Vec3 {
	x, z := u*b.hx, v*b.hz
	return mgl64.Vec3{b.x + b.cos*x - b.sin*z, y, b.z + b.sin*x + b.cos*z}
}

// ring are the corners of the footprint in the order in which a wall from one
// to the next faces outwards.
var ringUV = [5][2]float64{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}, {-1, -1}}

// walls goes round the block between two heights.
func (s *sculpt) walls(b *block, lo, hi float64, low, high color) {
	for i := range 4 {
		p, q := ringUV[i], ringUV[i+1]
		s.face([]mgl64.Vec3{b.at(p[0], p[1], lo), b.at(q[0], q[1], lo), b.at(q[0], q[1], hi), b.at(p[0], p[1], hi)}, low, low, high, high)
	}
}

func (s *sculpt) lid(b *block, y float64, c color) {
	s.face([]mgl64.Vec3{b.at(-1, -1, y), b.at(-1, 1, y), b.at(1, 1, y), b.at(1, -1, y)}, c)
}

func (s *sculpt) box(b *block, lo, hi float64, low, high, top color) {
	s.walls(b, lo, hi, low, high)
	s.lid(b, hi, top)
}

// tower has bands of glass between its floors, and a plinth on its roof that
// ends at the block's top.
func (s *sculpt) tower(b *block, c color) {
	street := b.base + 0.6
	roof := b.top - 0.1
	s.walls(b, b.base, street, c.Mul(0.55), c.Mul(0.55))
	floors := max(1, int(math.Round((roof-street)/floorHeight)))
	step := (roof - street) / float64(floors)
	pane := *b
	pane.hx, pane.hz = b.hx*0.97, b.hz*0.97
	for i := range floors {
		y := street + step*float64(i)
		share := float32(i) / float32(floors)
		s.walls(b, y, y+0.45*step, c.Mul(0.6+0.4*share), c.Mul(0.7+0.35*share))
		s.lid(b, y+0.45*step, c.Mul(0.6))
		s.walls(&pane, y+0.45*step, y+step, glass, mix(glass, c, 0.2))
	}
	s.lid(b, roof, c.Mul(0.75))
	hut := *b
	hut.hx, hut.hz = b.hx*0.45, b.hz*0.45
	s.box(&hut, roof, b.top, c.Mul(0.6), c.Mul(0.8), c.Mul(0.5))
}

// house has a gabled roof whose ridge is the block's top.
func (s *sculpt) house(b *block, wall, roof color) {
	street := b.base + 0.6
	eaves := street + 0.58*(b.top-street)
	s.walls(b, b.base, eaves, wall.Mul(0.6), wall)
	e := *b
	e.hx, e.hz = b.hx*1.08, b.hz*1.08
	a0, a1 := e.at(0, -1, b.top), e.at(0, 1, b.top)
	l0, l1 := e.at(-1, -1, eaves), e.at(-1, 1, eaves)
	r0, r1 := e.at(1, -1, eaves), e.at(1, 1, eaves)
	s.face([]mgl64.Vec3{l0, l1, a1, a0}, roof.Mul(0.8), roof.Mul(0.8), roof, roof)
	s.face([]mgl64.Vec3{r1, r0, a0, a1}, roof.Mul(0.8), roof.Mul(0.8), roof, roof)
	s.face([]mgl64.Vec3{r0, l0, a0}, wall.Mul(0.9))
	s.face([]mgl64.Vec3{l1, r1, a1}, wall.Mul(0.9))
}
