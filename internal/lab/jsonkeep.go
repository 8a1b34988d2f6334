package lab

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
)

// withUnknown marshals a struct and adds fields that it does not know. Keys
// come out in the struct's order, then the unknown ones in theirs by name.
func withUnknown(known any, unknown map[string]json.RawMessage) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(unknown) == 0 {
		return data, err
	}
	rest, err := json.Marshal(unknown) // sorted by key
	if err != nil {
		return nil, err
	}
	if bytes.Equal(data, []byte("{}")) {
		return rest, nil
	}
	out := append(data[:len(data)-1:len(data)-1], ',')
	return append(out, rest[1:]...), nil
}

// splitUnknown unmarshals into the struct that p points to and returns the
// members that it has no field for.
func splitUnknown(data []byte, p any) (map[string]json.RawMessage, error) {
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	t := reflect.TypeOf(p).Elem()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		delete(all, name)
	}
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// smallFile is the limit for the lab's own JSON files.
const smallFile = 16 << 20

// readSmall reads a file of at most smallFile bytes.
func readSmall(name string) ([]byte, error) { return readUpTo(name, smallFile) }

// readLarge reads a recorded run, which holds a map and may be long.
func readLarge(name string) ([]byte, error) { return readUpTo(name, 4*smallFile) }

func readUpTo(name string, most int64) ([]byte, error) {
	// A device may have no end; a pipe, as a shell makes for <(...), has one.
	if info, err := os.Stat(name); err == nil && (info.IsDir() || info.Mode()&os.ModeDevice != 0) {
		return nil, notAFile(name, info)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, tooLarge(name)
	}
	return data, err
}
