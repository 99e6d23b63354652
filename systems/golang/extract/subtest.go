// This file defines subtests: those that are executed at once, and those that call Parallel, which are goroutines
// (tRunner in package testing).

package extract

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Subtest is the call that a subtest is, or a function given to Cleanup.
const Subtest = "subtest"

// A subtest is one that is executed.
type subtest struct {
	test, parent *graph.Object // nil for the test of the entry
	started      startedBy
	released     *graph.Loc // of one that is a goroutine: Run has returned, or will
}

// startedBy is a call of Run with a function.
type startedBy struct {
	instr ssa.Instruction
	fn    *ssa.Function
}

// Run executes a call of Run.
func (c *Call) Run() {
	x := c.X
	parent, known := x.testOf(c.Arg(0, ""))
	test := x.Object(c.Instr, Subtest, nil)
	x.Split(c.Arg(2, ""), func(f *graph.Atom) {
		by := startedBy{c.Instr, f.Func}
		if known && x.parallel[by] && !x.fr.body.Many {
			c.runParallel(f, by, parent)
			return
		}
		x.subtest(subtest{test: test, parent: parent, started: by}, c.Pos, func() { c.callTest(f, test) })
	})
	x.ResultsUnknown(c)
}

// Bubble executes a call of testing/synctest.Test. Its wait for the goroutines of the function is not modelled: they
// may go on behind it.
func (c *Call) Bubble() {
	x := c.X
	parent, _ := x.testOf(c.Arg(0, ""))
	test := x.Object(c.Instr, Subtest, nil)
	x.Split(c.Arg(1, ""), func(f *graph.Atom) {
		x.subtest(subtest{test: test, parent: parent, started: startedBy{c.Instr, f.Func}}, c.Pos, func() { c.callTest(f, test) })
	})
	x.Note(c.Pos, "testing/synctest.Test", "its function is executed, and its goroutines may go on behind it", skeleton.OpensNothing)
}

// callTest calls the function of a subtest: so that Fatal ends only this call.
func (c *Call) callTest(f *graph.Atom, test *graph.Object) {
	t := func(string) graph.Val { return graph.Constant(c.X.Ptr(test, "")) }
	c.Callback(graph.Constant(f), Subtest, []func(string) graph.Val{t}, nil)
}

// runParallel starts a subtest that may call Parallel, and waits until it does or ends.
func (c *Call) runParallel(f *graph.Atom, by startedBy, parent *graph.Object) {
	x := c.X
	if !x.waits[parent] {
		x.waits[parent], x.changed = true, true
	}
	x.onTest(skeleton.Add, parent, released, 1, c.Pos)
	x.onTest(skeleton.Add, parent, subtests, 1, c.Pos)
	c.Goroutine(CallKey{Subtest, f}, code.FunctionName(f.Func), func(in *Call) {
		flag := x.Local(nil, released)
		flag.Name, flag.Zero = released, x.Bool(false)
		x.Grow(flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
		test := x.Object(c.Instr, Subtest, nil)
		x.subtest(subtest{test, parent, by, flag}, c.Pos, func() { in.callTest(f, test) })
		if x.Dead {
			return
		}
		x.onTest(skeleton.Add, parent, subtests, -1, c.Pos)
		x.Branch(graph.At(flag).IsTrue(), func() {}, func() { x.onTest(skeleton.Add, parent, released, -1, c.Pos) })
	})
	x.onTest(skeleton.Wait, parent, released, 0, c.Pos)
}

// Parallel executes a call of Parallel: the subtest waits until the function of its parent has returned.
func (c *Call) Parallel() {
	x := c.X
	test, known := x.testOf(c.Arg(0, ""))
	if known && test == nil {
		return // of the entry: there are no other tests
	}
	k := len(x.subtests) - 1
	if !known || k < 0 || x.subtests[k].test != test {
		x.notParallel(c.Pos)
		return
	}
	s := x.subtests[k]
	switch {
	case s.released != nil:
		x.Note(c.Pos, "t.Parallel", "any number of subtests are executed at a time", skeleton.OpensNothing)
		x.Branch(graph.At(s.released).IsTrue(), func() { x.Panics(c.Pos, "testing: t.Parallel called multiple times") }, func() {
			x.Assign(graph.Assign{To: s.released, V: graph.Constant(x.Bool(true))})
			x.onTest(skeleton.Add, s.parent, released, -1, c.Pos)
			x.onTest(skeleton.Wait, s.parent, running, 0, c.Pos)
		})
	case s.started.fn != nil && !x.parallel[s.started]:
		x.parallel[s.started] = true
		panic(restart{})
	default:
		x.notParallel(c.Pos)
	}
}

func (x *Extractor) notParallel(pos token.Pos) {
	x.Note(pos, "t.Parallel: "+x.Site(pos).Text, "this subtest is executed at once", skeleton.OpensAll)
}

// A test has WaitGroups that count: itself while its function is executed, its subtests, and among them the one for
// which Run waits.
const (
	running  = "running"
	subtests = "subtests"
	released = "released"
)

// onTest is an operation on a WaitGroup of a test.
func (x *Extractor) onTest(op skeleton.Op, test *graph.Object, what string, delta int, pos token.Pos) {
	o := x.Companion(x.testObject(test), what)
	o.Name, o.Site, o.Quiet = "T."+what, x.Site(pos), true
	o.Body, o.Loop = nil, false // one test at a time uses it
	x.Add(x.Operation(op, &graph.SyncKey{Kind: skeleton.WaitGroup, Obj: o}, pos, func(n *graph.Node) { n.Delta = delta }))
}

// testObject returns the object of a test; nil is that of the entry.
func (x *Extractor) testObject(test *graph.Object) *graph.Object {
	if test == nil {
		return x.Unique("test")
	}
	return test
}

// testOf returns the test that a value stands for, nil if it is that of the entry, and whether it is known and the
// current goroutine executes it.
func (x *Extractor) testOf(v graph.Val) (test *graph.Object, executed bool) {
	test, known := x.whichTest(v)
	if test == nil {
		return nil, known && x.fr.body.Index == 0
	}
	return test, slices.ContainsFunc(x.subtests, func(s subtest) bool { return s.test == test })
}

// whichTest returns the test that a value stands for, nil if it is that of the entry, and whether it is known.
func (x *Extractor) whichTest(v graph.Val) (test *graph.Object, known bool) {
	t := x.NonNil(v).One()
	if t != nil && t.Kind == graph.Box {
		t = t.Elem
	}
	if t == nil || t.Kind != graph.Ptr {
		return nil, false
	}
	if t.Obj.What != Subtest {
		return nil, true
	}
	return t.Obj, true
}

// ContextOfTest returns the context of a test, which is canceled at its end; nil if it is not known which that is.
func (c *Call) ContextOfTest() *graph.Object {
	x := c.X
	test, known := x.whichTest(c.Arg(0, ""))
	if !known || test != nil && test.Many() {
		return nil
	}
	o := x.Companion(x.testObject(test), "context")
	if x.contexts[test] == nil {
		x.contexts[test], x.changed = o, true
	}
	return o
}

// subtest executes a subtest, and its end.
func (x *Extractor) subtest(s subtest, pos token.Pos, run func()) {
	x.subtests = append(x.subtests, s)
	x.beginTest(s.test, pos)
	run()
	x.subtests = x.subtests[:len(x.subtests)-1]
	x.endTest(s.test, pos)
}

// beginTest is what comes before the function of a test.
func (x *Extractor) beginTest(test *graph.Object, pos token.Pos) {
	if x.waits[test] {
		x.onTest(skeleton.Add, test, running, 1, pos)
	}
}

// endTest is what comes behind the function of a test: its parallel subtests, and what was given to Cleanup.
func (x *Extractor) endTest(test *graph.Object, pos token.Pos) {
	if x.waits[test] && !x.Dead {
		x.onTest(skeleton.Add, test, running, -1, pos)
		x.onTest(skeleton.Wait, test, subtests, 0, pos)
	}
	if o := x.contexts[test]; o != nil && !x.Dead {
		x.Perform(&Call{X: x, Pos: pos, Native: x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: o})})
	}
	if x.cleanups(test); !x.Dead {
		x.ends(test, true, pos)
	}
}
