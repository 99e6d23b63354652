// This file defines random programs.

package randgo

import (
	"fmt"
)

// Random returns a random program: mostly an idiom, in one of several shapes, with up to two
// mistakes, or else operations at random on a few objects. About half of them have a fault.
func Random(src Source) *Program {
	g := &generator{src: src, p: &Program{Name: "TestRandom"}}
	if chance(src, 75) {
		all := idioms()
		g.p.Body = all[src.IntN(len(all))].write(g)
		if chance(src, 15) {
			g.p.Body = append(g.p.Body, one(Exit, ""))
		}
	} else {
		g.free()
	}
	g.shape()
	for range []int{0, 1, 1, 2}[src.IntN(4)] {
		g.mistake()
	}
	return g.p
}

type generator struct {
	src  Source
	p    *Program
	left int // operations of a program at random
	name int // of what was named last
}

func (g *generator) fresh(prefix string) string {
	g.name++
	return fmt.Sprintf("%s%d", prefix, g.name)
}

// free writes operations at random.
func (g *generator) free() {
	g.left = 7 + g.src.IntN(5)
	var objects []*Stmt
	kinds := []Kind{Mutex, RWMutex, Chan, Chan, Chan, WaitGroup, Once, Flag, Atomic, List, Context, Deadline, Ticker, NilChan}
	for range 2 + g.src.IntN(3) {
		k := kinds[g.src.IntN(len(kinds))]
		o := makes(k, map[Kind]string{Context: "ctx", Deadline: "ctx"}[k])
		if o.X == "" {
			o.X = "x"
		}
		o.X = g.fresh(o.X)
		if k == Chan {
			o.N = g.src.IntN(3)
		}
		objects = append(objects, o)
		if k == Mutex && chance(g.src, 30) {
			objects = append(objects, &Stmt{Op: Make, Kind: Cond, X: g.fresh("x"), Args: []string{o.X}})
		}
	}
	body := objects
	for range 1 + g.src.IntN(2) {
		body = append(body, starts(g.block(objects, 2+g.src.IntN(3))...))
	}
	g.p.Body = append(body, g.block(objects, 2+g.src.IntN(3))...)
}

func (g *generator) block(objects []*Stmt, n int) []*Stmt {
	var list []*Stmt
	for range n {
		if g.left--; g.left >= 0 {
			list = append(list, g.statement(objects)...)
		}
	}
	return list
}

// statement writes something about an object.
func (g *generator) statement(objects []*Stmt) []*Stmt {
	o := objects[g.src.IntN(len(objects))]
	inner := func() []*Stmt { return g.block(objects, 1+g.src.IntN(2)) }
	switch o.Kind {
	case Mutex, RWMutex:
		lock, unlock, test := Lock, Unlock, Try
		if o.Kind == RWMutex && g.src.IntN(2) == 1 {
			lock, unlock, test = RLock, RUnlock, TryRead
		}
		if chance(g.src, 15) {
			return []*Stmt{when(test, o.X, append(inner(), one(unlock, o.X))...)}
		}
		return append(append([]*Stmt{one(lock, o.X)}, inner()...), one(unlock, o.X))
	case Chan, NilChan:
		switch k := g.src.IntN(8); {
		case k < 2:
			return []*Stmt{one(Send, o.X)}
		case k < 4:
			return []*Stmt{one(Recv, o.X)}
		case k < 5:
			return []*Stmt{one(Close, o.X)}
		case k < 6:
			return []*Stmt{unless(Open, o.X, one(Return, ""))}
		}
		return []*Stmt{g.choose(objects)}
	case WaitGroup:
		if chance(g.src, 30) {
			return []*Stmt{{Op: WaitGo, X: o.X, Body: inner()}}
		}
		return []*Stmt{[]*Stmt{add(o.X, 1), one(Done, o.X), one(Wait, o.X)}[g.src.IntN(3)]}
	case Once:
		return []*Stmt{{Op: Do, X: o.X, Body: inner()}}
	case Cond:
		return []*Stmt{one([]Op{Signal, Broadcast, Sleep}[g.src.IntN(3)], o.X)}
	case Context, Deadline:
		switch g.src.IntN(3) {
		case 0:
			return []*Stmt{one(Cancel, o.X)}
		case 1:
			return []*Stmt{one(Recv, o.X+".Done()")}
		}
		return []*Stmt{when(Ended, o.X, inner()...)}
	case Ticker:
		return []*Stmt{g.choose(objects)}
	case List:
		switch g.src.IntN(4) {
		case 0:
			return []*Stmt{when(Filled, o.X, one(Pop, o.X))}
		case 1:
			return []*Stmt{when(Filled, o.X, inner()...)}
		}
		return []*Stmt{one(Push, o.X)}
	}
	if chance(g.src, 50) {
		return []*Stmt{{Op: Set, X: o.X, Kind: o.Kind, Value: chance(g.src, 70)}}
	}
	test := map[Kind]Test{Flag: IsSet, Atomic: Loaded}[o.Kind]
	return []*Stmt{{Op: If, Cond: &Condition{Test: test, X: o.X, Not: g.src.IntN(2) == 1}, Body: inner(), Else: g.block(objects, g.src.IntN(2))}}
}

// choose writes a select.
func (g *generator) choose(objects []*Stmt) *Stmt {
	s := selects()
	for _, o := range objects {
		if x := map[Kind]string{Chan: o.X, NilChan: o.X, Context: o.X + ".Done()", Deadline: o.X + ".Done()", Ticker: o.X + ".C"}[o.Kind]; x != "" && chance(g.src, 60) {
			send := (o.Kind == Chan || o.Kind == NilChan) && g.src.IntN(2) == 1
			s.Cases = append(s.Cases, &Case{Send: send, X: x, Body: g.block(objects, g.src.IntN(2))})
		}
	}
	if len(s.Cases) == 0 || chance(g.src, 30) {
		s.Cases = append(s.Cases, otherwise(g.block(objects, g.src.IntN(2))...))
	}
	if chance(g.src, 20) {
		s.Cases[0].Body = append(s.Cases[0].Body, one(Return, ""))
		return forever(s)
	}
	return s
}

// operands returns the operands of a statement, which are names that something else declares.
func (s *Stmt) operands() []*string {
	var list []*string
	switch s.Op {
	case Make, Closure, Each, Go, Defer, If, Loop, Forever, Select, Return, Break, Continue, Goexit, Exit, Panic, Call:
	default:
		list = append(list, &s.X)
	}
	for k := range s.Args {
		list = append(list, &s.Args[k])
	}
	if s.Cond != nil && s.Cond.X != "" {
		list = append(list, &s.Cond.X)
	}
	for _, c := range s.Cases {
		if c.X != "" {
			list = append(list, &c.X)
		}
	}
	return list
}

// nested calls f for a statement and all inside it.
func (s *Stmt) nested(f func(s *Stmt)) {
	(&Program{Body: []*Stmt{s}}).each(f)
}
