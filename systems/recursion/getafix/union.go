// This file defines unions: relations that say what holds at some places.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/calculus"
)

// A union collects the cases of a relation: what holds at some places. Cases of a
// module are joined first, and of these those with the same relation: there are few
// relations and many places. Then modules are joined by the bits of their numbers, so
// that those that are alike cost little.
type union struct {
	f       *calculus.Formals
	modules []bdd.Node  // by the number of the first parameter
	bits    []numberBit // of the parameters behind it that are numbers, from the top down

	module int              // of the cases that follow
	cases  map[bdd.Node]int // where in list
	list   []unionCase
	before []unionCase // of the last module, and what they come to
	joined bdd.Node
}

// A unionCase says where a relation holds.
type unionCase struct {
	rel   bdd.Node
	where []numbers
}

func (c unionCase) equal(d unionCase) bool { return c.rel == d.rel && slices.Equal(c.where, d.where) }

// numbers are those of the parameters behind the first, -1 for any.
type numbers [3]int

// A numberBit is a bit of a parameter.
type numberBit struct {
	v             bdd.Var
	number, shift int // bit shift of which of numbers
}

func (b numberBit) of(n numbers) bool { return n[b.number]>>b.shift&1 != 0 }

func newUnion(f *calculus.Formals) *union {
	u := &union{f: f, modules: make([]bdd.Node, f.Type(0).Size), cases: map[bdd.Node]int{}}
	for i := range u.modules {
		u.modules[i] = bdd.False
	}
	for i := 1; i < f.Len() && i <= len(numbers{}) && f.Type(i).Kind == calculus.EnumType; i++ {
		vars := f.Vars(i)
		for j, v := range vars {
			u.bits = append(u.bits, numberBit{v, i - 1, len(vars) - 1 - j})
		}
	}
	slices.SortFunc(u.bits, func(a, b numberBit) int { return int(a.v) - int(b.v) })
	return u
}

// add adds a case of a module; numbers are those of the parameters behind that, at most
// three; those that are left out are any. All cases of a union give as many.
func (u *union) add(rel bdd.Node, module int, given ...int) {
	if module != u.module {
		u.close()
		u.module = module
	}
	at := numbers{-1, -1, -1}
	copy(at[:], given)
	i, ok := u.cases[rel]
	if !ok {
		i = len(u.list)
		u.cases[rel] = i
		if i < cap(u.list) {
			u.list = u.list[:i+1] // with room for places, from a module before
		} else {
			u.list = append(u.list, unionCase{})
		}
		u.list[i].rel, u.list[i].where = rel, u.list[i].where[:0]
	}
	u.list[i].where = append(u.list[i].where, at)
}

// close joins the cases of a module. Modules one after the other are often alike.
func (u *union) close() {
	if len(u.list) == 0 {
		return
	}
	m := u.f.Manager()
	if !slices.EqualFunc(u.list, u.before, unionCase.equal) {
		u.joined = bdd.False
		for _, c := range u.list {
			u.joined = m.Or(u.joined, m.And(c.rel, u.places(slices.Clone(c.where), u.bits)))
		}
	}
	u.modules[u.module] = m.Or(u.modules[u.module], u.joined)
	clear(u.cases)
	u.list, u.before = u.before[:0], u.list
}

// places returns the set of some numbers, and puts these into another order.
func (u *union) places(all []numbers, bits []numberBit) bdd.Node {
	m := u.f.Manager()
	for len(bits) > 0 && len(all) > 0 && all[0][bits[0].number] < 0 {
		bits = bits[1:]
	}
	switch {
	case len(all) == 0:
		return bdd.False
	case len(bits) == 0:
		return bdd.True
	case len(all) == 1:
		var c bdd.Cube
		for _, b := range bits {
			if all[0][b.number] >= 0 {
				c = append(c, bdd.Literal{Var: b.v, Value: b.of(all[0])})
			}
		}
		return m.Cube(c)
	}
	ones := 0 // in front of the others
	for i, n := range all {
		if bits[0].of(n) {
			all[i], all[ones] = all[ones], n
			ones++
		}
	}
	one := u.places(all[:ones], bits[1:])
	return m.Ite(m.Var(bits[0].v), one, u.places(all[ones:], bits[1:]))
}

func (u *union) node() bdd.Node {
	u.close()
	return u.tree(u.f.Vars(0), 0)
}

// tree joins modules from a number on that differ in some bits.
func (u *union) tree(bits []bdd.Var, from int) bdd.Node {
	switch m := u.f.Manager(); {
	case from >= len(u.modules):
		return bdd.False
	case len(bits) == 0:
		return u.modules[from]
	default:
		one := u.tree(bits[1:], from+1<<(len(bits)-1))
		return m.Ite(m.Var(bits[0]), one, u.tree(bits[1:], from))
	}
}
