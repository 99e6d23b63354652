// This file defines Check, invariants, and what it is for one to be closed.

package boxes

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/eca"
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

// closed checks that what a path leads to is in the invariant.
func (t *turner) closed(p *path, box []Set) error {
	next := make([]Set, len(t.Vars))
	for i, v := range t.Vars {
		next[i] = p.env[v.ID].values(box)
	}
	if err := t.over(); err != nil {
		return err
	}
	left := t.covers(t.work, next, 0)
	if err := t.over(); left == nil || err != nil {
		return err
	}
	// Variables may depend on each other, and on more than sets tell: smaller boxes tell more.
	split, uses := -1, map[int]int{}
	for _, v := range t.Vars {
		e := p.env[v.ID]
		var at []int
		e.positions(box, &at)
		for _, k := range at {
			if uses[k]++; e.op != eca.Load {
				uses[k]++
			}
			if uses[k] > 1 && (split < 0 || box[k].size() < box[split].size()) {
				split = k
			}
		}
	}
	if split < 0 {
		return rejected("the invariant is not closed: %s leads to %s, which is in no box", t.from(p, box), t.describe(left))
	}
	x, y := box[split].halves()
	for _, half := range []Set{x, y} {
		b := slices.Clone(box)
		b[split] = half
		if err := t.closed(p, b); err != nil {
			return err
		}
	}
	return nil
}

// from says what a path begins with.
func (t *turner) from(p *path, box []Set) string {
	where := "the start of the program"
	if t.looping {
		now := make([]Set, len(t.Vars))
		for i, v := range t.Vars {
			now[i] = box[v.ID]
		}
		where = t.describe(now)
	}
	var inputs []string
	for _, s := range box[len(t.file.Vars):] {
		inputs = append(inputs, s.String())
	}
	if len(inputs) > 0 {
		where += " with input " + strings.Join(inputs, ", ")
	}
	return "from " + where
}

// describe writes a box.
func (t *turner) describe(box []Set) string {
	var words []string
	for i, v := range t.Vars {
		words = append(words, fmt.Sprintf("%s = %s", Name(v), box[i]))
	}
	if len(words) == 0 {
		return "any state"
	}
	return strings.Join(words, ", ")
}
