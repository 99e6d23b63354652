// This file defines what pointers point to, and how objects are accessed.

package front

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A place is an object, or an element of one that is an array. What an expression designates is one of several if it
// follows a pointer that has several targets.
type place struct {
	when   word.Term // it is this one
	object *object
	index  word.Term // None if object is no array
}

func only(o *object) []place {
	return []place{{word.True, o, form.None}}
}

// or returns what is known of a value that is one of two.
func (v value) or(w value) value {
	v.known = v.known && w.known
	v.targets = slices.Clip(v.targets)
	for _, o := range w.targets {
		if !slices.Contains(v.targets, o) {
			v.targets = append(v.targets, o)
		}
	}
	return v
}

// null reports whether a value is always 0.
func (r *reader) null(v value) bool {
	if v.term == form.None {
		return false
	}
	k, ok := r.t.IsConst(v.term)
	return ok && k == 0
}

func isPointer(t cc.Type) bool { return t != nil && t.Kind() == cc.Ptr }

// element returns the type of what an array is made of, or else the type itself.
func element(t cc.Type) cc.Type {
	if a, ok := t.(*cc.ArrayType); ok {
		return a.Elem()
	}
	return t
}

// same reports whether objects of two types have the same parts in the same places.
func (r *reader) same(a, b cc.Type) bool {
	if a == nil || b == nil {
		return false
	}
	name := func(t cc.Type) string {
		if def := t.Typedef(); def != nil && opaque[def.Name()] != nil {
			return def.Name()
		}
		return ""
	}
	if name(a) != "" || name(b) != "" {
		return name(a) == name(b)
	}
	switch x := a.(type) {
	case *cc.StructType:
		y, ok := b.(*cc.StructType)
		if !ok || x.NumFields() != y.NumFields() || x.Size() != y.Size() {
			return false
		}
		for i := range x.NumFields() {
			f, g := x.FieldByIndex(i), y.FieldByIndex(i)
			if f.Name() != g.Name() || f.Offset() != g.Offset() || !r.same(f.Type(), g.Type()) {
				return false
			}
		}
		return true
	case *cc.ArrayType:
		y, ok := b.(*cc.ArrayType)
		return ok && x.Len() == y.Len() && r.same(x.Elem(), y.Elem())
	}
	scalar := func(t cc.Type) bool { return t.Kind() != cc.Array && t.Kind() != cc.Function && r.width(t) > 0 }
	return scalar(a) && scalar(b) && r.width(a) == r.width(b) && isPointer(a) == isPointer(b) && (a.Kind() == cc.Bool) == (b.Kind() == cc.Bool)
}

// place returns what an expression designates, none if it was refused or cannot be come to.
func (f *frame) place(e cc.ExpressionNode) []place {
	switch x := inner(e).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				if o := f.find(d); o != nil {
					return only(o)
				}
				f.refuse(x, "", "%s is not defined here", d.Name())
			}
			return nil
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return f.deref(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			of := f.place
			if x.Case == cc.PostfixExpressionPSelect {
				of = f.deref
			}
			list := of(x.PostfixExpression)
			for i, p := range list {
				part := p.object.fields[x.Field().Name()]
				if part == nil {
					f.refuse(e, "", "the part %s is not read here", x.Field().Name())
					return nil
				}
				list[i] = place{p.when, part, form.None}
			}
			return list
		case cc.PostfixExpressionIndex:
			return f.element(x)
		case cc.PostfixExpressionCall: // of a function that returns a structure
			return f.pointed(x, f.value(x), func(o *object) (place, bool) { return place{object: o, index: form.None}, o.fields != nil })
		}
	}
	f.refuse(inner(e), "", "this expression designates nothing that is read")
	return nil
}

// deref returns what a pointer points to.
func (f *frame) deref(e cc.ExpressionNode) []place {
	p, ok := e.Type().Decay().(*cc.PointerType)
	if !ok {
		f.refuse(e, "", "this is no pointer")
		return nil
	}
	return f.pointed(e, f.value(e), func(o *object) (place, bool) { return f.as(o, p.Elem()) })
}

// pointed returns what a pointer points to, of each target what read says of it: if it points to none of them, C leaves
// open what happens.
func (f *frame) pointed(n cc.Node, v value, read func(o *object) (place, bool)) (list []place) {
	if !f.points(n, v) {
		return nil
	}
	for _, o := range v.targets {
		if o.fresh != nil {
			f.refuse(n, "convert it to a pointer to what is in it", "it is not known what was allocated here")
			return nil
		}
		p, ok := read(o)
		if !ok {
			f.refuse(n, "", "this may point to %s, which is of another type", o.name)
			return nil
		}
		if p.when = f.is(v, o); len(v.targets) == 1 {
			p.when = word.True
		}
		list = append(list, p)
	}
	return list
}

// as returns an object as what a pointer to a type designates. ok is false if it is of another type.
func (f *frame) as(o *object, t cc.Type) (p place, ok bool) {
	switch {
	case o.function != nil:
		return place{}, false
	case t.Kind() == cc.Void || f.same(o.typ, t) && (!o.array || t.Kind() == cc.Array):
		return place{object: o, index: form.None}, true
	case o.array:
		return place{object: o, index: f.t.Const(32, 0)}, f.same(element(o.typ), t)
	case len(o.elements) > 0:
		return f.as(o.elements[0], t)
	}
	return place{}, false
}

// is returns whether a pointer points to an object.
func (f *frame) is(v value, o *object) word.Term {
	return f.t.Eq(v.term, f.t.Const(f.t.Width(v.term), f.address(o)))
}

// points is a step that is taken only if a pointer points to one of its targets. It reports whether there are any.
func (f *frame) points(n cc.Node, v value) bool {
	if !v.known {
		f.refuse(n, "a pointer has to come from the address of an object, a function, malloc or another such pointer", "it is not known what this points to")
		return false
	}
	is := word.False
	for _, o := range v.targets {
		is = f.t.Or(is, f.is(v, o))
	}
	if is != word.True {
		f.reader.p.Assume(form.Pointers)
		f.defined(n, is)
	}
	return len(v.targets) > 0
}

// isArray reports whether an expression designates an array. A parameter that is declared as one is a pointer.
func isArray(e cc.ExpressionNode) bool {
	e = inner(e)
	if x, ok := e.(*cc.PrimaryExpression); ok {
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
			return d.Type().Kind() == cc.Array
		}
	}
	return e.Type().Undecay().Kind() == cc.Array
}

// element returns the element that an index designates.
func (f *frame) element(x *cc.PostfixExpression) []place {
	var arrays []place
	start := len(f.noted)
	if isArray(x.PostfixExpression) {
		arrays = f.place(x.PostfixExpression)
	} else if p, ok := x.PostfixExpression.Type().Decay().(*cc.PointerType); ok {
		arrays = f.pointed(x, f.value(x.PostfixExpression), func(o *object) (place, bool) {
			if len(o.elements) > 0 && f.same(element(o.typ), p.Elem()) {
				return place{object: o, index: form.None}, true
			}
			return f.as(o, p.Elem())
		})
	} else {
		f.refuse(x, "", "this is no array")
	}
	behind := len(f.noted)
	index := f.value(x.ExpressionList)
	f.unsequenced(x.ExpressionList, f.noted[start:behind], f.noted[behind:])
	i := f.t.Extend(index.term, 32, isSigned(x.ExpressionList.Type()))
	var list []place
	inside := word.True
	for _, p := range arrays {
		o := p.object
		if o.array {
			f.reader.p.Assume(form.InBounds)
		}
		bound := func() {
			inside = f.t.And(inside, f.t.Or(f.t.Not(p.when), f.t.Binary(word.ULt, i, f.t.Const(32, uint64(o.length)))))
		}
		k, constant := f.t.IsConst(i)
		switch {
		case o.array:
			if o.length > 0 {
				bound()
			}
			list = append(list, place{p.when, o, i})
		case constant && int(k) < len(o.elements):
			list = append(list, place{p.when, o.elements[k], form.None})
		case constant && k == 0 && len(o.elements) == 0:
			list = append(list, p)
		case !constant && len(o.elements) > 0 && o.length == len(o.elements):
			f.reader.p.Assume(form.InBounds)
			bound()
			for k, part := range o.elements {
				list = append(list, place{f.t.And(p.when, f.t.Eq(i, f.t.Const(32, uint64(k)))), part, form.None})
			}
		default:
			f.refuse(x, "use a constant index", "an element of an array of structures, locks or threads is read at constant indices only")
			return nil
		}
	}
	if inside != word.True {
		f.defined(x, inside)
	}
	return list
}

// each adds steps for each of the places that an expression may designate, from here to one node.
func (f *frame) each(n cc.Node, list []place, steps func(p place, step func(guard word.Term, updates ...form.Update) *form.Edge)) {
	from, to := f.at, f.node()
	for _, p := range list {
		steps(p, func(guard word.Term, updates ...form.Update) *form.Edge {
			return f.edge(from, to, f.origin(n), f.t.And(p.when, guard), updates)
		})
	}
}

// content returns what a place has. address says that it is an object of several parts, whose address that is.
func (f *frame) content(n cc.Node, p place) (v value, address bool) {
	o := p.object
	switch {
	case o.fixed != form.None:
		return value{o.fixed, o.known(), o.targets}, false
	case o.array && p.index == form.None || o.fields != nil || len(o.elements) > 0:
		return f.addressOf(n, []place{{word.True, o, form.None}}), true
	case o.opaque != nil:
		return f.refuse(n, "", "the value of an object of the library is not read"), true
	}
	x := f.t.Var(o.variable)
	if p.index != form.None {
		x = f.t.Binary(word.Read, x, p.index)
	}
	o.loaded = f.round
	return value{x, o.known(), o.targets}, false
}

// load reads what an expression designates. If threads share it, that is a step.
func (f *frame) load(n cc.Node, list []place) value {
	if len(list) == 0 {
		return f.integer(0)
	}
	f.accesses(list, false)
	o := list[0].object
	v, address := f.content(n, list[0])
	if len(list) == 1 && (address || o.fixed != form.None || !o.shared && list[0].index == form.None) {
		return v
	}
	if address {
		return f.addressOf(n, list)
	}
	r := f.named(fmt.Sprintf("%s.%s@%d", f.a.Name, o.name, n.Position().Line), f.t.Width(v.term), o.signed) // as it was read there
	both := value{f.t.Var(r), true, nil}
	f.each(n, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		w, _ := f.content(n, p)
		both = both.or(w)
		f.plain(step(word.True, set(r, f.t.Extend(w.term, f.t.Width(both.term), false))), p, false)
	})
	return both
}

// addressOf returns a pointer to what an expression designates.
func (f *frame) addressOf(n cc.Node, list []place) (v value) {
	v = f.integer(0)
	for i, p := range list {
		if p.index != form.None {
			if k, ok := f.t.IsConst(p.index); !ok || k != 0 {
				f.refuse(n, "", "the address of an element is not read")
			}
		}
		f.expose(p.object)
		a := value{f.t.Const(64, f.address(p.object)), true, []*object{p.object}}
		if i == 0 {
			v = a
			continue
		}
		both := v.or(a)
		both.term = f.t.Ite(p.when, a.term, v.term)
		v = both
	}
	return v
}

// expose notes that there are pointers to an object.
func (r *reader) expose(o *object) {
	r.addressed[o.variable] = true
	for _, part := range o.parts {
		r.expose(part)
	}
}

// assign writes to what an expression designates.
func (f *frame) assign(n cc.Node, list []place, v value) {
	if len(list) == 0 || v.term == form.None {
		return
	}
	if o := list[0].object; len(o.parts) > 0 && !o.atomic {
		f.copy(n, list, v)
		return
	}
	for _, p := range list {
		o := p.object
		if o.fixed != form.None || o.opaque != nil || o.fields != nil || len(o.elements) > 0 || o.array && p.index == form.None {
			f.refuse(n, "assign to each part", "an object of several parts is not assigned at once")
			return
		}
		if o.assigned = true; !f.flow(n, o, v) {
			return
		}
	}
	f.accesses(list, true)
	f.each(n, list, func(p place, step func(word.Term, ...form.Update) *form.Edge) {
		w := f.t.VariableWidth(p.object.variable)
		f.plain(step(word.True, form.Update{Variable: p.object.variable, Index: p.index, Value: f.t.Extend(v.term, w, false)}), p, true)
	})
}

// copy assigns an object of several parts, one after the other: of the one that v points to.
func (f *frame) copy(n cc.Node, list []place, v value) {
	to := slices.Clone(list)
	if len(list) > 1 { // a part may say which place it is
		for i, p := range to {
			to[i].when = f.kept(n, p.when, false)
		}
	}
	var from []place
	for _, o := range v.targets {
		from = append(from, place{f.is(v, o), o, form.None})
		if len(o.parts) != len(list[0].object.parts) {
			f.refuse(n, "", "this may be %s, which is of another type", o.name)
			return
		}
	}
	switch len(from) {
	case 0:
		f.refuse(n, "", "it is not known which structure this is")
		return
	case 1:
		from[0].when = word.True
	}
	for k, part := range list[0].object.parts {
		of := func(list []place, index word.Term) (parts []place) {
			for _, p := range list {
				parts = append(parts, place{p.when, p.object.parts[k], index})
			}
			return parts
		}
		if !part.array || part.length > shortArray {
			f.assign(n, of(to, form.None), f.load(n, of(from, form.None)))
			continue
		}
		for i := range part.length {
			index := f.t.Const(32, uint64(i))
			f.assign(n, of(to, index), f.load(n, of(from, index)))
		}
	}
}

// plain notes that a step accesses an object that threads share, if it is not atomic.
func (f *frame) plain(e *form.Edge, p place, write bool) {
	if o := p.object; e != nil && o.shared && !o.atomic && f.atomic == 0 && o.fixed == form.None {
		e.Access = &form.Access{Variable: o.variable, Index: p.index, Write: write}
	}
}

// flow notes that an object gets a value. ok is false if that was refused.
func (f *frame) flow(n cc.Node, o *object, v value) (ok bool) {
	if o.shared && slices.ContainsFunc(v.targets, func(t *object) bool { return !t.shared }) {
		f.refuse(n, "make it a global", "a pointer to a local of a thread is not read where other threads find it")
		return false
	}
	if !isPointer(element(o.typ)) {
		return f.number(n, v, o.typ)
	}
	f.reader.point(o, v)
	return true
}

// point adds what a value points to to what an object points to.
func (r *reader) point(o *object, v value) {
	old := value{known: !o.foreign, targets: o.targets}
	now := old.or(v)
	o.foreign, o.targets = !now.known, now.targets
	if old.known != now.known || len(old.targets) < len(now.targets) {
		r.grown = r.grown || o.loaded == r.round
	}
}

// known reports whether all that was assigned to a pointer is known.
func (o *object) known() bool { return isPointer(element(o.typ)) && !o.foreign }

// number refuses to make a number of an address: which one it is, and what it is compared with others, differs.
func (f *frame) number(n cc.Node, v value, to cc.Type) (ok bool) {
	if len(v.targets) > 0 && to != nil && cc.IsIntegerType(to) && to.Kind() != cc.Bool {
		f.refuse(n, "keep it a pointer", "the number of an address is not read")
		return false
	}
	return true
}

// comparable refuses to compare pointers if the result rests on their numbers.
func (f *frame) comparable(n cc.Node, op word.Op, a, b value) {
	switch {
	case op != word.Eq:
		f.refuse(n, "", "pointers are compared by == and != only")
	case len(a.targets) > 0 && !b.known && !f.null(b), len(b.targets) > 0 && !a.known && !f.null(a):
		f.refuse(n, "", "a pointer is not compared with what may be no pointer")
	}
	for _, o := range a.targets {
		if o.heap != nil && slices.Contains(b.targets, o) {
			o.heap.compared = n
		}
	}
}

// address returns the number that pointers to an object have. An object and its first part have the same.
func (r *reader) address(o *object) uint64 {
	o = first(o)
	if o.id == 0 {
		r.objects++
		o.id = uint64(r.objects) << 12
	}
	return o.id
}

// first returns the first part of an object that has no parts.
func first(o *object) *object {
	for len(o.parts) > 0 {
		o = o.parts[0]
	}
	return o
}
