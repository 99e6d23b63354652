// This file defines how goroutine bodies that are the same become one.

package reduce

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// merge makes one body of those that do the same, as the iterations of an unrolled loop start
// them: goroutines of one body need not be told apart by the algorithms.
func merge(p *skeleton.Program) {
	for {
		same := map[string]*skeleton.Body{}
		into := map[*skeleton.Body]*skeleton.Body{}
		for i, b := range p.Bodies {
			k := bodyKey(b)
			if first := same[k]; first == nil {
				same[k] = b
			} else if i > 0 {
				into[b] = first
			}
		}
		if len(into) == 0 {
			return
		}
		var kept []*skeleton.Body
		for _, b := range p.Bodies {
			if into[b] != nil {
				continue
			}
			b.ID = len(kept)
			kept = append(kept, b)
			for _, n := range b.Nodes {
				first := into[n.Body]
				if first == nil {
					continue
				}
				for i, a := range n.Args {
					n.Args[i].Var = first.Locals[a.Var.ID]
				}
				n.Body = first
			}
		}
		p.Bodies = kept
	}
}

// bodyKey returns a text that is the same for bodies that do the same at the same places.
func bodyKey(b *skeleton.Body) string {
	var s strings.Builder
	fmt.Fprintln(&s, b.Name, b.Site.Pos, b.Service)
	for _, v := range b.Locals {
		fmt.Fprintln(&s, v.Name, strings.Join(v.Values, ","), v.Init)
	}
	for _, n := range b.Nodes {
		fmt.Fprintln(&s, n, n.Pos)
		for _, c := range n.Cases {
			fmt.Fprintln(&s, c.Site.Pos)
		}
		if n.Cell != nil {
			fmt.Fprintln(&s, n.Cell.ID)
		}
	}
	return s.String()
}
