// This file defines what is read in front of a call that changes it, in an order that the language leaves open.

package extract

import (
	"go/token"
	"slices"

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

// unsequencedBefore notes the cells that were read in front of a call or a receive, in its statement, until done is called.
// If it may wait, what others write to may have been changed when it is over.
func (x *Extractor) unsequencedBefore(i ssa.Instruction) (done func()) {
	before := map[*graph.Loc]reading{}
	waits := true
	if c, ok := i.(*ssa.Call); ok {
		_, builtin := c.Call.Value.(*ssa.Builtin)
		fn := c.Call.StaticCallee()
		waits = !builtin && (fn == nil || x.Matters(fn))
	}
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
					if waits && slices.ContainsFunc(c.Writers, func(b *graph.Body) bool { return b != x.fr.body || b.Many && !c.Obj.Own(b) }) {
						x.orderMatters(c, x.readBefore[c])
					}
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
		x.orderMatters(c, r)
	}
}

func (x *Extractor) orderMatters(c *graph.Loc, r reading) {
	x.Note(r.call, "order of evaluation: "+x.Site(r.call).Text, "whether "+c.Name+" is read before that or behind it is not specified", skeleton.OpensAll)
}

// faultsBeside notes that the instruction that is executed may panic behind a call that is yet to come.
func (x *Extractor) faultsBeside() {
	call := x.code.CallBehind(x.at)
	if call == nil {
		return
	}
	c, ok := call.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || x.Alters(c.Call.StaticCallee()) {
		x.Note(call.Pos(), "order of evaluation: "+x.Site(call.Pos()).Text, "whether an operand panics before the call or behind it is not specified", skeleton.OpensAll)
	}
}
