// This file defines the generator of programs that are concurrent by convention.

package randprog

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// ErrorLabel is the label that some programs of [Concurrent] have, in front of a
// statement that should not be reached.
const ErrorLabel = "SLIC_ERROR"

// Concurrent has threads by convention: two or three procedures thread1, thread2,
// ..., of which one may be called main, with procedures that call each other and
// themselves. Most programs have an init. Some have the global atomic, which is true
// in parts of them, some have atomic sections, and some have [ErrorLabel]; all others
// have an assertion. With stacks of at most four procedures about half of the programs
// err within four context switches.
func Concurrent() Config {
	c := Sequential()
	c.Threads, c.Locals, c.Procs, c.Statements = 3, 1, 2, 9
	c.PCLabels, c.Enforce, c.Constrain, c.ReturnsValues, c.Loop = 10, 5, 15, 40, 15
	c.AtomicGlobal, c.ErrorLabel, c.Initialised = 50, 50, 90
	s := &c.Statement
	s.Atomic, s.AtomicBlock, s.AtomicGlobal = 1, 1, 6
	s.Call, s.Assume, s.Assert, s.Return, s.Goto, s.While = 7, 2, 2, 1, 1, 1
	c.Expression.Star, c.Expression.Lit = 1, 1
	return c
}

// concurrent writes a program that is concurrent by convention.
func (g *generator) concurrent() string {
	if chance(g.src, g.cfg.AtomicGlobal) {
		g.atomic = &parser.Var{Name: "atomic"}
	}
	for k := range 2 + g.src.IntN(max(g.cfg.Threads-1, 1)) {
		p := &parser.Proc{Name: fmt.Sprintf("thread%d", k+1)}
		p.Locals = g.vars("l", g.src.IntN(g.cfg.Locals+1), p)
		g.threads = append(g.threads, p)
	}
	if chance(g.src, 10) {
		g.threads[len(g.threads)-1].Name = "main"
	}
	g.share()
	procs := slices.Concat(g.file.Procs, g.threads)
	if chance(g.src, g.cfg.ErrorLabel) {
		g.errorIn = g.threads[g.src.IntN(len(g.threads))]
		if n := len(g.file.Procs); n > 0 && chance(g.src, 20) {
			g.errorIn = g.file.Procs[g.src.IntN(n)]
		}
	}
	for _, p := range procs { // the last one may have to have the error
		g.body(p)
	}
	if g.src.IntN(2) == 1 { // nothing may depend on it
		procs = slices.Concat(g.threads, g.file.Procs)
	}
	g.file.Procs = procs
	g.addInit()
	return printFile(g.file, g.inits)
}

// addInit lets variables have initial values by a procedure init, and declares atomic,
// which is 0 when the threads begin.
func (g *generator) addInit() {
	vars := g.file.Globals
	if g.atomic != nil {
		g.file.Globals = slices.Insert(slices.Clone(vars), g.src.IntN(2)*len(vars), g.atomic)
	}
	if !chance(g.src, 75) {
		if g.atomic != nil {
			g.atomic.Init = parser.InitZero
		}
		return
	}
	g.proc, g.visible, g.changes = &parser.Proc{Name: "init"}, vars, vars
	for range g.src.IntN(3) {
		if len(vars) > 0 {
			g.proc.Body = append(g.proc.Body, &parser.Stmt{Op: g.assignment()})
		}
	}
	if g.atomic != nil {
		g.proc.Body = append(g.proc.Body, g.setAtomic(false))
	}
	g.proc.Body = append(g.proc.Body, &parser.Stmt{Labels: []*parser.Label{{Name: "endinit"}}, Op: &parser.Skip{}})
	g.file.Procs = slices.Insert(g.file.Procs, g.src.IntN(2)*len(g.file.Procs), g.proc)
}

// setAtomic makes the global atomic true or false.
func (g *generator) setAtomic(value bool) *parser.Stmt {
	return g.put(&parser.Assign{
		Lhs: []*parser.Ref{{Name: g.atomic.Name, Var: g.atomic}},
		Rhs: []parser.Expr{&parser.Lit{Value: value}},
	})
}

// atomicPart is a part of a thread during which atomic is true, unless it is left
// by a jump or a return.
func (g *generator) atomicPart() []*parser.Stmt {
	part := append(one(g.setAtomic(true)), g.nested()...)
	return append(part, g.setAtomic(false))
}

// share lets a thread leave one variable to the others, so that they have to take
// turns: it is foreign to the thread, and to the procedures that threads call.
func (g *generator) share() {
	g.foreign = map[*parser.Proc]*parser.Var{}
	n := len(g.file.Globals)
	if n == 0 || !chance(g.src, 80) {
		return
	}
	for k, p := range g.threads[:min(n, len(g.threads))] {
		g.foreign[p] = g.file.Globals[k]
	}
}

// isForeign reports whether the procedure being written leaves v to others.
func (g *generator) isForeign(v *parser.Var) bool {
	if slices.Contains(g.threads, g.proc) {
		return g.foreign[g.proc] == v
	}
	for _, other := range g.foreign {
		if other == v {
			return true
		}
	}
	return false
}

// cube writes that shared variables have certain values: the foreign one mostly
// another than at first.
func (g *generator) cube() parser.Expr {
	var cube parser.Expr
	for _, v := range g.visible {
		foreign := v == g.foreign[g.proc]
		if v.Proc != nil || !foreign && g.src.IntN(2) == 0 {
			continue
		}
		if e := g.literal(v); cube == nil {
			cube = e
		} else {
			cube = &parser.Binary{Op: parser.OpAnd, X: cube, Y: e}
		}
	}
	if cube == nil {
		return g.condition()
	}
	return cube
}

// literal writes that a shared variable has a certain value.
func (g *generator) literal(v *parser.Var) parser.Expr {
	value := g.src.IntN(2) == 1
	if v == g.foreign[g.proc] && v.Init != parser.InitAny && chance(g.src, 80) {
		value = v.Init == parser.InitZero
	}
	var e parser.Expr = &parser.Ref{Name: v.Name, Var: v}
	if !value {
		e = &parser.Not{X: e}
	}
	return e
}

// finish adds to a procedure what makes it interesting: a place at which it waits for
// another thread, the label, an assertion where there is nothing else.
func (g *generator) finish(body []*parser.Stmt) []*parser.Stmt {
	insert := func(op parser.Op) *parser.Stmt {
		s := g.put(op)
		body = slices.Insert(body, g.topLevel(body), s)
		return s
	}
	for _, p := range g.threads {
		v := g.foreign[p]
		switch {
		case v == nil || !slices.Contains(g.visible, v):
		case p == g.proc && chance(g.src, 50):
			insert(&parser.Assume{Cond: g.literal(v)})
		case slices.Contains(g.changes, v) && chance(g.src, 50):
			insert(&parser.Assign{Lhs: []*parser.Ref{{Name: v.Name, Var: v}}, Rhs: []parser.Expr{&parser.Lit{Value: v.Init == parser.InitZero}}})
		}
	}
	switch {
	case g.errorIn == g.proc:
		bad := g.put(&parser.Skip{})
		bad.Labels = []*parser.Label{{Name: ErrorLabel}}
		insert(&parser.If{Arms: []*parser.Arm{{Cond: g.cube(), Body: one(bad)}}})
	case g.errorIn == nil && g.proc == g.threads[len(g.threads)-1] && g.asserts == 0 && g.cfg.Statement.Assert > 0:
		insert(g.assertion())
	}
	return body
}
