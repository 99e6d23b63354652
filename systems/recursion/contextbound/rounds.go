// This file defines questions about rounds, in programs whose threads may run in any number
// of copies.

package contextbound

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/copies"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// RoundOptions say how far [CheckRounds] goes.
type RoundOptions struct {
	// Most is the largest number of rounds to try, at least 1.
	Most int
	// Schedule asks for a schedule that reaches the target, where one round does.
	Schedule bool
	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if they
	// are positive.
	MaxNodes int
	MaxBytes int64
	// Progress, if not nil, is called behind each round.
	Progress func(RoundStats)
}

// RoundStats are the figures of one round. Round 0 is a thread-modular analysis, which does
// not count rounds.
type RoundStats struct {
	Round   int
	Reached bool // the target; round 0 may say so of one that cannot be reached
	Visits  int  // of places of the program, or rounds of all fixpoints of a formula
	Nodes   int  // of the largest diagram among the values of predicates
	Peak    int  // nodes in the table at the end, garbage included
	Time    time.Duration
}

// A RoundResult is the answer of [CheckRounds].
type RoundResult struct {
	// Verdict is Safe if the target cannot be reached in Rounds rounds, with any number
	// of copies of the threads, and Unsafe if it can be, and not in fewer.
	Verdict algorithms.Verdict
	Rounds  int // if Verdict is Unknown, what is said of Safe holds for this number
	// Complete says that no number of rounds reaches the target, if Verdict is Safe.
	Complete bool
	Reason   algorithms.Reason // if Verdict is Unknown
	Detail   string            // on Reason
	// Schedule is one of one round that reaches the target, if that was asked for and one
	// round does: each context is that of a copy of its own. If it has no contexts, the
	// target is reached before the threads begin.
	Schedule *schedule.Schedule
	Stats    []RoundStats
}

// CheckRounds finds the least number of rounds, from 1 on, in which a program that is
// concurrent by convention can reach the label, or, if that is "", fail an assertion,
// if each of its threads may run in any number of copies (see [getafix.Parameterised]). What
// the initial procedure does counts as part of the first round. The program may have
// been parsed without templates. The error says that the program or an option is
// wrong; limits, the end of ctx included, make the verdict Unknown instead.
func CheckRounds(ctx context.Context, p *parser.Program, label string, options RoundOptions) (*RoundResult, error) {
	return checkRounds(ctx, p, label, options, comparedAtFirst)
}

func checkRounds(ctx context.Context, p *parser.Program, label string, options RoundOptions, compared int) (*RoundResult, error) {
	if options.Most < 1 {
		return nil, fmt.Errorf("contextbound: %d rounds", options.Most)
	}
	r := &RoundResult{}
	o := calculus.Options{Limits: bdd.Options{Context: ctx, MaxNodes: options.MaxNodes, MaxBytes: options.MaxBytes}}
	b, err := getafix.NewThreads(p, label, o)
	switch {
	case err != nil:
	case b.Early():
		r.Verdict, r.Rounds = algorithms.Unsafe, 1
		if options.Schedule {
			r.Schedule = &schedule.Schedule{}
		}
	default:
		c := &roundChecker{checker{b.Graph, b.Start(), o.Limits}, b, options, r}
		if err = c.run(compared); err != nil {
			err = fmt.Errorf("after %d rounds: %w", r.Rounds, err)
		}
	}
	if s := r.Schedule; s != nil && b != nil {
		s.Known = known(b.Graph)
	}
	if err == nil {
		return r, nil
	}
	if r.Reason = limit(ctx, err); r.Reason == algorithms.NoReason {
		return nil, err
	}
	r.Verdict, r.Detail = algorithms.Unknown, err.Error()
	return r, nil
}

// A roundChecker counts rounds.
type roundChecker struct {
	checker
	base    *getafix.Base
	options RoundOptions
	result  *RoundResult
}

// run tries one round, whether there are rounds to the target at all, and several ones: if
// threads can be interrupted in recursion, by a formula, whose relations have the globals of
// all rounds.
func (c *roundChecker) run(compared int) error {
	r := c.result
	ends := copies.NewEnds(c.graph, c.limits)
	since := time.Now()
	f, reached, found, err := copies.One(c.graph, c.start, c.limits, c.options.Schedule, ends)
	if err != nil {
		return err
	}
	c.note(1, reached, f, since)
	if reached {
		r.Verdict, r.Schedule = algorithms.Unsafe, found
		return nil
	}
	if may, err := c.mayReach(c.limits); err != nil || !may {
		r.Verdict, r.Complete = algorithms.Safe, true
		return err
	}
	if c.options.Most == 1 {
		r.Verdict = algorithms.Safe
		return nil
	}
	if done, err := c.several(ends, compared); done || err != nil {
		return err
	}
	return c.evaluate()
}

// note notes the answer for a number of rounds.
func (c *roundChecker) note(round int, reached bool, f copies.Figures, since time.Time) {
	r := c.result
	s := RoundStats{Round: round, Reached: reached, Visits: f.Visits, Nodes: f.Nodes, Peak: f.Peak, Time: time.Since(since)}
	r.Stats = append(r.Stats, s)
	r.Rounds = max(r.Rounds, round)
	if c.options.Progress != nil {
		c.options.Progress(s)
	}
}

// several tries from two rounds up to a number of them, until there is an answer, given with
// which globals one round ends. It compares ever more globals between rounds, the most
// relevant first, until the target is not reached or all are compared. If stacks have no
// bound, nothing is tried.
func (c *roundChecker) several(ends *copies.Ends, compared int) (done bool, err error) {
	relevant := c.graph.ByRelevance()
	n := min(compared, len(relevant))
	for k := 2; k <= c.options.Most; {
		since, limits := time.Now(), c.limits
		if n < len(relevant) {
			limits = c.atMost(fewNodes)
		}
		f, reached, ok, err := copies.Rounds(c.graph, c.start, limits, k, relevant[:n], ends)
		if !ok {
			return false, err
		}
		if n < len(relevant) && (reached || errors.Is(err, bdd.ErrNodes)) {
			if n += (n + 1) / 2; err != nil || n > len(relevant) {
				n = len(relevant)
			}
			continue
		}
		if err != nil {
			return false, err
		}
		if c.note(k, reached, f, since); reached {
			c.result.Verdict = algorithms.Unsafe
			return true, nil
		}
		k++
	}
	c.result.Verdict = algorithms.Safe
	return true, nil
}

// errAnswered ends an evaluation that needs no further answers.
var errAnswered = errors.New("contextbound: answered")

// evaluate asks the questions of the lazy formula until one of them decides.
func (c *roundChecker) evaluate() error {
	f, err := getafix.Parameterised(c.options.Most, true)
	if err != nil {
		return err
	}
	file, err := syntax.Parse(f.Name+".mu", []byte(f.Text))
	if err != nil {
		return err
	}
	e, err := getafix.Open(c.base, calculus.Options{Limits: c.limits}, file)
	if err != nil {
		return err
	}
	since, visits, round := time.Now(), 0, 0
	err = e.Execute(func(a calculus.Answer) error {
		if !a.Expr {
			return nil
		}
		figures := copies.Figures{Visits: -visits, Peak: e.Manager().NodeCount()}
		for _, p := range e.Profiles() {
			figures.Visits += p.Rounds
			figures.Nodes = max(figures.Nodes, p.Nodes)
		}
		visits += figures.Visits
		c.note(round, a.Value, figures, since)
		since = time.Now()
		switch {
		case round == 0 && !a.Value:
			c.result.Verdict, c.result.Complete = algorithms.Safe, true
			return errAnswered
		case round > 0 && a.Value:
			c.result.Verdict = algorithms.Unsafe
			return errAnswered
		}
		round++
		return nil
	})
	switch {
	case errors.Is(err, errAnswered):
		return nil
	case err == nil:
		c.result.Verdict = algorithms.Safe
	}
	return err
}
