// This file tests the positions in a tree.

package parser

import (
	"strings"
	"testing"
)

// TestPositions checks that at the position of whatever has a name in a tree
// the source has that name.
func TestPositions(t *testing.T) {
	f := parseText(t, everything)
	lines := strings.Split(everything, "\n")
	seen := map[string]int{}
	check := func(what string, pos Pos, spellings ...string) {
		t.Helper()
		seen[what]++
		rest := lines[pos.Line-1][pos.Col-1:]
		for _, s := range spellings {
			if strings.HasPrefix(rest, s) {
				return
			}
		}
		t.Errorf("%s at %v: the source has %.20q, not %q", what, pos, rest, spellings)
	}
	name := func(what string, pos Pos, name string) { t.Helper(); check(what, pos, name, "{"+name+"}") }
	var expr func(e Expr)
	expr = func(e Expr) {
		switch e := e.(type) {
		case *Lit:
			check("constant", e.Position(), "0", "1", "T", "F")
		case *Star:
			check("star", e.Position(), "*", "?")
		case *Ref:
			check("variable", e.Position(), e.Name, "{"+e.Name+"}", "'"+e.Name)
		case *Not:
			check("negation", e.Position(), "!", "~")
			expr(e.X)
		case *Binary:
			check("operator", e.Position(), e.Op.String(), "enforce l")
			expr(e.X)
			expr(e.Y)
		case *Cond:
			check("condition", e.Position(), "?")
			expr(e.If)
			expr(e.Then)
			expr(e.Else)
		case *Choose:
			check("schoose", e.Position(), "schoose")
			expr(e.X)
			expr(e.Y)
		}
	}
	exprs := func(list []Expr) {
		for _, e := range list {
			expr(e)
		}
	}
	refs := func(list []*Ref) {
		for _, e := range list {
			expr(e)
		}
	}
	var stmts func(list []*Stmt)
	stmts = func(list []*Stmt) {
		for _, s := range list {
			for _, l := range s.Labels {
				name("label", l.Pos, l.Name)
			}
			switch op := s.Op.(type) {
			case *Skip:
				check("skip", s.Pos, "skip", "print")
			case *Goto:
				check("goto", s.Pos, "goto")
				for _, target := range op.Targets {
					name("target", target.Pos, target.Name)
				}
			case *Assume:
				check("assume", s.Pos, "assume")
				expr(op.Cond)
			case *Assert:
				check("assert", s.Pos, "assert")
				expr(op.Cond)
			case *Assign:
				name("assignment", s.Pos, op.Lhs[0].Name)
				refs(op.Lhs)
				exprs(op.Rhs)
				expr(op.Constrain)
			case *If:
				check("if", s.Pos, "if")
				for i, arm := range op.Arms {
					check("arm", arm.Pos, []string{"if", "elsif"}[min(i, 1)])
					expr(arm.Cond)
					stmts(arm.Body)
				}
				stmts(op.Else)
			case *While:
				check("while", s.Pos, "while")
				expr(op.Cond)
				stmts(op.Body)
			case *StartThread:
				check("start_thread", s.Pos, "start_thread", "nothing()")
				if op.Proc != nil {
					name("thread's procedure", op.Proc.Pos, op.Proc.Name)
				} else {
					name("thread's target", op.Target.Pos, op.Target.Name)
				}
			case *Atomic:
				check("block", s.Pos, "atomic {")
				check("section", op.Section.Pos, "atomic {")
				stmts(op.Body)
			case *AtomicBegin:
				check("section", op.Section.Pos, "atomic_begin")
			case *Call:
				name("procedure", op.Proc.Pos, op.Proc.Name)
				refs(op.Lhs)
				exprs(op.Args)
			case *Return:
				check("return", s.Pos, "return")
				exprs(op.Values)
			case *Dead:
				check("dead", s.Pos, "dead")
				refs(op.Vars)
			}
		}
	}
	for _, v := range f.Globals {
		name("shared variable", v.Pos, v.Name)
	}
	for _, p := range f.Procs {
		name("procedure", p.Pos, p.Name)
		check("end", p.End, "end")
		for _, v := range p.Locals {
			name("local variable", v.Pos, v.Name)
		}
		expr(p.Enforce)
		stmts(p.Body)
	}
	if len(seen) != 28 {
		t.Errorf("%d kinds of things were checked: %v", len(seen), seen)
	}
}

// TestPositionsOfLines checks what moves to the next line, and what does not.
func TestPositionsOfLines(t *testing.T) {
	f := parseText(t, "\uFEFF/* \n */ decl {a\n b},\r\n\tc; // d\n\n\r\n  void main() begin\n\n\tc := {a b}\n& c\n; end")
	a := f.Main.Body[0].Op.(*Assign)
	for _, test := range []struct {
		what string
		got  Pos
		want string
	}{
		{"{a b}", f.Globals[0].Pos, "2:10"},
		{"c", f.Globals[1].Pos, "4:2"},
		{"main", f.Main.Pos, "7:8"},
		{"statement", f.Main.Body[0].Pos, "9:2"},
		{"right side", a.Rhs[0].(*Binary).X.Position(), "9:7"},
		{"&", a.Rhs[0].Position(), "10:1"},
		{"end", f.Main.End, "11:3"},
	} {
		if test.got.String() != test.want {
			t.Errorf("%s is at %v, want %s", test.what, test.got, test.want)
		}
	}
}
