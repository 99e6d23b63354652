// This file defines the names of functions.

package golang

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// functionName returns the name that a person gives a function: (*Pool).Run, Run.func1.
func functionName(fn *ssa.Function) string {
	if parent := fn.Parent(); parent != nil {
		_, number, _ := strings.Cut(fn.Name(), "$")
		if i := strings.LastIndex(number, "$"); i >= 0 {
			number = number[i+1:]
		}
		return functionName(parent) + ".func" + number
	}
	name := fn.Name()
	if recv := fn.Signature.Recv(); recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		if strings.HasPrefix(t, "*") {
			t = "(" + t + ")"
		}
		name = t + "." + name
	}
	return name
}
