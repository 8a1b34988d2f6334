package dials

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"donorlab/internal/scene"
)

// A save is what a program does with the system to save a text under a name. last
// is called after the last call that changes what a reader sees, pause where a
// program may take its time and a reader sees no whole text.
type save func(name, text string, pause, last func()) error

// saves are the ways of well-known programs.
var saves = []struct {
	name string
	save save
}{
	{"vim", saveLikeVim}, {"VS Code", saveLikeCode}, {"nano", saveLikeNano}, {"truncating", saveTruncating}, {"rsync", saveLikeRsync},
}

// saveLikeVim moves the old file aside as the backup, writes a new one, and takes
// the backup away.
func saveLikeVim(name, text string, pause, last func()) error {
	if err := os.Rename(name, name+"~"); err != nil && !os.IsNotExist(err) {
		return err
	}
	pause()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err := write(f, text, 1, pause, last); err != nil {
		return err
	}
	if err := os.Chmod(name, 0o644); err != nil {
		return err
	}
	if err := os.Remove(name + "~"); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// saveLikeCode opens the file as it is, clears it, and writes it in one go.
func saveLikeCode(name, text string, pause, last func()) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	pause()
	return write(f, text, 1, pause, last)
}

// saveLikeNano clears the file while opening it, and writes through a buffer.
func saveLikeNano(name, text string, pause, last func()) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	return write(f, text, 2, pause, last)
}

// saveTruncating clears the file, and comes again to append to it, bit by bit.
func saveTruncating(name, text string, pause, last func()) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	f.Close()
	pause()
	if f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return err
	}
	return write(f, text, 4, pause, last)
}

// saveLikeRsync writes a hidden file beside it, and moves it into place.
func saveLikeRsync(name, text string, pause, last func()) error {
	dir, base := filepath.Split(name)
	f, err := os.CreateTemp(dir, "."+base+".")
	if err != nil {
		return err
	}
	if err := write(f, text, 3, pause, func() {}); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	err = os.Rename(f.Name(), name)
	last()
	return err
}

// write writes a text in so many parts, which divide lines, and closes the file.
func write(f *os.File, text string, parts int, pause, last func()) error {
	for i := range parts {
		if i > 0 {
			pause()
		}
		if _, err := f.WriteString(text[len(text)*i/parts : len(text)*(i+1)/parts]); err != nil {
			return err
		}
	}
	last()
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// clock is the time that passes, except that it waits for saves that take longer
// than a file's quiet time because the machine is busy elsewhere: those would be
// half written for any reader.
type clock struct {
	mu    sync.Mutex
	start time.Time
	lost  time.Duration
	busy  map[int]time.Duration // editors at work, since when
}

func newClock() *clock { return &clock{start: time.Now(), busy: map[int]time.Duration{}} }

func (c *clock) now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read()
}

func (c *clock) read() time.Duration {
	now := time.Since(c.start) - c.lost
	for _, since := range c.busy {
		if most := since + 80*ms; now > most {
			c.lost += now - most
			now = most
		}
	}
	return now
}

func (c *clock) begin(who int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy[who] = c.read()
}

func (c *clock) end(who int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read()
	delete(c.busy, who)
}

// frames lets others wait for the end of a Step, which so falls into their wait.
type frames struct {
	mu   sync.Mutex
	cond *sync.Cond
	n    int
}

func newFrames() *frames {
	f := &frames{}
	f.cond = sync.NewCond(&f.mu)
	return f
}

func (f *frames) done() {
	f.mu.Lock()
	f.n++
	f.mu.Unlock()
	f.cond.Broadcast()
}

func (f *frames) wait() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for until := f.n + 1; f.n < until; {
		f.cond.Wait()
	}
}

// stateText is a text whose keys all tell the number n, with much talk between.
func stateText(n int) string {
	var b strings.Builder
	for _, f := range TurnEase.Fields {
		fmt.Fprintf(&b, "# %s\n%s=%d\n", strings.Repeat("talk ", 40), f.Key, n)
	}
	return b.String()
}

// stateOf returns the number that the values tell, or what is wrong with them.
func stateOf(c Change) (n int, fault string) {
	if !c.There || len(c.Problems) > 0 {
		return 0, said(c.Values, c.Problems)
	}
	n = int(c.Values.Number("rate"))
	for _, f := range TurnEase.Fields {
		if !c.Values.IsSet(f.Key) || int(c.Values.Number(f.Key)) != n {
			return 0, said(c.Values, c.Problems)
		}
	}
	return n, ""
}

// rigged are specs like that of turn ease under other names.
func rigged(n int) (all []*Spec) {
	for i := range n {
		s := *TurnEase
		s.File = fmt.Sprintf("dial_%02d.txt", i)
		all = append(all, &s)
	}
	return all
}

// Editors save 500 times in all, side by side, in five ways. Every state is taken,
// none is read by halves; how long it took is printed.
func TestFiveHundredSaves(t *testing.T) {
	const editors, each = 25, 20
	dir := t.TempDir()
	specs := rigged(editors)
	f := Open(dir, Options{Specs: specs})
	defer f.Close()

	c, frame := newClock(), newFrames()
	var editing sync.WaitGroup
	var written [editors]time.Time // the last write; handed over by seen
	var mu sync.Mutex
	seen := make([]chan int, editors)
	for i := range editors {
		seen[i] = make(chan int, 4)
		editing.Add(1)
		go func() {
			defer editing.Done()
			way := saves[i%len(saves)]
			for n := 1; n <= each; n++ {
				c.begin(i)
				err := way.save(filepath.Join(dir, specs[i].File), stateText(n), frame.wait, func() {
					mu.Lock()
					written[i] = time.Now()
					mu.Unlock()
				})
				c.end(i)
				if err != nil {
					t.Errorf("%s: %v", way.name, err)
					return
				}
				for got := range seen[i] {
					if got == n {
						break
					}
				}
			}
		}()
	}
	done := make(chan bool)
	go func() { editing.Wait(); close(done) }()

	latency := map[string][]time.Duration{}
	tick := time.NewTicker(time.Second / 60)
	defer tick.Stop()
	for {
		select {
		case <-done:
			report(t.Logf, latency)
			return
		case <-tick.C:
		}
		for _, change := range f.Step(c.now()) {
			i := slices.IndexFunc(specs, func(s *Spec) bool { return s.File == change.File })
			n, fault := stateOf(change)
			way := saves[i%len(saves)].name
			if fault != "" {
				t.Errorf("%s: half read: %s", way, fault)
				continue
			}
			mu.Lock()
			latency[way] = append(latency[way], time.Since(written[i]))
			mu.Unlock()
			seen[i] <- n
		}
		frame.done()
	}
}

// report prints the median and the 99th centile, of all and of each way.
func report(logf func(string, ...any), latency map[string][]time.Duration) (median, p99 time.Duration) {
	var all []time.Duration
	for _, way := range saves {
		l := latency[way.name]
		if len(l) == 0 {
			continue
		}
		m, p := centiles(l)
		logf("%-10s %3d saves: last write to value, median %v, 99th centile %v", way.name, len(l), m.Round(ms/10), p.Round(ms/10))
		all = append(all, l...)
	}
	median, p99 = centiles(all)
	logf("%-10s %3d saves: last write to value, median %v, 99th centile %v", "all", len(all), median.Round(ms/10), p99.Round(ms/10))
	return median, p99
}

func centiles(l []time.Duration) (median, p99 time.Duration) {
	l = slices.Sorted(slices.Values(l))
	return l[len(l)/2], l[len(l)*99/100]
}

// BenchmarkReload is the time from the last write of a save to the Step, 60 of them
// a second as in the window, that has the value; 100 ms of it are the quiet time.
// The target is 150 ms in the median.
func BenchmarkReload(b *testing.B) {
	for _, way := range saves {
		b.Run(way.name, func(b *testing.B) {
			dir := b.TempDir()
			f := Open(dir, Options{Specs: rigged(1)})
			defer f.Close()
			start := time.Now()
			f.Step(0)
			frames := time.NewTicker(time.Second / 60)
			defer frames.Stop()
			var l []time.Duration
			for n := 0; b.Loop(); n++ {
				var last time.Time
				if err := way.save(filepath.Join(dir, "dial_00.txt"), stateText(n%40+1), func() {}, func() { last = time.Now() }); err != nil {
					b.Fatal(err)
				}
				for told := false; !told; {
					<-frames.C
					for _, c := range f.Step(time.Since(start)) {
						if got, fault := stateOf(c); fault == "" && got == n%40+1 {
							told = true
							l = append(l, time.Since(last))
						}
					}
				}
			}
			median, p99 := centiles(l)
			b.ReportMetric(float64(median)/1e6, "ms-median")
			b.ReportMetric(float64(p99)/1e6, "ms-p99")
		})
	}
}

// BenchmarkParse reads the shipped file of turn ease, as a reload does.
func BenchmarkParse(b *testing.B) {
	text := TurnEase.ShippedText()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var problems []*scene.Problem
	for b.Loop() {
		_, problems = Parse(TurnEase, text, nil)
	}
	if len(problems) > 0 {
		b.Error(problems[0])
	}
}

// BenchmarkStepAtRest is what a frame pays for the folder while nothing happens.
func BenchmarkStepAtRest(b *testing.B) {
	f := Open(b.TempDir(), Options{})
	defer f.Close()
	var now time.Duration
	for b.Loop() {
		now += time.Second / 60
		f.Step(now)
	}
}
