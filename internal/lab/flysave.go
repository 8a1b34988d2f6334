package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"donorlab/internal/flight"
	"donorlab/internal/pack"
	"donorlab/internal/scene"
)

// ShipDials writes the commented dial files that the lab ships into the config
// folder, those that are not there yet. The folder is made.
func (s *Session) ShipDials() error {
	dir := s.Dials().Dir()
	if dir == "" {
		return s.Fail(&scene.Problem{Code: "DIAL_NO_FOLDER", Message: "there is no config folder", Remedy: "choose the folder first"})
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return s.Fail(fileProblem(dir, err))
	}
	for _, spec := range s.dialOptions().Specs {
		path, text := filepath.Join(dir, spec.File), spec.ShippedText()
		if _, err := os.Lstat(path); text == nil || !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := WriteFile(path, text); err != nil {
			return s.Fail(err)
		}
	}
	s.Note("Wrote the dial files to begin with into " + dir)
	return nil
}

func noFlight(what string) *scene.Problem {
	return &scene.Problem{Code: "NO_WORLD", Message: "there is no flight to " + what, Remedy: "open a map and let it fly"}
}

// SaveRunCSV starts to write the flight so far as CSV: a line a step and unit, in
// the registry's frame.
func (s *Session) SaveRunCSV(path string) *Job {
	run := s.FlightRun()
	if run == nil || run.Ticks == 0 {
		return s.refuse("csv", noFlight("export"))
	}
	if err := CheckSave(path, KindFile, s.flyInputs()...); err != nil {
		return s.refuse("csv", AsProblem(err))
	}
	return s.start("csv", "Writing "+path, func(ctx context.Context, r Report) (func(), error) {
		rep, data, err := Fly(ctx, FlyJob{Run: run, CSV: true}, r)
		if err != nil {
			return nil, err
		}
		if err := WriteFile(path, data); err != nil {
			return nil, err
		}
		return func() { s.Note(fmt.Sprintf("Saved %d steps to %s", rep.Ticks, path)) }, nil
	})
}

// SaveRunFrames starts to draw the flight so far as numbered pictures, width by
// height pixels, 30 a second, into a folder: the model as the preview shows it,
// from where the camera trails it.
func (s *Session) SaveRunFrames(dir string, width, height int) *Job {
	run, e := s.FlightRun(), s.evaluator()
	switch {
	case run == nil || run.Ticks == 0:
		return s.refuse("frames", noFlight("draw"))
	case e == nil:
		return s.refuse("frames", nothingOpen("draw the flight of"))
	}
	if err := CheckSave(dir, KindFrames, s.flyInputs()...); err != nil {
		return s.refuse("frames", AsProblem(err))
	}
	show, m, ref := s.resolveShow(), e.Model(), s.clip
	var donor *Donor
	if show == ShowGame {
		donor = s.work.Donor
	}
	f := &Flyer{source: sourceSHA(s.doc.Source) + show.String(), dress: s.dress(show, m), bare: show == ShowSource}
	if f.Entry = s.work.Entry; f.Entry == nil {
		f.Entry = pack.NewEntry()
	}
	f.again = func() (*Evaluator, error) {
		v, err := newEvaluator(m, ref, donor)
		if err != nil { // a clip that this stage does not have
			v, err = newEvaluator(m, ClipRef{Kind: ClipRest}, nil)
		}
		return v, err
	}
	ghost := s.fly.ghostSettingsNow()
	return s.start("frames", "Drawing frames", func(ctx context.Context, r Report) (func(), error) {
		var err error
		if f.eval, err = f.again(); err != nil {
			return nil, err
		}
		st, err := NewFlightStudio(run, f, ghost)
		if err != nil {
			return nil, err
		}
		film := Film{Shot: Shot{Width: width, Height: height, MSAA: 4}, FPS: 30}
		rep, err := Frames(ctx, st, film, FramesOptions{Dir: dir, Inputs: st.InputHash()}, r)
		if err != nil {
			return nil, err
		}
		return func() { s.Note(fmt.Sprintf("%d frames are in %s", rep.Total, dir)) }, nil
	})
}

// flyInputs are the files that a flight is made of, besides those of the model:
// what is exported must not go over them.
func (s *Session) flyInputs() []string {
	in := s.inputs()
	if dir := s.settings.Flight.Dials; dir != "" {
		in = append(in, DialFiles(dir)...)
	}
	for _, ref := range []string{s.fly.mapRef, s.fly.ordersRef} {
		if !IsShippedMap(ref) {
			in = append(in, ref)
		}
	}
	return in
}

// ghostSettingsNow are those of the ghost, nil without one.
func (k *flyState) ghostSettingsNow() *flight.Settings {
	if k.ghost == nil {
		return nil
	}
	set := k.ghost.Settings()
	return &set
}

// PawnSpan measures the leader's model in the world: the heights of its lowest and
// its highest point above the ground below, in units, as it would stand level. ok
// is false with no model open and off the map.
func (s *Session) PawnSpan() (keel, top float64, ok bool) {
	f, e := s.Flight(), s.evaluator()
	if f == nil || e == nil {
		return 0, 0, false
	}
	d := s.dress(s.resolveShow(), e.Model())
	fit := s.sizeFit(e.Model(), d.place)
	box := movedBox(s.frame.box, d.place)
	t := f.Trace(0)
	if box.Empty() {
		return 0, 0, false
	}
	scale := fit * t.Scale
	if t.Scale == 0 {
		scale = fit
	}
	from := t.Final()[1] - t.Ground
	return from + box.Min[1]*scale, from + box.Max[1]*scale, true
}
