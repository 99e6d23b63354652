// This file measures the parser on generated programs.

package parser

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
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

// TestLong checks that time is linear in the length of lines, lists and
// expressions: 10 MB each.
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("long inputs")
	}
	const size = 10 << 20
	for name, src := range map[string]string{
		"statements": "decl a; void main() begin " + strings.Repeat("a:=!a;", size/6) + " end",
		"conjuncts":  "decl a; void main() begin a := a" + strings.Repeat("&a", size/2) + "; end",
		"mixed":      "decl a; void main() begin a := a" + strings.Repeat("&a=a", size/4) + "; end",
		"parens":     "decl a; void main() begin a := " + strings.Repeat("(", size) + "a; end",
		"negations":  "decl a; void main() begin a := " + strings.Repeat("!", size) + "a; end",
		"blanks":     "decl a; void main() begin a := " + strings.Repeat(" ", size) + "a; end",
		"comment":    "decl a; void main() begin a := a; //" + strings.Repeat(" x", size/2),
		"comments":   "decl a; void main() begin " + strings.Repeat("/**/ ", size/5) + "a := a; end",
		"name":       "decl " + strings.Repeat("a", size) + "; void main() begin b := 1; end",
		"labels":     "void main() begin " + strings.Repeat("l:", size/2) + "skip; end",
		"left sides": "decl a; void main() begin _" + strings.Repeat(",_", size/4) + " := 0" + strings.Repeat(",0", size/4) + "; end",
		"braces":     "void main() begin " + strings.Repeat("{", size) + " end",
		"ifs":        "void main() begin " + strings.Repeat("if*then ", size/8) + " end",
		"garbage":    strings.Repeat("@ ", size/2),
		"ends":       "void main() begin " + strings.Repeat("fi ", size/3),
		"voids":      strings.Repeat("void ", size/5),
		"decls":      strings.Repeat("decl ", size/5),
		"undeclared": "void main() begin " + strings.Repeat("a:=b;", size/5) + " end",
	} {
		start := time.Now()
		f, err := ParseFile(name, []byte(src))
		took := time.Since(start)
		msg := "ok"
		if err != nil {
			msg = err.Error()
		}
		if len(msg) > 120 { msg = msg[:120] }
		t.Logf("%s: %v %v %v", name, took, f != nil, msg)
	}
}
