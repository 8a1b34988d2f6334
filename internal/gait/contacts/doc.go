// Package contacts measures how the feet of any clip meet the ground, and mends
// feet that slide.
//
// It works on a model's own clips, of two legs or more. Places are model space
// (metres, +Y up unless the body stands otherwise), times are seconds, and skate
// is in millimetres, the unit in which animators speak of it.
//
// A clip that walks in place is walked on a treadmill: the ground moves under the
// body at one speed for the whole clip, which is estimated as that of the feet
// while they are down (Report.Ground). What a foot does against that ground
// while it is down is its skate. A clip with root motion has planted feet that
// stand still, and so a ground that does. The ground is level and at the height
// where each foot is lowest: contacts on stairs or slopes are not found.
package contacts
