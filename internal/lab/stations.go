package lab

import (
	"context"
	"errors"
	"os"

	"donorlab/internal/clip"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// Load reads a model from a file, whose format its bytes or its ending tell, or
// an embedded one by its sample ref.
func Load(ctx context.Context, ref string, r Report) (*scene.Model, error) {
	m, _, err := LoadFiles(ctx, ref, r)
	return m, err
}

// LoadFiles is Load, and also returns the files beside the model that it names:
// buffers, images, materials. They may be missing.
func LoadFiles(ctx context.Context, ref string, r Report) (*scene.Model, []string, error) {
	if IsSample(ref) {
		m, err := loadSample(ref)
		return m, nil, err
	}
	if info, err := os.Stat(ref); err != nil {
		return nil, nil, fileProblem(ref, err)
	} else if info.IsDir() {
		return nil, nil, &scene.Problem{Code: "IS_FOLDER", File: ref, Message: "is a folder, not a model", Remedy: "name a .glb, .gltf or .obj file in it"}
	}
	m, files, err := readModel(ctx, ref, r)
	if err != nil {
		return nil, nil, withFile(ref, err)
	}
	return m, files, nil
}

// Probe finds the parts of a model, with the recipe's orientation, target and
// marks. A nil recipe means the guesses, for the target that suits what is found.
func Probe(ctx context.Context, m *scene.Model, recipe *rig.Recipe, stripNames bool, r Report) (*rig.Parts, error) {
	opt := rig.ProbeOptions{StripNames: stripNames, Recipe: recipe, Interior: true, Target: rig.Auto,
		Progress: func(done, total int, what string) { r.Say("Probing: "+what, done, total) }}
	if recipe != nil {
		opt.Orientation, opt.Target, opt.Scale = recipe.Orientation, recipe.Target, recipe.Scale
	}
	p, err := rig.Probe(ctx, m, opt)
	return p, withFile(m.Source.Path, err)
}

// GenerateRig makes the rig that parts and recipe ask for, and what the game
// will make of it: Generate, then Rebase.
func GenerateRig(ctx context.Context, m *scene.Model, parts *rig.Parts, recipe *rig.Recipe, r Report) (*Rigged, error) {
	return GenerateRigBy(ctx, m, parts, recipe, rig.GenerateOptions{}, r)
}

// GenerateRigBy is GenerateRig with another order of bones than the donor's, to
// see what goes wrong then.
func GenerateRigBy(ctx context.Context, m *scene.Model, parts *rig.Parts, recipe *rig.Recipe, opt rig.GenerateOptions, r Report) (*Rigged, error) {
	opt.Progress = func(done, total int, what string) { r.Say("Generating: "+what, done, total) }
	out, err := rig.Generate(ctx, m, parts, recipe, opt)
	if err != nil {
		return nil, withFile(m.Source.Path, err)
	}
	rigged, err := OwnRig(out.Model)
	if err != nil {
		return nil, err
	}
	rigged.Rig, rigged.recipe, rigged.parts = out, recipe, parts
	giveOwnClips(rigged, recipe)
	return rigged, nil
}

// Rebase gives a model with a skeleton the rests that a donor's clip needs.
func Rebase(m *scene.Model) (*scene.Model, rig.RebaseReport, error) {
	out, rep, err := rig.Rebase(m)
	return out, rep, withFile(m.Source.Path, err)
}

// OwnRig is a model that came with its skeleton, and what the game makes of it.
func OwnRig(m *scene.Model) (*Rigged, error) {
	out, rep, err := Rebase(m)
	if err != nil {
		return nil, err
	}
	return &Rigged{Model: m, Rebased: out, Report: rep}, nil
}

// LoadDonor loads a donor: its model, its profile if one lies beside it, and
// the clip of that name or number ("" means the profile's, else the first).
func LoadDonor(ctx context.Context, ref, clipName string, r Report) (*Donor, error) {
	m, files, err := LoadFiles(ctx, ref, r)
	if err != nil {
		return nil, err
	}
	d, err := NewDonor(ref, m, clipName)
	if err != nil {
		return nil, err
	}
	d.Files = files
	return d, nil
}

// NewDonor makes a donor of a loaded model.
func NewDonor(ref string, m *scene.Model, clipName string) (*Donor, error) {
	opt := clip.DonorOptions{Clip: clipName}
	if !IsSample(ref) {
		p, err := clip.LoadProfile(ref)
		if err != nil {
			return nil, err
		}
		opt.Profile = p
	}
	d, err := clip.NewDonor(m, opt)
	if err != nil {
		return nil, withFile(ref, err)
	}
	return &Donor{Ref: ref, Clip: d, Model: m}, nil
}

// withFile returns err as a Problem that names the file, or ctx's error as it
// is, or nil.
func withFile(file string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	p := AsProblem(err)
	if p.File != "" || file == "" {
		return p
	}
	q := *p
	q.File = file
	return &q
}
