// This file defines the check that nothing which can go wrong is ever executed.

package certificate

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// checkFlow checks that a set of program counters has the beginning of main, with
// each of them all to which a thread can go on or at which it creates one, and
// nothing that can go wrong. Behind a call it goes on if the set has where the procedure
// is left.
func (p *program) checkFlow(list []int) error {
	reached := map[int]bool{}
	left := map[*parser.Proc]bool{} // procedures
	for _, pc := range list {
		at, ok := p.judge.Location(pc)
		if !ok {
			return rejected("there is no program counter %d", pc)
		}
		reached[pc] = true
		if _, ok := at.Op.(*parser.Return); ok || at.Op == nil {
			left[at.Proc] = true
		}
	}
	enters := func(from string, pc int) error {
		if !reached[pc] {
			return rejected("%s is at program counter %d, %s, which is not in the set", from, pc, p.place(pc))
		}
		return nil
	}
	if err := enters("the beginning of main", p.file.Main.Entry); err != nil {
		return err
	}
	if p.targeted() {
		return rejected("program counters say nothing about a target")
	}
	for _, pc := range list {
		at, _ := p.judge.Location(pc)
		next := at.Next
		switch op := at.Op.(type) {
		case *parser.Assert:
			if p.assertions {
				return rejected("there is an assertion at program counter %d, %s", pc, p.place(pc))
			}
		case *parser.StartThread:
			child := 0
			if op.Target != nil {
				child = op.Target.Stmt.PC
			} else {
				child = op.Proc.Proc.Entry
			}
			next = append(slices.Clip(next), child)
		case *parser.Call:
			if !left[op.Proc.Proc] {
				next = nil
			}
			next = append(slices.Clip(next), op.Proc.Proc.Entry)
		}
		if p.watch[pc] {
			return rejected("label %s is at program counter %d, %s", p.label, pc, p.place(pc))
		}
		for _, to := range next {
			if err := enters("what follows "+p.place(pc), to); err != nil {
				return err
			}
		}
	}
	return nil
}
