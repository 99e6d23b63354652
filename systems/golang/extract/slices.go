// This file defines slices.

package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// The lengths of the slices that one value may be are told apart up to a most one.
const maxLength = 4

// An operation on slices with more cases than this does not tell apart the elements of its results.
const maxCases = 20

// roughly reports whether an operation on slices has too many cases.
func (x *Extractor) roughly(i ssa.Value, cases int) bool {
	if s, ok := i.(*ssa.Slice); x.rough && x.ofData(i.Type()) && !(ok && isPointer(s.X.Type())) {
		return true
	}
	k, everywhere := objKey{x.fr, x.it, i, "slice"}, objKey{instr: i, what: "slice"}
	if cases > maxCases && !x.coarse[k] && !x.coarse[everywhere] {
		x.coarse[k] = true
		if enough(x.coarse, func(other objKey) bool { return other.instr == any(i) }) {
			x.coarse[everywhere] = true
		}
		panic(restart{})
	}
	return x.coarse[k] || x.coarse[everywhere]
}

// enough reports whether so many of the keys are the same that all others would come to be there, too, each with a new
// pass.
func enough[K comparable, V any](keys map[K]V, same func(K) bool) bool {
	n := 0
	for k := range keys {
		if same(k) {
			n++
		}
	}
	return n >= enoughPlaces
}

// ofData reports whether the elements of a slice lead to no objects, and goroutines do not synchronise by them.
func (x *Extractor) ofData(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && !x.HasSync(s.Elem()) && !slices.ContainsFunc(x.Leaves(s.Elem()), func(l code.Leaf) bool { return code.Nillable(l.Type) })
}

// atLeast returns the length of a slice with at least n elements.
func atLeast(n int64) int64 { return -1 - min(max(n, 0), maxLength+1) }

// least returns the least number of elements of a slice of some length.
func least(n int64) int64 {
	if n < 0 {
		return -1 - n
	}
	return n
}

// shorter returns the lengths of what is left of a slice when some elements are removed; none if there are not so many.
func shorter(n, by int64) []int64 {
	switch {
	case n >= 0 && n < by:
		return nil
	case n >= 0:
		return []int64{n - by}
	case least(n) <= maxLength:
		return []int64{atLeast(least(n) - by)}
	}
	out := []int64{n}
	for k := max(0, least(n)-by); k <= maxLength; k++ {
		out = append(out, k)
	}
	return out
}

func (x *Extractor) makeSlice(i *ssa.MakeSlice) {
	o := x.Object(i, "array", i.Type())
	o.Name, o.Site = x.NameAt(i.Pos(), "slice"), x.Site(i.Pos())
	n, size := x.Value(i.Len, ""), x.Value(i.Cap, "").One()
	sized := func(a *graph.Atom) graph.AtomKey {
		k := graph.AtomKey{N: x.SizeOf(graph.Constant(a)), Room: graph.Behind}
		if k.N < 0 && a.Kind == graph.Int && a.N > 0 { // it counts as less where a loop comes to all elements
			k.N, k.Low = a.N, -1
		}
		switch {
		case i.Cap == i.Len:
			k.Room = 0
		case size != nil && size.Kind == graph.Int && size.N <= code.MaxArray && k.N >= 0:
			k.Room = max(0, size.N-k.N)
		}
		return k
	}
	if x.options.Apart[o.Site.Pos] {
		k := graph.AtomKey{N: -1, Room: graph.Behind}
		if a := n.One(); a != nil {
			k = sized(a)
		}
		x.Set(i, "", x.madeArray(o, i, k))
		return
	}
	x.Set(i, "", n.Mapped(func(a *graph.Atom) *graph.Atom {
		k := sized(a)
		k.Kind, k.Obj = graph.Slice, o
		return x.Atom(k)
	}))
}

// SizeOf returns the number that an integer is, -1 if that is not known.
func (x *Extractor) SizeOf(v graph.Val) int64 {
	if a := v.One(); a != nil && a.Kind == graph.Int && a.N >= 0 {
		if n := x.countsAs(a.N, false); n <= 2*MaxUnrolled {
			return n
		}
	}
	if !x.options.AnyNumber && x.fixSize(v) {
		panic(restart{})
	}
	return -1
}

// Number returns the number that an atom is, which is given one if the code leaves it open.
func (x *Extractor) Number(a *graph.Atom) int {
	if a.Kind == graph.Int {
		return int(x.countsAs(a.N, false))
	}
	if !x.options.AnyNumber && x.fixSize(graph.Val{Set: graph.Single(a)}) {
		panic(restart{})
	}
	return skeleton.Unknown
}

// slice executes a[low:high].
func (x *Extractor) slice(i *ssa.Slice) {
	from := x.Value(i.X, "")
	if isPointer(i.X.Type()) {
		if from = x.Dereferenced(from, i.Pos()); len(from.Set) == 0 {
			x.Dead = true
			return
		}
	}
	low, high := graph.Constant(x.Int(0)), graph.Constant(nil)
	if i.Low != nil {
		low = x.Value(i.Low, "")
	}
	if i.High != nil {
		high = x.Value(i.High, "")
	}
	if code.IsString(i.X.Type()) {
		x.substring(i, from, low, high)
		return
	}
	used := len(*i.Referrers()) > 0 // else it checks bounds
	cases := 0
	for _, l := range low.Set {
		for _, a := range from.When(low, l).Set {
			for _, h := range high.When(low, l).Set {
				cases += len(x.sliced(i, a, l, h, false))
			}
		}
	}
	rough := used && !x.isCut(i) && x.roughly(i, cases)
	plain, out := true, graph.Cond(graph.Const(false)) // each case has one result at most; whether it is out of range
	only := func(a, l, h *graph.Atom) *graph.Atom {
		s := x.sliced(i, a, l, h, rough)
		if len(s) == 0 {
			out = graph.Or(out, graph.And(from.Among(graph.Single(a)), graph.And(low.Among(graph.Single(l)), high.Among(graph.Single(h)))))
			return nil
		}
		plain = plain && len(s) == 1
		return s[0]
	}
	v, ok := graph.Val{}, false
	switch l, h := low.One(), high.One(); {
	case len(low.Set) == 1 && len(high.Set) == 1:
		v, ok = from.Mapped(func(a *graph.Atom) *graph.Atom { return only(a, l, h) }), true
	case len(high.Set) == 1: // the other bound often is what the length says
		v, ok = from.Together(low, func(a, l *graph.Atom) *graph.Atom { return only(a, l, h) })
	case len(low.Set) == 1:
		v, ok = from.Together(high, func(a, h *graph.Atom) *graph.Atom { return only(a, l, h) })
	}
	if ok && plain {
		if x.crashes(out, i.Pos(), outOfRange); !x.Dead {
			x.Set(i, "", v)
		}
		return
	}
	to := x.Register(i, "")
	x.Set(i, "", graph.At(to))
	is := func(s graph.Set) {
		if len(s) == 0 {
			x.crash(i.Pos(), outOfRange)
			return
		}
		x.Grow(to, s)
		x.Assign(graph.Assign{To: to, V: graph.Val{Set: s}})
	}
	if rough {
		x.Split(from, func(a *graph.Atom) {
			var all graph.Set
			out := false // of range
			for _, l := range low.When(from, a).Set {
				for _, h := range high.When(low, l).Set {
					s := x.sliced(i, a, l, h, true)
					all, out = x.Union(all, s), out || len(s) == 0
				}
			}
			if out && len(all) > 0 {
				x.crashes(graph.Either{}, i.Pos(), outOfRange)
			}
			is(all)
		})
		return
	}
	x.Split(low, func(l *graph.Atom) {
		x.Split(from.When(low, l), func(a *graph.Atom) {
			x.Split(high.When(low, l), func(h *graph.Atom) { is(x.sliced(i, a, l, h, false)) })
		})
	})
}

// arrayOfSlice gives a register the pointer to the array in which a slice has its first elements.
func (x *Extractor) arrayOfSlice(i *ssa.SliceToArrayPointer) {
	n := code.Deref(i.Type()).Underlying().(*types.Array).Len()
	v := x.Value(i.X, "")
	short := v.Where(func(a *graph.Atom) bool {
		return a.Kind == graph.Nil && n > 0 || a.Kind == graph.Slice && a.N >= 0 && a.N < n
	})
	if x.crashes(short, i.Pos(), outOfRange); x.Dead {
		return
	}
	x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
		switch {
		case a.Kind == graph.Nil && n > 0:
			return nil
		case a.Kind != graph.Slice:
			return a
		case a.Low == 0 || a.Obj.Blurred:
			return x.Ptr(a.Obj, a.Path)
		}
		x.Note(i.Pos(), "an array that begins within another one", "what is accessed by it is not seen", skeleton.OpensAll)
		return x.Some()
	}))
}

// substring executes s[low:high] of a string; high is nil if it is not given.
func (x *Extractor) substring(i *ssa.Slice, from, lows, highs graph.Val) {
	low, high := lows.One(), highs.One()
	if low == nil || low.Kind != graph.Int || i.High != nil && (high == nil || high.Kind != graph.Int) {
		above := func(k, n *graph.Atom) graph.Truth { // where numbers count as smaller ones, that is not known
			return graph.TruthOf(k.Kind == graph.Int && (k.N < 0 || n.Kind == graph.Int && k.N > n.N || n.Kind == graph.Str && k.N > int64(len(n.S))) && !x.overlooks())
		}
		out := x.Related(lows, from, above)
		if i.High != nil {
			out = graph.Or(out, graph.Or(x.Related(highs, from, above), x.Related(lows, highs, above)))
		}
		if x.crashes(out, i.Pos(), outOfRange); !x.Dead {
			x.anything(i)
		}
		return
	}
	var out graph.Set // of range
	v := from.Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Str {
			return x.Other()
		}
		end := int64(len(a.S))
		if high != nil {
			end = high.N
		}
		if low.N < 0 || low.N > end || end > int64(len(a.S)) {
			out = out.With(a)
			return nil
		}
		return x.Str(a.S[low.N:end])
	})
	if x.crashes(from.Among(out), i.Pos(), outOfRange); !x.Dead {
		x.Set(i, "", v)
	}
}

// sliced returns what a[low:high] may be, nothing if that is out of range; high is nil if it is not given.
func (x *Extractor) sliced(i *ssa.Slice, a, low, high *graph.Atom, rough bool) graph.Set {
	k := graph.AtomKey{Kind: graph.Slice, Obj: a.Obj, Path: a.Path, N: a.N, Low: a.Low, Room: a.Room}
	known := low.Kind == graph.Int
	switch a.Kind {
	case graph.Slice:
	case graph.Ptr:
		k.N, k.Low = -1, 0
		if t, ok := code.Deref(i.X.Type()).Underlying().(*types.Array); ok {
			if k.N = t.Len(); k.N > code.MaxArray {
				k.Low = -1
			}
		}
	case graph.Nil:
		if known && low.N != 0 || high != nil && high.Kind == graph.Int && high.N != 0 {
			return nil
		}
		return graph.Single(a)
	default:
		return graph.Single(a)
	}
	room := k.Room
	k.Room = x.room(i, k, high)
	var lengths []int64
	switch {
	case !known:
		lengths = []int64{atLeast(0)}
	case low.N < 0:
		return nil
	case high == nil:
		lengths = shorter(k.N, low.N)
	case high.Kind == graph.Int && (high.N < low.N || k.N >= 0 && room >= 0 && high.N > k.N+room):
	case high.Kind == graph.Int:
		lengths = []int64{high.N - low.N}
	case high.N >= maxLength:
		lengths = shorter(atLeast(maxLength+1), maxLength+1-high.N+low.N)
	default:
		lengths = []int64{atLeast(high.N - low.N)}
	}
	switch {
	case !known:
		k.Low = -1
	case k.Low >= 0:
		k.Low += low.N
	}
	most := int64(code.MaxArray)
	if rough {
		most = maxLength
	}
	if k.Low > most || rough {
		k.Low = -1
	}
	if len(lengths) == 0 && x.scale.cuts() { // there may be more elements
		lengths, k.Low = []int64{atLeast(0)}, -1
	}
	var s graph.Set
	for _, k.N = range lengths {
		if k.N > most {
			k.N = atLeast(k.N)
		}
		k := k
		if k.Room > 0 && (k.Low < 0 || k.N < 0 || k.Low+k.N+k.Room > code.MaxArray) {
			k.Room = graph.Within // its elements are not told apart
		}
		s = s.With(x.Atom(k))
	}
	return s
}

// room returns the room behind a[low:high], where k is a; high is nil if it is not given.
func (x *Extractor) room(i *ssa.Slice, k graph.AtomKey, high *graph.Atom) int64 {
	made, _ := i.X.(*ssa.Alloc)
	switch {
	case i.Max != nil && (i.Max == i.High || high.Kind == graph.Int && x.Value(i.Max, "").One() == high):
		return 0
	case high == nil && i.Max == nil:
		return k.Room
	case made != nil && made.Comment == "makeslice" && k.Low < 0:
		return graph.Behind
	case i.Max != nil || high.Kind != graph.Int || k.N < 0 || k.Low < 0:
		return graph.Within
	case high.N < k.N:
		return k.N - high.N + max(0, k.Room)
	case high.N > k.N && k.Room >= 0:
		return max(0, k.N+k.Room-high.N)
	}
	return k.Room
}

// lengthOf returns the number of elements of a slice or string.
func lengthOf(a *graph.Atom) int64 {
	switch a.Kind {
	case graph.Slice:
		return a.N
	case graph.Nil:
		return 0
	case graph.Str:
		return int64(len(a.S))
	}
	return atLeast(0)
}

// readElement reads a part of an element of a slice; of any one if its index is -1.
func (x *Extractor) readElement(a *graph.Atom, k int64, l code.Leaf, pos token.Pos) graph.Val {
	if !code.IsSync(l.Type) {
		for _, c := range x.elementCells(a, k, l) {
			x.access(c, false, pos)
		}
	}
	return x.elementOf(a, k, l)
}

// elementOf returns a part of an element of a slice; of any one if its index is -1.
func (x *Extractor) elementOf(a *graph.Atom, k int64, l code.Leaf) graph.Val {
	var s graph.Set
	if code.IsSync(l.Type) {
		path := a.Path + code.AnyElement
		if k >= 0 {
			path = a.ElementPath(k)
		}
		return graph.Val{Set: x.lockAt(x.Ptr(a.Obj, path+l.Path), l, x.placed(token.NoPos))}
	}
	cells := x.elementCells(a, k, l)
	for _, c := range cells {
		x.Use(c)
		s = x.Union(s, c.Set)
	}
	if len(cells) == 1 {
		return graph.At(cells[0])
	}
	return graph.Val{Set: s}
}

// elementCells returns the cells of a part of an element of a slice; of any one if its index is -1.
func (x *Extractor) elementCells(a *graph.Atom, k int64, l code.Leaf) []*graph.Loc {
	path := a.Path + code.AnyElement
	if k >= 0 {
		path = a.ElementPath(k)
	}
	return x.Cells(a.Obj, path+l.Path, l.Type)
}

// ReadElements reads the elements of an argument.
func (c *Call) ReadElements(arg int) {
	x := c.X
	t := c.Types[arg].Underlying().(*types.Slice)
	x.Split(c.Arg(arg, ""), func(a *graph.Atom) {
		for _, l := range x.Leaves(t.Elem()) {
			if a.Kind == graph.Slice {
				x.readElement(a, -1, l, c.Pos)
			}
		}
	})
}

// Rewrite changes the elements of an argument, and returns a slice of them; their number may be another one then. The
// array may be another one, too, if there was none, or it was too small.
func (c *Call) Rewrite(arg int) {
	x := c.X
	t := c.Types[arg].Underlying().(*types.Slice)
	o := c.newArray()
	all := c.Arg(arg, "").Mapped(func(a *graph.Atom) *graph.Atom {
		k := graph.AtomKey{Kind: graph.Slice, Obj: o, N: atLeast(0), Low: -1, Room: graph.Behind}
		switch a.Kind {
		case graph.Slice:
			k.Obj, k.Path = a.Obj, a.Path
		case graph.Nil:
		default:
			return a
		}
		return x.Atom(k)
	})
	x.Split(all, func(a *graph.Atom) {
		var do []graph.Assign
		for _, l := range x.Leaves(t.Elem()) {
			if a.Kind != graph.Slice {
				continue
			}
			if as, ok := x.storeCell(x.Ptr(a.Obj, a.Path+code.AnyElement), l, graph.Val{Set: x.unknown(l.Type, nil)}, c.Pos, nil); ok {
				do = append(do, as)
			}
		}
		x.AssignAll(do)
	})
	c.Returns(all)
}

// Copies returns a slice of a new array with elements of an argument; how many is not known.
func (c *Call) Copies(arg int) {
	o := c.newArray()
	c.Returns(c.Arg(arg, "").Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind != graph.Slice {
			return a
		}
		return c.X.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: atLeast(0), Low: -1, Room: graph.Behind})
	}))
}

// listed gives the call a list of data, which may be nil: elements of a new array, or of one that it is given.
func (c *Call) listed(l code.Leaf) {
	x := c.X
	o := x.Object(c.Instr, "list"+l.Path, l.Type)
	o.Name, o.Site, o.Symbolic = x.NameAt(c.Pos, "slice"), x.Site(c.Pos), true
	made := x.madeArray(o, c.Result, graph.AtomKey{N: atLeast(0), Room: graph.Behind})
	var given graph.Set
	var appended []memory
	for i := range min(len(c.Args), len(c.Types)) {
		r := reach{x: x}
		r.walk(c.Types[i], c.Args[i], route{})
		for _, m := range r.memory {
			if m.slice && types.Identical(m.typ, l.Type.Underlying().(*types.Slice).Elem()) {
				given = given.With(x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: m.atom.Obj, Path: m.path, N: atLeast(0), Low: -1, Room: graph.Behind}))
				if types.Identical(c.Types[i].Underlying(), l.Type.Underlying()) {
					appended = append(appended, m)
				}
			}
		}
	}
	x.overwrite(appended)
	if len(given) == 0 {
		x.Set(c.Result, l.Path, made)
		return
	}
	x.Branch(graph.Either{}, func() { x.Define(c.Result, l.Path, made) }, func() { x.Define(c.Result, l.Path, graph.Val{Set: given}) })
}

// newArray returns an array that the call makes, of whose elements nothing is known.
func (c *Call) newArray() *graph.Object {
	o := c.X.Object(c.Instr, "long array", c.Types[0])
	o.Name, o.Blurred, o.Begun = c.X.NameAt(c.Pos, "slice"), true, func(string) bool { return true }
	return o
}

// clears executes clear of a slice, or of something that may be one: the elements become zero.
func (x *Extractor) clears(c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	x.Split(x.NonNil(x.Value(c.Args[0], "")), func(a *graph.Atom) {
		if a.Kind != graph.Slice {
			return
		}
		var do []graph.Assign
		for _, l := range x.Leaves(t.Elem()) {
			put := func(path string) {
				if as, ok := x.storeCell(x.Ptr(a.Obj, path), l, graph.Constant(x.zero(l.Type)), pos, nil); ok {
					do = append(do, as)
				}
			}
			if a.N < 0 || a.N > code.MaxArray {
				put(a.Path + code.AnyElement)
				continue
			}
			for k := range a.N {
				put(a.ElementPath(k))
			}
		}
		x.AssignAll(do)
	})
}
