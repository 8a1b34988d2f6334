package lab

import (
	"runtime"
	"runtime/debug"
)

// release is this version of the lab.
const release = "0.2.0"

// VersionInfo says which lab this is.
type VersionInfo struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"` // where the build knows it
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Version returns the version, the Go release and the platform.
func Version() VersionInfo {
	v := VersionInfo{Version: release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
	}
	return v
}
