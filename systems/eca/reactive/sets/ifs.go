// This file defines how ifs in sequence become one choice: where no state that has taken a
// branch of one can take a branch of the next.

package sets

import (
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// choice compiles an if.
func (c *compiler) choice(s *eca.If, to *sink, fr frame, ends bool) {
	if !c.Ifs[s] {
		return
	}
	next := &choice{}
	for i := range s.Branches {
		b := &s.Branches[i]
		c.check(b.Cond)
		next.branches = append(next.branches, &branch{conds: []*eca.Expr{b.Cond}, body: c.block(b.Body, fr, ends)})
	}
	next.otherwise = c.block(s.Else, fr, ends)
	c.flatten(next)
	if to.open != nil && c.exclusive(to, next) {
		to.open.branches = append(to.open.branches, next.branches...)
		to.open.otherwise = next.otherwise
	} else {
		to.append(next)
		to.open, to.none, to.off = next, true, nil
	}
	for _, b := range next.branches {
		if off, falls := falling(b.body, nil); falls {
			to.off, to.none = common(to.off, off, !to.none), false
		}
	}
	if len(to.open.otherwise) > 0 {
		to.open = nil
	}
}

// flatten replaces a single branch that is nothing but a choice by the branches of that.
func (c *compiler) flatten(x *choice) {
	if len(x.branches) != 1 || len(x.otherwise) > 0 || len(x.branches[0].body) != 1 {
		return
	}
	inner, ok := x.branches[0].body[0].(*choice)
	if !ok || len(inner.otherwise) > 0 {
		return
	}
	for _, b := range inner.branches {
		b.conds = append(slices.Clip(x.branches[0].conds), b.conds...)
	}
	x.branches = inner.branches
}

// exclusive reports whether no state that has fallen out of a branch of the open choice can
// take a branch of the next, so that the next may continue the open one.
func (c *compiler) exclusive(to *sink, next *choice) bool {
	if to.none {
		return true
	}
	if len(to.off) == 0 || len(next.otherwise) > 0 {
		return false
	}
	for _, b := range next.branches {
		needs := b.necessary(c.encoding)
		if !slices.ContainsFunc(to.off, func(l literal) bool { return needs.excludes(c.encoding, l) }) {
			return false
		}
	}
	return true
}

// falling returns what constants variables surely have where control falls out of a block,
// given those before it, and whether control may fall out.
func falling(b block, at []literal) ([]literal, bool) {
	forget := func(v *variable) {
		at = slices.DeleteFunc(slices.Clone(at), func(l literal) bool { return l.v == v })
	}
	for _, s := range b {
		switch s := s.(type) {
		case *constants:
			for i, v := range s.vars {
				forget(v)
				at = append(at, literal{v, s.ranks[i]})
			}
		case *duplicate:
			forget(s.to)
		case *input:
			forget(s.v)
		case *call:
			at = nil
		case *choice:
			out, some := falling(s.otherwise, at)
			for _, b := range s.branches {
				if off, falls := falling(b.body, at); falls {
					out, some = common(out, off, some), true
				}
			}
			if !some {
				return nil, false
			}
			at = out
		case leave, exit:
			return nil, false
		}
	}
	return at, true
}

// common returns the literals that are in both lists; the first counts only if it exists.
func common(x, y []literal, exists bool) []literal {
	if !exists {
		return y
	}
	return slices.DeleteFunc(slices.Clone(x), func(l literal) bool { return !slices.Contains(y, l) })
}

// once reports whether each turn reads one input, and what is done before it in time is before
// it in the order of execution. Then the first set that reaches a label does so with the
// fewest inputs.
func once(body block) bool {
	for i, s := range body {
		switch s := s.(type) {
		case *input:
			return !some(body[i+1:], isInput)
		case *choice:
			if some(block{&choice{branches: s.branches}}, isInput) {
				return false
			}
			if some(s.otherwise, isInput) {
				for _, b := range s.branches {
					if _, falls := falling(b.body, nil); falls || some(b.body, isLeave) {
						return false
					}
				}
				return once(s.otherwise) && !some(body[i+1:], isInput)
			}
			if some(block{s}, isLeave) {
				return false
			}
		case *call:
			if some(*s.body, isInput) {
				return false
			}
		case leave, exit:
			return false
		}
	}
	return false
}

func isInput(s command) bool { _, is := s.(*input); return is }
func isLeave(s command) bool { _, is := s.(leave); return is }

// some reports whether a command of a block, or of those in it, has a property; a leave in the
// body of a call is not one of the block.
func some(b block, is func(command) bool) bool {
	seen := map[*block]bool{}
	var in func(block) bool
	in = func(b block) bool {
		return slices.ContainsFunc(b, func(s command) bool {
			switch s := s.(type) {
			case *choice:
				return in(s.otherwise) || slices.ContainsFunc(s.branches, func(b *branch) bool { return in(b.body) })
			case *call:
				if seen[s.body] || is(leave{}) {
					return false
				}
				seen[s.body] = true
				return in(*s.body)
			}
			return is(s)
		})
	}
	return in(b)
}
