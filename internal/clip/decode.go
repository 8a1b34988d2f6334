package clip

import "github.com/go-gl/mathgl/mgl64"

// Kind says what a channel does.
type Kind string

const (
	Untracked   Kind = "untracked"   // never leaves frame 0
	Turning     Kind = "rotation"    // turns only
	Translating Kind = "translation" // moves only
	Mixed       Kind = "mixed"       // more than one, or scales
)

// ChannelMotion is what one channel of a clip does: one row of the donor table.
type ChannelMotion struct {
	Index  int    `json:"index"`  // the channel, which is the joint's place in its skin
	Bone   string `json:"bone"`   //
	Node   int    `json:"node"`   // the bone's node
	Parent int    `json:"parent"` // the parent's channel, -1 for none
	Kind   Kind   `json:"kind"`
	// Axis is the unit axis that it mostly turns about, in the bone's own frame,
	// its largest component positive; zero where it does not turn.
	Axis mgl64.Vec3 `json:"axis"`
	// DegreesPerFrame is the mean turn about Axis in one frame, with its sign.
	DegreesPerFrame float64 `json:"degreesPerFrame"`
	MaxStepDeg      float64 `json:"maxStepDeg"`    // the largest turn in one frame
	AxisSpreadDeg   float64 `json:"axisSpreadDeg"` // how far the axis strays from Axis, weighted by the turn
	SwingDeg        float64 `json:"swingDeg"`      // largest angle from frame 0
	Spin            bool    `json:"spin"`          // turns on and on about one axis
	Translation     Range   `json:"translation"`   // in the bone's rest frame, from frame 0
	Scales          bool    `json:"scales,omitempty"`
	// Ambiguous marks a turn of nearly half a circle between two keys, whose
	// direction nobody can tell. More than 180 deg is not expressible at all.
	Ambiguous bool          `json:"ambiguous,omitempty"`
	Frames    []FrameMotion `json:"frames,omitempty"` // one a frame, the first is frame 0
}

// Range is the smallest and largest value of each coordinate, metres.
type Range struct {
	Min mgl64.Vec3 `json:"min"`
	Max mgl64.Vec3 `json:"max"`
}

// FrameMotion is a channel's delta at one frame.
type FrameMotion struct {
	Frame       int        `json:"frame"`
	AngleDeg    float64    `json:"angleDeg"` // turned about Axis since frame 0, counted on past 360
	StepDeg     float64    `json:"stepDeg"`  // turned about Axis since the frame before
	Translation mgl64.Vec3 `json:"translation"`
}
