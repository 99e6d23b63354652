// This file defines families of programs that tell symbolic search and explicit search
// apart, and compares their times.

package reach_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// mirror has 2k globals that begin with any values: data, and a copy of it that two
// threads keep equal to it. There are more than 2^k states; sets of them have a simple
// shape. The declarations keep data and copy apart.
func mirror(k int) string {
	var data, copies, same []string
	var b strings.Builder
	for i := range k {
		data = append(data, fmt.Sprintf("d%d", i))
		copies = append(copies, fmt.Sprintf("c%d", i))
		same = append(same, fmt.Sprintf("d%d = c%d", i, i))
	}
	fmt.Fprintf(&b, "decl %s;\ndecl %s;\n", strings.Join(data, ", "), strings.Join(copies, ", "))
	fmt.Fprintf(&b, "void main() begin\n  %s := %s;\n  start_thread goto work;\n", strings.Join(copies, ", "), strings.Join(data, ", "))
	b.WriteString("work:\n")
	for i := range k {
		fmt.Fprintf(&b, "  atomic { d%d, c%d := !d%d, !c%d; }\n", i, i, i, i)
	}
	for _, s := range same {
		fmt.Fprintf(&b, "  assert(%s);\n", s)
	}
	b.WriteString("  goto work;\nend\n")
	return b.String()
}

// register has a feedback shift register of 7, 9, 10 or 11 bits, which two threads
// drive: it takes all values but 0 in an order without any pattern, one at a time, so
// that sets of states have no simple shape and layers are many and small.
func register(k int) string {
	tap := map[int]int{7: 5, 9: 4, 10: 6, 11: 8}[k]
	names := make([]string, k)
	for i := range names {
		names[i] = fmt.Sprintf("b%d", i)
	}
	return fmt.Sprintf("decl %s := 1;\nvoid main() begin\n  start_thread goto go;\ngo:\n  %s := b%d ^ b%d, %s;\n  assert(%s);\n  goto go;\nend\n",
		strings.Join(names, " := 1, "), strings.Join(names, ", "), k-1, tap, strings.Join(names[:k-1], ", "),
		strings.Join(names, " | "))
}

// fork has threads that begin with copies of k locals, which have any values.
func fork(k int) string {
	var locals []string
	var b strings.Builder
	for i := range k {
		locals = append(locals, fmt.Sprintf("a%d", i))
		fmt.Fprintf(&b, "  a%d := !a%d;\n", i, i)
	}
	return fmt.Sprintf("decl go := 0;\nvoid main() begin\n  decl %s;\n  start_thread goto l;\n  go := 1;\nl:\n  assume(go);\n%s  assert(go);\nend\n",
		strings.Join(locals, ", "), b.String())
}

// TestFamilies compares answers where explicit search can answer, and asks for what
// it cannot do.
func TestFamilies(t *testing.T) {
	for _, text := range []string{mirror(1), mirror(3), register(7), fork(2), fork(9)} {
		for _, small := range []bool{false, true} {
			compare(t, question{name: "family", text: text, threads: 2, small: small})
		}
	}
	texts := map[string]string{"mirror": mirror(40), "fork": fork(40)}
	for _, name := range campaign.Part(t, texts, len(texts)) {
		text := texts[name]
		p, err := parser.Parse(name, []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := reach.Check(context.Background(), p, reach.Options{Threads: 2, MaxNodes: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != reach.Safe || r.States.BitLen() < 40 {
			t.Errorf("%s: %v(%s), %v states, want more than 2^40", name, r.Verdict, r.Reason, r.States)
		}
		t.Logf("%s: %v, %v states, %d nodes", name, r.Verdict, r.States, r.Stats.Nodes)
	}
}

// BenchmarkFamilies has the time of each search on families that the one or the other
// is made for: compare rows of one run.
func BenchmarkFamilies(b *testing.B) {
	families := []struct {
		name  string
		text  func(int) string
		sizes []int
	}{{"mirror", mirror, []int{4, 6, 8}}, {"register", register, []int{7, 9, 11}}}
	for _, f := range families {
		for _, k := range f.sizes {
			text := f.text(k)
			b.Run(fmt.Sprintf("%s/%d/bfs", f.name, k), func(b *testing.B) {
				for b.Loop() {
					m, err := systems.Read("f.bp", strings.NewReader(text))
					if err != nil {
						b.Fatal(err)
					}
					r, err := m.Check(context.Background(), systems.Options{Algorithm: "bfs", Threads: 2, All: true, Exact: true})
					if err != nil || r.Verdict != systems.Safe {
						b.Fatal(err, r)
					}
				}
			})
			for _, s := range []reach.Strategy{reach.Frontier, reach.Chaining} {
				b.Run(fmt.Sprintf("%s/%d/%v", f.name, k, s), func(b *testing.B) {
					for b.Loop() {
						p, err := parser.Parse("f.bp", []byte(text), 0)
						if err != nil {
							b.Fatal(err)
						}
						r, err := reach.Check(context.Background(), p, reach.Options{Threads: 2, Strategy: s})
						if err != nil || r.Verdict != reach.Safe {
							b.Fatal(err, r)
						}
					}
				})
			}
		}
	}
}
