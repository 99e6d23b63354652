// This file tests races: who wins, and that nobody is waited for.

package systems

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/circuits/machine"
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

// checkOf returns a check as Check makes one.
func checkOf(t *testing.T, ctx context.Context, m *Model, o Options) *check {
	t.Helper()
	q, err := ask(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return newCheck(ctx, q, time.Now())
}

func TestForwardAccelerates(t *testing.T) {
	campaign.Alone(t)
	m, err := Read("crowd.tts", strings.NewReader(crowd(14)))
	if err != nil {
		t.Fatal(err)
	}
	c := checkOf(t, context.Background(), m, Options{Target: "14|0"})
	var forward []Algorithm // without the side that runs backward
	for _, a := range c.records {
		if a.auto.name == "forward" {
			forward = append(forward, a)
		}
	}
	c.records = forward
	if err := c.auto(); err != nil {
		t.Fatal(err)
	}
	if c.result.By != "km" || c.result.Verdict != Unsafe {
		t.Errorf("%s by %s, want km to find the error", c.result.Verdict, c.result.By)
	}
}

// TestRaceEnds checks that no search goes on behind the answer, whoever answers or
// if nobody does.
func TestRaceEnds(t *testing.T) {
	for _, test := range []struct {
		file    string
		timeout time.Duration
		reason  Reason
		sides   int // at most: one that waits may not begin
	}{
		{"../examples/dekker.bp", 0, "", 4},
		{"../examples/dekker-broken.bp", 0, "", 4},
		{"../examples/dekker.bp", time.Nanosecond, Timeout, 4},
		{"../examples/concurrent/bluetooth.bp", 0, "", 5},
		{"../examples/concurrent/bluetooth-broken.bp", 0, "", 5},
		{"../examples/concurrent/bluetooth.bp", time.Nanosecond, Timeout, 5},
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
		if r.Reason != test.reason || len(r.Stats.Sides) > test.sides || (r.By == "") != (r.Verdict == Unknown) {
			t.Errorf("%s: %v(%s) by %q, sides %v", test.file, r.Verdict, r.Reason, r.By, r.Stats.Sides)
		}
		for tries := 0; runtime.NumGoroutine() > before; tries++ { // one that has answered may still be ending
			if tries == 6000 {
				t.Fatalf("%s: %d goroutines before the check, %d behind it", test.file, before, runtime.NumGoroutine())
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// racing returns an algorithm that stands for one of auto's.
func racing(side string, run func(*check) error) Algorithm {
	return Algorithm{Name: side, takes: explicit, auto: part{name: side, takes: func(*check) bool { return true }}, run: run}
}

// answer returns an algorithm's Run with that answer.
func answer(v Verdict) func(*check) error {
	return func(c *check) error {
		c.result.Verdict = v
		return nil
	}
}

// gives returns an algorithm that does not decide.
func gives(side string, reason Reason) Algorithm {
	return racing(side, func(c *check) error {
		c.result.Reason = reason
		return nil
	})
}

// raced runs auto on a list of its own, for a transition system without edges.
func raced(t *testing.T, ctx context.Context, o Options, list ...Algorithm) (*Result, error) {
	t.Helper()
	m, err := Read("small.tts", strings.NewReader("2 2\n0 0 -> 0 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	o.Target = "1|0"
	c := checkOf(t, ctx, m, o)
	c.records = list
	err = c.auto()
	return &c.result, err
}

// TestRaceDeaf checks that neither an answer nor a limit waits for a side that never looks
// whether it is to end. The time is that of the clock of a bubble, which no load changes.
func TestRaceDeaf(t *testing.T) { synctest.Test(t, raceDeaf) }

func raceDeaf(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := racing("deaf", func(*check) error {
		<-release
		return nil
	})
	deaf.auto.short = true // an execution of its would be waited for a little
	for _, v := range []Verdict{Safe, Unsafe} {
		begin := time.Now()
		r, err := raced(t, context.Background(), Options{}, deaf, racing("quick", answer(v)))
		if err != nil || r.Verdict != v || r.By != "quick" || len(r.Stats.Sides) != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		if took := time.Since(begin); took > 100*time.Millisecond {
			t.Errorf("%s: the answer came after %s", v, took)
		}
		if s := r.Stats.Sides[0]; s.Direction != "deaf" || s.Reason != Interrupted {
			t.Errorf("%s: the deaf side is %+v", v, s)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	begin := time.Now()
	r, err := raced(t, ctx, Options{}, deaf, racing("deaf, too", deaf.run))
	if err != nil || r.Verdict != Unknown || r.Reason != Timeout || time.Since(begin) > time.Second {
		t.Errorf("after %s: %+v, %v", time.Since(begin), r, err)
	}
}

// TestRaceUndecided checks that a side that gives up does not keep the others from
// deciding, and what is said if nobody does.
func TestRaceUndecided(t *testing.T) { synctest.Test(t, raceUndecided) }

func raceUndecided(t *testing.T) {
	late := racing("late", answer(Safe))
	late.auto.wait = time.Hour // but for nothing, if the others have given up
	r, err := raced(t, context.Background(), Options{}, gives("a", Unsupported), gives("b", Bound), late)
	if err != nil || r.Verdict != Safe || r.By != "late" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = raced(t, context.Background(), Options{}, late, racing("quick", answer(Safe))); err != nil || len(r.Stats.Sides) != 1 || r.Stats.Sides[0].Direction != "quick" {
		t.Errorf("sides %v, %v; one never began", r.Stats.Sides, err)
	}
	slow := racing("slow", func(c *check) error {
		time.Sleep(20 * time.Millisecond)
		c.result.Reason = Timeout
		return nil
	})
	if r, err = raced(t, context.Background(), Options{}, gives("a", Memory), slow); err != nil || r.Verdict != Unknown || r.Reason != Timeout || r.By != "" {
		t.Errorf("%+v, %v", r, err)
	}
	fails := racing("fails", func(*check) error { return errors.New("the check failed") })
	if _, err = raced(t, context.Background(), Options{}, fails, slow); err == nil {
		t.Error("the error of a side is lost")
	}
	counting := racing("counting", answer(Safe))
	counting.auto.unproved = true
	if r, err = raced(t, context.Background(), Options{SelfCheck: true}, counting, slow); err != nil || r.By != "counting" || r.Verdict != Safe {
		t.Errorf("%+v, %v", r, err)
	}
	proves := racing("proves", func(c *check) error {
		time.Sleep(20 * time.Millisecond)
		return answer(Safe)(c)
	})
	if r, err = raced(t, context.Background(), Options{SelfCheck: true}, counting, proves); err != nil || r.By != "proves" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRacePanic checks that a panic costs the algorithm its own answer only, and is told.
func TestRacePanic(t *testing.T) {
	panics := func(c *check) error {
		c.result.Verdict = Unsafe // not to be believed
		panic("spilled")
	}
	late := func(c *check) error {
		time.Sleep(5 * time.Millisecond)
		c.result.Verdict = Safe
		return nil
	}
	second := racing("a", late)
	second.Name = "a2"
	for name, list := range map[string][]Algorithm{
		"another side": {racing("a", panics), racing("b", late)},
		"same side":    {racing("a", panics), second},
		"and no":       {racing("a", panics), gives("b", Unsupported), racing("c", late)},
	} {
		r, err := raced(t, context.Background(), Options{}, list...)
		if err != nil || r.Verdict != Safe || r.By == "a" {
			t.Errorf("%s: %v by %q, %v", name, r.Verdict, r.By, err)
		}
		if len(r.Faults) != 1 || r.Faults[0].String() != "internal error in a: spilled" || !strings.Contains(string(r.Faults[0].Stack), "TestRacePanic") {
			t.Errorf("%s: faults %v", name, r.Faults)
		}
	}
	for name, list := range map[string][]Algorithm{
		"alone":     {racing("a", panics)},
		"both":      {racing("a", panics), racing("b", panics)},
		"and limit": {racing("a", panics), gives("b", Timeout)},
		"and no":    {racing("a", panics), gives("b", Unsupported)},
	} {
		r, err := raced(t, context.Background(), Options{}, list...)
		if err != nil || r.Verdict != Unknown || r.Reason != Crashed || !strings.Contains(r.Detail, "internal error in a: spilled") {
			t.Errorf("%s: %v(%s) %s, %v", name, r.Verdict, r.Reason, r.Detail, err)
		}
	}
}

// TestPropertyPanic checks that a panic about one property costs no other its answer.
func TestPropertyPanic(t *testing.T) {
	m, err := Read("two.smv", strings.NewReader("MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\nINVARSPEC x\nINVARSPEC x | !x\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := checkOf(t, context.Background(), m, Options{})
	panics := *c.algorithm
	panics.run = func(c *check) error {
		if c.asked == 1 {
			panic("spilled")
		}
		c.Form.(StateMachine).found(c, &machine.Answer{Verdict: Safe}, 0)
		return nil
	}
	c.algorithm = &panics
	if err := c.decide(c); err != nil {
		t.Fatal(err)
	}
	r := &c.result
	if r.Verdict != Unknown || r.Reason != Crashed || len(r.Faults) != 1 {
		t.Errorf("%v(%s), faults %v", r.Verdict, r.Reason, r.Faults)
	}
	for i, p := range r.Properties {
		if want := [...]Verdict{Safe, Unknown, Safe}[i]; p.Verdict != want {
			t.Errorf("property %d: %v, want %v", i+1, p.Verdict, want)
		}
	}
}

// TestRacePrefersShort checks that a short execution is waited for a little, also of a side
// that has not begun, and that no other one is.
func TestRacePrefersShort(t *testing.T) { synctest.Test(t, racePrefersShort) }

func racePrefersShort(t *testing.T) {
	short := racing("short", answer(Unsafe))
	short.auto.short, short.auto.wait = true, time.Hour
	if r, err := raced(t, context.Background(), Options{}, racing("long", answer(Unsafe)), short); err != nil || r.By != "short" {
		t.Errorf("%+v, %v", r, err)
	}
	short.run = answer(Safe)
	if r, err := raced(t, context.Background(), Options{}, racing("long", answer(Safe)), short); err != nil || r.By != "long" {
		t.Errorf("%+v, %v", r, err)
	}
	short.run = func(c *check) error {
		<-c.ctx.Done()
		c.result.Reason = Interrupted
		return nil
	}
	begin := time.Now()
	r, err := raced(t, context.Background(), Options{}, racing("long", answer(Unsafe)), short)
	if waited := time.Since(begin); err != nil || r.By != "long" || waited < leastPatience {
		t.Errorf("after %s: %+v, %v", waited, r, err)
	}
}
