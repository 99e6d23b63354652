// This file defines how programs with recursive threads are checked for ever more
// context switches.

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

// SwitchOptions say how far [CheckSwitches] goes, and how.
type SwitchOptions struct {
	// Most is the largest number of context switches to try.
	Most int
	// Height is the largest number of procedures of a thread that is interrupted for
	// which stacks are written out. 0 is for as many as the program needs, if that is
	// bounded, and some more if it is not; the latter is given up where the diagrams of
	// stacks get large. With a negative one, stacks are not written out at all.
	Height int

	// Formula evaluates ContextFormula, and SwitchFormula where stacks are not written out,
	// in place of computing the same along the explicit control flow, which is faster. (With
	// a bound on stacks, ContextFormula is evaluated in any case.)
	Formula bool

	// Lean keeps no stacks but those of threads that go on later, which large programs need
	// and begin with by themselves. Then there is no answer for any number of switches but
	// a coarse one.
	Lean bool

	// Schedule asks for a schedule that reaches the target.
	Schedule bool

	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if they
	// are positive.
	MaxNodes int
	MaxBytes int64

	// Progress, if not nil, is called behind each number of context switches.
	Progress func(SwitchStats)
}

// SwitchStats are the figures of one number of context switches.
type SwitchStats struct {
	Switches int
	Formula  string // what was evaluated: "context" or "switches"; "places" or "rounds" for these place by place
	Rounds   int    // of all fixpoints, or how often places were visited
	Nodes    int    // of the diagrams of what is handed over to the next context
	Peak     int    // nodes in the table at the end, garbage included
	Time     time.Duration
}

// A SwitchResult is the answer of [CheckSwitches].
type SwitchResult struct {
	// Verdict is Safe if the target cannot be reached with Switches context switches
	// or fewer, and Unsafe if it can be with Switches, and not with fewer.
	Verdict  algorithms.Verdict
	Switches int // if Verdict is Unknown, what is said of Safe holds for this number; it may be -1
	// Complete says that no number of context switches reaches the target, if Verdict
	// is Safe.
	Complete bool
	// Coarse says that Complete is so since no thread gets to the target even if it may go
	// on with whatever any number of copies of the threads leave behind. Otherwise it is so
	// since with Switches of them all is reached that more reach.
	Coarse bool
	Reason algorithms.Reason // if Verdict is Unknown
	Detail string            // on Reason, or on why there is no schedule
	// Schedule is one with Switches context switches that reaches the target, if that was
	// asked for and Verdict is Unsafe. If it has no contexts, the target is reached before
	// the threads begin.
	Schedule *schedule.Schedule
	Stats    []SwitchStats // for each number of context switches that was tried
}

// CheckSwitches finds the least number of context switches, from 0 on, with which a
// program that is concurrent by convention can reach the label, or, if that is "", fail
// an assertion. What the initial procedure does counts as the first context. The
// program may have been parsed without templates. The error says that the program or
// an option is wrong; limits, the end of ctx included, make the verdict Unknown instead.
func CheckSwitches(ctx context.Context, p *parser.Program, label string, options SwitchOptions) (*SwitchResult, error) {
	if options.Most < 0 {
		return nil, errors.New("getafix: the number of context switches is negative")
	}
	c := &checker{ctx: ctx, options: options, result: &SwitchResult{Switches: -1}}
	c.calculus = calculus.Options{
		Strategy: calculus.SemiNaive,
		Limits:   bdd.Options{Context: ctx, MaxNodes: options.MaxNodes, MaxBytes: options.MaxBytes},
	}
	base, err := NewThreads(p, label, c.calculus)
	switch {
	case err != nil:
	case base.Early():
		c.result.Verdict, c.result.Switches = algorithms.Unsafe, 0
		if options.Schedule {
			c.result.Schedule = &schedule.Schedule{}
		}
	default:
		c.base = base
		err = c.check()
		if s := c.result.Schedule; s != nil {
			s.Told = base.told()
		}
	}
	return c.result, c.limit(err)
}

// told says which globals formulas know the values of.
func (b *Base) told() []bool {
	all := make([]bool, b.program.Layout.Shared)
	for _, uses := range b.uses {
		for g := range uses {
			all[g] = true
		}
	}
	return all
}

// A checker checks one program.
type checker struct {
	ctx      context.Context
	base     *Base
	options  SwitchOptions
	calculus calculus.Options
	result   *SwitchResult
	proof    int  // how many nodes a coarse proof could have
	refuted  bool // there is no coarse proof
}

// limit makes an answer of an error that is one.
func (c *checker) limit(err error) error {
	r := c.result
	if err == nil {
		return nil
	}
	verdict := r.Verdict
	if r.Reason = limit(c.ctx, err); r.Reason == algorithms.NoReason {
		return err
	}
	r.Verdict, r.Detail = algorithms.Unknown, err.Error()
	if verdict == algorithms.Unsafe { // there was no room for the schedule
		r.Verdict, r.Reason = verdict, algorithms.NoReason
	}
	return nil
}

// As long as nobody asks for a height, the stacks of all threads are known in programs of at
// most so many places; in recursive ones, while configurations have at most so many nodes.
// Stacks tell whether more context switches make a difference, but the places of all
// threads in all calls are a product, which summaries do without.
const (
	roomPlaces = 1000
	roomNodes  = 20_000
)

// check tries stacks first, and what knows no bound on them where they have none, or from
// where they are too high, or too many, on.
func (c *checker) check() error {
	if c.options.Height == 0 && !c.options.Formula {
		if done, err := c.configs(); done || err != nil {
			return err
		}
	}
	if c.options.Height > 0 || c.options.Height == 0 && c.base.size() <= roomPlaces {
		if done, err := c.stacks(); done || err != nil {
			return err
		}
	}
	if c.options.Height == 0 && !c.options.Formula && c.result.Switches < 0 {
		if done, err := c.first(); done || err != nil {
			return err
		}
	}
	for c.result.Switches < c.options.Most {
		// The larger a text, the longer it takes to read: so there may be several ones.
		try := c.rounds
		if c.options.Formula {
			try = c.anyHeight
		}
		if done, err := try(min(max(c.result.Switches+4, 8), c.options.Most)); done || err != nil {
			return err
		}
	}
	c.result.Verdict = algorithms.Safe
	return nil
}

// open returns an evaluator of a formula.
func (c *checker) open(f Formula) (*calculus.Evaluator, error) {
	file, err := calculus.Parse(f.Name+".mu", []byte(f.Text))
	if err != nil {
		return nil, err
	}
	return Open(c.base, c.calculus, file)
}

// An account measures what one number of context switches takes.
type account struct {
	c      *checker
	e      *calculus.Evaluator
	since  time.Time
	rounds int
}

func (a *account) start() { a.since, a.rounds = time.Now(), a.count() }

func (a *account) count() int {
	n := 0
	for _, p := range a.e.Profiles() {
		n += p.Rounds
	}
	return n
}

// stop notes the answer for a number of context switches, and what it took.
func (a *account) stop(switches int, formula string, reached bool, nodes int) {
	s := SwitchStats{
		Switches: switches, Formula: formula, Nodes: nodes,
		Rounds: a.count() - a.rounds, Peak: a.e.Manager().NodeCount(), Time: time.Since(a.since),
	}
	a.c.note(s, reached)
}

// note notes the answer for a number of context switches.
func (c *checker) note(s SwitchStats, reached bool) {
	r := c.result
	r.Stats = append(r.Stats, s)
	r.Switches = s.Switches
	if reached {
		r.Verdict = algorithms.Unsafe
	}
	if c.options.Progress != nil {
		c.options.Progress(s)
	}
}

// name returns the name of a predicate with a number.
func name(s string, i int) string { return fmt.Sprint(s, i) }
