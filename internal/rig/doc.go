// Package rig turns a model in loose parts into one that a donor's clip can
// drive, and checks the result.
//
// The stations are Probe (parts, roles guessed by shape, rotors fitted),
// Recipe (the user's marks, saved beside the model), Generate (bones, one
// skinned mesh), Rebase (rests as the game wants them) and CheckContract.
// None of them changes the model it is given.
//
// Everything is measured in model space after Orientation is applied: +Y up,
// metres, the model's front at +Z and its left at +X. A rotor is found by its
// shape alone, so neither names nor facing, scale or position matter to it.
//
// All else is recognised by shape and place too, in the vehicle's own frame:
// wheels are what is round about a common axle and stands on the model's support
// plane, whichever way the file lies; tracks are bands closed in side view;
// a gun is a tube with one end free. Names move a confidence and decide nothing,
// and what stays below the threshold is left undecided (role Default). The roles
// are held against labels: testdata/vehicles.json and the generated fleet of
// fleet_test.go. Target Auto asks for the donor gunship where a main or a tail
// rotor was found and for General otherwise; what was decided is Parts.Target.
//
// Where parts of every kind move (Target General), Root and Body come first, then
// each rotor, turret with its gun, trail, wheel and track link has a bone of its
// own; OwnClips makes the model's own clips for them. A wheel's bone has local X
// along its axle, towards the model's left, so that a positive turn rolls
// forward; wheels of two sizes turn by their radii and so roll without slip.
//
// Bones for the donor gunship are 0 Root (no weights, never dropped), 1 Body,
// 2 MainRotor, 3 TailRotor. A main rotor's bone has local Y along the mast,
// upward; a tail rotor's has local X along the fitted fan axle, towards the
// model's left, local Y the in-disc direction nearest world up (the front
// where the axle is vertical) and Z = X x Y. All other rests are translations.
package rig
