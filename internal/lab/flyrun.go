package lab

import (
	"donorlab/internal/flight"
)

// LoadRun reads a recorded run.
func LoadRun(path string) (*flight.Run, error) {
	data, err := readLarge(path)
	if err != nil {
		return nil, fileProblem(path, err)
	}
	r, err := flight.DecodeRun(data)
	return r, withFile(path, err)
}
