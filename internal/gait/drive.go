package gait

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Move is a piece of a scripted path: what a body does for a while. Speeds are m/s at pace one,
// angles degrees, positive to the left.
type Move struct {
	Seconds float64
	Speed   float64 // wished over the ground, or in flight ahead
	Toward  float64 // deg: direction of travel against the facing
	Sweep   float64 // deg by which Toward turns during the move
	Turn    float64 // deg by which the facing turns during the move
	World   bool    // Toward is against the world's +Z
	Jump    bool    // takes off at the beginning
	Crouch  float64 // 0..1
	Fly     bool    // noclip
	Rise    float64 // m/s upward in flight
	At      bool    // has its speed at once, without speeding up
}

// Numbers of a scripted body, at pace one: those of a brisk game character.
const (
	driveAccel   = 12.0 // m/s^2 with which it comes to its speed
	driveFlight  = 9.0  // the same in flight
	driveAir     = 2.0  // the same in a jump
	driveGravity = 9.81 // m/s^2
	driveJump    = 4.2  // m/s of a take-off: 0.9 m high
	driveCrouch  = 0.25 // s from standing to crouched
)

// Driver walks a body through moves: the pawn's stand-in for a player, for strips,
// videos and tests. The zero Driver with Moves set begins at the origin, facing +Z.
type Driver struct {
	Moves  []Move
	Ground Terrain
	Pace   float64 // size at which speeds are meant; zero means 1

	at       mgl64.Vec3
	velocity mgl64.Vec3
	yaw      float64
	airborne bool
	flying   bool
	crouch   float64
	index    int
	into     float64 // seconds into the move
	jumped   bool
}

// Done reports whether all moves are over.
func (d *Driver) Done() bool { return d.index >= len(d.Moves) }

// Seconds is how long all moves take.
func Seconds(moves []Move) (sum float64) {
	for _, m := range moves {
		sum += m.Seconds
	}
	return sum
}

// Step goes on by dt and returns what the body does then. After the last move the
// body goes on with it.
func (d *Driver) Step(dt float64) Motion {
	pace := d.Pace
	if !(pace > 0) {
		pace = 1
	}
	for !d.Done() && d.into >= d.Moves[d.index].Seconds-1e-9 {
		d.into -= d.Moves[d.index].Seconds
		d.index++
		d.jumped = false
	}
	var m Move
	if len(d.Moves) > 0 {
		m = d.Moves[min(d.index, len(d.Moves)-1)]
	}
	d.into += dt
	share := 0.0
	if m.Seconds > 0 {
		share = min(d.into/m.Seconds, 1)
		d.yaw = wrap(d.yaw + m.Turn*degree*dt/m.Seconds)
	}
	heading := (m.Toward + m.Sweep*share) * degree
	if !m.World {
		heading += d.yaw
		if m.Seconds > 0 {
			heading -= m.Turn * degree * dt / m.Seconds / 2 // the middle of the step stands for it
		}
	}
	want := level(0, m.Speed*pace, heading)
	d.steer(dt, m, want, pace)
	d.fall(dt, m, pace)
	goal := clamp(m.Crouch, 0, 1)
	d.crouch += clamp(goal-d.crouch, -dt/driveCrouch, dt/driveCrouch)
	return Motion{Position: d.at, Yaw: d.yaw, Airborne: d.airborne, Flying: d.flying, Crouch: smooth(d.crouch)}
}

// steer brings the level velocity to the wish.
func (d *Driver) steer(dt float64, m Move, want mgl64.Vec3, pace float64) {
	accel := driveAccel
	switch {
	case m.Fly:
		accel = driveFlight
	case d.airborne:
		accel = driveAir
	}
	flat := mgl64.Vec3{d.velocity[0], 0, d.velocity[2]}
	diff := want.Sub(flat)
	if l := diff.Len(); l > accel*pace*dt && !m.At {
		diff = diff.Mul(accel * pace * dt / l)
	}
	flat = flat.Add(diff)
	d.velocity[0], d.velocity[2] = flat[0], flat[2]
	d.at = d.at.Add(flat.Mul(dt))
}

// fall jumps, flies, falls and lands.
func (d *Driver) fall(dt float64, m Move, pace float64) {
	ground, _ := groundAt(d.Ground, d.at, 0)
	if m.Fly {
		d.flying, d.airborne = true, false
		up := m.Rise*pace - d.velocity[1]
		d.velocity[1] += clamp(up, -driveFlight*pace*dt, driveFlight*pace*dt)
		d.at[1] = max(ground, d.at[1]+d.velocity[1]*dt)
		return
	}
	if d.flying {
		d.flying, d.airborne = false, d.at[1] > ground+1e-6
	}
	if m.Jump && !d.jumped && !d.airborne {
		d.jumped, d.airborne = true, true
		d.velocity[1] = driveJump * pace
	}
	if !d.airborne {
		d.at[1], d.velocity[1] = ground, 0
		return
	}
	// Exact for a constant pull.
	d.at[1] += d.velocity[1]*dt - driveGravity*pace*dt*dt/2
	d.velocity[1] -= driveGravity * pace * dt
	if d.at[1] <= ground && d.velocity[1] <= 0 {
		d.at[1], d.velocity[1], d.airborne = ground, 0, false
	}
}

// PlaceAt puts the body somewhere, standing.
func (d *Driver) PlaceAt(at mgl64.Vec3, yaw float64) {
	d.at, d.yaw, d.velocity = at, yaw, mgl64.Vec3{}
	if h, _ := groundAt(d.Ground, at, at[1]); !math.IsNaN(h) {
		d.at[1] = h
	}
}
