// This file defines what a check is asked to do.

package systems

import (
	"fmt"
	"time"

	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/image"
)

// Via is the version of an algorithm: how a program becomes the system that it
// explores.
type Via string

const (
	JIT Via = "jit" // translated just in time
	TTS Via = "tts" // translated up front; for a .tts file the only one
	BP  Via = "bp"  // not translated
)

// Atomicity says what one step of an atomic section is.
type Atomicity = image.Atomicity

const (
	Big   = image.Big   // the whole section (the default)
	Small = image.Small // each statement; other threads are frozen
)

// Encodings of formulas.
const (
	linear    = "linear"
	recursive = "recursive"
)

// Images says what bws asks of a program: images of what is reachable when threads are
// not counted, or pre-images of what the search comes to.
type Images string

const (
	ForwardImages  Images = "forward"
	BackwardImages Images = "backward"
)

func (i Images) kind() bws.Images {
	return map[Images]bws.Images{"": bws.EitherImages, ForwardImages: bws.ForwardImages, BackwardImages: bws.BackwardImages}[i]
}

// The bound on live threads of a bounded algorithm that is given none is how many the control
// flow of a program can start, if these are at most MostThreads, else DefaultThreads, or as many
// as begin in main if those are more. DefaultThreads also bounds the threads that move where
// context switches are counted.
const (
	DefaultThreads = 3
	MostThreads    = 8
)

// Options says how to check. The zero value is the default.
type Options struct {
	Algorithm string // one of [Algorithms]; "" for auto, or bfs if Threads is given
	// Engines are the user's own, besides [Algorithms]. Algorithm may name one, and auto runs them beside the others.
	Engines []ijit.Engine
	Via     Via // "" for JIT, for a .tts file TTS
	Threads int // bound on live threads; 0 for none, or for that of DefaultThreads if the algorithm needs one
	// Initial says how many threads there are at first: "one", "many" (unboundedly
	// many), a number of copies of main, or for a .tts file a configuration such as
	// 0|0 or 0/0. "" is "one", for a .tts file 0|0.
	Initial string
	// Images says how bws finds predecessors: "forward" or "backward"; "" to let it choose.
	Images Images
	// Target is a configuration s|l1,l2 to cover, in the numbers of the .tts file
	// or of the translation of a program; or some@L1,some@L2: different threads of a program
	// at these labels at once; "" for the assertions of a program, the .prop file of a .tts
	// file.
	Target string
	// Label asks whether some thread can reach a label of the program, instead of
	// whether an assertion can fail.
	Label string
	// ContextSwitches asks, of a program with threads, whether so many context switches or
	// fewer lead to an error; nil for no such question. Threads then bounds how many
	// start_thread starts, ended ones and the first one included.
	ContextSwitches *int
	// Parameterized asks the same of any number of copies of each thread of a program with
	// threads by convention (see [parser.File]), in so many Rounds, in each of which every
	// copy runs once; 0 for DefaultRounds.
	Parameterized bool
	Rounds        int
	// Deadlock asks for a configuration in which no thread can move, although one has not
	// come to its end. One that only the bound on threads blocks can move.
	Deadlock bool
	// Leak asks for a thread that is blocked for ever: in some configuration it is at a place
	// that is not the end of main, and no execution from there takes it away. Locations with
	// labels that are equal up to the first # are one place. A thread that the bound keeps from
	// creating another one, or whose assertion can fail, is taken to do anything.
	Leak bool
	// LTL asks whether a formula of linear temporal logic holds on all infinite executions of
	// the threads, whose atoms "ijit help ltl" lists. In an execution that ends the last
	// configuration stays for ever. Of a finite state machine it is asked instead of the
	// properties in the file; see [machine.Machine.Ask].
	LTL string
	// CTL asks about a formula of computation tree logic, and Invar whether an expression holds in all states that are
	// reached: of models in the language of NuSMV, and otherwise as LTL does.
	CTL, Invar string
	// Fair has only executions count in which no thread that could move from some point on
	// never does: weak fairness.
	Fair bool
	// Property asks for one property of a finite state machine, by its name or its number
	// from 1 on, instead of for all.
	Property string
	// Bound is the number of steps up to which bmc looks for a counterexample, and kind for an
	// induction; of a C program, the number of inputs after which auto ends its search. 0 for as
	// many as the limits of time and memory allow.
	Bound int
	// Analysis is the analysis that cpa runs, one of [cpa.Names]; "" to let the types of variables
	// decide.
	Analysis string
	// Encoding is how bmc translates formulas: "linear" or "recursive"; "" for linear.
	Encoding string
	// SATCommand is a SAT solver for bmc to use instead of its own: a command that reads
	// DIMACS from standard input and answers as in the SAT competition.
	SATCommand string

	Atomicity Atomicity
	Timeout   time.Duration // 0 for none
	Memory    uint64        // bytes; 0 for no limit
	// All explores everything in bounds and gives every property its own verdict.
	All bool
	// Exact keeps the variables that have no influence on what is asked. Without it, they are left out where that can
	// be told from no answer but by the number of states.
	Exact bool
	// AsFound takes the execution to an error that is found first: auto looks for no shorter one.
	AsFound bool
	// NoVacuous makes an answer Safe that is about no execution (see [Result.Vacuous]) Unknown.
	NoVacuous bool
	// Cover asks for [Result.Cover]; only akm finds it.
	Cover bool
	// Summaries asks for [Result.Summaries]; only bebop finds them.
	Summaries bool
	// Certify asks for [Result.Certificate].
	Certify bool
	// SelfCheck replays the trace of an UNSAFE verdict on an interpreter of the
	// syntax tree that shares no code with what found it.
	SelfCheck bool
	// Progress, if set, is called several times a second by who explores, never
	// twice at once.
	Progress func(Progress)
}

// Progress says how far a run is.
type Progress struct {
	Phase   string // "translate", "explore", "trace", "replay" or "validate"
	Depth   int    // of the search; of an algorithm for circuits the bound
	States  int
	Counted string // what States counts, if not states: "variable", "clause" or "node"
	Memory  uint64 // bytes in use
	Decided int    // labels of a C program, of those that were Asked about
	Asked   int
	Left    time.Duration // about how long the rest of them takes; 0 if that is not known
	Elapsed time.Duration
}

// A UsageError is a wrong use of options, as opposed to a wrong input.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return e.Message }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// formula returns what is asked about a finite state machine that does not stand in its file, and of which kind it is; "" for nothing.
func (o *Options) formula() (kind, text string) {
	switch {
	case o.CTL != "":
		return "ctl", o.CTL
	case o.Invar != "":
		return "invar", o.Invar
	case o.LTL != "":
		return "ltl", o.LTL
	}
	return "", ""
}
