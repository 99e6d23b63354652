// This file defines the states: which decision variables they are made of, and how
// sets of them are built and read.

package reach

import (
	mathbits "math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// bits are decision variables before a step and, right below each in the order of the
// manager, after it.
type bits struct{ now, next []bdd.Var }

func newBits(n int) bits { return bits{make([]bdd.Var, n), make([]bdd.Var, n)} }

// place makes the i-th bit the next in the order.
func (b bits) place(m *bdd.Manager, i int) {
	v := m.NewGroup(2)
	b.now[i], b.next[i] = v[0], v[1]
}

// A slot is a place for a thread: where it is, and its locals. Nothing is there if
// the program counter is that of nowhere; all locals are then 0, as are those that
// the procedure of a thread does not have.
type slot struct{ pc, locals bits }

// nowhere is the code of the program counter of a slot without a thread.
const nowhere = 0

// A space is the set of all states of a program with so many threads.
type space struct {
	m       *bdd.Manager
	program *parser.Program
	codes   []int // by program counter: its code, where it can be reached; the others have none
	pcs     []int // by code
	// lock, if the program has atomic sections, says that some thread is inside one.
	// It follows from the program counters, and spares steps from mentioning those of
	// other threads.
	lock    bits
	globals bits
	slots   []slot
	now     bdd.VarSet // all variables before a step
}

// fewLocals is how many locals two threads may have equal before the order of the
// variables takes care of that.
const fewLocals = 8

// newSpace makes the variables, those on top that most steps mention: the lock, the
// globals, then what is a thread's own, thread by thread.
//
// Where threads begin with a copy of many locals of their creator, only program
// counters are kept apart like that, and the same local of all threads is next to each
// other: to know that k locals of two threads are equal takes 2^k nodes if the threads
// are apart. The price is that sets of states are exponential in the number of threads,
// whose program counters must all be known before the first local.
func newSpace(m *bdd.Manager, p *parser.Program, threads int) *space {
	s := &space{m: m, program: p, codes: make([]int, len(p.Nodes)), pcs: []int{-1}}
	sections, copied := 0, 0
	for pc, n := range p.Nodes {
		if n == nil || !n.Reachable {
			continue
		}
		s.codes[pc] = len(s.pcs)
		s.pcs = append(s.pcs, pc)
		if n.Section != nil {
			sections = 1
		}
		for _, x := range n.Out {
			copied = max(copied, copies(x))
		}
	}
	s.lock = newBits(sections)
	s.globals = newBits(p.Layout.Shared)
	s.slots = make([]slot, threads)
	for i := range s.slots {
		s.slots[i] = slot{newBits(mathbits.Len(uint(len(s.pcs) - 1))), newBits(p.Layout.Local)}
	}
	s.place(copied > fewLocals)
	all := slices.Concat(s.lock.now, s.globals.now)
	for _, t := range s.slots {
		all = append(append(all, t.pc.now...), t.locals.now...)
	}
	s.now = m.NewVarSet(all...)
	return s
}

// place puts the variables in order, the same locals of all threads together or not.
func (s *space) place(together bool) {
	globals, locals := groups(s.program)
	for i := range s.lock.now {
		s.lock.place(s.m, i)
	}
	for _, i := range arrange(len(s.globals.now), globals) {
		s.globals.place(s.m, i)
	}
	inside := arrange(s.program.Layout.Local, locals)
	for _, t := range s.slots {
		for i := range t.pc.now {
			t.pc.place(s.m, i)
		}
		for _, i := range inside {
			if !together {
				t.locals.place(s.m, i)
			}
		}
	}
	for _, i := range inside {
		for _, t := range s.slots {
			if together {
				t.locals.place(s.m, i)
			}
		}
	}
}

// copies returns how many locals an edge copies to a thread that it creates.
func copies(x *parser.Edge) int {
	if x.Kind != parser.SpawnEdge || x.Node.Stmt.Op.(*parser.StartThread).Target == nil {
		return 0
	}
	return len(x.Node.Proc.Locals)
}

// encoder returns an encoder of the steps of the thread in a slot, which may also
// concern a thread in another one.
func (s *space) encoder(mover, other int) *encode.Encoder {
	return encode.New(s.m, s.program, encode.Places{
		Now:         encode.Frame{Globals: s.globals.now, Locals: s.slots[mover].locals.now},
		Next:        encode.Frame{Globals: s.globals.next, Locals: s.slots[mover].locals.next},
		Passive:     s.slots[other].locals.now,
		PassiveNext: s.slots[other].locals.next,
	})
}

// number returns where variables, the lowest bit first, have a value.
func (s *space) number(vars []bdd.Var, value int) bdd.Node {
	c := make(bdd.Cube, len(vars))
	for i, v := range vars {
		c[i] = bdd.Literal{Var: v, Value: value>>i&1 != 0}
	}
	return s.m.Cube(c)
}

// at returns where the thread in a slot is at pc.
func (s *space) at(slot, pc int) bdd.Node { return s.number(s.slots[slot].pc.now, s.codes[pc]) }

// empty returns where there is no thread in a slot.
func (s *space) empty(slot int) bdd.Node { return s.number(s.slots[slot].pc.now, nowhere) }

// locked returns where some thread is inside an atomic section.
func (s *space) locked() bdd.Node {
	if len(s.lock.now) == 0 {
		return bdd.False
	}
	return s.m.Var(s.lock.now[0])
}

// initial returns the states with so many copies of main at its beginning, in the
// first slots. What main enforces holds there.
func (s *space) initial(copies int) bdd.Node {
	main := s.program.File.Main
	parts := []bdd.Node{s.number(s.lock.now, 0), s.begin(s.program.File.Globals, s.globals.now)}
	for i, t := range s.slots {
		if i >= copies {
			parts = append(parts, s.empty(i), s.number(t.locals.now, 0))
			continue
		}
		parts = append(parts, s.at(i, s.program.Start),
			s.begin(main.Locals, t.locals.now), s.number(t.locals.now[len(main.Locals):], 0),
			s.encoder(i, i).Enforce(main))
	}
	return s.m.Conj(parts...)
}

// begin returns where variables have their initial values.
func (s *space) begin(vars []*parser.Var, places []bdd.Var) bdd.Node {
	var c bdd.Cube
	for i, v := range vars {
		if v.Init != parser.InitAny {
			c = append(c, bdd.Literal{Var: places[i], Value: v.Init == parser.InitOne})
		}
	}
	return s.m.Cube(c)
}

// atLeast returns where at least n threads are alive.
func (s *space) atLeast(n int) bdd.Node {
	// From the last slot up, which[k] is where at least k of the slots so far are
	// taken.
	which := make([]bdd.Node, n+1)
	for k := range which {
		which[k] = bdd.Const(k == 0)
	}
	for i := len(s.slots) - 1; i >= 0; i-- {
		for k := n; k > 0; k-- {
			which[k] = s.m.Ite(s.empty(i), which[k], which[k-1])
		}
	}
	return which[n]
}

// values are those of the decision variables of one state.
type values []bool

// read returns the state of a cube over all variables before a step.
func (s *space) read(cube bdd.Cube) values {
	x := make(values, s.m.NumVars())
	for _, l := range cube {
		x[l.Var] = l.Value
	}
	return x
}

// of returns the values of some variables.
func (x values) of(vars []bdd.Var) []bool {
	out := make([]bool, len(vars))
	for i, v := range vars {
		out[i] = x[v]
	}
	return out
}

// pc returns the program counter of the thread in a slot, -1 if there is none.
func (s *space) pc(x values, slot int) int {
	code := 0
	for i, v := range s.slots[slot].pc.now {
		if x[v] {
			code |= 1 << i
		}
	}
	return s.pcs[code]
}

// thread returns the thread in a slot, which must not be empty.
func (s *space) thread(x values, slot int) Thread {
	pc := s.pc(x, slot)
	n := len(s.program.Nodes[pc].Proc.Locals)
	return Thread{PC: pc, Locals: x.of(s.slots[slot].locals.now[:n])}
}
