package gltfio

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"donorlab/internal/scene"
)

const (
	glbMagic  = 0x46546C67 // "glTF"
	chunkJSON = 0x4E4F534A // "JSON"
	chunkBIN  = 0x004E4942 // "BIN\0"
)

const remedyExport = "export the file again, as glTF 2.0"

// container is a file taken apart: the JSON text and the GLB's binary chunk.
type container struct {
	glb  bool
	text []byte
	bin  []byte // nil when there is none
}

// split takes a .glb or .gltf file apart; which one it is, the bytes decide.
func (l *loader) split(data []byte) (container, *scene.Problem) {
	if len(data) >= 4 && binary.LittleEndian.Uint32(data) == glbMagic {
		return l.splitGLB(data)
	}
	text := data
	if bytes.HasPrefix(text, []byte("\xEF\xBB\xBF")) {
		text = text[3:]
		l.warn("JSON_BOM", "", "the JSON starts with a byte order mark, which glTF forbids", "save the file as UTF-8 without BOM")
	}
	text = bytes.Trim(text, " \t\r\n\x00")
	if len(text) == 0 {
		return container{}, problem("FILE_EMPTY", "", "the file is empty", "the export was cut off, or the download failed; get the file again")
	}
	if text[0] != '{' {
		return container{}, problem("NOT_GLTF", "", "this is not a glTF file"+guess(data), "open a .glb or .gltf file; other formats must be converted first, in Blender for instance")
	}
	return container{text: text}, nil
}

// guess names the format of a file that is not glTF, where its first bytes tell.
func guess(data []byte) string {
	for _, k := range []struct{ magic, name string }{
		{"Kaydara FBX", "an FBX file"}, {"PK\x03\x04", "a ZIP archive: unpack it first"}, {"<?xml", "an XML file (COLLADA?)"},
		{"BLENDER", "a Blender file"}, {"\x1f\x8b", "gzip-compressed: unpack it first"}, {"\x89PNG", "a PNG picture"},
		{"\xff\xd8", "a JPEG picture"}, {"<!DOCTYPE", "a web page: the download failed"}, {"<html", "a web page: the download failed"},
		{"version https://git-lfs", "a Git LFS pointer: fetch the real file with git lfs pull"},
		{"\xff\xfe", "UTF-16 text: save it as UTF-8"}, {"\xfe\xff", "UTF-16 text: save it as UTF-8"},
	} {
		if bytes.HasPrefix(data, []byte(k.magic)) {
			return " but " + k.name
		}
	}
	return ""
}

func (l *loader) splitGLB(data []byte) (container, *scene.Problem) {
	c := container{glb: true}
	if len(data) < 20 {
		return c, problem("GLB_UNEXPECTED_END_OF_HEADER", "", fmt.Sprintf("the GLB ends after %d bytes, within its header", len(data)), "the download or export was cut off; get the file again")
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != 2 {
		return c, problem("GLB_VERSION", "", fmt.Sprintf("the GLB container has version %d, only 2 is known", v), remedyExport)
	}
	total := int64(binary.LittleEndian.Uint32(data[8:]))
	switch {
	case total > int64(len(data)):
		return c, problem("GLB_LENGTH_MISMATCH", "", fmt.Sprintf("the GLB says it has %d bytes, but the file has %d", total, len(data)), "the download or export was cut off; get the file again")
	case total < 20:
		return c, problem("GLB_LENGTH_TOO_SMALL", "", fmt.Sprintf("the GLB says it has %d bytes, less than its header", total), remedyExport)
	case total < int64(len(data)):
		l.warn("GLB_LENGTH_MISMATCH", "", fmt.Sprintf("%d bytes after the end of the GLB are left out", int64(len(data))-total), remedyExport)
	}
	data = data[:total]
	for at, n := 12, 0; at < len(data); n++ {
		rest := data[at:]
		if len(rest) < 8 {
			if n == 0 || len(bytes.Trim(rest, "\x00")) > 0 {
				l.warn("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "", "the GLB ends within a chunk's header", remedyExport)
			}
			break
		}
		size, kind := int64(binary.LittleEndian.Uint32(rest)), binary.LittleEndian.Uint32(rest[4:])
		if size > int64(len(rest)-8) {
			return c, problem("GLB_CHUNK_TOO_BIG", "", fmt.Sprintf("chunk %d says it has %d bytes, but %d are left", n, size, len(rest)-8), "the download or export was cut off; get the file again")
		}
		body := rest[8 : 8+size : 8+size]
		if size%4 != 0 {
			l.warn("GLB_CHUNK_LENGTH_UNALIGNED", "", fmt.Sprintf("chunk %d has %d bytes, which is not a multiple of 4", n, size), remedyExport)
		}
		switch {
		case n == 0 && kind != chunkJSON:
			return c, problem("GLB_UNEXPECTED_FIRST_CHUNK", "", fmt.Sprintf("the first chunk is of type 0x%08X, it must be JSON", kind), remedyExport)
		case n == 0:
			c.text = bytes.Trim(body, " \t\r\n\x00")
		case kind == chunkBIN && c.bin == nil:
			if n > 1 {
				l.warn("GLB_UNEXPECTED_BIN_CHUNK", "", fmt.Sprintf("the BIN chunk is chunk %d, it should be the second", n), remedyExport)
			}
			c.bin = body
		case kind == chunkBIN || kind == chunkJSON:
			l.warn("GLB_DUPLICATE_CHUNK", "", fmt.Sprintf("chunk %d is a second one of its type and is left out", n), remedyExport)
		default:
			l.warn("GLB_UNKNOWN_CHUNK_TYPE", "", fmt.Sprintf("chunk %d is of the unknown type 0x%08X and is left out", n, kind), "")
		}
		at += 8 + int(size)
	}
	if len(c.text) == 0 {
		return c, problem("GLB_EMPTY_CHUNK", "", "the JSON chunk is empty", remedyExport)
	}
	if bytes.HasPrefix(c.text, []byte("\xEF\xBB\xBF")) {
		c.text = c.text[3:]
		l.warn("JSON_BOM", "", "the JSON starts with a byte order mark, which glTF forbids", remedyExport)
	}
	return c, nil
}
