package dials

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/watch"
)

// Options say how a folder is watched. The zero Options are right for most uses.
type Options struct {
	Specs []*Spec       // the files; nil means Game()
	Watch watch.Options // Gone, and Most where it is zero, are set by Open

	// WriteEvery is the shortest time between two writes of one file, while a slider
	// is dragged. Zero means 100 ms.
	WriteEvery time.Duration

	// Patience is how long a Step waits for a file before it leaves it to a later
	// Step; zero means 4 ms, part of a frame. Watch.Inline waits without end.
	Patience time.Duration
}

// State is what is known of one file.
type State struct {
	File     string           // its name: "haf_turnease.txt"
	Path     string           // where it is; the name alone without a folder
	There    bool             // it exists
	Values   *Values          // in force: the last good ones, and what was set here
	Problems []*scene.Problem // of its text, or of reading or writing it
	Unsaved  bool             // something was set that is not in the file yet
}

// Change is a file that somebody else changed, or that was found, or that went;
// or that could not be written.
type Change struct {
	State
	Keys []string // whose values are others now, in the order of the table
}

// Folder is a config folder with its dial files, live. It may be missing, come,
// go and come back, and so may each file; a file that is not there is at its
// defaults. All methods are for one goroutine.
//
// Files are read and written beside it, so that a slow drive does not hold up a
// frame. What is set here is in force at once and is written by the next Steps:
// into the file as it is then, atomically, so that another program may write it,
// too. A write of our own is not told as a change.
type Folder struct {
	opt   Options
	dir   string
	w     *watch.Watcher
	files []*dialFile
	next  time.Duration // when all are read again
}

// dialFile is one file of a folder.
type dialFile struct {
	spec   *Spec
	state  State
	text   []byte // what is in the file, as far as is known
	halved bool   // the values are of a text that was still being written
	before *Values

	edits  []edit        // set here, and not on their way
	flying []edit        // on their way
	write  time.Duration // when it may be written again

	want  want          // to be read
	out   *want         // being read or written for this; nil for not
	back  chan found    // what comes of it
	again time.Duration // when it is read again after it could not be; 0 for never
	since time.Duration // since when it could not be; 0 for it can
	asked time.Duration // since when something waits to be written; 0 for nothing

	fault, failed *scene.Problem // of reading and of writing, while they last

	report bool // there is something to tell
}

// want says why a file is to be read.
type want struct {
	read  bool
	check bool // only to see whether the watcher missed something
	half  bool // it is being written, so its end may be missing
}

// Open watches the dial files of a folder, which need not exist; "" is no folder:
// what is set is then kept in memory only. The files are read by the first Step.
func Open(dir string, opt Options) *Folder {
	if opt.Specs == nil {
		opt.Specs = Game()
	}
	if opt.WriteEvery == 0 {
		opt.WriteEvery = 100 * time.Millisecond
	}
	if opt.Patience == 0 {
		opt.Patience = 4 * time.Millisecond
	}
	if opt.Watch.Every == 0 {
		opt.Watch.Every = watch.Every
	}
	if opt.Watch.Most == 0 {
		opt.Watch.Most = 900 * time.Millisecond // and a frame or two to read it, within a second
	}
	opt.Watch.Gone = true
	f := &Folder{opt: opt, dir: dir}
	var paths []string
	if abs, err := filepath.Abs(dir); err == nil && dir != "" {
		f.dir = abs
	}
	for _, s := range opt.Specs {
		d := &dialFile{spec: s, back: make(chan found, 1), want: want{read: true, check: true}, before: Defaults(s),
			state: State{File: s.File, Path: filepath.Join(f.dir, s.File), Values: Defaults(s)}}
		f.files = append(f.files, d)
		paths = append(paths, d.state.Path)
	}
	if dir != "" {
		f.w = watch.New(opt.Watch)
		f.w.Set(paths)
	}
	return f
}

// Dir returns the folder's absolute path, "" for none.
func (f *Folder) Dir() string { return f.dir }

// States returns what is known of the files, in the order of Options.Specs.
func (f *Folder) States() []State {
	var all []State
	for _, d := range f.files {
		all = append(all, d.state)
	}
	return all
}

// Values returns the values of a file that are in force, by its name; nil for a
// file that is none of the folder's.
func (f *Folder) Values(file string) *Values {
	if d := f.file(file); d != nil {
		return d.state.Values
	}
	return nil
}

func (f *Folder) file(name string) *dialFile {
	for _, d := range f.files {
		if d.spec.File == name {
			return d
		}
	}
	return nil
}

// Set gives a key of a file a value, spelled as in the file. It is in force at once
// and written by the Steps to come. Errors are *scene.Problem, and nothing has
// changed then.
func (f *Folder) Set(file, key, value string) error {
	return f.edit(file, edit{key: key, value: value})
}

// SetNumber is Set for a number.
func (f *Folder) SetNumber(file, key string, v float64) error {
	return f.Set(file, key, FormatNumber(v))
}

// Unset takes a key out of a file, so that it goes back to its default.
func (f *Folder) Unset(file, key string) error { return f.edit(file, edit{key: key, unset: true}) }

func (f *Folder) edit(file string, e edit) error {
	d := f.file(file)
	if d == nil {
		return &scene.Problem{Code: "DIAL_NO_FILE", File: file, Message: "is no dial file of this folder"}
	}
	base, err := d.edited()
	if err == nil {
		_, err = e.apply(d.spec, base)
	}
	if err != nil {
		return err
	}
	t, err := targetOf(d.spec, e.key)
	if err != nil {
		return err
	}
	e.key = t.key
	d.edits = merge(d.edits, e)
	if f.w == nil {
		d.text, _ = d.edited() // tried above
		d.edits = nil
	}
	d.refresh(d.halved)
	d.before = d.state.Values // our own change is not told
	return nil
}

// merge adds edits to others. Of those of one key only the last matters, as while a
// slider is dragged.
func merge(edits []edit, more ...edit) []edit {
	for _, e := range more {
		edits = append(slices.DeleteFunc(edits, func(o edit) bool { return o.key == e.key }), e)
	}
	return edits
}

// edited is the file's text with what was set and is not in it yet. An edit that
// cannot be made, since the file has become another, is passed over and told.
func (d *dialFile) edited() (text []byte, err error) {
	text = d.text
	for _, e := range merge(slices.Clone(d.flying), d.edits...) {
		next, e := e.apply(d.spec, text)
		if e != nil {
			err = e
			continue
		}
		text = next
	}
	return text, err
}

// refresh makes the state anew from what is known.
func (d *dialFile) refresh(half bool) {
	text, _ := d.edited()
	d.state.Unsaved = len(d.edits)+len(d.flying) > 0
	var problems []*scene.Problem
	if !d.state.There && len(text) == 0 {
		d.state.Values = Defaults(d.spec)
	} else {
		d.state.Values, problems = parse(d.spec, text, d.state.Values, half)
	}
	for _, p := range problems {
		p.File = d.state.Path
	}
	for _, p := range []*scene.Problem{d.fault, d.failed} {
		if p != nil {
			problems = append(problems, p)
		}
	}
	d.state.Problems = problems
}

// Step moves the folder to the time now, which must not go back, and returns what
// others changed since the last Step.
func (f *Folder) Step(now time.Duration) []Change {
	if f.w == nil {
		return nil
	}
	f.watch(now)
	for _, d := range f.files {
		f.receive(d, now)
		f.send(d, now)
	}
	return f.told()
}

// watch notes what is to be read.
func (f *Folder) watch(now time.Duration) {
	for _, path := range f.w.Step(now) {
		for _, d := range f.files {
			if d.state.Path == path {
				d.want = want{read: true, half: f.w.Moving(path)}
			}
		}
	}
	// Once a second all are read: drives whose clock is coarse hide a change that has
	// the size and the second of the one before.
	all := now >= f.next
	if all {
		f.next = now + f.opt.Watch.Every
	}
	for _, d := range f.files {
		switch {
		case d.want.read:
		case d.again > 0 && now >= d.again:
			d.want = want{read: true}
		case all:
			d.want = want{read: true, check: true}
		}
	}
}

// send starts an errand where there is one, and waits for it a little.
func (f *Folder) send(d *dialFile, now time.Duration) {
	write := f.mayWrite(d, now)
	if d.out != nil || !d.want.read && !write {
		return
	}
	out := d.want
	d.out, d.want, d.again = &out, want{}, 0
	if write {
		d.flying, d.edits = d.edits, nil
		d.write = now + f.opt.WriteEvery
		out.check = false
	}
	e := d.errand()
	if f.opt.Watch.Inline {
		d.back <- e.run()
		f.receive(d, now)
		return
	}
	go func() { d.back <- e.run() }()
	wait := time.NewTimer(f.opt.Patience)
	defer wait.Stop()
	select {
	case got := <-d.back:
		d.back <- got
		f.receive(d, now)
	case <-wait.C:
	}
}

// mayWrite reports whether it is time to write a file. Another program that is
// writing it goes first, but not for ever.
func (f *Folder) mayWrite(d *dialFile, now time.Duration) bool {
	const atMost = 2 * time.Second
	if len(d.edits) == 0 {
		d.asked = 0
		return false
	}
	if d.asked == 0 {
		d.asked = now
	}
	return now >= d.write && (!f.w.Moving(d.state.Path) || now-d.asked >= atMost)
}

func (d *dialFile) errand() errand {
	return errand{spec: d.spec, path: d.state.Path, edits: d.flying, full: d.state.There && len(d.text) > 0}
}

// receive takes in what came of an errand, if it is back.
func (f *Folder) receive(d *dialFile, now time.Duration) {
	select {
	case got := <-d.back:
		out := *d.out
		d.out = nil
		f.take(d, out, got, now)
	default:
	}
}

func (f *Folder) take(d *dialFile, out want, got found, now time.Duration) {
	sent := d.flying
	d.flying = nil
	if got.wrote == nil && len(sent) > 0 {
		d.edits = merge(sent, d.edits...) // to be tried again
	}
	before := d.state.Problems
	switch {
	case got.fault != nil:
		// Another program may hold it for a moment, as on Windows: no alarm at once.
		if d.since == 0 {
			d.since = now
		}
		d.again = now + f.opt.Watch.Every
		d.write = d.again
		if now-d.since >= f.opt.Watch.Every {
			d.fault = asProblem(d.state.Path, got.fault)
		}
		d.refresh(d.halved)
		d.report = d.report || !slices.EqualFunc(before, d.state.Problems, sameProblem)
		return
	case !got.steady && !out.half:
		return // the watcher will tell when it rests
	case out.check && (f.w.Moving(d.state.Path) || got.sign != f.w.Seen(d.state.Path)):
		return // and so here
	}
	outside := got.there != d.state.There || !bytes.Equal(got.text, d.text)
	same := !outside && d.fault == nil && d.halved == out.half && len(sent) == 0
	d.since, d.fault = 0, nil
	if same {
		return
	}
	d.halved, d.state.There, d.text = out.half, got.there, got.text
	if len(sent) > 0 {
		d.failed = nil
	}
	if got.wrote != nil {
		d.state.There, d.text = true, got.wrote
	}
	if got.failed != nil {
		d.failed = asProblem(d.state.Path, got.failed)
		d.write = now + f.opt.Watch.Every
	}
	d.refresh(out.half)
	d.report = d.report || outside || !d.state.Values.Equal(d.before) || !slices.EqualFunc(before, d.state.Problems, sameProblem)
}

func sameProblem(a, b *scene.Problem) bool {
	return a.Code == b.Code && a.Pointer == b.Pointer && a.Message == b.Message
}

func asProblem(path string, err error) *scene.Problem {
	var p *scene.Problem
	if errors.As(err, &p) {
		return p
	}
	return &scene.Problem{Code: "DIAL_UNREADABLE", File: path, Message: err.Error(), Err: err}
}

// told returns the changes that were not told yet.
func (f *Folder) told() (all []Change) {
	for _, d := range f.files {
		if !d.report {
			continue
		}
		c := Change{State: d.state, Keys: d.state.Values.Others(d.before)}
		d.report, d.before = false, d.state.Values
		all = append(all, c)
	}
	return all
}

// Flush writes what was set and is not in the files yet, and waits for it.
func (f *Folder) Flush() error {
	var first error
	for _, d := range f.files {
		if d.out != nil {
			got := <-d.back
			d.back <- got
			f.receive(d, d.write)
		}
		if len(d.edits) == 0 || f.w == nil {
			continue
		}
		d.flying, d.edits = d.edits, nil
		got := d.errand().run()
		f.take(d, want{read: true}, got, d.write)
		switch {
		case got.fault != nil && first == nil:
			first = got.fault
		case got.failed != nil && first == nil:
			first = got.failed
		case got.wrote == nil && first == nil:
			first = &scene.Problem{Code: "DIAL_BUSY", File: d.state.Path, Message: "another program writes the file without pause; what was set here is not in it", Remedy: "try again"}
		}
	}
	return first
}

// Close writes what is left and ends the watching.
func (f *Folder) Close() error {
	if f.w == nil {
		return nil
	}
	err := f.Flush()
	f.w.Close()
	return err
}
