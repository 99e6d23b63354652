// This file lets tests see configurations.

package execution

import (
	"context"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// Visit calls yield for the configurations of up to so many threads that a search meets, with the edges that threads can take
// next. It reports whether it has met all.
func Visit(ctx context.Context, p *form.Program, l Limits, yield func(next [][]*form.Edge)) (all bool) {
	x := &search{machine: newMachine(p), limits: l, met: map[string]int{}, result: &Result{Complete: true}, values: interesting(p)}
	x.add(x.initial(func(word.Variable) uint64 { return 0 }), -1, Step{})
	for i := 0; i < len(x.list) && i < l.States && ctx.Err() == nil; i++ {
		s := x.list[i].state
		next := make([][]*form.Edge, len(s.Threads))
		for k, t := range s.Threads {
			for _, e := range x.out[t.Automaton][t.Node] {
				v := &view{m: x.machine, s: s, t: t}
				if e.Access != nil && v.holds(e.Guard) && v.holds(e.Defined) {
					next[k] = append(next[k], e)
				}
			}
		}
		yield(next)
		x.expand(i)
		x.result.Trace = nil
	}
	return len(x.list) <= l.States
}
