package scene

import "strings"

// Severity ranks a Problem.
type Severity uint8

const (
	Error Severity = iota // refused, or will not work
	Warning
	Info
)

// String returns "error", "warning" or "info".
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "info"
}

// MarshalText writes the severity as a word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Problem is one thing that is wrong, said so that a user can mend it. It is
// the error that every package of the lab returns for refused input, and the
// shape of a warning. Its JSON form is part of labctl's contract.
type Problem struct {
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`              // stable, upper case: "ACCESSOR_OUT_OF_RANGE"
	File     string   `json:"file,omitempty"`    // the file at fault
	Pointer  string   `json:"pointer,omitempty"` // JSON pointer to the place, or "line 3"
	Message  string   `json:"message"`           // what is wrong, a sentence without full stop
	Remedy   string   `json:"remedy,omitempty"`  // what to do about it
	Err      error    `json:"-"`                 // the cause, if another error is
}

// Error returns file, place, message, code and remedy in one line.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ": ")
	}
	if p.Pointer != "" {
		b.WriteString(p.Pointer + ": ")
	}
	b.WriteString(p.Message)
	if p.Code != "" {
		b.WriteString(" [" + p.Code + "]")
	}
	if p.Remedy != "" {
		b.WriteString("; " + p.Remedy)
	}
	return b.String()
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }
