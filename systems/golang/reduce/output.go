// This file defines how the skeleton is made of the graph.

package reduce

import (
	"context"
	"slices"
	"strconv"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A writer makes one skeleton.
type writer struct {
	g       *graph.Graph
	s       *slicer
	p       *skeleton.Program
	objects map[graph.SyncKey]*skeleton.Object
	cells   map[*graph.Loc]*skeleton.Cell
	alone   map[*graph.Node]bool // the accesses that were removed
	vars    map[varKey]*skeleton.Var
	bodies  map[*graph.Body]*skeleton.Body
	classes partition
	waits   map[*skeleton.Node]*graph.Object // for one of many objects, of which this one is told apart
}

type varKey struct {
	loc  *graph.Loc
	body *graph.Body // nil for shared variables
}

// Skeleton returns the skeleton of the entry of a name: what of the graph matters.
func Skeleton(ctx context.Context, g *graph.Graph, name string) (*skeleton.Program, error) {
	w := &writer{g: g, p: &skeleton.Program{Entry: name, Notes: g.Notes, Sizes: g.Sizes, MayFault: g.MayFault, Given: g.Given}, objects: map[graph.SyncKey]*skeleton.Object{}, cells: map[*graph.Loc]*skeleton.Cell{},
		vars: map[varKey]*skeleton.Var{}, alone: map[*graph.Node]bool{}, bodies: map[*graph.Body]*skeleton.Body{}, waits: map[*skeleton.Node]*graph.Object{}}
	var starts []*graph.Node
	for _, b := range g.Bodies {
		starts = append(starts, b.Start)
	}
	if g.Accesses {
		cover(g)
		w.dropHidden()
	}
	if err := prune(ctx, g); err != nil {
		return nil, err
	}
	if g.Accesses {
		w.dropPrivate()
	}
	w.s = newSlicer(starts)
	w.s.run()
	asking := w.asking()
	w.classes = w.s.partition()
	w.s.flow() // fewer assignments are observed
	// Bodies are written as they are started.
	w.body(g.Bodies[0])
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
	if !g.Accesses { // who only asks about races does not need it
		polls(w.p)
		rounds(w.p)
		w.asked(asking)
	}
	w.missing()
	w.others()
	return w.p, nil
}

// missing notes the calls that are not followed, of those that may be reached.
func (w *writer) missing() {
	for _, b := range w.p.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Hang || n.Message == "" {
				continue
			}
			if !slices.ContainsFunc(w.p.Notes, func(m skeleton.Note) bool { return m.What == n.Message }) {
				w.p.Notes = append(w.p.Notes, skeleton.Note{Site: n.Site, What: n.Message, Effect: "the inner call is taken to do nothing", Opens: skeleton.OpensAll})
			}
			n.Message = ""
		}
	}
}

func (w *writer) body(b *graph.Body) *skeleton.Body {
	out := w.bodies[b]
	if out == nil {
		out = &skeleton.Body{ID: len(w.p.Bodies), Name: b.Name, Site: b.Site, Service: b.Service}
		w.bodies[b] = out
		w.p.Bodies = append(w.p.Bodies, out)
	}
	return out
}

// write writes the nodes of a body.
func (w *writer) write(b *graph.Body, out *skeleton.Body) {
	index := map[*graph.Node]int{}
	var list []*graph.Node
	visit := func(n *graph.Node) int {
		n = w.skip(n)
		i, known := index[n]
		if !known {
			i = len(list)
			index[n] = i
			list = append(list, n)
		}
		return i
	}
	visit(b.Start)
	for i := 0; i < len(list); i++ {
		n := list[i]
		m := &skeleton.Node{ID: i, Op: n.Op, Site: n.Site, Delta: n.Delta, Lowers: n.Lowers, Write: n.Write, Atomic: n.Atomic, Covered: n.Covered, Message: n.Message, Default: n.Default, Open: n.Open, Failed: n.Failed, Fault: n.Fault}
		switch n.Op { // a place that is not reached: a value is not known to be possible
		case skeleton.End, skeleton.Exit, skeleton.Panic, skeleton.Hang, skeleton.Step:
		default:
			if len(n.Next) == 0 {
				n.Next = []*graph.Node{{Op: skeleton.Hang, Open: true}}
			}
		}
		for _, next := range n.Next {
			m.Next = append(m.Next, visit(next))
		}
		switch {
		case n.Op == skeleton.Step && len(n.Next) == 0: // nothing follows: a value is not known to be possible
			m.Op, m.Open, m.Site = skeleton.Hang, true, skeleton.Site{} // places at which the extraction stops on purpose have one
		case n.Op == skeleton.Branch:
			m.Cond, m.Ends = w.cond(n.Cond, b), isTest(n) && !begunAgain(n)
		case n.Op == skeleton.Go:
			m.Body = w.body(n.Body)
			m.Args = w.assigns(n.Args, b, n.Body)
		}
		if n.Object != nil {
			m.Object = w.object(*n.Object)
		}
		m.When = w.fires(n.When, b)
		if n.Result != nil && n.Result.Wanted {
			m.Result = w.variable(n.Result, b)
		}
		for _, c := range n.Cases {
			k := skeleton.Case{Site: c.Site, Send: c.Send, Object: w.object(*c.Object), Do: w.assigns(c.Do, b, b)}
			k.When = w.fires(c.When, b)
			if c.Result != nil && c.Result.Wanted {
				k.Result = w.variable(c.Result, b)
			}
			m.Cases = append(m.Cases, k)
		}
		if n.Cell != nil {
			m.Cell = w.cell(n.Cell)
		}
		if n.Others != nil {
			w.waits[m] = n.Others
		}
		m.Do = w.assigns(n.Do, b, b)
		out.Nodes = append(out.Nodes, m)
	}
}

// skip returns the first node from n on that is written.
func (w *writer) skip(n *graph.Node) *graph.Node {
	if first := w.s.first[n]; !w.s.stops(n) && len(first) == 1 {
		return first[0]
	}
	return w.s.like(n) // also a loop for ever, or a place that is not reached
}

func (w *writer) object(k graph.SyncKey) *skeleton.Object {
	if o := w.objects[k]; o != nil {
		return o
	}
	o := &skeleton.Object{ID: len(w.p.Objects), Kind: k.Kind, Name: k.Obj.At(k.Path), Site: k.Obj.Site, Quiet: k.Obj.Quiet}
	if k.Kind == skeleton.Chan {
		o.NilChan, o.External, o.Ticking = k.Obj.NilChan, k.Obj.External, k.Obj.Ticking
		o.TimesOut = o.External || k.Obj.Timer != nil && k.Obj.Timer.What == "timer"
		if !o.NilChan {
			o.Cap = k.Obj.Capacity()
		}
	}
	w.objects[k] = o
	w.p.Objects = append(w.p.Objects, o)
	return o
}

func (w *writer) cell(l *graph.Loc) *skeleton.Cell {
	c := w.cells[l]
	if c == nil {
		c = &skeleton.Cell{ID: len(w.p.Cells), Name: l.Name, Site: l.Obj.Site, Many: l.Obj.Many(), Any: l.AnyElement()}
		w.cells[l] = c
		w.p.Cells = append(w.p.Cells, c)
	}
	return c
}

// variable returns the variable for a location that is used in a body.
func (w *writer) variable(l *graph.Loc, b *graph.Body) *skeleton.Var {
	k := varKey{l, b}
	shared := l.Obj != nil && (len(l.Bodies) > 1 || b.Many && !l.Obj.Own(b)) || l.Obj != nil && l.Path == "#tracked"
	if shared {
		k.body = nil
	}
	if v := w.vars[k]; v != nil {
		return v
	}
	v := &skeleton.Var{Name: l.Name, Shared: shared, Init: skeleton.Const(0)}
	v.Values = w.valueNames(l)
	if l.Zero != nil {
		v.Init = skeleton.Const(w.classes.class(l, l.Zero))
	}
	if l.Any {
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
func (w *writer) assigns(list []graph.Assign, from, to *graph.Body) []skeleton.Assign {
	var out []skeleton.Assign
	for _, a := range list {
		if !a.To.Wanted || len(a.V.Set) == 0 {
			continue
		}
		v := w.variable(a.To, to)
		value := w.value(a.V, a.To, from)
		if a.When != nil {
			otherwise := skeleton.Value(skeleton.Copy{Var: w.variable(a.To, from)})
			if k := slices.IndexFunc(out, func(b skeleton.Assign) bool { return b.Var == v }); k >= 0 {
				otherwise = out[k].Value
			}
			value = skeleton.If{Cond: w.cond(a.When, from), Then: value, Else: otherwise}
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
func (w *writer) valueNames(l *graph.Loc) []string {
	classes := w.classes[l]
	names := make([]string, count(classes))
	more := make([]int, len(names))
	seen := map[string]bool{}
	for i, a := range l.Set {
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
func (w *writer) value(v graph.Val, to *graph.Loc, b *graph.Body) skeleton.Value {
	number := func(a *graph.Atom) skeleton.Const { return skeleton.Const(w.classes.class(to, a)) }
	switch {
	case len(v.Set) == 1:
		return number(v.Set[0])
	case v.Expr != nil:
		return skeleton.If{Cond: w.cond(v.Expr, b), Then: number(w.g.Bool(true)), Else: number(w.g.Bool(false))}
	case v.From != nil && v.From.Wanted:
		c := skeleton.Copy{Var: w.variable(v.From, b)}
		table := make([]int, len(c.Var.Values))
		same := len(table) == count(w.classes[to])
		for i, a := range v.From.Set {
			if v.View != nil {
				a = v.View[a]
			}
			if a != nil {
				table[w.classes[v.From][i]] = int(number(a))
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
	for _, a := range v.Set {
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
func same(c graph.Is) skeleton.Expr {
	holds := 0
	for _, a := range c.Loc.Set {
		if c.Set.Has(a) {
			holds++
		}
	}
	switch holds {
	case len(c.Loc.Set):
		return skeleton.And(nil)
	case 0:
		return skeleton.Or(nil)
	}
	return skeleton.Either{}
}

// fires returns while what holds a timer fires.
func (w *writer) fires(c graph.Cond, b *graph.Body) skeleton.Expr {
	if c == nil {
		return nil
	}
	return w.cond(c, b)
}

func (w *writer) cond(c graph.Cond, b *graph.Body) skeleton.Expr {
	switch c := c.(type) {
	case graph.Const:
		if c {
			return skeleton.And(nil)
		}
		return skeleton.Or(nil)
	case graph.Is:
		if w.classes[c.Loc] == nil { // its values are not told apart
			return same(c)
		}
		v := w.variable(c.Loc, b)
		in := make([]bool, len(v.Values))
		for _, a := range c.Set {
			if c.Loc.Set.Has(a) {
				in[w.classes.class(c.Loc, a)] = true
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
	case graph.Negation:
		return skeleton.Not{X: w.cond(c.X, b)}
	case graph.Conjunction:
		return skeleton.And{w.cond(c.X, b), w.cond(c.Y, b)}
	case graph.Disjunction:
		return skeleton.Or{w.cond(c.X, b), w.cond(c.Y, b)}
	}
	return skeleton.Either{}
}
