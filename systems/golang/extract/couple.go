// This file defines which tracked objects and numbers belong together, and which places have them that stand for many.

package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// The tracked one of many objects and the tracked one of many numbers are chosen independently of each other. Of what
// belongs together, one decides which is the other: the tracked number is the first one at which the tracked object
// is put into a map, and the tracked struct is the first one to which the tracked channel is stored. Executions in which
// another one was chosen end there. A channel that is made for a struct is tracked if that is.
//
// Nothing is lost by that, since what is asked is asked about one object at a time. Take an execution of the program and an
// object. Let it be tracked, and what it decides, and what that decides; of all other places let none be tracked, which is
// always possible. Then no execution ends: each number and each struct is decided by objects from one place only, a channel
// that is made for a struct is one with it, and nothing decides, by way of others, what decides it.

// isTracked reports whether an atom is the tracked one of many objects or numbers.
func isTracked(a *graph.Atom) bool {
	return a.Kind == graph.Ptr && a.Path == "" && a.Obj.Rest != nil || a.Given && a.S != ""
}

// ghost returns a Boolean cell of an object that the program does not have.
func (x *Extractor) ghost(o *graph.Object, path, name string) *graph.Loc {
	c := x.Cell(o, path, types.Typ[types.Bool])
	c.Name = name
	c.Zero = x.Bool(false)
	x.Grow(c, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.Use(c)
	return c
}

// coupleNumber couples the numbers that are the keys of a parted map with what is put there.
func (x *Extractor) coupleNumber(key graph.Val, v ssa.Value) {
	var number, rest *graph.Atom
	for _, k := range key.Set {
		switch {
		case !k.Given:
		case number != nil && number.Origin != k.Origin || rest != nil && rest.Origin != k.Origin:
			return
		case k.S != "":
			number = k
		default:
			rest = k
		}
	}
	if number == nil || rest == nil {
		return
	}
	for _, l := range x.Leaves(v.Type()) {
		if x.couple(number, rest, key, x.Value(v, l.Path), func(*graph.Object) bool { return true }) {
			return
		}
	}
}

// coupleOwner couples the structs to which a pointer leads with the channels that are stored there.
func (x *Extractor) coupleOwner(p graph.Val, parts []graph.Val) {
	if len(p.Set) != 2 {
		return
	}
	tracked, rest := p.Set[0], p.Set[1]
	if tracked.Kind != graph.Ptr || rest.Kind != graph.Ptr {
		return
	}
	if rest.Obj.Rest == tracked.Obj {
		tracked, rest = rest, tracked
	}
	if tracked.Obj.Rest != rest.Obj || tracked.Path != rest.Path || !x.owns(tracked.Obj) {
		return
	}
	for _, v := range parts {
		if x.couple(x.Ptr(tracked.Obj, ""), rest, p, v, func(o *graph.Object) bool { return o.What == "chan" }) {
			return
		}
	}
}

// couple makes executions end in which the value is tracked, and was not stored before, but the place is one of the rest. It
// reports whether the tracked place is decided by an object to which the value may lead.
func (x *Extractor) couple(tracked, rest *graph.Atom, place, v graph.Val, may func(*graph.Object) bool) bool {
	for _, p := range v.Set {
		if p.Kind != graph.Ptr || !isTracked(p) || !may(p.Obj) {
			continue
		}
		if x.decides(tracked.Obj, p.Obj) {
			continue
		}
		switch x.coupled[tracked] {
		case nil:
			x.coupled[tracked], x.changed = p.Obj, true
		case p.Obj:
		default:
			continue
		}
		stored := x.ghost(p.Obj, "#stored"+graph.KeyPath(tracked), p.Obj.Name+" was stored")
		x.Branch(graph.And(v.Among(graph.Single(p)), graph.Not(graph.At(stored).IsTrue())), func() {
			x.Branch(place.Among(graph.Single(rest)), func() { x.end(skeleton.Exit) }, func() {
				x.Assign(graph.Assign{To: stored, V: graph.Constant(x.Bool(true))})
			})
		}, func() {})
		return true
	}
	return false
}

// decides reports whether one object is another one, as a channel and the struct that it is made for are, or decides whether the
// other is tracked. Numbers, for which there is no object, decide nothing.
func (x *Extractor) decides(o, other *graph.Object) bool {
	if s := x.madeWith[o]; s != nil {
		o = s
	}
	for seen := map[*graph.Object]bool{}; o != nil && other != nil && !seen[other]; other = x.coupled[x.Ptr(other, "")] {
		seen[other] = true
		if s := x.madeWith[other]; s != nil {
			other = s
		}
		if other == o {
			return true
		}
	}
	return false
}

// owns reports whether one of many structs is told apart because maps have pointers to it.
func (x *Extractor) owns(o *graph.Object) bool {
	k, ok := o.Key.(objKey)
	return ok && x.owners[k]
}

// madeFor returns the struct that is made just before a channel which is stored in it, if one of many such structs is told
// apart: there is one channel for each of them, and the one of the tracked struct is tracked.
func (x *Extractor) madeFor(i *ssa.MakeChan) (s graph.Val, ok bool) {
	for _, r := range *i.Referrers() {
		store, isStore := r.(*ssa.Store)
		if !isStore || store.Val != i {
			continue
		}
		field, isField := store.Addr.(*ssa.FieldAddr)
		if !isField {
			continue
		}
		a, isAlloc := field.X.(*ssa.Alloc)
		if !isAlloc || a.Block() != i.Block() || slices.Index(a.Block().Instrs, ssa.Instruction(a)) > slices.Index(a.Block().Instrs, ssa.Instruction(i)) {
			continue
		}
		s = x.Value(a, "")
		if s.From != nil && len(s.Set) == 2 && !slices.ContainsFunc(s.Set, func(a *graph.Atom) bool { return !x.owns(a.Obj) && (a.Obj.RestOf == nil || !x.owns(a.Obj.RestOf)) }) {
			return s, true
		}
	}
	return s, false
}

// mapped notes that a value is a key or an element of a map. If it leads to one of many structs with channels, then one of them is told
// apart.
func (x *Extractor) mapped(v graph.Val) {
	if !x.options.AnyNumber {
		return
	}
	for _, a := range v.Set {
		if a.Kind != graph.Ptr || a.Path != "" || a.Obj.What != "alloc" || a.Obj.Rest != nil || a.Obj.RestOf != nil || !a.Obj.Many() || a.Obj.Type == nil {
			continue
		}
		if _, isStruct := a.Obj.Type.Underlying().(*types.Struct); !isStruct || x.Opaque(a.Obj.Type) {
			continue
		}
		k := a.Obj.Key.(objKey)
		if !x.owners[k] && slices.ContainsFunc(x.Leaves(a.Obj.Type), func(l code.Leaf) bool {
			_, isChan := l.Type.Underlying().(*types.Chan)
			return isChan
		}) {
			x.owners[k] = true
			panic(restart{})
		}
	}
}

// A cell that stands for many places has a set of values, of which it is not known which is where. If all that is stored there
// is seen, then a ghost says of each tracked one, and of the keys of parted maps, whether it was ever stored there.

// remembers reports whether there are such ghosts for a cell.
func (x *Extractor) remembers(c *graph.Loc) bool {
	if c.Obj == nil || c.Obj.RestOf == nil || !c.Weak || !x.owns(c.Obj.RestOf) || x.forgets[c.Obj.RestOf.Key.(objKey)] {
		return false
	}
	return !code.Weak(c.Path)
}

// remembered returns the cell that says whether an atom was ever stored in a cell.
func (x *Extractor) remembered(c *graph.Loc, a *graph.Atom) *graph.Loc {
	o := c.Obj
	if o.RestOf != nil {
		o = o.RestOf
	}
	path := strings.ReplaceAll(c.Path, code.AnyElement, "*")
	return x.ghost(o, "?"+path+graph.KeyPath(a), a.String()+" in "+c.Name)
}

// remember notes what is stored in a cell.
func (x *Extractor) remember(c *graph.Loc, v graph.Val) {
	for _, a := range v.Set {
		if isTracked(a) || x.keys[a] {
			held := x.remembered(c, a)
			x.Branch(v.Among(graph.Single(a)), func() { x.Assign(graph.Assign{To: held, V: graph.Constant(x.Bool(true))}) }, func() {})
		}
	}
}

// oneOf gives a register one of the values of a cell that remembers.
func (x *Extractor) oneOf(c *graph.Loc, set graph.Set, to *graph.Loc) {
	x.Grow(to, set)
	var told graph.Set
	for _, a := range set {
		if isTracked(a) || x.keys[a] {
			told = told.With(a)
		}
	}
	var choose func(told, rest graph.Set)
	choose = func(told, rest graph.Set) {
		if len(told) == 0 || len(rest) == 1 {
			x.Assign(graph.Assign{To: to, V: graph.Val{Set: rest}})
			return
		}
		a := told[0]
		var without graph.Set
		for _, b := range rest {
			if b != a {
				without = without.With(b)
			}
		}
		x.Branch(graph.And(graph.At(x.remembered(c, a)).IsTrue(), graph.Either{}), func() {
			x.Assign(graph.Assign{To: to, V: graph.Constant(a)})
		}, func() { choose(told[1:], without) })
	}
	choose(told, set)
}
