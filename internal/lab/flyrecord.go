package lab

import (
	"fmt"

	"donorlab/internal/flight"
	"donorlab/internal/scene"
)

// recording is a part of the flight that is to be saved as a run of its own.
type recording struct {
	on   bool
	from int // steps of the flight before it
}

// StartRecording records the flight from now on. A run always holds the flight
// from its start, so that it is flown again byte for byte; its From tells where
// the recording begins, and what is exported begins there.
func (s *Session) StartRecording() error {
	f := s.Flight()
	if f == nil {
		return s.Fail(noFlight("record"))
	}
	s.fly.recording = recording{on: true, from: f.Tick()}
	s.Note(fmt.Sprintf("Recording from %.1f s of the flight", float64(f.Tick())*flight.DT))
	return nil
}

// Recording reports whether the flight is recorded, and since which step. After a
// seek to before it the recording begins there, and in a flight that starts anew
// with that flight.
func (s *Session) Recording() (from int, on bool) {
	k := &s.fly
	if k.recording.on && k.flight != nil {
		k.recording.from = min(k.recording.from, k.flight.Tick())
	}
	return k.recording.from, k.recording.on
}

// StopRecording ends the recording and saves it to a file that labctl replay flies
// again; "" forgets it. It goes on where saving fails.
func (s *Session) StopRecording(path string) error {
	from, on := s.Recording()
	if !on {
		return s.Fail(&scene.Problem{Code: "NOT_RECORDING", Message: "nothing is recorded", Remedy: "start a recording first"})
	}
	if path != "" {
		if err := s.saveRun(path, from); err != nil {
			return err
		}
	}
	s.fly.recording = recording{}
	return nil
}
