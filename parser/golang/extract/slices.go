// This file defines slices.

package extract

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

func (x *Extractor) makeSlice(i *ssa.MakeSlice) {
	o := x.Object(i, "array", i.Type())
	o.Name = x.NameAt(i.Pos(), "slice")
	n := x.SizeOf(x.Value(i.Len, ""))
	x.Set(i, "", graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: n})))
}

// SizeOf returns the number that an integer is, -1 if that is not known.
func (x *Extractor) SizeOf(v graph.Val) int64 {
	if a := v.One(); a != nil && a.Kind == graph.Int && a.N >= 0 {
		if n, ok := x.cutConst[a.N]; ok {
			return int64(n)
		}
		if a.N <= 2*MaxUnrolled {
			return a.N
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
		if n, ok := x.cutConst[a.N]; ok {
			return n
		}
		return int(a.N)
	}
	if !x.options.AnyNumber && x.fixSize(graph.Val{Set: graph.Single(a)}) {
		panic(restart{})
	}
	return skeleton.Unknown
}

// slice executes a[low:high].
func (x *Extractor) slice(i *ssa.Slice) {
	if code.IsString(i.X.Type()) {
		x.anything(i)
		return
	}
	bound := func(v ssa.Value) (int64, bool) {
		if v == nil {
			return 0, true
		}
		a := x.Value(v, "").One()
		if a == nil || a.Kind != graph.Int {
			return -1, false
		}
		return a.N, true
	}
	low, lowKnown := bound(i.Low)
	high, highKnown := bound(i.High)
	x.Set(i, "", x.Value(i.X, "").Mapped(func(a *graph.Atom) *graph.Atom {
		k := graph.AtomKey{Kind: graph.Slice, Obj: a.Obj, Path: a.Path, N: -1}
		switch a.Kind {
		case graph.Slice:
			k.N = a.N
		case graph.Ptr:
			if t, ok := code.Deref(i.X.Type()).Underlying().(*types.Array); ok {
				k.N = t.Len()
			}
		default:
			return a
		}
		if i.High != nil {
			k.N = high
			if !highKnown {
				k.N = -1
			}
		}
		if !lowKnown || low > 0 {
			if !a.Obj.Blurred { // elements change their numbers
				a.Obj.Blurred = true
				panic(restart{})
			}
			if k.N >= 0 && lowKnown {
				k.N = max(0, k.N-low)
			} else {
				k.N = -1
			}
		}
		return x.Atom(k)
	}))
}

// appends executes append(s, more...).
func (x *Extractor) appends(i *ssa.Call) {
	t, ok := i.Type().Underlying().(*types.Slice)
	if !ok || len(i.Call.Args) < 2 {
		x.anything(i)
		return
	}
	o := x.Object(i, "array", t)
	if o.Name == "" {
		o.Name = x.NameAt(i.Pos(), "slice")
		o.Begun = func(string) bool { return true }
	}
	leaves := x.Leaves(t.Elem())
	// copy copies the elements of a slice to the new array from an index on, and returns where they end.
	put := func(v graph.Val, start int64) int64 {
		end := int64(-1)
		for k, a := range v.Set {
			n := int64(0)
			switch a.Kind {
			case graph.Slice:
				n = a.N
			case graph.Nil:
			default:
				n = -1
			}
			to := start + n
			if n < 0 || start < 0 {
				to = -1
			}
			if k > 0 && to != end {
				to = -1
			}
			end = to
		}
		if len(v.Set) == 0 {
			end = start
		}
		if end < 0 || end > code.MaxArray {
			if !o.Blurred {
				o.Blurred = true
				panic(restart{})
			}
			end = -1
		}
		var do []graph.Assign
		for _, a := range v.Set {
			if a.Kind != graph.Slice || a.Obj == o {
				continue
			}
			for _, l := range leaves {
				for k := int64(0); k < max(1, a.N); k++ {
					from := a.Path + code.Element(int(k)) + l.Path
					if a.N < 0 {
						from = a.Path + code.AnyElement + l.Path
					} else if k >= a.N {
						break
					}
					to := code.Element(int(start+k)) + l.Path
					if o.Blurred {
						to = code.AnyElement + l.Path
					}
					for _, c := range x.Cells(a.Obj, from, l.Type) {
						x.Use(c)
						d := x.Cell(o, to, l.Type)
						x.Use(d)
						x.Grow(d, c.Set)
						if !d.Weak {
							do = append(do, graph.Assign{To: d, V: graph.At(c)})
						}
					}
				}
			}
		}
		if len(v.Set) == 1 {
			x.AssignAll(do)
		} else {
			for _, d := range do {
				d.To.Weak, d.To.Spread = true, true
			}
		}
		return end
	}
	end := put(x.Value(i.Call.Args[0], ""), 0)
	end = put(x.Value(i.Call.Args[1], ""), end)
	x.Set(i, "", graph.Constant(x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: end})))
}
