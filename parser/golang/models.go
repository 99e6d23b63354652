// This file defines the table of what functions of libraries do.

package golang

import (
	"maps"
	"strings"

	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// Library returns what is known of libraries.
func Library() library {
	return library{models: table(), pure: pure, given: map[string]func(*extractor, *graph.Object){
		"context.Context": func(x *extractor, o *graph.Object) { x.newContext(o, nil, true) },
	}}
}

// table returns the models by the name of the function as package ssa prints it; of a generic function
// without type arguments. Function values that models make are atoms of kind aNative;
// their names, and those of methods of interfaces that models make, are in the table as well.
func table() map[string]model {
	t := map[string]model{}
	for _, part := range []map[string]model{syncModels(), atomicModels(), contextModels(), timeModels(), testingModels(), processModels(), callbackModels(), groupModels()} {
		maps.Copy(t, part)
	}
	return t
}

// nothing is the model of functions that do not synchronise; results are anything.
func nothing(c *Call) { c.x.resultsUnknown(c) }

// operation returns the model of a method that is one operation on its receiver.
func operation(op skeleton.Op, kind skeleton.Kind) model {
	return func(c *Call) { c.x.operate(op, kind, c.arg(0, ""), c.pos, nil) }
}

// pure reports whether a function of the standard library neither synchronises nor calls back.
func pure(name string) bool {
	name = strings.TrimLeft(name, "(*")
	for _, p := range []string{
		"strings.", "strconv.", "math.", "math/", "errors.", "bytes.", "fmt.", "unicode", "sort.", "slices.", "maps.", "cmp.", "hash", "crypto/", "encoding/",
		"time.", "regexp.", "path.", "path/filepath.", "os.", "io.", "bufio.", "log.", "reflect.TypeOf", "runtime.", "sync/atomic.", "container/", "text/", "html", "unique.",
		"net/url.", "net/netip.", "testing.", "builtin.", "context.", "iter.", "internal/", "flag.", "log/slog.", "error).", "error.", "github.com/stretchr/testify/", "unsafe.",
	} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
