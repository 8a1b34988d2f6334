package lab

// exported remembers the last export, so that the station can say whether it is
// still true.
type exported struct {
	dir  string
	work *Work
}
