// This file defines the translation that SATABS makes of its own programs
// (satabs --build-tts), reconstructed from its output.

package converter

import (
	"fmt"
	"math"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// TranslateSATABS translates p as SATABS does, edge for edge, and returns the
// target, its error state. It differs from the program's own meaning:
//
//   - Threads are never removed: end_thread has no edge.
//   - start_thread takes two steps, between which a bit ts is set: the creator
//     leaves a new thread at its next statement and itself goes to the target. A
//     different thread at the same place can take the second step.
//   - Atomic sections are visible, guarded by a bit m; a blocked assume whose
//     condition is nondeterministic loops.
//   - Program counters are counted anew: first come locations that choose the
//     initial values, one for each variable, and a skip that no jump leads to has
//     none.
//
// Shared state m<<(g+1) | ts<<g | v has the valuation v of g shared variables,
// local state pc<<n | v that of n local variables, the first-declared one most
// significant; the error state is the greatest of both.
//
// Only what SATABS writes can be translated: one procedure with statements, and
// neither wait, signal, broadcast nor passive assignment.
func TranslateSATABS(p *parser.Program, stop func() bool) (*tts.TTS, tts.Config[uint32], error) {
	t := &satabs{engine: image.New(p, image.Small, stop), layout: p.Layout, pcs: map[int]int{}}
	if err := t.check(); err != nil {
		return nil, tts.Config[uint32]{}, err
	}
	t.number()
	bits := t.layout.Shared
	maxLocal := uint64(t.numPCs)<<t.layout.Local + 1
	if bits > 28 || t.layout.Local > 31 || maxLocal > math.MaxUint32 {
		return nil, tts.Config[uint32]{}, fmt.Errorf("SATABS's translation has 4 * 2^%d + 1 shared and %d * 2^%d + 1 local states, more than there are numbers",
			bits, t.numPCs, t.layout.Local)
	}
	t.numShared, t.numLocal = 4<<bits+1, uint32(maxLocal)
	t.b = tts.NewBuilder(t.numShared, t.numLocal)
	t.prologue()
	for _, n := range t.main() {
		if stop != nil && stop() {
			return nil, tts.Config[uint32]{}, ErrStopped
		}
		t.statement(n)
	}
	table, err := t.b.Build()
	return table, tts.NewConfig(t.numShared-1, t.numLocal-1), err
}

type satabs struct {
	engine              *image.Engine
	layout              parser.Layout
	b                   *tts.Builder
	pcs                 map[int]int // program counters of the kept statements, counted anew
	numPCs              int
	numShared, numLocal uint32
}

// main returns the locations of the main procedure that SATABS keeps.
func (t *satabs) main() []*parser.Node {
	var ns []*parser.Node
	for _, n := range t.engine.Program.Nodes {
		if _, ok := t.pcs[n.PC]; ok {
			ns = append(ns, n)
		}
	}
	return ns
}

// check reports what SATABS has no translation for.
func (t *satabs) check() error {
	p := t.engine.Program
	for _, n := range p.Nodes {
		if n.Stmt == nil {
			continue
		}
		what := ""
		switch op := n.Stmt.Op.(type) {
		case *parser.Wait, *parser.Signal, *parser.Broadcast:
			what = "wait, signal and broadcast"
		case *parser.Call, *parser.Return:
			what = "procedures"
		case *parser.StartThread:
			if op.Proc != nil {
				what = "threads that start with a procedure"
			}
		}
		if what == "" && n.Out[0].Kind == parser.PassiveEdge {
			what = "passive assignments"
		}
		if what == "" && n.Proc != p.File.Main {
			what = "procedures"
		}
		if what != "" {
			return fmt.Errorf("%s:%s: SATABS's translation has no %s", p.File.Name, n.Pos, what)
		}
	}
	return nil
}

// number counts the kept locations: those that choose initial values, then the
// statements but for skips that no jump leads to, the last statement always.
func (t *satabs) number() {
	p := t.engine.Program
	main := p.File.Main
	t.numPCs = len(p.File.Globals) + len(main.Locals)
	jumps := map[int]bool{}
	for _, n := range p.Nodes {
		for _, e := range n.Out {
			if e.To != n.PC+1 || e.Branch.Target != nil {
				jumps[e.To] = true
			}
			if e.Kind == parser.SpawnEdge {
				jumps[e.Child] = true
			}
		}
	}
	for _, n := range p.Nodes {
		switch {
		case n.Proc != main:
		case n.Stmt == nil:
			// The end of the procedure is that of its last skip, if it has one.
			if jumps[n.PC] || n.PC == main.Entry || !isSkip(p.Nodes[n.PC-1]) {
				t.keep(n.PC)
			}
		case !isSkip(n) || jumps[n.PC] || n.PC+1 == main.Exit:
			t.keep(n.PC)
		}
	}
}

func (t *satabs) keep(pc int) {
	t.pcs[pc] = t.numPCs
	t.numPCs++
}

func isSkip(n *parser.Node) bool {
	if n.Stmt == nil {
		return false
	}
	_, ok := n.Stmt.Op.(*parser.Skip)
	return ok
}

// at returns the number of the location where a thread at pc is found: skips that
// are not kept are passed.
func (t *satabs) at(pc int) uint32 {
	for {
		if k, ok := t.pcs[pc]; ok {
			return uint32(k) << t.layout.Local
		}
		pc++
	}
}

// prologue adds the edges that choose initial values, variable by variable.
func (t *satabs) prologue() {
	f := t.engine.Program.File
	nG, nL := t.layout.Shared, t.layout.Local
	pc := uint32(0)
	choose := func(v *parser.Var, bit uint32, shared bool) {
		for s := range uint32(1) << nG {
			for l := range uint32(1) << nL {
				from := tts.ThreadState[uint32]{Shared: s, Local: pc<<nL | l}
				for value := range uint32(2) {
					if v.Init == parser.InitZero && value == 1 || v.Init == parser.InitOne && value == 0 {
						continue
					}
					s1, l1 := s, l
					if shared {
						s1 = s&^bit | value*bit
					} else {
						l1 = l&^bit | value*bit
					}
					next := (pc + 1) << nL
					if int(pc)+1 == nG+len(f.Main.Locals) {
						next = t.at(f.Main.Entry)
					}
					t.b.AddMove(from.Shared, from.Local, s1, next|l1)
				}
			}
		}
		pc++
	}
	for i, v := range f.Globals {
		choose(v, 1<<(nG-1-i), true)
	}
	for i, v := range f.Main.Locals {
		choose(v, 1<<(nL-1-i), false)
	}
}

// statement adds the edges of the statement at n for all valuations.
func (t *satabs) statement(n *parser.Node) {
	if n.Stmt == nil {
		return // the end of the procedure
	}
	switch n.Stmt.Op.(type) {
	case *parser.EndThread:
		return
	case *parser.Skip:
		if n.PC+1 == n.Proc.Exit {
			return
		}
	}
	var steps image.Steps
	from := image.State{Shared: bitset.New(64), PC: n.PC, Local: bitset.New(64)}
	for v := range uint32(1) << t.layout.Shared {
		setNumber(from.Shared, v, t.layout.Shared)
		from.Shared.SetTo(uint(t.layout.Atomic()), n.Section != nil)
		for l := range uint32(1) << t.layout.Local {
			steps.Reset()
			setNumber(from.Local, l, t.layout.Local)
			t.engine.Post(&steps, from)
			for i := range steps.List {
				t.step(&steps.List[i])
			}
			t.waits(n, from, len(steps.List) > 0)
		}
	}
}

func (t *satabs) step(step *image.Step) {
	from := t.threadState(step.From)
	switch {
	case step.Kind == tts.Fail:
		t.b.AddMove(from.Shared, from.Local, t.numShared-1, t.numLocal-1)
	case step.Edge.Kind == parser.SpawnEdge:
		// The two halves of start_thread.
		started := from.Shared | 1<<t.layout.Shared
		next, child := t.threadState(step.To), t.threadState(step.Child)
		t.b.Add(tts.Edge[uint32]{
			From:   from,
			To:     tts.ThreadState[uint32]{Shared: started, Local: from.Local},
			Effect: &tts.Effect[uint32]{Kind: tts.Spawn, Child: next.Local},
		})
		t.b.AddMove(started, from.Local, from.Shared, child.Local)
	default:
		to := t.threadState(step.To)
		t.b.AddMove(from.Shared, from.Local, to.Shared, to.Local)
	}
}

// waits adds the loop of an assume whose condition may be false as well as true.
func (t *satabs) waits(n *parser.Node, from image.State, passes bool) {
	_, ok := n.Stmt.Op.(*parser.Assume)
	if !ok || !passes || !t.engine.Value(n.Out[0], from).May(false) {
		return
	}
	k := t.threadState(from)
	t.b.AddMove(k.Shared, k.Local, k.Shared, k.Local)
}

func (t *satabs) threadState(s image.State) tts.ThreadState[uint32] {
	shared := number(s.Shared, t.layout.Shared)
	if s.Shared.Test(uint(t.layout.Atomic())) {
		shared |= 1 << (t.layout.Shared + 1)
	}
	return tts.ThreadState[uint32]{Shared: shared, Local: t.at(s.PC) | number(s.Local, t.layout.Local)}
}
