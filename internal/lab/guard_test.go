package lab

import (
	"os"
	"path/filepath"
	"testing"

	"donorlab/assets"
)

func TestGuard(t *testing.T) {
	dir := t.TempDir()
	at := func(p string) string { return filepath.Join(dir, filepath.FromSlash(p)) }
	for _, d := range []string{"sub", "pack/models", "frames"} {
		if err := os.MkdirAll(at(d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"v.glb", "b.glb", "t.png", "pack/models/m.glb", "pack.zip", "frames/frame_000001.png", "frames/note.png"} {
		if err := os.WriteFile(at(f), []byte(f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"soft.glb": at("v.glb"), "sub/up": dir, "dangling.glb": at("new.glb")} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(at("v.glb"), at("hard.glb")); err != nil {
		t.Fatal(err)
	}
	type o = Output
	for _, c := range []struct {
		name string
		in   []string
		out  []Output
		want string
	}{
		{"another file", []string{at("v.glb")}, []o{{at("b.glb"), KindModel, ""}}, ""},
		{"a new file", []string{at("v.glb")}, []o{{at("n.glb"), KindModel, ""}}, ""},
		{"the input", []string{at("v.glb")}, []o{{at("v.glb"), KindModel, "-o"}}, "OUTPUT_IS_INPUT"},
		{"by dots", []string{at("v.glb")}, []o{{dir + "/sub/../v.glb", KindModel, ""}}, "OUTPUT_IS_INPUT"},
		{"by a link", []string{at("v.glb")}, []o{{at("soft.glb"), KindModel, ""}}, "OUTPUT_IS_INPUT"},
		{"by a hard link", []string{at("v.glb")}, []o{{at("hard.glb"), KindModel, ""}}, "OUTPUT_IS_INPUT"},
		{"by a linked folder", []string{at("v.glb")}, []o{{at("sub/up/v.glb"), KindModel, ""}}, "OUTPUT_IS_INPUT"},
		{"the second input", []string{at("b.glb"), at("t.png")}, []o{{at("t.png"), KindPicture, ""}}, "OUTPUT_IS_INPUT"},
		{"the second output", []string{at("v.glb")}, []o{{at("n.glb"), KindModel, ""}, {at("v.glb"), KindFile, ""}}, "OUTPUT_IS_INPUT"},
		{"a sample is no file", []string{SampleDonor}, []o{{at("n.glb"), KindModel, ""}}, ""},
		{"two outputs, one new file", nil, []o{{at("n"), KindModel, ""}, {at("sub/../n"), KindRecipe, ""}}, "OUTPUTS_ARE_ONE"},
		{"two outputs, one by a link to nothing", nil, []o{{at("dangling.glb"), KindModel, ""}, {at("new.glb"), KindModel, ""}}, "OUTPUTS_ARE_ONE"},
		{"two outputs", nil, []o{{at("n.glb"), KindModel, ""}, {at("n.json"), KindRecipe, ""}}, ""},
		{"a device twice", nil, []o{{os.DevNull, KindModel, ""}, {os.DevNull, KindRecipe, ""}}, ""},
		{"in the pack", []string{at("pack/models/m.glb")}, []o{{at("pack"), KindPack, ""}}, "OUTPUT_IS_INPUT"},
		{"the pack's archive", []string{at("pack.zip")}, []o{{at("pack") + "/", KindPack, ""}}, "OUTPUT_IS_INPUT"},
		{"beside the pack", []string{at("v.glb")}, []o{{at("pack"), KindPack, ""}}, ""},
		{"a frame", []string{at("frames/frame_000001.png")}, []o{{at("frames"), KindFrames, ""}}, "OUTPUT_IS_INPUT"},
		{"beside frames", []string{at("frames/note.png")}, []o{{at("frames"), KindFrames, ""}}, ""},
		{"a PNG called model", nil, []o{{at("n.glb"), KindPicture, ""}}, "OUTPUT_KIND"},
		{"a PNG called JPEG", nil, []o{{at("n.JPG"), KindPicture, ""}}, "OUTPUT_KIND"},
		{"a PNG of no ending", nil, []o{{at("n"), KindPicture, ""}}, ""},
		{"a picture to stdout", nil, []o{{"-", KindPicture, ""}}, ""},
		{"a model to stdout", nil, []o{{"-", KindModel, ""}}, "OUTPUT_KIND"},
		{"a GLB called glTF", nil, []o{{at("n.gltf"), KindModel, ""}}, "OUTPUT_KIND"},
		{"a GLB called PNG", nil, []o{{at("n.png"), KindModel, ""}}, "OUTPUT_KIND"},
		{"a GLB in capitals", nil, []o{{at("N.GLB"), KindModel, ""}}, ""},
		{"raw pixels called PNG", nil, []o{{at("n.png"), KindPixels, ""}}, "OUTPUT_KIND"},
		{"a recipe called model", nil, []o{{at("n.glb"), KindRecipe, ""}}, "OUTPUT_KIND"},
		{"a recipe called entry", nil, []o{{at("n.entry.json"), KindRecipe, ""}}, "OUTPUT_KIND"},
		{"an entry called recipe", nil, []o{{at("n.recipe.json"), KindEntry, ""}}, "OUTPUT_KIND"},
		{"a pack called zip", nil, []o{{at("new.zip"), KindPack, ""}}, "OUTPUT_KIND"},
		{"a pack with a version", nil, []o{{at("new.v1.2"), KindPack, ""}}, ""},
	} {
		var g Guard
		g.Input(c.in...)
		for _, x := range c.out {
			g.Output(x.Path, x.Kind, x.Flag)
		}
		err := g.Check()
		got := ""
		if err != nil {
			p := AsProblem(err)
			if got = p.Code; p.Remedy == "" || p.File == "" {
				t.Errorf("%s: no remedy or no file: %v", c.name, p)
			}
		}
		if got != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	var none *Guard
	none.Input("a")
	none.Output("a", KindModel, "")
	if none.Check() != nil {
		t.Error("no guard refuses")
	}
}

// The window's saves go through the same guard: nothing that it writes replaces
// the model that is open, or its donor.
func TestWindowSavesAreGuarded(t *testing.T) {
	dir := t.TempDir()
	file, donor := filepath.Join(dir, "gunship.glb"), filepath.Join(dir, "donor.glb")
	for _, f := range []string{file, donor} {
		if err := os.WriteFile(f, assets.DonorGunship(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	do(t, s, s.Open(file))
	do(t, s, s.OpenDonor(donor, ""))
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || AsProblem(err).Code != "OUTPUT_IS_INPUT" && AsProblem(err).Code != "OUTPUT_KIND" {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("recipe", s.SaveRecipe(link))
	refused("entry", s.SaveEntry(link))
	refused("entry over the donor", s.SaveEntry(donor))
	refused("picture", s.SavePicture(link, 8, 8).Err())
	refused("picture over the donor", s.SavePicture(donor, 8, 8).Err())
	refused("export", s.ExportPack(dir).Err())
	for _, f := range []string{file, donor} {
		if data, err := os.ReadFile(f); err != nil || string(data) != string(assets.DonorGunship()) {
			t.Errorf("%s was changed: %v", f, err)
		}
	}
	if err := s.SaveRecipe(filepath.Join(dir, "a.recipe.json")); err != nil {
		t.Error(err)
	}
}
