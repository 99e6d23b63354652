// This file defines atomic sections that are passed in one step.

package configurations

import (
	"fmt"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// concernsOne reports whether the section that begins at pc only concerns the thread
// that is inside: nothing in it creates, ends, wakes or changes a thread. What is behind
// a call is in the section if the procedure may return.
func (p *Program) concernsOne(pc int) bool {
	if answer, ok := p.alone[pc]; ok {
		return answer
	}
	type place struct {
		pc     int
		called bool // by the section
	}
	answer := true
	seen := map[place]bool{}
	behind := map[*parser.Proc][]place{} // calls of it, where control goes on
	returns := map[*parser.Proc]bool{}
	var work []place
	goOn := func(from judge.Location, called bool) {
		for _, next := range from.Next {
			work = append(work, place{next, called})
		}
	}
	at, _ := p.Judge.Location(pc)
	goOn(at, false)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		at, _ := p.Judge.Location(x.pc)
		if !at.Inside && !x.called || seen[x] {
			continue
		}
		seen[x] = true
		answer = answer && othersOf(at.Op) == none
		switch op := at.Op.(type) {
		case *parser.StartThread, *parser.EndThread:
			answer = false
		case *parser.Call:
			callee := op.Proc.Proc
			work = append(work, place{callee.Entry, true})
			if !returns[callee] {
				for _, next := range at.Next {
					behind[callee] = append(behind[callee], place{next, x.called})
				}
				continue
			}
		case nil, *parser.Return:
			if x.called {
				returns[at.Proc] = true
				work = append(work, behind[at.Proc]...)
				delete(behind, at.Proc)
			}
		}
		goOn(at, x.called)
	}
	p.alone[pc] = answer
	return answer
}

// pass returns the rules of the section that t is about to enter: from there to all
// states behind its end.
func (p *Program) pass(from shared, t judge.Thread) ([]rule, error) {
	type state struct {
		shared
		thread judge.Thread
	}
	var rules []rule
	work := []state{{from, t}}
	seen := map[[2]int]bool{}   // inside
	behind := map[[2]int]bool{} // outside again
	failed := map[string]bool{}
	fail := func(r rule) {
		if !failed[r.fails] {
			failed[r.fails] = true
			rules = append(rules, r)
		}
	}
	for len(work) > 0 {
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		x := work[len(work)-1]
		work = work[:len(work)-1]
		err := p.execute(x.shared, []judge.Thread{x.thread}, func(o judge.Outcome) {
			if o.Error != nil {
				if p.Assertions {
					fail(p.failure(o.Error.PC))
				}
				return
			}
			inside := p.stays(o)
			y := o.Next.Threads[0]
			l := p.localID(y)
			s := p.sharedID(o.Next.Shared, inside)
			at := [2]int{s, l}
			switch {
			case !inside && !behind[at]:
				behind[at] = true
				rules = append(rules, rule{to: s, makes: bag{l}, at: p.Place(t.PC)})
			case inside && !seen[at]:
				seen[at] = true
				if wrong := p.wrong(l); wrong != "" {
					fail(rule{fails: fmt.Sprintf("in the section at %s %s", p.Place(t.PC), wrong)})
				}
				work = append(work, state{p.shareds.all[s], y})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return rules, nil
}
