package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"donorlab/internal/clip"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Kind is what an output holds, which says what its name may end in.
type Kind uint8

// Kinds of outputs.
const (
	KindModel   Kind = iota // a GLB
	KindPicture             // a PNG
	KindPixels              // raw pixels
	KindPreview             // an animation, .gif or .apng
	KindRecipe
	KindEntry
	KindPack   // a folder that is replaced whole, and the .zip beside it
	KindFrames // a folder that gets numbered frames
	KindFile   // a file of any ending
	KindJSON   // a map, orders or a recorded run
)

// Output is a file or folder that is going to be written.
type Output struct {
	Path string
	Kind Kind
	Flag string // that named it, for the message: "-o"; may be empty
}

// Guard keeps a command from destroying what it reads. Tell it all inputs and
// outputs, and Check before any work, and again before writing when loading
// has told of more inputs. A nil Guard lets everything pass.
type Guard struct {
	inputs  []string
	outputs []Output
}

// Input names files that are read. Samples and empty names are left out.
func (g *Guard) Input(paths ...string) {
	if g == nil {
		return
	}
	for _, p := range paths {
		if p != "" && p != "-" && !IsSample(p) && !slices.Contains(g.inputs, p) {
			g.inputs = append(g.inputs, p)
		}
	}
}

// Donor names a donor and the profile beside it.
func (g *Guard) Donor(ref string) {
	if g == nil || ref == "" || IsSample(ref) {
		return
	}
	g.Input(ref)
	g.inputIfThere(clip.ProfilePath(ref))
}

// inputIfThere names files that are read only where they exist.
func (g *Guard) inputIfThere(paths ...string) {
	for _, p := range paths {
		if _, err := os.Lstat(p); err == nil {
			g.Input(p)
		}
	}
}

// Output names what is going to be written. Empty paths are left out, and the
// standard output ("-"), which destroys nothing.
func (g *Guard) Output(path string, kind Kind, flag string) {
	if g == nil || path == "" || path == "-" && (kind == KindPicture || kind == KindPixels || kind == KindFrames) {
		return
	}
	g.outputs = append(g.outputs, Output{path, kind, flag})
}

// Check refuses an output that is an input or another output, by whatever path
// or link, and one whose ending says that it is of another kind. Errors are
// *scene.Problem: OUTPUT_IS_INPUT, OUTPUTS_ARE_ONE, OUTPUT_KIND.
func (g *Guard) Check() error {
	if g == nil {
		return nil
	}
	for i, o := range g.outputs {
		for _, in := range g.inputs {
			if o.covers(in) {
				return o.isInput(in)
			}
		}
		for _, p := range g.outputs[:i] {
			if o.covers(p.Path) || p.covers(o.Path) {
				return &scene.Problem{Code: "OUTPUTS_ARE_ONE", File: o.Path, Message: fmt.Sprintf("%s and %s are the same file or lie in each other, so one would destroy the other", p.name(), o.name()), Remedy: "give each a name of its own; nothing was written"}
			}
		}
	}
	for _, o := range g.outputs {
		if err := o.checkName(); err != nil {
			return err
		}
	}
	return nil
}

// CheckSave refuses to save to a path that is, or is linked to, one of the inputs.
func CheckSave(path string, kind Kind, inputs ...string) error {
	g := Guard{}
	g.Input(inputs...)
	g.Output(path, kind, "")
	return g.Check()
}

// Clone returns a copy that can be told more without the first one knowing.
func (g *Guard) Clone() Guard {
	return Guard{inputs: slices.Clone(g.inputs), outputs: slices.Clone(g.outputs)}
}

// outputTaken refuses an output that two models of a batch would write.
func outputTaken(path, model, first string) error {
	return &scene.Problem{Code: "OUTPUTS_ARE_ONE", File: model,
		Message: fmt.Sprintf("its rig would go to %s, where that of %s goes", path, first), Remedy: "rig them one at a time, each with -o, or into other folders"}
}

func (o Output) name() string {
	if o.Flag == "" {
		return o.Path
	}
	return o.Flag + " " + o.Path
}

func (o Output) isInput(in string) error {
	message := fmt.Sprintf("the output %s is the input %s itself", o.name(), in)
	switch {
	case (o.Kind == KindPack || o.Kind == KindFrames) && !sameFile(o.Path, in):
		message = fmt.Sprintf("the output %s would replace the input %s", o.name(), in)
	case o.Path == in:
		message = fmt.Sprintf("the output %s is also an input", o.name())
	}
	return &scene.Problem{Code: "OUTPUT_IS_INPUT", File: o.Path, Message: message + ", which would be lost",
		Remedy: "choose another name for the output; nothing was written"}
}

// covers says whether writing the output replaces a file.
func (o Output) covers(file string) bool {
	if sameFile(o.Path, file) {
		return true
	}
	switch o.Kind {
	case KindPack:
		return sameFile(filepath.Clean(o.Path)+".zip", file) || inside(o.Path, file)
	case KindFrames:
		name := filepath.Base(canonical(file))
		return (framePattern.MatchString(name) || name == stateFile || name == manifestFile) && sameFile(o.Path, filepath.Dir(canonical(file)))
	}
	return false
}

// sameFile reports whether two paths are one file, whether or not it exists
// yet: by the system's own answer, which sees hard links, and by the path with
// all links followed.
func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		// A device or a pipe is not replaced by writing to it.
		return os.SameFile(x, y) && (x.Mode().IsRegular() || x.IsDir())
	}
	return samePath(canonical(a), canonical(b))
}

func samePath(a, b string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// inside reports whether a file lies in a folder.
func inside(dir, file string) bool {
	d, f := canonical(dir), canonical(file)
	for {
		up := filepath.Dir(f)
		if up == f {
			return false
		}
		if f = up; samePath(f, d) {
			return true
		}
	}
}

// canonical is the absolute path with all links followed as far as it exists.
func canonical(path string) string {
	p, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return followed(p, 40) // links of links, as many as Linux follows
}

func followed(p string, links int) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	// A link to nothing: what it names is what will be written.
	if to, err := os.Readlink(p); err == nil && links > 0 {
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(p), to)
		}
		return followed(to, links-1)
	}
	if up := filepath.Dir(p); up != p {
		return filepath.Join(followed(up, links), filepath.Base(p))
	}
	return p
}

// pictureEndings are endings of pictures, without the dot.
var pictureEndings = []string{"png", "jpg", "jpeg", "gif", "apng", "webp", "bmp", "tga", "tif", "tiff", "svg"}

// holds says what is in a file, by its ending: "a model", "a picture", "JSON",
// "an archive", or "" where the ending says nothing.
func holds(path string) string {
	switch ext := extension(path); {
	case slices.Contains(ModelExtensions(), ext):
		return "a model"
	case slices.Contains(pictureEndings, ext):
		return "a picture"
	case ext == "json":
		return "JSON"
	case ext == "zip":
		return "an archive"
	}
	return ""
}

// checkName refuses an ending that says that the file is of another kind: what
// opens it next would be misled.
func (o Output) checkName() error {
	ext, is := extension(o.Path), holds(o.Path)
	refuse := func(what, remedy string) error {
		return &scene.Problem{Code: "OUTPUT_KIND", File: o.Path, Message: fmt.Sprintf("%s ends in .%s, but %s is written", o.name(), ext, what), Remedy: remedy}
	}
	if o.Path == "-" {
		return &scene.Problem{Code: "OUTPUT_KIND", File: o.Path, Message: o.name() + ": the standard output is offered for pictures only", Remedy: "name a file"}
	}
	switch o.Kind {
	case KindModel:
		if is != "" && ext != "glb" {
			return refuse("a GLB", "write .glb")
		}
	case KindPicture:
		if is != "" && ext != "png" {
			return refuse("a PNG", "write .png")
		}
	case KindPixels:
		if is != "" {
			return refuse("raw pixels with no header", "write .rgba, or leave --format raw out")
		}
	case KindPreview: // PreviewKindOf has looked at it
	case KindRecipe, KindEntry, KindJSON:
		if is != "" && ext != "json" {
			return refuse("JSON", "write .json")
		}
		low := strings.ToLower(o.Path)
		if o.Kind == KindRecipe && strings.HasSuffix(low, ".entry.json") || o.Kind == KindEntry && strings.HasSuffix(low, ".recipe.json") {
			return &scene.Problem{Code: "OUTPUT_KIND", File: o.Path, Message: o.name() + " is the name of the other one of recipe and entry", Remedy: "recipes end in .recipe.json, entries in .entry.json"}
		}
	case KindPack, KindFrames:
		if is != "" && !isDir(o.Path) {
			remedy := "name a folder"
			if o.Kind == KindPack && ext == "zip" {
				remedy = "leave .zip out: the archive is made beside the folder"
			}
			return refuse("a folder", remedy)
		}
	}
	return nil
}

// Model names a model and, where besides is set, the recipe and the entry
// beside it, which are read where they exist.
func (g *Guard) Model(ref string, besides bool) {
	if g == nil || ref == "" || IsSample(ref) {
		return
	}
	g.Input(ref)
	if besides {
		g.inputIfThere(rig.RecipePath(ref), pack.EntryFileName(ref))
	}
}

// inputs are the files that what is open was made of.
func (s *Session) inputs() []string {
	in := append([]string{s.doc.Ref}, s.doc.Files...)
	if d := s.work.Donor; d != nil {
		in = append(append(in, d.Ref), d.Files...)
	}
	return in
}
