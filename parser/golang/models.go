// This file defines the table of what functions of libraries do.

package golang

import (
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A model executes a call of a library function at the current point of the extractor, c.x. It
// reads arguments by c.arg (the receiver is the first), calls function values by c.callback, writes
// operations by x.operate, and gives results by c.returns and c.returnsAt. Models are executed in each
// pass; only in the last one operations are written, so a model must do the same in all passes.
type model func(c *called)

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
func nothing(c *called) { c.x.resultsUnknown(c) }

// operation returns the model of a method that is one operation on its receiver.
func operation(op skeleton.Op, kind skeleton.Kind) model {
	return func(c *called) { c.x.operate(op, kind, c.arg(0, ""), c.pos, nil) }
}

// modelName returns the name of a function in the table.
func (x *extractor) modelName(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	name := fn.String()
	if i := strings.IndexByte(name, '['); i >= 0 { // methods of generic types
		if j := strings.LastIndexByte(name, ']'); j > i {
			name = name[:i] + name[j+1:]
		}
	}
	return name
}

// model returns the model of a function; nil if there is none, or if its code is known.
func (x *extractor) model(fn *ssa.Function) model {
	if len(fn.Blocks) > 0 {
		return nil
	}
	return x.natives[x.modelName(fn)]
}

// callback calls a function value with some arguments. got, if not nil, receives the results by path.
func (c *called) callback(f val, what any, args []func(string) val, got func(get func(path string) val)) {
	x := c.x
	x.split(f, func(a *atom) {
		switch a.kind {
		case aFunc:
			x.perform(&called{x: x, instr: c.instr, what: callKey{c.what, what}, pos: c.pos, fn: a.fn, clo: a.obj, args: args, got: got})
		case aNative:
			x.perform(&called{x: x, instr: c.instr, what: callKey{c.what, what}, pos: c.pos, native: a, args: args})
		case aNil:
		default:
			x.note(c.pos, "call of a function that is not known: "+x.site(c.pos).Text, "taken not to synchronise", false)
		}
	})
}

type callKey struct{ outer, what any }

// goroutine starts a goroutine that executes run, which calls models and function values.
func (c *called) goroutine(what any, name string, run func(inner *called)) {
	x := c.x
	fr := x.frame(frameKey{parent: x.fr, iter: x.it, instr: c.instr, what: goKey{callKey{c.what, what}}, fn: x.code.stub})
	fr.parent = nil
	b := x.newBody(fr, c.pos)
	b.name = name
	inner := &called{x: x, instr: c.instr, what: "goroutine", pos: c.pos}
	fr.stub = func() { run(inner) }
	if n := x.node(skeleton.Go); n != nil {
		n.body, n.site = b, x.site(c.pos)
		x.add(n)
	}
}

// again executes f any number of times, at least as often as the least number.
func (x *extractor) again(f func()) {
	head := x.node(skeleton.Step)
	x.add(head)
	loop := x.fr.loop
	x.fr.loop = true
	x.branch(cEither{}, func() {
		f()
		if !x.dead {
			x.link(head)
		}
		x.dead = true
	}, func() {})
	x.fr.loop = loop
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
