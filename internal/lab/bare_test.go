package lab

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/scene"
)

// A file with no mesh shows its skeleton, as large as the picture allows.
func TestSkeletonAlone(t *testing.T) {
	m := &scene.Model{Skins: []scene.Skin{{}}}
	for i := range 4 {
		n := scene.Node{Local: scene.Identity()}
		n.Local.T = mgl64.Vec3{0, 1, 0}
		if i > 0 {
			n.Parent = scene.Some(i - 1)
		}
		if i < 3 {
			n.Children = []int{i + 1}
		}
		m.Nodes = append(m.Nodes, n)
		m.Skins[0].Joints = append(m.Skins[0].Joints, i)
		m.Skins[0].InverseBind = append(m.Skins[0].InverseBind, mgl64.Ident4())
	}
	m.Roots = []int{0}
	st, err := NewStudio(m, nil, ClipRef{Kind: ClipRest}, false, false)
	if err != nil {
		t.Fatal(err)
	}
	p, err := st.Shot(t.Context(), Shot{Width: 160, Height: 120, MSAA: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	top, bottom := 120, 0
	for y := range 120 {
		ground := p.Image.NRGBAAt(0, y)
		for x := range 160 {
			if c := p.Image.NRGBAAt(x, y); int(c.R)+9 < int(ground.R) || int(c.R) > int(ground.R)+9 {
				top, bottom = min(top, y), max(bottom, y)
			}
		}
	}
	if bottom-top < 60 {
		t.Errorf("the skeleton fills rows %d to %d of 120", top, bottom)
	}
}
