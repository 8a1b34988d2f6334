package main

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"time"
)

// began is when this package was initialised: where the system does not tell
// when the process started, the next best.
var began = time.Now()

// sinceStart returns the time since the process was started. On Linux it comes
// from /proc, to 10 ms; elsewhere from the start of this program's own code.
func sinceStart() time.Duration {
	if d, ok := sinceFork(); ok {
		return d
	}
	return time.Since(began)
}

func sinceFork() (time.Duration, bool) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, false
	}
	uptime, err := os.ReadFile("/proc/uptime")
	if err != nil {
		return 0, false
	}
	// Field 22 is the start after boot in 1/100 s; the name in field 2 may hold spaces.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return 0, false
	}
	start, err1 := strconv.ParseFloat(string(fields[19]), 64)
	now, err2 := strconv.ParseFloat(string(bytes.Fields(uptime)[0]), 64)
	if err1 != nil || err2 != nil {
		return 0, false
	}
	return time.Duration((now - start/100) * float64(time.Second)), true
}

// version is the module's, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (v == "" || v == "(devel)") {
			v = s.Value
		}
	}
	if v == "" {
		v = "(devel)"
	}
	return v + " " + info.GoVersion
}
