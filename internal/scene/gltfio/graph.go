package gltfio

import (
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
)

// buildNodes checks the node graph and makes the Model's nodes.
func (l *loader) buildNodes() *scene.Problem {
	defs := l.doc.Nodes
	l.m.Nodes = make([]scene.Node, len(defs))
	for i := range defs {
		if p := l.buildNode(i); p != nil {
			return p
		}
	}
	for i := range defs {
		if p := l.adopt(i); p != nil {
			return p
		}
	}
	return l.checkLoops()
}

// adopt links node i's children to it.
func (l *loader) adopt(i int) *scene.Problem {
	n := &l.m.Nodes[i]
	for k, c := range l.doc.Nodes[i].Children {
		ptr := fmt.Sprintf("/nodes/%d/children/%d", i, k)
		switch {
		case c >= len(l.m.Nodes):
			return unresolved(ptr, "nodes", c, len(l.m.Nodes))
		case c == i:
			return problem("NODE_LOOP", ptr, "the node is its own child", remedyExport)
		}
		if parent, ok := l.m.Nodes[c].Parent.Get(); ok {
			if parent == i {
				l.warn("DUPLICATE_ELEMENTS", ptr, fmt.Sprintf("node %d is listed twice", c), remedyExport)
				continue
			}
			return problem("NODE_PARENT_OVERRIDE", ptr, fmt.Sprintf("node %d already is a child of node %d", c, parent), remedyExport)
		}
		l.m.Nodes[c].Parent = scene.Some(i)
		n.Children = append(n.Children, c)
	}
	return nil
}

// checkLoops refuses a cycle. Every node has one parent at most, so a node that
// no root reaches is on a cycle or below one.
func (l *loader) checkLoops() *scene.Problem {
	reached := make([]bool, len(l.m.Nodes))
	for _, i := range l.m.ParentsFirst() {
		reached[i] = true
	}
	for i, ok := range reached {
		if ok {
			continue
		}
		// Climb until a node comes twice: that one is on the cycle.
		seen := make([]bool, len(l.m.Nodes))
		for !seen[i] {
			seen[i] = true
			i = l.m.Nodes[i].Parent.Or(i)
		}
		return problem("NODE_LOOP", fmt.Sprintf("/nodes/%d", i), "the node is its own ancestor", remedyExport)
	}
	return nil
}

func (l *loader) buildNode(i int) *scene.Problem {
	def, n := l.doc.Nodes[i], &l.m.Nodes[i]
	ptr := fmt.Sprintf("/nodes/%d", i)
	n.Name, n.Extras, n.Weights = def.Name, rawExtras(def.Extras), single(def.Weights)
	if def.Mesh != nil {
		if *def.Mesh >= len(l.doc.Meshes) {
			return unresolved(ptr+"/mesh", "meshes", *def.Mesh, len(l.doc.Meshes))
		}
		n.Mesh = scene.Some(*def.Mesh)
	}
	if def.Skin != nil {
		if *def.Skin >= len(l.doc.Skins) {
			return unresolved(ptr+"/skin", "skins", *def.Skin, len(l.doc.Skins))
		}
		if def.Mesh == nil {
			l.warn("UNSATISFIED_DEPENDENCY", ptr+"/skin", "the node has a skin but no mesh; the skin is left out", remedyExport)
		} else {
			n.Skin = scene.Some(*def.Skin)
		}
	}
	if _, ok := def.Extensions[extInstance]; ok {
		l.warn("EXTENSION_APPROXIMATED", ptr+"/extensions/"+extInstance, "the mesh's instances are not shown, only the one at the node", extensionRemedy[extInstance])
	}
	n.Local = l.localTRS(def, ptr)
	if def.Matrix != [16]float64{} || l.doc.given(ptr+"/matrix") {
		if l.doc.given(ptr) {
			l.warn("NODE_MATRIX_TRS", ptr, "the node has a matrix and also translation, rotation or scale; the matrix counts", remedyExport)
		}
		l.nodeMatrix(def.Matrix, n, ptr)
	}
	return nil
}

// unitTolerance is how far a quaternion's length may be from 1 before it is
// worth a word; the Khronos validator's figure.
const unitTolerance = 0.00769

func (l *loader) localTRS(def *gltf.Node, ptr string) scene.TRS {
	t := scene.TRS{T: def.Translation, S: def.Scale, R: mgl64.Quat{W: def.Rotation[3], V: mgl64.Vec3(def.Rotation[:3])}}
	for k, s := range t.S {
		if math.Abs(s) < 1e-300 {
			t.S[k] = 0 // as Write puts it
		}
	}
	n := t.R.Len()
	switch {
	case n == 0 || math.IsInf(n, 0):
		l.warn("ROTATION_NON_UNIT", ptr+"/rotation", "the rotation has no direction; it is taken as none", remedyExport)
		t.R = mgl64.QuatIdent()
	case math.Abs(n-1) > unitTolerance:
		l.warn("ROTATION_NON_UNIT", ptr+"/rotation", fmt.Sprintf("the rotation has length %.4g; it is scaled to 1", n), remedyExport)
		fallthrough
	case math.Abs(n-1) > 1e-12:
		// Float32 exporters are off by about 1e-8; the exact direction is kept.
		t.R = t.R.Scale(1 / n)
	}
	return t
}

// nodeMatrix sets the node's transform from a matrix: as a TRS where that loses
// nothing, else kept whole.
func (l *loader) nodeMatrix(m [16]float64, n *scene.Node, ptr string) {
	a := mgl64.Mat4(m)
	if a[3] != 0 || a[7] != 0 || a[11] != 0 || a[15] != 1 {
		l.warn("NODE_MATRIX_NON_AFFINE", ptr+"/matrix", "the matrix's last row is not 0, 0, 0, 1; it is taken as such", remedyExport)
		a[3], a[7], a[11], a[15] = 0, 0, 0, 1
	}
	t, exact := scene.Decompose(a)
	n.Local = t
	if !exact {
		n.Matrix = &a
	}
}

// buildScene picks the scene that is shown.
func (l *loader) buildScene() *scene.Problem {
	d := l.doc
	shown := indexAt(d.Scene)
	switch {
	case shown != none && shown >= len(d.Scenes):
		return unresolved("/scene", "scenes", shown, len(d.Scenes))
	case len(d.Scenes) == 0:
		for i := range l.m.Nodes {
			if l.m.Nodes[i].Parent == 0 {
				l.m.Roots = append(l.m.Roots, i)
			}
		}
		if len(l.m.Nodes) > 0 {
			l.warn("SCENE_MISSING", "/scenes", "the file has no scene; all its nodes are shown", "")
		}
		return nil
	case shown == none:
		shown = 0
	}
	if len(d.Scenes) > 1 {
		l.warn("SCENES_SEVERAL", "/scenes", fmt.Sprintf("the file has %d scenes; number %d is shown", len(d.Scenes), shown), "")
	}
	used := make([]bool, len(l.m.Nodes))
	for s := range d.Scenes {
		for k, i := range d.Scenes[s].Nodes {
			ptr := fmt.Sprintf("/scenes/%d/nodes/%d", s, k)
			if i >= len(l.m.Nodes) {
				return unresolved(ptr, "nodes", i, len(l.m.Nodes))
			}
			if s != shown {
				continue
			}
			if used[i] {
				l.warn("DUPLICATE_ELEMENTS", ptr, fmt.Sprintf("node %d is listed twice", i), remedyExport)
				continue
			}
			if parent, ok := l.m.Nodes[i].Parent.Get(); ok {
				l.warn("SCENE_NON_ROOT_NODE", ptr, fmt.Sprintf("node %d is a child of node %d, not a root; it is shown where its parents put it", i, parent), remedyExport)
			}
			used[i] = true
			l.m.Roots = append(l.m.Roots, i)
		}
	}
	if len(l.m.Roots) == 0 {
		l.warn("SCENE_EMPTY", fmt.Sprintf("/scenes/%d", shown), "the scene has no nodes, so nothing is shown", "")
	}
	return nil
}

// buildSkins checks the skins and reads their inverse bind matrices.
func (l *loader) buildSkins() *scene.Problem {
	l.m.Skins = make([]scene.Skin, len(l.doc.Skins))
	l.tree = newTree(l.m)
	for i := range l.doc.Skins {
		if p := l.buildSkin(i); p != nil {
			return p
		}
	}
	return nil
}

func (l *loader) buildSkin(i int) *scene.Problem {
	def, s := l.doc.Skins[i], &l.m.Skins[i]
	ptr := fmt.Sprintf("/skins/%d", i)
	if len(def.Joints) > math.MaxUint16 {
		return problem("LIMIT_JOINTS", ptr+"/joints", fmt.Sprintf("%d joints; a vertex can name 65536 at most", len(def.Joints)), remedyExport)
	}
	s.Name, s.Joints = def.Name, def.Joints
	seen := make(map[int]bool, len(def.Joints))
	for k, j := range def.Joints {
		if j >= len(l.m.Nodes) {
			return unresolved(fmt.Sprintf("%s/joints/%d", ptr, k), "nodes", j, len(l.m.Nodes))
		}
		if seen[j] {
			l.warn("DUPLICATE_ELEMENTS", fmt.Sprintf("%s/joints/%d", ptr, k), fmt.Sprintf("node %d is listed twice", j), remedyExport)
		}
		seen[j] = true
	}
	if def.Skeleton != nil {
		if *def.Skeleton >= len(l.m.Nodes) {
			l.warn("UNRESOLVED_REFERENCE", ptr+"/skeleton", fmt.Sprintf("node %d is named, but the file has %d; the hint is left out", *def.Skeleton, len(l.m.Nodes)), remedyExport)
		} else if s.Skeleton = scene.Some(*def.Skeleton); !l.tree.aboveAll(*def.Skeleton, def.Joints) {
			l.warn("SKIN_SKELETON_INVALID", ptr+"/skeleton", fmt.Sprintf("node %d is not above all joints; the hint is left out", *def.Skeleton), remedyExport)
			s.Skeleton = 0
		}
	}
	if !l.tree.commonRoot(def.Joints) {
		l.warn("SKIN_NO_COMMON_ROOT", ptr+"/joints", "the joints hang below different roots; glTF wants one root above all of them", "put the bones below one root in the modelling program")
	}
	if !l.bud.take(int64(len(def.Joints)) * 128) {
		return l.tooMuch(ptr, "the skin")
	}
	s.InverseBind = make([]mgl64.Mat4, len(def.Joints))
	if def.InverseBindMatrices == nil {
		for k := range s.InverseBind {
			s.InverseBind[k] = mgl64.Ident4()
		}
		return nil
	}
	return l.inverseBinds(*def.InverseBindMatrices, s, ptr+"/inverseBindMatrices")
}

func (l *loader) inverseBinds(acc int, s *scene.Skin, ptr string) *scene.Problem {
	a, p := l.accessor(acc, ptr)
	if p != nil {
		return p
	}
	if a.kind != gltf.AccessorMat4 || a.component != gltf.ComponentFloat {
		return problem("SKIN_IBM_INVALID_FORMAT", ptr, fmt.Sprintf("the matrices are %s of %s; they must be MAT4 of floats", a.kind, componentName(a.component)), remedyExport)
	}
	if a.count < len(s.Joints) {
		return problem("INVALID_IBM_ACCESSOR_COUNT", ptr, fmt.Sprintf("%d matrices for %d joints", a.count, len(s.Joints)), remedyExport)
	}
	v, first, p := l.flat(a)
	if p != nil {
		return p
	}
	if first >= 0 && first < len(s.Joints) {
		return problem("ACCESSOR_INVALID_FLOAT", a.ptr, fmt.Sprintf("matrix %d has a value that is no number", first), remedyExport)
	}
	off := 0
	for j := range s.InverseBind {
		m := &s.InverseBind[j]
		for k := range m {
			m[k] = float64(v[j*16+k])
		}
		if m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1 {
			off++
			m[3], m[7], m[11], m[15] = 0, 0, 0, 1
		}
	}
	if off > 0 {
		l.warn("ACCESSOR_INVALID_IBM", a.ptr, fmt.Sprintf("%d matrices have a last row that is not 0, 0, 0, 1; it is taken as such", off), remedyExport)
	}
	return nil
}

// tree answers questions about ancestors in constant time, however deep or many.
type tree struct {
	at, end []int32 // a node's descendants are those with a position in at..end
	root    []int32
}

// newTree numbers the nodes depth first. The graph must be a forest.
func newTree(m *scene.Model) *tree {
	n := len(m.Nodes)
	t := &tree{at: make([]int32, n), end: make([]int32, n), root: make([]int32, n)}
	order := m.ParentsFirst()
	for k, i := range order {
		t.at[i], t.end[i], t.root[i] = int32(k), int32(k+1), int32(i)
		if p, ok := m.Nodes[i].Parent.Get(); ok {
			t.root[i] = t.root[p]
		}
	}
	for k := len(order) - 1; k >= 0; k-- {
		if p, ok := m.Nodes[order[k]].Parent.Get(); ok {
			t.end[p] = max(t.end[p], t.end[order[k]])
		}
	}
	return t
}

// aboveAll reports whether node top is an ancestor of every joint, or one itself.
func (t *tree) aboveAll(top int, joints []int) bool {
	for _, j := range joints {
		if t.at[j] < t.at[top] || t.at[j] >= t.end[top] {
			return false
		}
	}
	return true
}

// commonRoot reports whether all joints hang below one root.
func (t *tree) commonRoot(joints []int) bool {
	for _, j := range joints {
		if t.root[j] != t.root[joints[0]] {
			return false
		}
	}
	return true
}
