// This file tests all sets against what programs do: random programs, run by the judge.

package dataflow_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// programs returns how many random programs to check.
func programs(t *testing.T) int { return campaign.Size(t, 150, 300) }

// random returns a small program with recursive procedures.
func random(t *testing.T, seed uint64) (string, *parser.Program) {
	cfg := randprog.Sequential()
	cfg.Shared, cfg.Locals, cfg.Procs, cfg.Statements = 3, 2, 2, 6
	cfg.Statement.Call, cfg.Initialised = 25, 70
	if seed%3 == 2 {
		cfg.Enforce = 50
	}
	text := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), cfg)
	return text, parse(t, text)
}

func parse(t *testing.T, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("program.bp", []byte(text), 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// A run is a program with all that it does, stacks being bounded.
type run struct {
	*testing.T
	text   string
	graph  *dataflow.Graph
	live   *dataflow.Liveness
	across []bitset.BitSet
	judge  *judge.Judge
	at     []*dataflow.Proc // by program counter; nil if it is not reached
}

func newRun(t *testing.T, seed uint64) *run {
	text, p := random(t, seed)
	g := dataflow.New(p, p.File.Main)
	r := &run{T: t, text: text, graph: g, live: g.Live(), at: make([]*dataflow.Proc, len(p.Nodes))}
	r.across = r.live.Across()
	for _, proc := range g.Procs {
		for _, n := range proc.Nodes {
			r.at[n.PC] = proc
		}
	}
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	r.judge = j.WithDepth(3)
	return r
}

// A cell is where a configuration has a variable: a frame, -1 for globals, the running
// procedure's being the last, and an index.
type cell struct{ frame, index int }

// values returns the values of a frame.
func values(c judge.Config, frame int) []bool {
	switch t := c.Threads[0]; {
	case frame < 0:
		return c.Shared
	case frame < len(t.Callers):
		return t.Callers[frame].Locals
	default:
		return t.Locals
	}
}

// flip returns a configuration with another value in a cell.
func flip(c judge.Config, x cell) judge.Config {
	c.Shared = slices.Clone(c.Shared)
	c.Threads = slices.Clone(c.Threads)
	t := &c.Threads[0]
	t.Locals, t.Callers = slices.Clone(t.Locals), slices.Clone(t.Callers)
	for i := range t.Callers {
		t.Callers[i].Locals = slices.Clone(t.Callers[i].Locals)
	}
	values(c, x.frame)[x.index] = !values(c, x.frame)[x.index]
	return c
}

// bit returns the bit of a cell.
func (r *run) bit(x cell) uint {
	if x.frame < 0 {
		return uint(x.index)
	}
	return uint(r.graph.Program.Layout.Shared + x.index)
}

// cells returns all cells of a configuration.
func cells(c judge.Config) []cell {
	var list []cell
	for frame := -1; frame <= len(c.Threads[0].Callers); frame++ {
		for i := range values(c, frame) {
			list = append(list, cell{frame, i})
		}
	}
	return list
}

// dead reports whether the value in a cell cannot matter.
func (r *run) dead(c judge.Config, x cell) bool {
	t, bit := c.Threads[0], r.bit(x)
	switch {
	case x.frame < 0:
		return !r.live.Before(t.PC).Test(bit) && !r.across[r.at[t.PC].Index].Test(bit)
	case x.frame < len(t.Callers):
		call := r.graph.Site(t.Callers[x.frame].PC)
		return !r.live.Before(call.Behind).Test(bit) || r.graph.Writes(call.PC).Test(bit)
	default:
		return !r.live.Before(t.PC).Test(bit)
	}
}

// explore calls visit with configurations and what they lead to, those included that more
// returns, until there are too many. It returns false then.
func (r *run) explore(more func(judge.Config) []judge.Config, visit func(c judge.Config, next []judge.Succ)) bool {
	seen := map[string]bool{}
	var work []judge.Config
	add := func(c judge.Config) {
		if k := c.Key(); len(c.Threads) > 0 && !seen[k] {
			seen[k] = true
			work = append(work, c)
		}
	}
	for c := range r.judge.Initial(1) {
		add(c)
	}
	for len(work) > 0 {
		if len(seen) > 4000 {
			return false
		}
		c := work[len(work)-1]
		work = work[:len(work)-1]
		next := r.judge.Successors(c, 1)
		for _, s := range next {
			if s.Error == nil {
				add(s.Next)
			}
		}
		if r.at[c.Threads[0].PC] == nil {
			continue // the end of main, where a thread stays that has returned
		}
		visit(c, next)
		for _, d := range more(c) {
			add(d)
		}
	}
	return true
}

// TestDead changes values that are not live, wherever a program can be, and those of the
// configurations that this leads to: the same places can be reached and the same
// assertions can fail.
func TestDead(t *testing.T) {
	checked, skipped := 0, 0
	for seed := range uint64(programs(t)) {
		r := newRun(t, seed)
		pcs := len(r.graph.Program.Nodes)
		type state struct {
			config judge.Config
			future *bitset.BitSet // places, and behind these assertions that fail
			next   []string
			same   map[string]cell // configurations that differ in one dead value
		}
		states := map[string]*state{}
		var order []*state
		done := r.explore(func(c judge.Config) (more []judge.Config) {
			s := states[c.Key()]
			for _, x := range cells(c) {
				if r.dead(c, x) {
					d := flip(c, x)
					s.same[d.Key()] = x
					more = append(more, d)
				}
			}
			return more
		}, func(c judge.Config, next []judge.Succ) {
			s := &state{c, bitset.New(uint(2 * pcs)), nil, map[string]cell{}}
			states[c.Key()] = s
			order = append(order, s)
			s.future.Set(uint(c.Threads[0].PC))
			for _, x := range next {
				if x.Error != nil {
					s.future.Set(uint(pcs + x.Error.PC))
				} else if len(x.Next.Threads) > 0 {
					s.future.Set(uint(x.Next.Threads[0].PC))
					s.next = append(s.next, x.Next.Key())
				}
			}
		})
		if !done {
			skipped++
			continue
		}
		for changed := true; changed; {
			changed = false
			for _, s := range slices.Backward(order) {
				for _, key := range s.next {
					if n := states[key]; n != nil && !s.future.IsSuperSet(n.future) {
						s.future.InPlaceUnion(n.future)
						changed = true
					}
				}
			}
		}
		for _, s := range order {
			for key, x := range s.same {
				checked++
				if !s.future.Equal(states[key].future) {
					t.Fatalf("seed %d, %v: the value of %v matters\n%s", seed, s.config, x, r.text)
				}
			}
		}
	}
	t.Logf("%d values changed; %d programs have too many states", checked, skipped)
	if checked < 50*programs(t) {
		t.Errorf("only %d values changed", checked)
	}
}

// TestEffects checks each step: it changes only what the statement writes, or, of globals,
// what all procedures modify that are on the stack, and depends only on what is read.
func TestEffects(t *testing.T) {
	steps := 0
	for seed := range uint64(programs(t)) {
		r := newRun(t, seed)
		none := func(judge.Config) []judge.Config { return nil }
		r.explore(none, func(c judge.Config, next []judge.Succ) {
			thread := c.Threads[0]
			p, depth := r.at[thread.PC], len(thread.Callers)
			returns := dataflow.Returns(r.graph.Program.Nodes[thread.PC])
			for _, s := range next {
				if s.Error != nil || len(s.Next.Threads) == 0 {
					continue
				}
				steps++
				after := s.Next.Threads[0]
				for _, x := range cells(c) {
					if x.frame > len(after.Callers) || values(s.Next, x.frame)[x.index] == values(c, x.frame)[x.index] {
						continue
					}
					ok := r.graph.Writes(thread.PC).Test(r.bit(x)) && len(after.Callers) == depth
					if returns {
						ok = r.graph.Writes(thread.Callers[depth-1].PC).Test(r.bit(x))
					}
					if !ok {
						t.Fatalf("seed %d, %v: %v is written\n%s", seed, c, x, r.text)
					}
					for frame := range min(depth, len(after.Callers)) + 1 { // those that stay on the stack
						q := p
						if frame < depth {
							q = r.at[thread.Callers[frame].PC]
						}
						if (x.frame < 0 || x.frame == frame) && !q.Mod.Test(r.bit(x)) {
							t.Fatalf("seed %d, %v: %s modifies %v\n%s", seed, c, q.Name, x, r.text)
						}
					}
				}
			}
			if returns {
				return // the caller has to do with that
			}
			for _, x := range cells(c) {
				if x.frame >= 0 && x.frame < depth {
					continue
				}
				same := slices.Equal(without(next, x), without(r.judge.Successors(flip(c, x), 1), x))
				if !same && (!r.graph.Reads(thread.PC).Test(r.bit(x)) && r.graph.Site(thread.PC) == nil || !p.Ref.Test(r.bit(x))) {
					t.Fatalf("seed %d, %v: %v is read\n%s", seed, c, x, r.text)
				}
			}
		})
	}
	t.Logf("%d steps", steps)
}

// without returns the results of steps, whatever they say of a cell.
func without(next []judge.Succ, x cell) []string {
	var list []string
	for _, s := range next {
		if s.Error != nil {
			list = append(list, s.Error.Pos.String())
			continue
		}
		c := s.Next
		if len(c.Threads) > 0 && x.frame <= len(c.Threads[0].Callers) && values(c, x.frame)[x.index] {
			c = flip(c, x)
		}
		list = append(list, c.Key())
	}
	slices.Sort(list)
	return slices.Compact(list)
}
