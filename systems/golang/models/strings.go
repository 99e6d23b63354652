// This file defines the models of functions of strings: what they return for constants.

package models

import (
	"fmt"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

// stringModels returns the models of functions that are computed if their arguments are known.
func stringModels() map[string]extract.Model {
	t := map[string]extract.Model{
		"strconv.Itoa":   folded(func(a []any) any { return strconv.FormatInt(a[0].(int64), 10) }),
		"strconv.Quote":  folded(func(a []any) any { return strconv.Quote(a[0].(string)) }),
		"strconv.Atoi":   atoi,
		"strings.Repeat": folded(repeat),
		"strings.ReplaceAll": folded(func(a []any) any {
			return strings.ReplaceAll(a[0].(string), a[1].(string), a[2].(string))
		}),
		"fmt.Sprintf": sprintf,
	}
	for name, f := range map[string]func(s string) string{
		"TrimSpace": strings.TrimSpace, "ToLower": strings.ToLower, "ToUpper": strings.ToUpper,
	} {
		t["strings."+name] = folded(func(a []any) any { return f(a[0].(string)) })
	}
	for name, f := range map[string]func(s, t string) string{
		"Trim": strings.Trim, "TrimLeft": strings.TrimLeft, "TrimRight": strings.TrimRight, "TrimPrefix": strings.TrimPrefix, "TrimSuffix": strings.TrimSuffix,
	} {
		t["strings."+name] = folded(func(a []any) any { return f(a[0].(string), a[1].(string)) })
	}
	for name, f := range map[string]func(s, t string) bool{
		"HasPrefix": strings.HasPrefix, "HasSuffix": strings.HasSuffix, "Contains": strings.Contains, "ContainsAny": strings.ContainsAny, "EqualFold": strings.EqualFold,
	} {
		t["strings."+name] = folded(func(a []any) any { return f(a[0].(string), a[1].(string)) })
	}
	for name, f := range map[string]func(s, t string) int{
		"Index": strings.Index, "LastIndex": strings.LastIndex, "Count": strings.Count, "Compare": strings.Compare,
	} {
		t["strings."+name] = folded(func(a []any) any { return int64(f(a[0].(string), a[1].(string))) })
	}
	return t
}

func repeat(a []any) any {
	s, n := a[0].(string), a[1].(int64)
	if n < 0 || n > 40 {
		return nil
	}
	return strings.Repeat(s, int(n))
}

// folded is the model of a function of constants, of which strings are given as string and integers as int64. If one
// argument may be several constants, the result depends on which it is.
func folded(f func(args []any) any) extract.Model {
	return func(c *extract.Call) {
		var args []graph.Val
		for k := range c.Args {
			args = append(args, c.Arg(k, ""))
		}
		fold(c, args, f)
	}
}

func fold(c *extract.Call, args []graph.Val, f func(args []any) any) {
	x := c.X
	several := 0
	constants := make([]any, len(args))
	for k, v := range args {
		a := v.One()
		switch {
		case a != nil:
			constants[k] = constantOf(a)
		case len(v.Set) == 0: // not yet
			c.Returns(v)
			return
		case several == 0:
			several = k + 1
		default:
			x.ResultsUnknown(c)
			return
		}
	}
	known := true
	result := func() *graph.Atom {
		for _, a := range constants {
			if a == nil {
				known = false
				return x.Other()
			}
		}
		switch r := f(constants).(type) {
		case bool:
			return x.Bool(r)
		case int64:
			return x.Int(r)
		case string:
			return x.Str(r)
		}
		known = false
		return x.Other()
	}
	var v graph.Val
	if several == 0 {
		v = graph.Constant(result())
	} else {
		v = args[several-1].Mapped(func(a *graph.Atom) *graph.Atom {
			constants[several-1] = constantOf(a)
			return result()
		})
	}
	if !known {
		x.ResultsUnknown(c)
		return
	}
	c.Returns(v)
}

// constantOf returns a string, an int64 or a bool; nil for others.
func constantOf(a *graph.Atom) any {
	switch a.Kind {
	case graph.Str:
		return a.S
	case graph.Int:
		return a.N
	case graph.Bool:
		return a.N == 1
	}
	return nil
}

func atoi(c *extract.Call) {
	if a := c.Arg(0, "").One(); a != nil && a.Kind == graph.Str {
		if n, err := strconv.Atoi(a.S); err == nil {
			c.ReturnsAt(0, graph.Constant(c.X.Int(int64(n))))
			c.ReturnsAt(1, graph.Constant(c.X.Nil()))
			return
		}
	}
	c.X.ResultsUnknown(c)
}

// sprintf formats constants of types without methods.
func sprintf(c *extract.Call) {
	formatArgs(c)
	x := c.X
	list := c.Arg(1, "").One()
	if list == nil || list.Kind != graph.Slice && list.Kind != graph.Nil || list.N < 0 || c.Result == nil {
		x.ResultsUnknown(c)
		return
	}
	args := []graph.Val{c.Arg(0, "")}
	for k := range list.N {
		cells := x.Cells(list.Obj, list.ElementPath(k), c.Types[1].Underlying().(*types.Slice).Elem())
		v := graph.At(cells[0])
		if len(cells) > 1 {
			v = graph.Constant(x.Other())
		}
		args = append(args, v.Mapped(func(a *graph.Atom) *graph.Atom {
			if a.Kind == graph.Box && plain(a.Type) {
				return a.Elem
			}
			return x.Other()
		}))
	}
	fold(c, args, func(a []any) any {
		format := a[0].(string)
		text := fmt.Sprintf(format, a[1:]...)
		if strings.Contains(plainVerb.ReplaceAllString(format, ""), "%") || strings.Contains(text, "%!") {
			return nil
		}
		return text
	})
}

// plainVerb is a verb that does not show the name of a type, unless it does not fit it.
var plainVerb = regexp.MustCompile(`%(%|[-+ 0]*[0-9]*(\.[0-9]+)?[dsvqxXtc])`)

// plain reports whether a value of the type is formatted as one of its basic type.
func plain(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && types.NewMethodSet(t).Len() == 0 && b.Info()&(types.IsString|types.IsInteger|types.IsBoolean) != 0
}
