// This file defines the models of package testing.

package models

import (
	"github.com/ijit/ijit/parser/golang/extract"
	"github.com/ijit/ijit/parser/golang/graph"
)

func testingModels() map[string]extract.Model {
	t := map[string]extract.Model{}
	fatal := func(c *extract.Call) {
		c.UsesTest()
		formatArgs(c)
		c.X.Goexit(c)
	}
	for _, on := range []string{"(*testing.common).", "(*testing.T).", "(*testing.B).", "(testing.TB)."} {
		for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"} {
			t[on+name] = fatal
		}
		for _, name := range []string{"Helper", "Name", "Skipped", "TempDir", "Setenv", "Chdir"} {
			t[on+name] = nothing
		}
		for _, name := range []string{"Log", "Logf", "Error", "Errorf", "Fail", "Failed"} {
			t[on+name] = func(c *extract.Call) {
				c.UsesTest()
				format(c)
			}
		}
		t[on+"Cleanup"] = func(c *extract.Call) { c.Cleanup(c.Arg(1, "")) }
		t[on+"Context"] = testContext
		t[on+"Run"] = runSubtest
		t[on+"Parallel"] = func(c *extract.Call) {
			c.X.Note(c.Pos, "t.Parallel", "tests are executed one after the other", false)
		}
	}
	t["testing.Short"] = nothing
	t["testing.Verbose"] = nothing
	return t
}

// runSubtest executes a subtest at once. It is a goroutine that is waited for, so that Fatal ends only it. What
// is given to its Cleanup is called before the test goes on.
func runSubtest(c *extract.Call) {
	x := c.X
	test := x.Object(c.Instr, extract.Subtest, nil)
	t := func(string) graph.Val { return graph.Constant(x.Ptr(test, "")) }
	x.Subtest(test, c.Pos, func() { c.Callback(c.Arg(2, ""), extract.Subtest, []func(string) graph.Val{t}, nil) })
	x.ResultsUnknown(c)
}

// testContext returns a context that is canceled at the end of the test, before the functions given to Cleanup are called.
func testContext(c *extract.Call) {
	if c.Result == nil {
		return
	}
	x := c.X
	o := x.Object(c.Instr, "context", nil)
	o.Name, o.Site = x.NameAt(c.Pos, "ctx"), x.Site(c.Pos)
	newContext(x, o, nil, false)
	c.CleanupFirst(graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: o})))
	c.Returns(graph.Constant(x.Ptr(o, "")))
}
