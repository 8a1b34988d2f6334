package flight

import (
	"math"
	"testing"
)

// TestTurnHalf works out by hand: 180 degrees at 90 degrees a second are 2 s,
// 120 steps of 1.5 degrees, and half a turn goes left, which is positive.
func TestTurnHalf(t *testing.T) {
	for _, start := range []float64{0, 90, -90, 180, 37, -143.7} {
		turn := Turn{YawDeg: start}
		target := wrapDeg(start + 180)
		first := turn.Toward(target, 90, 0, DT)
		if got := wrapDeg(first.YawDeg - start); math.Abs(got-1.5) > 1e-9 {
			t.Errorf("from %v: the first step turns %v, not 1.5 to the left", start, got)
		}
		n := 0
		for ; turn.YawDeg != target; n++ {
			turn = turn.Toward(target, 90, 0, DT)
			if n > 200 {
				t.Fatalf("from %v: does not arrive", start)
			}
		}
		if n != 120 {
			t.Errorf("from %v: %d steps, not 120", start, n)
		}
	}
}

func TestTurnShortestWay(t *testing.T) {
	for _, c := range []struct{ from, to, want float64 }{
		{170, -170, 20}, {-170, 170, -20}, {10, -10, -20}, {-90, 91, -179}, {-90, 89, 179},
		{0, 180, 180}, {180, 0, 180}, {0, -180, 180}, {90, -90, 180}, {-90, 90, 180}, {0, 720, 0}, {5, 365, 0}, {179.5, -179.5, 1},
		{0, 180.0000001, 180}, // a hair over half a turn is rounding
	} {
		if got := ShortestDeg(c.from, c.to); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("from %v to %v: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestTurnBank follows a turn of 90 degrees to the left at 90 degrees a second
// with a bank of 6: the bank moves at 6*3+30 = 48 degrees a second, 0.8 a step,
// towards -6 (left wing down) while the error is 45 or more. It gets there in 8
// steps (6/0.8 = 7.5). The error is 45 after 30 steps; from then on the goal
// falls by 1.5/45*6 = 0.2 a step, which the bank follows at once.
func TestTurnBank(t *testing.T) {
	var turn Turn
	bank := make([]float64, 0, 80)
	for range 80 {
		turn = turn.Toward(90, 90, 6, DT)
		bank = append(bank, turn.BankDeg)
	}
	for step, want := range map[int]float64{1: -0.8, 2: -1.6, 7: -5.6, 8: -6, 9: -6, 30: -6, 31: -6, 32: -5.8, 33: -5.6, 46: -3, 60: -0.2, 61: 0, 70: 0} {
		if got := bank[step-1]; math.Abs(got-want) > 1e-9 {
			t.Errorf("bank after step %d: %v, want %v", step, got, want)
		}
	}
	right := Turn{}.Toward(-90, 90, 6, DT)
	if math.Abs(right.BankDeg-0.8) > 1e-9 {
		t.Errorf("a right turn banks %v, want the right wing down, 0.8", right.BankDeg)
	}
	// The goal is proportional below 45: an error of 9 gives a fifth of 6.
	small := Turn{}
	for range 3 {
		small.YawDeg = 0
		small = small.Toward(9, 90, 6, DT)
	}
	if math.Abs(small.BankDeg+1.2) > 1e-9 {
		t.Errorf("an error of 9 degrees banks %v, want -1.2", small.BankDeg)
	}
}

// TestTurnStepCap: half a second counts as a tenth, 18 degrees at 180 a second
// and 4.8 of bank.
func TestTurnStepCap(t *testing.T) {
	got := Turn{}.Toward(90, 180, 6, 0.5)
	if math.Abs(got.YawDeg-18) > 1e-9 || math.Abs(got.BankDeg+4.8) > 1e-9 {
		t.Errorf("after a step of 0.5 s: %+v, want yaw 18, bank -4.8", got)
	}
}

func TestTurnSnap(t *testing.T) {
	if got := (Turn{YawDeg: 10}).Toward(-170, 0, 6, DT); got.YawDeg != -170 || got.BankDeg != 0 {
		t.Errorf("without a rate: %+v", got)
	}
}

// TestPhase has its numbers from the definition, by hand.
func TestPhase(t *testing.T) {
	for k, want := range []float64{0, 0.618034, 0.236068, 0.854102, 0.472136} {
		if got := Phase(k, 1); math.Abs(got-want) > 1e-9 {
			t.Errorf("copy %d: %v, want %v", k, got, want)
		}
		if got := Phase(k, 0.5); math.Abs(got-want/2) > 1e-9 {
			t.Errorf("copy %d at spread 0.5: %v, want %v", k, got, want/2)
		}
	}
}
