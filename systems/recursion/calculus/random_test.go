// This file tests the evaluator, in all its ways, against the naive one on random
// systems of formulas.

package calculus

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A formulaSource writes random systems over bool, a range of three values and a
// record of both.
type formulaSource struct {
	*rand.Rand
	preds    []randomPred
	monotone bool // no negation above a predicate
	sign     string
	vars     []randomVar
	fresh    int
	bound    int // how many quantifiers are around
}

type randomPred struct {
	name   string
	sign   string
	params []string // types
}

type randomVar struct{ name, typ string }

const randomTypes = "enum E {1..3};\nclass C { bool a; E b; };\n"

// system writes a system with two relations that are given, A and B.
func (s *formulaSource) system() string {
	var b strings.Builder
	b.WriteString(randomTypes)
	types := []string{"bool", "E", "E", "C"}
	s.preds = []randomPred{{"A", "", []string{"E", "E"}}, {"B", "", []string{"C", "E"}}}
	n := 1 + s.IntN(4)
	for i := range n {
		p := randomPred{name: fmt.Sprint("P", i), sign: s.sign}
		if !s.monotone || s.sign == "" {
			p.sign = []string{"mu ", "mu ", "nu ", ""}[s.IntN(4)]
		}
		for range 1 + s.IntN(2) {
			p.params = append(p.params, types[s.IntN(len(types))])
		}
		s.preds = append(s.preds, p)
	}
	b.WriteString("bool A(E x, E y);\nbool B(C x, E y);\n")
	for i, p := range s.preds[2:] {
		s.vars = nil
		var params []string
		for j, t := range p.params {
			v := randomVar{fmt.Sprint("x", j), t}
			s.vars = append(s.vars, v)
			params = append(params, t+" "+v.name)
		}
		fmt.Fprintf(&b, "%sbool %s(%s) %s %s;\n", p.sign, p.name, strings.Join(params, ", "), s.hint(p), s.formula(3+s.IntN(2), i+2, true))
	}
	return b.String()
}

func (s *formulaSource) hint(p randomPred) string {
	if len(p.params) < 2 || s.IntN(2) == 0 {
		return ""
	}
	return "x0 " + []string{"<", ">", "~+", "~-"}[s.IntN(4)] + " x1"
}

// formula writes a formula. self is the predicate that it defines: one without sign
// only uses earlier ones.
func (s *formulaSource) formula(depth, self int, pos bool) string {
	if depth == 0 {
		return s.atom(self, pos)
	}
	f := func(pos bool) string { return s.formula(depth-1, self, pos) }
	switch k := s.IntN(19); {
	case k < 4:
		return "(" + f(pos) + " & " + f(pos) + ")"
	case k < 8:
		return "(" + f(pos) + " | " + f(pos) + ")"
	case k < 11 && s.bound < 2:
		s.bound++
		defer func() { s.bound-- }()
		s.fresh++
		v := randomVar{fmt.Sprint("y", s.fresh%3), []string{"bool", "E", "E", "C"}[s.IntN(4)]}
		s.vars = append(s.vars, v)
		defer func() { s.vars = s.vars[:len(s.vars)-1] }()
		word := []string{"exists", "exists", "forall"}[s.IntN(3)]
		bound := v.typ + " " + v.name
		if s.bound == 1 && s.IntN(2) == 0 {
			s.bound++
			defer func() { s.bound-- }()
			w := randomVar{fmt.Sprint("y", (s.fresh+1)%3), []string{"bool", "E"}[s.IntN(2)]}
			s.vars = append(s.vars, w)
			defer func() { s.vars = s.vars[:len(s.vars)-1] }()
			bound += ", " + w.typ + " " + w.name
		}
		return "(" + word + " " + bound + ". " + f(pos) + ")"
	case k == 11:
		return "(!" + f(!pos) + ")"
	case k == 12:
		return "(" + f(!pos) + " -> " + f(pos) + ")"
	case k == 13 && !s.monotone:
		return "(" + f(pos) + []string{" <-> ", " <+> ", " = "}[s.IntN(3)] + f(pos) + ")"
	case k == 14:
		cond := s.atom(self, pos)
		if s.monotone {
			cond = s.leaf(0)
		}
		if s.IntN(2) == 0 {
			return "(if (" + cond + ") " + f(pos) + " else " + f(pos) + ")"
		}
		return "case " + cond + " : " + f(pos) + "; true : " + f(pos) + "; esac"
	case k >= 15 && k < 18 && s.bound < 2:
		// A step along A, and something there.
		s.bound++
		defer func() { s.bound-- }()
		from := s.argument("E")
		s.vars = append(s.vars, randomVar{"z", "E"}, randomVar{"z", "E"}, randomVar{"z", "E"})
		defer func() { s.vars = s.vars[:len(s.vars)-3] }()
		return "(exists E z. A(" + from + ", z) & " + s.atom(self, pos) + ")"
	case k == 18:
		return "(" + f(pos) + " & " + f(pos) + " & " + f(pos) + ")"
	}
	return s.atom(self, pos)
}

func (s *formulaSource) atom(self int, pos bool) string {
	if s.IntN(3) == 0 {
		return s.leaf(0)
	}
	var can []randomPred
	for i, p := range s.preds {
		if i >= 2 && s.monotone && !pos {
			continue
		}
		if slices.Contains(p.params, "C") && len(s.terms("C")) == 0 {
			continue
		}
		if i < self || s.preds[self].sign != "" && p.sign != "" {
			can = append(can, p)
		}
	}
	p := can[s.IntN(len(can))]
	var args []string
	for _, t := range p.params {
		args = append(args, s.argument(t))
	}
	return p.name + "(" + strings.Join(args, ", ") + ")"
}

func (s *formulaSource) argument(t string) string {
	terms := s.terms(t)
	switch t {
	case "E":
		terms = append(terms, fmt.Sprint(1+s.IntN(3)))
	case "bool":
		terms = append(terms, "0", "true", s.leaf(1))
	}
	return terms[s.IntN(len(terms))]
}

// terms lists what is of a type in the variables.
func (s *formulaSource) terms(t string) []string {
	var out []string
	seen := map[string]bool{}
	for i := len(s.vars) - 1; i >= 0; i-- {
		v := s.vars[i]
		if seen[v.name] && v.name != "z" { // z counts thrice: it is used more often
			continue
		}
		seen[v.name] = true
		switch {
		case v.typ == t:
			out = append(out, v.name)
		case v.typ == "C" && t == "bool":
			out = append(out, v.name+".a")
		case v.typ == "C" && t == "E":
			out = append(out, v.name+".b")
		}
	}
	return out
}

// leaf writes a formula without predicates.
func (s *formulaSource) leaf(depth int) string {
	t := []string{"bool", "E", "C"}[s.IntN(3)]
	terms := s.terms(t)
	if len(terms) == 0 {
		return []string{"true", "0"}[s.IntN(2)]
	}
	x, y := terms[s.IntN(len(terms))], terms[s.IntN(len(terms))]
	switch t {
	case "bool":
		if depth == 0 || s.IntN(2) == 0 {
			return "(" + x + " != " + y + ")"
		}
		return x
	case "E":
		if s.IntN(2) == 0 {
			y = fmt.Sprint(1 + s.IntN(3))
		}
	}
	return "(" + x + []string{" = ", " != "}[s.IntN(2)] + y + ")"
}

func compileRandom(text string) (*syntax.File, *System, error) {
	f, err := syntax.Parse("random.mu", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	sys, err := Compile(f)
	return f, sys, err
}

// A comparison is a system with all that it needs.
type comparison struct {
	text     string
	asked    []string // predicates, in this order
	given    [][]int  // A
	records  map[any]bool
	frontier bool
	eager    bool // collect garbage whenever it is possible
	count    map[string]int
}

// random fills in random relations.
func (c *comparison) random(r *rand.Rand) {
	c.records = map[any]bool{}
	for a := 1; a <= 3; a++ {
		for b := 1; b <= 3; b++ {
			if r.IntN(3) == 0 {
				c.given = append(c.given, []int{a, b})
			}
			for _, x := range []int{0, 1} {
				if r.IntN(3) == 0 {
					c.records[refTuple{refRecord{[3]any{x, a}}, b}] = true
				}
			}
		}
	}
}

// want returns the values by the definition, up to the first that does not exist.
func (c *comparison) want(f *syntax.File) (values []map[any]bool, diverges bool) {
	ref := newReference(f)
	ref.frontier = c.frontier
	a := ref.preds["A"]
	a.value, a.known = map[any]bool{}, true
	for _, p := range c.given {
		a.value[refTuple{p[0], p[1]}] = true
	}
	ref.preds["B"].value, ref.preds["B"].known = c.records, true
	for _, name := range c.asked {
		set, err := ref.value(name)
		if err != nil {
			return values, true
		}
		values = append(values, set)
	}
	return values, false
}

// run compares all strategies with the definition.
func (c *comparison) run(t *testing.T) {
	t.Helper()
	f, sys, err := compileRandom(c.text)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.text)
	}
	want, diverges := c.want(f)
	for _, o := range []Options{
		{}, {Strategy: SemiNaive}, {Strategy: Definition},
		{Schedule: true}, {Strategy: SemiNaive, Schedule: true},
	} {
		e := NewEvaluator(sys, o)
		e.eager, e.frontier = c.eager, c.frontier
		if err := e.DefineTuples("A", c.given...); err != nil {
			t.Fatal(err)
		}
		if err := e.Define("B", recordRelation(c.records)); err != nil {
			t.Fatal(err)
		}
		for i, name := range c.asked {
			got, err := e.Value(name)
			if i == len(want) {
				var d *DivergenceError
				if !diverges || !errors.As(err, &d) {
					t.Fatalf("%+v: %s of %v: %v, but it does not converge\n%s", o, name, c.asked, err, c.text)
				}
				c.count["diverges"]++
				break
			}
			if err != nil {
				t.Fatalf("%+v: %s of %v: %v\n%s", o, name, c.asked, err, c.text)
			}
			set := map[any]bool{}
			for tuple := range got.All() {
				var values []any
				for _, v := range tuple {
					values = append(values, plain(v))
				}
				set[tupleOf(values)] = true
			}
			if !same(set, want[i]) || got.Count().Int64() != int64(len(set)) {
				t.Fatalf("%+v, frontier %v: %s of %v is\n%v, want\n%v; count %v\n%s", o, c.frontier, name, c.asked, set, want[i], got.Count(), c.text)
			}
			c.count["equal"]++
			if len(set) > 0 && len(set) < 4 {
				c.count["some"]++
			}
		}
		for _, p := range e.Profiles() {
			if p.Rounds > p.Evaluations+1 {
				c.count["many rounds"]++
			}
		}
	}
}

// TestRandom compares all predicates of random systems, asked for in any order.
func TestRandom(t *testing.T) {
	systems := campaign.Size(t, 300, 1500)
	count := map[string]int{}
	for seed := range systems {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		s := &formulaSource{Rand: r}
		switch seed % 4 {
		case 1:
			s.monotone, s.sign = true, "mu "
		case 2:
			s.monotone, s.sign = true, "nu "
		case 3:
			s.monotone = true
		}
		c := comparison{text: s.system(), frontier: seed%7 == 0, eager: seed%5 == 0, count: count}
		c.random(r)
		for _, i := range r.Perm(len(s.preds) - 2) {
			c.asked = append(c.asked, s.preds[i+2].name)
		}
		c.run(t)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(count)
	for _, what := range []string{"equal", "some", "diverges", "many rounds"} {
		if count[what] < systems/100 {
			t.Errorf("only %d cases of %q among %d systems: the test has lost its point", count[what], what, systems)
		}
	}
}

// TestCorners compares systems that random ones meet too rarely.
func TestCorners(t *testing.T) {
	count := map[string]int{}
	for name, c := range map[string]struct {
		text     string
		asked    string
		frontier bool
	}{
		"what is nested below a value that ended early": {`
			mu bool P(E x) x = 1 | (exists E y. Q(y) & A(y, x)) | Q(x);
			mu bool Q(E x) P(x) & (x != 1 | R(x));
			nu bool R(E x) P(x) & R(x);`, "P Q R", false},
		"nested twice, with a frontier": {`
			mu bool P(C x, bool y) P(x, x.a) | B(x, 3) | A(1, x.b) & y = 0 & !Q(x.b, x);
			mu bool Q(E x, C y) (P(y, y.a) & x != 1 & P(y, 0) | (exists E z. Q(y.b, y))) & (P(y, y.a) -> R(y));
			mu bool R(C x) (P(x, 0) & R(x)) | R(x) | Q(3, x) = Q(x.b, x);`, "P R Q", true},
		"what depends on a name only through one that is being evaluated": {`
			mu bool P(E x) 0;
			nu bool Q(bool x) R(2) | P(1);
			mu bool R(E x) Q(true);`, "Q P R", false},
		"the order in which lower fixpoints are met": {`
			mu bool S(E x) T(x) | U(x) | V(x);
			mu bool T(E x) V(x) & A(x, x) | S(x) & U(x);
			mu bool U(E x) V(x);
			nu bool V(E x) U(x);`, "S U V", false},
		"and in the other order": {`
			mu bool S(E x) T(x) & true | V(x);
			mu bool T(E x) U(x) & A(x, x) | S(x) & V(x);
			mu bool U(E x) V(x);
			nu bool V(E x) U(x);`, "S U V", false},
		"a plain predicate between fixpoints": {`
			bool P(E x) S(x) & !T(x);
			mu bool S(E x) x = 1 | (exists E y. (S(y) & A(y, x))) | P(x) | T(x);
			mu bool T(E x) exists E y. S(y) & A(x, y) & (P(y) | y = 1);`, "P T S", false},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(40) {
				c := comparison{
					text:  randomTypes + "bool A(E x, E y);\nbool B(C x, E y);\n" + c.text,
					asked: strings.Fields(c.asked), frontier: c.frontier, eager: seed%2 == 0, count: count,
				}
				c.random(rand.New(rand.NewPCG(seed, 8)))
				c.run(t)
			}
		})
	}
}

// plain turns a value into one of the reference's.
func plain(v Value) any {
	if v.Type.Kind != ClassType {
		return v.Int()
	}
	var r refRecord
	for i, f := range v.Type.Fields {
		part, _ := v.Field(f.Name)
		r.fields[i] = plain(part)
	}
	return r
}

// recordRelation builds a relation between a record and a number.
func recordRelation(set map[any]bool) func(*Formals) bdd.Node {
	return func(f *Formals) bdd.Node {
		m := f.Manager()
		rel := bdd.False
		for t := range set {
			tuple := t.(refTuple)
			c := tuple[0].(refRecord)
			bits := f.Vars(0)
			cube := bdd.Cube{{Var: bits[0], Value: c.fields[0] == 1}}
			n := c.fields[1].(int) - 1
			cube = append(cube, bdd.Literal{Var: bits[1], Value: n&2 != 0}, bdd.Literal{Var: bits[2], Value: n&1 != 0})
			rel = m.Or(rel, m.And(m.Cube(cube), f.Equal(1, tuple[1].(int))))
		}
		return rel
	}
}
