package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"donorlab/assets"
	"donorlab/internal/lab"
	"donorlab/internal/scene/gltfio"
)

// No verb replaces what it reads, by whatever name, and none writes one kind of
// file under another's ending.
func TestOutputIsInput(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(at(name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("v.glb", assets.DonorGunship())
	put("d.glb", assets.DonorGunship())
	put("r.json", []byte(`{"version":1}`))
	put("v.entry.json", []byte(`{"version":1,"resourceName":"V","pawnDescription":"V_01","modelFile":"v.glb"}`))
	put("t.gltf", []byte(`{"asset":{"version":"2.0"},"images":[{"uri":"skin.png"}],"textures":[{"source":0}],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
 "buffers":[{"uri":"t.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
 "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
 "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0}`))
	put("t.bin", append(make([]byte, 12), 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0))
	if a := ctl("shot", lab.SampleDonor, "-o", at("skin.png"), "--size", "8x8", "--msaa", "1"); a.code != 0 {
		t.Fatal(a.errout)
	}
	if err := os.Symlink(at("v.glb"), at("soft.glb")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(at("v.glb"), at("hard.glb")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(at("sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	v, small := at("v.glb"), []string{"--size", "8x8", "--msaa", "1"}
	pic := func(args ...string) []string { return append(args, small...) }
	for _, c := range []struct {
		args []string
		want string
	}{
		{pic("shot", v, "-o", v), "OUTPUT_IS_INPUT"},
		{pic("strip", v, "-o", v), "OUTPUT_IS_INPUT"},
		{[]string{"rig", v, "-o", v}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", v, "-o", v}, "OUTPUT_IS_INPUT"},
		{[]string{"bake", v, "-o", v}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", v, "-o", dir + "/sub/.././v.glb"}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", v, "-o", dir + "/none/../v.glb"}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", v, "-o", at("soft.glb")}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", at("soft.glb"), "-o", v}, "OUTPUT_IS_INPUT"},
		{[]string{"rebase", v, "-o", at("hard.glb")}, "OUTPUT_IS_INPUT"},
		{[]string{"bake", v, "-o", at("d.glb"), "--donor", at("d.glb")}, "OUTPUT_IS_INPUT"},
		{[]string{"rig", v, "-o", at("n.glb"), "--save-recipe", v}, "OUTPUT_IS_INPUT"},
		{[]string{"rig", v, "-o", at("n.glb"), "--donor", at("d.glb"), "--save-recipe", at("d.glb")}, "OUTPUT_IS_INPUT"},
		{[]string{"rig", v, "--recipe", at("r.json"), "-o", at("r.json")}, "OUTPUT_IS_INPUT"},
		{[]string{"rig", v, "-o", at("n"), "--save-recipe", at("n")}, "OUTPUTS_ARE_ONE"},
		{[]string{"rig", v, "-o", at("n.gltf")}, "OUTPUT_KIND"},
		{[]string{"rig", v, "-o", "-"}, "OUTPUT_KIND"},
		{[]string{"rebase", v, "-o", "-"}, "OUTPUT_KIND"},
		{[]string{"bake", v, "-o", "-"}, "OUTPUT_KIND"},
		{pic("shot", at("t.gltf"), "-o", at("skin.png")), "OUTPUT_IS_INPUT"},
		{pic("shot", at("t.gltf"), "-o", at("t.bin"), "--format", "raw"), "OUTPUT_IS_INPUT"},
		{pic("strip", at("t.gltf"), "-o", at("skin.png"), "--turntable", "1"), "OUTPUT_IS_INPUT"},
		{[]string{"rig", at("t.gltf"), "-o", at("t.bin")}, "OUTPUT_IS_INPUT"},
		{pic("frames", v, "--preview", v), "BAD_PREVIEW"},
		{[]string{"pack", "build", at("v.entry.json"), "-o", dir}, "OUTPUT_IS_INPUT"},
		{[]string{"pack", "build", at("v.entry.json"), "-o", at("p.zip")}, "OUTPUT_KIND"},
		{[]string{"demo", v, "--out", dir, "--size", "64x36"}, "OUTPUT_IS_INPUT"},
	} {
		m := object(t, exitRefused, c.args...)
		e := m["error"].(map[string]any)
		if e["code"] != c.want {
			t.Errorf("%s: %v, want %s", strings.Join(c.args, " "), e, c.want)
		}
		if tree(t, dir) != before {
			t.Fatalf("%s changed a file", strings.Join(c.args, " "))
		}
	}
	// A name of its own is written.
	object(t, 0, "rebase", v, "-o", at("n.glb"))
	if _, err := gltfio.Read(t.Context(), at("n.glb"), gltfio.Options{}); err != nil {
		t.Error(err)
	}
}
