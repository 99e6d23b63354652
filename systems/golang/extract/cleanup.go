// This file defines the end of tests: the functions given to Cleanup, and that nothing is logged any more.

package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A registered is a function given to Cleanup.
type registered struct {
	call Call
	f    graph.Val
	flag *graph.Loc
	test *graph.Object // the subtest; nil for the test
	loop bool          // it may have been given several times
	soon bool          // before those that are not
}

// Cleanup registers a function, to be called at the end of the test.
func (c *Call) Cleanup(f graph.Val) { c.atEnd(f, false) }

// CleanupFirst registers a function that is called before those given to Cleanup.
func (c *Call) CleanupFirst(f graph.Val) { c.atEnd(f, true) }

func (c *Call) atEnd(f graph.Val, soon bool) {
	x := c.X
	flag := x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("cleanup %p %v", c.Instr, c.What)})
	flag.Name, flag.Zero = "registered", x.Bool(false)
	x.Grow(flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.Assign(graph.Assign{To: flag, V: graph.Constant(x.Bool(true))})
	test, known := x.testOf(c.Arg(0, ""))
	if !known {
		x.Note(c.Pos, "end of a test, by another goroutine or of a test that is not known: "+x.Site(c.Pos).Text, "what follows then is not executed", skeleton.OpensAll)
	}
	x.registered = append(x.registered, registered{*c, f, flag, test, x.repeated(test), soon})
}

// repeated reports whether a test may execute the current point several times.
func (x *Extractor) repeated(test *graph.Object) bool {
	if len(x.subtests) == 0 || x.subtests[len(x.subtests)-1].test != test {
		return x.looping()
	}
	b, it := x.blk, x.it
	for fr := x.fr; fr != nil; fr = fr.parent {
		if b != nil && x.inLoop(fr, b, it) {
			return true
		}
		if k, ok := fr.what.(CallKey); ok && k.What == Subtest {
			break
		}
		b, it = fr.atBlock, fr.iter
	}
	return false
}

// UsesTest is a call of a method that a test must not call when it has ended. The method reads a field that is written
// at the end without a lock, so that a race is found there (tRunner in package testing).
func (c *Call) UsesTest() {
	var test *graph.Object
	for i, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Box {
			a = a.Elem
		}
		var o *graph.Object
		if a.Kind == graph.Ptr && a.Obj.What == Subtest {
			o = a.Obj
		}
		if i > 0 && o != test {
			return // it is not known which test it is
		}
		test = o
	}
	c.X.ends(test, false, c.Pos)
}

// ends is an access to the field of a test that says that it has ended.
func (x *Extractor) ends(test *graph.Object, write bool, pos token.Pos) {
	if test == nil {
		if !isTest(x.roots[0].fn) {
			return
		}
	}
	test = x.testObject(test)
	test.Name = skeleton.TestDone
	x.Access(x.Cell(test, "", types.Typ[types.Bool]), write, false, pos)
}

// isTest reports whether an entry is given a test.
func isTest(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		name := p.Type().String()
		return name == "*testing.T" || name == "*testing.B"
	})
}

// cleanups calls what was given to Cleanup of a subtest or of the test, the last one first.
func (x *Extractor) cleanups(test *graph.Object) {
	var list []registered
	for _, soon := range []bool{false, true} {
		for _, r := range x.registered {
			if r.soon == soon {
				list = append(list, r)
			}
		}
	}
	x.callRegistered(list, test, 0)
}

// maxCleanups is how often what is called by Cleanup may give it another function that is followed.
const maxCleanups = 3

// callRegistered calls functions that were given to Cleanup of a test, the last one first; behind each one what it has
// given to Cleanup.
func (x *Extractor) callRegistered(list []registered, test *graph.Object, depth int) {
	for _, r := range slices.Backward(list) {
		if r.test != test || x.Dead {
			continue
		}
		if depth > maxCleanups {
			x.Note(r.call.Pos, "Cleanup in Cleanup", "the function is not called", skeleton.OpensAll)
			continue
		}
		before := len(x.registered)
		x.Branch(graph.Is{Loc: r.flag, Set: graph.Single(x.Bool(true))}, func() {
			x.Assign(graph.Assign{To: r.flag, V: graph.Constant(x.Bool(false))})
			c := r.call
			c.What = CallKey{c.What, exitKey{x.fr, fmt.Sprintf("%p %p", x.blk, x.it)}}
			run := func() { c.Callback(r.f, Subtest, nil, nil) } // Fatal ends only this function
			if run(); r.loop && !x.Dead {
				x.Note(c.Pos, "Cleanup in a loop", "one or two of the functions are called", skeleton.OpensAll)
				x.Branch(graph.Either{}, run, func() {})
			}
			x.callRegistered(slices.Clone(x.registered[before:]), test, depth+1)
		}, func() {})
	}
}
