// This file measures queries of the shapes that statements of Boolean programs
// have, and the naive enumeration that they replace.

package allsat

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A statement is a question as images ask it. Valuations have four words: shared
// and local variables before the step, then both after it.
type statement struct {
	name     string
	relation *Formula
	unknown  []int
}

const (
	sharedAt, localAt         = 0, 64
	sharedNextAt, localNextAt = 128, 192
	statementWords            = 4
)

func statements() []statement {
	g := func(i int) *Formula { return Var(sharedAt + i) }
	l := func(i int) *Formula { return Var(localAt + i) }
	gn := func(i int) *Formula { return Var(sharedNextAt + i) }
	ln := func(i int) *Formula { return Var(localNextAt + i) }
	constrained := And(
		Eq(gn(0), Star()), Eq(ln(0), g(1)), Eq(ln(1), Star()),
		Or(And(gn(0), ln(1)), And(Not(gn(0)), Not(l(1))), And(g(2), ln(0))))
	var wide, free, linked []*Formula
	var targets, old []int
	for i := range 20 {
		wide = append(wide, Eq(ln(i), And(l(i), Or(g(i%5), Not(l((i+1)%20))))))
		targets = append(targets, localNextAt+i)
		old = append(old, localAt+i)
	}
	for i := range 10 {
		free = append(free, Eq(ln(i), Star()))
		linked = append(linked, Eq(ln(i), Xor(l(i), l((i+3)%10))))
	}
	free = append(free, Or(ln(0), And(ln(1), ln(2)), g(1)))
	linked = append(linked, Or(And(ln(0), ln(1), ln(2)), Xor(ln(3), And(ln(4), ln(5))), And(ln(6), Or(ln(7), ln(8)), ln(9))))
	swap := And(Eq(ln(0), l(1)), Eq(ln(1), Xor(l(0), g(0))))
	return []statement{
		{"assume", And(g(0), Not(l(0))), nil},
		{"skip", Const(true), nil},
		{"x:=0", Not(gn(0)), []int{sharedNextAt}},
		{"x:=y", Eq(gn(0), l(1)), []int{sharedNextAt}},
		{"x:=*", Eq(gn(0), Star()), []int{sharedNextAt}},
		{"x:=choose", Eq(gn(0), Choose(And(l(0), g(1)), l(1))), []int{sharedNextAt}},
		{"x,y:=y,x^g", swap, []int{localNextAt, localNextAt + 1}},
		{"3-constrain", constrained, []int{sharedNextAt, localNextAt, localNextAt + 1}},
		{"pre-x:=x&g", Eq(ln(0), And(l(0), g(0))), []int{localAt}},
		{"pre-x,y:=y,x^g", swap, []int{localAt, localAt + 1}},
		{"pre-x:=*", Eq(gn(0), Star()), []int{sharedAt}},
		{"20-targets", And(wide...), targets},
		{"10-linked", And(linked...), targets[:10]},
		{"10-free", And(free...), targets[:10]},
		{"pre-20", And(wide...), old},
	}
}

func randomVals(words int) [][]uint64 {
	r := rand.New(rand.NewPCG(1, 2))
	vals := make([][]uint64, 256)
	for i := range vals {
		for range words {
			vals[i] = append(vals[i], r.Uint64())
		}
	}
	return vals
}

func BenchmarkAppendModels(b *testing.B) {
	for _, st := range statements() {
		b.Run(st.name, func(b *testing.B) {
			q := Compile(st.relation, st.unknown)
			vals := randomVals(statementWords)
			var s Scratch
			var dst []uint64
			models := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				dst = q.AppendModels(dst[:0], vals[i%256], &s)
				models += len(dst) / statementWords
			}
			b.ReportMetric(float64(models)/float64(b.N), "models/op")
		})
	}
}

func BenchmarkCubes(b *testing.B) {
	for _, st := range statements() {
		b.Run(st.name, func(b *testing.B) {
			q := Compile(st.relation, st.unknown)
			vals := randomVals(statementWords)
			var s Scratch
			var dst []uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				dst = appendCubes(q, dst[:0], vals[i%256], &s)
			}
		})
	}
}

// naive is what the solver competes with: it evaluates the formula under every
// assignment of the unknown variables. The evaluator is a good one of its kind,
// recursive and without allocation.
func naive(f *Formula, unknown []int, dst, val []uint64) []uint64 {
	for n := range uint64(1) << len(unknown) {
		start := len(dst)
		dst = append(dst, val...)
		for i, v := range unknown {
			set(dst[start:], v, n>>i&1 != 0)
		}
		if !evalNaively(f, dst[start:]).May(true) {
			dst = dst[:start]
		}
	}
	return dst
}

func evalNaively(f *Formula, val []uint64) Value {
	switch f.op {
	case opConst:
		return ValueOf(f.v != 0)
	case opStar:
		return Both
	case opVar:
		return ValueOf(has(val, f.v))
	case opNot:
		return notValue(evalNaively(f.args[0], val))
	case opXor:
		return xorValue(evalNaively(f.args[0], val), evalNaively(f.args[1], val))
	case opIte:
		return iteValue(evalNaively(f.args[0], val), evalNaively(f.args[1], val), evalNaively(f.args[2], val))
	}
	v := One
	for _, a := range f.args {
		x := evalNaively(a, val)
		if f.op == opOr {
			x = notValue(x)
		}
		if v = andValue(v, x); v == Zero {
			break
		}
	}
	if f.op == opOr {
		v = notValue(v)
	}
	return v
}

func BenchmarkNaive(b *testing.B) {
	for _, st := range statements() {
		if len(st.unknown) > 10 {
			continue
		}
		b.Run(st.name, func(b *testing.B) {
			vals := randomVals(statementWords)
			var dst []uint64
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				dst = naive(st.relation, st.unknown, dst[:0], vals[i%256])
			}
		})
	}
}

// BenchmarkRoutes compares the ways to answer the same question.
func BenchmarkRoutes(b *testing.B) {
	for _, st := range statements() {
		if len(st.unknown) == 0 || len(st.unknown) > 6 {
			continue
		}
		for _, route := range []struct {
			name  string
			limit limits
		}{{"table", defaultLimits()}, {"sweep", limits{0, 6}}, {"search", limits{0, -1}}} {
			b.Run(st.name+"/"+route.name, func(b *testing.B) {
				q := compile(st.relation, st.unknown, route.limit)
				vals := randomVals(statementWords)
				var s Scratch
				var dst []uint64
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					dst = q.AppendModels(dst[:0], vals[i%256], &s)
				}
			})
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, st := range statements() {
		b.Run(st.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Compile(st.relation, st.unknown)
			}
		})
	}
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("%d-targets", n), func(b *testing.B) {
			var conjuncts []*Formula
			var unknown []int
			for i := range n {
				conjuncts = append(conjuncts, Eq(Var(n+i), And(Var(i), Or(Var((i+1)%n), Star()))))
				unknown = append(unknown, n+i)
			}
			f := And(conjuncts...)
			b.ReportAllocs()
			for b.Loop() {
				Compile(f, unknown)
			}
		})
	}
}
