//go:build linux || freebsd || netbsd || openbsd

// Package xserver asks whether the X server of a DISPLAY value can be used. It
// is apart from package display, whose import ends a program.
package xserver

import (
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// timeout is how long the server has to answer, and the network to find it.
const timeout = 5 * time.Second

// Check returns why the X server named by a DISPLAY value cannot be used, or
// "" if it answered, or if the value is of a kind that only Xlib can try. With
// an answer comes the connection, else nil. It is best kept open until the
// program has another: a server whose last client leaves may start afresh, as
// xvfb-run's does, and refuses whoever connects at that moment.
func Check(name string) (open io.Closer, reason string) {
	if name == "" {
		return nil, "DISPLAY is not set"
	}
	host, number, ok := parse(name)
	if !ok {
		return nil, "DISPLAY=" + name + " does not name an X server"
	}
	addresses := sockets(host, number)
	if addresses == nil {
		return nil, "" // a path
	}
	for _, cookie := range append(cookies(number), "") {
		for _, a := range addresses {
			open, answer, reached := handshake(a, cookie)
			if answer == "" {
				return open, ""
			}
			if reason == "" {
				reason = "the X server of DISPLAY=" + name + " " + answer
			}
			if !reached && len(addresses) == 1 {
				return nil, reason // another cookie does not help
			}
		}
	}
	return nil, reason
}

// parse splits [protocol/][host]:number[.screen].
func parse(name string) (host, number string, ok bool) {
	i := strings.LastIndexByte(name, ':')
	if i < 0 {
		return "", "", false
	}
	host, number = name[:i], name[i+1:]
	if j := strings.IndexByte(number, '.'); j >= 0 {
		number = number[:j]
	}
	if n, err := strconv.Atoi(number); err != nil || n < 0 || n > 59000 {
		return "", "", false
	}
	return host, number, true
}

// address is where an X server may listen, for net.Dial.
type address struct{ network, at string }

// sockets lists where the server of a host listens; nil for a path, which only
// Xlib knows what to do with.
func sockets(host, number string) []address {
	protocol, rest, ok := strings.Cut(host, "/")
	switch {
	case host == "", host == "unix", ok && protocol == "unix":
		path := "/tmp/.X11-unix/X" + number
		return []address{{"unix", "@" + path}, {"unix", path}}
	case host[0] == '/':
		return nil
	case ok && (protocol == "tcp" || protocol == "inet" || protocol == "inet6"):
		host = rest
	}
	if host == "" {
		host = "localhost"
	}
	n, _ := strconv.Atoi(number)
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]") // [::1]:0
	return []address{{"tcp", net.JoinHostPort(host, strconv.Itoa(6000+n))}}
}

// handshake opens an X connection with a magic cookie ("" for none) and returns
// it with the answer "" if the server accepted it, else what the server did.
// reached says that there was something to talk to.
func handshake(a address, cookie string) (open net.Conn, answer string, reached bool) {
	c, err := net.DialTimeout(a.network, a.at, timeout)
	if err != nil {
		return nil, "cannot be reached: " + plain(err), false
	}
	_ = c.SetDeadline(time.Now().Add(timeout))
	if answer, reached = greet(c, cookie); answer != "" {
		_ = c.Close()
		return nil, answer, reached
	}
	return c, "", true
}

func greet(c net.Conn, cookie string) (answer string, reached bool) {
	if _, err := c.Write(request(cookie)); err != nil {
		return "does not answer: " + plain(err), false
	}
	var first [1]byte
	if n, err := c.Read(first[:]); err != nil || n != 1 {
		return "does not answer", false
	}
	if first[0] != 1 {
		return "refused the connection (no right to use it: see xauth)", true
	}
	return "", true
}

// plain is a network error without the addresses that its message repeats, in
// one line.
func plain(err error) string {
	var dns *net.DNSError
	var sys syscall.Errno
	var op *net.OpError
	text := err.Error()
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		text = "there is no host of that name"
	case errors.As(err, &op) && op.Timeout():
		text = "it does not answer in time"
	case errors.As(err, &sys):
		text = sys.Error()
	}
	return strings.ReplaceAll(text, "\n", " ")
}

// request is the connection setup of the X11 protocol, version 11.0, least
// significant byte first.
func request(cookie string) []byte {
	const method = "MIT-MAGIC-COOKIE-1"
	name := ""
	if cookie != "" {
		name = method
	}
	b := []byte{'l', 0, 11, 0, 0, 0, byte(len(name)), 0, byte(len(cookie)), byte(len(cookie) >> 8), 0, 0}
	b = append(b, pad(name)...)
	return append(b, pad(cookie)...)
}

func pad(s string) string { return s + strings.Repeat("\x00", -len(s)&3) }

// cookies returns the magic cookies for a display number in the user's
// authority file: entries of big-endian lengths and strings.
func cookies(number string) []string {
	path := os.Getenv("XAUTHORITY")
	if path == "" {
		path = os.Getenv("HOME") + "/.Xauthority"
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var found []string
	rest := string(data)
	take := func() (s string, ok bool) {
		if len(rest) < 2 {
			return "", false
		}
		n := int(rest[0])<<8 | int(rest[1])
		if len(rest) < 2+n {
			return "", false
		}
		s, rest = rest[2:2+n], rest[2+n:]
		return s, true
	}
	for len(rest) > 2 {
		rest = rest[2:] // address family
		var field [4]string
		for i := range field { // address, display number, method, data
			s, ok := take()
			if !ok {
				return found
			}
			field[i] = s
		}
		if field[2] == "MIT-MAGIC-COOKIE-1" && (field[1] == number || field[1] == "") && len(field[3]) < 256 {
			found = append(found, field[3])
		}
	}
	return found
}
