package jsonfile

import (
	"errors"
	"strings"
	"testing"

	"donorlab/internal/scene"
)

var kind = Kind{Code: "TOY", What: "toy", Remedy: "wind it up again", MaxBytes: 200, Version: 2}

type toy struct {
	Version int       `json:"version"`
	Size    float64   `json:"size"`
	Legs    []float64 `json:"legs,omitempty"`
}

func TestDecode(t *testing.T) {
	var v toy
	extra, err := kind.Decode([]byte("\xef\xbb\xbf {\"version\":1,\"size\":2.5}\n"), "", &v)
	if err != nil || extra != nil || v.Version != 1 || v.Size != 2.5 {
		t.Errorf("%+v %v %v", v, extra, err)
	}
	v = toy{}
	extra, err = kind.Decode([]byte(`{"paint": {"coats": 2}, "size":1, "Legs":[1,2], "a":null}`), "", &v)
	if err != nil || len(extra) != 2 || string(extra["paint"]) != `{"coats":2}` || len(v.Legs) != 2 {
		t.Errorf("%+v %v %v", v, extra, err)
	}
	if got := string(Object(&v, extra)); got != `{"version":0,"size":1,"legs":[1,2],"a":null,"paint":{"coats":2}}` {
		t.Errorf("written back: %s", got)
	}
	for _, c := range []struct{ text, at, code, pointer, says string }{
		{"", "", "TOY_NOT_JSON", "", "is empty"},
		{" \n", "", "TOY_NOT_JSON", "", "is empty"},
		{"null", "", "TOY_NOT_JSON", "", "an object"},
		{"null", "/parts/3", "TOY_NOT_JSON", "/parts/3", "an object"},
		{"{\n\"size\": 1,\n}", "", "TOY_NOT_JSON", "line 3", "not JSON"},
		{"{} {}", "", "TOY_NOT_JSON", "line 1", "not JSON"},
		{`{"size":"big"}`, "", "TOY_BAD_FIELD", "/size", "string cannot be read as a float64"},
		{`{"legs":[1,"x"]}`, "/parts/0", "TOY_BAD_FIELD", "/parts/0/legs", "string"},
		{`{"size":1e999,"other":0}`, "", "TOY_BAD_FIELD", "/size", "1e999"},
		{`{"size":` + strings.Repeat("1", 300) + `}`, "", "TOY_TOO_LARGE", "", "200 is the most"},
	} {
		var v toy
		_, err := kind.Decode([]byte(c.text), c.at, &v)
		var p *scene.Problem
		if !errors.As(err, &p) {
			t.Errorf("%.40q: %v", c.text, err)
			continue
		}
		if p.Code != c.code || p.Pointer != c.pointer || !strings.Contains(p.Message, c.says) || p.Remedy != kind.Remedy {
			t.Errorf("%.40q: %v", c.text, p)
		}
	}
}

func TestCheckVersion(t *testing.T) {
	for v, code := range map[int]string{-1: "TOY_NO_VERSION", 0: "TOY_NO_VERSION", 1: "", 2: "", 3: "TOY_NEWER"} {
		got := ""
		if err := kind.CheckVersion(v); err != nil {
			got = err.(*scene.Problem).Code
		}
		if got != code {
			t.Errorf("version %d: %q, want %q", v, got, code)
		}
	}
}

func TestFile(t *testing.T) {
	got := string(File([]Field{
		{"version", Value(1)}, {"none", List(nil)}, {"two", List([][]byte{Value(1), Object(toy{}, nil)})},
	}, Extra{"z": []byte(`[1]`), "b\"": []byte(`2`)}))
	want := "{\n  \"version\": 1,\n  \"none\": [],\n  \"two\": [\n    1,\n    {\"version\":0,\"size\":0}\n  ],\n  \"b\\\"\": 2,\n  \"z\": [1]\n}\n"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
