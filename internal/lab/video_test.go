package lab_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/internal/gait"
	"donorlab/internal/lab"
	"donorlab/internal/samples"
)

// TestWalkColumnsDocumented wants every column of the CSV in docs/walk.md.
func TestWalkColumnsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/walk.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range gait.Columns() {
		if !strings.Contains(string(text), "`"+c+"`") {
			t.Errorf("docs/walk.md does not explain the column %s", c)
		}
	}
	for _, c := range lab.TakeNames() {
		if _, err := os.Stat("../../docs/walk/" + c + ".gif"); err != nil {
			t.Errorf("docs/walk has no film of %s: %v", c, err)
		}
	}
}

// TestVideoTwice films a clip twice and looks at all files.
func TestVideoTwice(t *testing.T) {
	film := func(workers int) map[string][]byte {
		o := lab.VideoOptions{WalkShots: lab.WalkShots{Width: 48, Height: 32, Workers: workers}, Dir: t.TempDir(), Names: []string{"startStop"}, FPS: 30}
		rep, err := lab.Video(context.Background(), samples.Walker(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := rep.Clips[0]
		if c.Frames != 132 || c.Footsteps != c.Plants || c.Footsteps < 4 || c.WorstSkateMm > 0.1 || c.BothUp > 0 {
			t.Errorf("%+v", c)
		}
		files := map[string][]byte{}
		dir := filepath.Join(o.Dir, "walker", "startStop")
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		return files
	}
	one, two := film(1), film(4)
	if len(one) != 132+3 || len(two) != len(one) {
		t.Fatalf("%d and %d files", len(one), len(two))
	}
	for name, data := range one {
		if !bytes.Equal(data, two[name]) {
			t.Errorf("%s has other bytes in the second run", name)
		}
	}
	var clip struct {
		Frames int     `json:"frames"`
		FPS    float64 `json:"framesPerSecond"`
		About  string  `json:"about"`
	}
	if err := json.Unmarshal(one["clip.json"], &clip); err != nil || clip.Frames != 132 || clip.FPS != 30 || clip.About == "" {
		t.Errorf("clip.json: %v, %+v", err, clip)
	}
	if n := bytes.Count(one["trace.csv"], []byte("\n")); n != 133 {
		t.Errorf("trace.csv has %d lines", n)
	}
	wav := one["footsteps.wav"]
	// 132 pictures at 30 a second are 4.4 s.
	if len(wav) != 44+2*48000*44/10 || binary.LittleEndian.Uint32(wav[24:]) != 48000 || int(binary.LittleEndian.Uint32(wav[40:])) != len(wav)-44 {
		t.Fatalf("a WAV of %d bytes", len(wav))
	}
	loud := func(from, to float64) (most int16) {
		for i := int(from * 48000); i < int(to*48000); i++ {
			v := int16(binary.LittleEndian.Uint16(wav[44+2*i:]))
			most = max(most, v, -v)
		}
		return most
	}
	if q, l := loud(0, 0.75), loud(1, 2.8); q != 0 || l < 4000 {
		t.Errorf("standing is as loud as %d, a run as %d", q, l)
	}
}
