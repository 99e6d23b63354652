// This file defines what names stand for in a frame.

package smv

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/parser/diagnostic"
)

// reference returns the value of a name.
func (c *compiler) reference(e *Expr, in *instance, t time) *value {
	s := c.lookup(e, in, true)
	switch {
	case s == nil && e.Op == opIndex:
		return c.remember(c.indexedMemo(e, in, t), e, func() *value { return c.index(e, in, t) })
	case s == nil && e.Op == opName && c.constants[e.Name]:
		return symValue(e.Name)
	case s == nil && e.Op == opName && e.Name == "running":
		return c.running(e, in.process, t)
	case s == nil && e.Op == opName:
		names := sortedKeys(in.symbols)
		for name := range c.constants {
			names = append(names, name)
		}
		hint := diagnostic.DidYouMean(e.Name, names)
		if hint == "" && strings.Contains(e.Name, "-") {
			hint = "a name may hold -, write blanks around a minus"
		}
		return c.bad(e, hint, "undefined name %s", e.Name)
	case s == nil:
		return &value{}
	case s.kind == symInstance:
		return c.bad(e, "", "%s is an instance of a module, not a value", refText(e))
	}
	return c.symbolValue(s, e, t)
}

// symbolValue returns the value of what a name stands for.
func (c *compiler) symbolValue(s *symbol, e *Expr, t time) *value {
	switch {
	case s.kind == symArray:
		v := &value{kind: valArray, first: s.lo}
		for _, elem := range s.elems {
			v.elems = append(v.elems, c.symbolValue(elem, e, t))
		}
		return v
	case s.kind == symVariable && !c.allocated:
		return c.bad(e, "", "%s is no constant", s.name)
	case s.kind == symVariable:
		return c.variableValue(s.variable, e, t)
	case s.expr == nil:
		return c.running(e, s.in.process, t)
	}
	return c.remember(&s.memo[t], e, func() *value { return c.eval(s.expr, s.in, t) })
}

// An indexKey is an element of an array in an instance at a time. Its value is remembered, since
// indexes may be nested.
type indexKey struct {
	expr *Expr
	in   *instance
	t    time
}

func (c *compiler) indexedMemo(e *Expr, in *instance, t time) *memo {
	if !c.allocated {
		return &memo{}
	}
	key := indexKey{e, in, t}
	m := c.indexed[key]
	if m == nil {
		m = &memo{}
		c.indexed[key] = m
	}
	return m
}

// remember returns a value, and computes it the first time.
func (c *compiler) remember(m *memo, e *Expr, compute func() *value) *value {
	if m.busy {
		return c.bad(e, "", "%s is defined by itself", refText(e))
	}
	if m.value == nil {
		outer := c.uses
		c.uses = uses{}
		m.busy = true
		v := compute()
		m.busy = false
		m.uses, c.uses = c.uses, outer
		if c.muted && v.kind == valBad {
			return v // the error is still to be reported
		}
		m.value = v
	}
	c.uses.also(m.uses, e.Pos)
	return m.value
}

// running returns whether a process is the one that moves.
func (c *compiler) running(e *Expr, p *process, t time) *value {
	if t == following {
		return c.bad(e, "", "inputs cannot be used here")
	}
	if len(c.processes) > 0 {
		c.uses.also(uses{input: true}, e.Pos)
	}
	return boolValue(p.running)
}

// index returns an element of an array.
func (c *compiler) index(e *Expr, in *instance, t time) *value {
	array := c.eval(e.Args[0], in, t)
	at := c.eval(e.Args[1], in, t)
	switch {
	case array.kind == valBad || at.kind == valBad:
		return &value{}
	case array.kind != valArray:
		return c.bad(e, "", "%s is no array", refText(e.Args[0]))
	}
	if at.kind == valWord {
		at = c.integer(at, e.Args[1])
	}
	switch {
	case at.kind == valBad:
		return at
	case at.kind != valInt:
		return c.bad(e.Args[1], "", "this is %s, where an index is needed", typeName(at))
	}
	var v *value
	found := litFalse
	for i, elem := range array.elems {
		is := c.equalInt(at, number(array.first+int64(i)))
		if is == litFalse {
			continue
		}
		found = c.Or(found, is)
		if v == nil {
			v = elem
			continue
		}
		merged, err := c.merge(is, elem, v)
		if err != "" {
			return c.bad(e, "", "%s", err)
		}
		v = merged
	}
	last := array.first + int64(len(array.elems)) - 1
	if v == nil {
		if at.lo == at.hi {
			return c.bad(e.Args[1], "", "there is no element %d in %s, which has %d to %d", at.lo, refText(e.Args[0]), array.first, last)
		}
		return c.bad(e.Args[1], "", "this index is never one of %d to %d", array.first, last)
	}
	if at.lo >= array.first && at.hi <= last {
		found = litTrue
	}
	fails := append([]failure{{found.Not(), e.Args[1].Pos, "", fmt.Sprintf("this index can be outside of %d..%d", array.first, last)}}, at.fails...)
	return failing(v, append(fails, array.fails...)...)
}
