package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"donorlab/internal/atomicfile"
	"donorlab/internal/picfile"
	"donorlab/internal/scene"
)

const (
	stateFile    = "frames.state.json" // which job the folder's frames are of
	manifestFile = "frames.json"       // what frames there are; written when all are there
)

// framePattern is what fileName writes.
var framePattern = regexp.MustCompile(`^frame_\d{6}\.(png|rgba)$`)

// InputHash sums up what a subject is made of: the bytes of its files, the
// clip and what is drawn of it. beside are further files that the model names.
func InputHash(s Subject, beside []string) string {
	h := sha256.New()
	say := func(format string, args ...any) { fmt.Fprintf(h, format+"\n", args...) }
	say("model %s clip %q rest %v roles %v helpers %v", sourceSHA(s.Model), s.Clip, s.Rest, s.Roles, s.Helpers)
	if s.Donor != nil {
		say("donor %s clip %q at %g", sourceSHA(s.Donor.Model), s.Donor.Clip.Clip, s.Donor.Clip.FPS)
	}
	for _, f := range beside {
		say("file %s %s", filepath.Base(f), fileSum(f))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// fileSum is the SHA-256 of a file in hex, "missing" for one that cannot be read.
func fileSum(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return "missing"
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "missing"
	}
	return hex.EncodeToString(h.Sum(nil))
}

// reel is a folder with the frames of one job.
type reel struct {
	dir    string
	format picfile.Format
	span   span
	width  int
	height int
	clip   string
}

// reelState is the content of the state file.
type reelState struct {
	Job   string `json:"job"`   // a hash of all that the pixels depend on
	About string `json:"about"` // for people
}

// openReel takes a folder for a job: a new or an empty one, or one in which the
// same job was begun. The shard does not count: all shards share a folder.
func openReel(st FilmSource, f Film, sp span, cam scene.Camera, opt FramesOptions) (*reel, error) {
	r := &reel{dir: opt.Dir, format: opt.Format, span: sp, width: f.Width, height: f.Height, clip: st.clipName()}
	if err := os.MkdirAll(opt.Dir, 0o755); err != nil {
		return nil, atomicfile.AsProblem("make the folder", opt.Dir, err)
	}
	shot := f.Shot
	shot.Camera, shot.Time = nil, 0
	job := sha256.New()
	err := json.NewEncoder(job).Encode(map[string]any{"lab": Version(), "inputs": opt.Inputs, "shot": shot, "camera": cam,
		"fps": f.FPS, "from": f.From, "frames": sp.total, "orbit": f.OrbitDeg, "format": opt.Format.String(), "clip": r.clip})
	if err != nil {
		return nil, &scene.Problem{Code: "INTERNAL", Message: "the job could not be summed up", Err: err}
	}
	want := reelState{Job: hex.EncodeToString(job.Sum(nil)),
		About: fmt.Sprintf("%d frames of %dx%d, %g a second, %s", sp.total, f.Width, f.Height, f.FPS, opt.Format)}
	data, err := os.ReadFile(filepath.Join(opt.Dir, stateFile))
	switch {
	case err == nil:
		var have reelState
		if json.Unmarshal(data, &have) == nil && have.Job == want.Job {
			return r, nil
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fileProblem(filepath.Join(opt.Dir, stateFile), err)
	}
	if err := r.claim(opt.Force, data != nil); err != nil {
		return nil, err
	}
	text, err := json.Marshal(want)
	if err != nil {
		return nil, &scene.Problem{Code: "INTERNAL", Message: "the job could not be written", Err: err}
	}
	return r, WriteFile(filepath.Join(opt.Dir, stateFile), append(text, '\n'))
}

// claim makes sure that no frames of another job are in the folder; with force
// they are deleted, and nothing else.
func (r *reel) claim(force, known bool) error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return fileProblem(r.dir, err)
	}
	for _, e := range entries {
		name := e.Name()
		if !framePattern.MatchString(name) && name != manifestFile && name != stateFile {
			continue
		}
		if !force {
			what := "there are frames of another job, such as " + name
			if known {
				what = "there are frames of another job: another model, clip, camera, size or rate"
			}
			return &scene.Problem{Code: "OTHER_FRAMES", File: r.dir, Message: what, Remedy: "choose another folder, or give --force to delete them"}
		}
		if err := os.Remove(filepath.Join(r.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return atomicfile.AsProblem("delete", filepath.Join(r.dir, name), err)
		}
	}
	return nil
}

// missing lists the frames from first to end-1 that are not there whole.
func (r *reel) missing(first, end int) []int {
	var out []int
	for k := first; k < end; k++ {
		if !r.has(k) {
			out = append(out, k)
		}
	}
	return out
}

// has reports whether frame k is there with its end: a file that was cut off, as
// by a copy or a power cut, is not.
func (r *reel) has(k int) bool {
	f, err := os.Open(filepath.Join(r.dir, fileName(k, r.format)))
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if r.format == picfile.Raw {
		return info.Size() == 4*int64(r.width)*int64(r.height)
	}
	var tail [12]byte
	if _, err := f.ReadAt(tail[:], info.Size()-int64(len(tail))); err != nil {
		return false
	}
	return bytes.Equal(tail[:], []byte("\x00\x00\x00\x00IEND\xaeB`\x82"))
}

// write saves frame k. It is not flushed to the disk: a frame that a power cut
// loses is drawn again.
func (r *reel) write(k int, data []byte) error {
	return atomicfile.Write(filepath.Join(r.dir, fileName(k, r.format)), data, atomicfile.Options{FS: unhurried{}})
}

// unhurried is a disk that is not waited for.
type unhurried struct{ atomicfile.Disk }

func (u unhurried) Create(name string, perm fs.FileMode) (atomicfile.File, error) {
	f, err := u.Disk.Create(name, perm)
	if err != nil {
		return nil, err
	}
	return unflushed{f}, nil
}

func (unhurried) SyncDir(string) error { return nil }

type unflushed struct{ atomicfile.File }

func (unflushed) Sync() error { return nil }

// manifest is the content of frames.json.
type manifest struct {
	Frames int             `json:"frames"`
	FPS    float64         `json:"framesPerSecond"`
	Width  int             `json:"width"`
	Height int             `json:"height"`
	Format string          `json:"format"` // of the PNG, or raw: R, G, B, A by rows
	Clip   string          `json:"clip"`   // "" at rest
	Files  []manifestFrame `json:"files"`
}

type manifestFrame struct {
	File string  `json:"file"`
	Time float64 `json:"time"` // seconds into the clip
}

// finish writes the manifest when the frames of all shards are there, and says
// whether they are.
func (r *reel) finish() (bool, error) {
	if len(r.missing(0, r.span.total)) > 0 {
		return false, nil
	}
	m := manifest{Frames: r.span.total, FPS: r.span.fps, Width: r.width, Height: r.height, Format: r.format.String(), Clip: r.clip}
	for k := range r.span.total {
		m.Files = append(m.Files, manifestFrame{fileName(k, r.format), r.span.time(k)})
	}
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return false, &scene.Problem{Code: "INTERNAL", Message: "the list of frames could not be written", Err: err}
	}
	return true, WriteFile(filepath.Join(r.dir, manifestFile), append(data, '\n'))
}
