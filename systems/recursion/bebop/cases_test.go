// This file tests that the cases of a summary say what its path edges say.

package bebop

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// An outcome is a call of a procedure: values before and after, and returned.
type outcome struct{ globals, formals, after, returned []bool }

// admits reports whether a case allows an outcome of a procedure.
func (c Case) admits(o outcome) bool {
	for _, l := range c.When {
		before := o.globals
		if l.Var.Proc != nil {
			before = o.formals
		}
		if before[l.Var.Index] != l.Value {
			return false
		}
	}
	changed := map[int]bool{}
	for _, x := range c.Changes {
		i := x.Var.Index
		changed[i] = true
		if x.Flips && o.after[i] == o.globals[i] || !x.To.May(o.after[i]) {
			return false
		}
	}
	for i := range o.globals {
		if !changed[i] && o.after[i] != o.globals[i] {
			return false
		}
	}
	for i, v := range c.Returns {
		if !v.May(o.returned[i]) {
			return false
		}
	}
	return true
}

// has reports whether the path edges behind the returns of p have an outcome.
func (s *search) has(p *procedure, o outcome) bool {
	at := map[bdd.Var]bool{}
	for i, b := range o.globals {
		at[s.entry[i]], at[s.now[i]] = b, o.after[i]
		if !p.Mod.Test(uint(i)) && o.after[i] != b {
			return false
		}
	}
	for i, b := range o.formals {
		at[s.entry[s.globals+i]], at[s.now[s.globals+i]] = b, b
	}
	for i, b := range o.returned {
		at[s.returned[i]] = b
	}
	return s.m.Eval(s.path[p.ret], func(v bdd.Var) bool { return at[v] })
}

func TestCases(t *testing.T) {
	cfg := randprog.Sequential()
	cfg.Statements, cfg.Shared, cfg.Statement.Call = 6, 3, 30
	compared := [2]int{}
	for seed := range uint64(300) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 5)), cfg)
		p, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Check(context.Background(), p, Options{Summaries: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, sum := range r.Summaries() {
			var cases []Case
			for c := range sum.Cases() {
				cases = append(cases, c)
			}
			proc := r.search.procs[r.search.flow.Proc(sum.Proc).Index]
			sizes := []int{len(p.File.Globals), proc.Params, len(p.File.Globals), proc.Returns}
			bits := 0
			for _, n := range sizes {
				bits += n
			}
			for x := range 1 << bits {
				at := 0
				take := func(n int) []bool {
					vs := make([]bool, n)
					for i := range vs {
						vs[i] = x>>at&1 != 0
						at++
					}
					return vs
				}
				o := outcome{take(sizes[0]), take(sizes[1]), take(sizes[2]), take(sizes[3])}
				want, got := r.search.has(proc, o), false
				for _, c := range cases {
					got = got || c.admits(o)
				}
				if got != want {
					t.Fatalf("seed %d, %s: %v is %v by the cases\n%v\n%s", seed, sum.Proc.Name, o, got, cases, text)
				}
				compared[allsat.ValueOf(want)-1]++
			}
		}
	}
	t.Logf("%d outcomes are not possible, %d are", compared[0], compared[1])
}
