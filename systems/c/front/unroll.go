// This file defines loops that are read once for each of their rounds: those that start threads or wait for them.

package front

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// mostUnrolled is how many rounds a loop has at most that is unrolled.
const mostUnrolled = 16

// A count is a loop that counts a local up: from a value, by a step, so many times.
type count struct {
	variable       *cc.Declarator
	from, by, most uint64
}

// unroll reads the body of a loop once for each of its rounds, if it starts threads or waits for them and their number is
// constant: so it is known which thread has which element of an array. It reports whether it did.
func (f *frame) unroll(s *cc.IterationStatement) bool {
	body := cc.NodeSource(s.Statement)
	if f.at < 0 || !strings.Contains(body, "pthread_create") && !strings.Contains(body, "pthread_join") || strings.ContainsAny(body, ":") || strings.Contains(body, "goto") {
		return false
	}
	c, ok := counts(s)
	if !ok || c.variable.AddressTaken() || f.globals[c.variable] != nil || c.variable.IsStatic() || writes(body, c.variable.Name()) {
		return false
	}
	bits := f.width(c.variable.Type())
	if isSigned(c.variable.Type()) {
		bits--
	}
	if c.from+c.most*c.by > ^uint64(0)>>(64-bits) { // it wraps
		return false
	}
	at, after, breaks, conts := f.origin(s), f.node(), f.breaks, f.conts
	o := f.vars[c.variable]
	if o == nil {
		o = f.local(c.variable)
	}
	assign := func(k uint64) *object {
		v := f.t.Const(f.width(o.typ), k)
		f.emit(at, word.True, set(o.variable, v))
		return &object{name: o.name, typ: o.typ, signed: o.signed, fixed: v}
	}
	f.breaks = after
	k := c.from
	for range c.most {
		f.vars[c.variable] = assign(k)
		f.conts = f.node()
		f.statement(s.Statement)
		f.goTo(f.conts, at)
		f.goOn(f.conts)
		k += c.by
	}
	f.vars[c.variable] = o
	assign(k)
	f.goTo(after, at)
	f.breaks, f.conts = breaks, conts
	f.goOn(after)
	return true
}

// writes reports whether a text in C may assign to a variable.
func writes(text, name string) bool {
	name = regexp.QuoteMeta(name)
	return regexp.MustCompile(`(\+\+|--)[\s(]*` + name + `\b|\b` + name + `[\s)]*(\+\+|--|(<<|>>|[-+*/%&|^])?=([^=]|$))`).MatchString(text)
}

// counts returns how a loop counts. ok is false if it is none that counts a variable up to a constant.
func counts(s *cc.IterationStatement) (c count, ok bool) {
	test, advance := s.ExpressionList2, s.ExpressionList3
	switch s.Case {
	case cc.IterationStatementFor:
		x, assigns := single(s.ExpressionList).(*cc.AssignmentExpression)
		if !assigns || x.Case != cc.AssignmentExpressionAssign {
			return c, false
		}
		c.variable = variable(x.UnaryExpression)
		c.from, ok = constant(x.AssignmentExpression)
	case cc.IterationStatementForDecl:
		test, advance = s.ExpressionList, s.ExpressionList2
		l := s.Declaration.InitDeclaratorList
		if l == nil || l.InitDeclaratorList != nil || l.InitDeclarator.Initializer == nil || l.InitDeclarator.Initializer.Case != cc.InitializerExpr {
			return c, false
		}
		c.variable = l.InitDeclarator.Declarator
		c.from, ok = constant(l.InitDeclarator.Initializer.AssignmentExpression)
	}
	if !ok || c.variable == nil || !cc.IsIntegerType(c.variable.Type()) {
		return c, false
	}
	switch x := single(advance).(type) {
	case *cc.PostfixExpression:
		c.by, ok = 1, x.Case == cc.PostfixExpressionInc && variable(x.PostfixExpression) == c.variable
	case *cc.UnaryExpression:
		c.by, ok = 1, x.Case == cc.UnaryExpressionInc && variable(x.UnaryExpression) == c.variable
	case *cc.AssignmentExpression:
		c.by, ok = constant(x.AssignmentExpression)
		ok = ok && x.Case == cc.AssignmentExpressionAdd && variable(x.UnaryExpression) == c.variable
	default:
		ok = false
	}
	x, compares := single(test).(*cc.RelationalExpression)
	if !ok || int64(c.by) <= 0 || !compares || variable(x.RelationalExpression) != c.variable {
		return c, false
	}
	end, ok := constant(x.ShiftExpression)
	switch x.Case {
	case cc.RelationalExpressionLeq:
		end++
	case cc.RelationalExpressionLt:
	default:
		return c, false
	}
	if c.from < end {
		c.most = (end - c.from + c.by - 1) / c.by
	}
	return c, ok && int64(c.from) >= 0 && int64(end) >= 0 && c.most <= mostUnrolled
}

// single returns an expression without brackets, nil if it is a list of several.
func single(e cc.ExpressionNode) cc.ExpressionNode {
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x == nil || x.ExpressionList != nil {
			return nil
		}
		return single(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return single(x.ExpressionList)
		}
	}
	return e
}

// variable returns what an expression names, nil for nothing.
func variable(e cc.ExpressionNode) *cc.Declarator {
	if x, ok := single(e).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
		d, _ := x.ResolvedTo().(*cc.Declarator)
		return d
	}
	return nil
}

// index returns the constant value of an expression, by what is known of variables here.
func (f *frame) index(e cc.ExpressionNode) (uint64, bool) {
	if k, ok := constant(e); ok {
		return k, true
	}
	if !f.pure(e) {
		return 0, false
	}
	if x := f.value(e).term; x != form.None {
		return f.t.IsConst(x)
	}
	return 0, false
}
