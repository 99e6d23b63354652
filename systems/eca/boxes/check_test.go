// This file defines tests of the checker: it accepts what the analyses find, and whatever it
// accepts of what was changed, the interpreter finds nothing against.

package boxes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

func parse(t *testing.T, text string) *eca.File {
	t.Helper()
	f, err := eca.Parse("test.c", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// copied returns an invariant of an analysis as one of the checker.
func copied(inv *reactive.Invariant) *Invariant {
	out := &Invariant{Vars: inv.Vars}
	for _, b := range inv.Boxes {
		var box []Set
		for _, s := range b {
			var set Set
			for _, x := range s {
				set = append(set, Interval{int64(x.Lo), int64(x.Hi)})
			}
			box = append(box, set)
		}
		out.Boxes = append(out.Boxes, box)
	}
	return out
}

func TestCheck(t *testing.T) {
	proofs, refuted, wrong := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 30, 3000)) {
		rng := rand.New(rand.NewPCG(seed, 4))
		size := family.ECASize{
			StyleB: rng.IntN(2) == 0, Variables: 1 + rng.IntN(4), Values: 2 + rng.IntN(3), Copies: rng.IntN(2) == 0,
			Rules: 4 + rng.IntN(25), Inputs: 1 + rng.IntN(4), Labels: 4, LabelsLast: rng.IntN(2) == 0, Seed: seed,
		}
		analysis := sets.Analyse
		if rng.IntN(2) == 0 {
			size.Sums, size.Products, analysis = rng.IntN(2), rng.IntN(2), reactive.Regions
		}
		text, _ := family.ECA(size)
		f := parse(t, text)
		r := analysis(t.Context(), f, reactive.Options{Invariant: true})
		safe, unsafe := map[*eca.Label]bool{}, map[*eca.Label]bool{}
		var inv *Invariant
		for i, a := range r.Labels {
			switch {
			case a.Verdict == verdict.Unsafe:
				unsafe[f.Labels[i]] = true
			case a.Invariant != nil:
				safe[f.Labels[i]], inv = true, copied(a.Invariant)
				if err := Check(t.Context(), f, inv, map[*eca.Label]bool{f.Labels[i]: true}); err != nil {
					t.Fatalf("seed %d: the invariant against %s: %v\n%s", seed, f.Labels[i].Name, err, text)
				}
				proofs++
			}
		}
		if inv == nil {
			continue
		}
		if len(unsafe) > 0 && Check(t.Context(), f, inv, unsafe) == nil {
			t.Fatalf("seed %d: labels that are reached are not\n%s", seed, text)
		}
		for range 4 {
			changed, claimed := mutated(rng, inv), safe
			if rng.IntN(4) > 0 {
				claimed = nil
			}
			err := Check(t.Context(), f, changed, claimed)
			found := violation(rng, f, changed, claimed)
			switch {
			case err == nil && found != "":
				t.Fatalf("seed %d: accepted, but %s\n%v\n%s", seed, found, changed.Boxes, text)
			case err != nil && found != "":
				refuted++
			case err != nil:
				wrong++ // or the interpreter was not lucky
			}
		}
	}
	if proofs < 50 || refuted < 50 || wrong*5 > refuted {
		t.Errorf("%d proofs, %d changed ones refuted, %d rejected without a counterexample", proofs, refuted, wrong)
	}
}

// mutated returns an invariant with a box removed or a bound moved.
func mutated(rng *rand.Rand, inv *Invariant) *Invariant {
	out := &Invariant{Vars: inv.Vars, Boxes: slices.Clone(inv.Boxes)}
	i := rng.IntN(len(out.Boxes))
	if rng.IntN(2) == 0 || len(inv.Vars) == 0 {
		out.Boxes = slices.Delete(out.Boxes, i, i+1)
		return out
	}
	box := slices.Clone(out.Boxes[i])
	k := rng.IntN(len(box))
	s := slices.Clone(box[k])
	if by := int64(1 - 2*rng.IntN(2)); rng.IntN(2) == 0 {
		s[0].lo = min(max(s[0].lo+by, integers()[0].lo), s[0].hi)
	} else {
		n := len(s) - 1
		s[n].hi = max(min(s[n].hi+by, integers()[0].hi), s[n].lo)
	}
	box[k] = s.normal()
	out.Boxes[i] = box
	return out
}

// violation looks for a turn that leaves an invariant or reaches a label, from states at the ends of
// its intervals and inside.
func violation(rng *rand.Rand, f *eca.File, inv *Invariant, claimed map[*eca.Label]bool) string {
	m := eca.NewMachine(f)
	check := func(s *eca.Step, from []int32) string {
		for _, r := range s.Reached {
			if claimed[r.Label] {
				return fmt.Sprintf("%s is reached from %v", r.Label.Name, from)
			}
		}
		inside := func(box []Set) bool {
			for i, v := range inv.Vars {
				if !one(int64(m.Values[v.ID])).within(box[i]) {
					return false
				}
			}
			return true
		}
		if s.Status == eca.Running && !slices.ContainsFunc(inv.Boxes, inside) {
			return fmt.Sprintf("%v leads to %v", from, m.Values)
		}
		return ""
	}
	if found := check(m.Start(func() (int32, bool) { return f.Alphabet[0], true }), nil); found != "" {
		return found
	}
	start := slices.Clone(m.Values)
	for _, box := range inv.Boxes {
		for range 100 {
			state := slices.Clone(start)
			for i, v := range inv.Vars {
				x := box[i][rng.IntN(len(box[i]))]
				state[v.ID] = int32([]int64{x.lo, x.hi, x.lo + rng.Int64N(x.hi-x.lo+1), min(x.lo+rng.Int64N(400), x.hi), max(x.hi-rng.Int64N(400), x.lo)}[rng.IntN(5)])
			}
			for _, v := range f.Vars {
				if !slices.Contains(inv.Vars, v) && v.State && len(v.Values) > 0 {
					state[v.ID] = v.Values[rng.IntN(len(v.Values))]
				}
			}
			for _, input := range f.Alphabet {
				copy(m.Values, state)
				m.Read = 0
				if found := check(m.Turn(func() (int32, bool) { return input, true }), state); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

// TestForms checks invariants that people write, of programs with one form each.
func TestForms(t *testing.T) {
	loop := func(globals, body string) string {
		return globals + "\nint main() {\n  while (1) {\n    int input = __VERIFIER_nondet_int();\n" + body + "\n  }\n}\n"
	}
	for _, x := range []struct {
		globals, body string
		boxes         string // sets of the globals in order, boxes behind ";"
		want          string // of the message; "" for a proof
	}{
		{"int n = 0;", "if (input == 1 && n < 100) n = n + 2; if (n < 0) bad: assert(0);", "0..101", ""},
		{"int n = 0;", "if (input == 1 && n < 100) n = n + 2; if (n < 0) bad: assert(0);", "0..100", "not closed: from n = 99 with input 1 leads to n = 101"},
		{"int n = 0;", "if (input == 1 && n < 100) n = n + 2; if (n < 0) bad: assert(0);", "-1..101", "bad is reached from n = -1"},
		{"int n = 0;", "if (input == 1 && n < 100) n = n + 2; if (n < 0) bad: assert(0);", "1..101", "from the start of the program leads to n = 0"},
		// Remainders and quotients, of both signs.
		{"int n = -3;", "if (input == 1) n = (n * 7) % 10; if (n > 9) bad: assert(0);", "-9..9", ""},
		{"int n = -3;", "if (input == 1) n = (n * 7) % 10; if (n > 0) bad: assert(0);", "-9..0", ""},
		{"int n = -3;", "if (input == 1) n = (n * 7) % 10; if (n > 0) bad: assert(0);", "-8..0", "is in no box"},
		{"int n = 7;", "if (input == 1) n = n / 2; if (n == 2) bad: assert(0);", "0..1; 3; 7", ""},
		{"int n = 7;", "if (input == 1) n = n / -2; if (n == 2) bad: assert(0);", "-3; 0..1; 7", ""},
		// Bounds do not tell that a condition holds for all values, or for none.
		{"int n = 1;", "if (n - n == 0) { n = n % 50; } if (n < 0) bad: assert(0);", "0..50", ""},
		{"int n = 1;", "if (n - n > 0) bad: assert(0); if (n < 50) n = n + 1;", "1..50", ""},
		// Arithmetic wraps around.
		{"int n = 2147483646;", "if (input == 1) n = n + 1; if (n == 5) bad: assert(0);", "6..2147483647", "leads to n = -2147483648"},
		{"int n = 2147483646;", "if (input == 1 && n != 4) n = n + 1; if (n == 5) bad: assert(0);", "-2147483648..4 6..2147483647", ""},
		// Variables that are equal are not known as boxes, unless these are small.
		{"int a = 1; int b = 1;", "if (input == 1) a = 2; if (input == 2) a = 3; b = a; if (a != b) bad: assert(0);", "1 1; 2 2; 3 3", ""},
		{"int a = 1; int b = 1;", "if (input == 1) a = 2; if (input == 2) a = 3; b = a; if (a != b) bad: assert(0);", "1 1; 2 2", "is in no box"},
		// Inputs are kept, and compared.
		{"int a = 1;", "if (a == 3 && input == 4) bad: assert(0); if (input == 1 || input == 2) a = input;", "1..2", ""},
		{"int a = 1;", "if (a == 3 && input == 4) bad: assert(0); a = input;", "1..2", "leads to a = 3"},
		// All inputs count, not just those that the program names.
		{"int a = 1;", "if (a == 2) bad: assert(0); if (input != 7) a = 2;", "1", "with input"},
		// Nothing is said of a variable.
		{"int a = 1; int b = 1;", "if (a == 2) bad: assert(0); if (b == 3) b = input; if (b == 4) a = 1;", "1 *", ""},
		{"int a = 1; int b = 1;", "if (a == 2) bad: assert(0); if (b == 4) a = 2; if (input == 1) b = 4;", "1 *", "is in no box"},
	} {
		f := parse(t, loop(x.globals, x.body))
		inv := &Invariant{}
		var used []int
		for text := range strings.SplitSeq(x.boxes, ";") {
			fields := strings.Fields(text)
			if strings.Count(x.globals, "=") == 1 { // a set of several intervals
				fields = []string{text}
			}
			var box []Set
			used = nil
			for i, s := range fields {
				if s == "*" {
					continue
				}
				set, err := Parse(s)
				if err != nil {
					t.Fatal(err)
				}
				box, used = append(box, set), append(used, i)
			}
			inv.Boxes = append(inv.Boxes, box)
		}
		for _, i := range used {
			inv.Vars = append(inv.Vars, f.Vars[i])
		}
		err := Check(t.Context(), f, inv, map[*eca.Label]bool{f.Labels[0]: true})
		r, rejects := errors.AsType[*Rejected](err)
		if (err == nil) != (x.want == "") || err != nil && (!rejects || !strings.Contains(r.Reason, x.want)) {
			t.Errorf("%s %s: %s: %v, want %q", x.globals, x.body, x.boxes, err, x.want)
		}
	}
}

// TestLimits checks that the checker gives up.
func TestLimits(t *testing.T) {
	double := strings.Repeat("n = n + n; ", 60)
	f := parse(t, "int n = 1; int main() { while (1) { int input = __VERIFIER_nondet_int(); "+double+" if (n == 5) bad: assert(0); } }")
	inv := &Invariant{Vars: f.Vars[:1], Boxes: [][]Set{{integers()}}}
	if err := Check(t.Context(), f, inv, nil); err == nil || !strings.Contains(err.Error(), "too much is calculated") {
		t.Errorf("%v", err)
	}
}

// TestArithmetic checks that sets of results have all results, and that conditions are decided
// rightly.
func TestArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func() int64 {
		switch x := int64(rng.IntN(30) - 15); rng.IntN(4) {
		case 0:
			return integers()[0].hi - max(x, -x)
		case 1:
			return integers()[0].lo + max(x, -x)
		case 2:
			return int64(int32(rng.Uint32()))
		default:
			return x
		}
	}
	random := func() Set {
		var s Set
		for range 1 + rng.IntN(3) {
			x, y := some(), some()
			if rng.IntN(3) > 0 {
				y = min(x+rng.Int64N(5), integers()[0].hi)
			}
			s = append(s, Interval{min(x, y), max(x, y)})
		}
		return s.normal()
	}
	pick := func(s Set) int64 {
		x := s[rng.IntN(len(s))]
		return []int64{x.lo, x.hi, x.lo + rng.Int64N(x.hi-x.lo+1)}[rng.IntN(3)]
	}
	for range campaign.Size(t, 20000, 1000000) {
		x, y := random(), random()
		op := eca.Add + eca.Op(rng.IntN(5))
		if op >= eca.Div {
			if y = one(some()); y.least() == 0 {
				continue
			}
		}
		a, b := int32(pick(x)), int32(pick(y))
		var c int32
		switch op {
		case eca.Add:
			c = a + b
		case eca.Sub:
			c = a - b
		case eca.Mul:
			c = a * b
		case eca.Div:
			c = a / b
		default:
			c = a % b
		}
		if got := arithmetic(op, x, y); !one(int64(c)).within(got) {
			t.Fatalf("%d %v %d = %d is not in %v, from %v and %v", a, op, b, c, got, x, y)
		}
		rel := eca.Eq + eca.Op(rng.IntN(6))
		holds := [...]bool{a == b, a != b, a < b, a <= b, a > b, a >= b}[rel-eca.Eq]
		if got := compare(rel, x, y); got == yes && !holds || got == no && holds {
			t.Fatalf("%d %v %d: %v, from %v and %v", a, rel, b, got, x, y)
		}
		if one(int64(a)).within(satisfying(rel, int64(b))) != holds {
			t.Fatalf("%d %v %d: not as those that satisfy it", a, rel, b)
		}
		if in := one(int64(a)).within(y); in != one(int64(a)).meets(y) || in == one(int64(a)).within(x.minus(y)) || in != one(int64(a)).within(x.and(y)) {
			t.Fatalf("%d, %v and %v", a, x, y)
		}
	}
	for _, text := range []string{"", "x", "5..1", "3000000000", "1..x"} {
		if s, err := Parse(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
	if s, err := Parse("7 -3..-1 0"); err != nil || s.String() != "-3..0 7" {
		t.Errorf("%v, %v", s, err)
	}
}
