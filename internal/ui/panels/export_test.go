package panels

// AboutText is the about box's content, for tests.
func AboutText() string { return aboutText() }

// NamesModule says whether the about box names a module.
func NamesModule(path string) bool {
	for _, o := range othersWorks {
		if o.module == path {
			return true
		}
	}
	return false
}
