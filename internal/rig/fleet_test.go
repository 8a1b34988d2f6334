package rig

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// A fleet of generated vehicles with the true role of every part. Which machine
// comes out depends on the seed alone; classification is developed on some seeds
// and judged on others. Parts labelled Edgecase may be anything: nobody sees
// whether a mast turns.

var fleetKinds = []string{"helicopter", "coaxial", "tandem", "fenestron", "propeller twin", "car", "six-wheeler", "tank", "howitzer", "ship", "motorcycle", "half-track", "ducted"}

// labelled is a vehicle with its truth.
type labelled struct {
	name  string
	model *scene.Model
	roles func(node, primitive, triangle int) Role
}

// fleetVehicle makes one vehicle of a kind and puts it together in one of the
// ways in which files come: mode 0 in parts as built, 1 one mesh, 2 in parts,
// turned, tilted and scaled, 3 one mesh, turned, tilted and scaled.
func fleetVehicle(kind string, seed uint64, mode int) labelled {
	r := rand.New(rand.NewPCG(seed, 0x5eed))
	b := &builder{kit: newKit(), r: r}
	switch kind {
	case "helicopter":
		b.heli("")
	case "coaxial", "tandem":
		b.heli(kind)
	case "fenestron":
		b.heli("fan")
	case "propeller twin":
		b.plane()
	case "ducted":
		b.ducted()
	case "car":
		b.car()
	case "six-wheeler":
		b.truck()
	case "tank":
		b.tank()
	case "howitzer":
		b.howitzer()
	case "ship":
		b.ship()
	case "motorcycle":
		b.motorcycle()
	case "half-track":
		b.halfTrack()
	}
	k := b.kit
	var tri []Role
	if mode&1 == 1 {
		k, tri = k.merged()
	}
	if mode&2 == 2 {
		t := scene.Identity()
		yaw := r.Float64() * 2 * math.Pi
		t.R = mgl64.QuatRotate(yaw, mgl64.Vec3{0, 1, 0})
		if r.IntN(2) == 0 {
			a := r.Float64() * 2 * math.Pi
			t.R = mgl64.QuatRotate((3+5*r.Float64())*math.Pi/180, mgl64.Vec3{math.Cos(a), 0, math.Sin(a)}).Mul(t.R)
		}
		s := []float64{1, 100, 0.01, 1}[r.IntN(4)]
		t.S = mgl64.Vec3{s, s, s}
		t.T = mgl64.Vec3{s * r.Float64() * 20, s * r.Float64() * 3, s * r.Float64() * 20}
		k = k.under(t)
	}
	out := labelled{name: fmt.Sprintf("%s %d mode %d", kind, seed, mode), model: k.m}
	labels := k.labels
	out.roles = func(node, _, triangle int) Role {
		if tri != nil {
			return tri[triangle]
		}
		return labels[node]
	}
	return out
}

type builder struct {
	*kit
	r *rand.Rand
	n int
}

func (b *builder) num(lo, hi float64) float64 { return lo + (hi-lo)*b.r.Float64() }
func (b *builder) one(n int) bool             { return b.r.IntN(n) == 0 }
func (b *builder) put(name string, role Role, s soup) {
	b.add(fmt.Sprintf("%s.%03d", name, b.n), role, s)
	b.n++
}

var (
	axX = mgl64.Vec3{1, 0, 0}
	axY = mgl64.Vec3{0, 1, 0}
	axZ = mgl64.Vec3{0, 0, 1}
)

func (b *builder) heli(layout string) {
	h := heliSpec{main: 2 + b.r.IntN(6), tail: 2 + b.r.IntN(4), skids: b.one(2), pitch: b.num(2, 9), joined: b.one(2), stubWings: b.one(3), mastDeg: b.num(0, 6)}
	if b.one(2) {
		h.droop = b.num(0.1, 0.5)
	}
	if b.one(3) {
		h.cone = b.num(1, 5)
	}
	h.chordShare = b.num(0.055, 0.1)
	h.mast = b.one(4)
	h.bar = h.main == 2 && b.one(2)
	h.cantDeg = []float64{0, 0, b.num(-20, 20)}[b.r.IntN(3)]
	switch layout {
	case "coaxial", "tandem":
		h.layout, h.main = layout, 2+b.r.IntN(4)
	case "fan":
		h.tailKind, h.tail, h.stator = "fan", 7+b.r.IntN(6), b.one(4)
	}
	k, _ := h.build()
	for i := range k.labels {
		if k.m.Nodes[i].Name == "gun" {
			k.labels[i] = Edgecase
		}
	}
	b.kit = k
}

// wheel makes a wheel in one of several ways: a plain drum, a tyre with rim and
// nuts in one node or in several, a spoked one.
func (b *builder) wheel(name string, role Role, style, sides int, r, w float64, axle, at mgl64.Vec3) {
	place := func(s soup) soup { return s.aimed(axle).at(at[0], at[1], at[2]) }
	tyre := lathe(sides, [2]float64{0.62 * r, -w / 2}, [2]float64{0.93 * r, -w / 2}, [2]float64{r, -w / 4}, [2]float64{r, w / 4}, [2]float64{0.93 * r, w / 2}, [2]float64{0.62 * r, w / 2}, [2]float64{0.62 * r, -w / 2})
	rim := cylinder(max(sides*2/3, 6), 0.6*r, 0.6*w)
	nuts := wheelOf(5, cylinder(6, 0.06*r, 0.1*w).at(0.3*r, 0.33*w, 0), 11)
	switch style {
	case 0:
		b.put(name, role, place(cylinder(sides, r, w)))
	case 1:
		b.put(name, role, place(join(tyre, rim, join(nuts...))))
	case 2:
		b.put(name+"_tyre", role, place(tyre))
		b.put(name+"_rim", role, place(join(rim, join(nuts...))))
	default:
		spokes := join(wheelOf(5+sides%3, box(0.55*r, 0.2*w, 0.12*r).at(0.33*r, 0, 0), 20)...)
		b.put(name, role, place(join(tyre, spokes, cylinder(12, 0.15*r, 0.7*w))))
	}
}

func (b *builder) car() {
	l, w := b.num(3.4, 5), b.num(1.6, 2)
	r := b.num(0.28, 0.4)
	tw := r * b.num(0.45, 0.8)
	style, sides := b.r.IntN(4), []int{8, 10, 12, 16, 24, 32}[b.r.IntN(6)]
	y := r + 0.1
	if b.one(2) {
		b.put("body", Body, join(taper(-l/2, w*0.9, 0.6, y+0.3, l/2, w*0.85, 0.5, y+0.25), taper(-l*0.35, w*0.75, 0.55, y+0.85, l*0.12, w*0.8, 0.6, y+0.8)))
	} else {
		b.put("body", Body, taper(-l/2, w*0.9, 0.6, y+0.3, l/2, w*0.85, 0.5, y+0.25))
		b.put("cabin", Body, taper(-l*0.35, w*0.75, 0.55, y+0.85, l*0.12, w*0.8, 0.6, y+0.8))
	}
	track := w/2 - tw/2
	for i, c := range [4][2]float64{{1, l * 0.32}, {-1, l * 0.32}, {1, -l * 0.3}, {-1, -l * 0.3}} {
		rr := r
		if i > 1 && style == 3 {
			rr *= 1.05
		}
		b.wheel("wheel", Wheel, style, sides, rr, tw, mgl64.Vec3{c[0], 0, 0}, mgl64.Vec3{c[0] * track, rr, c[1]})
	}
	b.put("steering_wheel", Body, join(tube(20, 0.15, 0.19, 0.03), join(wheelOf(3, box(0.15, 0.02, 0.03).at(0.08, 0, 0), 0)...)).aimed(mgl64.Vec3{0, 0.4, -1}).at(0.35, y+0.65, 0.2))
	switch b.r.IntN(3) {
	case 0:
		b.wheel("spare", Body, style, sides, r, tw, axZ, mgl64.Vec3{0, y + 0.4, -l/2 - tw/2})
	case 1:
		b.wheel("spare", Body, style, sides, r, tw, axY, mgl64.Vec3{0, y + 1.2, -0.2})
	}
	for _, s := range [2]float64{1, -1} {
		b.put("lamp", Body, cylinder(14, 0.09, 0.06).aimed(axZ).at(s*w*0.3, y+0.3, l/2))
		b.put("door", Body, box(0.05, 0.5, 0.9).at(s*w*0.455, y+0.35, -0.1))
		b.put("mirror", Body, box(0.12, 0.1, 0.05).at(s*w*0.52, y+0.7, 0.4))
		b.put("seat", Body, join(box(0.4, 0.15, 0.4), box(0.4, 0.5, 0.1).at(0, 0.3, -0.2)).at(s*0.35, y+0.35, -0.3))
	}
	b.put("exhaust", Body, cylinder(10, 0.03, 0.5).aimed(axZ).at(0.4, y-0.1, -l/2))
	if b.one(2) {
		b.put("axle", Edgecase, cylinder(8, 0.04, w*0.8).aimed(axX).at(0, r, l*0.32))
	}
}

func (b *builder) truck() {
	l, w := b.num(6, 9), b.num(2.2, 2.6)
	r := b.num(0.45, 0.6)
	tw := r * b.num(0.5, 0.8)
	style, sides := b.r.IntN(4), []int{10, 12, 16, 20, 28}[b.r.IntN(5)]
	b.put("chassis", Body, box(0.9, 0.25, l*0.95).at(0, r+0.35, 0))
	b.put("cab", Body, taper(l*0.22, w, 1.8, r+1.3, l*0.5, w*0.95, 1.5, r+1.2))
	b.put("bed", Body, join(box(w, 0.1, l*0.65).at(0, r+0.55, -l*0.15), box(0.06, 0.6, l*0.65).at(w/2, r+0.85, -l*0.15), box(0.06, 0.6, l*0.65).at(-w/2, r+0.85, -l*0.15)))
	for _, z := range []float64{l * 0.36, -l * 0.2, -l*0.2 - 2.3*r} {
		for _, s := range [2]float64{1, -1} {
			b.wheel("wheel", Wheel, style, sides, r, tw, mgl64.Vec3{s, 0, 0}, mgl64.Vec3{s * (w/2 - tw/2), r, z})
			if z < 0 && b.n%3 == 5 {
				b.wheel("inner", Wheel, style, sides, r, tw, mgl64.Vec3{s, 0, 0}, mgl64.Vec3{s * (w/2 - 1.6*tw), r, z})
			}
		}
	}
	switch b.r.IntN(3) {
	case 0:
		b.wheel("spare", Body, style, sides, r, tw, axX, mgl64.Vec3{w / 2, r + 0.75, l * 0.14})
	case 1:
		b.wheel("spare", Body, style, sides, r, tw, axZ, mgl64.Vec3{0.4, r + 1.3, l*0.2 - tw})
	case 2:
		b.wheel("spare", Body, style, sides, r, tw, axY, mgl64.Vec3{0, r + 0.2, -l * 0.45})
	}
	b.put("fuel_tank", Body, cylinder(18, 0.3, 1.3).aimed(axZ).at(w*0.4, r+0.1, l*0.1))
	b.put("exhaust", Body, cylinder(10, 0.07, 1.6).at(-w*0.4, r+1.8, l*0.2))
	b.put("steering", Body, tube(18, 0.2, 0.25, 0.04).aimed(mgl64.Vec3{0, 0.8, -1}).at(0.5, r+1.5, l*0.4))
	if b.one(2) {
		for i := range 3 {
			b.put("drum", Body, cylinder(16, 0.3, 0.9).at(-0.5+0.5*float64(i), r+1.05, -l*0.3))
		}
	}
	if b.one(3) {
		b.put("pipe", Body, cylinder(12, 0.15, l*0.5).aimed(axZ).at(0.3, r+0.8, -l*0.15))
	}
	for _, s := range [2]float64{1, -1} {
		b.put("lamp", Body, cylinder(14, 0.12, 0.06).aimed(axZ).at(s*w*0.38, r+0.7, l*0.5))
	}
}

// track makes a belt of n links or one band round a stadium.
func (b *builder) track(x, w, z0, z1, y0, y1, t float64, n int, links bool) {
	r := (y1 - y0) / 2
	mid := (y0 + y1) / 2
	run := z1 - z0
	total := 2*run + 2*math.Pi*r
	at := func(s float64) (z, y, a float64) { // a: the tangent's angle from +Z about X
		s = math.Mod(s, total)
		switch {
		case s < run:
			return z0 + s, y0, 0
		case s < run+math.Pi*r:
			a = (s - run) / r
			return z1 + r*math.Sin(a), mid - r*math.Cos(a), a
		case s < 2*run+math.Pi*r:
			return z1 - (s - run - math.Pi*r), y1, math.Pi
		}
		a = math.Pi + (s-2*run-math.Pi*r)/r
		return z0 + r*math.Sin(a), mid - r*math.Cos(a), a
	}
	if links {
		for i := range n {
			z, y, a := at(total * float64(i) / float64(n))
			b.put("link", Caterpillar, box(w, t, 0.8*total/float64(n)).moved(mgl64.HomogRotate3DX(-a)).at(x, y, z))
		}
		return
	}
	var band soup
	for i := range n {
		za, ya, aa := at(total * float64(i) / float64(n))
		zb, yb, ab := at(total * float64(i+1) / float64(n))
		p := func(z, y, a, x, o float64) mgl64.Vec3 { return mgl64.Vec3{x, y - o*math.Cos(a), z + o*math.Sin(a)} }
		var c [8]mgl64.Vec3
		for k, q := range [4][2]float64{{x - w/2, -t / 2}, {x + w/2, -t / 2}, {x + w/2, t / 2}, {x - w/2, t / 2}} {
			c[k], c[k+4] = p(za, ya, aa, q[0], q[1]), p(zb, yb, ab, q[0], q[1])
		}
		band = append(band, hexa(c)[4:]...)
	}
	b.put("track", Caterpillar, band)
}

func (b *builder) running(l, w float64, n int, r, y0, y1 float64, z0, z1 float64, links bool) {
	style, sides := b.r.IntN(2), []int{10, 12, 16, 24}[b.r.IntN(4)]
	tw := 0.4 * b.num(0.8, 1.2)
	t := 0.07
	rollers, links0 := b.one(2), 40+b.r.IntN(30)
	for _, s := range [2]float64{1, -1} {
		x := s * (w/2 - tw/2)
		for i := range n {
			z := z0 + (z1-z0)*float64(i)/float64(n-1)
			b.wheel("road", Wheel, style, sides, r, tw*0.8, mgl64.Vec3{s, 0, 0}, mgl64.Vec3{x, r + t, z})
		}
		er := (y1-y0)/2 - t/2
		b.wheel("sprocket", Wheel, 0, sides, er, tw*0.7, axX, mgl64.Vec3{x, (y0 + y1) / 2, z1 + er + r*0.6})
		b.wheel("idler", Wheel, 0, sides, er, tw*0.7, axX, mgl64.Vec3{x, (y0 + y1) / 2, z0 - er - r*0.6})
		if rollers && y1-y0 > 2.7*r {
			for i := range 3 {
				rr := min(0.12, (y1-y0-2*r)/3)
				b.wheel("roller", Wheel, 0, 12, rr, tw*0.5, axX, mgl64.Vec3{x, y1 - t/2 - rr, z0 + (z1-z0)*(0.15+0.35*float64(i))})
			}
		}
		b.track(x, tw, z0-er-r*0.6, z1+er+r*0.6, y0, y1, t, links0, links)
	}
}

func (b *builder) tank() {
	l, w := b.num(5.5, 7.5), b.num(3, 3.6)
	n := 5 + b.r.IntN(3)
	r := b.num(0.3, 0.4)
	y0, y1 := 0.035, 2*r+b.num(0.2, 0.5)
	b.put("hull", Body, join(taper(-l/2, w*0.72, 0.8, 0.95, l/2, w*0.7, 0.4, 0.8), box(w*0.98, 0.25, l*0.9).at(0, y1+0.3, 0)))
	b.running(l, w, n, r, y0, y1, -l*0.33, l*0.33, b.one(2))
	top := y1 + 0.42
	tz := b.num(-0.4, 0.5)
	ty := top + 0.35
	var turret soup
	if b.one(2) {
		turret = taper(tz-1.2, w*0.55, 0.65, ty, tz+1.3, w*0.4, 0.5, ty-0.05)
	} else {
		turret = lathe(18, [2]float64{0, -0.35}, [2]float64{1.15, -0.35}, [2]float64{0.95, 0.3}, [2]float64{0, 0.36}).at(0, ty, tz)
	}
	b.put("turret", Turret, turret)
	gl := b.num(2.5, 4.5)
	gr := b.num(0.06, 0.1)
	el := b.num(-2, 6) * math.Pi / 180
	dir := mgl64.Vec3{0, math.Sin(el), math.Cos(el)}
	start := mgl64.Vec3{0, ty, tz + 0.6}
	gm := start.Add(dir.Mul(gl / 2))
	b.put("barrel", Gun, cylinder(14, gr, gl).aimed(dir).at(gm[0], gm[1], gm[2]))
	if b.one(2) {
		e := start.Add(dir.Mul(gl))
		b.put("brake", Muzzle, cylinder(14, gr*1.7, 0.4).aimed(dir).at(e[0], e[1], e[2]))
	}
	for _, s := range [2]float64{0.45, -0.45} {
		b.put("hatch", Turret, cylinder(18, 0.3, 0.06).at(s, ty+0.38, tz-0.35))
	}
	b.put("driver_hatch", Body, cylinder(16, 0.28, 0.05).at(0.5, top+0.03, l*0.36))
	b.put("antenna", Edgecase, cylinder(6, 0.015, 2).at(-0.6, ty+1.3, tz-0.6))
	switch b.r.IntN(3) {
	case 0: // spare road wheels on the hull's rear
		for _, s := range [2]float64{0.6, -0.6} {
			b.wheel("spare", Body, 0, 16, r, 0.3, axZ, mgl64.Vec3{s, 0.95, -l/2 - 0.16})
		}
	case 1: // on the sponsons, upright and across
		for _, s := range [2]float64{1, -1} {
			b.wheel("spare", Body, 0, 16, r, 0.3, axX, mgl64.Vec3{s * (w*0.5 + 0.05), top + r*0.9, -l * 0.2})
		}
	}
	for _, s := range [2]float64{1, -1} {
		b.put("drum", Body, cylinder(16, 0.25, 0.9).aimed(axX).at(s*0.6, top+0.1, -l/2-0.1))
		b.put("lamp", Body, cylinder(12, 0.1, 0.1).aimed(axZ).at(s*w*0.35, top-0.1, l*0.45))
	}
}

func (b *builder) halfTrack() {
	l, w := b.num(5, 6.5), b.num(2, 2.4)
	b.put("hull", Body, join(taper(-l/2, w*0.8, 1.1, 1.35, l*0.2, w*0.8, 1.1, 1.35), taper(l*0.2, w*0.6, 0.8, 1.2, l*0.5, w*0.45, 0.6, 1.1)))
	b.running(l, w, 4, 0.27, 0.035, 0.85, -l*0.3, -l*0.02, b.one(2))
	for _, s := range [2]float64{1, -1} {
		b.wheel("front", Wheel, b.r.IntN(4), 16, 0.45, 0.25, mgl64.Vec3{s, 0, 0}, mgl64.Vec3{s * w * 0.42, 0.45, l * 0.36})
	}
	b.put("steering", Body, tube(18, 0.17, 0.2, 0.04).aimed(mgl64.Vec3{0, 0.6, -1}).at(0.4, 1.9, l*0.1))
}

func (b *builder) howitzer() {
	r := b.num(0.45, 0.75)
	w := b.num(1.4, 1.9)
	style, sides := b.r.IntN(4), []int{12, 16, 24}[b.r.IntN(3)]
	for _, s := range [2]float64{1, -1} {
		b.wheel("wheel", Wheel, style, sides, r, r*0.4, mgl64.Vec3{s, 0, 0}, mgl64.Vec3{s * w / 2, r, 0})
	}
	b.put("carriage", Body, box(w*0.75, 0.3, 0.6).at(0, r, 0))
	gl := b.num(2.2, 4)
	el := b.num(2, 25) * math.Pi / 180
	dir := mgl64.Vec3{0, math.Sin(el), math.Cos(el)}
	m := mgl64.Vec3{0, r + 0.4, -0.2}.Add(dir.Mul(gl * 0.3))
	b.put("barrel", Gun, join(cylinder(16, 0.08, gl).aimed(dir).at(m[0], m[1], m[2])))
	e := m.Add(dir.Mul(gl / 2))
	if b.one(2) {
		b.put("brake", Muzzle, cylinder(14, 0.14, 0.35).aimed(dir).at(e[0], e[1], e[2]))
	}
	c := m.Sub(dir.Mul(gl * 0.2))
	b.put("cradle", Edgecase, box(0.24, 0.2, gl*0.4).moved(mgl64.HomogRotate3DX(-el)).at(c[0], c[1]-0.16, c[2]))
	if b.one(2) {
		b.put("shield", Body, box(w*0.7, 0.9, 0.03).at(0, r+0.55, 0.35))
	}
	spread := b.num(3, 20) * math.Pi / 180
	tl := b.num(2, 3.2)
	for _, s := range [2]float64{1, -1} {
		d := mgl64.Vec3{s * math.Sin(spread), -(r - 0.1) / tl, -math.Cos(spread)}.Normalize()
		p := mgl64.Vec3{s * w * 0.2, r, -0.15}.Add(d.Mul(tl / 2))
		b.put("trail", Trail, join(box(0.12, tl, 0.14).aimed(d).at(p[0], p[1], p[2]), box(0.3, 0.2, 0.06).at(p[0]+d[0]*tl/2, 0.1, p[2]+d[2]*tl/2)))
	}
	b.put("elevation_wheel", Body, tube(16, 0.1, 0.13, 0.02).aimed(axX).at(w*0.2, r+0.5, -0.1))
}

func (b *builder) ship() {
	l, w := b.num(40, 90), 0.0
	w = l * b.num(0.11, 0.16)
	h := l * 0.07
	b.put("hull", Body, join(taper(-l/2, w*0.8, h, h/2, l*0.2, w, h, h/2), taper(l*0.2, w, h, h/2, l/2, w*0.05, h*0.9, h*0.6)))
	b.put("bridge", Body, taper(-l*0.08, w*0.6, h*1.2, h*1.6, l*0.06, w*0.5, h*1.2, h*1.6))
	b.put("funnel", Body, cylinder(18, w*0.13, h*1.2).at(0, h*2, -l*0.15))
	b.put("mast", Body, cylinder(8, w*0.02, h*2.5).at(0, h*3, l*0.0))
	guns := 1 + b.r.IntN(3)
	for i, z := range []float64{l * 0.22, -l * 0.33} {
		dir := axZ
		if i == 1 {
			dir = axZ.Mul(-1)
		}
		tl := w * 0.55
		b.put("turret", Turret, lathe(14, [2]float64{0, -h * 0.18}, [2]float64{tl * 0.5, -h * 0.18}, [2]float64{tl * 0.4, h * 0.18}, [2]float64{0, h * 0.18}).at(0, h*1.2, z))
		for g := range guns {
			x := (float64(g) - float64(guns-1)/2) * tl * 0.22
			c := mgl64.Vec3{x, h * 1.22, z}.Add(dir.Mul(tl * 0.75))
			b.put("barrel", Gun, cylinder(10, tl*0.05, tl*1.1).aimed(dir).at(c[0], c[1], c[2]))
		}
	}
	for i := range 4 {
		for _, s := range [2]float64{1, -1} {
			b.put("raft", Body, cylinder(12, w*0.05, w*0.14).aimed(axZ).at(s*w*0.38, h*1.06, -l*0.2+float64(i)*w*0.2))
		}
	}
	b.put("lifebuoy", Body, tube(16, w*0.03, w*0.05, w*0.015).aimed(axX).at(w*0.31, h*1.6, 0))
}

func (b *builder) motorcycle() {
	r := b.num(0.28, 0.36)
	base := b.num(1.2, 1.6)
	style, sides := b.r.IntN(4), []int{12, 16, 24}[b.r.IntN(3)]
	tw := r * b.num(0.35, 0.6)
	b.wheel("front", Wheel, style, sides, r, tw, axX, mgl64.Vec3{0, r, base / 2})
	b.wheel("rear", Wheel, style, sides, r, tw*1.2, axX, mgl64.Vec3{0, r, -base / 2})
	b.put("frame", Body, taper(-base*0.45, 0.25, 0.3, r+0.35, base*0.3, 0.3, 0.35, r+0.4))
	b.put("engine", Body, box(0.35, 0.3, 0.4).at(0, r+0.05, 0))
	for _, s := range [2]float64{1, -1} {
		b.put("fork", Body, cylinder(8, 0.03, 0.7).aimed(mgl64.Vec3{0, 1, -0.4}).at(s*0.12, r+0.3, base/2-0.12))
		b.put("grip", Body, cylinder(8, 0.02, 0.25).aimed(axX).at(s*0.3, r+0.75, base/2-0.3))
	}
	b.put("exhaust", Body, cylinder(10, 0.05, 0.6).aimed(axZ).at(0.2, r, -base*0.35))
	b.put("lamp", Body, cylinder(14, 0.09, 0.1).aimed(axZ).at(0, r+0.55, base/2-0.05))
	b.put("seat", Body, box(0.25, 0.1, 0.6).at(0, r+0.6, -base*0.2))
}

func (b *builder) plane() {
	l := b.num(9, 14)
	span := l * b.num(0.9, 1.5)
	b.put("fuselage", Body, join(taper(-l/2, 0.3, 0.5, 1.9, l*0.1, 1.3, 1.5, 1.6), taper(l*0.1, 1.3, 1.5, 1.6, l/2, 0.5, 0.6, 1.4)))
	for _, s := range [2]float64{1, -1} {
		b.put("wing", Body, box(span/2, 0.16, l*0.13).at(s*(span/4+0.5), 1.5, 0.2))
		b.put("stab", Body, box(l*0.16, 0.08, l*0.07).at(s*l*0.09, 2.0, -l*0.46))
	}
	b.put("fin", Body, box(0.1, l*0.16, l*0.1).at(0, 2.1+l*0.08, -l*0.45))
	n := 2 + b.r.IntN(5)
	r := b.num(0.9, 1.5)
	place := []float64{span * 0.2, -span * 0.2}
	joined := b.one(2)
	for _, x := range place {
		b.put("nacelle", Body, cylinder(16, 0.36, l*0.2).aimed(axZ).at(x, 1.45, 0.2+l*0.1))
		b.prop("prop", n, r, axZ, mgl64.Vec3{x, 1.45, 0.25 + l*0.2}, joined, b.num(0, 90))
	}
	if b.one(2) {
		wr := b.num(0.25, 0.4)
		style := b.r.IntN(3)
		drop := 0.0
		for i, c := range [3][2]float64{{span * 0.2, 0.4}, {-span * 0.2, 0.4}, {0, l * 0.4}} {
			b.wheel("gear_wheel", Wheel, style, 16, wr, wr*0.5, axX, mgl64.Vec3{c[0], wr + drop - 0.9, c[1]})
			b.put("strut", Body, cylinder(8, 0.05, 2.1-wr+0.4).at(c[0]+wr*0.35+0.06, (1.1+wr-0.9)/2+0.1, c[1]))
			_ = i
		}
	}
}

func (b *builder) prop(name string, n int, r float64, axle, at mgl64.Vec3, joined bool, phase float64) {
	blades := wheelOf(n, bladeSpec{r0: 0.1 * r, r1: r, chord: b.num(0.12, 0.2) * r, thick: 0.03 * r, pitchDeg: b.num(15, 40)}.build(), phase)
	hub := lathe(14, [2]float64{0, -0.08 * r}, [2]float64{0.14 * r, -0.08 * r}, [2]float64{0.12 * r, 0.1 * r}, [2]float64{0, 0.25 * r})
	place := func(s soup) soup { return s.aimed(axle).at(at[0], at[1], at[2]) }
	if joined {
		b.put(name, Rotor, place(join(join(blades...), hub)))
		return
	}
	for _, s := range blades {
		b.put(name+"_blade", Rotor, place(s))
	}
	b.put(name+"_hub", Rotor, place(hub))
}

// ducted makes a craft with four level ducted fans.
func (b *builder) ducted() {
	l := b.num(3, 6)
	b.put("hull", Body, join(taper(-l/2, 0.8, 0.7, 0.7, l*0.1, 1.2, 0.9, 0.7), taper(l*0.1, 1.2, 0.9, 0.7, l/2, 0.4, 0.4, 0.6)))
	r := l * b.num(0.16, 0.2)
	n := 3 + b.r.IntN(5)
	joined := b.one(2)
	for _, z := range [2]float64{l * 0.32, -l * 0.32} {
		for _, s := range [2]float64{1, -1} {
			c := mgl64.Vec3{s * (0.7 + r), 0.95, z}
			b.put("duct", Body, tube(28, r*1.05, r*1.18, r*0.5).at(c[0], c[1], c[2]))
			b.put("arm", Body, box(0.5, 0.12, 0.2).at(s*0.4, 0.85, z)) // as far as the duct
			b.prop("fan", n, r, axY, c, joined, b.num(0, 90))
		}
	}
	for _, s := range [2]float64{1, -1} {
		b.put("skid", Body, box(0.06, 0.06, l*0.6).at(s*0.5, 0.03, 0))
		for _, z := range [2]float64{0.3 * l, -0.3 * l} {
			b.put("leg", Body, box(0.05, 0.4, 0.05).at(s*0.5, 0.22, z))
		}
	}
}
