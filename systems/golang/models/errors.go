// This file defines the models of errors, which are told apart by what made them and by what they wrap.

package models

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

func errorModels() map[string]extract.Model {
	return map[string]extract.Model{
		"errors.New":    func(c *extract.Call) { newError(c, "error") },
		"errors.Is":     errorsIs,
		"errors.Join":   join,
		"errors.Unwrap": unwrap,
		"fmt.Errorf":    errorf,
		"(error).Error": func(c *extract.Call) {
			c.Affect(nil) // an error of a library may describe those that it has
			c.X.ResultsUnknown(c)
		},
	}
}

// What made an error that wraps another one, or several.
const (
	wrapper = "wrapping error"
	joined  = "joined errors"
)

// newError returns an error that is the same as itself only.
func newError(c *extract.Call, what string) *graph.Object {
	x := c.X
	o := x.Object(c.Instr, what, nil)
	o.Name = x.NameAt(c.Pos, "error")
	c.Returns(graph.Constant(x.Ptr(o, "")))
	return o
}

// errorf formats an error that wraps the argument of %w.
func errorf(c *extract.Call) {
	x := c.X
	formatArgs(c)
	v, wraps := wrapped(c)
	if !wraps {
		newError(c, "error")
		return
	}
	o := newError(c, wrapper)
	x.Hold(o, v.Set)
	to := wrappedBy(x, o)
	x.Grow(to, v.Set)
	x.Assign(graph.Assign{To: to, V: v})
}

// wrappedBy returns the cell of an error that says what it wraps.
func wrappedBy(x *extract.Extractor, o *graph.Object) *graph.Loc {
	cell := x.Cell(o, ".wrapped", types.Universe.Lookup("error").Type())
	x.Use(cell)
	return cell
}

// wrapped returns the argument of the only %w of a call of fmt.Errorf, and whether there is one. It may be anything if
// that is not clear.
func wrapped(c *extract.Call) (v graph.Val, wraps bool) {
	x := c.X
	anything := graph.Constant(x.Other())
	format, ok := c.Text(0)
	if !ok || len(c.Types) != 2 {
		return anything, true
	}
	verbs, ok := verbsOf(format)
	n := strings.IndexByte(verbs, 'w')
	if ok && n < 0 {
		return v, false
	}
	list := c.Arg(1, "").One()
	if !ok || n != strings.LastIndexByte(verbs, 'w') || list == nil || list.Kind != graph.Slice || int64(n) >= list.N {
		return anything, true
	}
	return x.ElementAt(list, c.Types[1].Underlying().(*types.Slice).Elem(), int64(n))(""), true
}

// verbsOf returns the verbs of a format, one for each argument, and whether that is so.
func verbsOf(format string) (verbs string, ok bool) {
	inside := false
	for _, r := range format {
		switch {
		case r == '%' && inside:
			inside = false
		case r == '%':
			inside = true
		case inside && unicode.IsLetter(r):
			verbs += string(r)
			inside = false
		case inside && !strings.ContainsRune("+-# 0123456789.", r): // * and [n] change which argument it is
			return "", false
		}
	}
	return verbs, true
}

// join returns an error that has others; nil if all of them are.
func join(c *extract.Call) {
	x := c.X
	o := newError(c, joined)
	c.Gives(0, o)
	if c.Result == nil || hasError(c) {
		return
	}
	x.Define(c.Result, "", graph.Val{Set: graph.Single(x.Ptr(o, "")).With(x.Nil())})
}

// hasError reports whether one of the arguments of errors.Join is not nil for sure.
func hasError(c *extract.Call) bool {
	list := c.Arg(0, "").One()
	if list == nil || list.Kind != graph.Slice {
		return false
	}
	for k := range list.N {
		v := c.X.ElementAt(list, types.Universe.Lookup("error").Type(), k)("")
		if len(v.Set) > 0 && !slices.ContainsFunc(v.Set, func(a *graph.Atom) bool { return a.Kind != graph.Box && a.Kind != graph.Ptr }) {
			return true
		}
	}
	return false
}

// unwrap returns what an error wraps, as its method says if it is one of the code.
func unwrap(c *extract.Call) {
	x := c.X
	to := x.Local(nil, "wrapped error")
	if c.Result != nil {
		to = x.Register(c.Result, "")
		x.Set(c.Result, "", graph.At(to))
	}
	give := func(v graph.Val) {
		x.Grow(to, v.Set)
		x.Assign(graph.Assign{To: to, V: v})
	}
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		switch {
		case a.Kind == graph.Nil, a.Kind == graph.Ptr && a.Obj.What != wrapper:
			give(graph.Constant(x.Nil()))
		case a.Kind == graph.Ptr:
			give(graph.At(wrappedBy(x, a.Obj)))
		default:
			give(graph.Constant(x.Some()))
			if a.Kind != graph.Box {
				return
			}
			if method := formats(x, a.Type, "Unwrap"); method != nil {
				call := method(c, a)
				call.Got = func(get func(string) graph.Val) { give(get(code.Field(0))) }
				x.Perform(call)
			}
		}
	})
}

func errorsIs(c *extract.Call) {
	c.Affect(nil)
	if c.Result != nil {
		c.X.Set(c.Result, "", c.X.Chosen(c.Result, "", isError(c.X, c.Arg(0, ""), c.Arg(1, ""), 0)))
	}
}

// maxWrapped bounds how deep an error is looked for in others.
const maxWrapped = 6

// isError returns the condition that an error is another one, or wraps it: depth says how many wrap the first one.
func isError(x *extract.Extractor, v, target graph.Val, depth int) graph.Cond {
	if depth > maxWrapped {
		return graph.Either{}
	}
	is := x.Related(v, target, func(p, q *graph.Atom) graph.Truth {
		t := graph.Equal(p, q)
		switch {
		case p.Kind == graph.Nil && depth > 0:
			return graph.No // what wraps nil is not nil
		case t == graph.No && p.Kind == graph.Ptr && p.Obj.What == joined:
			return graph.Maybe
		case t == graph.No && p.Kind != graph.Nil && (p.Kind != graph.Ptr || q.Kind != graph.Ptr):
			return graph.Maybe // one may wrap the other
		}
		return t
	})
	for _, p := range v.Set {
		if p.Kind == graph.Ptr && p.Obj.What == wrapper {
			inner := graph.And(v.Among(graph.Single(p)), isError(x, graph.At(wrappedBy(x, p.Obj)), target, depth+1))
			is = graph.Or(is, inner)
		}
	}
	return is
}
