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
	enters := func(from string, pc int) error {
		if !slices.Contains(list, pc) {
			return rejected("%s is at program counter %d, %s, which is not in the set", from, pc, p.place(pc))
		}
		return nil
	}
	if err := enters("the beginning of main", p.file.Main.Entry); err != nil {
		return err
	}
	if p.cover != nil {
		return rejected("program counters say nothing about a target")
	}
	for _, pc := range list {
		at, ok := p.judge.Location(pc)
		if !ok {
			return rejected("there is no program counter %d", pc)
		}
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
			if !p.returns(list, op.Proc.Proc) {
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

// returns reports whether one of list is where a procedure is left.
func (p *program) returns(list []int, proc *parser.Proc) bool {
	return slices.ContainsFunc(list, func(pc int) bool {
		at, _ := p.judge.Location(pc)
		_, ok := at.Op.(*parser.Return)
		return at.Proc == proc && (ok || at.Op == nil)
	})
}
