// This file tests answers about bounded executions against explicit search, and executions
// against the judge.

package threads_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// A question is put to both.
type question struct {
	name, text string
	threads    int
	initial    string // as ijit has it
	label      string
	deadlock   bool
	small      bool
	reduce     bool // ask for fewer executions
	chain      bool // in fewer frames
}

func (q question) String() string {
	return fmt.Sprintf("%s, %d threads, initial %q, label %q, deadlock %v, small %v, reduce %v, chain %v", q.name, q.threads, q.initial, q.label, q.deadlock, q.small, q.reduce, q.chain)
}

// explicit asks breadth-first search for the least depth of an error, -1 if there is none.
// known is false if there are too many states.
func (q question) explicit(t testing.TB) (depth int, known bool) {
	t.Helper()
	m, err := systems.Read(q.name+".bp", strings.NewReader(q.text))
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := systems.Options{Algorithm: "bfs", Threads: q.threads, Initial: q.initial, Label: q.label, Deadlock: q.deadlock}
	if q.small {
		o.Atomicity = systems.Small
	}
	o.Progress = func(p systems.Progress) {
		if p.States > 2_000 {
			cancel()
		}
	}
	r, err := m.Check(ctx, o)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	if r.Verdict == systems.Unsafe {
		return r.Depth, true
	}
	return -1, r.Verdict == systems.Safe || r.Refused != nil && r.Reason == systems.Bound
}

func (q question) options(p *parser.Program) threads.Options {
	o := threads.Options{Threads: q.threads, Small: q.small, Reduce: q.reduce, Chain: q.chain}
	switch q.initial {
	case "", "one":
	case "many":
		o.Copies = threads.Many
	default:
		fmt.Sscan(q.initial, &o.Copies)
	}
	if q.label != "" {
		o.Labels, _ = p.Labelled(q.label)
	}
	return o
}

// compare asks both, and reports the verdict if explicit search knows it.
func compare(t testing.TB, q question) (verdict string) {
	t.Helper()
	want, known := q.explicit(t)
	const deepest, enough = 18, 10 // frames
	if !known || want > deepest {
		return ""
	}
	p, err := parser.Parse(q.name+".bp", []byte(q.text), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	run, in := p, (*parser.Inlined)(nil)
	if !p.Direct() {
		if in, err = p.Inline(parser.InlineLimit); err != nil {
			return ""
		}
		run = in.Program
	}
	s, err := threads.New(run, q.options(run))
	if err != nil {
		t.Fatalf("%v: %v\n%s", q, err, q.text)
	}
	var asserts []int
	for _, a := range run.Properties() {
		asserts = append(asserts, a.PC)
	}
	bad, frames := s.Fails(asserts...), want
	switch {
	case q.label != "":
		asserts, bad, frames = nil, s.Reached(), want+1
	case q.deadlock:
		if bad, err = s.Deadlock(); err != nil {
			return "unsupported"
		}
		asserts, frames = nil, want+1
	}
	if want < 0 {
		frames = enough
	}
	options := bmc.Options{Bound: frames - 1}
	if q.chain {
		options.Weight = s.Weight()
	}
	found := bmc.CheckBad(context.Background(), s.Circuit, bad, options)
	r := found.Run
	switch {
	case (r != nil) != (want >= 0):
		t.Fatalf("%v: run %v, but explicit search finds depth %d\n%s", q, r, want, q.text)
	case r == nil:
		return "safe"
	}
	if v, err := aig.Replay(s.Circuit, r); err != nil || !v.At(bad, len(r.Inputs)-1) {
		t.Fatalf("%v: no run of the circuit: %v\n%s", q, err, q.text)
	}
	x := s.Execution(r, asserts...)
	if x.Depth != want {
		t.Fatalf("%v: depth %d, want %d\n%s", q, x.Depth, want, q.text)
	}
	replay(t, q, p, in, x.Trace)
	return "unsafe"
}

// replay asks the judge whether a trace is an execution of a program, of which in is the one
// without calls.
func replay(t testing.TB, q question, p *parser.Program, in *parser.Inlined, x *reach.Trace) {
	t.Helper()
	code, atomicity := trace.NewCode(p, nil), image.Big
	if in != nil {
		code = trace.NewCode(in.Program, in)
	}
	if q.small {
		atomicity = image.Small
	}
	claim := trace.Claim{Fails: -1, Deadlock: q.deadlock, Copies: 1, Threads: q.threads, Atomicity: atomicity}
	switch q.initial {
	case "", "one":
	case "many":
		claim.Copies = -1
	default:
		fmt.Sscan(q.initial, &claim.Copies)
	}
	y := executions.Symbolic(code, x, atomicity)
	if q.label == "" && !q.deadlock {
		last := y.Steps[len(y.Steps)-1]
		if !last.Fails {
			t.Fatalf("%v: no assertion fails\n%s", q, q.text)
		}
		claim.Fails = last.PC
	}
	if err := y.Replay(context.Background(), p.File, claim); err != nil {
		t.Fatalf("%v: %v\n%s", q, err, q.text)
	}
}

// TestRandom compares on random programs.
func TestRandom(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 60, 10000)) {
		cfg := randprog.Default()
		switch seed % 4 {
		case 1:
			cfg = randprog.Plain()
		case 2:
			cfg = randprog.Calls()
		case 3:
			cfg.Statement.Atomic, cfg.Statement.AtomicBlock, cfg.Statement.While = 12, 6, 6
		}
		q := question{name: fmt.Sprintf("random%d", seed), threads: 1 + int(seed/4%3), small: seed/12%2 == 1, reduce: seed/24%3 > 0}
		q.chain = seed/24%3 == 2
		q.text = randprog.Generate(rand.New(rand.NewPCG(seed, 7)), cfg)
		counts[compare(t, q)]++
	}
	t.Log(counts)
	if counts["safe"] == 0 || counts["unsafe"] == 0 {
		t.Error("not all verdicts occur")
	}
}

// TestQuestions compares questions about labels and deadlocks, and other numbers of copies of main.
func TestQuestions(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 60, 10000)) {
		cfg := randprog.Default()
		if seed%2 == 1 {
			cfg.Statement.Atomic, cfg.Statement.AtomicBlock = 12, 6
		}
		rnd := rand.New(rand.NewPCG(seed, 8))
		q := question{name: fmt.Sprintf("random%d", seed), threads: 1 + rnd.IntN(3), small: rnd.IntN(3) == 0, reduce: rnd.IntN(2) == 0}
		q.initial = []string{"one", "many", "1", "2"}[rnd.IntN(min(4, 2+q.threads))]
		asks := rnd.IntN(4)
		if q.deadlock = asks == 0; q.deadlock {
			cfg.Enforce = 0 // of one that enforce keeps at the end of a procedure the judge says that it has ended
		}
		q.text = randprog.Generate(rnd, cfg)
		p, err := parser.Parse("random.bp", []byte(q.text), 0)
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, n := range p.Nodes {
			if n.Stmt != nil {
				for _, l := range n.Stmt.Labels {
					labels = append(labels, l.Name)
				}
			}
		}
		if len(labels) > 0 && asks > 1 {
			q.label = labels[rnd.IntN(len(labels))]
		}
		q.chain = q.reduce && !q.deadlock && seed%3 > 0
		counts[compare(t, q)]++
	}
	t.Log(counts)
	if counts["safe"] == 0 || counts["unsafe"] == 0 {
		t.Error("not all verdicts occur")
	}
}
