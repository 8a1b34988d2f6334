package dials

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"donorlab/internal/watch"
)

const ms = time.Millisecond

// bench is a folder on the real disk, stepped by hand and without notifications:
// what happens depends on the script alone.
type bench struct {
	t   *testing.T
	dir string
	f   *Folder
	now time.Duration
}

func newBench(t *testing.T, dir string) *bench {
	f := Open(dir, Options{Watch: watch.Options{Inline: true, NoNotify: true}})
	t.Cleanup(func() { f.Close() })
	return &bench{t: t, dir: dir, f: f}
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// write changes a file by a way of its own; its time is another each time, as with
// a clock that is not coarse.
func (b *bench) write(name, text string) {
	b.t.Helper()
	b.must(os.WriteFile(b.path(name), []byte(text), 0o644))
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// run steps for a while, 20 ms at a time, and returns what was told as
// "file: values; problems".
func (b *bench) run(d time.Duration) string {
	var out []string
	for end := b.now + d; b.now < end; {
		b.now += 20 * ms
		for _, c := range b.f.Step(b.now) {
			line := c.File + ": "
			if !c.There {
				line += "gone "
			}
			out = append(out, line+said(c.Values, c.Problems)+" "+fmt.Sprint(c.Keys))
		}
	}
	return strings.Join(out, " | ")
}

func (b *bench) expect(d time.Duration, want string) {
	b.t.Helper()
	if got := b.run(d); got != want {
		b.t.Errorf("told %q\nwant %q", got, want)
	}
}

func (b *bench) read(name string) string {
	b.t.Helper()
	data, err := os.ReadFile(b.path(name))
	b.must(err)
	return string(data)
}

func TestFolderLife(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "config"))
	b.expect(2000*ms, "") // it does not exist
	b.must(os.Mkdir(b.dir, 0o755))
	b.write(TurnEaseFile, "rate=180, bank=6\n")
	b.expect(1500*ms, "haf_turnease.txt: rate=180; bank=6 [rate bank hoverbank]")
	b.write(TurnEaseFile, "rate=90\nbank=1,5\n")
	b.expect(1500*ms, "haf_turnease.txt: rate=90; bank=6; 2 DIAL_COMMA_DECIMAL [rate]")
	b.write(TurnEaseFile, "")
	b.expect(3000*ms, "haf_turnease.txt: rate=90; bank=6; DIAL_EMPTY []")
	b.write(TurnEaseFile, "rate=\x00")
	b.expect(1500*ms, "haf_turnease.txt: rate=90; bank=6; DIAL_BINARY []")
	b.must(os.Truncate(b.path(TurnEaseFile), 100<<20)) // a hole: no disk is filled
	b.expect(1500*ms, "haf_turnease.txt: rate=90; bank=6; DIAL_TOO_BIG []")
	b.write(TurnEaseFile, "# mine\nrate=90\nbank=6\n")
	b.write(HugTerrainFile, "drop=2")
	b.expect(1500*ms, "haf_turnease.txt: rate=90; bank=6 [] | haf_hugterrain.txt: drop=2; 1 DIAL_SUSPECT [drop]")
	b.expect(5000*ms, "")
	// Deletion hands control back.
	b.must(os.Remove(b.path(TurnEaseFile)))
	b.expect(2500*ms, "haf_turnease.txt: gone  [rate bank hoverbank]")
	b.write(TurnEaseFile, "rate=7")
	b.expect(2500*ms, "haf_turnease.txt: rate=7 [rate]")
	b.must(os.RemoveAll(b.dir))
	b.expect(2500*ms, "haf_turnease.txt: gone  [rate] | haf_hugterrain.txt: gone  [drop]")
	b.must(os.Mkdir(b.dir, 0o755))
	b.write(TurnEaseFile, "rate=8")
	b.expect(2500*ms, "haf_turnease.txt: rate=8 [rate]")
}

// What has neither size nor time of its own, as on a drive with a coarse clock, is
// found by reading.
func TestFolderCoarseClock(t *testing.T) {
	b := newBench(t, t.TempDir())
	stamp := time.Unix(1e9, 0)
	put := func(text string) {
		b.write(TurnEaseFile, text)
		b.must(os.Chtimes(b.path(TurnEaseFile), stamp, stamp))
	}
	put("rate=1")
	b.expect(1500*ms, "haf_turnease.txt: rate=1 [rate]")
	put("rate=2")
	b.expect(1500*ms, "haf_turnease.txt: rate=2 [rate]")
}

func TestFolderNotAFile(t *testing.T) {
	b := newBench(t, t.TempDir())
	b.must(os.Mkdir(b.path(TurnEaseFile), 0o755))
	b.expect(800*ms, "") // no alarm at once
	b.expect(1500*ms, "haf_turnease.txt: gone DIAL_UNREADABLE []")
	b.expect(5000*ms, "")
	b.must(os.Remove(b.path(TurnEaseFile)))
	b.write(TurnEaseFile, "rate=3")
	b.expect(2500*ms, "haf_turnease.txt: rate=3 [rate]")
}

func TestFolderSetWritesWithoutEcho(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "config")) // is made
	b.expect(500*ms, "")
	b.must(b.f.SetNumber(TurnEaseFile, "rate", 90))
	if v := b.f.Values(TurnEaseFile); v.Number("rate") != 90 || !b.f.States()[0].Unsaved {
		t.Error("it is not in force at once")
	}
	b.expect(3000*ms, "")
	if got := b.read(TurnEaseFile); !strings.HasSuffix(got, "\nrate=90\n") || b.f.States()[0].Unsaved {
		t.Errorf("the file says %q", got)
	}
	b.write(TurnEaseFile, "# mine\r\nrate=100 (x), bank=6\r\n")
	b.expect(2000*ms, "haf_turnease.txt: rate=100; bank=6 [rate bank hoverbank]")
	// A slider that is dragged over three seconds.
	for i := range 150 {
		b.must(b.f.SetNumber(TurnEaseFile, "rate", 100+float64(i)/8))
		b.expect(20*ms, "")
	}
	b.expect(3000*ms, "")
	if got := b.read(TurnEaseFile); got != "# mine\r\nrate=118.625 (x), bank=6\r\n" {
		t.Errorf("the file says %q", got)
	}
	// The same bytes by somebody else are no news; others are.
	b.write(TurnEaseFile, "# mine\r\nrate=118.625 (x), bank=6\r\n")
	b.expect(2500*ms, "")
	b.write(TurnEaseFile, "rate=5")
	b.expect(2500*ms, "haf_turnease.txt: rate=5 [rate bank hoverbank]")
	b.must(b.f.Unset(TurnEaseFile, "rate"))
	b.expect(2500*ms, "")
	if got := b.read(TurnEaseFile); got != "" && got != "\n" {
		t.Errorf("the file says %q", got)
	}
}

// Somebody else's change that is not known yet is neither lost by our writing nor
// unheard.
func TestFolderSetKeepsOthersChange(t *testing.T) {
	b := newBench(t, t.TempDir())
	b.write(TurnEaseFile, "rate=100\nbank=6\n")
	b.run(1500 * ms)
	b.write(TurnEaseFile, "# new\nrate=200\nbank=3\n")
	b.must(b.f.SetNumber(TurnEaseFile, "rate", 90))
	b.expect(3000*ms, "haf_turnease.txt: rate=90; bank=3 [bank hoverbank]")
	if got := b.read(TurnEaseFile); got != "# new\nrate=90\nbank=3\n" {
		t.Errorf("the file says %q", got)
	}
}

func TestFolderWriteFails(t *testing.T) {
	b := newBench(t, filepath.Join(t.TempDir(), "no", "config"))
	b.must(b.f.SetNumber(TurnEaseFile, "rate", 90))
	if got := b.run(1500 * ms); !strings.HasPrefix(got, "haf_turnease.txt: gone rate=90; ") || strings.Contains(got, "|") {
		t.Errorf("told %q, want one failure", got)
	}
	if v := b.f.Values(TurnEaseFile); v.Number("rate") != 90 {
		t.Error("it is not in force any more")
	}
	if err := b.f.Flush(); err == nil {
		t.Error("nothing was written, and that is no error")
	}
	b.must(os.MkdirAll(b.dir, 0o755))
	b.expect(3000*ms, "haf_turnease.txt: rate=90 []") // the complaint is over
	if got := b.read(TurnEaseFile); !strings.HasSuffix(got, "\nrate=90\n") {
		t.Errorf("the file says %q", got)
	}
}

func TestFolderRefusesASet(t *testing.T) {
	b := newBench(t, t.TempDir())
	for _, err := range []error{b.f.Set(TurnEaseFile, "rate", "fast"), b.f.Set(TurnEaseFile, "speed", "1"), b.f.Set("x.txt", "rate", "1"), b.f.SetNumber(TurnEaseFile, "rate", 1e30)} {
		if err == nil {
			t.Error("taken")
		}
	}
	b.expect(1000*ms, "")
	if _, err := os.Stat(b.path(TurnEaseFile)); err == nil {
		t.Error("something was written")
	}
}

func TestFolderInMemory(t *testing.T) {
	f := Open("", Options{})
	if err := f.SetNumber(HugTerrainFile, "drop", -2); err != nil || f.Values(HugTerrainFile).Number("drop") != -2 {
		t.Error(err)
	}
	if err := f.Unset(HugTerrainFile, "drop"); err != nil || f.Values(HugTerrainFile).IsSet("drop") {
		t.Error(err)
	}
	if f.Step(time.Second) != nil || f.Close() != nil || f.Values("x") != nil {
		t.Error("no folder does nothing")
	}
	if _, err := os.Stat(HugTerrainFile); err == nil {
		t.Error("something was written")
	}
}

func TestFolderLink(t *testing.T) {
	b := newBench(t, t.TempDir())
	far := filepath.Join(t.TempDir(), "far.txt")
	b.must(os.WriteFile(far, []byte("rate=1\n"), 0o644))
	if err := os.Symlink(far, b.path(TurnEaseFile)); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	b.expect(1500*ms, "haf_turnease.txt: rate=1 [rate]")
	b.must(os.WriteFile(far, []byte("rate=22\n"), 0o644))
	b.expect(2500*ms, "haf_turnease.txt: rate=22 [rate]")
	b.must(b.f.SetNumber(TurnEaseFile, "rate", 3))
	b.must(b.f.Flush())
	if data, _ := os.ReadFile(far); string(data) != "rate=3\n" {
		t.Errorf("what it names says %q", data)
	}
	if info, err := os.Lstat(b.path(TurnEaseFile)); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is no link any more")
	}
	b.must(os.Remove(far)) // a link to nothing is no file
	b.expect(2500*ms, "haf_turnease.txt: gone  [rate]")
}

// A file that is written without pause is read within a second, and then again;
// its last line, which may be half there, waits.
func TestFolderRestlessFile(t *testing.T) {
	b := newBench(t, t.TempDir())
	b.write(TurnEaseFile, "rate=1\nbank=1\n")
	b.run(1500 * ms)
	b.f.w.Close()
	// The watcher is told by hand: a script in place of the disk's notifications.
	b.f.opt.Watch.Every = 1 << 60
	var signs int64
	b.f.w = watch.New(watch.Options{Inline: true, NoNotify: true, Gone: true, Most: 900 * ms, Every: 40 * ms, Look: func(p string) watch.Sign {
		signs++
		s := watch.OnDisk(p)
		if filepath.Base(p) == TurnEaseFile && signs < 1000 {
			s.ID = signs // another at each look
		}
		return s
	}})
	b.f.w.Set([]string{b.path(TurnEaseFile)})
	b.write(TurnEaseFile, "rate=2\nbank=22")
	start := b.now
	for b.f.Values(TurnEaseFile).Number("rate") != 2 {
		b.run(20 * ms)
		if b.now-start > time.Second {
			t.Fatal("it was not read within a second")
		}
	}
	if v := b.f.Values(TurnEaseFile); v.Number("bank") != 1 {
		t.Errorf("half a line was taken: %s", v.Text("bank"))
	}
	signs = 1000 // it rests
	b.run(500 * ms)
	if v := b.f.Values(TurnEaseFile); v.Number("bank") != 22 {
		t.Errorf("at rest bank is %s", v.Text("bank"))
	}
}

// With the system's notifications: our own writes are no news, the next outside
// change is, at once.
func TestFolderNotifiedWithoutEcho(t *testing.T) {
	b := &bench{t: t, dir: t.TempDir()}
	b.f = Open(b.dir, Options{Watch: watch.Options{Inline: true}})
	defer b.f.Close()
	for i := range 5 {
		b.must(b.f.SetNumber(TurnEaseFile, "rate", float64(i+1)))
		b.expect(3000*ms, "")
		if got := b.read(TurnEaseFile); !strings.HasSuffix(got, fmt.Sprintf("rate=%d\n", i+1)) {
			t.Fatalf("the file says %q", got)
		}
		b.write(TurnEaseFile, fmt.Sprintf("rate=%d\n", 100+i))
		got := ""
		for got == "" { // or the test's deadline
			got = b.run(20 * ms)
		}
		if want := fmt.Sprintf("haf_turnease.txt: rate=%d [rate]", 100+i); got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	}
}
