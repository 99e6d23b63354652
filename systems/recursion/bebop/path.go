// This file defines the path of a trace: which statements are executed, without values.

package bebop

import "github.com/ijit/ijit/systems/recursion/dataflow"

// A hop is the execution of a statement, as far as control goes.
type hop struct {
	pc      int
	kind    Kind
	via     int  // edge out of pc, if it is Plain
	returns bool // if it is a Call
}

// path lists the hops of a trace, those inside of calls that return included. If there are more than limit, the error is
// [ErrTooLong].
func (t *Trace) path(limit int) ([]hop, error) {
	type frame struct {
		l  *leg
		at int // stop
	}
	var hops []hop
	for i, main := range t.legs {
		stack := []frame{{l: main}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			stop := top.l.stops[top.at]
			last := top.at == len(top.l.stops)-1
			h := hop{pc: stop.v, via: stop.via}
			top.at++
			switch {
			case stop.v == top.l.p.ret:
				stack = stack[:len(stack)-1]
				continue
			case last:
				h.kind = t.end(i + 1)
				stack = stack[:0]
			case dataflow.Returns(t.s.program.Nodes[stop.v]):
				h.kind = Return
			case t.s.sites[stop.v] != nil:
				inner, err := t.expand(stop.inside)
				if err != nil {
					return nil, err
				}
				h.kind, h.returns = Call, true
				stack = append(stack, frame{l: inner})
			}
			if hops = append(hops, h); len(hops) > limit {
				return nil, ErrTooLong
			}
		}
	}
	return hops, nil
}
