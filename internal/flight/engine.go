package flight

import "math"

// obey takes the orders of this step.
func (p *pawn) obey(e *env) {
	for p.next < len(e.script.events) && e.script.events[p.next].tick <= e.tick-1 {
		ev := &e.script.events[p.next]
		p.next++
		p.take(e, ev)
	}
}

func (p *pawn) take(e *env, ev *event) {
	switch ev.do {
	case DoMove:
		moving := p.cursor < p.end
		if ev.order.Append && moving && p.end == ev.from {
			p.end = ev.to
			return
		}
		p.cursor, p.end, p.dirOf = ev.from, ev.to, -1
		p.keys, p.aiming = false, false
		p.beginPivot(e)
	case DoStop:
		p.cursor, p.end, p.hold = 0, 0, 0
		p.keys = false
	case DoTeleport:
		p.x, p.z = ev.order.Points[0][0]+p.sx, ev.order.Points[0][1]+p.sz
		p.yawDeg = wrapDeg(ev.order.YawDeg)
		p.cursor, p.end, p.hold, p.keys, p.aiming = 0, 0, 0, false, false
		p.dx, p.dz = 0, 0
		p.placed, p.jumped = false, true
	case DoKeys:
		p.keys, p.forward, p.turnKey = true, ev.order.Forward, ev.order.Turn
		p.cursor, p.end, p.hold, p.aiming = 0, 0, 0, false
	case DoSpeed:
		p.speed = ev.order.Speed
	case DoCombat:
		p.combat = ev.order.On
	case DoFire:
		p.aiming = len(ev.order.Points) == 1
		if p.aiming {
			p.aimX, p.aimZ = ev.order.Points[0][0], ev.order.Points[0][1]
			p.fireWait = int(pivotMaxS * Rate)
		} else {
			p.gunTick = 0
		}
	}
}

// beginPivot holds the start of a move while the pawn turns on the spot, if it
// stood for a second and must turn far enough.
func (p *pawn) beginPivot(e *env) {
	p.hold = 0
	s := e.set
	if s.PivotDeg <= 0 || s.TurnRateDeg <= 0 || p.still < int(pivotStillS*Rate) || p.cursor >= p.end {
		return
	}
	p.aimAtPoint(e)
	turn := math.Abs(ShortestDeg(p.turn.YawDeg, yawOf(p.dirX, p.dirZ)))
	if turn < s.PivotDeg {
		return
	}
	p.hold = int(math.Ceil(min(turn/s.TurnRateDeg+pivotExtraS, pivotMaxS)*Rate - 1e-9))
}

// move goes along the orders by one step over the plane.
func (p *pawn) move(e *env) {
	x0, z0 := p.x, p.z
	t := &p.trace
	t.State = Hover
	switch {
	case p.hold > 0:
		p.hold--
		p.aimAtPoint(e)
		p.yawDeg = yawOf(p.dirX, p.dirZ)
		t.State = Pivot
	case p.keys:
		p.yawDeg = wrapDeg(p.yawDeg + p.turnKey*e.engine.KeyTurnDeg*DT)
		s, c := math.Sincos(p.yawDeg * (math.Pi / 180))
		way := p.forward * p.speed * DT
		p.stay(e, p.x+s*way, p.z+c*way)
	case p.cursor < p.end:
		if e.set.Beyond.TurnRadius > 0 {
			p.flyCurve(e)
		} else {
			p.flyWay(e)
		}
	}
	p.dx, p.dz = p.x-x0, p.z-z0
	if p.jumped {
		p.dx, p.dz = 0, 0
	}
	if p.dx != 0 || p.dz != 0 {
		t.State = Move
		p.still = 0
	} else {
		p.still++
	}
}

// stay keeps keyboard flight on the map: a step that leads off it is not taken.
func (p *pawn) stay(e *env, x, z float64) {
	if _, ok := e.w.TileAt(x, z); ok {
		p.x, p.z = x, z
	}
}

// point returns where the way leads next.
func (p *pawn) point(e *env) (x, z float64) {
	q := &e.script.points[p.cursor]
	return q[0] + p.sx, q[1] + p.sz
}

// aimAtPoint works out the direction to the next point, once a point: along a
// straight leg it does not change.
func (p *pawn) aimAtPoint(e *env) {
	if p.dirOf == p.cursor {
		return
	}
	x, z := p.point(e)
	dx, dz := x-p.x, z-p.z
	d := length(dx, dz)
	p.dirOf = p.cursor
	if d < 1e-9 {
		s, c := math.Sincos(p.yawDeg * (math.Pi / 180))
		p.dirX, p.dirZ = s, c
		return
	}
	p.dirX, p.dirZ = dx/d, dz/d
}

// flyWay is the engine's own motion: straight from point to point, facing at
// once where it goes.
func (p *pawn) flyWay(e *env) {
	left := p.speed * DT
	for left > 0 && p.cursor < p.end {
		p.aimAtPoint(e)
		x, z := p.point(e)
		d := length(x-p.x, z-p.z)
		if d > 1e-9 {
			p.yawDeg = yawOf(p.dirX, p.dirZ)
		}
		if d > left {
			p.x += p.dirX * left
			p.z += p.dirZ * left
			return
		}
		p.x, p.z = x, z
		left -= d
		p.cursor++
		p.dirOf = -1
	}
}

// flyCurve is the lab's own motion with a smallest turn radius: the course
// turns towards the next point no faster than the radius allows. A point inside
// the turning circle on its side cannot be reached by turning, so the pawn
// flies straight on until it can.
func (p *pawn) flyCurve(e *env) {
	r := e.set.Beyond.TurnRadius
	left := p.speed * DT
	for left > 1e-12 && p.cursor < p.end {
		x, z := p.point(e)
		dx, dz := x-p.x, z-p.z
		d := length(dx, dz)
		if d <= left {
			p.x, p.z = x, z
			left -= d
			p.cursor++
			continue
		}
		turn := ShortestDeg(p.yawDeg, yawOf(dx, dz)) * (math.Pi / 180)
		s, c := math.Sincos(p.yawDeg * (math.Pi / 180))
		if math.Abs(turn) > 1e-9 {
			// The circle's centre lies to the left, (c, -s), for a left turn. It
			// stays where it is while the pawn goes round it.
			side := math.Copysign(r, turn)
			if length(dx-side*c, dz+side*s) > r*(1+1e-3) {
				arc := min(left/r, math.Abs(turn))
				p.x, p.z = p.x+side*c, p.z-side*s
				p.yawDeg = wrapDeg(p.yawDeg + math.Copysign(arc, turn)*(180/math.Pi))
				s, c = math.Sincos(p.yawDeg * (math.Pi / 180))
				p.x, p.z = p.x-side*c, p.z+side*s
				left -= arc * r
				if left > 1e-12 {
					continue // it faces the point now
				}
				return
			}
		}
		p.x += s * left
		p.z += c * left
		return
	}
}

// climb takes the engine's altitude to the tile's elevation plus the cruise
// height. Off the map the last one stays.
func (p *pawn) climb(e *env) {
	s := e.w.At(p.x, p.z, e.survey.TimeS)
	t := &p.trace
	if s.Source != 0 {
		t.Ground = s.Ground
		goal := s.Elevation + e.engine.Cruise
		if !p.placed || e.engine.ClimbRate == 0 {
			p.y, p.placed = goal, true
		} else {
			p.y = toward(p.y, goal, e.engine.ClimbRate*DT)
		}
	}
	t.GroundSource, t.District, t.Middle, t.Inner = s.Source, int(s.District), s.Middle, e.apothem
}

// facing is the engine's facing: where it goes or aims at, with the nose turned
// into the wind.
func (p *pawn) facing(e *env) float64 {
	if p.aiming {
		if dx, dz := p.aimX-p.x, p.aimZ-p.z; p.trace.State == Hover && (dx != 0 || dz != 0) {
			p.yawDeg = yawOf(dx, dz)
		}
		p.fireWait--
		if p.fireWait <= 0 || math.Abs(ShortestDeg(p.turn.YawDeg, p.yawDeg)) <= alignedDeg {
			p.aiming, p.gunTick = false, 0
		}
	}
	b := &e.set.Beyond
	if b.WindSpeed == 0 || p.trace.Speed <= movingSpeed {
		return p.yawDeg
	}
	cross := b.WindSpeed * math.Sin((b.WindDeg-p.yawDeg)*(math.Pi/180))
	return wrapDeg(p.yawDeg - math.Asin(max(-1, min(1, cross/p.trace.Speed)))*(180/math.Pi))
}

// yawOf is the heading of a direction, degrees.
func yawOf(dx, dz float64) float64 { return math.Atan2(dx, dz) * (180 / math.Pi) }
