package rig

import (
	"fmt"
	"slices"

	"donorlab/internal/scene"
)

// Verify says what is doubtful in the roles as they stand: nothing that spins,
// the wheels, stray ones, those without a partner, crooked axles, parts inside
// wheels, interior parts, turret parts far off, undecided parts, rotors that
// share an axle or a bone or are incomplete; and in the whole model: facing,
// which way is up, size. Findings name parts by index; those whose fix is certain
// carry it.
func Verify(p *Parts) []Finding { return VerifyAt(p, p.Orientation) }

// VerifyAt is Verify for parts that will be rigged under another orientation
// than they were measured in.
func VerifyAt(p *Parts, o Orientation) []Finding { return verify(p, o, nil) }

// verify is VerifyAt with the hinges of a rig, which know the axles better than
// the parts; nil before there is one.
func verify(p *Parts, o Orientation, hinges []Hinge) []Finding {
	var out []Finding
	add := func(sev scene.Severity, code, msg, cause, fix string, parts ...int) {
		out = append(out, Finding{Severity: sev, Code: code, Message: msg, Cause: cause, Fix: fix, Parts: parts})
	}
	var undecided, helpers, mains, tails []int
	for i := range p.Parts {
		switch q := &p.Parts[i]; {
		case q.Helper && q.Role == Ignore:
			helpers = append(helpers, i)
		case q.Role == Default:
			undecided = append(undecided, i)
		case q.Role == Rotor:
			mains = append(mains, i)
		case q.Role == TailRotor:
			tails = append(tails, i)
		}
	}
	if len(helpers) > 0 {
		add(scene.Info, "HELPERS_IGNORED", fmt.Sprintf("%s left out of picture and rig", count(len(helpers), "collision or helper shape is", "collision or helper shapes are")),
			"", "mark one as Body if it should be seen", helpers...)
	}
	if p.Rigged {
		add(scene.Warning, "ALREADY_RIGGED", "the model already has bones: Generate takes it at rest and makes new ones",
			"at least 90 % of its vertices follow a bone by more than half", "to keep its own bones, rebase it instead of generating a rig")
	}
	switch {
	case len(mains) > 0:
	case p.Target == DonorGunship:
		add(scene.Warning, "NO_MAIN_ROTOR", "no part is a main rotor", "no disc of blades with an upright axle was found above the hull",
			"select the rotor's parts and press R; if blades and hull are one mesh without a seam, separate them in the modelling program")
	case len(tails) == 0 && p.Counts()[Wheel] == 0 && p.Counts()[Caterpillar] == 0:
		add(scene.Warning, "NO_SPINNER", "nothing spins: no part is a rotor, a wheel or a track", "nothing round stands on the ground and no disc of blades was found",
			"mark wheels with W and rotors with R; where they are one mesh with the hull, without a seam, separate them in the modelling program")
	}
	if len(tails) == 0 && p.Target == DonorGunship {
		add(scene.Warning, "NO_TAIL_ROTOR", "no part is a tail rotor", "no disc of blades with an axle across the tail was found",
			"select the fan's parts and press L; a machine without one keeps the donor's tail channel empty")
	}
	if len(undecided) > 0 {
		add(scene.Info, "UNDECIDED", fmt.Sprintf("%s undecided and will ride with the body", count(len(undecided), "part is", "parts are")), "",
			"press B for body, or the letter of what it does", undecided...)
	}
	for _, f := range p.found {
		if slices.ContainsFunc(f.Parts, func(i int) bool { return !p.Parts[i].ByHand }) {
			out = append(out, f)
		}
	}
	out = append(out, p.verifyTogether()...)
	out = append(out, p.verifyWheels(hinges)...)
	out = append(out, p.verifyTurret()...)
	out = append(out, p.verifySeen()...)
	out = append(out, doubts(p, o)...)
	out = append(out, verifyHubs(p)...)
	return out
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func verifyHubs(p *Parts) []Finding {
	var out []Finding
	var mains, tails []int
	for n := range p.Hubs {
		h := &p.Hubs[n]
		live := 0
		var lost []int
		for _, i := range h.Parts {
			if p.Parts[i].Role == h.Role {
				live++
			} else {
				lost = append(lost, i)
			}
		}
		if live == 0 {
			continue
		}
		if len(lost) > 0 {
			out = append(out, Finding{Severity: scene.Warning, Code: "ROTOR_INCOMPLETE", Parts: lost,
				Message: fmt.Sprintf("%s of the %s marked otherwise and will stand still while it turns", count(len(lost), "part is", "parts are"), h.Kind),
				Fix:     "mark the part like the rest of the rotor, unless it is a fairing that stands still"})
		}
		if h.Role == TailRotor {
			tails = append(tails, n)
		} else {
			mains = append(mains, n)
		}
		if h.Confidence < 0.6 {
			out = append(out, Finding{Severity: scene.Info, Code: "ROTOR_DOUBTFUL", Parts: h.Parts,
				Message: fmt.Sprintf("the %s was found with little confidence: %s", h.Kind, h.Reason), Fix: "look at it, then accept it or mark it otherwise"})
		}
	}
	if len(tails) > 1 {
		var parts []int
		for _, n := range tails {
			parts = append(parts, p.Hubs[n].Parts...)
		}
		out = append(out, Finding{Severity: scene.Warning, Code: "TWO_TAIL_ROTORS", Parts: parts,
			Message: fmt.Sprintf("%d tail rotors were found; the donor's clip drives one", len(tails)),
			Fix:     "mark the parts that do not turn as Body"})
	}
	if len(mains) > 1 {
		var parts []int
		for _, n := range mains {
			parts = append(parts, p.Hubs[n].Parts...)
		}
		out = append(out, Finding{Severity: scene.Info, Code: "SEVERAL_MAIN_ROTORS", Parts: parts,
			Message: fmt.Sprintf("%d main rotors or propellers were found: each gets a bone of its own", len(mains)),
			Cause:   "coaxial, tandem or twin rotors"})
	}
	return out
}
