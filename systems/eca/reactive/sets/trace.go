// This file defines the way back from a label to the inputs that lead there. Tapes have what
// turns did to sets, so that the way that a single state took through a turn can be found.

package sets

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
)

// A tape records a turn.
type tape struct {
	records []record    // from 1
	hits    map[int]set // by label: states that reach it, if no turn before does
	end     int32       // of the turn
}

// Tapes are kept until there are this many records in all, or half of the memory is used. Turns
// without a tape are executed once more when it is asked for.
const (
	maxRecords  = 1 << 20
	recordBytes = 100 // about
)

func newTape() *tape { return &tape{records: make([]record, 1), hits: map[int]set{}} }

// nodes are those that the tape needs.
func (t *tape) nodes(yield func(bdd.Node) bool) bool {
	for i := range t.records {
		r := &t.records[i]
		if r.before.Node != bdd.Invalid && !yield(r.before.Node) {
			return false
		}
		for _, s := range r.parts {
			if !yield(s.Node) {
				return false
			}
		}
	}
	for _, s := range t.hits {
		if !yield(s.Node) {
			return false
		}
	}
	return true
}

// A record says how a set came about: as the union of parts, or by giving variables other
// values. Conditions need none, as they change no state.
type record struct {
	parts   []set
	before  set
	changed bdd.VarSet
	input   *input // what was read; nil for an assignment
}

func (t *tape) add(r record) int32 {
	t.records = append(t.records, r)
	return int32(len(t.records) - 1)
}

func (t *tape) step(before set, changed bdd.VarSet, in *input) int32 {
	if t == nil {
		return 0
	}
	return t.add(record{before: before, changed: changed, input: in})
}

func (t *tape) union(parts []set) int32 {
	if t == nil || len(parts) == 0 {
		return 0
	}
	return t.add(record{parts: slices.Clone(parts)})
}

func (t *tape) hit(label int, s set) {
	if _, ok := t.hits[label]; !ok {
		t.hits[label] = s
	}
}

// A witness is a state at the head of the loop, and the inputs from there to a label.
type witness struct {
	label  int
	at     []bool // by bdd.Var
	inputs []int32
}

// trace finds inputs for labels that are reached: from the last turn to the first, the
// witnesses of labels that are reached in the turn begin, and all others grow by the turn. Where a turn
// needs too much, its witnesses are lost.
func (s *search) trace(before, body block) map[int][]int32 {
	if s.open == s.result.Stats.Asked {
		return nil
	}
	last := slices.Max(s.reached)
	s.states = bdd.True // to have the memory
	clear(s.tapes[last+1:])
	ended := s.result.Reason == verdict.Timeout || s.result.Reason == verdict.Interrupted
	var witnesses []*witness
	for turn := last; turn >= 0; turn-- {
		s.frontiers = s.frontiers[:turn+1]
		s.tape = s.tapes[turn]
		if s.tape == nil {
			b := body
			if turn == 0 {
				b = before
			}
			s.tape = newTape()
			s.Collect()
			if ended {
				witnesses = nil
			} else {
				s.execute(b, s.frontiers[turn], turn)
			}
		}
		witnesses = slices.DeleteFunc(witnesses, func(q *witness) bool { return !s.back(q, s.tape.end) })
		for label, at := range s.reached {
			q := &witness{label: label}
			if hit := s.tape.hits[label]; at == turn && s.state(q, hit.Node, nil) && s.back(q, hit.origin) {
				witnesses = append(witnesses, q)
			}
		}
		if err := s.Err(); err != nil {
			s.limit(err)
			witnesses = nil
		}
		s.tapes[turn] = nil
	}
	inputs := map[int][]int32{}
	for _, q := range witnesses {
		slices.Reverse(q.inputs)
		inputs[q.label] = q.inputs
	}
	return inputs
}

// back takes a witness from a place on the tape to the beginning of the turn. It returns false if
// a limit is met.
func (p *post) back(q *witness, origin int32) bool {
	for origin != 0 {
		r := &p.tape.records[origin]
		if r.parts != nil {
			i := slices.IndexFunc(r.parts, func(s set) bool {
				return p.Eval(s.Node, func(v bdd.Var) bool { return q.at[v] })
			})
			if i < 0 {
				return false
			}
			origin = r.parts[i].origin
			continue
		}
		if r.input != nil {
			q.inputs = append(q.inputs, p.read(r.input, q))
		}
		if r.changed != 0 && !p.state(q, r.before.Node, p.Vars(r.changed)) {
			return false
		}
		origin = r.before.origin
	}
	return true
}

// read returns the input that an instruction got, given the state after it.
func (p *post) read(in *input, q *witness) int32 {
	if in.v == nil {
		return p.inputs[0]
	}
	rank := 0
	for _, b := range in.v.bits {
		rank *= 2
		if q.at[b] {
			rank++
		}
	}
	return in.v.Values[rank]
}

// state takes a witness to a state of a set that agrees with where it is on all variables but
// the changed ones. It returns false if there is none.
func (p *post) state(q *witness, in bdd.Node, changed []bdd.Var) bool {
	if q.at == nil {
		q.at = make([]bool, p.NumVars())
	} else {
		var same bdd.Cube
		for v, value := range q.at {
			if !slices.Contains(changed, bdd.Var(v)) {
				same = append(same, bdd.Literal{Var: bdd.Var(v), Value: value})
			}
		}
		in = p.And(in, p.Cube(same))
	}
	c, ok := p.Pick(in)
	for _, l := range c {
		q.at[l.Var] = l.Value
	}
	return ok
}
