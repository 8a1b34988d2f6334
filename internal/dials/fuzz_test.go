package dials

import (
	"math"
	"strings"
	"testing"

	"donorlab/internal/scene"
)

// specs are all tables, so that a fuzzer can choose one by a byte.
func specs(pick byte) *Spec { return Game()[int(pick)%len(Game())] }

func seed(f *testing.F, add func(pick byte, text string)) {
	for i, text := range []string{
		"rate=180, bank=6 (soft)\r\n#x\nair=90\nhoverbank=1,5", "drop=-2, radius=0 (auto), skip=Exploitation,Ruin (or only= as a whitelist)\n",
		"Helix@0=-12.5\nRotor (1)@2=3 # x", "hold=1, diag=off", "", "\x00", "rate=NaN\nrate=1e30", "a=b=c,,(,)", "\ufeffrate=\rbank",
	} {
		add(byte(i), text)
	}
}

// FuzzParse: whatever the text, the values are finite and within limits, and each
// problem has a code, a line and words.
func FuzzParse(f *testing.F) {
	seed(f, func(pick byte, text string) { f.Add(pick, text, text) })
	f.Fuzz(func(t *testing.T, pick byte, one, two string) {
		s := specs(pick)
		last, _ := Parse(s, []byte(one), nil)
		v, problems := Parse(s, []byte(two), last)
		for i, fd := range s.Fields {
			n := v.nums[i]
			if !(math.Abs(n) <= Limit) || fd.ranged() && fd.Min >= 0 && n < 0 || fd.Kind == Switch && n != 0 && n != 1 || len(v.words[i]) > maxWords {
				t.Errorf("%s=%v %d words", fd.Key, n, len(v.words[i]))
			}
		}
		if len(v.trims) > s.Trims {
			t.Errorf("%d trims", len(v.trims))
		}
		for _, p := range problems {
			if p.Code == "" || p.Message == "" || p.File != s.File || p.Severity == scene.Error && p.Remedy == "" && p.Code != "DIAL_MORE" {
				t.Errorf("an empty problem: %+v", p)
			}
		}
		if text := v.String(); text != "" {
			if back, problems := Parse(s, []byte(text), nil); !back.Equal(v) {
				t.Errorf("%q is read back as %q: %v", text, back, problems)
			}
		}
		again, _ := Parse(s, []byte(two), last)
		if !again.Equal(v) {
			t.Error("two readings differ")
		}
	})
}

// FuzzSet: what is set is read again, bit by bit, and nothing else has changed; to
// set it a second time changes nothing; without it the key is gone.
func FuzzSet(f *testing.F) {
	seed(f, func(pick byte, text string) { f.Add(pick, text, pick, 0.1) })
	f.Fuzz(func(t *testing.T, pick byte, text string, which byte, num float64) {
		s := specs(pick)
		key, value := "Helix@1", FormatNumber(num)
		if len(s.Fields) > 0 {
			fd := s.Fields[int(which)%len(s.Fields)]
			key = fd.Key
			if fd.Kind == List {
				value = strings.Repeat("Word,", int(which)%3) + "End"
			}
		}
		before, was := Parse(s, []byte(text), nil)
		out, err := Set(s, []byte(text), key, value)
		if err != nil {
			if string(out) != text {
				t.Fatal("refused, but changed")
			}
			return
		}
		after, _ := Parse(s, out, nil)
		if after.Text(key) != value || !after.IsSet(key) {
			t.Fatalf("set %s=%s in %q: %q says %s", key, value, text, out, after.Text(key))
		}
		if again, err := Set(s, out, key, value); err != nil || string(again) != string(out) {
			t.Fatalf("not settled: %q, then %q, %v", out, again, err)
		}
		for _, p := range was {
			if p.Severity == scene.Error {
				return // a line that was mended may say more now
			}
		}
		for i, fd := range s.Fields {
			if fd.Key != key && before.set[i] && (!after.set[i] || after.text(i) != before.text(i)) {
				t.Fatalf("set %s=%s in %q: %q says %s for %s", key, value, text, out, after.text(i), fd.Key)
			}
		}
		for _, tr := range before.trims {
			if k := tr.Key(); k != key && after.Text(k) != before.Text(k) {
				t.Fatalf("set %s=%s in %q: %q says %s for %s", key, value, text, out, after.Text(k), k)
			}
		}
		gone, err := Unset(s, out, key)
		if v, _ := Parse(s, gone, nil); err != nil || v.IsSet(key) {
			t.Fatalf("%s is still in %q, %v", key, gone, err)
		}
	})
}
