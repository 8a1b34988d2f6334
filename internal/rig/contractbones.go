package rig

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// boneShape is what one bone of a rig looks like to the contract check.
type boneShape struct {
	name     string
	node     int
	parent   int        // bone index, -1 for none
	depth    int        // bones above it
	inner    bool       // has bones below it
	world    mgl64.Mat4 // rest
	vertices int        // that follow it most
	blended  int        // of those, that follow others too
	share    float64    // of the model's vertices
	rotor    float64    // 0..1: how much what it carries looks like a rotor
	axle     mgl64.Vec3 // fitted, unit, model space
	hasAxle  bool
	// radius is how far what it carries reaches from the axle, where it has one;
	// modelSize the longest side of all that the skin carries; metres.
	radius, modelSize float64
}

// boneShapes looks at every bone of a skin.
func boneShapes(m *scene.Model, skin int, opt CheckOptions) []boneShape {
	s := &m.Skins[skin]
	world := m.World(nil, nil, nil)
	parents := clip.Parents(m, s.Joints)
	out := make([]boneShape, len(s.Joints))
	for j, n := range s.Joints {
		out[j] = boneShape{name: m.Nodes[n].Name, node: n, parent: parents[j], world: world[n]}
		for p := parents[j]; p >= 0; p = parents[p] {
			out[j].depth++
		}
	}
	for j := range out {
		if p := out[j].parent; p >= 0 {
			out[p].inner = true
		}
	}
	tris := boneTriangles(m, skin, world, out)
	total := 0
	all := scene.EmptyBox()
	for j := range out {
		total += out[j].vertices
		for _, t := range tris[j] {
			all = all.Add(t[0]).Add(t[1]).Add(t[2])
		}
	}
	for j := range out {
		b := &out[j]
		if total > 0 {
			b.share = float64(b.vertices) / float64(total)
		}
		b.fit(j, tris[j], opt)
		if b.hasAxle && len(tris[j]) > 0 {
			s := all.Size()
			b.radius, b.modelSize = reachOf(tris[j], b.axle), max(s[0], s[1], s[2])
		}
	}
	return out
}

// reachOf is half the width of some triangles across an axle.
func reachOf(tris [][3]mgl64.Vec3, axle mgl64.Vec3) float64 {
	u, v := across(axle)
	lo, hi := mgl64.Vec2{math.Inf(1), math.Inf(1)}, mgl64.Vec2{math.Inf(-1), math.Inf(-1)}
	for _, t := range tris {
		for _, p := range t {
			for k, d := range [2]float64{p.Dot(u), p.Dot(v)} {
				lo[k], hi[k] = min(lo[k], d), max(hi[k], d)
			}
		}
	}
	return max(hi[0]-lo[0], hi[1]-lo[1]) / 2
}

// fit finds the axle of what the bone carries.
func (b *boneShape) fit(j int, tris [][3]mgl64.Vec3, opt CheckOptions) {
	if opt.Axle != nil {
		if a, ok := opt.Axle(j); ok {
			b.axle, b.hasAxle, b.rotor = a, true, 1
			return
		}
	}
	// A bone with bones below it and a good part of the mesh is a body: fitting
	// an axle to that many triangles takes long and tells nothing.
	if len(tris) == 0 || b.inner && b.share > 0.3 {
		return
	}
	l := scene.LinearPart(b.world)
	if f, ok := FitAxle(tris, l.Col(0), l.Col(1), l.Col(2)); ok {
		b.rotor = rotorness(f)
		b.axle, b.hasAxle = f.Axle, b.rotor > 0.4
	}
}

// boneTriangles gives each bone the triangles, in model space at rest, whose
// first vertex follows it most, and counts its vertices.
func boneTriangles(m *scene.Model, skin int, world []mgl64.Mat4, bones []boneShape) [][][3]mgl64.Vec3 {
	tris := make([][][3]mgl64.Vec3, len(bones))
	joints := m.JointMatrices(skin, world)
	for i := range m.Nodes {
		mesh, ok := m.Nodes[i].Mesh.Get()
		if sk, is := m.Nodes[i].Skin.Get(); !ok || !is || sk != skin {
			continue
		}
		for k := range m.Meshes[mesh].Primitives {
			p := &m.Meshes[mesh].Primitives[k]
			if len(p.Joints) == 0 || len(p.Weights) == 0 {
				continue
			}
			owner := make([]int, len(p.Positions))
			for v := range p.Positions {
				var several bool
				owner[v], several = strongest(p, v, len(bones))
				if owner[v] < 0 {
					continue
				}
				bones[owner[v]].vertices++
				if several {
					bones[owner[v]].blended++
				}
			}
			if p.Topology != scene.Triangles {
				continue
			}
			for t := 0; t+2 < len(p.Indices); t += 3 {
				o := owner[p.Indices[t]]
				if o < 0 {
					continue
				}
				var tri [3]mgl64.Vec3
				for c := range tri {
					tri[c] = scene.VertexPosition(p, int(p.Indices[t+c]), mgl64.Ident4(), joints)
				}
				tris[o] = append(tris[o], tri)
			}
		}
	}
	return tris
}

// strongest is the bone that a vertex follows most, -1 for none, and whether it
// follows others by more than rounding.
func strongest(p *scene.Primitive, v, bones int) (bone int, several bool) {
	bone = -1
	best := float32(0)
	for c, w := range p.Weights[v] {
		j := int(p.Joints[v][c])
		if w <= 0 || j >= bones {
			continue
		}
		if bone >= 0 && j != bone && min(w, best) > 0.001 {
			several = true
		}
		if w > best {
			bone, best = j, w
		}
	}
	return bone, several
}

// rotorness rates a fitted shape as a rotor, 0..1: it repeats itself about its
// axle, is flat, and has gaps between blades. A plain disc gets little.
func rotorness(f Fit) float64 {
	if f.Radius <= 0 || f.Order == 1 {
		return 0
	}
	flat := max(0, min(1, (1.1-f.Thickness/f.Radius)/0.6))
	return max(0, min(1, f.Correlation)) * flat * (0.35 + 0.65*max(0, min(1, f.Contrast)))
}

// alignBones finds which of the rig's bones each channel is meant for, in order:
// the best way to pair channels and bones without crossing, by shape first and
// names as a hint. -1 means that no bone fits.
func alignBones(does []clip.ChannelMotion, axes []mgl64.Vec3, bones []boneShape) []int {
	const miss = -0.6 // a channel without a bone
	n, k := len(does), len(bones)
	best := make([][]float64, n+1)
	step := make([][]byte, n+1)
	for i := range best {
		best[i], step[i] = make([]float64, k+1), make([]byte, k+1)
	}
	depths := make([]int, n)
	for i := range does {
		depths[i] = depthOf(does, i)
	}
	lying := lyingDisc(does, axes, bones)
	for i := n; i >= 0; i-- {
		for j := k; j >= 0; j-- {
			switch {
			case i == n && j == k:
			case i == n:
				step[i][j] = 'b'
			case j == k:
				best[i][j], step[i][j] = best[i+1][j]+miss, 'c'
			default:
				pair := best[i+1][j+1] + affinity(&does[i], axes[i], depths[i], &bones[j], lying, j)
				if i == j {
					pair += 0.05 // of two that fit the same, the one it drives now
				}
				skipBone, skipChannel := best[i][j+1], best[i+1][j]+miss
				best[i][j], step[i][j] = pair, 'p'
				if skipBone > pair {
					best[i][j], step[i][j] = skipBone, 'b'
				}
				if skipChannel > best[i][j] {
					best[i][j], step[i][j] = skipChannel, 'c'
				}
			}
		}
	}
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	for i, j := 0, 0; i < n; {
		switch step[i][j] {
		case 'p':
			out[i] = j
			i, j = i+1, j+1
		case 'b':
			j++
		default:
			i++
		}
	}
	return out
}

// depthOf is how many channels are above a channel.
func depthOf(does []clip.ChannelMotion, i int) (n int) {
	for p := does[i].Parent; p >= 0; p = does[p].Parent {
		n++
	}
	return n
}

// elevationDeg is how steep a line is, 0 level to 90 upright.
func elevationDeg(a mgl64.Vec3) float64 { return 90 - tiltDeg(a.Normalize()) }

// affinity rates how well a channel suits a bone, which is the rig's number
// index; below zero it does not. In a model that lies, lying is its main rotor's
// bone, else -1.
func affinity(does *clip.ChannelMotion, axis mgl64.Vec3, depth int, b *boneShape, lying, index int) float64 {
	a := 0.1
	if depth == b.depth {
		a += 0.2
	}
	a += nameAffinity(does, b)
	if does.Spin {
		if b.vertices == 0 {
			return a - 1
		}
		a += 2*b.rotor - 0.8
		if b.hasAxle && axis.Len() > 0 {
			// Masts stand and fan axles are level, wherever the machine faces; what
			// the frame of the bone says does not matter here.
			d := math.Abs(elevationDeg(axis) - elevationDeg(b.axle))
			if lying >= 0 { // nothing stands where it should: go by the width
				d = 90
				if steep(axis) == (index == lying) {
					d = 0
				}
			}
			a += 0.6 * (1 - d/45)
		}
		return a
	}
	a -= b.rotor
	switch {
	case does.Kind == clip.Untracked && b.vertices == 0:
		a += 0.6
	case does.Kind == clip.Untracked:
		a -= 0.8 * b.share
	default:
		a += b.share
		if b.vertices == 0 {
			a -= 0.4
		}
	}
	return a
}

// Kinds of names, as hints.
var nameKinds = [...][]string{
	{"root", "dummy", "armature", "origin"},
	{"body", "base", "hull", "chassis", "fuselage", "airframe"},
	{"tailrotor", "helix_back", "helixback", "fantail", "rotor_tail", "tail_rotor", "fan", "rear"},
	{"mainrotor", "main_rotor", "helix", "rotor", "prop", "blade", "mast"},
	{"gun", "turret", "cannon", "weapon", "barrel", "muzzle", "launcher"},
	{"wheel", "gear", "tyre", "track"},
}

// nameAffinity is a small plus for names of one kind, a small minus for two.
func nameAffinity(does *clip.ChannelMotion, b *boneShape) float64 {
	x, y := nameKind(does.Bone), nameKind(b.name)
	switch {
	case strings.EqualFold(does.Bone, b.name):
		return 0.5
	case x < 0 || y < 0:
		return 0
	case x == y:
		return 0.4
	}
	return -0.3
}

func nameKind(name string) int {
	name = strings.ToLower(name)
	for k, words := range nameKinds {
		for _, w := range words {
			if strings.Contains(name, w) {
				return k
			}
		}
	}
	return -1
}
