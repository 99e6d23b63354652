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

// execution returns a path with all that happens on it. A state may not say which of
// several threads is in which slot, so the loop is gone round until it ends in the configuration
// in which it once began. It returns nil if the system was stopped and no longer tells.
func (p *program) execution(path *Path) *Execution {
	// The first configuration of a path is stored as it is.
	c := p.unpack(p.states.Row(path.States[0]))
	x := &Execution{Trace: &reach.Trace{Initial: p.shown(c)}}
	type begin struct {
		c     []uint32
		steps int
	}
	var begun []begin
	last := 1
	for i := 0; ; i++ {
		if path.Loop < 0 && i == len(path.Moves) {
			x.Loop = -1
			return x
		}
		if i == len(path.States) {
			i = path.Loop
		}
		if i == path.Loop {
			if k := slices.IndexFunc(begun, func(b begin) bool { return slices.Equal(b.c, c) }); k >= 0 {
				x.Loop = begun[k].steps
				return x
			}
			begun = append(begun, begin{c, len(x.Steps)})
		}
		to := path.Loop
		if i+1 < len(path.States) {
			to = i + 1
		}
		if path.Moves[i] == 0 {
			continue
		}
		hits := p.between(c, path.States[to], int(path.Moves[i]), last)
		for _, h := range hits {
			statements := p.statement(h)
			if statements == nil {
				return nil
			}
			x.Steps = append(x.Steps, statements...)
			c, last = h.to, h.slot
		}
		if hits == nil {
			return nil
		}
	}
}

// A hit is an edge that the thread in a slot takes from one configuration to another.
type hit struct {
	slot     int
	edge     tts.Edge[uint32]
	from, to []uint32
}

// between returns the edges of a step that leads from c to a state, as few as there may be: of
// the thread in a slot if that is kept, else of any that is not, the last one that moved if it can.
// It returns nil if the system no longer tells.
func (p *program) between(c []uint32, s uint32, slot, last int) []hit {
	type node struct {
		hit
		parent int
	}
	nodes := []node{{hit{to: c}, -1}}
	p.inner.Reset()
	for i := 0; i < len(nodes); i++ {
		from := nodes[i].to
		for k := range p.threads {
			mover := (last-1+k)%p.threads + 1
			if i == 0 && mover != slot && min(mover, slot) <= p.kept {
				continue
			}
			found := false
			p.statements(from, mover, func(e *tts.Edge[uint32], x []uint32) {
				inside := x[0] != c[0] && p.system.Transient(x[0])
				if found || !inside && p.state(x) != s {
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
	return nil
}

// statement returns the statements of an edge, nil if the system no longer tells.
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
