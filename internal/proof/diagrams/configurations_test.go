// This file tests the check of configurations that are a decision diagram against the judge.

package diagrams

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// statement is one on a line of its own, behind its labels.
var statement = regexp.MustCompile(`(?m)^(\s*(?:\w+: )*)(signal|broadcast|start_thread.*|end_thread|assume.*|assert.*|return.*|goto.*|.*:=.*|f[0-9].*);$`)

// changedProgram returns the program of a text in which one statement does nothing, or goes on
// nowhere; nil if there is no such statement.
func changedProgram(rng *rand.Rand, text string) *parser.Program {
	all := statement.FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 {
		return nil
	}
	at := all[rng.IntN(len(all))]
	other := []string{"skip", "assume(0)"}[rng.IntN(2)]
	program, err := parser.Parse("changed.bp", []byte(text[:at[4]]+other+text[at[5]:]), 0)
	if err != nil {
		return nil
	}
	return program
}

// diagramOf returns the configurations that a search found, nil if it does not answer that
// the program is safe.
func diagramOf(t *testing.T, program *parser.Program, o reach.Options) (d *proof.Diagram, cut bool) {
	t.Helper()
	code, stack := program, func(pc int) []parser.Frame { return []parser.Frame{{PC: pc}} }
	if !program.Direct() {
		in, err := program.Inline(2000)
		if err != nil {
			return nil, false
		}
		code, stack = in.Program, in.Stack
	}
	r, err := reach.Check(context.Background(), code, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != reach.Safe {
		return nil, false
	}
	inv := r.Invariant()
	d = &proof.Diagram{Slots: inv.Slots, Order: inv.Order, Nodes: inv.Nodes, Root: inv.Root}
	for _, pc := range inv.PCs {
		var pcs []int
		for _, f := range stack(pc) {
			pcs = append(pcs, f.PC)
		}
		d.Places = append(d.Places, name(pcs))
	}
	return d, r.Cut
}

// has reports whether a configuration is in the set, its threads in some order.
func (c *configurations) has(x judge.Config) bool {
	slots := make([]int, c.slots) // the thread that is there, or -1
	for i := range slots {
		slots[i] = -1
	}
	var seat func(i int) bool
	seat = func(i int) bool {
		if i == len(x.Threads) {
			return c.hasIn(x, slots)
		}
		for slot, t := range slots {
			if t < 0 {
				slots[slot] = i
				if seat(i + 1) {
					return true
				}
				slots[slot] = -1
			}
		}
		return false
	}
	return seat(0)
}

func (c *configurations) hasIn(x judge.Config, slots []int) bool {
	values := map[int]bool{}
	inside := false
	for i, v := range x.Shared {
		values[c.level(diagramVar{global, 0, i}, now)] = v
	}
	for slot, i := range slots {
		code := 0
		if i >= 0 {
			th := x.Threads[i]
			var pcs []int
			var locals []bool
			for _, f := range append(slices.Clone(th.Callers), judge.Frame{PC: th.PC, Locals: th.Locals}) {
				if pcs, locals = append(pcs, f.PC), append(locals, f.Locals...); len(pcs) == 1 && c.File.Atomic != nil {
					if at, _ := c.Judge.Location(f.PC); at.Proc != c.File.Main {
						locals = append(locals, th.Holds)
					}
				}
			}
			if code = c.code(pcs); code == 0 {
				return false
			}
			inside = inside || c.places[code].inside
			for k, v := range locals {
				values[c.local(slot, k, now)] = v
			}
		}
		for bit := range c.bits {
			values[c.level(diagramVar{place, slot, bit}, now)] = code>>bit&1 != 0
		}
	}
	values[c.level(diagramVar{kind: lock}, now)] = inside
	var walk func(f int) bool
	walk = func(f int) bool {
		b := c.nodes[f]
		value, known := values[b.level]
		switch {
		case f == bottom || f == top:
			return f == top
		case !known:
			return walk(b.lo) || walk(b.hi)
		case value:
			return walk(b.hi)
		}
		return walk(b.lo)
	}
	return walk(c.root)
}

// damagedDiagram returns d with something changed.
func damagedDiagram(rng *rand.Rand, d *proof.Diagram) *proof.Diagram {
	out := &proof.Diagram{Slots: d.Slots, Places: slices.Clone(d.Places), Order: slices.Clone(d.Order), Nodes: slices.Clone(d.Nodes), Root: d.Root}
	complement := func(edge string) string {
		if rest, ok := strings.CutPrefix(edge, "-"); ok {
			return rest
		}
		return "-" + edge
	}
	i := rng.IntN(len(d.Nodes))
	parts := strings.Split(d.Nodes[i], " ")
	switch rng.IntN(8) {
	case 0: // children change places
		parts[1], parts[2] = parts[2], parts[1]
	case 1, 2: // what is there is not
		k := 1 + rng.IntN(2)
		parts[k] = complement(parts[k])
	case 3: // another edge
		parts[1+rng.IntN(2)] = []string{"0", "-0", strconv.Itoa(rng.IntN(i + 1))}[rng.IntN(3)]
	case 4: // another variable
		parts[0] = strconv.Itoa(rng.IntN(len(d.Order)))
	case 5: // another order
		k, l := rng.IntN(len(d.Order)), rng.IntN(len(d.Order))
		out.Order[k], out.Order[l] = out.Order[l], out.Order[k]
	case 6: // other places
		k, l := rng.IntN(len(d.Places)), rng.IntN(len(d.Places))
		out.Places[k], out.Places[l] = out.Places[l], out.Places[k]
	case 7: // a place less
		out.Places = slices.Delete(out.Places, len(d.Places)-1, len(d.Places))
	}
	out.Nodes[i] = strings.Join(parts, " ")
	return out
}

// TestConfigurations checks the configurations that symbolic search finds in random
// programs, damaged ones, and those of programs that differ in a statement. Whatever is accepted has all that the judge reaches, and no
// error.
func TestConfigurations(t *testing.T) {
	ctx := context.Background()
	n, kinds := tally{}, map[string]int{}
	for seed := range uint64(campaign.Size(t, 30, 4000)) {
		rng := rand.New(rand.NewPCG(seed, 41))
		kind := []string{"default", "calls", "starting", "concurrent"}[seed%4]
		cfg := map[string]randprog.Config{
			"default": randprog.Default(), "calls": randprog.Calls(), "starting": randprog.Starting(), "concurrent": randprog.Concurrent(),
		}[kind]
		cfg.Statements = min(cfg.Statements, 8)
		cfg.Statement.Assert = int(seed/4) % 2
		text := randprog.Generate(rng, cfg)
		q := proof.Question{Asks: proof.Assertions, Initial: []string{"one", "2", "many"}[rng.IntN(3)], Atomic: proof.Small}
		o := reach.Options{Threads: 3, Copies: map[string]int{"one": 1, "2": 2, "many": reach.Many}[q.Initial]}
		if kind == "concurrent" {
			q.Initial, o.Copies = "one", 1
		}
		program, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		file := program.File
		j, err := judge.New(file, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		right, cut := diagramOf(t, program, o)
		bounded := cut || q.Initial == "many"
		if bounded && rng.IntN(4) > 0 || rng.IntN(4) == 0 {
			q.Threads = o.Threads
		}
		wrong := bounded && q.Threads == 0    // there may be more threads
		candidates := []*proof.Diagram{right} // then those that need not be right
		if right != nil && len(right.Nodes) > 0 {
			for range 4 {
				candidates = append(candidates, damagedDiagram(rng, right))
			}
		}
		for range 6 {
			if other := changedProgram(rng, text); other != nil && other.File.NumPCs == file.NumPCs {
				d, _ := diagramOf(t, other, o)
				candidates = append(candidates, d)
			}
		}
		for i, d := range candidates {
			if d == nil {
				continue
			}
			p := asked(t, file, &q)
			c, err := newConfigurations(ctx, p, d, q.Threads)
			if err == nil {
				err = c.check()
			}
			if _, refused := errors.AsType[*proof.Rejected](err); err != nil && (!refused || i == 0 && !wrong) {
				t.Fatalf("seed %d: %+v: %v\n%s\n%+v", seed, q, err, text, d)
			}
			if err != nil {
				n[[2]bool{false, false}]++
				continue
			}
			if i == 0 && wrong {
				t.Fatalf("seed %d: %+v: accepted without a bound\n%s\n%+v", seed, q, text, d)
			}
			n[[2]bool{true, true}]++
			kinds[kind]++
			least, most := p.Copies, p.Copies
			if p.Copies == judge.Many {
				least, most = 1, o.Threads
			}
			for copies := least; copies <= most; copies++ {
				found := j.Walk(ctx, copies, q.Threads, 2000, func(x judge.Config, _ int) {
					if !c.has(x) && !t.Failed() {
						t.Errorf("seed %d: %+v: %v is reached, but not in the set\n%s\n%+v", seed, q, x, text, d)
					}
				})
				if len(found.Properties) > 0 {
					t.Errorf("seed %d: accepted, but %v fail\n%s", seed, found.Properties, text)
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Log(kinds)
	n.enough(t, 40)
}

// TestConfigurationsByHand: the configurations of a program in which a statement does less are
// no proof.
func TestConfigurationsByHand(t *testing.T) {
	check := func(text string, threads int, d *proof.Diagram) error {
		program, err := parser.Parse("by-hand.bp", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		return checked(t, program.File, &proof.Document{
			Schema: proof.Schema, Model: proof.Model{Kind: proof.Program}, Verdict: proof.Safe, Evidence: proof.Evidence{Diagram: d},
			Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big, Threads: threads},
		})
	}
	const waiting = "decl x := 0; void main() begin start_thread f(); wait; assert(x); end void f() begin "
	for _, test := range []struct {
		text, changed string
		threads       int // of the search
		bound         int // of the certificate
	}{
		{waiting + "broadcast; end", waiting + "skip; end", 2, 0},
		{waiting + "signal; end", waiting + "skip; end", 2, 0},
		{"void main() begin start_thread f(); end void f() begin assert(0); end", "void main() begin skip; end void f() begin assert(0); end", 2, 0},
		{"void main() begin start_thread f(); end void f() begin assert(0); end", "void main() begin start_thread f(); end void f() begin assert(0); end", 1, 0},
		{"void main() begin start_thread f(); end_thread; end void f() begin start_thread g(); end void g() begin assert(0); end",
			"void main() begin start_thread f(); assume(0); end void f() begin start_thread g(); end void g() begin assert(0); end", 2, 2},
		{"void main() begin decl l := 0; start_thread goto L; while 1 do l$ := 1; od; L: assert(!l); end",
			"void main() begin decl l := 0; start_thread goto L; while 1 do skip; od; L: assert(!l); end", 2, 0},
		{"decl x := 0; void main() begin x := f(); assert(!x); end bool f() begin return 1; end",
			"decl x := 0; void main() begin x := f(); assert(!x); end bool f() begin return 0; end", 1, 0},
		{"decl atomic := 0, x := 0; void thread1() begin atomic := 1; x := 1; x := 0; atomic := 0; end void thread2() begin assert(!x); end",
			"decl atomic := 0, x := 0; void thread1() begin atomic := 1; x := 1; skip; atomic := 0; end void thread2() begin assume(0); end", 3, 0},
	} {
		program, err := parser.Parse("changed.bp", []byte(test.changed), 0)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := diagramOf(t, program, reach.Options{Threads: test.threads})
		if d == nil {
			t.Fatalf("no configurations of %s", test.changed)
		}
		if test.changed != test.text {
			if err := check(test.changed, test.bound, d); err != nil {
				t.Errorf("%s: %v", test.changed, err)
			}
		}
		if err := check(test.text, test.bound, d); err == nil {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	// Thread 0 starts another while atomic is true and nobody holds it up.
	d := &proof.Diagram{Slots: 2, Places: []string{"2"}, Order: []string{"0", "0@0", "1@0"}, Nodes: []string{"2 0 -0", "1 -0 1", "0 -0 2"}, Root: "3"}
	err := check("decl atomic := 1; void thread1() begin assert(0); end", 2, d)
	if err == nil || !strings.Contains(err.Error(), "each thread may be the first") {
		t.Errorf("the threads begin while atomic is true: %v", err)
	}
	d.Nodes[2] = "0 2 -0" // atomic is false
	if err := check("decl atomic := 0; void thread1() begin assert(0); end", 2, d); err == nil || !strings.Contains(err.Error(), "leads to what is not in it") {
		t.Errorf("no thread begins: %v", err)
	}
}
