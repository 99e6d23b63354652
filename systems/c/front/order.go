// This file defines what C leaves open of the order in which an expression is evaluated.

package front

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// An access is one to a variable, or another event.
type access struct {
	name     string
	variable word.Variable // nothing for an event
	index    word.Term     // None if variable is no array
	write    bool
	open     bool // a write before which no sequence point lies yet: it may come later
	shared   bool // other threads may see when it happens
}

const nothing word.Variable = -1

// Each access is noted in the order in which expressions are evaluated here: those of an operand, and of all that it calls,
// are a part of this list.

// accesses notes those to what an expression designates.
func (f *frame) accesses(list []place, write bool) {
	for _, p := range list {
		if o := p.object; o.fixed == form.None && len(o.parts) == 0 && (!o.array || p.index != form.None) {
			f.noted = append(f.noted, access{o.name, o.variable, p.index, write, write, o.shared && f.atomic == 0})
		}
	}
}

// event notes what is no access, but what other threads may see, or what may end the evaluation.
func (t *thread) event() { t.noted = append(t.noted, access{variable: nothing, shared: t.atomic == 0}) }

// sequenced is a sequence point behind all that was evaluated since then.
func (t *thread) sequenced(since int) {
	for i := range t.noted[since:] {
		t.noted[since+i].open = false
	}
}

// unsequenced refuses two operands of which one changes what the other one uses, and assumes their order if other threads
// may see it. C leaves the order open, also of functions that they call.
func (f *frame) unsequenced(n cc.Node, one, other []access) {
	of, shared := map[word.Variable][]access{}, false
	for _, a := range one {
		of[a.variable] = append(of[a.variable], a)
		shared = shared || a.shared
	}
	for _, b := range other {
		if shared && b.shared {
			f.reader.p.Assume(form.LeftToRight)
		}
		for _, a := range of[b.variable] {
			if (a.write || b.write) && f.mayBeSame(a, b) {
				f.refuse(n, "write separate statements", "%s is changed in one operand and used in another one, whose order C leaves open", a.name)
				return
			}
		}
	}
}

func (f *frame) mayBeSame(a, b access) bool {
	return a.variable != nothing && (a.index == form.None || b.index == form.None || f.t.Eq(a.index, b.index) != word.False)
}

// store writes the value of an assignment, whose operands were evaluated since then. What they write themselves may come
// before it or behind it.
func (f *frame) store(n cc.Node, since int, list []place, v value) {
	open := slices.DeleteFunc(slices.Clone(f.noted[since:]), func(a access) bool { return !a.open })
	since = len(f.noted)
	f.assign(n, list, v)
	f.unsequenced(n, open, f.noted[since:])
}

// An operandList has the arguments of a call, and what those access that were evaluated.
type operandList struct {
	nodes []cc.ExpressionNode
	noted []access
}

// operand is the end of the evaluation of an operand.
func (f *frame) operand(n cc.Node, l *operandList, since int) {
	f.unsequenced(n, l.noted, f.noted[since:])
	l.noted = append(l.noted, f.noted[since:]...)
}

// asOperand begins the evaluation of an argument of the library, if e is one, and returns what ends it.
func (f *frame) asOperand(e cc.ExpressionNode) func() {
	l, start := f.operands, len(f.noted)
	if l == nil || !slices.Contains(l.nodes, e) {
		return func() {}
	}
	f.operands = nil
	return func() {
		f.operands = l
		f.operand(e, l, start)
	}
}

// unused evaluates arguments whose values are not used, if that may do something.
func (f *frame) unused(args ...cc.ExpressionNode) {
	for _, a := range args {
		if f.effects(a) {
			f.value(a)
		}
	}
}
