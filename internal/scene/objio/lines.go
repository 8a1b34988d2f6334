package objio

import (
	"bytes"
	"errors"
	"io"
)

const (
	readChunk = 256 << 10
	// maxLine is the longest line that is read, continuations included: a face of
	// about half a million corners.
	maxLine = 8 << 20
)

var errLongLine = errors.New("the line is too long")

// lines gives a text line by line. Lines end in LF, CR LF or CR; a backslash at
// the end joins the next line on, except in comments, where Windows paths end so.
type lines struct {
	r     io.Reader
	buf   []byte // what was read and not yet given out is buf[from:]
	from  int
	end   bool
	join  []byte
	n     int // lines of the file so far
	first int // number of the current line; its first, where lines were joined
}

func newLines(r io.Reader) *lines { return &lines{r: r, buf: make([]byte, 0, readChunk)} }

// next returns the next line without its end. It is valid until the next call.
// The error is io.EOF at the end.
func (s *lines) next() ([]byte, error) {
	line, err := s.physical()
	if err != nil {
		return nil, err
	}
	s.first = s.n
	if s.n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if !continues(line) {
		return line, nil
	}
	s.join = s.join[:0]
	for {
		on := continues(line)
		if on {
			line = line[:len(line)-1]
		}
		s.join = append(s.join, line...)
		if !on {
			return s.join, nil
		}
		s.join = append(s.join, ' ')
		if len(s.join) > maxLine {
			return nil, errLongLine
		}
		if line, err = s.physical(); err == io.EOF {
			return s.join, nil
		} else if err != nil {
			return nil, err
		}
	}
}

func continues(line []byte) bool {
	if len(line) == 0 || line[len(line)-1] != '\\' {
		return false
	}
	t := bytes.TrimLeft(line, " \t")
	return t[0] != '#'
}

// physical returns one line of the file.
func (s *lines) physical() ([]byte, error) {
	look := 0 // what lies before it was searched already
	for {
		rest := s.buf[s.from:]
		if i := lineEnd(rest, look, s.end); i >= 0 {
			line := rest[:i]
			s.from += i + 1
			if rest[i] == '\r' && i+1 < len(rest) && rest[i+1] == '\n' {
				s.from++
			}
			s.n++
			return line, nil
		}
		if s.end {
			if len(rest) == 0 {
				return nil, io.EOF
			}
			s.from = len(s.buf)
			s.n++
			return rest, nil
		}
		if len(rest) > maxLine {
			s.n++
			s.first = s.n
			return nil, errLongLine
		}
		look = max(0, len(rest)-1) // a CR at the very end may belong to the LF to come
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
}

// lineEnd finds the first CR or LF at or after from, or -1. A CR that ends the
// buffer counts only at the end of the file.
func lineEnd(b []byte, from int, end bool) int {
	i := bytes.IndexByte(b[from:], '\n')
	part := b[from:]
	if i >= 0 {
		part = part[:i]
	}
	if c := bytes.IndexByte(part, '\r'); c >= 0 && (from+c+1 < len(b) || end) {
		return from + c
	}
	if i < 0 {
		return -1
	}
	return from + i
}

// fill reads more, moving what is left to the front of the buffer.
func (s *lines) fill() error {
	if s.from > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.from:])]
		s.from = 0
	}
	if len(s.buf) == cap(s.buf) {
		grown := make([]byte, len(s.buf), 2*cap(s.buf))
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	if err == io.EOF {
		s.end = true
		return nil
	}
	return err
}
