package world

import (
	"math"
	"strings"
)

// blockLook is how a block is drawn.
type blockLook uint8

const (
	lookHouse blockLook = iota // gabled roof
	lookTower
	lookHall
	lookStone
	lookField // flat: a strip of crops
	lookRubble
	lookChimney
)

// noise is a small generator of numbers that are the same on every machine
// (splitmix64).
type noise uint64

func (n *noise) next() float64 {
	*n += 0x9e3779b97f4a7c15
	z := uint64(*n)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

func (n *noise) between(lo, hi float64) float64 { return lo + (hi-lo)*n.next() }

func noiseOf(h Hex, salt uint64) noise {
	n := noise(uint64(uint32(h.Q))<<32 | uint64(uint32(h.R)) ^ salt*0x9e3779b97f4a7c15)
	n.next()
	return n
}

// raise puts the buildings of a district on its tile. All stand within the
// tile's inscribed circle. No roof is higher than 2.3 units above the tile:
// what the game's own aircraft height (1.5) and the usual lift (1.5) clear.
func (w *World) raise(d *District, t int32) []block {
	n := noiseOf(d.Hex, 1)
	a := w.Apothem()
	turn := math.Floor(n.next()*6) * math.Pi / 6
	b := raising{w: w, t: t, n: &n, turn: turn}
	switch {
	case strings.HasPrefix(d.Name, "Exploitation"):
		for i := -3; i <= 3; i++ {
			half := 0.82 * math.Sqrt(1-sq(float64(i)*0.25))
			b.put(0, float64(i)*0.235*a, half*a, 0.09*a, 0.05, lookField)
		}
	case strings.HasPrefix(d.Name, "Ruin"):
		for range 9 {
			r, at := n.between(0.15, 0.75)*a, n.between(0, 2*math.Pi)
			b.put(r*math.Cos(at), r*math.Sin(at), n.between(0.05, 0.2)*a, n.between(0.04, 0.07)*a, n.between(0.12, 0.45), lookRubble)
		}
	case !Built(d.Name):
		// another flat kind: nothing stands on it
	case strings.Contains(d.Name, "ArtificialWonder"):
		for i := range 5 {
			half := (0.5 - 0.09*float64(i)) * a
			b.put(0, 0, half, half, 0.46*float64(i+1), lookStone)
		}
	case strings.Contains(d.Name, "CityCenter"):
		b.grid(a, 4, 0.8, func(r float64) (float64, blockLook) {
			if r < 0.5 {
				return n.between(1.5, 2.3), lookTower
			}
			return n.between(0.8, 1.5), lookTower
		})
	case strings.Contains(d.Name, "Industry"):
		b.put(-0.28*a, 0, 0.2*a, 0.5*a, n.between(0.6, 0.9), lookHall)
		b.put(0.2*a, 0.28*a, 0.22*a, 0.2*a, n.between(0.5, 0.8), lookHall)
		b.put(0.2*a, -0.3*a, 0.22*a, 0.2*a, n.between(0.5, 0.8), lookHall)
		for i := range 3 {
			b.put(0.52*a, float64(i-1)*0.22*a, 0.05*a, 0.05*a, n.between(1.6, 2.2), lookChimney)
		}
	case strings.Contains(d.Name, "Food"):
		b.grid(a, 3, 0.62, func(float64) (float64, blockLook) { return n.between(0.4, 0.7), lookHouse })
	default:
		b.grid(a, 4, 0.8, func(float64) (float64, blockLook) {
			if n.next() < 0.2 {
				return n.between(1.1, 1.7), lookTower
			}
			return n.between(0.5, 1.0), lookHouse
		})
	}
	return b.blocks
}

// raising collects blocks; its plane is the tile's, turned.
type raising struct {
	w      *World
	t      int32
	n      *noise
	turn   float64
	blocks []block
}

func (b *raising) put(x, z, hx, hz, height float64, look blockLook) {
	c, s := math.Cos(b.turn), math.Sin(b.turn)
	p := &b.w.tiles[b.t]
	wx, wz := p.x+c*x-s*z, p.z+s*x+c*z
	ground := b.w.surface(b.t, wx, wz)
	if look != lookField {
		ground = max(ground, b.w.water)
	}
	b.blocks = append(b.blocks, block{x: wx, z: wz, cos: c, sin: s, hx: hx, hz: hz, base: ground - 0.6, top: ground + height, look: look})
}

// grid fills the tile with rows of blocks along streets.
func (b *raising) grid(a float64, rows int, fill float64, kind func(r float64) (height float64, look blockLook)) {
	step := 1.7 / float64(rows)
	for i := range rows {
		for j := range rows {
			x := (float64(i) - float64(rows-1)/2) * step
			z := (float64(j) - float64(rows-1)/2) * step
			half := step * 0.5 * fill
			x += b.n.between(-1, 1) * step * 0.05
			z += b.n.between(-1, 1) * step * 0.05
			hx, hz := half*b.n.between(0.75, 1), half*b.n.between(0.75, 1)
			height, look := kind(math.Hypot(x, z))
			if math.Hypot(math.Abs(x)+hx, math.Abs(z)+hz) > 0.97 {
				continue
			}
			b.put(x*a, z*a, hx*a, hz*a, height, look)
		}
	}
}

func sq(x float64) float64 { return x * x }
