// Package assets holds the data that the binaries carry with them. The models
// are made by `make assets`; the dial files in dials/ are written by hand.
package assets

import "embed"

// FS holds every file by its name: stealth_helicopter.glb, donor_gunship.glb, walker.glb, and
// the dial files as they are shipped, dials/NAME.txt.
//
//go:embed *.glb dials/*.txt
var FS embed.FS

// The names of the files in FS.
const (
	StealthHelicopterFile = "stealth_helicopter.glb" // the sample: loose parts, no rig
	DonorGunshipFile      = "donor_gunship.glb"      // the donor: four bones and the clip "Fly"
	WalkerFile            = "walker.glb"             // the mannequin: 25 bones, no clip
)

// StealthHelicopter returns the sample's bytes, a copy of the caller's own.
func StealthHelicopter() []byte { return mustRead(StealthHelicopterFile) }

// DonorGunship returns the donor's bytes, a copy of the caller's own.
func DonorGunship() []byte { return mustRead(DonorGunshipFile) }

// Walker returns the mannequin's bytes, a copy of the caller's own.
func Walker() []byte { return mustRead(WalkerFile) }

// mustRead reads an embedded file, which cannot fail: the names are constants
// and the build fails without the files.
func mustRead(name string) []byte {
	data, err := FS.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}
