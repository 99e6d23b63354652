// This file defines mistakes.

package randgo

import "slices"

// mistake changes one thing that a programmer may get wrong. The program still compiles.
func (g *generator) mistake() {
	var list []func()
	g.p.lists(func(body *[]*Stmt) {
		for k, s := range *body {
			if s.Op == Make || s.Op == Closure {
				if s.Kind == Chan {
					list = append(list, func() { s.N = (s.N + 1 + g.src.IntN(2)) % 3 })
				}
				continue
			}
			list = append(list, func() { *body = slices.Delete(*body, k, k+1) })
			if k > 0 && (*body)[k-1].Op != Make && (*body)[k-1].Op != Closure {
				list = append(list, func() { (*body)[k-1], (*body)[k] = s, (*body)[k-1] })
			}
			list = append(list, g.changes(s)...)
			if s.Op == Close || s.Op == Unlock || s.Op == Done || s.Op == Send {
				list = append(list, func() { *body = slices.Insert(*body, k, &Stmt{Op: s.Op, X: s.X}) })
			}
		}
	})
	list = append(list, g.confusions()...)
	if len(list) > 0 {
		list[g.src.IntN(len(list))]()
	}
}

// changes returns what may be wrong inside a statement.
func (g *generator) changes(s *Stmt) []func() {
	var list []func()
	add := func(f func()) { list = append(list, f) }
	switch s.Op {
	case Add, Loop:
		add(func() { s.N++ })
		if s.N > 1 {
			add(func() { s.N-- })
		}
	case Broadcast:
		add(func() { s.Op = Signal })
	case Each:
		if len(s.Args) > 1 {
			add(func() { s.Args = s.Args[1:] })
		}
	case Defer:
		if s.Bare {
			add(func() { *s = *s.Body[0] })
		}
	case If:
		if len(s.Else) == 0 && s.Cond.Test != Try && s.Cond.Test != TryRead {
			add(func() { s.Cond, s.Else, s.Body = &Condition{Test: Chance}, s.Body, nil })
		}
		if s.Cond.Test == IsSet || s.Cond.Test == Loaded || s.Cond.Test == Open || s.Cond.Test == Filled {
			add(func() { s.Cond.Not = !s.Cond.Not })
		}
	case Select:
		if k := slices.IndexFunc(s.Cases, func(c *Case) bool { return c.X == "" }); k >= 0 {
			add(func() { s.Cases = slices.Delete(s.Cases, k, k+1) })
		} else {
			add(func() { s.Cases = append(s.Cases, otherwise()) })
		}
		if len(s.Cases) > 1 {
			add(func() { s.Cases = s.Cases[1:] })
		}
	case Break:
		add(func() { s.Op = Return })
	case Return:
		add(func() { s.Op = Panic })
	}
	return list
}

// confusions returns how one object may be taken for another one of its kind.
func (g *generator) confusions() []func() {
	var list []func()
	type named struct {
		name string
		kind Kind
	}
	declared := func(s *Stmt) []named {
		if s.Kind != Struct {
			return []named{{s.X, s.Kind}}
		}
		var fields []named
		for _, t := range g.p.Types {
			for _, f := range t.Fields {
				if t.Name == s.Type && f.X != "" {
					fields = append(fields, named{s.X + "." + f.X, f.Kind})
				}
			}
		}
		return fields
	}
	confuse := func(body []*Stmt, visible []named) {
		(&Program{Body: body}).each(func(s *Stmt) {
			for _, x := range s.operands() {
				for _, n := range visible {
					if s.Op == Make || n.name != *x {
						continue
					}
					for _, other := range visible {
						if other.kind == n.kind && other.name != n.name {
							list = append(list, func() { *x = other.name })
						}
					}
				}
			}
		})
	}
	var globals []named
	for _, s := range g.p.Globals {
		globals = append(globals, declared(s)...)
	}
	visible := slices.Clone(globals)
	for _, s := range g.p.Body {
		if s.Op == Make {
			visible = append(visible, declared(s)...)
		}
	}
	confuse(g.p.Body, visible)
	for _, f := range g.p.Funcs {
		visible := slices.Clone(globals)
		for _, p := range append(slices.Clone(f.Params), f.Recv) {
			if p != nil {
				visible = append(visible, declared(&Stmt{X: p.Name, Kind: p.Kind, Type: p.Type})...)
			}
		}
		confuse(f.Body, visible)
	}
	return list
}
