// This file defines surveys: all that can go wrong with a bounded number of threads, from
// one exploration.

package systems

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/persistent"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/tts"
)

// SurveyOptions says what a survey looks for beside assertions that fail.
type SurveyOptions struct {
	Threads int // that live at once; 0 for DefaultThreads
	// Leaks asks for threads that are blocked for ever, see [Options.Leak]; at all locations, or
	// only at those with a label that begins with one of Places.
	Leaks  bool
	Places []string
	// Pairs asks for two different threads at two labels at once, which may be the same. Labels
	// inside of atomic sections are an error: a section is one step.
	Pairs [][2]string
	// Classes says of which class each pair is: of those of one class, the first is shown that is found. Without it,
	// each is of its own.
	Classes []int

	// Walk asks to follow random executions until the time is over, instead of all: then nothing is complete, and
	// executions are not the shortest ones.
	Walk bool

	// Reduce asks to leave out executions that only differ in the order of steps that have nothing to do with each
	// other: the answers are the same, but executions are not the shortest ones.
	Reduce bool

	Timeout   time.Duration // 0 for none
	Memory    uint64        // bytes; 0 for no limit
	SelfCheck bool          // as in [Options]
	Progress  func(Progress)
}

// A Survey is what can go wrong in a Boolean program with at most Threads live threads, each
// with a shortest execution, by depth.
type Survey struct {
	Failures []Execution // of assertions
	Leaks    []Execution // a place, at which a thread is blocked for ever
	Pairs    []Execution

	// Complete says that no limit ended the exploration, so that nothing else can go wrong.
	// Otherwise Reason and Detail say which did; what was found holds, and whether there are
	// leaks is not known.
	Complete bool
	Reason   Reason
	Detail   string

	Threads int
	Cut     bool // the bound blocked the creation of a thread; if not, the answers hold without it
	// Undecided are places, each with an execution, at which a thread is blocked for ever unless steps help it that
	// the bound blocked.
	Undecided []Execution
	// Reached lists the locations at which some thread was, in order.
	Reached    []int
	MaxThreads int // the most that lived at once
	States     int
	Depth      int
	Seconds    float64
	PeakBytes  uint64
	Stats      Stats
}

// An Execution is a shortest one to something that goes wrong.
type Execution struct {
	Property Property // its kind is assert, leak or pair
	Depth    int
	Trace    *trace.Trace
	Label    string // of the assertion, or the place of the leak up to the #; "" if there is none
	Pair     int    // the index in SurveyOptions.Pairs
	// Stuck has the threads at the end of a leak that are blocked for ever: first that of the
	// property, then others.
	Stuck []int
}

// Survey explores the configurations of a Boolean program with at most so many live threads
// once. The error is a [UsageError], or about an execution that is none.
func (m *Model) Survey(ctx context.Context, o SurveyOptions) (*Survey, error) {
	if err := m.Lower(); err != nil {
		return nil, err
	}
	if m.is(tables | machines) {
		return nil, usage("a survey is of Boolean programs, and %s is none", m.Name)
	}
	c, end, err := m.begin(ctx, Options{
		Algorithm: "bfs", Threads: o.Threads, All: true, Exact: true,
		Timeout: o.Timeout, Memory: o.Memory, SelfCheck: o.SelfCheck, Progress: o.Progress,
	})
	if err != nil {
		return nil, err
	}
	defer end()
	c.Label = ""
	s := &survey{check: c, SurveyOptions: o}
	err = s.run()
	s.out.Seconds = time.Since(c.begin).Seconds()
	s.out.PeakBytes = s.check.meter.Peak()
	return &s.out, err
}

// A survey is one run of [Model.Survey].
type survey struct {
	*check
	SurveyOptions
	out   Survey
	at    [][]int // by location of the program that is run: labels of pairs
	pairs [][2]int
	given [][]int // by pair: indices in SurveyOptions.Pairs
	class []int   // by pair
}

func (s *survey) run() error {
	c := s.check
	if !c.inline() {
		c.unsupported()
		s.out.Threads, s.out.Reason, s.out.Detail = c.Threads, c.result.Reason, c.result.Detail
		return nil
	}
	if err := s.label(); err != nil {
		return err
	}
	c.asInlined()
	if s.SurveyOptions.Leaks {
		c.places = c.newPlaces(s.Places)
	}
	c.progress.Phase = "explore"
	in, err := c.jitInstance(c.meter)
	if err != nil {
		return err
	}
	states := in.States
	target := &in.Problem.Target
	if s.SurveyOptions.Leaks {
		target.Place = func(l uint32) int { return c.places.of[states.PC(l)] }
	}
	target.Together, target.Classes = s.pairs, s.class
	target.At = func(l uint32) []int { return s.at[states.PC(l)] }
	reached := make([]bool, len(s.code.Nodes))
	target.Locals = []func(uint32) bool{func(l uint32) bool { // it is asked of each local state that is reached, and none is an error
		reached[states.PC(l)] = true
		return false
	}}
	if s.Reduce {
		in.Problem.Enough = s.enough(in.States)
	}
	explore := algorithms.Survey[uint32]
	if s.Walk {
		explore = algorithms.Walk[uint32]
	}
	r, found := explore(in.Problem, c.meter, func(x algorithms.Stats) {
		c.progress.Depth, c.progress.States = x.Depth, x.States
	})
	in.Engine.Finish()
	c.read(&r.Stats)
	met(&c.result.Stats, in)
	s.out = Survey{
		Complete: r.Reason == verdict.NoReason, Reason: r.Reason,
		Threads: c.Threads, Cut: r.Cut, MaxThreads: int(r.Stats.MaxThreads),
		States: r.Stats.States, Depth: r.Stats.Depth, Stats: c.result.Stats,
	}
	for pc, here := range reached {
		if here {
			s.out.Reached = append(s.out.Reached, c.written(pc))
		}
	}
	c.progress.Phase = "trace"
	for i := range found {
		if err := s.tell(in, &found[i]); err != nil {
			return err
		}
	}
	return nil
}

// enough returns what says which threads suffice for a step.
func (s *survey) enough(states *image.System[uint32]) func(tts.Config[uint32], []int) []bool {
	pcs := map[int][]int{} // by label
	for pc, labels := range s.at {
		for _, label := range labels {
			pcs[label] = append(pcs[label], pc)
		}
	}
	pairs := make([][2][]int, len(s.pairs))
	for i, pair := range s.pairs {
		pairs[i] = [2][]int{pcs[pair[0]], pcs[pair[1]]}
	}
	sets := persistent.New(s.code, pairs)
	if sets == nil {
		return nil
	}
	var threads []persistent.Thread
	return func(c tts.Config[uint32], edges []int) []bool {
		threads = threads[:0]
		for i, x := range c.Locals {
			threads = append(threads, persistent.Thread{PC: states.PC(x.Local), Edges: edges[i]})
		}
		return sets.Choose(states.Shared(c.Shared), threads)
	}
}

// label numbers the labels of the pairs.
func (s *survey) label() error {
	s.at = make([][]int, len(s.code.Nodes))
	labels := map[string]int{}
	number := func(name string) (int, error) {
		if n, known := labels[name]; known {
			return n, nil
		}
		n := len(labels)
		labels[name] = n
		pcs, found := s.code.Labelled(name)
		if !found {
			return 0, usage("%s has no label %s", s.Name, name)
		}
		for _, pc := range pcs {
			if s.code.Nodes[pc].Section != nil {
				return 0, usage("label %s is inside of an atomic section, which is one step: no thread is there behind a step", name)
			}
			s.at[pc] = append(s.at[pc], n)
		}
		return n, nil
	}
	known, classes := map[[2]int]int{}, map[int]int{}
	for i, names := range s.SurveyOptions.Pairs {
		a, err := number(names[0])
		if err != nil {
			return err
		}
		b, err := number(names[1])
		if err != nil {
			return err
		}
		pair := [2]int{min(a, b), max(a, b)}
		n, asked := known[pair]
		if !asked {
			n = len(s.pairs)
			known[pair] = n
			s.pairs, s.given = append(s.pairs, pair), append(s.given, nil)
			class := n
			if s.Classes != nil {
				class = s.Classes[i]
			}
			if _, begun := classes[class]; !begun {
				classes[class] = len(classes)
			}
			s.class = append(s.class, classes[class])
		}
		s.given[n] = append(s.given[n], i)
	}
	return nil
}

// tell shows what was found.
func (s *survey) tell(in *instance[uint32], x *algorithms.Execution[uint32]) error {
	c := s.check
	e := Execution{Depth: x.Depth, Trace: trace.New(in.Problem.System, in.View, x.Trace)}
	if e.Trace == nil {
		s.out.Complete, s.out.Reason = false, c.meter.Reason()
		return nil
	}
	claim := verdict.NoPC
	switch x.Kind {
	case algorithms.Failure:
		claim = c.written(x.Number)
		e.Property = c.asserted(claim)
		if labels := c.Program.Nodes[claim].Stmt.Labels; len(labels) > 0 {
			e.Label = labels[0].Name
		}
	case algorithms.Leak, algorithms.Undecided:
		e.Stuck = stuck(in.View, e.Trace.Final(), x.Stuck)
		e.Label = c.places.names[x.Number]
		e.Property = c.property(c.places.pcs[x.Number], "leak", e.Label)
		for _, t := range e.Trace.Final().Threads { // of several locations that are one place, where it is
			if t.ID == e.Stuck[0] {
				e.Property = c.property(t.PC, "leak", e.Label)
			}
		}
	case algorithms.Together:
		e.Property = s.together(s.given[x.Number][0])
	}
	e.Property.Verdict, e.Property.Depth = Unsafe, e.Depth
	c.result.Trace, c.result.Property = e.Trace, &e.Property
	if err := c.replayAs(c.Program, claim); err != nil {
		return err
	}
	switch x.Kind {
	case algorithms.Failure:
		s.fails(e)
	case algorithms.Leak:
		s.out.Leaks = append(s.out.Leaks, e)
	case algorithms.Undecided:
		s.out.Undecided = append(s.out.Undecided, e)
	case algorithms.Together:
		for _, i := range s.given[x.Number] {
			e.Pair = i
			e.Property = s.together(i)
			e.Property.Depth = e.Depth
			s.out.Pairs = append(s.out.Pairs, e)
		}
	}
	return nil
}

// together returns the property that is a pair of labels.
func (s *survey) together(i int) Property {
	names := s.SurveyOptions.Pairs[i]
	pcs, _ := s.Program.Labelled(names[0])
	p := s.property(pcs[0], "pair", names[0]+", "+names[1])
	p.Verdict = Unsafe
	return p
}

// fails notes a failure, of copies of an assertion that were inlined the nearest one.
func (s *survey) fails(e Execution) {
	same := func(f Execution) bool { return f.Property.PC == e.Property.PC }
	if !slices.ContainsFunc(s.out.Failures, same) {
		s.out.Failures = append(s.out.Failures, e)
	}
}
