// This file defines predecessors by pre-images, asked for when a search comes to need
// them.

package arcs

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A Preimages asks a system for what leads to the configurations of a search, and for
// nothing else. What cannot be reached is not known, so all of it is looked at.
//
// The predecessors of a configuration are by edges after which the active thread is one
// of its threads, asked for each thread; and by those that enter the shared state or
// touch other threads, asked for once, whatever thread takes them. Any other edge leads
// back to more threads and nothing else.
type Preimages[K tts.Key] struct {
	*numbering.Names[K]
	System  tts.PreimageSystem[K]
	Index   *Arrivals
	meter   *algorithms.Meter
	budget  *Budget
	entered numbering.Bitset   // shared states for which the edges that enter are known
	known   []numbering.Bitset // by shared state: the local states for which those that stay are
	effects []tts.Edge[K]
	spawns  map[uint32]int32
	named   map[*tts.Effect[K]]int32
	Pending int // arcs asked for and not filed yet
	edges   []tts.Edge[K]
	moves   []K
}

// NewPreimages begins with nothing asked.
func NewPreimages[K tts.Key](sys tts.PreimageSystem[K], n *numbering.Names[K], m *algorithms.Meter, b *Budget) *Preimages[K] {
	p := &Preimages[K]{
		Names: n, System: sys, meter: m, budget: b,
		Index:  &Arrivals{Cover: &Cover{full: true}, Blocking: true}, // as far as is known
		spawns: map[uint32]int32{}, named: map[*tts.Effect[K]]int32{},
	}
	p.Index.Load = p.load
	return p
}

// Pause is what the system calls where an answer takes long.
func (p *Preimages[K]) Pause() bool { return p.budget.Spend(64) && !p.meter.Stop() }

// load adds the arcs to a configuration that are missing.
func (p *Preimages[K]) load(shared uint32, threads []uint32) bool {
	p.grow()
	if !p.entered.Has(shared) && !p.enter(shared) {
		return false
	}
	for i, l := range threads {
		if (i == 0 || threads[i-1] != l) && !p.known[shared].Has(l) && !p.stay(shared, l) {
			return false
		}
	}
	for _, i := range p.Index.to[shared].rest {
		if x := &p.Index.Arcs[i]; p.Index.touches(x) && !p.others(x.Effect, threads) {
			return false
		}
	}
	p.grow()
	return true
}

// grow makes room for the states that have got identifiers.
func (p *Preimages[K]) grow() {
	a := p.Index
	for len(a.to) < len(p.Shared.Keys) {
		a.to = append(a.to, arrival{})
		a.Pass = append(a.Pass, NoArc)
		p.known = append(p.known, nil)
	}
	for len(a.count) < len(p.Local.Keys) {
		a.count = append(a.count, 0)
	}
	for len(a.seen) < len(a.Arcs) {
		a.seen = append(a.seen, 0)
	}
}

// enter asks for the arcs that enter a shared state or touch other threads.
func (p *Preimages[K]) enter(shared uint32) bool {
	var arcs []Arc
	going := true
	for e := range p.System.Entering(p.Shared.Keys[shared], func() bool { going = going && p.Pause(); return going }) {
		arcs = append(arcs, p.arc(&e))
		p.Pending = len(arcs)
		if going = going && p.budget.Spend(1) && (len(arcs)%64 != 0 || !p.meter.Stop()); !going {
			break
		}
	}
	p.Pending = 0
	if !going || p.meter.Stop() {
		return false
	}
	slices.SortFunc(arcs, Arc.compare)
	p.grow()
	to := &p.Index.to[shared]
	for _, x := range slices.Compact(arcs) {
		p.Index.Arcs = append(p.Index.Arcs, x)
		p.Index.file(uint32(len(p.Index.Arcs) - 1))
	}
	slices.SortFunc(to.moves, making.compare)
	p.entered.Add(shared)
	return true
}

// stay asks for the arcs that make a thread in l, keep the shared state and touch no
// others.
func (p *Preimages[K]) stay(shared, l uint32) bool {
	t := tts.ThreadState[K]{Shared: p.Shared.Keys[shared], Local: p.Local.Keys[l]}
	p.edges = p.System.AppendInEdges(p.edges[:0], t)
	to := &p.Index.to[shared]
	var fresh []making
	for i := range p.edges {
		e := &p.edges[i]
		if e.Kind == tts.Move && e.From.Shared == t.Shared && e.Effect == nil && e.From.Local != t.Local {
			fresh = append(fresh, making{l, uint32(len(p.Index.Arcs))})
			p.Index.Arcs = append(p.Index.Arcs, p.arc(e))
		}
	}
	at, _ := slices.BinarySearchFunc(to.moves, making{l, 0}, making.compare)
	to.moves = slices.Insert(to.moves, at, fresh...)
	p.known[shared].Add(l)
	return p.budget.Spend(1+len(p.edges)) && !p.meter.Stop()
}

// arc returns an edge over identifiers.
func (p *Preimages[K]) arc(e *tts.Edge[K]) Arc {
	x := Arc{From: p.Shared.ID(e.From.Shared), To: p.Shared.ID(e.To.Shared), Kind: e.Kind, Effect: NoEffect}
	if e.Kind != tts.Environment {
		x.Active = p.Local.ID(e.From.Local)
	}
	if e.Kind == tts.Move {
		x.After = p.Local.ID(e.To.Local)
	}
	if e.Effect != nil {
		x.Effect = p.effectOf(e)
	}
	return x
}

func (p *Preimages[K]) effectOf(e *tts.Edge[K]) int32 {
	fresh := int32(len(p.Index.Effects))
	effect := &Effect{Kind: e.Effect.Kind}
	if effect.Kind == tts.Spawn {
		effect.Child = p.Local.ID(e.Effect.Child)
		if i, ok := p.spawns[effect.Child]; ok {
			return i
		}
		p.spawns[effect.Child] = fresh
	} else {
		if i, ok := p.named[e.Effect]; ok {
			return i
		}
		p.named[e.Effect] = fresh
		effect.Moved, effect.back = map[uint32][]uint32{}, map[uint32][]uint32{}
		if effect.Kind == tts.One {
			p.moves = p.System.AppendMovable(p.moves[:0], e)
			for _, l := range p.moves {
				effect.movable = append(effect.movable, p.Local.ID(l))
			}
		}
	}
	p.Index.Effects = append(p.Index.Effects, effect)
	p.effects = append(p.effects, *e)
	return fresh
}

// others asks from where an effect takes others to be in the given local states.
func (p *Preimages[K]) others(i int32, threads []uint32) bool {
	e, edge := p.Index.Effects[i], &p.effects[i]
	for _, l := range threads {
		if e.known.Has(l) {
			continue
		}
		p.moves = ask(e, p.System, p.Names, edge, l, p.moves)
		_, moved := e.Moved[l]
		p.moves = p.System.AppendMovesBack(p.moves[:0], edge, p.Local.Keys[l])
		for _, k := range p.moves {
			if from := p.Local.ID(k); moved || from != l {
				e.back[l] = append(e.back[l], from)
			}
		}
		slices.Sort(e.back[l])
		if !p.budget.Spend(2+len(p.moves)) || p.meter.Stop() {
			return false
		}
	}
	return true
}
