package flight

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/flight/world"
)

// ScanText returns the log line of the last scan, as the plugin prints it: the
// districts seen, by name and how they count, the measured tile spacing, and the
// match radius. New lines come where Survey().Districts changes.
func (f *Flight) ScanText() string {
	s := f.env.survey
	seen := make([]int, len(f.w.Names()))
	for i := range f.w.DistrictCount() {
		if f.w.District(i).AppearS <= s.TimeS {
			seen[f.w.NameOf(i)]++
		}
	}
	var counts, not []string
	for i, name := range f.w.Names() {
		if seen[i] == 0 {
			continue
		}
		text := name
		if seen[i] > 1 {
			text = fmt.Sprintf("%s x%d", name, seen[i])
		}
		if f.env.set.mask[i] {
			counts = append(counts, text)
		} else {
			not = append(not, text)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%.3f s scan: %d districts", s.TimeS, s.Districts)
	if len(counts) > 0 {
		b.WriteString("; lifted for: " + strings.Join(counts, ", "))
	}
	if len(not) > 0 {
		b.WriteString("; passed over: " + strings.Join(not, ", "))
	}
	switch s.Source {
	case world.SpacingMeasured:
		fmt.Fprintf(&b, "; tile spacing %.2f, measured", s.Spacing)
	case world.SpacingGrid:
		fmt.Fprintf(&b, "; tile spacing %.2f, the map's own", s.Spacing)
		if s.Measured > 0 {
			fmt.Fprintf(&b, " (districts are %.2f apart in the median, which is no tile's)", s.Measured)
		}
	}
	fmt.Fprintf(&b, "; match radius %.2f", f.Radius())
	if f.env.set.Hug.Radius != 0 {
		b.WriteString(", from the dial")
	}
	return b.String()
}

// FromTile is the seed's F8 instrument: where the pawn is, from the centre of the
// tile below the engine's position, at the ground there.
type FromTile struct {
	World  mgl64.Vec3 // lab frame: +X left, +Y up, +Z forward of the world
	Facing [3]float64 // registry frame of the pawn as it faces: right, forward, up
	Plane  float64    // distance over the plane, units
}

// FromTile measures the step's final place; ok is false off the map.
func (t *Trace) FromTile(w *world.World) (m FromTile, ok bool) {
	h, ok := w.TileAt(t.Engine[0], t.Engine[2])
	if !ok {
		return m, false
	}
	x, z := w.Center(h)
	y, _ := w.Ground(x, z)
	m.World = t.Final().Sub(mgl64.Vec3{x, y, z})
	m.Plane = length(m.World[0], m.World[2])
	back := mgl64.Rotate3DY(mgl64.DegToRad(-t.YawDeg)).Mul3x1(m.World)
	m.Facing = ToRegistry(back)
	return m, true
}
