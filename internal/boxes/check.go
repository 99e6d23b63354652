// This file defines Check, and invariants.

package boxes

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser/eca"
)

// An Invariant is a union of boxes: a state at the head of the loop is in it if it is in one of
// them.
type Invariant struct {
	Vars  []*eca.Var
	Boxes [][]Set // a set for each of Vars
}

// Name names a variable of a C program in certificates: a global by its name, another
// one also by its function and its line.
func Name(v *eca.Var) string {
	if v.Func == nil {
		return v.Name
	}
	return fmt.Sprintf("%s.%s:%d", v.Func.Name, v.Name, v.Pos.Line)
}

// A Rejected says why an invariant does not prove what it should.
type Rejected struct{ Reason string }

func (e *Rejected) Error() string { return e.Reason }

func rejected(format string, args ...any) error { return &Rejected{fmt.Sprintf(format, args...)} }

// Check checks that the invariant holds whenever the loop of f begins, and that no label is reached
// that is claimed not to be. The error is [Rejected] if one of that does not hold, or was not shown
// with as much work as is allowed, and that of ctx if ctx ended before this was known.
func Check(ctx context.Context, f *eca.File, inv *Invariant, claimed map[*eca.Label]bool) error {
	t := &turner{work: &work{ctx: ctx}, file: f, claimed: claimed, Invariant: inv, inputs: inputsOf(f)}
	return t.check()
}

// inputsOf returns the inputs that a program is checked with: all numbers; if it keeps inputs from
// one turn to the next, those of its alphabet, which are enough as it does no more than compare them.
func inputsOf(f *eca.File) Set {
	kept := map[int]bool{}
	for _, v := range f.Vars {
		if v.State {
			kept[v.Class] = true
		}
	}
	keeps := false
	var visit func(body []eca.Stmt)
	visit = func(body []eca.Stmt) {
		for _, s := range body {
			switch s := s.(type) {
			case *eca.Read:
				keeps = keeps || kept[s.Var.Class]
			case *eca.Loop:
				visit(s.Body)
			case *eca.If:
				for i := range s.Branches {
					visit(s.Branches[i].Body)
				}
				visit(s.Else)
			}
		}
	}
	for _, p := range f.Funcs {
		visit(p.Body)
	}
	if !keeps {
		return integers()
	}
	var list Set
	for _, x := range f.Alphabet {
		list = append(list, Interval{int64(x), int64(x)})
	}
	return list.normal()
}

// covers checks that a box is in the union of the boxes; left is a part that is not.
func (inv *Invariant) covers(w *work, box []Set, from int) (left []Set) {
	for i := from; i < len(inv.Boxes); i++ {
		w.steps++
		b := inv.Boxes[i]
		common, inside := true, true
		for k := range box {
			inside = inside && box[k].within(b[k])
			if !box[k].meets(b[k]) {
				common = false
				break
			}
		}
		if !common {
			continue
		}
		if inside {
			return nil
		}
		for k := range box { // what is outside of this box in one variable must be in the others
			if out := box[k].minus(b[k]); len(out) > 0 {
				part := slices.Clone(box)
				part[k] = out
				if left := inv.covers(w, part, i+1); left != nil {
					return left
				}
				if w.over() != nil {
					return box
				}
				box = slices.Clone(box)
				box[k] = box[k].and(b[k])
			}
		}
		return nil
	}
	return box
}
