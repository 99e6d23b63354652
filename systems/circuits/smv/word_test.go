// This file compares words with those of the interpreter, whose arithmetic is that of package math/big.

package smv_test

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// A wordType is a type of words.
type wordType struct {
	width  int
	signed bool
}

func (t wordType) String() string {
	if t.signed {
		return fmt.Sprintf("signed word[%d]", t.width)
	}
	return fmt.Sprintf("unsigned word[%d]", t.width)
}

// A wordGenerator writes random expressions of words.
type wordGenerator struct {
	*rand.Rand
	names map[wordType][]string
	bools []string
	next  bool // next(..) may be used
	most  int  // width
}

func (g *wordGenerator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *wordGenerator) read(list []string) string {
	if s := g.pick(list...); !g.next || g.IntN(3) > 0 {
		return s
	} else {
		return "next(" + s + ")"
	}
}

// constant returns a constant, in any base.
func (g *wordGenerator) constant(t wordType) string {
	n := new(big.Int)
	for i := range t.width {
		n.SetBit(n, i, uint(g.IntN(2)))
	}
	letter := "s"
	if !t.signed {
		letter = g.pick("u", "")
	}
	base := g.pick("b", "o", "d", "h")
	switch base {
	case "d":
		w := newWord(n, t.width, t.signed)
		digits, minus := strings.CutPrefix(w.number, "-")
		text := fmt.Sprintf("0%sd%d_%s", letter, t.width, digits)
		if minus {
			return g.pick("(-"+text+")", strings.Replace(text, "_", "_-", 1))
		}
		return text
	case "b":
		digits := n.Text(2)
		if g.IntN(2) == 0 { // the width is that of the digits
			return "0" + letter + "b_" + strings.Repeat("0", t.width-len(digits)) + digits
		}
		return fmt.Sprintf("0%sb%d_%s_%s", letter, t.width, digits[:1], digits[1:])
	}
	return fmt.Sprintf("0%s%s%d_%s", letter, base, t.width, n.Text(map[string]int{"o": 8, "h": 16}[base]))
}

// someType returns any type.
func (g *wordGenerator) someType() wordType { return wordType{1 + g.IntN(g.most), g.IntN(2) == 0} }

// nonzero returns a word that is not zero.
func (g *wordGenerator) nonzero(t wordType, depth int) string {
	one := "uwconst(1, " + fmt.Sprint(t.width) + ")"
	if t.signed {
		one = "signed(" + one + ")"
	}
	x := g.word(t, depth)
	if g.IntN(2) == 0 {
		return "(" + x + " | " + one + ")"
	}
	return "(" + x + " = " + one + " - " + one + " ? " + one + " : " + x + ")"
}

// word returns an expression of a type.
func (g *wordGenerator) word(t wordType, depth int) string {
	if depth == 0 {
		if names := g.names[t]; len(names) > 0 && g.IntN(4) > 0 {
			return g.read(names)
		}
		return g.constant(t)
	}
	same := func() string { return g.word(t, depth-1) }
	switch g.IntN(14) {
	case 0, 1, 2:
		return "(" + same() + g.pick(" + ", " - ", " * ", " & ", " | ", " xor ", " xnor ", " -> ", " <-> ") + same() + ")"
	case 3:
		return "(" + same() + g.pick(" + ", " & ", " xor ", " | ", " xnor ") + same() + " + " + same() + ")"
	case 4:
		return "(" + same() + g.pick(" / ", " mod ") + g.nonzero(t, depth-1) + ")"
	case 5:
		return "(" + g.pick("- ", "! ") + same() + ")"
	case 6:
		by := g.pick(fmt.Sprint(g.IntN(t.width+2)), g.word(wordType{1 + g.IntN(g.most), false}, depth-1),
			"toint("+g.word(wordType{1 + g.IntN(min(g.most, 6)), false}, depth-1)+")")
		return "(" + same() + g.pick(" << ", " >> ") + by + ")"
	case 7:
		return "(" + g.boolean(depth-1) + " ? " + same() + " : " + same() + ")"
	case 8:
		return "case " + g.boolean(depth-1) + " : " + same() + "; " + g.boolean(0) + " : " + same() + "; TRUE : " + same() + "; esac"
	case 9:
		return fmt.Sprintf("resize(%s, %d)", g.word(wordType{1 + g.IntN(g.most), t.signed}, depth-1), t.width)
	case 10:
		if t.width > 1 {
			more := 1 + g.IntN(t.width-1)
			return fmt.Sprintf("extend(%s, %d)", g.word(wordType{t.width - more, t.signed}, depth-1), more)
		}
		n := map[bool]string{true: "-1", false: "1"}[t.signed]
		return map[bool]string{true: "swconst(", false: "uwconst("}[t.signed] + g.pick(n, "0") + ", " + fmt.Sprint(t.width) + ")"
	}
	// What follows is unsigned.
	e := ""
	switch g.IntN(4) {
	case 0:
		if t.width > 1 {
			low := 1 + g.IntN(t.width-1)
			e = "(" + g.word(wordType{t.width - low, g.IntN(2) == 0}, depth-1) + " :: " + g.word(wordType{low, g.IntN(2) == 0}, depth-1) + ")"
			break
		}
		e = "word1(" + g.boolean(depth-1) + ")"
	case 1:
		of := g.someType()
		if of.width < t.width {
			of.width = t.width
		}
		low := g.IntN(of.width - t.width + 1)
		e = fmt.Sprintf("(%s)[%d:%d]", g.word(of, depth-1), low+t.width-1, low)
	default:
		if t.signed {
			e = g.word(wordType{t.width, false}, depth-1)
		} else {
			return "unsigned(" + g.word(wordType{t.width, true}, depth-1) + ")"
		}
	}
	if t.signed {
		return "signed(" + e + ")"
	}
	return e
}

// boolean returns a boolean expression.
func (g *wordGenerator) boolean(depth int) string {
	if depth == 0 {
		if len(g.bools) == 0 {
			return g.pick("TRUE", "FALSE")
		}
		return g.read(g.bools)
	}
	t := g.someType()
	switch g.IntN(8) {
	case 0:
		return "(" + g.boolean(depth-1) + g.pick(" & ", " | ", " -> ", " xor ") + g.boolean(depth-1) + ")"
	case 1:
		return "bool(" + g.word(wordType{1, g.IntN(2) == 0}, depth-1) + ")"
	case 2:
		return "(" + g.word(t, depth-1) + " in {" + g.word(t, depth-1) + ", " + g.word(t, 0) + "} union " + g.word(t, 0) + ")"
	case 3:
		t.width = min(t.width, 20)
		return "(toint(" + g.word(t, depth-1) + g.pick(") < ", ") = ") + fmt.Sprint(g.IntN(3)) + " + sizeof(" + g.word(g.someType(), 0) + "))"
	}
	return "(" + g.word(t, depth-1) + g.pick(" = ", " != ", " < ", " <= ", " > ", " >= ") + g.word(t, depth-1) + ")"
}

// model returns a random model with words, and what may be asked about its states.
func (g *wordGenerator) model() (src, invariant string) {
	var b strings.Builder
	g.names, g.bools, g.next, g.most = map[wordType][]string{}, []string{"c"}, false, 3
	types := map[string]wordType{}
	declare := func(name string, t wordType) {
		types[name] = t
		g.names[t] = append(g.names[t], name)
	}
	declare("x", wordType{1 + g.IntN(2), g.IntN(2) == 0})
	declare("y", wordType{1 + g.IntN(2), g.IntN(2) == 0})
	fmt.Fprintf(&b, "MODULE main\nVAR x : %v; y : %v; c : boolean;\n", types["x"], types["y"])
	switch g.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "FROZENVAR k : word[1];\n")
		declare("k", wordType{1, false})
	case 1:
		fmt.Fprintf(&b, "VAR v : array 0..1 of signed word[1];\n")
		declare("v[0]", wordType{1, true})
		declare("v[word1(c)]", wordType{1, true})
		delete(types, "v[word1(c)]")
	case 2:
		fmt.Fprintf(&b, "VAR s : sub(%s, y);\n", g.word(types["x"], 1))
		declare("s.q", wordType{1, false})
		delete(types, "s.q")
	}
	d := g.someType()
	fmt.Fprintf(&b, "DEFINE d := %s;\n", g.word(d, 2))
	declare("d", d)
	delete(types, "d")
	states := maps.Clone(g.names)
	g.names = map[wordType][]string{} // a first value that depends on others may be circular
	for _, name := range slices.Sorted(maps.Keys(types)) {
		t := types[name]
		if g.IntN(3) == 0 && name != "k" {
			fmt.Fprintf(&b, "ASSIGN init(%s) := %s;\n", name, g.pick(g.word(t, 0), g.word(t, 1), "{"+g.constant(t)+", "+g.word(t, 1)+"}"))
		}
	}
	g.names = maps.Clone(states)
	if g.IntN(3) == 0 {
		fmt.Fprintf(&b, "INIT %s;\n", g.boolean(2))
	}
	if g.IntN(4) == 0 {
		fmt.Fprintf(&b, "INVAR %s;\n", g.boolean(2))
	}
	invariant = g.boolean(3)
	if g.IntN(2) == 0 {
		fmt.Fprintf(&b, "IVAR i : unsigned word[1];\n")
		g.names[wordType{1, false}] = append(g.names[wordType{1, false}], "i")
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		t := types[name]
		if g.IntN(4) > 0 && name != "k" {
			g.next = false
			e := g.word(t, 2)
			switch g.IntN(4) {
			case 0:
				e = "{" + e + ", " + g.word(t, 1) + "}"
			case 1:
				e = "case " + g.boolean(1) + " : " + e + "; TRUE : " + g.constant(t) + " union " + g.word(t, 1) + "; esac"
			}
			fmt.Fprintf(&b, "ASSIGN next(%s) := %s;\n", name, e)
		}
	}
	if g.IntN(4) == 0 {
		g.names, g.next = states, true
		fmt.Fprintf(&b, "TRANS %s;\n", g.boolean(2))
	}
	fmt.Fprintf(&b, "INVARSPEC %s;\nSPEC AG %s;\nSPEC ! EF ! %s & (EF TRUE | AF FALSE);\n", invariant, invariant, invariant)
	fmt.Fprintf(&b, "MODULE sub(p, r)\nVAR q : word[1];\nASSIGN next(q) := %s;\n", g.pick("p[0:0]", "q + unsigned(r[0:0])", "unsigned(p)[0:0] xor q"))
	return b.String(), invariant
}

// reached reports whether a state is reached in which an expression does not hold, by visiting all states.
func (w *world) reached(e *smv.Expr) bool {
	var valid []map[string]any
	w.each(false, func(state map[string]any) {
		if w.valid(state) {
			valid = append(valid, maps.Clone(state))
		}
	})
	seen := make([]bool, len(valid))
	var stack []int
	enter := func(i int) {
		if !seen[i] {
			seen[i] = true
			stack = append(stack, i)
		}
	}
	for i, state := range valid {
		if w.first(state) {
			enter(i)
		}
	}
	for len(stack) > 0 {
		at := valid[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if !w.eval(e, w.scopes[0], frame{now: at}).(bool) {
			return true
		}
		w.each(true, func(inputs map[string]any) {
			all := maps.Clone(at)
			maps.Copy(all, inputs)
			for i, then := range valid {
				if !seen[i] && w.step(frame{all, then}) {
					enter(i)
				}
			}
		})
	}
	return false
}

// TestRandomWords compares the first states, the steps, and the verdicts of random models with words with those of the interpreter.
func TestRandomWords(t *testing.T) {
	n := campaign.Size(t, 30, 2000)
	steps, skipped, verdicts := 0, 0, map[verdict.Verdict]int{}
	for seed := range uint64(n) {
		g := &wordGenerator{Rand: rand.New(rand.NewPCG(seed, 4))}
		src, _ := g.model()
		s, skip := compare(t, src, 9)
		steps += s
		if skip {
			skipped++
			continue
		}
		f, err := smv.Parse("x.smv", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		m, err := smv.Compile(f, smv.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := verdict.Safe
		spec := f.Modules[0].Sections
		for _, section := range spec {
			if section.Keyword == "INVARSPEC" && newWorld(f).reached(section.Expr) {
				want = verdict.Unsafe
			}
		}
		properties := m.Properties[:1]
		if m.Total {
			properties = m.Properties
		}
		for _, p := range properties {
			if got := decide(t, m, p); got != want {
				t.Fatalf("%s is %v, want %v\n%s", p.Text, got, want, src)
			}
		}
		verdicts[want]++
	}
	if skipped > n/2 || steps < 10*n || verdicts[verdict.Safe] < n/10 || verdicts[verdict.Unsafe] < n/10 {
		t.Errorf("%d models, %d skipped, %d steps, %v: too few to tell", n, skipped, steps, verdicts)
	}
	t.Logf("%d models, %d skipped, %d steps, %v", n, skipped, steps, verdicts)
}

// TestWideWords compares the values of expressions of words of up to 130 bits, in random states.
func TestWideWords(t *testing.T) {
	n := campaign.Size(t, 60, 3000)
	values := 0
	for seed := range uint64(n) {
		g := &wordGenerator{Rand: rand.New(rand.NewPCG(seed, 5)), names: map[wordType][]string{}, bools: []string{"c"}}
		g.most = []int{8, 33, 64, 130}[g.IntN(4)]
		var b strings.Builder
		b.WriteString("MODULE main\nVAR c : boolean;\n")
		types := map[string]wordType{}
		for _, name := range []string{"p", "q", "r"} {
			types[name] = g.someType()
			g.names[types[name]] = append(g.names[types[name]], name)
			fmt.Fprintf(&b, "  %s : %v;\n", name, types[name])
		}
		fmt.Fprintf(&b, "DEFINE e := %s;\n  f := %s;\n", g.word(types[g.pick("p", "q", "r")], 3), g.boolean(3))
		src := b.String()
		m, err := check("x.smv", src, smv.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		f, err := smv.Parse("x.smv", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		w, sim := newWorld(f), aig.NewSimulator(m.Circuit)
		for range 20 {
			for _, l := range m.Circuit.Latches {
				sim.Set(l.Lit, uint64(g.IntN(2)))
			}
			if g.IntN(4) == 0 { // the least and the greatest numbers
				bit := uint64(g.IntN(2))
				for _, l := range m.Circuit.Latches {
					sim.Set(l.Lit, bit)
				}
			}
			sim.Eval()
			now := map[string]any{}
			shown := map[string]string{}
			for i, v := range m.Vars {
				shown[v.Name] = m.Value(i, func(l aig.Lit) bool { return sim.Value(l)&1 != 0 })
				if typ, ok := types[v.Name]; ok {
					digits, minus := strings.CutPrefix(shown[v.Name], "-")
					x := readWord(digits).big()
					if minus {
						x.Neg(x)
					}
					now[v.Name] = newWord(x, typ.width, typ.signed)
				}
			}
			now["c"] = shown["c"] == "TRUE"
			for _, name := range []string{"p", "q", "r", "e", "f"} {
				values++
				want := fmt.Sprint(w.eval(&smv.Expr{Op: "name", Name: name}, w.scopes[0], frame{now: now}))
				if got := shown[name]; !strings.EqualFold(got, want) {
					t.Fatalf("%s is %s, want %s, where %v\n%s", name, got, want, now, src)
				}
			}
		}
	}
	t.Logf("%d models, %d values", n, values)
}
