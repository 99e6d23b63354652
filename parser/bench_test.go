// This file measures the parser on generated programs.

package parser

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// template returns the program of the Bebop paper's figures: n procedures, of
// which each calls the next one twice or counts to eight, with comments as
// SATABS writes them.
func template(n int) []byte {
	var b strings.Builder
	b.WriteString("decl g; // LOCAL -- x == 1\n\nvoid main() begin\n  level1();\n  level1();\n  if (!g) then\n    reach: skip;\n  fi\nend\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\nvoid level%d() begin\n  decl a, b, c;\n", i)
		fmt.Fprintf(&b, "  // file driver.c line %d function level%d\n", 10*i, i)
		b.WriteString("  if (g) then\n    a, b, c := 0, 0, 0;\n    while (!a | !b | !c) do\n")
		b.WriteString("      if (!a) then\n        a := 1;\n      elsif (!b) then\n        a, b := 0, 1;\n")
		b.WriteString("      elsif (!c) then\n        a, b, c := 0, 0, 1;\n      else\n        skip; // done\n      fi\n    od\n  else\n")
		if i < n {
			fmt.Fprintf(&b, "    level%d();\n    level%d();\n", i+1, i+1)
		} else {
			b.WriteString("    skip;\n")
		}
		b.WriteString("  fi\n  g := !g;\nend\n")
	}
	return []byte(b.String())
}

// large returns a program of n procedures of half a kilobyte each, which have
// parameters, return values and an invariant, and call procedures far away.
func large(n int) []byte {
	var b strings.Builder
	b.WriteString("decl {x == 0}, {p->next != NULL}, locked, irql; // of the driver\n")
	for i := range n {
		fmt.Fprintf(&b, "\nbool<2> Driver_Dispatch_%d(request, {request->status == 0}) begin\n", i)
		b.WriteString("  decl done, {buffer[0] == NULL}; // locals\n  enforce !(done & locked & irql);\n")
		fmt.Fprintf(&b, "  // file driver.c line %d function Driver_Dispatch_%d\n", 10*i, i)
		b.WriteString("  l: if (request & !{request->status == 0} | *) then\n    done, {buffer[0] == NULL} := ")
		fmt.Fprintf(&b, "Driver_Dispatch_%d(!request, schoose[done, locked]);\n", (i*7919+1)%n)
		b.WriteString("    assume(done = {p->next != NULL}); // found\n    goto l, m;\n  elsif ({x == 0}) then\n")
		b.WriteString("    locked, irql := !irql, locked constrain ('locked | 'irql);\n  else\n    assert(locked != done);\n  fi\n")
		b.WriteString("  m: return done ? locked : irql, {buffer[0] == NULL};\nend\n")
	}
	b.WriteString("\nvoid main() begin\n  decl a, b;\n  a, b := Driver_Dispatch_0(a, b);\nend\n")
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	var spawn strings.Builder
	spawn.WriteString("decl b0, b1, b2;\nvoid main() begin\n")
	for i := range 60_000 {
		fmt.Fprintf(&spawn, "    // file ./main.c line %d function f\nPC%d: b0,b1,b2 := b1,*,* constrain\n    ((!'b0) | (!'b2)) & (b1 | (!b2));\n", i/3, i)
	}
	spawn.WriteString("end\n")
	for _, bench := range []struct {
		name string
		src  []byte
	}{
		{"procedures=800", template(800)},
		{"procedures=10000", template(10_000)},
		{"large procedures=10000", large(10_000)},
		{"statements=60000", []byte(spawn.String())},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseFile("bench.bp", bench.src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	f, err := ParseFile("bench.bp", template(10_000))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(f.String())))
	for b.Loop() {
		if err := Fprint(io.Discard, f); err != nil {
			b.Fatal(err)
		}
	}
}

// linear checks that work takes time linear in its size, whatever the machine: sixteen times
// the size takes less than 80 times as long, for caches and the garbage collector; quadratic
// time would be 256 times as long. What counts is the least of many tries, in which other
// processes were least in the way; a machine that is free needs one.
func linear(t *testing.T, size int, work func(size int) (run func())) {
	t.Helper()
	const most = time.Duration(1<<63 - 1)
	small, large := work(size), work(16*size)
	least, times := most, most
	for range 100 {
		for took, run := range map[*time.Duration]func(){&least: small, &times: large} {
			start := time.Now()
			run()
			*took = min(*took, time.Since(start))
		}
		if times < 80*least {
			return
		}
	}
	t.Errorf("size %d takes %v, sixteen times as much %v", size, least, times)
}

// TestLong parses long lines, lists, names and heaps of mistakes, in linear time.
func TestLong(t *testing.T) {
	in := func(text string) string { return "decl a; void main() begin " + text + " end" }
	repeat := func(text string) func(size int) string {
		return func(size int) string { return strings.Repeat(text, size/len(text)) }
	}
	distinct := func(format string, size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for i, test := range []struct {
		name    string
		text    func(size int) string
		message string // of the first error; "" if there is none
	}{
		{"statements", repeat("a:=!a;"), ""},
		{"blanks", repeat(" "), ""},
		{"comments", repeat("/**/ "), ""},
		{"labels", func(n int) string { return strings.Repeat("l:", n/2) + "skip;" }, ""},
		{"left sides", func(n int) string { return strings.Repeat("_,", n/4) + "a := " + strings.Repeat("0,", n/4) + "1;" }, ""},
		{"name", func(n int) string { return strings.Repeat("b", n) + " := 1;" }, "undeclared variable"},
		{"conjuncts", func(n int) string { return "a := a" + strings.Repeat("&a", n/2) + ";" }, "expression nested too deep"},
		{"mixed", func(n int) string { return "a := a" + strings.Repeat("&a=a", n/2) + ";" }, "expression nested too deep"},
		{"parentheses", func(n int) string { return "a := " + strings.Repeat("(", n) }, "expression nested too deep"},
		{"negations", func(n int) string { return "a := " + strings.Repeat("!", n) + "a" }, "expression nested too deep"},
		{"distinct labels", func(n int) string { return distinct("l%d: ", n) + "skip;" }, ""},
		{"distinct left sides", func(n int) string { return distinct("b%d, ", n) + "a := 1;" }, "1 value assigned to"},
		{"distinct declarations", func(n int) string { return "decl " + distinct("b%d, ", n) + "b; b := 1;" }, ""},
		{"distinct calls", func(n int) string { return distinct("f%d();", n) }, "unknown procedure f0"},
		{"distinct jumps", func(n int) string { return "l: goto " + distinct("l%d, ", n) + "l;" }, "undefined label l0"},
		{"undeclared", repeat("b:=c;"), "undeclared variable b"},
		{"undefined", repeat("goto l;"), "undefined label l"},
		{"braces", repeat("{"), "name in braces is not closed"},
		{"comment", func(n int) string { return "/*" + strings.Repeat("x ", n/2) }, "comment is not closed"},
		{"ifs", repeat("if * then "), "statement nested too deep"},
		{"ends", repeat("fi "), "unexpected \"fi\""},
		{"voids", repeat("void "), "unexpected \"void\""},
		{"declarations", repeat("decl "), "unexpected \"decl\""},
		{"number", func(n int) string { return "goto " + strings.Repeat("9", n) + ";" }, "undefined label 99"},
		{"name in braces", func(n int) string { return "{" + strings.Repeat("x ", n/2) + "} := 1;" }, "undeclared variable x x"},
		{"string of quotes", func(n int) string { return "a := " + strings.Repeat("'", n) + "a;" }, "unexpected \"'\""},
		{"balanced parentheses", func(n int) string {
			return "a := " + strings.Repeat("(", n/2) + "a" + strings.Repeat(")", n/2) + ";"
		}, "expression nested too deep"},
		{"choices", func(n int) string { return "a := " + strings.Repeat("schoose[a,", n/10) }, "expression nested too deep"},
		{"conditionals", func(n int) string { return "a := " + strings.Repeat("a?a:", n/4) + "a;" }, "expression nested too deep"},
		{"loops", repeat("while * do "), "statement nested too deep"},
		{"blocks", repeat("atomic {"), "statement nested too deep"},
		{"dead variables", func(n int) string { return "dead " + strings.Repeat("a,  ", n/4) + "a;" }, ""},
		{"garbage", repeat("@ "), "unexpected character '@'"},
		{"lines of garbage", repeat("( {\n"), "unexpected \"(\""},
	} {
		if !campaign.Due(t, i%6, 6) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			size := campaign.Size(t, 1<<12, 1<<16)
			if strings.HasPrefix(test.message, "expression nested") {
				size = 1 << 14 // sixteen times that is too deep
			}
			linear(t, size, func(n int) func() {
				src := []byte(in(test.text(n)))
				return func() {
					_, err := ParseFile("x.bp", src)
					var list ErrorList
					switch {
					case n == size && strings.Contains(test.message, "too deep"):
					case err == nil && test.message == "":
					case err == nil || test.message == "" || !errors.As(err, &list) || !strings.HasPrefix(list[0].Message, test.message):
						t.Errorf("error is %.300v, want %s", err, test.message)
					}
				}
			})
		})
	}
}

// TestLongProgram builds graphs of long programs, which must not take time quadratic
// in the source: an invariant of each of many statements, a goto to many labels, a
// list of many variables.
func TestLongProgram(t *testing.T) {
	distinct := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	texts := map[string]func(n int) string{
		"invariant": func(n int) string {
			return "decl a; void main() begin enforce a" + strings.Repeat("|a", n/10) + ";" + strings.Repeat("skip;", n/10) + " end"
		},
		"labels": func(n int) string {
			return "void main() begin goto " + distinct("l%d,", n) + "e;" + distinct("l%d: skip;", n) + "e: skip; end"
		},
		"variables": func(n int) string {
			return "decl " + distinct("v%d,", n) + "w; void main() begin dead " + distinct("v%d,", n) + "w; end"
		},
		"conditions": func(n int) string {
			return "decl a; void main() begin if a then skip; " + strings.Repeat("elsif a then skip; ", n) + "fi end"
		},
	}
	for _, name := range campaign.Part(t, texts, 2) {
		text := texts[name]
		t.Run(name, func(t *testing.T) {
			linear(t, campaign.Size(t, 1000, 2500), func(n int) func() {
				src := []byte(text(n))
				return func() {
					if _, err := Parse("x.bp", src, Both); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}
