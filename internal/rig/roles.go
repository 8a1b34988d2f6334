package rig

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Role says what a part does. The integers are saved in recipes: new roles are
// added at the end only.
type Role uint8

const (
	Body        Role = iota // moves with the hull
	Wheel                   // turns about its axle
	Turret                  // turns about the vertical
	Ignore                  // left out of the rig
	Default                 // undecided; rides with the body
	Edgecase                // rides with the body, kept apart for a second look
	Caterpillar             // track links
	Gun                     // elevates
	Rotor                   // main rotor or propeller: turns about the mast
	TailRotor               // tail rotor or fan
	Trail                   // howitzer trail leg
	Muzzle                  // tip of a gun
	Cradle                  // stays on the recoiling assembly's carrier
	roleCount
)

var roleNames = [roleCount]string{"Body", "Wheel", "Turret", "Ignore", "Default", "Edgecase", "Caterpillar",
	"Gun", "Rotor", "TailRotor", "Trail", "Muzzle", "Cradle"}

// Roles returns all roles in the order of their integers.
func Roles() []Role {
	out := make([]Role, roleCount)
	for i := range out {
		out[i] = Role(i)
	}
	return out
}

// String returns the role's name, as in labctl's JSON.
func (r Role) String() string {
	if r < roleCount {
		return roleNames[r]
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}

// MarshalText writes the role's name.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalJSON reads a role from its integer or its name.
func (r *Role) UnmarshalJSON(b []byte) error {
	var n int
	if json.Unmarshal(b, &n) == nil {
		if n < 0 || n >= int(roleCount) {
			return fmt.Errorf("role %d is not known", n)
		}
		*r = Role(n)
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("a role is a number from 0 to %d or a name", roleCount-1)
	}
	v, ok := ParseRole(s)
	if !ok {
		return fmt.Errorf("role %q is not known", s)
	}
	*r = v
	return nil
}

// ParseRole finds a role by its name, ignoring case.
func ParseRole(s string) (Role, bool) {
	for i, n := range roleNames {
		if strings.EqualFold(n, s) {
			return Role(i), true
		}
	}
	return Default, false
}

// Letter is the key that marks a part with this role in the part list, zero
// for roles without one.
func (r Role) Letter() rune {
	switch r {
	case Wheel:
		return 'W'
	case Turret:
		return 'T'
	case Body:
		return 'B'
	case Rotor:
		return 'R'
	case TailRotor:
		return 'L'
	case Gun:
		return 'G'
	case Caterpillar:
		return 'C'
	case Ignore:
		return 'I'
	case Default:
		return 'D'
	case Edgecase:
		return 'E'
	}
	return 0
}

// Target says which clip the rig is for.
type Target uint8

const (
	// DonorGunship binds the donor's channels by index: 0 Root, 1 Body,
	// 2 MainRotor, 3 TailRotor. Guns, turrets and wheels are guessed Body.
	DonorGunship Target = iota
	// General has no channel contract: every role is guessed as what it is.
	General
	// Auto lets Probe decide: the donor gunship where rotors are found that its
	// channels can drive (a main or tail rotor), General otherwise. Parts.Target
	// is what was decided and never Auto, so that a recipe saved with it stays
	// what it is when a later version guesses otherwise.
	Auto
)

// String returns "donor" or "general", as saved in recipes.
func (t Target) String() string {
	switch t {
	case General:
		return "general"
	case Auto:
		return "auto"
	}
	return "donor"
}

// MarshalText writes the target's word.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the target's word; the empty word is the donor gunship.
func (t *Target) UnmarshalText(b []byte) error {
	switch string(b) {
	case "", "donor":
		*t = DonorGunship
	case "general":
		*t = General
	case "auto":
		*t = Auto
	default:
		return fmt.Errorf("target %q is not known: use donor, general or auto", b)
	}
	return nil
}
