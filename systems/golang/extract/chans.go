// This file defines channels.

package extract

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// makeChan makes a channel, or one of several if it is known which capacities it may have.
func (x *Extractor) makeChan(i *ssa.MakeChan) {
	size := x.Value(i.Size, "")
	for _, a := range size.Set {
		if a.Kind != graph.Int || a.N < 0 || len(size.Set) > maxLength || x.looping() {
			x.Set(i, "", x.channel(i, i, x.Capacity(size)))
			return
		}
	}
	if len(size.Set) == 1 {
		x.Set(i, "", x.channel(i, i, x.Capacity(size)))
		return
	}
	to := x.Register(i, "")
	x.Set(i, "", graph.At(to))
	x.Split(size, func(a *graph.Atom) {
		v := x.channel(i, [2]any{i, a.N}, graph.Constant(a))
		x.Grow(to, v.Set)
		x.Assign(graph.Assign{To: to, V: v})
	})
}

func (x *Extractor) channel(i *ssa.MakeChan, key any, size graph.Val) graph.Val {
	o := x.Object(key, "chan", i.Type())
	o.Site = x.Site(i.Pos())
	o.Name = x.NameAt(i.Pos(), "chan")
	o.Cap = size
	return x.Made(o, i)
}

func elemType(t types.Type) types.Type { return t.Underlying().(*types.Chan).Elem() }

func (x *Extractor) send(i *ssa.Send) {
	x.Split(x.channels(x.Value(i.Chan, "")), func(a *graph.Atom) {
		do := x.sends(a, i.X)
		x.OperateOn(skeleton.Send, skeleton.Chan, a, i.Pos(), func(n *graph.Node) { n.Do = do })
	})
}

// receive executes v, ok := <-c.
func (x *Extractor) receive(i *ssa.UnOp) {
	on := x.channels(x.Value(i.X, ""))
	prefix, path := "", "ok"
	if i.CommaOk {
		prefix, path = code.Field(0), code.Field(1)
	}
	ok := x.Register(i, path)
	x.Grow(ok, graph.Single(x.Bool(false)).With(x.Bool(true)))
	ok.Name = "ok"
	x.Set(i, path, graph.At(ok))
	for _, l := range x.Leaves(elemType(i.X.Type())) {
		x.Set(i, prefix+l.Path, graph.At(x.Register(i, prefix+l.Path)))
	}
	x.Split(on, func(a *graph.Atom) {
		r := x.receives(a, i, prefix, elemType(i.X.Type()))
		if r.loose {
			x.oneOfMany(i.Pos())
		}
		x.OperateOn(skeleton.Recv, skeleton.Chan, a, i.Pos(), func(n *graph.Node) { n.Result, n.When, n.Do = ok, r.when, r.do })
		if x.Dead {
			return
		}
		if r.never { // nothing comes behind it
			x.end(skeleton.Hang)
			return
		}
		if !Followed(a) {
			x.AssignAll(append(r.do, graph.Assign{To: ok, V: graph.Val{Set: ok.Set}}))
		}
		x.closedZero(ok, r)
	})
}

// closedZero gives what was received from a closed channel the value zero.
func (x *Extractor) closedZero(ok *graph.Loc, r received) {
	if len(r.closed) > 0 {
		x.Branch(graph.Is{Loc: ok, Set: graph.Single(x.Bool(true))}, func() {}, func() { x.AssignAll(r.closed) })
	}
}

// Followed reports whether an atom is one channel, lock or the like of which the skeleton knows.
func Followed(a *graph.Atom) bool { return a.Kind == graph.Ptr && !a.Obj.Many() && !code.Weak(a.Path) }

// closable reports whether somebody may close the channel: a received value may then be zero.
func (x *Extractor) closable(o *graph.Object) bool { return o.Closed || o.External }

// selects executes a select statement.
func (x *Extractor) selects(i *ssa.Select) {
	index := x.Register(i, code.Field(0))
	x.Set(i, code.Field(0), graph.At(index))
	index.Name = "case"
	ok := x.Register(i, code.Field(1))
	x.Set(i, code.Field(1), graph.At(ok))
	ok.Name = "ok"
	x.Grow(ok, graph.Single(x.Bool(false)).With(x.Bool(true)))
	for n := range i.States {
		x.Grow(index, graph.Single(x.Int(int64(n))))
	}
	if !i.Blocking {
		x.Grow(index, graph.Single(x.Int(-1)))
	}
	do := make([]map[*graph.Atom]received, len(i.States))
	result := 2
	for n, s := range i.States {
		do[n] = map[*graph.Atom]received{}
		for _, a := range x.Value(s.Chan, "").Set {
			if s.Dir == types.SendOnly {
				do[n][a] = received{do: x.sends(a, s.Send)}
			} else {
				do[n][a] = x.receives(a, i, code.Field(result), elemType(s.Chan.Type()))
			}
		}
		if s.Dir == types.RecvOnly {
			for _, l := range x.Leaves(elemType(s.Chan.Type())) {
				x.Set(i, code.Field(result)+l.Path, graph.At(x.Register(i, code.Field(result)+l.Path)))
			}
			result++
		}
	}
	// All combinations of channels.
	var choose func(n int, chosen []*graph.Atom)
	choose = func(n int, chosen []*graph.Atom) {
		if n < len(i.States) {
			x.Split(x.channels(x.Value(i.States[n].Chan, "")), func(a *graph.Atom) {
				choose(n+1, append(chosen[:n:n], a))
			})
			return
		}
		x.selectOn(i, chosen, index, ok, do)
	}
	choose(0, nil)
}

// selectOn executes a select statement with known channels.
func (x *Extractor) selectOn(i *ssa.Select, chosen []*graph.Atom, index, ok *graph.Loc, do []map[*graph.Atom]received) {
	free := false // a case of which it is not known whether it is ready
	ways := 0
	for _, a := range chosen {
		switch {
		case a.Kind == graph.Nil:
			continue
		case !Followed(a):
			free = true
		}
		ways++
	}
	if ways == 0 && i.Blocking {
		x.Add(x.Operation(skeleton.Recv, x.nilChan(), i.Pos(), func(n *graph.Node) { n.Site.Text = "select" }))
		x.Hang(i.Pos())
		return
	}
	for k, a := range chosen {
		if i.States[k].Dir == types.SendOnly && x.failure(skeleton.Send, a) != "" && x.recovering(x.fr) {
			x.Branch(graph.Either{}, x.unwind, func() {})
			break
		}
	}
	n := x.Operation(skeleton.Select, nil, i.Pos(), nil)
	if free {
		x.Note(i.Pos(), "select with a channel that is one of many or not known", "the case is taken to be ready or not, by choice", skeleton.OpensBlocked)
		x.Branch(graph.Either{}, func() {
			// One of the unknown cases is taken.
			var ready []graph.Assign
			var s graph.Set
			for k, a := range chosen {
				if a.Kind != graph.Nil && !Followed(a) {
					s = s.With(x.Int(int64(k)))
					ready = append(ready, do[k][a].do...)
				}
			}
			x.AssignAll(append(ready, graph.Assign{To: index, V: graph.Val{Set: s}}, graph.Assign{To: ok, V: graph.Val{Set: ok.Set}}))
		}, func() {
			if ways == 1 && i.Blocking && !anyKnown(chosen) {
				x.leave(i.Pos())
				return
			}
			x.knownSelect(n, i, chosen, index, ok, do)
		})
		return
	}
	x.knownSelect(n, i, chosen, index, ok, do)
}

func anyKnown(chosen []*graph.Atom) bool {
	for _, a := range chosen {
		if Followed(a) {
			return true
		}
	}
	return false
}

func (x *Extractor) knownSelect(n *graph.Node, i *ssa.Select, chosen []*graph.Atom, index, ok *graph.Loc, do []map[*graph.Atom]received) {
	if !anyKnown(chosen) && i.Blocking {
		x.leave(i.Pos())
		return
	}
	if n == nil {
		return
	}
	for k, a := range chosen {
		if do[k][a].loose {
			x.oneOfMany(i.States[k].Pos)
		}
	}
	x.Add(n)
	join, joined := x.node(skeleton.Step), !i.Blocking
	for k, a := range chosen {
		if !Followed(a) {
			continue
		}
		s := i.States[k]
		a.Obj.Used = a.Obj.Used || !x.early
		c := graph.SelectCase{Site: x.Site(s.Pos), Send: s.Dir == types.SendOnly, Object: &graph.SyncKey{Kind: skeleton.Chan, Obj: a.Obj, Path: ""}}
		if !c.Send {
			c.Result, c.When = ok, do[k][a].when
		}
		c.Do = append([]graph.Assign{{To: index, V: graph.Constant(x.Int(int64(k)))}}, do[k][a].do...)
		n.Cases = append(n.Cases, c)
		x.cur, x.Dead = n, false
		x.Add(x.node(skeleton.Step))
		if !c.Send {
			if do[k][a].never {
				x.end(skeleton.Hang)
				continue
			}
			x.closedZero(ok, do[k][a])
		}
		x.link(join)
		joined = true
	}
	if !i.Blocking {
		n.Default = true
		x.cur, x.Dead = n, false
		x.Assign(graph.Assign{To: index, V: graph.Constant(x.Int(-1))})
		x.link(join)
	}
	x.cur, x.Dead = join, !joined
}
