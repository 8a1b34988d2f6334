package rig

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// gunFit is a gun ready to be raised and fired. The barrel's axis is a line
// from the breech to the tip.
type gunFit struct {
	hinge       int // the trunnions
	breech, tip mgl64.Vec3
	carried     []int // cradle parts: they stay on the carrier when the barrel recoils
	moving      []int // gun and muzzle parts
	slide       float64
	arm         mgl64.Vec3 // where the recoil's arc has its centre; only with slide > 0
	thetaRad    float64    // turned about the arm at full recoil
}

// recoilTan is the tangent of the angle of the recoil's arc: three degrees.
var recoilTan = math.Tan(3 * math.Pi / 180)

// fitTurretAndGun finds the turret's ring and the gun's trunnions.
func (g *generator) fitTurretAndGun() {
	fwd, _ := g.facing()
	turret := g.solid(Turret)
	if len(turret) > 0 {
		h := Hinge{Role: Turret, Kind: "turret", Parts: turret, Axle: mgl64.Vec3{0, 1, 0}}
		tris := g.rigTris(turret)
		h.Center, h.Confidence, h.Reason = ringOf(tris)
		h.Radius = farthest(tris, h.Center, h.Axle)
		g.turret = g.addHinge(h) + 1
	}
	guns := g.solid(Gun)
	muzzles := g.solid(Muzzle)
	cradles := g.solid(Cradle)
	if len(guns) == 0 {
		if n := len(muzzles) + len(cradles); n > 0 {
			g.note(scene.Warning, "GUN_MISSING", fmt.Sprintf("%s marked Muzzle or Cradle, but no part is marked Gun", count(n, "part is", "parts are")),
				"the tube is what a gun is fitted to", "mark the tube with G", append(append([]int{}, muzzles...), cradles...)...)
		}
		return
	}
	f := &gunFit{moving: append(append([]int{}, guns...), muzzles...), carried: cradles}
	line, ok := fitTube(g.rigTris(guns))
	if !ok {
		g.note(scene.Warning, "GUN_WITHOUT_TUBE", "the gun has no length that a tube could have, and rides with what carries it", "", "mark the tube as Gun, other parts as Body", guns...)
		return
	}
	lo, hi := spanOf(g.rigTris(f.moving), line)
	a, b := line.p.Add(line.d.Mul(lo)), line.p.Add(line.d.Mul(hi))
	tip, why := g.whichEnd(a, b, line, guns, muzzles, turret, fwd)
	f.breech, f.tip = a, b
	if tip == 0 {
		f.breech, f.tip = b, a
	}
	along := f.tip.Sub(f.breech)
	length := along.Len()
	along = along.Mul(1 / length)
	pivot := 0.5
	if g.recipe != nil {
		pivot = g.recipe.GunPivot
	}
	h := Hinge{Role: Gun, Kind: "gun", Parts: append(append([]int{}, f.moving...), cradles...), Center: f.breech.Add(along.Mul(pivot * length)), Tip: f.tip, Radius: length,
		Axle: elevating(along, fwd), Order: 1, Confidence: line.sure,
		Reason: fmt.Sprintf("tube of %.2f m, %s, trunnions at %.2f of its length from the breech", length, why, pivot)}
	f.hinge = g.addHinge(h)
	g.kin.gun = f
	if g.recipe == nil || !(g.recipe.RecoilDist > 0) {
		return
	}
	used := &g.hinges[f.hinge]
	f.slide = g.recipe.RecoilDist * length
	radius := f.slide / recoilTan
	f.thetaRad = f.slide / radius
	// The arm's centre lies below the tube, across it: the barrel then swings back
	// with the muzzle rising.
	f.arm = used.Center.Sub(used.Axle.Cross(along).Normalize().Mul(radius))
	g.warnBreech(f)
}

// elevating is the axle about which a positive turn raises the tip: across the
// tube and level.
func elevating(along, fwd mgl64.Vec3) mgl64.Vec3 {
	up := mgl64.Vec3{0, 1, 0}
	a := along.Cross(up)
	if a.Len() < 0.05 { // a mortar that points straight up is raised backward over
		a = fwd.Cross(up)
	}
	return a.Normalize()
}

// whichEnd says which end of the tube is the muzzle: 0 for a, 1 for b.
func (g *generator) whichEnd(a, b mgl64.Vec3, line tubeLine, guns, muzzles, turret []int, fwd mgl64.Vec3) (int, string) {
	nearer := func(p mgl64.Vec3) int {
		if p.Sub(a).Len() < p.Sub(b).Len() {
			return 0
		}
		return 1
	}
	if len(muzzles) > 0 {
		return nearer(g.box(muzzles).Center()), "its tip where the muzzle parts are"
	}
	gun := map[int]bool{}
	for _, i := range guns {
		gun[i] = true
	}
	rest := turret
	if len(rest) == 0 {
		for _, i := range g.drawn() {
			if !gun[i] && g.p.Parts[i].Role != Muzzle && g.p.Parts[i].Role != Trail {
				rest = append(rest, i)
			}
		}
	}
	length := b.Sub(a).Len()
	if box := g.box(rest); !box.Empty() {
		c := box.Center()
		da, db := c.Sub(a).Len(), c.Sub(b).Len()
		if math.Abs(da-db) > 0.15*length {
			if da > db {
				return 0, "its tip away from what carries it"
			}
			return 1, "its tip away from what carries it"
		}
	}
	if math.Abs(line.thick[0]-line.thick[1]) > 0.15*max(line.thick[0], line.thick[1]) {
		if line.thick[0] < line.thick[1] {
			return 0, "its tip at the thinner end"
		}
		return 1, "its tip at the thinner end"
	}
	if b.Sub(a).Dot(fwd) < 0 {
		return 0, "its tip to the front"
	}
	return 1, "its tip to the front"
}

// warnBreech says so where the breech would pass below everything that stands.
func (g *generator) warnBreech(f *gunFit) {
	var still []int
	moving := map[int]bool{}
	for _, i := range f.moving {
		moving[i] = true
	}
	for _, i := range g.drawn() {
		if !moving[i] {
			still = append(still, i)
		}
	}
	low := g.box(still)
	if low.Empty() {
		return
	}
	used := &g.hinges[f.hinge]
	elev := 0.0
	if g.recipe != nil {
		elev = math.Abs(g.recipe.GunDeployElev) * math.Pi / 180
	}
	for _, e := range []float64{0, elev} {
		raise, kick := turned(used.Axle, e), turned(used.Axle, f.thetaRad)
		y := math.Inf(1)
		for _, t := range g.rigTris(f.moving) {
			for _, v := range t {
				v = kick.Mul3x1(v.Sub(f.arm)).Add(f.arm)
				v = raise.Mul3x1(v.Sub(used.Center)).Add(used.Center)
				y = min(y, v[1])
			}
		}
		if y < low.Min[1]-1e-6 {
			g.note(scene.Warning, "BREECH_TOO_LOW", fmt.Sprintf("at full recoil the breech passes %.3g m below the lowest part that stands still", low.Min[1]-y),
				fmt.Sprintf("the gun is raised by %.3g deg, and the recoil's arc tips it by 3 deg", e*180/math.Pi),
				"make the recoil shorter, raise the gun less, or move its pivot towards the breech", f.moving...)
			return
		}
	}
}

// hangGun hangs turret, gun and what recoils on the body.
func (g *generator) hangGun(body *branch) {
	carrier := body
	if g.turret > 0 {
		h := &g.hinges[g.turret-1]
		t := &branch{planned: planned{name: "Turret", role: Turret, parts: h.Parts, at: snap(h.Center), frame: mainFrame(h.Axle), hinge: g.turret}}
		body.hang(t)
		carrier = t
	}
	f := g.kin.gun
	if f == nil {
		// What was meant to be a gun rides with the turret, where there is one.
		if carrier != body {
			for _, r := range []Role{Gun, Muzzle, Cradle} {
				carrier.parts = append(carrier.parts, g.having(r)...)
			}
		}
		return
	}
	h := &g.hinges[f.hinge]
	frame := gunFrame(h.Axle, f.tip.Sub(f.breech))
	gun := &branch{planned: planned{name: "Gun", role: Gun, parts: h.Parts, at: snap(h.Center), frame: frame, hinge: f.hinge + 1}}
	carrier.hang(gun)
	if f.slide > 0 {
		gun.parts = f.carried
		arm := &branch{planned: planned{name: "RecoilArm", role: Gun, at: snap(f.arm), frame: frame}}
		arm.hang(&branch{planned: planned{name: "Barrel", role: Gun, parts: f.moving, at: snap(h.Center), frame: frame}})
		gun.hang(arm)
	}
}

// gunFrame is a gun's rest rotation: X along the trunnions, so that a positive
// turn raises the muzzle, Y from the breech to the tip as near as it can be.
func gunFrame(axle, along mgl64.Vec3) mgl64.Mat3 {
	y := along.Sub(axle.Mul(along.Dot(axle)))
	if y.Len() < 1e-9 {
		y, _ = across(axle)
	}
	y = y.Normalize()
	return mgl64.Mat3FromCols(axle, y, axle.Cross(y))
}

// ringOf finds where a turret turns: the middle of its round base, else the
// middle of its area; at its foot.
func ringOf(tris []tri) (c mgl64.Vec3, sure float64, why string) {
	b := scene.EmptyBox()
	for _, t := range tris {
		b = b.Add(t[0]).Add(t[1]).Add(t[2])
	}
	foot := b.Min[1]
	for _, share := range []float64{0.02, 0.05, 0.1, 0.15, 0.25} {
		cut := section(tris, mgl64.Vec3{0, foot + share*b.Size()[1], 0}, mgl64.Vec3{0, 1, 0})
		if c, r, off, ok := circleOf(cut); ok && off < 0.03*r && r > 0.1*max(b.Size()[0], b.Size()[2])/2 {
			return mgl64.Vec3{c[0], foot, c[2]}, 1, fmt.Sprintf("round base of radius %.2f m", r)
		}
	}
	m := measure(tris)
	return mgl64.Vec3{m.centroid[0], foot, m.centroid[2]}, 0.6, "middle of its area: it has no round base"
}

// circleOf fits a circle to a level cut by the method of Kåsa (least squares of
// x^2+z^2 + Dx + Ez + F), which is exact for points on a circle. ok is false
// where the cut goes less than three quarters of the way round. off is the root
// mean square distance from it.
func circleOf(cut []segment) (c mgl64.Vec3, r, off float64, ok bool) {
	if len(cut) < 6 {
		return c, 0, 0, false
	}
	var o mgl64.Vec3
	for _, s := range cut {
		o = o.Add(s.a).Add(s.b)
	}
	o = o.Mul(1 / float64(2*len(cut)))
	var a [4][4]float64
	var rhs [4]float64
	for _, s := range cut {
		for _, p := range []mgl64.Vec3{s.a, s.b} {
			x, z := p[0]-o[0], p[2]-o[2]
			row := [3]float64{x, z, 1}
			for i := range 3 {
				for j := range 3 {
					a[i][j] += row[i] * row[j]
				}
				rhs[i] -= row[i] * (x*x + z*z)
			}
		}
	}
	a[3][3] = 1
	x, solved := solve4(a, rhs)
	if !solved {
		return c, 0, 0, false
	}
	cx, cz := -x[0]/2, -x[1]/2
	rr := cx*cx + cz*cz - x[2]
	if !(rr > 0) {
		return c, 0, 0, false
	}
	r = math.Sqrt(rr)
	var sector [16]bool
	n, sum := 0, 0.0
	for _, s := range cut {
		for _, p := range []mgl64.Vec3{s.a, s.b} {
			dx, dz := p[0]-o[0]-cx, p[2]-o[2]-cz
			e := math.Hypot(dx, dz) - r
			sum += e * e
			n++
			sector[min(int((math.Atan2(dz, dx)/(2*math.Pi)+0.5)*16), 15)] = true
		}
	}
	seen := 0
	for _, s := range sector {
		if s {
			seen++
		}
	}
	return mgl64.Vec3{o[0] + cx, o[1], o[2] + cz}, r, math.Sqrt(sum / float64(n)), seen >= 6 && n >= 12 && spreadRound(sector)
}

// spreadRound reports whether no gap between marked sectors is wider than a
// quarter of the circle.
func spreadRound(sector [16]bool) bool {
	gap := 0
	for i := range 32 {
		if sector[i%16] {
			gap = 0
			continue
		}
		if gap++; gap > 4 {
			return false
		}
	}
	return true
}
