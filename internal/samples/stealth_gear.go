package samples

import "github.com/go-gl/mathgl/mgl64"

// Wheels, metres. All three touch y = 0.
const (
	mainWheelRadius = 0.34
	tailWheelRadius = 0.21
)

var (
	mainWheel = vec{1.16, mainWheelRadius, 2.02} // left; the right is its mirror image
	tailWheel = vec{0, tailWheelRadius, -4.34}
)

// wheel is tyre and rim about X. Its outline has a corner straight down, so
// that a wheel at its radius touches the ground exactly.
func wheel(r, w float64, sides int) *shape {
	s := newShape(matRubber, LabelWheel)
	tyre := newShape(matRubber, LabelWheel)
	tyre.lathe([]turned{
		{-0.36 * w, 0.60 * r}, {-0.5 * w, 0.70 * r}, {-0.5 * w, 0.88 * r}, {-0.32 * w, 0.985 * r}, {-0.1 * w, r},
		{0.1 * w, r}, {0.32 * w, 0.985 * r}, {0.5 * w, 0.88 * r}, {0.5 * w, 0.70 * r}, {0.36 * w, 0.60 * r},
	}, sides, true, true)
	rim := newShape(matMetal, LabelWheel)
	rim.lathe([]turned{{-0.34 * w, 0.61 * r}, {-0.22 * w, 0.30 * r}, {-0.42 * w, 0.20 * r}, {-0.42 * w, 0}}, sides/2, false, false)
	rim.tone = 0.85
	rim.lathe([]turned{{0.34 * w, 0.61 * r}, {0.22 * w, 0.30 * r}, {0.42 * w, 0.20 * r}, {0.42 * w, 0}}, sides/2, false, false)
	s.merge(tyre, toX())
	s.merge(rim, toX())
	return s
}

// mainStrut is the left trailing arm with its shock strut and the open door.
func mainStrut() *shape {
	s := newShape(matMetal, LabelBody)
	axle := mainWheel
	hub := axle.Sub(vec{0.16, 0, 0})
	pivot := vec{0.74, 0.98, 2.62}
	s.tone = 0.7
	s.strip([]vec{pivot, hub.Add(vec{0, 0.02, 0.06}), hub.Add(vec{0, 0, -0.07})}, 0.13, 0.10, vec{1, 0, 0})
	s.tone = 1
	s.rod(hub.Sub(vec{0.05, 0, 0}), axle.Sub(vec{0.05, 0, 0}), 0.045, 10)
	top := vec{0.80, 1.16, 2.02}
	low := hub.Add(vec{-0.04, 0.05, 0.04})
	mid := top.Mul(0.45).Add(low.Mul(0.55))
	s.mat, s.tone = matPanel, 1
	s.rod(top, mid, 0.062, 10)
	s.mat, s.tone = matMetal, 1
	s.rod(mid, low, 0.040, 10)
	s.tone = 1
	s.use(matFrame)
	s.rod(pivot.Add(vec{0.02, 0.06, 0}), top.Add(vec{0, -0.08, 0}), 0.022, 6)
	s.use(matBody)
	s.slab([]vec{{0.94, 1.02, 2.74}, {1.06, 0.62, 2.62}, {1.06, 0.60, 2.22}, {0.94, 1.00, 2.14}}, vec{0.025, 0.01, 0}) // door
	return s
}

// tailStrut is the tail wheel's leg and fork.
func tailStrut() *shape {
	s := newShape(matMetal, LabelBody)
	s.tone = 0.7
	root := vec{0, 1.36, -4.02}
	knee := vec{0, 0.50, -4.22}
	s.strip([]vec{root, knee}, 0.10, 0.13, vec{1, 0, 0})
	s.tone = 1
	s.rod(knee.Add(vec{0, 0.06, 0}), knee.Sub(vec{0, 0.10, 0}), 0.05, 10)
	left := newShape(matMetal, LabelBody)
	left.strip([]vec{knee.Add(vec{0.02, -0.02, 0}), tailWheel.Add(vec{0.085, 0.07, 0.03}), tailWheel.Add(vec{0.085, -0.03, 0})}, 0.06, 0.022, vec{0, 0, 1})
	s.both(left)
	s.rod(tailWheel.Add(vec{0.10, 0, 0}), tailWheel.Sub(vec{0.10, 0, 0}), 0.022, 8)
	s.use(matPanel)
	s.strip([]vec{{0, 1.30, -4.40}, knee.Add(vec{0, 0.10, -0.03})}, 0.05, 0.05, vec{1, 0, 0})
	return s
}

// addGear adds struts and wheels. The right main wheel shares the left one's mesh.
func (a *assembly) addGear() {
	left := mainStrut()
	a.add("Gear_Strut_L", -1, at(vec{}), left)
	a.add("Gear_Strut_R", -1, at(vec{}), left.moved(mgl64.Scale3D(-1, 1, 1)))
	a.add("Gear_Strut_Tail", -1, at(vec{}), tailStrut())
	big, small := wheel(mainWheelRadius, 0.24, 28), wheel(tailWheelRadius, 0.13, 20)
	right := vec{-mainWheel[0], mainWheel[1], mainWheel[2]}
	for _, w := range []struct {
		name  string
		at    vec
		r     float64
		shape *shape
	}{
		{"Wheel_Main_L", mainWheel, mainWheelRadius, big},
		{"Wheel_Main_R", right, mainWheelRadius, big},
		{"Wheel_Tail", tailWheel, tailWheelRadius, small},
	} {
		p := at(w.at)
		p.T[1] = snap(w.r)
		n := a.add(w.name, -1, p, w.shape)
		a.truth.Wheels = append(a.truth.Wheels, WheelTruth{Center: p.T, Axle: vec{1, 0, 0}, Radius: snap(w.r), Nodes: []int{n}})
	}
}

// The chin gun, metres.
var (
	gunPivot  = vec{0, 0.90, 5.42}
	gunMuzzle = vec{0, 0.70, 7.06}
)

// gunTurret is the drum under the nose, origin at the pivot.
func gunTurret() *shape {
	s := newShape(matBody, LabelGun)
	s.tone = 0.85
	s.lathe([]turned{{0.05, 0.30}, {-0.04, 0.30}, {-0.16, 0.25}, {-0.29, 0.13}, {-0.31, 0}}, 14, false, false)
	s.tone = 1
	s.use(matPanel)
	left := newShape(matPanel, LabelGun)
	left.slab([]vec{{0.115, -0.05, 0.10}, {0.115, -0.08, 0.46}, {0.115, -0.20, 0.52}, {0.115, -0.29, 0.44}, {0.115, -0.30, 0.05}}, vec{0.035, 0, 0})
	s.both(left)
	s.use(matFrame)
	s.strip([]vec{{0, -0.19, -0.05}, {0, -0.20, 0.50}}, 0.19, 0.17, vec{1, 0, 0})
	return s
}

// gunBarrels are three barrels with their clamps, origin at the pivot.
func gunBarrels() *shape {
	s := newShape(matMetal, LabelGun)
	s.tone = 0.32
	tip := gunMuzzle.Sub(gunPivot)
	for i := range 3 {
		sin, cos := sinCosDeg(120 * float64(i))
		o := vec{0.040 * sin, 0.040 * cos, 0}
		s.rod(vec{0, tip[1], 0.35}.Add(o), tip.Add(o), 0.019, 8)
		s.rod(tip.Add(o).Sub(vec{0, 0, 0.16}), tip.Add(o).Add(vec{0, 0, 0.004}), 0.026, 8)
	}
	s.tone = 0.5
	for _, z := range []float64{0.72, 1.12, 1.42} {
		s.rod(vec{0, tip[1], z - 0.025}, vec{0, tip[1], z + 0.025}, 0.072, 12)
	}
	s.rod(vec{0, tip[1], 0.36}, vec{0, tip[1], 0.62}, 0.085, 12)
	return s
}

// addGun adds turret and barrels, two nodes at the pivot.
func (a *assembly) addGun() {
	t := a.add("Gun_Turret", -1, at(gunPivot), gunTurret())
	b := a.add("Gun_Barrels", -1, at(gunPivot), gunBarrels())
	a.truth.Gun = GunTruth{Pivot: snapVec(gunPivot), Muzzle: snapVec(gunMuzzle), Nodes: []int{t, b}}
}

// sensorBall is the sight under the nose: a faceted ball with two windows in a
// yoke. Origin at the ball's centre.
func sensorBall() *shape {
	s := newShape(matPanel, LabelBody)
	s.tone = 0.7
	s.ball(0.185, 12, 8)
	s.use(matDark)
	s.rod(vec{0.068, -0.02, 0.10}, vec{0.071, -0.022, 0.186}, 0.064, 10)
	s.rod(vec{-0.078, -0.05, 0.10}, vec{-0.081, -0.052, 0.180}, 0.048, 10)
	left := newShape(matBody, LabelBody)
	left.slab([]vec{{0.195, -0.07, 0.07}, {0.195, 0.20, 0.10}, {0.195, 0.26, -0.34}, {0.195, 0.02, -0.30}}, vec{0.036, 0, 0})
	s.both(left)
	return s
}
