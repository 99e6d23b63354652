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

// Unsequenced returns what is read in front of a call or a receive, and used behind it or in a literal, in the same
// statement: loads of variables, and elements of maps.
func (c *Code) Unsequenced(call ssa.Instruction) []ssa.Value { return c.unsequenced[call] }

// CallBehind returns the call or receive in front of which an instruction is, in the same statement, if it may be executed
// behind it; nil if there is none.
func (c *Code) CallBehind(i ssa.Instruction) ssa.Instruction { return c.behind[i] }

// sequence finds what is read in front of calls, with the help of the instructions that say of which expressions values
// are. It removes these.
func (c *Code) sequence() {
	c.unsequenced, c.behind = map[ssa.Instruction][]ssa.Value{}, map[ssa.Instruction]ssa.Instruction{}
	for fn := range ssautil.AllFunctions(c.Prog) {
		if c.Library(fn) {
			continue
		}
		reads := map[ast.Node][]ssa.Value{}
		in := map[ssa.Instruction]ast.Node{} // the statement
		for _, b := range fn.Blocks {
			var s ast.Node // of the next instruction that has a place
			for _, i := range slices.Backward(b.Instrs) {
				if pos := i.Pos(); pos.IsValid() {
					s = c.text.enclosing(pos)
				}
				in[i] = s
				if v, ok := i.(ssa.Value); ok && s != nil && readsVariable(v) {
					reads[s] = append(reads[s], v)
				}
			}
			b.Instrs = slices.DeleteFunc(b.Instrs, removed)
		}
		for _, b := range fn.Blocks {
			for k, i := range b.Instrs {
				if !mayChange(i) || len(reads[in[i]]) == 0 {
					continue
				}
				for _, v := range reads[in[i]] {
					if precedes(v.(ssa.Instruction), i) && usedBehind(v, i, nil) {
						c.unsequenced[i] = append(c.unsequenced[i], v)
					}
				}
				for _, j := range b.Instrs[:k] {
					if v, ok := j.(ssa.Value); ok && in[j] == in[i] && usedBehind(v, i, nil) {
						c.behind[j] = i
					}
				}
			}
		}
	}
}

// removed removes an instruction from what uses its operand, if it only says of which expression that is.
func removed(i ssa.Instruction) bool {
	d, ok := i.(*ssa.DebugRef)
	if !ok {
		return false
	}
	if list := d.X.Referrers(); list != nil {
		*list = slices.DeleteFunc(*list, func(r ssa.Instruction) bool { return r == i })
	}
	return true
}

// mayChange reports whether an instruction may change variables other than by a store: a call, also of append and the
// like, or a receive, behind which other goroutines have changed them.
func mayChange(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Call:
		f, ok := i.Call.Value.(*ssa.Builtin)
		return !ok || slices.Contains([]string{"append", "copy", "clear", "delete"}, f.Name())
	case *ssa.UnOp:
		return i.Op == token.ARROW
	}
	return false
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

// usedBehind reports whether a value is used behind a call: itself, what is computed of it, or an object in which it is.
func usedBehind(v ssa.Value, call ssa.Instruction, within []ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	if slices.Contains(within, v) {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Call:
			return ssa.Instruction(i) != call && !precedes(i, call)
		case *ssa.Store:
			if a := Root(i.Addr); a != nil {
				return usedBehind(a, call, append(within, v))
			}
			return !precedes(i, call)
		case ssa.Value:
			return i.(ssa.Instruction) != call && (!precedes(i.(ssa.Instruction), call) || usedBehind(i, call, append(within, v)))
		}
		return !precedes(i, call)
	})
}

// enclosing returns the innermost statement or declaration of variables at a place, but for blocks; nil if there is none.
func (s *source) enclosing(pos token.Pos) ast.Node {
	after, _ := slices.BinarySearchFunc(s.statements, pos, func(x ast.Node, pos token.Pos) int {
		return cmp.Or(cmp.Compare(x.Pos(), pos), -1)
	})
	for i := after - 1; i >= 0; i-- {
		if pos < s.statements[i].End() {
			return s.statements[i]
		}
	}
	return nil
}
