package rig

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// trackSpec describes a tank's running gear.
type trackSpec struct {
	pitch   float64 // of the links, wished for: the belt's length decides
	yawDeg  float64
	joined  bool    // one continuous band with grousers instead of loose links
	links   bool    // a part for each link
	bare    bool    // no wheels inside
	scale   float64 // of everything; 0 is 1
	onePart bool    // both belts in one part
}

// tank builds a hull on two tracks and says what the links' pitch is.
func (s trackSpec) build() (k *kit, pitch float64) {
	circles := []pulley{{pt{0.75, 2.3}, 0.28}, {pt{0.7, -2.3}, 0.25}}
	for i := range 5 {
		circles = append(circles, pulley{pt{0.36, 1.5 - 0.75*float64(i)}, 0.3})
	}
	const thick = 0.06
	around := append([]pulley{}, circles...)
	for i := range around {
		around[i].r += thick / 2
	}
	path := beltAround(around)
	n := int(path.length/s.pitch + 0.5)
	pitch = path.length / float64(n)
	k = newKit()
	move := mgl64.HomogRotate3DY(s.yawDeg * math.Pi / 180)
	if s.scale != 0 {
		move = move.Mul4(mgl64.Scale3D(s.scale, s.scale, s.scale))
		pitch *= s.scale
	}
	k.add("hull", Body, box(1.6, 0.5, 5).at(0, 1.1, 0).moved(move))
	var both soup
	for _, x := range []float64{1, -1} {
		place := func(at float64, l soup) soup {
			mid, d := path.chord(at, 0.05)
			up, along := mgl64.Vec3{0, -d[1], d[0]}, mgl64.Vec3{0, d[0], d[1]} // inward normal is up of a link
			m := mgl64.Mat4FromCols(mgl64.Vec4{1, 0, 0, 0}, up.Vec4(0), along.Vec4(0), mgl64.Vec4{x, mid[0], mid[1], 1})
			return l.moved(m)
		}
		var belt soup
		if s.joined {
			at := func(i int, w, h float64) mgl64.Vec3 {
				p := path.at(path.length * float64(i) / float64(2*n))
				q := path.at(path.length*float64(i)/float64(2*n) + 1e-4)
				d := q.sub(p)
				d = d.mul(1 / d.len())
				return mgl64.Vec3{x + w, p[0] + h*d[1], p[1] - h*d[0]}
			}
			for i := range 2 * n {
				h := thick / 2
				belt = append(belt, hexa([8]mgl64.Vec3{at(i, -0.2, -h), at(i, 0.2, -h), at(i, 0.2, h), at(i, -0.2, h),
					at(i+1, -0.2, -h), at(i+1, 0.2, -h), at(i+1, 0.2, h), at(i+1, -0.2, h)})...)
				if i%2 == 0 {
					belt = append(belt, hexa([8]mgl64.Vec3{at(i, -0.15, h), at(i, 0.15, h), at(i, 0.15, 1.6*h), at(i, -0.15, 1.6*h),
						at(i+1, -0.1, h), at(i+1, 0.1, h), at(i+1, 0.1, 1.3*h), at(i+1, -0.1, 1.3*h)})...)
				}
			}
		} else {
			one := join(box(0.4, thick, 0.86*path.length/float64(n)), box(0.3, 0.02, 0.02).at(0, -thick/2-0.01, 0.2*path.length/float64(n)))
			for i := range n {
				l := place(path.length*float64(i)/float64(n), one).moved(move)
				if s.links {
					k.add(fmt.Sprintf("link%d", i), Caterpillar, l)
				}
				belt = append(belt, l...)
			}
		}
		if s.joined {
			belt = belt.moved(move)
		}
		switch {
		case s.links:
		case s.onePart:
			both = append(both, belt...)
		default:
			k.add("belt", Caterpillar, belt)
		}
		if s.bare {
			continue
		}
		for i, c := range circles {
			name := []string{"sprocket", "idler", "road"}[min(i, 2)]
			k.add(name, Wheel, cylinder(20, c.r, 0.3).aimed(mgl64.Vec3{x, 0, 0}).at(x, c.c[0], c.c[1]).moved(move))
		}
	}
	if s.onePart {
		k.add("belts", Caterpillar, both)
	}
	return k, pitch
}

// The pitch of known links is found to half a percent however the track is put
// together, every vertex follows one bone, the budget holds, and after a loop
// each link lies where one of its kind lay before.
func TestTrackTruths(t *testing.T) {
	for _, s := range racing.Thin([]trackSpec{
		{pitch: 0.15}, {pitch: 0.22, links: true}, {pitch: 0.11, joined: true}, {pitch: 0.17, onePart: true, yawDeg: 30},
		{pitch: 0.19, bare: true}, {pitch: 0.15, scale: 100}, {pitch: 0.15, scale: 0.01, joined: true},
	}, 5) {
		t.Run(fmt.Sprintf("%+v", s), func(t *testing.T) {
			t.Parallel()
			k, pitch := s.build()
			p, r := markedKit(t, k)
			p.Forward = mgl64.HomogRotate3DY(s.yawDeg * math.Pi / 180).Mul4x1(mgl64.Vec4{0, 0, 1, 0}).Vec3()
			g := mustGenerate(t, k.m, p, r, GenerateOptions{})
			if len(g.kin.tracks) != 2 {
				t.Fatalf("%d tracks: %v", len(g.kin.tracks), g.Findings)
			}
			if b := g.Budget(); b.Used > MaxBones || b.Depth > MaxDepth {
				t.Errorf("budget %+v", b)
			}
			clips, findings := OwnClips(g, nil, r)
			if len(clips) != 1 {
				t.Fatal("no spin")
			}
			size := 1.0
			if s.scale != 0 {
				size = s.scale
			}
			rest := posedPoints(g, nil, 0)
			end := posedPoints(g, &clips[0], clips[0].Duration())
			half := posedPoints(g, &clips[0], clips[0].Duration()/2)
			for n, f := range g.kin.tracks {
				if e := math.Abs(f.pitch.pitch-pitch) / pitch; e > 0.005 {
					t.Errorf("pitch %.5f, want %.5f: %.2f %% off", f.pitch.pitch, pitch, 100*e)
				}
				_, step := f.beltStep(r)
				worst, worstHalf := 0.0, 0.0
				for i := range rest {
					l := g.Bones[rest[i].bone]
					if l.Role != Caterpillar || !f.has(rest[i].bone) {
						continue
					}
					// A vertex goes along the belt by the advance, and stays as far from it.
					s0, o0 := f.belt.nearest(f.plane.in(rest[i].p))
					s1, o1 := f.belt.nearest(f.plane.in(end[i].p))
					d := math.Abs(math.Remainder(s1-s0-step, f.belt.length))
					worst = max(worst, math.Abs(o1-o0))
					if d > 0.45*pitch {
						t.Fatalf("track %d: a vertex of %s at %v moves by %.4f along the belt, not %.4f", n, l.Name, rest[i].p, s1-s0, step)
					}
					_, o2 := f.belt.nearest(f.plane.in(half[i].p))
					worstHalf = max(worstHalf, math.Abs(o2-o0))
				}
				// A link that does not bend leans out where the belt bends.
				if limit := 0.2 * max(pitch, 0.15*size); worst > limit || worstHalf > limit {
					t.Errorf("track %d: vertices leave the belt by %.4f (half-way %.4f)", n, worst, worstHalf)
				}
			}
			for _, w := range g.Rolls(r) {
				_, step := g.kin.tracks[0].beltStep(r)
				if want := step / w.Radius * 180 / math.Pi; math.Abs(w.RollingDeg-want) > 1e-9 {
					t.Errorf("a %s of %.3f m turns by %.4f deg, want %.4f", w.Kind, w.Radius, w.RollingDeg, want)
				}
			}
			var names []string
			for _, l := range g.Budget().Lines {
				names = append(names, fmt.Sprintf("%s %d", l.What, l.Bones))
			}
			for _, f := range append(g.Findings, findings...) {
				if f.Severity == scene.Error || f.Code == "TRACK_WITHOUT_LINKS" || f.Code == "TRACK_IS_NO_BELT" {
					t.Error(f)
				}
			}
			t.Log(names, fmt.Sprintf("pitch %.4f of %.4f, match %.2f", g.kin.tracks[0].pitch.pitch, pitch, g.kin.tracks[0].pitch.match))
		})
	}
}

func (t *trackFit) has(bone int) bool {
	for i := range t.links {
		if t.links[i].bone == bone {
			return true
		}
	}
	return false
}

type posed struct {
	p    mgl64.Vec3
	bone int
}

// posedPoints is every vertex of a rig at a time of a clip; nil is the rest.
func posedPoints(g *Rig, a *scene.Animation, at float64) (out []posed) {
	world := g.Model.World(nil, nil, nil)
	if a != nil {
		world = placesAt(nil, g.Model, a, at)
	}
	joints := g.Model.JointMatrices(0, world)
	for _, p := range g.Model.Meshes[0].Primitives {
		for v := range p.Positions {
			j := int(p.Joints[v][0])
			out = append(out, posed{joints[j].Mul4x1(vec64(p.Positions[v]).Vec4(1)).Vec3(), j})
		}
	}
	return out
}
