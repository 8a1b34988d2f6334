package panels_test

import (
	"os"
	"path/filepath"
	"testing"

	"donorlab/assets"
	"donorlab/internal/lab"
)

// The Models tab shows pictures of what lies beside the open model; a click
// opens it.
func TestModelsTab(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string][]byte{"gunship.glb": assets.DonorGunship(), "broken.glb": []byte("x"), "notes.txt": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "more"), 0o755); err != nil {
		t.Fatal(err)
	}
	s, a, st := loaded(t)
	s.Settings().LastDir = dir
	press(t, a, st, "left/models")
	st.Ticks(3)
	if has(a, "model/notes.txt") || !has(a, "model/broken.glb") || !has(a, "models/folder/more") {
		t.Fatal("the folder's models are not listed")
	}
	for i := 0; ; i++ { // gunship and two samples
		if out := st.Tick(); len(out.Pictures) == 3 {
			break
		}
		if i > 20 {
			t.Fatal("the pictures do not come")
		}
		s.FinishThumb()
	}
	shoot(t, st, "720_models")
	press(t, a, st, "model/gunship.glb")
	for _, j := range s.Jobs() {
		<-j.Done()
	}
	st.Ticks(3)
	if got := s.Doc().Ref; got != filepath.Join(dir, "gunship.glb") {
		t.Errorf("a click on the picture opened %q", got)
	}
	st.Ticks(20)
	press(t, a, st, "models/folder/more")
	st.Ticks(3)
	if has(a, "model/gunship.glb") {
		t.Error("the folder was not entered")
	}
	press(t, a, st, "models/up")
	st.Ticks(3)
	if !has(a, "model/gunship.glb") {
		t.Error("Up does not go back")
	}
}

// The donor turns in a view of its own, which a drag turns instead.
func TestDonorView(t *testing.T) {
	s, a, st := loaded(t)
	if err := s.Wait(t.Context(), s.OpenDonor(lab.SampleDonor, "")); err != nil {
		t.Fatal(err)
	}
	press(t, a, st, "tab/Animation")
	st.Ticks(3)
	out := st.Tick()
	if len(out.Views) != 2 {
		t.Fatalf("%d views", len(out.Views))
	}
	first := out.Views[1].List.View
	out = st.Ticks(30)
	if out.Views[1].List.View == first {
		t.Error("the donor does not turn")
	}
	shoot(t, st, "720_donor_view")
	x, y := place(t, a, "anim/donorview")
	st.Drag(x, y, x+60, y+10)
	held := st.Ticks(8).Views[1].List.View
	if st.Ticks(20).Views[1].List.View != held {
		t.Error("after a drag it turns by itself")
	}
	press(t, a, st, "anim/ortho")
	if out = st.Ticks(8); !out.Views[1].List.Ortho {
		t.Error("it is not drawn in parallel")
	}
	press(t, a, st, "anim/turns")
	held = st.Ticks(8).Views[1].List.View
	if st.Ticks(10).Views[1].List.View == held {
		t.Error("it does not turn again")
	}
}
