package samples

// sensorAt is the sight's centre, model space: slung under the nose.
var sensorAt = vec{0, 1.20, 6.74}

// stealthAssembly puts the helicopter together in the layout asked for.
func stealthAssembly(v Variant) *assembly {
	a := &assembly{name: "StealthHelicopter"}
	a.truth.Front, a.truth.Up = vec{0, 0, 1}, vec{0, 1, 0}
	origin := at(vec{})
	a.add("Fuselage", -1, origin, stealthFuselage())
	a.add("Tail", -1, origin, stealthTail())
	a.add("Cockpit", -1, origin, stealthCockpit())
	a.add("Canopy_Frame", -1, origin, stealthCanopyFrame())
	a.add("Canopy_Glass", -1, origin, stealthGlass())
	a.add("Sensor_Ball", -1, at(sensorAt), sensorBall())
	a.addGun()
	a.addGear()
	blades := v.MainBlades
	if blades == 0 {
		blades = 5
	}
	switch v.Layout {
	case Coaxial:
		a.addMainRotor("MainRotor", mainHub, mastAxis, blades, mainRadius, 0.52, 0, LabelMain)
		up := mainHub.Add(mastAxis.Mul(1.05))
		a.addMainRotor("UpperRotor", up, mastAxis, blades, mainRadius, 0.62, 180/float64(blades), LabelMain2)
	case Tandem:
		front, rear := mainHub.Add(vec{0, 0, 3.0}), mainHub.Add(vec{0, 0.5, -4.6})
		a.addMainRotor("FrontRotor", front, mastAxis, blades, mainRadius*0.8, 0.6, 0, LabelMain)
		a.addMainRotor("RearRotor", rear, leaning(5), blades, mainRadius*0.8, 1.2, 180/float64(blades), LabelMain2)
	default:
		a.addMainRotor("MainRotor", mainHub, mastAxis, blades, mainRadius, 0.52, 0, LabelMain)
	}
	if v.Layout == Fantail {
		n := v.FanBlades
		if n == 0 {
			n = 10
		}
		a.addFan(n)
	}
	return a
}
