// Package watch tells when files on disk have changed and come to rest.
//
// It knows no wall clock: Step is called with the time now, as often as the
// caller likes, and answers with the files that changed. The system's
// notifications (fsnotify, of the parent folder, because programs replace files
// rather than write them) say that something happened; a look at every file once
// a second finds what they miss, as on network drives. A file counts as changed
// when it has been quiet for a while, is there, and is not empty: programs clear
// a file before they write it.
package watch

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Times that the zero Options stand for.
const (
	// Quiet is how long a file must rest: 25 ms is known to be too short for some
	// editors, 100 ms is what fsnotify's own example waits.
	Quiet = 100 * time.Millisecond
	// Every is the time between two looks at the files themselves.
	Every = time.Second
)

// Sign is what is seen of a file without reading it. The zero Sign is a file that
// is not there.
type Sign struct {
	There bool
	Size  int64
	Mod   time.Time
	ID    any // compares equal for one file, differs where it was replaced; may be nil
}

func (s Sign) empty() bool { return !s.There || s.Size == 0 }

// Options say how files are watched. The zero Options are right for most uses.
type Options struct {
	Quiet, Every time.Duration // zero means the constants of these names

	// Look looks at a file. Nil means the file on disk.
	Look func(path string) Sign

	// Inline looks at the files within Step instead of beside it: for tests, and
	// where no folder can hang.
	Inline bool

	// NoNotify goes without the system's notifications.
	NoNotify bool

	// Gone tells files that went, or are empty, too, after GoneFor of that: a program
	// may move a file aside, or clear it, some time before it writes the new one.
	Gone    bool
	GoneFor time.Duration // zero means 5 * Quiet

	// Most is the longest that a file which never rests is waited for before it is
	// told all the same, again and again; see Moving. Zero means for ever.
	Most time.Duration

	// Heard is called, from another goroutine, after a notification about a watched
	// file was noted for the next Step. May be nil.
	Heard func()
}

// Watcher watches some files. Make one with New; end it with Close. Set and Step
// are for one goroutine.
type Watcher struct {
	opt   Options
	files map[string]*file // by absolute path
	order []string
	next  time.Duration // when the files are looked at again
	looks chan map[string]look
	out   bool // a look is on its way

	mu     sync.Mutex
	events map[string]bool     // files that a notification named since the last Step
	all    bool                // notifications were lost
	names  map[string][]string // watched names, and what they link to: the files that these stand for
	notify *fsnotify.Watcher
	dirs   map[string]bool
	ended  chan struct{}
}

// look is what one look at a file found.
type look struct {
	sign Sign
	to   string // what a symbolic link names in the end, or the file itself
}

// file is what is known of one.
type file struct {
	to     string        // as in look
	sign   Sign          // when it was last looked at
	moving bool          // something happened; it is waited for
	since  time.Duration // the last of it
	from   time.Duration // the first of it, or when it was last told
}

// stir notes that something happened. A file that comes back after a rest begins
// anew.
func (f *file) stir(now time.Duration, s Sign, quiet time.Duration) {
	if !f.moving || f.sign.empty() && now-f.since >= quiet {
		f.from = now
	}
	f.moving, f.since, f.sign = true, now, s
}

// New makes a watcher of no files. Where the system gives no notifications, the
// look once a second serves alone.
func New(opt Options) *Watcher {
	if opt.Quiet == 0 {
		opt.Quiet = Quiet
	}
	if opt.Every == 0 {
		opt.Every = Every
	}
	if opt.GoneFor == 0 {
		opt.GoneFor = 5 * opt.Quiet
	}
	if opt.Look == nil {
		opt.Look = onDisk
	}
	w := &Watcher{opt: opt, files: map[string]*file{}, looks: make(chan map[string]look, 1),
		events: map[string]bool{}, names: map[string][]string{}, dirs: map[string]bool{}, ended: make(chan struct{})}
	if opt.NoNotify {
		close(w.ended)
		return w
	}
	n, err := fsnotify.NewWatcher()
	if err != nil {
		close(w.ended)
		return w
	}
	w.notify = n
	go w.listen(n)
	return w
}

// Close ends the watching.
func (w *Watcher) Close() {
	if w.notify != nil {
		w.notify.Close()
	}
	<-w.ended
}

// Set replaces the files that are watched. Those that stay keep what is known of
// them; new ones count as unchanged as they are now.
func (w *Watcher) Set(paths []string) {
	keep := map[string]*file{}
	w.order = nil
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil || keep[abs] != nil {
			continue
		}
		f := w.files[abs]
		if f == nil {
			f = &file{sign: w.opt.Look(abs), to: resolve(abs)}
		}
		keep[abs] = f
		w.order = append(w.order, abs)
	}
	w.files = keep
	w.mu.Lock()
	for p := range w.events {
		if keep[p] == nil {
			delete(w.events, p)
		}
	}
	w.mu.Unlock()
	w.follow()
}

// follow makes the folders that are listened to those of the files. It is done
// again at each look: a folder may have been made anew, a link may name another file.
func (w *Watcher) follow() {
	if w.notify == nil {
		return
	}
	want, names := map[string]bool{}, map[string][]string{}
	for _, p := range w.order {
		want[filepath.Dir(p)] = true
		names[p] = append(names[p], p)
		if to := w.files[p].to; to != p {
			want[filepath.Dir(to)] = true
			names[to] = append(names[to], p)
		}
	}
	w.mu.Lock()
	w.names = names
	w.mu.Unlock()
	for d := range w.dirs {
		if !want[d] {
			w.notify.Remove(d)
			delete(w.dirs, d)
		}
	}
	for d := range want {
		// To add a folder twice does no harm. One that is not there, or too many of
		// them, is left to the look once a second.
		if w.notify.Add(d) == nil {
			w.dirs[d] = true
		}
	}
}

// listen notes notifications for Step. It never blocks on the watcher's owner.
func (w *Watcher) listen(n *fsnotify.Watcher) {
	defer close(w.ended)
	for {
		select {
		case e, ok := <-n.Events:
			if !ok {
				return
			}
			if e.Op&^fsnotify.Chmod == 0 {
				continue // virus scanners and indexers do that
			}
			w.mu.Lock()
			ours := w.names[e.Name]
			for _, p := range ours {
				w.events[p] = true
			}
			w.mu.Unlock()
			if len(ours) > 0 && w.opt.Heard != nil {
				w.opt.Heard()
			}
		case _, ok := <-n.Errors:
			if !ok {
				return
			}
			w.mu.Lock()
			w.all = true // an overflow: anything may have happened
			w.mu.Unlock()
			if w.opt.Heard != nil {
				w.opt.Heard()
			}
		}
	}
}

// Step moves the watcher to the time now, which must not go back, and returns
// the files that changed and came to rest, in the order of Set.
func (w *Watcher) Step(now time.Duration) (changed []string) {
	if len(w.order) == 0 {
		return nil
	}
	w.takeEvents(now)
	w.takeLooks(now)
	for _, p := range w.order {
		f := w.files[p]
		quiet := now-f.since >= w.opt.Quiet
		overdue := w.opt.Most > 0 && now-f.from >= w.opt.Most
		if !f.moving || !quiet && !overdue {
			continue
		}
		// It has been quiet; one more look, for a writer that nobody reports.
		s := w.opt.Look(p)
		empty := s.empty()
		if s != f.sign {
			f.sign, f.since, quiet = s, now, false
		}
		switch {
		case !quiet && overdue && !empty:
			f.from = now
			changed = append(changed, p)
		case !quiet:
		case empty && w.opt.Gone && now-f.since < w.opt.GoneFor:
		case empty && !w.opt.Gone:
			f.moving = false // gone or cleared: its return is a change of its own
		default:
			f.moving = false
			changed = append(changed, p)
		}
	}
	return changed
}

// Moving reports whether something happened to a file and it has not come to rest:
// what is in it now may be half of what is to come.
func (w *Watcher) Moving(path string) bool {
	f := w.files[path]
	return f != nil && f.moving
}

// Seen returns what was seen of a file when it was last looked at.
func (w *Watcher) Seen(path string) Sign {
	if f := w.files[path]; f != nil {
		return f.sign
	}
	return Sign{}
}

func (w *Watcher) takeEvents(now time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.order {
		if w.events[p] || w.all {
			w.files[p].stir(now, w.opt.Look(p), w.opt.Quiet)
		}
	}
	clear(w.events)
	w.all = false
}

// takeLooks starts a look at all files when it is time, and takes in one that
// has come back.
func (w *Watcher) takeLooks(now time.Duration) {
	select {
	case looks := <-w.looks:
		w.out = false
		w.compare(looks, now)
	default:
	}
	if w.out || now < w.next {
		return
	}
	w.next = now + w.opt.Every
	w.follow()
	if w.opt.Inline {
		w.compare(w.lookAt(w.order), now)
		return
	}
	w.out = true
	paths := slices.Clone(w.order)
	go func() { w.looks <- w.lookAt(paths) }() // a network drive may take its time
}

func (w *Watcher) lookAt(paths []string) map[string]look {
	looks := make(map[string]look, len(paths))
	for _, p := range paths {
		looks[p] = look{w.opt.Look(p), resolve(p)}
	}
	return looks
}

// resolve follows symbolic links. What cannot be followed is itself.
func resolve(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// compare marks the files that look different from before, and listens to what
// links name now.
func (w *Watcher) compare(looks map[string]look, now time.Duration) {
	moved := false
	for _, p := range w.order {
		f := w.files[p]
		l, ok := looks[p]
		if !ok {
			continue
		}
		moved = moved || l.to != f.to
		f.to = l.to
		if !f.moving && l.sign != f.sign {
			f.stir(now, l.sign, w.opt.Quiet)
		}
	}
	if moved {
		w.follow()
	}
}

// onDisk looks at the file itself, following links.
func onDisk(path string) Sign {
	info, err := os.Stat(path)
	if err != nil {
		return Sign{}
	}
	return Sign{There: true, Size: info.Size(), Mod: info.ModTime(), ID: identity(info)}
}

// OnDisk looks at a file as a Watcher does: to compare with later.
func OnDisk(path string) Sign { return onDisk(path) }
