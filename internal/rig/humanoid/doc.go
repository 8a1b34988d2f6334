// Package humanoid finds the bones of a two-legged body in any skeleton: which
// node is the hips, which the left lower leg, and how the body stands at rest.
//
// Frame: everything is in model space at rest (glTF: +Y up, +Z forward, +X
// left, metres), after all node transforms, so that a rotated or scaled
// armature root makes no difference. Which way the body stands and faces is
// measured, not assumed: Rest.Up, Forward and Left.
package humanoid
