// This file tests proofs about circuits as proofs about programs.

package threads_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/certificate"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
	"github.com/ijit/ijit/systems/circuits/pdr"
)

// prove asks pdr about a program, and has the proof checked by the certificate checker, which
// knows the program only. damage, if it is not nil, changes the proof.
func prove(t testing.TB, q question, damage func(*proof.Diagram)) (proved bool, err error) {
	t.Helper()
	p, perr := parser.Parse(q.name+".bp", []byte(q.text), parser.Post)
	if perr != nil {
		t.Fatal(perr)
	}
	if !p.Direct() {
		return false, nil
	}
	s, err := threads.New(p, q.options(p))
	if err != nil {
		t.Fatal(err)
	}
	var asserts []int
	for _, a := range p.Properties() {
		asserts = append(asserts, a.PC)
	}
	bad := s.Fails(asserts...)
	if q.label != "" {
		bad = s.Reached()
	}
	r := pdr.Check(campaign.Looks(20_000), s.Circuit, bad, pdr.Options{})
	if r.Verdict != pdr.Safe {
		return false, nil
	}
	inv := s.Invariant(r.Invariant)
	if inv == nil {
		t.Fatalf("%v: no proof", q)
	}
	d := &proof.Diagram{Slots: inv.Slots, Order: inv.Order, Nodes: inv.Nodes, Root: inv.Root}
	for _, pc := range inv.PCs {
		d.Places = append(d.Places, strconv.Itoa(pc))
	}
	if damage != nil {
		damage(d)
	}
	doc := &proof.Document{
		Schema: proof.Schema, Model: proof.Model{Kind: proof.Program}, Verdict: proof.Safe,
		Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Small, Threads: q.threads},
		Evidence: proof.Evidence{Diagram: d},
	}
	if q.initial != "" {
		doc.Question.Initial = q.initial
	}
	if q.label != "" {
		doc.Question.Asks, doc.Question.Label = proof.Label, q.label
	}
	return true, proof.Subject{Name: q.name, Form: certificate.Program{File: p.File}}.Check(t.Context(), doc)
}

const lock = `decl m := 0, inside := 0;
void main() begin
  while * do start_thread worker(); od
end
void worker() begin
  atomic_begin; assume(!m); m := 1; atomic_end;
  assert(!inside);
  inside := 1;
  inside := 0;
  m := 0;
end
`

func TestInvariant(t *testing.T) {
	for _, q := range []question{
		{name: "lock", text: lock, threads: 3, small: true},
		{name: "begins", text: "decl x, y;\nvoid main() begin\n decl z;\n enforce x = y; z := x; assert(z = x);\nend\n", threads: 2, small: true, initial: "many"},
	} {
		if proved, err := prove(t, q, nil); !proved || err != nil {
			t.Errorf("%v: proved %v: %v", q, proved, err)
		}
		_, err := prove(t, q, func(d *proof.Diagram) { d.Root = "0" })
		if err == nil {
			t.Errorf("%v: all states are no proof", q)
		}
	}
}

// TestInvariantsOfRandomPrograms has proofs about random programs checked, with atomic sections
// statement by statement.
func TestInvariantsOfRandomPrograms(t *testing.T) {
	proofs, refused := uint64(0), 0
	n := uint64(campaign.Size(t, 30, 5000))
	for seed := range n {
		cfg := randprog.Default()
		if seed%2 == 1 {
			cfg.Statement.Atomic, cfg.Statement.AtomicBlock, cfg.Statement.While = 12, 6, 6
		}
		r := rand.New(rand.NewPCG(seed, 9))
		q := question{name: fmt.Sprintf("random%d", seed), threads: 1 + r.IntN(3), small: true, initial: "one"}
		if r.IntN(3) == 0 {
			q.initial = "many"
		}
		q.text = randprog.Generate(r, cfg)
		proved, err := prove(t, q, nil)
		if !proved {
			continue
		}
		proofs++
		if err != nil {
			t.Fatalf("%v: %v\n%s", q, err, q.text)
		}
		if seed%4 > 0 {
			continue
		}
		_, err = prove(t, q, func(d *proof.Diagram) { d.Root = negated(d.Root) })
		if err != nil {
			refused++
		}
	}
	t.Log(proofs, refused)
	if proofs < n/10 || refused == 0 {
		t.Errorf("%d programs of %d are proved, and %d damaged proofs refused", proofs, n, refused)
	}
}

func negated(edge string) string {
	if edge[0] == '-' {
		return edge[1:]
	}
	return "-" + edge
}
