// This file defines what the flow of control in a body says: what is live, what is in a loop.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// A flow is what is known of a body.
type flow struct {
	*skeleton.Body
	name   string
	live   []map[*skeleton.Var]bool // locals that are read before they are assigned, from each node on
	loop   []bool                   // of a node: it may follow itself
	places []*location              // of a node, nil if it is executed with the one before
}

func newFlow(b *skeleton.Body) *flow {
	f := &flow{Body: b, places: make([]*location, len(b.Nodes))}
	f.liveness()
	for i := range b.Nodes {
		f.loop = append(f.loop, f.follows(i, i))
	}
	return f
}

// follows reports whether a path of at least one step leads from one node to another.
func (f *flow) follows(from, to int) bool {
	seen := make([]bool, len(f.Nodes))
	list := []int{from}
	for len(list) > 0 {
		n := f.Nodes[list[len(list)-1]]
		list = list[:len(list)-1]
		for _, next := range n.Next {
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return false
}

// A way is how a node is left: what is assigned, and where it leads.
type way struct {
	result *skeleton.Var
	do     []skeleton.Assign
	next   int
}

func ways(n *skeleton.Node) []way {
	var list []way
	for i, next := range n.Next {
		w := way{n.Result, n.Do, next}
		if i < len(n.Cases) {
			w.result, w.do = n.Cases[i].Result, n.Cases[i].Do
		}
		list = append(list, w)
	}
	return list
}

// liveness finds the locals that are live, backwards until nothing changes.
func (f *flow) liveness() {
	f.live = make([]map[*skeleton.Var]bool, len(f.Nodes))
	for i := range f.live {
		f.live[i] = map[*skeleton.Var]bool{}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Nodes) - 1; i >= 0; i-- {
			n := f.Nodes[i]
			live := map[*skeleton.Var]bool{}
			read := func(v *skeleton.Var) {
				if !v.Shared {
					live[v] = true
				}
			}
			for _, w := range ways(n) {
				for v := range f.live[w.next] {
					live[v] = live[v] || v != w.result && !assigns(w.do, v)
				}
				for _, a := range w.do {
					reads(a.Value, read)
				}
			}
			asked(n, read)
			for _, a := range n.Args {
				reads(a.Value, read)
			}
			for v, is := range live {
				if is && !f.live[i][v] {
					f.live[i][v], changed = true, true
				}
			}
		}
	}
}

func assigns(list []skeleton.Assign, v *skeleton.Var) bool {
	for _, a := range list {
		if a.Var == v {
			return true
		}
	}
	return false
}

// reads calls f for each variable of a right side.
func reads(x skeleton.Value, f func(*skeleton.Var)) {
	switch x := x.(type) {
	case skeleton.Copy:
		f(x.Var)
	case skeleton.If:
		mentions(x.Cond, f)
		reads(x.Then, f)
		reads(x.Else, f)
	}
}

// asked calls f for each variable of the conditions of a node.
func asked(n *skeleton.Node, f func(*skeleton.Var)) {
	mentions(n.Cond, f)
	mentions(n.When, f)
	for _, c := range n.Cases {
		mentions(c.When, f)
	}
}

// mentions calls f for each variable of a condition.
func mentions(e skeleton.Expr, f func(*skeleton.Var)) {
	switch e := e.(type) {
	case skeleton.Is:
		f(e.Var)
	case skeleton.Not:
		mentions(e.X, f)
	case skeleton.And:
		for _, x := range e {
			mentions(x, f)
		}
	case skeleton.Or:
		for _, x := range e {
			mentions(x, f)
		}
	}
}

// many is how often something may happen that has no bound.
const many = 1 << 20

// runs returns how many goroutines of each body may be started.
func runs(p *skeleton.Program, flows []*flow) []int {
	count := make([]int, len(p.Bodies))
	count[0] = 1
	// A body that is started by its own goroutines comes to many.
	for range len(p.Bodies) + 1 {
		next := make([]int, len(p.Bodies))
		next[0] = 1
		for _, f := range flows {
			for _, n := range f.Nodes {
				if n.Op == skeleton.Go {
					next[n.Body.ID] = min(many, next[n.Body.ID]+f.times(n, count[f.ID]))
				}
			}
		}
		grows := false
		for i := range count {
			grows = grows || next[i] > count[i]
		}
		if !grows {
			return next
		}
		count = next
	}
	for _, f := range flows {
		for _, n := range f.Nodes {
			if n.Op == skeleton.Go {
				if loops(p, n.Body, map[*skeleton.Body]bool{}, n.Body) {
					count[n.Body.ID] = many
				}
			}
		}
	}
	for range p.Bodies {
		for _, f := range flows {
			for _, n := range f.Nodes {
				if n.Op == skeleton.Go && count[f.ID] >= many {
					count[n.Body.ID] = many
				}
			}
		}
	}
	return count
}

// loops reports whether goroutines of one body start, in some steps, one of another.
func loops(p *skeleton.Program, from *skeleton.Body, seen map[*skeleton.Body]bool, to *skeleton.Body) bool {
	for _, n := range from.Nodes {
		if n.Op != skeleton.Go {
			continue
		}
		if n.Body == to {
			return true
		}
		if !seen[n.Body] {
			seen[n.Body] = true
			if loops(p, n.Body, seen, to) {
				return true
			}
		}
	}
	return false
}

// times returns how often a node is executed at most by so many goroutines.
func (f *flow) times(n *skeleton.Node, goroutines int) int {
	if goroutines > 0 && f.loop[n.ID] {
		return many
	}
	return goroutines
}
