package main

import (
	"image"
	"image/color"
	"math"
)

// icons draws the window's icon, a five-blade rotor from above, at the sizes
// that window managers ask for.
func icons() []image.Image {
	var out []image.Image
	for _, size := range []int{16, 32, 64} {
		out = append(out, icon(size))
	}
	return out
}

func icon(size int) image.Image {
	const grid = 4 // samples along a side of a pixel
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b, a float64
			for k := range grid * grid {
				u := (float64(x)+(float64(k%grid)+0.5)/grid)/float64(size)*2 - 1
				v := (float64(y)+(float64(k/grid)+0.5)/grid)/float64(size)*2 - 1
				c := iconAt(u, v)
				r, g, b, a = r+float64(c.R)*float64(c.A), g+float64(c.G)*float64(c.A), b+float64(c.B)*float64(c.A), a+float64(c.A)
			}
			if a > 0 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(r / a), uint8(g / a), uint8(b / a), uint8(a / (grid * grid))})
			}
		}
	}
	return img
}

// blades are the directions of five blades, the first straight up.
var blades = [5][2]float64{
	{0, -1}, {0.9510565, -0.3090170}, {0.5877853, 0.8090170}, {-0.5877853, 0.8090170}, {-0.9510565, -0.3090170},
}

// iconAt is the icon's colour at a point of the square from -1 to 1.
func iconAt(u, v float64) color.NRGBA {
	ground := color.NRGBA{0x20, 0x23, 0x27, 255}
	blade := color.NRGBA{0xe6, 0xe8, 0xeb, 255}
	accent := color.NRGBA{0x4a, 0xa3, 0xdf, 255}
	const corner = 0.3
	if dx, dy := max(math.Abs(u)-1+corner, 0), max(math.Abs(v)-1+corner, 0); dx*dx+dy*dy > corner*corner {
		return color.NRGBA{}
	}
	const hub = 0.2
	if u*u+v*v < hub*hub {
		return accent
	}
	for _, d := range blades {
		along, across := u*d[0]+v*d[1], v*d[0]-u*d[1]
		if along > 0 && along < 0.86 && math.Abs(across) < 0.055+0.05*along {
			return blade
		}
	}
	return ground
}
