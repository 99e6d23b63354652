// This file tests that the sets are no larger than their definitions say: against
// searches for paths, one for each variable and place.

package dataflow_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A path goes on at a location with a variable in mind. Behind the returns of a procedure
// pc is -1.
type path struct {
	p  *dataflow.Proc
	pc int
}

// follow calls visit with what is reachable from a place, as next says, each once.
func follow(from path, next func(x path, to func(path)) (stop bool)) bool {
	seen := map[path]bool{from: true}
	work := []path{from}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		stop := next(x, func(y path) {
			if !seen[y] {
				seen[y] = true
				work = append(work, y)
			}
		})
		if stop {
			return true
		}
	}
	return false
}

// livePath reports whether a variable is read on some path before it is written. A path
// goes into a callee only if that has to do with the variable, and otherwise over it.
func livePath(g *dataflow.Graph, from path, bit uint) bool {
	return follow(from, func(x path, to func(path)) bool {
		if x.pc < 0 {
			for _, c := range x.p.Callers {
				if x.p.Touch.Test(bit) && !g.Writes(c.PC).Test(bit) {
					to(path{c.Caller, c.Behind})
				}
			}
			return false
		}
		n := g.Program.Nodes[x.pc]
		if g.Reads(x.pc).Test(bit) {
			return true
		}
		if dataflow.Returns(n) {
			to(path{x.p, -1})
			return false
		}
		if c := g.Site(x.pc); c != nil {
			if c.Callee.Touch.Test(bit) {
				to(path{c.Callee, c.Callee.Entry})
				return false
			}
		}
		for _, e := range n.Out {
			if e.To >= 0 && !g.Writes(x.pc).Test(bit) {
				to(path{x.p, e.To})
			}
		}
		return false
	})
}

func TestPaths(t *testing.T) {
	for seed := range uint64(programs(t)) {
		cfg := randprog.Sequential()
		cfg.Shared, cfg.Procs, cfg.Statement.Call = 4, 6, 8
		cfg.Recursive = seed%2 == 0
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 3)), cfg)
		p := parse(t, text)
		g := dataflow.New(p, p.File.Main)
		check := func(what string, ok bool) {
			t.Helper()
			if !ok {
				t.Fatalf("seed %d: %s\n%s", seed, what, text)
			}
		}
		calls := func(p *dataflow.Proc, found func(q *dataflow.Proc) bool) bool { // directly or not
			return follow(path{p, p.Entry}, func(x path, to func(path)) bool {
				for _, c := range x.p.Sites {
					to(path{c.Callee, c.Callee.Entry})
				}
				return found(x.p)
			})
		}
		live := g.Live()
		across := live.Across()
		variables := uint(p.Layout.Shared + p.Layout.Local)
		for _, p := range g.Procs {
			for bit := range variables {
				reads := func(q *dataflow.Proc) (found bool) {
					for _, n := range q.Nodes {
						found = found || g.Reads(n.PC).Test(bit)
					}
					return found && (p == q || g.Globals.Test(bit))
				}
				writes := func(q *dataflow.Proc) (found bool) {
					for _, n := range q.Nodes {
						found = found || g.Writes(n.PC).Test(bit)
					}
					return found && (p == q || g.Globals.Test(bit))
				}
				mod, ref := calls(p, writes), calls(p, reads)
				check("MOD of "+p.Name, p.Mod.Test(bit) == mod)
				check("REF of "+p.Name, p.Ref.Test(bit) == ref)
				check("globals of "+p.Name, p.Touch.Test(bit) == ((mod || ref) && g.Globals.Test(bit)))
				for _, n := range p.Nodes {
					check("live in "+p.Name, live.Before(n.PC).Test(bit) == livePath(g, path{p, n.PC}, bit))
				}
				check("live behind "+p.Name, live.Behind(p).Test(bit) == (g.Globals.Test(bit) && livePath(g, path{p, -1}, bit)))
				// Back over callers that do not touch it either.
				kept := g.Globals.Test(bit) && !p.Touch.Test(bit) && follow(path{p, -1}, func(x path, to func(path)) bool {
					for _, c := range x.p.Callers {
						if live.Before(c.Behind).Test(bit) && !g.Writes(c.PC).Test(bit) {
							return true
						}
						if !c.Caller.Touch.Test(bit) {
							to(path{c.Caller, -1})
						}
					}
					return false
				})
				check("live across "+p.Name, across[p.Index].Test(bit) == kept)
			}
			for _, q := range g.Procs {
				to := calls(p, func(x *dataflow.Proc) bool { return x == q })
				from := calls(q, func(x *dataflow.Proc) bool { return x == p })
				check("components of "+p.Name+" and "+q.Name, (p.Component == q.Component) == (to && from))
				check(p.Name+" calls "+q.Name, !to || p.Component >= q.Component)
			}
		}
	}
}

// TestReached checks which statements count: those that control flow reaches from the
// beginning of procedures that are called.
func TestReached(t *testing.T) {
	p := parse(t, `
decl g, h, i, j;
void main() begin f(g); return; h := 1; end
void f(a) begin
  goto m; l: h := i;
  m: if * then g := g | a; fi
end
void unused() begin j := h; main(); end`)
	g := dataflow.New(p, p.File.Main)
	if len(g.Procs) != 2 || g.Proc(p.File.Procs[2]) != nil || len(g.Components) != 2 {
		t.Fatalf("%d procedures", len(g.Procs))
	}
	main, f := g.Procs[0], g.Procs[1]
	if main.Name != "main" || f.Name != "f" || f.Finish != 0 || main.Finish != 1 || len(f.Callers) != 1 || f.Callers[0] != main.Sites[0] {
		t.Errorf("%+v calls %+v", main, f)
	}
	if got := main.Touch.String(); got != "{0}" {
		t.Errorf("main touches %s", got)
	}
	if got := f.Ref.String(); got != "{0,4}" {
		t.Errorf("f reads %s", got)
	}
	if got := f.Mod.String(); got != "{0}" {
		t.Errorf("f modifies %s", got)
	}
	both := dataflow.New(p, p.File.Procs[1], p.File.Procs[2])
	if len(both.Procs) != 3 || both.Procs[0].Name != "f" || both.Procs[1].Name != "unused" {
		t.Errorf("%d procedures from two roots", len(both.Procs))
	}
}

// chain returns a program in which each of n procedures calls the next one; the last one
// reads the first of two globals.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("decl g, h;\nvoid main() begin f0(); end\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "void f%d() begin f%d(); h := 1; end\n", i, i+1)
	}
	fmt.Fprintf(&b, "void f%d() begin assume(g); end\n", n-1)
	return b.String()
}

// TestLongChain checks that chains of calls may be long and recursion deep.
func TestLongChain(t *testing.T) {
	p := parse(t, chain(20000))
	g := dataflow.New(p, p.File.Main)
	if len(g.Procs) != 20001 || len(g.Components) != 20001 {
		t.Fatalf("%d procedures, %d components", len(g.Procs), len(g.Components))
	}
	if live := g.Live(); !live.Before(p.Start).Test(0) || live.Before(p.Start).Test(1) {
		t.Errorf("live at the start: %s", live.Before(p.Start))
	}
}
