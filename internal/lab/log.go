package lab

import "donorlab/internal/scene"

// Message is one line of the log that the status bar opens.
type Message struct {
	scene.Problem
	Tick uint64 // the session's tick when it was said
	Job  string // kind of the job that said it when it ended; "" for none
}

// logLimit bounds the log; the oldest lines go first.
const logLimit = 1000

// Log returns all messages, oldest first. The slice must not be changed.
func (s *Session) Log() []Message { return s.log }

// Said is how many messages there have been, those that the log has dropped
// included.
func (s *Session) Said() int { return s.said }

// Status returns the last message, or false when nothing has been said.
func (s *Session) Status() (Message, bool) {
	if len(s.log) == 0 {
		return Message{}, false
	}
	return s.log[len(s.log)-1], true
}

// Say puts a message in the log and the status line.
func (s *Session) Say(p scene.Problem) {
	if len(s.log) >= logLimit {
		s.log = append(s.log[:0:0], s.log[logLimit/4:]...)
	}
	s.said++
	s.log = append(s.log, Message{p, s.tick, s.ending})
}

// Note says one plain sentence.
func (s *Session) Note(text string) { s.Say(scene.Problem{Severity: scene.Info, Message: text}) }

// Fail logs an error and returns it as a Problem; nil stays nil.
func (s *Session) Fail(err error) error {
	if err == nil {
		return nil
	}
	p := AsProblem(err)
	s.Say(*p)
	return p
}
