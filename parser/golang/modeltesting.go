// This file defines the models of package testing.

package golang

import "fmt"

func testingModels() map[string]model {
	t := map[string]model{}
	fatal := func(c *called) { c.x.goexit(c) }
	for _, on := range []string{"(*testing.common).", "(*testing.T).", "(*testing.B).", "(testing.TB)."} {
		for _, name := range []string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"} {
			t[on+name] = fatal
		}
		for _, name := range []string{"Log", "Logf", "Error", "Errorf", "Fail", "Helper", "Name", "Failed", "Skipped", "TempDir", "Setenv", "Chdir"} {
			t[on+name] = nothing
		}
		t[on+"Cleanup"] = cleanup
		t[on+"Run"] = run
		t[on+"Parallel"] = func(c *called) {
			c.x.note(c.pos, "t.Parallel", "tests are executed one after the other", false)
		}
	}
	t["testing.Short"] = nothing
	t["testing.Verbose"] = nothing
	return t
}

// A registered is a function given to Cleanup.
type registered struct {
	call called
	f    val
	flag *loc
}

func cleanup(c *called) {
	x := c.x
	flag := x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("cleanup %p %v", c.instr, c.what)})
	flag.name, flag.zero = "registered", x.bool(false)
	x.grow(flag, single(x.bool(false)).with(x.bool(true)))
	x.assign(assign{to: flag, v: constantVal(x.bool(true))})
	x.registered = append(x.registered, registered{*c, c.arg(1, ""), flag})
}

// cleanups calls what was given to Cleanup, the last one first.
func (x *extractor) cleanups() {
	list := x.registered
	for i := len(list) - 1; i >= 0 && !x.dead; i-- {
		r := list[i]
		x.branch(cIs{r.flag, single(x.bool(true))}, func() {
			c := r.call
			c.what = callKey{c.what, exitKey{x.fr, fmt.Sprintf("%p %p", x.blk, x.it)}}
			c.callback(r.f, "cleanup", nil, nil)
		}, func() {})
	}
}

// The call that a subtest is.
const subtest = "subtest"

// run executes a subtest at once. It is a goroutine that is waited for, so that Fatal ends only it.
func run(c *called) {
	c.callback(c.arg(2, ""), subtest, []func(string) val{func(path string) val { return c.arg(0, path) }}, nil)
	c.x.resultsUnknown(c)
}
