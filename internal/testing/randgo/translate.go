// This file defines how programs become skeletons, with all calls inlined.

package randgo

import (
	"fmt"
	"go/token"
	"maps"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Skeleton returns what can happen in a program that has been printed, for [Explore]: by the text of
// Go's specification and of the libraries, and with an object, a body, a variable for each that an
// execution makes, since no loop that may run for ever makes any. Sites have the lines that were
// printed. With races, flags that are no Atomic are cells.
func (p *Program) Skeleton(races bool) *skeleton.Program {
	t := &translator{p: p, races: races, out: &skeleton.Program{Entry: p.Name}}
	t.globals = env{}
	for _, s := range p.Globals {
		t.globals = t.make(s, t.globals)
	}
	entry := &body{t: t, out: t.body("entry", 0)}
	after := skeleton.End
	if p.Main {
		after = skeleton.Exit
	}
	end := entry.node(after, 0)
	first := entry.function(p.Body, t.globals, end, nil)
	renumber(entry.out, entry.skip(first))
	return t.out
}

// An env says what names mean.
type env map[string]*thing

// A thing is what a name means: an object, a variable, a closure, a struct with its fields.
type thing struct {
	object   *skeleton.Object
	children []*skeleton.Object // contexts that end with it
	lock     *thing             // of a Cond
	flag     *skeleton.Var
	cell     *skeleton.Cell
	closure  *Stmt
	env      env // of the closure; the fields of a struct
}

type translator struct {
	p       *Program
	races   bool
	out     *skeleton.Program
	globals env
}

func (t *translator) body(name string, line int) *skeleton.Body {
	b := &skeleton.Body{ID: len(t.out.Bodies), Name: name, Site: t.site(line)}
	t.out.Bodies = append(t.out.Bodies, b)
	return b
}

func (t *translator) site(line int) skeleton.Site {
	return skeleton.Site{Pos: token.Position{Filename: "random.go", Line: line, Column: 1}, Func: t.p.Name}
}

// with returns an env in which a name has one more meaning.
func (e env) with(name string, x *thing) env {
	e = maps.Clone(e)
	e[name] = x
	return e
}

var kinds = map[Kind]skeleton.Kind{
	Mutex: skeleton.Mutex, RWMutex: skeleton.RWMutex, Chan: skeleton.Chan, NilChan: skeleton.Chan, WaitGroup: skeleton.WaitGroup,
	Once: skeleton.Once, Cond: skeleton.Cond, Context: skeleton.Chan, Deadline: skeleton.Chan, Ticker: skeleton.Chan,
}

// make declares what a Make makes.
func (t *translator) make(s *Stmt, e env) env {
	return e.with(s.X, t.thing(s, e))
}

func (t *translator) thing(s *Stmt, e env) *thing {
	x := &thing{}
	switch s.Kind {
	case Flag, Atomic, List:
		x.flag = &skeleton.Var{ID: len(t.out.Vars), Name: s.X, Values: []string{"false", "true"}, Shared: true, Init: skeleton.Const(0)}
		if s.Kind == List {
			x.flag.Values = lengths[:]
		}
		t.out.Vars = append(t.out.Vars, x.flag)
		if s.Kind != Atomic && t.races {
			x.cell = &skeleton.Cell{ID: len(t.out.Cells), Name: s.X, Site: t.site(s.Line)}
			t.out.Cells = append(t.out.Cells, x.cell)
		}
		return x
	case Struct:
		x.env = env{}
		for _, typ := range t.p.Types {
			if typ.Name == s.Type {
				for _, f := range typ.Fields {
					x.env = t.make(f, x.env)
				}
			}
		}
		x.object = x.env[""].get() // what is embedded
		return x
	}
	x.object = t.object(s.X, s.Kind, s.N, s.Line)
	if s.Kind == Cond {
		x.lock = e.find(s.Args[0])
	}
	if (s.Kind == Context || s.Kind == Deadline) && len(s.Args) > 0 {
		parent := e.find(s.Args[0])
		parent.children = append(parent.children, x.object)
		if parent.object.External { // its end is this one's, too
			x.object.External = true
		}
	}
	return x
}

func (x *thing) get() *skeleton.Object {
	if x == nil {
		return nil
	}
	return x.object
}

func (t *translator) object(name string, kind Kind, capacity, line int) *skeleton.Object {
	o := &skeleton.Object{ID: len(t.out.Objects), Kind: kinds[kind], Name: name, Site: t.site(line), Cap: capacity}
	o.External, o.Ticking, o.NilChan = kind == Deadline, kind == Ticker, kind == NilChan
	t.out.Objects = append(t.out.Objects, o)
	return o
}

// find returns what an operand means: mu, s.mu, ctx.Done(), tick.C.
func (e env) find(name string) *thing {
	first, rest, _ := strings.Cut(name, ".")
	x := e[first]
	if x == nil {
		panic(fmt.Sprintf("%s means nothing", name))
	}
	if rest == "" || rest == "Done()" || rest == "C" {
		return x
	}
	return x.env.find(rest)
}

// A scope is what a statement depends on, besides its own text. Deferred calls are those of the
// function so far, since they stand in no inner block.
type scope struct {
	env      env
	deferred []deferred
	after    int // where the function returns to, when its deferred calls have been made
	exit     int // of the loop or the select
	again    int // of the loop
	caller   *scope
}

type deferred struct {
	stmt *Stmt
	env  env
}

// A body is a goroutine's body that is written, from its end on.
type body struct {
	t   *translator
	out *skeleton.Body
	ok  *skeleton.Var
	len *skeleton.Var // of a List
}

func (b *body) node(op skeleton.Op, line int, next ...int) int {
	n := &skeleton.Node{ID: len(b.out.Nodes), Op: op, Site: b.t.site(line), Next: next}
	b.out.Nodes = append(b.out.Nodes, n)
	return n.ID
}

func (b *body) on(op skeleton.Op, line int, o *skeleton.Object, next ...int) int {
	id := b.node(op, line, next...)
	b.out.Nodes[id].Object = o
	return id
}

func (b *body) result() *skeleton.Var {
	if b.ok == nil {
		b.ok = b.local("ok", "false", "true")
	}
	return b.ok
}

// length returns the variable that keeps the length of a List.
func (b *body) length() *skeleton.Var {
	if b.len == nil {
		b.len = b.local("len", lengths[:]...)
	}
	return b.len
}

func (b *body) local(name string, values ...string) *skeleton.Var {
	v := &skeleton.Var{ID: len(b.out.Locals), Name: name, Values: values, Init: skeleton.Const(0)}
	b.out.Locals = append(b.out.Locals, v)
	return v
}

// skip leaves out steps that do nothing, and returns where a place leads without them.
func (b *body) skip(first int) int {
	target := func(id int) int {
		for range b.out.Nodes { // or else it is a loop of nothing
			if n := b.out.Nodes[id]; n.Op == skeleton.Step && len(n.Do) == 0 {
				id = n.Next[0]
			}
		}
		return id
	}
	for _, n := range b.out.Nodes {
		for k := range n.Next {
			n.Next[k] = target(n.Next[k])
		}
	}
	return target(first)
}

// function writes a function's body in front of a node.
func (b *body) function(list []*Stmt, e env, next int, caller *scope) int {
	s := scope{env: e, after: next, caller: caller}
	return b.rest(list, s, func(s scope) int { return b.leave(s, next) })
}

// leave writes the deferred calls.
func (b *body) leave(s scope, next int) int {
	for _, d := range s.deferred {
		if d.stmt.Bare {
			next = b.stmt(d.stmt.Body[0], scope{env: d.env, caller: s.caller}, next)
		} else {
			next = b.function(d.stmt.Body, d.env, next, s.caller)
		}
	}
	return next
}

// block writes statements of an inner block in front of a node.
func (b *body) block(list []*Stmt, s scope, next int) int {
	return b.rest(list, s, func(scope) int { return next })
}

// rest writes statements in front of what the function writes for their scope.
func (b *body) rest(list []*Stmt, s scope, end func(scope) int) int {
	if len(list) == 0 {
		return end(s)
	}
	first := list[0]
	switch first.Op {
	case Make:
		s.env = b.t.make(first, s.env)
		return b.rest(list[1:], s, end)
	case Closure:
		s.env = s.env.with(first.X, &thing{closure: first, env: s.env})
		return b.rest(list[1:], s, end)
	case Defer:
		s.deferred = append(s.deferred[:len(s.deferred):len(s.deferred)], deferred{first, s.env})
		return b.rest(list[1:], s, end)
	}
	return b.stmt(first, s, b.rest(list[1:], s, end))
}

var operations = map[Op]skeleton.Op{
	Lock: skeleton.Lock, Unlock: skeleton.Unlock, RLock: skeleton.RLock, RUnlock: skeleton.RUnlock, Send: skeleton.Send, Recv: skeleton.Recv,
	Close: skeleton.Close, Wait: skeleton.Wait, Signal: skeleton.Signal, Broadcast: skeleton.Broadcast,
}

// stmt writes a statement in front of a node, and returns the first of its nodes.
func (b *body) stmt(s *Stmt, sc scope, next int) int {
	if op, plain := operations[s.Op]; plain {
		return b.on(op, s.Line, sc.env.find(s.X).object, next)
	}
	switch s.Op {
	case Cancel:
		ctx := sc.env.find(s.X)
		for _, child := range ctx.children {
			next = b.on(skeleton.Cancel, s.Line, child, next)
		}
		return b.on(skeleton.Cancel, s.Line, ctx.object, next)
	case Add, Done:
		return b.add(s, sc.env.find(s.X).object, next)
	case Sleep:
		cond := sc.env.find(s.X)
		next = b.on(skeleton.Lock, s.Line, cond.lock.object, next)
		next = b.on(skeleton.CondWait, s.Line, cond.object, next)
		next = b.on(skeleton.Unlock, s.Line, cond.lock.object, next)
		return b.on(skeleton.CondEnter, s.Line, cond.object, next)
	case Set:
		x := sc.env.find(s.X)
		id := b.node(skeleton.Step, s.Line, next)
		b.assign(id, x.flag, s.Value)
		return b.access(x, s.Line, true, id)
	case Push, Pop:
		return b.resize(s, sc.env.find(s.X), next)
	case Do:
		o := sc.env.find(s.X).object
		end := b.on(skeleton.OnceEnd, s.Line, o, next)
		return b.on(skeleton.OnceBegin, s.Line, o, b.function(s.Body, sc.env, end, &sc), next)
	case Go:
		return b.start(s, sc.env, next)
	case WaitGo:
		o := sc.env.find(s.X).object
		done := &Stmt{Op: Defer, Bare: true, Body: []*Stmt{{Op: Done, X: s.X, Line: s.Line}}}
		id := b.on(skeleton.Add, s.Line, o, b.start(s, sc.env, next, deferred{done, sc.env}))
		b.out.Nodes[id].Delta = 1
		return id
	case Call:
		return b.call(s, sc, next)
	case If:
		return b.branch(s, sc, b.block(s.Body, sc, next), b.block(s.Else, sc, next))
	case Loop, Each:
		exit := next
		for k := max(s.N, len(s.Args)) - 1; k >= 0; k-- {
			inner := sc
			inner.exit, inner.again = exit, next
			if s.Op == Each {
				inner.env = sc.env.with(s.X, sc.env.find(s.Args[k]))
			}
			next = b.block(s.Body, inner, next)
		}
		return next
	case Forever:
		head := b.node(skeleton.Step, s.Line, 0)
		sc.exit, sc.again = next, head
		b.out.Nodes[head].Next[0] = b.block(s.Body, sc, head)
		return head
	case Range:
		test := b.node(skeleton.Branch, s.Line, 0, next)
		b.out.Nodes[test].Cond = skeleton.Is{Var: b.result(), Value: 1}
		head := b.on(skeleton.Recv, s.Line, sc.env.find(s.X).object, test)
		b.out.Nodes[head].Result = b.result()
		sc.exit, sc.again = next, head
		b.out.Nodes[test].Next[0] = b.block(s.Body, sc, head)
		return head
	case Select:
		return b.choose(s, sc, next)
	case Return:
		return b.leave(sc, sc.after)
	case Break:
		return sc.exit
	case Continue:
		return sc.again
	case Goexit:
		return b.unwind(&sc, b.node(skeleton.End, s.Line))
	case Exit:
		return b.node(skeleton.Exit, s.Line)
	case Panic:
		id := b.node(skeleton.Panic, s.Line)
		b.out.Nodes[id].Message = "failed"
		return id
	}
	panic(fmt.Sprintf("statement %d", s.Op))
}

func (b *body) assign(id int, v *skeleton.Var, value bool) {
	to := skeleton.Const(0)
	if value {
		to = 1
	}
	b.out.Nodes[id].Do = []skeleton.Assign{{Var: v, Value: to}}
}

// lengths are those of a List. Executions with longer ones are cut off.
var lengths = [...]string{"0", "1", "2", "3", "4"}

// resize writes that a List gets an element, or loses one: it is read, and then written. Without an element to
// lose, the execution is cut off, too.
func (b *body) resize(s *Stmt, x *thing, next int) int {
	from := make([]int, len(lengths))
	by, last := 1, len(lengths)-1
	if s.Op == Pop {
		by, last = -1, 0
	}
	for n := range from {
		from[n] = min(max(n+by, 0), len(lengths)-1)
	}
	length := b.length()
	write := b.node(skeleton.Step, s.Line, next)
	b.out.Nodes[write].Do = []skeleton.Assign{{Var: x.flag, Value: skeleton.Copy{Var: length, Map: from}}}
	cut := b.node(skeleton.Hang, s.Line)
	b.out.Nodes[cut].Open = true
	test := b.node(skeleton.Branch, s.Line, cut, b.access(x, s.Line, true, write))
	b.out.Nodes[test].Cond = skeleton.Is{Var: length, Value: last}
	read := b.node(skeleton.Step, s.Line, test)
	b.out.Nodes[read].Do = []skeleton.Assign{{Var: length, Value: skeleton.Copy{Var: x.flag}}}
	return b.access(x, s.Line, false, read)
}

// access writes that a cell is read or written.
func (b *body) access(x *thing, line int, write bool, next int) int {
	if x.cell == nil {
		return next
	}
	id := b.node(skeleton.Access, line, next)
	b.out.Nodes[id].Cell, b.out.Nodes[id].Write = x.cell, write
	return id
}

func (b *body) add(s *Stmt, o *skeleton.Object, next int) int {
	id := b.on(skeleton.Add, s.Line, o, next)
	b.out.Nodes[id].Delta = -1
	if s.Op == Add {
		b.out.Nodes[id].Delta = s.N
	}
	return id
}

// start writes a go statement. Some calls may be deferred before the goroutine's function is called.
func (b *body) start(s *Stmt, e env, next int, before ...deferred) int {
	other := &body{t: b.t, out: b.t.body(fmt.Sprintf("go%d", s.Line), s.Line)}
	outer := &scope{env: e, deferred: before}
	first := other.leave(*outer, other.node(skeleton.End, s.Line))
	if s.Bare {
		first = other.stmt(s.Body[0], *outer, first)
	} else {
		first = other.function(s.Body, e, first, outer)
	}
	renumber(other.out, other.skip(first))
	id := b.node(skeleton.Go, s.Line, next)
	b.out.Nodes[id].Body = other.out
	return id
}

// call inlines a closure, a function or a method.
func (b *body) call(s *Stmt, sc scope, next int) int {
	if x := sc.env[s.X]; x != nil {
		return b.function(x.closure.Body, x.env, next, &sc)
	}
	recv, method, isMethod := strings.Cut(s.X, ".")
	for _, f := range b.t.p.Funcs {
		if f.Name != s.X && (!isMethod || f.Recv == nil || f.Name != method) {
			continue
		}
		inner := maps.Clone(b.t.globals)
		if f.Recv != nil {
			inner[f.Recv.Name] = sc.env.find(recv)
		}
		for k, x := range f.Params {
			inner[x.Name] = sc.env.find(s.Args[k])
		}
		return b.function(f.Body, inner, next, &sc)
	}
	panic("no function " + s.X)
}

// branch writes the test of an If.
func (b *body) branch(s *Stmt, sc scope, then, other int) int {
	c := s.Cond
	if c.Not {
		then, other = other, then
	}
	test := b.node(skeleton.Branch, s.Line, then, other)
	n := b.out.Nodes[test]
	switch c.Test {
	case Chance:
		n.Cond = skeleton.Either{}
	case Filled:
		x := sc.env.find(c.X)
		n.Cond = skeleton.Not{X: skeleton.Is{Var: x.flag, Value: 0}}
		return b.access(x, s.Line, false, test)
	case IsSet, Loaded:
		x := sc.env.find(c.X)
		n.Cond = skeleton.Is{Var: x.flag, Value: 1}
		return b.access(x, s.Line, false, test)
	case Swap:
		x := sc.env.find(c.X)
		n.Cond = skeleton.Is{Var: x.flag, Value: 0}
		b.assign(test, x.flag, true)
	case Open, Try, TryRead:
		n.Cond = skeleton.Is{Var: b.result(), Value: 1}
		op := map[Test]skeleton.Op{Open: skeleton.Recv, Try: skeleton.TryLock, TryRead: skeleton.TryRLock}[c.Test]
		id := b.on(op, s.Line, sc.env.find(c.X).object, test)
		b.out.Nodes[id].Result = b.result()
		return id
	case Ended:
		id := b.node(skeleton.Select, s.Line, then, other)
		b.out.Nodes[id].Cases = []skeleton.Case{{Site: b.t.site(s.Line), Object: sc.env.find(c.X).object}}
		b.out.Nodes[id].Default = true
		return id
	}
	return test
}

func (b *body) choose(s *Stmt, sc scope, next int) int {
	sc.exit = next
	var cases []skeleton.Case
	var nexts []int
	byDefault := -1
	for _, c := range s.Cases {
		first := b.block(c.Body, sc, next)
		if c.X == "" {
			byDefault = first
			continue
		}
		cases = append(cases, skeleton.Case{Site: b.t.site(c.Line), Send: c.Send, Object: sc.env.find(c.X).object})
		nexts = append(nexts, first)
	}
	if byDefault >= 0 {
		nexts = append(nexts, byDefault)
	}
	line := s.Line
	if len(nexts) == 1 && byDefault < 0 { // it is the operation of its case
		line = cases[0].Site.Pos.Line
	}
	id := b.node(skeleton.Select, line, nexts...)
	b.out.Nodes[id].Cases, b.out.Nodes[id].Default = cases, byDefault >= 0
	return id
}

// unwind writes the deferred calls of a function and of its callers, of the goroutine.
func (b *body) unwind(s *scope, next int) int {
	if s.caller != nil {
		next = b.unwind(s.caller, next)
	}
	return b.leave(*s, next)
}
