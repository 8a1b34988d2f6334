package panels_test

import (
	"testing"

	"donorlab/internal/lab"
	"donorlab/internal/ui"
)

// Theme and scale are applied to what is on the screen, by menu and keys, and
// kept in the settings.
func TestThemeAndScale(t *testing.T) {
	s, a, st := loaded(t)
	shoot(t, st, "720_theme_dark")
	before := st.Picture().NRGBAAt(3, 300)
	press(t, a, st, "menu/View")
	st.Ticks(2)
	shoot(t, st, "720_menu_view")
	press(t, a, st, "menu/View/Light theme")
	st.Ticks(3)
	if !s.Settings().Light() || st.Picture().NRGBAAt(3, 300).R < before.R+100 {
		t.Errorf("theme %q, the panel went from %v to %v", s.Settings().Theme, before, st.Picture().NRGBAAt(3, 300))
	}
	shoot(t, st, "720_theme_light")
	tab := widgetNamed(t, a, "left/models")
	for range 9 {
		chord(st, ui.KeyEqual)
	}
	st.Ticks(3)
	if got := s.Settings().Zoom(); got != lab.MaxUIScale {
		t.Fatalf("nine times larger is %g", got)
	}
	if got := widgetNamed(t, a, "left/models"); got.H < tab.H*1.8 {
		t.Errorf("at 200 %% a tab is %g pixels high, at 100 %% %g", got.H, tab.H)
	}
	shoot(t, st, "720_scale_200")
	for range 9 {
		chord(st, ui.KeyMinus)
	}
	st.Ticks(3)
	if got := s.Settings().Zoom(); got != lab.MinUIScale {
		t.Fatalf("nine times smaller is %g", got)
	}
	shoot(t, st, "720_scale_75")
	chord(st, ui.Key0)
	if got := s.Settings().UIScale; got != 0 {
		t.Errorf("Ctrl+0 left %g", got)
	}
}
