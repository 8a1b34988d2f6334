// Package flight moves a pawn through a world as the game's plugin moves a
// model: the engine's own motion as the base, then a fixed order of stages that
// each add something, at 60 steps a second. A step is a pure function of its
// state and does not allocate.
//
// The stages, in order (spec, flight-and-dials):
//
//  1. engine: along the orders at their speed, facing at once where it goes,
//     at the tile's elevation plus the cruise height
//  2. position: the registry entry's offset, x and y turned with the facing
//     shown, z straight up; added here and nowhere else
//  3. combat: the combat height, eased over 2 s
//  4. hug: the terrain hug's drop and cliff anticipation
//  5. drift: wind and hover drift (the lab's own, off unless asked for)
//  6. turn: the eased facing, and the bank
//  7. tilt: nose down while moving
//  8. gun: the gun bone's elevation
//  9. scale
//
// Frame: glTF's (right-handed, +Y up, +X left, +Z forward), world units, one of
// which is a metre in the preview. Yaw 0 faces +Z and positive turns left; bank
// is positive with the right wing down; pitch is positive nose up; degrees where
// a name ends in Deg. The registry's frame (x right, y forward, z up) appears in
// Settings.Position and in the CSV only.
//
// Where the sources are silent, this was decided:
//   - The engine's altitude goes to the new tile's at Engine.ClimbRate, not in
//     one step: "the aircraft rises into the cliff instead of over it".
//   - The hug's offset starts at 0, as the plugin's does, and eases from there.
//   - The position offset turns with the facing that is shown (the eased one).
//     The heading is therefore worked out before stage 2 adds anything.
//   - The hug looks at the engine's own position, without the position offset.
//   - The smoothed direction is kept while the pawn stands.
//   - "Rise at once" (Beyond.FastRise) is a climb that begins in the step in which
//     its cause comes in sight and goes at the full ease: a place is never jumped
//     to.
//   - An item of only or skip matches every name that begins with it.
//   - A flight has one set of settings, so what an entry and the dials give each
//     model (radius, ease, only and skip too) is its own; several models are
//     several flights through one World.
//   - Pivot is the smallest change of heading that is turned on the spot, as in
//     upstream's guide; whoever makes Settings leaves it 0 for what hovers.
package flight
