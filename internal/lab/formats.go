package lab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"donorlab/internal/scene"
	"donorlab/internal/scene/convert"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/objio"
)

// ModelExtensions are the endings of the files that Load reads, without the dot:
// those that are read natively first.
func ModelExtensions() []string {
	return append([]string{"glb", "gltf", "obj"}, convert.Extensions()...)
}

// IsModelFile reports whether a file's ending, in whatever case, is one of
// ModelExtensions.
func IsModelFile(path string) bool { return slices.Contains(ModelExtensions(), extension(path)) }

func extension(path string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
}

// readModel reads a model file of any format. files are the files beside it that
// it names, as paths: whoever watches the model watches them, too.
func readModel(ctx context.Context, ref string, r Report) (m *scene.Model, files []string, err error) {
	dir := filepath.Dir(ref)
	opt := gltfio.Options{
		Progress: func(done float64, what string) { r.Say("Loading "+what, int(done*100), 100) },
		Named: func(name string) {
			if p := filepath.Join(dir, filepath.FromSlash(name)); !slices.Contains(files, p) {
				files = append(files, p)
			}
		},
	}
	head, err := readHead(ref)
	if err != nil {
		return nil, nil, fileProblem(ref, err)
	}
	named := extension(ref)
	format, lies := formatOf(named, head)
	switch {
	case format == "obj":
		m, err = objio.Read(ctx, ref, opt)
	case convert.Handles(format):
		m, err = convert.Read(ctx, ref, format, convert.Options{Options: opt})
	default:
		m, err = gltfio.Read(ctx, ref, opt)
	}
	if err == nil && lies {
		m.Warnings = append(m.Warnings, scene.Problem{Severity: scene.Warning, Code: "EXTENSION_LIES", File: ref,
			Message: fmt.Sprintf("the file is called .%s but holds %s; it was read as that", named, format),
			Remedy:  "rename it to end in ." + format})
	}
	return m, files, err
}

// headBytes are enough to know a format by.
const headBytes = 4096

func readHead(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, err // the reader says what is wrong with a pipe
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, headBytes)
	n, err := io.ReadFull(f, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return b[:n], err
}

// formatOf chooses the format of a file: its bytes count for more than its
// ending where they cannot mean anything else. lies says that they differ.
func formatOf(ext string, head []byte) (format string, lies bool) {
	if ext == "gltf" {
		ext = "glb" // one reader, which tells them apart itself
	}
	sure := magic(head)
	if sure == "" || sure == ext {
		return ext, false
	}
	return sure, slices.Contains(ModelExtensions(), ext) || ext != ""
}

// magic knows a format by a file's first bytes, "" for none. Text formats are
// known only by what no other text begins with.
func magic(head []byte) string {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("glTF")):
		return "glb"
	case bytes.HasPrefix(head, []byte("Kaydara FBX Binary")), bytes.HasPrefix(text, []byte("; FBX ")):
		return "fbx"
	case bytes.HasPrefix(head, []byte("BLENDER")):
		return "blend"
	case bytes.HasPrefix(head, []byte("ply\n")), bytes.HasPrefix(head, []byte("ply\r")):
		return "ply"
	case bytes.HasPrefix(text, []byte("<")) && bytes.Contains(head, []byte("<COLLADA")):
		return "dae"
	case bytes.HasPrefix(text, []byte("{")) && bytes.Contains(head, []byte(`"asset"`)):
		return "glb"
	case isOBJ(text):
		return "obj"
	}
	return ""
}

// isOBJ reports whether a text's first statement is one of OBJ's.
func isOBJ(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		word, rest, ok := bytes.Cut(line, []byte(" "))
		switch string(word) {
		case "mtllib":
			return ok
		case "v":
			return ok && len(bytes.Fields(rest)) >= 3
		}
		return false
	}
	return false
}
