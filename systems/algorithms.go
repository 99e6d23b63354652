// This file defines the list of algorithms: records that say what each one takes, and
// run it. Help, completion and tables are made from it.

package systems

import (
	"slices"
	"strings"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/directed"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/systems/circuits/machine"
	"github.com/ijit/ijit/systems/eca/reactive"
	"github.com/ijit/ijit/tts"
)

// An Algorithm is what can be asked for by name.
type Algorithm struct {
	Name string
	Doc  string // one sentence
	Cite string
	// Question is what it answers, sound and complete when.
	Question string
	// Bounded says that it explores with a bound on live threads. The others answer
	// for any number.
	Bounded bool
	// Refutes says that it only finds errors, and never answers Safe.
	Refutes bool
	// Proves says that it never finds errors, and never answers Unsafe.
	Proves bool

	takes feature // what may be asked of it
	long  bool    // its executions need not be short
	whole bool    // what it finds depends on all variables, though its verdict does not

	auto part
	run  func(*check) error
	// react says by which analysis it decides the labels of a C program in one run; nil if it
	// decides those of the Boolean program.
	react func(*question) reactive.Analysis
	// labels decides labels of a C program in one run; nil if they are decided one by one.
	labels func(c *check, f *CProgram, list []int) (map[int]*Result, error)
}

// Direct reports whether it works on the program itself: Via does not apply, and
// transition systems are not for it.
func (a *Algorithm) Direct() bool { return a.takes&versions == 0 }

// Formulas reports whether it answers formulas of temporal logic (Options.LTL) only.
func (a *Algorithm) Formulas() bool { return a.takes&states == 0 }

// A part is that of an algorithm in auto.
type part struct {
	// name is that of the side of the race in which the algorithm has its turn, behind those
	// in front of it in the list; "" if auto does not run it.
	name string
	// takes reports whether auto wants it for a question.
	takes func(*check) bool
	// states is how many may be stored before the next one of the side has its turn. If
	// that cannot decide, this one goes on without a limit. 0 is no limit.
	states int
	// wait is how long the other sides run before this one begins.
	wait time.Duration
	// short says that its executions are short, so that it is worth waiting a little for
	// one when a side without short ones was first.
	short bool
	// unproved says that its Safe has no proof that can be checked.
	unproved bool
}

// Algorithms lists the algorithms, the default first, and engines of the user's own behind them. Where the default does
// not take what is asked, the first that does takes its place.
func Algorithms(own ...ijit.Engine) []Algorithm {
	list := slices.Clone(algorithmList)
	for _, e := range own {
		list = append(list, ownEngine(e))
	}
	return list
}

var algorithmList = []Algorithm{{
	Name:     "auto",
	Doc:      "backward (bws) and forward (ecut, then km) search side by side, getafix for threads by name, and directed and symbolic if that takes long; for formulas and finite state machines bmc, pdr, and ndfs or symbolic; the first answer wins",
	Cite:     "Kaiser, Kroening and Wahl, CONCUR 2012, for the idea",
	Question: "sound and complete for any number of threads, as bws",
	takes:    explicit | formulas | machines | recursiveCalls,
	react:    (*question).reaction,
	run:      (*check).auto,
}, {
	Name:     "bfs",
	Doc:      "breadth-first search over configurations with a bounded number of live threads; finds shortest counterexamples",
	Cite:     "Liu and Wahl, IJIT, 2017; counter abstraction after Basler et al., CAV 2009",
	Question: "sound; complete for the given number of live threads (--threads), and for any number if the bound was never reached",
	Bounded:  true,
	takes:    explicit | threadBound | deadlocks | leaks,
	run:      search{algorithms.BFS[uint32], algorithms.BFS[uint64], algorithms.BFS[string]}.run,
}, {
	Name:     "bws",
	long:     true,
	Doc:      "backward search over upward-closed sets of configurations, pruned by what is reachable when threads are not counted",
	Cite:     "Abdulla, Čerāns, Jonsson and Tsay, LICS 1996; Liu and Wahl, FMCAD 2014",
	Question: "sound and complete for any number of threads, broadcasts and transfers included",
	takes:    explicit | images,
	auto:     part{name: "backward", takes: (*check).explicit},
	run:      backward,
}, {
	Name:     "ecut",
	whole:    true,
	Doc:      "breadth-first searches for more and more threads until their number is a cutoff",
	Cite:     "Kaiser, Kroening and Wahl, CAV 2010",
	Question: "sound for any number of threads; it may not find a cutoff",
	takes:    explicit,
	auto:     part{name: "forward", takes: (*check).explicit, states: ecutStates, wait: forwardWait, short: true},
	run:      search{ecut.Search[uint32], ecut.Search[uint64], ecut.Search[string]}.run,
}, {
	Name:     "km",
	long:     true,
	Doc:      "Karp-Miller search that stops when the target is covered",
	Cite:     "Karp and Miller, JCSS 1969",
	Question: "sound and complete for any number of threads; without signals, broadcasts and passive assignments, which are unsupported",
	takes:    explicit,
	auto:     part{name: "forward", takes: (*check).explicit},
	run:      search{karpMiller[uint32], karpMiller[uint64], karpMiller[string]}.run,
}, {
	Name:     "akm",
	long:     true,
	Doc:      "the whole minimal coverability set",
	Cite:     "Karp and Miller, JCSS 1969; Finkel, Haddad and Khmelnitsky, FoSSaCS 2020",
	Question: "as km",
	takes:    explicit | cover,
	run:      search{minimalCover[uint32], minimalCover[uint64], minimalCover[string]}.run,
}, {
	Name:     "directed",
	long:     true,
	Doc:      "best-first forward search for an error, directed by the state equation",
	Cite:     "Blondin, Haase and Offtermatt, TACAS 2021",
	Question: "finds errors by many threads, never proves that there is none; without signals, broadcasts and passive assignments, which are unsupported",
	Refutes:  true,
	takes:    explicit,
	auto:     part{name: "directed", takes: (*check).explicit, wait: lateWait},
	run:      search{directed.Search[uint32], directed.Search[uint64], directed.Search[string]}.run,
}, {
	Name:     "bebop",
	Doc:      "procedure summaries over decision diagrams, for sequential programs with recursion; auto uses it for these",
	Cite:     "Ball and Rajamani, SPIN 2000; Reps, Horwitz and Sagiv, POPL 1995",
	Question: "sound and complete for one thread, whatever the depth of calls",
	takes:    states | recursiveCalls | summaryLists,
	auto:     part{name: "calls", takes: (*check).sequential},
	run:      (*check).summarise,
	labels:   (*check).summariseLabels,
}, {
	Name:     "getafix",
	Doc:      "as bebop, but the algorithm is a formula of a fixed-point calculus (ijit mu --print ef), evaluated over the relations of the program",
	Cite:     "La Torre, Madhusudan and Parlato, PLDI 2009; for any number of threads CAV 2010",
	Question: "as bebop (with --all, depths of errors that are not shown are rounds of the fixpoint); with threads, which may be recursive, up to a number of context switches, or of rounds with any number of copies of each",
	takes:    states | recursiveCalls | threadBound | startBound | switches,
	auto:     part{name: "context switches", takes: (*check).countable, unproved: true},
	run:      formula("ef").run,
}, {
	Name:     "getafix-opt",
	Doc:      "as getafix, with calls and returns only of new states (ijit mu --print ef-opt)",
	Cite:     "La Torre, Madhusudan and Parlato, PLDI 2009",
	Question: "as bebop; with --all, depths of errors that are not shown are rounds of the fixpoint",
	takes:    states | recursiveCalls | threadBound | startBound,
	run:      formula("ef-opt").run,
}, {
	Name:     "insensitive",
	Proves:   true,
	whole:    true,
	Doc:      "bws on the context-insensitive program: a procedure returns behind any call of it, to the locals of some frame that was left there: proves that threads are safe that call procedures, themselves too",
	Cite:     "Sharir and Pnueli, 1981, with call strings of length 0; Liu and Wahl, PLDI 2018, for the idea",
	Question: "never finds errors; what it proves holds for any number of threads and of context switches, however deep they call",
	takes:    states | recursiveCalls | copies | meetings,
	auto:     part{name: "insensitive", takes: (*check).forgettable},
	run:      (*check).insensitively,
}, {
	Name:     "cpa",
	Doc:      "configurable program analysis: control-flow automaton, and sets of valuations as decision diagrams (--analysis bdd), valuations (value), regions of values (region) or both of the first, by the types of variables (bdd+value); for sequential programs",
	Cite:     "Beyer, Henzinger and Théoduloz, CAV 2007; Beyer and Stahlbauer, STTT 2014",
	Question: "sound and complete for one thread, whose calls are inlined",
	takes:    states | analysisChoice,
	react:    (*question).configured,
	run:      (*check).configurable,
}, {
	Name:     "symbolic",
	Doc:      "symbolic reachability: sets of states as decision diagrams, by layers of breadth-first search",
	Cite:     "Burch, Clarke, McMillan, Dill and Hwang, LICS 1990; Clarke, Grumberg and Long, 1994",
	Question: "as bfs; for programs with many unconstrained variables, whose states are too many to store one by one",
	Bounded:  true,
	takes:    states | formulas | machines | copies | threadBound | meetings | deadlocks | leaks,
	auto:     part{name: "symbolic", takes: (*check).diagrams, wait: lateWait},
	run:      (*check).symbolic,
}, {
	Name:     "bmc",
	Doc:      "bounded model checking: executions of 0, 1, 2 and so on steps as a question to a SAT solver",
	Cite:     "Biere, Cimatti, Clarke and Zhu, TACAS 1999; Heljanko, Junttila and Latvala, CAV 2005, for formulas",
	Question: "finds shortest counterexamples, of programs with a bounded number of live threads; up to a number of steps (--bound) or until the limits, so it seldom proves that there is none",
	Bounded:  true,
	Refutes:  true,
	takes:    states | formulas | machines | copies | threadBound | stepBound | targets | deadlocks | encodings,
	auto:     part{name: "bmc", takes: func(c *check) bool { return c.circuits() && !c.ofStates() }, short: true},
	run:      engine(machine.BMC).run,
}, {
	Name:     "kind",
	Doc:      "k-induction: if k steps without an error are never followed by one, there is none; beside it bmc",
	Cite:     "Sheeran, Singh and Stålmarck, FMCAD 2000; Eén and Sörensson, BMC 2003",
	Question: "as bmc, and proves what is inductive for some k; with simple paths that ends for each circuit, though it may take long",
	Bounded:  true,
	takes:    states | formulas | machines | copies | threadBound | stepBound | targets | deadlocks,
	auto:     part{name: "kind", takes: (*check).ofStates},
	run:      engine(machine.Induction).run,
}, {
	Name:     "pdr",
	Doc:      "property directed reachability (IC3): clauses that exclude what leads to an error, until they are an inductive invariant",
	Cite:     "Bradley, VMCAI 2011; Eén, Mishchenko and Brayton, FMCAD 2011",
	Question: "sound and complete, of programs with a bounded number of live threads",
	Bounded:  true,
	takes:    states | formulas | machines | copies | threadBound | stepBound | targets | deadlocks,
	auto:     part{name: "pdr", takes: func(c *check) bool { return c.circuits() }},
	run:      engine(machine.PDR).run,
}, {
	Name:     "ndfs",
	long:     true,
	Doc:      "search of the product with a Büchi automaton for a cycle, state by state; for formulas of temporal logic only",
	Cite:     "Courcoubetis, Vardi, Wolper and Yannakakis, 1992; Couvreur, FM 1999",
	Question: "sound and complete for formulas about programs with a bounded number of live threads",
	Bounded:  true,
	takes:    formulas | copies | threadBound,
	auto:     part{name: "ndfs", takes: func(c *check) bool { return c.LTL != "" && !c.is(machines) }},
	run:      (*check).ndfs,
}}

func backward(c *check) error {
	return search{backwardBy[uint32](c.Images), backwardBy[uint64](c.Images), backwardBy[string](c.Images)}.run(c)
}

func backwardBy[K tts.Key](i Images) searcher[K] {
	return func(p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
		return bws.Search(p, i.kind(), m, watch)
	}
}

func karpMiller[K tts.Key](p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	return km.KM(p, km.DepthFirst, m, watch)
}

func minimalCover[K tts.Key](p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	return km.AKM(p, km.DepthFirst, m, watch)
}

// algorithmNames lists the names for a message.
func algorithmNames(list []Algorithm) string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}
