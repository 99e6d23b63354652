// This file defines whether loops that count come to their end.

package code

import (
	"go/constant"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"
)

// An Ending says whether a loop is left by a test at some time.
type Ending uint8

const (
	// Undecided: what is tested is no counter, or data decide.
	Undecided Ending = iota
	// CountsToEnd: a counter comes to its bound. Of one of 64 bits that is so if no sum overflows.
	CountsToEnd
	// CountsForEver: the test never leaves the loop.
	CountsForEver
	// ComesRound: a counter may pass its bound when it overflows.
	ComesRound
)

// A count is a test of a counter: the loop goes on while what begins with start, and grows by step, is in a relation
// with a bound.
type count struct {
	op           token.Token
	start, bound *big.Int // nil if it is not known
	step         *big.Int
	min, max     *big.Int // of the type
	bits         int
}

// Ending reports whether the test at the end of a block leaves the loop at some time.
func (l *Loop) Ending(b *ssa.BasicBlock) Ending {
	e, known := l.endings[b]
	if !known {
		if c := l.count(b); c != nil {
			e = c.ending()
		}
		l.endings[b] = e
	}
	return e
}

// count returns the test of a counter with which a block leaves a loop; nil if it does not, or the counter does not
// grow by the same number in each iteration, or its bound may change.
func (l *Loop) count(b *ssa.BasicBlock) *count {
	test := l.comparison(b)
	if test == nil {
		return nil
	}
	v, bound, op := test.X, test.Y, test.Op
	if !l.Counted(v) {
		v, bound, op = bound, v, mirrored[op]
	}
	if !l.Blocks[b.Succs[0]] {
		op = opposite[op]
	}
	if i, ok := bound.(ssa.Instruction); ok && l.Blocks[i.Block()] {
		return nil
	}
	phi, plus := growing(v)
	if phi == nil || phi.Block() != l.Head {
		return nil
	}
	c := &count{op: op, bound: number(bound)}
	var starts []*big.Int
	for i, e := range phi.Edges {
		if !l.Blocks[phi.Block().Preds[i]] {
			starts = append(starts, number(e))
			continue
		}
		from, step := growing(e)
		if from != phi || c.step != nil && step.Cmp(c.step) != 0 {
			return nil
		}
		c.step = step
	}
	if c.step == nil || c.step.Sign() == 0 {
		return nil
	}
	c.limits(v.Type().Underlying().(*types.Basic).Kind())
	if len(starts) == 1 && starts[0] != nil {
		c.start = c.wrap(plus.Add(plus, starts[0]))
	}
	return c
}

var mirrored = map[token.Token]token.Token{token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ}

var opposite = map[token.Token]token.Token{token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL}

// number returns the number that a value is; nil if it is not a constant.
func number(v ssa.Value) *big.Int {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil {
		if n, ok := new(big.Int).SetString(constant.ToInt(c.Value).ExactString(), 10); ok {
			return n
		}
	}
	return nil
}

// Grows reports whether a value is a counter that begins with a number that is not negative, and gets greater only; of
// 64 bits if no sum overflows.
func Grows(v ssa.Value) bool {
	phi, plus := growing(v)
	if phi == nil || !IsInt(phi.Type()) {
		return false
	}
	if b, ok := phi.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Int && b.Kind() != types.Int64 {
		return false
	}
	for _, e := range phi.Edges {
		if n := number(e); n != nil {
			if n.Add(n, plus).Sign() < 0 {
				return false
			}
		} else if from, step := growing(e); from != phi || step.Sign() < 0 {
			return false
		}
	}
	return true
}

// growing returns the phi that a value is, or adds a constant to, and that constant.
func growing(v ssa.Value) (*ssa.Phi, *big.Int) {
	plus := new(big.Int)
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
		n := number(sum.Y)
		if n == nil {
			return nil, nil
		}
		if v, plus = sum.X, n; sum.Op == token.SUB {
			plus = new(big.Int).Neg(n)
		}
	}
	phi, _ := v.(*ssa.Phi)
	return phi, plus
}

// limits sets the least and the greatest number of a type.
func (c *count) limits(k types.BasicKind) {
	signed := true
	switch k {
	case types.Uint8, types.Uint16, types.Uint32, types.Uint, types.Uint64, types.Uintptr:
		signed = false
	}
	switch k {
	case types.Int8, types.Uint8:
		c.bits = 8
	case types.Int16, types.Uint16:
		c.bits = 16
	case types.Int32, types.Uint32:
		c.bits = 32
	default:
		c.bits = 64
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(c.bits))
	c.min, c.max = new(big.Int), all.Sub(all, big.NewInt(1))
	if signed {
		half := new(big.Int).Lsh(big.NewInt(1), uint(c.bits-1))
		c.min.Neg(half)
		c.max.Sub(half, big.NewInt(1))
	}
}

// wrap returns a number as the type has it.
func (c *count) wrap(n *big.Int) *big.Int {
	all := new(big.Int).Lsh(big.NewInt(1), uint(c.bits))
	return n.Add(n.Mod(n.Sub(n, c.min), all), c.min)
}

func (c *count) ending() Ending {
	switch {
	case c.op == token.EQL: // with the next number it is not
		return CountsToEnd
	case c.bound != nil && (c.op == token.LEQ && c.bound.Cmp(c.max) == 0 || c.op == token.GEQ && c.bound.Cmp(c.min) == 0):
		return CountsForEver
	case c.start != nil && c.bound != nil && c.bits <= 16:
		return c.followed()
	case c.op == token.NEQ:
		return c.meets()
	case (c.op == token.LSS || c.op == token.LEQ) != (c.step.Sign() > 0): // away from its bound
		return ComesRound
	}
	// Let it count up, to the last number with which the loop goes on.
	start, last, step, most := c.start, c.bound, c.step, c.max
	if step.Sign() < 0 {
		start, last, step, most = negated(start), negated(last), negated(step), negated(c.min)
	}
	strict := c.op == token.LSS || c.op == token.GTR
	if last == nil {
		if strict && step.Cmp(big.NewInt(1)) == 0 || c.bits == 64 && c.step.Sign() > 0 {
			return CountsToEnd
		}
		if c.bits == 64 && c.min.Sign() < 0 {
			return CountsToEnd
		}
		return ComesRound
	}
	if strict {
		last = new(big.Int).Sub(last, big.NewInt(1))
	}
	if new(big.Int).Add(last, step).Cmp(most) <= 0 {
		return CountsToEnd
	}
	if start != nil { // the first number behind the last one may be in range
		n := new(big.Int).Sub(last, start)
		if n.Sign() < 0 {
			return CountsToEnd
		}
		n.Add(n.Div(n, step), big.NewInt(1))
		if n.Add(n.Mul(n, step), start).Cmp(most) <= 0 {
			return CountsToEnd
		}
	}
	return ComesRound
}

func negated(n *big.Int) *big.Int {
	if n == nil {
		return nil
	}
	return new(big.Int).Neg(n)
}

// meets says whether a counter comes to a bound that is not passed.
func (c *count) meets() Ending {
	if c.step.CmpAbs(big.NewInt(1)) == 0 {
		return CountsToEnd
	}
	if c.start == nil || c.bound == nil {
		return ComesRound
	}
	way := new(big.Int).Sub(c.bound, c.start)
	if way.Sign()*c.step.Sign() >= 0 && new(big.Int).Rem(way, c.step).Sign() == 0 {
		return CountsToEnd
	}
	return ComesRound
}

// followed follows a counter of few bits until the loop is left, or it has come round.
func (c *count) followed() Ending {
	n := new(big.Int).Set(c.start)
	for range 1 << c.bits {
		cmp := n.Cmp(c.bound)
		var on bool
		switch c.op {
		case token.LSS:
			on = cmp < 0
		case token.LEQ:
			on = cmp <= 0
		case token.GTR:
			on = cmp > 0
		case token.GEQ:
			on = cmp >= 0
		case token.NEQ:
			on = cmp != 0
		}
		if !on {
			return CountsToEnd
		}
		n = c.wrap(n.Add(n, c.step))
	}
	return CountsForEver
}
