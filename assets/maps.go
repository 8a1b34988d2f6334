package assets

import (
	"embed"
	"strings"
)

// mapsFS holds the shipped maps and the orders that go with them.
//
//go:embed maps/*.json orders/*.json
var mapsFS embed.FS

// MapNames returns the names of the shipped maps, the one that a fresh lab
// flies over first.
func MapNames() []string { return []string{"plains", "cliffs", "islands"} }

// Map returns a shipped map's file, a copy of the caller's own. ok is false for
// a name that is not in MapNames.
func Map(name string) (data []byte, ok bool) { return shipped("maps/", name) }

// MapOrders returns the file of the orders that show a shipped map.
func MapOrders(name string) (data []byte, ok bool) { return shipped("orders/", name) }

func shipped(folder, name string) ([]byte, bool) {
	if strings.ContainsAny(name, "/.\\") {
		return nil, false
	}
	data, err := mapsFS.ReadFile(folder + name + ".json")
	return data, err == nil
}
