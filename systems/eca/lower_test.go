// This file tests that the lowered program reaches the labels that the program reaches: on the
// suite, and on random programs.

package eca_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// lowered returns the Boolean program of a program. Its text is canonical.
func lowered(t *testing.T, f *eca.File) (*eca.Lowered, *parser.Program) {
	t.Helper()
	l := eca.Lower(f)
	p, err := parser.Parse(f.Name+".bp", l.Text, parser.Both)
	if err != nil {
		t.Fatalf("%v\n%s", err, l.Text)
	}
	var b bytes.Buffer
	if err := parser.Fprint(&b, p.File); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), l.Text) {
		t.Errorf("the text is not canonical:\n%s", l.Text)
	}
	for _, w := range p.File.Warnings {
		t.Errorf("%v", w)
	}
	return l, p
}

// reached returns the labels that a lowered program reaches.
func reached(t *testing.T, f *eca.File, p *parser.Program) []string {
	t.Helper()
	labels := map[int]string{}
	o := bebop.Options{All: true, Targets: []int{}}
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC {
			for _, l := range n.Stmt.Labels {
				labels[n.PC] = l.Name
				o.Targets = append(o.Targets, n.PC)
			}
		}
	}
	if len(labels) != len(f.Labels) {
		t.Errorf("%d labels of %d", len(labels), len(f.Labels))
	}
	r, err := bebop.Check(context.Background(), p, o)
	if err != nil || !r.Complete {
		t.Fatalf("%v: %v", err, r)
	}
	var names []string
	for _, f := range r.Findings {
		names = append(names, labels[f.PC])
	}
	slices.Sort(names)
	return names
}

// TestLowerSuite compares with what is known of the suite.
func TestLowerSuite(t *testing.T) {
	want := expected(t)
	for _, name := range []string{"Problem01.c", "Problem02.c", "Problem04.c", "Problem10.c", "Problem14.c"} {
		f := read(t, filepath.Join(suite, name))
		l, p := lowered(t, f)
		if len(l.Text) > 3*f.Lines*50 {
			t.Errorf("%s: %d bytes for %d lines", name, len(l.Text), f.Lines)
		}
		got := reached(t, f, p)
		for _, x := range f.Labels {
			_, unsafe := want[name+" "+x.Name]
			can := slices.Contains(got, x.Name)
			if unsafe && !can || can && !unsafe && len(l.Abstracted) == 0 {
				t.Errorf("%s: %s is reached: %v, want %v", name, x.Name, can, unsafe)
			}
		}
		t.Logf("%s: %d of %d labels, %d abstracted", name, len(got), len(f.Labels), len(l.Abstracted))
	}
}

// A writer makes up programs: some variables have constants only, others arithmetic.
type writer struct {
	*rand.Rand
	strings.Builder
	plain, numbers int
	styleB         bool
	blind          bool // where input is not declared
	keeps          bool // a global gets inputs
	labels         int
}

func (w *writer) oneOf(texts ...string) string { return texts[w.IntN(len(texts))] }

func (w *writer) plainVar() string  { return fmt.Sprintf("a%d", w.IntN(w.plain)) }
func (w *writer) numberVar() string { return fmt.Sprintf("n%d", w.IntN(w.numbers)) }

func (w *writer) atom() string {
	kind := w.IntN(10)
	if w.numbers == 0 {
		kind = min(kind, 6)
	}
	switch {
	case kind < 2 && w.keeps && w.IntN(2) == 0:
		if w.blind || w.IntN(2) == 0 {
			return fmt.Sprintf("(last == %d)", 1+w.IntN(4))
		}
		return fmt.Sprintf("(input %s last)", w.oneOf("==", "!="))
	case kind < 2 && !w.blind:
		return fmt.Sprintf("(input == %d)", 1+w.IntN(4))
	case kind < 4:
		return fmt.Sprintf("(%s == %d)", w.plainVar(), w.IntN(4))
	case kind < 5:
		return fmt.Sprintf("(%d != %s)", w.IntN(4), w.plainVar())
	case kind < 6:
		return fmt.Sprintf("(%s %s %s)", w.plainVar(), w.oneOf("==", "!="), w.plainVar())
	case kind < 7:
		return w.oneOf("!"+w.plainVar(), w.plainVar(), fmt.Sprintf("(%s <= %d)", w.plainVar(), w.IntN(4)))
	case kind < 9:
		return fmt.Sprintf("(%s %s %d)", w.numberVar(), w.oneOf("<", "<=", ">", ">=", "==", "!="), w.IntN(40)-20)
	default:
		return fmt.Sprintf("(%s %s %s)", w.number(1), w.oneOf("<", "<=", ">", ">=", "==", "!="), w.number(1))
	}
}

func (w *writer) cond(depth int) string {
	switch {
	case depth == 0 || w.IntN(3) == 0:
		return w.atom()
	case w.IntN(4) == 0:
		return "!(" + w.cond(depth-1) + ")"
	default:
		return "(" + w.cond(depth-1) + w.oneOf(" && ", " || ") + w.cond(depth-1) + ")"
	}
}

// number writes an expression with numbers.
func (w *writer) number(depth int) string {
	if depth == 0 || w.IntN(4) == 0 {
		return w.oneOf(w.numberVar(), w.numberVar(), fmt.Sprint(w.IntN(40)-20), fmt.Sprint(w.Int32()))
	}
	switch w.IntN(6) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", w.number(depth-1), w.oneOf("/", "%", "*"), w.oneOf("2", "3", "5", "10", "-7"))
	case 3:
		return fmt.Sprintf("(%s %s %d)", w.cond(1), w.oneOf("%", "*"), 2+w.IntN(3))
	}
	return "(" + w.number(depth-1) + w.oneOf(" + ", " - ") + w.number(depth-1) + ")"
}

func (w *writer) action() string {
	kind := w.IntN(8)
	if w.numbers == 0 {
		kind = min(kind, 4)
	}
	switch {
	case kind == 0 && !w.blind && w.IntN(4) == 0:
		return w.oneOf("unread = unread + input; ", "unread = input * 3; ", "if (zero == 1) { a0 = input / zero; } ")
	case kind < 2 && w.keeps:
		return "last = input; "
	case kind < 4:
		return fmt.Sprintf("%s = %d; ", w.plainVar(), w.IntN(4))
	case kind < 5:
		return w.oneOf(fmt.Sprintf("%s = %s; ", w.plainVar(), w.plainVar()), fmt.Sprintf("%s = %s; ", w.plainVar(), w.cond(1)))
	default:
		return fmt.Sprintf("%s = %s; ", w.numberVar(), w.number(3))
	}
}

// rules writes rules of a function; deeper ones may be called.
func (w *writer) rules(function, last int) {
	word := "if"
	for range 2 + w.IntN(5) {
		guard := w.cond(2)
		if w.styleB {
			guard = "cf == 1 && " + guard
		}
		fmt.Fprintf(w, "  %s (%s) {\n    ", word, guard)
		if w.IntN(5) == 0 {
			fmt.Fprintf(w, "if (%s) { %s } else { %s }\n    ", w.cond(1), w.action(), w.action())
		}
		for range w.IntN(4) {
			w.WriteString(w.action())
		}
		switch {
		case function < last && w.IntN(3) == 0:
			if w.styleB {
				fmt.Fprintf(w, "f%d(input);", function+1)
			} else {
				fmt.Fprintf(w, "return f%d(input);", function+1)
			}
		case w.styleB:
			w.WriteString("cf = 0; printf(\"%d\\n\", 26); fflush(stdout);")
		case w.IntN(5) > 0:
			fmt.Fprintf(w, "return %d;", 20+w.IntN(3))
		}
		w.WriteString("\n  }\n")
		if !w.styleB && w.IntN(3) > 0 {
			word = "else if"
		} else {
			word = "if"
		}
	}
}

// errors writes labels.
func (w *writer) errors() {
	for range 3 {
		fmt.Fprintf(w, "  if (%s) { error_%d: assert(0); }\n", w.cond(3), w.labels)
		w.labels++
	}
}

// program makes up a program.
func program(seed uint64, arithmetic bool) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 16)), plain: 3}
	w.styleB = w.IntN(2) == 0
	if arithmetic {
		w.numbers = 2
	}
	w.WriteString("extern int __VERIFIER_nondet_int();\nextern void exit(int);\n")
	for i := range w.plain {
		fmt.Fprintf(w, "int a%d = %d;\n", i, w.IntN(3))
	}
	for i := range w.numbers {
		fmt.Fprintf(w, "int n%d = %d;\n", i, w.IntN(40)-20)
	}
	w.WriteString("int unread = 0, zero = 0;\n")
	if w.keeps = seed%3 == 0; w.keeps {
		w.WriteString("int last = 0;\n")
	}
	kind := "int"
	if w.styleB {
		kind = "void"
		w.WriteString("int cf = 1;\nvoid errorCheck() {\n")
		w.blind = true
		w.errors()
		w.blind = false
		w.WriteString("}\n")
	}
	last := w.IntN(3)
	for i := last; i >= 0; i-- {
		fmt.Fprintf(w, "%s f%d(int input) {\n", kind, i)
		before := w.IntN(2) == 0
		if before && !w.styleB {
			w.errors()
		}
		w.rules(i, last)
		if !before && !w.styleB {
			w.errors()
		}
		if !w.styleB {
			w.WriteString("  return -2;\n")
		}
		w.WriteString("}\n")
	}
	w.WriteString("int main() {\n  int output = -1;\n  while (1) {\n    int input = __VERIFIER_nondet_int();\n")
	switch {
	case w.styleB:
		w.WriteString("    cf = 1; errorCheck();\n    if ((input != 1) && (input != 2) && (input != 3)) return -2;\n    f0(input);\n")
	case w.IntN(2) == 0:
		w.WriteString("    output = f0(input);\n    if (output == 21) a0 = 3;\n")
	default:
		w.WriteString("    if (input == 1) {} else if (input == 2) {} else { input = 3; }\n    output = f0(input);\n")
	}
	w.WriteString("  }\n}\n")
	return w.String()
}

// replayed checks the answers of two algorithms for all labels of a program. What leads to a label
// is never shorter than what is known; and no label is open that is known exactly.
func replayed(t *testing.T, seed int, text string, least map[string]int, exact bool) {
	t.Helper()
	m, err := systems.Read("random.c", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"bebop", "bfs"} {
		r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Properties {
			p := &r.Properties[i]
			n, can := least[p.Text]
			switch {
			case p.Verdict == systems.Safe && can,
				p.Verdict == systems.Unsafe && (can && len(p.Found.Inputs) < n || !can && exact),
				p.Verdict == systems.Unknown && exact,
				p.Verdict == systems.Unsafe && algorithm == "bebop" && exact && len(p.Found.Inputs) != n:
				t.Errorf("seed %d: %s says %v of %s, %d inputs; want %v, %d inputs\n%s", seed, algorithm, p.Verdict, p.Text, len(p.Found.Inputs), can, n, text)
			}
		}
	}
}

// TestLowerUnread checks that an input counts that nothing depends on.
func TestLowerUnread(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int();
int a = 1;
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (a == 2) error_1: assert(0);
    a = 2;
  }
}
`
	replayed(t, 0, text, map[string]int{"error_1": 2}, true)
}

// TestLowerKept checks globals that are assigned nothing but a variable of a function: the input,
// a parameter, a result.
func TestLowerKept(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int();
int last = 0, before = 0, other = 7;
int same(int x) { before = last; last = x; return x; }
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (before == 3 && last == 1 && input == 2) error_1: assert(0);
    if (other == 5 && last != 5) error_2: assert(0);
    if (other == 5 && input == 6) error_3: assert(0);
    other = same(input);
  }
}
`
	replayed(t, 0, text, map[string]int{"error_1": 3, "error_3": 2}, true)
}

// TestLowerLabels checks labels that are no words: those of two statements.
func TestLowerLabels(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int();
int a = 1;
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (a == 3) reach_error();
    if (a == 2 && input == 1) reach_error();
    end: assert(a != 2);
    a = 2;
  }
}
`
	replayed(t, 0, text, map[string]int{"reach_error:7": 2, "end": 1, "assert:8": 2}, true)
}

// TestLowerRandom compares with a search by the interpreter: what that reaches, the lowered
// program reaches, and no more if nothing is abstracted.
func TestLowerRandom(t *testing.T) {
	const maxStates = 400
	exact, proved := 0, 0
	for seed := range campaign.Size(t, 40, 20_000) {
		text := program(uint64(seed), seed%2 == 1)
		f, err := eca.Parse("random.c", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		l, p := lowered(t, f)
		got := reached(t, f, p)
		least, states := search(f, maxStates)
		for _, x := range f.Labels {
			_, can := least[x.Name]
			may := slices.Contains(got, x.Name)
			if can && !may || may && !can && len(l.Abstracted) == 0 && states < maxStates {
				t.Fatalf("seed %d: %s is reached: %v, want %v\n%s\n%s", seed, x.Name, may, can, text, l.Text)
			}
			if len(l.Abstracted) > 0 && !may {
				proved++
			}
		}
		if seed%4 < 2 {
			replayed(t, seed, text, least, len(l.Abstracted) == 0 && states < maxStates)
		}
		if len(l.Abstracted) == 0 && len(got) > 0 && len(got) < len(f.Labels) {
			exact++
		}
	}
	if exact < 10 || proved < 10 {
		t.Errorf("%d exact programs with labels of both kinds, %d labels proved by intervals", exact, proved)
	}
}

// TestLowerText checks the text: names that are keywords, procedures that would be threads,
// parameters, results, intervals and origins.
func TestLowerText(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int();
int end = 5;
int n = 0;
int quiet = 3;
int thread1(int od) {
  if (od == 1 && n < 100) {
    n = n + 1;
    end = 7;
    quiet = quiet + 1;
    return 2;
  } else if (od == 1 && end != 5)
    error_1: assert(0);
  return 1;
}
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    int output = thread1(input);
    if (output == 2) end = 5;
  }
}
`
	const want = `// x.c as a Boolean program.
decl {end} := 0; // end == 7
// n n_1 n_0: 00 is ..-1, 01 is 0, 10 is 1..99, 11 is 100..
decl n_1 := 0, n_0 := 1;
decl input := 0; // input == 2
decl output := 0; // output == 2
decl thread1_result := 0; // thread1_result == 2

void _thread1() begin
  // file x.c line 6 function thread1
  if !input & (!n_1 | !n_0) then
    // file x.c line 7 function thread1
    n_1, n_0, {end}, thread1_result := *, *, 1, 1 constrain n_1 & (n_0 | 'n_1) | !n_1 & (n_0 & 'n_1 & !'n_0 | !n_0 & !'n_1);
    // file x.c line 10 function thread1
    return;
  elsif !input & {end} then
    // file x.c line 12 function thread1
    error_1: assume(0);
  fi;
  // file x.c line 13 function thread1
  thread1_result := 0;
  // file x.c line 13 function thread1
  return;
end

void main() begin
  while 1 do
    // file x.c line 17 function main
    input := *;
    // file x.c line 18 function main
    _thread1();
    // file x.c line 18 function main
    output := thread1_result;
    // file x.c line 19 function main
    if output then
      // file x.c line 19 function main
      {end} := 0;
    fi;
  od;
end
`
	f, err := eca.Parse("dir/x.c", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, p := lowered(t, f)
	if d := diff(want, string(l.Text)); d != "" {
		t.Error(d)
	}
	var names []string
	for _, v := range l.Abstracted {
		names = append(names, v.Name)
	}
	if got := strings.Join(names, " "); got != "n" {
		t.Errorf("%s is abstracted", got)
	}
	for _, n := range p.Nodes {
		if n.Stmt == nil || n.Stmt.Origin == nil || n.Stmt.Origin.Line != 17 {
			continue
		}
		for bit, want := range []int32{1, 2} {
			globals := []int{0, 0, 0, bit, 0, 0}
			if got, ok := l.Input(n.Pos.Line, globals); !ok || got != want {
				t.Errorf("input %d, %v, want %d", got, ok, want)
			}
			if _, ok := l.Input(n.Pos.Line+1, globals); ok {
				t.Error("a comment reads an input")
			}
		}
	}
}

// diff returns the first line that differs, "" if none does.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		switch {
		case i >= len(w) || i >= len(g):
			return fmt.Sprintf("%d lines, want %d\n%s", len(g), len(w), got)
		case w[i] != g[i]:
			return fmt.Sprintf("line %d is %q, want %q\n%s", i+1, g[i], w[i], got)
		}
	}
	return ""
}
