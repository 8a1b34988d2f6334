package pack

import (
	"archive/zip"
	"bytes"
	"hash/crc32"

	"donorlab/internal/atomicfile"
)

// zipBytes packs files in their order. Nothing is compressed, because a
// compressor's output changes between Go releases, and no time is kept, so that
// the same files give the same bytes.
func zipBytes(files []atomicfile.Content) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		size := uint64(len(f.Data))
		h := &zip.FileHeader{
			Name:               f.Path,
			Method:             zip.Store,
			Flags:              0x800, // the name is UTF-8
			CreatorVersion:     3<<8 | 20,
			ReaderVersion:      20,
			ExternalAttrs:      0o100644 << 16,
			CRC32:              crc32.ChecksumIEEE(f.Data),
			CompressedSize64:   size,
			UncompressedSize64: size,
			ModifiedDate:       1<<5 | 1, // 1 January 1980, the format's first day
		}
		e, err := w.CreateRaw(h)
		if err != nil {
			return nil, err
		}
		if _, err := e.Write(f.Data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
