// This file defines Format.

package smv

import "strings"

// spaced returns tokens on one line, with the blanks that people write.
func spaced(tokens []token) string {
	var b strings.Builder
	for i := range tokens {
		if i > 0 && blankBetween(tokens, i) {
			b.WriteByte(' ')
		}
		b.WriteString(tokens[i].text)
	}
	return b.String()
}

// blankBetween reports whether there is a blank in front of token i.
func blankBetween(tokens []token, i int) bool {
	last, t := &tokens[i-1], &tokens[i]
	if last.is("!") {
		return t.kind == tokWord && isTemporal(t)
	}
	switch t.text {
	case ")", "]", "}", ",", ";", ".", "..":
		return false
	case "(":
		return !(last.kind == tokName || isFunction(last))
	case "[":
		return !(last.kind == tokName || last.is("]") || last.is("("))
	}
	switch last.text {
	case "(", "[", "{", ".", "..":
		return false
	case "-":
		return i > 1 && isOperandEnd(&tokens[i-2])
	}
	return true
}

// isFunction reports whether a token is a word that takes arguments.
func isFunction(t *token) bool {
	switch t.text {
	case "next", "init", "bool", "toint", "count", "abs", "max", "min", "COMPASSION":
		return t.kind == tokWord
	}
	return false
}

// isOperandEnd reports whether an operand may end with a token, so that a minus behind it is
// one of two operands.
func isOperandEnd(t *token) bool {
	switch {
	case t.kind == tokName, t.kind == tokNumber, t.kind == tokOther:
		return true
	case t.kind == tokWord:
		return t.text == "TRUE" || t.text == "FALSE" || t.text == "self" || t.text == "esac"
	}
	return t.text == ")" || t.text == "]" || t.text == "}"
}
