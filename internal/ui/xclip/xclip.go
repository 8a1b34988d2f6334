//go:build linux || freebsd || netbsd || openbsd

package xclip

import (
	"encoding/binary"
	"errors"
	"io"
	"log"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Clipboard is a connection to the X server that owns or asks for the CLIPBOARD
// selection. It is made on first use. Safe for concurrent use.
type Clipboard struct {
	once   sync.Once
	err    error
	conn   *xgb.Conn
	window xproto.Window
	atoms  map[string]xproto.Atom
	answer chan xproto.SelectionNotifyEvent

	mu   sync.Mutex
	text string
	own  bool // the selection is ours
}

// The selection's names and the kinds of text that are given and asked for.
var atomNames = []string{"CLIPBOARD", "TARGETS", "UTF8_STRING", "text/plain;charset=utf-8", "STRING", "ATOM", "INCR", "DONORLAB"}

const (
	patience = 300 * time.Millisecond // for another program's answer
	maxText  = 1 << 18                // bytes that one X request surely holds
)

// New returns a clipboard; the X server is called when it is first used.
func New() *Clipboard {
	return &Clipboard{answer: make(chan xproto.SelectionNotifyEvent, 1)}
}

func (c *Clipboard) connect() error {
	c.once.Do(func() { c.err = c.dial() })
	return c.err
}

func (c *Clipboard) dial() error {
	xgb.Logger = log.New(io.Discard, "", 0) // it would write to the terminal
	conn, err := xgb.NewConn()
	if err != nil {
		return err
	}
	screen := xproto.Setup(conn).DefaultScreen(conn)
	if c.window, err = xproto.NewWindowId(conn); err != nil {
		conn.Close()
		return err
	}
	xproto.CreateWindow(conn, 0, c.window, screen.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, screen.RootVisual, 0, nil)
	c.atoms = map[string]xproto.Atom{}
	for _, name := range atomNames {
		reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			conn.Close()
			return err
		}
		c.atoms[name] = reply.Atom
	}
	c.conn = conn
	go c.serve()
	return nil
}

// serve answers other programs until the connection ends.
func (c *Clipboard) serve() {
	for {
		event, err := c.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) {
		case xproto.SelectionRequestEvent:
			c.give(e)
		case xproto.SelectionClearEvent:
			c.mu.Lock()
			c.own = false
			c.mu.Unlock()
		case xproto.SelectionNotifyEvent:
			select {
			case c.answer <- e:
			default: // nobody waits any more
			}
		}
	}
}

// give writes the text, or the kinds that it can be had in, to the asker's
// property, and tells it so.
func (c *Clipboard) give(e xproto.SelectionRequestEvent) {
	property := e.Property
	if property == xproto.AtomNone {
		property = e.Target
	}
	c.mu.Lock()
	text := c.text
	c.mu.Unlock()
	switch e.Target {
	case c.atoms["TARGETS"]:
		var kinds []byte
		for _, name := range []string{"TARGETS", "UTF8_STRING", "text/plain;charset=utf-8", "STRING"} {
			kinds = binary.LittleEndian.AppendUint32(kinds, uint32(c.atoms[name]))
		}
		xproto.ChangeProperty(c.conn, xproto.PropModeReplace, e.Requestor, property, c.atoms["ATOM"], 32, uint32(len(kinds)/4), kinds)
	case c.atoms["UTF8_STRING"], c.atoms["text/plain;charset=utf-8"], c.atoms["STRING"]:
		xproto.ChangeProperty(c.conn, xproto.PropModeReplace, e.Requestor, property, e.Target, 8, uint32(len(text)), []byte(text))
	default:
		property = xproto.AtomNone
	}
	reply := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
	xproto.SendEvent(c.conn, false, e.Requestor, 0, string(reply.Bytes()))
}

// SetText makes the text what other programs paste. Text over 256 KiB, which
// one request does not hold, stays within the program.
func (c *Clipboard) SetText(text string) {
	c.mu.Lock()
	c.text, c.own = text, true
	c.mu.Unlock()
	if len(text) <= maxText && c.connect() == nil {
		xproto.SetSelectionOwner(c.conn, c.window, c.atoms["CLIPBOARD"], xproto.TimeCurrentTime)
		c.conn.Sync()
	}
}

// Text returns what was copied last, here or in another program.
func (c *Clipboard) Text() (string, error) {
	c.mu.Lock()
	text, own := c.text, c.own
	c.mu.Unlock()
	if own {
		return text, nil
	}
	if err := c.connect(); err != nil {
		return "", err
	}
	select {
	case <-c.answer: // a late answer to an earlier question
	default:
	}
	property := c.atoms["DONORLAB"]
	xproto.ConvertSelection(c.conn, c.window, c.atoms["CLIPBOARD"], c.atoms["UTF8_STRING"], property, xproto.TimeCurrentTime)
	c.conn.Sync()
	select {
	case e := <-c.answer:
		if e.Property == xproto.AtomNone {
			return "", errors.New("xclip: the clipboard holds no text")
		}
	case <-time.After(patience):
		return "", errors.New("xclip: the program that owns the clipboard does not answer")
	}
	reply, err := xproto.GetProperty(c.conn, true, c.window, property, xproto.GetPropertyTypeAny, 0, maxText).Reply()
	if err != nil {
		return "", err
	}
	if reply.Type == c.atoms["INCR"] {
		return "", errors.New("xclip: the text is too long")
	}
	return string(reply.Value), nil
}

// Close ends the connection; what was copied is lost to other programs.
func (c *Clipboard) Close() {
	if c.connect() == nil {
		c.conn.Close()
	}
}
