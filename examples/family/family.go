// Package family generates Boolean programs of any size whose answers are
// known: instance families for benchmarks.
//
// Each family isolates one reason for growth, so that two ways of exploring a
// program, say just-in-time and up-front translation, can be told apart by a
// curve and not by a single number:
//
//	flags     many shared valuations, few of them reachable
//	locals    many local valuations, few of them reachable
//	counter   all shared valuations reachable, one behind the other
//	ring      many threads, of which one at a time can move on
//	crowd     an error that needs many threads
//	diamonds  many paths through an atomic section, few states
package family

// This file defines the list of families.

// A Family is a program with a parameter k, from 1 on.
type Family struct {
	Name    string
	Doc     string // what grows with k, and what does not
	Program func(k int) string
	// Threads is the bound on live threads by which the family is meant to be
	// explored.
	Threads func(k int) int
	// Depth is how many steps it takes to the nearest error, the failing one
	// included, with at most so many live threads and atomic sections as one step;
	// 0 if the program is safe.
	Depth func(k, threads int) int
}

// All returns the families.
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
			Depth:   func(k, _ int) int { return 3*(1<<k) - 2 },
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
	}
}

func constant(n int) func(int) int { return func(int) int { return n } }

func safe(int, int) int { return 0 }
