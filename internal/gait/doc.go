// Package gait animates walkers without clips: what a body does, tick by tick, makes
// its pose, and its feet stay where they are put.
//
// A [Pawn] is a body. [Pawn.Tick] lives through some time: the [Clock] goes on, the
// pose is made, springs swing behind it, eyes look, in that order. [Pawn.Pose] then
// gives local transforms by node, for the model that the pawn's [Rig] was made of,
// and [Pawn.Place] where to draw it. [Preferences] are the numbers; [Strips] and
// [Takes] the scripted performances that prove it; [Pawn.Trace] a tick as a line of
// CSV.
//
// # Frames and units
//
// The world has +Y up, in metres; a yaw of 0 faces +Z, and positive turns left. The
// body's frame has X to its left, Y up and Z ahead, in metres of the model, with its
// origin on the ground between the feet. Angles are radians inside. Preferences have
// speeds in m/s, distances on the body in leg lengths, angles in degrees.
//
// Every joint is turned from where it is at rest, in the body's frame, and the turn
// is then passed through the rest orientation of whatever the file hangs it on. So
// bones may have any axes, and the armature any rotation, scale or mirror.
//
// # The clock
//
// The phase advances by the distance that the body covers over the stride, which is
// speed over cadence. While the body is faster than the smoothed speed that the gait
// goes by, as it sets off, the cadence of that speed holds instead: else a stride of
// no length would be due at once. The left foot is planted at phase 0 and the right at
// 0.5; each lifts when its phase passes the stance, or early, when the body has left
// it as far behind as the leg reaches. That is the only thing that a rig may change:
// every plant of the phase is at the same time for every body.
//
// Ticks are lived in steps of at most 1/120 s, cut at each lift and plant, so that a
// foot is put down where it should be at the very moment, whatever the tick. Of a tick
// longer than half a second the first part is skipped: a hitch is no burst of steps.
//
// The body's speed is read from where it is drawn, as the seed has it for everyone but
// oneself: one source, so that feet agree with the body also where it pushes against
// a wall.
//
// Setting off, the foot farther behind along the way lifts at once; of two alike the
// one on the side of travel, else the one not put down last. Which that is goes by the
// phase of the stop, the same for every body, and not by steps home since: a foot that
// is on one makes it its first step, or is put down where it is. A body that turns back
// (its velocity against the smoothed one) sets off anew. A stop lands the foot in the
// air at its rest within the settle time. Stopped out of a run's flight, the foot that
// would land first is planted at once where it is, and what is left of its height
// eases out in a few hundredths of a second: so one foot is always down. Then one foot
// at a time steps home if it is past the tolerance, or turned past 34 degrees, which
// makes a body that turns on the spot tread.
//
// # Choices that the seed leaves open
//
//   - The swing follows a cubic from where and how fast the foot is to where it is to
//     land, planned anew in every step. A steady walk replans the same curve (a
//     smoothstep in the world: still at both ends); a body that speeds up, turns or
//     stops bends it without a jump. Where the stance is short, at a run, the foot leaves
//     and lands at up to nine tenths of the body's speed: from a standstill in the world
//     it would first fall farther behind than a leg reaches.
//   - The height of a swing is u^2 (1-u)^3, scaled: level at both ends, highest at two
//     fifths, since the heel is drawn up behind.
//   - The foot's roll: the heel strikes with 0.7 of the roll and is down by a fifth of
//     the stance; the heel rises over the last two fifths, about the joint of the toes,
//     which stay flat where they are. A
//     leg that is being left behind raises the heel further before the hips come down
//     for it: that is how people make long steps, and it saves most of the drop. In the
//     air the foot hangs by its height.
//   - Hips: the drop that a leg half a stance ahead needs is held over the whole stride
//     in part, so that the head does not pump, and is met exactly when it comes: they go
//     down for a planted foot at once, and for one that will land in time, and come up
//     slowly. A foot in the air is not worth it; its leg reaches after it. They go
//     a fifth of half a stance ahead of the feet's middle, and after a stop over it.
//   - Feet at a run come nearer to the middle line, as runners' do; feet that pass each
//     other keep the width of a foot, measured on the mesh, and the clearance.
//   - Arms hang from whatever they were at rest (T, A, or down) by the shortest arc, out
//     far enough for the wrist to be clear of the trunk, measured on the mesh. They swing
//     by the feet's split, less ahead than back.
//   - A landing at a run goes on running on the foot that is ahead; standing, it is on
//     both feet: two plants, two footsteps.
//   - Springs, looks: see springs.go and look.go.
//   - Pace: at pace s, s times the speed is the same gait, for bodies of all sizes. It is
//     1 where nobody says otherwise, so that all pawns walk to the same beat at the same
//     speed; [PaceFor] suggests one for a model of odd size.
package gait
