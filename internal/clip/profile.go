package clip

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"unicode/utf8"

	"donorlab/internal/scene"
)

// ProfileVersion is the version of the .donor.json files that this lab writes.
const ProfileVersion = 1

// Limits of a donor profile.
const (
	maxProfileBytes  = 1 << 20
	maxProfileJoints = 4096
	maxProfileName   = 512
	maxProfileFPS    = 1000
)

// Profile is what X.donor.json says about the donor X.glb. The zero Profile
// says nothing: 30 frames a second, the first clip, the skin's joint order.
type Profile struct {
	FPS    float64  // frames a second; zero means DefaultFPS
	Clip   string   // name or number of the clip; empty means the first
	Joints []string // joint names in channel order; empty means the skin's order
	// Unknown holds the fields that this version does not know, as they were
	// read; they are written back.
	Unknown map[string]json.RawMessage
}

// ParseProfile reads a donor profile. It is strict: one JSON object, at most
// 1 MiB, known fields of the right type and in range, no field twice. The error
// is a *scene.Problem with a JSON pointer.
func ParseProfile(name string, data []byte) (*Profile, error) {
	bad := func(pointer, message, remedy string) error {
		return &scene.Problem{Code: "DONOR_PROFILE_INVALID", File: name, Pointer: pointer, Message: message, Remedy: remedy}
	}
	if len(data) > maxProfileBytes {
		return nil, bad("", fmt.Sprintf("the donor profile is %d bytes long, more than %d", len(data), maxProfileBytes), "give the right file")
	}
	if !utf8.Valid(data) {
		return nil, bad("", "the donor profile is not UTF-8 text", "save it as UTF-8")
	}
	fields, err := topFields(data)
	if err != nil {
		return nil, bad("", "the donor profile is not one JSON object: "+err.Error(), "correct the file, or delete it to use the defaults")
	}
	p := &Profile{Unknown: fields}
	take := func(key string, into any) (bool, error) {
		raw, ok := fields[key]
		if !ok || string(raw) == "null" {
			delete(fields, key)
			return false, nil
		}
		delete(fields, key)
		if err := json.Unmarshal(raw, into); err != nil {
			return false, bad("/"+key, "the field "+key+" has the wrong type", "see docs: version and fps are numbers, clip a text, joints a list of texts")
		}
		return true, nil
	}
	var version float64
	switch has, err := take("version", &version); {
	case err != nil:
		return nil, err
	case !has:
		return nil, bad("/version", "the donor profile has no version", `add "version": 1`)
	case version != math.Trunc(version) || version < 1:
		return nil, bad("/version", "the donor profile's version is not a whole number from 1", `write "version": 1`)
	case version > ProfileVersion:
		return nil, bad("/version", fmt.Sprintf("the donor profile is of version %.0f, this lab knows up to %d", version, ProfileVersion), "use a newer lab")
	}
	has, err := take("fps", &p.FPS)
	if err != nil {
		return nil, err
	}
	if has && !(p.FPS > 0 && p.FPS <= maxProfileFPS) {
		return nil, bad("/fps", "fps is not between 0 and 1000", "write the frames a second of the donor's clip, such as 30")
	}
	if _, err = take("clip", &p.Clip); err != nil {
		return nil, err
	}
	if len(p.Clip) > maxProfileName {
		return nil, bad("/clip", "the clip's name is too long", "write the clip's name as labctl inspect lists it")
	}
	if _, err = take("joints", &p.Joints); err != nil {
		return nil, err
	}
	if err := p.checkJoints(bad); err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		p.Unknown = nil
	}
	return p, nil
}

func (p *Profile) checkJoints(bad func(pointer, message, remedy string) error) error {
	if len(p.Joints) > maxProfileJoints {
		return bad("/joints", fmt.Sprintf("%d joints are listed, more than %d", len(p.Joints), maxProfileJoints), "list the donor's joints")
	}
	seen := make(map[string]bool, len(p.Joints))
	for i, j := range p.Joints {
		at := fmt.Sprintf("/joints/%d", i)
		if j == "" || len(j) > maxProfileName {
			return bad(at, "a joint's name is empty or too long", "write the joint's name")
		}
		if seen[j] {
			return bad(at, fmt.Sprintf("joint %q is listed twice", j), "list each joint once")
		}
		seen[j] = true
	}
	return nil
}

// topFields splits one JSON object into its fields and refuses a field that is
// there twice and anything after the object.
func topFields(data []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('{') {
		return nil, errors.New("it does not start with {")
	}
	out := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok {
			return nil, errors.New("a field has no name")
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("the field %q is there twice", name)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		out[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is text after the object")
	}
	return out, nil
}

// Encode writes the profile as JSON: the known fields first, then the unknown
// ones by name. Equal profiles give equal bytes. They belong at ProfilePath; save
// them with atomicfile.
func (p *Profile) Encode() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"version\": %d", ProfileVersion)
	put := func(key string, v any) error {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		b.WriteString(",\n  ")
		b.Write(name)
		b.WriteString(": ")
		return json.Indent(&b, raw, "  ", "  ")
	}
	if p.FPS != 0 {
		if err := put("fps", p.FPS); err != nil {
			return nil, err
		}
	}
	if p.Clip != "" {
		if err := put("clip", p.Clip); err != nil {
			return nil, err
		}
	}
	if len(p.Joints) > 0 {
		if err := put("joints", p.Joints); err != nil {
			return nil, err
		}
	}
	keys := make([]string, 0, len(p.Unknown))
	for k := range p.Unknown {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		switch k {
		case "version", "fps", "clip", "joints":
			continue
		}
		if err := put(k, p.Unknown[k]); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// ProfilePath is where the profile of a donor file lies: X.glb has X.donor.json
// beside it.
func ProfilePath(donor string) string {
	return donor[:len(donor)-len(filepath.Ext(donor))] + ".donor.json"
}

// LoadProfile reads the profile beside a donor file; there being none is not
// an error and gives nil.
func LoadProfile(donor string) (*Profile, error) {
	path := ProfilePath(donor)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		defer f.Close()
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(f, maxProfileBytes+1)); err == nil {
			return ParseProfile(path, data)
		}
	}
	return nil, &scene.Problem{Code: "FILE_UNREADABLE", File: path, Message: "the donor profile could not be read: " + err.Error(),
		Remedy: "check that the file can be read", Err: err}
}
