package gait

// Live goes on by dt with a move of the moment in place of a script, and returns what
// the body does then: for a body that a hand steers. The move is given anew each
// tick: its Turn and Sweep are a second's where Seconds is 1. With Jump the body
// takes off as soon as it is on the ground.
func (d *Driver) Live(dt float64, m Move) Motion {
	d.Moves, d.index, d.into, d.jumped = append(d.Moves[:0], m), 0, 0, false
	return d.Step(dt)
}
