// This file defines the steps of threads that have identities.

package ndfs

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// steps calls yield with each configuration that a step of the thread in a slot leads to
// from c. It is valid until yield returns, and may come more than once.
func (p *program) steps(c []uint32, slot int, yield func(d []uint32)) {
	if c[slot] == free {
		return
	}
	p.pending = p.pending[:0]
	p.statements(c, slot, func(_ *tts.Edge[uint32], d []uint32) {
		if d[0] != c[0] && p.system.Transient(d[0]) {
			p.pending = append(p.pending, d...)
		} else {
			yield(d)
		}
	})
	if len(p.pending) == 0 {
		return
	}
	// The step goes on through a section. Only the threads inside can move.
	p.inner.Reset()
	for len(p.pending) > 0 && !p.stop() {
		n := len(p.pending) - len(c)
		d := slices.Clone(p.pending[n:])
		p.pending = p.pending[:n]
		if _, fresh := p.inner.Intern(p.pack(d)); !fresh {
			continue
		}
		for inside := 1; inside <= p.threads; inside++ {
			p.statements(d, inside, func(_ *tts.Edge[uint32], x []uint32) {
				if p.system.Transient(x[0]) {
					p.pending = append(p.pending, x...)
				} else {
					yield(x)
				}
			})
		}
	}
}

// statements fires the edges of the thread in a slot, and gives each with where it leads to.
func (p *program) statements(c []uint32, slot int, yield func(e *tts.Edge[uint32], d []uint32)) {
	if c[slot] == free {
		return
	}
	at := len(p.edges)
	p.edges = p.system.AppendEdges(p.edges, tts.ThreadState[uint32]{Shared: c[0], Local: c[slot]})
	edges := p.edges[at:]
	d := make([]uint32, len(c))
	for i := range edges {
		e := &edges[i]
		copy(d, c)
		d[0] = e.To.Shared
		switch e.Kind {
		case tts.Move:
			d[slot] = e.To.Local
		case tts.End:
			d[slot] = free
		default:
			continue
		}
		p.others(e, d, slot, func() { yield(e, d) })
	}
	p.edges = p.edges[:at]
}

// others does to the other threads of d what an edge of the one in a slot does, in all
// ways.
func (p *program) others(e *tts.Edge[uint32], d []uint32, slot int, yield func()) {
	switch {
	case e.Effect == nil:
		yield()
	case e.Effect.Kind == tts.Spawn:
		child := slices.Index(d[1:], free) + 1
		if child == 0 {
			p.waited = true
			if p.refused == algorithms.NoPC {
				p.refused, _ = p.system.Local(e.From.Local)
			}
			return
		}
		d[child] = e.Effect.Child
		yield()
		d[child] = free
	case e.Effect.Kind == tts.One:
		none := true
		for i := 1; i < len(d); i++ {
			was := d[i]
			if i == slot || was == free {
				continue
			}
			for _, l := range p.system.AppendMoves(nil, e, was) {
				none = false
				d[i] = l
				yield()
			}
			d[i] = was
		}
		if none {
			yield()
		}
	default:
		p.all(e, d, slot, 1, yield)
	}
}

// all moves the threads from slot i on, but for the active one.
func (p *program) all(e *tts.Edge[uint32], d []uint32, slot, i int, yield func()) {
	switch {
	case i == len(d):
		yield()
	case i == slot || d[i] == free:
		p.all(e, d, slot, i+1, yield)
	default:
		was := d[i]
		for _, l := range p.system.AppendMoves(nil, e, was) {
			d[i] = l
			p.all(e, d, slot, i+1, yield)
		}
		d[i] = was
	}
}
