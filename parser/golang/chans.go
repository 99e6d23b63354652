// This file defines channels.

package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func (x *extractor) makeChan(i *ssa.MakeChan) {
	o := x.object(i, "chan", i.Type())
	o.site = x.text.site(x.fr.fn, i.Pos())
	o.name = x.nameAt(i.Pos(), "chan")
	size := x.value(i.Size, "")
	if n := x.sizeOf(size); n >= 0 {
		size = constantVal(x.int(n))
	}
	o.chanCap = size
	x.set(i, "", x.made(o, i))
}

// capacity returns the capacity of a channel.
func capacity(o *object) int {
	if a := o.chanCap.one(); a != nil && a.kind == aInt {
		return int(a.n)
	}
	return skeleton.Unknown
}

// elemCells returns the cells in which what is sent to a channel is collected.
func (x *extractor) sent(o *object, t types.Type, f func(l leaf, c *loc)) {
	for _, l := range x.leaves(t) {
		c := x.cell(o, ".sent"+l.path, l.typ)
		if c.zero != nil {
			c.zero, c.set = nil, nil
		}
		c.weak, c.spread = true, true
		f(l, c)
	}
}

func elemType(t types.Type) types.Type { return t.Underlying().(*types.Chan).Elem() }

func (x *extractor) send(i *ssa.Send) {
	v := x.value(i.Chan, "")
	x.sends(v, i.X)
	x.operate(skeleton.Send, skeleton.Chan, v, i.Pos(), nil)
}

// sends notes that a value is sent.
func (x *extractor) sends(on val, v ssa.Value) {
	for _, a := range on.set {
		if a.kind != aPtr {
			continue
		}
		x.sent(a.obj, v.Type(), func(l leaf, c *loc) {
			if k, ok := v.(*ssa.Const); ok && k.Value == nil {
				x.grow(c, single(x.zero(l.typ)))
				return
			}
			x.grow(c, x.value(v, l.path).set)
		})
	}
}

// receive executes v, ok := <-c.
func (x *extractor) receive(i *ssa.UnOp) {
	on := x.value(i.X, "")
	prefix := ""
	var ok *loc
	if i.CommaOk {
		prefix = field(0)
		ok = x.register(i, field(1))
		x.grow(ok, single(x.bool(false)).with(x.bool(true)))
		ok.name = "ok"
		x.set(i, field(1), at(ok))
	}
	do := map[*atom][]assign{}
	x.received(on, i, prefix, elemType(i.X.Type()), do)
	x.split(on, func(a *atom) {
		x.operateOn(skeleton.Recv, skeleton.Chan, a, i.Pos(), func(n *node) { n.result = ok })
		if ok != nil && !known1(a) {
			x.assign(assign{to: ok, v: val{set: ok.set}})
		}
		x.assignAll(do[a])
	})
}

// known1 reports whether an atom is one channel of which the skeleton knows.
func known1(a *atom) bool { return a.kind == aPtr && !a.obj.many() && !weak(a.path) }

// received gives a register what may be received; do collects the assignments.
func (x *extractor) received(on val, v ssa.Value, prefix string, t types.Type, do map[*atom][]assign) {
	for _, l := range x.leaves(t) {
		to := x.register(v, prefix+l.path)
		for _, a := range on.set {
			var s set
			switch {
			case a.kind == aPtr && a.obj.what == "chan" && a.obj.chanCap.one() != nil && a.obj.chanCap.one().kind == aOther && a.obj.frame == nil:
				s = x.unknown(l.typ, nil)
			case a.kind == aPtr:
				x.sent(a.obj, t, func(m leaf, c *loc) {
					if m.path == l.path {
						s = c.set
					}
				})
				if x.closable(a.obj) {
					s = x.union(s, single(x.zero(l.typ)))
				}
			case a.kind == aNil:
				continue
			default:
				s = x.unknown(l.typ, nil)
			}
			x.grow(to, s)
			do[a] = append(do[a], assign{to: to, v: val{set: s}})
		}
		x.set(v, prefix+l.path, at(to))
	}
}

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
	for n, s := range i.States {
		x.grow(index, single(x.int(int64(n))))
		if s.Dir == types.SendOnly {
			x.sends(x.value(s.Chan, ""), s.Send)
		}
	}
	if !i.Blocking {
		x.grow(index, single(x.int(-1)))
	}
	do := make([]map[*atom][]assign, len(i.States))
	result := 2
	for n, s := range i.States {
		do[n] = map[*atom][]assign{}
		if s.Dir == types.RecvOnly {
			x.received(x.value(s.Chan, ""), i, field(result), elemType(s.Chan.Type()), do[n])
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
func (x *extractor) selectOn(i *ssa.Select, chosen []*atom, index, ok *loc, do []map[*atom][]assign) {
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
					ready = append(ready, do[k][a]...)
				}
			}
			x.assignAll(append(ready, assign{to: index, v: val{set: s}}, assign{to: ok, v: val{set: ok.set}}))
		}, func() {
			if ways == 1 && i.Blocking && !anyKnown(chosen) {
				x.hang(i.Pos())
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

func (x *extractor) knownSelect(n *node, i *ssa.Select, chosen []*atom, index, ok *loc, do []map[*atom][]assign) {
	if !anyKnown(chosen) && i.Blocking {
		x.hang(i.Pos())
		return
	}
	if n == nil {
		return
	}
	x.add(n)
	join := x.node(skeleton.Step)
	for k, a := range chosen {
		if !known1(a) {
			continue
		}
		s := i.States[k]
		c := selectCase{site: x.text.site(x.fr.fn, s.Pos), send: s.Dir == types.SendOnly, object: &syncKey{skeleton.Chan, a.obj, ""}}
		if !c.send {
			c.result = ok
		}
		c.do = append([]assign{{to: index, v: constantVal(x.int(int64(k)))}}, do[k][a]...)
		n.cases = append(n.cases, c)
		x.cur = n
		x.add(x.node(skeleton.Step))
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
