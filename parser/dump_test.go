// This file defines a full text of a tree, for tests: everything in it except
// positions, with what each name was resolved to.

package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type dumper struct {
	strings.Builder
	sections map[*Section]int
}

func dumpFile(f *File) string {
	d := &dumper{sections: map[*Section]int{nil: 0}}
	fmt.Fprintf(d, "%v, %d pcs, main %s\n", f.Dialect, f.NumPCs, procName(f.Main))
	d.vars(f.Globals)
	for _, p := range f.Procs {
		fmt.Fprintf(d, "proc %q returns %d, params %d, pcs %d..%d\n", p.Name, p.Returns, p.Params, p.Entry, p.Exit)
		d.vars(p.Locals)
		if p.Enforce != nil {
			fmt.Fprintf(d, " enforce %s\n", dumpExpr(p.Enforce))
		}
		d.stmts(p.Body)
	}
	return d.String()
}

func procName(p *Proc) string {
	if p == nil {
		return "-"
	}
	return p.Name
}

func (d *dumper) vars(vars []*Var) {
	for _, v := range vars {
		fmt.Fprintf(d, " var %q %d of %s, init %d, param %t, meaning %q\n", v.Name, v.Index, procName(v.Proc), v.Init, v.Param, v.Meaning)
	}
}

func (d *dumper) section(s *Section) int {
	n, ok := d.sections[s]
	if !ok {
		n = len(d.sections)
		d.sections[s] = n
	}
	return n
}

func (d *dumper) stmts(list []*Stmt) {
	for _, s := range list {
		fmt.Fprintf(d, " %d in %s, section %d:", s.PC, s.Proc.Name, d.section(s.Section))
		for _, l := range s.Labels {
			fmt.Fprintf(d, " %q", l.Name)
		}
		if s.Origin != nil {
			fmt.Fprintf(d, " origin %q %d %q", s.Origin.File, s.Origin.Line, s.Origin.Func)
		}
		fmt.Fprintf(d, " comment %q %T", s.Comment, s.Op)
		d.op(s.Op)
	}
}

func (d *dumper) op(op Op) {
	line := func(parts ...any) { fmt.Fprintln(d, append([]any{""}, parts...)...) }
	bounds := func(s *Section) {
		line("section", d.section(s), "from", s.BeginPC, "to", s.EndPC, "in", d.section(s.Outer))
	}
	switch op := op.(type) {
	case *Goto:
		line(dumpTargets(op.Targets...))
	case *Assume:
		line(dumpExpr(op.Cond))
	case *Assert:
		line(dumpExpr(op.Cond))
	case *Assign:
		line(dumpRefs(op.Lhs), ":=", dumpExprs(op.Rhs), "constrain", dumpExpr(op.Constrain))
	case *If:
		line("else", op.HasElse)
		for _, arm := range op.Arms {
			line("arm", arm.PC, dumpExpr(arm.Cond))
			d.stmts(arm.Body)
		}
		line("else")
		d.stmts(op.Else)
		line("fi")
	case *While:
		line(dumpExpr(op.Cond))
		d.stmts(op.Body)
		line("od")
	case *StartThread:
		if op.Target != nil {
			line(dumpTargets(op.Target))
		} else {
			line(op.Proc.Name, procName(op.Proc.Proc), dumpExprs(op.Args))
		}
	case *AtomicBegin:
		bounds(op.Section)
	case *AtomicEnd:
		bounds(op.Section)
	case *Atomic:
		bounds(op.Section)
		d.stmts(op.Body)
		line("end", op.EndPC)
	case *Call:
		line(dumpRefs(op.Lhs), ":=", op.Proc.Name, procName(op.Proc.Proc), dumpExprs(op.Args))
	case *Return:
		line(dumpExprs(op.Values))
	case *Dead:
		line(dumpRefs(op.Vars))
	default:
		line()
	}
}

func dumpTargets(targets ...*Target) string {
	var b strings.Builder
	for _, t := range targets {
		fmt.Fprintf(&b, "%q@%d ", t.Name, t.Stmt.PC)
	}
	return b.String()
}

func dumpRefs(refs []*Ref) string {
	var b strings.Builder
	for _, ref := range refs {
		fmt.Fprintf(&b, "%s ", dumpExpr(ref))
	}
	return b.String()
}

func dumpExprs(list []Expr) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s ", dumpExpr(e))
	}
	return b.String()
}

// dumpExpr returns an expression with all parentheses and, behind each
// variable, where it was found: g for shared, l for local, and its index.
func dumpExpr(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "-"
	case *Lit:
		if e.Value {
			return "1"
		}
		return "0"
	case *Star:
		return "*"
	case *Ref:
		s := e.Name
		if e.Next {
			s = "'" + s
		}
		if e.Passive {
			s += "$"
		}
		switch {
		case e.Var == nil:
		case e.Var.Proc == nil:
			s += fmt.Sprintf("@g%d", e.Var.Index)
		default:
			s += fmt.Sprintf("@l%d", e.Var.Index)
		}
		return s
	case *Not:
		return "(!" + dumpExpr(e.X) + ")"
	case *Binary:
		return "(" + dumpExpr(e.X) + " " + e.Op.String() + " " + dumpExpr(e.Y) + ")"
	case *Cond:
		return "(" + dumpExpr(e.If) + " ? " + dumpExpr(e.Then) + " : " + dumpExpr(e.Else) + ")"
	case *Choose:
		return "schoose[" + dumpExpr(e.X) + ", " + dumpExpr(e.Y) + "]"
	}
	return fmt.Sprintf("%T", e)
}

// checkRoundTrip checks that a tree keeps its promises and survives printing.
func checkRoundTrip(t testing.TB, f *File) {
	t.Helper()
	if err := f.Check(); err != nil {
		t.Fatalf("the tree is not sane: %v\n%s", err, f)
	}
	text := f.String()
	g, err := ParseFile("printed.bp", []byte(text))
	if err != nil {
		t.Fatalf("what was printed does not parse: %v\n%s", err, text)
	}
	if diff := cmp.Diff(dumpFile(f), dumpFile(g)); diff != "" {
		t.Fatalf("parsing what was printed gives another tree (-first +second):\n%s\n%s", diff, text)
	}
	if again := g.String(); again != text {
		t.Fatalf("printing is not idempotent:\n%s", cmp.Diff(text, again))
	}
}

// parseText parses a program that has to be right, and round-trips it.
func parseText(t testing.TB, src string, opts ...Option) *File {
	t.Helper()
	f, err := ParseFile("test.bp", []byte(src), opts...)
	if err != nil {
		t.Fatalf("%v", err)
	}
	checkRoundTrip(t, f)
	return f
}
