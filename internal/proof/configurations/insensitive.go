// This file defines proofs for threads that call procedures, in which nothing is known of who called.

package configurations

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A call is where a procedure may return to: behind a call of it.
type call struct {
	op     *parser.Call
	pc     int
	behind int
	locals []*parser.Var // of the caller
	framed bool          // they have the values of one of the frames
	frames map[string][]bool
}

// forget makes calls jumps: a thread has no callers, and where a procedure ends it may be behind any call of it, with any
// results, or end. Locals have any values there or, if frames says which the call keeps, one of these; then each call
// that is executed has to keep one that is listed ([Program.keeps]). So there are all executions of the program, and more: of
// assertions, labels and targets a set that is closed under these steps proves the same. It is refused where a
// frame that waits is more than its values: a section of the caller goes on in the callee, and other threads
// may assign to it.
func (p *Program) forget(frames []string) error {
	if p.File.Atomic != nil {
		return proof.Reject("nobody knows who called, and the global atomic keeps threads from moving")
	}
	p.calls, p.Framed = map[*parser.Proc][]*call{}, map[int]bool{}
	at := map[int]*call{}
	for pc := range p.File.NumPCs {
		here, ok := p.Judge.Location(pc)
		if !ok {
			continue
		}
		op, calls := here.Op.(*parser.Call)
		switch {
		case calls && here.Inside:
			return proof.Reject("nobody knows who called, and %s is in an atomic section", p.Place(pc))
		case calls:
			at[pc] = &call{op: op, pc: pc, behind: here.Next[0], locals: here.Proc.Locals, frames: map[string][]bool{}}
			p.calls[op.Proc.Proc] = append(p.calls[op.Proc.Proc], at[pc])
		}
	}
	for _, word := range frames {
		number, values, made := strings.Cut(word, ":")
		pc, err := strconv.Atoi(number)
		c := at[pc]
		if err != nil || c == nil {
			return proof.Reject("the frame %s is of no call", word)
		}
		c.framed, p.Framed[pc] = true, true
		if !made {
			continue
		}
		if c.frames[values], err = valuation(values, len(c.locals)); err != nil {
			return fmt.Errorf("the frame %s: %w", word, err)
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

// keeps checks that the frame which a call keeps is listed, if any are.
func (p *Program) keeps(t judge.Thread) error {
	at, _ := p.Judge.Location(t.PC)
	op, calls := at.Op.(*parser.Call)
	if !calls {
		return nil
	}
	i := slices.IndexFunc(p.calls[op.Proc.Proc], func(c *call) bool { return c.pc == t.PC })
	c := p.calls[op.Proc.Proc][i]
	kept := slices.Clone(t.Locals)
	for i, v := range c.locals {
		assigned := slices.ContainsFunc(op.Lhs, func(x *parser.Ref) bool { return x.Var == v })
		kept[i] = kept[i] && !assigned && !p.Irrelevant[v] && !p.Dead[c.behind][v]
	}
	if _, listed := c.frames[bits(kept)]; c.framed && !listed {
		return proof.Reject("the call at %s keeps a frame %s that is not listed", p.Place(t.PC), bits(kept))
	}
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
		frames := [][]bool{l}
		if c.framed {
			frames = slices.Collect(maps.Values(c.frames))
		}
		var unknown []*bool
		for i, v := range c.locals {
			assigned := slices.ContainsFunc(c.op.Lhs, func(x *parser.Ref) bool { return x.Var == v })
			if (assigned || !c.framed) && !p.Irrelevant[v] && !p.Dead[c.behind][v] {
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
		for _, frame := range frames {
			copy(l, frame)
			for values := range 1 << len(unknown) {
				for i, x := range unknown {
					*x = values>>i&1 != 0
				}
				thread := judge.Thread{PC: c.behind, Locals: slices.Clone(l)}
				rules = append(rules, rule{to: p.sharedID(slices.Clone(g), false), makes: bag{p.localID(thread)}, at: p.Place(t.PC)})
			}
		}
	}
	return rules, nil
}
