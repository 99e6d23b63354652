// This file defines how a program gets another shape, with the same meaning.

package randgo

import "slices"

// shape moves objects into a struct or out of the functions, and code into functions, methods
// and closures.
func (g *generator) shape() {
	switch k := g.src.IntN(10); {
	case k < 4:
		g.intoStruct()
	case k < 6:
		g.intoGlobals()
	}
	for k := len(g.p.Body) - 1; k >= 0; k-- {
		switch s := g.p.Body[k]; {
		case s.Op == Go && !s.Bare && chance(g.src, 50):
			g.outline(s)
		case s.Op == Loop && len(s.Body) == 1 && s.Body[0].Op == Go && !s.Body[0].Bare && chance(g.src, 50):
			g.outline(s.Body[0])
		case s.Op != Make && s.Op != Go && chance(g.src, 8):
			g.enclose(k)
		}
	}
	g.p.each(func(s *Stmt) {
		stays := s.Op == Loop && s.N <= 4
		s.nested(func(in *Stmt) { stays = stays && !slices.Contains([]Op{Break, Continue, Return, Defer}, in.Op) })
		s.Recursive = stays && chance(g.src, 25)
	})
}

// movable reports whether a declaration may stand elsewhere.
func movable(s *Stmt) bool {
	return s.Op == Make && slices.Contains([]Kind{Mutex, RWMutex, Chan, WaitGroup, Once, Flag, Atomic, List}, s.Kind)
}

// intoStruct moves objects into a struct, one of them perhaps embedded.
func (g *generator) intoStruct() {
	t := &Type{Name: "store"}
	locks := map[string]bool{} // of conds, which are no fields of their own
	for _, s := range g.p.Body {
		if s.Op == Make && len(s.Args) > 0 {
			locks[s.Args[0]] = true
		}
	}
	names := map[string]string{}
	var rest []*Stmt
	embedded := false
	passed := map[string]bool{}
	g.p.each(func(s *Stmt) {
		for _, a := range s.Args {
			passed[a] = true
		}
	})
	for _, s := range g.p.Body {
		switch {
		case movable(s) && chance(g.src, 70):
			names[s.X] = "s." + s.X
			if (s.Kind == Mutex || s.Kind == RWMutex) && !embedded && !passed[s.X] && chance(g.src, 50) {
				embedded = true
				names[s.X], s.X = "s", ""
			}
		case s.Op == Make && s.Kind == Cond && names[s.Args[0]] != "":
			names[s.X] = "s." + s.X
		default:
			rest = append(rest, s)
			continue
		}
		t.Fields = append(t.Fields, s)
	}
	if len(t.Fields) == 0 {
		return
	}
	g.p.Types = append(g.p.Types, t)
	g.p.Body = append([]*Stmt{{Op: Make, Kind: Struct, Type: t.Name, X: "s"}}, rest...)
	g.p.each(func(s *Stmt) {
		for _, x := range s.operands() {
			if to, moved := names[*x]; moved {
				*x = to
			}
		}
	})
}

func (g *generator) intoGlobals() {
	var rest []*Stmt
	for _, s := range g.p.Body {
		if movable(s) && chance(g.src, 60) {
			g.p.Globals = append(g.p.Globals, s)
		} else {
			rest = append(rest, s)
		}
	}
	g.p.Body = rest
}

// outline lets a goroutine run a function or a method instead of a literal.
func (g *generator) outline(s *Stmt) {
	declared := map[string]*Stmt{} // by the entry
	for _, d := range g.p.Body {
		if d.Op == Make {
			declared[d.X] = d
		}
	}
	inside := map[string]bool{}
	f := &Func{Name: g.fresh("work"), Body: s.Body}
	call := &Stmt{Op: Call, X: f.Name}
	fits := true
	s.nested(func(s *Stmt) {
		if s.Op == Each || s.Op == Closure || s.Op == Make {
			inside[s.X] = true
		}
		if s.Op == Cancel || s.Op == Call {
			fits = false // the cancel function is no parameter; a closure would have to be one
		}
	})
	s.nested(func(s *Stmt) {
		for _, x := range s.operands() {
			name := root(*x)
			d := declared[name]
			global := slices.ContainsFunc(g.p.Globals, func(s *Stmt) bool { return s.X == name })
			if inside[name] || global || slices.ContainsFunc(f.Params, func(p *Param) bool { return p.Name == name }) {
				continue
			}
			if d == nil {
				fits = false
				return
			}
			f.Params = append(f.Params, &Param{Name: name, Kind: d.Kind, Type: d.Type})
			call.Args = append(call.Args, name)
		}
	})
	if !fits {
		return
	}
	if k := slices.Index(call.Args, "s"); k >= 0 && chance(g.src, 60) {
		f.Recv = f.Params[k]
		f.Params = slices.Delete(f.Params, k, k+1)
		call.Args = slices.Delete(call.Args, k, k+1)
		call.X = "s." + f.Name
	}
	for _, p := range f.Params {
		only := true
		for _, s := range f.Body {
			s.nested(func(s *Stmt) {
				for _, x := range s.operands() {
					only = only && (*x != p.Name || s.Op == Lock || s.Op == Unlock)
				}
			})
		}
		if p.Kind == Mutex && only && chance(g.src, 50) {
			p.Kind = Locker
		}
	}
	g.p.Funcs = append(g.p.Funcs, f)
	s.Body, s.Bare = []*Stmt{call}, true
}

// enclose puts a statement of the entry into a closure that is called at once.
func (g *generator) enclose(k int) {
	s := g.p.Body[k]
	fits := s.Op != Defer
	s.nested(func(s *Stmt) { fits = fits && !slices.Contains([]Op{Return, Make, Closure}, s.Op) })
	if !fits {
		return
	}
	f := &Stmt{Op: Closure, X: g.fresh("f"), Body: []*Stmt{s}}
	g.p.Body = slices.Replace(g.p.Body, k, k+1, f, call(f.X))
}
