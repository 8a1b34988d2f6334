package gait

import (
	"strconv"
)

// Row is what a pawn did in one tick, as a line of a CSV file; Columns names its
// values.
type Row struct {
	Time    float64 // seconds
	Phase   float64 // 0..1, see Clock.Phase
	Stride  float64 // metres
	Speed   float64 // m/s, smoothed: what the gait goes by
	Moving  bool
	Blend   Blend
	Ground  float64 // weights of standing, jumping and floating; they sum to one
	Air     float64
	Float   float64
	Crouch  float64    // 0..1
	Flail   float64    // 0..1
	Height  [2]float64 // metres, of each sole over the ground
	Planted [2]bool
	Skate   [2]float64 // millimetres that a planted foot has slid since it was put down, in the pose as drawn
	Steps   int        // feet put down since the start

	// Millimetres by which a leg fell short of its foot's place, the worse of the two:
	// of a planted foot, which then is drawn sliding, and of one in the air, which is
	// only drawn nearer than it was meant to be.
	PlantedMiss, SwingMiss float64
}

// Columns are the names of a Row's values in a CSV file, in order. Left foot before
// right; switches are 0 or 1.
var columns = [...]string{"time_s", "phase", "stride_m", "speed_mps", "moving",
	"w_idle", "w_walk", "w_run", "w_forward", "w_left", "w_back", "w_right",
	"w_ground", "w_air", "w_float", "w_crouch", "w_flail",
	"left_height_m", "right_height_m", "left_planted", "right_planted",
	"left_skate_mm", "right_skate_mm", "steps",
	"planted_miss_mm", "swing_miss_mm"}

// Columns returns the names of a Row's values in a CSV file, in order: of feet the
// left one first; w_ are weights; switches are 0 or 1.
func Columns() []string { return columns[:] }

// Trace is the pawn's last tick as a Row; time is the caller's.
func (p *Pawn) Trace(time float64) Row {
	c, b := &p.Clock, &p.body
	r := Row{Time: time, Phase: c.Phase, Stride: c.Stride, Speed: c.Speed, Moving: c.Moving(), Blend: c.Blend,
		Ground: b.w[onGround], Air: b.w[inAir], Float: b.w[inFloat], Crouch: p.move.Crouch, Flail: smooth(b.flail), Steps: c.Steps}
	legged := p.rig != nil && p.rig.Legged
	if !legged {
		switch {
		case p.move.Flying:
			r.Float = 1
		case p.move.Airborne:
			r.Air = 1
		default:
			r.Ground = 1
		}
	}
	for i := range r.Height {
		f := &c.Feet[i]
		r.Planted[i] = f.Planted
		r.Height[i] = f.Height
		if !legged {
			continue
		}
		if c.drive == airborne {
			r.Height[i] = max(0, b.feet[i].sole[1]) * p.scale()
		}
		r.Skate[i] = 1000 * b.feet[i].skate
		if miss := 1000 * p.FootMiss(i); f.Planted {
			r.PlantedMiss = max(r.PlantedMiss, miss)
		} else {
			r.SwingMiss = max(r.SwingMiss, miss)
		}
	}
	return r
}

// Append adds the row's values as CSV, without a line's end.
func (r *Row) Append(b []byte) []byte {
	num := func(x float64) {
		if len(b) > 0 && b[len(b)-1] != '\n' {
			b = append(b, ',')
		}
		if x == 0 {
			x = 0 // no minus zero
		}
		b = strconv.AppendFloat(b, x, 'f', 6, 64)
	}
	whole := func(x int) {
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(x), 10)
	}
	flag := func(x bool) {
		n := 0
		if x {
			n = 1
		}
		whole(n)
	}
	num(r.Time)
	num(r.Phase)
	num(r.Stride)
	num(r.Speed)
	flag(r.Moving)
	for _, w := range [...]float64{r.Blend.Idle, r.Blend.Walk, r.Blend.Run, r.Blend.Forward, r.Blend.Left, r.Blend.Back, r.Blend.Right,
		r.Ground, r.Air, r.Float, r.Crouch, r.Flail, r.Height[Left], r.Height[Right]} {
		num(w)
	}
	flag(r.Planted[Left])
	flag(r.Planted[Right])
	num(r.Skate[Left])
	num(r.Skate[Right])
	whole(r.Steps)
	num(r.PlantedMiss)
	num(r.SwingMiss)
	return b
}

// FootMiss is how far a leg fell short of where its foot was to be, metres of the
// world, in the last tick.
func (p *Pawn) FootMiss(foot int) float64 { return p.body.feet[foot].miss * p.scale() }
