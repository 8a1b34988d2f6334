package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

const ms = time.Millisecond

// disk is a folder of signs that a test changes at will.
type disk map[string]Sign

func (d disk) look(p string) Sign { return d[p] }

func scripted(t *testing.T, d disk, paths ...string) *Watcher {
	w := New(Options{Look: d.look, Inline: true, NoNotify: true})
	t.Cleanup(w.Close)
	w.Set(paths)
	return w
}

// note is what a notification does.
func (w *Watcher) note(p string) {
	w.mu.Lock()
	w.events[p] = true
	w.mu.Unlock()
}

func sized(n int64) Sign { return Sign{There: true, Size: n} }

// act is one step of a script: at a time, change the disk, notify or not, and
// expect these files to be reported.
type act struct {
	at     time.Duration
	sign   *Sign
	notify bool
	want   string
}

func TestScripts(t *testing.T) {
	sign := func(n int64) *Sign { s := sized(n); return &s }
	gone := &Sign{}
	for name, script := range map[string][]act{
		"nothing happens":              {{at: 0}, {at: 5000 * ms}},
		"a write, 100 ms of quiet":     {{at: 0}, {at: 10 * ms, sign: sign(2), notify: true}, {at: 109 * ms}, {at: 110 * ms, want: "[/m]"}, {at: 9000 * ms}},
		"writes go on":                 {{at: 0}, {at: 10 * ms, sign: sign(2), notify: true}, {at: 100 * ms, sign: sign(3), notify: true}, {at: 150 * ms}, {at: 200 * ms, want: "[/m]"}},
		"cleared, then written":        {{at: 0}, {at: 10 * ms, sign: sign(0), notify: true}, {at: 400 * ms}, {at: 450 * ms, sign: sign(5), notify: true}, {at: 550 * ms, want: "[/m]"}},
		"moved away, new one in place": {{at: 0}, {at: 10 * ms, sign: gone, notify: true}, {at: 300 * ms}, {at: 310 * ms, sign: sign(9), notify: true}, {at: 410 * ms, want: "[/m]"}},
		"written like before":          {{at: 0}, {at: 10 * ms, notify: true}, {at: 110 * ms, want: "[/m]"}},
		"no notification: the look":    {{at: 0}, {at: 10 * ms, sign: sign(2)}, {at: 900 * ms}, {at: 1000 * ms}, {at: 1099 * ms}, {at: 1100 * ms, want: "[/m]"}, {at: 2000 * ms}, {at: 3000 * ms}},
		"grows without notifications":  {{at: 0}, {at: 1000 * ms, sign: sign(2)}, {at: 1100 * ms, sign: sign(3)}, {at: 1199 * ms}, {at: 1200 * ms, want: "[/m]"}},
		"gone and back, unheard":       {{at: 0}, {at: 1000 * ms, sign: gone}, {at: 1100 * ms}, {at: 2100 * ms, sign: sign(1)}, {at: 2200 * ms, want: "[/m]"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk{"/m": sized(1), "/n": sized(1)}
			w := scripted(t, d, "/m", "/n")
			for _, a := range script {
				if a.sign != nil {
					d["/m"] = *a.sign
				}
				if a.notify {
					w.note("/m")
				}
				got := ""
				if c := w.Step(a.at); len(c) > 0 {
					got = fmt.Sprint(c)
				}
				if got != a.want {
					t.Errorf("at %v: %q, want %q", a.at, got, a.want)
				}
			}
		})
	}
}

func TestSeveralFilesInOrderAndLostNotifications(t *testing.T) {
	d := disk{"/a": sized(1), "/b": sized(1), "/c": sized(1)}
	w := scripted(t, d, "/c", "/a", "/b", "/a")
	w.Step(0)
	w.mu.Lock()
	w.all = true // an overflow
	w.mu.Unlock()
	w.Step(1 * ms)
	if got := fmt.Sprint(w.Step(101 * ms)); got != "[/c /a /b]" {
		t.Errorf("got %s", got)
	}
}

func TestSetKeepsWhatIsKnown(t *testing.T) {
	d := disk{"/a": sized(1), "/b": sized(1)}
	w := scripted(t, d, "/a")
	w.Step(0)
	d["/a"], d["/b"] = sized(2), sized(7)
	w.Set([]string{"/b", "/a"}) // /b is new: as it is now; /a changed before
	if c := w.Step(1000 * ms); len(c) > 0 {
		t.Errorf("at once: %v", c)
	}
	if got := fmt.Sprint(w.Step(1100 * ms)); got != "[/a]" {
		t.Errorf("got %s, want [/a]", got)
	}
	w.Set(nil)
	if c := w.Step(5000 * ms); c != nil {
		t.Errorf("nothing is watched, but %v", c)
	}
}

// A look that hangs, as on a network drive that went away, does not hold up Step.
func TestALookBesideStep(t *testing.T) {
	release, done := make(chan bool), make(chan bool, 8)
	first := true
	d := disk{"/m": sized(1)}
	w := New(Options{NoNotify: true, Look: func(p string) Sign {
		if first {
			first = false // that of Set
			return d[p]
		}
		<-release
		defer func() { done <- true }()
		return sized(2)
	}})
	defer w.Close()
	w.Set([]string{"/m"})
	for i := range 50 {
		if c := w.Step(time.Duration(i) * time.Second); c != nil {
			t.Fatalf("reported %v before the look came back", c)
		}
	}
	close(release)
	<-done
	var got []string
	for now := 100 * time.Second; got == nil; now += Quiet { // ends, or the test's deadline does it
		got = w.Step(now)
	}
	if fmt.Sprint(got) != "[/m]" {
		t.Errorf("got %v", got)
	}
}

// real is a watcher of two files on disk with the system's notifications.
type real struct {
	t             *testing.T
	w             *Watcher
	dir, m, other string
	heard         chan bool
	now           time.Duration
}

func onRealDisk(t *testing.T) *real {
	dir := t.TempDir()
	r := &real{t: t, dir: dir, m: filepath.Join(dir, "m.obj"), other: filepath.Join(dir, "other.mtl"), heard: make(chan bool, 1<<12)}
	r.write(r.m, "one")
	r.write(r.other, "one")
	r.w = New(Options{Inline: true, Every: 1 << 60, Heard: func() { r.heard <- true }})
	t.Cleanup(r.w.Close)
	if r.w.notify == nil {
		t.Skip("the system gives no notifications here; the look once a second is tested without")
	}
	r.w.Set([]string{r.m, r.other})
	r.w.Step(0)
	return r
}

func (r *real) write(path, text string) {
	r.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *real) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// changed waits for a notification and then steps until something is reported.
func (r *real) changed() []string {
	<-r.heard
	for {
		r.now += Quiet
		if c := r.w.Step(r.now); c != nil {
			return c
		}
	}
}

func TestRealEditors(t *testing.T) {
	for name, save := range map[string]func(r *real){
		"written in place": func(r *real) { r.write(r.m, "two") },
		"cleared and written": func(r *real) {
			r.must(os.Truncate(r.m, 0))
			r.write(r.m, "two")
		},
		"moved over": func(r *real) {
			r.write(filepath.Join(r.dir, ".tmp"), "two")
			r.must(os.Rename(filepath.Join(r.dir, ".tmp"), r.m))
		},
		"moved aside, written anew": func(r *real) {
			r.must(os.Rename(r.m, r.m+"~"))
			r.write(r.m, "two")
		},
		"deleted, written anew": func(r *real) {
			r.must(os.Remove(r.m))
			r.write(r.m, "two")
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := onRealDisk(t)
			for range 3 { // the watch outlives the first replacement
				save(r)
				if got := r.changed(); len(got) != 1 || got[0] != r.m {
					t.Fatalf("reported %v", got)
				}
				drain(r)
			}
		})
	}
}

// drain lets the rest of a save's notifications pass: the other file's own is the
// last, since they come in order. It is moved into place, which is one notification.
func drain(r *real) {
	r.write(r.other+".new", "next")
	r.must(os.Rename(r.other+".new", r.other))
	for {
		for _, c := range r.changed() {
			if c == r.other {
				return
			}
		}
	}
}

func TestRealChmodAndNeighboursAreNoChange(t *testing.T) {
	r := onRealDisk(t)
	r.must(os.Chmod(r.m, 0o600))
	r.write(filepath.Join(r.dir, "m.obj.bak"), "x")
	r.write(r.other, "two") // heard after the others, if they were heard
	if got := r.changed(); len(got) != 1 || got[0] != r.other {
		t.Errorf("reported %v, want only the one that was written", got)
	}
}

// What no notification tells of, the look once a second finds, on the real disk.
func TestRealLook(t *testing.T) {
	dir := t.TempDir()
	m := filepath.Join(dir, "m.obj")
	if err := os.WriteFile(m, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := New(Options{Inline: true, NoNotify: true})
	defer w.Close()
	w.Set([]string{m})
	w.Step(0)
	if err := os.WriteFile(m, []byte("longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c := w.Step(999 * ms); c != nil {
		t.Errorf("before its time: %v", c)
	}
	w.Step(1000 * ms)
	if c := w.Step(1100 * ms); len(c) != 1 || c[0] != m {
		t.Errorf("got %v", c)
	}
}

// Files that went, are empty or never rest, where the options ask for them.
func TestGoneAndRestless(t *testing.T) {
	gone, empty := Sign{}, sized(0)
	sign := func(n int64) *Sign { s := sized(n); return &s }
	for name, script := range map[string][]act{
		"gone for good":        {{at: 0}, {at: 10 * ms, sign: &gone, notify: true}, {at: 500 * ms}, {at: 510 * ms, want: "[/m]"}, {at: 5000 * ms}},
		"gone, unheard":        {{at: 0}, {at: 1000 * ms, sign: &gone}, {at: 1400 * ms}, {at: 1500 * ms, want: "[/m]"}, {at: 5000 * ms}},
		"moved aside a while":  {{at: 0}, {at: 10 * ms, sign: &gone, notify: true}, {at: 400 * ms}, {at: 410 * ms, sign: sign(9), notify: true}, {at: 509 * ms}, {at: 510 * ms, want: "[/m]"}},
		"emptied":              {{at: 0}, {at: 10 * ms, sign: &empty, notify: true}, {at: 300 * ms}, {at: 510 * ms, want: "[/m]"}, {at: 5000 * ms}},
		"gone, and comes back": {{at: 0}, {at: 10 * ms, sign: &gone, notify: true}, {at: 600 * ms, want: "[/m]"}, {at: 700 * ms, sign: sign(3), notify: true}, {at: 800 * ms, want: "[/m]"}},
		"never rests": {{at: 0}, {at: 10 * ms, sign: sign(2), notify: true}, {at: 100 * ms, sign: sign(3), notify: true}, {at: 190 * ms, sign: sign(4), notify: true},
			{at: 280 * ms, sign: sign(5), notify: true}, {at: 310 * ms, want: "[/m]"}, {at: 360 * ms, sign: sign(6), notify: true}, {at: 400 * ms, sign: sign(6), notify: true},
			{at: 490 * ms, sign: sign(7), notify: true}, {at: 580 * ms, sign: sign(8), notify: true}, {at: 610 * ms, want: "[/m]"}, {at: 680 * ms, want: "[/m]"}, {at: 900 * ms}},
		"never rests, empty when looked at": {{at: 0}, {at: 10 * ms, sign: sign(2), notify: true}, {at: 100 * ms, sign: sign(3), notify: true}, {at: 190 * ms, sign: sign(4), notify: true},
			{at: 280 * ms, sign: &empty, notify: true}, {at: 320 * ms}, {at: 330 * ms, sign: sign(5), notify: true, want: "[/m]"}, {at: 430 * ms, want: "[/m]"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := disk{"/m": sized(1), "/n": sized(1)}
			w := New(Options{Look: d.look, Inline: true, NoNotify: true, Gone: true, Most: 300 * ms})
			defer w.Close()
			w.Set([]string{"/m", "/n"})
			for _, a := range script {
				if a.sign != nil {
					d["/m"] = *a.sign
				}
				if a.notify {
					w.note("/m")
				}
				got := ""
				if c := w.Step(a.at); len(c) > 0 {
					got = fmt.Sprint(c)
				}
				if got != a.want {
					t.Errorf("at %v: %q, want %q", a.at, got, a.want)
				}
				if w.Moving("/n") || w.Seen("/m") != d["/m"] && !w.Moving("/m") && a.at%1000 == 0 {
					t.Errorf("at %v: %v is not what is there", a.at, w.Seen("/m"))
				}
			}
		})
	}
}

// A file behind a symbolic link is heard of without a look, also after the link
// was made to name another.
func TestRealLink(t *testing.T) {
	r := onRealDisk(t)
	far := t.TempDir()
	one, two, link := filepath.Join(far, "one"), filepath.Join(far, "two"), filepath.Join(r.dir, "link")
	r.write(one, "1")
	r.write(two, "2")
	if err := os.Symlink(one, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	r.w.Set([]string{link})
	r.write(one, "11")
	if got := r.changed(); len(got) != 1 || got[0] != link {
		t.Fatalf("what it names was written: %v", got)
	}
	r.must(os.Symlink(two, link+".new"))
	r.must(os.Rename(link+".new", link))
	if got := r.changed(); len(got) != 1 || got[0] != link {
		t.Fatalf("it names another: %v", got)
	}
	r.w.compare(r.w.lookAt(r.w.order), r.now) // as each second
	for len(r.heard) > 0 {
		<-r.heard
	}
	r.write(two, "22")
	if got := r.changed(); len(got) != 1 || got[0] != link {
		t.Fatalf("the other was written: %v", got)
	}
}

// A folder that was moved away and made anew is listened to again after a look.
func TestRealFolderMadeAnew(t *testing.T) {
	r := onRealDisk(t)
	dir := filepath.Join(r.dir, "config")
	m := filepath.Join(dir, "m")
	r.w.Set([]string{m}) // neither is there yet
	for range 2 {
		r.must(os.Mkdir(dir, 0o755))
		r.w.follow() // as each look does
		r.write(m, "one")
		if got := r.changed(); len(got) != 1 || got[0] != m {
			t.Fatalf("reported %v", got)
		}
		r.must(os.Rename(dir, dir+".old"))
		r.must(os.RemoveAll(dir + ".old"))
	}
}
