// This file defines what the solver is asked.

package pdr

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A solver has the clauses of a step of the system and of all frames. The clauses of frame i
// have the literal -frames[i], and frames[i] implies frames[i+1], so under the assumption
// frames[i] those of Fi hold. Steps hold under the assumption step.
type solver struct {
	*sat.Solver
	circuit *aig.Clauses
	step    sat.Lit
	frames  []sat.Lit
	asked   []sat.Lit // assumptions of the last query
	retired int       // variables that are of no use any more
}

// maxRetired is after how many queries with a clause of their own there is a new solver.
const maxRetired = 300

// newSolver returns a solver for the frames as they are now.
func (s *search) newSolver() *solver {
	v := &solver{Solver: sat.New(sat.Options{Memory: s.options.Memory / 2})}
	v.circuit = aig.NewClauses(s.sys.Graph, v.Solver)
	for _, l := range s.sys.Constraints {
		v.Add(v.circuit.Lit(l))
	}
	v.step = v.variable()
	for _, l := range s.sys.Steps {
		v.Add(-v.step, v.circuit.Lit(l))
	}
	if s.sys.later >= 0 { // in the first frame latches have their first values
		later := v.circuit.Lit(s.sys.Latches[s.sys.later].Lit)
		for _, x := range s.sys.Latches {
			if x.Reset != x.Lit {
				v.Add(later, v.circuit.Lit(x.Lit.NotIf(x.Reset == aig.False)))
			}
		}
	}
	for k, list := range s.frames {
		v.addFrame()
		if k == 0 {
			for _, x := range s.sys.Latches {
				if x.Reset != x.Lit {
					v.Add(-v.frames[0], v.circuit.Lit(x.Lit.NotIf(x.Reset == aig.False)))
				}
			}
		}
		for _, c := range list {
			s.exclude(v, c, k)
		}
	}
	return v
}

func (v *solver) variable() sat.Lit { return sat.Lit(v.NewVar()) }

// addFrame adds a frame without clauses behind the last one.
func (v *solver) addFrame() {
	f := v.variable()
	if n := len(v.frames); n > 0 {
		v.Add(-v.frames[n-1], f)
	}
	v.frames = append(v.frames, f)
}

// exclude adds the clause that excludes a cube from a frame and those before.
func (s *search) exclude(v *solver, c cube, k int) {
	clause := append(s.scratch[:0], -v.frames[k])
	for _, l := range c.lits {
		clause = append(clause, -s.now(v, l))
	}
	v.Add(clause...)
	s.scratch = clause
}

// now returns a literal in the frame that a step leaves.
func (s *search) now(v *solver, l literal) sat.Lit {
	return v.circuit.Lit(s.sys.Latches[l.latch()].Lit.NotIf(l&1 != 0))
}

// next returns a literal in the frame to which a step leads, as one of the frame that it leaves.
func (s *search) next(l literal) aig.Lit {
	return s.sys.Latches[l.latch()].Next.NotIf(l&1 != 0)
}

// solve asks the solver. If there is no answer, s.err says why.
func (s *search) solve(v *solver) sat.Status {
	s.stats.Queries++
	s.asked = v
	if s.options.Memory > 0 && s.bytes+s.solver.Stats().Bytes+s.ends.Stats().Bytes > s.options.Memory {
		s.err = sat.ErrMemory
		return sat.Unknown
	}
	status := v.Solve(s.ctx, v.asked...)
	if status == sat.Unknown {
		s.err = v.Err()
	}
	return status
}

// violates asks for a bad state in a frame.
func (s *search) violates(k int) sat.Status {
	v := s.ends
	v.asked = append(v.asked[:0], v.frames[k], v.circuit.Lit(s.sys.bad))
	return s.solve(v)
}

// reached asks for a step to a cube from frame k - 1, if relative is set from a state outside of
// the cube. If there is none, failed is a part of the cube to which there is none either, and
// in which no run begins.
func (s *search) reached(c cube, k int, relative bool) (status sat.Status, failed cube) {
	if s.solver.retired > maxRetired {
		s.renew()
	}
	v := s.solver
	v.asked = append(v.asked[:0], v.frames[k-1], v.step)
	if relative {
		out := v.variable()
		clause := append(s.scratch[:0], -out)
		for _, l := range c.lits {
			clause = append(clause, -s.now(v, l))
		}
		v.Add(clause...)
		s.scratch = clause
		v.asked = append(v.asked, out)
		defer func() {
			v.Add(-out)
			v.retired++
		}()
	}
	first := len(v.asked)
	for _, l := range c.lits {
		v.asked = append(v.asked, v.circuit.Lit(s.next(l)))
	}
	status = s.solve(v)
	if status == sat.Unsat {
		failed = s.failed(v, c, v.asked[first:])
	}
	return status, failed
}

// failed returns the literals of a cube whose assumptions failed, and one that is false in
// first frames.
func (s *search) failed(v *solver, c cube, asked []sat.Lit) cube {
	for _, l := range v.Failed() {
		s.marks[l] = true
	}
	var lits []literal
	never := -1 // a literal of the cube
	begins := true
	for i, l := range c.lits {
		if s.marks[asked[i]] {
			lits = append(lits, l)
			begins = begins && !s.sys.never(l)
		} else if never < 0 && s.sys.never(l) {
			never = i
		}
	}
	clear(s.marks)
	if begins {
		lits = insert(lits, c.lits[never])
	}
	return cubeOf(lits)
}

// renew replaces the solver of steps, when many of its variables are of no use any more.
func (s *search) renew() {
	s.stats.Conflicts += s.solver.Stats().Conflicts
	s.solver = nil // its memory is free
	s.solver = s.newSolver()
}

// state reads a model into the lifter.
func (s *search) state() {
	v := s.asked
	for _, x := range s.sys.Inputs {
		s.lifter.value[x.Lit.Node()] = v.circuit.Value(x.Lit)
	}
	for _, x := range s.sys.Latches {
		s.lifter.value[x.Lit.Node()] = v.circuit.Value(x.Lit)
	}
}
