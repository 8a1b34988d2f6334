package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"runtime/pprof"
	"syscall"
	"time"

	"donorlab/internal/scene"
	"donorlab/internal/scene/draw"
	"donorlab/internal/scene/gltfio"
	"donorlab/internal/scene/raster"
)

func main() {
	az := flag.Float64("az", 30, "")
	el := flag.Float64("el", 15, "")
	zoom := flag.Float64("zoom", 1, "")
	out := flag.String("o", "/tmp/shot.png", "")
	ms := flag.Int("msaa", 4, "")
	w := flag.Int("w", 960, "")
	h := flag.Int("h", 540, "")
	n := flag.Int("n", 1, "")
	ov := flag.String("ov", "", "")
	cpu := flag.String("cpu", "", "")
	threads := flag.Int("t", 0, "")
	ortho := flag.Bool("ortho", false, "")
	flag.Parse()
	m, err := gltfio.Read(context.Background(), flag.Arg(0), gltfio.Options{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	t0 := time.Now()
	p := draw.Prepare(m)
	fmt.Println("prepare", time.Since(t0), "tris", m.TriangleCount(), "verts", m.VertexCount())
	b := m.Bounds()
	cam := scene.Camera{AzimuthDeg: *az, ElevationDeg: *el, Ortho: *ortho}.Frame(b, float64(*w)/float64(*h))
	cam.Distance /= *zoom
	it := draw.Item{Prepared: p}
	opt := draw.Options{Width: *w, Height: *h, Grid: true, Shadow: true, Axes: true, GroundY: b.Min[1], Threads: *threads}
	for _, c := range *ov {
		switch c {
		case 'b':
			it.Bones = true
		case 'a':
			it.BoneAxes = true
		case 'w':
			it.Wire = true
		case 'x':
			it.Bounds = true
		case 'o':
			it.Outline = []draw.Part{{Node: 0}, {Node: 1}, {Node: 2}, {Node: 3}, {Node: 4}, {Node: 5}, {Node: 6}}
		case 'h':
			it.HeatNode = scene.Some(m.Skins[0].Joints[len(m.Skins[0].Joints)/4])
		case 'k':
			it.Checker = true
		case 'm':
			it.Normals = true
		case 'c':
			it.Clay = true
		case 'n':
			opt.Grid, opt.Shadow = false, false
		}
	}
	var bl draw.Builder
	var l draw.List
	var r raster.Rasterizer
	img := image.NewNRGBA(image.Rect(0, 0, *w, *h))
	if *cpu != "" {
		f, _ := os.Create(*cpu)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	var bt, bd time.Duration = 1e12, 1e12
	c0 := cpuTime()
	for range *n {
		t0 = time.Now()
		bl.Frame(&l, []draw.Item{it}, cam, opt)
		t1 := time.Now()
		r.Draw(img, &l, raster.Options{MSAA: *ms, Threads: *threads})
		bt, bd = min(bt, t1.Sub(t0)), min(bd, time.Since(t1))
	}
	fmt.Println("cpu/frame", (cpuTime()-c0)/time.Duration(*n))
	fmt.Println("front", bt, "raster", bd, "list tris", len(l.Triangles), raster.PixelHash(img)[:12])
	f, _ := os.Create(*out)
	png.Encode(f, img)
	f.Close()
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
