// This file defines what a search backward asks of a space.

package ijit

import (
	"errors"
	"iter"
	"slices"

	"github.com/ijit/ijit/tts"
)

// CoverPre yields the covering predecessors of c: the minimal ones of the configurations from
// which a step leads to one that covers c. What can cover c in one step is what covers one of
// these, if no thread can block a step of another ([tts.CoverPre]).
func (s *Space) CoverPre(c Config) iter.Seq[Config] {
	most := s.instance.Problem.Threads
	return func(yield func(Config) bool) {
		for _, step := range tts.CoverPre(s.System, c) {
			if (most == 0 || step.From.Threads() <= most) && !yield(step.From) {
				return
			}
		}
	}
}

// Targets yields a basis of the errors: configurations that are [Space.Final], as is whatever
// covers one of them, and nothing else. So a search backward begins with them. Of a program
// there may be exponentially many. The error says that the question is about deadlocks: more threads
// than those of a deadlock may be none.
func (s *Space) Targets() (iter.Seq[Config], error) {
	target := &s.instance.Problem.Target
	if target.Stuck != nil {
		return nil, errors.New("deadlocks have no basis: with more threads they need not be any")
	}
	sys := s.System.(tts.PreimageSystem[uint32])
	goesOn := func() bool { return true }
	return func(yield func(Config) bool) {
		for _, c := range target.Cover {
			if !yield(c.Clone()) {
				return
			}
		}
		if target.Fails != nil {
			for e := range sys.Failing(target.Fails, goesOn) {
				if !yield(oneThread(e.From)) {
					return
				}
			}
		}
		s.meetings(sys, yield)
	}, nil
}

// meetings yields the minimal configurations with different threads in the local states that are
// an error together.
func (s *Space) meetings(sys tts.PreimageSystem[uint32], yield func(Config) bool) {
	wanted := s.instance.Problem.Target.Locals
	if len(wanted) == 0 {
		return
	}
	var partial []Config // for the functions so far
	for i, at := range wanted {
		byShared := map[uint32][]uint32{}
		for t := range sys.ThreadStates(at, func() bool { return true }) {
			if i == 0 {
				partial = append(partial, oneThread(t))
			} else {
				byShared[t.Shared] = append(byShared[t.Shared], t.Local)
			}
		}
		if i == 0 {
			continue
		}
		known := map[string]bool{}
		var more []Config
		for _, c := range partial {
			for _, l := range byShared[c.Shared] {
				d := Config{Shared: c.Shared, Locals: tts.AddLocal(slices.Clone(c.Locals), l, 1)}
				if key := d.Key(); !known[key] {
					known[key] = true
					more = append(more, d)
				}
			}
		}
		partial = more
	}
	for _, c := range partial {
		if !yield(c) {
			return
		}
	}
}

// oneThread returns the configuration with one thread.
func oneThread(t tts.ThreadState[uint32]) Config {
	return Config{Shared: t.Shared, Locals: []tts.Count[uint32]{{Local: t.Local, N: 1}}}
}

// Initial reports whether an initial configuration covers c.
func (s *Space) Initial(c Config) bool {
	p := &s.instance.Problem
	switch {
	case p.Threads > 0 && c.Threads() > p.Threads:
		return false
	case p.InitialAbove != nil:
		_, above := p.InitialAbove(c)
		return above
	}
	for d := range p.Initial {
		if d.Covers(c) {
			return true
		}
	}
	return false
}
