package gltfio

import (
	"encoding/binary"
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// maxSkinSets is how many sets of four influences a vertex may have.
const maxSkinSets = 16

// skinEntry is the joints and weights of a set of accessors, reduced to four a
// vertex.
type skinEntry struct {
	joints   [][4]uint16
	weights  [][4]float32
	maxJoint int
}

// skinning reads joints and weights.
func (l *loader) skinning(def *gltf.Primitive, p *scene.Primitive, maxJoint *int, ptr string) *scene.Problem {
	var sets [][2]int
	key := ""
	for s := range maxSkinSets {
		j, okJ := def.Attributes[fmt.Sprintf("JOINTS_%d", s)]
		w, okW := def.Attributes[fmt.Sprintf("WEIGHTS_%d", s)]
		if !okJ && !okW {
			break
		}
		if okJ != okW {
			l.warn("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", ptr+"/attributes", fmt.Sprintf("set %d has joints or weights, but not both; it is left out", s), remedyExport)
			continue
		}
		sets = append(sets, [2]int{j, w})
		key += fmt.Sprintf("%d %d %d;", s, j, w)
	}
	if len(sets) == 0 || len(p.Positions) == 0 {
		return nil
	}
	e := l.cache.skins[key]
	if e == nil {
		var q *scene.Problem
		if e, q = l.readSkinning(sets, len(p.Positions), ptr); q != nil {
			return q
		}
		l.cache.skins[key] = e
	}
	if len(e.joints) != len(p.Positions) {
		return unequal(ptr, "JOINTS_0", len(e.joints), len(p.Positions))
	}
	p.Joints, p.Weights, *maxJoint = e.joints, e.weights, e.maxJoint
	return nil
}

// influences of one vertex while they are gathered.
type influences struct {
	joint  []uint32
	weight []float32
}

// skinSet is one JOINTS_n with its WEIGHTS_n, checked.
type skinSet struct{ joints, weights *accessorState }

func (l *loader) readSkinning(sets [][2]int, n int, ptr string) (*skinEntry, *scene.Problem) {
	if !l.bud.take(int64(n) * (8 + 16)) {
		return nil, l.tooMuch(ptr, "the joints and weights")
	}
	read := make([]skinSet, len(sets))
	for s, accs := range sets {
		var p *scene.Problem
		if read[s], p = l.skinSet(accs, s, n, ptr); p != nil {
			return nil, p
		}
	}
	e := &skinEntry{joints: make([][4]uint16, n), weights: make([][4]float32, n)}
	var rep skinReport
	if len(read) == 1 && read[0].plain() {
		read[0].single(e, &rep)
	} else if p := l.mergeSets(read, n, e, &rep); p != nil {
		return nil, p
	}
	rep.warn(l, ptr+"/attributes/WEIGHTS_0")
	return e, nil
}

// skinSet checks one pair of accessors.
func (l *loader) skinSet(accs [2]int, s, n int, ptr string) (set skinSet, p *scene.Problem) {
	at := fmt.Sprintf("%s/attributes/JOINTS_%d", ptr, s)
	if set.joints, p = l.accessor(accs[0], at); p != nil {
		return set, p
	}
	if a := set.joints; a.kind != gltf.AccessorVec4 || a.component != gltf.ComponentUbyte && a.component != gltf.ComponentUshort {
		return set, problem("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", at, fmt.Sprintf("the joints are %s of %s; they must be VEC4 of bytes or shorts", a.kind, componentName(a.component)), remedyExport)
	}
	name := fmt.Sprintf("WEIGHTS_%d", s)
	if set.weights, p = l.attributeAccessor(accs[1], gltf.AccessorVec4, name, ptr+"/attributes/"+name, true, true); p != nil {
		return set, p
	}
	if set.joints.count != n {
		return set, unequal(ptr, fmt.Sprintf("JOINTS_%d", s), set.joints.count, n)
	}
	if set.weights.count != n {
		return set, unequal(ptr, name, set.weights.count, n)
	}
	return set, nil
}

// plain reports whether both accessors can be read element by element.
func (s *skinSet) plain() bool {
	return s.joints.data != nil && s.weights.data != nil && s.joints.sparseAt == nil && s.weights.sparseAt == nil
}

// single reads a plain set. Most vertices need no mending: their influences come
// first, name each joint once and sum to 1.
func (s *skinSet) single(e *skinEntry, rep *skinReport) {
	var in influences
	wide := s.joints.component == gltf.ComponentUshort
	float := s.weights.component == gltf.ComponentFloat
	cs := componentSize(s.weights.component)
	top := uint32(0)
	for v := range e.joints {
		var j [4]uint32
		b := s.joints.data[v*s.joints.stride:]
		if wide {
			x := binary.LittleEndian.Uint64(b)
			j = [4]uint32{uint32(x & 0xFFFF), uint32(x >> 16 & 0xFFFF), uint32(x >> 32 & 0xFFFF), uint32(x >> 48)}
		} else {
			x := binary.LittleEndian.Uint32(b)
			j = [4]uint32{x & 0xFF, x >> 8 & 0xFF, x >> 16 & 0xFF, x >> 24}
		}
		var w [4]float32
		b = s.weights.data[v*s.weights.stride:]
		if float {
			b = b[:16]
			for k := range w {
				w[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
			}
		} else {
			for k := range w {
				w[k] = component(b[k*cs:], s.weights.component, s.weights.normalized)
			}
		}
		if !tidy(&j, &w) {
			in.joint, in.weight = in.joint[:0], in.weight[:0]
			in.add(j[:], w[:], rep)
			e.joints[v], e.weights[v] = in.four(rep)
			e.top(v)
			continue
		}
		top = max(top, j[0], j[1], j[2], j[3])
		e.joints[v] = [4]uint16{uint16(j[0]), uint16(j[1]), uint16(j[2]), uint16(j[3])}
		e.weights[v] = w
	}
	e.maxJoint = max(e.maxJoint, int(top))
}

// top notes the joints of vertex v that pull.
func (e *skinEntry) top(v int) {
	for k, w := range e.weights[v] {
		if w != 0 {
			e.maxJoint = max(e.maxJoint, int(e.joints[v][k]))
		}
	}
}

// tidy reports whether a vertex needs no mending. Joints that do not pull are
// set to 0 then, as the Khronos validator wants it.
func tidy(j *[4]uint32, w *[4]float32) bool {
	if !(w[0] > 0) || !(w[1] >= 0) || !(w[2] >= 0) || !(w[3] >= 0) {
		return false
	}
	sum := float64(w[0]) + float64(w[1]) + float64(w[2]) + float64(w[3])
	if !(math.Abs(sum-1) <= 1.5e-7) {
		return false
	}
	if w[1] == 0 {
		if w[2] != 0 || w[3] != 0 {
			return false
		}
		j[1], j[2], j[3] = 0, 0, 0
		w[1], w[2], w[3] = 0, 0, 0 // a negative zero too
		return true
	}
	if j[1] == j[0] {
		return false
	}
	if w[2] == 0 {
		if w[3] != 0 {
			return false
		}
		j[2], j[3] = 0, 0
		w[2], w[3] = 0, 0
		return true
	}
	if j[2] == j[0] || j[2] == j[1] {
		return false
	}
	if w[3] == 0 {
		j[3], w[3] = 0, 0
		return true
	}
	return j[3] != j[0] && j[3] != j[1] && j[3] != j[2]
}

// mergeSets gathers the influences of several sets, or of sparse accessors.
func (l *loader) mergeSets(read []skinSet, n int, e *skinEntry, rep *skinReport) *scene.Problem {
	type set struct {
		joints  []uint32
		weights []float32
	}
	all := make([]set, len(read))
	for s := range read {
		var p *scene.Problem
		if all[s].joints, _, p = l.integers(read[s].joints); p != nil {
			return p
		}
		if all[s].weights, _, p = l.flat(read[s].weights); p != nil {
			return p
		}
	}
	defer l.bud.give(int64(n) * 32 * int64(len(read)))
	var in influences
	for v := range n {
		in.joint, in.weight = in.joint[:0], in.weight[:0]
		for s := range all {
			in.add(all[s].joints[v*4:v*4+4], all[s].weights[v*4:v*4+4], rep)
		}
		e.joints[v], e.weights[v] = in.four(rep)
		e.top(v)
	}
	return nil
}

// add gathers the influences that pull; a joint that comes twice counts once,
// with both weights.
func (in *influences) add(joints []uint32, weights []float32, rep *skinReport) {
next:
	for k, w := range weights {
		if !(w > 0) || math.IsInf(float64(w), 0) {
			if w != 0 {
				rep.bad++
			}
			continue
		}
		for i, j := range in.joint {
			if j == joints[k] {
				in.weight[i] += w
				rep.twice++
				continue next
			}
		}
		in.joint = append(in.joint, joints[k])
		in.weight = append(in.weight, w)
	}
}

// four returns the four largest influences, in the file's order where there are
// no more, with weights that sum to 1.
func (in *influences) four(rep *skinReport) (joints [4]uint16, weights [4]float32) {
	n := len(in.joint)
	if n == 0 {
		rep.loose++
		return joints, [4]float32{1}
	}
	sum := 0.0
	for _, w := range in.weight {
		sum += float64(w)
	}
	if d := math.Abs(sum - 1); d > 0.01 {
		rep.off++
		rep.worst = max(rep.worst, d)
	}
	if n > 4 {
		// Selection of four; of equal weights the first in the file wins.
		for k := range 4 {
			best := k
			for i := k + 1; i < n; i++ {
				if in.weight[i] > in.weight[best] {
					best = i
				}
			}
			w, j := in.weight[best], in.joint[best]
			copy(in.weight[k+1:best+1], in.weight[k:best])
			copy(in.joint[k+1:best+1], in.joint[k:best])
			in.weight[k], in.joint[k] = w, j
		}
		lost := 0.0
		for _, w := range in.weight[4:] {
			lost += float64(w)
		}
		rep.reduced++
		rep.lost = max(rep.lost, lost/sum)
		sum -= lost
		n = 4
	}
	top := 0
	for k := range n {
		joints[k], weights[k] = uint16(in.joint[k]), in.weight[k]
		if weights[k] > weights[top] {
			top = k
		}
	}
	if math.Abs(sum-1) > 1.5e-7 {
		// All but the largest are scaled and rounded, the largest takes what is
		// left: the sum is 1 to the last bit that a float32 has.
		rest := 1.0
		for k := range n {
			if k != top {
				weights[k] = float32(float64(weights[k]) / sum)
				rest -= float64(weights[k])
			}
		}
		weights[top] = float32(rest)
	}
	return joints, weights
}

// skinReport counts what was odd in a primitive's weights.
type skinReport struct {
	bad, twice, loose, reduced, off int
	lost, worst                     float64
}

func (r *skinReport) warn(l *loader, ptr string) {
	if r.bad > 0 {
		l.warn("ACCESSOR_INVALID_WEIGHT", ptr, fmt.Sprintf("%d weights are negative or no numbers; they are taken as 0", r.bad), "normalise the weights in the modelling program")
	}
	if r.loose > 0 {
		l.warn("WEIGHTS_ZERO", ptr, fmt.Sprintf("%d vertices hang on no joint; they are put on the skin's first", r.loose), "assign the vertices to a bone")
	}
	if r.reduced > 0 {
		l.warn("WEIGHTS_REDUCED", ptr, fmt.Sprintf("%d vertices hang on more than four joints; the four largest weights are kept (at most %.1f %% is lost)", r.reduced, 100*r.lost), "limit the weights to four a vertex in the modelling program")
	}
	if r.off > 0 {
		l.warn("ACCESSOR_WEIGHTS_NON_NORMALIZED", ptr, fmt.Sprintf("the weights of %d vertices do not sum to 1 (off by up to %.3g); they are scaled", r.off, r.worst), "normalise the weights in the modelling program")
	}
}
