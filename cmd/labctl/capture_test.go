package main

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pixels decodes a PNG file into R, G, B, A by rows.
func pixels(t *testing.T, data []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, b, a := img.At(x, y).RGBA()
			out = append(out, byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8))
		}
	}
	return out
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestShotFormats(t *testing.T) {
	dir := t.TempDir()
	shot := func(args ...string) []string {
		return append([]string{"shot", "sample:donor", "--size", "40x24", "--quiet"}, args...)
	}
	var first []byte
	for _, way := range []string{"default", "fast", "small"} {
		name := filepath.Join(dir, way+".png")
		has(t, object(t, 0, shot("-o", name, "--png", way)...), "width", "height", "pixelHash", "ms")
		p := pixels(t, read(t, name))
		if first == nil {
			first = p
		}
		if !bytes.Equal(p, first) {
			t.Errorf("--png %s: other pixels", way)
		}
	}
	// Nothing but pixels on stdout; the answer goes to stderr.
	a := ctl(shot("-o", "-", "--format", "raw", "--json")...)
	if a.code != 0 || !bytes.Equal([]byte(a.out), first) {
		t.Errorf("raw: exit %d, %d bytes", a.code, len(a.out))
	}
	var m map[string]any
	if err := json.Unmarshal([]byte(a.errout), &m); err != nil || m["pixelHash"] == nil {
		t.Errorf("the answer beside raw pixels: %q, %v", a.errout, err)
	}
	if a := ctl(shot("-o", "-", "--png", "fast")...); a.code != 0 || !bytes.Equal(pixels(t, []byte(a.out)), first) {
		t.Errorf("a PNG on stdout: exit %d", a.code)
	}
	for _, bad := range [][]string{{"-o", "-", "--format", "bmp"}, {"-o", "-", "--png", "tiny"}, {"-o", "-", "--format", "raw", "--png", "fast"}} {
		if a := ctl(shot(append(bad, "--json")...)...); a.code != 2 || a.out != "" || !strings.Contains(a.errout, `"error"`) {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", bad, a.code, a.out, a.errout)
		}
	}
}

func TestStripContract(t *testing.T) {
	out := filepath.Join(t.TempDir(), "s.png")
	m := object(t, 0, "strip", "sample:donor", "-o", out, "--times", "0,0.4,1", "--size", "64x36", "--msaa", "1")
	has(t, m, "pixelHash", "width", "height", "columns", "rows")
	n := 0
	each(t, m, "cells", func(c map[string]any) { has(t, c, "time"); n++ })
	if n != 3 {
		t.Errorf("%d cells", n)
	}
	if len(pixels(t, read(t, out))) != 4*int(m["width"].(float64))*int(m["height"].(float64)) {
		t.Error("the file has another size than the answer")
	}
	m = object(t, 0, "strip", "sample:helicopter", "-o", out, "--turntable", "2", "--size", "48x27", "--msaa", "1")
	var az []float64
	each(t, m, "cells", func(c map[string]any) { az = append(az, c["azimuth"].(float64)) })
	if len(az) != 2 || az[0] != 0 || az[1] != 180 {
		t.Errorf("azimuths %v", az)
	}
	m = object(t, 0, "strip", "sample:donor", "-o", out, "--size", "32x18", "--msaa", "1")
	n = 0
	each(t, m, "cells", func(map[string]any) { n++ })
	if n != 8 {
		t.Errorf("%d cells by default", n)
	}
	for _, bad := range [][]string{
		{}, {"-o", out, "--times", "a"}, {"-o", out, "--times", ""}, {"-o", out, "--turntable", "0"}, {"-o", out, "--turntable", "1000"},
		{"-o", out, "--size", "0x0"}, {"-o", out, "--columns", "-1"}, {"-o", out, "--times", "-1"}, {"-o", out, "--clip", "nope"},
	} {
		m := object(t, 2, append([]string{"strip", "sample:donor"}, bad...)...)
		has(t, m, "error")
	}
}

func TestFramesContract(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "frames")
	frames := func(args ...string) []string {
		return append([]string{"frames", "sample:donor", "--size", "32x18", "--msaa", "1", "--fps", "12", "--from", "0.5", "--to", "1", "--png", "fast"}, args...)
	}
	preview := filepath.Join(t.TempDir(), "p.gif")
	m := object(t, 0, frames("--out", dir, "--shard", "1/2")...)
	has(t, m, "frames", "framesPerSecond")
	if m["frames"].(float64) != 3 || m["framesPerSecond"].(float64) != 12 || m["complete"].(bool) {
		t.Errorf("first half: %v", m)
	}
	m = object(t, 0, frames("--out", dir, "--workers", "2", "--preview", preview)...)
	if m["frames"].(float64) != 6 || m["kept"].(float64) != 3 || !m["complete"].(bool) {
		t.Errorf("the whole: %v", m)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(read(t, preview))); err != nil || len(g.Image) != 6 {
		t.Errorf("preview: %v", err)
	}
	list := map[string]any{}
	if err := json.Unmarshal(read(t, filepath.Join(dir, "frames.json")), &list); err != nil || list["frames"].(float64) != 6 {
		t.Errorf("frames.json: %v, %v", list, err)
	}
	a := ctl(frames("--out", "-", "--quiet", "--json")...)
	want := ""
	for k := range 6 {
		want += string(read(t, filepath.Join(dir, "frame_00000"+string(rune('0'+k))+".png")))
	}
	if a.code != 0 || a.out != want || !strings.Contains(a.errout, `"framesPerSecond":12`) {
		t.Errorf("on stdout: exit %d, %d bytes, %q", a.code, len(a.out), a.errout)
	}
	if m := object(t, 0, "frames", "sample:donor", "--preview", filepath.Join(t.TempDir(), "p.apng"), "--preview-size", "32x18", "--to", "0.2", "--fps", "30"); m["preview"] == nil || m["frames"].(float64) != 6 {
		t.Errorf("a preview alone: %v", m)
	}
	other := t.TempDir()
	for name, bad := range map[string][]string{
		"nowhere": {}, "fps": {"--out", other, "--fps", "0"}, "shard": {"--out", other, "--shard", "3/2"}, "shard0": {"--out", other, "--shard", "0/2"},
		"shard text": {"--out", other, "--shard", "all"}, "range": {"--out", other, "--from", "2"}, "nan": {"--out", other, "--from", "nan"},
		"many": {"--out", other, "--to", "1e9"}, "workers": {"--out", other, "--workers", "99"}, "orbit": {"--out", other, "--orbit", "inf"},
		"other job": {"--out", dir, "--from", "0.25"}, "preview": {"--preview", "p.mp4"}, "format": {"--out", other, "--format", "jpg"},
		"preview of a shard": {"--out", other, "--preview", preview, "--shard", "1/2"},
	} {
		m := object(t, 2, frames(bad...)...)
		if e, ok := m["error"].(map[string]any); !ok || e["message"] == "" || e["remedy"] == "" {
			t.Errorf("%s: %v", name, m)
		}
	}
	if list, _ := os.ReadDir(other); len(list) != 0 {
		t.Errorf("refused runs left %d files", len(list))
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	object(t, 2, frames("--out", file)...)
}
