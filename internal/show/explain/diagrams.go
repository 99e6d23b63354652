// This file defines what threads see in sets that are decision diagrams.

package explain

import (
	mathbits "math/bits"
	"strconv"
	"strings"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/proof"
)

// read reads nodes over variables, and returns what an edge is.
func (o *observed) read(nodes []string, variable func(int) bdd.Var) func(edge string) bdd.Node {
	known := []bdd.Node{bdd.True}
	edge := func(text string) bdd.Node {
		number, negative := strings.CutPrefix(text, "-")
		n, _ := strconv.Atoi(number) // the proof was checked
		if negative {
			return o.Not(known[n])
		}
		return known[n]
	}
	for _, text := range nodes {
		part := strings.Fields(text)
		v, _ := strconv.Atoi(part[0])
		known = append(known, o.Ite(o.Var(variable(v)), edge(part[2]), edge(part[1])))
	}
	return edge
}

// summaries sees what a thread has at its program counters. Which ones are together they do not say.
func (o *observed) summaries(s *proof.Summaries) {
	o.pairs = nil
	others := map[int]bdd.Var{} // that are not what variables are now
	var gone []bdd.Var
	edge := o.read(s.Nodes, func(i int) bdd.Var {
		switch v := i / 3; {
		case i%3 == 1 && v < len(o.shared):
			return o.shared[v]
		case i%3 == 1 && v < len(o.shared)+len(o.local):
			return o.local[v-len(o.shared)]
		}
		if _, ok := others[i]; !ok {
			others[i] = o.NewVars(1)[0]
			gone = append(gone, others[i])
		}
		return others[i]
	})
	set := o.NewVarSet(gone...)
	for at, text := range s.At {
		if o.within(at) {
			continue
		}
		pc, _ := strconv.Atoi(strings.TrimSuffix(at, proof.InsideMark))
		o.see(pc, o.Exists(edge(text), set))
	}
}

// diagram sees configurations in which each thread has a slot.
func (o *observed) diagram(d *proof.Diagram) {
	vars := o.NewVars(len(d.Order))
	number := map[string]bdd.Var{}
	for i, name := range d.Order {
		number[name] = vars[i]
	}
	root := o.read(d.Nodes, func(i int) bdd.Var { return vars[i] })(d.Root)
	if lock, ok := number[proof.InsideMark]; ok && o.sections {
		root = o.Cofactor(root, lock, false)
	}
	width := mathbits.Len(uint(len(d.Places)))
	at := func(f bdd.Node, slot, place int) bdd.Node { // in the slot, a thread is there
		for bit := range width {
			if v, ok := number[strconv.Itoa(slot)+"@"+strconv.Itoa(bit)]; ok { // of others nothing is said
				f = o.Cofactor(f, v, (place+1)>>bit&1 != 0)
			}
		}
		return f
	}
	for slot := range d.Slots {
		for place := range d.Places {
			f := at(root, slot, place)
			if f == bdd.False {
				continue
			}
			pc, first := o.innermost(d.Places[place])
			o.see(pc, o.seen(f, number, slot, first))
			for other := slot + 1; other < d.Slots; other++ {
				for beside := range d.Places {
					if at(f, other, beside) != bdd.False {
						q, _ := o.innermost(d.Places[beside])
						o.beside(pc, q)
					}
				}
			}
			if o.Err() != nil {
				return
			}
		}
	}
}

// seen returns the values of globals, and of the locals of a slot from one on, for which f holds.
func (o *observed) seen(f bdd.Node, number map[string]bdd.Var, slot, first int) bdd.Node {
	var from, to, gone []bdd.Var
	keep := map[bdd.Var]bool{}
	move := func(name string, v bdd.Var) {
		if x, ok := number[name]; ok {
			from, to = append(from, x), append(to, v)
			keep[x] = true
		}
	}
	for i, v := range o.shared {
		move(strconv.Itoa(i), v)
	}
	for i, v := range o.local {
		move(strconv.Itoa(slot)+"."+strconv.Itoa(first+i), v)
	}
	for _, v := range number {
		if !keep[v] {
			gone = append(gone, v)
		}
	}
	return o.Rename(o.Exists(f, o.NewVarSet(gone...)), o.NewRenaming(from, to))
}

// innermost returns where a thread has its next step whose procedures are at program counters, and the number of the first local there
// among all locals of the thread.
func (o *observed) innermost(place string) (pc, first int) {
	stack := strings.Split(place, proof.FrameMark)
	for i, text := range stack {
		pc, _ = strconv.Atoi(text)
		if i == len(stack)-1 {
			break
		}
		proc := o.program.Nodes[pc].Proc
		if first += len(proc.Locals); i == 0 && o.program.File.Atomic != nil && proc != o.program.File.Main {
			first++ // that it holds up others
		}
	}
	return pc, first
}
