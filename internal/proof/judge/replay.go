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
// an assertion that the last configuration must be able to fail in one step, or
// Deadlock: then no thread of the last configuration can move, not even without a bound,
// and one has not come to its end.
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
	at := []Config{j.unheld(steps[0])}
	for k := 1; k < len(steps); k++ {
		next, err := j.leadsFrom(ctx, at, steps[k], bound)
		if err != nil {
			return fmt.Errorf("step %d: %w", k, err)
		}
		if len(next) == 0 {
			return &ReplayError{k, j.explain(at[0], steps[k])}
		}
		at = next
	}
	last := len(steps) - 1
	switch {
	case final == Deadlock:
		return j.deadlock(ctx, at, last)
	case final < 0:
		return nil
	}
	return j.mayFail(ctx, at, final, last, bound)
}

// mayFail returns a [ReplayError] unless the assertion at final can fail in one of some
// configurations, which follow the last step.
func (j *Judge) mayFail(ctx context.Context, at []Config, final, last, bound int) error {
	if final >= len(j.places) || !j.places[final].asserts() {
		return &ReplayError{last, fmt.Sprintf("there is no assertion at pc %d", final)}
	}
	for _, c := range at {
		ok, err := j.fails(ctx, c, final, bound)
		if err != nil {
			return fmt.Errorf("step %d: %w", last, err)
		}
		if ok {
			return nil
		}
	}
	return &ReplayError{last, fmt.Sprintf("the assertion at pc %d (line %d) cannot fail in %v",
		final, j.places[final].stmt.Pos.Line, at[0])}
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
		if !j.MayBegin(c.Shared, t.Locals) {
			return fmt.Sprintf("what main enforces does not hold in thread %v", t)
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

// leadsFrom returns the configurations that one step can take some of from to and
// that are goal, whichever thread holds up the others: goal need not say.
func (j *Judge) leadsFrom(ctx context.Context, from []Config, goal Config, bound int) ([]Config, error) {
	goal = j.unheld(goal)
	var forms []Config
	known := map[string]bool{}
	for _, c := range from {
		more, err := j.leads(ctx, c, goal, bound)
		if err != nil {
			return nil, err
		}
		for _, form := range more {
			if key := form.Key(); !known[key] {
				known[key] = true
				forms = append(forms, form)
			}
		}
	}
	return forms, nil
}

// leads is leadsFrom for one configuration. Where atomic is not true goal has one
// form only.
func (j *Judge) leads(ctx context.Context, c, goal Config, bound int) (forms []Config, err error) {
	key := goal.Key()
	atomic := j.atomic(goal.Shared)
	r := j.run(ctx, bound)
	r.maxInner = maxReplayed
	for _, i := range j.movers(c) {
		for _, guess := range j.guesses(goal, c.Threads[i]) {
			r.want = &guess
			r.moves(c, i, func(o outcome) bool {
				if o.fails == nil && j.unheld(o.next).Key() == key {
					forms = append(forms, o.next)
				}
				return atomic || len(forms) == 0
			})
			if r.err != nil {
				return nil, r.err
			}
			if !atomic && len(forms) > 0 {
				return forms, nil
			}
		}
	}
	return forms, nil
}

// fails reports whether in c the assertion at pc can fail in one step: of a
// thread that is there or, in big steps, of one that enters a section.
func (j *Judge) fails(ctx context.Context, c Config, pc, bound int) (bool, error) {
	r := j.run(ctx, bound)
	r.maxInner = maxReplayed
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
	if i := j.alone(c.Threads); i >= 0 {
		why := "inside an atomic section"
		if c.Threads[i].Holds {
			why = "that moved last, as atomic is true"
		}
		parts = append(parts, fmt.Sprintf("only the thread %s, %v, may move", why, c.Threads[i]))
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
