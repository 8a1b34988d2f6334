package clip_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/scene"
)

// TestDecodeGunship reads the seed's measured channels back.
func TestDecodeGunship(t *testing.T) {
	ch := donor(t, gunship()).Decode()
	if len(ch) != 4 {
		t.Fatalf("%d channels", len(ch))
	}
	for i, kind := range []clip.Kind{clip.Untracked, clip.Mixed, clip.Turning, clip.Turning} {
		if ch[i].Kind != kind || ch[i].Index != i {
			t.Errorf("channel %d is %q, want %q", i, ch[i].Kind, kind)
		}
	}
	if ch[1].Spin || !ch[2].Spin || !ch[3].Spin {
		t.Error("the rotors spin and nothing else")
	}
	near(t, "bob", ch[1].Translation.Max[1], .1, 1e-6)
	near(t, "bob", ch[1].Translation.Min[1], -.1, 1e-6)
	near(t, "rock", ch[1].SwingDeg, 2, 1e-3)
	near(t, "rock comes back", ch[1].DegreesPerFrame, 0, 1e-3)
	nearVec(t, "main axis", ch[2].Axis, yAxis, 1e-6)
	near(t, "main", ch[2].DegreesPerFrame, 18, 1e-3)
	nearVec(t, "tail axis", ch[3].Axis, xAxis, 1e-6)
	near(t, "tail", ch[3].DegreesPerFrame, 36, 1e-3)
	if len(ch[2].Frames) != 21 {
		t.Fatalf("%d rows", len(ch[2].Frames))
	}
	for f, row := range ch[2].Frames {
		near(t, "counted past 360", row.AngleDeg, 18*float64(f), 1e-2)
	}
}

// TestDecodeSpeeds turns a bone at many speeds, keyed once a frame: the sign and
// the size must come out right up to nearly half a turn a frame.
func TestDecodeSpeeds(t *testing.T) {
	axis := mgl64.Vec3{.3, -.9, .2}.Normalize()
	for _, deg := range []float64{-170, -120, -95, -36, -1, 1, 24, 91, 100, 170} {
		m := skeleton(bone{"a", -1, at(0, 1, 0)})
		m.Nodes[0].Local.R = turn(40, mgl64.Vec3{1, 1, 1})
		m.Animations = []scene.Animation{{Channels: []scene.Channel{rotations(0, 30, 30, func(f int) mgl64.Quat {
			return m.Nodes[0].Local.R.Mul(turn(deg*float64(f), axis))
		})}}}
		ch, err := clip.Decode(m, 0, clip.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// Axis has its largest component positive, so that here it is -axis.
		nearVec(t, "axis", ch[0].Axis, axis.Mul(-1), 1e-4)
		near(t, "speed", ch[0].DegreesPerFrame, -deg, 1e-2)
		if !ch[0].Spin || ch[0].Ambiguous {
			t.Errorf("%v deg: spin %v, ambiguous %v", deg, ch[0].Spin, ch[0].Ambiguous)
		}
	}
}

// TestDecodeFastSpin has more than half a turn a frame, which the clip's own
// denser keys still tell; keyed once a frame it could not be known.
func TestDecodeFastSpin(t *testing.T) {
	m := skeleton(bone{"a", -1, at(0, 0, 0)})
	m.Animations = []scene.Animation{{Channels: []scene.Channel{rotations(0, 120, 120, func(f int) mgl64.Quat {
		return turn(70*float64(f), yAxis)
	})}}}
	ch, _ := clip.Decode(m, 0, clip.DecodeOptions{FPS: 30})
	near(t, "speed", ch[0].DegreesPerFrame, 280, 1e-2)
	m.Animations[0].Channels[0] = rotations(0, 30, 30, func(f int) mgl64.Quat { return turn(180*float64(f), yAxis) })
	if ch, _ = clip.Decode(m, 0, clip.DecodeOptions{FPS: 30}); !ch[0].Ambiguous {
		t.Error("half a turn a key is not called ambiguous")
	}
}

func TestDecodeKinds(t *testing.T) {
	m := skeleton(bone{"still", -1, at(0, 0, 0)}, bone{"moves", 0, at(0, 1, 0)}, bone{"grows", 0, at(0, 2, 0)}, bone{"door", 0, at(0, 3, 0)})
	grow := scene.Channel{Node: 2, Path: scene.Scale, Times: []float32{0, 1}, Values: []float32{1, 1, 1, 2, 2, 2}}
	m.Animations = []scene.Animation{{Channels: []scene.Channel{
		rotations(0, 30, 30, func(int) mgl64.Quat { return mgl64.QuatIdent() }),
		translations(1, 30, 30, func(f int) mgl64.Vec3 { return mgl64.Vec3{0, 1 + float64(f), 0} }),
		grow,
		rotations(3, 30, 30, func(f int) mgl64.Quat { return turn(45*(1-math.Cos(float64(f)*math.Pi/30)), xAxis) }),
	}}}
	ch, err := clip.Decode(m, 0, clip.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []clip.Kind{clip.Untracked, clip.Translating, clip.Mixed, clip.Turning} {
		if ch[i].Kind != want {
			t.Errorf("%s is %q, want %q", ch[i].Bone, ch[i].Kind, want)
		}
	}
	if ch[3].Spin {
		t.Error("a door that opens by 90 deg spins")
	}
	if ch[0].Frames != nil {
		t.Error("a table that nobody asked for")
	}
}

// TestDecodeBounds gives a clip that claims to last for ages: the work must stay
// bounded.
func TestDecodeBounds(t *testing.T) {
	m := one(scene.Channel{Path: scene.Rotation, Times: []float32{0, 3e38}, Values: []float32{0, 0, 0, 1, 0, 1, 0, 0}})
	m.Skins = []scene.Skin{{Joints: []int{0}, InverseBind: []mgl64.Mat4{mgl64.Ident4()}}}
	ch, err := clip.Decode(m, 0, clip.DecodeOptions{Table: true})
	if err != nil || len(ch[0].Frames) > 1<<15 {
		t.Errorf("%v, %d rows", err, len(ch[0].Frames))
	}
}
