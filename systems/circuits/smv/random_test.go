// This file compares circuits of random models with the interpreter: the same first states and
// the same steps.

package smv_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/smv"
)

// A generator writes random models.
type generator struct {
	*rand.Rand
	bools, ints, syms []string // what can be read
	inputs            []string // boolean inputs
	next              bool     // next(..) may be used
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// name returns a reference to one of the names, perhaps to its next value.
func (g *generator) name(list []string) string {
	s := g.pick(list...)
	if g.next && g.IntN(3) == 0 {
		return "next(" + s + ")"
	}
	return s
}

func (g *generator) boolean(depth int) string {
	if depth == 0 {
		if len(g.inputs) > 0 && g.IntN(5) == 0 {
			return g.pick(g.inputs...)
		}
		return g.pick(g.name(g.bools), g.name(g.bools), "TRUE", "FALSE")
	}
	a, b := func() string { return g.boolean(depth - 1) }, func() string { return g.boolean(depth - 1) }
	switch g.IntN(12) {
	case 0:
		return "!(" + a() + ")"
	case 1, 2:
		return "(" + a() + g.pick(" & ", " | ", " xor ", " xnor ", " <-> ", " -> ", " = ", " != ") + b() + ")"
	case 3:
		return "(" + a() + " & " + b() + " & " + g.boolean(0) + " | " + a() + ")"
	case 4, 5:
		return "(" + g.integer(depth-1) + g.pick(" < ", " <= ", " > ", " >= ", " = ", " != ") + g.integer(depth-1) + ")"
	case 6:
		return "(" + g.symbol(depth-1) + g.pick(" = ", " != ") + g.symbol(depth-1) + ")"
	case 7:
		return "(" + g.integer(depth-1) + " in " + g.pick("{0, 2}", "-1..1", "{1} union {-1, 2}", "{"+g.integer(0)+", "+g.integer(0)+"}") + ")"
	case 8:
		return "(" + g.symbol(depth-1) + " in {" + g.symbol(0) + ", b})"
	case 9:
		return "bool(" + g.integer(depth-1) + ")"
	case 10:
		return "(" + a() + " ? " + b() + " : " + a() + ")"
	}
	return "case " + a() + " : " + b() + "; " + a() + " : " + b() + "; TRUE : " + a() + "; esac"
}

func (g *generator) integer(depth int) string {
	if depth == 0 {
		return g.pick(g.name(g.ints), g.name(g.ints), "0", "1", "-1", "3")
	}
	a, b := func() string { return g.integer(depth - 1) }, func() string { return g.integer(depth - 1) }
	switch g.IntN(9) {
	case 0, 1:
		return "(" + a() + g.pick(" + ", " - ", " * ") + b() + ")"
	case 2:
		return "(" + a() + g.pick(" / ", " mod ") + g.pick("2", "3", "(-2)", "(1 + toint("+g.boolean(0)+"))") + ")"
	case 3:
		return "(- " + a() + ")"
	case 4:
		return g.pick("max", "min") + "(" + a() + ", " + b() + ")"
	case 5:
		return "abs(" + a() + ")"
	case 6:
		return "toint(" + g.boolean(depth-1) + ")"
	case 7:
		return "count(" + g.boolean(depth-1) + ", " + g.boolean(0) + ", TRUE)"
	}
	return "case " + g.boolean(depth-1) + " : " + a() + "; TRUE : " + b() + "; esac"
}

func (g *generator) symbol(depth int) string {
	if depth == 0 || g.IntN(2) == 0 {
		return g.pick(g.name(g.syms), "a", "b", "c")
	}
	return "case " + g.boolean(depth-1) + " : " + g.symbol(depth-1) + "; TRUE : " + g.symbol(depth-1) + "; esac"
}

// of returns an expression for a variable of a type, or a set.
func (g *generator) of(typ string, depth int) string {
	var e func(depth int) string
	var set []string
	switch typ {
	case "boolean":
		e, set = g.boolean, []string{"{TRUE, FALSE}"}
	case "{a, b, c}":
		e, set = g.symbol, []string{"{a, c}", "{b}", "{a, b, c}"}
	default:
		lo, hi, _ := strings.Cut(typ, "..")
		e = func(depth int) string {
			x := g.integer(depth)
			return "case " + x + " in " + typ + " : " + x + "; " + g.boolean(0) + " : " + lo + "; TRUE : " + hi + "; esac"
		}
		set = []string{typ, "{" + hi + ", " + lo + "}", lo + " union " + hi}
	}
	switch g.IntN(5) {
	case 0:
		return g.pick(set...)
	case 1:
		return "{" + e(depth) + ", " + e(depth-1) + "}"
	case 2:
		return "case " + g.boolean(depth-1) + " : " + g.pick(set...) + "; " + g.boolean(1) + " : " + e(depth) + "; TRUE : " + g.pick(set...) + " union {" + e(0) + "}; esac"
	}
	return e(depth)
}

// model returns a random model.
func (g *generator) model() string {
	var b strings.Builder
	types := []string{"boolean", "{a, b, c}", "-1..2", "0..2"}
	names := []string{"x", "y", "z"}
	typeOf := map[string]string{}
	g.bools, g.ints, g.syms, g.inputs = nil, nil, nil, nil
	b.WriteString("MODULE main\nVAR\n")
	bits := 0
	for i, name := range names {
		t := types[g.IntN(len(types))]
		if i == 0 {
			t = "boolean"
		}
		typeOf[name] = t
		fmt.Fprintf(&b, "  %s : %s;\n", name, t)
		if bits += 2; t == "boolean" {
			bits--
		}
	}
	g.bools = append(g.bools, "d", "s.out")
	g.ints = append(g.ints, "e")
	g.syms = append(g.syms, "a")
	for name, t := range typeOf {
		switch t {
		case "boolean":
			g.bools = append(g.bools, name)
		case "{a, b, c}":
			g.syms = append(g.syms, name)
		default:
			g.ints = append(g.ints, name)
		}
	}
	slices.Sort(g.bools)
	slices.Sort(g.ints)
	slices.Sort(g.syms)
	process := g.IntN(3) == 0
	array := bits < 5 && g.IntN(3) == 0
	constant := g.IntN(4) == 0
	fmt.Fprintf(&b, "  s : %ssub(x, %s, self);\n", map[bool]string{true: "process "}[process], g.pick("y", "d", "x"))
	if array {
		b.WriteString("  v : array 0..1 of boolean;\n")
		g.bools = append(g.bools, "v[0]", "v[1]", "v[toint(x)]")
	}
	if constant {
		b.WriteString("FROZENVAR k : 1..2;\n")
		g.ints = append(g.ints, "k")
	}
	fmt.Fprintf(&b, "DEFINE d := %s;\n  e := %s;\nCONSTANTS a, b, c;\n", g.pick("x", "!x", "x & s.q"), g.pick("3", "toint(x) - 1"))
	if g.IntN(2) == 0 {
		b.WriteString("IVAR i : boolean;\n")
		g.inputs = append(g.inputs, "i")
	}
	if process {
		g.inputs = append(g.inputs, "running", "s.running")
	}
	inputs := g.inputs
	for i, name := range names {
		g.inputs, g.next = nil, false
		if process && i == 0 && g.IntN(2) == 0 {
			continue
		}
		switch g.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "ASSIGN init(%s) := %s;\n", name, g.of(typeOf[name], 1))
		case 1:
			fmt.Fprintf(&b, "INIT %s;\n", g.boolean(2))
		}
		g.inputs = inputs
		if i == 0 || g.IntN(4) > 0 {
			g.next = g.IntN(5) == 0 // which may be circular
			fmt.Fprintf(&b, "ASSIGN next(%s) := %s;\n", name, g.of(typeOf[name], 2))
		}
	}
	g.inputs, g.next = nil, false
	if g.IntN(4) == 0 {
		fmt.Fprintf(&b, "INVAR %s;\n", g.boolean(2))
	}
	if array && g.IntN(2) == 0 {
		fmt.Fprintf(&b, "ASSIGN v[1] := %s;\n", g.pick("x", "!x & s.q", "{x, FALSE}"))
	}
	if g.IntN(3) == 0 {
		g.inputs, g.next = inputs, true
		fmt.Fprintf(&b, "TRANS %s;\n", g.boolean(3))
	}
	assign := "next(p) := case q : !p; TRUE : {p, r}; esac;"
	if !process || typeOf["y"] != "boolean" {
		assign = ""
	}
	fmt.Fprintf(&b, "MODULE sub(p, r, up)\nVAR q : boolean;\nASSIGN init(q) := %s; next(q) := %s; %s\nDEFINE out := q & up.x;\n",
		g.pick("p", "FALSE", "{TRUE, FALSE}"), g.pick("!q", "p", "next(p)", "q xor p"), assign)
	return b.String()
}

// compare compares a circuit with the interpreter. It returns how many steps there are.
func compare(t *testing.T, src string, most int) (steps int, skipped bool) {
	f, err := smv.Parse("x.smv", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	m, err := smv.Compile(f, smv.Options{})
	if err != nil {
		if strings.Contains(err.Error(), "circular assignment") || strings.Contains(err.Error(), "assigned twice") {
			return 0, true
		}
		t.Fatalf("%v\n%s", err, src)
	}
	c := m.Circuit
	if len(c.Inputs) > most {
		return 0, true
	}
	w := newWorld(f)

	// What the circuit does, by simulation of all states and inputs.
	type triple struct{ from, inputs, to string }
	first, moves := map[string]bool{}, map[triple]bool{}
	sim := aig.NewSimulator(c)
	bit := func(n, i int) bool { return n>>i&1 != 0 }
	load := func(state, inputs int) {
		for i, l := range c.Latches {
			sim.Set(l.Lit, map[bool]uint64{true: 1}[bit(state, i)])
		}
		for i, l := range c.Inputs {
			sim.Set(l.Lit, map[bool]uint64{true: 1}[bit(inputs, i)])
		}
		sim.Eval()
	}
	all := func(list []aig.Lit) bool {
		return !slices.ContainsFunc(list, func(l aig.Lit) bool { return sim.Value(l)&1 == 0 })
	}
	shown := func(inputs bool) string {
		var b strings.Builder
		for i, v := range m.Vars {
			if (v.Class == "IVAR") == inputs && v.Class != "DEFINE" && !strings.HasSuffix(v.Name, "running") {
				fmt.Fprintf(&b, "%s=%s ", v.Name, strings.ToUpper(m.Value(i, func(l aig.Lit) bool { return sim.Value(l)&1 != 0 })))
			}
		}
		return b.String()
	}
	for state := range 1 << len(c.Latches) {
		load(state, 0)
		if !all(c.Constraints) {
			continue
		}
		from := shown(false)
		reset := true
		for i, l := range c.Latches {
			reset = reset && (l.Reset == l.Lit || (l.Reset == aig.True) == bit(state, i))
		}
		if reset && all(c.Initial) {
			first[from] = true
		}
		for inputs := range 1 << len(c.Inputs) {
			load(state, inputs)
			if !all(c.Steps) {
				continue
			}
			labels := shown(true)
			sim.Step()
			sim.Eval()
			if all(c.Constraints) {
				moves[triple{from, labels, shown(false)}] = true
			}
		}
	}

	// What the interpreter says of it.
	var valid []map[string]any
	w.each(false, func(state map[string]any) {
		if w.valid(state) {
			valid = append(valid, maps.Clone(state))
		}
	})
	wantFirst, wantMoves, known := map[string]bool{}, map[triple]bool{}, map[string]bool{}
	for _, now := range valid {
		known[w.text(now, false)] = true
		if w.first(now) {
			wantFirst[w.text(now, false)] = true
		}
		w.each(true, func(inputs map[string]any) {
			all := maps.Clone(now)
			maps.Copy(all, inputs)
			for _, then := range valid {
				if w.step(frame{all, then}) {
					wantMoves[triple{w.text(now, false), w.text(inputs, true), w.text(then, false)}] = true
				}
			}
		})
	}
	// Where a plain assignment chooses, its latch may have other values that are not reached.
	maps.DeleteFunc(moves, func(m triple, _ bool) bool { return !known[m.from] })
	if !maps.Equal(first, wantFirst) {
		t.Fatalf("first states %v, want %v\n%s", slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(wantFirst)), src)
	}
	for m := range wantMoves {
		if !moves[m] {
			t.Fatalf("no step %v\n%s", m, src)
		}
	}
	for m := range moves {
		if !wantMoves[m] {
			t.Fatalf("there is a step %v\n%s", m, src)
		}
	}
	return len(moves), false
}

func TestRandomModels(t *testing.T) {
	n := campaign.Size(t, 15, 3000)
	steps, skipped := 0, 0
	for seed := range uint64(n) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
		s, skip := compare(t, g.model(), 9)
		if steps += s; skip {
			skipped++
		}
	}
	if skipped > n/2 || steps < 10*n {
		t.Errorf("%d models, %d skipped, %d steps: too few to tell", n, skipped, steps)
	}
	t.Logf("%d models, %d skipped, %d steps", n, skipped, steps)
}

// deterministic returns a random formula of CTL that is one of LTL as well; it is about runs if
// runs is set.
func (g *generator) deterministic(depth int, runs bool) string {
	if depth == 0 && !runs {
		return "(" + g.boolean(1) + ")"
	}
	below := func() string { return g.deterministic(max(depth-1, 0), false) }
	switch g.IntN(8) {
	case 0:
		return "(" + g.deterministic(max(depth-1, 0), runs) + " & " + g.deterministic(max(depth-1, 0), runs) + ")"
	case 1:
		return "(" + g.boolean(1) + " -> " + g.deterministic(max(depth-1, 0), runs) + ")"
	case 2:
		return "AX " + below()
	case 3:
		return "! EF ! " + below()
	case 4:
		return "AF (" + g.boolean(1) + ")"
	case 5:
		return "A [" + below() + " U " + g.boolean(1) + "]"
	case 6:
		return "! E [(" + g.boolean(1) + ") U ! " + below() + "]"
	}
	return "AG " + below()
}

// TestRandomCTL compares the answers for formulas of CTL with those for the formulas of LTL that
// they are equivalent to.
func TestRandomCTL(t *testing.T) {
	n := campaign.Size(t, 200, 2000)
	verdicts := map[verdict.Verdict]int{}
	for seed := range uint64(n) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 2))}
		src := g.model()
		g.next, g.inputs = false, nil
		fair := ""
		if g.IntN(2) == 0 {
			fair = "MODULE fairness(m) FAIRNESS m.x " + g.pick("&", "|", "<->") + " m.s.q\n"
			src = strings.Replace(src, "VAR\n", "VAR\n  f : fairness(self);\n", 1)
		}
		f := g.deterministic(3, true)
		// The second one is the same, and no formula of LTL.
		src = strings.Replace(src, "\nMODULE sub", "\nSPEC "+f+"\nSPEC "+f+" & (EF TRUE | AF FALSE)\nMODULE sub", 1) + fair
		m, err := check("x.smv", src, smv.Options{})
		if err != nil {
			if strings.Contains(err.Error(), "circular assignment") || strings.Contains(err.Error(), "assigned twice") {
				continue
			}
			t.Fatalf("%v\n%s", err, src)
		}
		if !ltl.Linear(m.Properties[0].Formula) || ltl.Linear(m.Properties[1].Formula) {
			t.Fatalf("%v is linear: %v\n%s", m.Properties[0].Formula, ltl.Linear(m.Properties[0].Formula), src)
		}
		m.Properties[0].Safety = false
		got, want := decide(t, m, m.Properties[0]), decide(t, m, m.Properties[1])
		if got != want {
			t.Fatalf("as LTL %v, as CTL %v\n%s", got, want, src)
		}
		verdicts[got]++
	}
	if verdicts[verdict.Safe] < n/10 || verdicts[verdict.Unsafe] < n/10 {
		t.Errorf("%v: too few to tell", verdicts)
	}
	t.Log(verdicts)
}
