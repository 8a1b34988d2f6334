package gltfio

import (
	"encoding/json"
	"testing"

	"donorlab/internal/house/racing"
	"donorlab/internal/scene"
)

// TestEveryMutation changes each value of each seed's JSON, one at a time, to
// everything that it should not be, and takes each property away: what the
// fuzzer finds by luck, done completely.
func TestEveryMutation(t *testing.T) {
	wrong := []any{nil, -1, 0, 2, 3.5, 65535, 4294967295, 1e300, "x", true, []any{}, map[string]any{}}
	total := 0
	for _, seed := range seeds(t) {
		l := &loader{m: new(scene.Model)}
		c, p := l.split(seed)
		if p != nil {
			t.Fatal(p)
		}
		var doc any
		if err := json.Unmarshal(c.text, &doc); err != nil {
			t.Fatal(err)
		}
		try := func() {
			// Loading is one goroutine but for images: under the race detector a
			// sample is enough.
			if total++; racing.On && total%23 != 0 {
				return
			}
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			judge(t, glb(string(text), c.bin))
		}
		mutate(doc, wrong, try)
	}
	t.Logf("%d files", total)
}

// mutate calls try with each single change of the tree in place.
func mutate(v any, wrong []any, try func()) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		for _, k := range keys {
			old := v[k]
			mutate(old, wrong, try)
			for _, w := range wrong {
				v[k] = w
				try()
			}
			delete(v, k)
			try()
			v[k] = old
		}
	case []any:
		for i, old := range v {
			mutate(old, wrong, try)
			for _, w := range wrong {
				v[i] = w
				try()
			}
			v[i] = old
		}
	}
}
