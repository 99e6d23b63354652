// This file defines words: their constants and operators.

package smv

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/allsat/aig"
)

// maxWidth is how many bits a word may have: the circuit of a product grows with the square.
const maxWidth = 1024

// maxNumberWidth is how many bits a word may have that becomes an integer.
const maxNumberWidth = 40

// wordHint says how constants are written.
const wordHint = "words are written 0ud8_255, -0sd8_3, 0ub4_1010 or 0uh8_ff: u or s, the base b, o, d or h, the width, _ and digits"

// wordType returns a type of words as it is written.
func wordType(width int, signed bool) string {
	name := "unsigned"
	if signed {
		name = "signed"
	}
	return name + " word[" + strconv.Itoa(width) + "]"
}

// wordValue returns the word that is a number modulo 2^width.
func wordValue(n *big.Int, width int, signed bool) *value {
	v := &value{kind: valWord, signed: signed, bits: make([]lit, width)}
	for i := range v.bits {
		v.bits[i] = litTrue.NotIf(n.Bit(i) == 0)
	}
	return v
}

// readWord returns the value of a constant, or says what is wrong with it. As in NuSMV, only a decimal one must say its width.
// 0sd8_128 is read, since -0sd8_128 is the least word of that type.
func readWord(text string) (v *value, err string) {
	rest := text[1:]
	signed := strings.HasPrefix(rest, "s")
	if signed || strings.HasPrefix(rest, "u") {
		rest = rest[1:]
	}
	kind, digits, ok := strings.Cut(rest, "_")
	base, each := 0, 0 // and how many bits a digit is
	if kind != "" {
		switch kind[0] | 0x20 {
		case 'b':
			base, each = 2, 1
		case 'o':
			base, each = 8, 3
		case 'd':
			base = 10
		case 'h':
			base, each = 16, 4
		}
	}
	if !ok || base == 0 {
		return nil, text + " is neither a number nor a word"
	}
	digits = strings.ReplaceAll(digits, "_", "")
	minus := strings.HasPrefix(digits, "-")
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || minus && (!signed || base != 10) {
		return nil, text + " is no word: its digits are not those of a number to the base " + strconv.Itoa(base)
	}
	width := each * len(digits)
	switch digits := kind[1:]; {
	case digits == "" && base == 10:
		return nil, text + " does not say its width, as decimal words must"
	case digits != "":
		w, err := strconv.Atoi(digits)
		if err != nil || w < 1 {
			return nil, text + " is no word: there is no width " + digits
		}
		width = w
	}
	if width > maxWidth {
		return nil, "words have at most " + strconv.Itoa(maxWidth) + " bits"
	}
	if most := new(big.Int).Lsh(big.NewInt(1), uint(width)); base == 10 && signed {
		if n.CmpAbs(most.Rsh(most, 1)) > 0 {
			return nil, text + " is not between -2^" + strconv.Itoa(width-1) + " and 2^" + strconv.Itoa(width-1)
		}
	} else if n.Cmp(most) >= 0 {
		return nil, text + " has more than " + strconv.Itoa(width) + " bits"
	}
	return wordValue(n, width, signed), ""
}

// shownWord returns a word as NuSMV writes it: a negative one has the sign in front.
func shownWord(v *value, holds func(lit) bool) string {
	n := new(big.Int)
	for i, b := range v.bits {
		if holds(b) {
			n.SetBit(n, i, 1)
		}
	}
	width := len(v.bits)
	sign, letter := "", "u"
	if v.signed {
		letter = "s"
		if n.Bit(width-1) != 0 {
			n.Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), n)
			sign = "-"
		}
	}
	return sign + "0" + letter + "d" + strconv.Itoa(width) + "_" + n.String()
}

// sameWords reports whether two values, if one of them is a word, are words of one type.
func sameWords(a, b *value) bool {
	return a.kind != valWord && b.kind != valWord || a.kind == b.kind && a.signed == b.signed && len(a.bits) == len(b.bits)
}

// typeHint says what to do about values of different types, which are those of some of the expressions.
func (c *compiler) typeHint(a, b *value, list ...*Expr) string {
	if a.kind != valWord {
		a, b = b, a
	}
	switch {
	case a.kind != valWord:
		return c.oldBoolHint(list...)
	case b.kind == valInt:
		return "toint(x) is the number that a word is, and uwconst(5, 8) and swconst(5, 8) are the words 0ud8_5 and 0sd8_5"
	case b.kind == valBool && len(a.bits) == 1:
		return "bool(x) is the boolean that a word of one bit is, and word1(b) such a word"
	case b.kind != valWord:
		return ""
	case len(a.bits) != len(b.bits) && a.signed == b.signed:
		return "resize(x, " + strconv.Itoa(max(len(a.bits), len(b.bits))) + ") has another width"
	case len(a.bits) == len(b.bits):
		return "signed(x) and unsigned(x) have the other type"
	}
	return "resize(x, N) has another width, and signed(x) and unsigned(x) the other type"
}

// width returns the number of bits that an expression gives; ok is false after a report.
func (c *compiler) width(e *Expr, in *instance) (n int, ok bool) {
	w, ok := c.fixed(e, in, "width")
	if ok && (w < 1 || w > maxWidth) {
		c.errorf(e, "", "words have 1 to %d bits, not %d", maxWidth, w)
		return 0, false
	}
	return int(w), ok
}

// fixed returns the value of an expression that must be a constant number.
func (c *compiler) fixed(e *Expr, in *instance, what string) (int64, bool) {
	n, ok := c.constant(e, in)
	if !ok && c.eval(e, in, current).kind != valBad {
		c.errorf(e, "", "this %s is no constant number", what)
	}
	return n, ok
}

// wordOf returns the value of uwconst(n, width) and of swconst.
func (c *compiler) wordOf(e *Expr, in *instance) *value {
	n, okNumber := c.fixed(e.Args[0], in, "number")
	width, ok := c.width(e.Args[1], in)
	if !ok || !okNumber {
		return &value{}
	}
	signed := e.Op == "swconst"
	number, size := big.NewInt(n), width
	if signed {
		size--
		if n < 0 {
			number.Not(number)
		}
	}
	if n < 0 && !signed || number.BitLen() > size {
		return c.bad(e.Args[0], "", "%d is no %s", n, wordType(width, signed))
	}
	return wordValue(big.NewInt(n), width, signed)
}

// word returns the value of an expression, which must be a word.
func (c *compiler) word(e *Expr, in *instance, t time, op Op) *value {
	v := c.eval(e, in, t)
	if v.kind != valWord && v.kind != valBad {
		return c.bad(e, "", "this is %s, where %s takes words", typeName(v), op)
	}
	return v
}

// resized returns the value of resize(x, width) and of extend(x, bits). A signed word that is cut keeps its sign.
func (c *compiler) resized(e *Expr, in *instance, t time) *value {
	v := c.word(e.Args[0], in, t, e.Op)
	if v.kind == valBad {
		return v
	}
	width := 0
	if e.Op == "resize" {
		n, ok := c.width(e.Args[1], in)
		if !ok {
			return &value{}
		}
		width = n
	} else {
		n, ok := c.fixed(e.Args[1], in, "number of bits")
		if !ok {
			return &value{}
		}
		if n < 0 || n > int64(maxWidth-len(v.bits)) {
			return c.bad(e.Args[1], "", "words have at most %d bits, and are extended by 0 or more", maxWidth)
		}
		width = len(v.bits) + int(n)
	}
	w := &value{kind: valWord, signed: v.signed, fails: v.fails, bits: slices.Clone(v.bits[:min(width, len(v.bits))])}
	sign := litFalse
	if v.signed {
		sign = v.bits[len(v.bits)-1]
		w.bits[len(w.bits)-1] = sign
	}
	for len(w.bits) < width {
		w.bits = append(w.bits, sign)
	}
	return w
}

// selected returns the value of x[high : low], an unsigned word.
func (c *compiler) selected(e *Expr, in *instance, t time) *value {
	v := c.eval(e.Args[0], in, t)
	if v.kind != valWord && v.kind != valBad {
		return c.bad(e.Args[0], "", "this is %s, and only words have bits to select", typeName(v))
	}
	high, okHigh := c.fixed(e.Args[1], in, "bit")
	low, okLow := c.fixed(e.Args[2], in, "bit")
	switch {
	case v.kind == valBad || !okHigh || !okLow:
		return &value{}
	case low < 0 || high < low || high >= int64(len(v.bits)):
		return c.bad(e.Args[1], "the highest bit stands first: x[7:4]", "there are no bits %d to %d in %s", high, low, typeName(v))
	}
	return &value{kind: valWord, bits: v.bits[low : high+1 : high+1], fails: v.fails}
}

// integer returns the number that a word is.
func (c *compiler) integer(v *value, e *Expr) *value {
	n := len(v.bits)
	if n > maxNumberWidth {
		return c.bad(e, "resize(x, "+strconv.Itoa(maxNumberWidth)+") is a shorter word", "only words of up to %d bits become integers, this is %s", maxNumberWidth, typeName(v))
	}
	w := &value{kind: valInt, bits: v.bits, hi: 1<<n - 1, fails: v.fails}
	if v.signed {
		w.lo, w.hi = -1<<(n-1), 1<<(n-1)-1
	} else {
		w.bits = append(slices.Clone(v.bits), litFalse)
	}
	constant := int64(0)
	for i, b := range w.bits {
		if b > litTrue {
			return w
		}
		if b == litTrue {
			constant |= 1 << i
			if i == len(w.bits)-1 {
				constant -= 1 << (i + 1)
			}
		}
	}
	return failing(number(constant), v.fails...)
}

// eachBit returns what a function makes of the bits of two words.
func (c *compiler) eachBit(a, b []lit, f func(x, y lit) lit) []lit {
	z := make([]lit, len(a))
	for i := range z {
		z[i] = f(a[i], b[i])
	}
	return z
}

// isWordOp reports whether an operator is applied to a word, or is one of words only.
func isWordOp(e *Expr, args []*value) bool {
	switch e.Op {
	case "<<", ">>", "::", "word1", "signed", "unsigned", "sizeof":
		return true
	case "count": // of booleans
		return false
	}
	return slices.ContainsFunc(args, func(v *value) bool { return v.kind == valWord })
}

// operateWords applies an operator to values of which one is a word, or should be.
func (c *compiler) operateWords(e *Expr, args []*value) *value {
	v := args[0]
	switch e.Op {
	case "word1":
		b, ok := c.truth(v, e.Args[0])
		if !ok {
			return &value{}
		}
		return &value{kind: valWord, bits: []lit{b}}
	case "bool":
		if len(v.bits) != 1 {
			return c.bad(e.Args[0], "compare with a word: x != 0ud"+strconv.Itoa(len(v.bits))+"_0", "this is %s, and only one of one bit is a boolean", typeName(v))
		}
		return boolValue(v.bits[0])
	case "toint":
		return c.integer(v, e.Args[0])
	case "signed", "unsigned", "sizeof", "::", "<<", ">>":
		for i, a := range args {
			if a.kind != valWord && !(i == 1 && (e.Op == "<<" || e.Op == ">>")) {
				return c.bad(e.Args[i], "", "this is %s, where %s takes words", typeName(a), e.Op)
			}
		}
	case "abs", "max", "min":
		i := slices.IndexFunc(args, func(a *value) bool { return a.kind == valWord })
		return c.bad(e.Args[i], "x < y ? y : x is the greater one of two words", "this is %s, where %s takes integers", typeName(args[i]), e.Op)
	default:
		for i, a := range args[1:] {
			if !sameWords(v, a) {
				if e.Op == "=" || e.Op == "!=" {
					return c.bad(e, c.typeHint(v, a), "%s is compared with %s", typeName(v), typeName(a))
				}
				return c.bad(e.Args[i+1], c.typeHint(v, a), "%s takes words of one type, here are %s and %s", operatorName(e.Op), typeName(v), typeName(a))
			}
		}
	}
	result := func(bits []lit) *value { return &value{kind: valWord, signed: v.signed, bits: bits} }
	switch e.Op {
	case "signed", "unsigned":
		return &value{kind: valWord, signed: e.Op == "signed", bits: v.bits}
	case "sizeof":
		return number(int64(len(v.bits)))
	case "::":
		if len(v.bits)+len(args[1].bits) > maxWidth {
			return c.bad(e, "", "words have at most %d bits", maxWidth)
		}
		return &value{kind: valWord, bits: append(slices.Clone(args[1].bits), v.bits...)}
	case "<<", ">>":
		return c.shifted(e, v, args[1])
	case "!":
		return result(aig.Inverted(v.bits))
	case opNeg:
		return result(c.NegateIf(litTrue, v.bits))
	case "=", "!=":
		return boolValue(c.All(c.eachBit(v.bits, args[1].bits, c.Equal)...).NotIf(e.Op == "!="))
	case "<", ">=":
		return boolValue(c.Less(v.bits, args[1].bits, v.signed).NotIf(e.Op == ">="))
	case ">", "<=":
		return boolValue(c.Less(args[1].bits, v.bits, v.signed).NotIf(e.Op == "<="))
	case "/", "mod":
		return c.divided(e, v, args[1])
	}
	bits := v.bits
	for _, a := range args[1:] {
		bits = c.combined(e.Op, bits, a.bits)
	}
	if bits == nil {
		return c.bad(e, "", "%s is not read here", e.Op)
	}
	return result(bits)
}

// combined applies an operator to the bits of two words.
func (c *compiler) combined(op Op, a, b []lit) []lit {
	switch op {
	case "+":
		sum, _ := c.Add(a, b, litFalse)
		return sum
	case "-":
		return c.Subtract(a, b)
	case "*":
		return c.Multiply(a, b)
	case "&":
		return c.eachBit(a, b, c.And)
	case "|":
		return c.eachBit(a, b, c.Or)
	case "xor":
		return c.eachBit(a, b, c.Xor)
	case "xnor", "<->":
		return c.eachBit(a, b, c.Equal)
	case "->":
		return c.eachBit(a, b, c.Implies)
	}
	return nil
}

// shifted returns a word shifted by an unsigned word or by a number, which must not be negative.
func (c *compiler) shifted(e *Expr, v, by *value) *value {
	how := aig.Left
	switch {
	case e.Op == ">>" && v.signed:
		how = aig.RightSigned
	case e.Op == ">>":
		how = aig.Right
	}
	var fails []failure
	amount := by.bits
	switch {
	case by.kind == valWord && by.signed, by.kind != valWord && by.kind != valInt:
		return c.bad(e.Args[1], "", "this is %s, where %s takes an integer or an unsigned word", typeName(by), e.Op)
	case by.kind == valInt && by.hi < 0:
		return c.bad(e.Args[1], "", "a shift by a negative number")
	case by.kind == valInt:
		sign := c.sign(by)
		fails = []failure{{sign, e.Args[1].Pos, "", "a shift by a negative number"}}
		amount = amount[:len(amount)-1]
	}
	return failing(&value{kind: valWord, signed: v.signed, bits: c.Shift(how, v.bits, amount)}, fails...)
}

// divided returns the quotient or the remainder of two words, rounded towards zero.
func (c *compiler) divided(e *Expr, v, by *value) *value {
	divide := c.Divide
	if v.signed {
		divide = c.DivideSigned
	}
	quotient, remainder := divide(v.bits, by.bits)
	w := &value{kind: valWord, signed: v.signed, bits: quotient}
	if e.Op == "mod" {
		w.bits = remainder
	}
	return failing(w, failure{c.Any(by.bits...).Not(), e.Pos, "", "division by zero"})
}
