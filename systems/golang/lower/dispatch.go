// This file defines how a section that leads to several locations is left: a section has one end, so
// local bits that it sets say where to go on, and jumps behind it read them.

package lower

// The ends of a location.
type ends struct {
	next   *location  // the one behind it in the text, if it leads there
	tree   *statement // a branch on locals at the end that the jumps can decide themselves
	direct bool       // there is nothing but this branch: no section
	coded  bool       // the bits say where to go on
	dirty  bool       // the bits may be set when it begins
	jumped bool       // something jumps there
	jumps  []string
}

// pure reports whether a branch does nothing but to lead to locations.
func (s *statement) pure() bool {
	if s.exit != nil {
		return true
	}
	return s.cond != "" && len(s.then) == 1 && len(s.els) == 1 && s.then[0].pure() && s.els[0].pure()
}

// guess reports whether all conditions of a pure branch are free choices.
func (s *statement) guess() bool {
	return s.exit != nil || s.cond == "*" && s.then[0].guess() && s.els[0].guess()
}

// dispatch decides for all locations how they are left.
func (t *translator) dispatch() {
	most := 1
	for i, l := range t.order {
		if i+1 < len(t.order) {
			for _, e := range l.exits {
				if e == t.order[i+1] {
					l.next = e
				}
			}
		}
		if len(l.exits) < 2 {
			l.direct = l.next == nil && len(l.code) == 1 && l.code[0].exit != nil // a jump is all there is
			continue
		}
		last := l.code[len(l.code)-1]
		if last.cond != "" && last.pure() && (last.local || len(l.code) == 1) && len(code{last}.exits(nil)) == len(l.exits) &&
			len(l.code[:len(l.code)-1].exits(nil)) == 0 && (len(l.exits) == 2 && last.then[0].exit != nil && last.els[0].exit != nil || last.guess()) {
			l.tree, l.direct = last, len(l.code) == 1
			continue
		}
		l.coded = true
		most = max(most, len(l.exits))
	}
	for width := 0; 1<<width < most; width++ {
		t.branch = append(t.branch, t.names.unique("goes"))
	}
	for changed := true; changed; {
		changed = false
		for _, l := range t.order {
			for i, e := range l.exits {
				if (l.direct && l.dirty || l.coded && i > 0) && !e.dirty {
					e.dirty, changed = true, true // the bits are set or stay so
				}
			}
		}
	}
	for _, l := range t.order {
		t.jumps(l)
	}
}

// jumps makes the statements behind a location.
func (t *translator) jumps(l *location) {
	jump := func(to *location, cond string) {
		to.jumped = true
		if cond == "1" {
			l.jumps = append(l.jumps, "goto "+to.at())
			return
		}
		l.jumps = append(l.jumps, "if "+bare(cond)+" then goto "+to.at()+"; fi")
	}
	if l.tree != nil {
		if l.tree.then[0].exit == nil || l.tree.els[0].exit == nil { // free choices, however many
			list := ""
			for i, e := range l.exits {
				if e.jumped = true; i > 0 {
					list += ", "
				}
				list += e.at()
			}
			l.jumps = []string{"goto " + list}
			return
		}
		a, b := l.tree.then[0].exit, l.tree.els[0].exit
		cond := l.tree.cond
		if l.next == a {
			a, b, cond = b, a, not(cond)
		}
		jump(a, cond)
		if l.next != b {
			jump(b, "1")
		}
		return
	}
	last := len(l.exits) - 1
	for i, e := range l.exits {
		switch {
		case e == l.next:
		case i == last && l.next == nil || len(l.exits) == 1:
			jump(e, "1")
		default:
			jump(e, t.goes(i))
		}
	}
}

// goes returns the condition that the bits lead to an exit.
func (t *translator) goes(i int) string {
	return (&coded{bits: t.branch}).is(i)
}

// resolve replaces exits by assignments to the bits.
func (t *translator) resolve(l *location, c code) code {
	var list code
	for _, s := range c {
		switch {
		case s == l.tree:
			if l.dirty && !l.direct {
				list = append(list, t.lead(l, 0)...)
			}
		case s.clean:
			if l.dirty {
				list = append(list, t.lead(l, 0)...)
			}
		case s.exit != nil:
			for i, e := range l.exits {
				if e == s.exit {
					list = append(list, t.lead(l, i)...)
				}
			}
		case s.cond != "":
			branch := *s
			branch.then, branch.els = t.resolve(l, s.then), t.resolve(l, s.els)
			switch {
			case branch.then == nil && branch.els == nil:
			case branch.then == nil:
				branch.cond, branch.then, branch.els = not(s.cond), branch.els, nil
				list = append(list, &branch)
			default:
				list = append(list, &branch)
			}
		default:
			list = append(list, s)
		}
	}
	return list
}

// lead makes the assignments that lead to the exit of a number.
func (t *translator) lead(l *location, i int) code {
	var list []assignment
	for k, digit := range (&coded{bits: t.branch}).digits(i) {
		if l.dirty || digit == "1" {
			list = append(list, assignment{t.branch[k], digit})
		}
	}
	return set(list, "1")
}
