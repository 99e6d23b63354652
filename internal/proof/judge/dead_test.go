// This file tests which locals the judge takes for dead.

package judge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

func claim(t *testing.T, f *parser.File) *judge.Claim {
	t.Helper()
	p, err := judge.NewClaim(f, &proof.Question{Asks: proof.Assertions, Atomic: proof.Small, Initial: "one"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLeaveDead(t *testing.T) {
	const asked = "somebody may ask for its value"
	for _, test := range []struct{ body, words, want string }{
		{"a := g; g := a;", "0:1 2:1", ""},
		{"a := g; g := a;", "1:1", asked},
		{"a := g; g := a;", "0:1 2:1 9:1", `there is no program counter "9"`},
		{"a := g; g := a;", "0:11", "which of 1 locals"},
		{"a := g; g := a;", "0:2", "which of 1 locals"},
		{"a := g; g := a;", "0:1 0:1", "comes twice"},
		{"a := g; g := a;", "x:1", `no program counter "x"`},
		{"a := a; g := 1;", "0:1 1:1 2:1", ""},
		{"a := a; g := 1;", "0:1 2:1", asked},
		{"skip; skip;", "1:1 2:1", ""},
		{"skip; skip;", "0:1 1:1", asked}, // not at the end
		{"assume(a);", "0:1 1:1", asked},
		{"assert(a | 1);", "0:1 1:1", asked},
		{"a := 1 constrain a;", "0:1 1:1", asked},
		{"a := * constrain 'a;", "1:1", "at any time"},
		{"if a then g := 1; fi;", "0:1 1:1 2:1", asked},
		{"if g then g := 1; elsif a then g := 0; fi;", "0:1 1:1 2:1 3:1 4:1", asked},
		{"if g then g := 1; fi;", "0:1 1:1 2:1", ""},
		{"if g then g := 1; fi;", "0:1 2:1", asked},
		{"while g do g := a; od;", "0:1 1:1 2:1", asked},
		{"while a do g := 1; od;", "2:1", ""},
		{"while a do g := 1; od;", "1:1 2:1", asked},
		{"l: goto l, m; m: skip;", "0:1 1:1 2:1", ""},
		{"l: goto l, m; m: skip;", "0:1 1:1", asked},
		{"dead a; g := a;", "0:1 2:1", ""},
		{"start_thread goto m; skip; m: skip;", "0:1 1:1 2:1 3:1", ""},
		{"start_thread goto m; end_thread; m: g := a;", "0:1 1:1 3:1", asked},
		{"start_thread f(a);", "0:1 1:1 2:1 3:1", asked},
		{"start_thread f(a);", "0:1 1:1 2:1", asked},
		{"f(a); a := 1;", "1:1", ""},
		{"f(a); a := 1;", "0:1 1:1", asked},
		{"a$ := 1;", "1:1", "at any time"},
		{"g := 1; return;", "0:1 1:1 2:1", ""},
		{"g := 1; return;", "0:1 1:1", asked},
		{"atomic { g := 1; } skip;", "0:1 1:1 2:1 3:1 4:1", ""},
		{"signal; wait;", "0:1 1:1 2:1", ""},
		{"signal; wait;", "0:1 1:1", asked},
		{"enforce a | g; skip;", "1:1", "at any time"},
	} {
		src := "decl g; void main() begin decl a; " + test.body + " end void f(p) begin assert(p); end"
		f, err := parser.ParseFile("x.bp", []byte(src))
		if err != nil {
			t.Fatalf("%s: %v", test.body, err)
		}
		err = claim(t, f).LeaveDead(strings.Fields(test.words))
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %s: %v, want %q", test.body, test.words, err, test.want)
		}
	}
}

// TestDeadOfRandom: what the judge takes for dead changes no step of any configuration with up to two threads. What the
// parser says to be dead is accepted, and now and then one local more or less.
func TestDeadOfRandom(t *testing.T) {
	accepted, refused, compared := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 30, 3000)) {
		cfg := randprog.Default()
		if seed%2 == 0 {
			cfg = randprog.Starting()
		}
		cfg.Shared, cfg.Locals, cfg.Statements = 2, 2, 8
		r := rand.New(rand.NewPCG(seed, 11))
		src := randprog.Generate(r, cfg)
		p, err := parser.Parse("x.bp", []byte(src), parser.Both|parser.Live)
		if err != nil {
			t.Fatal(err)
		}
		c := claim(t, p.File)
		for try := range 12 {
			var words []string
			flip := r.IntN(len(p.Nodes))
			for _, n := range p.Nodes {
				bits := []byte(strings.Repeat("0", len(n.Proc.Locals)))
				for _, v := range n.Dead {
					bits[v.Index] = '1'
				}
				if try > 0 && n.PC == flip && len(bits) > 0 {
					bits[r.IntN(len(bits))] ^= 1
				}
				words = append(words, fmt.Sprintf("%d:%s", n.PC, bits))
			}
			err := c.LeaveDead(words)
			switch {
			case err != nil && try == 0 && len(p.Calls()) == 0:
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, words, src)
			case err != nil:
				refused++
				continue
			}
			accepted++
			for range 40 {
				if why := differs(c, r); why != "" {
					t.Fatalf("seed %d: %s, with %s dead\n%s", seed, why, words, src)
				}
				compared++
			}
		}
	}
	if t.Logf("%d accepted, %d refused, %d compared", accepted, refused, compared); accepted < 30 || refused < 30 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// differs says how the steps of a random configuration and of one that only differs in dead locals differ.
func differs(c *judge.Claim, r *rand.Rand) string {
	values := func(n int) []bool {
		list := make([]bool, n)
		for i := range list {
			list[i] = r.IntN(2) > 0
		}
		return list
	}
	x := judge.Config{Shared: values(len(c.File.Globals)), Inside: -1}
	y := judge.Config{Shared: x.Shared, Inside: -1}
	for range 1 + r.IntN(2) {
		pc := r.IntN(c.File.NumPCs)
		at, ok := c.Judge.Location(pc)
		if !ok || at.Inside {
			continue
		}
		one := judge.Thread{PC: pc, Locals: values(len(at.Proc.Locals))}
		other := judge.Thread{PC: pc, Locals: slices.Clone(one.Locals)}
		for i, v := range at.Proc.Locals {
			if c.Dead[pc][v] {
				other.Locals[i] = r.IntN(2) > 0
			}
		}
		x.Threads, y.Threads = append(x.Threads, one), append(y.Threads, other)
	}
	steps := func(x judge.Config) string {
		var list []string
		for _, s := range c.Judge.Successors(x, 0) {
			if s.Error != nil {
				list = append(list, fmt.Sprint("fails at ", s.Error.PC))
				continue
			}
			next := s.Next
			next.Threads = slices.Clone(next.Threads)
			for i := range next.Threads {
				next.Threads[i] = withoutDead(c, next.Threads[i])
			}
			list = append(list, next.Key())
		}
		slices.Sort(list)
		return fmt.Sprint(slices.Compact(list))
	}
	if a, b := steps(x), steps(y); a != b {
		return fmt.Sprintf("%v and %v do not have the same steps", x, y)
	}
	return ""
}

// withoutDead returns a thread with 0 for dead locals.
func withoutDead(c *judge.Claim, x judge.Thread) judge.Thread {
	zero := func(pc int, values []bool) []bool {
		at, _ := c.Judge.Location(pc)
		values = slices.Clone(values)
		for i, v := range at.Proc.Locals {
			values[i] = values[i] && !c.Dead[pc][v]
		}
		return values
	}
	x.Locals = zero(x.PC, x.Locals)
	x.Callers = slices.Clone(x.Callers)
	for i, f := range x.Callers {
		x.Callers[i].Locals = zero(f.PC, f.Locals)
	}
	return x
}
