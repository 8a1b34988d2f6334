// Package humanoid finds the bones of a two-legged body in any skeleton: which
// node is the hips, which the left lower leg, and how the body stands at rest.
//
// Frame: everything is in model space at rest (glTF: +Y up, +Z forward, +X
// left, metres), after all node transforms, so that a rotated or scaled
// armature root makes no difference. Which way the body stands and faces is
// measured, not assumed: Rest.Up, Forward and Left.
//
// How it is done, and why so:
//   - Names are split into words (readName) and looked up in a table of the usual
//     rigs' words and of several languages. A name is believed where the tree
//     agrees: a lower leg lies below its upper leg, hips carry both legs.
//   - Where names say nothing, the shape does. The body's middle is the plane in
//     which most joints have a counterpart; legs are the mirrored chains that reach
//     lowest, arms those over the hips that reach furthest; knee, ankle and elbow
//     are where both bones are about one length.
//   - Left and right are measured from toes, the foot's mesh, the bend of knees
//     and elbows; names only break a tie. A contradiction is reported.
//   - Hips are the lowest bone that carries both legs and the trunk, or the
//     nearest above it that is called hips: a "Hips" that carries only the trunk
//     would leave the legs behind.
//   - A foot that hangs elsewhere (rigs made for inverse kinematics) is found where
//     its leg ends, and marked Detached. A lower leg whose mesh stands on the
//     ground has its foot in it (Leg.FootInShin); such a leg counts as whole,
//     because there is an ankle to solve for. A leg with neither is not whole.
//   - Controls, twists, ends, clothes and hair fill no slot.
package humanoid
