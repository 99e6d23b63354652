// This file tests relations against the formulas and templates of the parser, which
// translates statements in another way.

package encode_test

import (
	"math/rand/v2"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// A world is a program with an encoder that has a place for everything.
type world struct {
	m      *bdd.Manager
	p      *parser.Program
	e      *encode.Encoder
	places encode.Places
	// numbers has the number in formulas of each decision variable.
	numbers map[bdd.Var]int
}

func newWorld(t *testing.T, text string) *world {
	t.Helper()
	p, err := parser.Parse("random.bp", []byte(text), parser.Post)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m := bdd.New(bdd.Options{})
	f := encode.NewFrames(m, p.Layout, 5)
	w := &world{m: m, p: p, numbers: map[bdd.Var]int{}, places: encode.Places{
		Now: f[0], Next: f[1], Passive: f[2].Locals, PassiveNext: f[3].Locals,
		Actuals: f[4].Locals, Returns: m.NewVars(encode.ReturnSlots(p)),
	}}
	w.e = encode.New(m, p, w.places)
	l := p.Layout
	for i := range l.Shared {
		w.numbers[f[0].Globals[i]] = i
		w.numbers[f[1].Globals[i]] = l.Next(i)
	}
	for i := range l.Local {
		w.numbers[f[0].Locals[i]] = 64*l.LocalAt() + i
		w.numbers[f[1].Locals[i]] = 64*l.LocalNextAt() + i
		w.numbers[f[2].Locals[i]] = 64*l.PassiveAt() + i
		w.numbers[f[3].Locals[i]] = 64*l.PassiveNextAt() + i
	}
	return w
}

// valuation draws a valuation in which the thread that moves keeps what the step
// does not write.
func (w *world) valuation(r *rand.Rand, s encode.Step) *bitset.BitSet {
	val := bitset.New(uint(64 * w.p.Layout.Words()))
	for _, n := range w.numbers {
		val.SetTo(uint(n), r.IntN(2) == 1)
	}
	written := map[bdd.Var]bool{}
	for _, v := range w.m.Vars(s.Next) {
		written[v] = true
	}
	keep := func(now, next []bdd.Var) {
		for i := range now {
			if !written[next[i]] {
				val.SetTo(uint(w.numbers[next[i]]), val.Test(uint(w.numbers[now[i]])))
			}
		}
	}
	keep(w.places.Now.Globals, w.places.Next.Globals)
	keep(w.places.Now.Locals, w.places.Next.Locals)
	return val
}

func (w *world) holds(f bdd.Node, val *bitset.BitSet) bool {
	return w.m.Eval(f, func(v bdd.Var) bool { return val.Test(uint(w.numbers[v])) })
}

// allows reports whether val, as it is, is among the answers of a template.
func allows(t *parser.Template, val *bitset.BitSet) bool {
	for model := range t.Query.Models(val.Words(), nil) {
		same := true
		for _, v := range t.Unknown {
			same = same && model.Test(uint(v)) == val.Test(uint(v))
		}
		if same {
			return true
		}
	}
	return false
}

// TestEdges compares the relations of all edges of random programs with formulas
// and templates, at random valuations.
func TestEdges(t *testing.T) {
	programs := 400
	if testing.Short() {
		programs = 100
	}
	cfg := randprog.Calls()
	cfg.Recursive = true
	true1, false1 := 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		text := randprog.Generate(r, cfg)
		w := newWorld(t, text)
		compare := func(x *parser.Edge, what string, got, want bool) {
			if got != want {
				t.Fatalf("seed %d: %s %s of pc %d: %v, want %v\n%s", seed, x.Kind, what, x.From, got, want, text)
			}
			if got {
				true1++
			} else {
				false1++
			}
		}
		for _, n := range w.p.Nodes {
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					continue
				}
				s := w.e.Edge(x)
				for range 8 {
					val := w.valuation(r, s)
					eval := func(v int) allsat.Value { return allsat.ValueOf(val.Test(uint(v))) }
					compare(x, "relation", w.holds(s.Relation, val), x.Relation.Eval(eval).May(true))
					if x.Passive != nil {
						compare(x, "passive", w.holds(w.e.Passive(x).Relation, val), allows(x.Passive, val))
					}
					if x.ChildLocals != nil {
						rel, _ := w.e.Child(x)
						compare(x, "child", w.holds(rel, val), allows(x.ChildLocals, val))
					}
				}
			}
		}
		if err := w.m.Err(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d comparisons hold, %d do not", true1, false1)
}

// TestPostPre checks that each step's successors and predecessors, over all states
// of a small program, are those that its relation says, and that variables that
// are not written keep their values.
func TestPostPre(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		cfg := randprog.Sequential()
		cfg.Shared, cfg.Locals = 2, 2
		w := newWorld(t, randprog.Generate(r, cfg))
		now := append(append([]bdd.Var(nil), w.places.Now.Globals...), w.places.Now.Locals...)
		next := append(append([]bdd.Var(nil), w.places.Next.Globals...), w.places.Next.Locals...)
		state := func(vars []bdd.Var, bits int) bdd.Node {
			var c bdd.Cube
			for i, v := range vars {
				c = append(c, bdd.Literal{Var: v, Value: bits>>i&1 == 1})
			}
			return w.m.Cube(c)
		}
		for _, n := range w.p.Nodes {
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					continue
				}
				s := w.e.Edge(x)
				kept := w.m.Minus(w.m.NewVarSet(now...), s.Now)
				full := s.Relation // with the frame condition
				for i, v := range now {
					if w.m.Contains(kept, v) {
						full = w.m.And(full, w.m.EqualVars([]bdd.Var{v}, []bdd.Var{next[i]}))
					}
				}
				for a := range 1 << len(now) {
					post, pre := w.e.Post(state(now, a), s), w.e.Pre(state(now, a), s)
					for b := range 1 << len(now) {
						forth := w.m.Conj(state(now, a), state(next, b), full) != bdd.False
						back := w.m.Conj(state(now, b), state(next, a), full) != bdd.False
						if got := !w.m.Disjoint(post, state(now, b)); got != forth {
							t.Fatalf("seed %d, pc %d: %b to %b: Post says %v\n%s", seed, x.From, a, b, got, x.Node.Text())
						}
						if got := !w.m.Disjoint(pre, state(now, b)); got != back {
							t.Fatalf("seed %d, pc %d: %b from %b: Pre says %v\n%s", seed, x.From, a, b, got, x.Node.Text())
						}
					}
				}
			}
		}
	}
}

// TestInitialised checks that a parameter gets its argument, even if an initialiser
// in front of the first program counter names it, and that it starts as that says
// where nothing calls the procedure.
func TestInitialised(t *testing.T) {
	w := newWorld(t, `
decl g := 1;
void main(a, b) begin
  a := 0;
  PC0: start_thread f(1);
end
void f(x) begin
  decl l := 1;
  x := 0;
  PC1: skip;
end
`)
	lit := func(frame []bdd.Var, slot int, value bool) bdd.Node { return w.m.Lit(frame[slot], value) }
	now, child := w.places.Now, w.places.PassiveNext
	rel, writes := w.e.Child(w.p.Nodes[0].Out[0])
	if rel != w.m.And(lit(child, 0, true), lit(child, 1, true)) || len(writes) != 2 {
		t.Errorf("child: %v", writes)
	}
	if got := w.e.Initial(); got != w.m.And(lit(now.Globals, 0, true), lit(now.Locals, 0, false)) {
		t.Error("initial states")
	}
	if got := w.e.Entry(w.p.File.Procs[1]); got != lit(now.Locals, 1, true) {
		t.Error("entry")
	}
}
