// This file defines what follows from which predicates are being evaluated, which is
// found out once.

package calculus

// A phase is what is known while certain predicates are being evaluated: those that
// are held, in a phase of those held before. Phases are kept, as most are entered again
// and again.
type phase struct {
	outer *phase
	inner map[*predicate]*phase
	held  []*predicate
	facts []*facts // by predicate; nil where nothing is known
}

// facts are what a phase knows of a predicate.
type facts struct {
	through         []*predicate // see Evaluator.through; nil if that is not known
	told, recursive bool         // see Evaluator.recursive
	solved          bool         // group is known
	group           []*predicate // see Evaluator.stratum
	lower           []*predicate // see Evaluator.lower; nil if that is not known
	division        *division    // see Evaluator.divide; nil if that is not known
}

// facts returns what is known of a predicate while what is held now is.
func (e *Evaluator) facts(p *predicate) *facts {
	if e.phase.facts == nil {
		e.phase.facts = make([]*facts, len(e.states))
	}
	f := e.phase.facts[p.id]
	if f == nil {
		f = &facts{}
		e.phase.facts[p.id] = f
	}
	return f
}

// hold marks a predicate as being evaluated, with the others of a group if it is solved
// together with them.
func (e *Evaluator) hold(p *predicate, group []*predicate) *phase {
	s := e.phase.inner[p]
	if s == nil || len(s.held) != max(1, len(group)) {
		if e.phase.inner == nil {
			e.phase.inner = map[*predicate]*phase{}
		}
		s = &phase{outer: e.phase, held: group}
		if group == nil {
			s.held = []*predicate{p}
		}
		e.phase.inner[p] = s
	}
	e.phase = s
	for _, q := range s.held {
		e.states[q.id].active = true
	}
	return s
}

// move says whether the bodies of what a phase holds are being computed.
func (s *phase) move(e *Evaluator, moving bool) {
	for _, p := range s.held {
		e.states[p.id].moving = moving
	}
}

// release says that the evaluation of what a phase holds is over.
func (s *phase) release(e *Evaluator) {
	for _, p := range s.held {
		e.states[p.id].active = false
	}
	e.phase = s.outer
}
