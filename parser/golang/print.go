// This file defines how atoms, objects and functions are printed.

package golang

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the atom as the value of a variable is printed.
func (a *atom) String() string {
	switch a.kind {
	case aOther:
		return "other"
	case aSome:
		return "some"
	case aNil:
		return "nil"
	case aBool:
		return strconv.FormatBool(a.n == 1)
	case aInt:
		return strconv.FormatInt(a.n, 10)
	case aStr:
		return strconv.Quote(a.s)
	case aPtr:
		return a.obj.at(a.path)
	case aSlice:
		return fmt.Sprintf("%s[:]", a.obj.at(a.path))
	case aFunc:
		return functionName(a.fn)
	case aNative:
		return a.s
	case aBox:
		return a.elem.String()
	}
	return "nothing"
}

// keyPath returns the path of the element at a key.
func keyPath(k *atom) string { return "[#" + strconv.Itoa(k.id) + "]" }

// at returns the name of a part.
func (o *object) at(path string) string {
	name := o.name + pathName(o.typ, path)
	for _, k := range o.keys {
		name = strings.ReplaceAll(name, keyPath(k), "["+k.String()+"]")
	}
	if o.restOf != nil {
		return "another " + name
	}
	return name
}
