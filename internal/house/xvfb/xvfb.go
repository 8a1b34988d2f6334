// Package xvfb gives tests an X display of their own, drawn in memory.
package xvfb

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long the server may take to say which display it serves.
const patience = 2 * time.Minute

// Start starts an X server with one screen of the size given ("1280x720") and
// returns the environment variables, in the form of os.Environ, for programs
// that are to use it. The server picks a free display number by itself, so that
// tests of several packages do not take each other's, and wants a cookie, so
// that a program without XAUTHORITY is refused. It ends with the test.
func Start(t testing.TB, size string) []string {
	t.Helper()
	server, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Fatal("Xvfb is missing: make deps installs it")
	}
	var cookie [16]byte
	_, _ = rand.Read(cookie[:])
	authority := filepath.Join(t.TempDir(), "Xauthority")
	if err := os.WriteFile(authority, entry(cookie[:]), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	// Without -noreset the server starts afresh whenever its last client leaves,
	// and a program that connects at that moment finds nobody.
	x := exec.Command(server, "-displayfd", "3", "-screen", "0", size+"x24", "-nolisten", "tcp", "-noreset", "-auth", authority)
	x.ExtraFiles = []*os.File{w}
	err = x.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = x.Process.Kill()
		_ = x.Wait()
	})
	_ = r.SetReadDeadline(time.Now().Add(patience))
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not say which display it serves: %v", err)
	}
	return []string{"DISPLAY=:" + strings.TrimSpace(number), "XAUTHORITY=" + authority}
}

// entry is an authority file's entry that serves every address and display:
// family, address, number, method and data, each with a big-endian length.
func entry(cookie []byte) []byte {
	const wild = 0xffff // FamilyWild of Xauth.h
	b := binary.BigEndian.AppendUint16(nil, wild)
	for _, field := range []string{"", "", "MIT-MAGIC-COOKIE-1", string(cookie)} {
		b = binary.BigEndian.AppendUint16(b, uint16(len(field)))
		b = append(b, field...)
	}
	return b
}
