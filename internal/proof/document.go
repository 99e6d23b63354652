// This file defines the document: what a certificate says, as data.

package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Schema names the version of the document. A version never changes: whatever is
// added makes a new one.
const Schema = "ijit.certificate/6"

// Verdicts.
const (
	Safe   = "SAFE"
	Unsafe = "UNSAFE"
)

// Kinds of models.
const (
	Program = "program"
	TTS     = "tts"
	Machine = "circuit"
	C       = "c"
)

// What can be asked.
const (
	Assertions = "assertions" // can an assertion fail?
	Label      = "label"      // can a thread reach a label?
	Target     = "target"     // can a configuration be covered?
	Deadlock   = "deadlock"   // can no thread move any more, although one has not come to its end?
	Formula    = "formula"    // does a formula of linear temporal logic hold on all runs?
	Property   = "property"   // can a property of a circuit be violated?
	Labels     = "labels"     // which labels of a C program can be reached?
)

// What a step of an atomic section is.
const (
	Big   = "big"   // the whole section
	Small = "small" // each statement
)

// How states are written.
const (
	InsideMark = "!" // behind a valuation of the shared variables: a thread is inside of an atomic section
	FrameMark  = "/" // between a procedure that waits for a call to return and the one that it called
	FreeMark   = "-" // a slot that no thread has, where formulas are asked about
)

// Limits of what is checked.
const (
	// MaxThreads is how many threads there can be where there are finitely many. It keeps
	// sums from overflowing.
	MaxThreads = 1 << 30
	// MaxApart is how many threads are told apart one by one, and how large a bound on them may be.
	MaxApart = 1 << 16
)

// A Document is a certificate: a question about a model, the answer, and why.
type Document struct {
	Schema   string   `json:"schema"`
	Model    Model    `json:"model"`
	Question Question `json:"question"`
	Verdict  string   `json:"verdict"` // SAFE or UNSAFE
	By       By       `json:"by"`
	Evidence Evidence `json:"evidence"`
}

// A Model says what the certificate is about.
type Model struct {
	Kind   string `json:"kind"`   // program, tts, circuit or c
	File   string `json:"file"`   // for people: the text is known by its sum
	SHA256 string `json:"sha256"` // of the text, in hexadecimal
}

// A Question says what was asked.
type Question struct {
	Asks   string `json:"asks"`             // assertions, label, target, deadlock, formula, property or labels
	Label  string `json:"label,omitempty"`  // if that is asked for; of labels if only one is
	Target string `json:"target,omitempty"` // a configuration, if that is asked for
	// Property is that of a circuit, if that is asked for: its name or number.
	Property string `json:"property,omitempty"`
	// Formula is what shall hold on all runs, if that is asked for; with Fair, on all runs that are weakly fair to each thread.
	Formula string `json:"formula,omitempty"`
	Fair    bool   `json:"fair,omitempty"`
	// Initial says how many threads begin: one, many or a number of copies of main;
	// for a tts a configuration such as 0|0 or 0/0.
	Initial string `json:"initial"`
	Atomic  string `json:"atomic,omitempty"` // big or small, for a program
	Threads int    `json:"threads"`          // bound on live threads; 0 for none
	// Copies says that the threads that begin with the program do so in any number of copies.
	Copies bool `json:"copies,omitempty"`
}

// A By says who found the answer. Nothing depends on it.
type By struct {
	Tool      string `json:"tool"`
	Algorithm string `json:"algorithm"`
	Via       string `json:"via"`
}

// Evidence is one of a trace, for UNSAFE, and of eight kinds of inductive sets; or what is known
// of labels of a C program. A set may be empty where nothing begins.
type Evidence struct {
	// Irrelevant lists variables that have no influence on the answer: states that only differ in
	// them are one, written with 0 for them.
	Irrelevant []string `json:"irrelevant,omitempty"`
	// Dead lists program counters with the locals that are dead there, 1 in words such as 12:0110: threads that only
	// differ in them are in one state, written with 0 for them.
	Dead []string `json:"dead,omitempty"`
	// Insensitive says that calls are jumps: a thread is at one program counter with the locals of one procedure, which
	// returns behind any call of it, with any results. Locals have any values there, or those of one of Frames: these
	// are, for program counters of calls, all values that the locals of the caller can have which the call keeps, in words
	// such as 12:0110 with 0 for those that are assigned or dead behind it. A word 12 says that the call is never made.
	Insensitive bool     `json:"insensitive,omitempty"`
	Frames      []string `json:"frames,omitempty"`

	Lists     []string    `json:"lists,omitempty"`     // of local states, for Excluding
	Excluding []Excluding `json:"excluding,omitzero"`  // all but an upward-closed set
	Linear    []Linear    `json:"linear,omitempty"`    // with Excluding: constraints besides
	Cover     []Listed    `json:"cover,omitzero"`      // what is below these
	States    []Listed    `json:"states,omitzero"`     // these and no others
	Flow      []int       `json:"flow,omitzero"`       // threads at these program counters
	Summaries *Summaries  `json:"summaries,omitempty"` // of procedures
	Diagram   *Diagram    `json:"diagram,omitempty"`   // of configurations
	// Clauses, of a circuit, hold in all frames but the first. Their literals are numbers of
	// latches from 1 on, negative for false.
	Clauses [][]int  `json:"clauses,omitzero"`
	Product *Product `json:"product,omitempty"` // of configurations and an automaton
	Trace   *Trace   `json:"trace,omitempty"`

	Reached   []Reached   `json:"reached,omitempty"`   // labels of a C program
	Unreached []Unreached `json:"unreached,omitempty"` // others of it
}

// A Reached is a label of a C program and the inputs that lead to it. The last one reaches it.
type Reached struct {
	Label  string  `json:"label"`
	Inputs []int32 `json:"inputs"`
}

// An Unreached is an invariant of a C program: it holds whenever the loop begins, and from there
// none of some labels is reached in one turn.
type Unreached struct {
	Labels    []string `json:"labels"`
	Variables []string `json:"variables"` // a global by its name, another one such as main.x:12, with its line
	// Boxes have a set for each variable, such as "-3..5 7"; a state is in the invariant if it is in
	// one of them.
	Boxes [][]string `json:"boxes"`
}

// An Excluding is, for some shared states, the local states in which a thread may be,
// and the minimal multisets of threads that do not occur.
type Excluding struct {
	Shared []string `json:"shared"`
	Locals int      `json:"locals"` // the number of a list
	// Together, if it is there, has for each of these local states the number of the list
	// of those in which another thread may be at once.
	Together []int    `json:"together,omitzero"`
	Excluded []string `json:"excluded,omitempty"`
}

// A Linear is a constraint: the weight of the shared state and those of all threads make
// up at most a bound. What is not listed weighs nothing; local states weigh no less.
type Linear struct {
	Shared map[string]int `json:"shared,omitempty"`
	Locals map[string]int `json:"locals,omitempty"`
	Most   int            `json:"most"`
}

// A Listed is one shared state with multisets of threads.
type Listed struct {
	Shared  string   `json:"shared"`
	Threads []string `json:"threads"`
}

// A Summaries has pairs of valuations, as decision diagrams: of the variables at the entry
// of the procedure and now.
type Summaries struct {
	// Nodes are those of the diagrams, "v lo hi": a variable, and an edge for each of its
	// values. An edge is the position of a node before, from 1 on, with a minus sign if the
	// complement is meant; 0 is true and -0 false. Variable 3*i is what global i was at the
	// entry, 3*i+1 what it is now; behind the globals come the locals by their positions,
	// and then the values that are returned, one variable each.
	Nodes   []string          `json:"nodes"`
	At      map[string]string `json:"at"`      // by program counter: an edge
	Returns map[string]string `json:"returns"` // by procedure: from the entry to its returns
	// Others, if there are other threads, has the globals with which a thread may go on when
	// another was interrupted: an edge, over variables 3*i+1. What is at a program counter of a
	// procedure that is called from inside of an atomic section is then written with a ! behind
	// the program counter, as is what it returns.
	Others string `json:"others,omitempty"`
}

// A Diagram is a finite set of configurations as a decision diagram. Each thread has a slot.
type Diagram struct {
	Slots int `json:"slots"`
	// Places are where threads can be: stacks of program counters such as 7/12. The code of a
	// place is its position, from 1 on; that of a slot without a thread is 0.
	Places []string `json:"places"`
	// Order has the variables from the top of the diagram: ! says that some thread is inside an
	// atomic section, 3 is a global, 1@2 is bit 2, of value 4, of the code of slot 1, and 1.4
	// local 4 of the thread there, counted through its procedures, outermost first.
	Order []string `json:"order"`
	Nodes []string `json:"nodes"` // as those of Summaries; a variable is a position in Order
	Root  string   `json:"root"`  // an edge
}

// A Product shows that no run satisfies the negation of a formula: it has the configurations, of which each is with some
// valuations of the formula's parts. A pair of both has a rank, which no step raises; and for each rank there is a
// condition of acceptance that no step meets which keeps it.
type Product struct {
	// Parts are the parts of the negation, each behind its own parts.
	Parts []string `json:"parts"`
	// Omits has for each rank, from 0 on, the number of a condition, from 1 on; 0 says that no step keeps the rank.
	Omits []int   `json:"omits"`
	Pairs []Pairs `json:"pairs"`
}

// A Pairs is one configuration with valuations.
type Pairs struct {
	// State has a thread, or that there is none, for each slot: 010|12:0,-,7:1. Slots behind those that the formula names are
	// in the order of their text.
	State string `json:"state"`
	// At has the values of the parts and the rank: 0110 3.
	At []string `json:"at"`
}

// A Trace is an execution.
type Trace struct {
	States []string `json:"states"` // configurations, the initial one first
	// Fails is the program counter of the assertion that can fail in the last one,
	// if assertions are asked for.
	Fails *int `json:"fails,omitempty"`
	// Moves has for each step the slot of the thread that makes it, if a formula is asked for; each state then has a
	// thread, or that there is none, for each slot.
	Moves []int `json:"moves,omitempty"`
	// Loop is the position of the state that is the last one again, so that the steps behind it are repeated for ever; if it
	// is that of the last one, no thread can move there. Without it the formula is refuted however the run goes on.
	Loop *int `json:"loop,omitempty"`
}

// Write writes the document.
func (d *Document) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(d)
}

// Read reads a document. What is no certificate of this version is [Rejected].
func Read(r io.Reader) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	// The version comes first: another one may have other fields.
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, Reject("the file is not a certificate: %v", err)
	}
	if head.Schema != Schema {
		return nil, Reject("the schema is %q, this checker knows %s", head.Schema, Schema)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	doc := &Document{}
	if err := d.Decode(doc); err != nil {
		return nil, Reject("the file is not a certificate: %v", err)
	}
	return doc, nil
}

// A Rejected says why a certificate does not prove what it claims.
type Rejected struct{ Reason string }

func (e *Rejected) Error() string { return e.Reason }

// Reject makes a [Rejected] of a reason, of which it keeps the beginning if it is long.
func Reject(format string, args ...any) error {
	const most = 2000 // of a file without line breaks, say
	reason := fmt.Sprintf(format, args...)
	if len(reason) > most {
		reason = strings.ToValidUTF8(reason[:most], "") + " ..."
	}
	return &Rejected{reason}
}

// Kinds returns how many kinds of evidence there are, those about labels of a C program not counted.
func (e *Evidence) Kinds() (n int) {
	for _, there := range []bool{e.Trace != nil, e.Excluding != nil, e.Cover != nil, e.States != nil, e.Flow != nil, e.Summaries != nil, e.Diagram != nil, e.Clauses != nil, e.Product != nil} {
		if there {
			n++
		}
	}
	return n
}

// Mentions reports whether evidence about a C program says something of a label.
func (e *Evidence) Mentions(label string) bool {
	return slices.ContainsFunc(e.Reached, func(r Reached) bool { return r.Label == label }) ||
		slices.ContainsFunc(e.Unreached, func(u Unreached) bool { return slices.Contains(u.Labels, label) })
}

// Elements says what the evidence consists of and how much of it there is.
func (e *Evidence) Elements() (n int, what string) {
	switch {
	case len(e.Reached)+len(e.Unreached) > 0:
		for _, u := range e.Unreached {
			n += len(u.Boxes)
		}
		return n, "box"
	case e.Trace != nil:
		n = len(e.Trace.States) - 1
		if e.Trace.Fails != nil {
			n++
		}
		return n, "step"
	case e.Excluding != nil:
		for _, x := range e.Excluding {
			n += len(x.Shared) + len(x.Together) + len(x.Excluded)
		}
		for _, x := range e.Lists {
			n += 1 + strings.Count(x, ",")
		}
		return n + len(e.Linear), "element"
	case e.Cover != nil:
		return listed(e.Cover), "element"
	case e.States != nil:
		return listed(e.States), "state"
	case e.Summaries != nil:
		return len(e.Summaries.Nodes), "node"
	case e.Diagram != nil:
		return len(e.Diagram.Nodes), "node"
	case e.Clauses != nil:
		return len(e.Clauses), "clause"
	case e.Product != nil:
		for _, x := range e.Product.Pairs {
			n += len(x.At)
		}
		return n, "pair"
	}
	return len(e.Flow), "location"
}

func listed(list []Listed) (n int) {
	for _, x := range list {
		n += len(x.Threads)
	}
	return n
}
