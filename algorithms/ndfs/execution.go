// This file defines how a path is shown as an execution, statement by statement.

package ndfs

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// execution returns a path with all that happens on it.
func (p *program) execution(path *Path) *Execution {
	at := func(i int) []uint32 {
		if i == len(path.States) {
			i = path.Loop
		}
		return p.unpack(p.states.Row(path.States[i]))
	}
	x := &Execution{Trace: &reach.Trace{Initial: p.shown(at(0))}}
	for i, move := range path.Moves {
		if i == path.Loop {
			x.Loop = len(x.Steps)
		}
		if move > 0 {
			for _, h := range p.between(at(i), at(i+1), int(move)) {
				x.Steps = append(x.Steps, p.statement(h)...)
			}
		}
	}
	return x
}

// A hit is an edge that the thread in a slot takes from one configuration to another.
type hit struct {
	slot     int
	edge     tts.Edge[uint32]
	from, to []uint32
}

// between returns the edges of a step of the thread in a slot that leads from c to d, as few
// as there may be.
func (p *program) between(c, d []uint32, slot int) []hit {
	type node struct {
		hit
		parent int
	}
	nodes := []node{{hit{to: c}, -1}}
	p.inner.Reset()
	for i := 0; i < len(nodes); i++ {
		from := nodes[i].to
		for mover := 1; mover <= p.threads; mover++ {
			if i == 0 && mover != slot {
				continue
			}
			found := false
			p.statements(from, mover, func(e *tts.Edge[uint32], x []uint32) {
				inside := x[0] != c[0] && p.system.Transient(x[0])
				if found || !inside && !slices.Equal(x, d) {
					return
				}
				if _, fresh := p.inner.Intern(p.pack(x)); fresh || !inside {
					nodes = append(nodes, node{hit{mover, *e, from, slices.Clone(x)}, i})
					found = !inside
				}
			})
			if !found {
				continue
			}
			var hits []hit
			for n := nodes[len(nodes)-1]; n.parent >= 0; n = nodes[n.parent] {
				hits = append(hits, n.hit)
			}
			slices.Reverse(hits)
			return hits
		}
	}
	return nil // not reached: the step was found before
}

// statement returns the statements of an edge.
func (p *program) statement(h hit) []reach.Step {
	var out []reach.Step
	parts := p.system.Steps(&h.edge)
	for i, part := range parts {
		s := reach.Step{Thread: h.slot, Edge: part.Edge}
		if i < len(parts)-1 {
			s.State = p.shown(h.from)
			s.State.Globals = p.values(part.To.Shared, p.file.Globals)
			j := slices.IndexFunc(s.State.Threads, func(t reach.Thread) bool { return t.ID == h.slot })
			s.State.Threads[j] = p.thread(h.slot, part.To.PC, part.To.Local)
			out = append(out, s)
			continue
		}
		s.State, s.Ended = p.shown(h.to), h.edge.Kind == tts.End
		for slot := 1; slot <= p.threads; slot++ {
			switch was, is := h.from[slot], h.to[slot]; {
			case slot == h.slot || was == is:
			case was == free:
				s.Created = slot
			default:
				s.Woken = append(s.Woken, slot)
			}
		}
		out = append(out, s)
	}
	return out
}

// shown returns a configuration in the terms of the program.
func (p *program) shown(c []uint32) reach.State {
	s := reach.State{Globals: p.values(p.system.Shared(c[0]), p.file.Globals)}
	for slot, l := range c[1:] {
		if l != free {
			pc, locals := p.system.Local(l)
			s.Threads = append(s.Threads, p.thread(slot+1, pc, locals))
		}
	}
	return s
}

func (p *program) thread(slot, pc int, locals *bitset.BitSet) reach.Thread {
	return reach.Thread{ID: slot, PC: pc, Locals: p.values(locals, p.nodes[pc].Proc.Locals)}
}

func (p *program) values(set *bitset.BitSet, vars []*parser.Var) []bool {
	out := make([]bool, len(vars))
	for i, v := range vars {
		out[i] = set.Test(uint(v.Index))
	}
	return out
}

var _ System = (*image.System[uint32])(nil)
