// This file defines words for the interpreter: numbers of any size, and arithmetic on them by package math/big. It knows
// nothing of circuits.

package smv_test

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ijit/ijit/systems/circuits/smv"
)

// A word is a value of a word type. Equal ones are ==.
type word struct {
	width  int
	signed bool
	number string // in its range
}

// newWord returns the word that is a number modulo 2^width.
func newWord(n *big.Int, width int, signed bool) word {
	size := new(big.Int).Lsh(big.NewInt(1), uint(width))
	n = new(big.Int).Mod(n, size)
	if half := new(big.Int).Rsh(size, 1); signed && n.Cmp(half) >= 0 {
		n.Sub(n, size)
	}
	return word{width, signed, n.String()}
}

func (x word) big() *big.Int {
	n, _ := new(big.Int).SetString(x.number, 10)
	return n
}

// unsigned returns the number that the bits are.
func (x word) unsigned() *big.Int { return newWord(x.big(), x.width, false).big() }

// String writes a word as NuSMV does.
func (x word) String() string {
	minus, digits := "", x.number
	if strings.HasPrefix(digits, "-") {
		minus, digits = "-", digits[1:]
	}
	letter := "u"
	if x.signed {
		letter = "s"
	}
	return fmt.Sprintf("%s0%sd%d_%s", minus, letter, x.width, digits)
}

// readWord returns the word that a constant is.
func readWord(text string) word {
	head, digits, _ := strings.Cut(text, "_")
	head, signed := strings.CutPrefix(head[1:], "s")
	head = strings.TrimPrefix(head, "u")
	base := map[byte]int{'b': 2, 'o': 8, 'd': 10, 'h': 16}[head[0]]
	digits = strings.ReplaceAll(digits, "_", "")
	n, _ := new(big.Int).SetString(digits, base)
	width := len(digits) * map[int]int{2: 1, 8: 3, 16: 4}[base]
	if len(head) > 1 {
		_, _ = fmt.Sscan(head[1:], &width)
	}
	return newWord(n, width, signed)
}

// wordOperation returns the value of a constant, or of an operator that is applied to words; nil for others.
func wordOperation(e *smv.Expr, arg func(int) any) any {
	switch e.Op {
	case "word":
		return readWord(e.Name)
	case "word1":
		n := big.NewInt(0)
		if arg(0).(bool) {
			n = big.NewInt(1)
		}
		return newWord(n, 1, false)
	case "uwconst", "swconst":
		return newWord(big.NewInt(int64(arg(0).(int))), arg(1).(int), e.Op == "swconst")
	case "!", "&", "|", "xor", "xnor", "->", "<->", "<", ">", "<=", ">=", "+", "-", "*", "/", "mod", "neg", "<<", ">>", "::",
		"bool", "toint", "signed", "unsigned", "sizeof", "extend", "resize", "[:]":
	default:
		return nil
	}
	x, ok := arg(0).(word)
	if !ok {
		return nil
	}
	a := x.big()
	switch e.Op {
	case "!":
		return newWord(a.Not(a), x.width, x.signed)
	case "neg":
		return newWord(a.Neg(a), x.width, x.signed)
	case "bool":
		return a.Sign() != 0
	case "toint":
		return int(a.Int64())
	case "sizeof":
		return x.width
	case "signed", "unsigned":
		return newWord(a, x.width, e.Op == "signed")
	case "extend":
		return newWord(a, x.width+arg(1).(int), x.signed)
	case "resize":
		width := arg(1).(int)
		if !x.signed || width >= x.width {
			return newWord(a, width, x.signed)
		}
		low := newWord(a, width-1, false).big() // 0 bits are 0
		if a.Sign() < 0 {
			low.Sub(low, new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
		}
		return newWord(low, width, true)
	case "[:]":
		high, low := arg(1).(int), arg(2).(int)
		return newWord(new(big.Int).Rsh(x.unsigned(), uint(low)), high-low+1, false)
	case "<<", ">>":
		const far = 5000
		by := uint(far)
		switch n := arg(1).(type) {
		case int:
			by = min(by, uint(n))
		case word:
			if n.big().IsUint64() {
				by = uint(min(n.big().Uint64(), far))
			}
		}
		if e.Op == "<<" {
			return newWord(a.Lsh(a, by), x.width, x.signed)
		}
		return newWord(a.Rsh(a, by), x.width, x.signed)
	case "::":
		y := arg(1).(word)
		return newWord(a.Or(a.Lsh(x.unsigned(), uint(y.width)), y.unsigned()), x.width+y.width, false)
	}
	for i := 1; i < len(e.Args); i++ {
		b := arg(i).(word).big()
		switch e.Op {
		case "<":
			return a.Cmp(b) < 0
		case ">":
			return a.Cmp(b) > 0
		case "<=":
			return a.Cmp(b) <= 0
		case ">=":
			return a.Cmp(b) >= 0
		case "+":
			a.Add(a, b)
		case "-":
			a.Sub(a, b)
		case "*":
			a.Mul(a, b)
		case "/":
			a.Quo(a, b)
		case "mod":
			a.Rem(a, b)
		case "&":
			a.And(a, b)
		case "|":
			a.Or(a, b)
		case "xor":
			a.Xor(a, b)
		case "xnor", "<->":
			a.Not(a.Xor(a, b))
		case "->":
			a.Or(a.Not(a), b)
		}
	}
	return newWord(a, x.width, x.signed)
}
