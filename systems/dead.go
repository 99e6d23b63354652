// This file defines how states are explored in which dead locals are 0. Their values come back in executions.

package systems

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/ijit/ijit/parser"
)

// explored returns the program whose configurations are explored: in that, locals are 0 where they are dead, if the answer
// can be told.
func (q *question) explored() *parser.Program {
	if p := q.live(); p != nil && q.code == q.Program {
		return p
	}
	return q.code
}

// zeroDead makes that program when it is asked for, once for all algorithms.
func (q *question) zeroDead() {
	p, can := q.Program, q.LTL == "" && q.reducible() && q.Program.Direct()
	q.live = sync.OnceValue(func() *parser.Program {
		if !can {
			return nil
		}
		live, err := parser.NewProgram(p.File, parser.Both|parser.Live)
		if err != nil || !slices.ContainsFunc(live.Nodes, func(n *parser.Node) bool { return n.Reachable && len(n.Dead) > 0 }) {
			return nil
		}
		return live
	})
}

// dead returns the locals that are dead at a location.
func (q *question) dead(pc int) []*parser.Var {
	if p := q.live(); p != nil {
		return p.Nodes[pc].Dead
	}
	return nil
}

// deadSomewhere counts the locals that are dead at some location.
func (q *question) deadSomewhere() int {
	some := map[*parser.Var]bool{}
	if p := q.live(); p != nil {
		for _, n := range p.Nodes {
			for _, v := range n.Dead {
				if n.Reachable {
					some[v] = true
				}
			}
		}
	}
	return len(some)
}

// deadLocals names them for certificates: a word for each location, in which dead locals are 1.
func (q *question) deadLocals() (list []string) {
	p := q.live()
	if p == nil {
		return nil
	}
	for _, n := range p.Nodes {
		if len(n.Dead) == 0 {
			continue
		}
		bits := bytes.Repeat([]byte("0"), len(n.Proc.Locals))
		for _, v := range n.Dead {
			bits[v.Index] = '1'
		}
		list = append(list, fmt.Sprintf("%d:%s", n.PC, bits))
	}
	return list
}
