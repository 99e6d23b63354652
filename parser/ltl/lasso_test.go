// This file defines tests of the judge of formulas against the definition of their meaning.

package ltl_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser/ltl"
)

// A meaning is the meaning of formulas on an infinite word as it is defined: by positions
// before and behind. What is behind is looked for as far as 8 times through the loop and
// further than any past of a formula of a test reaches.
type meaning struct {
	word  ltl.Word
	known map[*ltl.Formula]map[int]bool
}

func (m *meaning) holds(f *ltl.Formula, i int) bool {
	if v, ok := m.known[f][i]; ok {
		return v
	}
	v := m.evaluate(f, i)
	if m.known[f] == nil {
		m.known[f] = map[int]bool{}
	}
	m.known[f][i] = v
	return v
}

func (m *meaning) evaluate(f *ltl.Formula, i int) bool {
	period := m.word.Length - m.word.Loop
	end := max(i, m.word.Length+8*period) + period
	switch f.Op {
	case ltl.OpTrue:
		return true
	case ltl.OpAtom:
		for i >= m.word.Length {
			i -= period
		}
		return m.word.Value(f.Atom, i)
	case ltl.OpNot:
		return !m.holds(f.Left, i)
	case ltl.OpAnd:
		return m.holds(f.Left, i) && m.holds(f.Right, i)
	case ltl.OpOr:
		return m.holds(f.Left, i) || m.holds(f.Right, i)
	case ltl.OpNext:
		return m.holds(f.Left, i+1)
	case ltl.OpFinally:
		for j := i; j <= end; j++ {
			if m.holds(f.Left, j) {
				return true
			}
		}
		return false
	case ltl.OpGlobally:
		return !m.evaluate(ltl.Finally(ltl.Not(f.Left)), i)
	case ltl.OpUntil:
		for j := i; j <= end; j++ {
			if m.holds(f.Right, j) {
				return true
			}
			if !m.holds(f.Left, j) {
				return false
			}
		}
		return false
	case ltl.OpRelease:
		return !m.evaluate(ltl.Until(ltl.Not(f.Left), ltl.Not(f.Right)), i)
	case ltl.OpYesterday:
		return i > 0 && m.holds(f.Left, i-1)
	case ltl.OpWeakYesterday:
		return i == 0 || m.holds(f.Left, i-1)
	case ltl.OpOnce:
		for j := range i + 1 {
			if m.holds(f.Left, j) {
				return true
			}
		}
		return false
	case ltl.OpHistorically:
		return !m.evaluate(ltl.Once(ltl.Not(f.Left)), i)
	case ltl.OpSince:
		for j := i; j >= 0; j-- {
			if m.holds(f.Right, j) {
				return true
			}
			if !m.holds(f.Left, j) {
				return false
			}
		}
		return false
	case ltl.OpTriggered:
		return !m.evaluate(ltl.Since(ltl.Not(f.Left), ltl.Not(f.Right)), i)
	}
	panic("no linear formula")
}

func randomWord(r *rand.Rand, atoms int) ltl.Word {
	length := 1 + r.IntN(4)
	bits := r.Uint64()
	return ltl.Word{Length: length, Loop: r.IntN(length), Value: func(atom, position int) bool {
		return bits>>(position*atoms+atom)&1 != 0
	}}
}

func TestHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n, held := campaign.Size(t, 1000, 100000), 0
	for range n {
		f, w := random(r, 4, 2), randomWord(r, 2)
		m := meaning{w, map[*ltl.Formula]map[int]bool{}}
		want := m.holds(f, 0)
		for _, g := range []*ltl.Formula{f, ltl.Positive(f), ltl.Subformulas(f)[len(ltl.Subformulas(f))-1]} {
			if got := ltl.Holds(g, w); got != want {
				t.Fatalf("%s on %d positions, loop at %d: %t, want %t", g, w.Length, w.Loop, got, want)
			}
		}
		if ltl.Holds(ltl.Not(f), w) == want {
			t.Fatalf("%s and its negation are both %t", f, want)
		}
		if want {
			held++
		}
		// What a prefix says holds for each way to go on, and of a formula that is safe by its
		// syntax some prefix of the lasso says that it does not hold.
		prefix := ltl.Word{Length: w.Length, Loop: -1, Value: w.Value}
		if ltl.Holds(f, prefix) && !want {
			t.Fatalf("%s holds on the prefix of %d positions but not on the lasso", f, w.Length)
		}
		if ltl.Safe(f) && !want {
			period := w.Length - w.Loop
			long := ltl.Word{Length: w.Length + 20*period, Loop: -1, Value: func(atom, i int) bool {
				for i >= w.Length {
					i -= period
				}
				return w.Value(atom, i)
			}}
			if !ltl.Holds(ltl.Not(f), long) {
				t.Fatalf("%s is called safe, but no prefix refutes it", f)
			}
		}
	}
	if held < n/5 || held > 4*n/5 {
		t.Errorf("%d of %d formulas hold: too one-sided", held, n)
	}
}

func TestHoldsExamples(t *testing.T) {
	for _, x := range []struct {
		formula string
		trace   string // values of p; the loop begins at the (
		want    bool
	}{
		{"G F p", "1(01", true},
		{"F G p", "1(01", false},
		{"X p", "01", true},
		{"X X p", "01", false},    // nothing is known behind the end
		{"!(X X p)", "01", false}, // nor that
		{"G p", "111", false},
		{"F p", "001", true},
		{"p U !p", "110", true},
		{"Y p", "1", false},
		{"Z p", "1", true},
		{"F (p & Y Y Y Y p)", "(1000", true}, // only the second time through the loop
		{"F (p & Y Y Y p)", "(1000", false},
		{"G (p -> O !p)", "01", false},
		{"F (p & O !p)", "01", true},
		{"p", "", false},
		{"G !(p & Y H p)", "1(0", true},
		{"(X !p) V p", "110", true}, // the last p needs the position behind it
		{"(X !p) V p", "111", false},
	} {
		w := ltl.Word{Loop: -1}
		var values []bool
		for i, c := range x.trace {
			if c == '(' {
				w.Loop = i
				continue
			}
			values = append(values, c == '1')
		}
		w.Length = len(values)
		w.Value = func(_, i int) bool { return values[i] }
		f, err := ltl.Parse("test", x.formula, func(string) (*ltl.Formula, error) { return ltl.Atom(0), nil })
		if err != nil {
			t.Fatal(err)
		}
		if got := ltl.Holds(f, w); got != x.want {
			t.Errorf("%s on %s: %t, want %t", x.formula, x.trace, got, x.want)
		}
	}
}
