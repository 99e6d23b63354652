// This file defines the names of functions.

package code

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// FunctionName returns the name that a person gives a function: (*Pool).Run, Run.func1.
func FunctionName(fn *ssa.Function) string {
	if parent := fn.Parent(); parent != nil {
		_, number, _ := strings.Cut(fn.Name(), "$")
		if i := strings.LastIndex(number, "$"); i >= 0 {
			number = number[i+1:]
		}
		return FunctionName(parent) + ".func" + number
	}
	name, _, wrapper := strings.Cut(fn.Name(), "$") // o.Close as a value is a function that calls it
	name, _, _ = strings.Cut(name, "#")             // of several functions init
	recv := fn.Signature.Recv()
	if m, ok := fn.Object().(*types.Func); ok && wrapper {
		recv = m.Signature().Recv()
	}
	if recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		if strings.HasPrefix(t, "*") {
			t = "(" + t + ")"
		}
		name = t + "." + name
	}
	return name
}
