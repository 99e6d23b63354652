// This file defines initial values.

package front

import (
	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// initial sets the values that a global, or its parts, have at first.
func (r *reader) initial(o *object, n *cc.Initializer) {
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		r.initial(o, l.Initializer)
	}
	if n.Case == cc.InitializerInitList {
		if o.array {
			r.setArray(o, false) // of which elements none is known
		}
		return
	}
	e := n.AssignmentExpression
	part, _ := within(o, n.Offset())
	switch {
	case part == nil || n.Len() > 1:
		r.refuse(n, "", "this initial value is not read")
		return
	case part.opaque != nil:
		return
	}
	v, ok := r.static(e)
	if k, constant := constant(e); constant {
		v, ok = value{term: r.t.Const(64, k), known: k == 0}, true
	}
	pointer := isPointer(element(part.typ))
	switch {
	case part.array:
		r.setArray(part, false)
	case !ok && pointer && isText(e):
		r.anything(part)
		return
	case !ok || len(v.targets) > 0 && !pointer || part.fields != nil || part.elements != nil:
		r.refuse(e, "", "this initial value is not known")
		return
	}
	if pointer {
		for _, t := range v.targets {
			r.shape(t, element(part.typ).(*cc.PointerType).Elem())
		}
		r.point(part, v)
	}
	if !part.array {
		k, _ := r.t.IsConst(v.term)
		r.setGlobal(part, k)
	}
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
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionString || x.Case == cc.PrimaryExpressionExpr && isText(x.ExpressionList)
	case *cc.CastExpression:
		return isText(x.CastExpression)
	case *cc.ExpressionList:
		return x.ExpressionList == nil && isText(x.AssignmentExpression)
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
	for _, part := range o.fields {
		r.anything(part)
	}
	for _, part := range o.elements {
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

func (r *reader) setGlobal(o *object, value uint64) {
	w := r.t.VariableWidth(o.variable)
	if w == 1 && value != 0 {
		value = 1
	}
	for i := range r.p.Globals {
		if r.p.Globals[i].Variable == o.variable {
			r.p.Globals[i].Initial = r.t.Const(w, value)
		}
	}
}

// static returns the address that an initial value is, of a global or a function.
func (r *reader) static(e cc.ExpressionNode) (v value, ok bool) {
	var o *object
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return r.static(x.AssignmentExpression)
		}
	case *cc.CastExpression:
		return r.static(x.CastExpression)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			if x.CastExpression.Type().Undecay().Kind() == cc.Function {
				return r.static(x.CastExpression)
			}
			o = r.staticPlace(x.CastExpression)
		}
	case *cc.PrimaryExpression:
		switch d, _ := x.ResolvedTo().(*cc.Declarator); {
		case x.Case == cc.PrimaryExpressionExpr:
			return r.static(x.ExpressionList)
		case d != nil && d.Type().Kind() == cc.Function:
			return r.functionOf(e, d.Name()), true
		case d != nil && d.Type().Kind() == cc.Array:
			o = r.globals[d]
		}
	}
	if o == nil {
		return value{}, false
	}
	r.expose(o)
	return value{r.t.Const(64, r.address(o)), true, []*object{o}}, true
}

// staticPlace returns the global, or its part, that an expression designates, nil if that is not known.
func (r *reader) staticPlace(e cc.ExpressionNode) *object {
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return r.staticPlace(x.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return r.staticPlace(x.ExpressionList)
		}
		d, _ := x.ResolvedTo().(*cc.Declarator)
		return r.globals[d]
	case *cc.PostfixExpression:
		o := (*object)(nil)
		if x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionIndex {
			o = r.staticPlace(x.PostfixExpression)
		}
		if o == nil {
			return nil
		}
		if x.Case == cc.PostfixExpressionSelect {
			return o.fields[x.Field().Name()]
		}
		if k, ok := constant(x.ExpressionList); ok && k < uint64(len(o.elements)) {
			return o.elements[k]
		} else if ok && k == 0 && o.array {
			return o
		}
	}
	return nil
}

// initialize gives a local, or its parts, the values in braces, and 0 to what they do not name.
func (f *frame) initialize(o *object, n *cc.Initializer) {
	f.clear(n, o)
	var list func(n *cc.Initializer)
	list = func(n *cc.Initializer) {
		for l := n.InitializerList; l != nil; l = l.InitializerList {
			list(l.Initializer)
		}
		if n.Case == cc.InitializerInitList {
			return
		}
		part, offset := within(o, n.Offset())
		switch {
		case part == nil || n.Len() > 1:
			f.refuse(n, "assign to each part", "this initial value is not read")
			return
		case part.opaque != nil:
			return
		}
		p, typ := place{word.True, part, form.None}, part.typ
		if part.array {
			typ = element(typ)
			p.index = f.t.Const(32, uint64(offset/typ.Size()))
		}
		if e := n.AssignmentExpression; f.width(e.Type()) == 0 || e.Type().Undecay().Kind() == cc.Array && !isPointer(typ) {
			f.refuse(n, "assign to each part", "this initial value is not read")
			return
		}
		f.assign(n, []place{p}, f.convert(f.value(n.AssignmentExpression), n.AssignmentExpression.Type(), typ))
	}
	list(n)
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
	case o.fields != nil:
		s := o.typ.(*cc.StructType)
		for i := range s.NumFields() {
			if part := o.fields[s.FieldByIndex(i).Name()]; part != nil {
				f.clear(n, part)
			}
		}
	case len(o.elements) > 0:
		for _, part := range o.elements {
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
