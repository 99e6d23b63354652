// This file tests expressions: how they bind, and that they print as they were
// read.

package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

var (
	dialects  = []Dialect{DialectSATABS, DialectBebop}
	operators = []BinaryOp{OpAnd, OpOr, OpXor, OpEq, OpNeq, OpImplies}
)

// parseExprs parses expressions over the variables a to e, all in one program.
func parseExprs(t testing.TB, d Dialect, texts []string) ([]Expr, *File) {
	t.Helper()
	src := "decl a, b, c, d, e; void main() begin\nassume(" + strings.Join(texts, ");\nassume(") + ");\nend"
	f, err := ParseFile("expr.bp", []byte(src), WithDialect(d))
	if err != nil {
		t.Fatal(err)
	}
	list := make([]Expr, len(texts))
	for i, s := range f.Main.Body {
		list[i] = s.Op.(*Assume).Cond
	}
	return list, f
}

// TestBinding compares how all pairs of operators bind with the tables of the
// two dialects, written down here once more.
func TestBinding(t *testing.T) {
	levels := map[Dialect]map[string]int{
		DialectSATABS: {"=>": 1, "=": 1, "!=": 1, "^": 2, "|": 3, "&": 4},
		DialectBebop:  {"=>": 1, "^": 2, "|": 3, "&": 4, "=": 5, "!=": 5},
	}
	right := map[string]bool{"=>": true, "=": true, "!=": true}
	for _, d := range dialects {
		var texts, want []string
		for _, o1 := range operators {
			for _, o2 := range operators {
				x, y := o1.String(), o2.String()
				texts = append(texts, fmt.Sprintf("!a %s b %s !c", x, y))
				l1, l2 := levels[d][x], levels[d][y]
				if l1 > l2 || l1 == l2 && !right[x] {
					want = append(want, fmt.Sprintf("(((!a) %s b) %s (!c))", x, y))
				} else {
					want = append(want, fmt.Sprintf("((!a) %s (b %s (!c)))", x, y))
				}
			}
		}
		texts = append(texts, "a ? b : c ? d : e", "a ? b ? c : d : e", "a => b ? c | d : !e ^ a", "!!a & !(b | c)", "a | (b | c) | d", "((a))")
		want = append(want, "(a ? b : (c ? d : e))", "(a ? (b ? c : d) : e)", "((a => b) ? (c | d) : ((!e) ^ a))",
			"((!(!a)) & (!(b | c)))", "((a | (b | c)) | d)", "a")
		list, _ := parseExprs(t, d, texts)
		for i, e := range list {
			if got := withoutPlaces(dumpExpr(e)); got != want[i] {
				t.Errorf("%v: %s is %s, want %s", d, texts[i], got, want[i])
			}
		}
	}
}

// withoutPlaces removes from a dump where variables were found.
func withoutPlaces(s string) string {
	for i := range 5 {
		s = strings.ReplaceAll(s, fmt.Sprintf("@g%d", i), "")
	}
	return s
}

// TestExprString prints and parses again all expressions of height 3 over few
// leaves, and many of height 4.
func TestExprString(t *testing.T) {
	a := &Ref{Name: "a"}
	leaves := []Expr{a, &Star{}}
	all := combine(leaves, leaves)
	higher := combine(all, leaves)
	if !testing.Short() {
		higher = append(higher, combine(all, all[len(all)/2:len(all)/2+campaign.Size(t, 6, 12)])...)
	}
	texts := make([]string, len(higher))
	for i, e := range higher {
		texts[i] = ExprString(e)
	}
	for _, d := range dialects {
		list, _ := parseExprs(t, d, texts)
		for i, e := range list {
			if got, want := withoutPlaces(dumpExpr(e)), dumpExpr(higher[i]); got != want {
				t.Fatalf("%v: %s is printed %s and read %s", d, want, texts[i], got)
			}
		}
	}
}

// combine returns all expressions with operands of xs and ys below the root,
// in either order.
func combine(xs, ys []Expr) []Expr {
	list := append([]Expr{&Lit{Value: true}}, xs...)
	for _, x := range xs {
		list = append(list, &Not{X: x})
		for _, y := range ys {
			for _, op := range operators {
				list = append(list, &Binary{Op: op, X: x, Y: y}, &Binary{Op: op, X: y, Y: x})
			}
			list = append(list, &Choose{X: x, Y: y})
			list = append(list, &Cond{If: x, Then: y, Else: y}, &Cond{If: y, Then: x, Else: y}, &Cond{If: y, Then: y, Else: x})
		}
	}
	return list
}

// TestExprStringMinimal tests that parentheses are left away where possible:
// without any pair of them the text means something else in one of the dialects.
func TestExprStringMinimal(t *testing.T) {
	leaves := []Expr{&Ref{Name: "a"}, &Ref{Name: "b"}}
	var texts, wants []string
	for _, e := range combine(combine(leaves[:1], leaves[1:]), leaves[1:]) {
		text := ExprString(e)
		if open := strings.IndexByte(text, '('); open >= 0 {
			end := strings.IndexByte(text, ')') // of the same pair: there is no deeper one
			if strings.Count(text, "(") == 1 {
				texts = append(texts, text[:open]+text[open+1:end]+text[end+1:])
				wants = append(wants, dumpExpr(e))
			}
		}
	}
	if len(texts) < 100 {
		t.Fatalf("only %d texts with parentheses", len(texts))
	}
	satabs, _ := parseExprs(t, DialectSATABS, texts)
	bebop, _ := parseExprs(t, DialectBebop, texts)
	for i, want := range wants {
		if withoutPlaces(dumpExpr(satabs[i])) == want && withoutPlaces(dumpExpr(bebop[i])) == want {
			t.Errorf("%s has parentheses that %s does not need", want, texts[i])
		}
	}
}

// TestDepth tests that there are limits, just there, and that they are errors.
func TestDepth(t *testing.T) {
	wrap := func(e string) string { return "decl a; void main() begin a := " + e + "; end" }
	nest := func(open, inner, end string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	for i, test := range []struct {
		name    string
		program func(n int) string
		most    int
		message string
	}{
		{"parentheses", func(n int) string { return wrap(nest("(", "a", ")", n-1)) }, maxDepth, "expression nested too deep (more than 10000 levels)"},
		{"schoose", func(n int) string { return wrap(nest("schoose[a,", "a", "]", n-1)) }, maxDepth, "expression nested too deep (more than 10000 levels)"},
		{"conditions", func(n int) string { return wrap(nest("a?a:", "a", "", n-1)) }, maxDepth, "expression nested too deep (more than 10000 levels)"},
		{"negations", func(n int) string { return wrap(nest("!", "a", "", n-1)) }, maxHeight, "expression nested too deep (more than 100000 levels)"},
		{"conjuncts", func(n int) string { return wrap(nest("a&", "a", "", n-1)) }, maxHeight, "expression nested too deep (more than 100000 levels)"},
		{"implications", func(n int) string { return wrap(nest("a=>", "a", "", n-1)) }, maxHeight, "expression nested too deep (more than 100000 levels)"},
		{"ifs", func(n int) string { return "void main() begin " + nest("if * then ", "skip", " fi", n) + " end" }, maxNesting, "statement nested too deep (more than 1000 levels)"},
		{"whiles", func(n int) string { return "void main() begin " + nest("while * do ", "skip", " od", n) + " end" }, maxNesting, "statement nested too deep (more than 1000 levels)"},
		{"atomics", func(n int) string { return "void main() begin " + nest("atomic {", "skip", "}", n) + " end" }, maxNesting, "statement nested too deep (more than 1000 levels)"},
	} {
		if !campaign.Due(t, i%3, 3) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			f, err := ParseFile("x.bp", []byte(test.program(test.most)))
			if err != nil {
				t.Fatal(err)
			}
			text := f.String()
			g, err := ParseFile("x.bp", []byte(text))
			if err != nil || g.String() != text || f.Check() != nil {
				t.Errorf("%d levels do not survive printing: %v", test.most, err)
			}
			_, err = ParseFile("x.bp", []byte(test.program(test.most+1))) // TestLong has far more levels
			if list, ok := err.(ErrorList); !ok || len(list) != 1 || list[0].Message != test.message {
				t.Errorf("one level more: %.200v", err)
			}
		})
	}
}
