package lab

import (
	"context"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/watch"
)

// Options say where a Session keeps its own files and which clock it uses. The
// zero Options use the user's folders and keep no dates.
type Options struct {
	ConfigDir string // settings; empty means donorlab in the user's config folder
	CacheDir  string // recovery files; empty means donorlab in the user's cache folder

	// Now dates recovery files. Nil means no date is written. It never reaches
	// the work itself: a result does not depend on when it was made.
	Now func() time.Time

	// Watch says how the open model's files are watched, once Step is called. The
	// zero value is right for a window.
	Watch watch.Options
}

// Session is the open work and everything round it. Make one with New; end it
// with Close. Not safe for concurrent use.
type Session struct {
	opt      Options
	ctx      context.Context
	stop     context.CancelFunc
	queue    queue
	settings Settings

	doc  Document
	work *Work // never nil; replaced, never changed
	hist history

	saved  *Work  // as last written to disk: what "unsaved" is measured against
	tick   uint64 // steps since New
	log    []Message
	said   int    // messages since New
	ending string // kind of the job whose end is being taken in

	view      View
	framed    scene.Camera // as Open left it
	clock     Clock
	clip      ClipRef
	show      Show
	selected  []int
	bone      int          // selected joint plus one; 0 none
	hover     Hit          // what the mouse is over
	hovering  bool         //
	hidden    map[int]bool // nodes of the source that were hidden in the view, their children with them
	frame     frameCache
	recovery  recovery
	exported  *exported
	compared  comparison
	side      side
	thumbs    thumbs
	recovered string // the file that the open work was recovered from
	watch     watching
	hinges    hingeFit
	rigFile   rigFile
	dialling  dialling
	fly       flyState
	walk      walkState
}

// New makes a session with nothing open. A damaged settings file is not an
// error: the log tells of it.
func New(opt Options) *Session {
	s := &Session{opt: opt}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.work = &Work{}
	s.saved = s.work
	s.view = DefaultView()
	s.clock.Playing = true
	set, err := LoadSettings(configDir(opt.ConfigDir))
	s.settings = set
	s.view.Look.Exposure = set.Exposure
	s.view.Look.Backdrop, _ = ParseBackdrop(set.Backdrop)
	s.Fail(err)
	s.startRecovery()
	s.startFlying()
	return s
}

// Close cancels what is running, saves the settings and, when nothing is
// unsaved, removes this session's recovery file. With unsaved work the file
// stays and is offered at the next start.
func (s *Session) Close() error {
	for _, j := range s.queue.jobs() {
		j.Cancel()
		<-j.Done()
	}
	s.endWatch()
	s.endDials()
	s.endRecovery()
	s.stop()
	s.thumbs.wait.Wait()
	s.settings.Exposure, s.settings.Backdrop = s.view.Look.Exposure, ""
	if b := s.view.Look.Backdrop; b != BackdropAuto {
		s.settings.Backdrop = b.String()
	}
	if d := configDir(s.opt.ConfigDir); d != "" {
		return SaveSettings(s.ctx, d, s.settings)
	}
	return nil
}

// Step is one tick of 1/60 s: takes in finished jobs, moves the preview's
// clock, and now and then keeps a recovery file.
func (s *Session) Step() {
	s.tick++
	s.Poll()
	s.clock.Tick(TickSeconds, s.Duration())
	s.keepRecovery()
	s.stepWatch()
	s.stepHinges()
	s.stepDials()
	s.stepFlight()
	s.stepWalk()
}

// Poll takes in the results of finished jobs and reports whether there were
// any. Step calls it.
func (s *Session) Poll() bool {
	ready := s.queue.take()
	for _, f := range ready {
		f()
	}
	return len(ready) > 0
}

// Jobs returns the jobs that run now, oldest first, for the status line.
func (s *Session) Jobs() []*Job { return s.queue.jobs() }

// Busy reports whether a job of the kind runs; with no kind, any job.
func (s *Session) Busy(kinds ...string) bool {
	for _, j := range s.queue.jobs() {
		if len(kinds) == 0 {
			return true
		}
		for _, k := range kinds {
			if j.Kind == k {
				return true
			}
		}
	}
	return false
}

// Wait lets all running jobs end and takes in their results: for tests and for
// programs without a window. It returns j's error, or ctx's when it ends first.
func (s *Session) Wait(ctx context.Context, j *Job) error {
	select {
	case <-j.Done():
	case <-ctx.Done():
		j.Cancel()
		<-j.Done()
	}
	s.Poll()
	return j.Err()
}

// Idle waits until no job runs, jobs that others start on their way included,
// and takes in their results. It returns ctx's error when it ends first.
func (s *Session) Idle(ctx context.Context) error {
	for {
		s.Poll()
		jobs := s.queue.jobs()
		if len(jobs) == 0 {
			if !s.Poll() {
				return nil
			}
			continue
		}
		select {
		case <-jobs[0].Done():
		case <-ctx.Done():
			return AsProblem(ctx.Err())
		}
	}
}

// start runs w as a job. A running job of the same kind is cancelled first: the
// user has asked for something newer. A failure is logged.
func (s *Session) start(kind, label string, w work) *Job {
	for _, j := range s.queue.jobs() {
		if j.Kind == kind {
			j.Cancel()
		}
	}
	return s.queue.start(s.ctx, kind, label, func(j *Job, apply func(), err error) {
		s.ending = kind
		defer func() { s.ending = "" }()
		if err != nil {
			s.Fail(err)
			return
		}
		if apply != nil {
			apply()
		}
	}, w)
}

// refuse is a job that has already failed, so that callers need not tell a
// refusal from a failure.
func (s *Session) refuse(kind string, p *scene.Problem) *Job {
	s.Say(*p)
	j := &Job{Kind: kind, cancel: func() {}, done: make(chan struct{}), err: p}
	close(j.done)
	return j
}

// Settings returns the remembered settings; change them freely.
func (s *Session) Settings() *Settings { return &s.settings }

// Tick is the number of steps since the session began.
func (s *Session) Tick() uint64 { return s.tick }
