package gait_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/gait"
	"donorlab/internal/house/racing"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// point is one that is carried by a node, in the node's frame.
type point struct {
	node int
	at   mgl64.Vec3
}

// contacts are what a foot can stand on: the heel, which the foot carries, and the
// ball with what is ahead of it, which the toes carry where there are any.
type contacts struct {
	heel point
	ball []point
	long []mgl64.Vec3 // from the heel to each point of the ball of a flat foot: left, up, ahead
}

// contacts reads them from the rest pose and the mesh.
func (w *wearer) contacts(side humanoid.Side) contacts {
	c := w.touching(side)
	rest, r := w.m.World(nil, nil, w.order), &w.bones.Rest
	for _, b := range c.ball {
		d := mgl64.TransformCoordinate(b.at, rest[b.node]).Sub(mgl64.TransformCoordinate(c.heel.at, rest[c.heel.node]))
		c.long = append(c.long, mgl64.Vec3{d.Dot(r.Left), d.Dot(r.Up), d.Dot(r.Forward)})
	}
	return c
}

func (w *wearer) touching(side humanoid.Side) contacts {
	l := &w.bones.Rest.Legs[side]
	foot := w.node(humanoid.LeftFoot.On(side))
	if foot < 0 {
		foot = w.node(humanoid.LeftLowerLeg.On(side))
	}
	rest := w.m.World(nil, nil, w.order)
	hung := func(node int, at mgl64.Vec3) point {
		inv, _ := scene.InverseAffine(rest[node])
		return point{node, mgl64.TransformCoordinate(at, inv)}
	}
	if l.FootInShin { // it stands on the end of its shin
		p := hung(foot, l.Sole)
		return contacts{heel: p, ball: []point{p}}
	}
	fwd, up := w.bones.Rest.Forward, w.bones.Rest.Up
	leg := w.rig.Leg
	ball := min(max(l.Ball.Sub(l.Ankle).Dot(fwd), .06*leg), .35*leg)
	heel := min(max(l.Heel, .02*leg), .15*leg)
	sole := l.Ankle.Sub(up.Mul(min(l.AnkleHeight, .4*leg)))
	c := contacts{heel: hung(foot, sole.Sub(fwd.Mul(heel)))}
	toes := w.node(humanoid.LeftToes.On(side))
	if toes < 0 {
		c.ball = []point{hung(foot, sole.Add(fwd.Mul(ball)))}
		return c
	}
	under := l.Ball.Sub(up.Mul(l.Ball.Sub(sole).Dot(up)))
	c.ball = append(w.tread(toes, sole.Dot(up)+.02*leg), hung(toes, under))
	return c
}

// tread is the vertices that the toes alone carry, up to a height above which they
// are no sole; at most some twenty of them.
func (w *wearer) tread(toes int, top float64) (all []point) {
	rest := w.m.World(nil, nil, w.order)
	for i := range w.m.Nodes {
		n := &w.m.Nodes[i]
		mesh, ok := n.Mesh.Get()
		skin, skinned := n.Skin.Get()
		if !ok || !skinned {
			continue
		}
		sk := &w.m.Skins[skin]
		for k := range w.m.Meshes[mesh].Primitives {
			pr := &w.m.Meshes[mesh].Primitives[k]
			for v := range pr.Weights {
				on := 0.0
				for j, x := range pr.Weights[v] {
					if x > 0 && sk.Joints[pr.Joints[v][j]] == toes {
						on += float64(x)
					}
				}
				if on < .999 {
					continue
				}
				for j, x := range pr.Weights[v] {
					if x > 0 {
						pos := pr.Positions[v]
						at := mgl64.TransformCoordinate(mgl64.Vec3{float64(pos[0]), float64(pos[1]), float64(pos[2])}, sk.InverseBind[pr.Joints[v][j]])
						if mgl64.TransformCoordinate(at, rest[toes]).Dot(w.bones.Rest.Up) < top {
							all = append(all, point{toes, at})
						}
						break
					}
				}
			}
		}
	}
	if step := len(all)/20 + 1; step > 1 {
		few := all[:0]
		for i := 0; i < len(all); i += step {
			few = append(few, all[i])
		}
		all = few
	}
	return all
}

// judge adds up, over each stance, how far the foot slid along the ground in the pose
// as it is drawn: tick by tick, the motion of what it stands on, which is the heel or
// the ball, whichever moved less. Where the foot rolled from one to the other between
// two ticks, what it stands on now is held to where a flat foot has it that stood on
// what it stood on then. Of all points of the ball the one counts that is worst. It
// knows nothing of the clock but which feet are planted, on what slope and heading.
type judge struct {
	w      *wearer
	feet   [2]contacts
	plants [2]int
	heel   [2]mgl64.Vec3
	ball   [2][]mgl64.Vec3
	sum    [2]float64
	worst  float64 // metres
}

func (w *wearer) judge() *judge {
	return &judge{w: w, feet: [2]contacts{w.contacts(0), w.contacts(1)}}
}

func (g *judge) see(p *gait.Pawn) {
	world := g.w.world(p)
	for s := range g.feet {
		c, f := &g.feet[s], &p.Clock.Feet[s]
		flat := func(d mgl64.Vec3) float64 { return d.Sub(f.Normal.Mul(d.Dot(f.Normal))).Len() }
		heel := mgl64.TransformCoordinate(c.heel.at, world[c.heel.node])
		if g.ball[s] == nil {
			g.ball[s], g.plants[s] = make([]mgl64.Vec3, len(c.ball)), -1
		}
		turn := mgl64.QuatBetweenVectors(mgl64.Vec3{0, 1, 0}, f.Normal).Mul(mgl64.QuatRotate(f.Yaw, mgl64.Vec3{0, 1, 0}))
		var stays, ontoBall, ontoHeel float64
		for i, b := range c.ball {
			at, was := mgl64.TransformCoordinate(b.at, world[b.node]), g.ball[s][i]
			long := turn.Rotate(c.long[i])
			stays = max(stays, flat(at.Sub(was)))
			ontoBall = max(ontoBall, flat(at.Sub(g.heel[s].Add(long))))
			ontoHeel = max(ontoHeel, flat(heel.Sub(was.Sub(long))))
			g.ball[s][i] = at
		}
		g.sum[s] += min(flat(heel.Sub(g.heel[s])), stays, ontoBall, ontoHeel)
		if f.Planted && f.Plants == g.plants[s] {
			g.worst = max(g.worst, g.sum[s])
		} else {
			g.sum[s] = 0
		}
		g.heel[s] = heel
		if g.plants[s] = f.Plants; !f.Planted {
			g.plants[s] = -1
		}
	}
}

// slides plays moves and returns the worst slide of a planted foot, metres.
func (w *wearer) slides(moves []gait.Move, ground gait.Terrain) float64 {
	p := w.pawn()
	p.Terrain = ground
	d := gait.Driver{Moves: moves, Ground: ground, Pace: p.Pace}
	p.Tick(0, d.Step(0))
	g := w.judge()
	for i := 0; float64(i)/60 < gait.Seconds(moves); i++ {
		p.Tick(1./60, d.Step(1./60))
		g.see(p)
	}
	return g.worst
}

// TestTreads: where a file has toes and a mesh, the judge looks at vertices of it.
func TestTreads(t *testing.T) {
	w := wear(t, "sample:walker", samples.Walker())
	for s := range humanoid.Side(2) {
		if n := len(w.contacts(s).ball); n < 5 {
			t.Errorf("side %d: the ball is judged by %d points", s, n)
		}
	}
}

// TestStripsSkate: in every strip a planted foot stays in the pose as drawn to a tenth
// of a millimetre, as the judge has it and as the trace says, and its leg reaches it.
func TestStripsSkate(t *testing.T) {
	pr := gait.Defaults()
	all := append([]*wearer{wear(t, "sample:walker", samples.Walker())}, wearers(t)...)
	strips := gait.Strips(&pr)
	for _, w := range racing.Thin(all, 4) {
		for i := range strips {
			s := &strips[i]
			p := w.pawn()
			g := w.judge()
			worst, miss := 0.0, 0.0
			if err := s.Play(p, func(k gait.Tick) error {
				g.see(p)
				r := p.Trace(k.Time)
				worst, miss = max(worst, r.Skate[0], r.Skate[1]), max(miss, r.PlantedMiss)
				for i := range r.Planted {
					if m := 1000 * p.FootMiss(i); r.Planted[i] && m > r.PlantedMiss || !r.Planted[i] && m > r.SwingMiss {
						t.Fatalf("%s, %s: foot %d misses by %g mm, the trace says %g planted, %g swinging", w.name, s.Name, i, m, r.PlantedMiss, r.SwingMiss)
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if got := 1000 * g.worst; got > .1*p.Pace {
				t.Errorf("%s, %s: a planted foot is drawn sliding by %.3f mm", w.name, s.Name, got)
			}
			if worst > .1*p.Pace {
				t.Errorf("%s, %s: the trace says that a foot slid %.4f mm", w.name, s.Name, worst)
			}
			if miss > .1*p.Pace {
				t.Errorf("%s, %s: a leg falls %.3f mm short of its planted foot", w.name, s.Name, miss)
			}
		}
	}
}

// TestSkateIsSeen: a judge that cannot fail is none. A leg that a hand turns while
// its foot stands slides it by about its length times the angle.
func TestSkateIsSeen(t *testing.T) {
	w := wear(t, "sample:walker", samples.Walker())
	p := w.pawn()
	g := w.judge()
	p.Tick(0, gait.Motion{})
	for i := range 20 {
		p.Tick(1./60, gait.Motion{})
		turn := scene.Identity()
		turn.R = mgl64.QuatRotate(float64(i)*.01, mgl64.Vec3{1, 0, 0})
		p.Edits = []gait.Edit{{Node: w.node(humanoid.LeftUpperLeg), Delta: turn}}
		g.see(p)
	}
	if leg := w.rig.Leg; math.Abs(g.worst-.19*leg) > .06*leg {
		t.Errorf("a leg that is turned by 0.19 rad slides its foot by %.3f m, says the judge", g.worst)
	}
}
