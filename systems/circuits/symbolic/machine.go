// This file defines machines: circuits as sets of states and relations between them.

package circuit

import (
	"context"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
)

// A machine is a circuit as decision diagrams. A state is the values of its latches. Inputs
// are read by a step from a state, or by a literal that is looked at in it.
//
// A state is valid if inputs can satisfy the constraints in it. Sets of states are
// sets of valid ones, and a step is from a valid state to a valid state.
type machine struct {
	Options
	ctx   context.Context
	m     *bdd.Manager
	c     *aig.Circuit
	vars  []bdd.Var // by node, of inputs and latches
	known []bool    // by node: whether it has a variable
	bits  []bit
	read  []bdd.Var // inputs

	now, next, inputs bdd.VarSet
	back, forth       bdd.Renaming // from next to now, and from now to next

	initial     bdd.Node
	valid       bdd.Node
	constraints []bdd.Node // that mention inputs; the others are in valid
	steps       []bdd.Node
	fairness    []bdd.Node
	atoms       map[aig.Lit]bdd.Node // what the question mentions

	forward, backward *chain
	kept              []*bdd.Node // what goes on being used, beside the above
	depth             int
	stats             Stats
}

// A bit is a bit of a state.
type bit struct {
	latch     int // its number
	now, next bdd.Var
	function  bdd.Node // its next value
}

// reorderAt is how many nodes are live when variables are moved for the first time. Fewer of them
// take less time than sifting does; with twice as many a ring of two arbiters takes twice as long.
const reorderAt = 1 << 13

// newMachine builds the diagrams of a circuit and of literals of it. An error of the manager
// is the caller's to look at.
func newMachine(ctx context.Context, c *aig.Circuit, lits []aig.Lit, o Options) *machine {
	x := &machine{
		Options: o, ctx: ctx, c: c, atoms: map[aig.Lit]bdd.Node{},
		m:    bdd.New(bdd.Options{MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes, Context: ctx, AutoReorder: reorderAt}),
		vars: make([]bdd.Var, c.Len()), known: make([]bool, c.Len()),
		initial: bdd.False, valid: bdd.False,
	}
	x.m.Register(x.nodes)
	x.place(lits)
	x.build(lits)
	x.relate()
	return x
}

// nodes yields what must survive a collection.
func (x *machine) nodes(yield func(bdd.Node) bool) {
	all := []bdd.Node{x.initial, x.valid}
	for _, b := range x.bits {
		all = append(all, b.function)
	}
	for _, f := range x.atoms {
		all = append(all, f)
	}
	all = slices.Concat(all, x.constraints, x.steps, x.fairness)
	for _, c := range []*chain{x.forward, x.backward} {
		if c != nil {
			all = append(all, c.parts...)
		}
	}
	for _, f := range x.kept {
		all = append(all, *f)
	}
	for _, f := range all {
		if !yield(f) {
			return
		}
	}
}

// keep keeps the values of variables until the function that it returns is called. What is
// kept last is released first.
func (x *machine) keep(fs ...*bdd.Node) (release func()) {
	n := len(x.kept)
	x.kept = append(x.kept, fs...)
	return func() { x.kept = x.kept[:n] }
}

// place makes the variables: the bit of a state right above its next value, where it stays.
func (x *machine) place(lits []aig.Lit) {
	latch := latches(x.c)
	declared := map[int]bool{}
	for _, i := range x.c.Inputs {
		declared[i.Lit.Node()] = true
	}
	var from, to []bdd.Var
	for _, n := range order(x.c, slices.Concat(lits, x.c.Constraints, x.c.Steps, x.c.Fairness, x.c.Initial)) {
		switch {
		case latch[n] >= 0:
			v := x.m.NewGroup(2)
			x.vars[n] = v[0]
			x.bits = append(x.bits, bit{latch: latch[n], now: v[0], next: v[1], function: bdd.True})
			from, to = append(from, v[0]), append(to, v[1])
		case declared[n]:
			x.vars[n] = x.m.NewVars(1)[0]
			x.read = append(x.read, x.vars[n])
		default:
			continue // an input of the graph that is none of the circuit: it is False
		}
		x.known[n] = true
	}
	x.now, x.next, x.inputs = x.m.NewVarSet(from...), x.m.NewVarSet(to...), x.m.NewVarSet(x.read...)
	x.back, x.forth = x.m.NewRenaming(to, from), x.m.NewRenaming(from, to)
	x.stats.Bits, x.stats.Inputs = len(x.bits), len(x.read)
}

// build makes the diagrams of all literals that are used.
func (x *machine) build(lits []aig.Lit) {
	var wanted []aig.Lit
	for _, b := range x.bits {
		wanted = append(wanted, x.c.Latches[b.latch].Next)
	}
	constraints, steps := conjuncts(x.c, x.c.Constraints), conjuncts(x.c, x.c.Steps)
	initial := conjuncts(x.c, x.c.Initial)
	wanted = slices.Concat(wanted, constraints, steps, x.c.Fairness, initial, lits)
	f := x.functions(wanted)
	next := func(n int) (part []bdd.Node) {
		part, f = f[:n], f[n:]
		return part
	}
	for i := range x.bits {
		x.bits[i].function = next(1)[0]
	}
	x.constraints, x.steps, x.fairness = next(len(constraints)), next(len(steps)), next(len(x.c.Fairness))
	first := next(len(initial))
	for i, l := range lits {
		x.atoms[l] = f[i]
	}
	x.begin(first)
}

// begin finds the valid states and the initial ones.
func (x *machine) begin(conditions []bdd.Node) {
	x.valid = x.read1(bdd.True)
	var cube bdd.Cube
	for _, b := range x.bits {
		if l := x.c.Latches[b.latch]; l.Reset != l.Lit {
			cube = append(cube, bdd.Literal{Var: b.now, Value: l.Reset == aig.True})
		}
	}
	x.initial = x.m.And(x.m.Cube(cube), x.valid)
	for _, f := range conditions {
		x.initial = x.m.And(x.initial, f)
	}
	var rest []bdd.Node
	for _, f := range x.constraints {
		if x.m.DependsOn(f, x.inputs) {
			rest = append(rest, f)
		}
	}
	x.constraints = rest
}

// read1 returns the states in which inputs satisfy the constraints and f.
func (x *machine) read1(f bdd.Node) bdd.Node {
	return x.m.Exists(x.m.And(x.m.Conj(x.constraints...), f), x.inputs)
}

// conjuncts returns the literals whose conjunction literals are.
func conjuncts(c *aig.Circuit, lits []aig.Lit) []aig.Lit {
	var out []aig.Lit
	seen := map[aig.Lit]bool{}
	stack := slices.Clone(lits)
	slices.Reverse(stack)
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[l] || l == aig.True {
			continue
		}
		seen[l] = true
		if left, right, ok := c.Fanins(l.Node()); ok && !l.Negated() {
			stack = append(stack, left, right)
		} else {
			out = append(out, l)
		}
	}
	return out
}

// functions returns the diagrams of literals. Those of nodes on the way are dropped as soon as
// nobody needs them.
func (x *machine) functions(lits []aig.Lit) []bdd.Node {
	uses := make([]int32, x.c.Len())
	for _, l := range lits {
		uses[l.Node()]++
	}
	for n := x.c.Len() - 1; n > 0; n-- {
		if left, right, ok := x.c.Fanins(n); ok && uses[n] > 0 {
			uses[left.Node()]++
			uses[right.Node()]++
		}
	}
	made := make([]bdd.Node, x.c.Len())
	live := map[int]bool{}
	defer x.m.Register(func(yield func(bdd.Node) bool) {
		for n := range live {
			if !yield(made[n]) {
				return
			}
		}
	}).Unregister()
	at := func(l aig.Lit) bdd.Node {
		n := l.Node()
		if uses[n]--; uses[n] == 0 {
			delete(live, n)
		}
		if l.Negated() {
			return x.m.Not(made[n])
		}
		return made[n]
	}
	for n := range made {
		left, right, ok := x.c.Fanins(n)
		switch {
		case uses[n] == 0:
			continue
		case x.known[n]:
			made[n] = x.m.Var(x.vars[n])
		case !ok:
			made[n] = bdd.False
		default:
			made[n] = x.m.And(at(left), at(right))
		}
		live[n] = true
		if x.m.SafePoint(); x.m.Err() != nil {
			break
		}
	}
	out := make([]bdd.Node, len(lits))
	for i, l := range lits {
		if out[i] = at(l); x.m.Err() != nil {
			out[i] = bdd.Invalid
		}
	}
	x.tell(Building)
	return out
}

// relate makes the transition relation as chains for both directions.
func (x *machine) relate() {
	var parts []part
	for _, b := range x.bits {
		parts = append(parts, newPart(x.m, x.m.Equiv(x.m.Var(b.next), b.function)))
	}
	for _, f := range slices.Concat(x.constraints, x.steps) {
		parts = append(parts, newPart(x.m, f))
	}
	// Images of sets of states with fairness mention inputs, too: those stay to the end.
	late, local := x.set(), x.set(x.read...)
	for _, f := range x.fairness {
		late.InPlaceUnion(x.set(newPart(x.m, f).support...))
	}
	late.InPlaceIntersection(local)
	local.InPlaceDifference(late)
	now, next := x.set(x.read...), x.set(x.read...)
	for _, b := range x.bits {
		now.Set(uint(b.now))
		next.Set(uint(b.next))
	}
	if x.m.Err() != nil {
		return
	}
	parts = cluster(x.m, arrange(x.ctx, parts, now), local)
	if x.m.Err() != nil {
		return
	}
	x.forward = link(x.m, arrange(x.ctx, parts, now), now, late)
	x.backward = link(x.m, arrange(x.ctx, parts, next), next, late)
	x.stats.Clusters = len(parts)
	x.m.SafePoint()
}

// confine makes a set of states that no step leaves all that there is: diagrams may become
// smaller, since they need not be right anywhere else.
func (x *machine) confine(set bdd.Node) {
	defer x.keep(&set)()
	x.valid = set
	restrict := func(fs []bdd.Node) {
		for i, f := range fs {
			fs[i] = x.m.Restrict(f, set)
		}
	}
	for i := range x.bits {
		x.bits[i].function = x.m.Restrict(x.bits[i].function, set)
	}
	restrict(x.constraints)
	restrict(x.steps)
	restrict(x.fairness)
	x.relate()
}

// set returns a set of variables.
func (x *machine) set(vars ...bdd.Var) *bitset.BitSet {
	s := bitset.New(uint(x.m.NumVars()))
	for _, v := range vars {
		s.Set(uint(v))
	}
	return s
}

// post returns the successors of a set of states.
func (x *machine) post(set bdd.Node) bdd.Node {
	return x.m.And(x.m.Rename(x.along(x.forward, set), x.back), x.valid)
}

// pre returns the predecessors of a set of states by a step in which condition holds, which
// may depend on inputs.
func (x *machine) pre(set, condition bdd.Node) bdd.Node {
	set = x.m.Rename(x.m.And(set, x.valid), x.forth)
	return x.m.And(x.along(x.backward, x.m.And(set, condition)), x.valid)
}

// along conjoins the parts of a relation with a set and quantifies.
func (x *machine) along(c *chain, set bdd.Node) bdd.Node {
	if c == nil {
		return bdd.Invalid
	}
	x.stats.Images++
	set = x.m.Exists(set, c.first)
	for i, p := range c.parts {
		set = x.m.AndExists(set, p, c.early[i])
		x.stats.Nodes = max(x.stats.Nodes, x.m.NodeCount())
		x.m.SafePoint(set)
	}
	return set
}

// tell reports an event.
func (x *machine) tell(p Phase) {
	x.stats.Nodes = max(x.stats.Nodes, x.m.NodeCount())
	if x.Event != nil {
		x.Event(Event{p, x.depth, x.m.NodeCount()})
	}
}
