package lab

import (
	"context"
	"errors"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/pack"
	"donorlab/internal/rig"
	"donorlab/internal/scene"
)

// newSession makes a session with folders of its own.
func newSession(t *testing.T) *Session {
	t.Helper()
	return New(Options{ConfigDir: t.TempDir(), CacheDir: t.TempDir()})
}

// do waits for a job and fails the test where it failed.
func do(t *testing.T, s *Session, j *Job) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := s.Wait(ctx, j); err != nil {
		t.Fatal(err)
	}
	if err := s.Idle(ctx); err != nil {
		t.Fatal(err)
	}
}

// sampleWork is the helicopter, probed once for all tests: a Work is immutable.
var sampleWork = sync.OnceValue(func() (out struct {
	m   *scene.Model
	w   *Work
	err error
}) {
	ctx := context.Background()
	if out.m, out.err = Load(ctx, SampleHelicopter, nil); out.err != nil {
		return out
	}
	if out.w, _, out.err = First(ctx, SampleHelicopter, out.m, nil); out.err != nil {
		return out
	}
	out.w.Donor, out.err = LoadDonor(ctx, SampleDonor, "", nil)
	return out
})

// openSample puts the helicopter into a new session, as Open does once its parts
// are found.
func openSample(t *testing.T) *Session {
	t.Helper()
	x := sampleWork()
	if x.err != nil {
		t.Fatal(x.err)
	}
	s := newSession(t)
	s.opened(SampleHelicopter, x.m, x.w, nil)
	return s
}

// TestOpen is Open itself, with the parts that come later.
func TestOpen(t *testing.T) {
	s := newSession(t)
	j := s.Open(SampleHelicopter)
	if err := s.Wait(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if s.Frame() == nil || s.Doc().Ref != SampleHelicopter {
		t.Fatal("the model is not shown once it is loaded")
	}
	if err := s.SetEntry("hugDrop", -2.0); err != nil {
		t.Fatal(err)
	}
	if st := s.Stations()[StationMark]; s.Work().Parts == nil && st.Reason == "" {
		t.Fatalf("no word about the parts that are being found: %+v", st)
	}
	if err := s.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	firstWith(t, s, rig.Rotor)
	if s.Work().Donor == nil || s.Work().Entry.HugDrop != -2 {
		t.Fatal("the donor is missing, or an edit was lost when the parts came")
	}
	s.Undo()
	if s.Work().Parts == nil {
		t.Fatal("undo took the parts away")
	}
	if s.Unsaved() {
		t.Fatal("parts that were found count as unsaved work")
	}
}

// firstWith returns the first part of a role.
func firstWith(t *testing.T, s *Session, role rig.Role) int {
	t.Helper()
	for i := range s.Work().Parts.Parts {
		if s.Work().Parts.Parts[i].Role == role {
			return i
		}
	}
	t.Fatalf("the sample has no part of role %s", role)
	return -1
}

func TestOpenKeepsWhatIsOpen(t *testing.T) {
	s := openSample(t)
	before := s.Work()
	j := s.Open(filepath.Join(t.TempDir(), "none.glb"))
	err := s.Wait(context.Background(), j)
	var p *scene.Problem
	if !errors.As(err, &p) || p.Code != "NOT_FOUND" || p.Remedy == "" {
		t.Fatalf("opening nothing: %v", err)
	}
	if s.Work() != before || s.Doc().Ref != SampleHelicopter {
		t.Fatal("a failed open changed what is open")
	}
	if m, ok := s.Status(); !ok || m.Code != "NOT_FOUND" {
		t.Fatalf("status says %v", m)
	}
}

func TestMainJob(t *testing.T) {
	s := openSample(t)
	st := s.Stations()
	if st[StationGenerate].State != Ready || !st[StationGenerate].Next || st[StationExport].State != Blocked {
		t.Fatalf("after open: %+v", st)
	}
	if _, show := s.Shown(); show != ShowSource {
		t.Fatalf("shows %v before Generate", show)
	}
	do(t, s, s.Generate())
	names := []string{}
	for _, b := range s.Work().Rigged.Rig.Bones {
		names = append(names, b.Role.String())
	}
	if len(names) != 4 || names[2] != "Rotor" || names[3] != "TailRotor" {
		t.Fatalf("bones %v", names)
	}
	if _, show := s.Shown(); show != ShowRig {
		t.Fatalf("shows %v after Generate", show)
	}
	s.SetUseDonorClip(true)
	if _, show := s.Shown(); show != ShowGame {
		t.Fatalf("shows %v with the donor's clip", show)
	}
	c, ok := s.Contract()
	if !ok || !c.OK {
		t.Fatalf("the contract does not hold: %+v", c.Findings)
	}
	f := s.FrameAt(0.5)
	if f.Duration <= 0 || f.Posed.Stages[0].Moved < 3 || f.Problem != nil {
		t.Fatalf("frame: %+v", f)
	}
	if e := s.Work().Entry; !e.UseDonorClip || !e.SilenceDonorVfx || e.AnimPhaseSpread != 0 {
		t.Fatalf("the companions were not set: %+v", e.Runtime)
	}
	dir := filepath.Join(t.TempDir(), "out", "MyPack")
	do(t, s, s.ExportPack(dir))
	if got := s.Stations()[StationExport]; got.State != Done {
		t.Fatalf("export station: %+v", got)
	}
	for _, at := range []string{dir, dir + ".zip"} {
		r, err := ValidatePack(context.Background(), at)
		if err != nil || len(r.Errors) > 0 {
			t.Fatalf("%s: %v %v", at, err, r.Errors)
		}
		again := newSession(t)
		do(t, again, again.OpenPack(at, ""))
		w := again.Work()
		if w.Entry.ResourceName != s.Work().Entry.ResourceName || !w.Entry.UseDonorClip || w.Rigged == nil {
			t.Fatalf("the pack opened as %+v", w.Entry)
		}
		if w.Rigged.Report.Changed {
			t.Error("an exported model is not rebased already")
		}
		if c, ok := again.Contract(); !ok || !c.OK {
			t.Errorf("the exported rig breaks the contract: %+v", c.Findings)
		}
	}
	s.SetEntry("turnRate", 90.0)
	if got := s.Stations()[StationExport]; got.State != Stale || got.Reason == "" {
		t.Fatalf("export station after a change: %+v", got)
	}
}

func TestRigStaleReasons(t *testing.T) {
	s := openSample(t)
	body := firstWith(t, s, rig.Body)
	do(t, s, s.Generate())
	if why := s.RigStale(); len(why) != 0 {
		t.Fatalf("fresh rig is stale: %v", why)
	}
	s.Mark(rig.Gun, body)
	name := s.Work().Parts.Parts[body].Name
	why := s.RigStale()
	if len(why) != 1 || !strings.Contains(why[0], name) || !strings.Contains(why[0], "Gun") {
		t.Fatalf("reasons: %v", why)
	}
	if st := s.Stations()[StationGenerate]; st.State != Stale || st.Reason != why[0] || !st.Next {
		t.Fatalf("station: %+v", st)
	}
	s.SetOrientation(rig.Orientation{YawDeg: 90})
	if why := s.RigStale(); len(why) != 2 || !strings.Contains(why[1], "Orientation") {
		t.Fatalf("reasons: %v", why)
	}
	s.Undo()
	s.Undo()
	if why := s.RigStale(); len(why) != 0 {
		t.Fatalf("stale after undo: %v", why)
	}
}

func TestUndoCoalescesADrag(t *testing.T) {
	s := openSample(t)
	for i := 1; i <= 30; i++ {
		s.SetOrientation(rig.Orientation{YawDeg: float64(i)})
	}
	s.EndEdit()
	s.SetOrientation(rig.Orientation{YawDeg: 31})
	if names, _ := s.History(); len(names) != 2 {
		t.Fatalf("a drag and another made the steps %v", names)
	}
	s.Undo()
	if got := s.Work().Recipe.Orientation.YawDeg; got != 30 {
		t.Fatalf("yaw %v after undo", got)
	}
	s.Undo()
	if got := s.Work().Recipe.Orientation.YawDeg; got != 0 {
		t.Fatalf("yaw %v after both", got)
	}
}

// randomCommand does one command that may or may not change something.
func randomCommand(s *Session, r *rand.Rand) {
	n := len(s.Work().Parts.Parts)
	switch r.Intn(7) {
	case 0:
		s.Mark(rig.Role(r.Intn(13)), r.Intn(n), r.Intn(n))
	case 1:
		s.Unmark(r.Intn(n))
	case 2:
		s.SetOrientation(rig.Orientation{YawDeg: float64(r.Intn(4)) * 90, RollDeg: float64(r.Intn(3))})
	case 3:
		s.SetUseDonorClip(r.Intn(2) == 0)
	case 4:
		s.SetEntry("hugDrop", -float64(r.Intn(5)))
	case 5:
		s.SetHub(rig.HubOverride{Role: rig.Rotor, Hub: r.Intn(2), Flip: r.Intn(2) == 0})
	case 6:
		s.EndEdit()
	}
}

// fingerprintOf is everything that undo covers, as text.
func fingerprintOf(t *testing.T, w *Work) string {
	t.Helper()
	rec, err := w.Recipe.Encode()
	if err != nil {
		t.Fatal(err)
	}
	out := string(rec) + string(w.Entry.Encode())
	for i := range w.Parts.Parts {
		out += w.Parts.Parts[i].Role.String()
	}
	return out
}

func TestUndoAllRedoAll(t *testing.T) {
	s := openSample(t)
	first := fingerprintOf(t, s.Work())
	for seed := range int64(8) {
		r := rand.New(rand.NewSource(seed))
		for range 60 {
			randomCommand(s, r)
		}
		last := fingerprintOf(t, s.Work())
		for s.Undo() {
		}
		if got := fingerprintOf(t, s.Work()); got != first {
			t.Fatalf("seed %d: undoing all does not give the first state", seed)
		}
		for s.Redo() {
		}
		if got := fingerprintOf(t, s.Work()); got != last {
			t.Fatalf("seed %d: redoing all does not give the last state", seed)
		}
		for s.Undo() {
		}
	}
}

func TestUndoLimit(t *testing.T) {
	s := openSample(t)
	for i := range UndoSteps + 40 {
		s.SetEntry("hugDrop", -1-float64(i))
		s.EndEdit()
	}
	n := 0
	for s.Undo() {
		n++
	}
	if n != UndoSteps {
		t.Fatalf("%d steps could be undone", n)
	}
	if got := s.Work().Entry.HugDrop; got != -40 {
		t.Fatalf("the oldest state that is left has hugDrop %v", got)
	}
	s.SetEntry("hugDrop", 0.0)
	if s.Redo() {
		t.Fatal("a new change left something to redo")
	}
}

func TestRecoveryAfterAKill(t *testing.T) {
	cache, config := t.TempDir(), t.TempDir()
	s := New(Options{ConfigDir: config, CacheDir: cache})
	x := sampleWork()
	s.opened(SampleHelicopter, x.m, x.w, nil)
	body := firstWith(t, s, rig.Body)
	s.Mark(rig.Ignore, body)
	s.SetEntry("turnRate", 123.0)
	do(t, s, s.Generate())
	if !s.Unsaved() {
		t.Fatal("changed work does not count as unsaved")
	}
	// The autosave runs by itself while ticks go by.
	for range recoveryEvery + 1 {
		s.Step()
	}
	if s.recovery.pending != nil { // the write that runs beside the session
		if err := <-s.recovery.pending; err != nil {
			t.Fatal(err)
		}
		s.recovery.pending = nil
	}
	if n := len(recoveryFiles(cache)); n != 1 {
		t.Fatalf("%d recovery files, want 1", n)
	}
	want := fingerprintOf(t, s.Work())
	// No Close: the process was killed.
	n := New(Options{ConfigDir: config, CacheDir: cache})
	list := n.Recoverable()
	if len(list) != 1 || list[0].Ref != SampleHelicopter {
		t.Fatalf("offered: %+v", list)
	}
	do(t, n, n.Recover(list[0]))
	if got := fingerprintOf(t, n.Work()); got != want {
		t.Fatal("what was recovered is not what was kept")
	}
	if n.Work().Rigged == nil || n.Work().Rigged.Rig == nil {
		t.Fatal("the rig was not made again")
	}
	if !n.Unsaved() {
		t.Fatal("recovered work must count as unsaved")
	}
	if err := n.KeepNow(); err != nil {
		t.Fatal(err)
	}
	if files := recoveryFiles(cache); len(files) != 1 || files[0] == list[0].Path {
		t.Fatalf("the old recovery file stayed: %v", files)
	}
}

func TestCleanCloseLeavesNoRecovery(t *testing.T) {
	cache, config := t.TempDir(), t.TempDir()
	dir := t.TempDir()
	s := New(Options{ConfigDir: config, CacheDir: cache})
	x := sampleWork()
	s.opened(SampleHelicopter, x.m, x.w, nil)
	s.Mark(rig.Ignore, firstWith(t, s, rig.Body))
	if err := s.KeepNow(); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveRecipe(filepath.Join(dir, "a.recipe.json")); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveEntry(filepath.Join(dir, "a.entry.json")); err != nil {
		t.Fatal(err)
	}
	if s.Unsaved() {
		t.Fatal("saved work counts as unsaved")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if files := recoveryFiles(cache); len(files) != 0 {
		t.Fatalf("left behind: %v", files)
	}
}

func TestRecoveryIgnoresDamage(t *testing.T) {
	cache := t.TempDir()
	for name, text := range map[string]string{
		"recovery-1.json": "", "recovery-2.json": "{", "recovery-3.json": `{"version":99,"ref":"sample:helicopter"}`,
		"recovery-4.json": `[]`, "other.json": "{}",
	} {
		if err := os.WriteFile(filepath.Join(cache, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: cache})
	if list := s.Recoverable(); len(list) != 0 {
		t.Fatalf("offered: %+v", list)
	}
	if err := s.DiscardRecovered(Recovered{Path: filepath.Join(cache, "other.json")}); err == nil {
		t.Fatal("a file that is no recovery file was deleted")
	}
}

func TestRecoveryQuota(t *testing.T) {
	cache := t.TempDir()
	var keep string
	for i := range recoveryQuota + 5 {
		keep = filepath.Join(cache, recoveryPrefix+string(rune('a'+i))+".json")
		if err := os.WriteFile(keep, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Unix(1, 0)
	if err := os.Chtimes(keep, old, old); err != nil {
		t.Fatal(err)
	}
	trimRecovery(cache, keep)
	files := recoveryFiles(cache)
	if len(files) != recoveryQuota+1 { // the quota, and the one that must stay although it is the oldest
		t.Fatalf("%d files left", len(files))
	}
	if files[len(files)-1] != keep {
		t.Fatal("the session's own file was deleted")
	}
}

func TestJobCancel(t *testing.T) {
	s := openSample(t)
	before := s.Work()
	started := make(chan bool)
	j := s.start("slow", "Waiting", func(ctx context.Context, r Report) (func(), error) {
		r.Say("Waiting", 1, 3)
		close(started)
		<-ctx.Done()
		return func() { s.edit("must not happen", "", func(*Work) {}) }, nil
	})
	<-started
	if !s.Busy("slow") || j.Progress().String() != "Waiting 1/3" {
		t.Fatalf("progress %v", j.Progress())
	}
	j.Cancel()
	err := s.Wait(context.Background(), j)
	if p := AsProblem(err); p == nil || p.Code != "CANCELLED" {
		t.Fatalf("cancelled job: %v", err)
	}
	if s.Work() != before || s.Busy() {
		t.Fatal("a cancelled job changed the work or still runs")
	}
}

func TestJobPanicIsAProblem(t *testing.T) {
	s := newSession(t)
	j := s.start("bad", "Failing", func(context.Context, Report) (func(), error) { panic("a bug") })
	err := s.Wait(context.Background(), j)
	p := AsProblem(err)
	if p == nil || p.Code != "INTERNAL" || strings.Contains(p.Error(), "a bug") || strings.Contains(p.Error(), "goroutine") {
		t.Fatalf("a panic became %v", err)
	}
}

func TestCompanionKeysAreTheTables(t *testing.T) {
	e := pack.NewEntry()
	DonorCompanions(e, true)
	for _, key := range []string{"useDonorClip", "silenceDonorVfx", "animPhaseSpread", "animated", "convertRig", "keepTranslations"} {
		if e.IsDefault(key) {
			t.Errorf("%s was not set", key)
		}
	}
	mine := pack.NewEntry()
	mine.AnimPhaseSpread = 0.25
	DonorCompanions(mine, true)
	if mine.AnimPhaseSpread != 0.25 {
		t.Error("a value set by hand was overwritten")
	}
}

// TestGunBoneShiftsTheChannels is the seed's first failure: a bone more before
// the rotors. The preview must show what the game would show, the gun spinning
// as the rotor should, and the check must say why.
func TestGunBoneShiftsTheChannels(t *testing.T) {
	s := openSample(t)
	w := s.Work()
	gun := -1
	for i := range w.Parts.Parts {
		if strings.HasPrefix(w.Parts.Parts[i].Name, "Gun_Turret") {
			gun = i
		}
	}
	if gun < 0 {
		t.Fatal("the sample has no part Gun_Turret")
	}
	rec, parts := marked(w.Recipe, w.Parts, rig.Gun, []int{gun})
	out, err := rig.Generate(context.Background(), s.Doc().Source, parts, rec, rig.GenerateOptions{SortByName: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := OwnRig(out.Model)
	if err != nil {
		t.Fatal(err)
	}
	r.Rig = out
	gunBone := -1
	for _, b := range out.Bones {
		if b.Role == rig.Gun {
			gunBone = b.Index
		}
	}
	if gunBone != 2 {
		t.Fatalf("the gun's bone is %d, not before the rotors", gunBone)
	}
	e, err := NewEvaluator(r.Rebased, ClipRef{Kind: ClipDonor}, w.Donor.Clip)
	if err != nil {
		t.Fatal(err)
	}
	rest := r.Rebased.World(nil, nil, nil)
	posed := e.At(1.0 / 30) // one frame: the main rotor's channel has turned by 18 degrees
	n := r.Rebased.Skins[0].Joints[gunBone]
	turn := scene.LinearPart(posed.World[n]).Mul3(scene.LinearPart(rest[n]).Inv())
	if deg := angleDeg(turn); deg < 17 || deg > 19 {
		t.Errorf("the gun turned by %.2f degrees in a frame; the game would turn it by 18", deg)
	}
	c := Check(r, w.Donor)
	if c.OK {
		t.Fatal("the check finds nothing wrong")
	}
	found := false
	for _, f := range c.Findings {
		found = found || (f.Severity == scene.Error && f.Cause != "" && f.Fix != "" && strings.Contains(f.Message+f.Cause, "Gun"))
	}
	if !found {
		t.Errorf("no finding names the gun with cause and fix: %v", c.Findings)
	}
}

// angleDeg is a rotation matrix's angle.
func angleDeg(m mgl64.Mat3) float64 {
	return math.Acos(max(-1, min(1, (m[0]+m[4]+m[8]-1)/2))) * 180 / math.Pi
}
