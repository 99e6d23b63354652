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
	// The searches for errors before any abstraction have so many threads, and configurations together.
	fewThreads  = 3
	mostThreads = 8
	fewStates   = 30_000
	// mostSeeds is how many predicates there are at first.
	mostSeeds = 14
	// A round adds so many predicates. Beyond mostPredicates searches take too long.
	perRound       = 3
	mostPredicates = 24
	// After so many rounds other predicates are tried once.
	fewRounds = 3
	// besideTime is for a proof where a search has met all configurations.
	besideTime = 10 * time.Second
)

// Check checks a C program. The error is a diagnostic.List if the program is not read; when ctx ends, the answer is
// Unknown.
func Check(ctx context.Context, name string, text []byte, o Options) (*Answer, error) {
	began := time.Now()
	check := check
	if o.Races {
		check = checkRaces
	}
	a, err := check(ctx, name, text, o, front.Options{Wrap: o.Wrap, ILP32: o.ILP32})
	if a != nil {
		a.Seconds = time.Since(began).Seconds()
	}
	return a, err
}

// check checks what is asked of a program that is read in some way.
func check(ctx context.Context, name string, text []byte, o Options, how front.Options) (*Answer, error) {
	p, err := front.Read(name, text, how)
	if err != nil {
		return nil, err
	}
	given, err := predicates(p, o.Predicates)
	if err != nil {
		return nil, err
	}
	c := &checker{Answer: &Answer{Program: p, Threads: o.Threads}, options: o, name: name, text: text, given: given}
	err = c.check(ctx)
	if err != nil && ctx.Err() != nil {
		c.unknown(verdict.Timeout, "")
		if ctx.Err() == context.Canceled {
			c.unknown(verdict.Interrupted, "")
		}
		err = nil
	}
	return c.Answer, err
}

type checker struct {
	*Answer
	options Options
	name    string
	text    []byte
	given   []word.Term                // predicates
	values  map[word.Variable][]uint64 // that variables had in the search, if they are few
	abs     *abstraction.Abstraction
	rounds  int // that are left, 0 for no limit
	// whole is the program that Program is a slice of, about the assertion at a place, with the variables of keep; nil if it is
	// none.
	whole *form.Program
	at    form.Origin
	keep  map[word.Variable]bool
}

func (c *checker) unknown(r verdict.Reason, detail string, args ...any) {
	c.Verdict, c.Reason, c.Detail = verdict.Unknown, r, fmt.Sprintf(detail, args...)
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
	if c.options.abstractOnly || c.options.Algorithm != "" {
		return c.abstract(ctx)
	}
	c.By = "search"
	states := fewStates
	if checks == 0 { // it is only asked what C leaves open
		states = fewStates / 30
	}
	r := c.few(ctx, states)
	c.values = r.Values
	switch {
	case r.Trace != nil:
		c.unsafe("search", execution.NewPath(r.Trace), r.Trace)
		return nil
	case checks == 0: // what one thread does at once never fails
		c.Verdict, c.By = verdict.Safe, "abstraction"
		c.certify(nil, nil)
		return nil
	case r.Complete && !r.Checked && c.Undefined != nil:
		c.By = "search"
		c.unknown(verdict.Vacuous, "no execution comes to an assertion before C leaves open what happens, in line %d", c.Undefined.Line)
		return nil
	case r.Complete:
		if c.Verdict, c.By = verdict.Safe, "search"; !r.Checked && c.Program.Race == "" {
			c.Detail = "no execution comes to an assertion"
		}
		return c.beside(ctx)
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return c.abstract(ctx)
}

// few searches executions of a few threads, and of more as long as that takes few states.
func (c *checker) few(ctx context.Context, states int) (r *execution.Result) {
	for threads := fewThreads; ; threads++ {
		if c.Threads > 0 {
			threads = min(threads, c.Threads)
		}
		r = execution.Search(ctx, c.Program, execution.Limits{Threads: threads, States: states})
		c.States = r.States
		if r.Undefined != nil && c.Undefined == nil {
			c.Undefined = &r.Undefined.Origin
		}
		if threads == c.Threads {
			return r
		}
		r.Complete = r.Complete && !r.Bounded
		if states -= r.States; r.Trace != nil || !r.Bounded || threads == mostThreads || states <= 0 {
			return r
		}
	}
}

// beside looks for a proof that can be checked where a search has met all configurations.
func (c *checker) beside(ctx context.Context) error {
	if !c.options.Certify {
		return nil
	}
	other := &checker{Answer: &Answer{Program: c.Program, Threads: c.Threads}, options: c.options, name: c.name, text: c.text, given: c.given, values: c.values}
	ctx, cancel := context.WithTimeout(ctx, besideTime)
	defer cancel()
	if err := other.abstract(ctx); err != nil && ctx.Err() == nil {
		return err
	} else if err != nil {
		other.unknown(verdict.Timeout, "")
	}
	if c.Certificate, c.NoCertificate = other.Certificate, other.NoCertificate; other.Verdict != verdict.Safe {
		c.NoCertificate = fmt.Sprintf("a search has met all configurations, and no abstraction proves it (%s)", other.Reason)
	}
	return nil
}

// refine checks abstractions until one decides. It goes on from the one that it has.
func (c *checker) refine(ctx context.Context) error {
	for rounds := 0; ; rounds++ {
		if c.abs == nil {
			c.abs = abstraction.New(c.Program)
			for _, x := range c.given {
				c.abs.Add(x)
			}
			seed(c.abs)
			rounds = 0
		}
		if rounds == fewRounds {
			other, err := c.instead(ctx)
			if err != nil {
				return err
			}
			if other != nil {
				if again, err := c.round(ctx, other); !again || err != nil {
					return err
				}
				if c.abs == nil { // the path was not one of the program: the slice has grown
					continue
				}
			}
		}
		if again, err := c.round(ctx, c.abs); !again || err != nil {
			return err
		}
		if c.rounds == 1 {
			c.rounds = 0
			c.unknown(verdict.Incomplete, "there is time for more")
			return nil
		}
		c.rounds = max(0, c.rounds-1)
	}
}

// round checks an abstraction, and adds what it lacks.
func (c *checker) round(ctx context.Context, abs *abstraction.Abstraction) (again bool, err error) {
	c.Iterations++
	c.By = "abstraction"
	c.Predicates, c.Queries = abs.Predicates, abs.Queries()
	if c.options.Progress != nil {
		c.options.Progress(c.Answer)
	}
	again, err = c.iterate(ctx, abs)
	c.Predicates, c.Queries = abs.Predicates, abs.Queries()
	return again, err
}

// instead returns an abstraction with other predicates: comparisons that exclude failures, or all values of variables if these
// are few, for which the Boolean program is the C program. It returns nil if there is neither.
func (c *checker) instead(ctx context.Context) (*abstraction.Abstraction, error) {
	a := abstraction.New(c.Program)
	list, err := refinement.Invariants(ctx, c.Program)
	if list == nil && err == nil {
		list = c.equations()
	}
	if list == nil || len(list) > mostPredicates || err != nil {
		return nil, err
	}
	for _, x := range list {
		a.Add(x)
	}
	return a, nil
}

// equations returns that variables have the values that they had in the search, nil if some had many.
func (c *checker) equations() (list []word.Term) {
	t := c.Program.Terms
	var vars []word.Variable
	for _, g := range c.Program.Globals {
		vars = append(vars, g.Variable)
	}
	for _, f := range c.Program.Automata {
		vars = append(vars, f.Locals...)
	}
	for _, v := range vars {
		if c.values[v] == nil {
			return nil
		}
		for _, n := range c.values[v] {
			list = append(list, t.Eq(t.Var(v), t.Const(t.VariableWidth(v), n)))
		}
	}
	return list
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
	o := systems.Options{Algorithm: c.options.Algorithm, AsFound: true, SelfCheck: c.options.SelfCheck, Certify: c.options.Certify, Memory: c.options.Memory, Threads: c.Threads}
	if deadline, ok := ctx.Deadline(); ok {
		o.Timeout = time.Until(deadline)
	}
	r, err := m.Check(ctx, o)
	if err != nil {
		return false, err
	}
	if c.options.Keep != nil {
		if err := c.options.Keep(c.Iterations, b.Text, r.Verdict); err != nil {
			return false, err
		}
	}
	c.States, c.By = r.States, "abstraction"
	switch r.Verdict {
	case verdict.Safe:
		c.Verdict, c.Checked = verdict.Safe, r.Stats.Validated
		if r.Threads > 0 { // it was bounded by the algorithm
			c.Threads = r.Threads
		}
		c.certify(b, r.Certificate)
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
	if feasible && c.whole != nil {
		return c.widen(ctx, path)
	} else if feasible {
		return false, c.replay(path)
	}
	excluded, err := path.Exclude(ctx, abs)
	if excluded || err != nil {
		return true, err
	}
	if len(abs.Predicates) >= mostPredicates {
		c.spurious(path, "%d predicates do not exclude a path to line %d which is no execution", len(abs.Predicates))
		return false, nil
	}
	added := 0
	for _, find := range []func([]int) []word.Term{path.Mine, path.Variants} {
		for _, x := range find(core) {
			if added < perRound && abs.Add(x) {
				added++
			}
		}
	}
	if added == 0 {
		c.spurious(path, "no predicate was found that excludes a path to line %d which is no execution")
		return false, nil
	}
	return true, nil
}

// spurious is an answer with a path that is no execution. The last argument of detail is the line that it leads to.
func (c *checker) spurious(path *refinement.Path, detail string, args ...any) {
	c.Trace = newPath(c.Program, path)
	c.unknown(verdict.Incomplete, detail, append(args, path.Steps[len(path.Steps)-1].Edge.Origin.Line)...)
}

// replay executes a path that is an execution, as far as the abstraction of the heap, of arrays and of joins tells.
func (c *checker) replay(path *refinement.Path) error {
	found := path.Execution()
	trace, err := found.Replay(c.Program, c.Threads)
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
	c.unsafe("abstraction", found, trace)
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
