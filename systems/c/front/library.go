// This file defines what functions do that the program does not define.

package front

import (
	"cmp"
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

func (f *frame) callExpression(x *cc.PostfixExpression) value {
	name := ""
	if p, ok := x.PostfixExpression.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		name = p.Token.SrcStr()
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
			name = ""
		}
	}
	if name == "" {
		f.refuse(x, "", "a call by a pointer is not read")
		return f.integer(0)
	}
	var args []cc.ExpressionNode
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	if f.at < 0 {
		return f.integer(0)
	}
	d := f.functions[name]
	if d != nil && !special[name] {
		var values []value
		var types []cc.Type
		for _, a := range args {
			values, types = append(values, f.value(a)), append(types, a.Type())
		}
		return f.call(x, d, values, types)
	}
	if v, ok := f.library(x, name, args); ok {
		return v
	}
	for _, a := range args {
		if a.Type().Kind() == cc.Ptr && a.Type().Undecay().Kind() != cc.Array {
			f.refuse(x, "define it, or say what it returns by __VERIFIER_nondet_int()", "the function %s, which may write to what it is given, is not known", name)
			return f.integer(0)
		}
		f.value(a)
	}
	f.reader.assume(form.Harmless)
	f.loose(x, fmt.Sprintf("the function %s is not known", name))
	if x.Type().Kind() == cc.Void {
		return f.integer(0)
	}
	return value{term: f.anything(x, cmp.Or(f.width(x.Type()), 32), isSigned(x.Type()))}
}

// special are functions whose definitions in the program are not looked at.
var special = map[string]bool{"reach_error": true, "__VERIFIER_error": true, "abort": true, "exit": true, "pthread_create": true}

// loose is a step that leaves open something of C.
func (f *frame) loose(n cc.Node, why string) {
	if e := f.emit(f.origin(n), word.True); e != nil {
		e.Loose = why
	}
}

// pointed returns what an argument points to.
func (f *frame) pointed(e cc.ExpressionNode) *object {
	p := f.deref(e)
	return p.object
}

func (f *frame) part(n cc.Node, e cc.ExpressionNode, name string) (word.Term, word.Variable, bool) {
	o := f.pointed(e)
	if o == nil {
		return 0, 0, false
	}
	p := o.opaque[name]
	if p == nil {
		f.refuse(n, "", "this is no object of the library")
		return 0, 0, false
	}
	return f.t.Var(p.variable), p.variable, true
}

func set(v word.Variable, x word.Term) form.Update {
	return form.Update{Variable: v, Index: form.None, Value: x}
}

// library is what functions do that the program does not define. ok is false if the function is not known.
func (f *frame) library(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) (v value, ok bool) {
	at := f.origin(x)
	zero := f.integer(0)
	all := func() {
		for _, a := range args {
			f.effect(a)
		}
	}
	n := len(args)
	switch {
	case strings.HasPrefix(name, "__VERIFIER_nondet_") || name == "rand":
		return value{term: f.anything(x, cmp.Or(f.width(x.Type()), 32), isSigned(x.Type()))}, true
	case name == "__VERIFIER_assert" && n == 1:
		f.check(at, f.truth(args[0]))
		return zero, true
	case name == "__VERIFIER_assume" && n == 1:
		f.emit(at, f.truth(args[0]))
		return zero, true
	case name == "reach_error" || name == "__VERIFIER_error":
		f.fail(x)
		return zero, true
	case name == "abort" || name == "exit" || name == "_exit" || name == "__assert_fail":
		all()
		if name == "__assert_fail" {
			f.fail(x)
		}
		f.stop()
		return zero, true
	case name == "pthread_exit":
		f.finish(at)
		return zero, true
	case name == "__VERIFIER_atomic_begin":
		f.beginAtomic(x)
		return zero, true
	case name == "__VERIFIER_atomic_end":
		f.endAtomic(x)
		return zero, true
	case name == "pthread_create" && n == 4:
		f.create(x, args)
		return zero, true
	case name == "pthread_join" && n == 2:
		f.join(x, args[0])
		return zero, true
	case name == "malloc" || name == "calloc":
		all()
		return f.allocate(x, name, args), true
	case name == "free":
		f.reader.assume(form.Pointers)
		all()
		return zero, true
	case strings.HasSuffix(name, "printf") || name == "puts" || name == "putchar" || name == "perror" || name == "fflush":
		for _, a := range args {
			if a.Type().Kind() != cc.Ptr {
				f.effect(a)
			}
		}
		return zero, true
	case name == "sscanf":
		for _, a := range args[min(2, n):] {
			if o := f.pointed(a); o != nil && o.fields == nil && o.opaque == nil && !o.array {
				f.assign(x, place{object: o, index: form.None}, value{term: f.anything(x, f.t.VariableWidth(o.variable), o.signed)})
			}
		}
		return value{term: f.anything(x, 32, true)}, true
	case name == "sleep" || name == "usleep" || name == "sched_yield" || name == "pthread_detach" || name == "pthread_self":
		all()
		return zero, true
	case strings.HasPrefix(name, "pthread_attr_"), strings.HasPrefix(name, "pthread_mutexattr_"),
		strings.HasPrefix(name, "pthread_cond_") && (strings.HasSuffix(name, "_init") || strings.HasSuffix(name, "_destroy")),
		name == "pthread_cond_signal", name == "pthread_cond_broadcast",
		strings.HasPrefix(name, "pthread_") && strings.HasSuffix(name, "_destroy"), name == "sem_destroy":
		return zero, true
	}
	if (strings.HasPrefix(name, "pthread_mutex_") || strings.HasPrefix(name, "pthread_spin_")) && n >= 1 {
		return f.mutex(x, name[strings.LastIndex(name, "_")+1:], args[0])
	}
	switch name {
	case "pthread_cond_wait":
		f.mutex(x, "unlock", args[1]) // it may wake up at any time, so what wakes it up makes no difference
		f.mutex(x, "lock", args[1])
		return zero, true
	case "sem_init", "sem_wait", "sem_post":
		s, sv, good := f.part(x, args[0], "")
		if !good {
			return zero, true
		}
		w := f.t.Width(s)
		switch name {
		case "sem_init":
			f.emit(at, word.True, set(sv, f.t.Extend(f.value(args[2]).term, w, false)))
		case "sem_wait":
			f.emit(at, f.t.Not(f.t.Eq(s, f.t.Const(w, 0))), set(sv, f.t.Binary(word.Sub, s, f.t.Const(w, 1))))
		case "sem_post":
			f.emit(at, word.True, set(sv, f.t.Binary(word.Add, s, f.t.Const(w, 1))))
		}
		return zero, true
	case "pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock":
		writing, wv, good := f.part(x, args[0], "writing")
		readers, rv, _ := f.part(x, args[0], "readers")
		if !good {
			return zero, true
		}
		none := f.t.Eq(readers, f.t.Const(32, 0))
		switch strings.TrimPrefix(name, "pthread_rwlock_") {
		case "init":
			f.emit(at, word.True, set(wv, word.False), set(rv, f.t.Const(32, 0)))
		case "rdlock":
			f.emit(at, f.t.Not(writing), set(rv, f.t.Binary(word.Add, readers, f.t.Const(32, 1))))
		case "wrlock":
			f.emit(at, f.t.And(f.t.Not(writing), none), set(wv, word.True))
		case "unlock":
			f.emit(at, word.True, set(wv, word.False), set(rv, f.t.Ite(f.t.Or(writing, none), readers, f.t.Binary(word.Sub, readers, f.t.Const(32, 1)))))
		}
		return zero, true
	}
	return zero, false
}

func (f *frame) mutex(x *cc.PostfixExpression, what string, arg cc.ExpressionNode) (value, bool) {
	at := f.origin(x)
	m, v, good := f.part(x, arg, "")
	if !good {
		return f.integer(0), true
	}
	f.reader.assume(form.NoRecursive)
	switch what {
	case "init", "unlock":
		f.emit(at, word.True, set(v, word.False))
	case "lock":
		f.emit(at, f.t.Not(m), set(v, word.True))
	case "trylock":
		const busy = 16
		r, from, to := f.temporary(32, true), f.at, f.node()
		f.edge(from, to, at, f.t.Not(m), []form.Update{set(v, word.True), set(r, f.t.Const(32, 0))})
		f.edge(from, to, at, m, []form.Update{set(r, f.t.Const(32, busy))})
		return value{term: f.t.Var(r)}, true
	default:
		return f.integer(0), false
	}
	return f.integer(0), true
}

// allocate makes an object of what malloc or calloc returns. What it is made of is known when it gets its type.
func (f *frame) allocate(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) value {
	o := &object{shared: true, fixed: form.None, fresh: &allocation{at: x, automaton: f.a, zero: name == "calloc", looped: f.loops > 0}}
	o.name = fmt.Sprintf("%s@%d", name, x.Position().Line)
	if k, ok := constant(args[0]); ok {
		o.fresh.size = int64(k)
	}
	o.fresh.edge = f.emit(f.origin(x), word.True)
	f.allocations = append(f.allocations, o.fresh)
	return value{term: f.t.Const(f.width(x.Type()), f.address(o)), target: o}
}

// An allocation is a place where an object is made while the program runs.
type allocation struct {
	at        cc.Node
	automaton *form.Automaton
	edge      *form.Edge
	size      int64 // 0 if it is not constant
	zero      bool
	looped    bool
	exact     bool // all of the object are variables
}

// shape gives what was allocated the type of what a pointer to it points to.
func (r *reader) shape(o *object, elem cc.Type) {
	a := o.fresh
	if a == nil || elem.Kind() == cc.Void {
		return
	}
	o.fresh = nil
	m := r.global()
	m.zero = a.zero
	w := r.width(elem)
	if w > 0 && a.size != elem.Size() { // an array, of which it is not known how long it is
		o.array, o.signed, o.variable = true, isSigned(elem), r.t.NewVariable(o.name, w, isSigned(elem))
		r.p.Arrays = append(r.p.Arrays, form.Array{Variable: o.variable, Zero: a.zero})
		return
	}
	if a.size != elem.Size() {
		r.refuse(a.at, "allocate one, with a constant size", "an array of structures that is allocated is not read")
	}
	a.exact = true
	made := m.object(a.at, o.name, elem)
	made.id = o.id
	*o = *made
}

// several looks at what is allocated more than once, of which there is one object here: where all reads of it may give
// anything, that leaves only open what happens; else it is refused.
func (r *reader) several() {
	for _, a := range r.allocations {
		switch {
		case !a.looped && !a.automaton.Many:
		case a.exact:
			r.refuse(a.at, "", "objects that are allocated several times are not read")
		case a.edge != nil:
			a.edge.Loose = "objects that are allocated several times are taken for one"
		}
	}
}

// create starts a thread.
func (f *frame) create(x *cc.PostfixExpression, args []cc.ExpressionNode) {
	function := ""
	for e := args[2]; function == ""; {
		switch y := e.(type) {
		case *cc.UnaryExpression:
			e = y.CastExpression
		case *cc.CastExpression:
			e = y.CastExpression
		case *cc.PrimaryExpression:
			if y.Case == cc.PrimaryExpressionExpr {
				e = y.ExpressionList
				continue
			}
			function = y.Token.SrcStr()
		default:
			e = nil
		}
		if e == nil {
			break
		}
	}
	d := f.functions[function]
	if d == nil {
		f.refuse(x, "", "it is not known which function the thread runs")
		return
	}
	f.reader.assume(form.Sequential)
	f.reader.assume(form.Creation)
	argument := f.value(args[3])
	h := f.handleOf(args[0])
	key := function
	if argument.target != nil {
		if !argument.target.shared {
			f.refuse(args[3], "make it a global", "a pointer to a local of the thread that creates this one is not read")
		}
		key += "(" + argument.target.name + ")"
	}
	if h != nil {
		h.creations++
		h.unsure = h.unsure || f.loops > 0
		if h.creations == 1 && !h.unsure {
			key += fmt.Sprintf("@%d", len(f.threads))
		}
	}
	i, known := f.threads[key]
	if !known {
		i = len(f.p.Automata)
		f.threads[key] = i
		a := &form.Automaton{Name: function, Many: f.loops > 0 || f.a.Many}
		for _, other := range f.p.Automata {
			if other.Name == a.Name {
				a.Name = fmt.Sprintf("%s_%d", function, i)
			}
		}
		f.p.Automata = append(f.p.Automata, a)
		p := &pending{automaton: a, function: d, started: true, argument: argument}
		p.parameter = f.t.NewVariable(a.Name+".argument", f.width(args[3].Type().Decay()), false)
		a.Locals = append(a.Locals, p.parameter)
		if h != nil && h.creations == 1 && !h.unsure {
			h.creator, h.created = f.a, a
			h.ended = &form.Global{Variable: f.t.NewVariable("ended("+a.Name+")", 1, false), Initial: word.False}
			f.p.Globals = append(f.p.Globals, *h.ended)
			p.ended = h.ended
		}
		f.todo = append(f.todo, p)
		f.parameters(i, p.parameter)
	} else {
		f.p.Automata[i].Many = true
	}
	e := f.emit(f.origin(x), word.True)
	if e == nil {
		return
	}
	e.Start = i
	if v := f.parameterOf(i); argument.target == nil {
		e.Arguments = []form.Update{set(v, f.t.Extend(argument.term, f.t.VariableWidth(v), true))}
	}
}

func (r *reader) parameters(i int, v word.Variable) {
	if r.params == nil {
		r.params = map[int]word.Variable{}
	}
	r.params[i] = v
}

func (r *reader) parameterOf(i int) word.Variable { return r.params[i] }

// handleOf returns what is known of the variable that a thread's number is written to.
func (f *frame) handleOf(e cc.ExpressionNode) *handle {
	u, ok := e.(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionAddrof {
		if o := f.value(e).target; o != nil {
			f.doubt(o)
		}
		return nil
	}
	h := f.handleIn(u.CastExpression)
	if h == nil {
		if x, ok := u.CastExpression.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex {
			if o := f.place(x.PostfixExpression).object; o != nil {
				f.doubt(o)
			}
		}
	}
	return h
}

// doubt says that it is not known which threads an object, or its elements, name.
func (f *frame) doubt(o *object) {
	for _, part := range append([]*object{o}, o.elements...) {
		if f.handles[part] == nil {
			f.handles[part] = &handle{}
		}
		f.handles[part].unsure = true
	}
}

func (f *frame) handleIn(e cc.ExpressionNode) *handle {
	var o *object
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			o = f.find(d)
		}
	case *cc.PostfixExpression:
		if k, ok := constant(x.ExpressionList); x.Case == cc.PostfixExpressionIndex && ok {
			if p, ok := x.PostfixExpression.(*cc.PrimaryExpression); ok {
				if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
					if all := f.find(d); all != nil && int(k) < len(all.elements) {
						o = all.elements[k]
					}
				}
			}
		}
	}
	if o == nil || o.array {
		return nil
	}
	if f.handles[o] == nil {
		f.handles[o] = &handle{}
	}
	return f.handles[o]
}

// join waits for a thread, if it is one that is created once.
func (f *frame) join(x *cc.PostfixExpression, e cc.ExpressionNode) {
	h := f.handleIn(e)
	if h == nil || h.ended == nil {
		f.loose(x, "pthread_join does not wait")
		return
	}
	if edge := f.emit(f.origin(x), f.t.Var(h.ended.Variable)); edge != nil {
		h.joins = append(h.joins, edge)
	}
}
