package rig

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// Transform is a TRS as the rest dump shows it: metres, the quaternion x, y, z,
// w with w >= 0, scale factors. Where a matrix has shear, the TRS is the nearest
// and Exact is false.
type Transform struct {
	T     mgl64.Vec3 `json:"t"`
	R     [4]float64 `json:"r"`
	S     mgl64.Vec3 `json:"s"`
	Exact bool       `json:"exact"`
}

// BoneRest is one bone of a rest dump.
type BoneRest struct {
	Index  int       `json:"index"` // place in the skin: what a donor's channel binds to
	Name   string    `json:"name"`
	Parent int       `json:"parent"` // bone index of the nearest joint above, -1 for none
	Node   int       `json:"node"`
	Local  Transform `json:"local"` // to its parent node
	World  Transform `json:"world"` // to model space
	Bind   Transform `json:"bind"`  // the inverse bind matrix
}

// Rests is a rest dump: every bone of one skin, in skin order.
type Rests struct {
	Skin  string     `json:"skin"`
	Bones []BoneRest `json:"bones"`
}

// RestDump lists the rests and binds of a model's first skin: the ground truth
// for every question about rest frames. A model without a skin has no bones.
func RestDump(m *scene.Model) Rests {
	if len(m.Skins) == 0 {
		return Rests{Bones: []BoneRest{}}
	}
	return RestDumpOf(m, 0)
}

// RestDumpOf is RestDump of a chosen skin, which must exist.
func RestDumpOf(m *scene.Model, skin int) Rests {
	s := &m.Skins[skin]
	world := m.World(nil, nil, nil)
	parents := clip.Parents(m, s.Joints)
	out := Rests{Skin: s.Name, Bones: make([]BoneRest, len(s.Joints))}
	for j, n := range s.Joints {
		b := BoneRest{Index: j, Name: m.Nodes[n].Name, Parent: parents[j], Node: n, World: transform(world[n])}
		if m.Nodes[n].Matrix != nil {
			b.Local = transform(*m.Nodes[n].Matrix)
		} else {
			b.Local = ofTRS(m.Nodes[n].Local)
		}
		b.Bind = transform(mgl64.Ident4())
		if j < len(s.InverseBind) {
			b.Bind = transform(s.InverseBind[j])
		}
		out.Bones[j] = b
	}
	return out
}

func transform(m mgl64.Mat4) Transform {
	t, exact := scene.Decompose(m)
	out := ofTRS(t)
	out.Exact = exact
	return out
}

func ofTRS(t scene.TRS) Transform {
	q := t.R
	if q.W < 0 {
		q = mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
	}
	if q.Len() == 0 {
		q = mgl64.QuatIdent()
	}
	out := Transform{T: t.T, R: [4]float64{q.V[0], q.V[1], q.V[2], q.W}, S: t.S, Exact: true}
	for k := range 3 { // no minus zero in a dump
		out.T[k] += 0
		out.R[k] += 0
		out.S[k] += 0
	}
	return out
}

// Text writes the dump as lines, one a bone: what the game's log shows as
// [Rest], for comparing the two by eye.
func (r Rests) Text() string {
	var b strings.Builder
	for i := range r.Bones {
		q := &r.Bones[i]
		fmt.Fprintf(&b, "[Rest] %d %s parent=%d\n", q.Index, q.Name, q.Parent)
		for _, part := range []struct {
			name string
			t    *Transform
		}{{"local", &q.Local}, {"world", &q.World}, {"bind", &q.Bind}} {
			fmt.Fprintf(&b, "[Rest]   %-5s T=(%s) R=(%s) S=(%s)", part.name, numbers(part.t.T[:]), numbers(part.t.R[:]), numbers(part.t.S[:]))
			if !part.t.Exact {
				b.WriteString(" with shear")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// numbers writes four decimals, which is what can be compared by eye; lengths
// under a tenth of a millimetre show as zero.
func numbers(v []float64) string {
	out := make([]string, len(v))
	for i, x := range v {
		s := strconv.FormatFloat(x, 'f', 4, 64)
		if s == "-0.0000" {
			s = "0.0000"
		}
		out[i] = s
	}
	return strings.Join(out, ", ")
}

// staleRest is the permutation quaternion x, y, z, w that both rotors of a rig
// had before axle frames were authored: it tells a rig that was not generated
// again.
var staleRest = [4]float64{-0.5, -0.5, -0.5, 0.5}

// StaleBones returns the bones whose local rest is the stale rig's quaternion
// (-0.5, -0.5, -0.5, 0.5), of either sign. One alone may be a coincidence; two
// rotors are the signature.
func (r Rests) StaleBones() []int {
	var out []int
	for i := range r.Bones {
		var same, opposite float64
		for k := range 4 {
			same = max(same, math.Abs(r.Bones[i].Local.R[k]-staleRest[k]))
			opposite = max(opposite, math.Abs(r.Bones[i].Local.R[k]+staleRest[k]))
		}
		if min(same, opposite) < 1e-3 {
			out = append(out, i)
		}
	}
	return out
}
