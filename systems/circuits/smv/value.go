// This file defines values: what expressions are in a frame, as literals of the circuit.

package smv

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
)

type lit = aig.Lit

const (
	litFalse = aig.False
	litTrue  = aig.True
)

// A valueKind is the type of a value.
type valueKind uint8

const (
	valBad   valueKind = iota // there was an error
	valBool                   // bits[0]
	valInt                    // bits, two's complement; between lo and hi
	valWord                   // bits, least one first; it may be signed
	valSym                    // one of alts, each under its guard
	valArray                  // elems
)

// A value is what an expression is. It is never changed.
type value struct {
	kind   valueKind
	signed bool // of words
	bits   []lit
	lo, hi int64
	alts   []alternative
	elems  []*value
	first  int64 // the index of the first element

	dom   *domain // of what is the value of a variable, with
	code  []lit   // its number there
	fails []failure
}

// An alternative is a constant and when it is the value. Guards exclude each other.
type alternative struct {
	constant
	guard lit
}

// A failure says when a value does not exist, and why.
type failure struct {
	when    lit
	pos     Pos
	hint    string
	message string
}

// maxFailures is how many failures of one value are told apart.
const maxFailures = 8

// failing returns v with more failures.
func failing(v *value, more ...failure) *value {
	more = slices.DeleteFunc(slices.Clone(more), func(f failure) bool { return f.when == litFalse })
	if len(more) == 0 {
		return v
	}
	w := *v
	w.fails = join(v.fails, more)
	return &w
}

// join returns the failures of both.
func join(a, b []failure) []failure {
	if len(a) == 0 {
		return b
	}
	all := slices.Clone(a)
	for _, f := range b {
		if len(all) < maxFailures && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// under returns failures that count only if a literal holds.
func (c *compiler) under(path lit, fails []failure) []failure {
	if len(fails) == 0 || path == litTrue {
		return fails
	}
	all := make([]failure, len(fails))
	for i, f := range fails {
		f.when = c.And(f.when, path)
		all[i] = f
	}
	return all
}

// anyOf returns when one of the failures happens.
func (c *compiler) anyOf(fails []failure) lit {
	any := litFalse
	for _, f := range fails {
		any = c.Or(any, f.when)
	}
	return any
}

func boolValue(l lit) *value { return &value{kind: valBool, bits: []lit{l}} }

func symValue(name string) *value {
	return &value{kind: valSym, alts: []alternative{{constant{symbol: name}, litTrue}}}
}

// typeName returns the type of a value for messages.
func typeName(v *value) string {
	switch v.kind {
	case valBool:
		return "boolean"
	case valInt:
		return "an integer"
	case valWord:
		return wordType(len(v.bits), v.signed)
	case valArray:
		return "an array"
	}
	return "a symbol"
}

// coerce returns a boolean as a number, or a number as a boolean, where 0 and 1 are booleans.
func (c *compiler) coerce(v *value, boolean bool) *value {
	if !c.options.OldBool {
		return v
	}
	if boolean && v.kind == valInt && v.lo >= 0 && v.hi <= 1 {
		return &value{kind: valBool, bits: []lit{v.bits[0]}, fails: v.fails}
	}
	if !boolean && v.kind == valBool {
		return &value{kind: valInt, bits: []lit{v.bits[0], litFalse}, hi: 1, fails: v.fails}
	}
	return v
}

// alternatives returns a value as a list of constants. ok is false if there are too many.
func (c *compiler) alternatives(v *value) (alts []alternative, ok bool) {
	const most = 1 << 12
	if v.kind == valWord {
		return nil, false
	}
	if v.kind == valSym {
		return v.alts, true
	}
	if v.hi-v.lo > most {
		return nil, false
	}
	for n := v.lo; n <= v.hi; n++ {
		if is := c.equalInt(v, number(n)); is != litFalse {
			alts = append(alts, alternative{constant{number: n}, is})
		}
	}
	return alts, true
}

// equal returns whether two values are equal; err says why they cannot be compared.
func (c *compiler) equal(a, b *value) (is lit, err string) {
	if a.dom != nil && a.dom == b.dom {
		is = litTrue
		for i := range a.code {
			is = c.And(is, c.Equal(a.code[i], b.code[i]))
		}
		return is, ""
	}
	if a.kind != b.kind {
		a, b = c.coerce(a, false), c.coerce(b, false)
	}
	switch {
	case a.kind == valArray || b.kind == valArray || (a.kind == valBool) != (b.kind == valBool) || !sameWords(a, b):
		return 0, typeName(a) + " is compared with " + typeName(b)
	case a.kind == valWord:
		return c.All(c.eachBit(a.bits, b.bits, c.Equal)...), ""
	case a.kind == valBool:
		return c.Equal(a.bits[0], b.bits[0]), ""
	case a.kind == valInt && b.kind == valInt:
		return c.equalInt(a, b), ""
	}
	left, okLeft := c.alternatives(a)
	right, okRight := c.alternatives(b)
	if !okLeft || !okRight {
		return 0, typeName(a) + " is compared with " + typeName(b)
	}
	guards := make(map[constant]lit, len(right))
	for _, r := range right {
		guards[r.constant] = r.guard
	}
	for _, l := range left {
		if g, ok := guards[l.constant]; ok {
			is = c.Or(is, c.And(l.guard, g))
		}
	}
	return is, ""
}

// merge returns a if cond holds, else b; err says why their types differ.
func (c *compiler) merge(cond lit, a, b *value) (v *value, err string) {
	if a.kind == valBad || b.kind == valBad {
		return &value{}, ""
	}
	fails := join(c.under(cond, a.fails), c.under(cond.Not(), b.fails))
	if a.kind != b.kind {
		a, b = c.coerce(a, false), c.coerce(b, false)
	}
	v = &value{kind: a.kind, signed: a.signed, fails: fails}
	if a.dom != nil && a.dom == b.dom {
		v = c.decode(a.dom, c.MuxEach(cond, a.code, b.code))
		v.fails = fails
		return v, ""
	}
	switch {
	case a.kind == valArray && b.kind == valArray && len(a.elems) == len(b.elems) && a.first == b.first:
		v.first = a.first
		for i := range a.elems {
			e, err := c.merge(cond, a.elems[i], b.elems[i])
			if err != "" {
				return nil, err
			}
			v.elems = append(v.elems, e)
		}
	case a.kind == valArray, b.kind == valArray, (a.kind == valBool) != (b.kind == valBool), !sameWords(a, b):
		return nil, "one value is " + typeName(a) + ", another one is " + typeName(b)
	case a.kind == valBool, a.kind == valWord:
		v.bits = c.MuxEach(cond, a.bits, b.bits)
	case a.kind == valInt && b.kind == valInt:
		v.lo, v.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		v.bits = make([]lit, max(len(a.bits), len(b.bits)))
		for i := range v.bits {
			v.bits[i] = c.Mux(cond, bit(a.bits, i), bit(b.bits, i))
		}
	default:
		left, okLeft := c.alternatives(a)
		right, okRight := c.alternatives(b)
		if !okLeft || !okRight {
			return nil, "one value is " + typeName(a) + ", another one is " + typeName(b)
		}
		v.kind = valSym
		at := make(map[constant]int, len(left))
		for i, l := range left {
			at[l.constant] = i
			v.alts = append(v.alts, alternative{l.constant, c.And(cond, l.guard)})
		}
		for _, r := range right {
			g := c.And(cond.Not(), r.guard)
			if i, ok := at[r.constant]; ok {
				// Both guards are known: the same value on both sides is no choice.
				v.alts[i].guard = c.Mux(cond, left[i].guard, r.guard)
			} else {
				v.alts = append(v.alts, alternative{r.constant, g})
			}
		}
	}
	return v, ""
}
