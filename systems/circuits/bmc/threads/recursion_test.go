// This file tests recursive procedures within a bound.

package threads_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// recursive asks about a program whose procedures may be called so many times in each other.
func recursive(t *testing.T, q question, bound int) (r bmc.Result, blocked verdict.Verdict) {
	t.Helper()
	p, err := parser.Parse(q.name+".bp", []byte(q.text), parser.Post)
	if err != nil {
		t.Fatal(err)
	}
	in, err := p.InlineTo(bound, 2000)
	if err != nil {
		return r, verdict.Unknown
	}
	s, err := threads.New(in.Program, threads.Options{Threads: q.threads, Reduce: true, Inlined: in})
	if err != nil {
		t.Fatal(err)
	}
	var asserts []int
	for _, a := range in.Properties() {
		asserts = append(asserts, a.PC)
	}
	r = bmc.CheckBad(t.Context(), s.Circuit, s.Fails(asserts...), bmc.Options{Bound: 20})
	if r.Run != nil {
		replay(t, q, p, in, s.Execution(r.Run, asserts...).Trace)
	}
	return r, bmc.CheckBad(t.Context(), s.Circuit, s.Blocked(), bmc.Options{Bound: 20}).Verdict
}

// TestRecursion checks that an error behind three calls is found by a bound of three, and that
// it is said where a bound matters.
func TestRecursion(t *testing.T) {
	text := `decl a, b;
void main() begin
  decl e := 0;
  start_thread count(0, 0);
  call(e);
end
void call(e) begin
  skip;
end
void count(x, y) begin
  assert(!(x & y));
  if !(x & y) then count(!x, x ^ y); fi
end
`
	for bound := 1; bound <= 4; bound++ {
		r, blocked := recursive(t, question{name: "count", text: text, threads: 2}, bound)
		if r.Verdict == verdict.Unsafe != (bound >= 3) || blocked == verdict.Unsafe != (bound < 3) {
			t.Errorf("bound %d: %v; a call is blocked: %v", bound, r.Verdict, blocked)
		}
	}
}

// TestRecursiveRandom has executions of recursive programs replayed.
func TestRecursiveRandom(t *testing.T) {
	unsafe := 0
	for seed := range uint64(campaign.Size(t, 10, 5000)) {
		cfg := randprog.Starting()
		if seed%2 == 0 {
			cfg = randprog.Sequential()
		}
		q := question{name: fmt.Sprintf("random%d", seed), threads: 2}
		q.text = randprog.Generate(rand.New(rand.NewPCG(seed, 11)), cfg)
		if r, _ := recursive(t, q, 1+int(seed/2%2)); r.Verdict == verdict.Unsafe {
			unsafe++
		}
	}
	t.Log(unsafe)
	if unsafe == 0 {
		t.Error("no program errs")
	}
}
