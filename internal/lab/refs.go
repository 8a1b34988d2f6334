package lab

import "strings"

// Refs of the embedded models. They stand wherever a model file can be named,
// so that every verb and test works on a fresh machine.
const (
	SampleHelicopter = "sample:helicopter" // the stealth helicopter in loose parts
	SampleDonor      = "sample:donor"      // the donor gunship with its clip
	SampleWalker     = "sample:walker"     // a mannequin to walk
)

// IsSample reports whether a name refers to an embedded model.
func IsSample(ref string) bool { return strings.HasPrefix(ref, "sample:") }

// Samples lists the embedded models with one line about each.
func Samples() []SampleInfo {
	return []SampleInfo{
		{SampleHelicopter, "Stealth helicopter", "loose parts, no rig: try Generate rig on it"},
		{SampleDonor, "Donor gunship", "four bones and the clip that channels bind to by index"},
		{SampleWalker, "Walker", "a mannequin on 25 bones, no clips: it walks by the locomotion's preferences"},
	}
}

// SampleInfo describes an embedded model.
type SampleInfo struct{ Ref, Name, About string }
