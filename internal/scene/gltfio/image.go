package gltfio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"path"
	"runtime"
	"sync"

	"donorlab/internal/scene"

	"golang.org/x/image/webp"
)

// maxPixels bounds the time that decoding takes: a small file may name the same
// picture again and again. 16 more for each byte of the file are allowed.
const maxPixels = 1 << 27

// decodeExtra is what decoding may take for a while beyond the budget: together
// over all images that are decoded at once.
const decodeExtra = 64 << 20

// maxImageSide is the largest width or height that is decoded.
const maxImageSide = 16384

// format is an image format that the lab reads, known by its first bytes.
type format struct {
	mime   string
	config func([]byte) (image.Config, error)
	decode func([]byte) (image.Image, error)
	// perPixel is what decoding takes for a while besides the pixels that are
	// kept, in bytes: wider samples, planes, a progressive JPEG's coefficients.
	perPixel func([]byte) int64
}

var (
	pngFormat = format{"image/png",
		func(b []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) }, pngCost}
	jpegFormat = format{"image/jpeg",
		func(b []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) }, jpegCost}
	webpFormat = format{"image/webp",
		func(b []byte) (image.Config, error) { return webp.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(b)) },
		func([]byte) int64 { return 8 }}
)

// sniff finds the format from the bytes; a file's own word for it may be wrong.
func sniff(b []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return pngFormat, true
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return jpegFormat, true
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		return webpFormat, true
	}
	return format{}, false
}

// pngCost reads the bit depth and the interlace method from the header chunk.
func pngCost(b []byte) int64 {
	cost := int64(1)
	if len(b) > 28 && b[24] == 16 {
		cost = 8
	}
	if len(b) > 28 && b[28] != 0 {
		cost *= 2
		cost += 4
	}
	return cost
}

// jpegCost reads the frame header: a progressive picture holds all its
// coefficients as 32-bit numbers, any other only its planes.
func jpegCost(b []byte) int64 {
	for at := 2; at+10 <= len(b) && b[at] == 0xFF; {
		m := b[at+1]
		if m == 0xFF {
			at++
			continue
		}
		if m >= 0xC0 && m <= 0xC2 {
			samples, top := int64(0), int64(1)
			for k := range int(b[at+9]) {
				f := at + 10 + 3*k + 1
				if f >= len(b) {
					break
				}
				n := int64(b[f]>>4) * int64(b[f]&15)
				samples, top = samples+n, max(top, n)
			}
			per := (samples + top - 1) / top
			if m == 0xC2 {
				return (5*samples + top - 1) / top
			}
			return per
		}
		at += 2 + int(b[at+2])<<8 + int(b[at+3])
	}
	return 16
}

// magenta stands in for an image that is not there.
func magenta() *image.NRGBA {
	return &image.NRGBA{Pix: []byte{255, 0, 255, 255}, Stride: 4, Rect: image.Rect(0, 0, 1, 1)}
}

// imageJob is one image on its way through the decoder.
type imageJob struct {
	i      int
	format format
	data   []byte
	w, h   int
	half   int   // how often it must be halved to fit the budget
	held   int64 // bytes that decoding takes for a while
	pix    *image.NRGBA
	err    error
}

// buildImages finds and decodes the images. What can be known without decoding
// is decided in the file's order, so that the outcome does not depend on timing.
func (l *loader) buildImages() *scene.Problem {
	l.m.Images = make([]scene.Image, len(l.doc.Images))
	var jobs []*imageJob
	for i := range l.doc.Images {
		job, p := l.openImage(i)
		if p != nil {
			return p
		}
		if job != nil {
			jobs = append(jobs, job)
		} else {
			l.m.Images[i].Pixels, l.m.Images[i].Missing = magenta(), true
		}
	}
	if p := l.fitImages(jobs); p != nil {
		return p
	}
	l.decodeAll(jobs)
	if err := l.ctx.Err(); err != nil {
		return &scene.Problem{Code: "CANCELLED", Message: "the load was cancelled", Err: err}
	}
	for _, job := range jobs {
		img := &l.m.Images[job.i]
		img.MIME = job.format.mime
		img.Pixels = job.pix
		switch {
		case job.err != nil:
			img.Pixels, img.Missing = magenta(), true
			l.warn("IMAGE_DATA_INVALID", fmt.Sprintf("/images/%d", job.i), fmt.Sprintf("the image cannot be decoded (%v); it is shown in magenta", job.err), "save the image again as PNG or JPEG")
		case job.half > 0:
			l.warn("IMAGE_REDUCED", fmt.Sprintf("/images/%d", job.i), fmt.Sprintf("the image has %d x %d pixels and is shown at %d x %d to save memory; an export keeps it whole", job.w, job.h, img.Pixels.Rect.Dx(), img.Pixels.Rect.Dy()), "")
		}
	}
	return nil
}

// openImage finds an image's bytes and checks its size. No job and no problem
// means that it is shown as missing, for which a warning was given.
func (l *loader) openImage(i int) (*imageJob, *scene.Problem) {
	def, img := l.doc.Images[i], &l.m.Images[i]
	ptr := fmt.Sprintf("/images/%d", i)
	img.Name, img.MIME = def.Name, def.MimeType
	var data []byte
	var p *scene.Problem
	switch {
	case def.BufferView != nil:
		data, p = l.view(*def.BufferView, ptr+"/bufferView")
	case def.URI == "" && !l.doc.given(ptr+"/uri"):
		p = problem("IMAGE_EMPTY", ptr, "the image has neither a URI nor a buffer view", remedyExport)
	case isDataURI(def.URI):
		data, img.MIME, p = l.dataURI(ptr+"/uri", def.URI)
	default:
		data, img.URI, p = l.external(ptr+"/uri", def.URI)
		if img.Name == "" && img.URI != "" {
			img.Name = path.Base(img.URI)
		}
	}
	switch {
	case p == nil:
	case p.Code == "CANCELLED" || p.Code == "URI_OUTSIDE" || p.Code == "LIMIT_MEMORY":
		return nil, p
	default:
		l.warn(p.Code, p.Pointer, p.Message+"; the image is shown in magenta", p.Remedy)
		return nil, nil
	}
	img.Encoded = data
	job := &imageJob{i: i, data: data}
	var ok bool
	if job.format, ok = sniff(data); !ok && l.beside {
		job.format, ok = sniffBeside(img.URI, data)
	}
	if !ok {
		l.warn("IMAGE_UNRECOGNIZED_FORMAT", ptr, "the image is not PNG, JPEG or WebP; it is shown in magenta", "save it as PNG or JPEG")
		return nil, nil
	}
	cfg, err := job.config()
	if err != nil {
		l.warn("IMAGE_DATA_INVALID", ptr, fmt.Sprintf("the image cannot be decoded (%v); it is shown in magenta", err), "save the image again as PNG or JPEG")
		return nil, nil
	}
	job.w, job.h = cfg.Width, cfg.Height
	if img.MIME != "" && img.MIME != job.format.mime {
		l.warn("IMAGE_MIME_TYPE_INVALID", ptr, fmt.Sprintf("the image is called %s, but is %s", clip(img.MIME), job.format.mime), remedyExport)
	}
	w, h := int64(job.w), int64(job.h)
	job.held = w * h * job.format.perPixel(data)
	why := ""
	switch {
	case w <= 0 || h <= 0 || w > maxImageSide || h > maxImageSide:
		why = fmt.Sprintf("more than %d a side", maxImageSide)
	case job.held+w*h*4 > l.bud.left.Load()+decodeExtra:
		why = "more than a file of this size should need"
	case l.pixels+w*h > maxPixels+16*l.size:
		why = "and the images before have very many already"
	default:
		l.pixels += w * h
		return job, nil
	}
	l.warn("IMAGE_TOO_LARGE", ptr, fmt.Sprintf("the image has %d x %d pixels, %s; it is shown in magenta", w, h, why), "scale the image down")
	return nil, nil
}

// fitImages decides how often each image is halved, so that all of them together
// fit the budget: the largest first, and all of one size alike.
func (l *loader) fitImages(jobs []*imageJob) *scene.Problem {
	for limit := maxImageSide; limit > 0; limit /= 2 {
		var kept, extra int64
		for _, j := range jobs {
			w, h := j.w, j.h
			j.half = 0
			for max(w, h) > limit {
				w, h = (w+1)/2, (h+1)/2
				j.half++
			}
			kept += int64(w) * int64(h) * 4
			extra = max(extra, j.transient())
		}
		if kept+max(0, extra-decodeExtra) <= l.bud.left.Load() {
			l.bud.take(kept)
			return nil
		}
	}
	return l.tooMuch("/images", "the images")
}

// transient is what decoding takes for a while besides the pixels that are kept:
// for an image that is halved, its full size too.
func (j *imageJob) transient() int64 {
	if j.half > 0 {
		return j.held + int64(j.w)*int64(j.h)*4
	}
	return j.held
}

// config reads an image's size, surviving a decoder that panics.
func (j *imageJob) config() (cfg image.Config, err error) {
	defer catch(&err)
	return j.format.config(j.data)
}

func (j *imageJob) run(ctx context.Context) {
	defer catch(&j.err)
	if j.err = ctx.Err(); j.err != nil {
		return
	}
	img, err := j.format.decode(j.data)
	if err != nil {
		j.err = err
		return
	}
	j.pix = toNRGBA(img)
	for range j.half {
		j.pix = halve(j.pix)
	}
}

func catch(err *error) {
	if r := recover(); r != nil {
		*err = errors.New("the decoder failed")
	}
}

// decodeAll decodes the images on all processors, as many at once as their
// transient memory allows. The order in which they end does not matter.
func (l *loader) decodeAll(jobs []*imageJob) {
	const unit = 1 << 20
	tokens := make(chan struct{}, decodeExtra/unit)
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	var large []*imageJob
	for _, j := range jobs {
		need := int(j.transient()/unit) + 1
		if need > cap(tokens) {
			large = append(large, j)
			continue
		}
		limit <- struct{}{}
		for range need {
			tokens <- struct{}{}
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			j.run(l.ctx)
			for range need {
				<-tokens
			}
			<-limit
		}()
	}
	wg.Wait()
	for k, j := range large {
		l.opt.report(0.7+0.25*float64(k)/float64(len(large)), "images")
		j.run(l.ctx)
		// The collector would let as much garbage stand as there is live data; the
		// promise of bounded memory does not allow that for these.
		runtime.GC()
	}
}

// toNRGBA returns the image as NRGBA, without a copy where its memory already is.
func toNRGBA(img image.Image) *image.NRGBA {
	b := img.Bounds()
	switch m := img.(type) {
	case *image.NRGBA:
		if b.Min == (image.Point{}) && m.Stride == 4*b.Dx() {
			return m
		}
	case *image.RGBA:
		// The decoders give RGBA only for opaque pictures, where the two are alike.
		if m.Opaque() && b.Min == (image.Point{}) && m.Stride == 4*b.Dx() {
			return &image.NRGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
		}
	case *image.YCbCr, *image.Gray, *image.CMYK:
		// draw has fast paths to RGBA for these; they have no alpha.
		d := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
		draw.Draw(d, d.Rect, img, b.Min, draw.Src)
		return &image.NRGBA{Pix: d.Pix, Stride: d.Stride, Rect: d.Rect}
	}
	d := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	if p, ok := img.(*image.Paletted); ok {
		return fromPalette(d, p)
	}
	draw.Draw(d, d.Rect, img, b.Min, draw.Src)
	return d
}

func fromPalette(d *image.NRGBA, p *image.Paletted) *image.NRGBA {
	one := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	var table [256][4]byte
	for i, c := range p.Palette {
		one.Set(0, 0, c)
		copy(table[i][:], one.Pix)
	}
	for y := range d.Rect.Dy() {
		for x := range d.Rect.Dx() {
			copy(d.Pix[y*d.Stride+4*x:], table[p.Pix[y*p.Stride+x]][:])
		}
	}
	return d
}

// halve averages blocks of 2 x 2 pixels; an odd last row or column is its own
// neighbour.
func halve(s *image.NRGBA) *image.NRGBA {
	w, h := s.Rect.Dx(), s.Rect.Dy()
	d := image.NewNRGBA(image.Rect(0, 0, (w+1)/2, (h+1)/2))
	for y := range d.Rect.Dy() {
		r0 := s.Pix[2*y*s.Stride:]
		r1 := s.Pix[min(2*y+1, h-1)*s.Stride:]
		for x := range d.Rect.Dx() {
			a, b := 8*x, 4*min(2*x+1, w-1)
			for k := range 4 {
				d.Pix[y*d.Stride+4*x+k] = byte((int(r0[a+k]) + int(r0[b+k]) + int(r1[a+k]) + int(r1[b+k]) + 2) / 4)
			}
		}
	}
	return d
}
