// This file defines the models of package testing.

package golang

import "github.com/ijit/ijit/parser/golang/graph"

func testingModels() map[string]model {
	t := map[string]model{}
	fatal := func(c *Call) { c.x.goexit(c) }
	for _, on := range []string{"(*testing.common).", "(*testing.T).", "(*testing.B).", "(testing.TB)."} {
		for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"} {
			t[on+name] = fatal
		}
		for _, name := range []string{"Log", "Logf", "Error", "Errorf", "Fail", "Helper", "Name", "Failed", "Skipped", "TempDir", "Setenv", "Chdir"} {
			t[on+name] = nothing
		}
		t[on+"Cleanup"] = func(c *Call) { c.cleanup(c.arg(1, "")) }
		t[on+"Run"] = runSubtest
		t[on+"Parallel"] = func(c *Call) {
			c.x.note(c.pos, "t.Parallel", "tests are executed one after the other", false)
		}
	}
	t["testing.Short"] = nothing
	t["testing.Verbose"] = nothing
	return t
}

// runSubtest executes a subtest at once. It is a goroutine that is waited for, so that Fatal ends only it.
func runSubtest(c *Call) {
	c.callback(c.arg(2, ""), subtest, []func(string) graph.Val{func(path string) graph.Val { return c.arg(0, path) }}, nil)
	c.x.resultsUnknown(c)
}
