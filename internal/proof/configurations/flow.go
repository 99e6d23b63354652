// This file defines the check that nothing which can go wrong is ever executed.

package configurations

import (
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// checkFlow checks that a set of program counters has the beginning of main, with
// each of them all to which a thread can go on or at which it creates one, and
// nothing that can go wrong. Behind a call it goes on if the set has where the procedure
// is left.
func (p *Program) checkFlow(list []int) error {
	reached := map[int]bool{}
	left := map[*parser.Proc]bool{} // procedures
	for _, pc := range list {
		at, ok := p.Judge.Location(pc)
		if !ok {
			return proof.Reject("there is no program counter %d", pc)
		}
		reached[pc] = true
		if _, ok := at.Op.(*parser.Return); ok || at.Op == nil {
			left[at.Proc] = true
		}
	}
	enters := func(from string, pc int) error {
		if !reached[pc] {
			return proof.Reject("%s is at program counter %d, %s, which is not in the set", from, pc, p.Place(pc))
		}
		return nil
	}
	if err := enters("the beginning of main", p.File.Main.Entry); err != nil {
		return err
	}
	if p.Targeted {
		return proof.Reject("program counters say nothing about a target")
	}
	for _, pc := range list {
		at, _ := p.Judge.Location(pc)
		next := at.Next
		switch op := at.Op.(type) {
		case *parser.Assert:
			if p.Assertions {
				return proof.Reject("there is an assertion at program counter %d, %s", pc, p.Place(pc))
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
		if p.Watch[pc] {
			return proof.Reject("label %s is at program counter %d, %s", p.Label, pc, p.Place(pc))
		}
		for _, to := range next {
			if err := enters("what follows "+p.Place(pc), to); err != nil {
				return err
			}
		}
	}
	return nil
}
