// This file tests stacks and summaries along the control flow on larger programs than the
// judge can search: those of the family of drivers, whose answers are known.

package contextbound_test

import (
	"fmt"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems/recursion/contextbound"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestDrivers checks drivers that need some context switches, and safe ones, with stacks,
// without them, and by the formula; executions are replayed.
func TestDrivers(t *testing.T) {
	campaign.Turn(t, 0, 4)
	for seed := range uint64(campaign.Size(t, 1, 4)) {
		for switches := 1; switches <= 4; switches++ {
			for threads := 2; threads <= 3; threads++ {
				if (threads == 2) == (switches < 3) && campaign.Size(t, 1, 2) == 1 {
					continue // more of both take most of the time
				}
				size := family.DriverSize{
					Procedures: 4 + 2*int(seed), Globals: 9, Threads: threads,
					Switches: switches, Safe: switches == 4, Seed: seed,
				}
				p := program(t, "driver.bp", family.Driver(size))
				want := switches
				if size.Safe {
					want = -1
				}
				for _, engines := range ways {
					if got, r := least(t, p, "SLIC_ERROR", min(switches, 3), engines...); got != want {
						t.Errorf("%+v, %v: %d, %+v", size, engines, got, r)
					}
				}
				if seed == 0 && switches < 3 {
					if got := bySwitchFormula(t, p, "SLIC_ERROR", switches); got != want {
						t.Errorf("%+v, by the formula: %d", size, got)
					}
				}
			}
		}
	}
}

// TestUnusedGlobals checks that globals that a procedure does not use stay as they are in each of
// its rounds.
func TestUnusedGlobals(t *testing.T) {
	for name, text := range map[string]string{
		"of a thread": `
decl a := 0, b := 0, c := 0, d := 0, y := 0;
void thread1() begin a := 1; assume(b); c := 1; assume(d); SLIC_ERROR: skip; end
void thread2() begin assume(a); y := 1; b := 1; assume(c); assume(!y); d := 1; end`,
		"of a call": `
decl a := 0, b := 0, c := 0, d := 0, y := 0;
void thread1() begin if (*) then g(); else f(); if (y) then SLIC_ERROR: skip; fi f(); fi end
void f() begin a := 1; assume(b); c := 1; assume(d); end
void g() begin a := 1; assume(b); y := 1; c := 1; assume(d); end
void thread2() begin assume(a); b := 1; assume(c); d := 1; end`,
	} {
		p := program(t, "unused.bp", text)
		for _, engines := range ways {
			if got, r := least(t, p, "SLIC_ERROR", 6, engines...); got != -1 {
				t.Errorf("%s: %v: %d, %+v", name, engines, got, r)
			}
		}
	}
}

// TestLargeDriver checks a program of thousands of lines, with an execution: its threads
// have so many states that a breadth-first search for that would take minutes.
func TestLargeDriver(t *testing.T) {
	campaign.Turn(t, 1, 2)
	p := program(t, "driver.bp", family.Driver(family.DriverSize{Procedures: campaign.Size(t, 10, 113), Globals: 30, Threads: 3, Switches: 2}))
	if got, r := least(t, p, "SLIC_ERROR", 2); got != 2 {
		t.Errorf("%d, %+v", got, r)
	}
}

// TestDriverRounds checks two rounds of any number of copies of the threads of a safe driver
// of a thousand lines. To tell that from an error takes the lock, which the rounds must agree
// on; with all globals the rounds are too many.
func TestDriverRounds(t *testing.T) {
	p := program(t, "driver.bp", family.Driver(family.DriverSize{Procedures: campaign.Size(t, 6, 12), Globals: campaign.Size(t, 12, 20), Threads: 3, Switches: 2, Safe: true, Seed: 1}))
	r, err := contextbound.CheckRounds(t.Context(), p, "SLIC_ERROR", contextbound.RoundOptions{Most: 2})
	if err != nil || r.Verdict != algorithms.Safe || r.Rounds != 2 || r.Complete {
		t.Errorf("%+v, %v", r, err)
	}
}

// BenchmarkDriverRounds takes safe drivers through two rounds of any number of copies.
func BenchmarkDriverRounds(b *testing.B) {
	for _, size := range []family.DriverSize{
		{Procedures: 5, Globals: 12}, {Procedures: 5, Globals: 30},
		{Procedures: 40, Globals: 30}, {Procedures: 113, Globals: 30},
	} {
		size.Threads, size.Switches, size.Safe, size.Seed = 3, 2, true, 1
		p := program(b, "driver.bp", family.Driver(size))
		b.Run(fmt.Sprintf("procedures=%d/globals=%d/places", size.Procedures, size.Globals), func(b *testing.B) {
			for b.Loop() {
				r, err := contextbound.CheckRounds(b.Context(), p, "SLIC_ERROR", contextbound.RoundOptions{Most: 2})
				if err != nil || r.Verdict != algorithms.Safe {
					b.Fatal(r, err)
				}
			}
		})
		if size.Procedures*size.Globals < 100 {
			b.Run(fmt.Sprintf("procedures=%d/globals=%d/formula", size.Procedures, size.Globals), func(b *testing.B) {
				for b.Loop() {
					if got := byRoundFormula(b, p, "SLIC_ERROR", 2, true); got != 0 {
						b.Fatal(got)
					}
				}
			})
		}
	}
}

// BenchmarkDrivers checks drivers of several sizes.
func BenchmarkDrivers(b *testing.B) {
	for _, size := range []family.DriverSize{
		{Procedures: 17, Globals: 10, Threads: 3, Switches: 3},
		{Procedures: 17, Globals: 30, Threads: 3, Switches: 1},
		{Procedures: 17, Globals: 30, Threads: 3, Switches: 2},
		{Procedures: 113, Globals: 30, Threads: 3, Switches: 1},
		{Procedures: 113, Globals: 30, Threads: 3, Switches: 2},
	} {
		p := program(b, "driver.bp", family.Driver(size))
		b.Run(fmt.Sprintf("procedures=%d/globals=%d/switches=%d", size.Procedures, size.Globals, size.Switches), func(b *testing.B) {
			for b.Loop() {
				r, err := contextbound.CheckSwitches(b.Context(), p, "SLIC_ERROR", contextbound.SwitchOptions{Most: size.Switches})
				if err != nil || r.Switches != size.Switches {
					b.Fatal(r, err)
				}
			}
		})
	}
}
