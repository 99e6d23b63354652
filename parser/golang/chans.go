// This file defines channels.

package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func (x *extractor) makeChan(i *ssa.MakeChan) {
	o := x.object(i, "chan", i.Type())
	o.site = x.site(i.Pos())
	o.name = x.nameAt(i.Pos(), "chan")
	size := x.value(i.Size, "")
	if n := x.sizeOf(size); n >= 0 {
		size = constantVal(x.int(n))
	}
	o.chanCap = size
	x.set(i, "", x.made(o, i))
}

func elemType(t types.Type) types.Type { return t.Underlying().(*types.Chan).Elem() }

func (x *extractor) send(i *ssa.Send) {
	x.split(x.value(i.Chan, ""), func(a *atom) {
		do := x.sends(a, i.X)
		x.operateOn(skeleton.Send, skeleton.Chan, a, i.Pos(), func(n *node) { n.do = do })
	})
}

// receive executes v, ok := <-c.
func (x *extractor) receive(i *ssa.UnOp) {
	on := x.value(i.X, "")
	prefix, path := "", "ok"
	if i.CommaOk {
		prefix, path = field(0), field(1)
	}
	ok := x.register(i, path)
	x.grow(ok, single(x.bool(false)).with(x.bool(true)))
	ok.name = "ok"
	x.set(i, path, at(ok))
	for _, l := range x.leaves(elemType(i.X.Type())) {
		x.set(i, prefix+l.path, at(x.register(i, prefix+l.path)))
	}
	x.split(on, func(a *atom) {
		r := x.receives(a, i, prefix, elemType(i.X.Type()))
		x.assignAll(r.before)
		x.operateOn(skeleton.Recv, skeleton.Chan, a, i.Pos(), func(n *node) { n.result, n.do = ok, r.do })
		if x.dead {
			return
		}
		if !known1(a) {
			x.assignAll(append(r.do, assign{to: ok, v: val{set: ok.set}}))
		}
		x.closedZero(ok, r)
	})
}

// closedZero gives what was received from a closed channel the value zero.
func (x *extractor) closedZero(ok *loc, r received) {
	if len(r.closed) > 0 {
		x.branch(cIs{ok, single(x.bool(true))}, func() {}, func() { x.assignAll(r.closed) })
	}
}

// known1 reports whether an atom is one channel of which the skeleton knows.
func known1(a *atom) bool { return a.kind == aPtr && !a.obj.many() && !weak(a.path) }

// closable reports whether somebody may close the channel: a received value may then be zero.
func (x *extractor) closable(o *object) bool { return o.closed || o.external }

// selects executes a select statement.
func (x *extractor) selects(i *ssa.Select) {
	index := x.register(i, field(0))
	x.set(i, field(0), at(index))
	index.name = "case"
	ok := x.register(i, field(1))
	x.set(i, field(1), at(ok))
	ok.name = "ok"
	x.grow(ok, single(x.bool(false)).with(x.bool(true)))
	for n := range i.States {
		x.grow(index, single(x.int(int64(n))))
	}
	if !i.Blocking {
		x.grow(index, single(x.int(-1)))
	}
	do := make([]map[*atom]received, len(i.States))
	result := 2
	for n, s := range i.States {
		do[n] = map[*atom]received{}
		for _, a := range x.value(s.Chan, "").set {
			if s.Dir == types.SendOnly {
				do[n][a] = received{do: x.sends(a, s.Send)}
			} else {
				do[n][a] = x.receives(a, i, field(result), elemType(s.Chan.Type()))
			}
		}
		if s.Dir == types.RecvOnly {
			for _, l := range x.leaves(elemType(s.Chan.Type())) {
				x.set(i, field(result)+l.path, at(x.register(i, field(result)+l.path)))
			}
			result++
		}
	}
	// All combinations of channels.
	var choose func(n int, chosen []*atom)
	choose = func(n int, chosen []*atom) {
		if n < len(i.States) {
			x.split(x.value(i.States[n].Chan, ""), func(a *atom) { choose(n+1, append(chosen[:n:n], a)) })
			return
		}
		x.selectOn(i, chosen, index, ok, do)
	}
	choose(0, nil)
}

// selectOn executes a select statement with known channels.
func (x *extractor) selectOn(i *ssa.Select, chosen []*atom, index, ok *loc, do []map[*atom]received) {
	free := false // a case of which it is not known whether it is ready
	ways := 0
	for _, a := range chosen {
		switch {
		case a.kind == aNil:
			continue
		case !known1(a):
			free = true
		}
		ways++
	}
	if ways == 0 && i.Blocking {
		n := x.operation(skeleton.Recv, x.nilChan(), i.Pos(), nil)
		if n != nil {
			n.site.Text = "select"
		}
		x.add(n)
		x.hang(i.Pos())
		return
	}
	n := x.operation(skeleton.Select, nil, i.Pos(), nil)
	if free {
		x.note(i.Pos(), "select with a channel that is one of many or not known", "the case is taken to be ready or not, by choice", false)
		x.branch(cEither{}, func() {
			// One of the unknown cases is taken.
			var ready []assign
			var s set
			for k, a := range chosen {
				if a.kind != aNil && !known1(a) {
					s = s.with(x.int(int64(k)))
					ready = append(ready, do[k][a].do...)
				}
			}
			x.assignAll(append(ready, assign{to: index, v: val{set: s}}, assign{to: ok, v: val{set: ok.set}}))
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

func anyKnown(chosen []*atom) bool {
	for _, a := range chosen {
		if known1(a) {
			return true
		}
	}
	return false
}

func (x *extractor) knownSelect(n *node, i *ssa.Select, chosen []*atom, index, ok *loc, do []map[*atom]received) {
	if !anyKnown(chosen) && i.Blocking {
		x.leave(i.Pos())
		return
	}
	if n == nil {
		return
	}
	for k, a := range chosen {
		x.assignAll(do[k][a].before)
	}
	x.add(n)
	join := x.node(skeleton.Step)
	for k, a := range chosen {
		if !known1(a) {
			continue
		}
		s := i.States[k]
		c := selectCase{site: x.site(s.Pos), send: s.Dir == types.SendOnly, object: &syncKey{skeleton.Chan, a.obj, ""}}
		if !c.send {
			c.result = ok
		}
		c.do = append([]assign{{to: index, v: constantVal(x.int(int64(k)))}}, do[k][a].do...)
		n.cases = append(n.cases, c)
		x.cur = n
		x.add(x.node(skeleton.Step))
		if !c.send {
			x.closedZero(ok, do[k][a])
		}
		x.link(join)
	}
	if !i.Blocking {
		n.dflt = true
		x.cur = n
		x.assign(assign{to: index, v: constantVal(x.int(-1))})
		x.link(join)
	}
	x.cur = join
}
