package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"donorlab/internal/scene"
)

// Progress is how far a job has come. Total 0 means that it cannot be said.
type Progress struct {
	Label       string // what is being done now: "Probing parts"
	Done, Total int
}

// Fraction is Done/Total in 0..1, or -1 where Total is unknown.
func (p Progress) Fraction() float64 {
	if p.Total <= 0 {
		return -1
	}
	return float64(min(p.Done, p.Total)) / float64(p.Total)
}

// String is the status line: "Probing parts 3/7".
func (p Progress) String() string {
	if p.Total > 0 {
		return fmt.Sprintf("%s %d/%d", p.Label, p.Done, p.Total)
	}
	return p.Label
}

// Report receives progress. A nil Report is allowed everywhere; use Say.
type Report func(Progress)

// Say reports progress where there is someone to hear it.
func (r Report) Say(label string, done, total int) {
	if r != nil {
		r(Progress{Label: label, Done: done, Total: total})
	}
}

// Job is one piece of long work on its own goroutine. Its methods may be
// called from any goroutine.
type Job struct {
	Kind string // what started it: "open", "generate", "export"

	cancel context.CancelFunc
	done   chan struct{} // closed when the work has ended (its result is applied in Poll)

	mu       sync.Mutex
	progress Progress
	err      error
}

// Progress returns how far the job has come.
func (j *Job) Progress() Progress {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.progress
}

// Cancel asks the job to stop. What it would have changed stays as it was.
func (j *Job) Cancel() { j.cancel() }

// Done is closed when the work has ended; its result takes effect at the
// session's next Poll.
func (j *Job) Done() <-chan struct{} { return j.done }

// Err returns why the job failed, once Done is closed; nil if it did not.
func (j *Job) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

func (j *Job) report(p Progress) {
	j.mu.Lock()
	j.progress = p
	j.mu.Unlock()
}

// work is what a job does off the session's goroutine. It must touch only
// immutable data, and returns what to do with the result on the session's
// goroutine.
type work func(ctx context.Context, r Report) (apply func(), err error)

// queue runs jobs and keeps their results until the session takes them.
type queue struct {
	mu      sync.Mutex
	ready   []func()
	running []*Job
}

func (q *queue) start(ctx context.Context, kind, label string, finish func(*Job, func(), error), w work) *Job {
	ctx, cancel := context.WithCancel(ctx)
	j := &Job{Kind: kind, cancel: cancel, done: make(chan struct{}), progress: Progress{Label: label}}
	q.mu.Lock()
	q.running = append(q.running, j)
	q.mu.Unlock()
	go func() {
		defer cancel()
		apply, err := guarded(ctx, j.report, w)
		if err == nil && ctx.Err() != nil {
			apply, err = nil, ctx.Err()
		}
		if err != nil {
			err = AsProblem(err)
		}
		j.mu.Lock()
		j.err = err
		j.mu.Unlock()
		q.mu.Lock()
		for i, r := range q.running {
			if r == j {
				q.running = append(q.running[:i:i], q.running[i+1:]...)
				break
			}
		}
		q.ready = append(q.ready, func() { finish(j, apply, err) })
		q.mu.Unlock()
		close(j.done)
	}()
	return j
}

// take returns the results that have come in, oldest first.
func (q *queue) take() []func() {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := q.ready
	q.ready = nil
	return out
}

func (q *queue) jobs() []*Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return append([]*Job(nil), q.running...)
}

// guarded is the belt round a job: a panic in it, which would be a bug of ours,
// becomes a Problem and the window lives on.
func guarded(ctx context.Context, r Report, w work) (apply func(), err error) {
	defer func() {
		if p := recover(); p != nil {
			apply, err = nil, Crash(p)
		}
	}()
	return w(ctx, r)
}

// Crash turns a recovered panic into a Problem. The stack goes into Err, for a
// log file, never onto the screen.
func Crash(p any) *scene.Problem {
	return &scene.Problem{
		Code:    "INTERNAL",
		Message: "the lab made a mistake of its own and stopped this task",
		Remedy:  "what was open is unchanged; please report what you did, with the file",
		Err:     fmt.Errorf("%v\n%s", p, debug.Stack()),
	}
}

// AsProblem returns err as a *scene.Problem: itself if it is one, a cancelled
// or an ordinary error wrapped otherwise. It returns nil for nil.
func AsProblem(err error) *scene.Problem {
	if err == nil {
		return nil
	}
	var p *scene.Problem
	if errors.As(err, &p) {
		return p
	}
	if errors.Is(err, context.Canceled) {
		return &scene.Problem{Severity: scene.Info, Code: "CANCELLED", Message: "cancelled; nothing was changed", Err: err}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &scene.Problem{Code: "TIMEOUT", Message: "took longer than was allowed", Err: err}
	}
	return fileProblem("", err)
}
