// This file defines the types of variables, and constants.

package smv

import (
	"math/bits"
	"strconv"
)

// A constant is a number or a symbol.
type constant struct {
	symbol string // "" for a number
	number int64
}

func (k constant) String() string {
	if k.symbol != "" {
		return k.symbol
	}
	return strconv.FormatInt(k.number, 10)
}

// A domain is the values of a variable, numbered from 0 in order of declaration.
type domain struct {
	boolean bool
	width   int        // of words; 0 for others
	signed  bool       // of words
	values  []constant // nil for a range
	lo, hi  int64      // of a range, and the least and the largest number of values
	numbers bool       // all values are numbers
	name    string     // as it is written
}

// size returns the number of values, which are not words.
func (d *domain) size() int64 {
	switch {
	case d.boolean:
		return 2
	case d.values != nil:
		return int64(len(d.values))
	}
	return d.hi - d.lo + 1
}

// width returns the number of bits that tell n values apart.
func width(n int64) int { return bits.Len64(uint64(n - 1)) }

// bits returns the number of bits of a value.
func (d *domain) bits() int {
	if d.width > 0 {
		return d.width
	}
	return width(d.size())
}

// like returns a value that has the type, as far as that is words.
func (d *domain) like() *value {
	if d.width > 0 {
		return &value{kind: valWord, signed: d.signed, bits: make([]lit, d.width)}
	}
	if d.boolean {
		return &value{kind: valBool}
	}
	return &value{kind: valInt}
}

// words returns a type of words.
func words(width int, signed bool) *domain {
	return &domain{width: width, signed: signed, name: wordType(width, signed)}
}

// booleans returns the type of booleans.
func booleans() *domain { return &domain{boolean: true, name: "boolean"} }

// domain returns what a type means, nil after a report.
func (c *compiler) domain(t *Type, in *instance) *domain {
	switch t.Word {
	case "boolean":
		return booleans()
	case "word":
		if n, ok := c.width(t.Width, in); ok {
			return words(n, t.Signed)
		}
		return nil
	case "range":
		lo, okLo := c.bound(t.Lo, in)
		hi, okHi := c.bound(t.Hi, in)
		switch {
		case !okLo || !okHi:
			return nil
		case hi < lo:
			c.Errorf(t.Pos, "", "this range is empty: %d..%d", lo, hi)
			return nil
		}
		return &domain{lo: lo, hi: hi, numbers: true, name: strconv.FormatInt(lo, 10) + ".." + strconv.FormatInt(hi, 10)}
	}
	d := &domain{numbers: true, values: make([]constant, 0, len(t.Values))}
	seen := map[constant]bool{}
	truths := 0
	for _, e := range t.Values {
		var k constant
		if n, ok := c.constant(e, in); ok {
			k.number = n
		} else if e.Op == opName {
			k.symbol = e.Name
			c.constants[e.Name] = true
			d.numbers = false
		} else if e.Op == "TRUE" || e.Op == "FALSE" {
			k.symbol = string(e.Op)
			truths++
		} else {
			c.errorf(e, "", "this is neither a name nor a number")
			return nil
		}
		if seen[k] {
			c.warnf(e, "", "%s is listed twice", k)
			continue
		}
		seen[k] = true
		if k.symbol == "" && (len(d.values) == 0 || k.number < d.lo) {
			d.lo = k.number
		}
		if k.symbol == "" && (len(d.values) == 0 || k.number > d.hi) {
			d.hi = k.number
		}
		d.values = append(d.values, k)
	}
	if truths > 0 {
		if truths < len(d.values) || truths < 2 {
			c.Errorf(t.Pos, "write boolean for a variable that is TRUE or FALSE", "TRUE and FALSE cannot be values of an enumeration")
			return nil
		}
		return booleans()
	}
	for i, k := range d.values {
		if i > 0 {
			d.name += ", "
		}
		d.name += k.String()
		if len(d.name) > 100 {
			d.name += ", ..."
			break
		}
	}
	d.name = "{" + d.name + "}"
	if d.numbers && d.hi-d.lo == int64(len(d.values))-1 {
		d.values = nil // a range, which takes less to decode
	}
	return d
}
