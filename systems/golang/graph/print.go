// This file defines how atoms and objects are printed.

package graph

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/ijit/ijit/systems/golang/code"
)

// String returns the atom as the value of a variable is printed.
func (a *Atom) String() string {
	switch a.Kind {
	case Other:
		name := cmp.Or(a.S, "other")
		switch {
		case a.N > 0:
			name += " >= " + strconv.FormatInt(a.N, 10)
		case a.N < 0:
			name += " <= " + strconv.FormatInt(a.N, 10)
		}
		return name
	case Some:
		return "some"
	case Nil:
		return "nil"
	case Bool:
		return strconv.FormatBool(a.N == 1)
	case Int:
		return strconv.FormatInt(a.N, 10)
	case Str:
		return strconv.Quote(a.S)
	case Copy:
		return "copy"
	case Ptr:
		return a.Obj.At(a.Path)
	case Slice:
		return a.Obj.At(a.Path) + a.bounds()
	case Func:
		return code.FunctionName(a.Func)
	case Native:
		return a.S
	case Box:
		return a.Elem.String()
	}
	return "nothing"
}

// bounds returns which elements a slice has.
func (a *Atom) bounds() string {
	low, high := "", ""
	if a.Low > 0 {
		low = fmt.Sprint(a.Low)
	}
	if a.N >= 0 && a.Low >= 0 {
		high = fmt.Sprint(a.Low + a.N)
	}
	return "[" + low + ":" + high + "]"
}

// KeyPath returns the path of the element at a key.
func KeyPath(k *Atom) string { return "[#" + strconv.Itoa(k.id) + "]" }

// At returns the name of a part.
func (o *Object) At(path string) string {
	name := o.Name + code.PathName(o.Type, path)
	for _, k := range o.Keys {
		name = strings.ReplaceAll(name, KeyPath(k), "["+k.String()+"]")
	}
	if o.RestOf != nil {
		return "another " + name
	}
	return name
}
