// This file defines the oracle of traces: is this an execution?

package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/parser"
)

// A ReplayError says why a sequence of configurations is not an execution.
type ReplayError struct {
	Step   int // index into the sequence
	Reason string
}

func (e *ReplayError) Error() string { return fmt.Sprintf("step %d: %s", e.Step, e.Reason) }

// Replay checks that steps is an execution: it starts with so many copies of
// main (fewer than 0: any number) in an initial configuration, and each
// configuration has the following one among its successors, with at most bound
// live threads (0: no bound). If final is not -1, it is the program counter of
// an assertion that the last configuration must be able to fail in one step.
//
// The error is a [ReplayError] if the answer is no. Any other error means that
// there is no answer: it wraps ctx.Err() if ctx ended, or says that an atomic
// section was too large. A single step is checked at once, however many results
// it has; an atomic section in big steps is searched for a path.
func (j *Judge) Replay(ctx context.Context, steps []Config, final, copies, bound int) error {
	if len(steps) == 0 {
		return &ReplayError{0, "no configuration to start from"}
	}
	for k, c := range steps {
		if reason := j.malformed(c); reason != "" {
			return &ReplayError{k, reason}
		}
	}
	if reason := j.notInitial(steps[0], copies); reason != "" {
		return &ReplayError{0, reason}
	}
	for k := 1; k < len(steps); k++ {
		ok, err := j.leads(ctx, steps[k-1], steps[k], bound)
		if err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if !ok {
			return &ReplayError{k, j.explain(steps[k-1], steps[k])}
		}
	}
	if final < 0 {
		return nil
	}
	last := len(steps) - 1
	if final >= len(j.places) || !j.places[final].asserts() {
		return &ReplayError{last, fmt.Sprintf("there is no assertion at pc %d", final)}
	}
	ok, err := j.fails(ctx, steps[last], final, bound)
	if err != nil {
		return fmt.Errorf("step %d: %w", last, err)
	}
	if !ok {
		return &ReplayError{last, fmt.Sprintf("the assertion at pc %d (line %d) cannot fail in %v",
			final, j.places[final].stmt.Pos.Line, steps[last])}
	}
	return nil
}

func (p *place) asserts() bool {
	_, ok := p.op.(*parser.Assert)
	return ok
}

// malformed says what keeps c from being a configuration of the program.
func (j *Judge) malformed(c Config) string {
	if len(c.Shared) != len(j.file.Globals) {
		return fmt.Sprintf("%d shared values for %d shared variables", len(c.Shared), len(j.file.Globals))
	}
	for _, t := range c.Threads {
		var waiting *parser.Call // of the frame before
		for m, f := range t.frames() {
			if f.PC < 0 || f.PC >= len(j.places) || j.places[f.PC].proc == nil {
				return fmt.Sprintf("there is no pc %d", f.PC)
			}
			here := &j.places[f.PC]
			if n := len(here.proc.Locals); len(f.Locals) != n {
				return fmt.Sprintf("%d local values for %d locals at pc %d", len(f.Locals), n, f.PC)
			}
			if waiting != nil && waiting.Proc.Proc != here.proc {
				return fmt.Sprintf("pc %d lies in %s, but %s was called", f.PC, here.proc.Name, waiting.Proc.Name)
			}
			if waiting, _ = here.op.(*parser.Call); waiting == nil && m < len(t.Callers) {
				return fmt.Sprintf("pc %d calls nothing", f.PC)
			}
		}
	}
	return ""
}

// notInitial says what keeps c from being an initial configuration.
func (j *Judge) notInitial(c Config, copies int) string {
	if copies >= 0 && len(c.Threads) != copies {
		return fmt.Sprintf("starts with %d threads instead of %d", len(c.Threads), copies)
	}
	if v := violates(j.file.Globals, c.Shared); v != nil {
		return fmt.Sprintf("%s does not have its initial value", v.Name)
	}
	main := j.file.Main
	for _, t := range c.Threads {
		if t.PC != main.Entry {
			return fmt.Sprintf("a thread starts at pc %d instead of main's %d", t.PC, main.Entry)
		}
		if len(t.Callers) > 0 {
			return fmt.Sprintf("thread %v starts inside of a call", t)
		}
		if v := violates(main.Locals, t.Locals); v != nil {
			return fmt.Sprintf("%s does not have its initial value in thread %v", v.Name, t)
		}
	}
	return ""
}

func violates(vars []*parser.Var, values []bool) *parser.Var {
	for k, allowed := range initial(vars) {
		if !allowed.has(values[k]) {
			return vars[k]
		}
	}
	return nil
}

// leads reports whether one step can take c to goal.
func (j *Judge) leads(ctx context.Context, c, goal Config, bound int) (bool, error) {
	key := goal.Key()
	r := j.run(ctx, bound)
	r.maxInner = maxInner
	found := false
	for _, i := range j.movers(c) {
		for _, guess := range j.guesses(goal, c.Threads[i]) {
			r.want = &guess
			r.moves(c, i, func(o outcome) bool {
				found = o.fails == nil && o.next.Key() == key
				return !found
			})
			if found || r.err != nil {
				return found, r.err
			}
		}
	}
	return false, nil
}

// fails reports whether in c the assertion at pc can fail in one step: of a
// thread that is there or, in big steps, of one that enters a section.
func (j *Judge) fails(ctx context.Context, c Config, pc, bound int) (bool, error) {
	r := j.run(ctx, bound)
	r.maxInner = maxInner
	found := false
	for _, i := range j.movers(c) {
		if c.Threads[i].PC != pc && !j.entersSection(c.Threads[i]) {
			continue
		}
		r.moves(c, i, func(o outcome) bool {
			found = o.fails != nil && o.fails.PC == pc
			return !found
		})
		if found || r.err != nil {
			return found, r.err
		}
	}
	return false, nil
}

// explain says what a step from c to next would have to do, for the error that
// says that none does.
func (j *Judge) explain(c, next Config) string {
	var parts []string
	if i := j.inside(c.Threads); i >= 0 {
		parts = append(parts, fmt.Sprintf("only the thread inside an atomic section, %v, may move", c.Threads[i]))
	}
	for k, v := range j.file.Globals {
		if c.Shared[k] != next.Shared[k] {
			parts = append(parts, fmt.Sprintf("%s changes to %s", v.Name, bits(next.Shared[k:k+1])))
		}
	}
	if gone := minus(c.Threads, next.Threads); len(gone) > 0 {
		parts = append(parts, fmt.Sprintf("threads no longer there: %v", gone))
	}
	if fresh := minus(next.Threads, c.Threads); len(fresh) > 0 {
		parts = append(parts, fmt.Sprintf("threads new: %v", fresh))
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing changes")
	}
	return fmt.Sprintf("no step leads from %v to %v (%s)", c, next, strings.Join(parts, "; "))
}

// minus returns the multiset difference of a and b.
func minus(a, b []Thread) []Thread {
	b = slices.Clone(b)
	var rest []Thread
	for _, t := range a {
		if k := slices.IndexFunc(b, func(u Thread) bool { return compareThreads(t, u) == 0 }); k >= 0 {
			b = slices.Delete(b, k, k+1)
		} else {
			rest = append(rest, t)
		}
	}
	return rest
}
