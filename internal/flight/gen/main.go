// Command gen writes the maps and the orders that the lab ships. `make assets`
// runs it from the top of the repository; it writes the same bytes each time.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"donorlab/internal/flight"
	"donorlab/internal/flight/world"
)

// shipped are the files by name, in the order in which a menu lists them.
func shipped() []sample {
	return []sample{
		{"plains", plains(), plainsOrders()},
		{"cliffs", cliffs(), cliffsOrders()},
		{"islands", islands(), islandsOrders()},
	}
}

type sample struct {
	name   string
	m      *world.Map
	orders *flight.Orders
}

func main() {
	dir := flag.String("dir", "assets", "folder that maps/ and orders/ are written into")
	flag.Parse()
	if err := write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	for _, s := range shipped() {
		w, err := world.Build(s.m)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := s.orders.Check(); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if _, off := s.orders.Fit(w); len(off) > 0 {
			return fmt.Errorf("%s: %w", s.name, &off[0])
		}
		for sub, data := range map[string][]byte{"maps": s.m.Encode(), "orders": s.orders.Encode()} {
			path := filepath.Join(dir, sub, s.name+".json")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path+".tmp", data, 0o644); err != nil {
				return err
			}
			if err := os.Rename(path+".tmp", path); err != nil {
				return err
			}
		}
		fmt.Printf("%s: %d tiles, %d districts\n", s.name, len(s.m.Tiles), len(s.m.Districts))
	}
	return nil
}
