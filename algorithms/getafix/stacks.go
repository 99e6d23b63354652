// This file defines how contexts follow one another where stacks are written out.

package getafix

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/parser"
)

// A stackSearch explores the configurations of a program, context by context. All
// sets of them are over the same decision variables.
type stackSearch struct {
	c        *checker
	e        *calculus.Evaluator
	m        *bdd.Manager
	globals  []bdd.Var
	stacks   [][]bdd.Var  // by thread
	begin    bdd.Node     // where the threads begin
	all      bdd.Node     // where some thread was interrupted
	left     [][]bdd.Node // what was new in all, by context and thread
	ready    []bdd.Node   // by thread: where it goes on
	known    bdd.Node     // the paths that are known, over pathVars
	pathVars []bdd.Var
}

// newStackSearch begins a search.
func (c *checker) newStackSearch() (*stackSearch, error) {
	e, err := c.open(ContextFormula(c.heights()...))
	if err != nil {
		return nil, err
	}
	n := len(c.base.Threads())
	s := &stackSearch{c: c, e: e, m: e.Manager(), ready: make([]bdd.Node, n), known: bdd.False}
	for t := range s.ready {
		s.ready[t] = bdd.False
	}
	s.begin, s.all = bdd.False, bdd.False
	s.m.Register(s.roots())
	begin, err := e.Value("Begin")
	if err != nil {
		return nil, err
	}
	s.begin, s.all = begin.Node(), begin.Node()
	f := begin.Formals()
	s.globals = f.Vars(0)
	at := 1
	for _, height := range c.heights() {
		var stack []bdd.Var
		for range 1 + 3*height {
			stack = append(stack, f.Vars(at)...)
			at++
		}
		s.stacks = append(s.stacks, stack)
	}
	return s, nil
}

// roots are what must survive collections.
func (s *stackSearch) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for _, list := range append(s.left, s.ready, []bdd.Node{s.begin, s.all, s.known}) {
			for _, n := range list {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// vars returns the decision variables of configurations.
func (s *stackSearch) vars() []bdd.Var {
	return append(slices.Clone(s.globals), slices.Concat(s.stacks...)...)
}

// parameters returns the decision variables of all parameters of a predicate.
func parameters(f *calculus.Formals) []bdd.Var {
	var all []bdd.Var
	for i := range f.Len() {
		all = append(all, f.Vars(i)...)
	}
	return all
}

// from returns where thread t goes on in context k: in what is new of what another one
// has left in the context before. Whatever was left earlier, t went on from in the
// context after that, if another thread left it; if t did, it had done all it can.
func (s *stackSearch) from(k, t int) bdd.Node {
	if k == 0 {
		return s.begin
	}
	set := bdd.False
	for u, left := range s.left[k-1] {
		if u != t {
			set = s.m.Or(set, left)
		}
	}
	return set
}

// context says where threads go on, and with which paths known.
func (s *stackSearch) context(ready []bdd.Node, known bdd.Node) error {
	for t, set := range ready {
		s.ready[t] = set
		// The value is made of s.ready when it is asked for.
		if err := s.e.Define(name("Ready", t), func(f *calculus.Formals) bdd.Node {
			return s.m.Rename(s.ready[t], s.m.NewRenaming(s.vars(), parameters(f)))
		}); err != nil {
			return err
		}
	}
	return s.e.Define("Known", func(f *calculus.Formals) bdd.Node {
		if known == bdd.False {
			return bdd.False
		}
		return s.m.Rename(known, s.m.NewRenaming(s.pathVars, parameters(f)))
	})
}

// holds reports whether a predicate is not empty.
func (s *stackSearch) holds(predicate string) (bool, error) {
	r, err := s.e.Value(predicate)
	return err == nil && !r.Empty(), err
}

// next returns where thread t may leave it to others.
func (s *stackSearch) next(t int) (bdd.Node, error) {
	r, err := s.e.Value(name("Next", t))
	if err != nil {
		return bdd.Invalid, err
	}
	return s.m.Rename(r.Node(), s.m.NewRenaming(parameters(r.Formals()), s.vars())), nil
}

// stacks tries ever more context switches, until there is an answer (done), or until
// some stack is too high, or there are too many: then the result says how far the answer
// is known.
func (c *checker) stacks() (done bool, err error) {
	s, err := c.newStackSearch()
	if err != nil {
		return false, err
	}
	account := account{c: c, e: s.e}
	for k := 0; k <= c.options.Most; k++ {
		account.start()
		var ready []bdd.Node
		for t := range s.ready {
			ready = append(ready, s.from(k, t))
		}
		if err := s.context(ready, s.known); err != nil {
			return false, err
		}
		if k > 0 && !c.options.Schedule {
			s.left[k-1] = nil
		}
		hit, err := s.holds("Hit")
		if err != nil {
			return false, err
		}
		if hit {
			account.stop(k, "context", true, s.m.Size(s.all))
			if c.options.Schedule {
				return true, s.schedule(k)
			}
			return true, nil
		}
		deep, err := s.leave()
		if err != nil {
			return false, err
		}
		account.stop(k, "context", false, s.m.Size(s.all))
		if deep && len(s.ready) > 1 {
			return false, nil
		}
		if !slices.ContainsFunc(s.left[k], func(set bdd.Node) bool { return set != bdd.False }) {
			c.result.Verdict, c.result.Complete = algorithms.Safe, true
			return true, nil
		}
		if c.options.Height == 0 && s.m.Size(s.all) > roomNodes {
			return false, nil
		}
	}
	return false, nil
}

// leave ends a context: it finds what is new, and whether stacks were too high.
func (s *stackSearch) leave() (deep bool, err error) {
	left := make([]bdd.Node, len(s.ready))
	for t := range left {
		left[t] = bdd.False
	}
	s.left = append(s.left, left)
	for t := range left {
		next, err := s.next(t)
		if err != nil {
			return false, err
		}
		left[t] = s.m.Diff(next, s.all)
		more, err := s.holds(name("Deep", t))
		if err != nil {
			return false, err
		}
		deep = deep || more
	}
	for _, set := range left {
		s.all = s.m.Or(s.all, set)
	}
	paths, err := s.e.Value("Path0")
	if err != nil {
		return false, err
	}
	s.known, s.pathVars = paths.Node(), parameters(paths.Formals())
	return deep, s.m.Err()
}

// heights returns for how many procedures the stack of each thread has room.
func (c *checker) heights() []int {
	b := c.base
	callees := b.mayStop()
	var all []int
	for _, entry := range b.threads.entries {
		if c.options.Height > 0 {
			all = append(all, c.options.Height)
			continue
		}
		height, recursive := deepest(entry, callees)
		if recursive {
			height += 2
		}
		all = append(all, height)
	}
	return all
}

// deepest returns the length of the longest chain of calls from a module on in which
// none comes twice, or one where there are too many to try them all, and whether there
// are longer ones.
func deepest(entry int, callees [][]int) (length int, recursive bool) {
	on := make([]bool, len(callees))
	known := make([]int, len(callees))
	var visit func(i int) int
	visit = func(i int) int {
		if on[i] {
			recursive = true
			return 0
		}
		if known[i] > 0 {
			return known[i]
		}
		on[i] = true
		longest := 0
		for _, j := range callees[i] {
			longest = max(longest, visit(j))
		}
		on[i] = false
		known[i] = longest + 1
		return known[i]
	}
	return visit(entry), recursive
}

// size returns the number of places of all modules.
func (b *Base) size() int {
	n := 0
	for _, p := range b.modules {
		for range b.nodes(p) {
			n++
		}
	}
	return n
}

// mayStop returns, for each module, those that it calls in which a thread may be
// interrupted.
func (b *Base) mayStop() [][]int {
	callees := make([][]int, len(b.modules))
	may := make([]bool, len(b.modules))
	for i, p := range b.modules {
		for n := range b.nodes(p) {
			may[i] = may[i] || b.interruptible(i, n)
		}
	}
	b.calls(func(i int, _ *parser.Edge, callee int) { callees[i] = append(callees[i], callee) })
	for changed := true; changed; {
		changed = false
		for i, js := range callees {
			for _, j := range js {
				if may[j] && !may[i] {
					may[i], changed = true, true
				}
			}
		}
	}
	for i, js := range callees {
		var list []int
		for _, j := range js {
			if may[j] {
				list = append(list, j)
			}
		}
		callees[i] = list
	}
	return callees
}
