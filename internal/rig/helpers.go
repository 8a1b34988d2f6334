package rig

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"

	"donorlab/internal/scene"
)

var helperName = regexp.MustCompile(`(?i)^(ucx|ubx|usp|ucp)_|^col[-_]|[-_]col(only)?$|[-_]convcol(only)?$|collision|collider|hitbox`)

// helperReason says why a node is a helper shape rather than something to be
// seen, or "" where it is not. Names and extras count unless strip is set.
func helperReason(m *scene.Model, node int, strip bool) string {
	if strip {
		return ""
	}
	n := &m.Nodes[node]
	if s := strings.ToLower(extraString(n.Extras, "data")); s == "collision" || s == "physics" || s == "trigger" {
		return "marked as " + s + " in the file's extras"
	}
	if s := strings.ToLower(extraString(n.Extras, "shape")); s == "box" || s == "sphere" || s == "capsule" {
		return "marked as a " + s + " shape in the file's extras"
	}
	if helperName.MatchString(n.Name) {
		return "its name says collision shape"
	}
	if k, ok := n.Mesh.Get(); ok && helperName.MatchString(m.Meshes[k].Name) {
		return "its mesh's name says collision shape"
	}
	return ""
}

// extraString reads one string field of a node's extras, "" where there is
// none.
func extraString(raw json.RawMessage, key string) string {
	var fields map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	var s string
	if json.Unmarshal(fields[key], &s) != nil {
		return ""
	}
	return s
}

// primitiveShape tells a plain box or ball by its geometry: "box", "ball" or
// "". A ball counts from 32 triangles on.
func primitiveShape(p *piece) string {
	if p.area == 0 {
		return ""
	}
	if len(p.tris) == 12 && boxLike(p) {
		return "box"
	}
	if len(p.tris) >= 32 && ballLike(p) {
		return "ball"
	}
	return ""
}

// boxLike: twelve triangles whose corners are eight points, those of the box
// along the principal axes of its edges.
func boxLike(p *piece) bool {
	seen := map[[3]float64]bool{}
	for _, t := range p.tris {
		for _, v := range t {
			seen[v] = true
		}
	}
	if len(seen) > 8 {
		return false
	}
	c := p.bounds.Center()
	want := p.tris[0][0].Sub(c).Len()
	for v := range seen {
		d := 0.0
		for k := range 3 {
			d += (v[k] - c[k]) * (v[k] - c[k])
		}
		if math.Abs(math.Sqrt(d)-want) > 1e-3*want {
			return false
		}
	}
	return true
}

func ballLike(p *piece) bool {
	c := p.centroid
	lo, hi := math.Inf(1), 0.0
	for _, t := range p.tris {
		for _, v := range t {
			d := v.Sub(c).Len()
			lo, hi = min(lo, d), max(hi, d)
		}
	}
	return lo > 0.97*hi
}

// looksLikeHelper recognises collision shapes without any name: boxes and
// balls that no material colours, in a model whose other parts have materials.
func looksLikeHelper(m *scene.Model, node int, pieces []piece) string {
	mesh, _ := m.Nodes[node].Mesh.Get()
	for k := range m.Meshes[mesh].Primitives {
		if m.Meshes[mesh].Primitives[k].Material != 0 {
			return ""
		}
	}
	kind := ""
	for i := range pieces {
		if pieces[i].node != node {
			continue
		}
		s := primitiveShape(&pieces[i])
		if s == "" {
			return ""
		}
		kind = s
	}
	if kind == "" {
		return ""
	}
	return "a plain " + kind + " without a material, among parts that have one"
}
