// This file defines questions about programs, and how they are opened: as a problem about a system that an
// algorithm explores, in each version.

package converter

import (
	"fmt"
	"iter"
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Question is what is asked of the configurations of a program whose calls have been inlined: can an assertion fail,
// if nothing else is said. Locations are those of Code.
type Question struct {
	Code      *parser.Program
	Inlined   *parser.Inlined // where Code comes from; nil if there are no calls
	Atomicity image.Atomicity
	Copies    uint32 // of main at first; tts.Omega for any number
	Threads   int    // the bound on live threads; 0 for none
	All       bool   // errors are to be found

	Watched  map[int]bool        // where a label is; nil if none is asked for
	Target   *tts.Config[uint32] // to be covered, in the numbers of the translation
	Meeting  [][]int             // where labels are, at which different threads are at once
	Deadlock bool
	Places   []int // the place of each location at which a thread can be blocked for ever; nil if that is not asked
}

// An Instance is a question in the terms of a system that answers for the program: numbers if the program is
// translated, just in time ([OpenJIT]) or up front ([OpenTranslation]), packed program states if it is not
// ([OpenImages]). A transition system from a file is its own instance ([OpenTable]). All instances of a question have
// the same executions and the same errors. Systems hold buffers and remember images, so algorithms that run side by
// side need an instance each.
type Instance[K tts.Key] struct {
	Problem tts.Problem[K]
	Engine  *image.Engine    // of a program
	States  *image.System[K] // likewise
	Met     *Interned        // the states that were met, if they have numbers for that
}

// Written returns the location in the program as written that pc, one of Code, is a copy of.
func (q *Question) Written(pc int) int {
	if q.Inlined == nil {
		return pc
	}
	return q.Inlined.Written(pc)
}

// NewEngine makes an engine for the program, which ends when stop says so.
func (q *Question) NewEngine(stop func() bool) *image.Engine {
	e := image.New(q.Code, q.Atomicity, stop)
	e.Watch = q.Watched
	return e
}

// OpenTable opens a transition system. The table does not change: all instances share it. Of the question, Copies and
// what is about locations say nothing; leaks is asked instead of Places.
func OpenTable(sys *tts.TTS, initial tts.Config[uint32], q Question, leaks bool) *Instance[uint32] {
	first := func(yield func(tts.Config[uint32]) bool) { yield(initial) }
	if q.Threads > 0 {
		first = tts.AtMost(initial, uint32(q.Threads))
	}
	var target tts.Target[uint32]
	switch {
	case q.Deadlock:
		target.Stuck = func(uint32) bool { return true } // a system does not say what an end is
	case leaks:
		target.Place = func(l uint32) int { return int(l) }
	default:
		target.Cover = []tts.Config[uint32]{*q.Target}
	}
	return &Instance[uint32]{Problem: problem(&q, sys, first, target)}
}

// OpenJIT opens the program for translation just in time.
func OpenJIT(q Question, stop func() bool) (*Instance[uint32], error) {
	sys := NewJIT(q.NewEngine(stop))
	in, err := open(&q, sys, sys.System)
	if err == nil {
		in.Met = sys.States
	}
	return in, err
}

// OpenTranslation opens the translation of the program. All instances share its table.
func OpenTranslation(q Question, t *Translation, stop func() bool) (*Instance[uint32], error) {
	return open(&q, t, image.NewSystem(q.NewEngine(stop), image.Codec[uint32](t.States)))
}

// OpenImages opens the program in a representation of its states.
func OpenImages[K tts.Key](q Question, codec image.Codec[K], stop func() bool) (*Instance[K], error) {
	sys := image.NewSystem(q.NewEngine(stop), codec)
	return open(&q, sys, sys)
}

// open opens a program; states decodes the states of sys.
func open[K tts.Key](q *Question, sys tts.System[K], states *image.System[K]) (*Instance[K], error) {
	var target tts.Target[K]
	if q.Target != nil {
		t, err := FromNumbers(states, *q.Target)
		if err != nil {
			return nil, err
		}
		target.Cover = append(target.Cover, t)
	}
	if q.Deadlock {
		target.Stuck = func(l K) bool { return len(q.Code.Nodes[states.PC(l)].Out) > 0 }
	}
	if q.Places != nil {
		target.Place = func(l K) int { return q.Places[states.PC(l)] }
	}
	if q.Watched != nil {
		target.Locals = append(target.Locals, func(l K) bool { return q.Watched[states.PC(l)] })
	}
	for _, pcs := range q.Meeting {
		target.Locals = append(target.Locals, func(l K) bool { return slices.Contains(pcs, states.PC(l)) })
	}
	initial := states.Initial(q.Copies)
	if q.Copies == tts.Omega && q.Threads > 0 {
		initial = func(yield func(tts.Config[K]) bool) {
			for n := range q.Threads {
				for x := range states.Initial(uint32(n + 1)) {
					if !yield(x) {
						return
					}
				}
			}
		}
	}
	p := problem(q, sys, initial, target)
	p.InitialAbove = func(x tts.Config[K]) (tts.Config[K], bool) { return states.InitialAbove(x, q.Copies) }
	return &Instance[K]{Problem: p, Engine: states.Engine, States: states}, nil
}

// problem returns the question about sys.
func problem[K tts.Key](q *Question, sys tts.System[K], initial iter.Seq[tts.Config[K]], target tts.Target[K]) tts.Problem[K] {
	switch {
	case q.Watched != nil:
		target.Fails = func(label uint32) bool { return q.Watched[int(label)] }
	case len(target.Cover) == 0 && len(target.Locals) == 0 && target.Stuck == nil && target.Place == nil:
		target.Fails = func(uint32) bool { return true }
	}
	return tts.Problem[K]{System: sys, Initial: initial, Threads: uint32(q.Threads), All: q.All, Target: target}
}

// FromNumbers converts a configuration in the numbers of a translation.
func FromNumbers[K tts.Key](to *image.System[K], c tts.Config[uint32]) (tts.Config[K], error) {
	var out tts.Config[K]
	n, err := NewNumbered(to.Engine)
	if err != nil {
		return out, err
	}
	if !n.BegunShared(c.Shared) {
		return out, fmt.Errorf("shared states are numbered from 1 to %d", n.NumShared()-2)
	}
	numbers := image.NewSystem(to.Engine, image.Codec[uint32](n))
	out.Shared = to.Codec.Shared(numbers.Shared(c.Shared))
	for _, x := range c.Locals {
		if !n.BegunLocal(x.Local) {
			return out, fmt.Errorf("local states are numbered from 1 to %d", n.NumLocal()-2)
		}
		out.Locals = tts.AddLocal(out.Locals, to.Codec.Local(numbers.Local(x.Local)), x.N)
	}
	return out, nil
}
