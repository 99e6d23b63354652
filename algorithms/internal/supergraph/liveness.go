// This file defines which variables are live where: those that may be read before they are
// written.

package supergraph

import "slices"

// findLive finds the slots of locals that are live in front of each program counter, by
// iteration from the end to the beginning of each procedure.
func (g *Graph) findLive() {
	g.live = make([]Set, len(g.Program.Nodes))
	globals := g.NewSet()
	for i := range g.Program.Layout.Shared {
		globals.Add(i)
	}
	for pc, reached := range g.Reached {
		if reached {
			g.live[pc] = g.NewSet()
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range g.Modules {
			for _, x := range slices.Backward(g.steps.modules[i]) {
				live := g.live[x.from]
				changed = live.join(x.reads, globals) || changed
				if x.to >= 0 {
					changed = live.join(g.live[x.to], x.writes) || changed
				}
			}
		}
	}
}

// Live returns which slots of locals are live in front of a program counter; none are
// behind a failed assertion, -1. In sequential programs all are.
func (g *Graph) Live(pc int) func(slot int) bool {
	shared := g.Program.Layout.Shared
	return func(slot int) bool {
		return g.live == nil || pc >= 0 && g.live[pc].Has(shared+slot)
	}
}

// Need says which variables may be read before they are written, if nothing interrupts
// the thread.
type Need struct {
	At      []Set // by program counter, counted from -1: behind a failed assertion
	Exit    []Set // by module: of what it or what it calls uses, where it has ended
	Outside []Set // by module: of the globals that it and what it calls do not use, all the time
}

// Needed finds what is needed in a module and all that it leads to, of which it is known
// which globals they and what they call use. A global that a callee uses matters in front of
// the call if it matters where the callee begins. There it does if it matters where the
// callee ends, and there if it matters behind some call: what a procedure uses goes through
// it.
func (g *Graph) Needed(entry int, used []Set) Need {
	s := g.steps
	slots, globals := g.NewSet(), g.NewSet()
	for i := range g.Program.Layout.Local {
		slots.Add(g.Program.Layout.Shared + i)
	}
	for i := range g.Program.Layout.Shared {
		globals.Add(i)
	}
	n := Need{make([]Set, len(g.Program.Nodes)+1), make([]Set, len(g.Modules)), make([]Set, len(g.Modules))}
	others := make([]Set, len(g.Modules)) // what goes around it
	for i := range g.Modules {
		n.Exit[i], n.Outside[i], others[i] = g.NewSet(), g.NewSet(), g.NewSet()
		others[i].join(globals, used[i])
		others[i].join(slots)
		for node := range g.Nodes(i) {
			n.At[1+node.PC] = g.NewSet()
			n.At[1+node.PC].join(s.always[i])
		}
	}
	n.At[0] = g.NewSet()
	waiting := make([]bool, len(g.Modules))
	var todo []int // the last first: callees, mostly
	push := func(i int) {
		if !waiting[i] {
			waiting[i] = true
			todo = append(todo, i)
		}
	}
	push(entry)
	reached, callers := []int{entry}, make([][]int, len(g.Modules))
	for k := 0; k < len(reached); k++ {
		i := reached[k]
		for _, x := range s.modules[i] {
			if x.callee < 0 {
				continue
			}
			callers[x.callee] = append(callers[x.callee], i)
			if !waiting[x.callee] {
				push(x.callee)
				reached = append(reached, x.callee)
			}
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		waiting[i] = false
		begin := slices.Clone(n.At[1+g.Modules[i].Entry])
		for changed := true; changed; {
			changed = false
			for _, x := range slices.Backward(s.modules[i]) {
				now := n.At[1+x.from]
				more := now.join(x.reads)
				switch {
				case x.returns:
					more = now.join(n.Exit[i]) || more
				case x.callee >= 0:
					more = now.join(n.At[1+x.to], x.writes, used[x.callee]) || more
					more = now.join(n.At[1+g.Modules[x.callee].Entry], slots) || more
					if n.Exit[x.callee].join(n.At[1+x.to], x.writes, others[x.callee]) {
						push(x.callee)
					}
				default:
					more = now.join(n.At[1+x.to], x.writes) || more
				}
				changed = changed || more
			}
		}
		if !slices.Equal(begin, n.At[1+g.Modules[i].Entry]) {
			for _, j := range callers[i] {
				push(j)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, i := range reached {
			for _, x := range s.modules[i] {
				if x.callee < 0 {
					continue
				}
				more := n.Outside[x.callee].join(n.At[1+x.to], used[x.callee], slots)
				changed = n.Outside[x.callee].join(n.Outside[i], used[x.callee]) || more || changed
			}
		}
	}
	return n
}
