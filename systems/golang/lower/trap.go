// This file defines traps: loops in which a goroutine may go round for ever, though others wait for what it would do
// behind them.
//
// If it does so in an execution in which nothing new happens any more, then the nodes that it comes to again and again
// are a trap: from each of them a step leads to another one, from a branch that data decide which are not known every
// step does, and for each send or receive there is a partner, who is in a trap as well. On the way to what others wait
// for there is a node of the trap, a gate, with steps out of it that are never possible: so the goroutine waits there
// as others do at operations that block, and who could open the gate could end its wait. Gates are waits among those of
// cores.go, at which nothing is asserted.

package lower

import (
	"iter"
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// rounds says which steps of a program may be taken for ever. Its bodies are copies, which keep what parts leave out.
type rounds struct {
	bodies []*skeleton.Body
	on     [][][]bool // by body, node and way: the step may be taken for ever
	some   []bool     // by body: there is such a step
	closes map[*skeleton.Object]bool
}

// A trap is a set of nodes of a body.
type trap struct {
	body *skeleton.Body
	in   []bool
	bit  string // a goroutine is in it; empty if nobody asks
}

// has reports whether a location is in the trap.
func (t *trap) has(l *location) bool { return l.node != nil && l.Body == t.body && t.in[l.index] }

// newRounds finds the steps that may be taken for ever: the greatest set in which each of them has what it needs.
func newRounds(p *skeleton.Program) *rounds {
	l := &rounds{closes: map[*skeleton.Object]bool{}}
	for _, b := range p.Bodies {
		copied := *b
		copied.Nodes = nil
		var on [][]bool
		for _, n := range b.Nodes {
			node := *n
			node.Cases, node.Next = slices.Clone(n.Cases), slices.Clone(n.Next)
			copied.Nodes = append(copied.Nodes, &node)
			on = append(on, make([]bool, len(n.Next)))
			for k := range n.Next {
				on[n.ID][k] = n.Loop == 0 && !n.Polls
			}
			if n.Op == skeleton.Close || n.Op == skeleton.Cancel {
				l.closes[n.Object] = true
			}
		}
		l.bodies, l.on = append(l.bodies, &copied), append(l.on, on)
	}
	for changed := true; changed; {
		changed = false
		for i, b := range l.bodies {
			in := l.trapped(i, func(int) bool { return true })
			for k, n := range b.Nodes {
				for way := range n.Next {
					if l.on[i][k][way] && !(in[k] >= 0 && in[k] == in[n.Next[way]] && l.possible(n, way)) {
						l.on[i][k][way], changed = false, true
					}
				}
			}
		}
	}
	for _, on := range l.on {
		l.some = append(l.some, slices.ContainsFunc(on, func(ways []bool) bool { return slices.Contains(ways, true) }))
	}
	return l
}

// communication returns the channel of a step that sends or receives.
func communication(n *skeleton.Node, way int) (o *skeleton.Object, send bool) {
	switch {
	case n.Op == skeleton.Send, n.Op == skeleton.Recv:
		return n.Object, n.Op == skeleton.Send
	case way < len(n.Cases):
		return n.Cases[way].Object, n.Cases[way].Send
	}
	return nil, false
}

// possible reports whether a step may be taken for ever, as far as others are concerned.
func (l *rounds) possible(n *skeleton.Node, way int) bool {
	o, send := communication(n, way)
	return o == nil || l.partner(o, send) || !send && l.ended(o)
}

// ended reports whether somebody may close a channel.
func (l *rounds) ended(o *skeleton.Object) bool { return o.External || l.closes[o] }

// partner reports whether a send or a receive may go on for ever by elements that are received or sent.
func (l *rounds) partner(o *skeleton.Object, send bool) bool {
	switch {
	case o.NilChan:
		return false
	case o.Cap == skeleton.Unknown, o.Ticking && !send:
		return true
	}
	return l.goes(o, !send)
}

// goes reports whether somebody may send to a channel, or receive from it, for ever.
func (l *rounds) goes(o *skeleton.Object, send bool) bool {
	for i, b := range l.bodies {
		for k, n := range b.Nodes {
			for way := range n.Next {
				if other, sends := communication(n, way); l.on[i][k][way] && other == o && sends == send {
					return true
				}
			}
		}
	}
	return false
}

// counts reports whether the counter of a WaitGroup may be raised and lowered for ever, and perhaps never be zero.
func (l *rounds) counts(o *skeleton.Object) bool {
	up, down := false, false
	for i, b := range l.bodies {
		for k, n := range b.Nodes {
			if n.Op == skeleton.Add && n.Object == o && slices.Contains(l.on[i][k], true) {
				up, down = up || n.Delta > 0 || n.Delta == skeleton.Unknown, down || n.Delta < 0
			}
		}
	}
	return up && down
}

// changes reports whether a shared variable of a condition may get several values for ever.
func (l *rounds) changes(e skeleton.Expr) bool {
	several := false
	mentions(e, func(v *skeleton.Var) {
		var one skeleton.Value // that it gets
		gets := func(x skeleton.Value) {
			_, constant := x.(skeleton.Const)
			several = several || v.Shared && (!constant || one != nil && x != one)
			one = x
		}
		for i, b := range l.bodies {
			for k, n := range b.Nodes {
				for way, w := range ways(n) {
					if !l.on[i][k][way] && n.Loop == 0 && !n.Polls {
						continue
					}
					if w.result == v {
						gets(skeleton.Any{})
					}
					for _, a := range w.do {
						if a.Var == v {
							gets(a.Value)
						}
					}
				}
			}
		}
	})
	return several
}

// trapped returns for the nodes of a body in which trap they are, of those that have only allowed nodes; -1 if in none.
// What a goroutine does not assign in a trap keeps its value there: so each node must be in one for some values of
// these locals.
func (l *rounds) trapped(body int, allowed func(int) bool) []int {
	b := l.bodies[body]
	alive := make([]bool, len(b.Nodes))
	for k := range b.Nodes {
		alive[k] = allowed(k)
	}
	for {
		on := make([][]bool, len(b.Nodes))
		for k := range b.Nodes {
			on[k] = slices.Clone(l.on[body][k])
		}
		in := l.staying(b, alive, on, nil)
		changed := false
		done := map[int]bool{}
		for _, number := range in {
			vars := l.constants(b, in, on, number)
			if number < 0 || done[number] || len(vars) == 0 {
				continue
			}
			done[number] = true
			some := make([]bool, len(in)) // for some values
			for known := range valuations(vars) {
				here, ways := make([]bool, len(in)), make([][]bool, len(in))
				for k := range in {
					here[k], ways[k] = in[k] == number, slices.Clone(on[k])
				}
				for k, number := range l.staying(b, here, ways, known) {
					some[k] = some[k] || number >= 0
				}
			}
			for k := range in {
				if in[k] == number && !some[k] {
					alive[k], changed = false, true
				}
			}
		}
		if !changed {
			return in
		}
	}
}

// constants returns the locals on which branches with guesses of a trap depend, and nothing else, and which are not
// assigned in it; none if they have too many values together.
func (l *rounds) constants(b *skeleton.Body, in []int, on [][]bool, number int) (vars []*skeleton.Var) {
	assigned := map[*skeleton.Var]bool{}
	for k, n := range b.Nodes {
		if in[k] != number {
			continue
		}
		for way, w := range ways(n) {
			if !on[k][way] || in[w.next] != number {
				continue
			}
			assigned[w.result] = true
			for _, a := range w.do {
				assigned[a.Var] = true
			}
		}
	}
	all := 1
	for k, n := range b.Nodes {
		if in[k] != number || n.Op != skeleton.Branch || !guesses(n.Cond) {
			continue
		}
		mentions(n.Cond, func(v *skeleton.Var) {
			if !v.Shared && !assigned[v] && !slices.Contains(vars, v) {
				vars = append(vars, v)
				all *= len(v.Values)
			}
		})
	}
	if all > mostValuations {
		return nil
	}
	return vars
}

// mostValuations is how many are looked at.
const mostValuations = 64

// valuations goes through all values of some variables.
func valuations(vars []*skeleton.Var) iter.Seq[values] {
	return func(yield func(values) bool) {
		all := 1
		for _, v := range vars {
			all *= len(v.Values)
		}
		for k := range all {
			known := values{}
			for _, v := range vars {
				known[v] = k % len(v.Values)
				k /= len(v.Values)
			}
			if !yield(known) {
				return
			}
		}
	}
}

// staying returns in which trap living nodes are where some variables have values that are known. It makes those nodes
// dead that are in none, and takes away ways that are not possible.
func (l *rounds) staying(b *skeleton.Body, alive []bool, on [][]bool, known values) []int {
	for {
		in := components(b, alive, on)
		changed := false
		for k, n := range b.Nodes {
			if !alive[k] {
				continue
			}
			stays := func(way int) bool { return on[k][way] && in[n.Next[way]] == in[k] && in[k] >= 0 }
			if n.Op == skeleton.Branch {
				free, yes, no := l.decided(b, n, in, on)
				for way, may := range []bool{yes, no} {
					if on[k][way] && !may {
						on[k][way], changed = false, true
					}
				}
				for way, forced := range forcing(n.Cond, known, func(v *skeleton.Var) []bool { return recurring(b, n, v, in, on) }) {
					if (!forced || n.Ends && way == 0) && !stays(1-way) { // at some time a goroutine goes the other way
						on[k][way], changed = false, true
					}
				}
				if free && !(stays(0) && stays(1)) {
					alive[k], changed = false, true
				}
			}
			if !slices.ContainsFunc(each(len(n.Next)), stays) {
				alive[k], changed = false, true
			}
		}
		if !changed {
			for k := range in {
				if !alive[k] {
					in[k] = -1
				}
			}
			return in
		}
	}
}

// forcing reports for each way of a branch whether variables alone may force it, where some have values that are known.
// If not, data decide that are not known whenever it is taken. may says which values a variable has again and again.
func forcing(e skeleton.Expr, known values, may func(*skeleton.Var) []bool) (ways [2]bool) {
	if !guesses(e) {
		return [2]bool{true, true}
	}
	var vars []*skeleton.Var
	all := 1
	mentions(e, func(v *skeleton.Var) {
		if _, is := known[v]; !is && !slices.Contains(vars, v) {
			vars = append(vars, v)
			all *= len(v.Values)
		}
	})
	if all > mostValuations {
		return [2]bool{true, true}
	}
	again := map[*skeleton.Var][]bool{}
	for _, v := range vars {
		again[v] = may(v)
	}
	for one := range valuations(vars) {
		if slices.ContainsFunc(vars, func(v *skeleton.Var) bool { return !again[v][one[v]] }) {
			continue
		}
		maps.Copy(one, known)
		yes, no := one.truth(e)
		ways[0], ways[1] = ways[0] || !no, ways[1] || !yes
	}
	return ways
}

// recurring returns which values a variable may have again and again at a node of a trap. Where each round assigns it,
// these are the values that are left when all steps of the trap have assigned it again and again: a counter of a loop
// is not zero any more.
func recurring(b *skeleton.Body, at *skeleton.Node, v *skeleton.Var, in []int, on [][]bool) []bool {
	may := make([]bool, len(v.Values))
	for k := range may {
		may[k] = true
	}
	if _, keeps := reaching(b, at, v, in, on); keeps || v.Shared {
		return may
	}
	for changed := true; changed; {
		next := make([]bool, len(may))
		for k, n := range b.Nodes {
			if in[k] != in[at.ID] {
				continue
			}
			for way, w := range ways(n) {
				if !on[k][way] || in[w.next] != in[at.ID] {
					continue
				}
				i := slices.IndexFunc(w.do, func(a skeleton.Assign) bool { return a.Var == v })
				switch {
				case i >= 0:
					given(next, w.do[i].Value, v, may)
				case w.result == v:
					given(next, skeleton.Any{}, v, may)
				}
			}
		}
		changed = !slices.Equal(may, next)
		may = next
	}
	return may
}

// given notes which values a variable may get by an assignment, where it has one of some values before.
func given(next []bool, x skeleton.Value, v *skeleton.Var, may []bool) {
	switch x := x.(type) {
	case skeleton.Const:
		next[x] = true
	case skeleton.Copy:
		for from, to := range x.Map {
			next[to] = next[to] || x.Var != v || may[from]
		}
		if x.Map == nil {
			for k := range next {
				next[k] = next[k] || x.Var != v || may[k]
			}
		}
	case skeleton.If:
		given(next, x.Then, v, may)
		given(next, x.Else, v, may)
	default:
		for k := range next {
			next[k] = true
		}
	}
}

// each returns the numbers below one.
func each(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// components numbers the strongly connected components of the living nodes of a body (Tarjan 1972); -1 are nodes that
// are not alive.
func components(b *skeleton.Body, alive []bool, on [][]bool) []int {
	in, number, low := make([]int, len(b.Nodes)), make([]int, len(b.Nodes)), make([]int, len(b.Nodes))
	for k := range in {
		in[k] = -1
	}
	var stack []int
	seen := 0
	var visit func(k int)
	visit = func(k int) {
		seen++
		number[k], low[k] = seen, seen
		stack = append(stack, k)
		for way, next := range b.Nodes[k].Next {
			switch {
			case !alive[next] || !on[k][way]:
			case number[next] == 0:
				visit(next)
				low[k] = min(low[k], low[next])
			case in[next] < 0: // on the stack
				low[k] = min(low[k], number[next])
			}
		}
		if low[k] < number[k] {
			return
		}
		for in[k] < 0 {
			in[stack[len(stack)-1]] = k
			stack = stack[:len(stack)-1]
		}
	}
	for k := range b.Nodes {
		if alive[k] && number[k] == 0 {
			visit(k)
		}
	}
	return in
}

// An assigning is a step in a trap that gives a local its value.
type assigning struct {
	node *skeleton.Node
	way  int
	to   skeleton.Value // nil for the result of an operation
}

// reaching returns the steps of a trap by which a local has its value at one of its nodes. It may also keep the value
// that it had there before.
func reaching(b *skeleton.Body, at *skeleton.Node, v *skeleton.Var, in []int, on [][]bool) (list []assigning, keeps bool) {
	seen := make([]bool, len(b.Nodes))
	for work := []int{at.ID}; len(work) > 0; {
		to := work[len(work)-1]
		work = work[:len(work)-1]
		for k, n := range b.Nodes {
			if in[k] < 0 || in[k] != in[at.ID] {
				continue
			}
			for way, w := range ways(n) {
				if w.next != to || !on[k][way] {
					continue
				}
				i := slices.IndexFunc(w.do, func(a skeleton.Assign) bool { return a.Var == v })
				switch {
				case i >= 0:
					list = append(list, assigning{n, way, w.do[i].Value})
				case w.result == v:
					list = append(list, assigning{n, way, nil})
				case n == at:
					keeps = true
				case !seen[k]:
					seen[k] = true
					work = append(work, k)
				}
			}
		}
	}
	return list, keeps
}

// asksOne returns the only variable of a condition, if that is a local.
func asksOne(e skeleton.Expr) (one *skeleton.Var) {
	several := false
	mentions(e, func(v *skeleton.Var) {
		several = several || v.Shared || one != nil && one != v
		one = v
	})
	if several {
		return nil
	}
	return one
}

// decided reports whether a branch in a trap goes either way whenever a goroutine comes there, and which ways are
// possible at all.
func (l *rounds) decided(b *skeleton.Body, n *skeleton.Node, in []int, on [][]bool) (free, yes, no bool) {
	if _, either := n.Cond.(skeleton.Either); either {
		return true, true, true
	}
	v := asksOne(n.Cond)
	if v == nil {
		return false, true, true
	}
	list, keeps := reaching(b, n, v, in, on)
	if keeps || len(list) == 0 {
		return false, true, true
	}
	free = true
	for _, g := range list {
		known := values{}
		switch {
		case g.to == nil:
			free = false
			if o, send := communication(g.node, g.way); o != nil && !send && !l.partner(o, false) {
				known[v] = 0 // the channel is closed
			}
		default:
			_, any := g.to.(skeleton.Any)
			free = free && any
			if c, constant := g.to.(skeleton.Const); constant {
				known[v] = int(c)
			}
		}
		y, n := known.truth(n.Cond)
		yes, no = yes || y, no || n
	}
	return free, yes, no
}
