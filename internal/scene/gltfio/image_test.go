package gltfio

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"reflect"
	"runtime"
	"testing"
	"time"

	"donorlab/internal/scene"
)

func encodePNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// imageFile is a file with one image as a data URI.
func imageFile(mime string, b []byte) []byte {
	return glb(fmt.Sprintf(`{"images":[{"uri":"data:%s;base64,%s"}],"textures":[{"source":0}]}`, mime, base64.StdEncoding.EncodeToString(b)), nil)
}

// tinyWebP is one lossless pixel, 255 0 0, made for this test with cwebp's
// format by hand: VP8L, 1 x 1, four simple prefix codes of one symbol each.
func tinyWebP() []byte {
	var bits []byte
	n := 0
	put := func(v, w int) {
		for i := range w {
			if n%8 == 0 {
				bits = append(bits, 0)
			}
			bits[n/8] |= byte(v>>i&1) << (n % 8)
			n++
		}
	}
	put(0, 14)                                   // width-1
	put(0, 14)                                   // height-1
	put(0, 1)                                    // alpha used
	put(0, 3)                                    // version
	put(0, 1)                                    // no transform
	put(0, 1)                                    // no colour cache
	put(0, 1)                                    // no meta prefix codes
	for _, v := range []int{0, 255, 0, 255, 0} { // green, red, blue, alpha, distance
		put(1, 1) // simple code
		put(0, 1) // of one symbol
		put(1, 1) // of eight bits
		put(v, 8)
	}
	put(0, 8)
	body := append([]byte{0x2F}, bits...)
	if len(body)%2 == 1 {
		body = append(body, 0)
	}
	b := []byte("RIFF")
	b = binary.LittleEndian.AppendUint32(b, uint32(4+8+len(body)))
	b = append(b, "WEBPVP8L"...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	return append(b, body...)
}

// TestImageFormats decodes one pixel of each kind of picture.
func TestImageFormats(t *testing.T) {
	px := image.Rect(0, 0, 1, 1)
	nrgba := image.NewNRGBA(px)
	nrgba.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 128})
	deep := image.NewNRGBA64(px)
	deep.SetNRGBA64(0, 0, color.NRGBA64{0xC8C8, 0x6464, 0x3232, 0xFFFF})
	pal := image.NewPaletted(px, color.Palette{color.NRGBA{1, 2, 3, 4}, color.NRGBA{200, 100, 50, 100}})
	pal.SetColorIndex(0, 0, 1)
	gray := image.NewGray(px)
	gray.SetGray(0, 0, color.Gray{77})
	var jpg bytes.Buffer
	if err := jpeg.Encode(&jpg, gray, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, mime string
		b          []byte
		want       []byte
	}{
		{"PNG with alpha", "image/png", encodePNG(t, nrgba), []byte{200, 100, 50, 128}},
		{"PNG of 16 bits", "image/png", encodePNG(t, deep), []byte{200, 100, 50, 255}},
		{"PNG with palette", "image/png", encodePNG(t, pal), []byte{200, 100, 50, 100}},
		{"grey PNG", "image/png", encodePNG(t, gray), []byte{77, 77, 77, 255}},
		{"grey JPEG", "image/jpeg", jpg.Bytes(), []byte{77, 77, 77, 255}},
		{"WebP", "image/webp", tinyWebP(), []byte{255, 0, 0, 255}},
	} {
		m := read(t, imageFile(c.mime, c.b))
		if got := m.Images[0]; !bytes.Equal(got.Pixels.Pix, c.want) || got.Missing || got.MIME != c.mime || codes(m) != "" {
			t.Errorf("%s: %v, warnings %v", c.name, got.Pixels.Pix, m.Warnings)
		}
		out, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(out, c.b) || bytes.Contains(out, []byte("EXT_texture_webp")) != (c.name == "WebP") {
			t.Errorf("%s: not exported with its own bytes", c.name)
		}
		if again := read(t, out); !reflect.DeepEqual(again.Textures, m.Textures) {
			t.Errorf("%s: textures %+v", c.name, again.Textures)
		}
	}
}

// TestImageTrouble: a broken or missing image is shown in magenta and told.
func TestImageTrouble(t *testing.T) {
	good := encodePNG(t, image.NewNRGBA(image.Rect(0, 0, 8, 8)))
	for _, c := range []struct {
		name, code string
		file       []byte
	}{
		{"cut off", "IMAGE_DATA_INVALID", imageFile("image/png", good[:len(good)-20])},
		{"header only", "IMAGE_DATA_INVALID", imageFile("image/png", good[:20])},
		{"text", "IMAGE_UNRECOGNIZED_FORMAT", imageFile("image/png", []byte("hello"))},
		{"wide", "IMAGE_TOO_LARGE", imageFile("image/png", hugePNG(20000, 1))},
		{"huge", "IMAGE_TOO_LARGE", imageFile("image/png", hugePNG(16384, 16384))},
		{"no data", "IMAGE_EMPTY", glb(`{"images":[{}]}`, nil)},
		{"bad view", "UNRESOLVED_REFERENCE", glb(`{"images":[{"bufferView":3}]}`, nil)},
		{"not beside it", "FILE_MISSING", glb(`{"images":[{"uri":"a.png"}]}`, nil)},
		{"wrong type", "IMAGE_MIME_TYPE_INVALID", imageFile("image/jpeg", good)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m := read(t, c.file)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
			t.Errorf("%s: %d MiB", c.name, used>>20)
		}
		if codes(m) != c.code {
			t.Errorf("%s: warnings %q, want %q", c.name, codes(m), c.code)
		}
		if img := m.Images[0]; c.code != "IMAGE_MIME_TYPE_INVALID" && (!img.Missing || !bytes.Equal(img.Pixels.Pix, []byte{255, 0, 255, 255})) {
			t.Errorf("%s: %+v", c.name, img)
		}
		if _, err := Encode(m); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if m, err := ReadBytes("x.glb", glb(`{"images":[{"uri":"../a.png"}]}`, nil), Options{}); wantProblem(t, m, err).Code != "URI_OUTSIDE" {
		t.Error(err)
	}
}

// hugePNG is a tiny file that says it is a large picture.
func hugePNG(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, body []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
		c := append([]byte(kind), body...)
		b = append(b, c...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(c))
	}
	head := binary.BigEndian.AppendUint32(nil, w)
	head = binary.BigEndian.AppendUint32(head, h)
	chunk("IHDR", append(head, 8, 6, 0, 0, 0))
	chunk("IDAT", []byte{0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01})
	chunk("IEND", nil)
	return b
}

// TestImagesReduced: pictures that together would take more than the budget are
// shown smaller, and the peak of memory stays where it was promised. A sampler
// reads the heap every millisecond; TotalAlloc would count garbage too.
func TestImagesReduced(t *testing.T) {
	white := image.NewGray(image.Rect(0, 0, 4096, 4096))
	b := encodePNG(t, white)
	uri := base64.StdEncoding.EncodeToString(b)
	doc := `{"images":[`
	for i := range 6 {
		if i > 0 {
			doc += ","
		}
		doc += `{"uri":"data:image/png;base64,` + uri + `"}`
	}
	file := glb(doc+`]}`, nil)
	white = nil
	runtime.GC()
	var base runtime.MemStats
	runtime.ReadMemStats(&base)
	stop, peak := make(chan bool), make(chan uint64)
	go func() {
		var top uint64
		for {
			select {
			case <-stop:
				peak <- top
				return
			case <-time.After(time.Millisecond):
				var s runtime.MemStats
				runtime.ReadMemStats(&s)
				top = max(top, s.HeapInuse)
			}
		}
	}()
	m, err := ReadBytes("x.glb", file, Options{})
	stop <- true
	used := int64(<-peak) - int64(base.HeapInuse)
	if err != nil {
		t.Fatal(err)
	}
	reduced := 0
	for i, img := range m.Images {
		if img.Missing {
			t.Errorf("image %d is missing", i)
		}
		if img.Pixels.Rect.Dx() < 4096 {
			reduced++
		}
		if img.Pixels.Pix[0] != 0 || img.Pixels.Pix[3] != 255 {
			t.Errorf("image %d starts with %v", i, img.Pixels.Pix[:4])
		}
	}
	if reduced == 0 || codes(m)[:13] != "IMAGE_REDUCED" {
		t.Errorf("%d reduced, warnings %q", reduced, codes(m))
	}
	if limit := 10*int64(len(file)) + 256<<20; used > limit {
		t.Errorf("peak of %d MiB for a file of %d KiB", used>>20, len(file)>>10)
	}
	t.Logf("%d of 6 reduced, peak %d MiB", reduced, used>>20)
}

// TestCancelAndProgress: progress rises to 1, and a cancelled load says so.
func TestCancelAndProgress(t *testing.T) {
	file, err := Encode(everything())
	if err != nil {
		t.Fatal(err)
	}
	last := -1.0
	if _, err := ReadBytes("x.glb", file, Options{Progress: func(done float64, what string) {
		if done < last || what == "" {
			t.Errorf("%v %q after %v", done, what, last)
		}
		last = done
	}}); err != nil || last != 1 {
		t.Errorf("ended at %v, %v", last, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l := &loader{ctx: ctx, opt: Options{Progress: func(done float64, _ string) {
		if done >= 0.25 {
			cancel()
		}
	}}}
	m, err := l.load("x.glb", "x", file)
	if p := wantProblem(t, m, err); p.Code != "CANCELLED" || p.Unwrap() != context.Canceled {
		t.Error(p)
	}
}

// TestTextureTransform reads what the extension says, and where it moves the UV set.
func TestTextureTransform(t *testing.T) {
	m := read(t, glb(`{"extensionsUsed":["KHR_texture_transform"],"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[0.5,1],"rotation":1.5,"scale":[2,3],"texCoord":1}}}},
		"emissiveFactor":[1,0.5,0],"extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":4}}}],"textures":[{"source":0}],"images":[{"uri":"data:image/png;base64,`+base64.StdEncoding.EncodeToString(encodePNG(t, magenta()))+`"}]}`, nil))
	got := m.Materials[0]
	want := scene.TexRef{Texture: scene.Some(0), UV: 1, Scale: 1, Offset: [2]float32{0.5, 1}, Tiling: [2]float32{2, 3}, Turn: 1.5, Xform: true}
	if got.BaseColorTex != want || !got.Unlit || got.Emissive != [3]float32{4, 2, 0} {
		t.Errorf("%+v", got)
	}
}
