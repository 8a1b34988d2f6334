package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	stddraw "image/draw"
	"image/png"
	"os"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/raster"
)

func main() {
	az := flag.Float64("az", 35, "")
	el := flag.Float64("el", 14, "")
	w := flag.Int("w", 400, "")
	h := flag.Int("h", 300, "")
	cols := flag.Int("c", 4, "")
	out := flag.String("o", "/tmp/sheet.png", "")
	flag.Parse()
	n := flag.NArg()
	rows := (n + *cols - 1) / *cols
	sheet := image.NewNRGBA(image.Rect(0, 0, *cols**w, rows**h))
	for i, f := range flag.Args() {
		m, err := gltfio.Read(context.Background(), f, gltfio.Options{})
		if err != nil {
			fmt.Println(f, err)
			continue
		}
		p := draw.Prepare(m)
		b := m.Bounds()
		cam := scene.Camera{AzimuthDeg: *az, ElevationDeg: *el}.Frame(b, float64(*w)/float64(*h))
		cam.Distance /= 1.35
		opt := draw.Options{Width: *w, Height: *h, Grid: true, Shadow: true, GroundY: b.Min[1]}
		var bl draw.Builder
		var l draw.List
		bl.Frame(&l, []draw.Item{{Prepared: p}}, cam, opt)
		img := image.NewNRGBA(image.Rect(0, 0, *w, *h))
		raster.Draw(img, &l, raster.Options{MSAA: 4})
		at := image.Pt(i%*cols**w, i / *cols * *h)
		stddraw.Draw(sheet, img.Rect.Add(at), img, image.Point{}, stddraw.Src)
	}
	fo, _ := os.Create(*out)
	png.Encode(fo, sheet)
	fo.Close()
}
