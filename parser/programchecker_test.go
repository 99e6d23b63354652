// This file defines the sanity checker of programs: it tests whether a control-flow
// graph keeps what program.go promises. It trusts nothing that the builder computed.

package parser

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/parser/diagnostic"
)

// Check returns an error if the program breaks a promise of its types, those of its
// tree included.
func (p *Program) Check() error {
	c := &programChecker{Program: p, out: map[*Edge]bool{}, in: map[*Edge]bool{}}
	if !p.Inlined {
		if err := p.File.Check(); err != nil {
			return err
		}
	}
	if c.locations(); len(c.errs) > 0 {
		return errors.Join(c.errs...) // nothing else can be looked up
	}
	c.layout()
	for _, n := range p.Nodes {
		c.node(n)
		for _, e := range n.Out {
			c.edge(n, e)
		}
		c.ways(n)
	}
	c.incoming()
	c.reachable()
	return errors.Join(c.errs...)
}

type programChecker struct {
	*Program
	out, in map[*Edge]bool // edges seen from either end
	errs    []error
}

// that reports what is wrong at a location, nil for the program as a whole.
func (c *programChecker) that(ok bool, n *Node, format string, args ...any) {
	if ok || len(c.errs) == diagnostic.MaxDiagnostics {
		return
	}
	where := c.File.Name
	if n != nil {
		where = fmt.Sprintf("%s:%s: location %d", where, n.Pos, n.PC)
	}
	c.errs = append(c.errs, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// locations checks that there is a location for each program counter, and nothing
// that leads elsewhere.
func (c *programChecker) locations() {
	c.that(len(c.Nodes) == c.File.NumPCs, nil, "%d locations for %d program counters", len(c.Nodes), c.File.NumPCs)
	for pc, n := range c.Nodes {
		if n == nil || n.PC != pc {
			c.that(false, nil, "no location %d", pc)
			continue
		}
		c.that(n.Proc != nil, n, "no procedure")
		for _, e := range n.Out {
			c.that(e.Node == n && e.From == pc, n, "an edge comes from another location")
			gone := e.Kind == FailEdge || e.Kind == EndEdge
			c.that(e.To == -1 && gone || e.To >= 0 && e.To < len(c.Nodes) && !gone, n, "%s edge to location %d", e.Kind, e.To)
			c.that(e.Child >= 0 && e.Child < len(c.Nodes), n, "a thread begins at location %d", e.Child)
		}
	}
	c.that(c.Start == c.File.Main.Entry, nil, "Start is %d, main begins at %d", c.Start, c.File.Main.Entry)
	c.that(c.Mode&^(Both|Live|insensitive) == 0, nil, "Mode is %d", c.Mode)
}

// layout checks that there is room for all variables.
func (c *programChecker) layout() {
	l := c.Layout
	c.that(l.Shared == len(c.File.Globals), nil, "Layout has %d shared variables, not %d", l.Shared, len(c.File.Globals))
	c.that(64*l.SharedWords > l.Shared, nil, "Layout has %d words for %d shared variables and one", l.SharedWords, l.Shared)
	c.that(l.LocalWords > 0 && 64*l.LocalWords >= l.Local, nil, "Layout has %d words for %d locals", l.LocalWords, l.Local)
	for _, n := range c.Nodes {
		c.that(len(n.Proc.Locals) <= l.Local, n, "%d locals, Layout has %d", len(n.Proc.Locals), l.Local)
	}
}

// node checks what a location says about itself.
func (c *programChecker) node(n *Node) {
	c.that(c.Inlined || n.Proc.Entry <= n.PC && n.PC <= n.Proc.Exit, n, "not in procedure %s", n.Proc.Name)
	_, waits := n.op().(*Wait)
	c.that(n.Wait == waits, n, "Wait is %t", n.Wait)
	if n.Stmt == nil {
		c.that(c.Inlined || n.PC == n.Proc.Exit, n, "no statement")
		c.that(n.Arm == nil, n, "an arm without a statement")
		c.that(c.Inlined || n.Pos == n.Proc.End, n, "not where the end is")
		c.that(c.Inlined || n.Section == nil, n, "the end lies in a section")
		return
	}
	pos, section, arm := n.Stmt.Pos, n.Stmt.Section, (*Arm)(nil)
	pcs := []int{n.Stmt.PC}
	switch op := n.Stmt.Op.(type) {
	case *If:
		for i, a := range op.Arms {
			if a.PC == n.PC {
				arm = a
				if i > 0 {
					pos = a.Pos
				}
			}
			pcs = append(pcs, a.PC)
		}
	case *Atomic:
		pcs = append(pcs, op.EndPC)
		if n.PC == op.EndPC {
			section = op.Section
		}
	}
	c.that(slices.Contains(pcs, n.PC), n, "the statement is at %d", n.Stmt.PC)
	c.that(n.Arm == arm, n, "another arm")
	c.that(n.Pos == pos, n, "not where the statement is")
	c.that(n.Section == section, n, "another section")
}

// op returns what is executed at n, nil at the end of a procedure.
func (n *Node) op() Op {
	if n.Stmt == nil {
		return nil
	}
	return n.Stmt.Op
}

// edge checks what an edge says about itself and about where it leads.
func (c *programChecker) edge(n *Node, e *Edge) {
	c.that(!c.out[e], n, "an edge occurs twice")
	c.out[e] = true
	kind, section := c.expected(n)
	_, asserts := n.op().(*Assert)
	if joins := c.Inlined && e.Kind == StepEdge; !joins || kind != CallEdge && kind != EndEdge {
		c.that(e.Kind == kind || asserts && e.Kind == FailEdge, n, "%s edge, not %s", e.Kind, kind)
	}
	if e.To >= 0 {
		to := c.Nodes[e.To]
		c.that(c.Inlined || to.Proc == n.Proc, n, "an edge to location %d, in procedure %s", e.To, to.Proc.Name)
		c.that(to.Section == section, n, "an edge to location %d, in another section", e.To)
	}
	c.branch(n, e)
	c.effects(n, e)
	c.relation(n, e)
}

// expected returns the kind of the edges out of n, of those of an assertion that
// holds, and the section in which they end.
func (c *programChecker) expected(n *Node) (EdgeKind, *Section) {
	begins := func(s *Section) (EdgeKind, *Section) { return outermost(s, EnterEdge), s }
	ends := func(s *Section) (EdgeKind, *Section) { return outermost(s, LeaveEdge), s.Outer }
	switch op := n.op().(type) {
	case *AtomicBegin:
		return begins(op.Section)
	case *AtomicEnd:
		return ends(op.Section)
	case *Atomic:
		if n.PC == op.EndPC {
			return ends(op.Section)
		}
		return begins(op.Section)
	case *StartThread:
		return SpawnEdge, n.Section
	case *Signal:
		return SignalEdge, n.Section
	case *Broadcast:
		return BroadcastEdge, n.Section
	case *Call:
		return CallEdge, n.Section
	case *Assign:
		if slices.ContainsFunc(op.Lhs, func(r *Ref) bool { return r.Passive }) {
			return PassiveEdge, n.Section
		}
	case *Return:
		if n.Proc != c.File.Main {
			return EndEdge, n.Section
		}
	case *EndThread, nil:
		return EndEdge, n.Section
	}
	return StepEdge, n.Section
}

// branch checks which way an edge says it is.
func (c *programChecker) branch(n *Node, e *Edge) {
	var cond Expr
	jumps := false // by a label, in a goto of its own or of an arm
	switch op := n.op().(type) {
	case *Goto:
		jumps = true
	case *Assert:
		cond = op.Cond
		c.that(e.Branch.Value == (e.Kind != FailEdge), n, "the side of the assertion that is %t has a %s edge", e.Branch.Value, e.Kind)
	case *While:
		cond = op.Cond
	case *If:
		cond = n.Arm.Cond
		body := n.Arm.Body
		if last := n.Arm == op.Arms[len(op.Arms)-1]; !e.Branch.Value {
			if body = nil; last {
				body = op.Else
			}
		}
		jumps = isBranchGoto(body)
	}
	c.that(e.Branch.Cond == cond, n, "a branch of another condition")
	c.that(cond != nil || !e.Branch.Value, n, "a branch has a value without a condition")
	c.that((e.Branch.Target != nil) == jumps, n, "a goto without a label, or a label without a goto")
	if t := e.Branch.Target; t != nil {
		c.that(t.Stmt.PC == e.To, n, "label %s is at %d, the edge leads to %d", t.Name, t.Stmt.PC, e.To)
	}
}

// ways checks that nothing that a statement allows is missing, or there twice.
func (c *programChecker) ways(n *Node) {
	least, most := 1, 1
	switch op := n.op().(type) {
	case nil:
		if least = 0; !c.Inlined && n.Proc != c.File.Main {
			least = 1
		}
	case *Goto:
		most = len(op.Targets)
	case *Assert:
		least, most = 2, 2
	case *If, *While:
		least, most = 2, len(n.Out)
	}
	c.that(least <= len(n.Out) && len(n.Out) <= most, n, "%d edges", len(n.Out))
	type side struct {
		to    int
		value bool
	}
	seen := map[side]bool{}
	both := map[bool]bool{}
	for _, e := range n.Out {
		at := side{e.To, e.Branch.Value}
		c.that(!seen[at], n, "two edges to location %d on one side", e.To)
		seen[at], both[e.Branch.Value] = true, true
	}
	if least == 2 {
		c.that(both[false] && both[true], n, "one side of the condition is missing")
	}
}

// effects checks what an edge says about other threads.
func (c *programChecker) effects(n *Node, e *Edge) {
	if e.Kind == SpawnEdge {
		op := n.op().(*StartThread)
		c.that(!n.Reachable || c.Nodes[e.Child].Section == nil, n, "a thread begins in a section")
		c.that(c.Inlined || (e.ChildLocals != nil) == (op.Proc != nil), n, "locals of a thread that copies them")
		if e.ChildLocals != nil {
			c.template(n, e.ChildLocals, e.ChildLocals.Formula(), e.ChildLocals.Unknown, "ChildLocals")
		}
	} else {
		c.that(e.Child == 0 && e.ChildLocals == nil, n, "%s edge with a child", e.Kind)
	}
	passive := e.Kind == PassiveEdge
	c.that((e.PassiveProc != nil) == passive, n, "%s edge, PassiveProc is %t", e.Kind, e.PassiveProc != nil)
	c.that((e.Passive != nil) == (passive && c.Mode&Post != 0), n, "Passive is %t", e.Passive != nil)
	c.that((e.PassiveBack != nil) == (passive && c.Mode&Pre != 0), n, "PassiveBack is %t", e.PassiveBack != nil)
}

// relation checks the relation of an edge and its templates.
func (c *programChecker) relation(n *Node, e *Edge) {
	c.that((e.Relation == nil) == (e.Kind == CallEdge), n, "%s edge, Relation is %t", e.Kind, e.Relation != nil)
	next := make([]int, len(e.Assigned))
	for i, v := range e.Assigned {
		c.that(c.known(v, 0), n, "assigned variable %d is none before the step", v)
		c.that(!slices.Contains(e.Assigned[:i], v), n, "variable %d is assigned twice", v)
		next[i] = c.Layout.Next(v)
	}
	if e.Relation != nil {
		for _, v := range e.Relation.Vars() {
			c.that(c.known(v, 0) || c.known(v, c.Layout.Next(0)), n, "Relation mentions variable %d", v)
		}
	}
	asked := n.Reachable && e.Relation != nil
	c.that((e.SP != nil) == (asked && c.Mode&Post != 0), n, "SP is %t", e.SP != nil)
	c.that((e.WP != nil) == (asked && c.Mode&Pre != 0), n, "WP is %t", e.WP != nil)
	if e.SP != nil {
		c.template(n, e.SP, e.Relation, next, "SP")
	}
	if e.WP != nil {
		c.template(n, e.WP, e.Relation, e.Assigned, "WP")
	}
}

// known tells whether v is a shared variable or a local of an active thread in the
// blocks that begin at shift.
func (c *programChecker) known(v, shift int) bool {
	l := c.Layout
	v -= shift
	return 0 <= v && v < l.Shared || 64*l.LocalAt() <= v && v < 64*l.LocalAt()+l.Local
}

// template checks that a template asks the right question.
func (c *programChecker) template(n *Node, t *Template, f *allsat.Formula, unknown []int, name string) {
	c.that(t.Formula() == f, n, "%s asks about another formula", name)
	c.that(slices.Equal(t.Unknown, unknown), n, "%s asks for variables %v, not %v", name, t.Unknown, unknown)
	c.that(t.Query != nil, n, "%s has no query", name)
	c.that(t.Trivial == (len(unknown) == 0 && f.Is(true)), n, "%s: Trivial is %t", name, t.Trivial)
}

// incoming checks that edges are known where they lead.
func (c *programChecker) incoming() {
	for _, n := range c.Nodes {
		for _, e := range n.In {
			c.that(e.To == n.PC && c.out[e], n, "an edge that leads elsewhere comes in")
			c.that(!c.in[e], n, "an edge comes in twice")
			c.in[e] = true
		}
	}
	for _, n := range c.Nodes {
		for _, e := range n.Out {
			c.that(e.To < 0 || c.in[e], n, "the edge to location %d does not come in there", e.To)
		}
	}
}

// reachable checks which locations are marked as reachable.
func (c *programChecker) reachable() {
	reached := map[int]bool{c.Start: true}
	for work := []int{c.Start}; len(work) > 0; {
		n := c.Nodes[work[0]]
		work = work[1:]
		for _, e := range n.Out {
			next := []int{e.To}
			if e.Kind == SpawnEdge {
				next = append(next, e.Child)
			}
			for _, pc := range next {
				if pc >= 0 && !reached[pc] {
					reached[pc] = true
					work = append(work, pc)
				}
			}
		}
	}
	for _, n := range c.Nodes {
		c.that(n.Reachable == reached[n.PC], n, "Reachable is %t", n.Reachable)
	}
}
