// This file defines the text of expressions and names.

package parser

// String returns the operator as it is written.
func (op BinaryOp) String() string {
	switch op {
	case OpAnd:
		return "&"
	case OpOr:
		return "|"
	case OpXor:
		return "^"
	case OpEq:
		return "="
	case OpNeq:
		return "!="
	case OpImplies:
		return "=>"
	}
	return "BinaryOp(?)"
}

// ExprString returns an expression with no more parentheses than the dialect
// needs to read it back.
func ExprString(e Expr, d Dialect) string {
	return string(appendExpr(nil, e, d, levelCond))
}

// appendExpr appends e where an expression has to bind at least as tight as
// the given level.
func appendExpr(b []byte, e Expr, d Dialect, level int) []byte {
	own := levelOf(e, d)
	if own < level {
		b = append(b, '(')
		b = appendExpr(b, e, d, levelCond)
		return append(b, ')')
	}
	switch e := e.(type) {
	case *Lit:
		if e.Value {
			return append(b, '1')
		}
		return append(b, '0')
	case *Star:
		return append(b, '*')
	case *Ref:
		return appendRef(b, e)
	case *Not:
		return appendExpr(append(b, '!'), e.X, d, levelNot)
	case *Binary:
		left, right := own, own+1
		if groupsRight(own) {
			left, right = own+1, own
		}
		b = appendExpr(b, e.X, d, left)
		b = append(append(append(b, ' '), e.Op.String()...), ' ')
		return appendExpr(b, e.Y, d, right)
	case *Cond:
		b = appendExpr(b, e.If, d, levelCond+1)
		b = appendExpr(append(b, " ? "...), e.Then, d, levelCond)
		return appendExpr(append(b, " : "...), e.Else, d, levelCond)
	case *Choose:
		b = appendExpr(append(b, "schoose["...), e.X, d, levelCond)
		b = appendExpr(append(b, ", "...), e.Y, d, levelCond)
		return append(b, ']')
	}
	return b
}

// levelOf returns how tight an expression binds.
func levelOf(e Expr, d Dialect) int {
	switch e := e.(type) {
	case *Not:
		return levelNot
	case *Binary:
		return d.level(e.Op)
	case *Cond:
		return levelCond
	}
	return levelPrimary
}

func appendRef(b []byte, ref *Ref) []byte {
	if ref.Next {
		b = append(b, '\'')
	}
	b = append(b, quoteName(ref.Name)...)
	if ref.Passive {
		b = append(b, '$')
	}
	return b
}

// quoteName returns the name of a variable or procedure, in braces if it needs
// them to be read as such.
func quoteName(name string) string {
	if isPlainName(name) {
		return name
	}
	return "{" + name + "}"
}

// quoteLabel does the same for a label, which may be a number.
func quoteLabel(name string) string {
	if isPlainName(name) || allDigits(name) {
		return name
	}
	return "{" + name + "}"
}

// isPlainName tells whether a name is a word that is read as a name wherever
// one may stand.
func isPlainName(name string) bool {
	if name == "" || !isWordStart(name[0]) || name[len(name)-1] == '$' {
		return false
	}
	for i := 1; i < len(name); i++ {
		if !isWordPart(name[i]) {
			return false
		}
	}
	switch name {
	case "T", "F", "schoose", "assume", "assert", "start_thread", "dead", "print":
		return false
	}
	return !isReserved(name)
}
