package ijit

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
)

// crowd writes a transition system in which a thread starts others without end,
// which choose among many local states: few steps lead to the target, but it takes
// n threads, and the configurations with n threads are too many to count.
func crowd(n int) string {
	var b strings.Builder
	locals := n + 2
	fmt.Fprintf(&b, "%d %d\n0 0 +> 0 1\n", n+1, locals)
	for l := 2; l < locals; l++ {
		fmt.Fprintf(&b, "0 1 -> 0 %d\n0 %d -> 0 1\n", l, l)
	}
	for s := range n {
		fmt.Fprintf(&b, "%d %d -> %d 0\n", s, s+2, s+1)
	}
	return b.String()
}

func TestForwardAccelerates(t *testing.T) {
	m, err := Read("crowd.tts", strings.NewReader(crowd(14)))
	if err != nil {
		t.Fatal(err)
	}
	c := &check{Model: m, Options: Options{Target: "14|0"}, ctx: context.Background(), begin: time.Now()}
	if err := c.prepare(); err != nil {
		t.Fatal(err)
	}
	r := &racer[uint32]{check: c, ctx: c.ctx, open: c.tableSide, shared: &standing{states: map[string]int{}}}
	if err := r.forward(); err != nil {
		t.Fatal(err)
	}
	if r.Algorithm != "km" || r.Verdict != Unsafe {
		t.Errorf("%v, want km to find the error", r.Side)
	}
}

// TestRaceEnds checks that no search goes on behind the answer, whoever answers or
// if nobody does.
func TestRaceEnds(t *testing.T) {
	for _, test := range []struct {
		file    string
		timeout time.Duration
		reason  Reason
		sides   int
	}{
		{"../examples/dekker.bp", 0, "", 2},
		{"../examples/dekker-broken.bp", 0, "", 2},
		{"../examples/dekker.bp", time.Nanosecond, Timeout, 2},
		{"../examples/concurrent/bluetooth.bp", 0, "", 3},
		{"../examples/concurrent/bluetooth-broken.bp", 0, "", 3},
		{"../examples/concurrent/bluetooth.bp", time.Nanosecond, Timeout, 3},
	} {
		m, err := Open(test.file)
		if err != nil {
			t.Fatal(err)
		}
		before := runtime.NumGoroutine()
		r, err := m.Check(context.Background(), Options{Timeout: test.timeout})
		if err != nil {
			t.Fatal(err)
		}
		if r.Reason != test.reason || len(r.Stats.Sides) != test.sides || (r.By == "") != (r.Verdict == Unknown) {
			t.Errorf("%s: %v(%s) by %q, sides %v", test.file, r.Verdict, r.Reason, r.By, r.Stats.Sides)
		}
		for tries := 0; runtime.NumGoroutine() > before; tries++ { // one that has answered may still be ending
			if tries == 100 {
				t.Fatalf("%s: %d goroutines before the check, %d behind it", test.file, before, runtime.NumGoroutine())
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// TestRacePanic checks that a panic on one side is raised where it can be caught.
func TestRacePanic(t *testing.T) {
	c := &check{ctx: context.Background(), begin: time.Now()}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "spilled") {
			t.Errorf("recovered %v", r)
		}
	}()
	race(c, func(*algorithms.Meter) (*side[uint32], error) { panic("spilled") })
	t.Error("no panic")
}

// TestRacePrefersShort checks that the short execution of the forward side is
// waited for.
func TestRacePrefersShort(t *testing.T) {
	answer := func(direction string, v Verdict) *racer[uint32] {
		return &racer[uint32]{Side: Side{Direction: direction, Verdict: v}}
	}
	finished := make(chan *racer[uint32], 2)
	finished <- answer("backward", Unsafe)
	finished <- answer("forward", Unsafe)
	if got := first(finished, time.Now()); got.Direction != "forward" {
		t.Errorf("the answer is that of the %s side", got.Direction)
	}
	finished = make(chan *racer[uint32], 2)
	finished <- answer("backward", Unsafe)
	begin := time.Now()
	if got := first(finished, begin); got.Direction != "backward" {
		t.Errorf("the answer is that of the %s side", got.Direction)
	}
	if waited := time.Since(begin); waited < leastPatience {
		t.Errorf("it waited for %s only", waited)
	}
}
