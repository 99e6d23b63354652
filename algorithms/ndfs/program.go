// This file defines the runs of a Boolean program as a graph: threads keep their identity.

package ndfs

import (
	"iter"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/tts"
)

// A System is the thread-transition system of a Boolean program, whose states it can decode.
// That of package converter is one.
type System interface {
	tts.System[uint32]
	// Initial yields the initial configurations with so many copies of main. Each is valid
	// until the next one is asked for.
	Initial(copies uint32) iter.Seq[tts.Config[uint32]]
	Shared(s uint32) *bitset.BitSet
	Local(l uint32) (pc int, locals *bitset.BitSet)
	// Steps returns the statements that an edge stands for: one, or those of a section.
	Steps(e *tts.Edge[uint32]) []image.Step
}

// free stands for the local state of a slot that no thread has.
const free = ^uint32(0)

// A program is the graph of the configurations of a program with a slot for each of at most
// n threads. Thread 1 is main; a thread that is created takes the lowest slot that is free, and
// one that is to be created where none is has to wait.
//
// A configuration in which no thread can move is followed by itself, so that executions are
// infinite. An assertion that fails is no step: it ends an execution, and whether one
// fails is another question.
//
// A thread that waits for a slot could move if more threads might live. So a configuration in
// which all others are blocked has no successor here, and a run on which such a thread never
// moves is not fair to it.
//
// An atomic section is one step, as [tts.System.Transient] says.
//
// Threads in slots behind those that the formula names are counted only, unless they are to be
// treated fairly: a state has them in order, which is a symmetry reduction (Emerson and Sistla,
// "Symmetry and Model Checking", 1996). A thread that is created takes a slot among these if and only
// if no other one is free, whatever their order.
type program struct {
	system  System
	file    *parser.File
	nodes   []*parser.Node // by program counter
	inlined *parser.Inlined
	threads int
	copies  int
	fair    bool // each thread has a fairness set: the steps that it makes or cannot make
	kept    int  // threads up to this one keep their slots
	stop    func() bool

	atoms []ltl.Proposition
	truth [][]uint8 // by atom and shared or local state: 0 not known, 1 false, 2 true

	states  *intern.Table
	row     []uint64
	sorted  []uint32
	inner   *intern.Table // configurations inside a section that were passed
	refused int           // the location of a thread that had to wait for a slot; NoPC for none
	waited  bool          // a thread of the state that is expanded has to wait for a slot
	edges   []tts.Edge[uint32]
	pending []uint32 // configurations inside a section, one behind the other
}

func newProgram(q Question, stop func() bool) *program {
	width := q.Threads/2 + 1
	kept := 0
	for _, x := range q.Atoms {
		kept = max(kept, x.Thread)
	}
	if q.Fair {
		kept = q.Threads
	}
	return &program{
		system: q.System, file: q.Program.File, nodes: q.Program.Nodes, inlined: q.Inlined, threads: q.Threads, copies: q.Copies, fair: q.Fair, kept: kept,
		stop: stop, refused: algorithms.NoPC, atoms: q.Atoms, truth: make([][]uint8, len(q.Atoms)),
		row: make([]uint64, width), states: intern.New(width), inner: intern.New(width),
	}
}

// A row is a configuration as it is kept: the shared state, then the slots.

// pack returns the row of a configuration, which is valid until the next one.
func (p *program) pack(c []uint32) []uint64 {
	clear(p.row)
	for i, x := range c {
		p.row[i/2] |= uint64(x) << (i % 2 * 32)
	}
	return p.row
}

func (p *program) unpack(row []uint64) []uint32 {
	c := make([]uint32, p.threads+1)
	for i := range c {
		c[i] = uint32(row[i/2] >> (i % 2 * 32))
	}
	return c
}

// state returns the state of a configuration.
func (p *program) state(c []uint32) uint32 {
	if p.kept < p.threads {
		p.sorted = append(p.sorted[:0], c...)
		slices.Sort(p.sorted[p.kept+1:])
		c = p.sorted
	}
	id, _ := p.states.Intern(p.pack(c))
	return id
}

// FairSets implements [Graph], as do the following methods.
func (p *program) FairSets() int {
	if p.fair {
		return p.threads
	}
	return 0
}

// GoesOn is true: a thread that waits for a slot could move if more might live, and to let
// threads move in turn is fair.
func (p *program) GoesOn() bool { return true }

func (p *program) AppendInitial(dst []uint32) []uint32 {
	first := len(dst)
	least, most := p.copies, p.copies
	if p.copies == 0 {
		least, most = 1, p.threads
	}
	for copies := least; copies <= most; copies++ {
		for x := range p.system.Initial(uint32(copies)) {
			if p.stop() {
				return dst
			}
			dst = p.appendOrders(dst, x)
		}
	}
	slices.Sort(dst[first:])
	return slices.Compact(dst)
}

// appendOrders appends the states of a configuration of copies of main: which copy begins how
// matters.
func (p *program) appendOrders(dst []uint32, x tts.Config[uint32]) []uint32 {
	c := make([]uint32, p.threads+1)
	for i := range c {
		c[i] = free
	}
	c[0] = x.Shared
	var place func(slot int, left []tts.Count[uint32])
	place = func(slot int, left []tts.Count[uint32]) {
		if len(left) == 0 {
			dst = append(dst, p.state(c))
		}
		for _, y := range left {
			c[slot] = y.Local
			place(slot+1, tts.RemoveLocal(slices.Clone(left), y.Local))
			c[slot] = free
		}
	}
	place(1, x.Locals)
	return dst
}

func (p *program) AppendSuccessors(dst []Transition, s uint32) []Transition {
	c := p.unpack(p.states.Row(s))
	first := len(dst)
	waiting := uint64(0) // threads that cannot move
	refused := false     // for want of a slot only
	for slot := 1; slot <= p.threads; slot++ {
		before := len(dst)
		p.waited = false
		p.steps(c, slot, func(d []uint32) {
			t := Transition{To: p.state(d), Move: uint32(slot)}
			if !slices.ContainsFunc(dst[before:], func(u Transition) bool { return u.To == t.To }) {
				dst = append(dst, t)
			}
		})
		switch {
		case p.waited:
			refused = true
		case len(dst) == before:
			waiting |= 1 << (slot - 1)
		}
	}
	if len(dst) == first && !refused {
		dst = append(dst, Transition{To: s})
	}
	if p.fair {
		for i := first; i < len(dst); i++ {
			dst[i].Fair = waiting
			if slot := dst[i].Move; slot > 0 {
				dst[i].Fair |= 1 << (slot - 1)
			}
		}
	}
	return dst
}

func (p *program) Value(atom int, s uint32) bool {
	row := p.states.Row(s)
	at := func(i int) uint32 { return uint32(row[i/2] >> (i % 2 * 32)) }
	x := &p.atoms[atom]
	switch {
	case x.Thread > 0:
		return p.holds(atom, at(x.Thread))
	case x.Variables != nil:
		return p.holds(atom, at(0))
	}
	for slot := 1; slot <= p.threads; slot++ {
		if p.holds(atom, at(slot)) {
			return true
		}
	}
	return false
}

// holds reports whether an atom holds in the shared or local state that it is about.
func (p *program) holds(atom int, k uint32) bool {
	if k == free {
		return false
	}
	for int(k) >= len(p.truth[atom]) {
		p.truth[atom] = append(p.truth[atom], 0)
	}
	known := &p.truth[atom][k]
	if *known == 0 {
		*known = 1
		if p.evaluate(&p.atoms[atom], k) {
			*known = 2
		}
	}
	return *known == 2
}

func (p *program) evaluate(x *ltl.Proposition, k uint32) bool {
	if x.Variables != nil && x.Thread == 0 {
		return p.system.Shared(k).Test(uint(x.Variables[0].Index))
	}
	pc, locals := p.system.Local(k)
	if x.Variables == nil {
		_, found := slices.BinarySearch(x.PCs, pc)
		return found
	}
	proc, first := p.nodes[pc].Proc, 0
	if p.inlined != nil {
		stack := p.inlined.Stack(pc)
		in := stack[len(stack)-1]
		proc, first = in.Proc, in.First
	}
	i := slices.IndexFunc(x.Variables, func(v *parser.Var) bool { return v.Proc == proc })
	return i >= 0 && locals.Test(uint(first+x.Variables[i].Index))
}
