package lab

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"donorlab/internal/atomicfile"
	"donorlab/internal/dials"
	"donorlab/internal/gait"
	"donorlab/internal/scene"
)

// StripsOptions ask for the strips of a walker.
type StripsOptions struct {
	WalkShots
	Dir     string
	Names   []string // of the strips; none means all
	NoSheet bool     // leave out the contact sheet
}

// WalkFigures are what a capture proves, over all of its ticks.
type WalkFigures struct {
	WorstSkateMm float64 `json:"worstSkateMm"` // that a planted foot has slid since it was put down, as drawn
	WorstMissMm  float64 `json:"worstMissMm"`  // by which a leg fell short of a planted foot
	WorstReachMm float64 `json:"worstReachMm"` // by which a leg fell short of a foot on its way through the air, where nothing slides
	Footsteps    int     `json:"footsteps"`    // that were heard
	Plants       int     `json:"plants"`       // of both feet; as many
	BothUp       int     `json:"bothUp"`       // ticks with no foot down while standing on the ground; 0 on a right stop
}

// WalkStripReport is what one strip shows.
type WalkStripReport struct {
	Name   string `json:"name"`
	About  string `json:"about"`
	Frames int    `json:"frames"`
	Ticks  int    `json:"ticks"`
	WalkFigures
	CSV string `json:"csv"` // file in the folder
}

// StripsReport is what Strips made.
type StripsReport struct {
	Avatar   string            `json:"avatar"`
	Strips   []WalkStripReport `json:"strips"`
	Legged   bool              `json:"legged"`
	Leg      float64           `json:"legLength"` // metres
	Pace     float64           `json:"pace"`      // factor on all speeds, for a body of odd size
	Ground   string            `json:"ground"`
	Sheet    string            `json:"sheet,omitempty"` // file in the folder
	Warnings []scene.Problem   `json:"warnings"`
}

// StripNames lists the strips in the order in which they are made.
func StripNames() []string {
	pr := gait.Defaults()
	var out []string
	for _, s := range gait.Strips(&pr) {
		out = append(out, s.Name)
	}
	return out
}

// WalkPreferences are the default preferences, changed by a dial file
// (locomotion.txt; "" for none), then by lines of key=value. Unlike a file that
// is edited live, one that is named must be right: the error is the first
// *scene.Problem.
func WalkPreferences(file, lines string) (*gait.Preferences, error) {
	var v *dials.Values
	if file != "" {
		data, err := readUpTo(file, dials.MaxSize)
		if err != nil {
			return nil, err
		}
		var problems []*scene.Problem
		if v, problems = dials.Parse(gait.Spec, data, nil); len(problems) > 0 {
			p := *problems[0]
			p.File = file
			return nil, &p
		}
	}
	pr := gait.FromDials(v)
	if lines == "" {
		return &pr, nil
	}
	set, problems := dials.Parse(gait.Spec, []byte(lines), nil)
	if len(problems) > 0 {
		p := *problems[0]
		p.File, p.Pointer = "", ""
		return nil, &p
	}
	for _, f := range gait.Spec.Fields {
		if set.IsSet(f.Key) {
			pr.SetNumber(f.Key, set.Number(f.Key))
		}
	}
	return &pr, nil
}

// chosen are the things of a list that were asked for, in the list's order. A
// name that ends in * stands for all that begin so.
func chosen[T any](all []T, name func(*T) string, want []string, what string) ([]T, error) {
	if len(want) == 0 {
		return all, nil
	}
	take := make([]bool, len(all))
	for _, w := range want {
		w = strings.TrimSpace(w)
		found := false
		for i := range all {
			n := name(&all[i])
			if begin, ok := strings.CutSuffix(w, "*"); n == w || ok && strings.HasPrefix(n, begin) {
				take[i], found = true, true
			}
		}
		if !found {
			var names []string
			for i := range all {
				names = append(names, name(&all[i]))
			}
			return nil, &scene.Problem{Code: "NO_" + strings.ToUpper(what), Message: fmt.Sprintf("there is no %s %q", what, w), Remedy: "there are " + strings.Join(names, ", ")}
		}
	}
	var out []T
	for i := range all {
		if take[i] {
			out = append(out, all[i])
		}
	}
	return out, nil
}

// tracker keeps what a pawn's ticks show: the trace, the figures and the
// footprints.
type tracker struct {
	stage  *walkStage
	csv    []byte
	ticks  int
	prints [2][]mgl64.Mat4
	plants [2]int
	figs   WalkFigures
	first  bool
	base   int
}

func (s *walkStage) tracker() *tracker {
	t := &tracker{stage: s, first: true}
	t.csv = append([]byte(strings.Join(gait.Columns(), ",")), '\n')
	return t
}

// see takes in a tick.
func (t *tracker) see(p *gait.Pawn, time float64) {
	row := p.Trace(time)
	t.csv = row.Append(t.csv)
	t.csv = append(t.csv, '\n')
	t.ticks++
	c := &p.Clock
	heard := len(c.Footsteps())
	plants := c.Feet[gait.Left].Plants + c.Feet[gait.Right].Plants
	if t.first {
		t.first, t.base = false, plants-heard
		for i := range t.plants {
			t.plants[i] = c.Feet[i].Plants - 1 // what stands now is shown
		}
	}
	t.figs.Footsteps += heard
	t.figs.Plants = plants - t.base
	for i := range c.Feet {
		f := &c.Feet[i]
		if row.Planted[i] {
			t.figs.WorstSkateMm = max(t.figs.WorstSkateMm, row.Skate[i])
			t.figs.WorstMissMm = max(t.figs.WorstMissMm, 1000*p.FootMiss(i))
		} else {
			t.figs.WorstReachMm = max(t.figs.WorstReachMm, 1000*p.FootMiss(i))
		}
		if f.Plants > t.plants[i] && f.Planted {
			t.prints[i] = append(t.prints[i], t.stage.printPlace(f))
			if len(t.prints[i]) > walkerMarks/2 {
				t.prints[i] = t.prints[i][1:]
			}
			t.plants[i] = f.Plants
		}
	}
	if !row.Moving && row.Ground > 0.999 && !row.Planted[gait.Left] && !row.Planted[gait.Right] {
		t.figs.BothUp++
	}
}

// Strips walks a model through the strips and writes a PNG for each picture, a
// CSV for each strip, and a contact sheet of all. Every strip is lived through
// once, at 60 ticks a second, springs on; the pictures are drawn in parallel
// from what was recorded. Two runs write the same bytes.
func Strips(ctx context.Context, m *scene.Model, o StripsOptions, r Report) (*StripsReport, error) {
	if o.MSAA == 0 {
		o.MSAA = 4
	}
	s, err := newWalkStage(m, o.WalkShots, 480, 480)
	if err != nil {
		return nil, err
	}
	strips, err := chosen(gait.Strips(&s.prefs), func(s *gait.Strip) string { return s.Name }, o.Names, "strip")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, atomicfile.AsProblem("make the folder", o.Dir, err)
	}
	rep := &StripsReport{Avatar: s.avatar, Legged: s.rig.Legged, Leg: s.rig.Leg, Pace: s.pace, Ground: s.ground.name(), Strips: make([]WalkStripReport, len(strips)), Warnings: append([]scene.Problem{}, s.problems...)}
	total := 0
	for i := range strips {
		total += max(len(strips[i].Times), strips[i].Frames)
	}
	var sheet *contactSheet
	if !o.NoSheet {
		sheet = newContactSheet(strips, s.shot)
	}
	prefix := s.avatar + "_anim_"
	produce := func(next func() *still, emit func(*still) error) error {
		var pose scene.Pose
		for i := range strips {
			st, out := &strips[i], &rep.Strips[i]
			p, tr := s.pawn(), s.tracker()
			cam := walkCamera{azimuth: st.AzimuthDeg}
			out.Name, out.About, out.CSV = st.Name, st.Doc, prefix+st.Name+".csv"
			err := st.Play(p, func(t gait.Tick) error {
				tr.see(p, t.Time)
				cam.follow(1.0/gait.Rate, t.Motion.Position)
				if t.Frame < 0 {
					return ctx.Err()
				}
				pic := next()
				pose = s.pose(pic, p, pose, s.camera(&cam), tr)
				pic.file = fmt.Sprintf("%s%s_%02d.png", prefix, st.Name, t.Frame)
				pic.cell = i<<8 | t.Frame
				out.Frames++
				return emit(pic)
			})
			if err != nil {
				return err
			}
			out.Ticks, out.WalkFigures = tr.ticks, tr.figs
			if err := WriteFile(filepath.Join(o.Dir, out.CSV), tr.csv); err != nil {
				return err
			}
		}
		return nil
	}
	err = s.film(ctx, total, "Drawing strips", r, produce, func(a *walkArtist, st *still) error {
		data, err := a.encoder.Encode(a.canvas, s.format)
		if err != nil {
			return err
		}
		if sheet != nil {
			sheet.put(a.canvas, st.cell>>8, st.cell&0xff)
		}
		return writeFrame(filepath.Join(o.Dir, st.file), data)
	})
	if err != nil {
		return nil, cutShort(err, "the pictures and traces in "+o.Dir)
	}
	if sheet != nil {
		rep.Sheet = prefix + "sheet.png"
		sheet.captions(rep)
		data, err := EncodePNG(sheet.img)
		if err != nil {
			return nil, err
		}
		if err := WriteFile(filepath.Join(o.Dir, rep.Sheet), data); err != nil {
			return nil, err
		}
	}
	return rep, nil
}

// cutShort tells of a run that was cancelled what is left of it.
func cutShort(err error, what string) error {
	if p := AsProblem(err); p.Code == "CANCELLED" {
		q := *p
		q.Message, q.Remedy = "cancelled; "+what+" that were done are whole, others are missing or older", "run it again for all of them"
		return &q
	}
	return err
}

// writeFrame saves one of many pictures, whole or not at all. It is not flushed
// to the disk: one that a power cut loses is drawn again.
func writeFrame(path string, data []byte) error {
	return atomicfile.Write(path, data, atomicfile.Options{FS: unhurried{}})
}

func (g *walkGround) name() string {
	if g.flat() {
		return groundNames[0]
	}
	return "slope"
}

// contactSheet shows all strips, one a row or, of short ones, several.
type contactSheet struct {
	img    *image.NRGBA
	w, h   int
	places [][]image.Point // by strip and frame
}

const sheetColumns = 12

// newContactSheet lays the strips out, in rows of sheetColumns.
func newContactSheet(strips []gait.Strip, shot Shot) *contactSheet {
	c := &contactSheet{places: make([][]image.Point, len(strips))}
	scale := max(1, (max(shot.Width, shot.Height)+159)/160)
	c.w, c.h = max(shot.Width/scale, 1), max(shot.Height/scale, 1)
	x, y := 0, 0
	for i := range strips {
		n := max(len(strips[i].Times), strips[i].Frames)
		if x > 0 && x+n > sheetColumns {
			x, y = 0, y+1
		}
		for range n {
			if x == sheetColumns {
				x, y = 0, y+1
			}
			c.places[i] = append(c.places[i], image.Pt(x*(c.w+2), y*(c.h+2)))
			x++
		}
	}
	c.img = image.NewNRGBA(image.Rect(0, 0, sheetColumns*(c.w+2), (y+1)*(c.h+2)))
	draw.Draw(c.img, c.img.Rect, image.NewUniform(color.NRGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	return c
}

// put shrinks a picture into its place, by the mean of whole blocks. Places do
// not overlap, so that several may be put at a time.
func (c *contactSheet) put(img *image.NRGBA, strip, frame int) {
	if strip >= len(c.places) || frame >= len(c.places[strip]) {
		return
	}
	at := c.places[strip][frame]
	k := max(img.Rect.Dx()/c.w, 1)
	for y := range c.h {
		for x := range c.w {
			var sum [3]int
			for j := range k {
				row := img.Pix[img.PixOffset(min(x*k, img.Rect.Dx()-1), min(y*k+j, img.Rect.Dy()-1)):]
				for i := range min(k, img.Rect.Dx()-x*k) {
					for n := range sum {
						sum[n] += int(row[4*i+n])
					}
				}
			}
			q := c.img.Pix[c.img.PixOffset(at.X+x, at.Y+y):][:4]
			for n := range sum {
				q[n] = uint8(sum[n] / (k * k))
			}
			q[3] = 255
		}
	}
}

// captions names each strip in its first picture.
func (c *contactSheet) captions(rep *StripsReport) {
	for i := range c.places {
		for k, p := range c.places[i] {
			text := fmt.Sprint(k)
			if k == 0 {
				text = rep.Strips[i].Name
			}
			caption(c.img, image.Rect(0, 0, c.w, c.h).Add(p), text)
		}
	}
}
