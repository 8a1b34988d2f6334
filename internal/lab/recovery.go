package lab

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

const (
	recoveryVersion = 1
	recoveryQuota   = 10          // files kept in the folder
	recoveryEvery   = 5 * 60      // ticks between two looks at whether there is something to keep: 5 s
	recoveryBytes   = 32 << 20    // of one file; larger ones are not ours
	recoveryPrefix  = "recovery-" // recovery-<session>.json
)

// Recovered is unsaved work of a session that did not end well.
type Recovered struct {
	Path   string    `json:"-"` // the recovery file
	Ref    string    `json:"ref"`
	Name   string    `json:"name"`           // of the model, for the offer
	When   time.Time `json:"when,omitzero"`  // when it was kept, if the session had a clock
	SHA256 string    `json:"sha256"`         // of the source model, hex
	State  savedWork `json:"state"`          //
	Ver    int       `json:"version"`        //
	Pid    int       `json:"pid,omitempty"`  // of the session that wrote it
	Host   string    `json:"host,omitempty"` // on which machine
}

// recovery is this session's side of it.
type recovery struct {
	file    string // "" means none is written
	kept    *Work  // what the file on disk holds; nil for no file
	pending chan error
}

func (s *Session) startRecovery() {
	dir := cacheDir(s.opt.CacheDir)
	if dir == "" || !s.settings.AutosaveOn() {
		return
	}
	var id [8]byte
	rand.Read(id[:]) // only names the file; no result depends on it
	s.recovery.file = filepath.Join(dir, recoveryPrefix+hex.EncodeToString(id[:])+".json")
}

// Unsaved reports whether there is work that no file on disk holds.
func (s *Session) Unsaved() bool {
	if s.MapUnsaved() || s.OrdersUnsaved() {
		return true
	}
	if s.doc.Source == nil {
		return false
	}
	// The window asks in every frame; comparing means encoding both.
	if c := &s.compared; c.work != s.work || c.saved != s.saved {
		*c = comparison{s.work, s.saved, sameSaved(s.work, s.saved)}
	}
	return !s.compared.same
}

// comparison is the last answer of sameSaved.
type comparison struct {
	work, saved *Work
	same        bool
}

// keepRecovery writes the recovery file when something changed since the last
// one. The write runs beside the session: a slow disk does not stop a frame.
func (s *Session) keepRecovery() {
	r := &s.recovery
	if r.pending != nil {
		select {
		case err := <-r.pending:
			r.pending = nil
			if err != nil {
				s.Fail(err)
				r.file = "" // once is enough: a full disk would fill the log
			} else {
				s.dropRecovered()
			}
		default:
			return
		}
	}
	if r.file == "" || s.doc.Source == nil || s.tick%recoveryEvery != 0 || r.kept == s.work || !s.Unsaved() {
		return
	}
	data, err := s.recoveryData()
	if err != nil {
		s.Fail(err)
		return
	}
	r.kept = s.work
	r.pending = make(chan error, 1)
	file, pending := r.file, r.pending
	go func() {
		err := writeFile(file, data)
		if err == nil {
			trimRecovery(filepath.Dir(file), file)
		}
		pending <- err
	}()
}

// KeepNow writes the recovery file at once: before something risky, at the end
// of a session with unsaved work, and in tests.
func (s *Session) KeepNow() error {
	r := &s.recovery
	if r.pending != nil {
		<-r.pending
		r.pending = nil
	}
	if r.file == "" || s.doc.Source == nil {
		return nil
	}
	data, err := s.recoveryData()
	if err != nil {
		return s.Fail(err)
	}
	if err := writeFile(r.file, data); err != nil {
		return s.Fail(err)
	}
	r.kept = s.work
	trimRecovery(filepath.Dir(r.file), r.file)
	s.dropRecovered()
	return nil
}

// dropRecovered deletes the file that this session's work was recovered from,
// once the work is kept elsewhere.
func (s *Session) dropRecovered() {
	if s.recovered != "" && s.recovered != s.recovery.file {
		os.Remove(s.recovered)
	}
	s.recovered = ""
}

func (s *Session) recoveryData() ([]byte, error) {
	host, _ := os.Hostname()
	rec := Recovered{Ver: recoveryVersion, Ref: s.doc.Ref, Name: s.doc.Source.Name,
		SHA256: sourceSHA(s.doc.Source), State: saveWork(s.work), Pid: os.Getpid(), Host: host}
	if s.MapUnsaved() {
		rec.State.Map = s.work.Map.Encode()
	}
	if s.OrdersUnsaved() {
		rec.State.Orders = s.work.Orders.Encode()
	}
	if s.opt.Now != nil {
		rec.When = s.opt.Now().UTC().Truncate(time.Second)
	}
	if !IsSample(rec.Ref) {
		if abs, err := filepath.Abs(rec.Ref); err == nil {
			rec.Ref = abs
		}
	}
	data, err := json.MarshalIndent(rec, "", " ")
	return append(data, '\n'), err
}

func (s *Session) endRecovery() {
	r := &s.recovery
	if r.file == "" {
		return
	}
	if s.Unsaved() {
		s.KeepNow()
		return
	}
	if r.pending != nil {
		<-r.pending
		r.pending = nil
	}
	os.Remove(r.file)
	s.dropRecovered()
}

// Recoverable lists what earlier sessions left unsaved, newest first. Files of
// sessions that still run on this machine are left out.
func (s *Session) Recoverable() []Recovered {
	var out []Recovered
	for _, name := range recoveryFiles(cacheDir(s.opt.CacheDir)) {
		if name == s.recovery.file {
			continue
		}
		r, err := readRecovery(name)
		if err != nil {
			s.Fail(err)
			continue
		}
		if host, _ := os.Hostname(); r.Host == host && r.Pid != os.Getpid() && alive(r.Pid) {
			continue
		}
		out = append(out, r)
	}
	return out
}

// Recover starts to open what an earlier session left unsaved: its model, marks,
// entry and donor, and its rig where one had been generated. The recovered work
// counts as unsaved. The recovery file stays until this session keeps its own.
func (s *Session) Recover(rec Recovered) *Job {
	return s.start("open", "Recovering "+rec.Name, func(ctx context.Context, r Report) (func(), error) {
		d, err := loadSeen(ctx, rec.Ref, r)
		if err != nil {
			return nil, err
		}
		m := d.Source
		fresh, notes, err := FirstLook(rec.Ref, m)
		if err != nil {
			return nil, err
		}
		w, more, err := rec.State.restore(ctx, rec.Path, m, fresh, r)
		if err != nil {
			return nil, err
		}
		notes = append(notes, more...)
		if sha := sourceSHA(m); sha != rec.SHA256 {
			notes = append(notes, scene.Problem{Severity: scene.Warning, Code: "SOURCE_CHANGED", File: rec.Ref,
				Message: "the model file has changed since the work was kept; marks were matched to its parts by shape",
				Remedy:  "look through the marks before you generate"})
		}
		return func() {
			s.opened(rec.Ref, m, w, notes)
			s.doc = d
			s.saved = fresh
			s.recovered = rec.Path
			s.Note("Recovered the unsaved work on " + rec.Name)
		}, nil
	})
}

// restore makes the work that was kept, from the model's first work.
func (sw *savedWork) restore(ctx context.Context, file string, m *scene.Model, fresh *Work, r Report) (*Work, []scene.Problem, error) {
	w := *fresh
	var notes []scene.Problem
	if len(sw.Recipe) > 0 {
		rec, n, err := rig.DecodeRecipe(sw.Recipe)
		if err != nil {
			return nil, nil, withFile(file, err)
		}
		notes = append(notes, n...)
		w.Recipe = rec
	}
	parts, err := Probe(ctx, m, w.Recipe, false, r)
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil:
		notes = append(notes, soften(err))
	default:
		w.Parts = parts
	}
	if len(sw.Entry) > 0 {
		e, n, err := pack.ParseEntry(file, sw.Entry)
		if err != nil {
			return nil, nil, err
		}
		notes = append(notes, n...)
		w.Entry = e
	}
	if len(sw.Map) > 0 {
		if w.Map, err = world.Decode(sw.Map); err != nil {
			return nil, nil, withFile(file, err)
		}
	}
	if len(sw.Orders) > 0 {
		if w.Orders, err = flight.DecodeOrders(sw.Orders); err != nil {
			return nil, nil, withFile(file, err)
		}
	}
	if sw.Donor != "" {
		d, err := LoadDonor(ctx, sw.Donor, sw.Clip, r)
		if err != nil {
			p := *AsProblem(err)
			p.Severity = scene.Warning
			notes = append(notes, p)
		} else {
			w.Donor = d
		}
	}
	if sw.Rigged && w.Parts != nil {
		g, err := GenerateRig(ctx, m, w.Parts, w.Recipe, r)
		if err != nil {
			return nil, nil, err
		}
		w.Rigged, w.Baked = g, nil
	}
	return &w, notes, nil
}

// DiscardRecovered deletes a recovery file that the user does not want.
func (s *Session) DiscardRecovered(r Recovered) error {
	if !ownRecovery(r.Path) {
		return s.Fail(&scene.Problem{Code: "NOT_RECOVERY", File: r.Path, Message: "is not a recovery file"})
	}
	if err := os.Remove(r.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s.Fail(fileProblem(r.Path, err))
	}
	return nil
}

func readRecovery(name string) (Recovered, error) {
	var r Recovered
	data, err := readSmall(name)
	if err != nil {
		return r, AsProblem(err)
	}
	if err := json.Unmarshal(data, &r); err != nil || r.Ver < 1 || r.Ref == "" {
		return r, &scene.Problem{Severity: scene.Warning, Code: "RECOVERY_DAMAGED", File: name, Err: err,
			Message: "a recovery file cannot be read", Remedy: "it was left where it is; delete it if you do not need it"}
	}
	if r.Ver > recoveryVersion {
		return r, &scene.Problem{Severity: scene.Warning, Code: "RECOVERY_NEWER", File: name,
			Message: "a recovery file was written by a newer lab", Remedy: "open it with that version"}
	}
	r.Path = name
	return r, nil
}

func ownRecovery(path string) bool {
	base := filepath.Base(path)
	return strings.HasPrefix(base, recoveryPrefix) && strings.HasSuffix(base, ".json")
}

// recoveryFiles lists the folder's recovery files, newest first by file time.
func recoveryFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	type file struct {
		name string
		mod  time.Time
	}
	var files []file
	for _, e := range entries {
		if e.IsDir() || !ownRecovery(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Size() <= recoveryBytes {
			files = append(files, file{filepath.Join(dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return b.mod.Compare(a.mod) })
	var out []string
	for _, f := range files {
		out = append(out, f.name)
	}
	return out
}

// trimRecovery deletes the oldest recovery files beyond the quota, never keep.
func trimRecovery(dir, keep string) {
	files := recoveryFiles(dir)
	for i, f := range files {
		if i >= recoveryQuota && f != keep {
			os.Remove(f)
		}
	}
}
