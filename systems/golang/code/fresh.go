// This file defines what is known of an object between its allocation and the first instruction by which others
// can see it.

package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A fresh is what happens to a new object while it is private: a composite literal is filled, the variable of
// the next iteration is made of that of the last one.
type fresh struct {
	stored  []string                 // parts that are stored to
	first   map[*ssa.Store]bool      // by these stores
	Dead    map[*ssa.Store]bool      // whose value is stored over before others see it
	Forward map[*ssa.UnOp]*ssa.Store // loads of what was stored
	last    *ssa.Store               // the last one to all of it
	whole   int                      // how many there are
}

// Freshness returns what is known of a new object.
func (k *Facts) Freshness(a *ssa.Alloc) *fresh {
	if f := k.freshes[a]; f != nil {
		return f
	}
	f := &fresh{first: map[*ssa.Store]bool{}, Dead: map[*ssa.Store]bool{}, Forward: map[*ssa.UnOp]*ssa.Store{}}
	k.freshes[a] = f
	paths := map[ssa.Value]string{a: ""}
	latest := map[string]*ssa.Store{}
	b := a.Block()
	for i := slices.Index(b.Instrs, ssa.Instruction(a)) + 1; i < len(b.Instrs); i++ {
		switch instr := b.Instrs[i].(type) {
		case *ssa.FieldAddr:
			if p, ok := paths[instr.X]; ok {
				paths[instr] = p + Field(instr.Field)
			}
			continue
		case *ssa.IndexAddr:
			p, ok := paths[instr.X]
			k, isConst := instr.Index.(*ssa.Const)
			if ok && !isConst {
				return f
			}
			if ok {
				paths[instr] = p + Element(int(k.Int64()))
			}
			continue
		case *ssa.UnOp:
			if p, ok := paths[instr.X]; ok {
				if latest[p] == nil {
					return f
				}
				f.Forward[instr] = latest[p]
				continue
			}
		case *ssa.Store:
			if p, ok := paths[instr.Addr]; ok {
				if _, self := paths[instr.Val]; self {
					return f
				}
				if old := latest[p]; old != nil {
					f.Dead[old] = true
				}
				for q := range latest { // parts of it, and what it is a part of
					if Within(q, p) || Within(p, q) {
						delete(latest, q)
					}
				}
				latest[p] = instr
				if p == "" {
					f.last, f.whole = instr, f.whole+1
				}
				f.stored, f.first[instr] = append(f.stored, p), true
				continue
			}
		case *ssa.Jump:
			if next := b.Succs[0]; len(next.Preds) == 1 {
				b, i = next, -1
				continue
			}
			return f
		}
		for _, op := range b.Instrs[i].Operands(nil) {
			if *op == nil {
				continue
			}
			if _, uses := paths[*op]; uses {
				return f
			}
		}
	}
	return f
}

// Begun reports whether a part is stored to before others can read it.
func (f *fresh) Begun(path string) bool {
	return slices.ContainsFunc(f.stored, func(p string) bool { return Within(path, p) })
}

// Initial reports whether a store gives a new object what it begins with, before others can see it.
func (k *Facts) Initial(s *ssa.Store) bool {
	a := Root(s.Addr)
	return a != nil && k.Freshness(a).first[s]
}

// Root returns the allocation that an address is a part of.
func Root(v ssa.Value) *ssa.Alloc {
	for {
		switch a := v.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FieldAddr:
			v = a.X
		case *ssa.IndexAddr:
			v = a.X
		default:
			return nil
		}
	}
}

// ReturnsUsed reports whether a function returns the value of a variable of its own with something in it by which
// goroutines synchronise, which it may have used before: then that is a copy.
func (k *Facts) ReturnsUsed(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range r.Results {
			load, ok := v.(*ssa.UnOp)
			if !ok || load.Op != token.MUL || !k.HasSync(v.Type()) {
				continue
			}
			if a, ok := load.X.(*ssa.Alloc); ok && k.handedOn(a) {
				return true
			}
		}
	}
	return false
}

// handedOn reports whether somebody else gets the address of what an address leads to, or of a part by which goroutines
// synchronise.
func (k *Facts) handedOn(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.Store:
			return i.Val == v
		case *ssa.FieldAddr:
			return k.HasSync(Deref(i.Type())) && k.handedOn(i)
		case *ssa.IndexAddr:
			return k.HasSync(Deref(i.Type())) && k.handedOn(i)
		}
		return true
	})
}
