// This file defines calls of functions, and starts of threads, by pointers.

package front

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// functionOf returns a pointer to a function.
func (r *reader) functionOf(n cc.Node, name string) value {
	d := r.functions[name]
	if d == nil || special[name] {
		r.refuse(n, "define a function that calls it", "the address of the function %s, which is not defined here, is not read", name)
		return value{term: r.t.Const(64, 0)}
	}
	key := objectKey{"", d}
	if r.made[key] == nil {
		r.made[key] = &made{object: &object{name: name, typ: d.Declarator.Type(), shared: true, fixed: form.None, function: d}}
	}
	o := r.made[key].object
	return value{r.t.Const(64, r.address(o)), true, []*object{o}}
}

// matches reports whether a function can be called as one of a type.
func (r *reader) matches(d *cc.FunctionDefinition, as cc.Type) bool {
	types := func(f *cc.FunctionType) (list []cc.Type) {
		for _, p := range f.Parameters() {
			if p.Type().Kind() != cc.Void {
				list = append(list, p.Type())
			}
		}
		return list
	}
	f, ok := d.Declarator.Type().(*cc.FunctionType)
	g, alike := as.(*cc.FunctionType)
	if !ok || !alike || f.IsVariadic() || g.IsVariadic() {
		return false
	}
	a, b := append(types(f), f.Result()), append(types(g), g.Result())
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !r.same(a[i].Decay(), b[i].Decay()) && (a[i].Kind() != cc.Void || b[i].Kind() != cc.Void) {
			return false
		}
	}
	return true
}

// callAny calls what a pointer to a function of a type points to.
func (f *frame) callAny(x *cc.PostfixExpression, typ cc.Type, v value, args []value, types []cc.Type) value {
	if !f.points(x, v) {
		return f.integer(0)
	}
	for _, o := range v.targets {
		if o.function == nil || !f.matches(o.function, typ) {
			return f.refuse(x, "", "this may call %s, which is of another type", o.name)
		}
	}
	if len(v.targets) == 1 {
		return f.call(x, v.targets[0].function, args, types)
	}
	result := typ.(*cc.FunctionType).Result()
	if result.Kind() == cc.Struct {
		return f.refuse(x, "", "one of two structures is not read")
	}
	w := max(1, f.width(result))
	r := f.temporary(w, isSigned(result))
	both := value{f.t.Var(r), true, nil}
	from, after := f.at, f.node()
	for _, o := range v.targets {
		f.at = from
		f.emit(f.origin(x), f.is(v, o))
		y := f.call(x, o.function, args, types)
		both = both.or(y)
		if result.Kind() != cc.Void {
			f.emit(f.origin(x), word.True, set(r, f.t.Extend(y.term, w, false)))
		}
		f.goTo(after, f.origin(x))
	}
	f.goOn(after)
	return both
}

// create starts a thread.
func (f *frame) create(x *cc.PostfixExpression, args []cc.ExpressionNode) {
	routine := f.value(args[2])
	if !routine.known {
		f.refuse(x, "", "it is not known which function the thread runs")
		return
	}
	if !f.points(args[2], routine) {
		return
	}
	f.reader.p.Assume(form.Sequential)
	f.reader.p.Assume(form.Creation)
	argument := f.value(args[3])
	f.unused(args[1])
	h := f.handleOf(args[0])
	for _, o := range argument.targets {
		if !o.shared {
			f.refuse(args[3], "make it a global", "a pointer to a local of the thread that creates this one is not read")
		}
	}
	if h != nil {
		h.creations++
		h.unsure = h.unsure || f.loops > 0 || len(routine.targets) > 1 || slices.Contains(f.ancestors, routine.targets[0].function)
	}
	from, to := f.at, f.node()
	for _, o := range routine.targets {
		if o.function == nil {
			f.refuse(x, "", "this may start %s, which is no function", o.name)
			continue
		}
		guard := word.True
		if len(routine.targets) > 1 {
			guard = f.is(routine, o)
		}
		i := f.started(args[3], o.function, argument, h)
		if e := f.edge(from, to, f.origin(x), guard, nil); e != nil {
			e.Start = i
			if v := f.params[i].variable; !f.fixes(argument) {
				e.Arguments = []form.Update{set(v, f.t.Extend(argument.term, f.t.VariableWidth(v), true))}
			}
		}
	}
}

// fixes reports whether a value is always the address of one object.
func (f *frame) fixes(v value) bool {
	return v.known && len(v.targets) == 1 && f.is(v, v.targets[0]) == word.True
}

// started returns the automaton of a thread that is started with an argument, whose number h has, if that is known.
func (f *frame) started(arg cc.ExpressionNode, d *cc.FunctionDefinition, argument value, h *handle) int {
	name := d.Declarator.Name()
	key := name
	for _, o := range argument.targets {
		key += fmt.Sprintf("(%d)", f.address(o))
	}
	if !f.fixes(argument) {
		key += "?"
	}
	if h != nil && h.creations == 1 && !h.unsure {
		key += fmt.Sprintf("@%d", len(f.threads))
	}
	i, known := f.threads[key]
	if known {
		f.p.Automata[i].Many = true
	} else {
		i = len(f.p.Automata)
		f.threads[key] = i
		a := &form.Automaton{Name: name, Many: f.loops > 0 || f.a.Many}
		for _, other := range f.p.Automata {
			if other.Name == a.Name {
				a.Name = fmt.Sprintf("%s_%d", name, i)
			}
		}
		f.p.Automata = append(f.p.Automata, a)
		p := &pending{automaton: a, function: d, ancestors: append(slices.Clip(f.ancestors), d), started: true, key: key}
		t := &thread{reader: f.reader, a: a}
		p.parameter = t.once(key, "argument", func(m *maker) *object {
			o := &object{name: a.Name + ".argument", typ: arg.Type().Decay(), fixed: form.None}
			o.variable = m.variable(o.name, f.width(o.typ), false)
			return o
		}).object
		if f.fixes(argument) {
			p.argument = &argument
		}
		if h != nil && h.creations == 1 && !h.unsure {
			h.creator, h.created = f.a, a
			h.ended = &form.Global{Variable: f.t.NewVariable("ended("+a.Name+")", 1, false), Initial: word.False}
			h.returned = f.t.NewVariable("returned("+a.Name+")", 64, true)
			f.p.Globals = append(f.p.Globals, *h.ended, form.Global{Variable: h.returned, Initial: f.t.Const(64, 0)})
			p.ended, p.returned = h.ended, h.returned
		}
		f.todo = append(f.todo, p)
		f.params[i] = p.parameter
	}
	f.flow(arg, f.params[i], argument)
	return i
}
