// This file tests the table of the documentation that says which algorithm takes which
// construct of the language: it is what the algorithms answer to a program with each.

package examples_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/systems"
)

// A construct is a row of the table: a program whose assertion fails by way of it if V is 0,
// and holds if V is 1.
type construct struct {
	name, initial, program string
}

// constructs lists the rows.
func constructs() []construct {
	return []construct{
		{"one thread", "", `
decl x;
void main() begin x := V; assert(x); end`},
		{"`start_thread f()`", "", `
decl x := 1;
void main() begin start_thread f(); assert(x); end
void f() begin x := V; end`},
		{"`start_thread goto`", "", `
decl x := 1;
void main() begin start_thread goto l; assert(x); end_thread; l: x := V; end`},
		{"any number of threads", "", `
decl x := 1;
void main() begin while * do start_thread f(); od assert(x); end
void f() begin x := V; end`},
		{"`--initial many`", "many", `
decl x := 1;
void main() begin assert(x); x := V; end`},
		{"threads by name", "", `
decl x;
void init() begin x := 1; end
void thread1() begin assert(x); end
void thread2() begin x := V; end`},
		{"atomic sections", "", `
decl x := 1;
void main() begin start_thread f(); assert(x); end
void f() begin atomic { x := V; x := !x; x := !x; } end`},
		{"`signal`", "", `
decl x := 1;
void main() begin start_thread f(); signal; assert(x); end
void f() begin wait; x := V; end`},
		{"`broadcast`", "", `
decl x := 1;
void main() begin start_thread f(); broadcast; assert(x); end
void f() begin wait; x := V; end`},
		{"`x$ := e`", "", `
void main() begin decl x := 1; start_thread goto l; x$ := V; end_thread; l: assert(x); end`},
		{"`x$ := e constrain c`, `$` in c", "", `
void main() begin decl x := 1; start_thread goto l; x$ := V constrain x$; end_thread; l: assert(x); end`},
		{"calls, one thread", "", `
void main() begin decl x; x := f(); assert(x); end
bool f() begin return V; end`},
		{"calls, several threads", "", `
decl x := 1;
void main() begin start_thread f(); assert(x); end
void f() begin g(); end
void g() begin x := V; end`},
		{"recursion, one thread", "", `
void main() begin decl x; x := f(); assert(x); end
bool f() begin decl r; if * then return V; fi r := f(); return r; end`},
		{"recursion, several threads", "", `
decl x := 1;
void main() begin start_thread f(); assert(x); end
void f() begin if * then f(); fi x := V; end`},
		{"recursion, threads by name", "", `
decl x;
void init() begin x := 1; end
void thread1() begin assert(x); end
void thread2() begin f(); end
void f() begin if * then f(); fi x := V; end`},
	}
}

// TestConstructs compares the table.
func TestConstructs(t *testing.T) {
	head := []string{fmt.Sprintf("%-31s", "")}
	rule := []string{strings.Repeat("-", 31)}
	auto, others := systems.Algorithms()[0], slices.DeleteFunc(slices.Clone(systems.Algorithms()[1:]), func(a systems.Algorithm) bool { return a.Formulas() })
	for _, a := range others {
		head = append(head, fmt.Sprintf("%-6s", a.Name))
		rule = append(rule, strings.Repeat("-", len(head[len(head)-1])))
	}
	rows := [][]string{head, rule}
	for _, c := range constructs() {
		row := []string{fmt.Sprintf("%-*s", len(head[0]), c.name)}
		if got := c.answer(t, auto.Name); got != "yes" {
			t.Errorf("%s: %s answers %s; the page says that it takes everything", c.name, auto.Name, got)
		}
		for i, a := range others {
			row = append(row, fmt.Sprintf("%-*s", len(head[i+1]), c.answer(t, a.Name)))
		}
		rows = append(rows, row)
	}
	var got strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&got, "| %s |\n", strings.Join(row, " | "))
	}
	const page = "../docs/language.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(got.String(), "\n")
	want := ""
	if i := strings.Index(string(text), first); i >= 0 {
		want, _, _ = strings.Cut(string(text[i:]), "\n\n")
	}
	if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got.String())); diff != "" {
		t.Errorf("the table of constructs in %s (-) is not what the algorithms answer (+):\n%s\nIt is now\n%s", page, diff, got.String())
	}
}

// answer returns what an algorithm makes of a construct: "yes" if it finds the error and
// proves a safe variant, "errors" if it finds the error, "proofs" if it proves the variant and never finds errors, "-"
// if it takes neither.
func (c construct) answer(t *testing.T, algorithm string) string {
	t.Helper()
	found := c.decides(t, algorithm, "0", systems.Unsafe)
	proved := c.decides(t, algorithm, "1", systems.Safe)
	switch {
	case found && proved:
		return "yes"
	case found:
		return "errors"
	case proved && slices.ContainsFunc(systems.Algorithms(), func(a systems.Algorithm) bool { return a.Name == algorithm && a.Proves }):
		return "proofs"
	case proved:
		t.Errorf("%s proves that there is no error, with %s, and does not find one", algorithm, c.name)
	}
	return "-"
}

func (c construct) decides(t *testing.T, algorithm, value string, want systems.Verdict) bool {
	t.Helper()
	m, err := systems.Read("x.bp", strings.NewReader(strings.ReplaceAll(c.program, "V", value)))
	if err != nil {
		t.Fatal(err)
	}
	o := systems.Options{Algorithm: algorithm, Initial: c.initial, SelfCheck: true}
	if algorithm == "bmc" || algorithm == "kind" {
		o.Bound = 15 // bmc ends with an error only, and kind where no path is longer
	}
	r, err := m.Check(context.Background(), o)
	if _, refused := err.(*systems.UsageError); refused {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != want && r.Verdict != systems.Unknown {
		t.Errorf("%s, %s: %s, want %s", c.name, algorithm, r.Verdict, want)
	}
	return r.Verdict == want
}
