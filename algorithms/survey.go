// This file defines surveys: all that can go wrong with a bounded number of threads, each
// with a shortest execution, from one exploration.

package algorithms

import (
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A Kind says what an [Execution] shows.
type Kind int

const (
	Failure   Kind = iota // an assertion fails, or a configuration is an error
	Leak                  // a thread is at a place for ever
	Together              // two threads are at two labels at once
	Undecided             // a thread is at a place for ever, unless steps help it that the bound on threads blocks
)

// An Execution is a shortest one to an error.
type Execution[K tts.Key] struct {
	Kind Kind
	// Number is the label of a failure, the number of a place or of a pair of labels.
	Number int
	Depth  int
	Trace  *tts.Trace[K]
	Stuck  []K // as in [Result]
}

// Survey explores as [BFS] does, but each thing that goes wrong has its own execution: each
// assertion that can fail, each place with a leak, each pair of labels. They come in the order
// failures and pairs by depth, then leaks by depth, then what is undecided. What was found holds if a limit ended the
// exploration; if it was that of memory, there is none of the leaks.
func Survey[K tts.Key](p tts.Problem[K], m *Meter, watch func(Stats)) (Result[K], []Execution[K]) {
	p.All = true
	b := newBFS(p, m, watch)
	b.surveys = true
	b.run()
	all := make([]Execution[K], len(b.errors))
	for i := range b.errors {
		x := &b.errors[i]
		all[i] = Execution[K]{Kind: x.kind, Number: x.PC, Depth: x.Depth, Trace: b.trace(x), Stuck: x.stuck}
	}
	return b.result(), all
}

// A pairs looks for two threads at two labels.
type pairs[K tts.Key] struct {
	*bfs[K]
	labels numbering.Numbering[K] // of local states
	at     [][]int                // by local state: labels
	number map[[2]int]int
	seen   []bool // by class
	left   int    // classes that were not seen

	here []located
}

// A located is a label of a local state that n threads are in.
type located struct {
	label int
	slot  int
	n     uint32
}

func newPairs[K tts.Key](b *bfs[K]) *pairs[K] {
	p := &pairs[K]{bfs: b, number: map[[2]int]int{}}
	for i, x := range b.Target.Together {
		if n := p.class(i); n >= len(p.seen) {
			p.seen = append(p.seen, make([]bool, n+1-len(p.seen))...)
		}
		p.number[x] = i
		p.number[[2]int{x[1], x[0]}] = i
	}
	p.left = len(p.seen)
	return p
}

// class returns the class of a pair, of which one is looked for.
func (p *pairs[K]) class(i int) int {
	if p.Target.Classes == nil {
		return i
	}
	return p.Target.Classes[i]
}

// look notes the pairs of labels at which threads of c are, one step behind the configuration
// at pos.
func (p *pairs[K]) look(c tts.Config[K], depth int, pos uint32) {
	if p.left == 0 {
		return
	}
	p.here = p.here[:0]
	for i, x := range c.Locals {
		for _, label := range p.of(x.Local) {
			p.here = append(p.here, located{label, i, x.N})
		}
	}
	for i, x := range p.here {
		for _, y := range p.here[i:] {
			if x.slot == y.slot && x.n < 2 {
				continue
			}
			n, asked := p.number[[2]int{x.label, y.label}]
			if asked && !p.seen[p.class(n)] {
				p.seen[p.class(n)] = true
				p.left--
				p.note(encounter[K]{Finding: Finding{PC: n, Depth: depth}, kind: Together, pos: pos, goal: goal[K]{config: c}})
			}
		}
	}
}

// of returns the labels of a local state.
func (p *pairs[K]) of(l K) []int {
	id := p.labels.ID(l)
	if int(id) == len(p.at) {
		p.at = append(p.at, p.Target.At(l))
	}
	return p.at[id]
}
