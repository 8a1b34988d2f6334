package gltfio

import (
	"fmt"
	"math"

	"donorlab/internal/scene"

	"github.com/qmuntal/gltf"
)

// keyTimes is an animation input after its checks.
type keyTimes struct {
	times []float32
	bad   string // why no channel can use it
}

// buildAnimations reads the clips. A reference that leads nowhere refuses the
// file; a channel that is faulty in itself is left out with a warning, since the
// model and its other motion are shown truthfully without it.
func (l *loader) buildAnimations() *scene.Problem {
	inputs := make(map[int]*keyTimes)
	outputs := make(map[outputKey][]float32)
	l.m.Animations = make([]scene.Animation, len(l.doc.Animations))
	for i := range l.doc.Animations {
		def, a := l.doc.Animations[i], &l.m.Animations[i]
		ptr := fmt.Sprintf("/animations/%d", i)
		a.Name, a.Extras = def.Name, rawExtras(def.Extras)
		for k := range def.Samplers {
			at := fmt.Sprintf("%s/samplers/%d", ptr, k)
			if _, p := l.accessor(def.Samplers[k].Input, at+"/input"); p != nil {
				return p
			}
			if _, p := l.accessor(def.Samplers[k].Output, at+"/output"); p != nil {
				return p
			}
		}
		type target struct {
			node int
			path scene.Path
		}
		taken := make(map[target]bool, len(def.Channels))
		a.Channels = make([]scene.Channel, 0, len(def.Channels))
		for k := range def.Channels {
			at := fmt.Sprintf("%s/channels/%d", ptr, k)
			c, ok, p := l.buildChannel(def, ptr, k, inputs, outputs)
			if p != nil {
				return p
			}
			if !ok {
				continue
			}
			if taken[target{c.Node, c.Path}] {
				l.warn("ANIMATION_DUPLICATE_TARGETS", at, fmt.Sprintf("another channel already moves the same property of node %d; this one is left out", c.Node), remedyExport)
				continue
			}
			taken[target{c.Node, c.Path}] = true
			a.Channels = append(a.Channels, c)
		}
	}
	return nil
}

var pathOf = [...]scene.Path{gltf.TRSTranslation: scene.Translation, gltf.TRSRotation: scene.Rotation, gltf.TRSScale: scene.Scale, gltf.TRSWeights: scene.MorphWeights}

// buildChannel reads one channel; ok is false where it was left out.
func (l *loader) buildChannel(def *gltf.Animation, ptr string, k int, inputs map[int]*keyTimes, outputs map[outputKey][]float32) (c scene.Channel, ok bool, p *scene.Problem) {
	at := fmt.Sprintf("%s/channels/%d", ptr, k)
	ch, node := def.Channels[k], indexAt(def.Channels[k].Target.Node)
	skip := func(code, ptr, format string, args ...any) (scene.Channel, bool, *scene.Problem) {
		l.warn(code, ptr, fmt.Sprintf(format, args...)+"; the channel is left out", remedyExport)
		return c, false, nil
	}
	if ch.Sampler >= len(def.Samplers) {
		return c, false, unresolved(at+"/sampler", "samplers", ch.Sampler, len(def.Samplers))
	}
	if node != none && node >= len(l.m.Nodes) {
		return c, false, unresolved(at+"/target/node", "nodes", node, len(l.m.Nodes))
	}
	var path scene.Path
	known := ch.Target.Path != unknown
	if known {
		path = pathOf[ch.Target.Path]
	}
	switch {
	case node == none:
		return skip("ANIMATION_CHANNEL_NO_TARGET", at+"/target", "the channel names no node")
	case !known:
		return skip("VALUE_NOT_IN_LIST", at+"/target/path", "the path %q is not known", l.doc.odd[at+"/target/path"])
	case path != scene.MorphWeights && l.m.Nodes[node].Matrix != nil:
		return skip("ANIMATION_CHANNEL_TARGET_NODE_MATRIX", at+"/target/node", "node %d has a sheared matrix, which cannot be animated", node)
	}
	smp := def.Samplers[ch.Sampler]
	in, p := l.keyTimes(smp.Input, inputs)
	if p != nil {
		return c, false, p
	}
	if in.bad != "" {
		return skip("ANIMATION_INPUT_INVALID", at, "%s", in.bad)
	}
	c = scene.Channel{Node: node, Path: path, Times: in.times}
	perKey := 1
	switch smp.Interpolation {
	case gltf.InterpolationLinear:
	case gltf.InterpolationStep:
		c.Interp = scene.Step
	case gltf.InterpolationCubicSpline:
		c.Interp, perKey = scene.CubicSpline, 3
	default:
		return skip("VALUE_NOT_IN_LIST", at, "the interpolation %q does not exist", l.doc.odd[fmt.Sprintf("%s/samplers/%d/interpolation", ptr, ch.Sampler)])
	}
	width, kind := 3, gltf.AccessorVec3
	switch path {
	case scene.Rotation:
		width, kind = 4, gltf.AccessorVec4
	case scene.MorphWeights:
		kind = gltf.AccessorScalar
		if width = l.targetCount(node); width == 0 {
			return skip("ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS", at+"/target", "node %d has no morph targets", node)
		}
	}
	a, _ := l.accessor(smp.Output, at) // checked above
	switch {
	case a.kind != kind:
		return skip("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", at, "the values are %s, they must be %s", a.kind, kind)
	case a.component == gltf.ComponentUint:
		return skip("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT", at, "the values are 32-bit integers")
	case int64(a.count)*int64(a.comps) != int64(len(c.Times))*int64(width)*int64(perKey):
		return skip("ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT", at, "%d values for %d keys", a.count, len(c.Times))
	}
	key := outputKey{acc: smp.Output}
	if path == scene.Rotation {
		key.rotation, key.cubic = true, c.Interp == scene.CubicSpline
	}
	if c.Values, p = l.channelValues(a, key, outputs); p != nil {
		return c, false, p
	}
	if c.Values == nil {
		return skip("ACCESSOR_INVALID_FLOAT", a.ptr, "a value is no number")
	}
	if c.Interp == scene.CubicSpline && len(c.Times) == 1 {
		l.warn("ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS", at, "a cubic spline needs two keys; the one is held", remedyExport)
		c.Interp, c.Values = scene.Step, c.Values[width:2*width]
	}
	return c, true, nil
}

// outputKey is what the checks of an animation output depend on.
type outputKey struct {
	acc             int
	rotation, cubic bool
}

// channelValues reads an animation output once for each use that differs; nil
// stands for one with values that are no numbers. Rotations come out with
// length 1.
func (l *loader) channelValues(a *accessorState, key outputKey, outputs map[outputKey][]float32) ([]float32, *scene.Problem) {
	if v, ok := outputs[key]; ok {
		return v, nil
	}
	v, first, p := l.flat(a)
	switch {
	case p != nil:
		return nil, p
	case first >= 0:
		v = nil
	case key.rotation:
		l.unitRotations(v, key.cubic, a.ptr)
	}
	outputs[key] = v
	return v, nil
}

// unitRotations scales rotations to length 1 where they are off by more than an
// exporter's rounding; a spline's tangents are left as they are.
func (l *loader) unitRotations(v []float32, cubic bool, ptr string) {
	step, from := 4, 0
	if cubic {
		step, from = 12, 4
	}
	off, worst := 0, 0.0
	for i := from; i+4 <= len(v); i += step {
		q := v[i : i+4]
		n := quatLen(q)
		e := math.Abs(n - 1)
		if e <= unitTolerance {
			continue
		}
		off++
		worst = max(worst, e)
		if n == 0 || math.IsInf(n, 0) {
			q[0], q[1], q[2], q[3] = 0, 0, 0, 1
			continue
		}
		for k := range q {
			q[k] = float32(float64(q[k]) / n)
		}
	}
	if off > 0 {
		l.warn("ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", ptr, fmt.Sprintf("%d rotations are not of length 1 (off by up to %.3g); they are scaled", off, worst), remedyExport)
	}
}

func quatLen(q []float32) float64 {
	s := 0.0
	for _, v := range q[:4] {
		s += float64(v) * float64(v)
	}
	return math.Sqrt(s)
}

// keyTimes reads and checks an animation input once.
func (l *loader) keyTimes(acc int, seen map[int]*keyTimes) (*keyTimes, *scene.Problem) {
	if k := seen[acc]; k != nil {
		return k, nil
	}
	k := new(keyTimes)
	seen[acc] = k
	a, _ := l.accessor(acc, "") // checked by buildAnimations
	switch {
	case a.kind != gltf.AccessorScalar || a.component != gltf.ComponentFloat && !a.normalized:
		k.bad = fmt.Sprintf("its key times are %s of %s, they must be SCALAR of floats", a.kind, componentName(a.component))
		return k, nil
	case a.count == 0:
		k.bad = "it has no keys"
		return k, nil
	}
	times, first, p := l.flat(a)
	if p != nil {
		return nil, p
	}
	if first >= 0 {
		k.bad = fmt.Sprintf("key %d has a time that is no number", first)
		return k, nil
	}
	moved, before := 0, times[0]
	for i := 1; i < len(times); i++ {
		here := times[i]
		falls := here < before
		before = here
		if here > times[i-1] {
			continue
		}
		if falls {
			k.bad = fmt.Sprintf("key %d lies before key %d", i, i-1)
			return k, nil
		}
		// Two keys at one time are an exporter's way to write a jump: the second is
		// put at the next moment that a float32 can tell apart.
		times[i] = math.Nextafter32(times[i-1], math.MaxFloat32)
		moved++
	}
	if moved > 0 {
		l.warn("ACCESSOR_ANIMATION_INPUT_NON_INCREASING", a.ptr, fmt.Sprintf("%d keys share their time with the key before; they are put just after it", moved), remedyExport)
	}
	if times[0] < 0 {
		l.warn("ACCESSOR_ANIMATION_INPUT_NEGATIVE", a.ptr, fmt.Sprintf("the first key lies at %.4g s, before the start", times[0]), remedyExport)
	}
	k.times = times
	return k, nil
}

// targetCount is how many morph targets a node's mesh has.
func (l *loader) targetCount(node int) int {
	mesh, ok := l.m.Nodes[node].Mesh.Get()
	if !ok || len(l.m.Meshes[mesh].Primitives) == 0 {
		return 0
	}
	return len(l.m.Meshes[mesh].Primitives[0].Targets)
}
