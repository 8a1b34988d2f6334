package pack

import (
	"crypto/sha256"
	"encoding/binary"
)

// GUID names an asset by its content: the first 128 bits of its SHA-256 as four
// big-endian signed 32-bit numbers, the first bytes first. The zero GUID names
// none.
type GUID [4]int32

// ContentGUID returns the GUID of an asset's bytes.
func ContentGUID(data []byte) GUID { return hashGUID(sha256.Sum256(data)) }

func hashGUID(sum [sha256.Size]byte) GUID {
	var g GUID
	for i := range g {
		g[i] = int32(binary.BigEndian.Uint32(sum[4*i:]))
	}
	return g
}

// IsZero reports whether the GUID names no asset.
func (g GUID) IsZero() bool { return g == GUID{} }
