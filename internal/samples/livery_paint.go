package samples

// frameLines are where the skin's joints run around the fuselage (z), bandLines
// where they run along it on the side (y) and on the top and bottom (x).
var (
	frameLines = []float64{6.55, 5.95, 5.12, 4.40, 3.72, 2.92, 2.10, 1.42, 0.66, -0.20, -0.95, -1.72, -2.55, -3.35, -4.10, -4.72}
	sideBands  = []float64{2.62, 2.30, 1.78, 1.16, 0.94}
	flatBands  = []float64{0.86, 0.42, -0.42, -0.86}
)

// paint draws all four charts.
func (k *canvas) paint() {
	for k.c = chartLeft; k.c <= chartBottom; k.c++ {
		k.patchwork()
		k.frames()
		switch k.c {
		case chartLeft, chartRight:
			k.sideMarks()
		case chartTop:
			k.topMarks()
		}
	}
}

// bands are the lines along the chart, as metres from its upper edge.
func (k *canvas) bands() []float64 {
	var out []float64
	if k.c == chartLeft || k.c == chartRight {
		for _, y := range sideBands {
			out = append(out, sideTop-y)
		}
		return out
	}
	for _, x := range flatBands {
		out = append(out, topEdge-x)
	}
	return out
}

// patchwork fills the chart: each panel a shade of its own, darker where it is
// near the ground and streaked a little behind the joints.
func (k *canvas) patchwork() {
	var xs, ys []int
	for _, z := range frameLines {
		x, _ := k.at(vec{0, 0, z})
		xs = append(xs, x)
	}
	for _, y := range k.bands() {
		ys = append(ys, pixel(y))
	}
	for y := range chartHeight {
		row := 0
		for _, b := range ys {
			if y >= b {
				row++
			}
		}
		for x := range liverySize {
			col := 0
			for _, f := range xs {
				if x >= f {
					col++
				}
			}
			if k.c == chartRight {
				col = 0 // counted from the nose on both sides
				for _, f := range xs {
					if x <= f {
						col++
					}
				}
			}
			shade := int(scatter(uint32(col*31+row*7))%7) - 3
			k.set(x, y, uint8(inkBase+shade+k.streak(x, y)))
		}
	}
}

// streak is the weather: short runs along the flow, a shade lighter or darker.
func (k *canvas) streak(x, y int) int {
	h := scatter(uint32(x/23) + uint32(y)*977 + uint32(k.c/2)*7919)
	switch h % 13 {
	case 0:
		return 1
	case 1, 2:
		return -1
	}
	return 0
}

// scatter is a small integer hash (xor-shift and multiply).
func scatter(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// frames draws the joints and their rivets.
func (k *canvas) frames() {
	side := k.c == chartLeft || k.c == chartRight
	for _, z := range frameLines {
		a, b := vec{0, 0.4, z}, vec{0, 3.6, z}
		if !side {
			a, b = vec{1.6, 0, z}, vec{-1.6, 0, z}
		}
		k.joint(a, b)
		k.rivets(a.Add(vec{0, 0, 0.045}), b.Add(vec{0, 0, 0.045}), 4)
		k.rivets(a.Sub(vec{0, 0, 0.06}), b.Sub(vec{0, 0, 0.06}), 4)
	}
	for i, band := range k.bands() {
		// Joints along the hull stop and start, as real ones do.
		for j := 0; j+1 < len(frameLines); j++ {
			if scatter(uint32(i*101+j*17+5))%4 == 0 {
				continue
			}
			a, b := vec{0, sideTop - band, frameLines[j]}, vec{0, sideTop - band, frameLines[j+1]}
			if !side {
				a = vec{topEdge - band, 0, frameLines[j]}
				b = vec{topEdge - band, 0, frameLines[j+1]}
			}
			k.joint(a, b)
		}
	}
}

// label writes text centred at a model-space point.
func (k *canvas) label(p vec, size int, s string, ink uint8) {
	x, y := k.at(p)
	k.text(x-len(s)*3*size, y-7*size/2, size, s, ink)
}

// sideMarks are the stencils and the badge of one side.
func (k *canvas) sideMarks() {
	k.label(vec{0, 1.78, -0.36}, 2, "DONOR LAB", inkStencil)
	k.label(vec{0, 3.06, -6.28}, 1, "DL-002", inkStencil)
	k.label(vec{0, 2.06, 3.30}, 1, "RESCUE", inkYellow)
	arrow := "> "
	if k.c == chartRight {
		arrow = "< "
	}
	k.label(vec{0, 2.06, 3.80}, 1, arrow, inkYellow)
	k.label(vec{0, 1.80, 4.76}, 1, "NO STEP", inkDim)
	k.label(vec{0, 1.05, 0.34}, 1, "ORDNANCE", inkDim)
	k.label(vec{0, 1.87, -4.42}, 1, "DANGER", inkRed)
	k.label(vec{0, 1.70, -4.42}, 1, "FAN", inkRed)
	k.badge(vec{0, 1.66, 2.36})
	// Yellow and dark hazard bars on the ring's leading edge.
	for i := range 6 {
		x, y := k.at(vec{0, 2.16 - 0.14*float64(i), -4.66})
		k.rect(x-2, y, x+2, y+4, inkYellow)
		k.rect(x-2, y+5, x+2, y+9, inkLine)
	}
}

// badge is a low-visibility diamond with two chevrons in it.
func (k *canvas) badge(p vec) {
	cx, cy := k.at(p)
	const r = 16
	for y := -r; y <= r; y++ {
		for x := -r; x <= r; x++ {
			d := abs(x) + abs(y)
			v := y - abs(x)/2 // lines of equal v are chevrons, point up
			rim := d <= r && d > r-3
			inside := d <= r-5 && (v >= -7 && v < -3 || v >= 0 && v < 4)
			if rim || inside {
				k.set(cx+x, cy+y, inkStencil)
			}
		}
	}
}

// topMarks are walkway borders beside the gearbox.
func (k *canvas) topMarks() {
	for _, side := range []float64{1, -1} {
		for _, x := range []float64{0.44, 0.66} {
			k.joint(vec{side * x, 0, 1.2}, vec{side * x, 0, -0.5})
		}
	}
	k.label(vec{0, 0, -2.95}, 1, "NO STEP", inkDim)
}
