// This file defines calls that return: traces are nested, and equal calls are kept once.

package trace

import (
	"iter"
	"math/big"
)

// A Call is what happens in a procedure from its entry on until it returns. Steps of a
// trace share it, which is not to be changed. If there are no steps, it is left out what
// happens.
type Call struct {
	// Entry is the state in which it begins. There is only the thread that calls, and no
	// Caller of it is given, neither here nor behind steps: there may be several.
	Entry State
	// Steps has the return as the last one. The state behind it is that behind the call.
	Steps []Step
}

// All yields the steps of t one by one, those in calls that return included, and with the
// callers that they have there. There may be more than anybody waits for: see [Trace.Len].
func (t *Trace) All() iter.Seq[Step] {
	return t.Unfold(func(*Call) bool { return true })
}

// Unfold is All with the calls only into which it is to go. What happens inside of
// others is one step.
func (t *Trace) Unfold(into func(*Call) bool) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		type frame struct {
			steps  []Step
			from   *Step  // the call; nil for the trace
			caller *Frame // of what happens inside
		}
		stack := []frame{{steps: t.Steps}}
		before := &t.Initial
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.steps) == 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			s := top.steps[0]
			top.steps = top.steps[1:]
			from, caller := top.from, top.caller
			if from != nil {
				s.Passing = s.Passing || from.Passing
				if len(top.steps) == 0 { // it returns
					s.State = from.State
				} else {
					s.State = s.State.under(caller)
				}
			}
			if s.Inside != nil && len(s.Inside.Steps) > 0 && into(s.Inside) {
				call := s // behind the call
				thread := before.Thread(s.Thread)
				waits := thread.Push()
				stack = append(stack, frame{s.Inside.Steps, &call, waits})
				s.State = s.Inside.Entry.under(waits)
				s.Inside = nil
			}
			before = &s.State
			if !yield(s) {
				return
			}
		}
	}
}

// under returns the state of one thread with a caller.
func (s State) under(caller *Frame) State {
	thread := s.Threads[0]
	thread.Caller = caller
	s.Threads = []Thread{thread}
	return s
}

// Calls returns the calls in t that return, each once and behind those inside of it.
func (t *Trace) Calls() []*Call {
	type frame struct {
		call  *Call
		steps []Step // to look at
	}
	var list []*Call
	met := map[*Call]bool{}
	stack := []frame{{nil, t.Steps}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.steps) == 0 {
			list = append(list, top.call)
			stack = stack[:len(stack)-1]
			continue
		}
		inside := top.steps[0].Inside
		top.steps = top.steps[1:]
		if inside != nil && !met[inside] {
			met[inside] = true
			stack = append(stack, frame{inside, inside.Steps})
		}
	}
	return list[:len(list)-1]
}

// Len returns the number of steps of t, those in calls that return included.
func (t *Trace) Len() *big.Int {
	lengths := map[*Call]*big.Int{}
	sum := func(steps []Step) *big.Int {
		n := big.NewInt(int64(len(steps)))
		for i := range steps {
			if inside := steps[i].Inside; inside != nil {
				n.Add(n, lengths[inside])
			}
		}
		return n
	}
	for _, c := range t.Calls() {
		lengths[c] = sum(c.Steps)
	}
	return sum(t.Steps)
}
