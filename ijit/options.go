// This file defines what a check is asked to do.

package ijit

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/tts"
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

// Images says what bws asks of a program: images of what is reachable when threads are
// not counted, or pre-images of what the search comes to.
type Images string

const (
	ForwardImages  Images = "forward"
	BackwardImages Images = "backward"
)

func (i Images) kind() algorithms.Images {
	switch i {
	case ForwardImages:
		return algorithms.ForwardImages
	case BackwardImages:
		return algorithms.BackwardImages
	}
	return algorithms.EitherImages
}

// imagesName is the algorithm that can ask for either.
const imagesName = "bws"

// DefaultThreads is the bound on live threads of a bounded algorithm that is
// given none, and on threads that move where context switches are counted.
const DefaultThreads = 3

// Options says how to check. The zero value is the default.
type Options struct {
	Algorithm string // one of [Algorithms]; "" for auto, or bfs if Threads is given
	Via       Via    // "" for JIT, for a .tts file TTS
	Threads   int    // bound on live threads; 0 for none, or DefaultThreads if the algorithm needs one
	// Initial says how many threads there are at first: "one", "many" (unboundedly
	// many), a number of copies of main, or for a .tts file a configuration such as
	// 0|0 or 0/0. "" is "one", for a .tts file 0|0.
	Initial string
	// Images says how bws finds predecessors: "forward" or "backward"; "" to let it choose.
	Images Images
	// Target is a configuration s|l1,l2 to cover, in the numbers of the .tts file
	// or of the translation of a program; "" for the assertions of a program, the
	// .prop file of a .tts file.
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
	Atomicity     Atomicity
	Timeout       time.Duration // 0 for none
	Memory        uint64        // bytes; 0 for no limit
	// All explores everything in bounds and gives every property its own verdict.
	All bool
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

// Resolve returns the algorithm that the options ask for and its bound on live
// threads, 0 for none.
func (o *Options) Resolve() (algorithm string, threads int, err error) {
	name := o.Algorithm
	switch {
	case name != "":
	case o.Cover:
		name = coverName
	case o.Summaries:
		name = bebopName
	case o.bounds():
		name = getafixName
	case o.Images != "":
		name = imagesName
	case o.Threads > 0:
		name = boundedName
	default:
		name = Algorithms[0].Name
	}
	a, found := algorithmNamed(name)
	switch {
	case !found:
		return "", 0, usage("there is no algorithm %q; there is %s", name, algorithmNames())
	case o.Threads < 0:
		return "", 0, usage("--threads %d: the bound is at least 1", o.Threads)
	case o.Images != "" && o.Images != ForwardImages && o.Images != BackwardImages:
		return "", 0, usage("--images %s: there is forward and backward", o.Images)
	case o.Images != "" && name != imagesName:
		return "", 0, usage("--images %s: %s has no choice; --algorithm %s has", o.Images, name, imagesName)
	case o.Cover && name != coverName:
		return "", 0, usage("%s does not find what --print-cover prints; --algorithm %s does", name, coverName)
	case o.Summaries && name != bebopName:
		return "", 0, usage("%s has no summaries of procedures; --algorithm %s does", name, bebopName)
	case !a.Bounded && o.Threads > 0 && formulaOf(name) == "":
		return "", 0, usage("--threads %d: %s is for any number of threads; --algorithm %s has a bound", o.Threads, name, boundedName)
	case a.Bounded && o.Threads == 0:
		return name, DefaultThreads, nil
	}
	return name, o.Threads, o.checkBounds(name)
}

// Progress says how far a run is.
type Progress struct {
	Phase   string // "translate", "explore" or "replay"
	Depth   int
	States  int
	Memory  uint64 // bytes in use
	Elapsed time.Duration
}

// A UsageError is a wrong use of options, as opposed to a wrong input.
type UsageError struct{ Message string }

func (e *UsageError) Error() string { return e.Message }

func usage(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }

// start is a parsed Options.Initial.
type start struct {
	text   string
	copies uint32 // of main; tts.Omega for many
	config tts.Config[uint32]
}

// initial parses o.Initial for m.
func (o *Options) initial(m *Model) (start, error) {
	if m.TTS != nil {
		spec := o.Initial
		switch spec {
		case "", "one":
			spec = "0|0"
		case "many":
			spec = "0/0"
		}
		c, err := tts.ParseInitial(spec)
		if err == nil {
			err = m.TTS.CheckConfig(c)
		}
		if err != nil {
			return start{}, usage("--initial %s: %v", o.Initial, err)
		}
		return start{text: spec, config: c}, nil
	}
	switch o.Initial {
	case "", "one":
		return start{text: "one", copies: 1}, nil
	case "many":
		return start{text: "many", copies: tts.Omega}, nil
	}
	n, err := strconv.ParseUint(o.Initial, 10, 31)
	if err != nil || n == 0 {
		return start{}, usage("--initial %s: a program starts with one, many, or a number of copies of main from 1 on; configurations such as 0|0 are for .tts files", o.Initial)
	}
	return start{text: o.Initial, copies: uint32(n)}, nil
}
