package dials

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limit is the largest number of a dial file, either way: no dial has a use for
// more, and what is computed from it stays far from infinity.
const Limit = 1e6

// FormatNumber writes a number as dial files have it: a decimal point, and as
// many digits as it takes to be read again as the same number.
func FormatNumber(v float64) string {
	if v == 0 {
		return "0" // not -0
	}
	if a := math.Abs(v); a < 1e-6 || a >= 1e15 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// FormatList writes a list as dial files have it.
func FormatList(words []string) string { return strings.Join(words, ",") }

// parseNumber reads a number in plain decimal form. why is empty for a good one.
func parseNumber(s string) (v float64, code, why string) {
	if s == "" {
		return 0, "DIAL_NOT_A_NUMBER", "has no value"
	}
	low := strings.ToLower(strings.TrimLeft(s, "+-"))
	if low == "nan" || low == "inf" || low == "infinity" {
		return 0, "DIAL_OUT_OF_RANGE", "is not a finite number"
	}
	if strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, "DIAL_NOT_A_NUMBER", quote(s) + " is not a number"
	}
	v, err := strconv.ParseFloat(s, 64)
	if math.Abs(v) > Limit { // also where it is too large to be read
		return 0, "DIAL_OUT_OF_RANGE", quote(s) + " is more than any dial can be, " + FormatNumber(Limit)
	}
	if err != nil {
		return 0, "DIAL_NOT_A_NUMBER", quote(s) + " is not a number"
	}
	if v == 0 {
		v = 0 // -0 is read as 0
	}
	return v, "", ""
}

// parseSwitch reads on or off.
func parseSwitch(s string) (v float64, ok bool) {
	switch strings.ToLower(s) {
	case "1", "on", "true", "yes":
		return 1, true
	case "0", "off", "false", "no":
		return 0, true
	}
	return 0, false
}

// quote shows a piece of a file, shortened and without what a terminal would obey.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		n := most
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "..."
	}
	return strconv.Quote(s)
}
