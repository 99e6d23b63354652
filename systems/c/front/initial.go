// This file defines initial values.

package front

import (
	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// values calls yield for each value that an initial value gives to a part of an object, at an offset in it.
func (r *reader) values(o *object, n *cc.Initializer, yield func(part *object, offset int64, e cc.ExpressionNode)) {
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		r.values(o, l.Initializer, yield)
	}
	if n.Case == cc.InitializerInitList {
		return
	}
	part, offset := within(o, n.Offset())
	switch {
	case part == nil || n.Len() > 1 || r.width(n.AssignmentExpression.Type()) == 0:
		r.refuse(n, "assign to each part", "this initial value is not read")
	case part.opaque == nil:
		yield(part, offset, n.AssignmentExpression)
	}
}

// initial sets the values that a global, or its parts, have at first.
func (r *reader) initial(o *object, n *cc.Initializer) {
	nowhere := (&thread{reader: r, a: &form.Automaton{}, at: -1, own: map[*cc.Declarator]*object{}}).frame(nil, nil, "", "")
	r.values(o, n, func(part *object, offset int64, e cc.ExpressionNode) {
		pointer := isPointer(element(part.typ))
		k, ok := constant(e)
		v := value{term: r.t.Const(64, k)}
		if !ok && pointer && !isText(e) {
			v = nowhere.convert(nowhere.value(e), e.Type(), element(part.typ))
			k, ok = r.t.IsConst(v.term)
			ok = ok && len(v.targets) > 0
		}
		switch {
		case part.array && isText(e) && !pointer:
			text, _ := e.Value().(cc.StringValue)
			for i := range min(len(text), part.length) {
				r.setElement(part, uint64(i), uint64(text[i]))
			}
		case part.array && ok:
			r.setElement(part, uint64(offset/element(part.typ).Size()), k)
		case !ok && pointer && isText(e):
			r.anything(part)
		case !ok:
			r.refuse(e, "", "this initial value is not known")
		default:
			r.setGlobal(part, k)
		}
		v.known = v.known || ok && k == 0
		nowhere.flow(e, part, v)
	})
}

// within returns the part of an object that is at an offset, and how far from its beginning. It is nil if there is none.
func within(o *object, offset int64) (*object, int64) {
	if s, ok := o.typ.(*cc.StructType); ok && o.fields != nil {
		for i := range s.NumFields() {
			if f := s.FieldByIndex(i); offset >= f.Offset() && offset < f.Offset()+f.Type().Size() && o.fields[f.Name()] != nil {
				return within(o.fields[f.Name()], offset-f.Offset())
			}
		}
		return nil, 0
	}
	if len(o.elements) > 0 {
		size := element(o.typ).Size()
		if k := offset / size; k < int64(len(o.elements)) {
			return within(o.elements[k], offset%size)
		}
		return nil, 0
	}
	return o, offset
}

// isText reports whether an expression is a string.
func isText(e cc.ExpressionNode) bool {
	switch x := inner(e).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionString
	case *cc.CastExpression:
		return isText(x.CastExpression)
	}
	return false
}

// anything has a global be anything at first, and a pointer point to what is not known.
func (r *reader) anything(o *object) {
	switch {
	case o.opaque != nil:
		return
	case o.array:
		r.setArray(o, false)
	}
	for _, part := range o.parts {
		r.anything(part)
	}
	o.foreign = true
	for i := range r.p.Globals {
		if r.p.Globals[i].Variable == o.variable && o.fields == nil && o.elements == nil {
			r.p.Globals[i].Initial = form.None
		}
	}
}

func (r *reader) setArray(o *object, zero bool) {
	for i := range r.p.Arrays {
		if r.p.Arrays[i].Variable == o.variable {
			r.p.Arrays[i].Zero = zero
		}
	}
}

// setElement sets what an element of a global array has at first.
func (r *reader) setElement(o *object, index, value uint64) {
	for i := range r.p.Arrays {
		if a := &r.p.Arrays[i]; a.Variable == o.variable {
			if a.Initial == nil {
				a.Initial = map[uint64]uint64{}
			}
			a.Initial[index], _ = r.t.IsConst(r.constantFor(o, value))
		}
	}
}

func (r *reader) setGlobal(o *object, value uint64) {
	for i := range r.p.Globals {
		if r.p.Globals[i].Variable == o.variable {
			r.p.Globals[i].Initial = r.constantFor(o, value)
		}
	}
}

// constantFor returns a number as an object has it.
func (r *reader) constantFor(o *object, value uint64) word.Term {
	w := r.t.VariableWidth(o.variable)
	if w == 1 && value != 0 {
		value = 1
	}
	return r.t.Const(w, value)
}

// initialize gives a local, or its parts, the values in braces, and 0 to what they do not name.
func (f *frame) initialize(o *object, n *cc.Initializer) {
	var before operandList // values may be computed in any order
	f.clear(n, o)
	f.values(o, n, func(part *object, offset int64, e cc.ExpressionNode) {
		defer f.operand(e, &before, len(f.noted))
		p, typ := place{word.True, part, form.None}, part.typ
		if part.array {
			typ = element(typ)
			p.index = f.t.Const(32, uint64(offset/typ.Size()))
		}
		if isText(e) && !isPointer(typ) {
			f.refuse(e, "assign to each element", "this initial value is not read")
			return
		}
		f.assign(e, []place{p}, f.convert(f.value(e), e.Type(), typ))
	})
}

// clear sets all parts of a local to 0.
func (f *frame) clear(n cc.Node, o *object) {
	zero := value{term: f.t.Const(64, 0), known: true}
	switch {
	case o.opaque != nil:
		for _, p := range opaque[o.typ.Typedef().Name()] {
			v := o.opaque[p.name].variable
			f.emit(f.origin(n), word.True, set(v, f.t.Const(p.width, 0)))
		}
	case o.fields != nil, len(o.elements) > 0:
		for _, part := range o.parts {
			f.clear(n, part)
		}
	case o.array && o.length > shortArray:
		f.refuse(n, "assign to each element", "an initial value of so many elements is not read")
	case o.array:
		for k := range o.length {
			f.assign(n, []place{{word.True, o, f.t.Const(32, uint64(k))}}, zero)
		}
	default:
		f.assign(n, only(o), zero)
	}
}
