// This file tests that an expression is refused exactly where the dialects read different
// functions and nothing says which is meant.

package parser

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// assumption is a program with one expression, in line 2.
func assumption(e string) string {
	return "decl a, b, c, d, e; void main() begin\nassume(" + e + ");\nend"
}

// refusals returns the messages about a program, which may have readings only.
func refusals(t *testing.T, src string, opts ...Option) ErrorList {
	t.Helper()
	_, err := ParseFile("x.bp", []byte(src), opts...)
	list, _ := errors.AsType[ErrorList](err)
	for _, d := range list {
		if !strings.HasPrefix(d.Message, "this has two readings") && d.Message != "too many errors" {
			t.Fatalf("%v\n%s", err, src)
		}
	}
	return list
}

// TestReadings compares, on all lists of up to three operators and on others, with the
// definition: the sets of values in all valuations, by all choices of each star.
func TestReadings(t *testing.T) {
	var texts []string
	var build func(text string, n int)
	build = func(text string, n int) {
		texts = append(texts, text)
		if n < 3 {
			for _, op := range operators {
				build(text+" "+op.String()+" "+string(rune('b'+n)), n+1)
			}
		}
	}
	build("a", 0)
	// Operands that are equal, constant, negated, chosen or lists themselves.
	operands := []string{"a", "!b", "*", "1", "(b & a = c)", "schoose[a & b = c, b ? a : c]"}
	for _, x := range operands {
		for _, y := range operands {
			for _, z := range operands {
				for _, op := range []string{"&", "|", "^", "=>"} {
					texts = append(texts, x+" "+op+" "+y+" = "+z, x+" != "+y+" "+op+" "+z)
				}
			}
			texts = append(texts, x+" & b = c ? "+y+" : "+x, "schoose["+x+", "+y+" = b | c]")
		}
	}
	satabs, _ := parseExprs(t, DialectSATABS, texts)
	bebop, _ := parseExprs(t, DialectBebop, texts)
	var offered []string
	refused := 0
	for i, text := range texts {
		differ := !equivalent(satabs[i], bebop[i])
		list := refusals(t, assumption(text))
		if differ != (len(list) == 1) {
			t.Errorf("%s: the dialects differ: %t, %d messages", text, differ, len(list))
		}
		if len(list) != 1 {
			continue
		}
		refused++
		for d, e := range []Expr{satabs[i], bebop[i]} {
			reading := ExprString(e)
			if !strings.Contains(list[0].Hint, fmt.Sprintf("%s (%v)", reading, dialects[d])) {
				t.Errorf("%s: the hint has no %s: %s", text, reading, list[0].Hint)
			}
			offered = append(offered, reading)
		}
	}
	if list := refusals(t, assumption(strings.Join(offered, ");\nassume("))); list != nil {
		t.Errorf("what hints offer is refused: %v", list)
	}
	if refused < 500 || refused > len(texts)-500 {
		t.Errorf("%d of %d expressions are refused", refused, len(texts))
	}
}

// equivalent compares the values of two expressions over a to e in all valuations.
func equivalent(x, y Expr) bool {
	for v := range 32 {
		if values(x, v) != values(y, v) {
			return false
		}
	}
	return true
}

// values returns the set of values of an expression: bit i says that it can be i.
func values(e Expr, valuation int) int {
	set := func(b bool) int {
		if b {
			return 2
		}
		return 1
	}
	both := func(x, y Expr, f func(x, y bool) int) (all int) {
		for i := range 2 {
			for j := range 2 {
				if values(x, valuation)>>i&1 == 1 && values(y, valuation)>>j&1 == 1 {
					all |= f(i == 1, j == 1)
				}
			}
		}
		return all
	}
	switch e := e.(type) {
	case *Lit:
		return set(e.Value)
	case *Star:
		return 3
	case *Ref:
		return set(valuation>>e.Var.Index&1 == 1)
	case *Not:
		return [4]int{0, 2, 1, 3}[values(e.X, valuation)]
	case *Cond:
		all := 0
		if values(e.If, valuation)&2 != 0 {
			all |= values(e.Then, valuation)
		}
		if values(e.If, valuation)&1 != 0 {
			all |= values(e.Else, valuation)
		}
		return all
	case *Choose:
		return both(e.X, e.Y, func(x, y bool) int {
			switch {
			case x:
				return 2
			case y:
				return 1
			}
			return 3
		})
	case *Binary:
		return both(e.X, e.Y, func(x, y bool) int {
			switch e.Op {
			case OpAnd:
				return set(x && y)
			case OpOr:
				return set(x || y)
			case OpEq:
				return set(x == y)
			case OpXor, OpNeq:
				return set(x != y)
			}
			return set(!x || y)
		})
	}
	panic(fmt.Sprintf("values of %T", e))
}

func TestReadingsText(t *testing.T) {
	want := `x.bp:2:18: this has two readings: satabs and bebop group its != differently
assume(!(a => b) != c | (d && c == b));
                 ^
hint: write !(a => b) != (c | ((d & c) = b)) (satabs) or (!(a => b) != c) | d & (c = b) (bebop), or choose by --dialect or by a first line such as // dialect: bebop`
	if got := refusals(t, assumption("!(a => b) != c | (d && c == b)")).Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReadingsEverywhere tests that an expression is looked at wherever one may stand.
func TestReadingsEverywhere(t *testing.T) {
	const e = "a & b = c"
	for _, s := range []string{
		"assume(%s);", "assert(%s);", "a := %s;", "a, b := c, %s;", "a := c constrain %s;", "a := c constrain 'a & b = c & (1 | (%s));",
		"if %s then skip; fi", "if c then skip; elsif %s then skip; fi", "while %s do skip; od", "a := f(%s);", "f(%s);",
		"start_thread f(%s);", "ASYNC_1: f(%s);", "return %s;", "a$ := %s;", "print(%s);", "atomic { a := %s; }", "assume(schoose[c, %s]);",
		"assume(b ? c : (%s));", "assume(!(!(%s)));",
	} {
		src := "decl b, c; void main() begin skip; end\nbool f(a) begin " + fmt.Sprintf(s, e) + " end"
		if list := refusals(t, src); len(list) != 1 || list[0].Pos.Line != 2 {
			t.Errorf("%s: %v", s, list)
		}
		for _, d := range dialects {
			if list := refusals(t, src, WithDialect(d)); list != nil {
				t.Errorf("%s, read as %v: %v", s, d, list)
			}
		}
	}
	if list := refusals(t, "decl b, c; void main() begin decl a; enforce "+e+"; skip; end"); len(list) != 1 {
		t.Errorf("enforce: %v", list)
	}
}

// TestReadingsChosen tests what says which dialect is meant, and what does not.
func TestReadingsChosen(t *testing.T) {
	const e = "assume(a == b && c == d);"
	const vars = "decl a, b, c, d;\n"
	for _, test := range []struct {
		name, src string
		want      string // the reading, "" for none
	}{
		{"nothing", vars + "void main() begin " + e + " end", ""},
		{"mark satabs", "// dialect: satabs\n" + vars + "void main() begin " + e + " end", "satabs"},
		{"mark bebop", "// dialect: bebop\n" + vars + "void main() begin " + e + " end", "bebop"},
		{"late mark", vars + "// dialect: bebop\nvoid main() begin " + e + " end", ""},
		{"header", "// automatically generated by CPROVER/SATABS\n" + vars + "void main() begin " + e + " end", "satabs"},
		{"late header", vars + "// automatically generated by CPROVER/SATABS\nvoid main() begin " + e + " end", ""},
		{"origin", vars + "void main() begin\n// file main.c line 58 function main\n" + e + " end", "satabs"},
		{"PC labels", vars + "void main() begin PC0: skip; l1: PC1: " + e + " PC2: if * then goto l1; fi; end", "satabs"},
		{"number labels", vars + "void main() begin 0: skip; 1: " + e + " end", "satabs"},
		{"not all PC labels", vars + "void main() begin PC0: skip; " + e + " end", ""},
		{"SLIC", vars + "void main() begin " + e + " SLIC_ERROR: skip; end", "bebop"},
		{"SLIC and start_thread", vars + "void main() begin " + e + " SLIC_ERROR: start_thread main(); end", ""},
		{"SLIC and PC labels", vars + "void main() begin PC0: " + e + " PC1: SLIC_ERROR: skip; end", "satabs"},
		// What people write, too, says nothing.
		{"start_thread", vars + "void main() begin start_thread main(); " + e + " end", ""},
		{"bool", vars + "void main() begin " + e + " end bool f() begin return T; end", ""},
		{"others", vars + "decl {x}; void main() begin enforce 1; dead a; print(b); {x} := schoose[F, ?]; " + e + " end", ""},
	} {
		list := refusals(t, test.src)
		if got := len(list) == 0; got != (test.want != "") {
			t.Errorf("%s: %v", test.name, list)
			continue
		}
		for _, d := range dialects {
			f := parseText(t, test.src, WithDialect(d))
			g, err := ParseFile("x.bp", []byte(test.src))
			if err == nil && (dumpFile(f) == dumpFile(g)) != (d.String() == test.want) {
				t.Errorf("%s: read as %v, want %s", test.name, g.Dialect, test.want)
			}
		}
	}
}

// TestReadingsMany tests the limits: on variables, on the work, and on messages.
func TestReadingsMany(t *testing.T) {
	program := func(n int, expr string) string {
		var b strings.Builder
		b.WriteString("decl x0")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, ", x%d", i)
		}
		return b.String() + ";\nvoid main() begin\n" + expr + "\nend"
	}
	// xs ^ x = y is the same either way.
	same := func(n int) string {
		var b strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&b, "x%d ^ ", i)
		}
		return fmt.Sprintf("assume(%sx%d = x0);", b.String(), n-1)
	}
	if list := refusals(t, program(maxTable, same(maxTable))); list != nil {
		t.Errorf("%d variables: %v", maxTable, list)
	}
	if list := refusals(t, program(maxTable+1, same(maxTable+1))); len(list) != 1 {
		t.Errorf("%d variables: %v", maxTable+1, list)
	}
	long := "assume(" + strings.Repeat("x1 ^ ", 50_000) + "x1 = x0);"
	if list := refusals(t, program(maxTable, same(maxTable)+long)); list != nil {
		t.Errorf("two variables, many times: %v", list)
	}
	if list := refusals(t, program(maxTable, strings.Repeat(same(maxTable)+"\n", 30))); len(list) == 0 {
		t.Error("there is no end of work")
	}
	differ := strings.Repeat("assume(x0 & x1 = x2);\n", 1000)
	list := refusals(t, program(3, differ))
	if len(list) < 20 || len(list) > 21 {
		t.Errorf("%d messages", len(list))
	}
	wide := "assume(" + strings.Repeat("x1 & ", 500) + "x1 = x0);"
	if list := refusals(t, program(2, wide)); len(list) != 1 || !strings.Contains(list[0].Hint, "(bebop)") || len(list[0].Hint) > 600 {
		t.Errorf("a long expression: %v", list)
	}
}

// TestReadingsInSuites tests that no program of the suites and of the examples is refused.
// One is: it was written to be.
func TestReadingsInSuites(t *testing.T) {
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil {
		t.Fatal(err)
	}
	files = append(append(files, suiteFiles(t, "*/*.bp")...), suiteFiles(t, "*/*/*.bp")...)
	if len(files) < 190 {
		t.Errorf("%d files", len(files))
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Base(name) == "prec.bp"
		if list := refusals(t, string(src)); (len(list) > 0) != want {
			t.Errorf("%s: %v", name, list)
		}
	}
}
