// This file defines the analysis by sets of states: breadth-first search, a turn of the loop
// at a time, for all labels at once.

package sets

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive/labels"
)

// interval is the time between calls of Options.Progress.
const interval = 100 * time.Millisecond

// by is who answers.
const by = "bdd"

// maxBoxes is how many boxes an invariant may have.
const maxBoxes = 100_000

// Analyse decides labels by the strongest postcondition of sets of states, which are decision
// diagrams (Beyer and Stahlbauer, "BDD-based software verification", STTT 2014, section 3).
// Variables that matter for the labels may be compared and copied, but not calculated with.
func Analyse(ctx context.Context, file *eca.File, options labels.Options) *labels.Result {
	s := search{start: time.Now(), options: options, result: &labels.Result{Labels: make([]labels.Answer, len(file.Labels))}}
	r := s.result
	for i := range r.Labels {
		if options.Wanted == nil || options.Wanted[i] {
			r.Stats.Asked++
		}
	}
	influence := labels.NewCone(file, options.Wanted)
	var numbers []string
	for _, v := range file.Vars {
		if influence.Vars[v.ID] && v.Type > eca.EQ {
			numbers = append(numbers, v.Name)
		}
	}
	if len(numbers) > 0 {
		r.Reason, r.Detail = verdict.Unsupported, "variables that are calculated with: "+strings.Join(numbers, ", ")
		return r
	}
	m := bdd.New(bdd.Options{Context: ctx, MaxBytes: options.MaxBytes})
	names := newNames(file)
	e := newEncoding(m, file, influence.Vars, names)
	before, body, err := compile(file, e, influence, names)
	if err != nil {
		r.Reason, r.Detail = verdict.Unsupported, err.Error()
		return r
	}
	s.post = newPost(e, file)
	s.look = s.progress
	defer m.Register(s.roots).Unregister()
	s.run(before, body)
	s.answer(before, body)
	return r
}

// A search is a breadth-first search under way.
type search struct {
	*post
	options   labels.Options
	result    *labels.Result
	start     time.Time
	frontiers []bdd.Node // by turn: the states that it begins with
	tapes     []*tape    // by turn; nil if there is none
	records   int        // on tapes
	states    bdd.Node   // at the head of the loop
	seconds   []float64  // by turn: when it ended
	told      time.Time  // when there was progress last
}

// newPost returns what executes turns.
func newPost(e *encoding, file *eca.File) *post {
	p := &post{encoding: e, inputs: file.Alphabet, reached: make([]int, len(file.Labels))}
	for i := range p.reached {
		p.reached[i] = -1
	}
	for _, v := range e.vars {
		p.all = append(p.all, v.ranks())
		if !v.State {
			p.dead = e.Union(p.dead, v.set)
		}
	}
	return p
}

// roots are the nodes in use.
func (s *search) roots(yield func(bdd.Node) bool) {
	for _, nodes := range [][]bdd.Node{s.kept, s.live, s.frontiers, {s.states}} {
		for _, n := range nodes {
			if n != bdd.Invalid && !yield(n) {
				return
			}
		}
	}
	for _, t := range append(s.tapes, s.tape) {
		if t != nil && !t.nodes(yield) {
			return
		}
	}
	for _, list := range s.lists {
		for _, part := range *list {
			if part.Node != bdd.Invalid && !yield(part.Node) {
				return
			}
		}
	}
}

// run searches until there is no new state, or all labels are reached, or a limit is.
func (s *search) run(before, body block) {
	s.open = s.result.Stats.Asked
	s.states = bdd.False
	from := bdd.True
	for _, v := range s.vars {
		if v.Func == nil { // others are assigned before they are read
			from = s.And(from, s.value(v, v.Init))
		}
	}
	b := before
	for turn := 0; from != bdd.False && s.open > 0; turn++ {
		if s.options.MaxDepth > 0 && turn > s.options.MaxDepth {
			s.result.Reason, s.result.Detail = verdict.Bound, fmt.Sprintf("the search ended after turn %d of the loop", s.options.MaxDepth)
			return
		}
		s.frontiers = append(s.frontiers, from)
		s.SafePoint()
		s.record()
		to := s.execute(b, from, turn).Node
		s.seconds = append(s.seconds, time.Since(s.start).Seconds())
		if s.Err() != nil {
			return
		}
		from = s.Diff(to, s.states)
		s.states = s.Or(s.states, to)
		b = body
		s.result.Stats.Depth = turn
		s.progress()
	}
	s.result.Complete = from == bdd.False
}

// record puts in a new tape, if there is room for one.
func (s *search) record() {
	if s.tape != nil {
		s.records += len(s.tape.records)
	}
	s.tape = nil
	if s.records < maxRecords && (s.options.MaxBytes <= 0 || s.Bytes()+recordBytes*int64(s.records) < s.options.MaxBytes/2) {
		s.tape = newTape()
	}
	s.tapes = append(s.tapes, s.tape)
}

// progress tells how far the search is.
func (s *search) progress() {
	st := &s.result.Stats
	st.Decided = st.Asked - s.open
	st.Nodes = max(st.Nodes, s.NodeCount())
	st.Bytes = max(st.Bytes, s.Bytes())
	if now := time.Now(); s.options.Progress != nil && now.Sub(s.told) > interval {
		s.told = now
		st.States = s.count()
		s.options.Progress(*st)
	}
}

// count returns the number of states.
func (s *search) count() int64 {
	var vars bdd.VarSet
	for _, v := range s.vars {
		if v.State {
			vars = s.Union(vars, v.set)
		}
	}
	n := s.Count(s.states, vars)
	switch {
	case n == nil: // at a limit
		return 0
	case !n.IsInt64():
		return math.MaxInt64
	}
	return n.Int64()
}

// limit notes what ended an operation, and makes others work again. What is done after the end
// of the context takes little time.
func (s *search) limit(err error) {
	s.result.Reason, s.result.Detail = verdict.ReasonOf(err, bdd.ErrNodes, bdd.ErrMemory), err.Error()
	if s.result.Reason != verdict.Memory {
		s.SetOptions(bdd.Options{MaxBytes: s.options.MaxBytes})
	}
	s.ClearErr()
}

// answer writes the result.
func (s *search) answer(before, body block) {
	r := s.result
	if err := s.Err(); err != nil {
		s.limit(err)
	}
	r.Stats.States = s.count()
	inv := s.invariant()
	inputs := s.trace(before, body)
	r.Stats.Decided = 0
	shortest := once(body) && !some(before, isInput)
	for i := range r.Labels {
		a := &r.Labels[i]
		if s.options.Wanted != nil && !s.options.Wanted[i] {
			continue
		}
		r.Stats.Decided++
		if found, ok := inputs[i]; ok {
			*a = labels.Answer{Verdict: verdict.Unsafe, Inputs: found, Shortest: shortest, By: by, Seconds: s.seconds[s.reached[i]]}
		} else if r.Complete && s.reached[i] < 0 {
			*a = labels.Answer{Verdict: verdict.Safe, Invariant: inv, By: by, Seconds: s.seconds[len(s.seconds)-1]}
		} else {
			r.Stats.Decided--
		}
	}
}

// invariant returns the states as an invariant, if one is of use.
func (s *search) invariant() *labels.Invariant {
	if !s.result.Complete || !s.options.Invariant || s.open == 0 {
		return nil
	}
	inv := s.boxes(s.states, maxBoxes)
	if err := s.Err(); err != nil {
		s.limit(err)
	} else if inv == nil {
		s.result.Warnings = append(s.result.Warnings, fmt.Sprintf("the states are more than %d boxes, so there is no invariant", maxBoxes))
	}
	return inv
}
