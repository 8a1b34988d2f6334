package lab

import (
	"encoding/binary"
	"math"

	"donorlab/internal/gait"
)

// soundRate is the sound's samples a second.
const soundRate = 48000

// soundTrack is a film's footsteps.
type soundTrack struct{ steps []heardStep }

type heardStep struct {
	at    float64 // seconds
	level float64 // 0..1
	foot  int
}

// add notes a footstep at a time. A step's level goes with the body's speed
// against the sprint's, a landing's with how hard it is.
func (s *soundTrack) add(at float64, f gait.Footstep, sprint float64) {
	share := 0.0
	if sprint > 0 {
		share = math.Sqrt(min(max(f.Speed/sprint, 0), 1))
	}
	share = max(share, min(f.Impact/8, 1))
	s.steps = append(s.steps, heardStep{max(at, 0), 0.15 + 0.6*share, f.Foot})
}

// wav is the track as a WAV file of so many seconds: 16 bits, one channel. Every
// step is made anew of a thud that falls in pitch, the heel's, and a grain of
// noise, the sole's, which comes a little later; the noise is the same in every
// run.
func (s *soundTrack) wav(seconds float64) []byte {
	n := int(math.Round(max(seconds, 0) * soundRate))
	mix := make([]float64, n)
	for i, st := range s.steps {
		st.play(mix, uint32(i)*2654435761+1)
	}
	out := make([]byte, 44, 44+2*n)
	copy(out, "RIFF")
	binary.LittleEndian.PutUint32(out[4:], uint32(36+2*n))
	copy(out[8:], "WAVEfmt ")
	binary.LittleEndian.PutUint32(out[16:], 16)
	binary.LittleEndian.PutUint16(out[20:], 1) // PCM
	binary.LittleEndian.PutUint16(out[22:], 1)
	binary.LittleEndian.PutUint32(out[24:], soundRate)
	binary.LittleEndian.PutUint32(out[28:], 2*soundRate)
	binary.LittleEndian.PutUint16(out[32:], 2)
	binary.LittleEndian.PutUint16(out[34:], 16)
	copy(out[36:], "data")
	binary.LittleEndian.PutUint32(out[40:], uint32(2*n))
	for _, v := range mix {
		v = v / (1 + math.Abs(v)*0.35) // two at once do not clip
		out = binary.LittleEndian.AppendUint16(out, uint16(int16(math.Round(min(max(v, -1), 1)*32000))))
	}
	return out
}

// play adds one step to the mix.
func (st heardStep) play(mix []float64, noise uint32) {
	const length = 0.16 // seconds until it is below hearing
	first := int(math.Round(st.at * soundRate))
	pitch := 1.0
	if st.foot == gait.Right {
		pitch = 0.94 // no two shoes are alike
	}
	phase, low := 0.0, 0.0
	for i := range int(length * soundRate) {
		t := float64(i) / soundRate
		phase += 2 * math.Pi * pitch * (62 + 85*math.Exp(-t/0.014)) / soundRate
		thud := math.Sin(phase) * math.Exp(-t/0.035) * min(t/0.0015, 1)
		noise ^= noise << 13
		noise ^= noise >> 17
		noise ^= noise << 5
		grain := float64(noise)/(1<<31) - 1
		low += (grain - low) * 0.28 // about 2.5 kHz
		late := t - 0.012
		rub := 0.0
		if late > 0 {
			rub = math.Exp(-late / 0.018)
		}
		v := st.level * (0.9*thud + 0.45*low*(0.8*math.Exp(-t/0.004)+0.5*rub))
		if k := first + i; k < len(mix) {
			mix[k] += v
		}
	}
}
