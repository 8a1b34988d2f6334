package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// write puts a file into a folder and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// flightRows reads a flight's CSV, without its header.
func flightRows(t *testing.T, path string) (header []string, rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

// column returns a column of numbers by its name.
func column(t *testing.T, header []string, rows [][]string, name string) []float64 {
	t.Helper()
	for i, h := range header {
		if h != name {
			continue
		}
		var out []float64
		for _, r := range rows {
			v, err := strconv.ParseFloat(r[i], 64)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out = append(out, v)
		}
		return out
	}
	t.Fatalf("there is no column %q", name)
	return nil
}

func TestFlyContract(t *testing.T) {
	dir := t.TempDir()
	path, again := filepath.Join(dir, "a.csv"), filepath.Join(dir, "b.csv")
	run := filepath.Join(dir, "a.run.json")
	m := object(t, 0, "fly", "--seconds", "20", "--csv", path, "--record", run)
	has(t, m, "ticks", "minClearance", "worst")
	if m["ticks"] != 1200.0 || m["category"] != "hover" {
		t.Errorf("ticks %v, category %v", m["ticks"], m["category"])
	}
	header, rows := flightRows(t, path)
	const want = "time,x,y,z,yawDeg,targetYawDeg,bankDeg,pitchDeg,offset,hug,cliff,ground,district,state"
	if got := strings.Join(header, ","); !strings.HasPrefix(got, want) {
		t.Errorf("the header is %s", got)
	}
	if len(rows) != 1200 {
		t.Fatalf("%d rows", len(rows))
	}
	// The least clearance of the answer is that of the rows.
	least := math.Inf(1)
	for _, v := range column(t, header, rows, "clearance") {
		least = min(least, v)
	}
	if got := m["minClearance"].(float64); math.Abs(got-least) > 1e-6 {
		t.Errorf("minClearance %v, in the rows %v", got, least)
	}
	// The very same flight again, and as a replay of the record.
	object(t, 0, "fly", "--seconds", "20", "--csv", again)
	sameFile(t, path, again)
	r := object(t, 0, "replay", run, "--csv", again)
	has(t, r, "ticks", "minClearance", "worst")
	sameFile(t, path, again)
}

// A value in a dial file goes before the entry's, all the way to the CSV; with
// --model-first it does not; and the answer says so.
func TestFlyDials(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "haf_turnease.txt", "hover=45\n")
	path := filepath.Join(dir, "a.csv")
	fastest := func(args ...string) (float64, map[string]any) {
		m := object(t, 0, append([]string{"fly", "--seconds", "12", "--csv", path, "--dials", dir}, args...)...)
		header, rows := flightRows(t, path)
		yaw, most := column(t, header, rows, "yawDeg"), 0.0
		for i := 1; i < len(yaw); i++ {
			d := math.Abs(yaw[i] - yaw[i-1])
			most = max(most, min(d, 360-d)*60)
		}
		return most, m["feel"].([]any)[0].(map[string]any)
	}
	most, feel := fastest()
	if math.Abs(most-45) > 0.01 || feel["origin"] != "dial" || feel["value"] != 45.0 {
		t.Errorf("turned at %v deg/s: %v", most, feel)
	}
	if o := feel["overrides"].([]any)[0].(map[string]any); o["origin"] != "model" || o["value"] != 180.0 {
		t.Errorf("it overrides %v", o)
	}
	if most, feel = fastest("--model-first"); math.Abs(most-45) < 1 || most > 180.01 || feel["origin"] != "model" {
		t.Errorf("with the newer rule turned at %v deg/s: %v", most, feel)
	}
	write(t, dir, "haf_turnease.txt", "hover=NaN\nhover=30\n")
	a := ctl("fly", "--seconds", "1", "--dials", dir, "--strict")
	if a.code != exitWarnings || !strings.Contains(a.errout, "not a finite number") || !strings.Contains(a.errout, "line 1") {
		t.Errorf("a NaN: exit %d\n%s", a.code, a.errout)
	}
}

func TestFlyBadInput(t *testing.T) {
	dir := t.TempDir()
	none := write(t, dir, "none.json", `{"version":1,"name":"x","tileRadius":4,"waterLevel":0,"cliffStep":1,"districts":[],"tiles":[]}`)
	twice := write(t, dir, "twice.json", `{"version":1,"name":"x","tileRadius":4,"waterLevel":0,"cliffStep":1,"districts":[],"tiles":[{"q":0,"r":0,"h":1},{"q":0,"r":0,"h":2}]}`)
	far := write(t, dir, "far.json", `{"version":1,"name":"far","seconds":2,"start":{"x":0,"z":0,"yawDeg":0},"engine":{"speed":3.5,"cruise":1.5,"climbRate":6,"keyTurnDeg":90},"orders":[{"at":0,"do":"move","points":[[90000,0]]}]}`)
	config := t.TempDir()
	dial := write(t, config, "haf_hugterrain.txt", "drop=-1\n")
	for name, args := range map[string][]string{
		"over a dial": {"--dials", config, "--csv", dial},
		"no tiles":    {"--map", none},
		"overlap":     {"--map", twice},
		"not a map":   {"--map", far},
		"no entry":    {"--entry", filepath.Join(dir, "no.json")},
		"over input":  {"--orders", far, "--csv", far},
	} {
		a := ctl(append([]string{"fly", "--json", "--quiet"}, args...)...)
		if a.code != exitRefused || !strings.Contains(a.out, `"remedy"`) {
			t.Errorf("%s: exit %d %s", name, a.code, a.out)
		}
	}
	if data, _ := os.ReadFile(dial); string(data) != "drop=-1\n" {
		t.Error("a dial file was written over")
	}
	if a := ctl("replay", far); a.code != exitRefused || !strings.Contains(a.errout, "this is no recorded run") {
		t.Errorf("orders as a run: exit %d %s", a.code, a.errout)
	}
	before, _ := os.ReadFile(far)
	a := ctl("fly", "--orders", far, "--strict", "--json")
	if a.code != exitWarnings || !strings.Contains(a.errout, "off the map") {
		t.Errorf("orders off the map: exit %d\n%s", a.code, a.errout)
	}
	if after, _ := os.ReadFile(far); !bytes.Equal(before, after) {
		t.Error("the orders were written over")
	}
}

// Frames do not depend on the shard, and an animation is made of the same.
func TestFlyFrames(t *testing.T) {
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	film := []string{"fly", "--map", "cliffs", "--seconds", "4", "--fps", "1", "--size", "160x90", "--msaa", "1", "--ghost", "snap"}
	m := object(t, 0, append(film, "--frames", whole, "--preview", filepath.Join(dir, "p.gif"), "--preview-size", "64x36")...)
	if f := m["film"].(map[string]any); f["frames"] != 4.0 || f["complete"] != true {
		t.Errorf("the film: %v", f)
	}
	object(t, 0, append(film, "--frames", parts, "--shard", "2/2")...)
	object(t, 0, append(film, "--frames", parts, "--shard", "1/2")...)
	for _, name := range []string{"frame_000000.png", "frame_000001.png", "frame_000002.png", "frame_000003.png"} {
		sameFile(t, filepath.Join(whole, name), filepath.Join(parts, name))
	}
	if a, err := os.ReadFile(filepath.Join(whole, "frame_000000.png")); err != nil {
		t.Fatal(err)
	} else if b, _ := os.ReadFile(filepath.Join(whole, "frame_000003.png")); bytes.Equal(a, b) {
		t.Error("nothing moves")
	}
}
