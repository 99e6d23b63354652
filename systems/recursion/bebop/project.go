// This file defines searches that track only some variables: all others may have any values at any time.

package bebop

import (
	"github.com/ijit/ijit/bdd"
)

// tracks reports whether a search tracks the variable with a number in the frames of p.
func (s *search) tracks(p *procedure, i int) bool {
	switch {
	case s.opts.part.Tracks == nil:
		return true
	case i < s.globals:
		return s.opts.part.Tracks(s.program.File.Globals[i])
	}
	return s.opts.part.Tracks(p.Locals[i-s.globals])
}

// forget finds the variables that are not tracked.
func (s *search) forget() {
	if s.opts.part.Tracks == nil {
		return
	}
	for _, p := range s.procs {
		var vars []bdd.Var
		for i := range s.globals + len(p.Locals) {
			if !s.tracks(p, i) {
				vars = append(vars, s.now[i], s.next[i])
			}
		}
		p.untracked = s.m.NewVarSet(vars...)
	}
}

// project returns what a relation of a statement of p says of the variables that are tracked. What it says of others may be
// so or not.
func (s *search) project(p *procedure, rel bdd.Node) bdd.Node {
	if s.opts.part.Tracks == nil {
		return rel
	}
	return s.m.Exists(rel, p.untracked)
}
