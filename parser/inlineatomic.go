// This file defines how an inlined program respects the global atomic of a file that
// is concurrent by convention.
//
// Each thread has one more local, holds: it has moved last, and atomic is true. So
// holds implies atomic, in at most one thread, and while atomic is true only that
// thread moves: a thread moves where both variables have one value, and sets holds to
// what atomic then is. Whoever knows nothing of atomic then does what it means.

package parser

import (
	"slices"

	"github.com/ijit/ijit/allsat"
)

// Direct reports whether the thread algorithms can run p as it is. If not, it is to
// be inlined: it has calls, or the global atomic keeps threads from moving.
func (p *Program) Direct() bool { return p.File.Atomic == nil && len(p.Calls()) == 0 }

// addHolds adds holds to the locals of a thread that begins with r, if there is
// atomic. What starts the threads is no thread itself.
func (r *instance) addHolds() {
	if f := r.graph.program.File; f.Atomic == nil || r.source == f.Main {
		return
	}
	r.holds = &Var{Pos: r.source.Pos, Name: "(holds)", Init: InitZero, Proc: r.proc, Index: len(r.proc.Locals)}
	r.proc.Locals = append(r.proc.Locals, r.holds)
}

// respectAtomic makes the edges of r depend on who holds.
func (r *instance) respectAtomic(b *builder) {
	for pc := r.proc.Entry; pc <= r.proc.Exit; pc++ {
		for _, e := range b.Nodes[pc].Out {
			switch {
			case e.Relation == nil: // a call that nothing leads to
			case r.root.holds != nil:
				r.hold(b, e)
			case r.parent == nil && e.Kind != StepEdge:
				// The threads begin when init is over, and the starter moves among them.
				e.Relation = allsat.And(allsat.Not(b.atomic()), e.Relation)
			}
		}
	}
}

// hold guards an edge of a thread, and makes it set holds. A thread cannot end while
// atomic is true: no other could go on.
func (r *instance) hold(b *builder, e *Edge) {
	v := b.Layout.Var(r.root.holds)
	e.Relation = allsat.And(allsat.Eq(b.atomic(), allsat.Var(v)), e.Relation)
	switch {
	case e.Kind == EndEdge:
		e.Relation = allsat.And(allsat.Not(b.atomic()), e.Relation)
	case e.To >= 0:
		after := b.Layout.Var(b.File.Atomic)
		if slices.Contains(e.Assigned, after) {
			after = b.Layout.Next(after)
		}
		e.Relation = allsat.And(e.Relation, allsat.Eq(allsat.Var(b.Layout.Next(v)), allsat.Var(after)))
		e.Assigned = append(slices.Clip(e.Assigned), v)
	}
}

// atomic is true before the step if the global atomic is.
func (b *builder) atomic() *allsat.Formula { return allsat.Var(b.Layout.Var(b.File.Atomic)) }

// beginsAtomic returns where the first thread is started, if atomic may be true there,
// as far as assignments of constants tell. Then any thread might be the first to move
// and hold, but none does.
func (b *builder) beginsAtomic() *Stmt {
	const no, yes, either = 1, 2, 3
	values := map[int]int{b.Start: either}
	switch b.File.Atomic.Init {
	case InitZero:
		values[b.Start] = no
	case InitOne:
		values[b.Start] = yes
	}
	work := []int{b.Start}
	for len(work) > 0 {
		n := b.Nodes[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			value := values[n.PC]
			if e.Kind == SpawnEdge {
				if value == no {
					continue
				}
				return n.Stmt
			}
			if slices.Contains(e.Assigned, b.Layout.Var(b.File.Atomic)) {
				value = either
				if a, ok := n.Stmt.Op.(*Assign); ok {
					if lit, ok := a.Rhs[slices.IndexFunc(a.Lhs, func(r *Ref) bool { return r.Var == b.File.Atomic })].(*Lit); ok {
						value = no
						if lit.Value {
							value = yes
						}
					}
				}
			}
			if e.To >= 0 && values[e.To]|value != values[e.To] {
				values[e.To] |= value
				work = append(work, e.To)
			}
		}
	}
	return nil
}
