package word

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

type valuation map[Variable]uint64

func (v valuation) Value(x Variable) uint64                 { return v[x] }
func (v valuation) Element(x Variable, index uint64) uint64 { return v[x] + index }

// raw makes a term without any simplification, to be evaluated only.
func (t *Terms) raw(op Op, width int, args ...Term) Term {
	n := node{op: op, width: uint8(width)}
	for i, x := range args {
		*[]*Term{&n.a, &n.b, &n.c}[i] = x
	}
	return t.intern(n)
}

// random returns a term as it is simplified, and one that computes the same as it stands.
func random(t *Terms, rng *rand.Rand, vars []Variable, width, depth int) (made, plain Term) {
	if depth == 0 || rng.IntN(5) == 0 {
		if rng.IntN(2) == 0 {
			c := t.Const(width, rng.Uint64N(4)-1)
			return c, c
		}
		v := t.Var(vars[rng.IntN(len(vars))])
		if t.Width(v) == width {
			return v, v
		}
		op := []Op{ZExt, SExt}[rng.IntN(2)]
		if width < t.Width(v) {
			op = Trunc
		}
		return t.Make(op, width, v), t.raw(op, width, v)
	}
	sub := func(w int) (Term, Term) { return random(t, rng, vars, w, depth-1) }
	switch op := Op(rng.IntN(int(Read))); op {
	case Not, Neg:
		a, b := sub(width)
		return t.Make(op, width, a), t.raw(op, width, b)
	case ZExt, SExt:
		w := 1 + rng.IntN(width)
		a, b := sub(w)
		if w == width {
			return a, b
		}
		return t.Make(op, width, a), t.raw(op, width, b)
	case Trunc:
		w := min(width+2, MaxWidth)
		a, b := sub(w)
		if w == width {
			return a, b
		}
		return t.Make(op, width, a), t.raw(op, width, b)
	case Ite:
		c, d := sub(1)
		a, b := sub(width)
		x, y := sub(width)
		return t.Ite(c, a, x), t.raw(op, width, d, b, y)
	case Eq, ULt, SLt:
		w := 1 + rng.IntN(5)
		a, b := sub(w)
		x, y := sub(w)
		p, q := t.Binary(op, a, x), t.raw(op, 1, b, y)
		if width == 1 {
			return p, q
		}
		return t.Make(ZExt, width, p), t.raw(ZExt, width, q)
	case Const, Var:
		return random(t, rng, vars, width, 0)
	default:
		a, b := sub(width)
		x, y := sub(width)
		return t.Binary(op, a, x), t.raw(op, width, b, y)
	}
}

// TestTerms compares terms with what they were made of, and with their circuits.
func TestTerms(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		terms := NewTerms()
		vars := []Variable{terms.NewVariable("a", 1, false), terms.NewVariable("b", 3, true), terms.NewVariable("c", 5, false)}
		width := 1 + rng.IntN(6)
		made, plain := random(terms, rng, vars, width, 4)
		s := NewSolver(terms)
		for range 8 {
			v := valuation{vars[0]: rng.Uint64N(2), vars[1]: rng.Uint64N(8), vars[2]: rng.Uint64N(32)}
			want := terms.Eval(plain, v)
			if got := terms.Eval(made, v); got != want {
				t.Fatalf("seed %d: %s is %d, not %d, for %v", seed, terms.String(made), got, want, v)
			}
			var given []Term
			for x, value := range v {
				given = append(given, terms.Eq(terms.Var(x), terms.Const(terms.VariableWidth(x), value)))
			}
			is := terms.raw(Eq, 1, plain, terms.Const(width, want))
			if ok, err := s.Sat(t.Context(), append(given, is)...); !ok || err != nil {
				t.Fatalf("seed %d: the circuit of %s is not %d for %v", seed, terms.String(plain), want, v)
			}
			if s.Value(plain) != want {
				t.Fatalf("seed %d: the model gives %s another value than %d", seed, terms.String(plain), want)
			}
			if ok, err := s.Sat(t.Context(), append(given, terms.Not(is))...); ok || err != nil {
				t.Fatalf("seed %d: the circuit of %s is not only %d for %v", seed, terms.String(plain), want, v)
			}
			if len(s.Core(append(given, terms.Not(is))...)) == 0 {
				t.Fatalf("seed %d: nothing is to blame", seed)
			}
		}
	}
}

// TestSubstitute compares substitution with evaluation.
func TestSubstitute(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 2))
		terms := NewTerms()
		vars := []Variable{terms.NewVariable("a", 3, false), terms.NewVariable("b", 3, true)}
		x, _ := random(terms, rng, vars, 3, 3)
		y, _ := random(terms, rng, vars, 3, 3)
		z := terms.Substitute(func(v Variable) (Term, bool) { return y, v == vars[0] }).In(x)
		v := valuation{vars[0]: rng.Uint64N(8), vars[1]: rng.Uint64N(8)}
		w := valuation{vars[0]: terms.Eval(y, v), vars[1]: v[vars[1]]}
		if got, want := terms.Eval(z, v), terms.Eval(x, w); got != want {
			t.Fatalf("seed %d: %s with a = %s is %d, not %d", seed, terms.String(x), terms.String(y), got, want)
		}
	}
}

// TestParse: what is written of a term as C is read as one that computes the same.
func TestParse(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		terms := NewTerms()
		names := map[string]Variable{}
		var vars []Variable
		for i, width := range []int{1, 3, 8, 16, 32, 33, 64} {
			for _, signed := range []bool{false, true} {
				v := terms.NewVariable(fmt.Sprintf("f.x#%d[%d]", i, len(vars)), width, signed)
				names[terms.Name(v)] = v
				vars = append(vars, v)
			}
		}
		width := []int{1, 2, 8, 16, 32, 33, 64}[rng.IntN(7)]
		x, y := random(terms, rng, vars, width, 3)
		for _, x := range []Term{x, y} {
			if width > 1 {
				a := terms.Const(width, rng.Uint64N(3)-1)
				x = []Term{terms.Eq(x, a), terms.Binary(ULt, a, x), terms.Binary(SLt, x, a)}[rng.IntN(3)]
			}
			text := terms.String(x)
			got, err := terms.Parse(text, names)
			if err != nil {
				t.Fatalf("seed %d: %s: %v", seed, text, err)
			}
			divides := false
			terms.walk(x, map[Term]bool{}, func(y Term) {
				switch terms.Op(y) {
				case UDiv, URem, SDiv, SRem:
					divides = true // by 0 it depends on the type
				}
			})
			for range 20 {
				v := valuation{}
				for _, y := range vars {
					v[y] = rng.Uint64() & mask(terms.VariableWidth(y))
					if rng.IntN(2) == 0 {
						v[y] = (rng.Uint64N(5) - 2) & mask(terms.VariableWidth(y))
					}
				}
				if want := terms.Eval(x, v); terms.Eval(got, v) != want && !divides {
					t.Fatalf("seed %d: %s is %d, read %d with %v", seed, text, want, 1-want, v)
				}
			}
		}
	}
}

// TestNotParsed: what is no expression is refused where it is wrong.
func TestNotParsed(t *testing.T) {
	terms := NewTerms()
	names := map[string]Variable{"x": terms.NewVariable("x", 32, true)}
	for text, offset := range map[string]int{
		"": 0, "x <": 3, "x y": 2, "(x": 2, "z": 0, "x == 99999999999999999999": 5, "x ? 1": 5, "(_BitInt(99))x": 11, "xx": 0, "x = 1": 2,
	} {
		_, err := terms.Parse(text, names)
		e, ok := errors.AsType[*SyntaxError](err)
		if !ok || e.Offset != offset {
			t.Errorf("%q: %v (%+v), want an error at %d", text, err, e, offset)
		}
	}
}

// TestRefute asks for proofs of what is so and of what is not, and of the same questions as a solver.
func TestRefute(t *testing.T) {
	terms := NewTerms()
	s := NewSolver(terms)
	x, y := terms.Var(terms.NewVariable("x", 8, false)), terms.Var(terms.NewVariable("y", 8, false))
	less := terms.Binary(ULt, x, y)
	proved := 0
	for _, q := range [][]Term{
		{less, terms.Binary(ULt, y, x)},
		{less, terms.Eq(terms.Binary(Mul, x, x), y)},
		{less, terms.Eq(terms.Binary(URem, x, terms.Const(8, 5)), terms.Const(8, 5))},
		{less}, {False}, {True}, {},
	} {
		sat, err := s.Sat(t.Context(), q...)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Refute(t.Context(), q...)
		if sat == (err == nil) {
			t.Errorf("%v: satisfiable %v, and refuted: %v", q, sat, err)
		}
		if err == nil {
			proved++
		}
	}
	if proved != 3 {
		t.Errorf("%d questions are refuted", proved)
	}
}
