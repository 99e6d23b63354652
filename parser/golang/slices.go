// This file defines slices.

package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func (x *extractor) makeSlice(i *ssa.MakeSlice) {
	o := x.object(i, "array", i.Type())
	o.name = x.nameAt(i.Pos(), "slice")
	n := x.sizeOf(x.value(i.Len, ""))
	x.set(i, "", constantVal(x.atom(atomKey{kind: aSlice, obj: o, n: n})))
}

// sizeOf returns the number that an integer is, -1 if that is not known.
func (x *extractor) sizeOf(v val) int64 {
	if a := v.one(); a != nil && a.kind == aInt && a.n >= 0 {
		if n, ok := x.cutConst[a.n]; ok {
			return int64(n)
		}
		if a.n <= 2*maxUnrolled {
			return a.n
		}
	}
	if !x.options.AnyNumber && x.fixSize(v) {
		panic(restart{})
	}
	return -1
}

// number returns the number that an atom is, which is given one if the code leaves it open.
func (x *extractor) number(a *atom) int {
	if a.kind == aInt {
		if n, ok := x.cutConst[a.n]; ok {
			return n
		}
		return int(a.n)
	}
	if !x.options.AnyNumber && x.fixSize(val{set: single(a)}) {
		panic(restart{})
	}
	return skeleton.Unknown
}

// slice executes a[low:high].
func (x *extractor) slice(i *ssa.Slice) {
	if isString(i.X.Type()) {
		x.anything(i)
		return
	}
	bound := func(v ssa.Value) (int64, bool) {
		if v == nil {
			return 0, true
		}
		a := x.value(v, "").one()
		if a == nil || a.kind != aInt {
			return -1, false
		}
		return a.n, true
	}
	low, lowKnown := bound(i.Low)
	high, highKnown := bound(i.High)
	x.set(i, "", x.value(i.X, "").mapped(func(a *atom) *atom {
		k := atomKey{kind: aSlice, obj: a.obj, path: a.path, n: -1}
		switch a.kind {
		case aSlice:
			k.n = a.n
		case aPtr:
			if t, ok := deref(i.X.Type()).Underlying().(*types.Array); ok {
				k.n = t.Len()
			}
		default:
			return a
		}
		if i.High != nil {
			k.n = high
			if !highKnown {
				k.n = -1
			}
		}
		if !lowKnown || low > 0 {
			if !a.obj.blurred { // elements change their numbers
				a.obj.blurred = true
				panic(restart{})
			}
			if k.n >= 0 && lowKnown {
				k.n = max(0, k.n-low)
			} else {
				k.n = -1
			}
		}
		return x.atom(k)
	}))
}

// appends executes append(s, more...).
func (x *extractor) appends(i *ssa.Call) {
	t, ok := i.Type().Underlying().(*types.Slice)
	if !ok || len(i.Call.Args) < 2 {
		x.anything(i)
		return
	}
	o := x.object(i, "array", t)
	if o.name == "" {
		o.name = x.nameAt(i.Pos(), "slice")
		o.begun = func(string) bool { return true }
	}
	leaves := x.leaves(t.Elem())
	// copy copies the elements of a slice to the new array from an index on, and returns where they end.
	put := func(v val, start int64) int64 {
		end := int64(-1)
		for k, a := range v.set {
			n := int64(0)
			switch a.kind {
			case aSlice:
				n = a.n
			case aNil:
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
		if len(v.set) == 0 {
			end = start
		}
		if end < 0 || end > maxArray {
			if !o.blurred {
				o.blurred = true
				panic(restart{})
			}
			end = -1
		}
		var do []assign
		for _, a := range v.set {
			if a.kind != aSlice || a.obj == o {
				continue
			}
			for _, l := range leaves {
				for k := int64(0); k < max(1, a.n); k++ {
					from := a.path + element(int(k)) + l.path
					if a.n < 0 {
						from = a.path + anyElement + l.path
					} else if k >= a.n {
						break
					}
					to := element(int(start+k)) + l.path
					if o.blurred {
						to = anyElement + l.path
					}
					for _, c := range x.cells(a.obj, from, l.typ) {
						x.use(c, false)
						d := x.cell(o, to, l.typ)
						x.use(d, true)
						x.grow(d, c.set)
						if !d.weak {
							do = append(do, assign{to: d, v: at(c)})
						}
					}
				}
			}
		}
		if len(v.set) == 1 {
			x.assignAll(do)
		} else {
			for _, d := range do {
				d.to.weak, d.to.spread = true, true
			}
		}
		return end
	}
	end := put(x.value(i.Call.Args[0], ""), 0)
	end = put(x.value(i.Call.Args[1], ""), end)
	x.set(i, "", constantVal(x.atom(atomKey{kind: aSlice, obj: o, n: end})))
}
