//go:build !unix

package atomicfile

// SyncDir does nothing: a folder cannot be flushed there.
func (Disk) SyncDir(string) error { return nil }
