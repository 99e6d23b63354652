// This file defines which values are of use: elements that differ in others only are to be
// one.

package cpa

import (
	"iter"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/systems/eca"
)

// forget adds a Forget to each edge to a location where elements are stored, of variables that
// may have been of use before and are not from there on.
func (a *Automaton) forget() {
	live := a.live()
	// dirty has the variables that may have other values than they are forgotten with.
	dirty := make([]*bitset.BitSet, len(a.Locations))
	dirty[0] = bitset.New(uint(len(a.Vars))).Complement()
	for _, l := range a.Locations { // a location that is not stored has one edge, from before
		if l.Stored && l.ID > 0 {
			dirty[l.ID] = live[l.ID]
		}
		for _, g := range l.Out {
			after := dirty[l.ID].Clone()
			for _, op := range g.Ops {
				for _, v := range writes(op) {
					after.Set(uint(v.ID))
				}
			}
			if !g.To.Stored {
				dirty[g.To.ID] = after
				continue
			}
			var dead []*eca.Var
			after.InPlaceDifference(live[g.To.ID])
			for i := range after.EachSet() {
				dead = append(dead, a.Vars[i])
			}
			if len(dead) > 0 {
				g.Ops = append(slices.Clip(g.Ops), &Forget{dead})
			}
		}
	}
}

// live returns the variables that may be read before they are assigned, by location.
func (a *Automaton) live() []*bitset.BitSet {
	live := make([]*bitset.BitSet, len(a.Locations))
	for i := range live {
		live[i] = bitset.New(uint(len(a.Vars)))
	}
	for changed := true; changed; {
		changed = false
		for i := len(a.Locations) - 1; i >= 0; i-- {
			for _, g := range a.Locations[i].Out {
				before := live[g.To.ID].Clone()
				for j := len(g.Ops) - 1; j >= 0; j-- {
					for _, v := range writes(g.Ops[j]) {
						before.Clear(uint(v.ID))
					}
					for _, e := range reads(g.Ops[j]) {
						for v := range e.loads() {
							before.Set(uint(v.ID))
						}
					}
				}
				if !live[i].IsSuperSet(before) {
					live[i].InPlaceUnion(before)
					changed = true
				}
			}
		}
	}
	return live
}

// occurs returns which variables some operation mentions.
func (a *Automaton) occurs() func(*eca.Var) bool {
	met := make([]bool, len(a.Vars))
	for op := range a.operations() {
		for _, v := range writes(op) {
			met[v.ID] = true
		}
		for _, e := range reads(op) {
			for v := range e.loads() {
				met[v.ID] = true
			}
		}
	}
	return func(v *eca.Var) bool { return met[v.ID] }
}

// explicit returns, by variable, which are to be tracked by explicit values where others are
// tracked by sets: those that are calculated with, and those that these are assigned from.
func (a *Automaton) explicit() []bool {
	out := make([]bool, len(a.Vars))
	for i, v := range a.Vars {
		out[i] = v.Type > eca.EQ
	}
	for changed := true; changed; {
		changed = false
		for op := range a.operations() {
			assign, ok := op.(*Assign)
			for i := 0; ok && i < len(assign.Vars); i++ {
				for v := range (expr{assign.Values[i]}).loads() {
					if out[assign.Vars[i].ID] && !out[v.ID] {
						out[v.ID], changed = true, true
					}
				}
			}
		}
	}
	return out
}

// operations yields all operations.
func (a *Automaton) operations() iter.Seq[Op] {
	return func(yield func(Op) bool) {
		for _, l := range a.Locations {
			for _, g := range l.Out {
				for _, op := range g.Ops {
					if !yield(op) {
						return
					}
				}
			}
		}
	}
}

// writes returns the variables that an operation changes.
func writes(op Op) []*eca.Var {
	switch op := op.(type) {
	case *Assign:
		return op.Vars
	case *Choose:
		return []*eca.Var{op.Var}
	case *Forget:
		return op.Vars
	}
	return nil
}

// reads returns the expressions that an operation evaluates.
func reads(op Op) []expr {
	switch op := op.(type) {
	case *Assume:
		return []expr{{op.Cond}}
	case *Assign:
		out := make([]expr, len(op.Values))
		for i, e := range op.Values {
			out[i].Expr = e
		}
		return out
	}
	return nil
}
