// This file defines reports: what is known of Go code.

package gocheck

import (
	"slices"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/render"
)

// Kinds lists what can be asked, in the order of reports.
func Kinds() []string {
	return []string{"leak", "deadlock", "close", "lock", "waitgroup", "race", "panic"}
}

// A Report says what was found, what was proved, and what was left out.
type Report struct {
	// Threads is how many goroutines of each go statement in a loop the bounded question counts.
	Threads int     `json:"threads"`
	Entries []Entry `json:"entries"`
	// Findings has what goes wrong (UNSAFE), and then what is open (UNKNOWN).
	Findings []render.Finding `json:"findings"`
	// Suppressed has the findings that a comment //ijit:ignore is about.
	Suppressed []render.Finding `json:"suppressed"`
	Proved     []Proof          `json:"proved"`
	// Assumptions are what the proofs rest on.
	Assumptions []string `json:"assumptions"`
	Unmodelled  []Note   `json:"unmodelled"`
	Sizes       []Size   `json:"sizes"`
	// Unjudged are panics behind a branch on data that is not known, dereferences of what may be nil, indices that may be out of range and the like.
	Unjudged []render.GoPlace `json:"unjudged"`
	// Fails are calls of t.Fatal, t.Skip and the like which data decide that are not known: what goroutines do behind them is not asked.
	Fails []render.GoPlace `json:"fails"`
	// Warnings are comments //ijit:ignore that are not obeyed, and packages that do not compile.
	Warnings []string `json:"warnings"`
	// Certificates are those of the proofs for any number of goroutines, if they were asked for; Uncertified says
	// why a proof has none.
	Certificates []Certified `json:"-"`
	Uncertified  string      `json:"-"`
	Explained    []Explained `json:"-"`
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
	// Lowered says that there was no time or memory for so many goroutines as were asked for, and for how many there was.
	Lowered string `json:"lowered,omitempty"`
	// Certified lists the kinds that the certificates are about: they prove that none of them occurs.
	Certified []string `json:"certified,omitempty"`
	Seconds   float64  `json:"seconds"`
}

// A Certified is a Boolean program with the certificate that its assertions hold.
type Certified struct {
	About       string // what the assertions are about: objects, or races of a variable
	Program     []byte
	Certificate *ijit.Certificate
}

// A Proof is an operation of which is proved that it does not go wrong in a way.
type Proof struct {
	Kind string `json:"kind"`
	render.GoPlace
	// Threads is for how many goroutines of each go statement in a loop; null for any number.
	Threads *int `json:"threads"`
}

// A Note says what is left out, and what that means.
type Note struct {
	render.GoPlace
	What   string `json:"what"`
	Effect string `json:"effect"`
	// Unsound says that executions may be missing, so that nothing is proved.
	Unsound bool `json:"unsound"`
	// Cut says that executions which come there are judged up to there only.
	Cut bool `json:"cut"`
}

// A Size is a number that the code leaves open and the bounded question fixes.
type Size struct {
	render.GoPlace
	What  string `json:"what"`
	Value int    `json:"value"`
	// Iterations says that it is how many of a loop are executed.
	Iterations bool `json:"-"`
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
		Threads: threads, Entries: []Entry{}, Findings: []render.Finding{}, Suppressed: []render.Finding{}, Proved: []Proof{}, Assumptions: []string{},
		Unmodelled: []Note{}, Sizes: []Size{}, Unjudged: []render.GoPlace{}, Fails: []render.GoPlace{}, Warnings: []string{},
	}
}

// count returns how many findings go wrong and how many are open.
func (r *Report) count() (wrong, open int) {
	for i := range r.Findings {
		if r.Findings[i].Verdict == unsafe {
			wrong++
		} else {
			open++
		}
	}
	return wrong, open
}

// Verdict returns what the findings come to: UNSAFE, UNKNOWN or SAFE.
func (r *Report) Verdict() string {
	switch wrong, open := r.count(); {
	case wrong > 0:
		return unsafe
	case open > 0:
		return unknown
	}
	return safe
}

// The verdicts of findings.
const (
	safe    = "SAFE"
	unsafe  = "UNSAFE"
	unknown = "UNKNOWN"
)

// assume lists what the proofs rest on.
func (r *Report) assume() {
	if len(r.Proved) == 0 {
		return
	}
	r.Assumptions = []string{
		"Calls that are not modelled do not synchronise; those of the code are listed as unmodelled.",
		"Nobody touches these objects by reflection, package unsafe or cgo.",
		"Synchronisation is sequentially consistent, as the memory model promises to programs without data races.",
		"The translation of Go to a Boolean program is right.",
	}
	if len(r.Fails) > 0 {
		r.Assumptions = append(r.Assumptions, "A test that fails because of data that are not known ends the program: nobody asks what goroutines do behind that.")
	}
	if r.Cuts() > 0 {
		r.Assumptions = append(r.Assumptions, "Executions are judged up to the places that are listed as unmodelled with cut, and not beyond.")
	}
}

// Cuts returns at how many places executions are judged no further.
func (r *Report) Cuts() int {
	n := 0
	for _, x := range r.Unmodelled {
		if x.Cut {
			n++
		}
	}
	return n
}

// rank returns the place of a kind in reports.
func rank(kind string) int { return slices.Index(Kinds(), kind) }

// A key tells operations apart: a kind and a place. A deadlock is a leak.
type key struct {
	kind      string
	file      string
	line, col int
	other     string // place of the other access of a race
}

func (p *Proof) key() key { return key{kind: p.Kind, file: p.File, line: p.Line, col: p.Col} }

func keyAt(f *render.Finding) key {
	return key{kind: f.Kind, file: f.File, line: f.Line, col: f.Col}
}

// keyOf returns the key by which a finding is known in several entries.
func keyOf(f *render.Finding) key {
	k := keyAt(f)
	switch {
	case f.Verdict == unknown: // one for each reason
		return key{kind: f.Kind, other: f.Message}
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
