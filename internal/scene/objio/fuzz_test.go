package objio

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"donorlab/internal/scene"
	"donorlab/internal/scene/gltfio"
)

// FuzzRead feeds whole files with their materials. A refusal is a Problem that is
// not our own fault; what loads is whole, the same when read again, and can be
// written as a GLB.
func FuzzRead(f *testing.F) {
	for _, s := range [][2]string{
		{triangle + "f 1/1 2/2 3/3\n", ""},
		{"mtllib m.mtl\no a\n" + triangle + "vn 0 0 1\ng b\nusemtl x\ns 1\nf 1/1/1 2/2/1 3/3/1\nf -1 -2 -3\nl 1 2 3\np 1\n", "newmtl x\nKd 1 0 0\nmap_Kd -s 2 2 -o .1 t.png\nd 0.5\n"},
		{"v 0 0 0 1 0 0\nv 2 -1 0 .5 .5 .5\nv 0.5 0 0 0 0 1 .5\nv 2 1 0\nf 1 2 \\\n3 4\n", "newmtl y\nPr .5\nmap_Pr t.png\nmap_d t.png\nbump -bm 3 t.png\n"},
		{"\xef\xbb\xbf# x\r\nv 1e3 -1.5e-2 +3.\rv 0 0 0\rv 1 1 1\r\nf 1 2 3 2 1\r\n", "Kd 1\nnewmtl\n"},
		{"mtllib a b.mtl m.mtl\nusemtl y\nv 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 0\nv 1 3 0\nv 3 3 0\nv 3 1 0\nf 1 2 3 4 1 5 6 7 8 5\n", "newmtl y\nTr 1\nillum 0\n"},
	} {
		f.Add([]byte(s[0]), []byte(s[1]))
	}
	picture := []byte(checker(f, 100))
	f.Fuzz(func(t *testing.T, obj, mtl []byte) {
		fsys := fstest.MapFS{"m.obj": {Data: obj}, "m.mtl": {Data: mtl}, "t.png": {Data: picture}}
		m, err := ReadFS(context.Background(), fsys, "m.obj", Options{})
		if err != nil {
			var p *scene.Problem
			if !errors.As(err, &p) || p.Code == "INTERNAL" || p.Message == "" {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		if len(m.Warnings) > 2*maxWarnings {
			t.Fatalf("%d warnings", len(m.Warnings))
		}
		m.Bounds()
		out, err := gltfio.Encode(m)
		var p *scene.Problem
		if err != nil {
			if errors.As(err, &p) && p.Code == "MODEL_INVALID" {
				return
			}
			t.Fatalf("loads, but is not written: %v", err)
		}
		again, err := ReadFS(context.Background(), fsys, "m.obj", Options{})
		if err != nil {
			t.Fatalf("read once, then refused: %v", err)
		}
		if same, err := gltfio.Encode(again); err != nil || !bytes.Equal(out, same) {
			t.Fatalf("two reads differ (%v)", err)
		}
		if _, err := gltfio.ReadBytes("m.glb", out, gltfio.Options{}); err != nil && !(errors.As(err, &p) && p.Code[:5] == "LIMIT") {
			t.Fatalf("written as GLB, then refused: %v", err)
		}
	})
}
