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
	start, outer := len(f.noted), f.operands
	f.operands = nil
	defer func() { // there are sequence points in front of the function's body, and behind it
		f.operands = outer
		f.sequenced(start)
	}()
	d := f.functions[name]
	if name == "" || d != nil && !special[name] {
		var to value
		var list operandList
		if name == "" {
			to = f.value(x.PostfixExpression)
			f.operand(x, &list, start)
		}
		var values []value
		var types []cc.Type
		for _, a := range args {
			begin := len(f.noted)
			values, types = append(values, f.value(a)), append(types, a.Type())
			f.operand(a, &list, begin)
		}
		f.sequenced(start)
		if name == "" {
			p, ok := x.PostfixExpression.Type().Decay().(*cc.PointerType)
			if !ok {
				return f.integer(0)
			}
			return f.callAny(x, p.Elem(), to, values, types)
		}
		return f.call(x, d, values, types)
	}
	f.operands = &operandList{nodes: args}
	if !strings.HasPrefix(name, "__VERIFIER_nondet_") && !strings.HasPrefix(name, "__ijit_") && name != "rand" && name != "random" {
		f.event()
	}
	if v, ok := f.library(x, name, args); ok {
		return v
	}
	for _, a := range args {
		if v := f.value(a); a.Type().Kind() == cc.Ptr && !isText(a) && !f.null(v) {
			return f.refuse(x, "define it, or say what it returns by __VERIFIER_nondet_int()", "the function %s, which may write to what it is given, is not known", name)
		}
	}
	f.reader.p.Assume(form.Harmless)
	f.loose(x, fmt.Sprintf("the function %s is not known", name))
	if x.Type().Kind() == cc.Void {
		return f.integer(0)
	}
	return f.unknown(x)
}

// unknown is any value that a call may return.
func (f *frame) unknown(x *cc.PostfixExpression) value {
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
	defer f.asOperand(e)()
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
			f.value(a)
		}
	}
	n := len(args)
	if operation, ok := strings.CutPrefix(name, "__ijit_"); ok && n > 0 {
		return f.atomicOperation(x, operation, args)
	}
	switch {
	case strings.HasPrefix(name, "__VERIFIER_nondet_"):
		return f.unknown(x), true
	case name == "rand" || name == "random":
		v := f.unknown(x)
		f.emit(at, f.t.Not(f.t.Binary(word.SLt, v.term, f.t.Const(f.t.Width(v.term), 0))))
		return v, true
	case name == "pthread_cancel" || strings.Contains(name, "longjmp"):
		return f.refuse(x, "", "%s is not read: it ends what a thread does anywhere", name), true
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
		if name == "__assert_fail" {
			f.fail(x)
			return zero, true
		}
		all()
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
		f.unused(args[0])
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
	case name == "free" || name == "sleep" || name == "usleep" || name == "nanosleep" || name == "sched_yield":
		if name == "free" {
			f.reader.p.Assume(form.Pointers)
		}
		all()
		return zero, true
	case strings.HasSuffix(name, "printf") || name == "puts" || name == "putchar" || name == "perror" || name == "fflush":
		if strings.HasPrefix(name, "s") || strings.HasPrefix(name, "vs") {
			f.refuse(x, "", "what %s writes is not read", name)
		}
		for _, a := range args {
			if _, plain := a.(*cc.PrimaryExpression); (!plain || a.Type().Kind() != cc.Ptr) && !self(a) {
				f.value(a)
			}
		}
		return zero, true
	case name == "sscanf":
		f.unused(args[:min(2, n)]...)
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
	case strings.HasPrefix(name, "pthread_attr_"), strings.HasPrefix(name, "pthread_mutexattr_"),
		strings.HasPrefix(name, "pthread_cond_") && (strings.HasSuffix(name, "_init") || strings.HasSuffix(name, "_destroy")),
		name == "pthread_cond_signal", name == "pthread_cond_broadcast",
		strings.HasPrefix(name, "pthread_") && strings.HasSuffix(name, "_destroy"), name == "sem_destroy":
		f.unused(args...)
		return zero, true
	}
	if name == "pthread_cond_wait" || name == "pthread_cond_timedwait" { // it may wake up at any time, so what wakes it up makes no difference
		f.unused(args[0])
		m := f.objects(x, args[1], "")
		f.lock(x, "mutex_unlock", m, word.False)
		f.lock(x, "mutex_lock", m, word.False)
		if name == "pthread_cond_wait" {
			return zero, true
		}
		return value{term: f.t.Ite(f.anything(x, 1, false), f.t.Const(32, timedOut), zero.term)}, true
	}
	for prefix, kind := range map[string]string{"pthread_mutex_": "mutex_", "pthread_spin_": "mutex_", "pthread_rwlock_": "rwlock_", "sem_": "sem_"} {
		if operation, ok := strings.CutPrefix(name, prefix); ok && lockOperations[kind+operation] && n > 0 {
			part, first := "", word.False
			if kind == "rwlock_" {
				part = "writing"
			}
			list := f.objects(x, args[0], part)
			if name == "sem_init" {
				first = f.value(args[2]).term
			}
			f.unused(args[1:min(2, n)]...)
			return f.lock(x, kind+operation, list, first), true
		}
	}
	switch name {
	case "pthread_barrier_init", "pthread_barrier_wait":
		return f.barrier(x, name == "pthread_barrier_wait", args), true
	case "pthread_once":
		return zero, f.onlyOnce(x, args)
	}
	return zero, false
}

// barrier waits until as many threads as are to meet have come, or says how many that are. The last one to come begins a new
// round, and is told so; the others wait for that.
func (f *frame) barrier(x *cc.PostfixExpression, wait bool, args []cc.ExpressionNode) value {
	list := f.objects(x, args[0], "round")
	one := f.t.Const(32, 1)
	if !wait {
		f.unused(args[1])
		size := f.value(args[2]).term
		f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
			_, s := f.part(p, "size")
			_, w := f.part(p, "waiting")
			step(word.True, set(s, f.t.Extend(size, 32, false)), set(w, f.t.Const(32, 0)))
		})
		return f.integer(0)
	}
	last, round := f.temporary(1, false), f.temporary(1, false)
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		size, _ := f.part(p, "size")
		waiting, w := f.part(p, "waiting")
		now, r := f.part(p, "round")
		come := f.t.Binary(word.Add, waiting, one)
		all := f.t.Eq(come, size)
		step(all, set(w, f.t.Const(32, 0)), set(r, f.t.Not(now)), set(last, word.True))
		step(f.t.Not(all), set(w, come), set(round, now), set(last, word.False))
	})
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		now, _ := f.part(p, "round")
		step(f.t.Or(f.t.Var(last), f.t.Not(f.t.Eq(now, f.t.Var(round)))))
	})
	return value{term: f.t.Extend(f.t.Var(last), 32, true)}
}

// onlyOnce calls a function if nobody has, or waits until it has returned.
func (f *frame) onlyOnce(x *cc.PostfixExpression, args []cc.ExpressionNode) bool {
	p, ok := args[1].Type().Decay().(*cc.PointerType)
	if !ok {
		return false
	}
	list := f.objects(x, args[0], "")
	routine := f.value(args[1])
	first := f.temporary(1, false)
	const begun, done = 1, 2
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		state, v := f.part(p, "")
		step(f.t.Eq(state, f.t.Const(8, 0)), set(v, f.t.Const(8, begun)), set(first, word.True))
		step(f.t.Eq(state, f.t.Const(8, done)), set(first, word.False))
	})
	yes, after := f.node(), f.node()
	f.branch(f.origin(x), f.t.Var(first), yes, after)
	f.goOn(yes)
	f.callAny(x, p.Elem(), routine, nil, nil)
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		_, v := f.part(p, "")
		step(word.True, set(v, f.t.Const(8, done)))
	})
	f.goTo(after, f.origin(x))
	f.goOn(after)
	return true
}

// lockOperations are what is done to mutexes and spin locks, read-write locks, and semaphores.
var lockOperations = map[string]bool{
	"mutex_init": true, "mutex_lock": true, "mutex_trylock": true, "mutex_timedlock": true, "mutex_unlock": true,
	"rwlock_init": true, "rwlock_rdlock": true, "rwlock_tryrdlock": true, "rwlock_timedrdlock": true, "rwlock_wrlock": true, "rwlock_trywrlock": true,
	"rwlock_timedwrlock": true, "rwlock_unlock": true,
	"sem_init": true, "sem_wait": true, "sem_trywait": true, "sem_timedwait": true, "sem_post": true,
}

// lock does one of lockOperations to one of some places; first is the value that a semaphore gets. It returns what the function
// returns.
func (f *frame) lock(x *cc.PostfixExpression, operation string, list []place, first word.Term) value {
	t := f.t
	kind, what, _ := strings.Cut(operation, "_")
	if kind == "rwlock" || kind == "mutex" && len(list) > 0 {
		f.reader.p.Assume(form.NoRecursive)
	}
	result, failure := f.integer(0), uint64(busy)
	what, tries := strings.CutPrefix(what, "try")
	if rest, timed := strings.CutPrefix(what, "timed"); timed { // the time may be over whenever it has to wait
		what, tries, failure = rest, true, timedOut
	}
	if kind == "sem" {
		failure = ^uint64(0)
	}
	returns := func(uint64) []form.Update { return nil }
	if tries {
		r := f.temporary(32, true)
		result.term = t.Var(r)
		returns = func(code uint64) []form.Update { return []form.Update{set(r, t.Const(32, code))} }
	}
	f.each(x, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		zero := func(v word.Term) word.Term { return t.Eq(v, t.Const(t.Width(v), 0)) }
		add := func(v word.Variable, op word.Op) form.Update {
			return set(v, t.Binary(op, t.Var(v), t.Const(t.VariableWidth(v), 1)))
		}
		// goes has a thread go on where nothing is in its way; else it waits, or fails.
		goes := func(updates []form.Update, inTheWay ...word.Term) {
			free := word.True
			for _, c := range inTheWay {
				if tries {
					step(t.And(free, c), returns(failure)...)
				}
				free = t.And(free, t.Not(c))
			}
			step(free, append(returns(0), updates...)...)
		}
		if kind == "rwlock" {
			writing, wv := f.part(p, "writing")
			readers, rv := f.part(p, "readers")
			own := f.readingOf(x, p.object)
			switch what {
			case "init":
				step(word.True, set(wv, word.False), set(rv, t.Const(32, 0)))
			case "rdlock":
				goes([]form.Update{add(rv, word.Add), add(own, word.Add)}, writing)
			case "wrlock":
				goes([]form.Update{set(wv, word.True)}, writing, t.Not(zero(readers)))
			case "unlock":
				step(t.Not(zero(t.Var(own))), add(rv, word.Sub), add(own, word.Sub))
				step(zero(t.Var(own)), set(wv, word.False))
			}
			return
		}
		now, v := f.part(p, "")
		switch what {
		case "init", "unlock":
			step(word.True, set(v, t.Extend(first, t.Width(now), false)))
		case "lock":
			goes([]form.Update{set(v, word.True)}, now)
		case "wait":
			goes([]form.Update{add(v, word.Sub)}, zero(now))
		case "post":
			step(word.True, add(v, word.Add))
		}
	})
	return result
}

// What functions return that try what cannot be had, and that wait for some time.
const busy, timedOut = 16, 110

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
	defer f.asOperand(e)()
	u, ok := e.(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionAddrof {
		v := f.value(e)
		switch {
		case !v.known:
			f.refuse(e, "", "it is not known where the number of the thread is written")
		case f.fixes(v) && !v.targets[0].array:
			return f.handle(first(v.targets[0]))
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
			f.unused(x.ExpressionList)
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
		f.handle(part).unsure = true
	}
}

func (f *frame) handleIn(e cc.ExpressionNode) *handle {
	o := f.designated(e)
	if o == nil || o.array {
		return nil
	}
	return f.handle(o)
}

// designated returns the object that an expression always designates, nil if it is not seen at once which one that is.
func (f *frame) designated(e cc.ExpressionNode) *object {
	switch x := inner(e).(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			return f.find(d)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			k, ok := f.index(x.ExpressionList)
			if all := f.designated(x.PostfixExpression); ok && all != nil && k < uint64(len(all.elements)) {
				return all.elements[k]
			}
		case cc.PostfixExpressionSelect:
			if all := f.designated(x.PostfixExpression); all != nil {
				return all.fields[x.Field().Name()]
			}
		}
	}
	return nil
}

// handle returns what is known of the threads that an object names.
func (r *reader) handle(o *object) *handle {
	if r.handles[o] == nil {
		r.handles[o] = &handle{}
	}
	return r.handles[o]
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
