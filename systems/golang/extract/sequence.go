// This file defines what is read in front of a call that changes it, in an order that the language leaves open.

package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A reading is that the statement of a call has read a cell in front of it.
type reading struct {
	call token.Pos
	by   *graph.Body
}

// unsequencedBefore notes the cells that were read in front of a call, in its statement, until done is called.
func (x *Extractor) unsequencedBefore(i *ssa.Call) (done func()) {
	before := map[*graph.Loc]reading{}
	for _, v := range x.code.Unsequenced(i) {
		of := v
		switch v := v.(type) {
		case *ssa.UnOp:
			of = v.X
		case *ssa.Lookup:
			of = v.X
		}
		for _, a := range x.Value(of, "").Set {
			if a.Kind != graph.Ptr {
				continue
			}
			for _, c := range x.byObject(a.Obj) {
				if code.Within(c.Path, a.Path) || code.Within(a.Path, c.Path) || code.Weak(a.Path) || code.Weak(c.Path) {
					if _, outer := before[c]; !outer {
						before[c] = x.readBefore[c]
					}
					x.readBefore[c] = reading{i.Pos(), x.fr.body}
				}
			}
		}
	}
	return func() {
		for c, r := range before {
			x.readBefore[c] = r
		}
	}
}

// changesRead notes that a call changes what its statement has read before.
func (x *Extractor) changesRead(c *graph.Loc) {
	if r := x.readBefore[c]; r.by != nil && x.fr != nil && r.by == x.fr.body {
		x.Note(r.call, "order of evaluation: "+x.Site(r.call).Text, "whether "+c.Name+" is read before the call or behind it is not specified", skeleton.OpensAll)
	}
}

// faultsBeside notes that the instruction that is executed may panic behind a call that is yet to come.
func (x *Extractor) faultsBeside() {
	call := x.code.CallBehind(x.at)
	if call == nil {
		return
	}
	if fn := call.Call.StaticCallee(); fn == nil || x.Alters(fn) {
		x.Note(call.Pos(), "order of evaluation: "+x.Site(call.Pos()).Text, "whether an operand panics before the call or behind it is not specified", skeleton.OpensAll)
	}
}
