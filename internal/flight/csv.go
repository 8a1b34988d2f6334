package flight

import (
	"math"
	"strconv"
	"strings"

	"donorlab/internal/flight/world"
)

// CSVHeader is the first line of a flight's CSV. Places are in the registry's
// frame (x right, y forward, z up: glTF's -X, Z, Y), angles in degrees.
//
// x, y, z are the final place; offset is the hug's eased offset and hug and
// cliff what it is eased towards (drop or 0, and the step up ahead); ground is
// the height below the engine's position, district the definition name there;
// state is hover, move or pivot. The further columns: the engine's own height
// and facing error, what the position offset and the combat height added, drift,
// gun and scale; the lead point, the ground and district there; match radius,
// clearance over the highest thing below, and the step's event with the district
// and the distance that decided it.
const CSVHeader = "time,x,y,z,yawDeg,targetYawDeg,bankDeg,pitchDeg,offset,hug,cliff,ground,district,state" +
	",pawn,speed,engineX,engineY,engineZ,positionX,positionY,positionZ,combat,driftX,driftY,driftZ,errorDeg,gunDeg,scale" +
	",probeX,probeY,probeGround,probeDistrict,radius,clearance,event,eventDistrict,eventDistance\n"

// AppendCSV appends the line of one pawn's last step. Numbers have six digits
// after the point, so that two runs write the same bytes.
func (t *Trace) AppendCSV(b []byte, w *world.World, pawn int) []byte {
	num := func(x float64) {
		b = appendFixed(b, x)
		b = append(b, ',')
	}
	name := func(i int) {
		if i >= 0 {
			b = append(b, w.Names()[w.NameOf(i)]...)
		}
		b = append(b, ',')
	}
	f := t.Final()
	num(float64(t.Tick) * DT)
	num(-f[0])
	num(f[2])
	num(f[1])
	num(t.YawDeg)
	num(t.TargetYawDeg)
	num(t.BankDeg)
	num(t.PitchDeg)
	num(t.Offset)
	num(t.Hug)
	num(t.Cliff)
	num(t.Ground)
	name(t.District)
	b = append(b, t.State.String()...)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(pawn), 10)
	b = append(b, ',')
	num(t.Speed)
	num(-t.Engine[0])
	num(t.Engine[2])
	num(t.Engine[1])
	num(-t.Position[0])
	num(t.Position[2])
	num(t.Position[1])
	num(t.Combat)
	num(-t.Drift[0])
	num(t.Drift[2])
	num(t.Drift[1])
	num(t.ErrorDeg)
	num(t.GunDeg)
	num(t.Scale)
	num(-t.Probe[0])
	num(t.Probe[2])
	num(t.Probe[1])
	name(t.ProbeDistrict)
	num(t.Radius)
	num(t.Clearance)
	if t.Event.Kind == NoEvent {
		return append(b, ",,\n"...)
	}
	b = append(b, t.Event.Kind.String()...)
	b = append(b, ',')
	name(t.Event.District)
	b = appendFixed(b, t.Event.Distance)
	return append(b, '\n')
}

// appendFixed writes six digits after the point, never a negative zero. What is
// not finite is left empty.
func appendFixed(b []byte, x float64) []byte {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return b
	}
	if math.Abs(x) <= 0.5e-6 {
		x = 0
	}
	return strconv.AppendFloat(b, x, 'f', 6, 64)
}

// Text returns the log line of an event, as the plugin's log has it: which
// district, how far it was, and whose distance that is. It is empty where
// nothing happened.
func (t *Trace) Text(w *world.World) string {
	e := &t.Event
	if e.Kind == NoEvent {
		return ""
	}
	var s strings.Builder
	s.WriteString(strconv.FormatFloat(float64(t.Tick)*DT, 'f', 3, 64))
	s.WriteString(" s ")
	s.WriteString(e.Kind.String())
	at := "below"
	if e.AtProbe {
		at = "at the lead point"
	}
	short := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	switch e.Kind {
	case Climb:
		s.WriteString(": " + w.District(e.District).Name + " at " + short(e.Distance) + " of radius " + short(t.Radius) + ", " + at)
	case Descend:
		if e.District < 0 {
			s.WriteString(": no district that counts is left")
		} else {
			s.WriteString(": the nearest, " + w.District(e.District).Name + ", is at " + short(e.Distance) + ", beyond radius " + short(t.Radius) + ", " + at)
		}
	case CliffAhead:
		s.WriteString(": the ground at the lead point is " + short(e.Distance) + " higher than here")
	case Teleport:
		s.WriteString(": " + short(e.Distance) + " units from where it was")
	}
	return s.String()
}
