// This file defines how programs are checked whose threads may run in any number of
// copies, round by round.

package getafix

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/parser"
)

// RoundOptions say how far [CheckRounds] goes, and how.
type RoundOptions struct {
	// Most is the largest number of rounds to try, at least 1.
	Most int
	// Lazy chooses the lazy formula (see [Parameterised]).
	Lazy bool

	// Strategy and Conjunctions (Schedule there) are those of the calculus.
	Strategy     calculus.Strategy
	Conjunctions bool
	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if they
	// are positive.
	MaxNodes int
	MaxBytes int64

	// Schedule asks for a schedule that reaches the target, where one round does.
	Schedule bool

	// Formula only evaluates the formula. Without it, one round, coarsely any number of them
	// and, if no thread can be interrupted in recursion, several ones are tried along the
	// explicit control flow before, which is faster.
	Formula bool

	// Progress, if not nil, is called behind each round.
	Progress func(RoundStats)
}

// RoundStats are the figures of one round. Round 0 is the coarse analysis, which does
// not count rounds.
type RoundStats struct {
	Round   int
	Reached bool // the target; round 0 may say so of one that cannot be reached
	Rounds  int  // of all fixpoints
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

	progress func(RoundStats)
}

// errAnswered ends an evaluation that needs no further answers.
var errAnswered = errors.New("getafix: answered")

// CheckRounds finds the least number of rounds, from 1 on, in which a program that is
// concurrent by convention can reach the label, or, if that is "", fail an assertion,
// if each of its threads may run in any number of copies (see [Parameterised]). What
// the initial procedure does counts as part of the first round. The program may have
// been parsed without templates. The error says that the program or an option is
// wrong; limits, the end of ctx included, make the verdict Unknown instead.
func CheckRounds(ctx context.Context, p *parser.Program, label string, options RoundOptions) (*RoundResult, error) {
	f, err := Parameterised(options.Most, options.Lazy)
	if err != nil {
		return nil, err
	}
	r := &RoundResult{progress: options.Progress}
	o := calculus.Options{
		Strategy: options.Strategy, Schedule: options.Conjunctions,
		Limits: bdd.Options{Context: ctx, MaxNodes: options.MaxNodes, MaxBytes: options.MaxBytes},
	}
	b, err := NewThreads(p, label, o)
	switch {
	case err != nil:
	case b.Early():
		r.Verdict, r.Rounds = algorithms.Unsafe, 1
		if options.Schedule {
			r.Schedule = &schedule.Schedule{}
		}
	default:
		c := &checker{ctx: ctx, base: b, calculus: o}
		if err = r.begin(c, options); err == nil && r.Verdict == algorithms.Unknown {
			err = r.ask(b, f, o)
		}
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

// begin tries what is fast: one round, whether there are rounds to the target at all, and
// several ones.
func (r *RoundResult) begin(c *checker, o RoundOptions) error {
	if o.Formula {
		return nil
	}
	left := newLeftover(c)
	first, found, err := c.once(o.Schedule, left)
	if err == nil {
		r.note(first)
		if first.Reached {
			r.Verdict, r.Schedule = algorithms.Unsafe, found
			return nil
		}
		var ever bool
		ever, err = c.ever(c.calculus.Limits)
		switch {
		case err != nil:
		case !ever:
			r.Verdict, r.Complete = algorithms.Safe, true
		case o.Most == 1: // all that the formula could add is that there are no rounds at all
			r.Verdict = algorithms.Safe
		default:
			err = r.several(c, o.Most, left)
		}
	}
	if err != nil {
		return fmt.Errorf("after %d rounds: %w", r.Rounds, err)
	}
	return nil
}

// note notes the answer for a round.
func (r *RoundResult) note(s RoundStats) {
	r.Stats = append(r.Stats, s)
	r.Rounds = max(r.Rounds, s.Round)
	if r.progress != nil {
		r.progress(s)
	}
}

// ask asks the questions of a formula until one of them decides.
func (r *RoundResult) ask(b *Base, f Formula, o calculus.Options) error {
	file, err := calculus.Parse(f.Name+".mu", []byte(f.Text))
	if err != nil {
		return err
	}
	e, err := Open(b, o, file)
	if err != nil {
		return err
	}
	since, rounds, asked := time.Now(), 0, 0
	err = e.Execute(func(a calculus.Answer) error {
		if !a.Expr {
			return nil
		}
		s := RoundStats{Round: asked, Reached: a.Value, Rounds: -rounds, Peak: e.Manager().NodeCount(), Time: time.Since(since)}
		for _, p := range e.Profiles() {
			s.Rounds += p.Rounds
			s.Nodes = max(s.Nodes, p.Nodes)
		}
		since, rounds = time.Now(), rounds+s.Rounds
		asked++
		r.note(s)
		switch {
		case s.Round == 0 && !s.Reached:
			r.Verdict, r.Complete = algorithms.Safe, true
			return errAnswered
		case s.Round > 0 && s.Reached:
			r.Verdict = algorithms.Unsafe
			return errAnswered
		}
		return nil
	})
	switch {
	case errors.Is(err, errAnswered):
		return nil
	case err != nil:
		return fmt.Errorf("after %d rounds: %w", r.Rounds, err)
	}
	r.Verdict = algorithms.Safe
	return nil
}
