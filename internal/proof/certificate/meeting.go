// This file defines targets that are threads at labels.

package certificate

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// someThread stands in front of each label of a target that asks for different threads at
// labels at once.
const someThread = "some@"

// readMeeting reads such a target: the locations with each of the labels.
func (p *program) readMeeting(target string) error {
	for part := range strings.SplitSeq(target, ",") {
		name, some := strings.CutPrefix(part, someThread)
		if !some {
			return rejected("%q is no thread at a label, such as %sL", part, someThread)
		}
		at := map[int]bool{}
		for pc := range p.file.NumPCs {
			if x, ok := p.judge.Location(pc); ok && x.Stmt != nil && x.Stmt.PC == pc && slices.ContainsFunc(x.Stmt.Labels, func(l *parser.Label) bool { return l.Name == name }) {
				if x.Stmt.Section != nil {
					return rejected("label %q is inside of an atomic section", name)
				}
				at[pc] = true
			}
		}
		if len(at) == 0 {
			return rejected("the program has no label %q", name)
		}
		p.meeting = append(p.meeting, at)
	}
	return nil
}

// roles returns for each thread of the target in which local states it is.
func (p *program) roles() []func(l int) bool {
	var list []func(l int) bool
	for _, at := range p.meeting {
		list = append(list, func(l int) bool { return at[p.locals.all[l].PC] })
	}
	return list
}

// targeted reports whether the question is about configurations.
func (p *program) targeted() bool { return p.cover != nil || p.meeting != nil }

// meets reports whether different threads have all roles.
func meets(threads []count, roles []func(l int) bool) bool {
	if len(roles) == 0 {
		return true
	}
	for _, x := range threads {
		if roles[0](x.local) && meets(plus(threads, x.local, -1), roles[1:]) {
			return true
		}
	}
	return false
}

// meeting looks for threads of some local states in all roles, and returns the first choice
// that is wrong.
func meeting(locals []int, roles []func(l int) bool, wrong func(bag) bool) (bag, bool) {
	var choose func(chosen bag) (bag, bool)
	choose = func(chosen bag) (bag, bool) {
		if len(chosen) == len(roles) {
			all := slices.Sorted(slices.Values(chosen))
			return all, wrong(all)
		}
		for _, l := range locals {
			if roles[len(chosen)](l) {
				if b, found := choose(append(chosen, l)); found {
					return b, true
				}
			}
		}
		return nil, false
	}
	if len(roles) == 0 {
		return nil, false
	}
	return choose(nil)
}

// metBy reports whether different threads of a configuration are at the labels.
func (p *program) metBy(threads []judge.Thread, labels []map[int]bool) bool {
	if len(labels) == 0 {
		return true
	}
	for i, t := range threads {
		if labels[0][t.PC] && p.metBy(slices.Delete(slices.Clone(threads), i, i+1), labels[1:]) {
			return true
		}
	}
	return false
}
