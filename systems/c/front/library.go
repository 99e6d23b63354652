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
	var args []cc.ExpressionNode
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	if f.at < 0 {
		return f.integer(0)
	}
	d := f.functions[name]
	if name == "" || d != nil && !special[name] {
		var to value
		if name == "" {
			to = f.value(x.PostfixExpression)
		}
		var values []value
		var types []cc.Type
		for _, a := range args {
			values, types = append(values, f.value(a)), append(types, a.Type())
		}
		if name == "" {
			return f.callAny(x, to, values, types)
		}
		return f.call(x, d, values, types)
	}
	if v, ok := f.library(x, name, args); ok {
		return v
	}
	for _, a := range args {
		if a.Type().Kind() == cc.Ptr && a.Type().Undecay().Kind() != cc.Array {
			return f.refuse(x, "define it, or say what it returns by __VERIFIER_nondet_int()", "the function %s, which may write to what it is given, is not known", name)
		}
		f.value(a)
	}
	f.reader.p.Assume(form.Harmless)
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

// part returns a part of an object of the library.
func (f *frame) part(p place, name string) (word.Term, word.Variable) {
	part := p.object.opaque[name]
	return f.t.Var(part.variable), part.variable
}

// objects returns the objects of the library that an argument may point to, which have a part.
func (f *frame) objects(n cc.Node, e cc.ExpressionNode, part string) []place {
	list := f.deref(e)
	for _, p := range list {
		if p.object.opaque[part] == nil {
			f.refuse(n, "", "this is no object of the library")
			return nil
		}
	}
	return list
}

// self reports whether an expression is the number of the thread.
func self(e cc.ExpressionNode) bool {
	if c, ok := e.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		return self(c.CastExpression)
	}
	c, ok := e.(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return false
	}
	p, ok := c.PostfixExpression.(*cc.PrimaryExpression)
	return ok && p.Token.SrcStr() == "pthread_self"
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
	if operation, ok := strings.CutPrefix(name, "__ijit_"); ok && n > 0 {
		return f.atomicOperation(x, operation, args)
	}
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
		if n == 1 {
			f.returns(x, f.value(args[0]))
		}
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
		h := f.join(x, args[0])
		if v := f.value(args[1]); !f.null(v) {
			list := f.pointed(x, v, func(o *object) (place, bool) {
				return place{object: o, index: form.None}, o.function == nil && o.fields == nil && o.elements == nil && o.opaque == nil && !o.array
			})
			f.assign(x, list, value{term: f.whatReturned(x, h, f.width(args[1].Type().Decay()))})
		}
		return zero, true
	case name == "malloc" || name == "calloc":
		all()
		return f.allocate(x, name, args), true
	case name == "free":
		f.reader.p.Assume(form.Pointers)
		all()
		return zero, true
	case strings.HasSuffix(name, "printf") || name == "puts" || name == "putchar" || name == "perror" || name == "fflush":
		if strings.HasPrefix(name, "s") || strings.HasPrefix(name, "vs") {
			f.refuse(x, "", "what %s writes is not read", name)
		}
		for _, a := range args {
			if _, plain := a.(*cc.PrimaryExpression); (!plain || a.Type().Kind() != cc.Ptr) && !self(a) {
				f.effect(a)
			}
		}
		return zero, true
	case name == "sscanf":
		for _, a := range args[min(2, n):] {
			if p, ok := a.Type().Decay().(*cc.PointerType); !ok || p.Undecay() != nil && p.Undecay().Kind() == cc.Array || f.width(p.Elem()) == 0 {
				f.refuse(a, "", "what sscanf writes here is not read")
			} else {
				f.assign(x, f.deref(a), value{term: f.anything(x, f.width(p.Elem()), isSigned(p.Elem()))})
			}
		}
		return value{term: f.anything(x, 32, true)}, true
	case name == "pthread_self": // each thread has another number
		f.loose(x, "it is not known which number a thread has")
		return value{term: f.anything(x, f.width(x.Type()), false)}, true
	case name == "pthread_detach":
		if !self(args[0]) {
			all()
		}
		return zero, true
	case name == "sleep" || name == "usleep" || name == "sched_yield":
		all()
		return zero, true
	case strings.HasPrefix(name, "pthread_attr_"), strings.HasPrefix(name, "pthread_mutexattr_"),
		strings.HasPrefix(name, "pthread_cond_") && (strings.HasSuffix(name, "_init") || strings.HasSuffix(name, "_destroy")),
		name == "pthread_cond_signal", name == "pthread_cond_broadcast",
		strings.HasPrefix(name, "pthread_") && strings.HasSuffix(name, "_destroy"), name == "sem_destroy":
		return zero, true
	}
	if (strings.HasPrefix(name, "pthread_mutex_") || strings.HasPrefix(name, "pthread_spin_")) && n >= 1 {
		return f.mutex(x, name[strings.LastIndex(name, "_")+1:], f.objects(x, args[0], ""))
	}
	switch name {
	case "pthread_cond_wait":
		m := f.objects(x, args[1], "")
		f.mutex(x, "unlock", m) // it may wake up at any time, so what wakes it up makes no difference
		f.mutex(x, "lock", m)
		return zero, true
	case "sem_init", "sem_wait", "sem_trywait", "sem_post":
		list := f.objects(x, args[0], "")
		result, failed := f.tried(name)
		first := word.True
		if name == "sem_init" {
			first = f.value(args[2]).term
		}
		f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
			s, v := f.part(p, "")
			w := f.t.Width(s)
			switch name {
			case "sem_init":
				step(word.True, set(v, f.t.Extend(first, w, false)))
			case "sem_wait", "sem_trywait":
				none := f.t.Eq(s, f.t.Const(w, 0))
				step(f.t.Not(none), append(failed(0), set(v, f.t.Binary(word.Sub, s, f.t.Const(w, 1))))...)
				if name == "sem_trywait" {
					step(none, failed(-1)...)
				}
			case "sem_post":
				step(word.True, set(v, f.t.Binary(word.Add, s, f.t.Const(w, 1))))
			}
		})
		return result, true
	case "pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock":
		result, failed := f.tried(name)
		f.each(x, f.objects(x, args[0], "writing"), func(p place, step func(word.Term, ...form.Update) *form.Edge) {
			writing, wv := f.part(p, "writing")
			readers, rv := f.part(p, "readers")
			none := f.t.Eq(readers, f.t.Const(32, 0))
			r := f.readingOf(x, p.object)
			reading := f.t.Var(r)
			one := f.t.Const(32, 1)
			switch strings.TrimPrefix(name, "pthread_rwlock_") {
			case "init":
				step(word.True, set(wv, word.False), set(rv, f.t.Const(32, 0)))
			case "rdlock", "tryrdlock":
				step(f.t.Not(writing), append(failed(0), set(rv, f.t.Binary(word.Add, readers, one)), set(r, f.t.Binary(word.Add, reading, one)))...)
				if name == "pthread_rwlock_tryrdlock" {
					step(writing, failed(busy)...)
				}
			case "wrlock", "trywrlock":
				step(f.t.And(f.t.Not(writing), none), append(failed(0), set(wv, word.True))...)
				if name == "pthread_rwlock_trywrlock" {
					step(writing, failed(busy)...)
					step(f.t.And(f.t.Not(writing), f.t.Not(none)), failed(busy)...)
				}
			case "unlock":
				reads := f.t.Not(f.t.Eq(reading, f.t.Const(32, 0)))
				step(reads, set(rv, f.t.Binary(word.Sub, readers, one)), set(r, f.t.Binary(word.Sub, reading, one)))
				step(f.t.Not(reads), set(wv, word.False))
			}
		})
		f.reader.p.Assume(form.NoRecursive)
		return result, true
	}
	return zero, false
}

// busy is what it returns to try what cannot be had.
const busy = 16

// tried returns the result of a function of the library, and what a step does to it: nothing unless the name says that
// something is tried.
func (f *frame) tried(name string) (result value, set func(code int) []form.Update) {
	if !strings.Contains(name, "_try") {
		return f.integer(0), func(int) []form.Update { return nil }
	}
	r := f.temporary(32, true)
	return value{term: f.t.Var(r)}, func(code int) []form.Update {
		return []form.Update{{Variable: r, Index: form.None, Value: f.t.Const(32, uint64(code))}}
	}
}

// readingOf returns the local that counts how often a thread has a read-write lock for reading: who unlocks it has it so, or
// for writing.
func (f *frame) readingOf(n cc.Node, lock *object) word.Variable {
	v, ok := f.reading[lock]
	if !ok {
		v = f.named(f.a.Name+"."+lock.name+".reading", 32, false)
		f.initially(n, set(v, f.t.Const(32, 0)))
		f.reading[lock] = v
	}
	return v
}

func (f *frame) mutex(x *cc.PostfixExpression, what string, list []place) (value, bool) {
	switch what {
	case "init", "unlock", "lock", "trylock":
	default:
		return f.integer(0), false
	}
	if len(list) > 0 {
		f.reader.p.Assume(form.NoRecursive)
	}
	result, failed := f.tried("_" + what)
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		m, v := f.part(p, "")
		switch what {
		case "init", "unlock":
			step(word.True, set(v, word.False))
		case "lock", "trylock":
			step(f.t.Not(m), append(failed(0), set(v, word.True))...)
			if what == "trylock" {
				step(m, failed(busy)...)
			}
		}
	})
	return result, true
}

// allocate makes an object of what malloc or calloc returns. What it is made of is known when it gets its type.
func (f *frame) allocate(x *cc.PostfixExpression, name string, args []cc.ExpressionNode) value {
	f.reader.p.Assume(form.Allocation)
	o := f.once(f.occurrence(x), "heap", func(*maker) *object {
		a := &allocation{at: x, automaton: f.a, zero: name == "calloc"}
		size := uint64(1)
		for _, arg := range args { // calloc has two
			k, _ := constant(arg)
			size *= k
		}
		a.size = int64(size)
		return &object{name: fmt.Sprintf("%s@%d", name, x.Position().Line), shared: true, fixed: form.None, heap: a, fresh: a}
	}).object
	o.heap.automaton, o.heap.looped = f.a, f.loops > 0
	o.heap.edge = f.emit(f.origin(x), word.True)
	f.allocations = append(f.allocations, o.heap)
	return value{f.t.Const(f.width(x.Type()), f.address(o)), true, []*object{o}}
}

// An allocation is a place where an object is made while the program runs.
type allocation struct {
	at        cc.Node
	automaton *form.Automaton
	edge      *form.Edge
	size      int64 // 0 if it is not constant
	zero      bool
	looped    bool
	exact     bool    // all of the object are variables
	compared  cc.Node // where pointers to it are compared, or nil
}

// shape gives what was allocated the type of what a pointer to it points to.
func (r *reader) shape(o *object, elem cc.Type) {
	a := o.fresh
	if a == nil || elem.Kind() == cc.Void {
		return
	}
	defer r.keep(len(r.refused))
	id := o.id
	m := r.global()
	m.zero = a.zero
	w := r.width(elem)
	if w > 0 && a.size != elem.Size() { // an array, of which it is not known how long it is
		o.fresh, o.typ = nil, elem
		o.array, o.signed, o.variable = true, isSigned(elem), r.t.NewVariable(o.name, w, isSigned(elem))
		r.p.Arrays = append(r.p.Arrays, form.Array{Variable: o.variable, Zero: a.zero})
		return
	}
	if a.size != elem.Size() {
		r.refuse(a.at, "allocate one, with a constant size", "an array of structures that is allocated is not read")
	}
	a.exact = true
	made := m.object(a.at, o.name, elem)
	made.heap = a
	*o = *made
	first(o).id = id
}

// several looks at what is allocated more than once, of which there is one object here: where all reads of it may give
// anything, that leaves only open what happens; else it is refused.
func (r *reader) several() {
	for _, a := range r.allocations {
		switch {
		case !a.looped && !a.automaton.Many:
		case a.exact:
			r.refuse(a.at, "", "objects that are allocated several times are not read")
		case a.compared != nil:
			r.refuse(a.compared, "", "pointers to objects that are allocated several times are not compared")
		case a.edge != nil:
			a.edge.Loose = "objects that are allocated several times are taken for one"
		}
	}
}

// handleOf returns what is known of the variable that a thread's number is written to.
func (f *frame) handleOf(e cc.ExpressionNode) *handle {
	u, ok := e.(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionAddrof {
		v := f.value(e)
		if !v.known {
			f.refuse(e, "", "it is not known where the number of the thread is written")
		}
		for _, o := range v.targets {
			f.doubt(o)
		}
		return nil
	}
	h := f.handleIn(u.CastExpression)
	if h == nil {
		list := u.CastExpression
		if x, ok := u.CastExpression.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex && isArray(x.PostfixExpression) {
			list = x.PostfixExpression // all of it, since the index is not known
		}
		for _, p := range f.place(list) {
			f.doubt(p.object)
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

// join waits for a thread, if it is one that is created once, and returns what is known of it.
func (f *frame) join(x *cc.PostfixExpression, e cc.ExpressionNode) *handle {
	h := f.handleIn(e)
	if h == nil || h.ended == nil {
		f.loose(x, "pthread_join does not wait")
		return nil
	}
	if edge := f.emit(f.origin(x), f.t.Var(h.ended.Variable)); edge != nil {
		h.joins = append(h.joins, edge)
	}
	return h
}

// unknownResult is why an execution that reads what a thread returned may be none.
const unknownResult = "it is not known what a thread returns"

// whatReturned returns what a thread returned that was waited for.
func (f *frame) whatReturned(x *cc.PostfixExpression, h *handle, width int) word.Term {
	if h == nil {
		f.loose(x, unknownResult)
		return f.anything(x, width, false)
	}
	r := f.temporary(64, true)
	if e := f.emit(f.origin(x), word.True, set(r, f.t.Var(h.returned))); e != nil {
		h.reads = append(h.reads, e)
	}
	return f.t.Extend(f.t.Var(r), width, false)
}
