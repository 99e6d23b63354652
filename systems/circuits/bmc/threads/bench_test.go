// This file defines families of programs that compare with explicit search: one with many
// values, and one with many interleavings of few.

package threads_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// wide returns a program in which main and another thread each make a word of so many bits of
// one that may have any value, and one of the values is an error.
func wide(bits int) string {
	list := func(format, separator string) string {
		var all []string
		for i := range bits {
			all = append(all, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return strings.Join(all, separator)
	}
	carry := "1"
	for i := range bits {
		carry = fmt.Sprintf("(x%d & %s)", i, carry)
	}
	return "decl " + list("x#", ", ") + ";\ndecl " + list("y#", ", ") + ";\ndecl done := 0;\n" +
		"void main() begin\n  start_thread other();\n  " + list("x#", ", ") + " := " + list("!x#", ", ") + ";\n" +
		"  assume(done);\n  assert(!(" + list("(x# & !y#)", " & ") + "));\nend\n" +
		"void other() begin\n  " + list("y#", ", ") + " := " + list("(y# ^ x#)", ", ") + ";\n  done := 1;\nend\n"
}

// counter returns a program in which two threads count up to a number together.
func counter(bits int) string {
	var names, zero, sum, full []string
	carry := "1"
	for i := range bits {
		x := fmt.Sprintf("x%d", i)
		names, zero, sum, full = append(names, x), append(zero, x+" := 0"), append(sum, fmt.Sprintf("%s ^ (%s)", x, carry)), append(full, x)
		carry += " & " + x
	}
	return "decl " + strings.Join(zero, ", ") + ";\nvoid main() begin\n  start_thread goto count;\ncount:\n  " +
		strings.Join(names, ", ") + " := " + strings.Join(sum, ", ") + ";\n  assert(!(" + strings.Join(full, " & ") + "));\n  goto count;\nend\n"
}

func BenchmarkSearch(b *testing.B) {
	for _, x := range []struct{ name, text string }{
		{"wide/4", wide(4)}, {"wide/6", wide(6)}, {"wide/8", wide(8)}, {"wide/32", wide(32)},
		{"counter/2", counter(2)}, {"counter/3", counter(3)}, {"counter/4", counter(4)},
	} {
		b.Run(x.name+"/explicit", func(b *testing.B) {
			if x.name == "wide/32" {
				b.Skip("there are too many states")
			}
			m, err := systems.Read(x.name+".bp", strings.NewReader(x.text))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r, err := m.Check(b.Context(), systems.Options{Algorithm: "bfs", Threads: 2})
				if err != nil || r.Verdict != systems.Unsafe {
					b.Fatal(err, r.Verdict)
				}
				b.ReportMetric(float64(r.Depth), "depth")
			}
		})
		b.Run(x.name+"/circuit", func(b *testing.B) {
			p, err := parser.Parse(x.name+".bp", []byte(x.text), parser.Post)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s, err := threads.New(p, threads.Options{Threads: 2, Reduce: true})
				if err != nil {
					b.Fatal(err)
				}
				asserts := []int{}
				for _, a := range p.Properties() {
					asserts = append(asserts, a.PC)
				}
				r := bmc.CheckBad(b.Context(), s.Circuit, s.Fails(asserts...), bmc.Options{})
				if r.Run == nil {
					b.Fatal(r.Verdict)
				}
				b.ReportMetric(float64(s.Execution(r.Run, asserts...).Depth), "depth")
			}
		})
	}
}
