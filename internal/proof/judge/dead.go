// This file defines the check that locals are dead.

package judge

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// LeaveDead takes locals for dead at some program counters: threads that only differ in them there count as one, that in
// which they are 0. In words such as 12:0110 there is a 1 for each local of the procedure that is dead. The error is
// [proof.Rejected] if somebody may ask for its value.
func (p *Claim) LeaveDead(words []string) error {
	p.Dead = map[int]map[*parser.Var]bool{}
	for _, word := range words {
		number, bits, _ := strings.Cut(word, ":")
		pc, err := strconv.Atoi(number)
		at, ok := p.Judge.Location(pc)
		switch {
		case err != nil || !ok:
			return proof.Reject("dead locals: there is no program counter %q", number)
		case len(bits) != len(at.Proc.Locals) || strings.Trim(bits, "01") != "":
			return proof.Reject("dead locals: %q does not say which of %d locals at program counter %d are dead", bits, len(at.Proc.Locals), pc)
		case p.Dead[pc] != nil:
			return proof.Reject("dead locals: program counter %d comes twice", pc)
		}
		p.Dead[pc] = map[*parser.Var]bool{}
		for i, v := range at.Proc.Locals {
			if bits[i] == '1' {
				p.Dead[pc][v] = true
			}
		}
	}
	if len(p.Dead) == 0 {
		return nil
	}
	asked := p.askedAlways()
	for pc, dead := range p.Dead {
		for v := range dead {
			if asked[v] {
				return proof.Reject("%s is said to be dead at %s, but may be asked for at any time", v.Name, p.Place(pc))
			}
		}
		if !p.staysDead(pc, dead) {
			return proof.Reject("a local is said to be dead at %s, but somebody may ask for its value", p.Place(pc))
		}
	}
	return nil
}

// askedAlways returns the variables that are in what procedures enforce, that threads read or write in others, and of
// which the value after a step is asked for.
func (p *Claim) askedAlways() map[*parser.Var]bool {
	asked := map[*parser.Var]bool{}
	for _, proc := range p.File.Procs {
		parser.Inspect(proc.Enforce, func(x parser.Syntax) bool {
			if r, is := x.(*parser.Ref); is {
				asked[r.Var] = true
			}
			return true
		})
		parser.Inspect(proc, func(x parser.Syntax) bool {
			if r, is := x.(*parser.Ref); is && (r.Next || r.Passive) {
				asked[r.Var] = true
			}
			return true
		})
	}
	return asked
}

// staysDead reports whether a step from a program counter does the same whatever some locals are, but for locals that are
// dead behind it.
func (p *Claim) staysDead(pc int, dead map[*parser.Var]bool) bool {
	at := &p.Judge.places[pc]
	var next []map[*parser.Var]bool // what is dead behind it
	for _, to := range at.successors() {
		next = append(next, p.Dead[to])
	}
	deadBehind := func(v *parser.Var) bool {
		return !slices.ContainsFunc(next, func(d map[*parser.Var]bool) bool { return !d[v] })
	}
	written := map[*parser.Var]bool{}
	same := !reads(at.cond, dead)
	passes := func(to map[*parser.Var]bool, v *parser.Var, e parser.Expr) {
		same = same && (to[v] || p.Irrelevant[v] || !reads(e, dead))
	}
	if op, calls := at.op.(*parser.Call); calls && p.Forgets {
		for _, x := range op.Lhs { // to any result
			written[x.Var] = true
		}
		if !p.Framed[pc] {
			next = nil // locals have any values behind it
		}
	}
	switch op := at.op.(type) {
	case *parser.Assume:
		same = !reads(op.Cond, dead)
	case *parser.Assert:
		same = !reads(op.Cond, dead)
	case *parser.Assign:
		for i, lhs := range op.Lhs {
			if lhs.Var != nil {
				written[lhs.Var] = true
				passes(next[0], lhs.Var, op.Rhs[i])
			}
		}
		same = same && !reads(op.Constrain, dead)
	case *parser.Dead:
		for _, r := range op.Vars {
			written[r.Var] = true
		}
	case *parser.StartThread:
		if op.Target != nil {
			next = append(next, p.Dead[op.Target.Stmt.PC]) // the new thread has the same locals
			break
		}
		for i, e := range op.Args {
			passes(p.Dead[op.Proc.Proc.Entry], op.Proc.Proc.Locals[i], e)
		}
	case *parser.Call: // what is returned may be assigned behind it, or not
		for i, e := range op.Args {
			passes(p.Dead[op.Proc.Proc.Entry], op.Proc.Proc.Locals[i], e)
		}
	case *parser.Return:
		for _, e := range op.Values {
			same = same && !reads(e, dead)
		}
		if at.proc == p.File.Main {
			next = append(next, p.Dead[at.proc.Exit])
		}
	}
	for v := range dead {
		same = same && (written[v] || deadBehind(v))
	}
	return same
}
