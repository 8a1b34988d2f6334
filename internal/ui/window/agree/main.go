// Command agree compares the two sinks: it draws the same lists with the
// window's shaders, on a display, and with the Go rasteriser, and prints how
// they differ. It is a tool of the tests.
//
// usage: agree [-out DIR] [-size WxH] [model.glb ...]
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	_ "donorlab/internal/display"

	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/raster"
	"donorlab/internal/ui/window"
)

func main() {
	out := flag.String("out", "", "`folder` for the pictures and their differences; none when empty")
	size := flag.String("size", "640x480", "`WxH` of the pictures")
	flag.Parse()
	var w, h int
	if _, err := fmt.Sscanf(*size, "%dx%d", &w, &h); err != nil {
		fail(err)
	}
	shots := handMade(w, h)
	shots = append(shots, sample(w, h)...)
	for _, path := range flag.Args() {
		m, err := gltfio.Read(context.Background(), path, gltfio.Options{})
		if err != nil {
			fail(err)
		}
		shots = append(shots, views(filepath.Base(path), m, w, h)...)
	}
	lists := make([]*draw.List, len(shots))
	for i := range shots {
		lists[i] = shots[i].list
	}
	err := window.Pictures(lists, 1, func(i int, kage *image.NRGBA) error {
		s := &shots[i]
		plain := image.NewNRGBA(kage.Rect)
		var ids raster.IDs
		raster.Draw(plain, s.list, raster.Options{IDs: &ids})
		d := compare(kage, plain, &ids)
		fmt.Printf("%s: pixels %d, over 2 levels inside %d, over 8 levels inside %d, over 8 levels at edges %d (%.4f %%), worst inside %d\n",
			s.name, d.pixels, d.inside2, d.inside8, d.edges, 100*float64(d.edges)/float64(d.pixels), d.worst)
		if *out == "" {
			return nil
		}
		for suffix, img := range map[string]image.Image{"kage": kage, "go": plain, "diff": d.picture} {
			if err := write(filepath.Join(*out, s.name+"-"+suffix+".png"), img); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		fail(err)
	}
}

// difference is how two pictures differ. A pixel is inside when its eight
// neighbours show the same triangle; levels are of 255, the worst channel.
type difference struct {
	pixels  int
	inside2 int // inside, by more than 2 levels
	inside8 int // inside, by more than 8 levels
	edges   int // not inside, by more than 8 levels
	worst   int // of those inside, levels
	picture *image.NRGBA
}

func compare(a, b *image.NRGBA, ids *raster.IDs) difference {
	w, h := a.Rect.Dx(), a.Rect.Dy()
	d := difference{pixels: w * h, picture: image.NewNRGBA(a.Rect)}
	for y := range h {
		for x := range w {
			n := 0
			p, q := a.Pix[a.PixOffset(x, y):], b.Pix[b.PixOffset(x, y):]
			for c := range 3 {
				n = max(n, int(p[c])-int(q[c]), int(q[c])-int(p[c]))
			}
			mark := color.NRGBA{uint8(min(n*8, 255)), uint8(min(n*8, 255)), uint8(min(n*8, 255)), 255}
			switch in := inside(ids, x, y); {
			case in:
				d.worst = max(d.worst, n)
				if n > 2 {
					d.inside2++
				}
				if n > 8 {
					d.inside8++
					mark = color.NRGBA{255, 0, 0, 255}
				}
			case n > 8:
				d.edges++
				mark = color.NRGBA{255, 255, 0, 255}
			}
			d.picture.SetNRGBA(x, y, mark)
		}
	}
	return d
}

func inside(ids *raster.IDs, x, y int) bool {
	id := ids.Triangle[y*ids.Width+x]
	for v := max(y-1, 0); v <= min(y+1, ids.Height-1); v++ {
		for u := max(x-1, 0); u <= min(x+1, ids.Width-1); u++ {
			if ids.Triangle[v*ids.Width+u] != id {
				return false
			}
		}
	}
	return true
}

func write(path string, img image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		return err
	}
	return f.Close()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "agree:", err)
	os.Exit(1)
}
