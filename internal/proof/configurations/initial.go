// This file defines the initial configurations of a program.

package configurations

import (
	"maps"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// begin says which configurations are initial: so many copies of main, each
// unconstrained variable with either value, but for those that are irrelevant, as far as
// what main enforces holds. Unboundedly many copies are, with a bound on threads, any
// number up to it.
func (p *Program) begin(q *proof.Question) error {
	if err := p.Begin(q); err != nil {
		return err
	}
	copies := p.Copies
	p.start = func(yield func(config) bool) error {
		var all bag
		var values [][]bool // of each
		main := p.File.Main
		out := maps.Clone(p.Irrelevant)
		maps.Copy(out, p.Dead[main.Entry])
		valuations(main.Locals, out, func(l []bool) bool {
			all = append(all, p.localID(judge.Thread{PC: main.Entry, Locals: l}))
			values = append(values, l)
			return len(all) <= maxInitial && p.ctx.Err() == nil
		})
		switch {
		case p.ctx.Err() != nil:
			return p.ctx.Err()
		case len(all) > maxInitial:
			return proof.Reject("main begins in more than %d local states", maxInitial)
		}
		valuations(p.File.Globals, p.Irrelevant, func(g []bool) bool {
			locals := all
			if main.Enforce != nil {
				locals = nil
				for i, l := range all {
					if p.Judge.MayBegin(g, values[i]) {
						locals = append(locals, l)
					}
				}
			}
			if len(locals) == 0 {
				return true
			}
			c := config{shared: p.sharedID(g, false)}
			switch {
			case copies != many:
				return choose(c, locals, copies, yield)
			case q.Threads == 0:
				for _, l := range locals {
					c.threads = plus(c.threads, l, many)
				}
				return yield(c)
			}
			for n := range q.Threads {
				if !choose(c, locals, n+1, yield) {
					return false
				}
			}
			return true
		})
		return nil
	}
	return nil
}

// maxInitial is in how many local states a thread may begin. All of them are in a set
// that is a proof.
const maxInitial = 1 << 20

// valuations calls yield with the initial valuations of vars until it returns false.
func valuations(vars []*parser.Var, irrelevant map[*parser.Var]bool, yield func([]bool) bool) {
	values := make([]bool, len(vars))
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(vars) {
			return yield(append([]bool(nil), values...))
		}
		v := vars[i]
		values[i] = v.Init == parser.InitOne
		if !from(i + 1) {
			return false
		}
		if v.Init != parser.InitAny || irrelevant[v] {
			return true
		}
		values[i] = true
		return from(i + 1)
	}
	from(0)
}

// choose calls yield with c and n threads more, in all ways to choose their local
// states from locals, and reports whether it always returned true.
func choose(c config, locals bag, n int, yield func(config) bool) bool {
	if n == 0 {
		return yield(c)
	}
	for i, l := range locals {
		k := 1
		if i == len(locals)-1 {
			k = n // nothing is left for the others
		}
		for ; k <= n; k++ {
			if !choose(config{c.shared, plus(c.threads, l, k)}, locals[i+1:], n-k, yield) {
				return false
			}
		}
	}
	return true
}
