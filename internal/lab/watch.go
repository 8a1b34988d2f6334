package lab

import (
	"context"
	"path/filepath"
	"time"

	"donorlab/internal/watch"
)

// watching is the session's eye on the files of the open model.
type watching struct {
	w     *watch.Watcher
	of    Document // that w watches; zero for nothing
	main  bool     // the model's file changed and was not loaded again yet
	other bool     // a file that it names did
	stale bool     // a file that is not watched was seen to have changed
	told  bool     // that the changed file cannot be read; once is enough until it can
}

// WatchOn reports whether the open model is loaded again when its file changes.
func (s *Settings) WatchOn() bool { return s.Watch == nil || *s.Watch }

// SetWatch switches the reloading of changed files on or off.
func (s *Settings) SetWatch(on bool) { s.Watch = &on }

// stepWatch looks for changed files, by the session's own clock of ticks. A
// reload waits for jobs that would be in its way.
func (s *Session) stepWatch() {
	k := &s.watch
	// What was not read from a file of its own, a sample or a model in a pack, was
	// not seen on disk.
	if !s.settings.WatchOn() || !s.doc.seen.There {
		s.unwatch()
		if s.doc.seen.There && s.tick%60 == 0 {
			k.stale = watch.OnDisk(s.doc.Ref) != s.doc.seen
		}
		return
	}
	k.stale = false
	if k.of.Source != s.doc.Source {
		s.follow()
	}
	now := time.Duration(s.tick) * time.Second / 60
	for _, p := range k.w.Step(now) {
		if abs, err := filepath.Abs(s.doc.Ref); err == nil && p == abs {
			k.main = true
		} else {
			k.other = true
		}
	}
	if (k.main || k.other) && !s.Busy("open", "probe", "generate", "bake", "export", "donor", "reload") {
		s.reload(k.other)
	}
}

// behind reports whether the file on disk is another one than what is open.
func (k *watching) behind() bool { return k.stale || k.main || k.other || k.told }

// follow watches the files of what is open now. A change while they were being
// read counts, too.
func (s *Session) follow() {
	k := &s.watch
	if k.w == nil {
		k.w = watch.New(s.opt.Watch)
	}
	if k.of.Ref != s.doc.Ref {
		k.told = false
	}
	k.of, k.main, k.other = s.doc, false, false
	k.w.Set(append([]string{s.doc.Ref}, s.doc.Files...))
	if watch.OnDisk(s.doc.Ref) != s.doc.seen {
		k.main = true
	}
}

func (s *Session) unwatch() {
	if k := &s.watch; k.of.Source != nil {
		k.w.Set(nil)
		k.of, k.main, k.other = Document{}, false, false
	}
}

func (s *Session) endWatch() {
	if s.watch.w != nil {
		s.watch.w.Close()
		s.watch.w = nil
	}
}

// loadSeen is LoadFiles, and what was seen of the file before.
func loadSeen(ctx context.Context, ref string, r Report) (Document, error) {
	d := Document{Ref: ref}
	if !IsSample(ref) {
		d.seen = watch.OnDisk(ref)
	}
	var err error
	d.Source, d.Files, err = LoadFiles(ctx, ref, r)
	return d, err
}
