// This file tests the sanity checker of programs: it has to name every broken
// promise.

package parser

import (
	"strings"
	"testing"
)

func TestCheckProgram(t *testing.T) {
	const src = `decl g, h;
void main() begin
  decl a;
  g := h;
  goto l, m;
  l: if g then goto m; elsif h then skip; else skip; fi
  m: assert(g);
  a$ := a;
  start_thread f(g);
  atomic { skip; }
  wait;
  signal;
  start_thread goto m;
  g, h := f(h);
end
bool<2> f(p) begin
  return p, g;
end`
	node := func(pc int) func(p *Program) *Node { return func(p *Program) *Node { return p.Nodes[pc] } }
	out := func(pc, i int) func(p *Program) *Edge { return func(p *Program) *Edge { return p.Nodes[pc].Out[i] } }
	const (
		assign = iota
		jump
		branch
		elsif
		_
		_
		assert
		passive
		start
		block
		inside
		_
		wait
		signal
		startCopy
		call
		exit
		ret
		exitF
	)
	for _, test := range []struct {
		name  string
		spoil func(p *Program)
		want  string
	}{
		{"tree", func(p *Program) { p.File.Procs[0].Name = "f" }, "procedure f occurs twice"},
		{"count", func(p *Program) { p.Nodes = p.Nodes[:exitF] }, "18 locations for 19 program counters"},
		{"missing", func(p *Program) { p.Nodes[exitF] = nil }, "no location 18"},
		{"location", func(p *Program) { node(exitF)(p).PC = 3 }, "no location 18"},
		{"procedure", func(p *Program) { node(exitF)(p).Proc = nil }, "no procedure"},
		{"source of an edge", func(p *Program) { out(assign, 0)(p).From = 1 }, "an edge comes from another location"},
		{"nowhere", func(p *Program) { out(assign, 0)(p).To = -1 }, "step edge to location -1"},
		{"beyond", func(p *Program) { out(assign, 0)(p).To = 19 }, "step edge to location 19"},
		{"end that goes on", func(p *Program) { out(exitF, 0)(p).To = 0 }, "end edge to location 0"},
		{"child beyond", func(p *Program) { out(start, 0)(p).Child = 19 }, "a thread begins at location 19"},
		{"start", func(p *Program) { p.Start = 1 }, "Start is 1, main begins at 0"},
		{"mode", func(p *Program) { p.Mode = 16 }, "Mode is 16"},

		{"shared variables", func(p *Program) { p.Layout.Shared = 1 }, "Layout has 1 shared variables, not 2"},
		{"shared words", func(p *Program) { p.Layout.SharedWords = 0 }, "Layout has 0 words for 2 shared variables and one"},
		{"local words", func(p *Program) { p.Layout.LocalWords = 0 }, "Layout has 0 words for 1 locals"},
		{"locals", func(p *Program) { p.Layout.Local = 0 }, "1 locals, Layout has 0"},

		{"other procedure", func(p *Program) { node(assign)(p).Proc = p.File.Procs[1] }, "not in procedure f"},
		{"wait", func(p *Program) { node(wait)(p).Wait = false }, "Wait is false"},
		{"no statement", func(p *Program) { node(assign)(p).Stmt = nil }, "no statement"},
		{"arm of nothing", func(p *Program) { node(exit)(p).Arm = node(branch)(p).Arm }, "an arm without a statement"},
		{"place of the end", func(p *Program) { node(exit)(p).Pos.Line++ }, "not where the end is"},
		{"end in a section", func(p *Program) { node(exit)(p).Section = node(inside)(p).Section }, "the end lies in a section"},
		{"other statement", func(p *Program) { node(assign)(p).Stmt = node(jump)(p).Stmt }, "the statement is at 1"},
		{"arm", func(p *Program) { node(elsif)(p).Arm = node(branch)(p).Arm }, "another arm"},
		{"place", func(p *Program) { node(assign)(p).Pos.Col++ }, "not where the statement is"},
		{"section", func(p *Program) { node(inside)(p).Section = nil }, "another section"},

		{"edge twice", func(p *Program) { n := node(jump)(p); n.Out[1] = n.Out[0] }, "an edge occurs twice"},
		{"kind", func(p *Program) { out(assign, 0)(p).Kind = SignalEdge }, "signal edge, not step"},
		{"procedure of the target", func(p *Program) { out(assign, 0)(p).To = ret }, "an edge to location 17, in procedure f"},
		{"section of the target", func(p *Program) { out(assign, 0)(p).To = inside }, "an edge to location 10, in another section"},

		{"side of an assertion", func(p *Program) { out(assert, 0)(p).Branch.Value = false }, "the side of the assertion that is false has a step edge"},
		{"condition", func(p *Program) { out(branch, 0)(p).Branch.Cond = &Lit{} }, "a branch of another condition"},
		{"value of nothing", func(p *Program) { out(assign, 0)(p).Branch.Value = true }, "a branch has a value without a condition"},
		{"no label", func(p *Program) { out(branch, 0)(p).Branch.Target = nil }, "a goto without a label"},
		{"label of nothing", func(p *Program) { out(elsif, 0)(p).Branch.Target = out(branch, 0)(p).Branch.Target }, "a label without a goto"},
		{"label", func(p *Program) { out(jump, 0)(p).Branch.Target = out(jump, 1)(p).Branch.Target }, "label m is at 6, the edge leads to 2"},
		{"no way", func(p *Program) { node(assign)(p).Out = nil }, "0 edges"},
		{"ways to one place", func(p *Program) { out(jump, 1)(p).To = out(jump, 0)(p).To }, "two edges to location 2 on one side"},
		{"one side", func(p *Program) { out(elsif, 1)(p).Branch.Value = true }, "one side of the condition is missing"},

		{"child in a section", func(p *Program) { out(start, 0)(p).Child = inside }, "a thread begins in a section"},
		{"child's locals", func(p *Program) { out(startCopy, 0)(p).ChildLocals = out(start, 0)(p).ChildLocals }, "locals of a thread that copies them"},
		{"question about the child", func(p *Program) { out(start, 0)(p).ChildLocals.Query = nil }, "ChildLocals has no query"},
		{"child of nothing", func(p *Program) { out(assign, 0)(p).Child = ret }, "step edge with a child"},
		{"passive procedure", func(p *Program) { out(passive, 0)(p).PassiveProc = nil }, "passive edge, PassiveProc is false"},
		{"passive", func(p *Program) { out(passive, 0)(p).Passive = nil }, "Passive is false"},
		{"passive back", func(p *Program) { out(passive, 0)(p).PassiveBack = nil }, "PassiveBack is false"},

		{"relation", func(p *Program) { out(assign, 0)(p).Relation = nil }, "step edge, Relation is false"},
		{"assigned after", func(p *Program) { e := out(assign, 0)(p); e.Assigned[0] = p.Layout.Next(0) }, "is none before the step"},
		{"assigned twice", func(p *Program) { e := out(assign, 0)(p); e.Assigned = append(e.Assigned, 0) }, "variable 0 is assigned twice"},
		{"variable", func(p *Program) { out(assign, 0)(p).Relation = out(passive, 0)(p).Passive.Formula() }, "Relation mentions variable"},
		{"no SP", func(p *Program) { out(assign, 0)(p).SP = nil }, "SP is false"},
		{"no WP", func(p *Program) { out(assign, 0)(p).WP = nil }, "WP is false"},
		{"formula", func(p *Program) { out(assign, 0)(p).SP.formula = out(jump, 0)(p).Relation }, "SP asks about another formula"},
		{"unknown", func(p *Program) { e := out(assign, 0)(p); e.WP.Unknown = e.SP.Unknown }, "WP asks for variables [128], not [0]"},
		{"query", func(p *Program) { out(assign, 0)(p).WP.Query = nil }, "WP has no query"},
		{"trivial", func(p *Program) { out(assign, 0)(p).SP.Trivial = true }, "SP: Trivial is true"},

		{"incoming from elsewhere", func(p *Program) { n := node(exit)(p); n.In = append(n.In, out(assign, 0)(p)) }, "an edge that leads elsewhere comes in"},
		{"incoming twice", func(p *Program) { n := node(jump)(p); n.In = append(n.In, n.In[0]) }, "an edge comes in twice"},
		{"not incoming", func(p *Program) { node(jump)(p).In = nil }, "the edge to location 1 does not come in there"},
		{"reachable", func(p *Program) { node(wait)(p).Reachable = false }, "Reachable is false"},
		{"not reachable", func(p *Program) { node(assign)(p).Out = nil }, "Reachable is true"},
		{"call", func(p *Program) { out(call, 0)(p).Kind = StepEdge }, "step edge, not call"},
		{"block", func(p *Program) { out(block, 0)(p).Kind = StepEdge }, "step edge, not enter"},
		{"signal", func(p *Program) { out(signal, 0)(p).Kind = StepEdge }, "step edge, not signal"},
		{"return", func(p *Program) { e := out(ret, 0)(p); e.Kind, e.To = FailEdge, -1 }, "fail edge, not end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse("test.bp", []byte(src), Both)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Check(); err != nil {
				t.Fatalf("the program is not sane: %v", err)
			}
			test.spoil(p)
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("noticed %v, want %q", err, test.want)
			}
		})
	}
}
