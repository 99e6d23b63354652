// This file defines alternatives, and what registers are behind them.

package extract

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A way is one of several alternatives that is gone to its end.
type way struct {
	end  *graph.Node
	vals map[regKey]graph.Val // of the registers that were given a value
}

// Alternatives executes what follows each way out of the current node.
func (x *Extractor) Alternatives(n *graph.Node, then ...func()) {
	join := x.node(skeleton.Step)
	outer := x.bindings
	var ways []way
	var keys []regKey
	for _, f := range then {
		x.cur, x.Dead, x.bindings = n, false, &[]binding{}
		x.Add(x.node(skeleton.Step))
		f()
		w := way{x.cur, map[regKey]graph.Val{}}
		for _, g := range slices.Backward(*x.bindings) {
			if g.key.frame != x.fr {
				continue // of a call that has returned
			}
			if _, known := w.vals[g.key]; !known {
				w.vals[g.key] = x.vals[g.key]
			}
			x.vals[g.key] = g.before
		}
		if x.Dead {
			continue
		}
		ways = append(ways, w)
		for _, g := range *x.bindings {
			if g.key.frame == x.fr && !slices.Contains(keys, g.key) {
				keys = append(keys, g.key)
			}
		}
	}
	x.bindings = outer
	do := make([][]graph.Assign, len(ways))
	for _, k := range keys {
		x.meet(k, ways, do)
	}
	for i, w := range ways {
		x.cur, x.Dead = w.end, false
		x.AssignAll(do[i])
		x.link(join)
	}
	x.cur, x.Dead = join, len(ways) == 0
}

// meet gives a register its value behind several ways: if it has different ones, then they are
// assigned to a location at the ends of the ways.
func (x *Extractor) meet(k regKey, ways []way, do [][]graph.Assign) {
	before := x.vals[k]
	var vals []graph.Val
	for _, w := range ways {
		v, set := w.vals[k]
		if !set {
			v = before
		}
		vals = append(vals, v)
	}
	if !slices.ContainsFunc(vals, func(v graph.Val) bool { return !v.Same(vals[0]) }) {
		x.bind(k, vals[0])
		return
	}
	l := x.loc(locKey{frame: k.frame, iter: k.iter, value: k.value, path: k.path})
	if l.Name == "" {
		l.Name = x.registerName(k.value) + k.path
	}
	for i, v := range vals {
		if v.From != l || v.View != nil {
			x.Grow(l, v.Set)
			do[i] = append(do[i], graph.Assign{To: l, V: v})
		}
	}
	x.bind(k, graph.At(l))
}

// A binding is a register that was given a value, and the one that it had before.
type binding struct {
	key    regKey
	before graph.Val
}

// bind gives a register a value.
func (x *Extractor) bind(k regKey, v graph.Val) {
	if x.bindings != nil {
		*x.bindings = append(*x.bindings, binding{k, x.vals[k]})
	}
	x.vals[k] = v
}
