// This file tests the sanity checker: it has to notice every broken promise.

package parser

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	const src = `
		decl g, h;
		bool f(p) begin decl l; return p; end
		void main() begin
			decl a, b;
			PC3: a, b := f(g), h;
		end`
	good := strings.Replace(src, "a, b := f(g), h;", `
			a, b := g, h constrain 'a;
			a$ := b$;
			PC4: goto PC3, 4;
			if a then goto PC3; elsif b then skip; fi
			while b do skip; od
			a := f(g);
			start_thread goto PC3;
			start_thread f(a);
			atomic { skip; }
			atomic_begin; L: skip; atomic_end;
			dead a;
			return;`, 1)
	stmt := func(i int) func(f *File) *Stmt { return func(f *File) *Stmt { return f.Main.Body[i] } }
	at := func(i int) func(f *File) Op { return func(f *File) Op { return f.Main.Body[i].Op } }
	for _, test := range []struct {
		name  string
		spoil func(f *File)
		want  string
	}{
		{"main", func(f *File) { f.Main = f.Procs[0] }, "Main is not where execution begins"},
		{"two mains", func(f *File) { f.Procs[0].Name = "main" }, "procedure main occurs twice"},
		{"procedure twice", func(f *File) { f.Procs = append(f.Procs, f.Procs[0]) }, "procedure f occurs twice"},
		{"counters", func(f *File) { f.NumPCs++ }, "NumPCs is 23 after 22 counters"},
		{"entry", func(f *File) { f.Main.Entry-- }, "main enters at 1, not 2"},
		{"exit", func(f *File) { f.Procs[0].Exit++ }, "f exits at 2, not 1"},
		{"parameters", func(f *File) { f.Procs[0].Params = 3 }, "f has 3 parameters among 2 variables and returns 1 values"},
		{"shared twice", func(f *File) { f.Globals[1].Name = "g" }, "variable g occurs twice"},
		{"index", func(f *File) { f.Globals[1].Index = 0 }, "variable h has index 0 at 1"},
		{"init", func(f *File) { f.Globals[1].Init = 3 }, "variable h has no such Init: 3"},
		{"owner", func(f *File) { f.Main.Locals[0].Proc = nil }, "variable a has the wrong procedure"},
		{"parameter", func(f *File) { f.Procs[0].Locals[0].Param = false }, "variable p: Param is false"},
		{"parameter's value", func(f *File) { f.Procs[0].Locals[0].Init = InitOne }, "parameter p has an initial value"},
		{"name", func(f *File) { f.Globals[0].Name = "_" }, "variable is called \"_\""},
		{"enforce", func(f *File) { f.Main.Enforce = &Ref{Name: "g", Var: f.Globals[0], Next: true} }, "misplaced '"},
		{"statement's counter", func(f *File) { stmt(0)(f).PC++ }, "statement has counter 3, not 2"},
		{"statement twice", func(f *File) { f.Main.Body[0] = f.Main.Body[1] }, "statement occurs twice"},
		{"statement's procedure", func(f *File) { stmt(0)(f).Proc = f.Procs[0] }, "statement has the wrong procedure"},
		{"statement's section", func(f *File) { stmt(0)(f).Section = &Section{} }, "statement has the wrong section"},
		{"no operation", func(f *File) { stmt(0)(f).Op = nil }, "statement is a <nil>"},
		{"label twice", func(f *File) { stmt(0)(f).Labels = append(stmt(0)(f).Labels, stmt(0)(f).Labels...) }, "label PC3 occurs twice"},
		{"label on two statements", func(f *File) { stmt(1)(f).Labels = stmt(0)(f).Labels }, "PC3 names several statements"},
		{"no label", func(f *File) { stmt(0)(f).Labels[0].Name = "" }, "label without a name"},
		{"sides", func(f *File) { op := at(0)(f).(*Assign); op.Lhs = op.Lhs[:1]; op.Rhs = op.Rhs[:0] }, "0 values assigned to 1 variables"},
		{"twice on the left", func(f *File) { op := at(0)(f).(*Assign); op.Lhs[1] = op.Lhs[0] }, "a is assigned twice"},
		{"next on the left", func(f *File) { at(0)(f).(*Assign).Lhs[0].Next = true }, "left side has Next"},
		{"next on the right", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Next = true }, "misplaced '"},
		{"passive in constrain", func(f *File) { at(0)(f).(*Assign).Constrain.(*Ref).Passive = true }, "misplaced $"},
		{"passive shared", func(f *File) { at(1)(f).(*Assign).Lhs[0].Name = "g"; at(1)(f).(*Assign).Lhs[0].Var = f.Globals[0] }, "$ on shared variable g"},
		{"next of passive", func(f *File) { at(1)(f).(*Assign).Rhs[0].(*Ref).Next = true }, "misplaced '"},
		{"no variable", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Var = nil }, "g names no variable in scope"},
		{"foreign variable", func(f *File) { ref := at(0)(f).(*Assign).Rhs[0].(*Ref); ref.Var = f.Procs[0].Locals[0]; ref.Name = "p" }, "p names no variable in scope"},
		{"variable's name", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Name = "h" }, "h names no variable in scope"},
		{"hidden variable", func(f *File) { f.Main.Locals[0].Name = "h"; at(0)(f).(*Assign).Lhs[0].Name = "h" }, "h names the variable behind a local one"},
		{"goto nowhere", func(f *File) { at(2)(f).(*Goto).Targets = nil }, "goto nowhere"},
		{"target", func(f *File) { at(2)(f).(*Goto).Targets[0].Stmt = nil }, "PC3 names no statement of main"},
		{"other target", func(f *File) { at(2)(f).(*Goto).Targets[0].Stmt = stmt(1)(f) }, "the statement is not called PC3"},
		{"target in a section", func(f *File) { t := at(2)(f).(*Goto).Targets[0]; t.Name, t.Stmt = "L", stmt(10)(f) }, "jump across the border of a section"},
		{"thread in a section", func(f *File) { t := at(6)(f).(*StartThread).Target; t.Name, t.Stmt = "L", stmt(10)(f) }, "thread starts in a section"},
		{"branch's counter", func(f *File) { at(3)(f).(*If).Arms[0].Body[0].PC = 17 }, "a goto of a branch has counter 17"},
		{"arm's counter", func(f *File) { at(3)(f).(*If).Arms[1].PC++ }, "arm has counter 7, not 6"},
		{"no arms", func(f *File) { at(3)(f).(*If).Arms = nil }, "if without a condition"},
		{"no else", func(f *File) { at(3)(f).(*If).Else = f.Main.Body[:1] }, "statements of else without else"},
		{"order", func(f *File) { stmt(1)(f).Pos = Pos{Line: 6, Col: 1} }, "statement stands in front of the one before it, at 7:4"},
		{"label behind", func(f *File) { stmt(0)(f).Labels[0].Pos.Line = 8 }, "label stands behind its statement"},
		{"loop", func(f *File) { at(4)(f).(*While).Body[0].PC++ }, "statement has counter 10, not 9"},
		{"call", func(f *File) { at(5)(f).(*Call).Proc.Proc = f.Main }, "f names no procedure"},
		{"arguments", func(f *File) { at(5)(f).(*Call).Args = nil }, "0 arguments for f"},
		{"results", func(f *File) { op := at(5)(f).(*Call); op.Lhs = append(op.Lhs, &Ref{Name: "_"}) }, "call assigns 2 values"},
		{"both forms", func(f *File) { at(6)(f).(*StartThread).Proc = at(7)(f).(*StartThread).Proc }, "start_thread has one form of two"},
		{"thread's arguments", func(f *File) { at(7)(f).(*StartThread).Args = nil }, "0 arguments for f"},
		{"block's end", func(f *File) { at(8)(f).(*Atomic).EndPC++ }, "block ends at 16, not 15"},
		{"block's section's end", func(f *File) { at(8)(f).(*Atomic).Section.EndPC++ }, "section ends at 16, not 15"},
		{"block's section's begin", func(f *File) { at(8)(f).(*Atomic).Section.BeginPC++ }, "section begins at 14, not 13"},
		{"block's section", func(f *File) { at(8)(f).(*Atomic).Section.Outer = &Section{} }, "section does not fit where it begins"},
		{"section's begin", func(f *File) { at(9)(f).(*AtomicBegin).Section.BeginPC++ }, "section begins at 17, not 16"},
		{"section's end", func(f *File) { at(11)(f).(*AtomicEnd).Section.EndPC++ }, "section ends at 19, not 18"},
		{"open section", func(f *File) { stmt(11)(f).Op = &Skip{} }, "a section of main stays open"},
		{"wait in a section", func(f *File) { stmt(10)(f).Op = &Wait{} }, "wait inside a section"},
		{"return in a section", func(f *File) { stmt(10)(f).Op = &Return{} }, "return inside a section"},
		{"nothing dead", func(f *File) { at(12)(f).(*Dead).Vars = nil }, "dead of nothing"},
		{"values", func(f *File) { at(13)(f).(*Return).Values = []Expr{&Lit{}} }, "return of 1 values"},
		{"no expression", func(f *File) { f.Procs[0].Body[0].Op.(*Return).Values[0] = nil }, "expression is a <nil>"},
		{"joined to nothing", func(f *File) { f.Globals[0].Joined = true }, "variable g is joined to nothing"},
		{"comment of a group", func(f *File) { f.Globals[0].Comment = "of g" }, "variable g has a comment of a group"},
		{"no marks", func(f *File) { stmt(0)(f).Lead = []string{"skip;"} }, "no comment: \"skip;\""},
		{"text behind a comment", func(f *File) { f.Head = []string{"/* a */ skip; /* b */"} }, "no comment: \"/* a */ skip; /* b */\""},
		{"line behind a comment", func(f *File) { at(4)(f).(*While).Notes.Close = []string{"// a\nskip;"} }, "comment goes on behind the line: \"// a\\nskip;\""},
		{"open comment", func(f *File) { f.Main.Lead = []string{"/*/"} }, "no comment: \"/*/\""},
		{"blank lines", func(f *File) { f.Tail = []string{"// a", "", ""} }, "two blank lines"},
		{"operator", func(f *File) { f.Procs[0].Enforce = &Binary{Op: 17, X: &Lit{}, Y: &Lit{}} }, "operator 17"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := parseText(t, good)
			test.spoil(f)
			if err := f.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("noticed %v, want %q", err, test.want)
			}
		})
	}
}
