// This file defines how expressions are parsed: operands and operators are
// read into a flat list, which is then grouped by how the dialect binds. A
// list of a million operands needs no recursion that way, and grouping it a
// second time for the other dialect shows whether the choice matters.

package parser

import "github.com/alecthomas/participle/v2/lexer"

const (
	// maxDepth is how deep brackets may be nested: the parser recurses on them.
	maxDepth = 10_000
	// maxHeight is how high an expression tree may be: everything that works
	// on one recurses on it. A chain of n operands is n high.
	maxHeight = 100_000
)

// A term is an expression and the height of its tree.
type term struct {
	expr   Expr
	height int
}

// An operator is an operator between two operands.
type operator struct {
	op  BinaryOp
	pos Pos
}

// expressions is the state of the expression parser: stacks that nested
// expressions share.
type expressions struct {
	terms     []term
	operators []operator
	depth     int
	exprError *syntaxError // the last error, for parseProduction

	// scratch space of group
	values  []term
	pending []operator
}

// expr parses an expression.
func (p *fileParser) expr() (Expr, error) {
	clear(p.regrouped)
	t, err := p.conditional()
	if err != nil {
		return nil, err
	}
	if len(p.regrouped) > 0 {
		p.compareReadings(t.expr)
	}
	return t.expr, nil
}

// conditional parses X or X ? Y : Z.
func (p *fileParser) conditional() (term, error) {
	if p.depth == maxDepth {
		return term{}, p.tok.tooDeep("expression", maxDepth)
	}
	p.depth++
	defer func() { p.depth-- }()
	x, err := p.infix()
	if err != nil || p.tok.kind != tokQuestion {
		return x, err
	}
	mark := p.next()
	y, err := p.conditional()
	if err != nil {
		return term{}, err
	}
	if err := p.expect(tokColon, ": of the conditional expression"); err != nil {
		return term{}, err
	}
	z, err := p.conditional()
	if err != nil {
		return term{}, err
	}
	height := max(x.height, y.height, z.height) + 1
	if height > maxHeight {
		return term{}, mark.tooDeep("expression", maxHeight)
	}
	return term{&Cond{Pos: mark.pos, If: x.expr, Then: y.expr, Else: z.expr}, height}, nil
}

// infix parses operands with binary operators between them.
func (p *fileParser) infix() (term, error) {
	base, opBase := len(p.terms), len(p.operators)
	defer func() { p.terms, p.operators = p.terms[:base], p.operators[:opBase] }()
	for {
		t, err := p.operand()
		if err != nil {
			return t, err
		}
		op, ok := binaryOp(p.tok.kind)
		if !ok && len(p.operators) == opBase {
			return t, nil
		}
		p.terms = append(p.terms, t)
		if !ok {
			break
		}
		p.operators = append(p.operators, operator{op, p.next().pos})
	}
	terms, operators := p.terms[base:], p.operators[opBase:]
	whole := p.group(terms, operators, p.file.Dialect)
	if whole.height > maxHeight {
		return term{}, p.last.tooDeep("expression", maxHeight)
	}
	if len(operators) > 1 && !p.settled {
		p.regroup(whole.expr, terms, operators)
	}
	return whole, nil
}

// group makes a tree of a flat list, by Dijkstra's shunting-yard method.
func (p *fileParser) group(terms []term, operators []operator, d Dialect) term {
	values, pending := append(p.values[:0], terms[0]), p.pending[:0]
	reduce := func() {
		op := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		x, y := values[len(values)-2], values[len(values)-1]
		values = append(values[:len(values)-2], term{
			&Binary{Pos: op.pos, Op: op.op, X: x.expr, Y: y.expr},
			max(x.height, y.height) + 1,
		})
	}
	for i, op := range operators {
		level := d.level(op.op)
		for len(pending) > 0 {
			left := d.level(pending[len(pending)-1].op)
			if left < level || left == level && groupsRight(level) {
				break
			}
			reduce()
		}
		pending = append(pending, op)
		values = append(values, terms[i+1])
	}
	for len(pending) > 0 {
		reduce()
	}
	p.values, p.pending = values, pending
	return values[0]
}

// operand parses a primary expression behind any number of negations.
func (p *fileParser) operand() (term, error) {
	if p.tok.kind != tokNot {
		return p.primary()
	}
	// The negations wait on the operator stack; only their places matter.
	base := len(p.operators)
	defer func() { p.operators = p.operators[:base] }()
	for p.tok.kind == tokNot {
		p.operators = append(p.operators, operator{pos: p.next().pos})
	}
	x, err := p.primary()
	if err != nil {
		return x, err
	}
	nots := p.operators[base:]
	if x.height += len(nots); x.height > maxHeight {
		return term{}, p.last.tooDeep("expression", maxHeight)
	}
	for i := len(nots) - 1; i >= 0; i-- {
		x.expr = &Not{Pos: nots[i].pos, X: x.expr}
	}
	return x, nil
}

// primary parses an expression without operators in front.
func (p *fileParser) primary() (term, error) {
	t := &p.tok
	pos := t.pos
	switch t.kind {
	case tokLParen:
		p.next()
		x, err := p.conditional()
		if err == nil {
			err = p.expect(tokRParen, "an operator or )")
		}
		return x, err
	case tokStar, tokQuestion:
		p.next()
		return term{&Star{pos}, 1}, nil
	case tokNumber:
		if t.text != "0" && t.text != "1" {
			return term{}, p.unexpected("the only constants are 0 and 1")
		}
		return term{&Lit{pos, p.next().text == "1"}, 1}, nil
	case tokWord:
		switch t.text {
		case "T", "F":
			return term{&Lit{pos, p.next().text == "T"}, 1}, nil
		case "schoose":
			if p.peek() == tokLBracket {
				return p.schoose()
			}
		}
	}
	if t.kind != tokTick && !t.isName() {
		return term{}, p.unexpected("expected an expression")
	}
	ref, err := p.reference()
	if err != nil {
		return term{}, err
	}
	if p.tok.kind == tokLParen {
		e := p.unexpected("a call cannot be part of an expression")
		e.hint = "assign its result to a variable first: x := " + ref.Name + "(...);"
		return term{}, e
	}
	return term{ref, 1}, nil
}

// schoose parses schoose[X, Y].
func (p *fileParser) schoose() (term, error) {
	pos := p.next().pos
	p.next()
	x, err := p.conditional()
	if err != nil {
		return x, err
	}
	if err := p.expect(tokComma, ", of schoose[a, b]"); err != nil {
		return term{}, err
	}
	y, err := p.conditional()
	if err != nil {
		return y, err
	}
	if err := p.expect(tokRBracket, "] of schoose[a, b]"); err != nil {
		return term{}, err
	}
	height := max(x.height, y.height) + 1
	if height > maxHeight {
		return term{}, p.last.tooDeep("expression", maxHeight)
	}
	return term{&Choose{Pos: pos, X: x.expr, Y: y.expr}, height}, nil
}

// reference parses a variable: x, 'x, x', x$, 'x$ or x$'.
func (p *fileParser) reference() (*Ref, error) {
	ref := &Ref{Pos: p.tok.pos}
	ref.Next = p.accept(tokTick)
	if !p.tok.isName() {
		return nil, p.unexpected("expected a variable")
	}
	ref.Name = p.tok.name()
	p.next()
	for {
		switch p.tok.kind {
		case tokDollar:
			if ref.Passive {
				return nil, p.unexpected("one $ is enough")
			}
			ref.Passive = true
		case tokTick:
			if ref.Next {
				return nil, p.unexpected("one ' is enough")
			}
			ref.Next = true
		default:
			return ref, nil
		}
		p.next()
	}
}

// startsExpr tells whether an expression may start with t.
func (t *token) startsExpr() bool {
	switch t.kind {
	case tokLParen, tokNot, tokStar, tokQuestion, tokNumber, tokTick:
		return true
	}
	return t.isName()
}

func binaryOp(kind lexer.TokenType) (BinaryOp, bool) {
	switch kind {
	case tokAnd:
		return OpAnd, true
	case tokOr:
		return OpOr, true
	case tokXor:
		return OpXor, true
	case tokEq:
		return OpEq, true
	case tokNeq:
		return OpNeq, true
	case tokImplies:
		return OpImplies, true
	}
	return 0, false
}
