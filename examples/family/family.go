// Package family generates Boolean programs of any size whose answers are
// known: instance families for benchmarks.
//
// Each family isolates one reason for growth, so that two ways of exploring a
// program, say just-in-time and up-front translation, or forward and backward
// search, can be told apart by a curve and not by a single number:
//
//	flags       many shared valuations, few of them reachable
//	locals      many local valuations, few of them reachable
//	startup     as flags, with a lock for any number of threads behind them
//	counter     all shared valuations reachable, one behind the other
//	ring        many threads, of which one at a time can move on
//	crowd       an error that needs many threads
//	diamonds    many paths through an atomic section, few states
//	toggles     many threads of which each has its own state: forward searches explode
//	options     a setting of many options is wrong: what can be set is exponential, what leads there linear
//	unconstrained  many initial states and many to err in, a few steps apart
//	tournament  many ways back from an error, which none comes to: backward search explodes
//
// and, of sequential programs with procedures (label REACH),
//
//	levels      many procedures, each called twice by the one before
//	recursion   a counter of k bits, each value one call deeper
//	arguments   the same with the bits as parameters
//	large       k thousand lines and 4k globals, few of which matter: an abstraction of a driver
//	safelarge   the same, safe
//
// and, of programs with recursive threads (label SLIC_ERROR),
//
//	driver      many procedures, each of which mentions few of 30 globals: an abstraction of a driver
//	safedriver  the same, safe because of a lock
//
// There are finite state machines too, in the language of NuSMV, see [Machines]:
//
//	multiplier  proofs for each bit grow by a factor from bit to bit
//	barrel      many properties of one state, kept by each step
//	dme         asynchronous gates with fairness, long ways to anything
//
// And there are event-condition-action programs in C, see [ECAFamilies] and, for random ones, [ECA]:
//
//	switches    2^k states in small diagrams: sets of states beat enumeration
//	automaton   few states without a pattern: enumeration beats sets
//	intervals   more states than can be searched, but few combinations of intervals
//	odometer    a label after 10^k inputs
//	rers-eq     about k thousand lines, as in RERS 2012
//	rers-mul    the same with arithmetic
//	rers-modular  as in RERS 2013, with many variables and functions
//
// Command generate writes members of a family to files.
package family

// This file defines the list of families.

import (
	"fmt"
	"slices"
	"strings"
)

// A Family is a program with a parameter k, from 1 on.
type Family struct {
	Name    string
	Doc     string // what grows with k, and what does not
	Program func(k int) string
	// Threads is the bound on live threads by which the family is meant to be
	// explored, if there is to be one.
	Threads func(k int) int
	// Label is the target of a program with procedures. It can be reached with Switches context
	// switches and no fewer, or not at all if that is negative. What follows is about other programs.
	Label    string
	Switches int
	// Errs says that the program errs with enough threads.
	Errs bool
	// Depth is how many steps it takes to the nearest error, the failing one
	// included, with at most so many live threads and atomic sections as one step;
	// 0 if the program is safe.
	Depth func(k, threads int) int
}

// All returns the families of programs with threads.
func All() []Family {
	return []Family{
		{
			Name:    "flags",
			Doc:     "k shared flags, k+1 of 2^k valuations reachable",
			Program: Flags,
			Threads: constant(3),
			Depth:   safe,
		},
		{
			Name:    "locals",
			Doc:     "k local flags, k+1 of 2^k valuations reachable",
			Program: Locals,
			Threads: constant(3),
			Depth:   safe,
		},
		{
			Name:    "counter",
			Doc:     "a counter of k bits, all 2^k values reachable; the error is at the last",
			Program: Counter,
			Threads: constant(2),
			Errs:    true,
			Depth:   func(k, _ int) int { return 3*(1<<min(k, 60)) - 2 },
		},
		{
			Name:    "ring",
			Doc:     "k threads pass a token; k of 2^k valuations of the token reachable",
			Program: Ring,
			Threads: func(k int) int { return k },
			Depth:   safe,
		},
		{
			Name:    "crowd",
			Doc:     "the error needs k live threads",
			Program: Crowd,
			Threads: func(k int) int { return k },
			Errs:    true,
			Depth: func(k, threads int) int {
				if threads < k {
					return 0
				}
				return 4 * k
			},
		},
		{
			Name:    "diamonds",
			Doc:     "2^k paths through an atomic section, 2k states inside",
			Program: Diamonds,
			Threads: constant(2),
			Depth:   safe,
		},
		{
			Name:    "startup",
			Doc:     "k shared flags, k+1 of 2^k valuations reachable, then workers with a lock",
			Program: Startup,
			Threads: constant(3),
			Depth:   safe,
		},
		{
			Name:    "toggles",
			Doc:     "k processes with a bit each, 2^k valuations reachable; linearly many configurations backward",
			Program: Toggles,
			Threads: func(k int) int { return k + 1 },
			Depth:   safe,
		},
		{
			Name:    "options",
			Doc:     "k options that may be on or off, 2^k settings reachable; one setting leads to the assertion",
			Program: Options,
			Threads: constant(3),
			Depth:   safe,
		},
		{
			Name:    "unconstrained",
			Doc:     "k shared variables begin with any values; 2^k initial states, and half as many to err in",
			Program: Unconstrained,
			Threads: constant(2),
			Errs:    true,
			Depth: func(_, threads int) int {
				if threads < 2 {
					return 0
				}
				return 4
			},
		},
		{
			Name:    "tournament",
			Doc:     "k rounds of a knockout tournament; more than exponentially many configurations backward, few forward",
			Program: Tournament,
			Threads: constant(4),
			Depth:   safe,
		},
	}
}

// Sequential returns the families of sequential programs with procedures.
func Sequential() []Family {
	return []Family{
		{
			Name:    "levels",
			Doc:     "k procedures, each calls the next one twice; 2^k calls, 4 visible variables",
			Program: Levels,
			Label:   "REACH",
		},
		{
			Name:    "recursion",
			Doc:     "a counter of k global bits, each of 2^k values one call deeper",
			Program: func(k int) string { return RecursiveCounter(k, false) },
			Label:   "REACH",
		},
		{
			Name:    "arguments",
			Doc:     "a counter of k bits that are parameters, each of 2^k values one call deeper",
			Program: func(k int) string { return RecursiveCounter(k, true) },
			Label:   "REACH",
		},
		{
			Name:    "large",
			Doc:     "k thousand lines of procedures that share 4k globals, few of which matter",
			Program: func(k int) string { return Large(LargeSize{Lines: 1000 * k, Globals: 4 * k}) },
			Label:   driverLabel,
		},
		{
			Name:     "safelarge",
			Doc:      "k thousand lines of procedures that share 4k globals, few of which matter",
			Program:  func(k int) string { return Large(LargeSize{Lines: 1000 * k, Globals: 4 * k, Safe: true}) },
			Label:    driverLabel,
			Switches: -1,
		},
	}
}

// Recursive returns the families of programs with recursive threads.
func Recursive() []Family {
	size := DriverSize{Globals: 30, Threads: 3, Switches: 3}
	program := func(safe bool) func(k int) string {
		return func(k int) string {
			s := size
			s.Procedures, s.Safe = k, safe
			return Driver(s)
		}
	}
	return []Family{
		{
			Name:     "driver",
			Doc:      "three threads of k procedures (at least 4) that mention few of 30 globals each",
			Program:  program(false),
			Label:    driverLabel,
			Switches: size.Switches,
		},
		{
			Name:     "safedriver",
			Doc:      "three threads of k procedures (at least 4) that mention few of 30 globals each, and one lock",
			Program:  program(true),
			Label:    driverLabel,
			Switches: -1,
		},
	}
}

// Every returns all families.
func Every() []Family { return slices.Concat(All(), Sequential(), Recursive()) }

// Named returns the family of that name.
func Named(name string) (f Family, found bool) {
	for _, f := range Every() {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}

// File returns the program with lines that say what is expected of it: its verdict
// for any number of threads, and with the bound and the depth of the nearest
// error for a bounded number.
func (f Family) File(k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Family %s, k = %d: %s.\n//\n", f.Name, k, f.Doc)
	if f.Label != "" {
		fmt.Fprintf(&b, "// want: %s label=%s", verdict(f.Switches >= 0), f.Label)
		if f.Switches > 0 {
			fmt.Fprintf(&b, " switches=%d", f.Switches)
		}
		fmt.Fprintf(&b, "\n\n%s", f.Program(k))
		return b.String()
	}
	fmt.Fprintf(&b, "// want: %s\n", verdict(f.Errs))
	n := f.Threads(k)
	depth := f.Depth(k, n)
	fmt.Fprintf(&b, "// want: %s threads=%d", verdict(depth > 0), n)
	if depth > 0 {
		fmt.Fprintf(&b, " depth=%d", depth)
	}
	fmt.Fprintf(&b, "\n\n%s", f.Program(k))
	return b.String()
}

func verdict(errs bool) string {
	if errs {
		return "UNSAFE"
	}
	return "SAFE"
}

func constant(n int) func(int) int { return func(int) int { return n } }

func safe(int, int) int { return 0 }
