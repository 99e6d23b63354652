// This file defines the table of what functions of libraries do.

package models

import (
	"maps"
	"strings"

	"github.com/ijit/ijit/parser/golang/extract"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// Library returns what is known of libraries.
func Library() extract.Library {
	return extract.Library{Models: table(), Slices: slicesOfData, Lists: listModels(), Pure: pure, Given: map[string]func(*extract.Extractor, *graph.Object){
		"context.Context": func(x *extract.Extractor, o *graph.Object) { newContext(x, o, nil, true) },
	}}
}

// table returns the models by the name of the function as package ssa prints it; of a generic function
// without type arguments. Function values that models make are atoms of kind Native;
// their names, and those of methods of interfaces that models make, are in the table as well.
func table() map[string]extract.Model {
	t := map[string]extract.Model{}
	for _, part := range []map[string]extract.Model{syncModels(), syncMapModels(), atomicModels(), contextModels(), timeModels(), testingModels(), processModels(), callbackModels(), errorModels(), groupModels(), stringModels(), testifyModels()} {
		maps.Copy(t, part)
	}
	return t
}

// nothing is the model of functions that do not synchronise; results are anything.
func nothing(c *extract.Call) { c.X.ResultsUnknown(c) }

// operation returns the model of a method that is one operation on its receiver.
func operation(op skeleton.Op, kind skeleton.Kind) extract.Model {
	return func(c *extract.Call) { c.X.Operate(op, kind, c.Arg(0, ""), c.Pos, nil) }
}

// pure reports whether a function of the standard library neither synchronises nor calls back.
func pure(name string) bool {
	name = strings.TrimLeft(name, "(*")
	for _, p := range []string{"runtime.SetFinalizer", "runtime.AddCleanup", "iter.Pull"} { // they call back
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	for _, p := range []string{
		"strings.", "strconv.", "math.", "math/", "errors.", "bytes.", "fmt.", "unicode", "sort.", "slices.", "maps.", "cmp.", "hash", "crypto/", "encoding/",
		"time.", "regexp.", "path.", "path/filepath.", "os.", "io.", "bufio.", "log.", "reflect.TypeOf", "runtime.", "runtime/debug.", "sync/atomic.", "container/", "text/", "html", "unique.",
		"net/url.", "net/netip.", "testing.", "builtin.", "context.", "iter.", "internal/", "flag.", "log/slog.", "error).", "error.", "github.com/stretchr/testify/", "unsafe.",
	} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
