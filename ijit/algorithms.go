// This file defines the list of algorithms, from which help, completion and
// tables are made.

package ijit

import "strings"

// An Algorithm is what can be asked for by name.
type Algorithm struct {
	Name string
	Doc  string // one sentence
	Cite string
	// Question is what it answers, sound and complete when.
	Question string
	// Direct says that it works on the program itself: Via does not apply, and
	// transition systems are not for it.
	Direct bool
	// Bounded says that it explores with a bound on live threads. The others answer
	// for any number.
	Bounded bool
}

// boundedName is the default for a bounded number of threads, coverName that for
// the coverability set.
const (
	boundedName = "bfs"
	coverName   = "akm"
)

// Algorithms lists the algorithms, the default first. Where a bound on threads is
// given and no algorithm, it is bfs.
var Algorithms = []Algorithm{{
	Name:     autoName,
	Doc:      "forward (ecut, then km) and backward (bws) search side by side, and getafix for threads by convention; the first answer wins",
	Cite:     "Kaiser, Kroening and Wahl, CONCUR 2012, for the idea",
	Question: "sound and complete for any number of threads, as bws",
}, {
	Name:     boundedName,
	Doc:      "breadth-first search over configurations with a bounded number of live threads; finds shortest counterexamples",
	Cite:     "Liu and Wahl, IJIT, 2017; counter abstraction after Basler et al., CAV 2009",
	Question: "sound; complete for the given number of live threads (--threads, 3 by default), and for any number if the bound was never reached",
	Bounded:  true,
}, {
	Name:     "bws",
	Doc:      "backward search over upward-closed sets of configurations, pruned by what is reachable when threads are not counted",
	Cite:     "Abdulla, Čerāns, Jonsson and Tsay, LICS 1996; Liu and Wahl, FMCAD 2014",
	Question: "sound and complete for any number of threads, broadcasts and transfers included",
}, {
	Name:     "km",
	Doc:      "Karp-Miller search that stops when the target is covered",
	Cite:     "Karp and Miller, JCSS 1969",
	Question: "sound and complete for any number of threads; without signals, broadcasts and passive assignments, which are unsupported",
}, {
	Name:     coverName,
	Doc:      "the whole minimal coverability set",
	Cite:     "Karp and Miller, JCSS 1969; Finkel, Haddad and Khmelnitsky, FoSSaCS 2020",
	Question: "as km",
}, {
	Name:     "ecut",
	Doc:      "breadth-first searches for more and more threads until their number is a cutoff",
	Cite:     "Kaiser, Kroening and Wahl, CAV 2010",
	Question: "sound for any number of threads; it may not find a cutoff",
}, {
	Name:     "directed",
	Doc:      "best-first forward search for an error, directed by the state equation",
	Cite:     "Blondin, Haase and Offtermatt, TACAS 2021",
	Question: "finds errors by many threads, never proves that there are none; without signals, broadcasts and passive assignments, which are unsupported",
}, {
	Name:     bebopName,
	Doc:      "procedure summaries over decision diagrams, for sequential programs with recursion; auto uses it for these",
	Cite:     "Ball and Rajamani, SPIN 2000; Reps, Horwitz and Sagiv, POPL 1995",
	Question: "sound and complete for one thread, whatever the depth of calls",
	Direct:   true,
}, {
	Name:     getafixName,
	Doc:      "as bebop, but the algorithm is a formula of a fixed-point calculus (ijit mu --print ef), evaluated over what the program is to it",
	Cite:     "La Torre, Madhusudan and Parlato, PLDI 2009; for any number of threads CAV 2010",
	Question: "as bebop (with --all, depths are rounds of the fixpoint); with threads, which may be recursive, up to a number of context switches, or of rounds with any number of copies of each",
	Direct:   true,
}, {
	Name:     getafixOptName,
	Doc:      "as getafix, with calls and returns only of new states (ijit mu --print ef-opt)",
	Cite:     "La Torre, Madhusudan and Parlato, PLDI 2009",
	Question: "as bebop; with --all, depths are rounds of the fixpoint",
	Direct:   true,
}, {
	Name:     symbolicName,
	Doc:      "symbolic reachability: sets of states as decision diagrams, by layers of breadth-first search",
	Cite:     "Burch, Clarke, McMillan, Dill and Hwang, LICS 1990; Clarke, Grumberg and Long, 1994",
	Question: "as bfs; for programs with many unconstrained variables, whose states are too many to store one by one",
	Bounded:  true,
	Direct:   true,
}}

// algorithmNamed returns the algorithm of that name.
func algorithmNamed(name string) (a Algorithm, found bool) {
	for _, a := range Algorithms {
		if a.Name == name {
			return a, true
		}
	}
	return a, false
}

func algorithmNames() string {
	names := make([]string, len(Algorithms))
	for i, a := range Algorithms {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}
