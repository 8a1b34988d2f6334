package rig

import "context"

type trackFit struct{}

func (g *generator) fitTracks(ctx context.Context) error { return nil }
func (g *generator) hangTracks(body *branch)             {}
