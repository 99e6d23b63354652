// This file defines the shrinker: a small program that still fails.

package randgo

import (
	"encoding/json"
	"slices"
)

// Shrink returns a small program that still fails, given one that does. It leaves out statements,
// blocks around statements and cases, one at a time, as long as any of it helps. (Delta debugging, on
// the tree.)
func Shrink(p *Program, fails func(p *Program) bool) *Program {
	for k := 0; ; {
		smaller := clone(p)
		edits := smaller.edits()
		if k >= len(edits) {
			return p
		}
		edits[k]()
		if fails(clone(smaller)) { // which may print it, or change it
			p, k = smaller, 0
		} else {
			k++
		}
	}
}

// clone copies a program by its text, since all that it has are values and trees.
func clone(p *Program) *Program {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	var q Program
	if err := json.Unmarshal(text, &q); err != nil {
		panic(err)
	}
	return &q
}

// edits returns all ways to make a program smaller by one step, so that it still compiles.
func (p *Program) edits() []func() {
	used := map[string]bool{}
	p.each(func(s *Stmt) {
		for _, x := range append(s.operands(), &s.X) {
			if s.Op != Make && s.Op != Closure && s.Op != Each || x != &s.X {
				used[root(*x)] = true
			}
		}
	})
	var list []func()
	p.lists(func(body *[]*Stmt) {
		for k, s := range *body {
			if s.Op != Make && s.Op != Closure || !used[s.X] {
				list = append(list, func() { *body = slices.Delete(*body, k, k+1) })
			}
			for _, inner := range [][]*Stmt{s.Body, s.Else} {
				if (s.Op == If || s.Op == Loop) && !leaves(inner) {
					list = append(list, func() { *body = slices.Replace(*body, k, k+1, inner...) })
				}
			}
			if s.N > 1 {
				list = append(list, func() { s.N-- })
			}
			for i := range s.Cases {
				if len(s.Cases) > 1 {
					list = append(list, func() { s.Cases = slices.Delete(s.Cases, i, i+1) })
				}
			}
		}
	})
	for k, s := range p.Globals {
		if !used[s.X] {
			list = append(list, func() { p.Globals = slices.Delete(p.Globals, k, k+1) })
		}
	}
	for k, f := range p.Funcs {
		if !slices.ContainsFunc(p.calls(), func(name string) bool { return name == f.Name || f.Recv != nil && name == f.Recv.Name+"."+f.Name }) {
			list = append(list, func() { p.Funcs = slices.Delete(p.Funcs, k, k+1) })
		}
	}
	return list
}

// calls returns what the program calls.
func (p *Program) calls() []string {
	var list []string
	p.each(func(s *Stmt) {
		if s.Op == Call {
			list = append(list, s.X)
		}
	})
	return list
}

// leaves reports whether statements go to the end or the begin of a loop around them.
func leaves(list []*Stmt) bool {
	found := false
	(&Program{Body: list}).each(func(s *Stmt) { found = found || s.Op == Break || s.Op == Continue })
	return found
}
