package lab

import (
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// loadSample returns an embedded model.
func loadSample(ref string) (*scene.Model, error) {
	switch ref {
	case SampleHelicopter:
		return samples.StealthHelicopter(), nil
	case SampleDonor:
		return samples.DonorGunship(), nil
	}
	return nil, &scene.Problem{Code: "NOT_FOUND", File: ref, Message: "there is no such sample",
		Remedy: "the samples are " + SampleHelicopter + " and " + SampleDonor}
}
