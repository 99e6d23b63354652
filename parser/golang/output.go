// This file defines how the skeleton is made of the graph.

package golang

import (
	"context"
	"slices"
	"strconv"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A writer makes one skeleton.
type writer struct {
	g       *graph
	s       *slicer
	p       *skeleton.Program
	objects map[syncKey]*skeleton.Object
	cells   map[*loc]*skeleton.Cell
	vars    map[varKey]*skeleton.Var
	bodies  map[*body]*skeleton.Body
	classes partition
}

type varKey struct {
	loc  *loc
	body *body // nil for shared variables
}

// reduced returns the skeleton of the entry of a name: what of the graph matters.
func reduced(ctx context.Context, g *graph, name string) (*skeleton.Program, error) {
	w := &writer{g: g, p: &skeleton.Program{Entry: name, Notes: g.notes, Sizes: g.sizes}, objects: map[syncKey]*skeleton.Object{}, cells: map[*loc]*skeleton.Cell{},
		vars: map[varKey]*skeleton.Var{}, bodies: map[*body]*skeleton.Body{}}
	var starts []*node
	for _, b := range g.bodies {
		starts = append(starts, b.start)
	}
	if err := prune(ctx, g); err != nil {
		return nil, err
	}
	w.dropPrivate(starts)
	w.s = newSlicer(starts)
	w.s.run()
	w.classes = w.s.partition()
	w.s.flow() // fewer assignments are observed
	// Bodies are written as they are started.
	w.body(g.bodies[0])
	for i := 0; i < len(w.p.Bodies); i++ {
		for b, out := range w.bodies {
			if out == w.p.Bodies[i] {
				w.write(b, out)
				break
			}
		}
	}
	for _, b := range w.p.Bodies {
		fold(b)
	}
	unused(w.p)
	merge(w.p)
	return w.p, nil
}

// dropPrivate removes the accesses for which goroutines cannot race: to cells that only one of them uses, or that are
// written before others start only.
func (w *writer) dropPrivate(starts []*node) {
	if !w.g.accesses {
		return
	}
	// What the entry does before the first go statement is done alone.
	together := map[*node]bool{}
	for _, n := range reachable(starts[0]) {
		if n.op == skeleton.Go {
			for _, later := range reachable(n) {
				together[later] = true
			}
		}
	}
	var list []*node
	written, by := map[*loc]bool{}, map[*loc]map[*node]bool{}
	for i, start := range starts {
		for _, n := range reachable(start) {
			switch {
			case n.op != skeleton.Access:
			case i == 0 && !together[n]:
				n.op, n.cell = skeleton.Step, nil
			default:
				list = append(list, n)
				written[n.cell] = written[n.cell] || n.write
				if by[n.cell] == nil {
					by[n.cell] = map[*node]bool{}
				}
				by[n.cell][start] = true
			}
		}
	}
	for _, n := range list {
		c := n.cell
		shared := len(by[c]) > 1 || c.bodies[0].many && !(c.obj.body == c.bodies[0] && !c.obj.outlives())
		if !written[c] || !shared {
			n.op, n.cell = skeleton.Step, nil
		}
	}
}

func (w *writer) body(b *body) *skeleton.Body {
	out := w.bodies[b]
	if out == nil {
		out = &skeleton.Body{ID: len(w.p.Bodies), Name: b.name, Site: b.site}
		w.bodies[b] = out
		w.p.Bodies = append(w.p.Bodies, out)
	}
	return out
}

// write writes the nodes of a body.
func (w *writer) write(b *body, out *skeleton.Body) {
	index := map[*node]int{}
	var list []*node
	visit := func(n *node) int {
		n = w.skip(n)
		i, known := index[n]
		if !known {
			i = len(list)
			index[n] = i
			list = append(list, n)
		}
		return i
	}
	visit(b.start)
	for i := 0; i < len(list); i++ {
		n := list[i]
		m := &skeleton.Node{ID: i, Op: n.op, Site: n.site, Delta: n.delta, Write: n.write, Message: n.message, Default: n.dflt, Open: n.open}
		switch n.op { // a place that is not reached: a value is not known to be possible
		case skeleton.End, skeleton.Exit, skeleton.Panic, skeleton.Hang, skeleton.Step:
		default:
			if len(n.next) == 0 {
				n.next = []*node{{op: skeleton.Hang, open: true}}
			}
		}
		for _, next := range n.next {
			m.Next = append(m.Next, visit(next))
		}
		switch {
		case n.op == skeleton.Step && len(n.next) == 0: // nothing follows: a value is not known to be possible
			m.Op, m.Open = skeleton.Hang, true
		case n.op == skeleton.Branch:
			m.Cond = w.cond(n.cond, b)
		case n.op == skeleton.Go:
			m.Body = w.body(n.body)
			m.Args = w.assigns(n.args, b, n.body)
		}
		if n.object != nil {
			m.Object = w.object(*n.object)
		}
		if n.result != nil && n.result.wanted {
			m.Result = w.variable(n.result, b)
		}
		for _, c := range n.cases {
			k := skeleton.Case{Site: c.site, Send: c.send, Object: w.object(*c.object), Do: w.assigns(c.do, b, b)}
			if c.result != nil && c.result.wanted {
				k.Result = w.variable(c.result, b)
			}
			m.Cases = append(m.Cases, k)
		}
		if n.cell != nil {
			m.Cell = w.cell(n.cell)
		}
		m.Do = w.assigns(n.do, b, b)
		out.Nodes = append(out.Nodes, m)
	}
}

// skip returns the first node from n on that is written.
func (w *writer) skip(n *node) *node {
	for range len(w.s.nodes) {
		if observed(n) {
			return w.s.like(n)
		}
		switch first := w.s.first[n]; len(first) {
		case 1:
			return first[0]
		case 0:
			return n // a loop for ever, or a place that is not reached
		}
		if n.op == skeleton.Branch || n.asks {
			return n
		}
		n = n.next[0]
	}
	return n
}

func (w *writer) object(k syncKey) *skeleton.Object {
	if o := w.objects[k]; o != nil {
		return o
	}
	o := &skeleton.Object{ID: len(w.p.Objects), Kind: k.kind, Name: k.obj.at(k.path), Site: k.obj.site}
	if k.kind == skeleton.Chan {
		o.NilChan, o.External, o.Ticking = k.obj.nilChan, k.obj.external, k.obj.ticking
		if !o.NilChan {
			o.Cap = k.obj.capacity()
		}
	}
	w.objects[k] = o
	w.p.Objects = append(w.p.Objects, o)
	return o
}

func (w *writer) cell(l *loc) *skeleton.Cell {
	c := w.cells[l]
	if c == nil {
		c = &skeleton.Cell{ID: len(w.p.Cells), Name: l.name, Site: l.obj.site}
		w.cells[l] = c
		w.p.Cells = append(w.p.Cells, c)
	}
	return c
}

// variable returns the variable for a location that is used in a body.
func (w *writer) variable(l *loc, b *body) *skeleton.Var {
	k := varKey{l, b}
	shared := l.obj != nil && (len(l.bodies) > 1 || b.many && (l.obj.body != b || l.obj.outlives())) || l.obj != nil && l.path == "#tracked"
	if shared {
		k.body = nil
	}
	if v := w.vars[k]; v != nil {
		return v
	}
	v := &skeleton.Var{Name: l.name, Shared: shared, Init: skeleton.Const(0)}
	v.Values = w.valueNames(l)
	if l.zero != nil {
		v.Init = skeleton.Const(w.classes.class(l, l.zero))
	}
	if l.any {
		v.Init = skeleton.Any{}
	}
	if shared {
		v.ID = len(w.p.Vars)
		w.p.Vars = append(w.p.Vars, v)
	} else {
		out := w.bodies[b]
		v.ID = len(out.Locals)
		out.Locals = append(out.Locals, v)
	}
	w.vars[k] = v
	return v
}

// assigns returns the assignments to locations that are wanted: to variables of one body, from those of another.
func (w *writer) assigns(list []assign, from, to *body) []skeleton.Assign {
	var out []skeleton.Assign
	for _, a := range list {
		if !a.to.wanted || len(a.v.set) == 0 {
			continue
		}
		v := w.variable(a.to, to)
		value := w.value(a.v, a.to, from)
		if a.when != nil {
			value = skeleton.If{Cond: w.cond(a.when, from), Then: value, Else: skeleton.Copy{Var: w.variable(a.to, from)}}
		}
		if c, ok := value.(skeleton.Copy); ok && c.Var == v && c.Map == nil {
			continue
		}
		out = slices.DeleteFunc(out, func(b skeleton.Assign) bool { return b.Var == v })
		out = append(out, skeleton.Assign{Var: v, Value: value})
	}
	return out
}

// valueNames returns names for the classes of values of a location.
func (w *writer) valueNames(l *loc) []string {
	classes := w.classes[l]
	names := make([]string, count(classes))
	more := make([]int, len(names))
	seen := map[string]bool{}
	for i, a := range l.set {
		c := classes[i]
		name := a.String()
		switch more[c]++; {
		case more[c] == 1:
			for n := 2; seen[name]; n++ {
				name = a.String() + "'" + strconv.Itoa(n)
			}
			seen[name] = true
			names[c] = name
		case more[c] == 2:
			names[c] += ".."
		}
	}
	return names
}

// value returns a right side.
func (w *writer) value(v val, to *loc, b *body) skeleton.Value {
	number := func(a *atom) skeleton.Const { return skeleton.Const(w.classes.class(to, a)) }
	switch {
	case len(v.set) == 1:
		return number(v.set[0])
	case v.expr != nil:
		return skeleton.If{Cond: w.cond(v.expr, b), Then: number(w.g.bool(true)), Else: number(w.g.bool(false))}
	case v.from != nil && v.from.wanted:
		c := skeleton.Copy{Var: w.variable(v.from, b)}
		table := make([]int, len(c.Var.Values))
		same := len(table) == count(w.classes[to])
		for i, a := range v.from.set {
			if v.view != nil {
				a = v.view[a]
			}
			if a != nil {
				table[w.classes[v.from][i]] = int(number(a))
			}
		}
		for i, n := range table {
			same = same && i == n
		}
		if !same {
			c.Map = table
		}
		return c
	}
	var possible []skeleton.Const
	for _, a := range v.set {
		if n := number(a); !slices.Contains(possible, n) {
			possible = append(possible, n)
		}
	}
	if len(possible) == count(w.classes[to]) {
		return skeleton.Any{}
	}
	var value skeleton.Value = possible[0]
	for _, n := range possible[1:] {
		value = skeleton.If{Cond: skeleton.Either{}, Then: n, Else: value}
	}
	return value
}

// same returns what a condition on a location is that is the same for all its values, and otherwise does
// not matter.
func same(c cIs) skeleton.Expr {
	holds := 0
	for _, a := range c.loc.set {
		if c.set.has(a) {
			holds++
		}
	}
	switch holds {
	case len(c.loc.set):
		return skeleton.And(nil)
	case 0:
		return skeleton.Or(nil)
	}
	return skeleton.Either{}
}

func (w *writer) cond(c cond, b *body) skeleton.Expr {
	switch c := c.(type) {
	case cConst:
		if c {
			return skeleton.And(nil)
		}
		return skeleton.Or(nil)
	case cIs:
		if w.classes[c.loc] == nil { // its values are not told apart
			return same(c)
		}
		v := w.variable(c.loc, b)
		in := make([]bool, len(v.Values))
		for _, a := range c.set {
			if c.loc.set.has(a) {
				in[w.classes.class(c.loc, a)] = true
			}
		}
		var is skeleton.Or
		for i, holds := range in {
			if holds {
				is = append(is, skeleton.Is{Var: v, Value: i})
			}
		}
		if len(is) == 1 {
			return is[0]
		}
		return is
	case cNot:
		return skeleton.Not{X: w.cond(c.x, b)}
	case cAnd:
		return skeleton.And{w.cond(c.x, b), w.cond(c.y, b)}
	case cOr:
		return skeleton.Or{w.cond(c.x, b), w.cond(c.y, b)}
	}
	return skeleton.Either{}
}
