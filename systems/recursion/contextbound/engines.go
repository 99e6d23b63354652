// This file defines the engines that count context switches, in the order in which they are
// tried.

package contextbound

import (
	"context"
	"errors"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/configuration"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/interfaces"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// An engine is a way to count context switches. It goes on from what is known already, and
// returns false if there is no answer yet.
type engine struct {
	name    string
	applies func(*switchChecker) bool
	run     func(*switchChecker) (done bool, err error)
}

// engines returns all of them. The last one always applies, and has an answer.
func engines() []engine {
	return []engine{
		{
			// Only with all stacks there is an answer for any number of switches that is not
			// a thread-modular one, so that is tried first.
			name:    "all stacks",
			applies: func(c *switchChecker) bool { return c.graph.Size() <= smallPlaces },
			run:     (*switchChecker).allStacks,
		},
		{
			// Threads that do not go on are forgotten.
			name:    "stacks",
			applies: func(*switchChecker) bool { return true },
			run:     (*switchChecker).neededStacks,
		},
		{
			// Both contexts are those of threads that begin in them, of which no stack
			// matters, whatever its height.
			name:    "no stacks",
			applies: func(c *switchChecker) bool { return c.result.Switches < 0 },
			run:     (*switchChecker).noStacks,
		},
		{
			name:    "interfaces",
			applies: func(*switchChecker) bool { return true },
			run:     (*switchChecker).composeInterfaces,
		},
	}
}

// A switchChecker counts context switches.
type switchChecker struct {
	checker
	options SwitchOptions
	result  *SwitchResult
	engine  string // that runs
	tried   int    // how many nodes the last thread-modular proof could have
	refuted bool   // there is no such proof
}

// run tries one engine after the other.
func (c *switchChecker) run(engines []engine) error {
	for _, e := range engines {
		if !e.applies(c) {
			continue
		}
		c.engine = e.name
		if done, err := e.run(c); done || err != nil {
			return err
		}
	}
	return errors.New("contextbound: no engine has an answer")
}

// allStacks knows the stacks of all threads, recursion unrolled, within few nodes.
func (c *switchChecker) allStacks() (done bool, err error) {
	g, err := c.graph.Unrolled()
	if err != nil || g.Size() > unrolledPlaces {
		return false, err
	}
	nodes := smallNodes
	if g != c.graph {
		nodes = unrolledNodes
	}
	s := configuration.New(g, c.start, c.atMost(nodes), true, 1)
	if s == nil {
		return false, nil
	}
	done, err = c.explore(s, c.options.Most, true)
	if errors.Is(err, bdd.ErrNodes) {
		c.result.withdraw()
		return false, nil
	}
	return done, err
}

// neededStacks knows the stacks of threads that go on.
func (c *switchChecker) neededStacks() (done bool, err error) {
	s := configuration.New(c.graph, c.start, c.limits, true, 1)
	if s == nil {
		return false, nil
	}
	return c.explore(s, c.options.Most, false)
}

// noStacks tries up to one context switch.
func (c *switchChecker) noStacks() (done bool, err error) {
	most := min(c.options.Most, 1)
	done, err = c.explore(configuration.New(c.graph, c.start, c.limits, false, 1), most, false)
	return done && (c.result.Verdict == algorithms.Unsafe || c.result.Complete || most == c.options.Most), err
}

// explore explores configurations, with the stacks of all threads or only of those that go
// on, up to a number of context switches.
func (c *switchChecker) explore(s *configuration.Search, most int, all bool) (done bool, err error) {
	r := c.result
	since, visits := time.Now(), 0
	for k := r.Switches + 1; k <= most && s.M.Err() == nil; k++ {
		thread, nodes, err := s.Target(k)
		if err != nil {
			return false, err
		}
		r.note(SwitchStats{
			Switches: k, Engine: c.engine, Visits: s.Visited() - visits, Nodes: nodes,
			Peak: s.M.NodeCount(), Time: time.Since(since),
		}, thread >= 0, c.options.Progress)
		since, visits = time.Now(), s.Visited()
		if thread >= 0 {
			if c.options.Schedule {
				r.Schedule, err = s.Schedule(k, thread)
			}
			return true, err
		}
		if all {
			some, err := s.EndAll(k)
			switch {
			case err != nil:
				return false, err
			case s.TooHigh && s.Threads() > 1: // the stack of a single thread does not matter
				return false, nil
			case !some:
				r.Verdict, r.Complete = algorithms.Safe, true
				return true, nil
			}
		}
		if k > 1 {
			if done, err := c.prove(s.M.NodeCount()); done || err != nil {
				return done, err
			}
		}
	}
	if err := s.M.Err(); err != nil {
		return false, err
	}
	r.Verdict = algorithms.Safe
	return true, nil
}

// composeInterfaces composes interfaces of threads, for ever more context switches.
func (c *switchChecker) composeInterfaces() (done bool, err error) {
	c.result.Verdict = algorithms.Unknown
	for c.result.Switches < c.options.Most {
		most := min(max(c.result.Switches+moreSwitches, firstSwitches), c.options.Most)
		if done, err := c.compose(most); done || err != nil {
			return done, err
		}
	}
	c.result.Verdict = algorithms.Safe
	return true, nil
}

// compose composes interfaces for up to so many context switches.
func (c *switchChecker) compose(most int) (done bool, err error) {
	r := c.result
	since, visits := time.Now(), 0
	s := interfaces.New(c.graph, c.start, most, c.limits)
	for k := 0; k <= most && s.M.Err() == nil; k++ {
		if k > max(r.Switches, 1) {
			if done, err := c.prove(s.M.NodeCount()); done || err != nil {
				return done, err
			}
		}
		if err := s.Summarise(); err != nil {
			return false, err
		}
		var found interfaces.Composition
		hit, may := false, s.ReachesTarget()
		if may || k < most {
			if err := s.EnterAll(k); err != nil {
				return false, err
			}
		}
		if may {
			if found, hit, err = s.Target(); err != nil {
				return false, err
			}
		}
		if hit && c.options.Schedule {
			r.Schedule = s.Schedule(found)
		}
		if !hit && k < most {
			if err := s.Extend(); err != nil {
				return false, err
			}
		}
		if k > r.Switches {
			r.note(SwitchStats{
				Switches: k, Engine: c.engine, Visits: s.Visits - visits, Nodes: s.Size(),
				Peak: s.M.NodeCount(), Time: time.Since(since),
			}, hit, c.options.Progress)
			since, visits = time.Now(), s.Visits
		}
		if hit {
			return true, nil
		}
		if k < most && s.Exhausted() {
			r.Verdict, r.Complete = algorithms.Safe, true
			return true, nil
		}
	}
	return false, s.M.Err()
}

// prove tries to prove thread-modularly that no number of context switches gets to the
// target. The proof may have half as many nodes as the search had, or few; if these did not
// do, it is tried again when it may have twice as many.
func (c *switchChecker) prove(nodes int) (done bool, err error) {
	nodes = max(nodes/2, proofNodes)
	if c.refuted || nodes < 2*c.tried {
		return false, nil
	}
	c.tried = nodes
	may, err := c.mayReach(c.atMost(nodes))
	if errors.Is(err, bdd.ErrNodes) {
		return false, nil
	}
	if c.refuted = may; err != nil || may {
		return false, err
	}
	c.result.Verdict, c.result.Complete, c.result.ThreadModular = algorithms.Safe, true, true
	return true, nil
}

// CheckSwitches finds the least number of context switches, from 0 on, with which a
// program that is concurrent by convention (see [parser.File]) can reach the label, or, if
// that is "", fail an assertion. What the initial procedure does counts as the first
// context. The program may have been parsed without templates. The error says that the
// program or an option is wrong; limits, the end of ctx included, make the verdict Unknown
// instead.
func CheckSwitches(ctx context.Context, p *parser.Program, label string, options SwitchOptions) (*SwitchResult, error) {
	return checkSwitches(ctx, p, label, options, engines())
}

func checkSwitches(ctx context.Context, p *parser.Program, label string, options SwitchOptions, engines []engine) (*SwitchResult, error) {
	if options.Most < 0 {
		return nil, errors.New("contextbound: the number of context switches is negative")
	}
	r := &SwitchResult{Switches: -1}
	limits := bdd.Options{Context: ctx, MaxNodes: options.MaxNodes, MaxBytes: options.MaxBytes}
	base, err := getafix.NewThreads(p, label, calculus.Options{Strategy: calculus.SemiNaive, Limits: limits})
	switch {
	case err != nil:
	case base.Early():
		r.Verdict, r.Switches = algorithms.Unsafe, 0
		if options.Schedule {
			r.Schedule = &schedule.Schedule{}
		}
	default:
		c := &switchChecker{checker: checker{graph: base.Graph, start: base.Start(), limits: limits}, options: options, result: r}
		err = c.run(engines)
	}
	if s := r.Schedule; s != nil && base != nil {
		s.Known = known(base.Graph)
	}
	if err == nil {
		return r, nil
	}
	reason := limit(ctx, err)
	switch {
	case reason == algorithms.NoReason:
		return nil, err
	case r.Verdict == algorithms.Unsafe: // there was no room for the schedule
		r.Detail = err.Error()
	default:
		r.Verdict, r.Reason, r.Detail = algorithms.Unknown, reason, err.Error()
	}
	return r, nil
}
