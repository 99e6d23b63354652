// This file defines random skeletons.

package randgo

import (
	"fmt"
	"go/token"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A Source decides: IntN returns a number from 0 to n-1. *rand.Rand of math/rand/v2 is one.
type Source interface {
	IntN(n int) int
}

// chance is true in percent out of 100 cases. The smallest choice is false.
func chance(src Source, percent int) bool { return src.IntN(100) >= 100-percent }

// Skeleton returns a random skeleton: two to four bodies with about a dozen operations, mostly
// in pairs that belong together, over all constructs but channels of unknown capacity. Each body
// starts others behind it only, so that few start too many goroutines for a small limit.
func Skeleton(src Source) *skeleton.Program {
	g := &skeletons{src: src, p: &skeleton.Program{Entry: "random"}, left: 14 + src.IntN(8)}
	kinds := []skeleton.Kind{skeleton.Mutex, skeleton.RWMutex, skeleton.Chan, skeleton.Chan, skeleton.WaitGroup, skeleton.Once, skeleton.Cond}
	for range 2 + src.IntN(2) {
		g.object(kinds[src.IntN(len(kinds))])
	}
	for range src.IntN(3) {
		g.variable(&g.p.Vars, true)
	}
	for range src.IntN(2) {
		c := &skeleton.Cell{ID: len(g.p.Cells), Name: "cell"}
		g.p.Cells = append(g.p.Cells, c)
	}
	for k := range 2 + src.IntN(2) {
		b := &skeleton.Body{ID: k, Name: fmt.Sprintf("body%d", k)}
		for range src.IntN(2) {
			g.variable(&b.Locals, false)
		}
		g.p.Bodies = append(g.p.Bodies, b)
	}
	for k, b := range g.p.Bodies {
		g.body = b
		var after int
		if k == 0 && chance(src, 25) {
			after = g.node(skeleton.Exit)
		} else {
			after = g.node(skeleton.End)
		}
		g.end = after
		next := g.block(3+src.IntN(4), after)
		if k == 0 { // everything is started
			for _, other := range g.p.Bodies[1:] {
				next = g.start(other, next)
			}
		}
		renumber(b, next)
	}
	return g.p
}

// Timers makes channels of a skeleton those of timers, which fire while variables have values; some of their receives
// are possible at any time.
func Timers(src Source, p *skeleton.Program) {
	for _, o := range p.Objects {
		o.Ticking = o.Ticking || o.Kind == skeleton.Chan && !o.NilChan && chance(src, 50)
	}
	for _, b := range p.Bodies {
		vars := append(append([]*skeleton.Var(nil), p.Vars...), b.Locals...)
		fires := func(o *skeleton.Object) skeleton.Expr {
			if !o.Ticking || len(vars) == 0 || chance(src, 20) {
				return nil
			}
			v := vars[src.IntN(len(vars))]
			return skeleton.Is{Var: v, Value: src.IntN(len(v.Values))}
		}
		for _, n := range b.Nodes {
			if n.Op == skeleton.Recv {
				n.When = fires(n.Object)
			}
			for i, c := range n.Cases {
				if !c.Send {
					n.Cases[i].When = fires(c.Object)
				}
			}
		}
	}
}

type skeletons struct {
	src    Source
	p      *skeleton.Program
	body   *skeleton.Body
	end    int
	looped bool // inside a loop, where nothing may be counted without bound
	left   int  // operations
}

func (g *skeletons) object(kind skeleton.Kind) *skeleton.Object {
	o := &skeleton.Object{ID: len(g.p.Objects), Kind: kind, Name: kind.String()}
	if kind == skeleton.Chan {
		o.Cap = []int{0, 0, 0, 1, 1, 2}[g.src.IntN(6)]
		switch g.src.IntN(20) {
		case 19:
			o.External = true
		case 18:
			o.Ticking = true
		case 17:
			o.NilChan = o.Cap == 0
		}
	}
	g.p.Objects = append(g.p.Objects, o)
	return o
}

// some returns an object of one of the kinds, mostly one that there is.
func (g *skeletons) some(kinds ...skeleton.Kind) *skeleton.Object {
	var list []*skeleton.Object
	for _, o := range g.p.Objects {
		for _, k := range kinds {
			if o.Kind == k {
				list = append(list, o)
			}
		}
	}
	if len(list) == 0 || len(g.p.Objects) < 3 && chance(g.src, 20) {
		return g.object(kinds[g.src.IntN(len(kinds))])
	}
	return list[g.src.IntN(len(list))]
}

func (g *skeletons) variable(list *[]*skeleton.Var, shared bool) {
	v := &skeleton.Var{ID: len(*list), Name: "v", Values: []string{"false", "true"}, Shared: shared, Init: skeleton.Const(0)}
	if shared && chance(g.src, 20) {
		v.Values = []string{"nil", "x", "y"}
	}
	if chance(g.src, 20) {
		v.Init = skeleton.Any{}
	}
	*list = append(*list, v)
}

// node makes a node of the body that is written. Its line tells it from all others.
func (g *skeletons) node(op skeleton.Op, next ...int) int {
	n := &skeleton.Node{ID: len(g.body.Nodes), Op: op, Next: next}
	n.Site.Func = g.body.Name
	n.Pos = token.Position{Filename: "random.go", Line: 100*g.body.ID + n.ID + 1, Column: 1}
	g.body.Nodes = append(g.body.Nodes, n)
	g.left--
	return n.ID
}

// on makes a node about an object.
func (g *skeletons) on(op skeleton.Op, o *skeleton.Object, next ...int) int {
	id := g.node(op, next...)
	g.body.Nodes[id].Object = o
	return id
}

func (g *skeletons) visible() []*skeleton.Var {
	return append(append([]*skeleton.Var(nil), g.p.Vars...), g.body.Locals...)
}

// block makes some statements in front of a node and returns the first.
func (g *skeletons) block(statements, next int) int {
	for range statements {
		if g.left <= 0 {
			break
		}
		next = g.statement(next)
	}
	return next
}

func (g *skeletons) statement(next int) int {
	switch k := g.src.IntN(43); {
	case k < 8:
		return g.locked(next)
	case k < 13:
		return g.send(next)
	case k < 18:
		return g.receive(next)
	case k < 20:
		return g.on([]skeleton.Op{skeleton.Close, skeleton.Close, skeleton.Cancel}[g.src.IntN(3)], g.some(skeleton.Chan), next)
	case k < 24:
		return g.choose(next)
	case k < 27:
		return g.group(next)
	case k < 28:
		return g.once(next)
	case k < 30:
		return g.cond(next)
	case k < 33:
		return g.branch(next)
	case k < 35:
		id := g.node(skeleton.Step, next)
		g.body.Nodes[id].Do = g.assigns()
		return id
	case k < 36:
		return g.loop(next)
	case k < 40:
		return g.access(next)
	case k < 42:
		if others := g.p.Bodies[g.body.ID+1:]; len(others) > 0 {
			return g.start(others[g.src.IntN(len(others))], next)
		}
	}
	return g.stop(next)
}

// stop ends the goroutine or the program, on one of two ways.
func (g *skeletons) stop(next int) int {
	away := g.end
	if k := g.src.IntN(10); k < 5 {
		away = g.node([]skeleton.Op{skeleton.Panic, skeleton.Panic, skeleton.Panic, skeleton.Exit, skeleton.Hang}[k])
		g.body.Nodes[away].Message = "failed"
	}
	id := g.node(skeleton.Branch, away, next)
	g.body.Nodes[id].Cond = g.condition(1)
	return id
}

func (g *skeletons) access(next int) int {
	if len(g.p.Cells) == 0 {
		g.p.Cells = append(g.p.Cells, &skeleton.Cell{Name: "cell"})
	}
	id := g.node(skeleton.Access, next)
	g.body.Nodes[id].Cell = g.p.Cells[g.src.IntN(len(g.p.Cells))]
	g.body.Nodes[id].Write = g.src.IntN(2) == 1
	g.body.Nodes[id].Atomic = g.src.IntN(4) == 0
	return id
}

// locked makes a section, mostly with both ends.
func (g *skeletons) locked(next int) int {
	o := g.some(skeleton.Mutex, skeleton.RWMutex)
	lock, unlock := skeleton.Lock, skeleton.Unlock
	if o.Kind == skeleton.RWMutex && g.src.IntN(2) == 1 {
		lock, unlock = skeleton.RLock, skeleton.RUnlock
	}
	after := next
	if !chance(g.src, 12) || g.looped && lock == skeleton.RLock {
		next = g.on(unlock, o, next)
	}
	next = g.block(1+g.src.IntN(2), next)
	switch {
	case chance(g.src, 8):
		return next
	case chance(g.src, 2):
		return g.on(skeleton.Copied, o, g.on(lock, o, next))
	case chance(g.src, 12):
		try := skeleton.TryLock
		if lock == skeleton.RLock {
			try = skeleton.TryRLock
		}
		got := g.result()
		if got == nil {
			return g.on(lock, o, next)
		}
		test := g.node(skeleton.Branch, next, after)
		g.body.Nodes[test].Cond = skeleton.Is{Var: got, Value: 1}
		id := g.on(try, o, test)
		g.body.Nodes[id].Result = got
		return id
	}
	return g.on(lock, o, next)
}

func (g *skeletons) send(next int) int {
	id := g.on(skeleton.Send, g.some(skeleton.Chan), next)
	if chance(g.src, 15) {
		g.body.Nodes[id].Do = g.assigns()
	}
	return id
}

func (g *skeletons) receive(next int) int {
	var ok *skeleton.Var
	if chance(g.src, 30) {
		ok = g.result()
	}
	after := next
	if ok != nil {
		after = g.node(skeleton.Branch, next, g.end)
		g.body.Nodes[after].Cond = skeleton.Is{Var: ok, Value: 1}
	}
	id := g.on(skeleton.Recv, g.some(skeleton.Chan), after)
	g.body.Nodes[id].Result = ok
	if chance(g.src, 15) {
		g.body.Nodes[id].Do = g.without(g.assigns(), ok)
	}
	return id
}

// result returns a variable with two values for a result, a local one.
func (g *skeletons) result() *skeleton.Var {
	for _, v := range g.body.Locals {
		if len(v.Values) == 2 {
			return v
		}
	}
	return nil
}

func (g *skeletons) choose(next int) int {
	var cases []skeleton.Case
	var nexts []int
	for range 1 + g.src.IntN(3) {
		c := skeleton.Case{Send: g.src.IntN(2) == 1, Object: g.some(skeleton.Chan)}
		if !c.Send && chance(g.src, 20) {
			c.Result = g.result()
		}
		if chance(g.src, 15) {
			c.Do = g.without(g.assigns(), c.Result)
		}
		cases = append(cases, c)
		switch g.src.IntN(4) {
		case 0:
			nexts = append(nexts, g.block(1, next))
		case 1:
			nexts = append(nexts, g.end)
		default:
			nexts = append(nexts, next)
		}
	}
	byDefault := chance(g.src, 35)
	if byDefault {
		nexts = append(nexts, g.block(g.src.IntN(2), next))
	}
	id := g.node(skeleton.Select, nexts...)
	for k := range cases {
		cases[k].Site = g.body.Nodes[id].Site
		cases[k].Site.Pos.Column = 2 + k
	}
	g.body.Nodes[id].Cases, g.body.Nodes[id].Default = cases, byDefault
	return id
}

// group makes operations on a WaitGroup.
func (g *skeletons) group(next int) int {
	o := g.some(skeleton.WaitGroup)
	switch {
	case chance(g.src, 40):
		return g.on(skeleton.Wait, o, next)
	case chance(g.src, 50) && !g.looped:
		id := g.on(skeleton.Add, o, next)
		g.body.Nodes[id].Delta = 1 + g.src.IntN(2)
		return id
	}
	id := g.on(skeleton.Add, o, next)
	g.body.Nodes[id].Delta = -1
	return id
}

func (g *skeletons) once(next int) int {
	o := g.some(skeleton.Once)
	end := g.on(skeleton.OnceEnd, o, next)
	return g.on(skeleton.OnceBegin, o, g.block(1, end), next)
}

// cond makes a wait for a condition under a lock, or wakes who waits.
func (g *skeletons) cond(next int) int {
	o := g.some(skeleton.Cond)
	if chance(g.src, 50) {
		return g.on([]skeleton.Op{skeleton.Signal, skeleton.Signal, skeleton.Broadcast}[g.src.IntN(3)], o, next)
	}
	mu := g.some(skeleton.Mutex, skeleton.RWMutex)
	if chance(g.src, 90) {
		next = g.on(skeleton.Unlock, mu, next)
	}
	wait := g.on(skeleton.Lock, mu, next)
	wait = g.on(skeleton.CondWait, o, wait)
	wait = g.on(skeleton.Unlock, mu, wait)
	wait = g.on(skeleton.CondEnter, o, wait)
	if chance(g.src, 40) {
		id := g.node(skeleton.Branch, wait, next)
		g.body.Nodes[id].Cond = g.condition(1)
		wait = id
	}
	return g.on(skeleton.Lock, mu, wait)
}

func (g *skeletons) branch(next int) int {
	then, other := g.block(1, next), next
	if chance(g.src, 40) {
		other = g.block(1, next)
	}
	id := g.node(skeleton.Branch, then, other)
	g.body.Nodes[id].Cond = g.condition(2)
	return id
}

// loop makes a loop that may be left.
func (g *skeletons) loop(next int) int {
	outer := g.looped
	g.looped = true
	head := g.node(skeleton.Branch, 0, next)
	g.body.Nodes[head].Cond = g.condition(1)
	g.body.Nodes[head].Next[0] = g.block(1+g.src.IntN(2), head)
	g.looped = outer
	return head
}

func (g *skeletons) start(other *skeleton.Body, next int) int {
	id := g.node(skeleton.Go, next)
	n := g.body.Nodes[id]
	n.Body = other
	for _, v := range other.Locals {
		if chance(g.src, 50) {
			n.Args = append(n.Args, skeleton.Assign{Var: v, Value: g.value(v, 1)})
		}
	}
	if chance(g.src, 10) {
		n.Do = g.assigns()
	}
	return id
}

func (g *skeletons) condition(depth int) skeleton.Expr {
	vars := g.visible()
	k := g.src.IntN(10)
	if len(vars) == 0 || k < 2 {
		return skeleton.Either{}
	}
	if depth > 0 && k < 5 {
		x, y := g.condition(depth-1), g.condition(depth-1)
		switch k {
		case 2:
			return skeleton.Not{X: x}
		case 3:
			return skeleton.And{x, y}
		}
		return skeleton.Or{x, y}
	}
	v := vars[g.src.IntN(len(vars))]
	return skeleton.Is{Var: v, Value: g.src.IntN(len(v.Values))}
}

// assigns returns assignments to some variables.
func (g *skeletons) assigns() []skeleton.Assign {
	var list []skeleton.Assign
	for _, v := range g.visible() {
		if chance(g.src, 50) {
			list = append(list, skeleton.Assign{Var: v, Value: g.value(v, 1)})
		}
	}
	return list
}

func (g *skeletons) without(list []skeleton.Assign, v *skeleton.Var) []skeleton.Assign {
	var rest []skeleton.Assign
	for _, a := range list {
		if a.Var != v {
			rest = append(rest, a)
		}
	}
	return rest
}

func (g *skeletons) value(v *skeleton.Var, depth int) skeleton.Value {
	vars := g.visible()
	switch k := g.src.IntN(10); {
	case k < 2 && len(vars) > 0:
		from := vars[g.src.IntN(len(vars))]
		to := skeleton.Copy{Var: from}
		if len(from.Values) != len(v.Values) || g.src.IntN(2) == 1 {
			for range from.Values {
				to.Map = append(to.Map, g.src.IntN(len(v.Values)))
			}
		}
		return to
	case k < 3:
		return skeleton.Any{}
	case k < 5 && depth > 0:
		return skeleton.If{Cond: g.condition(0), Then: g.value(v, depth-1), Else: g.value(v, depth-1)}
	}
	return skeleton.Const(g.src.IntN(len(v.Values)))
}

// renumber lets a body begin at a node, and leaves out what is not reached from there.
func renumber(b *skeleton.Body, first int) {
	numbers := map[int]int{first: 0}
	list := []*skeleton.Node{b.Nodes[first]}
	for k := 0; k < len(list); k++ {
		n := list[k]
		for i, next := range n.Next {
			number, known := numbers[next]
			if !known {
				number = len(list)
				numbers[next] = number
				list = append(list, b.Nodes[next])
			}
			n.Next[i] = number
		}
	}
	for k, n := range list {
		n.ID = k
	}
	b.Nodes = list
}
