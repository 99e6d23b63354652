// This file defines the loop.

package c

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
	"github.com/ijit/ijit/systems/c/refinement"
	"github.com/ijit/ijit/systems/c/word"
)

const (
	// The search for errors before any abstraction has so many threads and configurations.
	fewThreads = 3
	fewStates  = 60_000
	// mostSeeds is how many predicates there are at first.
	mostSeeds = 14
	// A round adds so many predicates. Beyond mostPredicates searches take too long.
	perRound       = 3
	mostPredicates = 24
)

// Check checks a C program. The error is a diagnostic.List if the program is not read; when ctx ends, the answer is
// Unknown.
func Check(ctx context.Context, name string, text []byte, o Options) (*Answer, error) {
	began := time.Now()
	p, err := front.Read(name, text, front.Options{Wrap: o.Wrap, ILP32: o.ILP32})
	if err != nil {
		return nil, err
	}
	a := &Answer{Program: p, Threads: o.Threads}
	c := &checker{Answer: a, options: o}
	err = c.check(ctx)
	a.Seconds = time.Since(began).Seconds()
	if err != nil && ctx.Err() != nil {
		a.unknown(verdict.Timeout, "")
		if ctx.Err() == context.Canceled {
			a.unknown(verdict.Interrupted, "")
		}
		err = nil
	}
	return a, err
}

type checker struct {
	*Answer
	options Options
}

func (a *Answer) unknown(r verdict.Reason, detail string, args ...any) {
	a.Verdict, a.Reason, a.Detail = verdict.Unknown, r, fmt.Sprintf(detail, args...)
}

func (c *checker) check(ctx context.Context) error {
	checks := 0
	for _, f := range c.Program.Automata {
		for _, e := range f.Edges {
			if e.Check != form.None {
				checks++
			}
		}
	}
	if c.Program.Checks == 0 {
		return ErrNoCheck
	}
	threads := fewThreads
	if c.Threads > 0 {
		threads = min(threads, c.Threads)
	}
	if c.options.abstractOnly {
		return c.refine(ctx)
	}
	states := fewStates
	if checks == 0 { // it is only asked what C leaves open
		states = fewStates / 30
	}
	r := execution.Search(ctx, c.Program, execution.Limits{Threads: threads, States: states})
	c.States = r.States
	if r.Undefined != nil {
		c.Undefined = &r.Undefined.Origin
	}
	switch {
	case r.Trace != nil:
		c.unsafe("search", r.Trace)
		return nil
	case checks == 0: // what one thread does at once never fails
		c.Verdict, c.By = verdict.Safe, "abstraction"
		return nil
	case r.Complete && !r.Checked && r.Undefined != nil:
		c.By = "search"
		c.unknown(verdict.Vacuous, "no execution comes to an assertion before C leaves open what happens, in line %d", c.Undefined.Line)
		return nil
	case r.Complete:
		if c.Verdict, c.By = verdict.Safe, "search"; !r.Checked {
			c.Detail = "no execution comes to an assertion"
		}
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return c.refine(ctx)
}

// refine checks abstractions until one decides.
func (c *checker) refine(ctx context.Context) error {
	abs := abstraction.New(c.Program)
	if abs.Counts() {
		c.Program.Assumptions = append(c.Program.Assumptions, form.Countable)
	}
	seed(abs)
	for {
		c.Iterations++
		c.Predicates, c.Queries = abs.Predicates, abs.Queries()
		if c.options.Progress != nil {
			c.options.Progress(c.Answer)
		}
		again, err := c.iterate(ctx, abs)
		c.Predicates, c.Queries = abs.Predicates, abs.Queries()
		if !again || err != nil {
			return err
		}
	}
}

// iterate searches the Boolean program once. again says that the abstraction has learned something.
func (c *checker) iterate(ctx context.Context, abs *abstraction.Abstraction) (again bool, err error) {
	b, err := abs.Write(ctx)
	if err != nil {
		return false, err
	}
	c.Boolean = b.Text
	m, err := systems.Read("abstraction.bp", strings.NewReader(b.Text))
	if err != nil {
		return false, fmt.Errorf("the Boolean program is wrong: %w", err)
	}
	o := systems.Options{AsFound: true, SelfCheck: c.options.SelfCheck, Memory: c.options.Memory}
	if c.Threads > 0 {
		o.Threads = c.Threads
	}
	if deadline, ok := ctx.Deadline(); ok {
		o.Timeout = time.Until(deadline)
	}
	r, err := m.Check(ctx, o)
	if err != nil {
		return false, err
	}
	c.States, c.By = r.States, "abstraction"
	switch r.Verdict {
	case verdict.Safe:
		c.Verdict, c.Checked = verdict.Safe, r.Stats.Validated
		return false, nil
	case verdict.Unknown:
		c.unknown(r.Reason, "%s", r.Detail)
		return false, nil
	}
	path, err := refinement.New(c.Program, b, r.Trace)
	if err != nil {
		return false, err
	}
	feasible, core, err := path.Feasible(ctx)
	if err != nil {
		return false, err
	}
	if feasible {
		return false, c.replay(path)
	}
	excluded, err := path.Exclude(ctx, abs)
	if excluded || err != nil {
		return true, err
	}
	if len(abs.Predicates) >= mostPredicates {
		c.unknown(verdict.Incomplete, "%d predicates do not exclude a path to line %d which is no execution", len(abs.Predicates), path.Steps[len(path.Steps)-1].Edge.Origin.Line)
		return false, nil
	}
	added := 0
	for _, find := range []func([]int) []word.Term{path.Mine, path.Variants, path.Equations} {
		for _, x := range find(core) {
			if added < perRound && abs.Add(x) {
				added++
			}
		}
	}
	if added == 0 {
		c.unknown(verdict.Incomplete, "no predicate was found that excludes a path to line %d which is no execution", path.Steps[len(path.Steps)-1].Edge.Origin.Line)
		return false, nil
	}
	return true, nil
}

// replay executes a path that is an execution, as far as the abstraction of the heap, of arrays and of joins tells.
func (c *checker) replay(path *refinement.Path) error {
	trace, err := execution.Replay(c.Program, path.Initial(), path.Locals(1), path.Moves())
	if err != nil {
		why := path.Loose()
		if why == "" {
			return fmt.Errorf("a path that is possible cannot be replayed: %w", err)
		}
		c.unknown(verdict.Incomplete, "there may be an error, but %s", why)
		return nil
	}
	if why := path.Undecided(); why != "" {
		c.unknown(verdict.Incomplete, "there may be an error, but %s", why)
		return nil
	}
	c.unsafe("abstraction", trace)
	return nil
}

// seed adds what assertions and guards speak of.
func seed(a *abstraction.Abstraction) {
	t := a.Program.Terms
	for _, checks := range []bool{true, false} {
		for _, f := range a.Program.Automata {
			for _, e := range f.Edges {
				if (e.Check != form.None) != checks {
					continue
				}
				for _, x := range []word.Term{e.Check, e.Guard} {
					if x == form.None {
						continue
					}
					t.Atoms(x, func(y word.Term) {
						if len(a.Predicates) < mostSeeds {
							a.Add(y)
						}
					})
				}
			}
		}
	}
}
