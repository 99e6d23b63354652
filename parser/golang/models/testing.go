// This file defines the models of package testing.

package models

import (
	"github.com/ijit/ijit/parser/golang/extract"
	"github.com/ijit/ijit/parser/golang/graph"
)

func testingModels() map[string]extract.Model {
	t := map[string]extract.Model{}
	fatal := func(c *extract.Call) {
		formatArgs(c)
		c.X.Goexit(c)
	}
	for _, on := range []string{"(*testing.common).", "(*testing.T).", "(*testing.B).", "(testing.TB)."} {
		for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"} {
			t[on+name] = fatal
		}
		for _, name := range []string{"Fail", "Helper", "Name", "Failed", "Skipped", "TempDir", "Setenv", "Chdir"} {
			t[on+name] = nothing
		}
		for _, name := range []string{"Log", "Logf", "Error", "Errorf"} {
			t[on+name] = format
		}
		t[on+"Cleanup"] = func(c *extract.Call) { c.Cleanup(c.Arg(1, "")) }
		t[on+"Run"] = runSubtest
		t[on+"Parallel"] = func(c *extract.Call) {
			c.X.Note(c.Pos, "t.Parallel", "tests are executed one after the other", false)
		}
	}
	t["testing.Short"] = nothing
	t["testing.Verbose"] = nothing
	return t
}

// runSubtest executes a subtest at once. It is a goroutine that is waited for, so that Fatal ends only it.
func runSubtest(c *extract.Call) {
	c.Callback(c.Arg(2, ""), extract.Subtest, []func(string) graph.Val{func(path string) graph.Val { return c.Arg(0, path) }}, nil)
	c.X.ResultsUnknown(c)
}
