// This file defines proofs for threads that call procedures, in which nothing is known of who called.

package configurations

import (
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A call is where a procedure may return to: behind a call of it.
type call struct {
	op     *parser.Call
	behind int
	locals []*parser.Var // of the caller
}

// forget makes calls jumps: a thread has no callers, and where a procedure ends it may be behind any call of it, with any
// values of locals and of what is assigned there, or end. So it has all executions of the program, and more: of
// assertions, labels and targets a set that is closed under these steps proves the same. It is refused where a
// frame that waits is more than its values: a section of the caller goes on in the callee, and other threads
// may assign to it.
func (p *Program) forget() error {
	if p.File.Atomic != nil {
		return proof.Reject("nobody knows who called, and the global atomic keeps threads from moving")
	}
	p.calls = map[*parser.Proc][]call{}
	for pc := range p.File.NumPCs {
		at, ok := p.Judge.Location(pc)
		if !ok {
			continue
		}
		op, calls := at.Op.(*parser.Call)
		switch {
		case calls && at.Inside:
			return proof.Reject("nobody knows who called, and %s is in an atomic section", p.Place(pc))
		case calls:
			p.calls[op.Proc.Proc] = append(p.calls[op.Proc.Proc], call{op, at.Next[0], at.Proc.Locals})
		}
	}
	for _, proc := range p.File.Procs {
		passive := false
		parser.Inspect(proc, func(x parser.Syntax) bool {
			r, is := x.(*parser.Ref)
			passive = passive || is && r.Passive
			return true
		})
		if passive {
			return proof.Reject("nobody knows who called, and %s assigns to other threads", proc.Name)
		}
	}
	p.Forgets = true
	return nil
}

// mostUnknown is how many variables may have any values behind a call.
const mostUnknown = 16

// returns returns the rules by which a thread comes to be behind a call.
func (p *Program) returns(from shared, t judge.Thread) ([]rule, error) {
	at, _ := p.Judge.Location(t.PC)
	if _, is := at.Op.(*parser.Return); !is && at.Stmt != nil {
		return nil, nil
	}
	var rules []rule
	for _, c := range p.calls[at.Proc] {
		g, l := slices.Clone(from.values), make([]bool, len(c.locals))
		var unknown []*bool
		for i, v := range c.locals {
			if !p.Irrelevant[v] && !p.Dead[c.behind][v] {
				unknown = append(unknown, &l[i])
			}
		}
		for _, x := range c.op.Lhs {
			if x.Var != nil && x.Var.Proc == nil && !p.Irrelevant[x.Var] {
				unknown = append(unknown, &g[x.Var.Index])
			}
		}
		if len(unknown) > mostUnknown {
			return nil, proof.Reject("behind the call at %s %d variables have any values", p.Place(c.behind), len(unknown))
		}
		for values := range 1 << len(unknown) {
			for i, x := range unknown {
				*x = values>>i&1 != 0
			}
			thread := judge.Thread{PC: c.behind, Locals: slices.Clone(l)}
			rules = append(rules, rule{to: p.sharedID(slices.Clone(g), false), makes: bag{p.localID(thread)}, at: p.Place(t.PC)})
		}
	}
	return rules, nil
}
