package lab_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"donorlab/internal/gait"
	"donorlab/internal/lab"
	"donorlab/internal/samples"
	"donorlab/internal/scene"
)

// walkInto makes strips of a model and returns the files' bytes by name.
func walkInto(t *testing.T, m *scene.Model, o lab.StripsOptions) (*lab.StripsReport, map[string][]byte) {
	t.Helper()
	o.Dir = t.TempDir()
	rep, err := lab.Strips(context.Background(), m, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(o.Dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return rep, files
}

// TestStripsProve makes all strips and holds names, counts and figures to the
// seed's.
func TestStripsProve(t *testing.T) {
	small := lab.WalkShots{Width: 32, Height: 32, MSAA: 1}
	rep, files := walkInto(t, samples.Walker(), lab.StripsOptions{WalkShots: small})
	if len(rep.Warnings) > 0 || !rep.Legged {
		t.Errorf("the sample walker has warnings: %v", rep.Warnings)
	}
	counts := map[string]int{"idle": 8, "sprint_forward": 6, "crouch_walk": 6, "blend_run_000": 1, "blend_run_090": 1, "walk_backLeft": 6, "run_forwardRight": 6}
	pngs := 0
	for _, s := range rep.Strips {
		if want, ok := counts[s.Name]; ok && s.Frames != want {
			t.Errorf("%s: %d pictures, want %d", s.Name, s.Frames, want)
		}
		delete(counts, s.Name)
		if s.WorstSkateMm > 0.1 {
			t.Errorf("%s: a planted foot slid %.3f mm", s.Name, s.WorstSkateMm)
		}
		if s.Footsteps != s.Plants {
			t.Errorf("%s: %d footsteps are heard, %d plants seen", s.Name, s.Footsteps, s.Plants)
		}
		if s.BothUp > 0 {
			t.Errorf("%s: %d ticks with both feet up while standing", s.Name, s.BothUp)
		}
		lines := strings.Split(strings.TrimSuffix(string(files[s.CSV]), "\n"), "\n")
		if lines[0] != strings.Join(gait.Columns(), ",") || len(lines) != s.Ticks+1 || s.CSV != "walker_anim_"+s.Name+".csv" {
			t.Errorf("%s: %d lines for %d ticks, header %q", s.CSV, len(lines), s.Ticks, lines[0])
		}
		for k := range s.Frames {
			name := "walker_anim_" + s.Name + "_" + strconv.Itoa(k/10) + strconv.Itoa(k%10) + ".png"
			if !bytes.HasPrefix(files[name], []byte("\x89PNG")) {
				t.Errorf("%s is not there", name)
			}
			pngs++
		}
	}
	if len(counts) > 0 {
		t.Errorf("strips that are not made: %v", counts)
	}
	if len(files) != pngs+len(rep.Strips)+1 || files["walker_anim_sheet.png"] == nil {
		t.Errorf("%d files for %d pictures, %d traces and a sheet", len(files), pngs, len(rep.Strips))
	}
}

// TestStripsTwice wants the same bytes from two runs, for any number of workers.
func TestStripsTwice(t *testing.T) {
	o := lab.StripsOptions{WalkShots: lab.WalkShots{Width: 96, Height: 80, MSAA: 1, Workers: 1}, Names: []string{"startStop", "blend_run_*", "jump"}}
	_, one := walkInto(t, samples.Walker(), o)
	o.Workers = 5
	_, two := walkInto(t, samples.Walker(), o)
	if len(one) != len(two) || len(one) != 12+11+7+9+1 {
		t.Fatalf("%d and %d files", len(one), len(two))
	}
	for name, data := range one {
		if !bytes.Equal(data, two[name]) {
			t.Errorf("%s has other bytes in the second run", name)
		}
	}
}

// TestStripsWithoutLegs walks what has none: a bind pose, a warning, and the
// same footsteps as anybody's.
func TestStripsWithoutLegs(t *testing.T) {
	o := lab.StripsOptions{WalkShots: lab.WalkShots{Width: 64, Height: 64, MSAA: 1}, Names: []string{"walk_forward"}, NoSheet: true}
	rep, files := walkInto(t, samples.DonorGunship(), o)
	if rep.Legged || len(rep.Warnings) == 0 || rep.Warnings[len(rep.Warnings)-1].Code != "NO_LEGS" {
		t.Errorf("a helicopter walks, or nobody says that it does not: %v", rep.Warnings)
	}
	s := rep.Strips[0]
	if s.Frames != 6 || s.Footsteps < 2 || s.Footsteps != s.Plants {
		t.Errorf("%d pictures, %d footsteps, %d plants", s.Frames, s.Footsteps, s.Plants)
	}
	if len(files) != 7 {
		t.Errorf("%d files", len(files))
	}
	walker, _ := walkInto(t, samples.Walker(), o)
	if w := walker.Strips[0]; w.Footsteps != s.Footsteps {
		t.Errorf("%d footsteps of a hull, %d of a walker at the same speed", s.Footsteps, w.Footsteps)
	}
}

func TestStripsRefuse(t *testing.T) {
	for _, c := range []struct {
		code string
		o    lab.StripsOptions
	}{
		{"NO_STRIP", lab.StripsOptions{Names: []string{"moonwalk"}}},
		{"NO_GROUND", lab.StripsOptions{WalkShots: lab.WalkShots{Ground: "lava"}}},
		{"BAD_MSAA", lab.StripsOptions{WalkShots: lab.WalkShots{MSAA: 3}}},
		{"BAD_SIZE", lab.StripsOptions{WalkShots: lab.WalkShots{Width: -1, Height: 4}}},
		{"BAD_WORKERS", lab.StripsOptions{WalkShots: lab.WalkShots{Workers: 65}}},
	} {
		c.o.Dir = filepath.Join(t.TempDir(), "new")
		_, err := lab.Strips(context.Background(), samples.Walker(), c.o, nil)
		if err == nil || lab.AsProblem(err).Code != c.code {
			t.Errorf("%v, want %s", err, c.code)
		}
		if _, err := os.Stat(c.o.Dir); err == nil {
			t.Errorf("%s: a folder was made for a refused job", c.code)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lab.Strips(ctx, samples.Walker(), lab.StripsOptions{Dir: t.TempDir()}, nil); err == nil || lab.AsProblem(err).Code != "CANCELLED" {
		t.Errorf("a cancelled run: %v", err)
	}
}

func TestWalkPreferences(t *testing.T) {
	file := filepath.Join(t.TempDir(), "locomotion.txt")
	if err := os.WriteFile(file, []byte("locomotionWalkSpeed=1.25\nclient.anim.locomotionRunLift=0.3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	pr, err := lab.WalkPreferences(file, "client.anim.locomotionRunLift=0.5\nlocomotionEnabled=false\n")
	if err != nil {
		t.Fatal(err)
	}
	want := gait.Defaults()
	want.WalkSpeed, want.RunLift, want.Enabled = 1.25, 0.5, false
	if *pr != want {
		t.Errorf("%+v", *pr)
	}
	if _, err := lab.WalkPreferences("", "locomotionRunLegs=3"); err == nil {
		t.Error("a key that is not there was taken")
	}
	if _, err := lab.WalkPreferences("", "locomotionRunLift=much"); err == nil {
		t.Error("a word was taken for a number")
	}
}
