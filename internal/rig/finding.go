package rig

import (
	"fmt"

	"donorlab/internal/scene"
)

// Finding is one doubt or fault in a rig, its marks or its contract with a
// donor, said so that a modder knows what causes it and what to press. Its JSON
// form is part of labctl's contract.
type Finding struct {
	Severity scene.Severity `json:"severity"`
	Code     string         `json:"code"`             // stable, upper case: "EXTRA_BONE"
	Message  string         `json:"message"`          // what is seen, a sentence without full stop
	Cause    string         `json:"cause,omitempty"`  // why it is so
	Fix      string         `json:"fix,omitempty"`    // what to do about it in the lab
	Parts    []int          `json:"parts,omitempty"`  // indices of the parts or bones concerned; which of the two, the code says
	Repair   *Repair        `json:"repair,omitempty"` // what a Fix button does; nil where no fix is certain
}

// String returns the finding in one line: severity, code, message, cause, fix.
func (f Finding) String() string {
	s := fmt.Sprintf("%s %s: %s", f.Severity, f.Code, f.Message)
	if f.Cause != "" {
		s += "; cause: " + f.Cause
	}
	if f.Fix != "" {
		s += "; fix: " + f.Fix
	}
	return s
}

// Worst returns the gravest severity among the findings, scene.Info for none.
func Worst(findings []Finding) scene.Severity {
	worst := scene.Info
	for _, f := range findings {
		worst = min(worst, f.Severity)
	}
	return worst
}
