// This file defines the algorithm auto: which others it runs beside each other, and how
// those of one side take turns.

package systems

import (
	"slices"
	"time"

	"github.com/ijit/ijit/tts"
)

// How the sides share the work.
const (
	// An error by few threads is found by a search that counts them one after the
	// other, with the shortest execution. When that has stored so many states,
	// acceleration is the better bet, if the system allows it.
	ecutStates = 1 << 17
	// Most questions are answered by the search backward before the one forward would pay
	// for a second processor.
	forwardWait = 50 * time.Millisecond
	// What is left by then may be an error by many threads in few of many orders; or states
	// of few threads may be too many to be stored one by one.
	lateWait = time.Second
)

// auto runs the algorithms that take the question, those of different sides beside each
// other. All are sound, so the verdict does not depend on which is first.
func (c *check) auto() error {
	var sides []*side
	for i := range c.records {
		a := &c.records[i]
		p := a.auto
		if c.circuits() {
			p.wait = 0 // none of them is known to be the better bet
		}
		switch at := slices.IndexFunc(sides, func(s *side) bool { return s.name == p.name }); {
		case p.name == "" || c.needs()&^a.takes&(tables|machines) != 0 || !p.takes(c):
		case at < 0:
			sides = append(sides, &side{part: p, turns: []turn{{a, a.auto.states}}})
		default:
			sides[at].turns = append(sides[at].turns, turn{a, a.auto.states})
		}
	}
	c.untilLimits = true
	switch {
	case len(sides) == 0:
		c.unsupported()
		return nil
	case len(sides) == 1:
		return sides[0].alone(c)
	case !c.circuits() && !c.is(tables) && c.inline() && (c.trivial() || c.Via == TTS && !c.translate()):
		return nil
	}
	return c.race(sides)
}

// explicit reports whether searches over configurations take the question.
func (c *check) explicit() bool {
	return !c.circuits() && !c.sequential() && c.inline()
}

// diagrams reports whether sets of states with more and more threads are to be explored
// beside the other searches: where the program and the question are for that, and no
// version of a search is asked for. All errors may take any number of threads.
func (c *check) diagrams() bool {
	return c.is(machines) || c.explicit() && c.Options.Target == "" && c.start.copies != tts.Omega && !c.All && !c.chosen
}

// sequential reports whether the program has calls but no threads, so that procedure
// summaries are what answers best.
func (c *check) sequential() bool {
	return c.LTL == "" && c.start.copies == 1 && c.Options.Target == "" && len(c.Program.Calls()) > 0 && !spawns(c.Program)
}

// countable reports whether context switches are to be counted: where nothing else takes
// the program, and beside the other searches where its threads begin with it. That decides
// programs with many globals, of which these see the states one by one. Where more is asked
// than a verdict with an execution, it does not.
func (c *check) countable() bool {
	if c.LTL != "" || c.Options.Target != "" || c.start.copies != 1 || c.All || c.sequential() {
		return false
	}
	if !c.inline() {
		return c.convention() || c.starts()
	}
	return c.convention() && !c.chosen && !c.Certify
}
