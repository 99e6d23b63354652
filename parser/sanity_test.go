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
	}{
		{"main", func(f *File) { f.Main = f.Procs[0] }},
		{"two mains", func(f *File) { f.Procs[0].Name = "main" }},
		{"procedure twice", func(f *File) { f.Procs = append(f.Procs, f.Procs[0]) }},
		{"counters", func(f *File) { f.NumPCs++ }},
		{"entry", func(f *File) { f.Main.Entry-- }},
		{"exit", func(f *File) { f.Procs[0].Exit++ }},
		{"parameters", func(f *File) { f.Procs[0].Params = 3 }},
		{"shared twice", func(f *File) { f.Globals[1].Name = "g" }},
		{"index", func(f *File) { f.Globals[1].Index = 0 }},
		{"init", func(f *File) { f.Globals[1].Init = 3 }},
		{"owner", func(f *File) { f.Main.Locals[0].Proc = nil }},
		{"parameter", func(f *File) { f.Procs[0].Locals[0].Param = false }},
		{"parameter's value", func(f *File) { f.Procs[0].Locals[0].Init = InitOne }},
		{"name", func(f *File) { f.Globals[0].Name = "_" }},
		{"enforce", func(f *File) { f.Main.Enforce = &Ref{Name: "g", Var: f.Globals[0], Next: true} }},
		{"statement's counter", func(f *File) { stmt(0)(f).PC++ }},
		{"statement twice", func(f *File) { f.Main.Body[0] = f.Main.Body[1] }},
		{"statement's procedure", func(f *File) { stmt(0)(f).Proc = f.Procs[0] }},
		{"statement's section", func(f *File) { stmt(0)(f).Section = &Section{} }},
		{"no operation", func(f *File) { stmt(0)(f).Op = nil }},
		{"label twice", func(f *File) { stmt(1)(f).Labels = stmt(0)(f).Labels }},
		{"sides", func(f *File) { op := at(0)(f).(*Assign); op.Lhs = op.Lhs[:1]; op.Rhs = op.Rhs[:0] }},
		{"twice on the left", func(f *File) { op := at(0)(f).(*Assign); op.Lhs[1] = op.Lhs[0] }},
		{"next on the left", func(f *File) { at(0)(f).(*Assign).Lhs[0].Next = true }},
		{"next on the right", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Next = true }},
		{"passive in constrain", func(f *File) { at(0)(f).(*Assign).Constrain.(*Ref).Passive = true }},
		{"passive shared", func(f *File) { at(1)(f).(*Assign).Lhs[0].Name = "g"; at(1)(f).(*Assign).Lhs[0].Var = f.Globals[0] }},
		{"next of passive", func(f *File) { at(1)(f).(*Assign).Rhs[0].(*Ref).Next = true }},
		{"no variable", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Var = nil }},
		{"foreign variable", func(f *File) { ref := at(0)(f).(*Assign).Rhs[0].(*Ref); ref.Var = f.Procs[0].Locals[0]; ref.Name = "p" }},
		{"variable's name", func(f *File) { at(0)(f).(*Assign).Rhs[0].(*Ref).Name = "h" }},
		{"hidden variable", func(f *File) { f.Main.Locals[0].Name = "h"; at(0)(f).(*Assign).Lhs[0].Name = "h" }},
		{"goto nowhere", func(f *File) { at(2)(f).(*Goto).Targets = nil }},
		{"target", func(f *File) { at(2)(f).(*Goto).Targets[0].Stmt = nil }},
		{"other target", func(f *File) { at(2)(f).(*Goto).Targets[0].Stmt = stmt(1)(f) }},
		{"target in a section", func(f *File) { t := at(2)(f).(*Goto).Targets[0]; t.Name, t.Stmt = "L", stmt(10)(f) }},
		{"thread in a section", func(f *File) { t := at(6)(f).(*StartThread).Target; t.Name, t.Stmt = "L", stmt(10)(f) }},
		{"branch's counter", func(f *File) { at(3)(f).(*If).Arms[0].Body[0].PC = 17 }},
		{"arm's counter", func(f *File) { at(3)(f).(*If).Arms[1].PC++ }},
		{"no arms", func(f *File) { at(3)(f).(*If).Arms = nil }},
		{"loop", func(f *File) { at(4)(f).(*While).Body[0].PC++ }},
		{"call", func(f *File) { at(5)(f).(*Call).Proc.Proc = f.Main }},
		{"arguments", func(f *File) { at(5)(f).(*Call).Args = nil }},
		{"results", func(f *File) { op := at(5)(f).(*Call); op.Lhs = append(op.Lhs, &Ref{Name: "_"}) }},
		{"both forms", func(f *File) { at(6)(f).(*StartThread).Proc = at(7)(f).(*StartThread).Proc }},
		{"thread's arguments", func(f *File) { at(7)(f).(*StartThread).Args = nil }},
		{"block's end", func(f *File) { at(8)(f).(*Atomic).EndPC++ }},
		{"block's section", func(f *File) { at(8)(f).(*Atomic).Section.Outer = &Section{} }},
		{"section's begin", func(f *File) { at(9)(f).(*AtomicBegin).Section.BeginPC++ }},
		{"section's end", func(f *File) { at(11)(f).(*AtomicEnd).Section.EndPC++ }},
		{"open section", func(f *File) { stmt(11)(f).Op = &Skip{} }},
		{"wait in a section", func(f *File) { stmt(10)(f).Op = &Wait{} }},
		{"return in a section", func(f *File) { stmt(10)(f).Op = &Return{} }},
		{"nothing dead", func(f *File) { at(12)(f).(*Dead).Vars = nil }},
		{"values", func(f *File) { at(13)(f).(*Return).Values = []Expr{&Lit{}} }},
		{"no expression", func(f *File) { f.Procs[0].Body[0].Op.(*Return).Values[0] = nil }},
		{"joined to nothing", func(f *File) { f.Globals[0].Joined = true }},
		{"comment of a group", func(f *File) { f.Globals[0].Comment = "of g" }},
		{"no marks", func(f *File) { stmt(0)(f).Lead = []string{"skip;"} }},
		{"text behind a comment", func(f *File) { f.Head = []string{"/* a */ skip; /* b */"} }},
		{"line behind a comment", func(f *File) { at(4)(f).(*While).Notes.Close = []string{"// a\nskip;"} }},
		{"open comment", func(f *File) { f.Main.Lead = []string{"/*/"} }},
		{"blank lines", func(f *File) { f.Tail = []string{"// a", "", ""} }},
		{"operator", func(f *File) { f.Procs[0].Enforce = &Binary{Op: 17, X: &Lit{}, Y: &Lit{}} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := parseText(t, good)
			test.spoil(f)
			if f.Check() == nil {
				t.Error("nothing noticed")
			}
		})
	}
}
