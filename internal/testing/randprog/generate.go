// This file defines the generator of programs: declarations and statements.

package randprog

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// Generate writes a random program. The same decisions give the same program.
func Generate(src Source, cfg Config) string {
	g := &generator{src: src, cfg: cfg, inits: map[*parser.Var]bool{}}
	return g.program()
}

// A generator builds a syntax tree for the printer. Only what the printer reads
// is filled in.
type generator struct {
	src Source
	cfg Config

	file  *parser.File
	inits map[*parser.Var]bool // initialised by a statement

	asserts int  // so far
	started bool // main has a statement that starts a thread
	called  bool // main has a statement that calls a procedure
	// A section must not wait, not even in what it calls. So there are either waits
	// in procedures that can be called or calls in sections.
	calledWaits bool
	waits       *parser.Var  // what main waits for at its end; nil if for nothing
	changer     *parser.Proc // changes that, a thread from the beginning, and is called by nobody else; nil if there is none

	// Of a program that is concurrent by convention.
	threads []*parser.Proc
	atomic  *parser.Var                  // the global, or nil
	errorIn *parser.Proc                 // has ErrorLabel; nil if there is none
	foreign map[*parser.Proc]*parser.Var // not assigned to by the thread

	// Of the procedure being written.
	proc    *parser.Proc
	visible []*parser.Var // what its statements may mention
	changes []*parser.Var // what they may assign to
	section *parser.Section
	budget  int            // statements left
	depth   int            // of nested statements
	jumps   []jump         // to be resolved when all statements are there
	places  []*parser.Stmt // all statements, by Section
	labels  int
}

func (g *generator) program() string {
	g.file = &parser.File{}
	if w := g.cfg.Statement; w.Call > 0 && w.Wait > 0 {
		g.calledWaits = chance(g.src, 50)
	}
	g.file.Globals = g.vars("x", g.size(g.cfg.Shared), nil)
	procs := g.src.IntN(g.cfg.Procs + 1)
	if g.cfg.Waits > 0 {
		procs = max(procs, 1)
	}
	for k := range procs {
		p := &parser.Proc{Name: fmt.Sprintf("f%d", k)}
		locals := g.vars("a", g.src.IntN(g.cfg.Locals+1), p)
		p.Params = g.src.IntN(len(locals) + 1)
		for _, v := range locals[:p.Params] {
			v.Param, v.Init = true, parser.InitAny
		}
		p.Locals = locals
		if chance(g.src, g.cfg.ReturnsValues) {
			p.Returns = 1 + g.src.IntN(2)
		}
		g.file.Procs = append(g.file.Procs, p)
	}
	if g.cfg.Threads > 0 {
		return g.concurrent()
	}
	main := &parser.Proc{Name: "main"}
	main.Locals = g.vars("l", g.src.IntN(g.cfg.Locals+1), main)
	if g.cfg.Recursive && chance(g.src, g.cfg.ReturnsValues) {
		main.Returns = 1
	}
	g.file.Main = main
	// main first or last: nothing may depend on it.
	g.file.Procs = slices.Insert(g.file.Procs, g.src.IntN(2)*len(g.file.Procs), main)
	if g.cfg.Waits > 0 && chance(g.src, g.cfg.Waits) {
		g.wait()
	}
	for _, p := range g.file.Procs {
		g.body(p)
	}
	return printFile(g.file, g.inits)
}

// size draws a number of shared variables, small ones less often: without them
// threads have nothing to say to each other.
func (g *generator) size(most int) int {
	weights := []int{1}
	for k := range most {
		weights = append(weights, 3+k)
	}
	return pick(g.src, weights...)
}

func (g *generator) vars(prefix string, n int, p *parser.Proc) []*parser.Var {
	vars := make([]*parser.Var, n)
	for k := range vars {
		vars[k] = &parser.Var{Name: fmt.Sprintf("%s%d", prefix, k), Proc: p, Index: k}
		if chance(g.src, g.cfg.Initialised) {
			vars[k].Init = []parser.Init{parser.InitZero, parser.InitOne}[g.src.IntN(2)]
		}
	}
	return vars
}

func (g *generator) body(p *parser.Proc) {
	g.proc, g.section, g.depth, g.jumps, g.places, g.labels = p, nil, 0, nil, nil, 0
	g.shadow(p)
	if chance(g.src, g.cfg.Enforce) {
		// Mostly true, or the procedure would hardly move.
		p.Enforce = &parser.Binary{Op: parser.OpOr, X: g.expr(0, plain), Y: g.expr(1, plain)}
		if g.cfg.Entries && g.src.IntN(2) == 1 {
			p.Enforce = g.expr(0, plain)
		}
	}
	if p == g.file.Main || slices.Contains(g.threads, p) {
		g.budget = 4 + g.src.IntN(max(g.cfg.Statements-3, 1))
	} else {
		g.budget = g.src.IntN(g.cfg.Statements/2 + 1)
	}
	p.Body = g.list(g.budget)
	switch {
	case g.threads != nil:
		p.Body = g.finish(p.Body)
	case p == g.file.Main:
		p.Body = g.ensure(p.Body)
	case p == g.changer && slices.Contains(g.changes, g.waits):
		change := &parser.Assign{Lhs: []*parser.Ref{{Name: g.waits.Name, Var: g.waits}}, Rhs: []parser.Expr{g.changed()}}
		p.Body = slices.Insert(p.Body, g.topLevel(p.Body), g.put(change))
	}
	if chance(g.src, g.cfg.Loop) && g.cfg.Statement.Goto > 0 {
		p.Body = append(p.Body, g.put(g.jump()))
	}
	if g.cfg.Statement.Call > 0 && p.Returns > 0 && chance(g.src, 70) {
		p.Body = append(p.Body, g.put(g.returnValues()))
	}
	g.resolve()
	if g.cfg.Entries && len(p.Body) > 0 {
		p.Body[0].Labels = append(p.Body[0].Labels, &parser.Label{Name: "ENTRY_" + p.Name})
	}
	if chance(g.src, g.cfg.PCLabels) {
		g.numberStatements(p)
	}
}

// shadow lets a local hide a shared variable, and lists what is visible.
func (g *generator) shadow(p *parser.Proc) {
	if n := len(g.file.Globals); n > 0 && len(p.Locals) > 0 && chance(g.src, g.cfg.Shadow) {
		p.Locals[g.src.IntN(len(p.Locals))].Name = g.file.Globals[g.src.IntN(n)].Name
	}
	g.visible = slices.Clone(p.Locals)
	for _, v := range g.file.Globals {
		if !slices.ContainsFunc(p.Locals, func(l *parser.Var) bool { return l.Name == v.Name }) {
			g.visible = append(g.visible, v)
		}
	}
	g.changes = slices.DeleteFunc(slices.Clone(g.visible), g.isForeign)
	if p != g.changer {
		g.changes = slices.DeleteFunc(g.changes, func(v *parser.Var) bool { return v == g.waits })
	}
}

// wait lets main leave a variable to the threads that are started, and wait until one
// changes it.
func (g *generator) wait() {
	if i := slices.IndexFunc(g.file.Globals, func(v *parser.Var) bool { return v.Init != parser.InitAny }); i >= 0 {
		g.waits = g.file.Globals[i]
		for _, p := range g.file.Procs {
			if p != g.file.Main {
				g.changer = p
			}
		}
	}
}

// changed is the value of the variable that main waits for.
func (g *generator) changed() parser.Expr { return &parser.Lit{Value: g.waits.Init == parser.InitZero} }

// ensure adds to main what makes a program worth running, if chance has not: a
// thread to be started, and an assertion.
func (g *generator) ensure(body []*parser.Stmt) []*parser.Stmt {
	w := g.cfg.Statement
	if !g.started && w.StartGoto+w.StartProc > 0 && chance(g.src, 90) {
		at := g.topLevel(body)
		body = slices.Insert(body, at, g.put(g.startThread(w.StartProc > 0 && (w.StartGoto == 0 || g.src.IntN(2) == 1))))
	}
	if !g.called && w.Call > 0 && len(g.callees()) > 0 && chance(g.src, 90) {
		at := g.topLevel(body)
		body = slices.Insert(body, at, g.put(g.call()))
	}
	if g.waits != nil && slices.Contains(g.visible, g.waits) {
		wait := &parser.Assume{Cond: &parser.Binary{Op: parser.OpEq, X: &parser.Ref{Name: g.waits.Name, Var: g.waits}, Y: g.changed()}}
		if g.changer != nil {
			body = slices.Insert(body, 0, g.put(g.starts(g.changer)))
		}
		return append(body, g.put(wait), g.put(g.assertion()))
	}
	if g.asserts == 0 && w.Assert > 0 {
		body = slices.Insert(body, g.topLevel(body), g.put(g.assertion()))
	}
	return body
}

// topLevel draws a position in body outside of atomic sections.
func (g *generator) topLevel(body []*parser.Stmt) int {
	positions := []int{0}
	for k, s := range body {
		if _, opens := s.Op.(*parser.AtomicBegin); !opens && s.Section == nil ||
			s.Section != nil && (k+1 == len(body) || body[k+1].Section == nil) {
			positions = append(positions, k+1)
		}
	}
	return positions[g.src.IntN(len(positions))]
}

// put makes a statement of op and remembers that it can be jumped to.
func (g *generator) put(op parser.Op) *parser.Stmt {
	s := &parser.Stmt{Proc: g.proc, Op: op, Section: g.section}
	g.places = append(g.places, s)
	return s
}

// list writes up to n statements.
func (g *generator) list(n int) []*parser.Stmt {
	var body []*parser.Stmt
	for range n {
		if g.budget <= 0 {
			break
		}
		g.budget--
		body = append(body, g.stmts()...)
	}
	return body
}

// nested writes a short list inside another statement.
func (g *generator) nested() []*parser.Stmt {
	g.depth++
	defer func() { g.depth-- }()
	return g.list(g.src.IntN(4))
}

// stmts writes one statement, or a section from its begin to its end.
func (g *generator) stmts() []*parser.Stmt {
	w := g.cfg.Statement
	if len(g.changes) == 0 {
		w.Assign, w.Dead = 0, 0
	}
	if len(g.proc.Locals) == 0 {
		w.Passive = 0
	}
	if g.depth >= 3 {
		w.If, w.While, w.Atomic, w.AtomicBlock = 0, 0, 0, 0
	}
	if g.section != nil {
		w.Wait, w.Return = 0, 0
	}
	if g.atomic == nil {
		w.AtomicGlobal = 0
	}
	if len(g.file.Procs) == 1 {
		w.StartProc = 0
	}
	if w.Call > 0 {
		if len(g.callees()) == 0 || g.section != nil && g.calledWaits {
			w.Call = 0
		}
		if g.proc != g.file.Main {
			w.Passive = 0
			if !g.calledWaits {
				w.Wait = 0
			}
		}
	}
	if g.proc == g.file.Main && g.depth == 0 {
		if !g.started { // a lone thread that stops is the end of a dull program
			w.EndThread, w.Wait, w.Return = 0, 0, 0
		}
		if g.asserts == 0 && g.budget > 4 {
			w.Assert = 0
		}
	}
	switch pick(g.src, w.Skip, w.Assign, w.Passive, w.Dead, w.Assume, w.Assert, w.Goto, w.If, w.While,
		w.StartGoto, w.StartProc, w.EndThread, w.Atomic, w.AtomicBlock, w.Wait, w.Signal, w.Broadcast, w.Return, w.Call, w.AtomicGlobal) {
	case 1:
		return one(g.put(g.assignment()))
	case 2:
		return one(g.put(g.passiveAssignment()))
	case 3:
		return one(g.put(&parser.Dead{Vars: g.targets(g.changes)}))
	case 4:
		return one(g.put(&parser.Assume{Cond: g.condition()}))
	case 5:
		return one(g.put(g.assertion()))
	case 6:
		return one(g.put(g.jump()))
	case 7:
		return one(g.put(g.branch()))
	case 8:
		return one(g.put(&parser.While{Cond: g.condition(), Body: g.nested()}))
	case 9:
		return one(g.put(g.startThread(false)))
	case 10:
		s := g.put(g.startThread(true))
		if chance(g.src, g.cfg.Async) {
			s.Labels = append(s.Labels, &parser.Label{Name: fmt.Sprintf("ASYNC_%d", g.labels)})
			g.labels++
		}
		return one(s)
	case 11:
		return one(g.put(&parser.EndThread{}))
	case 12:
		return g.sectionStatements()
	case 13:
		return one(g.sectionBlock())
	case 14:
		return one(g.put(&parser.Wait{}))
	case 15:
		return one(g.put(&parser.Signal{}))
	case 16:
		return one(g.put(&parser.Broadcast{}))
	case 17:
		if g.cfg.Statement.Call > 0 && chance(g.src, 20) {
			return one(g.put(&parser.Return{})) // of unconstrained values
		}
		return one(g.put(g.returnValues()))
	case 18:
		call := g.put(g.call())
		if g.threads != nil && g.recurses(call.Op.(*parser.Call)) {
			return one(g.put(&parser.If{Arms: []*parser.Arm{{Cond: g.condition(), Body: one(call)}}}))
		}
		return one(call)
	case 19:
		return g.atomicPart()
	default:
		return one(g.put(&parser.Skip{}))
	}
}

func one(s *parser.Stmt) []*parser.Stmt { return []*parser.Stmt{s} }

// assertion is weaker than a mere condition half of the time, so that its
// failure takes some doing.
func (g *generator) assertion() *parser.Assert {
	g.asserts++
	if g.threads != nil {
		return &parser.Assert{Cond: &parser.Not{X: g.cube()}}
	}
	cond := g.condition()
	if g.cfg.Expression.Or > 0 && g.src.IntN(2) == 1 {
		cond = &parser.Binary{Op: parser.OpOr, X: cond, Y: g.condition()}
	}
	return &parser.Assert{Cond: cond}
}

func (g *generator) branch() *parser.If {
	op := &parser.If{}
	for range 1 + pick(g.src, 4, 1) {
		op.Arms = append(op.Arms, &parser.Arm{Cond: g.condition(), Body: g.armBody()})
	}
	if op.HasElse = chance(g.src, 30); op.HasElse {
		op.Else = g.armBody()
	}
	return op
}

// armBody is often the lone goto that SATABS writes.
func (g *generator) armBody() []*parser.Stmt {
	if g.cfg.Statement.Goto > 0 && chance(g.src, 40) {
		return one(g.put(g.jump()))
	}
	return g.nested()
}

func (g *generator) sectionStatements() []*parser.Stmt {
	begin := g.put(&parser.AtomicBegin{})
	outer := g.section
	g.section = &parser.Section{Outer: outer}
	body := append([]*parser.Stmt{begin}, g.nested()...)
	body = append(body, g.put(&parser.AtomicEnd{}))
	g.section = outer
	return body
}

func (g *generator) sectionBlock() *parser.Stmt {
	op := &parser.Atomic{}
	s := g.put(op)
	outer := g.section
	g.section = &parser.Section{Outer: outer}
	op.Body = g.nested()
	g.section = outer
	return s
}

func (g *generator) jump() *parser.Goto {
	op := &parser.Goto{}
	weights := []int{5, 2, 1}
	if g.depth == 0 { // not in a branch: one target makes what follows unreachable
		weights = []int{1, 6, 2}
	}
	for range 1 + pick(g.src, weights...) {
		op.Targets = append(op.Targets, &parser.Target{})
	}
	g.jumps = append(g.jumps, jump{op.Targets, g.section})
	return op
}

func (g *generator) startThread(procedure bool) *parser.StartThread {
	g.started = g.started || g.proc == g.file.Main
	callees := slices.DeleteFunc(slices.Clone(g.file.Procs), func(p *parser.Proc) bool { return p == g.file.Main })
	if !procedure || len(callees) == 0 {
		target := &parser.Target{}
		// A thread starts outside of all sections.
		g.jumps = append(g.jumps, jump{[]*parser.Target{target}, nil})
		return &parser.StartThread{Target: target}
	}
	return g.starts(callees[g.src.IntN(len(callees))])
}

// starts starts a procedure as a thread.
func (g *generator) starts(callee *parser.Proc) *parser.StartThread {
	op := &parser.StartThread{Proc: &parser.ProcRef{Name: callee.Name, Proc: callee}}
	for range callee.Params {
		op.Args = append(op.Args, g.expr(1, plain))
	}
	return op
}
