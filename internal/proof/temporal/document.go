// This file defines the check of certificates.

package temporal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/configurations"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// CheckDocument checks what a document says of a formula about a program. The document fits, see [proof.Subject].
// The error is [proof.Rejected] if it does not prove that, and that of ctx if ctx ended.
func CheckDocument(ctx context.Context, f *parser.File, d *proof.Document) error {
	p, err := configurations.NewProgram(ctx, f, d)
	if err != nil {
		return err
	}
	claim, err := newClaim(p, &d.Question)
	if err != nil {
		return err
	}
	if t := d.Evidence.Trace; t != nil {
		return checkTrace(ctx, p, claim, t)
	}
	return checkProduct(ctx, p, claim, d.Evidence.Product)
}

// newClaim reads a question.
func newClaim(p *configurations.Program, q *proof.Question) (Claim, error) {
	graph, err := parser.NewProgram(p.File, parser.Post)
	if err != nil {
		return Claim{}, err
	}
	atoms := ltl.NewPropositions(graph, q.Threads)
	formula, err := ltl.Parse("formula", q.Formula, atoms.Atom)
	switch {
	case err != nil:
		return Claim{}, proof.Reject("the formula cannot be read: %v", err)
	case !ltl.Linear(formula):
		return Claim{}, proof.Reject("the formula has path quantifiers")
	}
	c := Claim{Copies: p.Copies, Threads: q.Threads, Fair: q.Fair, Formula: formula, Atoms: atoms.List}
	if p.Small {
		c.Atomicity = image.Small
	}
	if p.Copies == judge.Many {
		c.Copies = -1
	}
	return c, nil
}

// checkProduct checks that the initial pairs are listed and, of each pair that is, whatever a step leads to, with ranks
// that fit.
func checkProduct(ctx context.Context, program *configurations.Program, claim Claim, doc *proof.Product) error {
	p, err := newProduct(ctx, program.File, claim)
	if err != nil {
		return err
	}
	if !slices.Equal(doc.Parts, p.text()) {
		return proof.Reject("the parts are not those of the formula's negation, %q", p.text())
	}
	for rank, omitted := range doc.Omits {
		if omitted < 0 || omitted > p.conditions() {
			return proof.Reject("rank %d omits condition %d, and there are %d", rank, omitted, p.conditions())
		}
	}
	ranks := map[string]map[valuation]int{}
	for _, x := range doc.Pairs {
		if ranks[x.State] == nil {
			ranks[x.State] = map[valuation]int{}
		}
		for _, text := range x.At {
			v, rank, err := p.readPair(text, len(doc.Omits))
			if err != nil {
				return err
			}
			ranks[x.State][v] = rank
		}
	}
	var missing error
	if err := p.initial(func(at *position, key string) bool {
		return p.begin(p.atoms(at), func(v valuation) bool {
			if _, ok := ranks[key][v]; !ok {
				missing = proof.Reject("the initial configuration %s with %s is not in the product", key, p.bits(v))
			}
			return missing == nil
		}) == nil && missing == nil
	}); cmp.Or(err, missing) != nil {
		return cmp.Or(err, missing)
	}
	for key, valuations := range ranks {
		if err := ctx.Err(); err != nil {
			return err
		}
		at, err := read(program, claim.Threads, key)
		if err != nil {
			return err
		}
		steps, waiting, err := p.steps(at)
		if err != nil {
			return err
		}
		for v, rank := range valuations {
			for k := range steps {
				s := &steps[k]
				var wrong error
				err := p.follow(v, p.atoms(s.to), func(w valuation) bool {
					next, ok := ranks[s.key][w]
					leads := func(why string, args ...any) {
						wrong = proof.Reject("a step leads from %s with %s to %s with %s, %s", key, p.bits(v), s.key, p.bits(w), fmt.Sprintf(why, args...))
					}
					switch {
					case !ok:
						leads("which is not in the product")
					case next > rank:
						leads("and raises the rank from %d to %d", rank, next)
					case next == rank && doc.Omits[rank] == 0:
						leads("and keeps rank %d, which no step is to keep", rank)
					case next == rank && p.meets(doc.Omits[rank], v, s, waiting):
						leads("and meets condition %d, which rank %d omits", doc.Omits[rank], rank)
					}
					return wrong == nil
				})
				if cmp.Or(err, wrong) != nil {
					return cmp.Or(err, wrong)
				}
			}
		}
	}
	return nil
}

// readPair reads the values of the parts and a rank.
func (p *product) readPair(text string, ranks int) (v valuation, rank int, err error) {
	values, number, _ := strings.Cut(text, " ")
	rank, err = strconv.Atoi(number)
	if err != nil || rank < 0 || rank >= ranks || len(values) != len(p.parts) || strings.Trim(values, "01") != "" {
		return 0, 0, proof.Reject("%q is not %d values and one of %d ranks", text, len(p.parts), ranks)
	}
	for i := range values {
		if values[i] == '1' {
			v |= 1 << i
		}
	}
	return v, rank, nil
}

// checkTrace checks an execution on which the formula does not hold.
func checkTrace(ctx context.Context, program *configurations.Program, claim Claim, t *proof.Trace) error {
	if t.Fails != nil || len(t.Moves) != len(t.States)-1 {
		return proof.Reject("an execution has one move for each step, and no assertion fails")
	}
	r, err := newRuns(program.File, claim)
	if err != nil {
		return err
	}
	l := &refutation{runs: r}
	states := make([]position, 0, len(t.States))
	for k, text := range t.States {
		at, err := read(program, claim.Threads, text)
		if err != nil {
			return err
		}
		if k == 0 {
			if !slices.IsSorted(at.slots) || len(at.slots) > 0 && at.slots[len(at.slots)-1] != len(at.slots) {
				return proof.Reject("the threads of %s do not have the first slots", text)
			}
			if err := r.small.Replay(ctx, []judge.Config{at.Config}, -1, claim.Copies, claim.Threads); err != nil {
				return refused(err)
			}
			states = append(states, *at)
			continue
		}
		before := &states[k-1]
		if before.mover = t.Moves[k-1]; before.thread(before.mover) == nil {
			return proof.Reject("step %d is of slot %d, which has no thread", k, before.mover)
		}
		next, ok, err := l.taken(ctx, before, at)
		switch {
		case err != nil:
			return err
		case !ok:
			return proof.Reject("step %d, of slot %d, cannot lead from %s to %s", k, before.mover, t.States[k-1], text)
		}
		states = append(states, next)
	}
	loop := -1
	if t.Loop != nil {
		if loop = *t.Loop; loop < 0 {
			return proof.Reject("there is no step %d at which a loop could begin", loop)
		}
	}
	return refused(l.check(ctx, states, loop))
}

// refused makes what the judge says of an execution a reason to reject it.
func refused(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return proof.Reject("the trace is not an execution of the program as claimed: %v", err)
}

// taken reports whether the thread in the slot that moves can lead from a configuration to another one. What it returns is the
// latter as the judge has it: threads in the order that they had, a new one last.
func (l *refutation) taken(ctx context.Context, from, to *position) (position, bool, error) {
	slots := slices.Clone(from.slots)
	mover := slices.Index(slots, from.mover)
	if to.thread(from.mover) == nil {
		slots = slices.Delete(slots, mover, mover+1)
	}
	if len(to.slots) > len(slots) {
		slots = append(slots, free(slots))
	}
	next := position{Config: judge.Config{Shared: to.Shared}, slots: slots}
	for _, slot := range slots {
		t := to.thread(slot)
		if t == nil {
			return position{}, false, nil
		}
		next.Threads = append(next.Threads, *t)
	}
	if len(slots) != len(to.slots) {
		return position{}, false, nil
	}
	taken, ok, err := l.small.Takes(ctx, from.Config, mover, next.Config, l.Threads)
	next.Config = taken
	return next, ok, err
}
