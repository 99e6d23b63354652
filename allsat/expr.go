// This file defines Expr, a formula compiled for evaluation.

package allsat

import "sync"

// An Expr is a formula compiled for evaluation under complete valuations. It may
// be used by several goroutines at once.
type Expr struct {
	kind exprKind

	value Value // exprConst: the value

	word        int // exprVar: where the variable is
	shift, flip uint8

	in    layout   // exprTable: where the variables are
	table []uint64 // exprTable: a Value, two bits wide, for each of their valuations

	circuit   *circuit // exprCircuit
	zero, one wire
	words     sync.Pool // of *[]uint64, for sweeps of many nodes
}

type exprKind uint8

const (
	exprConst exprKind = iota
	exprVar
	exprTable
	exprCircuit
)

// A formula with at most this many variables becomes a table: a quarter of a
// kilobyte at most, and as fast to look up as its variables can be gathered.
const exprTableVars = 10

// CompileExpr compiles f.
func CompileExpr(f *Formula) *Expr { return compileExpr(f, exprTableVars) }

func compileExpr(f *Formula, tableVars int) *Expr {
	b := newBuilder(f.Vars())
	roots := []wire{b.formula(f.MayBe(false)), b.formula(f.MayBe(true))}
	t := newTracer(&b.circuit)
	c, roots := t.extract(roots, t.support(roots))
	zero, one := roots[0], roots[1]
	switch {
	case len(c.vars) == 0:
		e := &Expr{kind: exprConst}
		if zero == wireTrue {
			e.value |= Zero
		}
		if one == wireTrue {
			e.value |= One
		}
		return e
	case len(c.gates) == 0 && zero == one^1:
		v := c.vars[0]
		return &Expr{kind: exprVar, word: v / 64, shift: uint8(v % 64), flip: uint8(one & 1)}
	case len(c.vars) <= tableVars:
		// Interleave the two truth tables.
		zeros, ones := c.truthTable(roots[:1]), c.truthTable(roots[1:])
		n := 1 << len(c.vars)
		e := &Expr{kind: exprTable, in: newLayout(c.vars), table: make([]uint64, (n+31)/32)}
		for i := range n {
			v := zeros[i/64]>>(i%64)&1 | ones[i/64]>>(i%64)&1<<1
			e.table[i/32] |= v << (2 * (i % 32))
		}
		return e
	}
	return &Expr{kind: exprCircuit, circuit: c, zero: zero, one: one}
}

// Eval returns the set of values of the formula under val, which must have a
// word for each of its variables. The set is not empty.
func (e *Expr) Eval(val []uint64) Value {
	switch e.kind {
	case exprConst:
		return e.value
	case exprVar:
		return Zero << (uint8(val[e.word]>>(e.shift&63))&1 ^ e.flip)
	case exprTable:
		i := e.in.gather(val)
		return Value(e.table[i/32]>>(2*(i%32))) & Both
	}
	return e.sweep(val)
}

// sweep evaluates the circuit, in words on the stack if they are few.
func (e *Expr) sweep(val []uint64) Value {
	const few = 128
	n := e.circuit.nodes()
	if n <= few {
		var x [few]uint64
		return e.sweepIn(x[:n], val)
	}
	words, ok := e.words.Get().(*[]uint64)
	if !ok {
		words = new([]uint64)
		*words = make([]uint64, n)
	}
	v := e.sweepIn(*words, val)
	e.words.Put(words)
	return v
}

func (e *Expr) sweepIn(x, val []uint64) Value {
	for i, v := range e.circuit.vars {
		x[1+i] = -(val[v/64] >> (v % 64) & 1)
	}
	e.circuit.sweep(x)
	return Value(word(x, e.zero))&Zero | Value(word(x, e.one))&One
}
