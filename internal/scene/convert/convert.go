// Package convert reads model files of other programs (FBX, .blend, Collada,
// STL, PLY, 3DS) through a Blender or an assimp that is installed on the
// machine.
//
// The program is started in a process group of its own, so that a cancel ends
// all of it; what it writes is kept short and shown when it fails; its files go
// into a temporary folder that is removed. Nothing that it makes is trusted: an
// exit code of 0 is not success (Blender gives it for a crashed script, too),
// the GLB must be there and is read by gltfio with all its checks.
package convert

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// Options say how a file is converted. The zero Options are right for most uses.
type Options struct {
	gltfio.Options // of the GLB that is read back; Progress hears of the conversion, too

	// LookPath finds a program. Nil means exec.LookPath.
	LookPath func(name string) (string, error)

	// TempDir is where the temporary folder is made. Empty means the system's.
	TempDir string
}

// format is a kind of file that is converted.
type format struct {
	name  string   // for messages
	tools []string // that can read it, the better one first
}

var formats = map[string]format{
	"fbx":   {"FBX", []string{"blender", "assimp"}},
	"blend": {"Blender", []string{"blender"}},
	"dae":   {"Collada", []string{"blender", "assimp"}},
	"stl":   {"STL", []string{"assimp", "blender"}},
	"ply":   {"PLY", []string{"assimp", "blender"}},
	"3ds":   {"3DS", []string{"assimp"}},
}

// Extensions are the endings of the files that are converted, sorted, without
// the dot.
func Extensions() []string { return []string{"3ds", "blend", "dae", "fbx", "ply", "stl"} }

// Handles reports whether files with the ending (lower case, no dot) are
// converted.
func Handles(ext string) bool {
	_, ok := formats[ext]
	return ok
}

// Read converts the file at path, whose format is named by an ending of
// Extensions whatever its own is, and reads the result. The Model's name and
// Source are those of the file itself, so that a part's identity does not depend
// on the converter. An error is a *scene.Problem.
func Read(ctx context.Context, path, ext string, opt Options) (*scene.Model, error) {
	f, ok := formats[ext]
	if !ok {
		return nil, &scene.Problem{Code: "FORMAT_UNKNOWN", File: path, Message: fmt.Sprintf("files of the kind %q are not converted", ext), Remedy: "export the model as .glb from the program that made it"}
	}
	source, err := hashed(ctx, path, opt)
	if err != nil {
		return nil, err
	}
	var failed []*scene.Problem
	for _, name := range f.tools {
		exe, err := opt.find(name)
		if err != nil {
			continue
		}
		m, p := run(ctx, tools[name](exe), path, ext, opt)
		if p == nil {
			m.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
			m.Source = source
			for i := range m.Warnings {
				m.Warnings[i].File = path
			}
			m.Warnings = append(m.Warnings, scene.Problem{Severity: scene.Info, Code: "CONVERTED", File: path,
				Message: fmt.Sprintf("the %s file was converted by %s", f.name, name), Remedy: "if something looks wrong, export it as .glb from the program that made it"})
			return m, nil
		}
		if p.Code == "CANCELLED" {
			return nil, p
		}
		failed = append(failed, p)
	}
	if len(failed) == 0 {
		return nil, missing(path, ext, f)
	}
	p := failed[0]
	for _, q := range failed[1:] {
		p.Message += "; then " + q.Message
	}
	p.File = path
	return nil, p
}

func (o Options) find(name string) (string, error) {
	look := o.LookPath
	if look == nil {
		look = exec.LookPath
	}
	exe, err := look(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(exe) // it is run from another folder
}

// missing says which free program converts the file and how.
func missing(path, ext string, f format) *scene.Problem {
	p := &scene.Problem{Code: "CONVERTER_MISSING", File: path}
	base := filepath.Base(path)
	out := strings.TrimSuffix(base, filepath.Ext(base)) + ".glb"
	if f.tools[0] == "blender" {
		p.Message = fmt.Sprintf("%s files are read through Blender, which was not found on this machine", f.name)
		p.Remedy = "install Blender (free, blender.org) so that the command blender works, and open the file again; or by hand: " + ByHand(base, ext, out)
		return p
	}
	p.Message = fmt.Sprintf("%s files are read through assimp, which was not found on this machine", f.name)
	p.Remedy = "install assimp (free; on Debian and Ubuntu: apt install assimp-utils) and open the file again; or by hand: " + ByHand(base, ext, out)
	return p
}

// ByHand is the shell command that converts a file to GLB with the program that
// reads its format best.
func ByHand(in, ext, out string) string {
	export := fmt.Sprintf("bpy.ops.export_scene.gltf(filepath=%q)", out)
	empty := "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); "
	switch ext {
	case "blend":
		return "blender -b " + quote(in) + " --python-expr " + quote("import bpy; "+export)
	case "fbx":
		return "blender -b --python-expr " + quote(empty+fmt.Sprintf("bpy.ops.import_scene.fbx(filepath=%q); ", in)+export)
	case "dae":
		return "blender -b --python-expr " + quote(empty+fmt.Sprintf("bpy.ops.wm.collada_import(filepath=%q); ", in)+export)
	}
	return "assimp export " + quote(in) + " " + quote(out)
}

// quote makes a shell word of a file's name.
func quote(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !(r == '.' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// hashed reads the file once for its Source.
func hashed(ctx context.Context, path string, opt Options) (scene.Source, error) {
	s := scene.Source{Path: path}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return s, gltfio.FileProblem(path, err)
	case !info.Mode().IsRegular():
		return s, gltfio.FileProblem(path, errors.New("it is not a regular file"))
	case info.Size() > opt.Limit():
		return s, gltfio.TooLarge(path, opt.Limit())
	}
	f, err := os.Open(path)
	if err != nil {
		return s, gltfio.FileProblem(path, err)
	}
	defer f.Close()
	sum := sha256.New()
	if s.Bytes, err = io.Copy(sum, &heard{ctx, io.LimitReader(f, opt.Limit())}); err != nil {
		return s, gltfio.FileProblem(path, err)
	}
	sum.Sum(s.SHA256[:0])
	return s, nil
}

// heard is a reader that hears of a cancel.
type heard struct {
	ctx context.Context
	r   io.Reader
}

func (h *heard) Read(b []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.r.Read(b)
}
