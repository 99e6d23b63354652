// This file defines Value, the set of truth values an expression can have.

package allsat

// A Value is a set of truth values. An expression over a complete valuation has
// one, because every * in it may be 0 or 1; a variable whose value is not known
// has the set of both. The two readings share one arithmetic: that of sets,
// applied operator by operator.
type Value uint8

const (
	None Value = 0
	Zero Value = 1 // {0}
	One  Value = 2 // {1}
	Both Value = 3 // {0, 1}
)

// ValueOf returns the set that contains just b.
func ValueOf(b bool) Value {
	if b {
		return One
	}
	return Zero
}

// May reports whether b is in the set.
func (v Value) May(b bool) bool {
	if b {
		return v&One != 0
	}
	return v&Zero != 0
}

// String returns the set in mathematical notation.
func (v Value) String() string {
	return [...]string{"{}", "{0}", "{1}", "{0,1}"}[v&Both]
}

// The operators below lift Boolean operators to non-empty sets: the result
// contains op(a, b) for every a in x and b in y. They are written with bit
// operations because the search evaluates gates with them.

func notValue(x Value) Value { return x>>1 | x<<1&Both }

func andValue(x, y Value) Value { return x&y&One | (x|y)&Zero }

func xorValue(x, y Value) Value {
	var v Value
	if x&y != 0 {
		v |= Zero
	}
	if x&notValue(y) != 0 {
		v |= One
	}
	return v
}

func iteValue(c, x, y Value) Value {
	var v Value
	if c&One != 0 {
		v |= x
	}
	if c&Zero != 0 {
		v |= y
	}
	return v
}
