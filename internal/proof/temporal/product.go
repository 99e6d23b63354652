// This file defines the product of configurations and valuations with its ranks.

package temporal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// A product has what is needed to look at steps of the product.
type product struct {
	*graph
	*tableau
	untils []int // the parts with a condition; the slots follow, if fairness is asked for
}

func newProduct(ctx context.Context, f *parser.File, claim Claim) (*product, error) {
	if f.Atomic != nil {
		return nil, proof.Reject("the checker knows nothing of the global atomic")
	}
	if claim.Copies < 0 {
		return nil, proof.Reject("any number of threads begin")
	}
	r, err := newRuns(f, claim)
	if err != nil {
		return nil, err
	}
	t, err := newTableau(ctx, ltl.Not(claim.Formula))
	if err != nil {
		return nil, err
	}
	return &product{newGraph(ctx, r), t, t.deferrable()}, nil
}

// conditions returns how many conditions of acceptance there are.
func (p *product) conditions() int {
	n := len(p.untils)
	if p.Fair {
		n += p.Threads
	}
	return n
}

// meets reports whether a step from valuation v meets condition k, from 1 on.
func (p *product) meets(k int, v valuation, s *step, waiting []bool) bool {
	if k <= len(p.untils) {
		return p.settled(v, p.untils[k-1])
	}
	slot := k - len(p.untils)
	return s.mover == slot || waiting[slot]
}

// atoms returns the values of atoms in a configuration.
func (p *product) atoms(at *position) func(int) bool {
	return func(atom int) bool { return p.value(atom, at) }
}

// text writes the valuations of the parts.
func (p *product) text() (parts []string) {
	for _, f := range p.parts {
		parts = append(parts, f.Text(func(i int) string { return p.Atoms[i].Name }))
	}
	return parts
}

func (p *product) bits(v valuation) string {
	b := make([]byte, len(p.parts))
	for i := range b {
		b[i] = '0' + byte(v>>i&1)
	}
	return string(b)
}

// ErrTooLarge says that a product is too large to be written down.
var ErrTooLarge = errors.New("the product of the configurations and the formula is too large to be written down")

// Limits of a product that is made.
const (
	maxPairs      = 1 << 17
	maxConditions = 64 // of acceptance: a step has a bit for each
)

// A pair is a state of the product.
type pair struct {
	state int // a configuration
	v     valuation
}

// edges of the product as they are found: the conditions that a step meets, and where it leads.
type edge struct {
	met uint64
	to  int // a pair
}

// A search makes the product and its ranks.
type search struct {
	*product
	states  []*position
	keys    []string
	numbers map[string]int // by key
	pairs   []pair
	known   map[pair]int
	edges   [][]edge // by pair
	ranks   []int    // by pair
	omits   []int    // by rank
}

// Prove returns the ranks that show that a formula holds. The error is [ErrTooLarge], that of ctx, a [proof.Rejected] where
// ranks show nothing, because a thread is refused by the bound, say, or one that says that the formula does not hold.
func Prove(ctx context.Context, f *parser.File, claim Claim) (*proof.Product, error) {
	p, err := newProduct(ctx, f, claim)
	if err != nil {
		return nil, err
	}
	s, err := explore(p)
	if err != nil {
		return nil, err
	}
	for _, component := range s.components() {
		omitted, err := s.omitted(component)
		if err != nil {
			return nil, err
		}
		s.omits = append(s.omits, omitted)
	}
	return s.document(), nil
}

// document writes the product.
func (s *search) document() *proof.Product {
	pairs := make([]proof.Pairs, len(s.states))
	for i, x := range s.pairs {
		y := &pairs[x.state]
		y.State, y.At = s.keys[x.state], append(y.At, s.bits(x.v)+" "+strconv.Itoa(s.ranks[i]))
	}
	// A state that no valuation fits is where no run goes on that satisfies the negation.
	pairs = slices.DeleteFunc(pairs, func(x proof.Pairs) bool { return x.At == nil })
	return &proof.Product{Parts: s.text(), Omits: s.omits, Pairs: pairs}
}

func (s *search) state(at *position, key string) int {
	n, ok := s.numbers[key]
	if !ok {
		n = len(s.states)
		s.numbers[key] = n
		s.states, s.keys = append(s.states, at), append(s.keys, key)
	}
	return n
}

func (s *search) pair(x pair) int {
	n, ok := s.known[x]
	if !ok {
		n = len(s.pairs)
		s.known[x] = n
		s.pairs = append(s.pairs, x)
	}
	return n
}

// explore makes the product, as far as it is reached.
func explore(p *product) (*search, error) {
	s := &search{product: p, numbers: map[string]int{}, known: map[pair]int{}, omits: []int{}}
	if s.conditions() > maxConditions {
		return nil, ErrTooLarge
	}
	fits := func() bool { return len(s.pairs) <= maxPairs && len(s.states) <= maxPairs }
	err := s.initial(func(at *position, key string) bool {
		n := s.state(at, key)
		return s.begin(s.atoms(at), func(v valuation) bool {
			s.pair(pair{n, v})
			return fits()
		}) == nil && fits()
	})
	switch {
	case err != nil:
		return nil, err
	case !fits():
		return nil, ErrTooLarge
	}
	type left struct {
		steps   []step
		waiting []bool
	}
	known := map[int]left{}
	for i := 0; i < len(s.pairs); i++ {
		if !fits() {
			return nil, ErrTooLarge
		}
		x := s.pairs[i]
		y, ok := known[x.state]
		if !ok {
			if y.steps, y.waiting, err = s.steps(s.states[x.state]); err != nil {
				return nil, err
			}
			known[x.state] = y
		}
		var out []edge
		for k := range y.steps {
			e := &y.steps[k]
			met := uint64(0)
			for c := 1; c <= s.conditions(); c++ {
				if s.meets(c, x.v, e, y.waiting) {
					met |= 1 << (c - 1)
				}
			}
			to := s.state(e.to, e.key)
			err := s.follow(x.v, s.atoms(e.to), func(v valuation) bool {
				out = append(out, edge{met, s.pair(pair{to, v})})
				return fits()
			})
			if err != nil {
				return nil, err
			}
		}
		s.edges = append(s.edges, out)
	}
	return s, nil
}

// components returns the strongly connected components and makes their positions the ranks: a component comes before those
// that lead to it (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
func (s *search) components() (list [][]int) {
	n := len(s.pairs)
	s.ranks = make([]int, n)
	low, order := make([]int, n), make([]int, n) // order is 0 for what was not visited yet
	onStack := make([]bool, n)
	next := make([]int, n) // by pair: the edge to be looked at
	var stack, path []int
	count := 0
	visit := func(i int) {
		count++
		order[i], low[i], onStack[i] = count, count, true
		stack, path = append(stack, i), append(path, i)
	}
	for root := range n {
		if order[root] == 0 {
			visit(root)
		}
		for len(path) > 0 {
			i := path[len(path)-1]
			if next[i] < len(s.edges[i]) {
				switch to := s.edges[i][next[i]].to; {
				case order[to] == 0:
					visit(to)
				case onStack[to]:
					low[i] = min(low[i], order[to])
				}
				next[i]++
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1]
				low[above] = min(low[above], low[i])
			}
			if low[i] < order[i] {
				continue
			}
			first := len(stack) - 1
			for stack[first] != i {
				first--
			}
			component := slices.Clone(stack[first:])
			stack = stack[:first]
			for _, k := range component {
				onStack[k], s.ranks[k] = false, len(list)
			}
			list = append(list, component)
		}
	}
	return list
}

// omitted returns a condition that no step inside of a component meets, 0 if there is no step.
func (s *search) omitted(component []int) (int, error) {
	met, steps := uint64(0), false
	for _, i := range component {
		for _, e := range s.edges[i] {
			if s.ranks[e.to] == s.ranks[i] {
				met, steps = met|e.met, true
			}
		}
	}
	if !steps {
		return 0, nil
	}
	for c := 1; c <= s.conditions(); c++ {
		if met>>(c-1)&1 == 0 {
			return c, nil
		}
	}
	return 0, fmt.Errorf("the formula does not hold on a run through %s", s.keys[s.pairs[component[0]].state])
}
