package lab

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"donorlab/assets"
)

// awaitThumb asks until the picture is there or refused.
func awaitThumb(t *testing.T, s *Session, ref string) ModelThumb {
	t.Helper()
	var size int64
	var when time.Time
	if st, err := os.Stat(ref); err == nil {
		size, when = st.Size(), st.ModTime()
	}
	for range 20 {
		if m := s.ModelThumb(ref, size, when); m.Image != nil || m.Problem != nil {
			return m
		}
		s.FinishThumb()
	}
	t.Fatalf("no thumbnail of %s", ref)
	return ModelThumb{}
}

// A thumbnail shows the model on a clear ground, is stored by content, and is
// taken from there by the next session; what cannot be drawn says why.
func TestModelThumbs(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	good, copied, bad, foreign := filepath.Join(dir, "a.glb"), filepath.Join(dir, "b.glb"), filepath.Join(dir, "bad.glb"), filepath.Join(dir, "x.fbx")
	for name, data := range map[string][]byte{good: assets.DonorGunship(), copied: assets.DonorGunship(), bad: []byte("not a model"), foreign: []byte("Kaydara FBX Binary  ")} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := New(Options{ConfigDir: t.TempDir(), CacheDir: cache})
	img := awaitThumb(t, s, good).Image
	if img == nil || img.Rect.Dx() != ThumbSize {
		t.Fatal("no picture of the sample")
	}
	clear, solid := 0, 0
	for i := 3; i < len(img.Pix); i += 4 {
		switch img.Pix[i] {
		case 0:
			clear++
		case 255:
			solid++
		}
	}
	if clear < ThumbSize*ThumbSize/4 || solid < ThumbSize*ThumbSize/50 {
		t.Errorf("%d pixels are clear, %d solid", clear, solid)
	}
	awaitThumb(t, s, copied)
	if stored, _ := os.ReadDir(filepath.Join(cache, "thumbs")); len(stored) != 1 {
		t.Errorf("one content is stored %d times", len(stored))
	}
	for _, ref := range []string{bad, foreign, filepath.Join(dir, "gone.glb")} {
		if m := awaitThumb(t, s, ref); m.Image != nil || m.Problem == nil || m.Problem.Message == "" {
			t.Errorf("%s has a picture, or no reason: %+v", ref, m.Problem)
		}
	}
	if awaitThumb(t, s, SampleHelicopter).Image == nil {
		t.Error("no picture of a sample")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	stored, _ := os.ReadDir(filepath.Join(cache, "thumbs"))
	mark := filepath.Join(cache, "thumbs", stored[0].Name())
	img.Pix[0], img.Pix[3] = 200, 255
	data, _ := EncodePNG(img)
	if err := os.WriteFile(mark, data, 0o644); err != nil {
		t.Fatal(err)
	}
	next := New(Options{ConfigDir: t.TempDir(), CacheDir: cache})
	defer next.Close()
	if got := awaitThumb(t, next, good).Image; got == nil || got.Pix[0] != 200 {
		t.Error("the stored picture is not used")
	}
}

// Memory and folder are bounded.
func TestThumbsAreBounded(t *testing.T) {
	var c thumbs
	for i := range thumbsKept + 50 {
		c.keep(thumbKey{ref: fmt.Sprint(i)}, &thumbEntry{used: uint64(i)})
	}
	if len(c.done) != thumbsKept || c.done[thumbKey{ref: "0"}] != nil || c.done[thumbKey{ref: fmt.Sprint(thumbsKept + 49)}] == nil {
		t.Errorf("%d are kept, or the wrong ones", len(c.done))
	}
	dir := t.TempDir()
	for i := range thumbsStored + 1 {
		name := filepath.Join(dir, fmt.Sprintf("%04d.png", i))
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(int64(1e9+i), 0)
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	pruneThumbs(dir)
	left, _ := os.ReadDir(dir)
	if len(left) != thumbsStored+1-thumbsStored/4 || left[0].Name() != fmt.Sprintf("%04d.png", thumbsStored/4) {
		t.Errorf("%d are left, from %s", len(left), left[0].Name())
	}
}
