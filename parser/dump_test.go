// This file defines a full text of a tree, for tests: everything in it except
// positions, with what each name was resolved to.

package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/google/go-cmp/cmp"
)

type dumper struct {
	strings.Builder
	sections map[*Section]int
}

func dumpFile(f *File) string {
	d := &dumper{sections: map[*Section]int{nil: 0}}
	fmt.Fprintf(d, "%d pcs, main %s, head %q, tail %q\n", f.NumPCs, procName(f.Main), f.Head, f.Tail)
	for _, t := range f.Threads {
		fmt.Fprintf(d, "thread %s, init %s, atomic %t\n", t.Name, procName(f.Init), f.Atomic != nil)
	}
	d.vars(f.Globals)
	for _, p := range f.Procs {
		fmt.Fprintf(d, "proc %q returns %d, params %d, pcs %d..%d\n", p.Name, p.Returns, p.Params, p.Entry, p.Exit)
		fmt.Fprintf(d, " lead %q, notes %q, comment %q\n", p.Lead, p.Notes, p.Comment)
		d.vars(p.Locals)
		if p.Enforce != nil {
			fmt.Fprintf(d, " enforce %s, lead %q, comment %q\n", dumpExpr(p.Enforce), p.EnforceLead, p.EnforceComment)
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
		fmt.Fprintf(d, " var %q %d of %s, init %d, param %t, meaning %q, joined %t, lead %q, comment %q\n",
			v.Name, v.Index, procName(v.Proc), v.Init, v.Param, v.Meaning, v.Joined, v.Lead, v.Comment)
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
			fmt.Fprintf(d, " origin %q %d:%d %q", s.Origin.File, s.Origin.Line, s.Origin.Column, s.Origin.Func)
		}
		fmt.Fprintf(d, " lead %q comment %q %T", s.Lead, s.Comment, s.Op)
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
			line("arm", arm.PC, dumpExpr(arm.Cond), dumpNotes(arm.Notes))
			d.stmts(arm.Body)
		}
		line("else", dumpNotes(op.ElseNotes))
		d.stmts(op.Else)
		line("fi")
	case *While:
		line(dumpExpr(op.Cond), dumpNotes(op.Notes))
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
		line("end", op.EndPC, dumpNotes(op.Notes))
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

func dumpNotes(n Notes) string { return fmt.Sprintf("notes %q %q", n.Open, n.Close) }

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

// A failer is a *testing.T, or rapid's.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkRoundTrip checks that a tree keeps its promises and survives printing.
func checkRoundTrip(t failer, f *File) {
	t.Helper()
	if err := f.Check(); err != nil {
		t.Fatalf("the tree is not sane: %v\n%s", err, f)
	}
	text := f.String()
	for _, opts := range [][]Option{nil, {WithDialect(DialectSATABS)}, {WithDialect(DialectBebop)}} {
		g, err := ParseFile("printed.bp", []byte(text), opts...)
		if err != nil {
			t.Fatalf("what was printed does not parse: %v\n%s", err, text)
		}
		if diff := cmp.Diff(dumpFile(f), dumpFile(g)); diff != "" {
			t.Fatalf("parsing what was printed gives another tree (-first +second):\n%s\n%s", diff, text)
		}
		if again := g.String(); opts == nil && again != text {
			t.Fatalf("printing is not idempotent:\n%s", cmp.Diff(text, again))
		}
	}
}

// commentWords counts the words of all comments of a source, except the marks
// of the dialect, which the printer writes where it needs them. Comments that
// the parser understands count in the form in which the tree keeps them.
func commentWords(src string) map[string]int {
	s := newScanner(src)
	for s.next().kind != lexer.EOF {
	}
	words := map[string]int{}
	for _, c := range s.comments {
		text := parseMeaning(c.text)
		if o := parseOrigin(text); o != nil {
			text = o.String()
		}
		if _, ok := namedDialect(text); !ok {
			for _, word := range strings.Fields(text) {
				words[word]++
			}
		}
	}
	return words
}

// checkComments checks that printing keeps the comments of a source.
func checkComments(t failer, src string, f *File) {
	t.Helper()
	if diff := cmp.Diff(commentWords(src), commentWords(f.String())); diff != "" {
		t.Fatalf("comments are not kept (-source +printed):\n%s\n%s\n--- printed:\n%s", diff, src, f)
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
	checkComments(t, src, f)
	return f
}
