// This file defines parts of the question about any number of goroutines: assertions about some objects, asked of a
// program without objects that matter less.
//
// An operation on an object that is left out never waits, does nothing, and has any result. So there are more
// executions than with it, and an assertion that holds in the part holds in the whole. Cores must be the same in all
// parts: who could end a wait is found by the flow of control, which leaving out does not change, and each core
// is asked where all objects that it mentions are kept.

package lower

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A Part says which assertions are asked, and of which program.
type Part struct {
	About []*skeleton.Object // assertions that mention no other object are asked
	Keep  []*skeleton.Object // all others are left out
	Free  bool               // variables are left out, too: branches go either way
	Loose bool               // so are those that are no result of an operation
}

// Parts returns the sets of objects that assertions mention, each set once and small ones first; or nil if there are
// too many assertions to be asked one by one.
func (p *Program) Parts() [][]*skeleton.Object {
	if p.crowded {
		return nil
	}
	var list [][]*skeleton.Object
	for _, f := range p.Failures {
		if !slices.ContainsFunc(list, func(s []*skeleton.Object) bool { return slices.Equal(s, f.About) }) {
			list = append(list, f.About)
		}
	}
	slices.SortStableFunc(list, func(a, b []*skeleton.Object) int { return len(a) - len(b) })
	return list
}

// The distances of parts.
const (
	Loosest  = -1
	Furthest = 1
)

// Near returns a part about some objects. At distance 0 it keeps the objects but channels at which goroutines may be
// blocked that operate on what it is about; at distance 1 all that those goroutines use. The loosest part is the one at
// distance 0 without variables that are no result of an operation.
func Near(p *skeleton.Program, about []*skeleton.Object, distance int) *Part {
	x := &Part{About: about, Keep: slices.Clone(about), Loose: distance == Loosest}
	for _, b := range p.Bodies {
		if len(about) > 0 && !slices.ContainsFunc(b.Nodes, func(n *skeleton.Node) bool {
			return slices.ContainsFunc(operands(n), func(o *skeleton.Object) bool { return slices.Contains(about, o) })
		}) {
			continue
		}
		for _, n := range b.Nodes {
			for _, o := range operands(n) {
				near := distance > 0 || n.Op.Blocks() && o.Kind != skeleton.Chan
				if near && !slices.Contains(x.Keep, o) {
					x.Keep = append(x.Keep, o)
				}
			}
		}
	}
	return x
}

// Control returns a part that keeps no channels and no variables, but all other objects.
func Control(p *skeleton.Program) *Part {
	x := &Part{Free: true}
	for _, o := range p.Objects {
		if o.Kind != skeleton.Chan {
			x.Keep = append(x.Keep, o)
		}
	}
	return x
}

// Before returns a part that keeps the objects of operations behind which a goroutine may still access a cell.
func Before(p *skeleton.Program, cell *skeleton.Cell) *Part {
	x := &Part{}
	for _, b := range p.Bodies {
		before := make([]bool, len(b.Nodes))
		for changed := true; changed; {
			changed = false
			for i, n := range b.Nodes {
				is := n.Op == skeleton.Access && n.Cell == cell || slices.ContainsFunc(n.Next, func(next int) bool { return before[next] })
				changed = changed || is && !before[i]
				before[i] = is
			}
		}
		for i, n := range b.Nodes {
			for _, o := range operands(n) {
				if before[i] && !slices.Contains(x.Keep, o) {
					x.Keep = append(x.Keep, o)
				}
			}
		}
	}
	return x
}

// Deciding returns a part that keeps the objects by which goroutines get the values that decide whether they access a
// cell. If one of many objects is told apart and handed on, these are the channels through which it goes.
func Deciding(p *skeleton.Program, cell *skeleton.Cell) *Part {
	x := &Part{}
	decisive := decisive(p, func(b *skeleton.Body) bool {
		return slices.ContainsFunc(b.Nodes, func(n *skeleton.Node) bool { return n.Op == skeleton.Access && n.Cell == cell })
	})
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			for i, w := range ways(n) {
				o := n.Object
				if i < len(n.Cases) {
					o = n.Cases[i].Object
				}
				gives := decisive[w.result] || slices.ContainsFunc(w.do, func(a skeleton.Assign) bool { return decisive[a.Var] })
				if o != nil && gives && !slices.Contains(x.Keep, o) {
					x.Keep = append(x.Keep, o)
				}
			}
		}
	}
	return x
}

// operands returns the objects of a node.
func operands(n *skeleton.Node) []*skeleton.Object {
	var list []*skeleton.Object
	if n.Object != nil {
		list = append(list, n.Object)
	}
	for _, c := range n.Cases {
		list = append(list, c.Object)
	}
	return list
}

// asks reports whether the part asks an assertion about some objects. All do if there are no parts.
func (x *Part) asks(about []*skeleton.Object) bool {
	return x == nil || !slices.ContainsFunc(about, func(o *skeleton.Object) bool { return !slices.Contains(x.About, o) })
}

// mentioned returns the objects of an assertion, sorted, each once.
func mentioned(nodes ...*skeleton.Node) []*skeleton.Object {
	var list []*skeleton.Object
	for _, n := range nodes {
		list = append(list, operands(n)...)
	}
	slices.SortFunc(list, func(a, b *skeleton.Object) int { return a.ID - b.ID })
	return slices.Compact(list)
}

// leaveOut makes steps of the operations on objects that the part does not keep. The program is a slice, and is
// changed.
func (x *Part) leaveOut(p *skeleton.Program) {
	out := func(o *skeleton.Object) bool { return o != nil && !o.NilChan && !slices.Contains(x.Keep, o) }
	var free *skeleton.Object // a channel of which nothing is known
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			for i := range n.Cases {
				c := &n.Cases[i]
				if !out(c.Object) {
					continue
				}
				if free == nil {
					free = &skeleton.Object{ID: len(p.Objects), Kind: skeleton.Chan, Name: "left_out", Cap: skeleton.Unknown}
					p.Objects = append(slices.Clone(p.Objects), free)
				}
				// A receive, even of a send, which could fail.
				c.Object, c.Send, c.Do, c.Result = free, false, either(c.Do, c.Result), nil
			}
			if out(n.Object) {
				n.Do, n.Object, n.When, n.Result = either(n.Do, n.Result), nil, nil, nil
				if n.Op = skeleton.Step; len(n.Next) == 2 { // the first caller of a Once or another one
					n.Op, n.Cond = skeleton.Branch, skeleton.Either{}
				}
			}
		}
	}
	if x.Free || x.Loose {
		results := map[*skeleton.Var]bool{}
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				for _, w := range ways(n) {
					results[w.result] = x.Loose && w.result != nil
				}
			}
		}
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				release(n, results)
			}
		}
	}
}

// either adds to assignments that of any value to a result, unless they assign it.
func either(do []skeleton.Assign, result *skeleton.Var) []skeleton.Assign {
	if result == nil || assigns(do, result) {
		return do
	}
	return append(slices.Clone(do), skeleton.Assign{Var: result, Value: skeleton.Any{}})
}

// release makes a node neither read nor write variables but some.
func release(n *skeleton.Node, kept map[*skeleton.Var]bool) {
	loose := false
	note := func(v *skeleton.Var) { loose = loose || !kept[v] }
	those := func(list []skeleton.Assign) (out []skeleton.Assign) {
		for _, a := range list {
			if !kept[a.Var] {
				continue
			}
			loose = false
			reads(a.Value, note)
			if loose {
				a.Value = skeleton.Any{}
			}
			out = append(out, a)
		}
		return out
	}
	result := func(v *skeleton.Var) *skeleton.Var {
		if kept[v] {
			return v
		}
		return nil
	}
	n.Do, n.Args, n.Result = those(n.Do), those(n.Args), result(n.Result)
	cond := func(e skeleton.Expr) skeleton.Expr {
		loose = false
		if mentions(e, note); loose {
			return skeleton.Either{}
		}
		return e
	}
	n.Cond, n.When = cond(n.Cond), cond(n.When)
	for i := range n.Cases {
		n.Cases[i].When = cond(n.Cases[i].When)
		n.Cases[i].Do, n.Cases[i].Result = those(n.Cases[i].Do), result(n.Cases[i].Result)
	}
}
