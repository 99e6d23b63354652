// This file defines the codes of values: the bits of variables.

package smv

import "slices"

// decode returns the value that a code stands for.
func (c *compiler) decode(d *domain, code []lit) *value {
	v := &value{dom: d, code: code}
	switch {
	case d.boolean:
		v.kind, v.bits = valBool, code
	case d.width > 0:
		v.kind, v.signed, v.bits = valWord, d.signed, code
	case d.values == nil:
		w := c.offset(code, d.lo, d.hi)
		v.kind, v.bits, v.lo, v.hi = valInt, w.bits, d.lo, d.hi
	case d.numbers:
		v.kind, v.lo, v.hi = valInt, d.lo, d.hi
		v.bits = make([]lit, integerWidth(d.lo, d.hi))
		for i := range v.bits {
			v.bits[i] = litFalse
		}
		for i, k := range d.values {
			is := c.isCode(code, int64(i))
			for b := range v.bits {
				if k.number>>b&1 != 0 {
					v.bits[b] = c.Or(v.bits[b], is)
				}
			}
		}
	default:
		v.kind = valSym
		for i, k := range d.values {
			v.alts = append(v.alts, alternative{k, c.isCode(code, int64(i))})
		}
	}
	return v
}

// isCode returns whether bits are a number.
func (c *compiler) isCode(code []lit, n int64) lit {
	all := litTrue
	for b, l := range code {
		all = c.And(all, l.NotIf(n>>b&1 == 0))
	}
	return all
}

// valid returns whether bits are the number of a value of a domain.
func (c *compiler) valid(d *domain, code []lit) lit {
	if d.width > 0 {
		return litTrue
	}
	if n := d.size(); n != 1<<len(code) {
		return c.less(code, n)
	}
	return litTrue
}

// less returns whether bits are a number less than n.
func (c *compiler) less(code []lit, n int64) lit {
	less := litFalse
	for b, l := range code {
		if n>>b&1 != 0 {
			less = c.Or(l.Not(), less)
		} else {
			less = c.And(l.Not(), less)
		}
	}
	return less
}

// closed returns bits that are the number of one of n values, and any of them if the given
// bits may be any: what is too large lacks the highest bit, which is less than n.
func (c *compiler) closed(code []lit, n int64) []lit {
	if n == 1<<len(code) {
		return code
	}
	all := slices.Clone(code)
	top := len(all) - 1
	all[top] = c.And(all[top], c.less(code, n))
	return all
}

// closedIn returns bits that are the number of a value of a domain, and any of them if the given bits may be any.
func (c *compiler) closedIn(d *domain, code []lit) []lit {
	if d.width > 0 {
		return code
	}
	return c.closed(code, d.size())
}

// encode returns the number of a value in a domain, and whether it is in it.
func (c *compiler) encode(v *value, d *domain) (code []lit, in lit, err string) {
	if v.kind == valWord || d.width > 0 {
		if v.kind != valWord || len(v.bits) != d.width || v.signed != d.signed {
			return nil, 0, typeName(v) + " is assigned to a variable of type " + d.name
		}
		return v.bits, litTrue, ""
	}
	if v.dom != nil && (v.dom == d || v.dom.values == nil && d.values == nil && v.dom.boolean == d.boolean && v.dom.lo == d.lo && v.dom.hi == d.hi) {
		return v.code, litTrue, ""
	}
	if d.boolean || v.kind == valBool && c.options.OldBool {
		v = c.coerce(v, d.boolean)
	}
	switch {
	case d.boolean && v.kind == valBool:
		return v.bits, litTrue, ""
	case d.boolean, v.kind == valBool, v.kind == valArray:
		return nil, 0, typeName(v) + " is assigned to a variable of type " + d.name
	case v.kind == valSym || d.values != nil:
		return c.encodeListed(v, d)
	}
	in = litTrue
	if v.lo < d.lo {
		in = c.lessInt(v, number(d.lo)).Not()
	}
	if v.hi > d.hi {
		in = c.And(in, c.lessInt(number(d.hi), v).Not())
	}
	if v.hi < d.lo || v.lo > d.hi {
		in = litFalse
	}
	shifted := c.sum(v, number(d.lo), true)
	code = make([]lit, width(d.size()))
	for b := range code {
		code[b] = bit(shifted.bits, b)
	}
	return c.closed(code, d.size()), in, ""
}

// encodeListed returns the number of a value in a domain with listed values.
func (c *compiler) encodeListed(v *value, d *domain) (code []lit, in lit, err string) {
	var alts []alternative
	if v.kind == valInt && d.values != nil {
		for _, k := range d.values {
			if k.symbol == "" {
				alts = append(alts, alternative{k, c.equalInt(v, number(k.number))})
			}
		}
	} else {
		alts = v.alts
	}
	index := make(map[constant]int64, len(d.values))
	for i, k := range d.values {
		index[k] = int64(i)
	}
	code = make([]lit, width(d.size()))
	for _, a := range alts {
		i, ok := index[a.constant]
		if d.values == nil && a.symbol == "" && a.number >= d.lo && a.number <= d.hi {
			i, ok = a.number-d.lo, true
		}
		if !ok {
			continue
		}
		in = c.Or(in, a.guard)
		for b := range code {
			if i>>b&1 != 0 {
				code[b] = c.Or(code[b], a.guard)
			}
		}
	}
	if in == litFalse {
		return code, in, ""
	}
	// The guards cover all cases, but the graph need not show it.
	if out := c.outside(v, alts, index, d); out == litFalse {
		in = litTrue
	}
	return code, in, ""
}

// outside returns when a symbolic value is none of a domain; True if that is not known.
func (c *compiler) outside(v *value, alts []alternative, index map[constant]int64, d *domain) lit {
	if v.kind != valSym {
		return litTrue
	}
	out := litFalse
	for _, a := range alts {
		_, ok := index[a.constant]
		if d.values == nil {
			ok = a.symbol == "" && a.number >= d.lo && a.number <= d.hi
		}
		if !ok {
			out = c.Or(out, a.guard)
		}
	}
	return out
}
