// This file defines how statements are cut off that are never executed, so that what they do with
// inputs and numbers is no matter.

package eca

// prune leaves of statements that constants keep from being executed, and of functions that are
// never called, the labels only: these are asked about.
func (p *parser) prune() {
	for _, f := range p.f.Funcs {
		f.Body = prune(f.Body)
	}
	called := map[*Func]bool{}
	var call func(*Func)
	call = func(f *Func) {
		if called[f] {
			return
		}
		called[f] = true
		visit(f.Body, func(s Stmt) {
			if c, ok := s.(*Call); ok {
				call(c.Func)
			}
		})
	}
	call(p.f.Main)
	for _, f := range p.f.Funcs {
		if !called[f] {
			f.Body = reaches(f.Body)
		}
	}
}

// prune is the above for the statements of a body that may be executed.
func prune(body []Stmt) []Stmt {
	for i, s := range body {
		switch s := s.(type) {
		case *If:
			pruneIf(s)
		case *Loop:
			s.Body = prune(s.Body)
		case *Return, *Exit:
			return append(body[:i+1:i+1], reaches(body[i+1:])...)
		}
	}
	return body
}

func pruneIf(s *If) {
	dead := false
	for i := range s.Branches {
		b := &s.Branches[i]
		if dead {
			b.Cond.setConst(0)
		}
		if b.Cond.never() {
			b.Body = reaches(b.Body)
			continue
		}
		b.Body = prune(b.Body)
		dead = b.Cond.always()
	}
	if dead {
		s.Else = reaches(s.Else)
	} else {
		s.Else = prune(s.Else)
	}
}

// reaches returns the labels in statements.
func reaches(body []Stmt) []Stmt {
	list := []Stmt{}
	visit(body, func(s Stmt) {
		if _, ok := s.(*Reach); ok {
			list = append(list, s)
		}
	})
	return list
}
