// This file defines how one assertion is checked after the other.

package c

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/certificate"
	"github.com/ijit/ijit/systems/c/refinement"
	"github.com/ijit/ijit/systems/c/word"
)

const (
	// togetherTime and togetherRounds are for all assertions at once. What independent assertions need multiplies.
	togetherTime   = 6 * time.Second
	togetherRounds = fewRounds + 3
	// aloneTime is for one of them, before all are tried again. Of a time limit they get half of what is left.
	aloneTime = 10 * time.Second
)

// abstract looks for predicates: for all assertions at once, then for one after the other, with what it depends on, and then
// for all of them again.
func (c *checker) abstract(ctx context.Context) error {
	assertions := c.Program.Assertions()
	var parts []*checker
	for _, at := range assertions {
		keep := map[word.Variable]bool{}
		c.Program.Asked(at, keep)
		c.Program.Close(keep)
		parts = append(parts, &checker{Answer: &Answer{Threads: c.Threads, By: "abstraction"}, options: c.options, name: c.name, text: c.text, given: c.given, values: c.values,
			whole: c.Program, at: at, keep: keep})
	}
	if len(parts) == 0 || !c.options.apart && len(parts) == 1 && len(parts[0].keep) >= c.variables() {
		return c.refine(ctx)
	}
	more := false
	if !c.options.apart {
		together, cancel := context.WithTimeout(ctx, togetherTime)
		defer cancel()
		c.rounds = togetherRounds
		err := c.refine(together)
		more = together.Err() != nil || c.rounds == 0 // it might have decided
		c.rounds = 0
		if err == nil && (c.Verdict != verdict.Unknown || !more && len(parts) == 1) || err != nil && !more || ctx.Err() != nil {
			return err
		}
	}
	first, sum := *c.Answer, *c.Answer
	sum.Verdict, sum.Reason, sum.Detail, sum.By, sum.Predicates, sum.Trace = verdict.Safe, "", "", "abstraction", nil, nil
	var proofs []certificate.Part
	for i, one := range parts {
		one.Program = one.whole.Slice(one.at, one.keep)
		if err := one.alone(ctx, len(parts)-i); err != nil {
			return err
		}
		sum.Iterations, sum.Queries, sum.States = sum.Iterations+one.Iterations, sum.Queries+one.Queries, one.States
		for _, p := range one.Predicates {
			if !slices.ContainsFunc(sum.Predicates, func(q *abstraction.Predicate) bool { return p.Term == q.Term }) {
				sum.Predicates = append(sum.Predicates, p)
			}
		}
		switch one.Verdict {
		case verdict.Unsafe:
			one.Iterations, one.Queries, one.Undefined = sum.Iterations, sum.Queries, c.Undefined
			*c.Answer = *one.Answer
			return nil
		case verdict.Unknown:
			if sum.Verdict == verdict.Safe {
				sum.Verdict, sum.Reason, sum.Detail, sum.Trace = one.Verdict, one.Reason, one.Detail, one.Trace
			}
		}
		for _, a := range one.Program.Assumptions {
			c.Program.Assume(a)
		}
		sum.Checked = (i == 0 || sum.Checked) && one.Checked
		if one.Threads > 0 {
			sum.Threads = one.Threads
		}
		if one.Certificate != nil {
			proofs = append(proofs, one.Certificate.Parts...)
		} else if sum.NoCertificate == "" {
			sum.NoCertificate = one.NoCertificate
		}
	}
	switch {
	case sum.Verdict == verdict.Unknown && more:
		return c.refine(ctx)
	case sum.Verdict == verdict.Unknown && !c.options.apart:
		*c.Answer = first
		return nil
	}
	*c.Answer = sum
	if c.Verdict == verdict.Safe && c.options.Certify && len(proofs) == len(parts) {
		c.Certificate = c.document()
		c.Certificate.Parts = proofs
	}
	return nil
}

// variables returns how many variables there are.
func (c *checker) variables() int {
	n := len(c.Program.Globals) + len(c.Program.Arrays)
	for _, f := range c.Program.Automata {
		n += len(f.Locals) + len(f.Arrays)
	}
	return n
}

// alone checks the slice, of as many that are left to be checked in the time.
func (c *checker) alone(ctx context.Context, left int) error {
	limit := aloneTime
	if deadline, ok := ctx.Deadline(); ok {
		limit = time.Until(deadline) / time.Duration(left+1)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if len(c.Program.Assertions()) == 0 {
		c.Verdict = verdict.Safe
		c.certify(nil, nil)
		return nil
	}
	err := c.refine(ctx)
	if err != nil && ctx.Err() != nil {
		c.unknown(verdict.Timeout, "")
		return nil
	}
	return err
}

// widen is for a path that the slice has: it is one of the program, or shows what the slice lacks.
func (c *checker) widen(ctx context.Context, path *refinement.Path) (again bool, err error) {
	of := path.In(c.whole)
	feasible, core, err := of.Feasible(ctx)
	if err != nil {
		return false, err
	}
	if feasible {
		c.Program = c.whole
		return false, c.replay(of)
	}
	known := len(c.keep)
	of.Needs(core, c.keep)
	c.whole.Close(c.keep)
	if len(c.keep) == known {
		c.unknown(verdict.Incomplete, "it is not known what the assertion in line %d depends on", c.at.Line)
		return false, nil
	}
	for _, p := range c.abs.Predicates {
		if !slices.Contains(c.given, p.Term) {
			c.given = append(slices.Clip(c.given), p.Term)
		}
	}
	c.Program, c.abs = c.whole.Slice(c.at, c.keep), nil
	return true, nil
}

// place says which slice a proof is about, if it is about one.
func (c *checker) place(part *certificate.Part) {
	if c.whole == nil {
		return
	}
	part.Assertion = &certificate.Place{File: c.at.File, Line: c.at.Line, Col: c.at.Col}
	for name, v := range c.whole.Names() {
		if c.keep[v] {
			part.Variables = append(part.Variables, name)
		}
	}
	slices.Sort(part.Variables)
}
