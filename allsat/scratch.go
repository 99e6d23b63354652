// This file defines Scratch, the workspace of a query, and the enumeration of
// the combinations of the models of its parts.

package allsat

import (
	"math/bits"
	"slices"
)

// A Scratch is the workspace in which queries are answered; its zero value is
// ready for use. It grows to what the queries need and is then reused, so that
// answering allocates nothing. It serves one goroutine and one query at a time:
// the function given to [Query.Each] must not use the same one.
type Scratch struct {
	// Stop, if not nil, is asked every few thousand models or steps of search
	// whether to give up.
	Stop func() bool

	stopped bool
	credit  int

	words    []uint64 // for sweeps
	searches []search

	// The enumeration under way: a current cube of each part.
	query        *Query
	cubes        bool // whether tables and sweeps give cubes
	begun        bool
	values, care []uint64
	model        []uint64
	parts        []progress
}

// progress is how far the enumeration of a part is.
type progress struct {
	set   uint64 // table and sweep: all models
	left  uint64 // those still to come
	fresh bool   // nothing has been asked of it since its last start
	found bool   // it had a model since its last start
}

// pollEvery is how many steps pass between two calls of Stop.
const pollEvery = 4096

// Stopped reports whether Stop has ever answered true. The answers given with
// this Scratch from then on may lack models.
func (s *Scratch) Stopped() bool { return s.stopped }

// Resume makes a scratch that was stopped answer in full again.
func (s *Scratch) Resume() { s.stopped = false }

// spend counts steps and returns false if it is time to give up.
func (s *Scratch) spend(steps int) bool {
	s.credit -= steps
	return s.credit > 0 || s.poll()
}

func (s *Scratch) poll() bool {
	if !s.stopped && s.Stop != nil && s.Stop() {
		s.stopped = true
	}
	if s.stopped {
		return false // and again at the next step
	}
	s.credit = pollEvery
	return true
}

func (s *Scratch) sweepWords(n int) []uint64 {
	s.words = slices.Grow(s.words[:0], n)[:n]
	return s.words
}

// begin prepares the enumeration of q's models. It returns false if there is
// none for an obvious reason.
func (s *Scratch) begin(q *Query, val []uint64, cubes bool) bool {
	s.query, s.cubes, s.begun = q, cubes, false
	s.values = append(s.values[:0], val...)
	s.care = s.care[:0]
	for range val {
		s.care = append(s.care, ^uint64(0))
	}
	for _, u := range q.unknown {
		s.values[u.word] &^= u.bit
	}
	for _, u := range q.free {
		s.care[u.word] &^= u.bit
	}
	s.parts = s.parts[:0]
	for i := range q.parts {
		var pr progress
		if p := &q.parts[i]; p.kind != partSearch {
			pr.set = p.models(s.values, s)
			if pr.set == 0 {
				return false
			}
		} else if len(s.searches) <= i {
			s.searches = append(s.searches, search{})
		}
		s.parts = append(s.parts, pr)
	}
	return true
}

// next moves to the next cube, which is then in values and care. The parts turn
// like the wheels of an odometer, the last one fastest.
func (s *Scratch) next() bool {
	if s.stopped {
		return false
	}
	last := len(s.parts) - 1
	i := last
	if !s.begun {
		s.begun = true
		if last < 0 {
			return true
		}
		i = 0
		s.restart(0)
	}
	for i >= 0 {
		pr := &s.parts[i]
		switch {
		case s.advance(i):
			pr.found = true
			if i == last {
				return true
			}
			i++
			s.restart(i)
		case s.stopped:
			return false
		case !pr.found:
			return false // this part has no model, whatever the others do
		default:
			i--
		}
	}
	return false
}

func (s *Scratch) restart(i int) {
	pr := &s.parts[i]
	pr.left, pr.fresh, pr.found = pr.set, true, false
}

// advance moves part i to its next cube.
func (s *Scratch) advance(i int) bool {
	p, pr := &s.query.parts[i], &s.parts[i]
	if p.kind == partSearch {
		fresh := pr.fresh
		pr.fresh = false
		se := &s.searches[p.slot]
		if !se.next(s.values, fresh, p.search, s) {
			return false
		}
		se.cube(s.values, s.care)
		return true
	}
	if pr.left == 0 {
		return false
	}
	if s.cubes {
		model, open := p.takeCube(&pr.left)
		p.unknown.scatter(s.values, model)
		p.unknown.scatter(s.care, ^open)
	} else {
		p.unknown.scatter(s.values, uint64(bits.TrailingZeros64(pr.left)))
		pr.left &= pr.left - 1
	}
	return true
}

// takeCube takes a cube out of a set of models: its least model, and which
// variables are open. It opens each variable in turn for which all models that
// this adds are in the set.
func (p *part) takeCube(set *uint64) (model, open uint64) {
	model = uint64(bits.TrailingZeros64(*set))
	cube := uint64(1) << model
	for i := range p.width {
		// The least model of a set has no 1 where it could have a 0, unless the
		// 0 is not in the set; so open variables are 0 in it.
		if model>>i&1 != 0 {
			continue
		}
		if other := cube << (1 << i); other&^*set == 0 {
			cube |= other
			open |= 1 << i
		}
	}
	*set &^= cube
	return model, open
}

// count moves model to the next valuation in the current cube: it adds 1 to the
// number that the open bits of all words make up.
func (s *Scratch) count() bool {
	for i, care := range s.care {
		// Ones in all other places let the carry pass.
		next := (s.model[i] | care) + 1
		s.model[i] = next&^care | s.values[i]
		if next&^care != 0 {
			return true
		}
	}
	return false
}
