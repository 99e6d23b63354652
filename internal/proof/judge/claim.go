// This file defines what is asked about a Boolean program, and where its answer is looked for.

package judge

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// Many is the count of unboundedly many threads.
const Many = math.MaxInt

// A Claim is a Boolean program with a question about it, in the terms of program counters: can an assertion fail, can a
// thread be at a label, or can a configuration be reached?
type Claim struct {
	File  *parser.File
	Judge *Judge // executes statement by statement

	Assertions bool   // are asked for
	Label      string // is asked for, if Watch is not nil
	Watch      map[int]bool
	// Targeted says that the question is about configurations: one that is given, or, if Meeting
	// is not nil, those in which different threads are at labels, each at one of the program
	// counters of its label.
	Targeted bool
	Meeting  []map[int]bool

	// Irrelevant are variables without influence, see [Claim.LeaveOut].
	Irrelevant map[*parser.Var]bool
	// Dead are locals that are dead at program counters, see [Claim.LeaveDead].
	Dead map[int]map[*parser.Var]bool
	// Forgets says that threads have no stacks, and Framed which calls keep the locals of the caller all the same. They are
	// set before [Claim.LeaveDead].
	Forgets bool
	Framed  map[int]bool

	Small  bool // each statement of an atomic section is a step
	Copies int  // of main at first, Many for unboundedly many; see [Claim.Begin]
}

// NewClaim reads a question, all but what it says of the beginning.
func NewClaim(f *parser.File, q *proof.Question) (*Claim, error) {
	j, err := New(f, Small)
	if err != nil {
		return nil, err
	}
	p := &Claim{File: f, Judge: j, Targeted: q.Asks == proof.Target}
	switch q.Atomic {
	case proof.Big:
	case proof.Small:
		p.Small = true
	default:
		return nil, proof.Reject("atomic is %q, neither %s nor %s", q.Atomic, proof.Big, proof.Small)
	}
	switch q.Asks {
	case proof.Target:
		if strings.HasPrefix(q.Target, someThread) {
			if err := p.readMeeting(q.Target); err != nil {
				return nil, err
			}
		}
	case proof.Assertions:
		p.Assertions = true
	case proof.Label:
		p.Label, p.Watch = q.Label, map[int]bool{}
		for pc := range f.NumPCs {
			if x, ok := j.Location(pc); ok && labelled(&x, pc, q.Label) {
				p.Watch[pc] = true
			}
		}
		if len(p.Watch) == 0 {
			return nil, proof.Reject("the program has no label %q", q.Label)
		}
	}
	return p, nil
}

// Begin reads how many copies of main there are at first.
func (p *Claim) Begin(q *proof.Question) error {
	copies, err := strconv.Atoi(q.Initial)
	switch {
	case q.Initial == "one":
		copies = 1
	case q.Initial == "many":
		copies = Many
	case err != nil || copies < 1 || copies > proof.MaxThreads || strconv.Itoa(copies) != q.Initial:
		return proof.Reject("initial is %q, neither one, many nor a number of copies of main", q.Initial)
	}
	if q.Threads > 0 && copies != Many && copies > q.Threads {
		return proof.Reject("%d threads begin, more than the bound %d", copies, q.Threads)
	}
	p.Copies = copies
	return nil
}

// someThread stands in front of each label of a target that asks for different threads at
// labels at once.
const someThread = "some@"

// readMeeting reads such a target: the locations with each of the labels.
func (p *Claim) readMeeting(target string) error {
	for part := range strings.SplitSeq(target, ",") {
		name, some := strings.CutPrefix(part, someThread)
		if !some {
			return proof.Reject("%q is no thread at a label, such as %sL", part, someThread)
		}
		at := map[int]bool{}
		for pc := range p.File.NumPCs {
			if x, ok := p.Judge.Location(pc); ok && labelled(&x, pc, name) {
				if x.Stmt.Section != nil {
					return proof.Reject("label %q is inside of an atomic section", name)
				}
				at[pc] = true
			}
		}
		if len(at) == 0 {
			return proof.Reject("the program has no label %q", name)
		}
		p.Meeting = append(p.Meeting, at)
	}
	return nil
}

// labelled reports whether a statement with a label begins at a program counter.
func labelled(at *Location, pc int, label string) bool {
	return at.Stmt != nil && at.Stmt.PC == pc && slices.ContainsFunc(at.Stmt.Labels, func(l *parser.Label) bool { return l.Name == label })
}

// Op returns what is executed at a program counter.
func (p *Claim) Op(pc int) parser.Op {
	at, _ := p.Judge.Location(pc)
	return at.Op
}

// Place says where a program counter is in the text.
func (p *Claim) Place(pc int) string {
	at, _ := p.Judge.Location(pc)
	pos := at.Proc.End
	if at.Stmt != nil {
		pos = at.Stmt.Pos
	}
	return fmt.Sprintf("%s:%s", p.File.Name, pos)
}

// Fails says that the assertion at a program counter fails.
func (p *Claim) Fails(pc int) string { return "the assertion at " + p.Place(pc) + " fails" }
