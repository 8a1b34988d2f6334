//go:build linux || freebsd || netbsd || openbsd

package display

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

func init() {
	if reason := check(os.Getenv("DISPLAY")); reason != "" {
		os.Stderr.WriteString("lab: no display: " + reason + "; start it in a desktop session (or under xvfb-run), or use labctl, which does the same work without a window\n")
		os.Exit(2)
	}
}

// timeoutSeconds is how long the server has to answer.
const timeoutSeconds = 5

// check returns why the X server named by a DISPLAY value cannot be used, or
// "" if it answered, or if the value is of a kind that only Xlib can try.
func check(name string) string {
	if name == "" {
		return "DISPLAY is not set"
	}
	host, number, ok := parse(name)
	if !ok {
		return "DISPLAY=" + name + " does not name an X server"
	}
	addresses := sockets(host, number)
	if addresses == nil {
		return "" // a remote host by name, or a path
	}
	reason := ""
	for _, cookie := range append(cookies(number), "") {
		for _, a := range addresses {
			answer := handshake(a, cookie)
			if answer == "" {
				return ""
			}
			if reason == "" {
				reason = "the X server of DISPLAY=" + name + " " + answer
			}
		}
	}
	return reason
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

// sockets lists where the server of a local host listens; nil for other hosts.
func sockets(host, number string) []syscall.Sockaddr {
	switch host {
	case "", "unix", "unix/":
		path := "/tmp/.X11-unix/X" + number
		return []syscall.Sockaddr{&syscall.SockaddrUnix{Name: "@" + path}, &syscall.SockaddrUnix{Name: path}}
	case "localhost", "127.0.0.1", "tcp/localhost":
		n, _ := strconv.Atoi(number)
		return []syscall.Sockaddr{&syscall.SockaddrInet4{Port: 6000 + n, Addr: [4]byte{127, 0, 0, 1}}}
	}
	return nil
}

// handshake opens an X connection with a magic cookie ("" for none) and returns
// "" if the server accepted it, else what it did.
func handshake(a syscall.Sockaddr, cookie string) string {
	family := syscall.AF_UNIX
	if _, ok := a.(*syscall.SockaddrInet4); ok {
		family = syscall.AF_INET
	}
	fd, err := syscall.Socket(family, syscall.SOCK_STREAM, 0)
	if err != nil {
		return "cannot be reached: " + err.Error()
	}
	defer syscall.Close(fd)
	wait := syscall.Timeval{Sec: timeoutSeconds}
	_ = syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &wait)
	_ = syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_SNDTIMEO, &wait)
	if err := syscall.Connect(fd, a); err != nil {
		return "cannot be reached: " + err.Error()
	}
	if _, err := syscall.Write(fd, request(cookie)); err != nil {
		return "does not answer: " + err.Error()
	}
	var answer [1]byte
	if n, err := syscall.Read(fd, answer[:]); err != nil || n != 1 {
		return "does not answer"
	}
	if answer[0] != 1 {
		return "refused the connection (no right to use it: see xauth)"
	}
	return ""
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
