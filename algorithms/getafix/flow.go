// This file defines which variables matter where in a sequential program: those that
// may be read before they are written.

package getafix

import (
	"encoding/binary"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// A row is a set of variables: bit i is global i, and the bits behind the globals are
// slots of locals.
type row []uint64

func (r row) has(i int) bool { return r[i/64]>>(i%64)&1 != 0 }
func (r row) add(i int)      { r[i/64] |= 1 << (i % 64) }

// join adds what is in x and not in any of the others, and reports whether that is
// more than there was.
func (r row) join(x row, without ...row) bool {
	changed := false
	for i, w := range x {
		for _, y := range without {
			w &^= y[i]
		}
		changed = changed || w&^r[i] != 0
		r[i] |= w
	}
	return changed
}

// A flow is a step, a return, or a call without what the callee does.
type flow struct {
	node, to      int // program counters; to is -1 where nothing goes on
	reads, writes row
	callee        int  // module; -1 if it is no call
	returns       bool // from the procedure
	enters        bool // an atomic section
}

// A dataflow has the flows of all modules, in the order of program counters.
type dataflow struct {
	words   int
	modules [][]flow
	always  []row // by module: what is read at each place
	rows    map[bdd.VarSet]row
	index   map[bdd.Var]int // of a place in front of a step
}

// findFlows finds out what all statements read and write.
func (b *Base) findFlows() (*dataflow, error) {
	m := bdd.New(bdd.Options{})
	layout := b.program.Layout
	f := encode.NewFrames(m, layout, 3)
	e := encode.New(m, b.program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(b.program)),
	})
	d := &dataflow{
		words: max(1, (layout.Shared+layout.Local+63)/64),
		rows:  map[bdd.VarSet]row{}, index: map[bdd.Var]int{},
	}
	for g, v := range f[0].Globals {
		d.index[v] = g
	}
	for i, v := range f[0].Locals {
		d.index[v] = layout.Shared + i
	}
	supports := map[bdd.Node]row{} // many statements are alike
	reads := func(rel bdd.Node) row {
		r, ok := supports[rel]
		if !ok {
			r = d.row(m, m.Support(rel))
			supports[rel] = r
		}
		return r
	}
	for i, proc := range b.modules {
		d.always = append(d.always, reads(e.Enforce(proc)))
		var flows []flow
		for n := range b.nodes(proc) {
			if rel, ok := e.Return(n); ok {
				flows = append(flows, flow{n.PC, -1, reads(rel), d.none(), -1, true, false})
				continue
			}
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					c := e.Call(x)
					flows = append(flows, flow{n.PC, x.To, reads(c.Args), d.row(m, c.Now), b.number[b.callee(i, x)], false, false})
					continue
				}
				s := e.Edge(x)
				flows = append(flows, flow{n.PC, x.To, reads(s.Relation), d.row(m, s.Now), -1, false, x.Kind == parser.EnterEdge})
			}
		}
		d.modules = append(d.modules, flows)
	}
	return d, m.Err()
}

func (d *dataflow) none() row { return make(row, d.words) }

// row returns the variables whose places in front of a step are in a set.
func (d *dataflow) row(m *bdd.Manager, set bdd.VarSet) row {
	r, ok := d.rows[set]
	if !ok {
		r = d.none()
		for _, v := range m.Vars(set) {
			if i, ok := d.index[v]; ok {
				r.add(i)
			}
		}
		d.rows[set] = r
	}
	return r
}

// forget makes states have 0 for what is not read any more before it is written. So
// formulas can tell which places are reached, but not with which values. Nor with which
// values main began, unless it is called.
func (b *Base) forget() {
	b.needed = b.findNeeded(0, b.uses).at
	b.uncalled = !slices.ContainsFunc(b.flows.modules, func(flows []flow) bool {
		return slices.ContainsFunc(flows, func(x flow) bool { return x.callee == 0 })
	})
	b.findKinds()
}

// A need says which variables may be read before they are written, if nothing interrupts
// the thread.
type need struct {
	at     []row // by program counter, counted from -1: behind a failed assertion
	behind []row // by module: of what it or what it calls uses, where it has ended
	aside  []row // by module: of the globals that it and what it calls do not use, all the time
}

// findNeeded finds what is needed in a module and all that it leads to, of which it is known
// which globals they and what they call use. A global that a callee uses matters in front of
// the call if it matters where the callee begins. There it does if it matters where the
// callee ends, and there if it matters behind some call: what a procedure uses goes through
// it.
func (b *Base) findNeeded(entry int, used []map[int]bool) need {
	d := b.flows
	slots := d.none() // of locals
	needed, behind := make([]row, len(b.program.Nodes)+1), make([]row, len(b.modules))
	for i := range b.program.Layout.Local {
		slots.add(b.program.Layout.Shared + i)
	}
	uses, others := make([]row, len(b.modules)), make([]row, len(b.modules))
	callers := make([][]int, len(b.modules))
	for i, p := range b.modules {
		uses[i], others[i], behind[i] = d.none(), d.none(), d.none()
		for g := range b.program.Layout.Shared {
			if used[i][g] {
				uses[i].add(g)
			} else {
				others[i].add(g)
			}
		}
		others[i].join(slots)
		for n := range b.nodes(p) {
			needed[1+n.PC] = d.none()
			needed[1+n.PC].join(d.always[i])
		}
	}
	needed[0] = d.none() // behind a failed assertion
	waiting := make([]bool, len(b.modules))
	var todo []int // the last first: callees, mostly
	push := func(i int) {
		if !waiting[i] {
			waiting[i] = true
			todo = append(todo, i)
		}
	}
	push(entry)
	reached := []int{entry}
	for k := 0; k < len(reached); k++ {
		i := reached[k]
		for _, x := range d.modules[i] {
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
		begin := slices.Clone(needed[1+b.modules[i].Entry])
		for changed := true; changed; {
			changed = false
			for _, x := range slices.Backward(d.modules[i]) {
				now := needed[1+x.node]
				more := now.join(x.reads)
				switch {
				case x.returns:
					more = now.join(behind[i]) || more
				case x.callee >= 0:
					more = now.join(needed[1+x.to], x.writes, uses[x.callee]) || more
					more = now.join(needed[1+b.modules[x.callee].Entry], slots) || more
					if behind[x.callee].join(needed[1+x.to], x.writes, others[x.callee]) {
						push(x.callee)
					}
				default:
					more = now.join(needed[1+x.to], x.writes) || more
				}
				changed = changed || more
			}
		}
		if !slices.Equal(begin, needed[1+b.modules[i].Entry]) {
			for _, j := range callers[i] {
				push(j)
			}
		}
	}
	aside := make([]row, len(b.modules))
	for i := range aside {
		aside[i] = d.none()
	}
	for changed := true; changed; {
		changed = false
		for _, i := range reached {
			for _, x := range d.modules[i] {
				if x.callee < 0 {
					continue
				}
				more := aside[x.callee].join(needed[1+x.to], uses[x.callee], slots)
				changed = aside[x.callee].join(aside[i], uses[x.callee]) || more || changed
			}
		}
	}
	return need{needed, behind, aside}
}

// needs returns which slots of locals, and which globals, states have at a program
// counter; at -1, behind a failed assertion, none. Others are 0.
func (b *Base) needs(pc int) (local, global func(int) bool) {
	if b.needed == nil {
		return b.live.at(pc), func(int) bool { return true }
	}
	r, shared := b.needed[1+pc], b.program.Layout.Shared
	return func(i int) bool { return r.has(shared + i) }, r.has
}

// kind returns a number that is the same for program counters at which the same is needed.
func (b *Base) kind(pc int) int {
	if b.needed == nil {
		return pc
	}
	return b.kinds[1+pc]
}

// findKinds numbers what is needed somewhere.
func (b *Base) findKinds() {
	numbers := map[string]int{}
	var text []byte
	b.kinds = make([]int, len(b.needed))
	for i, r := range b.needed {
		text = text[:0]
		for _, w := range r {
			text = binary.NativeEndian.AppendUint64(text, w)
		}
		n, ok := numbers[string(text)]
		if !ok {
			n = len(numbers)
			numbers[string(text)] = n
		}
		b.kinds[i] = n
	}
}

// start returns which slots and which globals a module begins with.
func (b *Base) start(module int) (local, global func(int) bool) {
	p := b.modules[module]
	_, needed := b.needs(p.Entry)
	return b.begins(p), func(g int) bool { return b.uses[module][g] && needed(g) }
}

// restrict returns a relation with what is not kept of a frame 0, whatever it says of
// that.
func restrict(m *bdd.Manager, rel bdd.Node, f encode.Frame, local, global func(int) bool) bdd.Node {
	return without(m, without(m, rel, f.Locals, local), f.Globals, global)
}
