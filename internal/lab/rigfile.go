package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// GeneratorVersion counts the changes of Generate that make other bones, rests or
// weights of the same model and recipe. It is written into saved rigs, so that one
// that an earlier version made can be told.
const GeneratorVersion = 1

// RigStamp says what a saved rig was made of. It is the field "donorlab" in the
// extras of the file's first root node.
type RigStamp struct {
	Generator int    `json:"generator"`
	Source    string `json:"source"` // SHA-256 of the model file, hexadecimal; empty for a model made in memory
	Recipe    string `json:"recipe"` // SHA-256 of the parts' roles and the recipe's settings, hexadecimal
}

// stampOf is the stamp that a rig of a model's parts by a recipe has. Whether a role
// was guessed or marked is of no matter to the rig.
func stampOf(m *scene.Model, p *rig.Parts, r *rig.Recipe) RigStamp {
	st := RigStamp{Generator: GeneratorVersion, Source: sourceSHA(m)}
	if r == nil || p == nil {
		return st
	}
	c := r.Clone()
	c.Marks, c.BoneMarks, c.MirrorMarks = nil, nil, false
	c.SrcFile, c.OutGLB, c.MinVerts, c.Hidden = "", "", 1, nil
	data, err := c.Encode()
	if err != nil {
		return st
	}
	sum := sha256.New()
	sum.Write(data)
	for i := range p.Parts {
		q := &p.Parts[i]
		fmt.Fprintln(sum, q.ID.Path, q.ID.Primitive, q.ID.Piece, q.ID.Joint, int(q.Role))
	}
	st.Recipe = hex.EncodeToString(sum.Sum(nil))
	return st
}

// WriteRig writes a rig that was generated from source as a .glb with a stamp of
// what it was made of.
func WriteRig(path string, g *Rigged, source *scene.Model) error {
	return WriteModel(path, stamped(g.Model, stampOf(source, g.parts, g.recipe)))
}

// stamped is a model with a stamp on its first root.
func stamped(m *scene.Model, st RigStamp) *scene.Model {
	if len(m.Roots) == 0 {
		return m
	}
	all := map[string]json.RawMessage{}
	if extras := m.Nodes[m.Roots[0]].Extras; len(extras) > 0 && json.Unmarshal(extras, &all) != nil {
		return m // extras that are no object stay as they are
	}
	text, err := json.Marshal(st)
	if err != nil {
		return m
	}
	all["donorlab"] = text
	extras, err := json.Marshal(all) // keys come out sorted
	if err != nil {
		return m
	}
	out := *m
	out.Nodes = append([]scene.Node(nil), m.Nodes...)
	out.Nodes[m.Roots[0]].Extras = extras
	return &out
}

// maxStampJSON bounds the JSON that is read for a stamp, bytes: rigs have far less.
const maxStampJSON = 64 << 20

// ReadRigStamp reads the stamp of a saved rig; ok is false where the file has none
// or is no GLB. Of the file no more than its JSON is read.
func ReadRigStamp(path string) (st RigStamp, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return st, false
	}
	defer f.Close()
	var head [20]byte // glTF 2.0, "Binary glTF Layout": header and the first chunk's head
	if _, err := io.ReadFull(f, head[:]); err != nil || string(head[:4]) != "glTF" || string(head[16:20]) != "JSON" {
		return st, false
	}
	size := binary.LittleEndian.Uint32(head[12:16])
	if size > maxStampJSON {
		return st, false
	}
	var text bytes.Buffer
	if n, err := io.CopyN(&text, f, int64(size)); err != nil || n != int64(size) {
		return st, false
	}
	var file struct {
		Nodes []struct {
			Extras json.RawMessage `json:"extras"`
		} `json:"nodes"`
	}
	if json.Unmarshal(text.Bytes(), &file) != nil {
		return st, false
	}
	for _, n := range file.Nodes {
		var extras struct {
			Stamp *RigStamp `json:"donorlab"`
		}
		if len(n.Extras) > 0 && json.Unmarshal(n.Extras, &extras) == nil && extras.Stamp != nil {
			return *extras.Stamp, true
		}
	}
	return st, false
}

// RigPath is where the open model's rig is saved: where its recipe says, else
// beside it as <model>_Spin.glb; "" for a sample.
func (s *Session) RigPath() string {
	if r := s.work.Recipe; r != nil && r.OutGLB != "" {
		return resolveFrom(s.doc.Ref, r.OutGLB)
	}
	if s.doc.Ref == "" || IsPack(s.doc.Ref) {
		return ""
	}
	return SpinPath(s.doc.Ref, "")
}

// SaveRig writes the generated rig to path, or to RigPath where that is empty. An
// existing file is replaced, unless it is one that the work was made of.
func (s *Session) SaveRig(path string) error {
	g := s.work.Rigged
	if g == nil || g.Rig == nil {
		return s.Fail(&scene.Problem{Code: "NO_RIG", Message: "there is no rig to save", Remedy: "press Generate rig first"})
	}
	if path == "" {
		path = s.RigPath()
	}
	if path == "" {
		return s.Fail(&scene.Problem{Code: "NO_FOLDER", Message: "a sample has no folder of its own", Remedy: "choose a folder"})
	}
	if err := CheckSave(path, KindModel, s.inputs()...); err != nil {
		return s.Fail(err)
	}
	if err := WriteRig(path, g, s.doc.Source); err != nil {
		return s.Fail(err)
	}
	s.rigFile = rigFile{path: path, stamp: stampOf(s.doc.Source, g.parts, g.recipe), there: true, of: s.doc.Source}
	s.Note("Saved " + path)
	return nil
}

// rigFile is what is known of the saved rig of the open model.
type rigFile struct {
	of    *scene.Model
	path  string
	stamp RigStamp
	there bool // a file with a stamp
}

// RigFileStale says why the saved rig of the open model is no longer what Generate
// would make, "" while it is, or where there is none. The file is read once a
// model is open.
func (s *Session) RigFileStale() string {
	f := &s.rigFile
	if path := s.RigPath(); f.of != s.doc.Source || f.path != path {
		*f = rigFile{of: s.doc.Source, path: path}
		if path != "" {
			f.stamp, f.there = ReadRigStamp(path)
		}
	}
	if !f.there {
		return ""
	}
	c := &s.frame
	if c.stampOf != s.work {
		c.stampOf, c.stamp = s.work, stampOf(s.doc.Source, s.work.Parts, s.work.Recipe)
	}
	switch now := c.stamp; {
	case f.stamp.Generator != now.Generator:
		return fmt.Sprintf("it was made by version %d of Generate, this is version %d", f.stamp.Generator, now.Generator)
	case f.stamp.Source != now.Source:
		return "it was made of an earlier version of the model's file"
	case f.stamp.Recipe != now.Recipe:
		return "it was made by other marks or settings"
	}
	return ""
}

// HasRigFile reports whether the open model has a saved rig, as of RigFileStale.
func (s *Session) HasRigFile() bool { return s.rigFile.there && s.rigFile.of == s.doc.Source }
