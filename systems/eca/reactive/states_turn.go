// This file defines turns of the loop, specialised to the control part of a state: what is left
// of a turn are tests of numbers, and the assignments behind them.

package reactive

import (
	"math"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// A node is what happens behind some tests: all the moves, and all that the tests lead to.
type node struct {
	part  uint32
	moves []move
	tests []test
}

// A move is an execution of the rest of a turn.
type move struct {
	part   uint32    // control at the next head of the loop
	ends   bool      // the execution does not get there
	sets   []setting // numbers that change
	inputs []int32   // that are read in the turn
	hits   []hit
}

type setting struct {
	number int32
	value
}

// A hit is a label that is reached when a number of inputs is read.
type hit struct{ label, inputs int32 }

// A test says where to go on: for a term of at most c, and for others. What is there is
// executed when a state gets there for the first time.
type test struct {
	term, c int32
	paths   [2]*path
	nodes   [2]*node
}

// A path is an execution for several inputs at a time: those of the alphabet, from base on,
// whose bits are in the mask.
type path struct {
	pc     int32
	env    []value
	facts  []fact
	inputs []int32 // that are read, without the last one if it is open
	open   bool    // the last input is one of those of the mask
	base   int32
	mask   uint64
	hits   []hit
}

// A turner executes turns.
type turner struct {
	*code
	terms
	parts   table // controls
	fields  []field
	words   []uint64 // of a control, to look it up
	pending []*path
	bytes   int64 // of nodes, about
	reads   int   // inputs in all turns so far; -1 before the first
	mixed   bool  // there are turns with different ones
}

// A field is where in a control a variable is.
type field struct {
	word, shift uint8
	width       uint8
}

func newTurner(c *code) *turner {
	t := &turner{code: c, terms: newTerms(len(c.data)), reads: -1}
	word, at := 0, 0
	for _, d := range c.control {
		width := bits.Len(uint(len(d.values) - 1))
		if at+width > 64 {
			word, at = word+1, 0
		}
		t.fields = append(t.fields, field{uint8(word), uint8(at), uint8(width)})
		at += width
	}
	t.words = make([]uint64, word+1)
	t.parts = newTable(word + 1)
	return t
}

// start returns the path to the first head of the loop.
func (t *turner) start() *path {
	p := &path{env: make([]value, t.slots)}
	for i, c := range t.initial {
		p.env[i].c = c
	}
	return p
}

// turn returns the path through a turn, from a control.
func (t *turner) turn(part uint32) *path {
	p := t.start()
	p.pc = t.body
	for i, c := range t.controls(part) {
		p.env[t.control[i].slot].c = c
	}
	for i, slot := range t.data {
		p.env[slot] = value{sym: int32(i + 1)}
	}
	return p
}

// controls returns the values of the variables of a control.
func (t *turner) controls(part uint32) []int32 {
	var list []int32
	words := t.parts.at(int(part))
	for i, d := range t.control {
		f := t.fields[i]
		list = append(list, d.values[words[f.word]>>f.shift&(1<<f.width-1)])
	}
	return list
}

const noPart = math.MaxUint32

// expand executes a path up to tests.
func (t *turner) expand(p *path, part uint32) *node {
	n := &node{part: part}
	t.pending = append(t.pending[:0], p)
	for len(t.pending) > 0 {
		p := t.pending[len(t.pending)-1]
		t.pending = t.pending[:len(t.pending)-1]
		t.run(p, n)
	}
	n.moves, n.tests = slices.Clip(n.moves), slices.Clip(n.tests)
	t.bytes += int64(64 + 128*len(n.moves) + (64+16*t.slots)*len(n.tests))
	return n
}

// behind returns what is behind a side of a test of a node.
func (t *turner) behind(n *node, test *test, side int) *node {
	if test.nodes[side] == nil {
		test.nodes[side], test.paths[side] = t.expand(test.paths[side], n.part), nil
	}
	return test.nodes[side]
}

func (t *turner) run(p *path, n *node) {
	for {
		i := &t.instrs[p.pc]
		holds := true
		switch i.op {
		case opEqual, opDiffer:
			switch v := p.env[i.v]; {
			case v.sym == 0:
				holds = (v.c == i.c) == (i.op == opEqual)
			case v.sym == inputSym:
				t.settle(p)
				continue
			default:
				var known bool
				if holds, known = t.decide(p, n, eca.Eq+eca.Op(i.op-opEqual), v.sym, int64(i.c)); !known {
					return
				}
			}
		case opTest:
			if t.open(p, i.x) {
				t.settle(p)
				continue
			}
			var known bool
			if holds, known = t.test(p, n, i.x); !known {
				return
			}
		case opInput:
			holds = t.choose(p, i)
		case opJump:
			holds = false
		case opSet:
			p.env[i.v] = value{c: i.c}
		case opAssign:
			if i.x.Op != eca.Load && t.open(p, i.x) {
				t.settle(p)
				continue
			}
			p.env[i.v] = t.eval(i.x, p.env)
		case opRead:
			t.read(p, i.v)
		case opCall:
			p.env[i.v] = value{c: p.pc + 1}
			holds = false
		case opReturn:
			p.pc = p.env[i.v].c
			continue
		case opReach:
			p.hits = append(slices.Clip(p.hits), hit{i.c, int32(len(p.inputs) + btoi(p.open))})
		case opExit:
			if len(p.hits) > 0 {
				n.moves = append(n.moves, move{ends: true, inputs: t.inputsOf(p), hits: p.hits})
			}
			return
		case opTurn:
			if t.arrive(p, n) {
				return
			}
			continue
		}
		if holds {
			p.pc++
		} else {
			p.pc = i.to
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fork adds a copy of a path to those that are to be executed.
func (t *turner) fork(p *path) *path {
	q := *p
	q.env = slices.Clone(p.env)
	t.pending = append(t.pending, &q)
	return &q
}

// settle divides a path into one for each input.
func (t *turner) settle(p *path) {
	if !p.open {
		return
	}
	for m := p.mask & (p.mask - 1); m != 0; m &= m - 1 {
		q := t.fork(p)
		q.mask = m & -m
		t.fix(q)
	}
	p.mask &= -p.mask
	t.fix(p)
}

// fix makes the one input of a path a constant.
func (t *turner) fix(p *path) {
	p.inputs, p.open = t.inputsOf(p), false
	c := p.inputs[len(p.inputs)-1]
	for i := range p.env {
		if p.env[i].sym == inputSym {
			p.env[i] = value{c: c}
		}
	}
}

func (t *turner) read(p *path, v int32) {
	t.settle(p)
	p.open = true
	p.env[v] = value{sym: inputSym}
	for base := len(t.inputs) &^ 63; base >= 0; base -= 64 {
		mask := uint64(1)<<(len(t.inputs)-base) - 1
		if len(t.inputs)-base >= 64 {
			mask = math.MaxUint64
		}
		if mask == 0 {
			continue
		}
		q := p
		if base > 0 {
			q = t.fork(p)
			q.pc++
		}
		q.base, q.mask = int32(base), mask
	}
}

// inputsOf returns the inputs of a path, with the first one of those that are open.
func (t *turner) inputsOf(p *path) []int32 {
	if !p.open {
		return p.inputs
	}
	return append(slices.Clip(p.inputs), t.inputs[int(p.base)+bits.TrailingZeros64(p.mask)])
}

// arrive makes a move of a path at the head of the loop. It reports false if the path has to be
// executed again, as its inputs are different states.
func (t *turner) arrive(p *path, n *node) bool {
	for i := range t.words {
		t.words[i] = 0
	}
	for i, d := range t.control {
		v := p.env[d.slot]
		if v.sym == inputSym {
			t.settle(p)
			return false
		}
		rank, _ := slices.BinarySearch(d.values, v.c)
		t.words[t.fields[i].word] |= uint64(rank) << t.fields[i].shift
	}
	var sets []setting
	for i, slot := range t.data {
		switch v := p.env[slot]; v.sym {
		case inputSym:
			t.settle(p)
			return false
		case int32(i + 1):
		default:
			sets = append(sets, setting{int32(i), v})
		}
	}
	if inputs := len(p.inputs) + btoi(p.open); n.part != noPart {
		t.mixed = t.mixed || t.reads >= 0 && t.reads != inputs
		t.reads = inputs
	}
	id, _ := t.parts.add(t.words)
	m := move{part: uint32(id), sets: sets, inputs: t.inputsOf(p), hits: p.hits}
	same := func(o move) bool {
		return o.part == m.part && slices.Equal(o.sets, m.sets) && len(o.inputs) == len(m.inputs) && !o.ends
	}
	if len(m.hits) > 0 || !(m.part == n.part && len(sets) == 0 || slices.ContainsFunc(n.moves, same)) {
		n.moves = append(n.moves, m)
	}
	return true
}
