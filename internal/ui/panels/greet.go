package panels

// Greet turns the picture slowly until the user takes hold of anything, so that
// the first look at the lab shows it alive.
func (a *App) Greet() { a.view.turntable, a.view.greeting = true, true }

// endGreeting stops the turning at the first button or key.
func (a *App) endGreeting() {
	if a.view.greeting && (a.in.Buttons != [3]bool{} || len(a.in.Keys) > 0 || a.in.Wheel != [2]float32{}) {
		a.view.turntable, a.view.greeting = false, false
	}
}
