// This file tests the check of procedure summaries against the judge.

package diagrams

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// evidenceOf returns the summaries that a search found.
func evidenceOf(r *bebop.Result) *proof.Summaries {
	inv := r.Invariant()
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}}
	for pc, edge := range inv.At {
		e.At[strconv.Itoa(pc)] = edge
	}
	for proc, edge := range inv.Returns {
		e.Returns[proc.Name] = edge
	}
	return e
}

// damaged returns e with something changed.
func damaged(rng *rand.Rand, e *proof.Summaries) *proof.Summaries {
	out := &proof.Summaries{Nodes: slices.Clone(e.Nodes), At: maps.Clone(e.At), Returns: maps.Clone(e.Returns), Others: e.Others}
	edge := func() string {
		return []string{"", "-"}[rng.IntN(2)] + strconv.Itoa(rng.IntN(len(e.Nodes)+1))
	}
	pick := func(m map[string]string) string {
		keys := slices.Sorted(maps.Keys(m))
		return keys[rng.IntN(len(keys))]
	}
	switch kind := rng.IntN(6); {
	case e.Others != "" && rng.IntN(8) == 0:
		out.Others = edge()
	case len(e.At) == 0: // nothing is enforced at the beginning
	case kind < 2 && len(e.Nodes) > 0:
		i := rng.IntN(len(e.Nodes))
		parts := strings.Split(e.Nodes[i], " ")
		switch k := rng.IntN(3); k {
		case 0:
			parts[1], parts[2] = parts[2], parts[1]
		default:
			if rest, ok := strings.CutPrefix(parts[k], "-"); ok {
				parts[k] = rest
			} else {
				parts[k] = "-" + parts[k]
			}
		}
		out.Nodes[i] = strings.Join(parts, " ")
	case kind == 2:
		delete(out.At, pick(out.At))
	case kind == 3 && len(e.Returns) > 0:
		out.Returns[pick(e.Returns)] = edge()
	default:
		out.At[pick(out.At)] = edge()
	}
	return out
}

// has reports whether a valuation is the second of some pair at a point.
func (s *summaries) has(x point, globals, locals []bool) bool {
	value := func(i int) bool {
		if i < len(globals) {
			return globals[i]
		}
		return locals[i-len(globals)]
	}
	var walk func(f int) bool
	walk = func(f int) bool {
		b := s.nodes[f]
		switch {
		case f == bottom || f == top:
			return f == top
		case moment(b.level%int(moments)) != now:
			return walk(b.lo) || walk(b.hi)
		case value(b.level / int(moments)):
			return walk(b.hi)
		}
		return walk(b.lo)
	}
	return walk(s.pairs[x])
}

// TestSummaries checks the summaries of random programs, and damaged ones. Whatever is
// accepted has all that the judge reaches, for some depth of calls, and no error.
func TestSummaries(t *testing.T) {
	ctx := context.Background()
	n := tally{}
	// At least so many that both kinds occur.
	for seed := range uint64(max(200, campaign.Size(t, 250, 1000))) {
		rng := rand.New(rand.NewPCG(seed, 11))
		cfg := randprog.Sequential()
		cfg.Shared, cfg.Locals, cfg.Procs, cfg.Statements = 3, 2, 3, 8
		cfg.Statement.Assert = int(seed % 2)
		if seed%3 == 2 {
			cfg.Enforce = 70
		}
		text := randprog.Generate(rng, cfg)
		program, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		file := program.File
		q := proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Small}
		opts := bebop.Options{NoLiveRanges: seed%4 == 1}
		r, err := bebop.Check(ctx, program, opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != algorithms.Safe {
			continue
		}
		j, err := judge.New(file, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		right := evidenceOf(r)
		for i := range 8 {
			e := right
			if i > 0 {
				e = damaged(rng, right)
			}
			p := asked(t, file, &q)
			s, err := newSummaries(ctx, p, e)
			if err == nil {
				err = s.check()
			}
			if _, refused := errors.AsType[*proof.Rejected](err); err != nil && (!refused || i == 0) {
				t.Fatalf("seed %d: %v\n%s\n%+v", seed, err, text, e)
			}
			if err != nil {
				n[[2]bool{false, false}]++
				continue
			}
			n[[2]bool{true, true}]++
			found := j.WithDepth(4).Walk(ctx, 1, 1, 1000, func(c judge.Config, depth int) {
				if depth == 0 && file.Main.Enforce != nil {
					return // it has no step if that does not hold
				}
				for _, x := range c.Threads {
					if x.PC != file.Main.Exit && !s.has(point{x.PC, false}, c.Shared, x.Locals) && !t.Failed() {
						t.Errorf("seed %d: %v is reached, but not in the set\n%s\n%+v", seed, c, text, e)
					}
				}
			})
			if len(found.Properties) > 0 {
				t.Errorf("seed %d: accepted, but %v fail\n%s", seed, found.Properties, text)
			}
			if t.Failed() {
				return
			}
		}
	}
	n.enough(t, 100)
}

// TestDiagrams compares the diagrams of random functions with their truth tables.
func TestDiagrams(t *testing.T) {
	const variables = 4
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 12))
		d := newDiagrams(context.Background())
		tables := []uint16{0, 1<<16 - 1}
		roots := []int{bottom, top}
		for i := range variables {
			var table uint16
			for v := range 1 << variables {
				table |= uint16(v>>i&1) << v
			}
			tables, roots = append(tables, table), append(roots, d.variable(i))
		}
		for range 30 {
			f, g, h := rng.IntN(len(roots)), rng.IntN(len(roots)), rng.IntN(len(roots))
			tables = append(tables, tables[f]&tables[g]|^tables[f]&tables[h])
			roots = append(roots, d.ite(roots[f], roots[g], roots[h]))
		}
		for i := range roots {
			k, l := rng.IntN(len(roots)), rng.IntN(len(roots))
			if (roots[i] == roots[k]) != (tables[i] == tables[k]) {
				t.Fatalf("seed %d: %d and %d: one node or not?", seed, i, k)
			}
			want := tables[i]&tables[k]&^tables[l] == 0
			if d.implied(roots[l], roots[i], roots[k]) != want {
				t.Fatalf("seed %d: %04x and %04x imply %04x: want %v", seed, tables[i], tables[k], tables[l], want)
			}
		}
		if d.err != nil {
			t.Fatal(d.err)
		}
	}
	d := newDiagrams(context.Background())
	if d.node(1, d.variable(0), top); d.err == nil {
		t.Error("a variable stands above one before it")
	}
}

// TestSummariesOfWidePrograms: assignments of very many variables are no problem.
func TestSummariesOfWidePrograms(t *testing.T) {
	var b strings.Builder
	names := func(prefixes ...string) string {
		var list []string
		for i := range 70 {
			for _, x := range prefixes {
				list = append(list, fmt.Sprint(x, i))
			}
		}
		return strings.Join(list, ", ")
	}
	fmt.Fprintf(&b, "decl %s;\nvoid main() begin\n %s := %s;\n call();\n assert(x0 = y0);\nend\n", names("x", "y"), names("x"), names("y"))
	fmt.Fprintf(&b, "void call() begin if * then %s := %s; call(); fi end\n", names("x"), names("x"))
	program, err := parser.Parse("wide.bp", []byte(b.String()), 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := bebop.Check(context.Background(), program, bebop.Options{})
	if err != nil || r.Verdict != algorithms.Safe {
		t.Fatal(err, r)
	}
	d := &proof.Document{
		Schema: proof.Schema, Model: proof.Model{Kind: proof.Program}, Verdict: proof.Safe,
		Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big},
		Evidence: proof.Evidence{Summaries: evidenceOf(r)},
	}
	if err := checked(t, program.File, d); err != nil {
		t.Error(err)
	}
}
