// This file defines Program: the control-flow graph of a Boolean program with a
// template on each edge, the form in which everything behind the parser sees it.

package parser

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/allsat"
)

// A Mode says for which direction templates are built.
type Mode int

const (
	Post Mode = 1 << iota // strongest postconditions, for forward analysis
	Pre                   // weakest preconditions, for backward analysis
	Live                  // locals are 0 where they are dead ([Node.Dead]): what states there are is not what statements say
	Both = Post | Pre
)

// A Program is a Boolean program as a control-flow graph.
type Program struct {
	File   *File
	Mode   Mode
	Layout Layout
	Nodes  []*Node // by program counter
	Start  int     // where main begins
	// Begins asks whether what main enforces holds there, before a step; nil if it
	// enforces nothing.
	Begins *Template
	// Inlined says that the statements at the locations do not say all that edges do:
	// some call or return, or respect atomic. Their relations do.
	Inlined bool
}

// A Node is a location of the control-flow graph: the point before a statement,
// or the end of a procedure.
type Node struct {
	PC      int
	Proc    *Proc
	Stmt    *Stmt // nil at the end of a procedure
	Arm     *Arm  // the arm of an if that is tested here, nil elsewhere
	Pos     Pos
	Section *Section // the innermost atomic section around the location, or nil
	Wait    bool     // a thread here moves only when it is woken
	Out, In []*Edge
	// Reachable says that some path of the control-flow graph, creation of threads
	// included, leads here from the beginning of main.
	Reachable bool
	Dead      []*Var // locals that nobody reads before they are written: 0, and known, in programs made with [Live]
	Behind    *Node  // where a call returns that is a jump ([Program.Insensitive])
}

// An EdgeKind says what an edge does beyond changing the active thread's
// variables.
type EdgeKind int

const (
	StepEdge      EdgeKind = iota // nothing
	FailEdge                      // an assertion fails; To is -1
	EndEdge                       // the thread disappears; To is -1
	SpawnEdge                     // a thread appears at Child
	PassiveEdge                   // other threads' locals change as Passive says
	SignalEdge                    // wakes one waiting thread
	BroadcastEdge                 // wakes all waiting threads
	EnterEdge                     // begins an outermost atomic section
	LeaveEdge                     // ends an outermost atomic section
	CallEdge                      // calls a procedure; has no templates yet
)

// An Edge is what one statement does on one way through it.
type Edge struct {
	Kind     EdgeKind
	From, To int // program counters
	Node     *Node
	Branch   Branch // which way this is, where the statement leaves a choice

	// Relation is the transition relation between the variables before and after
	// for those in Assigned; all others keep their values. It holds if 1 is one of
	// its values. Both templates ask for its models: SP for the assigned variables
	// after, WP for those before. Where no path leads to (see Node.Reachable), as in
	// procedures that are only called, both are nil.
	Relation *allsat.Formula
	Assigned []int // formula variables, in their form before the step
	SP, WP   *Template

	// Child is where a created thread starts. ChildLocals gives its locals, in
	// the place of a passive thread's after the step; nil if it copies its creator's.
	Child       int
	ChildLocals *Template

	// PassiveProc is the procedure whose other threads a PassiveEdge concerns, and
	// Passive and PassiveBack relate such a thread's locals before and after.
	PassiveProc          *Proc
	Passive, PassiveBack *Template
}

// A Branch says which of several ways an edge is: a side of a condition, that of an
// assertion included, a label of a goto, or both, if a goto is the whole body of an
// arm. It is zero on the only way out of a location.
type Branch struct {
	Cond   Expr    // what is tested, or nil
	Value  bool    // the value of Cond on this way
	Target *Target // the label that a goto names, or nil
}

// A Property is something that can go wrong: an assertion.
type Property struct {
	PC   int
	Stmt *Stmt
}

// Parse reads a program. It reports every error it can find in src; the error
// is then an ErrorList.
func Parse(name string, src []byte, mode Mode, opts ...Option) (*Program, error) {
	f, err := ParseFile(name, src, opts...)
	if err != nil {
		return nil, err
	}
	return NewProgram(f, mode)
}

// Properties returns the assertions that the control-flow graph reaches.
func (p *Program) Properties() []Property {
	var ps []Property
	for _, n := range p.Nodes {
		if n.Stmt == nil || !n.Reachable {
			continue
		}
		if _, ok := n.Stmt.Op.(*Assert); ok {
			ps = append(ps, Property{n.PC, n.Stmt})
		}
	}
	return ps
}

// Labelled returns the reachable locations that carry a label of that name, in
// any procedure, and whether there is such a label at all.
func (p *Program) Labelled(name string) (pcs []int, found bool) {
	for _, n := range p.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			if l.Name == name {
				found = true
				if n.Reachable {
					pcs = append(pcs, n.PC)
				}
			}
		}
	}
	return pcs, found
}

// Calls returns the reachable statements that call a procedure, which the thread
// algorithms cannot run.
func (p *Program) Calls() []*Stmt {
	var cs []*Stmt
	for _, n := range p.Nodes {
		if n.Reachable && len(n.Out) > 0 && n.Out[0].Kind == CallEdge {
			cs = append(cs, n.Stmt)
		}
	}
	return cs
}

// Branches reports whether a thread may go on from n at different places.
func (n *Node) Branches() bool {
	to := -1
	for _, e := range n.Out {
		if e.To >= 0 && to >= 0 && e.To != to {
			return true
		}
		to = max(to, e.To)
	}
	return false
}

// String prints the control-flow graph, an edge a line, for people.
func (p *Program) String() string {
	var b strings.Builder
	for _, n := range p.Nodes {
		if !n.Reachable {
			continue
		}
		fmt.Fprintf(&b, "%d", n.PC)
		if n.Section != nil {
			b.WriteString(" atomic")
		}
		if n.Wait {
			b.WriteString(" wait")
		}
		b.WriteByte('\n')
		for _, e := range n.Out {
			fmt.Fprintf(&b, "\t%s", e.Kind)
			if e.To >= 0 {
				fmt.Fprintf(&b, " -> %d", e.To)
			}
			if e.Kind == SpawnEdge {
				fmt.Fprintf(&b, " + %d", e.Child)
			}
			if e.Relation != nil {
				fmt.Fprintf(&b, "  %s", e.Relation)
			}
			if len(e.Assigned) > 0 {
				fmt.Fprintf(&b, "  assigns %v", e.Assigned)
			}
			if e.Branch != (Branch{}) {
				fmt.Fprintf(&b, "  (%s)", e.Branch.Text())
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (k EdgeKind) String() string {
	return [...]string{"step", "fail", "end", "spawn", "passive", "signal", "broadcast", "enter", "leave", "call"}[k]
}
