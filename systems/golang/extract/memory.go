// This file defines loads, stores, slices and maps.

package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// load executes v = *p.
func (x *Extractor) load(i *ssa.UnOp) {
	if b := i.Block(); isArray(i.Type()) && len(*i.Referrers()) == 0 && len(b.Succs) == 1 && b.Succs[0].Comment == "rangeindex.loop" {
		return // package ssa loads the array over the indices of which a loop goes, Go does not
	}
	if g, ok := i.X.(*ssa.Global); ok {
		if g.Name() == "init$guard" {
			x.Set(i, "", graph.Constant(x.Bool(false)))
			return
		}
		if !x.Readable[g.Pkg.Pkg] {
			x.foreignGlobal(i, g)
			return
		}
	}
	if a := code.Root(i.X); a != nil {
		if s := x.Freshness(a).Forward[i]; s != nil {
			x.copyParts(i, s.Val, "")
			return
		}
	}
	x.strayAccess(i.X, false, i.Pos())
	if !x.keptValue(i) {
		x.loadTo(i, "", i.Type(), x.Value(i.X, ""), i.Pos())
	}
}

// foreignGlobal loads a variable of a package of which there is no code: errors of the standard library are known by
// their names.
func (x *Extractor) foreignGlobal(i *ssa.UnOp, g *ssa.Global) {
	if host, _, _ := strings.Cut(g.Pkg.Pkg.Path(), "/"); i.Type().String() != "error" || strings.Contains(host, ".") {
		x.anything(i)
		return
	}
	name := g.String()
	if name == "net/http/httputil.ErrLineTooLong" {
		name = "net/http.ErrLineTooLong"
	}
	for _, pkg := range []string{"os.", "path/filepath."} { // which give errors of package fs another name
		if rest, ok := strings.CutPrefix(name, pkg); ok {
			name = "io/fs." + rest
		}
	}
	x.Set(i, "", graph.Constant(x.NamedError(name)))
}

// NamedError returns an error that is only the same as itself.
func (x *Extractor) NamedError(name string) *graph.Atom {
	o := x.Unique(name)
	o.Name = name
	return x.Ptr(o, "")
}

// loadTo gives a register what a pointer leads to.
func (x *Extractor) loadTo(v ssa.Value, prefix string, t types.Type, p graph.Val, pos token.Pos) {
	leaves := x.Leaves(t)
	p = x.NonNil(p)
	if len(p.Set) == 0 {
		x.Dead = true
		return
	}
	single := p.One()
	if single != nil && single.Kind == graph.Ptr {
		var do []graph.Assign
		for _, l := range leaves {
			if code.IsSync(l.Type) {
				x.loadLock(v, prefix+l.Path, single, l)
				continue
			}
			cells := x.Cells(single.Obj, single.Path+l.Path, l.Type)
			for _, c := range cells {
				x.access(c, false, pos)
			}
			c := cells[0]
			if len(cells) == 1 && len(c.Set) == 1 && !c.Weak {
				x.Set(v, prefix+l.Path, graph.Val{Set: c.Set})
				continue
			}
			to := x.Register(v, prefix+l.Path)
			for _, c := range cells {
				x.Grow(to, c.Set)
			}
			from := graph.At(c)
			if len(cells) > 1 {
				from = graph.Val{Set: to.Set}
			}
			do = append(do, graph.Assign{To: to, V: from})
			x.Set(v, prefix+l.Path, graph.At(to))
		}
		x.AssignAll(do)
		return
	}
	for _, l := range leaves {
		to := x.Register(v, prefix+l.Path)
		x.Set(v, prefix+l.Path, graph.At(to))
	}
	x.Split(p, func(a *graph.Atom) {
		var do []graph.Assign
		for _, l := range leaves {
			to := x.Register(v, prefix+l.Path)
			var from graph.Val
			switch {
			case code.IsSync(l.Type):
				x.Grow(to, x.lockAt(x.part(a, l.Path), l, x.copyPos(v)))
				continue
			case a.Kind == graph.Ptr:
				cells := x.Cells(a.Obj, a.Path+l.Path, l.Type)
				from = graph.At(cells[0])
				for _, c := range cells {
					x.access(c, false, pos)
					x.Grow(to, c.Set)
				}
				if len(cells) > 1 {
					from = graph.Val{Set: to.Set}
				}
			default:
				src := x.origin(locKey{frame: x.fr, iter: x.it, value: v, path: prefix + l.Path}, to.Name, pos)
				from = graph.Val{Set: x.unknown(l.Type, src)}
				x.Grow(to, from.Set)
			}
			do = append(do, graph.Assign{To: to, V: from})
		}
		x.AssignAll(do)
	})
}

// strayAccess notes an access by a pointer, map or slice of which nothing is known, such as errors.As, reflection or recover
// give: it may lead to what the program has by another way, whose memory is not accessed then, nor changed. Types of
// libraries are those of new objects of theirs; so is what is read if it is of no type of the program, and libraries have
// nothing of its type that is the program's.
func (x *Extractor) strayAccess(at ssa.Value, write bool, pos token.Pos) {
	some := func(v ssa.Value) bool {
		return slices.ContainsFunc(x.Value(v, "").Set, func(a *graph.Atom) bool { return a.Kind == graph.Some || a.Kind == graph.Other })
	}
	if !some(at) {
		return
	}
	for {
		a, ok := at.(*ssa.FieldAddr)
		if !ok || !some(a.X) {
			break
		}
		at = a.X
	}
	t := at.Type()
	switch u := t.Underlying().(type) {
	case *types.Slice:
		t = u.Elem()
	case *types.Pointer:
		t = u.Elem()
	case *types.Map:
	default: // a string, or a channel
		return
	}
	named, _ := types.Unalias(t).(*types.Named)
	ours := named != nil && named.Obj().Pkg() != nil && !x.Opaque(t)
	if x.theirs(t) || !write && !ours && !x.handedOut(t) {
		return
	}
	what, opens := "read by ", skeleton.OpensRaces
	if write {
		what, opens = "write by ", skeleton.OpensAll
	}
	x.Note(pos, what+types.TypeString(at.Type(), nil), "to what it leads is not known", opens)
}

// store executes *p = v.
func (x *Extractor) store(p graph.Val, v ssa.Value, pos token.Pos) {
	leaves := x.Leaves(v.Type())
	parts := make([]graph.Val, len(leaves))
	for i, l := range leaves {
		parts[i] = x.Value(v, l.Path)
	}
	p = x.NonNil(p)
	x.Split(p, func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			return
		}
		var count func(*graph.Loc, graph.Val) graph.Val
		if delta, ok := x.counts(p, a, v); ok {
			count = func(c *graph.Loc, part graph.Val) graph.Val { return x.Count(c, v, delta, part) }
		}
		var do []graph.Assign
		for i, l := range leaves {
			if as, ok := x.storeCell(a, l, parts[i].When(p, a), pos, count); ok {
				do = append(do, as)
			}
		}
		x.AssignAll(do)
	})
}

// storeCell returns the assignment to a part of what a pointer leads to, unless its cell only grows: by count if it is
// given.
func (x *Extractor) storeCell(a *graph.Atom, l code.Leaf, v graph.Val, pos token.Pos, count func(*graph.Loc, graph.Val) graph.Val) (graph.Assign, bool) {
	c := x.cellToStore(a, l)
	if code.IsSync(l.Type) {
		if p := x.part(a, l.Path); used(p) && !x.beginning {
			x.Note(pos, "a lock, or the like, is stored to: "+x.Site(pos).Text, "what it has been in before is not followed", skeleton.OpensAll)
		}
		x.Grow(c, v.Set)
		return graph.Assign{}, false
	}
	if s, ok := l.Type.Underlying().(*types.Struct); ok && x.Opaque(l.Type) {
		x.blur(c.Obj, c.Path, s)
	}
	x.access(c, true, pos)
	if count != nil {
		v = count(c, v)
	} else {
		x.Grow(c, v.Set)
	}
	return graph.Assign{To: c, V: v}, !c.Weak
}

// blur lets the fields of a struct of a library hold anything: it is stored there as a whole, and values have no parts of
// such structs.
func (x *Extractor) blur(o *graph.Object, path string, s *types.Struct) {
	for i := range s.NumFields() {
		for _, l := range x.Leaves(s.Field(i).Type()) {
			at := path + code.Field(i) + l.Path
			if in, ok := l.Type.Underlying().(*types.Struct); ok && x.Opaque(l.Type) {
				x.blur(o, at, in)
			}
			if c := x.locs[locKey{obj: o, path: at}]; c != nil && !code.IsSync(l.Type) {
				x.changed = x.changed || !c.Spread
				c.Spread = true
				x.Grow(c, x.unknown(l.Type, nil))
			}
		}
	}
}

// cellToStore returns the cell of a part of what a pointer leads to. If it is an element at an index that is not known,
// those of the object are not told apart.
func (x *Extractor) cellToStore(a *graph.Atom, l code.Leaf) *graph.Loc {
	if code.Weak(a.Path+l.Path) && !a.Obj.Blurred && x.indexed(a) {
		a.Obj.Blurred = true
		panic(restart{})
	}
	return x.Cell(a.Obj, a.Path+l.Path, l.Type)
}

// Fill is the assignment of something that is not known to what a pointer of type t leads to, which may be in an
// interface.
func (x *Extractor) Fill(p graph.Val, t types.Type, pos token.Pos) {
	x.Split(p, func(a *graph.Atom) {
		t := t
		if a.Kind == graph.Box {
			a, t = a.Elem, a.Type
		}
		ptr, ok := t.Underlying().(*types.Pointer)
		if !ok || a.Kind != graph.Ptr {
			return
		}
		var do []graph.Assign
		for _, l := range x.Leaves(ptr.Elem()) {
			if as, ok := x.storeCell(a, l, graph.Val{Set: x.unknown(l.Type, nil)}, pos, nil); ok {
				do = append(do, as)
			}
		}
		x.AssignAll(do)
	})
}

// indexed reports whether elements of the object are told apart.
func (x *Extractor) indexed(a *graph.Atom) bool {
	for _, l := range x.ordered[a.Obj] {
		if l.Path != code.Blurred(l.Path) {
			return true
		}
	}
	return false
}

// stray reports whether a value may lead to memory of which nothing is known.
func (x *Extractor) stray(t types.Type, part func(string) graph.Val) bool {
	return slices.ContainsFunc(x.Leaves(t), func(l code.Leaf) bool {
		return code.Nillable(l.Type) && slices.ContainsFunc(part(l.Path).Set, func(a *graph.Atom) bool { return a.Kind == graph.Some || a.Kind == graph.Other })
	})
}

// access notes that a cell is read or written.
func (x *Extractor) access(c *graph.Loc, write bool, pos token.Pos) {
	x.Use(c)
	x.Access(c, write, false, pos)
}

// Access is an operation that reads or writes a cell.
func (x *Extractor) Access(c *graph.Loc, write, atomic bool, pos token.Pos) {
	if !x.emitting || !x.options.Races || c.Obj == nil || c.Obj.Func != nil || c.Obj.Local {
		return
	}
	if by := c.Obj.Lent; by != nil {
		x.noteAt(by.Site, by.By, "others may access "+c.Obj.Name+" behind it", skeleton.OpensRaces)
	}
	n := x.node(skeleton.Access)
	n.Cell, n.Write, n.Atomic, n.Newest, n.Site = c, write, atomic, x.recent, x.Site(x.placed(pos))
	x.Add(n)
}

// placed returns the place of an access, also of those to which package ssa gives none.
func (x *Extractor) placed(pos token.Pos) token.Pos {
	if !pos.IsValid() && x.blk != nil {
		if pos = code.RangePos(x.blk); !pos.IsValid() { // or the results of a return
			pos = x.blk.Instrs[len(x.blk.Instrs)-1].Pos()
		}
	}
	if !pos.IsValid() {
		pos = x.fr.fn.Pos()
	}
	return pos
}

// indexAddr executes &a[i].
func (x *Extractor) indexAddr(i *ssa.IndexAddr) {
	base, index := x.Value(i.X, ""), x.Value(i.Index, "")
	// array returns an atom as a slice; nil if it is not known what it leads to.
	array := func(a *graph.Atom) *graph.Atom {
		switch a.Kind {
		case graph.Slice:
			return a
		case graph.Ptr:
			k := graph.AtomKey{Kind: graph.Slice, Obj: a.Obj, Path: a.Path, N: -1}
			if t, ok := code.Deref(i.X.Type()).Underlying().(*types.Array); ok {
				if k.N = t.Len(); k.N > code.MaxArray {
					k.Low = -1
				}
			}
			return x.Atom(k)
		}
		return nil
	}
	at := func(a, k *graph.Atom) *graph.Atom {
		s := array(a)
		switch {
		case s == nil && a.Kind == graph.Nil:
			return nil
		case s == nil:
			return x.Some()
		case k.Kind != graph.Int:
			return x.Ptr(s.Obj, s.Path+code.AnyElement)
		case k.N >= s.N && s.N >= 0 && x.overlooks(): // there are more elements
			return x.Ptr(s.Obj, s.Path+code.AnyElement)
		case k.N < 0 || s.N >= 0 && k.N >= s.N:
			return nil
		}
		return x.Ptr(s.Obj, s.ElementPath(k.N))
	}
	out := graph.Cond(graph.Const(false)) // of range
	if v, ok := base.Together(index, func(a, k *graph.Atom) *graph.Atom {
		p := at(a, k)
		if p == nil {
			out = graph.Or(out, graph.And(base.Among(graph.Single(a)), index.Among(graph.Single(k))))
		}
		return p
	}); ok {
		if x.crashes(out, i.Pos(), outOfRange); !x.Dead {
			x.Set(i, "", v)
		}
		return
	}
	// faults asks whether an index is beyond a slice, or a slice or array is nil.
	faults := func(k *graph.Atom) {
		x.faults(base.Where(func(a *graph.Atom) bool {
			s := array(a)
			return s == nil && a.Kind == graph.Nil || s != nil && s.N >= 0 && k.N >= s.N && !x.overlooks()
		}), i.Pos(), outOfRange)
	}
	if k := index.One(); k != nil && k.Kind == graph.Int {
		faults(k)
		v := base.Mapped(func(a *graph.Atom) *graph.Atom { return at(a, k) })
		if len(base.Set) > 0 && len(v.Set) == 0 && !x.Dead {
			x.crash(i.Pos(), outOfRange)
			return
		}
		x.Set(i, "", v)
		return
	}
	l := x.Register(i, "element")
	if !slices.ContainsFunc(index.Set, func(k *graph.Atom) bool { return k.Kind != graph.Int }) {
		x.Split(index, func(k *graph.Atom) {
			v := base.Mapped(func(a *graph.Atom) *graph.Atom { return at(a, k) })
			if len(v.Set) == 0 {
				x.crash(i.Pos(), outOfRange)
				return
			}
			faults(k)
			x.Grow(l, v.Set)
			x.Assign(graph.Assign{To: l, V: v})
		})
		x.Set(i, "", graph.At(l))
		return
	}
	told := !x.ofData(i.X.Type()) // whose element it is
	var any graph.Set
	element := func(a *graph.Atom) (of graph.Set) {
		s := array(a)
		if s == nil {
			return graph.Single(x.Some())
		}
		told = told || s.Obj.Rest != nil || s.Obj.RestOf != nil
		if s.N >= 0 && s.N <= code.MaxArray && !s.Obj.Blurred {
			for k := range s.N {
				of = of.With(x.Ptr(s.Obj, s.ElementPath(k)))
			}
			return of
		}
		return graph.Single(x.Ptr(s.Obj, s.Path+code.AnyElement))
	}
	base = x.NonNil(base)
	for _, a := range base.Set {
		for _, e := range element(a) {
			any = any.With(e)
		}
	}
	x.Grow(l, any)
	if told {
		x.Split(base, func(a *graph.Atom) { x.Assign(graph.Assign{To: l, V: graph.Val{Set: element(a)}}) })
	} else {
		x.Assign(graph.Assign{To: l, V: graph.Val{Set: any}})
	}
	x.Set(i, "", graph.At(l))
}

// indexValue executes a[i] of an array value or a string.
func (x *Extractor) indexValue(i *ssa.Index) {
	index := x.Value(i.Index, "")
	beyond := func(k *graph.Atom, length int64) bool { // where numbers count as smaller ones, there may be more elements
		return k.Kind == graph.Int && (k.N < 0 || k.N >= length && !x.overlooks())
	}
	if code.IsString(i.X.Type()) {
		of := x.Value(i.X, "")
		if x.crashes(x.Related(of, index, func(s, k *graph.Atom) graph.Truth {
			return graph.TruthOf(s.Kind == graph.Str && beyond(k, int64(len(s.S))))
		}), i.Pos(), outOfRange); x.Dead {
			return
		}
		if s, k := of.One(), index.One(); s != nil && k != nil && s.Kind == graph.Str && k.Kind == graph.Int && k.N < int64(len(s.S)) {
			x.Set(i, "", graph.Constant(x.Int(int64(s.S[k.N]))))
		} else {
			x.anything(i)
		}
		return
	}
	if t, ok := i.X.Type().Underlying().(*types.Array); ok {
		if x.crashes(index.Where(func(k *graph.Atom) bool { return beyond(k, t.Len()) }), i.Pos(), outOfRange); x.Dead {
			return
		}
	}
	for _, l := range x.Leaves(i.Type()) {
		if k := index.One(); k != nil && k.Kind == graph.Int {
			if v := x.Value(i.X, code.Element(int(k.N))+l.Path); len(v.Set) > 0 {
				x.Set(i, l.Path, v)
				continue
			}
		}
		to := x.Register(i, l.Path)
		for k := range code.MaxArray {
			x.Grow(to, x.Value(i.X, code.Element(k)+l.Path).Set)
		}
		x.Grow(to, x.Value(i.X, code.AnyElement+l.Path).Set)
		x.Assign(graph.Assign{To: to, V: graph.Val{Set: to.Set}})
		x.Set(i, l.Path, graph.At(to))
	}
}
