// This file defines which variables are read in front of a call in the same statement, in an order that the language
// leaves open.

package code

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// In g(v, f()) the variable v may be read before or behind the call of f ("Order of evaluation" of the language
// specification). Package ssa reads it before, the compiler mostly behind: so it is not known what is read if f
// changes it.

// Unsequenced returns what is read in front of a call, and used behind it or in a literal, in the same statement: loads
// of variables, and elements of maps.
func (c *Code) Unsequenced(call *ssa.Call) []ssa.Value { return c.unsequenced[call] }

// CallBehind returns the call in front of which an instruction is, in the same statement, if it may be executed behind it;
// nil if there is none.
func (c *Code) CallBehind(i ssa.Instruction) *ssa.Call { return c.behind[i] }

// sequence finds what is read in front of calls, by the instructions that say of which expressions values are. It removes
// these.
func (c *Code) sequence() {
	c.unsequenced, c.behind = map[*ssa.Call][]ssa.Value{}, map[ssa.Instruction]*ssa.Call{}
	for fn := range ssautil.AllFunctions(c.Prog) {
		reads := map[ast.Stmt][]ssa.Value{}
		for _, b := range fn.Blocks {
			b.Instrs = slices.DeleteFunc(b.Instrs, func(i ssa.Instruction) bool {
				d, ok := i.(*ssa.DebugRef)
				if !ok {
					return false
				}
				if list := d.X.Referrers(); list != nil {
					*list = slices.DeleteFunc(*list, func(r ssa.Instruction) bool { return r == i })
				}
				if !d.IsAddr && readsVariable(d.X) {
					if s := c.text.enclosing(d.Pos()); s != nil && !slices.Contains(reads[s], d.X) {
						reads[s] = append(reads[s], d.X)
					}
				}
				return true
			})
		}
		if len(reads) == 0 {
			continue
		}
		for _, b := range fn.Blocks {
			for k, i := range b.Instrs {
				call, ok := i.(*ssa.Call)
				if !ok {
					continue
				}
				if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
					continue
				}
				s := c.text.enclosing(call.Pos())
				for _, v := range reads[s] {
					if i := v.(ssa.Instruction); precedes(i, call) && usedBehind(v, call, nil) {
						c.unsequenced[call] = append(c.unsequenced[call], v)
						c.behind[i] = call
					}
				}
				for _, i := range b.Instrs[:k] {
					if v, ok := i.(ssa.Value); ok && v.Pos().IsValid() && c.text.enclosing(v.Pos()) == s && usedBehind(v, call, nil) {
						c.behind[i] = call
					}
				}
			}
		}
	}
}

// readsVariable reports whether a value is read from a variable, or an element of a map.
func readsVariable(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.Lookup:
		return true
	}
	return false
}

// precedes reports whether an instruction is always executed before another one.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, i := range a.Block().Instrs {
		if i == a || i == b {
			return i == a
		}
	}
	return false
}

// usedBehind reports whether a value is used behind a call, or in front of it by what computes only, or in a new object.
func usedBehind(v ssa.Value, call *ssa.Call, within []ssa.Value) bool {
	if slices.Contains(within, v) {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Call:
			return i != call && !precedes(i, call)
		case *ssa.Store:
			return Root(i.Addr) != nil || !precedes(i, call)
		case *ssa.DebugRef:
			return false
		case ssa.Value:
			return !precedes(i.(ssa.Instruction), call) || usedBehind(i, call, append(within, v))
		}
		return !precedes(i, call)
	})
}

// enclosing returns the innermost statement at a place, but for blocks; nil if there is none.
func (s *source) enclosing(pos token.Pos) ast.Stmt {
	after, _ := slices.BinarySearchFunc(s.statements, pos, func(x ast.Stmt, pos token.Pos) int {
		return cmp.Or(cmp.Compare(x.Pos(), pos), -1)
	})
	for i := after - 1; i >= 0; i-- {
		if pos < s.statements[i].End() {
			return s.statements[i]
		}
	}
	return nil
}
