package lab

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// NoSkeleton is the refusal of a model that has no skin.
func NoSkeleton(m *scene.Model) *scene.Problem {
	return &scene.Problem{Code: "NO_SKELETON", File: m.Source.Path, Message: "the model has no skeleton",
		Remedy: "rig it first: press Generate rig, or use labctl rig"}
}

// Check holds a rig against a donor's contract. What Generate fitted is taken
// as the truth about the rotors' axles.
func Check(r *Rigged, d *Donor) rig.ContractReport {
	opt := rig.CheckOptions{}
	if r.Rig != nil {
		opt.Forward = r.Rig.Forward
		opt.Axle = func(bone int) (mgl64.Vec3, bool) { return boneAxle(r.Rig, bone) }
	}
	return orderly(rig.CheckContract(r.Model, d.Clip, opt))
}

// CheckModel holds a file's own skeleton, as it is in the file, against a
// donor's contract.
func CheckModel(m *scene.Model, d *Donor) (rig.ContractReport, error) {
	if len(m.Skins) == 0 {
		return rig.ContractReport{}, NoSkeleton(m)
	}
	return orderly(rig.CheckContract(m, d.Clip, rig.CheckOptions{})), nil
}

// WithContract adds what a contract's check has to say to what Generate has said of
// the same rig. That a bone carries nothing both see: it is said once.
func WithContract(rigged, contract []rig.Finding) []rig.Finding {
	said := map[string]bool{}
	for _, f := range rigged {
		said[f.Code] = true
	}
	out := append([]rig.Finding{}, rigged...)
	for _, f := range contract {
		if f.Code != "EMPTY_BONE" || !said[f.Code] {
			out = append(out, f)
		}
	}
	return out
}

// orderly makes the lists never nil, so that JSON has [] and not null.
func orderly(r rig.ContractReport) rig.ContractReport {
	if r.Bindings == nil {
		r.Bindings = []rig.ChannelBinding{}
	}
	if r.Findings == nil {
		r.Findings = []rig.Finding{}
	}
	return r
}

// boneAxle is the axle of the hub whose parts the bone carries.
func boneAxle(g *rig.Rig, bone int) (mgl64.Vec3, bool) {
	if bone < 0 || bone >= len(g.Bones) {
		return mgl64.Vec3{}, false
	}
	b := &g.Bones[bone]
	if b.Role != rig.Rotor && b.Role != rig.TailRotor {
		return mgl64.Vec3{}, false
	}
	for _, h := range g.Hubs {
		if h.Role == b.Role && len(h.Parts) > 0 && slices.Contains(b.Parts, h.Parts[0]) {
			return h.Axle, true
		}
	}
	return mgl64.Vec3{}, false
}

// Contract is how the rig that is open keeps the donor's contract; ok is false
// while there is no rig or no donor. The answer is kept until one of them
// changes.
func (s *Session) Contract() (report *rig.ContractReport, ok bool) {
	w := s.work
	if w.Rigged == nil || w.Donor == nil {
		return nil, false
	}
	c := &s.frame
	if c.contract == nil || c.contractOf != w.Rigged || c.contractBy != w.Donor {
		r := Check(w.Rigged, w.Donor)
		c.contract, c.contractOf, c.contractBy = &r, w.Rigged, w.Donor
	}
	return c.contract, true
}

// Verify says what is doubtful in the marks; never nil.
func Verify(p *rig.Parts) []rig.Finding {
	return append([]rig.Finding{}, rig.Verify(p)...)
}

// Verify says what is doubtful in the marks of what is open.
func (s *Session) Verify() []rig.Finding {
	if s.work.Parts == nil {
		return nil
	}
	c := &s.frame
	o := s.work.Parts.Orientation
	if s.work.Recipe != nil {
		o = s.work.Recipe.Orientation // set since the parts were measured
	}
	if c.verifyOf != s.work.Parts || c.verifyAt != o {
		c.verify, c.verifyOf, c.verifyAt = rig.VerifyAt(s.work.Parts, o), s.work.Parts, o
	}
	return c.verify
}

// DecodeReport is what a donor's clip does.
type DecodeReport struct {
	Donor    string               `json:"donor"`
	Clip     string               `json:"clip"`
	FPS      float64              `json:"fps"`
	Frames   int                  `json:"frames"`
	Duration float64              `json:"duration"` // seconds
	Channels []clip.ChannelMotion `json:"channels"`
}

// Decode tells what each channel of a donor's clip does.
func Decode(d *Donor) DecodeReport {
	r := DecodeReport{Donor: d.Model.Name, Clip: d.Clip.Clip, FPS: d.Clip.FPS, Frames: d.Clip.Frames(), Duration: d.Clip.Duration,
		Channels: []clip.ChannelMotion{}}
	for _, c := range d.Clip.Decode() {
		c.Frames = nil
		r.Channels = append(r.Channels, c)
	}
	return r
}

// Channels is what the channels of the donor in use do; nil without a donor.
func (s *Session) Channels() []clip.ChannelMotion {
	d := s.work.Donor
	if d == nil {
		return nil
	}
	c := &s.frame
	if c.decodedOf != d {
		c.decoded, c.decodedOf = Decode(d).Channels, d
	}
	return c.decoded
}

// BakeAnswer is Bake's report as labctl prints it.
type BakeAnswer struct {
	Clip string `json:"clip"`
	clip.BakeReport
	Findings []rig.Finding `json:"findings"`
}

// Answer is what labctl prints of a bake.
func (b *Baked) Answer() BakeAnswer {
	return BakeAnswer{b.Clip, b.Report, append([]rig.Finding{}, b.Findings...)}
}

// RecipeOf is a recipe that says for every part what it is, so that a script
// can change one line: the recipe's own marks, and the guesses as marks.
func RecipeOf(p *rig.Parts, r *rig.Recipe) *rig.Recipe {
	out := r.Clone()
	for i := range p.Parts {
		out.SetMark(&p.Parts[i], p.Parts[i].Role)
	}
	return out
}
