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

// ExprString returns an expression with the parentheses that it takes for both dialects to
// read it back, and no more.
func ExprString(e Expr) string {
	return string(appendExpr(nil, e, loosest))
}

// appendExpr appends e where an expression has to bind at least as tight as
// the given levels.
func appendExpr(b []byte, e Expr, level levels) []byte {
	own := levelsOf(e)
	if own[DialectSATABS] < level[DialectSATABS] || own[DialectBebop] < level[DialectBebop] {
		b = append(b, '(')
		b = appendExpr(b, e, loosest)
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
		return appendExpr(append(b, '!'), e.X, levels{levelNot, levelNot})
	case *Binary:
		left, right := own, own
		for d := range own {
			if groupsRight(own[d]) {
				left[d]++
			} else {
				right[d]++
			}
		}
		b = appendExpr(b, e.X, left)
		b = append(append(append(b, ' '), e.Op.String()...), ' ')
		return appendExpr(b, e.Y, right)
	case *Cond:
		b = appendExpr(b, e.If, levels{levelCond + 1, levelCond + 1})
		b = appendExpr(append(b, " ? "...), e.Then, loosest)
		return appendExpr(append(b, " : "...), e.Else, loosest)
	case *Choose:
		b = appendExpr(append(b, "schoose["...), e.X, loosest)
		b = appendExpr(append(b, ", "...), e.Y, loosest)
		return append(b, ']')
	}
	return b
}

// levels has a level for each dialect.
type levels [2]int

// loosest is where any expression may stand.
var loosest = levels{levelCond, levelCond}

// levelsOf returns how tight an expression binds.
func levelsOf(e Expr) levels {
	switch e := e.(type) {
	case *Not:
		return levels{levelNot, levelNot}
	case *Binary:
		return levels{DialectSATABS.level(e.Op), DialectBebop.level(e.Op)}
	case *Cond:
		return loosest
	}
	return levels{levelPrimary, levelPrimary}
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
