// This file defines what the checker knows of a model: the steps of single threads,
// and how they are fired.

package configurations

import "github.com/ijit/ijit/internal/proof"

// A rule is one way in which one thread can move in a given shared state, or the
// environment if no thread does.
type rule struct {
	to     int // the shared state after the step
	makes  bag // the thread that moved, unless it is gone, and those created
	others others
	// moves returns where another thread, in l before, may be afterwards; nothing if
	// it may not be there at all (all), or does not move (one).
	moves func(l int) ([]int, error)
	fails string // if not empty, this is an error and no step
	at    string // what makes the step
}

// others says how threads besides the one that moves take part in a step.
type others int

const (
	none others = iota // they stay where they are
	all                // each goes to one of its moves
	one                // one that has moves goes to one of them, if there is any
)

// A system answers for a model. States are numbers.
type system interface {
	shared(text string) (int, error)
	local(text string) (int, error)
	sharedText(s int) string
	localText(l int) string

	// initial calls yield with each initial configuration until it returns false.
	initial(yield func(config) bool) error
	// rules returns what a thread in l can do while the shared state is s.
	rules(s, l int) ([]rule, error)
	// leaving returns the local states in which a thread has rules in s, or false if that
	// is not known.
	leaving(s int) (bag, bool)
	// environment returns what happens in s without a thread that moves.
	environment(s int) []rule
	// wrong says what is wrong with a thread in l being there, if anything is.
	wrong(l int) string
	// target returns the configuration that must not be covered, if there is one.
	target() (config, bool)
	// roles returns in which local states different threads must not be at once, each in one
	// of those of its role; nil for no such question.
	roles() []func(l int) bool
	// stuck reports whether deadlocks are asked about and c, all of whose counts are finite, is one.
	stuck(c config) (bool, error)
}

// fire calls yield with each configuration that r leads to from c, whose counts are
// finite, until it returns false. The thread that moves is in mover, or there is
// none.
func fire(c config, mover int, r *rule, yield func(config) bool) error {
	rest := c.threads
	if mover >= 0 {
		rest = plus(rest, mover, -1)
	}
	arrive := func(rest []count) bool {
		for _, l := range r.makes {
			rest = plus(rest, l, 1)
		}
		return yield(config{r.to, rest})
	}
	switch r.others {
	case none:
		arrive(rest)
		return nil
	case one:
		moved := false
		for _, x := range rest {
			to, err := r.moves(x.local)
			if err != nil {
				return err
			}
			for _, l := range to {
				moved = true
				if !arrive(plus(plus(rest, x.local, -1), l, 1)) {
					return nil
				}
			}
		}
		if !moved {
			arrive(rest)
		}
		return nil
	}
	if size(rest) > proof.MaxApart {
		return proof.Reject("the step at %s moves more than %d threads", r.at, proof.MaxApart)
	}
	var choices [][]int // of each thread
	var same []bool     // the thread was where the one before it was
	for _, x := range rest {
		to, err := r.moves(x.local)
		if err != nil {
			return err
		}
		for i := range x.n {
			choices, same = append(choices, to), append(same, i > 0)
		}
	}
	// Threads that were in one place cannot be told apart: they choose in order.
	var choose func(i, least int, after []count) bool
	choose = func(i, least int, after []count) bool {
		if i == len(choices) {
			return arrive(after)
		}
		if !same[i] {
			least = 0
		}
		for k := least; k < len(choices[i]); k++ {
			if !choose(i+1, k, plus(after, choices[i][k], 1)) {
				return false
			}
		}
		return true
	}
	choose(0, 0, nil)
	return nil
}

// steps calls yield with each successor of c, whose counts are finite, and with
// each rule by which it errs, until it returns false.
func steps(sys system, c config, yield func(next config, r *rule) bool) error {
	more := true
	run := func(mover int, rules []rule) error {
		for i := range rules {
			r := &rules[i]
			if r.fails != "" {
				more = yield(config{}, r)
			} else if err := fire(c, mover, r, func(d config) bool {
				more = yield(d, r)
				return more
			}); err != nil {
				return err
			}
			if !more {
				return nil
			}
		}
		return nil
	}
	if err := run(-1, sys.environment(c.shared)); err != nil {
		return err
	}
	for _, x := range c.threads {
		if !more {
			return nil
		}
		rules, err := sys.rules(c.shared, x.local)
		if err != nil {
			return err
		}
		if err := run(x.local, rules); err != nil {
			return err
		}
	}
	return nil
}
