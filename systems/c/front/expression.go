// This file defines values of expressions and how objects are accessed.

package front

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A value is what an expression has.
type value struct {
	term word.Term
	// known says of a pointer that it is 0, the address of one of the targets, or was never set.
	known   bool
	targets []*object
}

func (r *reader) integer(v int64) value { return value{term: r.t.Const(32, uint64(v))} }

// convert converts a value from a type to another.
func (f *frame) convert(v value, from, to cc.Type) value {
	w := f.width(to)
	if w == 0 || v.term == form.None {
		return v
	}
	if p, ok := to.(*cc.PointerType); ok {
		for _, o := range v.targets {
			f.shape(o, p.Elem())
		}
		v.known = v.known || f.null(v)
	}
	if to.Kind() == cc.Bool {
		return value{term: f.t.Not(f.t.Eq(v.term, f.t.Const(f.t.Width(v.term), 0)))}
	}
	v.term = f.t.Extend(v.term, w, isSigned(from) && f.t.Width(v.term) > 1)
	return v
}

// truth returns whether an expression is not 0.
func (f *frame) truth(e cc.ExpressionNode) word.Term {
	v := f.value(e)
	return f.t.Not(f.t.Eq(v.term, f.t.Const(f.t.Width(v.term), 0)))
}

// inner returns an expression without the parentheses around it.
func inner(e cc.ExpressionNode) cc.ExpressionNode {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return inner(x.ExpressionList)
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return inner(x.AssignmentExpression)
		}
	}
	return e
}

// An operation is one of two operands: a comparison with op, of which not is the negation and swap has the operands in the
// other order; a logical one, of which the right side may not be evaluated; or a number.
type operation struct {
	op                word.Op
	x, y              cc.ExpressionNode
	compares, logical bool
	not, swap         bool
}

var (
	products = map[cc.MultiplicativeExpressionCase]word.Op{
		cc.MultiplicativeExpressionMul: word.Mul, cc.MultiplicativeExpressionDiv: word.UDiv, cc.MultiplicativeExpressionMod: word.URem,
	}
	sums   = map[cc.AdditiveExpressionCase]word.Op{cc.AdditiveExpressionAdd: word.Add, cc.AdditiveExpressionSub: word.Sub}
	shifts = map[cc.ShiftExpressionCase]word.Op{cc.ShiftExpressionLsh: word.Shl, cc.ShiftExpressionRsh: word.LShr}
)

// operationOf returns the operation of two operands that an expression is, if it is one.
func operationOf(e cc.ExpressionNode) (o operation, ok bool) {
	switch x := e.(type) {
	case *cc.MultiplicativeExpression:
		o = operation{op: products[x.Case], x: x.MultiplicativeExpression, y: x.CastExpression}
	case *cc.AdditiveExpression:
		o = operation{op: sums[x.Case], x: x.AdditiveExpression, y: x.MultiplicativeExpression}
	case *cc.ShiftExpression:
		o = operation{op: shifts[x.Case], x: x.ShiftExpression, y: x.AdditiveExpression}
	case *cc.AndExpression:
		o = operation{op: word.And, x: x.AndExpression, y: x.EqualityExpression}
	case *cc.ExclusiveOrExpression:
		o = operation{op: word.Xor, x: x.ExclusiveOrExpression, y: x.AndExpression}
	case *cc.InclusiveOrExpression:
		o = operation{op: word.Or, x: x.InclusiveOrExpression, y: x.ExclusiveOrExpression}
	case *cc.EqualityExpression:
		o = operation{op: word.Eq, x: x.EqualityExpression, y: x.RelationalExpression, compares: true, not: x.Case == cc.EqualityExpressionNeq}
	case *cc.RelationalExpression:
		o = operation{op: word.ULt, x: x.RelationalExpression, y: x.ShiftExpression, compares: true}
		o.swap = x.Case == cc.RelationalExpressionGt || x.Case == cc.RelationalExpressionLeq
		o.not = x.Case == cc.RelationalExpressionGeq || x.Case == cc.RelationalExpressionLeq
	case *cc.LogicalAndExpression:
		o = operation{op: word.And, x: x.LogicalAndExpression, y: x.InclusiveOrExpression, logical: true}
	case *cc.LogicalOrExpression:
		o = operation{op: word.Or, x: x.LogicalOrExpression, y: x.LogicalAndExpression, logical: true}
	}
	return o, o.x != nil
}

// effect evaluates an expression for what it does.
func (f *frame) effect(e cc.ExpressionNode) {
	defer f.sequenced(len(f.noted))
	if x, ok := e.(*cc.AssignmentExpression); ok {
		f.assignment(x, false)
		return
	} else if e.Type().Kind() != cc.Void {
		f.value(e)
		return
	}
	switch x := inner(e).(type) {
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
	case *cc.CastExpression:
		f.effect(x.CastExpression)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			f.compound(x.CompoundStatement)
			return
		}
		f.value(e)
	case *cc.ConditionalExpression:
		yes, no, after := f.node(), f.node(), f.node()
		f.condition(x.LogicalOrExpression, yes, no)
		for i, side := range []cc.ExpressionNode{x.ExpressionList, x.ConditionalExpression} {
			f.goOn([]int{yes, no}[i])
			if side != nil {
				f.effect(side)
			}
			f.goTo(after, f.origin(x))
		}
		f.goOn(after)
	default:
		f.value(x)
	}
}

// pure reports whether evaluating e has no effect and reads nothing that is shared, so that it may be evaluated though C
// does not.
func (f *frame) pure(e cc.ExpressionNode) bool {
	if o, ok := operationOf(inner(e)); ok {
		return (o.compares || o.logical) && f.pure(o.x) && f.pure(o.y)
	}
	switch x := inner(e).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			d, ok := x.ResolvedTo().(*cc.Declarator)
			if !ok {
				return true
			}
			o := f.find(d)
			return o != nil && !o.shared && !o.array
		}
		return x.Case == cc.PrimaryExpressionInt || x.Case == cc.PrimaryExpressionChar
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionNot, cc.UnaryExpressionCpl, cc.UnaryExpressionPlus:
			return f.pure(x.CastExpression)
		}
	case *cc.CastExpression:
		return f.pure(x.CastExpression)
	}
	return false
}

// condition continues at yes if an expression is not 0, else at no.
func (f *frame) condition(e cc.ExpressionNode, yes, no int) {
	if f.at < 0 {
		return
	}
	e = inner(e)
	switch x := e.(type) {
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
		f.condition(x.AssignmentExpression, yes, no)
		return
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.condition(x.CastExpression, no, yes)
			return
		}
	}
	if o, ok := operationOf(e); ok && o.logical && !f.pure(o.y) {
		between, start := f.node(), len(f.noted)
		if o.op == word.And {
			f.condition(o.x, between, no)
		} else {
			f.condition(o.x, yes, between)
		}
		f.sequenced(start)
		f.goOn(between)
		f.condition(o.y, yes, no)
		return
	}
	c := f.truth(e)
	f.branch(f.origin(e), c, yes, no)
}

// either evaluates an expression that is a condition, or one of two, by a branch.
func (f *frame) either(e cc.ExpressionNode, test cc.ExpressionNode, typ cc.Type, x, y func() value) value {
	yes, no, after := f.node(), f.node(), f.node()
	w := max(1, f.width(typ))
	if typ.Kind() == cc.Struct {
		return f.refuse(e, "", "one of two structures is not read")
	}
	r := f.temporary(w, isSigned(typ))
	f.condition(test, yes, no)
	both := value{known: true}
	for i, side := range []func() value{x, y} {
		f.goOn([]int{yes, no}[i])
		v := side()
		both = both.or(v)
		f.emit(f.origin(e), word.True, set(r, f.t.Extend(v.term, w, false)))
		f.goTo(after, f.origin(e))
	}
	f.goOn(after)
	both.term = f.t.Var(r)
	return both
}

// value evaluates an expression.
func (f *frame) value(e cc.ExpressionNode) value {
	start := len(f.noted)
	defer f.asOperand(e)()
	if v, ok := constant(e); ok && f.width(e.Type()) > 0 {
		if !f.effects(e) {
			w := f.width(e.Type())
			if w == 1 && v != 0 {
				v = 1
			}
			return value{term: f.t.Const(w, v), known: v == 0}
		}
	}
	if o, ok := operationOf(e); ok {
		switch {
		case o.compares:
			return f.compare(o)
		case o.logical:
			return f.logical(e, o)
		}
		return f.binary(e, o)
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
		return f.value(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.CastExpression:
		if x.Type().Kind() == cc.Void {
			f.effect(x.CastExpression)
			return f.integer(0)
		}
		v := f.convert(f.value(x.CastExpression), x.CastExpression.Type(), x.Type())
		f.number(x, v, x.Type())
		return v
	case *cc.ConditionalExpression:
		if x.ExpressionList == nil {
			return f.refuse(e, "say it twice", "a condition that is the value, too, is not read")
		}
		side := func(of cc.ExpressionNode) func() value {
			return func() value {
				f.sequenced(start)
				return f.convert(f.value(of), of.Type(), e.Type())
			}
		}
		return f.either(e, x.LogicalOrExpression, e.Type(), side(x.ExpressionList), side(x.ConditionalExpression))
	case *cc.AssignmentExpression:
		return f.assignment(x, true)
	}
	return f.refuse(e, "", "this expression is not read")
}

// effects reports whether evaluating an expression may do something beside its value.
func (f *frame) effects(e cc.ExpressionNode) bool {
	any := func(list ...cc.ExpressionNode) bool { return slices.ContainsFunc(list, f.effects) }
	if o, ok := operationOf(inner(e)); ok {
		return any(o.x, o.y)
	}
	switch x := inner(e).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionStmt
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return false
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot, cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref:
			return f.effects(x.CastExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return any(x.PostfixExpression, x.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return f.effects(x.PostfixExpression)
		}
	case *cc.CastExpression:
		return f.effects(x.CastExpression)
	case *cc.ConditionalExpression:
		return any(x.LogicalOrExpression, x.ExpressionList, x.ConditionalExpression)
	}
	return true
}

// logical evaluates a conjunction or a disjunction. The other side is evaluated only if C does.
func (f *frame) logical(e cc.ExpressionNode, o operation) value {
	if f.pure(o.y) {
		start := len(f.noted)
		a := f.truth(o.x)
		f.sequenced(start)
		return value{term: f.t.Extend(f.t.Binary(o.op, a, f.truth(o.y)), 32, false)}
	}
	return f.either(e, e, e.Type(), func() value { return f.integer(1) }, func() value { return f.integer(0) })
}

func (f *frame) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Enumerator:
			v, _ := constant(x)
			return value{term: f.t.Const(32, v)}
		case *cc.Declarator:
			if d.Type().Kind() == cc.Function {
				return f.functionOf(x, d.Name())
			}
		}
		return f.load(x, f.place(x))
	case cc.PrimaryExpressionExpr:
		return f.value(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return f.last(x)
	case cc.PrimaryExpressionString:
		return value{term: f.anything(x, f.width(x.Type().Decay()), false)}
	}
	return f.refuse(x, "", "this expression is not read")
}

// last evaluates statements, and returns the value of the last one, which is an expression.
func (f *frame) last(x *cc.PrimaryExpression) value {
	defer f.sequenced(len(f.noted))
	for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		i := l.BlockItem
		if l.BlockItemList == nil && i.Case == cc.BlockItemStmt && i.Statement.Case == cc.StatementExpr && i.Statement.ExpressionStatement.ExpressionList != nil {
			return f.value(i.Statement.ExpressionStatement.ExpressionList)
		}
		f.item(i)
	}
	f.refuse(x, "", "these statements have no value")
	return f.integer(0)
}

// find returns the object of a declared name, nil if there is none.
func (f *frame) find(d *cc.Declarator) *object {
	switch {
	case f.vars[d] != nil:
		return f.vars[d]
	case f.globals[d] == nil && d.IsThreadLocal():
		return f.threadLocal(d)
	}
	return f.globalNamed(d)
}

// threadLocal returns the thread's own copy of a global, which has its initial value at the thread's beginning.
func (f *frame) threadLocal(d *cc.Declarator) *object {
	for other, o := range f.own {
		if other.Name() == d.Name() {
			return o
		}
	}
	made := f.once(f.a.Name, d, func(m *maker) *object {
		m.zero = true
		return m.object(d, f.a.Name+"."+d.Name(), d.Type())
	})
	o := made.object
	f.expose(o) // a call may change it
	if o.array {
		f.refuse(d, "", "an array for each thread is not read")
	}
	initials := slices.Clone(made.initials)
	if init := f.initials[d.Name()]; init != nil {
		v, ok := uint64(0), false
		if init.Case == cc.InitializerExpr {
			v, ok = constant(init.AssignmentExpression)
		}
		if !ok || o.fields != nil || o.elements != nil {
			f.refuse(init, "", "this initial value is not known")
		} else {
			v := f.convert(value{term: f.t.Const(word.MaxWidth, v)}, init.AssignmentExpression.Type(), d.Type())
			initials[0].Value = v.term
			f.flow(init, o, v)
		}
	}
	for _, u := range initials {
		f.initially(d, u)
	}
	f.own[d] = o
	return o
}

// initially is a step in front of all that the thread does.
func (f *frame) initially(n cc.Node, u form.Update) {
	entry := f.node()
	e := form.NewEdge(entry, f.a.Entry, f.origin(n))
	e.Updates = []form.Update{u}
	f.a.Edges = append(f.a.Edges, e)
	f.a.Entry = entry
}

// assignment evaluates an assignment. used says that somebody asks for its value.
func (f *frame) assignment(x *cc.AssignmentExpression, used bool) value {
	left, right := x.UnaryExpression, x.AssignmentExpression
	typ := left.Type()
	start := len(f.noted)
	if x.Case == cc.AssignmentExpressionAssign {
		v := f.convert(f.value(right), right.Type(), typ)
		behind := len(f.noted)
		p := f.place(left)
		f.unsequenced(x, f.noted[start:behind], f.noted[behind:])
		return f.assigned(x, start, p, v, used)
	}
	op := map[cc.AssignmentExpressionCase]word.Op{
		cc.AssignmentExpressionMul: word.Mul, cc.AssignmentExpressionDiv: word.UDiv, cc.AssignmentExpressionMod: word.URem, cc.AssignmentExpressionAdd: word.Add,
		cc.AssignmentExpressionSub: word.Sub, cc.AssignmentExpressionLsh: word.Shl, cc.AssignmentExpressionRsh: word.LShr, cc.AssignmentExpressionAnd: word.And,
		cc.AssignmentExpressionXor: word.Xor, cc.AssignmentExpressionOr: word.Or,
	}[x.Case]
	if !cc.IsIntegerType(typ) || !cc.IsIntegerType(right.Type()) {
		return f.refuse(x, "use an array and its index", "arithmetic of %s and %s is not read", typ, right.Type())
	}
	common := cc.UsualArithmeticConversions(typ, right.Type())
	if op == word.Shl || op == word.LShr {
		common = cc.IntegerPromotion(typ)
	}
	b := f.right(op, f.value(right), right.Type(), common)
	behind := len(f.noted)
	p := f.place(left)
	if allAtomic(p) {
		f.beginAtomic(x)
		defer f.endAtomic(x)
	}
	a := f.convert(f.load(x, p), typ, common)
	f.unsequenced(x, f.noted[start:behind], f.noted[behind:])
	r := f.convert(f.arithmetic(x, op, a.term, b, common), common, typ)
	return f.assigned(x, start, p, r, used)
}

// assigned writes to an object, whose place and value were evaluated since then, and returns what it has now. The value as it
// was computed is not that: it may be in terms of what the object had before.
func (f *frame) assigned(n cc.Node, since int, p []place, v value, used bool) value {
	if used && len(p) > 0 && p[0].object.fields != nil {
		f.store(n, since, p, v)
		f.sequenced(since) // what is read of it now is what was written
		return f.load(n, p)
	}
	if used && v.term != form.None && !f.constantTerm(v.term) {
		v.term = f.kept(n, v.term, len(p) > 0 && p[0].object.signed)
	}
	f.store(n, since, p, v)
	return v
}

// kept returns a local that has the value of a term from now on.
func (f *frame) kept(n cc.Node, x word.Term, signed bool) word.Term {
	v := f.temporary(f.t.Width(x), signed)
	f.emit(f.origin(n), word.True, set(v, x))
	return f.t.Var(v)
}

func (f *frame) constantTerm(x word.Term) bool {
	_, ok := f.t.IsConst(x)
	return ok
}

// step adds 1 to what an expression designates, or subtracts it, and returns the values before and after.
func (f *frame) step(n cc.Node, e cc.ExpressionNode, down bool) (before, after value) {
	op := word.Add
	if down {
		op = word.Sub
	}
	if !cc.IsIntegerType(e.Type()) {
		f.refuse(n, "use an array and its index", "arithmetic of %s is not read", e.Type())
		return f.integer(0), f.integer(0)
	}
	start := len(f.noted)
	p := f.place(e)
	if allAtomic(p) {
		f.beginAtomic(n)
		defer f.endAtomic(n)
	}
	before = f.loadKept(n, p)
	common := cc.IntegerPromotion(e.Type())
	a := f.convert(before, e.Type(), common)
	after = f.convert(f.arithmetic(n, op, a.term, f.t.Const(f.t.Width(a.term), 1), common), common, e.Type())
	f.store(n, start, p, after)
	return before, after
}

func (f *frame) unary(x *cc.UnaryExpression) value {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		_, after := f.step(x, x.UnaryExpression, x.Case == cc.UnaryExpressionDec)
		return after
	case cc.UnaryExpressionAddrof:
		if x.CastExpression.Type().Undecay().Kind() == cc.Function {
			return f.value(x.CastExpression)
		}
		return f.addressOf(x, f.place(x.CastExpression))
	case cc.UnaryExpressionDeref:
		if p, ok := x.CastExpression.Type().Decay().(*cc.PointerType); ok && p.Elem().Kind() == cc.Function {
			return f.value(x.CastExpression)
		}
		return f.load(x, f.place(x))
	case cc.UnaryExpressionNot:
		return value{term: f.t.Extend(f.t.Not(f.truth(x.CastExpression)), 32, false)}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := f.convert(f.value(x.CastExpression), x.CastExpression.Type(), x.Type())
		switch x.Case {
		case cc.UnaryExpressionMinus:
			return f.arithmetic(x, word.Sub, f.t.Const(f.t.Width(v.term), 0), v.term, x.Type())
		case cc.UnaryExpressionCpl:
			return value{term: f.t.Not(v.term)}
		}
		return v
	}
	return f.refuse(x, "", "this expression is not read")
}

func (f *frame) postfix(x *cc.PostfixExpression) value {
	switch x.Case {
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		before, _ := f.step(x, x.PostfixExpression, x.Case == cc.PostfixExpressionDec)
		return before
	case cc.PostfixExpressionCall:
		return f.callExpression(x)
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return f.load(x, f.place(x))
	}
	return f.refuse(x, "", "this expression is not read")
}
