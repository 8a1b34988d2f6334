package lab

import (
	"donorlab/assets"
	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// loadSample reads an embedded model, by the way that a file goes.
func loadSample(ref string) (*scene.Model, error) {
	switch ref {
	case SampleHelicopter:
		return gltfio.ReadBytes(assets.StealthHelicopterFile, assets.StealthHelicopter(), gltfio.Options{})
	case SampleDonor:
		return gltfio.ReadBytes(assets.DonorGunshipFile, assets.DonorGunship(), gltfio.Options{})
	case SampleWalker:
		return gltfio.ReadBytes(assets.WalkerFile, assets.Walker(), gltfio.Options{})
	}
	return nil, &scene.Problem{Code: "NOT_FOUND", File: ref, Message: "there is no such sample",
		Remedy: "the samples are " + SampleHelicopter + ", " + SampleDonor + " and " + SampleWalker}
}
