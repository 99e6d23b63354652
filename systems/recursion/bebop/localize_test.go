// This file tests searches with few globals against searches with all variables, the judge and the checker of certificates.

package bebop_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// manyGlobals generates the program of a seed, with more globals than an assertion has to do with.
func manyGlobals(seed uint64) string {
	cfg := randprog.Sequential()
	cfg.Shared, cfg.Locals, cfg.Procs, cfg.Statements = 7, 2, 4, 10
	cfg.Statement.Passive, cfg.Statement.Call, cfg.Statement.Assert = 0, 25, 5
	cfg.Initialised, cfg.ReturnsValues = 80, 70
	if seed%3 == 0 {
		cfg.Enforce = 40
	}
	if seed%4 == 0 {
		cfg.Constrain = 60
	}
	return randprog.Generate(rand.New(rand.NewPCG(seed, 41)), cfg)
}

// valid checks the proof that no assertion of p can fail.
func valid(p *parser.Program, inv *bebop.Invariant) error {
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}}
	for pc, edge := range inv.At {
		e.At[strconv.Itoa(pc)] = edge
	}
	for proc, edge := range inv.Returns {
		e.Returns[proc.Name] = edge
	}
	return proof.Subject{Name: p.File.Name, Form: certificate.Program{File: p.File}}.Check(context.Background(), &proof.Document{
		Schema:   proof.Schema,
		Model:    proof.Model{Kind: proof.Program, File: p.File.Name},
		Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big},
		Verdict:  "SAFE",
		Evidence: proof.Evidence{Summaries: e},
	})
}

// TestLocalizeRandom asks about all assertions of random programs, about each, and about some locations.
func TestLocalizeRandom(t *testing.T) {
	n := campaign.Size(t, 150, 8000)
	safe, unsafe, few, proved := 0, 0, 0, 0
	for i := range uint64(n) {
		seed := *seed + i
		p := parse(t, manyGlobals(seed))
		questions := []bebop.Options{{}}
		for _, a := range p.Nodes {
			if a.Stmt == nil {
				continue
			}
			if (uint64(a.PC)+seed)%5 == 0 {
				questions = append(questions, bebop.Options{Targets: []int{a.PC}})
			}
			if _, asserts := a.Stmt.Op.(*parser.Assert); asserts {
				questions = append(questions, bebop.Options{Assertions: []int{a.PC}})
			}
		}
		for _, o := range questions {
			want, err := bebop.Check(t.Context(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := bebop.Localize(t.Context(), p, o)
			switch {
			case err != nil:
				t.Fatal(err)
			case got == nil && len(p.File.Globals) == 0:
				continue
			case got == nil:
				t.Errorf("seed %d, %+v: no answer\n%s", seed, o, manyGlobals(seed))
				continue
			case got.Verdict != want.Verdict:
				t.Fatalf("seed %d, %+v: %v, want %v\n%s", seed, o, got.Verdict, want.Verdict, manyGlobals(seed))
			}
			if got.Tracked() < len(p.File.Globals) {
				few++
			}
			if got.Verdict == algorithms.Unsafe {
				unsafe++
				if _, err := replay(p, got); err != nil {
					t.Fatalf("seed %d, %+v: %v\n%s", seed, o, err, manyGlobals(seed))
				}
				continue
			}
			safe++
			if o.Assertions == nil && o.Targets == nil {
				proved++
				if err := valid(p, got.Invariant()); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, manyGlobals(seed))
				}
			}
		}
	}
	t.Logf("%d times safe, %d of these with a proof; %d times unsafe; %d times with less than all globals", safe, proved, unsafe, few)
	if safe < n/2 || unsafe < n/3 || few < n || proved < n/10 {
		t.Error("too few of a kind")
	}
}

// TestLocalizeFamily checks how many globals it takes to answer questions about large programs.
func TestLocalizeFamily(t *testing.T) {
	for name, want := range map[string]algorithms.Verdict{"large": algorithms.Unsafe, "safelarge": algorithms.Safe} {
		f, _ := family.Named(name)
		p := parse(t, f.Program(8))
		r, err := bebop.Localize(t.Context(), p, bebop.Options{Targets: labelled(p, f.Label)})
		if err != nil {
			t.Fatal(err)
		}
		if r == nil || r.Verdict != want {
			t.Fatalf("%s: %+v", name, r)
		}
		if n := r.Tracked(); want == algorithms.Safe && (n < 2 || n > 8) {
			t.Errorf("%s: %d globals", name, n)
		}
		if want == algorithms.Unsafe {
			if _, err := replay(p, r); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLocalizeBeside has a program whose shortest path cannot be executed, but a longer one by the same call: that is found
// without refinement, by a search with all globals.
func TestLocalizeBeside(t *testing.T) {
	p := parse(t, `decl a := 0, b := 0;
void main() begin f(); end
void f() begin
  if a then goto wrong; fi
  skip;
  b := 1;
wrong:
  assert(0);
end`)
	r, err := bebop.Localize(t.Context(), p, bebop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay(p, r); err != nil || r.Tracked() != 2 || r.Complete {
		t.Errorf("%v, %d globals", err, r.Tracked())
	}
}

// TestLocalizeEnforced has a program in which something is enforced of globals that are tracked and of one that is not: the
// latter has to be 1 behind the first call of n, and 0 behind the second.
func TestLocalizeEnforced(t *testing.T) {
	p := parse(t, `decl t := 0, u := 0, x := 1;
void main() begin
  enforce ((t | x) & !(u & x));
  if t then wrong(); fi
  n();
  t := 1;
  zero();
  if u then wrong(); fi
  u := 1;
  n();
  assert(!u);
end
void n() begin skip; end
void zero() begin x := 0; end
void wrong() begin assert(0); end`)
	r, err := bebop.Localize(t.Context(), p, bebop.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay(p, r); err != nil || r.Tracked() != 2 {
		t.Errorf("%v, %d globals", err, r.Tracked())
	}
}

// TestLocalizeRefuses has programs that the search with few globals leaves to others.
func TestLocalizeRefuses(t *testing.T) {
	for _, text := range []string{
		"void main() begin decl x; assert(x); end",
		"decl g; void main() begin decl x; x$ := g; assert(g); end",
	} {
		r, err := bebop.Localize(t.Context(), parse(t, text), bebop.Options{})
		if r != nil || err != nil {
			t.Errorf("%+v, %v", r, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := bebop.Localize(ctx, parse(t, "decl g; void main() begin assert(g); end"), bebop.Options{}); r != nil || err != nil {
		t.Errorf("after the end of time: %+v, %v", r, err)
	}
}
