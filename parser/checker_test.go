// This file defines the sanity checker: it tests whether a tree keeps what
// ast.go promises. It trusts nothing that the parser computed.

package parser

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Check returns an error if the tree breaks a promise of its types.
func (f *File) Check() error {
	c := checker{
		file: f, procs: map[*Proc]bool{}, vars: map[*Var]bool{}, inFile: map[*Stmt]*Proc{},
	}
	c.check()
	return errors.Join(c.errs...)
}

type checker struct {
	file   *File
	procs  map[*Proc]bool
	vars   map[*Var]bool
	inFile map[*Stmt]*Proc
	pc     int
	errs   []error

	proc    *Proc
	labels  map[string]*Stmt
	doubles map[string]bool // labels on several statements
	targets []checkedTarget
	place   place
}

type checkedTarget struct {
	target *Target
	from   *Section
	spawn  bool
}

func (c *checker) that(ok bool, pos Pos, format string, args ...any) {
	if !ok && len(c.errs) < diagnostic.MaxDiagnostics {
		c.errs = append(c.errs, fmt.Errorf("%s:%s: %s", c.file.Name, pos, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) check() {
	f := c.file
	var main *Proc
	names := map[string]bool{}
	for _, proc := range f.Procs {
		c.that(!c.procs[proc] && !names[proc.Name], proc.Pos, "procedure %s occurs twice", proc.Name)
		c.procs[proc], names[proc.Name] = true, true
		if proc.Name == "main" {
			main = proc
		}
	}
	if len(f.Threads) > 0 {
		main = f.Procs[len(f.Procs)-1]
		c.threads(main)
	}
	c.that(f.Main == main, Pos{}, "Main is not where execution begins")
	c.variables(f.Globals, nil)
	for _, proc := range f.Procs {
		c.procedure(proc)
	}
	c.lines(f.Head, Pos{})
	c.lines(f.Tail, Pos{})
	c.that(c.pc == f.NumPCs, Pos{}, "NumPCs is %d after %d counters", f.NumPCs, c.pc)
}

// threads checks a file that is concurrent by convention: start has a call of
// Init, a start of each thread, and an end.
func (c *checker) threads(start *Proc) {
	f := c.file
	var called, started []*Proc
	for i, s := range start.Body {
		switch op := s.Op.(type) {
		case *Call:
			c.that(i == 0, start.Pos, "%s calls %s late", start.Name, op.Proc.Name)
			called = append(called, op.Proc.Proc)
		case *StartThread:
			c.that(op.Proc != nil, start.Pos, "%s starts no thread of its own", start.Name)
			started = append(started, op.Proc.Proc)
		case *EndThread:
			c.that(i == len(start.Body)-1, start.Pos, "%s ends early", start.Name)
		default:
			c.that(false, start.Pos, "%s does something else", start.Name)
		}
	}
	var first []*Proc
	if f.Init != nil {
		first = []*Proc{f.Init}
	}
	c.that(slices.Equal(called, first), start.Pos, "%s does not call Init", start.Name)
	c.that(slices.Equal(started, f.Threads), start.Pos, "%s does not start the threads", start.Name)
	c.that(f.Atomic == nil || slices.Contains(f.Globals, f.Atomic) && f.Atomic.Name == atomicName, start.Pos, "Atomic is something else")
}

// variables checks the variables of one scope.
func (c *checker) variables(vars []*Var, proc *Proc) {
	names := map[string]bool{}
	for i, v := range vars {
		c.that(!names[v.Name] && !c.vars[v], v.Pos, "variable %s occurs twice", v.Name)
		names[v.Name], c.vars[v] = true, true
		c.that(v.Name != "" && v.Name != "_", v.Pos, "variable is called %q", v.Name)
		c.that(v.Index == i, v.Pos, "variable %s has index %d at %d", v.Name, v.Index, i)
		c.that(v.Proc == proc, v.Pos, "variable %s has the wrong procedure", v.Name)
		c.that(v.Param == (proc != nil && i < proc.Params), v.Pos, "variable %s: Param is %t", v.Name, v.Param)
		c.that(!v.Param || v.Init == InitAny, v.Pos, "parameter %s has an initial value", v.Name)
		c.that(!v.Joined || i > 0 && !v.Param && !vars[i-1].Param && len(v.Lead) == 0, v.Pos, "variable %s is joined to nothing", v.Name)
		c.that(v.Comment == "" || v.Joined && v.Meaning == "", v.Pos, "variable %s has a comment of a group", v.Name)
		c.lines(v.Lead, v.Pos)
		c.that(v.Init >= InitAny && v.Init <= InitOne, v.Pos, "variable %s has no such Init: %d", v.Name, v.Init)
	}
}

func (c *checker) procedure(proc *Proc) {
	c.proc, c.labels, c.doubles, c.targets = proc, map[string]*Stmt{}, map[string]bool{}, nil
	c.that(proc.Params >= 0 && proc.Params <= len(proc.Locals) && proc.Returns >= 0, proc.Pos, "%s has %d parameters among %d variables and returns %d values", proc.Name, proc.Params, len(proc.Locals), proc.Returns)
	c.variables(proc.Locals, proc)
	if proc.Enforce != nil {
		c.expr(proc.Enforce, plain)
	}
	c.lines(proc.Lead, proc.Pos)
	c.lines(proc.EnforceLead, proc.Pos)
	c.lines(proc.Notes.Close, proc.Pos)
	c.that(proc.Entry == c.pc, proc.Pos, "%s enters at %d, not %d", proc.Name, proc.Entry, c.pc)
	c.list(proc.Body, nil)
	c.that(proc.Exit == c.take(), proc.Pos, "%s exits at %d, not %d", proc.Name, proc.Exit, c.pc-1)
	for _, t := range c.targets {
		c.target(t)
	}
}

func (c *checker) take() int {
	c.pc++
	return c.pc - 1
}

// list checks a statement list that lies in section outer.
func (c *checker) list(list []*Stmt, outer *Section) {
	section := outer
	for i, s := range list {
		if i > 0 && !c.file.IsStarter(c.proc) {
			c.that(!s.Pos.Before(list[i-1].Pos), s.Pos, "statement stands in front of the one before it, at %s", list[i-1].Pos)
		}
		section = c.stmt(s, section, outer)
	}
	c.that(section == outer, c.proc.Pos, "a section of %s stays open", c.proc.Name)
}

// arm checks the body of an arm.
func (c *checker) arm(list []*Stmt, section *Section) {
	if len(list) == 1 && len(list[0].Labels) == 0 {
		if g, ok := list[0].Op.(*Goto); ok {
			c.that(list[0].PC == -1, list[0].Pos, "a goto of a branch has counter %d", list[0].PC)
			c.common(list[0], section)
			c.jumps(g.Targets, section)
			return
		}
	}
	c.list(list, section)
}

// common checks what all statements have.
func (c *checker) common(s *Stmt, section *Section) {
	c.that(c.inFile[s] == nil, s.Pos, "statement occurs twice")
	c.inFile[s] = c.proc
	c.that(s.Proc == c.proc, s.Pos, "statement has the wrong procedure")
	c.that(s.Section == section, s.Pos, "statement has the wrong section")
	c.lines(s.Lead, s.Pos)
	for _, l := range s.Labels {
		c.that(l.Name != "", l.Pos, "label without a name")
		c.that(!s.Pos.Before(l.Pos), l.Pos, "label stands behind its statement")
		first := c.labels[l.Name]
		c.that(first != s, l.Pos, "label %s occurs twice", l.Name)
		c.doubles[l.Name] = c.doubles[l.Name] || first != nil && first != s
		c.labels[l.Name] = s
	}
}

// stmt checks a statement and returns the section behind it.
func (c *checker) stmt(s *Stmt, section, outer *Section) *Section {
	c.common(s, section)
	pc := c.take()
	c.that(s.PC == pc, s.Pos, "statement has counter %d, not %d", s.PC, pc)
	switch op := s.Op.(type) {
	case *Skip, *EndThread, *Signal, *Broadcast:
	case *Wait:
		c.that(section == nil, s.Pos, "wait inside a section")
	case *Goto:
		c.that(len(op.Targets) > 0, s.Pos, "goto nowhere")
		c.jumps(op.Targets, section)
	case *Assume:
		c.expr(op.Cond, plain)
	case *Assert:
		c.expr(op.Cond, plain)
	case *Assign:
		c.assign(s, op)
	case *If:
		c.that(len(op.Arms) > 0, s.Pos, "if without a condition")
		c.that(op.HasElse || len(op.Else) == 0, s.Pos, "statements of else without else")
		for i, arm := range op.Arms {
			if i > 0 {
				pc = c.take()
			}
			c.that(arm.PC == pc, arm.Pos, "arm has counter %d, not %d", arm.PC, pc)
			c.expr(arm.Cond, plain)
			c.lines(arm.Notes.Close, arm.Pos)
			c.arm(arm.Body, section)
		}
		c.lines(op.ElseNotes.Close, s.Pos)
		c.arm(op.Else, section)
	case *While:
		c.expr(op.Cond, plain)
		c.lines(op.Notes.Close, s.Pos)
		c.list(op.Body, section)
	case *StartThread:
		c.that((op.Target == nil) != (op.Proc == nil), s.Pos, "start_thread has one form of two")
		if op.Target != nil {
			c.that(len(op.Args) == 0, s.Pos, "start_thread goto has arguments")
			c.targets = append(c.targets, checkedTarget{op.Target, section, true})
		} else {
			c.call(op.Proc, op.Args)
		}
	case *AtomicBegin:
		c.section(op.Section, s, section)
		c.that(op.Section.BeginPC == pc, s.Pos, "section begins at %d, not %d", op.Section.BeginPC, pc)
		return op.Section
	case *AtomicEnd:
		c.that(section != outer && op.Section == section, s.Pos, "atomic_end ends another section")
		c.that(op.Section.EndPC == pc, s.Pos, "section ends at %d, not %d", op.Section.EndPC, pc)
		return section.Outer
	case *Atomic:
		c.section(op.Section, s, section)
		c.lines(op.Notes.Close, s.Pos)
		c.list(op.Body, op.Section)
		end := c.take()
		c.that(op.Section.BeginPC == pc, s.Pos, "section begins at %d, not %d", op.Section.BeginPC, pc)
		c.that(op.Section.EndPC == end, s.Pos, "section ends at %d, not %d", op.Section.EndPC, end)
		c.that(op.EndPC == end, s.Pos, "block ends at %d, not %d", op.EndPC, end)
	case *Call:
		c.call(op.Proc, op.Args)
		c.lhs(op.Lhs)
		c.that(len(op.Lhs) == 0 || op.Proc.Proc == nil || len(op.Lhs) == op.Proc.Proc.Returns, s.Pos, "call assigns %d values", len(op.Lhs))
	case *Return:
		c.that(section == nil, s.Pos, "return inside a section")
		c.that(len(op.Values) == 0 || len(op.Values) == c.proc.Returns, s.Pos, "return of %d values", len(op.Values))
		for _, e := range op.Values {
			c.expr(e, plain)
		}
	case *Dead:
		c.that(len(op.Vars) > 0, s.Pos, "dead of nothing")
		for _, ref := range op.Vars {
			c.expr(ref, plain)
		}
	default:
		c.that(false, s.Pos, "statement is a %T", op)
	}
	return section
}

// lines checks that lines are comments and single blank lines, and nothing that
// a program could be made of.
func (c *checker) lines(lines []string, pos Pos) {
	for i, line := range lines {
		switch {
		case line == "":
			c.that(i == 0 || lines[i-1] != "", pos, "two blank lines")
		case strings.HasPrefix(line, "//"):
			c.that(!strings.Contains(line, "\n"), pos, "comment goes on behind the line: %q", line)
		default:
			body, ok := strings.CutPrefix(line, "/*")
			c.that(ok && strings.Index(body, "*/") == len(body)-2 && len(body) >= 2, pos, "no comment: %q", line)
		}
	}
}

func (c *checker) section(s *Section, at *Stmt, outer *Section) {
	c.that(s != nil && s.Outer == outer && s.Pos == at.Pos, at.Pos, "section does not fit where it begins")
}

func (c *checker) assign(s *Stmt, op *Assign) {
	c.that(len(op.Lhs) > 0 && len(op.Lhs) == len(op.Rhs), s.Pos, "%d values assigned to %d variables", len(op.Rhs), len(op.Lhs))
	passive := c.lhs(op.Lhs)
	for i, e := range op.Rhs {
		if op.Lhs[i].Passive {
			c.expr(e, passiveSide)
		} else {
			c.expr(e, plain)
		}
	}
	switch {
	case op.Constrain == nil:
	case passive:
		c.expr(op.Constrain, passiveConstraint)
	default:
		c.expr(op.Constrain, constraint)
	}
}

// lhs checks left sides.
func (c *checker) lhs(refs []*Ref) (passive bool) {
	seen := map[cell]bool{}
	for _, ref := range refs {
		c.that(!ref.Next, ref.Pos, "left side has Next")
		if ref.Name == "_" {
			c.that(ref.Var == nil && !ref.Passive, ref.Pos, "_ has a variable")
			continue
		}
		at := cell{ref.Var, ref.Passive}
		c.that(!seen[at], ref.Pos, "%s is assigned twice", ref.Name)
		seen[at] = true
		c.variable(ref)
		passive = passive || ref.Passive
	}
	return passive
}

// variable checks that a reference names a variable in scope.
func (c *checker) variable(ref *Ref) {
	v := ref.Var
	if v == nil || v.Name != ref.Name || !c.vars[v] || v.Proc != nil && v.Proc != c.proc {
		c.that(false, ref.Pos, "%s names no variable in scope", ref.Name)
		return
	}
	c.that(!ref.Passive || v.Proc != nil, ref.Pos, "$ on shared variable %s", ref.Name)
	if v.Proc == nil {
		for _, local := range c.proc.Locals {
			c.that(local.Name != v.Name, ref.Pos, "%s names the variable behind a local one", ref.Name)
		}
	}
}

func (c *checker) call(ref *ProcRef, args []Expr) {
	if ref.Proc == nil || ref.Proc.Name != ref.Name || !c.procs[ref.Proc] {
		c.that(false, ref.Pos, "%s names no procedure", ref.Name)
		return
	}
	c.that(len(args) == ref.Proc.Params, ref.Pos, "%d arguments for %s", len(args), ref.Name)
	for _, e := range args {
		c.expr(e, plain)
	}
}

func (c *checker) jumps(targets []*Target, section *Section) {
	for _, t := range targets {
		c.targets = append(c.targets, checkedTarget{t, section, false})
	}
}

// target checks a jump after all statements of its procedure were seen.
func (c *checker) target(t checkedTarget) {
	s := t.target.Stmt
	if s == nil || c.inFile[s] != c.proc {
		c.that(false, t.target.Pos, "%s names no statement of %s", t.target.Name, c.proc.Name)
		return
	}
	named := false
	for _, l := range s.Labels {
		if l.Name == t.target.Name || isPCLabel(l.Name) && samePC(l.Name, t.target.Name) {
			named = true
			c.that(!c.doubles[l.Name], t.target.Pos, "%s names several statements", t.target.Name)
		}
	}
	c.that(named, t.target.Pos, "the statement is not called %s", t.target.Name)
	if t.spawn {
		c.that(s.Section == nil, t.target.Pos, "thread starts in a section")
	} else {
		c.that(s.Section == t.from, t.target.Pos, "jump across the border of a section")
	}
}

// samePC tells whether two labels spell the same program counter.
func samePC(a, b string) bool { return a == "PC"+b || b == "PC"+a }

func (c *checker) expr(e Expr, where place) {
	c.place = where
	c.subexpr(e)
}

func (c *checker) subexpr(e Expr) {
	switch e := e.(type) {
	case *Lit, *Star:
	case *Ref:
		c.that(!e.Next || c.place == constraint || c.place == passiveConstraint, e.Pos, "misplaced '")
		c.that(!e.Passive || c.place == passiveSide || c.place == passiveConstraint, e.Pos, "misplaced $")
		c.variable(e)
	case *Not:
		c.subexpr(e.X)
	case *Binary:
		c.that(e.Op >= OpAnd && e.Op <= OpImplies, e.Pos, "operator %d", e.Op)
		c.subexpr(e.X)
		c.subexpr(e.Y)
	case *Cond:
		c.subexpr(e.If)
		c.subexpr(e.Then)
		c.subexpr(e.Else)
	case *Choose:
		c.subexpr(e.X)
		c.subexpr(e.Y)
	default:
		c.that(false, Pos{}, "expression is a %T", e)
	}
}
