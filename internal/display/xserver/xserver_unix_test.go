//go:build linux || freebsd || netbsd || openbsd

package xserver

import (
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestSockets(t *testing.T) {
	for name, want := range map[string]string{
		":1":            "unix @/tmp/.X11-unix/X1, unix /tmp/.X11-unix/X1",
		"unix:2.0":      "unix @/tmp/.X11-unix/X2, unix /tmp/.X11-unix/X2",
		"far:3":         "tcp far:6003",
		"tcp/far:3.1":   "tcp far:6003",
		"tcp/:0":        "tcp localhost:6000",
		"10.0.0.1:10.0": "tcp 10.0.0.1:6010",
		"[::1]:0":       "tcp [::1]:6000",
		"/private/x:0":  "",
	} {
		host, number, ok := parse(name)
		if !ok {
			t.Errorf("%s is not read", name)
			continue
		}
		var got []string
		for _, a := range sockets(host, number) {
			got = append(got, a.network+" "+a.at)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// answering is an X server, as far as the first byte goes; 0xff never answers.
func answering(t *testing.T, first byte) (display string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			buf := make([]byte, 12)
			_, _ = c.Read(buf)
			if first != 0xff {
				_, _ = c.Write([]byte{first, 0, 0, 0, 0, 0, 0, 0})
			}
			_ = c.Close()
		}
	}()
	port := l.Addr().(*net.TCPAddr).Port
	return "127.0.0.1:" + strconv.Itoa(port-6000)
}

func TestCheck(t *testing.T) {
	t.Setenv("XAUTHORITY", os.DevNull)
	for _, c := range []struct{ name, display, want string }{
		{"accepts", answering(t, 1), ""},
		{"refuses", answering(t, 0), "refused the connection"},
		{"hangs up", answering(t, 0xff), "does not answer"},
		{"no host", "nosuchhost.invalid:0", "cannot be reached"},
		{"no server", "127.0.0.1:4091", "cannot be reached"},
		{"nothing", "", "not set"},
	} {
		start := time.Now()
		open, got := Check(c.display)
		if (open != nil) != (got == "") {
			t.Errorf("%s: reason %q, connection %v", c.name, got, open)
		}
		if open != nil {
			_ = open.Close()
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if d := time.Since(start); d > 2*timeout {
			t.Errorf("%s: took %v", c.name, d)
		}
	}
}
