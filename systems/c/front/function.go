// This file defines how automata are made of functions.

package front

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A thread is an automaton that is being made.
type thread struct {
	*reader
	a     *form.Automaton
	at    int // the node, -1 behind what does not go on
	ended *form.Global
	// returned gets what the thread returns, and value has it before, if there is ended.
	returned, value word.Variable
	atomic          int          // depth of atomic sections
	depths          []int        // of each node, -1 before it is reached
	uneven          *form.Origin // where ways meet of which some are in an atomic section
	loops           int
	own             map[*cc.Declarator]*object // thread-local globals
	// reading has for read-write locks how often the thread has them for reading.
	reading map[*object]word.Variable
	calls   int
	temps   int
	start   int
	// noted are all accesses, and operands what the library is called with.
	noted    []access
	operands *operandList
	// ancestors are the functions that the thread and those that create it run.
	ancestors []*cc.FunctionDefinition
}

// A frame is a call that is made part of the automaton.
type frame struct {
	*thread
	function *cc.FunctionDefinition
	caller   *frame
	prefix   string
	key      string         // the string of calls that it is
	seen     map[string]int // how often calls were met in it
	vars     map[*cc.Declarator]*object
	labels   map[any]int // nodes of names and of cases
	result   *object
	back     int // where it returns to
	breaks   int
	conts    int
}

func (r *reader) thread(p *pending) {
	t := &thread{reader: r, a: p.automaton, own: map[*cc.Declarator]*object{}, reading: map[*object]word.Variable{}, ended: p.ended, returned: p.returned, ancestors: p.ancestors}
	if t.ended != nil {
		t.value = t.named(t.a.Name+".returned", 64, true)
	}
	t.at = t.node()
	t.a.Entry = t.at
	t.start = t.at
	f := t.frame(nil, p.function, p.automaton.Name, p.key)
	for i, param := range parameters(p.function) {
		if param == nil {
			continue
		}
		switch {
		case !p.started || i > 0:
			f.local(param).foreign = true
		case p.argument != nil:
			f.number(param, *p.argument, param.Type())
			f.vars[param] = &object{name: param.Name(), typ: param.Type(), fixed: p.argument.term, targets: p.argument.targets}
		default:
			f.number(param, f.load(param, only(p.parameter)), param.Type())
			f.vars[param] = p.parameter
		}
	}
	f.body()
	if t.uneven != nil {
		r.errors = append(r.errors, r.at(*t.uneven, "an atomic section is not read that begins or ends on some ways only", ""))
	}
	if t.at >= 0 {
		t.finish(r.origin(p.function))
	}
}

// finish is the end of a thread.
func (t *thread) finish(at form.Origin) {
	if t.ended != nil {
		t.emit(at, word.True, set(t.ended.Variable, word.True), set(t.returned, t.t.Var(t.value)))
	}
	t.at = -1
}

// returns notes what the thread returns, for who waits for it.
func (f *frame) returns(n cc.Node, v value) {
	if f.ended != nil && f.at >= 0 {
		f.emit(f.origin(n), word.True, set(f.thread.value, f.t.Extend(v.term, 64, false)))
	}
}

func parameters(d *cc.FunctionDefinition) (list []*cc.Declarator) {
	ft, ok := d.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return nil
	}
	for _, p := range ft.Parameters() {
		if p.Type().Kind() == cc.Void {
			continue
		}
		list = append(list, p.Declarator)
	}
	return list
}

func (t *thread) frame(caller *frame, d *cc.FunctionDefinition, prefix, key string) *frame {
	return &frame{thread: t, function: d, caller: caller, prefix: prefix, key: key, seen: map[string]int{}, vars: map[*cc.Declarator]*object{}, labels: map[any]int{},
		back: t.node(), breaks: -1, conts: -1}
}

func (f *frame) body() {
	f.compound(f.function.CompoundStatement)
	f.goTo(f.back, form.Origin{})
	f.goOn(f.back)
}

func (t *thread) node() int {
	t.a.Nodes++
	t.depths = append(t.depths, -1)
	return t.a.Nodes - 1
}

// local makes an object of a frame.
func (f *frame) local(d *cc.Declarator) *object {
	f.vars[d] = f.once(f.key, d, func(m *maker) *object { return m.object(d, f.prefix+"."+d.Name(), d.Type()) }).object
	return f.vars[d]
}

// temporary makes a local that the program does not have.
func (t *thread) temporary(width int, signed bool) word.Variable {
	t.temps++
	return t.named(fmt.Sprintf("%s.%d", t.a.Name, t.temps), width, signed)
}

func (t *thread) named(name string, width int, signed bool) word.Variable {
	v := t.t.NewVariable(name, width, signed)
	t.a.Locals = append(t.a.Locals, v)
	return v
}

// input makes a variable that takes any value when the next edge is taken.
func (t *thread) input(width int, signed bool) word.Variable {
	t.temps++
	return t.t.NewVariable(fmt.Sprintf("%s.any%d", t.a.Name, t.temps), width, signed)
}

// anything returns a value of which nothing is known. It is chosen in a step of its own.
func (t *thread) anything(n cc.Node, width int, signed bool) word.Term {
	v, in := t.temporary(width, signed), t.input(width, signed)
	if e := t.emit(t.origin(n), word.True, set(v, t.t.Var(in))); e != nil {
		e.Inputs = append(e.Inputs, in)
	}
	return t.t.Var(v)
}

// edge adds an edge, and goes on behind it.
func (t *thread) edge(from, to int, at form.Origin, guard word.Term, updates []form.Update) *form.Edge {
	if from < 0 {
		return nil
	}
	e := form.NewEdge(from, to, at)
	e.Guard, e.Updates = guard, updates
	if t.atomic > 0 {
		e.Enter()
	}
	if t.depths[to] < 0 {
		t.depths[to] = t.atomic
	} else if t.depths[to] != t.atomic && t.uneven == nil {
		t.uneven = &at
	}
	t.a.Edges = append(t.a.Edges, e)
	t.at = to
	return e
}

// goOn continues at a node, in the atomic section that it is in.
func (t *thread) goOn(n int) {
	if t.at = n; n >= 0 && t.depths[n] >= 0 {
		t.atomic = t.depths[n]
	}
}

// emit adds a step to a new node.
func (t *thread) emit(at form.Origin, guard word.Term, updates ...form.Update) *form.Edge {
	return t.edge(t.at, t.node(), at, guard, updates)
}

// goTo continues at a node.
func (t *thread) goTo(to int, at form.Origin) {
	t.edge(t.at, to, at, word.True, nil)
	t.at = -1
}

// branch continues at one of two nodes.
func (t *thread) branch(at form.Origin, c word.Term, yes, no int) {
	from := t.at
	t.edge(from, yes, at, c, nil)
	t.edge(from, no, at, t.t.Not(c), nil)
	t.at = -1
}

// check fails if c is not 1 here.
func (t *thread) check(at form.Origin, c word.Term) {
	if t.at < 0 {
		return
	}
	t.event()
	e := form.NewEdge(t.at, t.at, at)
	e.Check = c
	t.a.Edges = append(t.a.Edges, e)
	t.emit(at, c)
}

// stop is the end of all executions that come here.
func (t *thread) stop() { t.at = -1 }

// beginAtomic and endAtomic enclose what is one step.
func (t *thread) beginAtomic(n cc.Node) {
	t.event()
	t.atomic++
	t.emit(t.origin(n), word.True)
}

func (t *thread) endAtomic(n cc.Node) {
	if t.atomic == 0 {
		return
	}
	t.atomic--
	t.emit(t.origin(n), word.True)
}

func (f *frame) compound(c *cc.CompoundStatement) {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
}

func (f *frame) item(i *cc.BlockItem) {
	switch i.Case {
	case cc.BlockItemDecl:
		f.declaration(i.Declaration)
	case cc.BlockItemStmt:
		f.statement(i.Statement)
	default:
		f.refuse(i, "", "this is not read")
	}
}

func (f *frame) declaration(d *cc.Declaration) {
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		f.declare(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
	if d.Case == cc.DeclarationAuto {
		f.declare(d.Declarator, d.Initializer)
	}
}

func (f *frame) declare(decl *cc.Declarator, init *cc.Initializer) {
	switch {
	case decl.IsTypename() || strings.HasPrefix(decl.Name(), "__func") || strings.HasPrefix(decl.Name(), "__FUNC") || decl.Type().Kind() == cc.Function || decl.IsExtern():
		return
	case decl.IsStatic():
		if f.globals[decl] == nil {
			before := len(f.refused)
			o := f.global().object(decl, f.function.Declarator.Name()+"."+decl.Name(), decl.Type())
			f.globals[decl] = o
			if init != nil {
				f.initial(o, init)
			}
			f.keep(before)
		}
		return
	}
	o := f.vars[decl]
	if o == nil {
		o = f.local(decl)
	}
	switch {
	case init == nil:
	case init.Case != cc.InitializerExpr:
		f.initialize(o, init)
	default:
		v := f.value(init.AssignmentExpression)
		f.assign(init, only(o), f.convert(v, init.AssignmentExpression.Type(), decl.Type()))
	}
}

// label returns the node of a label: the name of one, or a case.
func (f *frame) label(name any) int {
	n, ok := f.labels[name]
	if !ok {
		n = f.node()
		f.labels[name] = n
	}
	return n
}

func (f *frame) statement(s *cc.Statement) {
	switch s.Case {
	case cc.StatementLabeled:
		f.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		f.compound(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil && f.at >= 0 {
			f.effect(e)
		}
	case cc.StatementSelection:
		f.selection(s.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(s.IterationStatement)
	case cc.StatementJump:
		f.jump(s.JumpStatement)
	default:
		f.refuse(s, "", "assembly is not read")
	}
}

func (f *frame) labeled(l *cc.LabeledStatement) {
	var n int
	switch l.Case {
	case cc.LabeledStatementLabel:
		n = f.label(l.Token.SrcStr())
	case cc.LabeledStatementCaseLabel, cc.LabeledStatementDefault:
		n = f.label(l)
	default:
		f.refuse(l, "", "a range of cases is not read")
		return
	}
	f.goTo(n, f.origin(l))
	f.goOn(n)
	if l.Case == cc.LabeledStatementLabel && l.Token.SrcStr() == "ERROR" {
		f.fail(l)
		f.goTo(f.node(), f.origin(l))
	}
	loops := f.loops
	if l.Case == cc.LabeledStatementLabel {
		f.loops++ // somebody may jump back
	}
	f.statement(l.Statement)
	if l.Case != cc.LabeledStatementLabel {
		f.loops = loops
	}
}

// fail is a place that must not be reached.
func (t *thread) fail(n cc.Node) {
	t.check(t.origin(n), word.False)
	t.stop()
}

func (f *frame) selection(s *cc.SelectionStatement) {
	after := f.node()
	if s.Case == cc.SelectionStatementSwitch {
		f.choose(s, after)
		return
	}
	yes, no := f.node(), after
	if s.Case == cc.SelectionStatementIfElse {
		no = f.node()
	}
	f.condition(s.ExpressionList, yes, no)
	f.goOn(yes)
	f.statement(s.Statement)
	f.goTo(after, f.origin(s))
	if s.Case == cc.SelectionStatementIfElse {
		f.goOn(no)
		f.statement(s.Statement2)
		f.goTo(after, f.origin(s))
	}
	f.goOn(after)
}

func (f *frame) choose(s *cc.SelectionStatement, after int) {
	typ := s.ExpressionList.Type()
	x := f.integer(0).term
	if f.at >= 0 { // else only a goto leads into it
		x = f.convert(f.value(s.ExpressionList), typ, cc.IntegerPromotion(typ)).term
	}
	rest := word.True
	otherwise := after
	from := f.at
	at := f.origin(s)
	for _, c := range s.LabeledStatements() {
		if c.Case == cc.LabeledStatementLabel || c.Switch() != s { // of a goto, or of a switch inside
			continue
		}
		if c.Case == cc.LabeledStatementDefault {
			otherwise = f.label(c)
			continue
		}
		k, ok := constant(c.ConstantExpression)
		if !ok {
			f.refuse(c, "", "this case is not constant")
			continue
		}
		is := f.t.Eq(x, f.t.Const(f.t.Width(x), k))
		f.edge(from, f.label(c), at, f.t.And(is, rest), nil)
		rest = f.t.And(rest, f.t.Not(is))
	}
	f.edge(from, otherwise, at, rest, nil)
	breaks := f.breaks
	f.breaks = after
	f.at = -1
	f.statement(s.Statement)
	f.goTo(after, at)
	f.breaks = breaks
	f.goOn(after)
}

func (f *frame) iteration(s *cc.IterationStatement) {
	if f.unroll(s) {
		return
	}
	breaks, conts, at := f.breaks, f.conts, f.origin(s)
	head, body, step, after := f.node(), f.node(), f.node(), f.node()
	f.breaks, f.conts = after, head
	test, advance := s.ExpressionList, cc.ExpressionNode(nil)
	switch s.Case {
	case cc.IterationStatementFor:
		if s.ExpressionList != nil {
			f.effect(s.ExpressionList)
		}
		test, advance = s.ExpressionList2, s.ExpressionList3
	case cc.IterationStatementForDecl:
		f.declaration(s.Declaration)
		advance = s.ExpressionList2
	}
	f.loops++
	f.event() // it may not come to an end
	if s.Case == cc.IterationStatementDo {
		f.goTo(body, at)
	} else {
		f.goTo(head, at)
	}
	if advance != nil {
		f.conts = step
	}
	f.goOn(head)
	if test == nil {
		f.goTo(body, at)
	} else {
		f.condition(test, body, after)
	}
	f.goOn(body)
	f.statement(s.Statement)
	f.goTo(f.conts, at)
	if advance != nil {
		f.goOn(step)
		f.effect(advance)
		f.goTo(head, at)
	}
	f.loops--
	f.breaks, f.conts = breaks, conts
	f.goOn(after)
}

func (f *frame) jump(s *cc.JumpStatement) {
	switch s.Case {
	case cc.JumpStatementGoto:
		f.goTo(f.label(s.Token2.SrcStr()), f.origin(s))
	case cc.JumpStatementBreak:
		f.goTo(f.breaks, f.origin(s))
	case cc.JumpStatementContinue:
		f.goTo(f.conts, f.origin(s))
	case cc.JumpStatementReturn:
		if s.ExpressionList != nil && f.at >= 0 {
			v := f.value(s.ExpressionList)
			switch {
			case f.result != nil:
				f.assign(s, only(f.result), f.convert(v, s.ExpressionList.Type(), f.result.typ))
			case f.caller == nil:
				f.returns(s, v)
			}
		}
		f.goTo(f.back, f.origin(s))
	default:
		f.refuse(s, "", "a goto to a value is not read")
	}
}

// call makes the body of a function part of the automaton and returns what it returns.
func (f *frame) call(n cc.Node, d *cc.FunctionDefinition, args []value, types []cc.Type) value {
	name := d.Declarator.Name()
	depth := 0
	for g := f; g != nil; g = g.caller {
		if depth++; g.function == d || depth > 200 {
			return f.refuse(n, "", "the function %s calls itself", name)
		}
	}
	f.calls++
	if f.calls > 20000 {
		return f.refuse(n, "", "there are too many calls")
	}
	prefix := fmt.Sprintf("%s.%s", f.a.Name, name)
	for g := f; g != nil; g = g.caller { // names say the call string where they have to
		if g.caller != nil && strings.HasSuffix(g.prefix, name) {
			prefix += "'"
		}
	}
	g := f.frame(f, d, fmt.Sprintf("%s%s", prefix, f.suffix(prefix)), f.occurrence(n)+name)
	params := parameters(d)
	for i, p := range params {
		if i >= len(args) || p == nil {
			continue
		}
		v := f.convert(args[i], types[i], p.Type())
		if p.WriteCount() == 0 && !p.AddressTaken() && f.width(p.Type()) > 0 && f.stable(v.term) {
			f.number(n, v, p.Type())
			g.vars[p] = &object{name: p.Name(), typ: p.Type(), signed: isSigned(p.Type()), fixed: v.term, foreign: !v.known, targets: v.targets}
			continue
		}
		f.assign(n, only(g.local(p)), v)
	}
	atomic := strings.HasPrefix(name, "__VERIFIER_atomic_")
	if result := d.Declarator.Type().(*cc.FunctionType).Result(); result.Kind() != cc.Void {
		g.result = f.once(g.key, "result", func(m *maker) *object { return m.object(d, g.prefix+".result", result) }).object
	}
	if atomic {
		f.beginAtomic(n)
	}
	g.body()
	if atomic {
		f.endAtomic(n)
	}
	if g.result == nil {
		return f.integer(0)
	}
	return f.load(n, only(g.result))
}

// occurrence returns a name of what is evaluated here, in this call. It is the same in all rounds.
func (f *frame) occurrence(n any) string {
	key := fmt.Sprintf("%s/%p", f.key, n)
	f.seen[key]++
	return fmt.Sprintf("%s#%d.", key, f.seen[key])
}

// stable reports whether a value stays the same in a call: only this one can change what it is computed from.
func (f *frame) stable(x word.Term) (ok bool) {
	if x == form.None {
		return false
	}
	ok = !f.t.Reads(x)
	f.t.Variables(x, func(v word.Variable) { ok = ok && !f.addressed[v] })
	return ok
}

// suffix tells calls of one function apart.
func (f *frame) suffix(prefix string) string {
	if f.calls == 1 {
		return ""
	}
	return fmt.Sprintf("#%d", f.calls)
}
