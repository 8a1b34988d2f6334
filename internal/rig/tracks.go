package rig

import (
	"context"

	"donorlab/internal/scene"
)

type trackFit struct{}

func (g *generator) fitTracks(ctx context.Context) error      { return nil }
func (g *generator) hangTracks(body *branch)                  {}
func (r *Rig) beltAdvance(recipe *Recipe) float64             { return 0 }
func (o *ownClips) rollTracks(a *scene.Animation, frames int) {}
