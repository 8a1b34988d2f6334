package convert

import _ "embed"

//go:embed convert.py
var blenderScript string
