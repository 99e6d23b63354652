// This file defines the second forward over-approximation: which two threads can
// be there at the same time.

package arcs

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A Pairing holds, for each shared state, the pairs of local states in which two
// threads can be at once, as far as that can be told by looking at pairs only: a
// step of a thread in c is possible beside two others in a and b if all three
// pairs of them are there. Every pair of threads of a reachable configuration is in
// it.
//
// It proves in particular that there is only one main thread and that a section
// is mutually exclusive; a search that looks at thread states alone adds such
// threads again and again.
//
// For shared states that are passed by nothing is kept: what may be there is worked
// out again whenever what may be before them has changed.
type Pairing struct {
	*Arrivals
	numLocal uint32
	words    int       // of a set of local states
	at       []*matrix // by shared state; nil for those that are passed by

	out   [][]uint32 // arcs by from, those of one active thread and to together
	done  []uint32   // by arc: the clock when it was last handled
	clock uint32
	queue []uint32
	round []uint32 // what is left of the round before
	dirty []bool
	spare []*matrix // for shared states that are passed by
	meter *algorithms.Meter
	fired int
	work  int
	most  int // work to be done now
}

// A matrix has, for each local state, the set of those beside which a thread can
// be in it.
type matrix struct {
	shared  uint32
	bits    []uint64
	words   int
	changed []uint32 // by local state: the clock when its row last changed
}

func (m *matrix) row(l uint32) []uint64 { return m.bits[int(l)*m.words : (int(l)+1)*m.words] }

// PairingBytes returns how much memory a pairing takes.
func PairingBytes(a *Arrivals) (n int) {
	words := (len(a.count) + 63) / 64
	for _, via := range a.Pass {
		if via == NoArc {
			n += len(a.count) * (words + 1) * 8
		}
	}
	return n
}

// NewPairing begins a pairing with the initial configurations; run completes it.
func NewPairing(a *Arrivals, initial *Starts, m *algorithms.Meter) *Pairing {
	p := &Pairing{
		Arrivals: a, numLocal: uint32(len(a.count)), words: (len(a.count) + 63) / 64,
		at: make([]*matrix, len(a.Locals)), dirty: make([]bool, len(a.Locals)),
		out: make([][]uint32, len(a.Locals)), done: make([]uint32, len(a.Arcs)), clock: 1, meter: m,
	}
	for i := range a.Arcs {
		p.out[a.Arcs[i].From] = append(p.out[a.Arcs[i].From], uint32(i))
	}
	for s, out := range p.out {
		if s%64 == 63 && m.Stop() {
			p.queue = nil
			return p
		}
		slices.SortFunc(out, func(i, j uint32) int {
			x, y := &a.Arcs[i], &a.Arcs[j]
			return cmp.Or(cmp.Compare(x.Active, y.Active), cmp.Compare(x.To, y.To), cmp.Compare(x.Effect, y.Effect))
		})
		if a.Pass[s] == NoArc {
			p.at[s] = p.newMatrix(uint32(s))
			// What is reached by a single thread is in the cover; so each shared state
			// is looked at once.
			p.touch(p.at[s])
		}
	}
	initial.Each(func(s uint32, counts []tts.Count[uint32]) {
		for i, x := range counts {
			if x.N > 1 {
				p.add(p.at[s], x.Local, x.Local)
			}
			for _, y := range counts[:i] {
				p.add(p.at[s], x.Local, y.Local)
			}
		}
	})
	return p
}

// Run goes on until so much work is done in all, counted as the search counts its own. It
// reports whether the pairing is complete.
func (p *Pairing) Run(work int) bool {
	p.most = work
	for len(p.round)+len(p.queue) > 0 {
		if len(p.round) == 0 {
			p.round, p.queue = p.queue, nil
		}
		s := p.round[0]
		p.round = p.round[1:]
		p.dirty[s] = false
		if !p.expand(p.at[s]) {
			p.touch(p.at[s]) // what is done there already will be seen
			return false
		}
	}
	return true
}

func (p *Pairing) newMatrix(s uint32) *matrix {
	return &matrix{s, make([]uint64, int(p.numLocal)*p.words), p.words, make([]uint32, p.numLocal)}
}

func (p *Pairing) touch(m *matrix) {
	if p.Pass[m.shared] == NoArc && !p.dirty[m.shared] {
		p.dirty[m.shared] = true
		p.queue = append(p.queue, m.shared)
	}
}

// add adds a pair to m.
func (p *Pairing) add(m *matrix, a, b uint32) {
	p.work++
	p.addTo(m, a, b)
	p.addTo(m, b, a)
}

func (p *Pairing) addTo(m *matrix, a, b uint32) {
	row := m.row(a)
	if row[b>>6]>>(b&63)&1 == 0 {
		row[b>>6] |= 1 << (b & 63)
		m.changed[a] = p.clock
		p.touch(m)
	}
}

// join adds some&mask to the row of a in m.
func (p *Pairing) join(m *matrix, a uint32, some, mask []uint64) {
	row := m.row(a)
	p.work += 1 + p.words/32
	changed := false
	for w, b := range some {
		if w == len(mask) {
			break
		}
		if b &= mask[w] &^ row[w]; b != 0 {
			row[w] |= b
			changed = true
		}
	}
	if changed {
		m.changed[a] = p.clock
		p.touch(m)
	}
}

// Apart reports whether two of the threads cannot be there at once.
func (p *Pairing) Apart(s uint32, threads []uint32) bool {
	if p == nil || p.at[s] == nil {
		return false
	}
	m := p.at[s]
	for i, l := range threads {
		row := m.row(l)
		for _, k := range threads[i+1:] {
			if row[k>>6]>>(k&63)&1 == 0 {
				return true
			}
		}
	}
	return false
}

// of returns the matrix of a shared state, worked out if that is passed by.
func (p *Pairing) of(s uint32) *matrix {
	if p.Pass[s] == NoArc {
		return p.at[s]
	}
	x := &p.Arcs[p.Pass[s]]
	m := p.newMatrix(s)
	p.fire(x, p.of(x.From), m, 0, false)
	return m
}

// Together yields the pairs of a shared state, each once.
func (p *Pairing) Together(s uint32) iter.Seq2[uint32, uint32] { return p.of(s).all }

// all yields the pairs, each once.
func (m *matrix) all(yield func(a, b uint32) bool) {
	for l := range m.changed {
		for k := range numbering.Bitset(m.row(uint32(l))).All {
			if int(k) >= l && !yield(uint32(l), k) {
				return
			}
		}
	}
}

// expand handles what has changed in m since the arcs from there were last
// handled.
func (p *Pairing) expand(m *matrix) bool {
	out := p.out[m.shared]
	for n, i := range out {
		// An arc that has been begun is brought to its end, with what is passed by.
		if p.Pass[m.shared] == NoArc && p.work > p.most {
			return false
		}
		if p.fired++; p.fired%16 == 0 && p.meter.Stop() {
			return false
		}
		x := &p.Arcs[i]
		since := p.done[i]
		if p.Pass[m.shared] != NoArc {
			since = 0
		} else if since > 0 && !m.changedSince(since, p.others(m, x)) {
			if x.Kind == tts.Environment || m.changed[x.Active] <= since {
				continue
			}
		}
		// What an arc that stays changes while it is handled, it has to look at again.
		p.done[i] = p.clock
		p.clock++
		if p.Pass[x.To] == NoArc {
			to := p.at[x.To]
			p.fire(x, m, to, since, n > 0 && p.sameOthers(x, &p.Arcs[out[n-1]]))
			continue
		}
		to := p.take(x.To)
		p.fire(x, m, to, 0, false)
		ok := p.expand(to)
		p.spare = append(p.spare, to)
		if !ok {
			return false
		}
	}
	return true
}

// changedSince reports whether a row of m of one of the local states in set has
// changed.
func (m *matrix) changedSince(since uint32, set []uint64) bool {
	for l := range numbering.Bitset(set).All {
		if m.changed[l] > since {
			return true
		}
	}
	return false
}

// take returns an empty matrix for a shared state that is passed by.
func (p *Pairing) take(s uint32) *matrix {
	n := len(p.spare)
	if n == 0 {
		return p.newMatrix(s)
	}
	m := p.spare[n-1]
	p.spare = p.spare[:n-1]
	m.shared = s
	clear(m.bits)
	return m
}

// others returns the local states beside which the active thread of x may be.
func (p *Pairing) others(m *matrix, x *Arc) []uint64 {
	if x.Kind == tts.Environment {
		return p.Locals[x.From]
	}
	return m.row(x.Active)
}

// sameOthers reports whether two arcs that are handled one after the other do the
// same to others.
func (p *Pairing) sameOthers(x, y *Arc) bool {
	return x.Active == y.Active && x.To == y.To && !p.touches(x) && !p.touches(y) &&
		(x.Kind == tts.Environment) == (y.Kind == tts.Environment)
}

// fire fires an arc; pairs of others were handled already if handled is set.
func (p *Pairing) fire(x *Arc, from, to *matrix, since uint32, handled bool) {
	others := p.others(from, x)
	fresh := since == 0 || x.Kind != tts.Environment && from.changed[x.Active] > since
	var made []uint32
	if x.Kind == tts.Move {
		made = append(made, x.After)
	}
	if x.Effect != NoEffect && p.Effects[x.Effect].Kind == tts.Spawn {
		made = append(made, p.Effects[x.Effect].Child)
		if len(made) == 2 {
			p.add(to, made[0], made[1])
		}
	}
	if p.touches(x) {
		p.fireOn(x, from, to, others, made)
		return
	}
	if fresh {
		for _, k := range made {
			p.join(to, k, others, others)
			for a := range numbering.Bitset(others).All {
				p.addTo(to, a, k)
			}
		}
	}
	if handled {
		return
	}
	for a := range numbering.Bitset(others).All {
		if fresh || from.changed[a] > since {
			p.join(to, a, from.row(a), others)
		}
	}
}

// fireOn fires an arc that moves others.
func (p *Pairing) fireOn(x *Arc, from, to *matrix, others []uint64, made []uint32) {
	e := p.Effects[x.Effect]
	others = slices.Clone(others)
	for a := range numbering.Bitset(others).All {
		for _, a1 := range e.movesOf(a) {
			for _, k := range made {
				p.add(to, k, a1)
			}
		}
		row := slices.Clone(from.row(a))
		for b := range numbering.Bitset(others).All {
			if b < a || row[b>>6]>>(b&63)&1 == 0 {
				continue
			}
			for _, a1 := range e.movesOf(a) {
				for _, b1 := range e.movesOf(b) {
					p.add(to, a1, b1)
				}
			}
		}
	}
}

// movesOf returns where another thread in l may be after a step with effect e.
func (e *Effect) movesOf(l uint32) []uint32 {
	to, moved := e.Moved[l]
	switch {
	case !moved:
		return []uint32{l}
	case e.Kind == tts.One:
		return append([]uint32{l}, to...)
	}
	return to
}
