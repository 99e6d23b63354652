// This file defines the models of package testing.

package models

import (
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
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
		t[on+"Run"] = (*extract.Call).Run
		t[on+"Parallel"] = (*extract.Call).Parallel
	}
	t["(*testing.M).Run"] = func(c *extract.Call) {
		c.X.BeginTests()
		c.X.ResultsUnknown(c)
	}
	t["testing/synctest.Test"] = (*extract.Call).Bubble
	t["testing.Short"] = nothing
	t["testing.Verbose"] = nothing
	return t
}

// testContext returns the context of a test, which is canceled at its end, before the functions given to Cleanup are
// called. Of one of many tests each call returns another one.
func testContext(c *extract.Call) {
	if c.Result == nil {
		return
	}
	x := c.X
	o := c.ContextOfTest()
	if o == nil {
		o = x.Object(c.Instr, "context", nil)
		c.CleanupFirst(graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Native, S: "cancel", Obj: o})))
	}
	o.Name, o.Site = x.NameAt(c.Pos, "ctx"), x.Site(c.Pos)
	newContext(x, o, nil, false)
	c.Returns(graph.Constant(x.Ptr(o, "")))
}
