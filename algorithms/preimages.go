// This file defines predecessors by pre-images, asked for when a search comes to need
// them.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A preimages asks a system for what leads to the configurations of a search, and for
// nothing else. What cannot be reached is not known, so all of it is looked at.
//
// The predecessors of a configuration are by edges after which the active thread is one
// of its threads, asked for each thread; and by those that enter the shared state or
// touch other threads, asked for once, whatever thread takes them. Any other edge leads
// back to more threads and nothing else.
type preimages[K tts.Key] struct {
	*numbering.Names[K]
	system  tts.PreimageSystem[K]
	index   *arrivals
	meter   *Meter
	budget  *Budget
	entered numbering.Bitset   // shared states for which the edges that enter are known
	known   []numbering.Bitset // by shared state: the local states for which those that stay are
	effects []tts.Edge[K]
	spawns  map[uint32]int32
	named   map[*tts.Effect[K]]int32
	pending int // arcs asked for and not filed yet
	edges   []tts.Edge[K]
	moves   []K
}

func newPreimages[K tts.Key](sys tts.PreimageSystem[K], n *numbering.Names[K], m *Meter, b *Budget) *preimages[K] {
	p := &preimages[K]{
		Names: n, system: sys, meter: m, budget: b,
		index:  &arrivals{cover: &cover{full: true}, blocking: true}, // as far as is known
		spawns: map[uint32]int32{}, named: map[*tts.Effect[K]]int32{},
	}
	p.index.load = p.load
	return p
}

// pause is what the system calls where an answer takes long.
func (p *preimages[K]) pause() bool { return p.budget.spend(64) && !p.meter.Stop() }

// load adds the arcs to a configuration that are missing.
func (p *preimages[K]) load(shared uint32, threads []uint32) bool {
	p.grow()
	if !p.entered.Has(shared) && !p.enter(shared) {
		return false
	}
	for i, l := range threads {
		if (i == 0 || threads[i-1] != l) && !p.known[shared].Has(l) && !p.stay(shared, l) {
			return false
		}
	}
	for _, i := range p.index.to[shared].rest {
		if x := &p.index.arcs[i]; p.index.touches(x) && !p.others(x.effect, threads) {
			return false
		}
	}
	p.grow()
	return true
}

// grow makes room for the states that have got identifiers.
func (p *preimages[K]) grow() {
	a := p.index
	for len(a.to) < len(p.Shared.Keys) {
		a.to = append(a.to, arrival{})
		a.pass = append(a.pass, noArc)
		p.known = append(p.known, nil)
	}
	for len(a.count) < len(p.Local.Keys) {
		a.count = append(a.count, 0)
	}
	for len(a.seen) < len(a.arcs) {
		a.seen = append(a.seen, 0)
	}
}

// enter asks for the arcs that enter a shared state or touch other threads.
func (p *preimages[K]) enter(shared uint32) bool {
	var arcs []arc
	going := true
	for e := range p.system.Entering(p.Shared.Keys[shared], func() bool { going = going && p.pause(); return going }) {
		arcs = append(arcs, p.arc(&e))
		p.pending = len(arcs)
		if going = going && p.budget.spend(1) && (len(arcs)%64 != 0 || !p.meter.Stop()); !going {
			break
		}
	}
	p.pending = 0
	if !going || p.meter.Stop() {
		return false
	}
	slices.SortFunc(arcs, arc.compare)
	p.grow()
	to := &p.index.to[shared]
	for _, x := range slices.Compact(arcs) {
		p.index.arcs = append(p.index.arcs, x)
		p.index.file(uint32(len(p.index.arcs) - 1))
	}
	slices.SortFunc(to.moves, making.compare)
	p.entered.Add(shared)
	return true
}

// stay asks for the arcs that make a thread in l, keep the shared state and touch no
// others.
func (p *preimages[K]) stay(shared, l uint32) bool {
	t := tts.ThreadState[K]{Shared: p.Shared.Keys[shared], Local: p.Local.Keys[l]}
	p.edges = p.system.AppendInEdges(p.edges[:0], t)
	to := &p.index.to[shared]
	var fresh []making
	for i := range p.edges {
		e := &p.edges[i]
		if e.Kind == tts.Move && e.From.Shared == t.Shared && e.Effect == nil && e.From.Local != t.Local {
			fresh = append(fresh, making{l, uint32(len(p.index.arcs))})
			p.index.arcs = append(p.index.arcs, p.arc(e))
		}
	}
	at, _ := slices.BinarySearchFunc(to.moves, making{l, 0}, making.compare)
	to.moves = slices.Insert(to.moves, at, fresh...)
	p.known[shared].Add(l)
	return p.budget.spend(1+len(p.edges)) && !p.meter.Stop()
}

// arc returns an edge over identifiers.
func (p *preimages[K]) arc(e *tts.Edge[K]) arc {
	x := arc{from: p.Shared.ID(e.From.Shared), to: p.Shared.ID(e.To.Shared), kind: e.Kind, effect: noEffect}
	if e.Kind != tts.Environment {
		x.active = p.Local.ID(e.From.Local)
	}
	if e.Kind == tts.Move {
		x.after = p.Local.ID(e.To.Local)
	}
	if e.Effect != nil {
		x.effect = p.effectOf(e)
	}
	return x
}

func (p *preimages[K]) effectOf(e *tts.Edge[K]) int32 {
	fresh := int32(len(p.index.effects))
	effect := &effect{kind: e.Effect.Kind}
	if effect.kind == tts.Spawn {
		effect.child = p.Local.ID(e.Effect.Child)
		if i, ok := p.spawns[effect.child]; ok {
			return i
		}
		p.spawns[effect.child] = fresh
	} else {
		if i, ok := p.named[e.Effect]; ok {
			return i
		}
		p.named[e.Effect] = fresh
		effect.moved, effect.back = map[uint32][]uint32{}, map[uint32][]uint32{}
		if effect.kind == tts.One {
			p.moves = p.system.AppendMovable(p.moves[:0], e)
			for _, l := range p.moves {
				effect.movable = append(effect.movable, p.Local.ID(l))
			}
		}
	}
	p.index.effects = append(p.index.effects, effect)
	p.effects = append(p.effects, *e)
	return fresh
}

// others asks from where an effect takes others to be in the given local states.
func (p *preimages[K]) others(i int32, threads []uint32) bool {
	e, edge := p.index.effects[i], &p.effects[i]
	for _, l := range threads {
		if e.known.Has(l) {
			continue
		}
		p.moves = ask(e, p.system, p.Names, edge, l, p.moves)
		_, moved := e.moved[l]
		p.moves = p.system.AppendMovesBack(p.moves[:0], edge, p.Local.Keys[l])
		for _, k := range p.moves {
			if from := p.Local.ID(k); moved || from != l {
				e.back[l] = append(e.back[l], from)
			}
		}
		slices.Sort(e.back[l])
		if !p.budget.spend(2+len(p.moves)) || p.meter.Stop() {
			return false
		}
	}
	return true
}
