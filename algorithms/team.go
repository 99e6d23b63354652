// This file defines how breadth-first search looks many configurations up at once: on one core, and on several.

package algorithms

import (
	"cmp"
	"sync"
	"sync/atomic"

	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// flush adds the configurations that wait.
func (b *bfs[K]) flush() {
	switch {
	case b.waiting == nil || b.waiting.Len() == 0 || b.adding:
	case b.member != nil: // it looks them up when the configuration is expanded
		b.member.enough = true
	default:
		b.adding = true
		b.add(b.waiting, 0, b.waiting.Len())
		b.adding = false
		b.waiting.Cut(0)
	}
}

// looks reports whether configurations are errors that the search explores.
func (b *bfs[K]) looks() bool { return len(b.Target.Locals) > 0 }

// add adds configurations that wait, from the i-th to the one before the n-th.
func (b *bfs[K]) add(w *store.Batch[K], i, n int) {
	err := w.Add(i, n, func(pos, parent uint32) bool {
		if b.Visit != nil || b.looks() {
			c := b.store.Get(pos, b.fresh)
			b.fresh = c.Locals
			b.look(c, b.depth, parent)
		}
		return !b.done
	})
	if err != nil {
		b.meter.Fail(Memory)
		b.done = true
	}
}

// A team expands many configurations of a level at once. Its members look up in the store what these lead to, while it
// does not change; then the search adds what is not there, in the order in which it would have come to it alone. So
// nothing depends on how many members there are, or on who is faster: not the order of the store, nor the numbers of thread states,
// nor the execution that is found.
//
// Members ask the system only for what it remembers. Where there is more to do than to add configurations (the system
// does not know an answer yet, an edge fails, something is an error) they leave the configuration to the search.
type team[K tts.Key] struct {
	*bfs[K]
	members []*member[K]
	size    int        // of a piece
	begin   []uint32   // where pieces begin
	pieces  []piece[K] // what members made of them
}

const (
	// A member takes a piece of so many configurations at a time.
	pieceSize = 256
	// A team does so many pieces for each member before the search adds what they lead to, and nothing if the level has fewer
	// than two for each.
	piecesEach = 32
)

// A piece is what some configurations lead to.
type piece[K tts.Key] struct {
	found *store.Batch[K]
	left  []mark // in order
	end   mark
	n     int // configurations
}

// A mark is a place in a piece: the configuration there is left to the search, or it is the end.
type mark struct {
	pos uint32
	// Up to there so many configurations were found, edges fired, and threads are in a configuration.
	found   int
	fired   int64
	threads uint32
}

// A member explores pieces, by the code of the search.
type member[K tts.Key] struct {
	bfs[K]
	team   *team[K]
	missed bool // something is left to the search
	enough bool // configurations wait to be looked up
}

// leaves says whether the configuration is to be left to the search.
func (m *member[K]) leaves(it bool) { m.missed = m.missed || it }

// newTeam returns a team for a search, nil if there is one core or the system remembers nothing.
func newTeam[K tts.Key](b *bfs[K]) *team[K] {
	sys, ok := b.System.(tts.RecallingSystem[K])
	if b.meter.Cores < 2 || !ok {
		return nil
	}
	t := &team[K]{bfs: b, size: cmp.Or(b.meter.piece, pieceSize)}
	for range b.meter.Cores {
		m := &member[K]{team: t}
		m.bfs = bfs[K]{Problem: b.Problem, meter: b.meter.Beside(), store: b.store}
		m.System = sys.Recall(&m.missed)
		m.firer.System, m.member = m.System, m
		t.members = append(t.members, m)
	}
	t.pieces = make([]piece[K], piecesEach*len(t.members))
	for i := range t.pieces {
		t.pieces[i].found = b.store.NewBatch()
	}
	return t
}

// expand expands configurations from the one at *pos on, of which the level has so many, and sets *pos to the last of them. It
// returns how many these are: none if that is for the search alone.
func (t *team[K]) expand(pos *uint32, left int) (n int) {
	if t == nil || left < 2*t.size*len(t.members) {
		return 0
	}
	t.begin = t.begin[:0]
	last := *pos
	for at := *pos; n < left && n < t.size*len(t.pieces); at = t.store.Next(at) {
		if n%t.size == 0 {
			t.begin = append(t.begin, at)
		}
		last = at
		n++
	}
	var next atomic.Int32
	var wait sync.WaitGroup
	for _, m := range t.members {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(t.begin) {
					return
				}
				m.explore(&t.pieces[i], t.begin[i], min(t.size, n-i*t.size))
			}
		})
	}
	wait.Wait()
	t.flush()
	for i := range t.begin {
		if t.take(&t.pieces[i]); t.done {
			break
		}
	}
	*pos = last
	return n
}

// explore makes a piece of n configurations from the one at pos on.
func (m *member[K]) explore(p *piece[K], pos uint32, n int) {
	p.found.Cut(0)
	p.left, p.n = p.left[:0], n
	m.waiting, m.stats = p.found, Stats{}
	for ; n > 0; n-- {
		c := m.store.Get(pos, m.locals)
		m.locals = c.Locals
		fired, found := m.stats.Fired, p.found.Len()
		m.missed, m.moved, m.enough = false, false, false
		m.expand(c, pos)
		if m.missed || m.done || !m.moved && m.Target.Stuck != nil {
			p.found.Cut(found)
			m.stats.Fired, m.done = fired, false
			p.left = append(p.left, m.mark(p, pos))
		} else {
			m.stats.MaxThreads = max(m.stats.MaxThreads, c.Threads())
		}
		if m.enough {
			p.found.Sift()
		}
		if n > 1 {
			pos = m.store.Next(pos)
		}
	}
	p.end = m.mark(p, pos)
}

// mark returns the mark of where a piece ends so far.
func (m *member[K]) mark(p *piece[K], pos uint32) mark {
	p.found.Sift()
	return mark{pos, p.found.Len(), m.stats.Fired, m.stats.MaxThreads}
}

// take adds what a piece leads to, and expands what was left.
func (t *team[K]) take(p *piece[K]) {
	b := t.bfs
	b.depth = b.stats.Depth + 1
	b.expanded += p.n - len(p.left)
	var from mark
	to := func(x mark) (goOn bool) {
		b.stats.Fired += x.fired - from.fired
		b.stats.MaxThreads = max(b.stats.MaxThreads, x.threads)
		b.add(p.found, from.found, x.found)
		from = x
		return !b.done
	}
	for _, x := range p.left {
		if !to(x) {
			return
		}
		b.expandAt(x.pos)
		if b.flush(); b.done {
			return
		}
	}
	to(p.end)
}
