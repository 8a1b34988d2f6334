package lab

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"donorlab/internal/flight"
)

// docs/flight.md describes every column of the CSV, in its order, and no other;
// the picture that it shows is small.
func TestFlightDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/flight.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(data), "\n## CSV\n")
	if !ok {
		t.Fatal("there is no section on the CSV")
	}
	var got []string
	for _, row := range strings.Split(table, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) < 3 {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			got = append(got, m[1])
		}
	}
	if want := strings.Split(strings.TrimSpace(flight.CSVHeader), ","); !slices.Equal(got, want) {
		t.Errorf("documented\n%v\nbut the columns are\n%v", got, want)
	}
	info, err := os.Stat("../../docs/flight.gif")
	if err != nil || info.Size() > 1<<20 {
		t.Errorf("docs/flight.gif: %v, %v", info, err)
	}
}
