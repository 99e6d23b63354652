// This file defines reports: what is known of Go code.

package gocheck

import (
	"slices"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// Kinds lists what can be asked, in the order of reports.
func Kinds() []string {
	return []string{"leak", "deadlock", "close", "lock", "waitgroup", "race", "panic"}
}

// A Report says what was found, what was proved, and what was left out.
type Report struct {
	// Threads is how many goroutines of each go statement in a loop the bounded question counts.
	Threads int `json:"threads"`
	// Language is the version of the language in which the code is written, as go1.26: what loops and timers do depends
	// on it.
	Language string  `json:"language"`
	Entries  []Entry `json:"entries"`
	// Findings has what goes wrong (UNSAFE), and then what is open (UNKNOWN).
	Findings []render.Finding `json:"findings"`
	// Suppressed has the findings that a comment //ijit:ignore is about, or that take a time-out where these are
	// ignored.
	Suppressed []render.Finding `json:"suppressed"`
	// Claims has what is known of each operation; Proved those claims that are proved without bounds.
	Claims []ledger.Claim `json:"claims"`
	Proved []Proof        `json:"proved"`
	// Bounds are those within which all claims hold, if the verdict is BOUNDED.
	Bounds *ledger.Bounds `json:"bounds,omitempty"`
	// Assumptions are what the evidence rests on.
	Assumptions []string `json:"assumptions"`
	// Alone says that one of them is that each test is executed alone.
	Alone bool `json:"-"`
	// GivenNew says that one of them is that what the entry is given is new.
	GivenNew   bool   `json:"-"`
	Unmodelled []Note `json:"unmodelled"`
	Sizes      []Size `json:"sizes"`
	// Unjudged are panics behind a branch on data that is not known, dereferences of what may be nil, indices that may
	// be out of range and the like.
	Unjudged []render.GoPlace `json:"unjudged"`
	// Fails are calls of t.Fatal, t.Skip and the like which data decide that are not known: what goroutines do behind
	// them is not asked.
	Fails []render.GoPlace `json:"fails"`
	// Warnings are comments //ijit:ignore that are not obeyed, and packages that do not compile.
	Warnings []string `json:"warnings"`
	// Certificates are those of the proofs for any number of goroutines, if they were asked for; Uncertified says
	// why a proof has none.
	Certificates []Certified `json:"-"`
	Uncertified  string      `json:"-"`
	Explained    []Explained `json:"-"`
	// Faults are mistakes of this program, each of which leaves one entry without an answer.
	Faults  []*systems.Fault `json:"-"`
	verdict ledger.Verdict
}

// An Entry is a function from which executions begin.
type Entry struct {
	render.GoPlace
	Package string `json:"package"`
	// Goroutines is the bound on goroutines alive that follows from --threads; Reached says that some
	// execution was cut there.
	Goroutines int  `json:"goroutines"`
	Reached    bool `json:"reached"`
	States     int  `json:"states"` // configurations visited by the bounded question
	// Any is whether all was proved for any number of goroutines: SAFE or UNKNOWN; By is the algorithm.
	Any    string `json:"any"`
	By     string `json:"by"`
	Detail string `json:"detail,omitempty"` // why not
	// Certified lists the kinds that the certificates are about: they prove that none of them occurs.
	Certified []ledger.Kind `json:"certified,omitempty"`
	// Runs is how often the code was run along random schedules to the end, where nothing was found, and nothing went wrong.
	Runs    int     `json:"runs,omitempty"`
	Seconds float64 `json:"seconds"`
}

// A Certified is a Boolean program with the certificate that its assertions hold.
type Certified struct {
	About       string // what the assertions are about: objects, or races of a variable
	Program     []byte
	Certificate *systems.Certificate
}

// A Proof is an operation of which is proved that it does not go wrong in a way.
type Proof struct {
	Kind ledger.Kind `json:"kind"`
	render.GoPlace
}

// A Note says what is left out, and what that means.
type Note struct {
	render.GoPlace
	What   string `json:"what"`
	Effect string `json:"effect"`
	// Opens lists the kinds of claims of which nothing is said because of it.
	Opens []ledger.Kind `json:"opens"`
}

// A Size is a number that the code leaves open and the bounded question fixes.
type Size struct {
	render.GoPlace
	What  string `json:"what"`
	Value int    `json:"value"`
}

// Explained is the Boolean program of an entry beside the Go code.
type Explained struct {
	Entry string
	Lines []ExplainedLine
}

// An ExplainedLine is a line of a Boolean program with the operation that it was made from.
type ExplainedLine struct {
	Go   string // file:line and text, "" if it is that of the line before or there is none
	Text string
}

// newReport returns an empty report, whose lists are none of them null in JSON.
func newReport(threads int) *Report {
	return &Report{
		Threads: threads, Entries: []Entry{}, Findings: []render.Finding{}, Suppressed: []render.Finding{}, Claims: []ledger.Claim{}, Proved: []Proof{}, Assumptions: []string{},
		Unmodelled: []Note{}, Sizes: []Size{}, Unjudged: []render.GoPlace{}, Fails: []render.GoPlace{}, Warnings: []string{},
	}
}

// open returns how many findings are open questions.
func (r *Report) open() (n int) {
	for i := range r.Findings {
		if r.Findings[i].Verdict == unknown {
			n++
		}
	}
	return n
}

// Verdict returns what the claims come to: SAFE, BOUNDED, UNKNOWN or UNSAFE.
func (r *Report) Verdict() ledger.Verdict { return r.verdict }

// Unconfirmed is the reason for which a finding is open that the code may have, and that was not run.
const Unconfirmed = "unconfirmed"

// The verdicts of findings.
const (
	unsafe  = "UNSAFE"
	unknown = "UNKNOWN"
	safe    = "SAFE"
)

// rank returns the place of a kind in reports.
func rank(kind string) int { return slices.Index(Kinds(), kind) }

// A key tells operations apart: a kind and a place. A deadlock is a leak.
type key struct {
	kind      string
	file      string
	line, col int
	other     string // place of the other access of a race
}

func keyAt(f *render.Finding) key {
	return key{kind: f.Kind, file: f.File, line: f.Line, col: f.Col}
}

// keyOf returns the key by which a finding is known in several entries.
func keyOf(f *render.Finding) key {
	k := keyAt(f)
	switch {
	case f.Kind == "deadlock":
		k.kind = "leak"
	case f.Kind == "race" && len(f.Others) > 0:
		// Another execution may have the two accesses in the other order.
		k.other = f.Others[0].String()
		if o := keyAt(&render.Finding{Kind: f.Kind, GoPlace: f.Others[0]}); compareKeys(o, k) < 0 {
			o.other = f.GoPlace.String()
			return o
		}
	}
	return k
}
