package lab

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"donorlab/internal/atomicfile"
	"donorlab/internal/rig/humanoid"
	"donorlab/internal/scene"
)

// Bones is a model's rig map with what was set by hand.
type Bones struct {
	Map      humanoid.Map
	Saved    *humanoid.Saved // nil where nothing is set by hand
	Problems []scene.Problem
}

// FindBones maps the bones of a model's main skin, after what the file beside
// the model (X.bones.json), or the one that an entry names, sets by hand. saved
// is that file's path; empty means the one beside the model. It need not exist
// unless it is named. The error is a *scene.Problem.
func FindBones(m *scene.Model, saved string) (*Bones, error) {
	b := &Bones{}
	named := saved != ""
	if !named && m.Source.Path != "" && !IsSample(m.Source.Path) {
		saved = humanoid.SavedPath(m.Source.Path)
	}
	if saved != "" {
		s, err := loadBones(saved)
		if err != nil && (named || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		b.Saved = s
	}
	over, problems := b.Saved.Resolve(m)
	b.Map, b.Problems = humanoid.Find(m, humanoid.MainSkin(m), over)
	b.Problems = append(problems, b.Problems...)
	return b, nil
}

func loadBones(path string) (*humanoid.Saved, error) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(f, 1<<21)); err == nil {
			return humanoid.ParseSaved(path, data)
		}
	}
	return nil, &scene.Problem{Code: "FILE_UNREADABLE", File: path, Message: "the bones set by hand could not be read: " + err.Error(),
		Remedy: "check that the file is there and can be read", Err: err}
}

// SetBone returns the map with one slot set by hand to a node, or to none for
// -1; nothing is written. The error is a *scene.Problem.
func (b *Bones) SetBone(m *scene.Model, slot humanoid.Slot, node int) (*Bones, error) {
	if node < -1 || node >= len(m.Nodes) {
		return nil, &scene.Problem{Code: "NODE_UNKNOWN", File: m.Source.Path, Message: fmt.Sprintf("the model has no node %d", node),
			Remedy: "give a node's number as labctl inspect lists it, or -1 for none"}
	}
	over, _ := b.Saved.Resolve(m)
	set := humanoid.Overrides{slot: node}
	for s, n := range over {
		if s != slot {
			set[s] = n
		}
	}
	out := &Bones{Saved: humanoid.Save(m, set)}
	if b.Saved != nil {
		out.Saved.Unknown, out.Saved.UnknownSlots = b.Saved.Unknown, b.Saved.UnknownSlots
		for s, r := range b.Saved.Bones { // what this model does not have is kept for one that does
			if _, ok := set[s]; !ok {
				out.Saved.Bones[s] = r
			}
		}
	}
	out.Map, out.Problems = humanoid.Find(m, humanoid.MainSkin(m), set)
	return out, nil
}

// Write saves what was set by hand, whole or not at all.
func (b *Bones) Write(path string) error {
	s := b.Saved
	if s == nil {
		s = &humanoid.Saved{}
	}
	data, err := s.Encode()
	if err != nil {
		return AsProblem(err)
	}
	return atomicfile.Write(path, data, atomicfile.Options{})
}

// BoneInfo is one slot of a rig map.
type BoneInfo struct {
	Slot     humanoid.Slot `json:"slot"`
	Node     int           `json:"node"` // -1 for none
	Name     string        `json:"name"`
	How      humanoid.How  `json:"how"`
	Why      string        `json:"why"`
	Detached bool          `json:"detached,omitempty"`
}

// BonesAnswer is a rig map as labctl prints it. Lengths in metres.
type BonesAnswer struct {
	Walkable  bool            `json:"walkable"`
	Why       string          `json:"why,omitempty"` // not walkable
	Up        [3]float64      `json:"up"`
	Forward   [3]float64      `json:"forward"`
	Facing    string          `json:"facing"` // what forward was read from
	LegLength float64         `json:"legLength"`
	HipHeight float64         `json:"hipHeight"`
	Bones     []BoneInfo      `json:"bones"`
	Warnings  []scene.Problem `json:"warnings"`
}

// Answer is what labctl prints of a rig map.
func (b *Bones) Answer(m *scene.Model) BonesAnswer {
	r := &b.Map.Rest
	a := BonesAnswer{Up: r.Up, Forward: r.Forward, Facing: r.FacingWhy, LegLength: r.LegLength, HipHeight: r.HipHeight, Warnings: append([]scene.Problem{}, b.Problems...)}
	a.Walkable, a.Why = b.Map.Walkable()
	for s := range humanoid.SlotCount {
		x := &b.Map.Bones[s]
		i := BoneInfo{Slot: s, Node: b.Map.Node(s), How: x.How, Why: x.Why, Detached: x.Detached}
		if i.Node >= 0 {
			i.Name = m.Nodes[i.Node].Name
		}
		a.Bones = append(a.Bones, i)
	}
	return a
}
