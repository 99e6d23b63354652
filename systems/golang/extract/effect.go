// This file defines calls of functions of which there is neither code nor a model, by what is known of their effects.

package extract

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/effect"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

const (
	mayWait     = "it may wait for others than the goroutines of the program, for ever"
	calledLater = "what it is given may be called later, which is not seen"
	uses        = "it sends to channels that it is given, or receives from them, which is not seen"
	unseen      = "what it executes is not seen"
)

// Affect executes what the function of a library does by its line in the table, if it has one, but for calls of methods
// of some values, which were made before. Its results are left to the caller.
func (c *Call) Affect(made func(receiver *graph.Atom) bool) {
	name := ""
	switch {
	case c.Func != nil:
		name = c.X.modelName(c.Func)
	case c.Native != nil:
		name = c.Native.S
	}
	if e, ok := c.X.library.Effects[name]; ok {
		c.X.affect(c, name, e, made)
	}
}

// effects reports whether a function without code does more than to compute results, and more than to read and to call
// methods, too.
func (x *Extractor) effects(fn *ssa.Function) (some, beyondReading bool) {
	e, known := x.library.Effects[x.modelName(fn)]
	some = !known || e.Locks || !e.Effectless()
	e.Reads, e.Methods, e.Deep, e.Exported = 0, nil, false, false
	return some, !known || e.Locks || !e.Effectless()
}

// An affected is a function of a library that is executed, and what its first argument may be.
type affected struct {
	name     string
	locks    string // the package in which it locks
	receiver graph.Set
}

// within reports whether a function is called by one that is executed, by way of the code, and may wait for a lock of
// that one.
func (a affected) within(executed affected) bool {
	if a.name != executed.name && (a.locks == "" || a.locks != executed.locks) {
		return false
	}
	objects := func(s graph.Set) bool {
		return len(s) > 0 && !slices.ContainsFunc(s, func(o *graph.Atom) bool { return o.Kind != graph.Ptr && o.Kind != graph.Nil })
	}
	if a.locks != "" && !(objects(a.receiver) && objects(executed.receiver)) {
		return true
	}
	return slices.ContainsFunc(a.receiver, func(o *graph.Atom) bool { return o.Kind != graph.Nil && executed.receiver.Has(o) })
}

func (x *Extractor) affect(c *Call, name string, e effect.Effect, made func(*graph.Atom) bool) {
	this := affected{name: name}
	if len(c.Args) > 0 {
		this.receiver = c.Arg(0, "").Set
	}
	if e.Locks {
		this.locks = effect.Package(name)
	}
	if slices.ContainsFunc(x.affecting, this.within) {
		x.Note(c.Pos, "call of "+name, "it is executed already, and what it does once more is not seen", skeleton.OpensAll)
		return
	}
	x.affecting = append(x.affecting, this)
	defer func() { x.affecting = x.affecting[:len(x.affecting)-1] }()
	r := reach{x: x}
	for i := range min(len(c.Args), len(c.Types)) {
		r.walk(c.Types[i], c.Args[i], route{})
	}
	switch {
	case e.Unseen:
		x.Note(c.Pos, "call of "+name, unseen, skeleton.OpensAll)
	case e.Blocks:
		x.Note(c.Pos, "call of "+name, mayWait, skeleton.OpensBlocked)
	case e.Given && len(r.unknown) > 0:
		x.Note(c.Pos, "call of "+name, "it calls methods of a value that is not known, which may wait for others", skeleton.OpensBlocked)
	}
	if c.makesThat(e) {
		x.Note(c.Pos, "call of "+name, "it may call methods of the code, of values that it makes", skeleton.OpensAll)
	}
	x.hidden(c, name, e, append(r.unknown, r.within...))
	if r.many {
		x.Note(c.Pos, "call of "+name, "too many values for all their methods to be followed", skeleton.OpensAll)
	}
	for i := range min(len(c.Args), len(c.Types)) {
		if e.Meets.Has(i) && x.leadsToChannels(c.Types[i], c.Args[i]) {
			x.Note(c.Pos, "call of "+name, uses, skeleton.OpensAll)
		}
		if e.Keeps.Has(i) {
			c.keeps(i, name)
		}
		if e.Gives.Has(i) || e.Lends.Has(i) {
			c.hand(i, e.Lends.Has(i), false, "call of "+name)
		}
		if !e.Reads.Has(i) && (e.Locks || !e.Effectless()) {
			x.overwrite(x.foreign(c.Types[i], c.Args[i]))
		}
		if e.Writes.Has(i) || e.Reads.Has(i) {
			x.accesses(c.Types[i], c.Args[i], e, e.Writes.Has(i), c.Pos)
			if x.stray(c.Types[i], c.Args[i]) {
				x.strayCall(e.Writes.Has(i), name, c.Pos)
			}
		}
	}
	var calls []func()
	if e.Func {
		for _, f := range r.funcs {
			calls = append(calls, func() { c.Callback(graph.Constant(f), f, nil, nil) })
		}
	}
	unwraps := slices.Contains(e.Methods, "Unwrap")
	for _, d := range r.values {
		if d.hidden && !unwraps || d.depth > 1 && !e.Deep || made != nil && d.atom != nil && made(d.atom) {
			continue
		}
		for _, m := range e.Methods {
			if (d.address || m != "Format" && c.formatsPlainly(name)) && slices.Contains(describing, m) {
				continue // what describes a value does not take its address, and is not asked by other verbs
			}
			if call := c.method(d, m); call != nil {
				calls = append(calls, call)
			}
		}
	}
	if len(calls) == 0 {
		return
	}
	x.Again(func() {
		for _, call := range calls {
			x.Branch(graph.Either{}, call, func() {})
		}
	})
}

// describing are the methods that say what a value is.
var describing = []string{"Error", "Format", "GoString", "String"}

// asks matches the verbs of a format for which methods are called that describe a value.
var asks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%[^a-zA-Z%]*[vsqxXw]`) })

// formatsPlainly reports whether a call is of a function with a format in which no verb asks a value to describe
// itself.
func (c *Call) formatsPlainly(name string) bool {
	if !strings.HasSuffix(name, "f") {
		return false
	}
	for i := range c.Args {
		if a := c.Arg(i, "").One(); a != nil && a.Kind == graph.Str {
			return !asks().MatchString(a.S)
		}
	}
	return false
}

// method returns the call of a method of a value by its name; nil if it has none, or one that does no more than to
// compute.
func (c *Call) method(d dynamic, name string) func() {
	x := c.X
	sel := x.code.Prog.MethodSets.MethodSet(d.typ).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	fn := x.code.Prog.MethodValue(sel)
	if fn == nil {
		return nil
	}
	call := &Call{X: x, Instr: c.Instr, Pos: c.Pos, Func: fn, What: CallKey{c.What, CallKey{name, d.key}},
		Args: []func(string) graph.Val{d.part}, Types: []types.Type{d.typ}} // of other arguments nothing is known
	switch {
	case x.model(fn) != nil:
	case len(fn.Blocks) == 0:
		if some, _ := x.effects(fn); !some {
			return nil
		}
	case !x.Touches(fn):
		return nil
	case x.Executes(fn):
		return func() {
			x.Note(c.Pos, "call of "+code.FunctionName(fn), "it is executed already, and what it does once more is not seen", skeleton.OpensAll)
		}
	}
	return func() { x.Perform(call) }
}

// unlisted is the call of a function of which nothing is known but its type: it may call what it is given, now and
// later.
func (c *Call) unlisted(name string) {
	x := c.X
	what := "call of " + name
	if name == "" {
		what = "call of a function that is not known: " + x.Site(c.Pos).Text
	}
	effect, opens := "whether it waits for others, and what it accesses, is not known; its results may be anything", skeleton.OpensBlocked|skeleton.OpensRaces
	if c.Func != nil && c.Func.Pkg != nil && x.Readable[c.Func.Pkg.Pkg] { // in assembly, or of another package
		effect, opens = unseen, skeleton.OpensAll
	}
	for i := range min(len(c.Args), len(c.Types)) {
		if _, direct := c.Types[i].Underlying().(*types.Signature); !direct && x.leadsToCode(c.Types[i], c.Args[i]) {
			effect, opens = calledLater, skeleton.OpensAll
		}
	}
	x.Note(c.Pos, what, effect, opens)
	r := reach{x: x}
	for i := range min(len(c.Args), len(c.Types)) {
		r.walk(c.Types[i], c.Args[i], route{})
		c.hand(i, true, false, what) // it may keep it, and write to it when it is called again
	}
	x.overwrite(x.overwritable(r.memory, true, false))
	for i := range c.Args {
		x.escape(c, i, false)
	}
}

// escape is a function value that a function gets that is not known, or keeps it: another goroutine calls it any number
// of times, and so does the caller if it does not only keep it.
func (x *Extractor) escape(c *Call, i int, later bool) {
	if i >= len(c.Types) {
		return
	}
	if _, ok := c.Types[i].Underlying().(*types.Signature); !ok {
		return
	}
	for _, a := range c.Arg(i, "").Set {
		if a.Kind != graph.Func || !x.Alters(a.Func) {
			continue
		}
		by := "by a goroutine of its own"
		if !later {
			by = "by the caller and " + by
			x.Again(func() { c.Callback(graph.Constant(a), "f", nil, nil) })
		}
		x.Note(c.Pos, "function given to a call that is not known: "+code.FunctionName(a.Func), "taken to be called any number of times "+by, skeleton.OpensNothing)
		c.Goroutine(a, code.FunctionName(a.Func), func(in *Call) {
			x.Again(func() { in.Callback(graph.Constant(a), "f", nil, nil) })
		})
	}
}

// isObject reports whether a new value of a type is one that has a state of its own: a pointer to a struct of a
// library, or an interface.
func (x *Extractor) isObject(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return x.Opaque(u.Elem())
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type())
	}
	return false
}

// held is where an object of a library has what it was given.
const held = code.AnyElement

// makes gives a call a result that is a new object, which holds the arguments.
func (c *Call) makes(l code.Leaf) {
	x := c.X
	o := x.Object(c.Instr, "made"+l.Path, code.Deref(l.Type))
	o.Name, o.Site, o.Foreign = x.NameAt(c.Pos, typeName(code.Deref(l.Type))), x.Site(c.Pos), true
	for i := range min(len(c.Args), len(c.Types)) {
		c.gives(i, o, "")
	}
	c.givesNew(o, l)
}

// Hold notes that an object of a library has values, of which methods may be called.
func (x *Extractor) Hold(o *graph.Object, values graph.Set) {
	x.Grow(x.Cell(o, held, anyType()), values)
}

// Gives notes that a new object of a library has an argument.
func (c *Call) Gives(i int, o *graph.Object) { c.gives(i, o, "") }

// gives notes that an object of a library has an argument.
func (c *Call) gives(i int, o *graph.Object, path string) {
	x := c.X
	in := x.Cell(o, path+held, anyType())
	for _, p := range x.Leaves(c.Types[i]) {
		for _, a := range c.Arg(i, p.Path).Set {
			switch a.Kind {
			case graph.Nil, graph.Int, graph.Bool, graph.Str:
				continue
			}
			if a.Kind != graph.Box && !types.IsInterface(p.Type) {
				a = x.Atom(graph.AtomKey{Kind: graph.Box, Type: p.Type, Elem: a})
			}
			x.Grow(in, graph.Single(a))
		}
	}
}

// keeps executes what a call does that keeps an argument with code: one of the others may have it then, or somebody else.
func (c *Call) keeps(i int, name string) {
	x := c.X
	c.giveOthers(i)
	if x.leadsToCode(c.Types[i], c.Args[i]) {
		x.Note(c.Pos, "call of "+name, calledLater, skeleton.OpensAll)
		x.escape(c, i, true)
	}
}

// giveOthers notes that the other arguments of a call that are objects of libraries may have one behind its end.
func (c *Call) giveOthers(i int) {
	for k := range min(len(c.Args), len(c.Types)) {
		for _, a := range c.Arg(k, "").Set {
			if t := code.Deref(c.Types[k]); k != i && a.Kind == graph.Ptr && c.X.Opaque(t) {
				c.gives(i, a.Obj, a.Path)
			}
		}
	}
}

// givesNew is the result of a call: the object, or nil where the call returns an error as well.
func (c *Call) givesNew(o *graph.Object, l code.Leaf) {
	x := c.X
	v := x.Made(o, c.Result)
	results, several := c.Result.Type().(*types.Tuple)
	if !several || results.At(results.Len()-1).Type().String() != "error" {
		x.Set(c.Result, l.Path, v)
		return
	}
	x.Define(c.Result, l.Path, graph.Val{Set: v.Set.With(x.Nil())})
}

// accesses reads or writes the memory that a value leads to: what the function of a library does to it has no lock.
func (x *Extractor) accesses(t types.Type, part func(string) graph.Val, e effect.Effect, write bool, pos token.Pos) {
	r := reach{x: x}
	if !write {
		r.instead = e.Methods
	}
	r.walk(t, part, route{})
	for _, m := range r.memory {
		if m.depth > 0 && !e.Deep || m.hidden && e.Exported {
			continue
		}
		leaves := m.leaves
		if e.Exported {
			leaves = x.exported(m.typ)
		}
		for _, l := range leaves {
			if code.IsSync(l.Type) {
				continue
			}
			for _, c := range x.Cells(m.atom.Obj, m.atom.Path+l.Path, l.Type) {
				x.access(c, write, pos)
			}
		}
	}
	if write {
		x.overwrite(x.overwritable(r.memory, e.Deep, e.Exported))
	}
	if _, pointer := t.Underlying().(*types.Pointer); pointer && write && slices.ContainsFunc(part("").Set, func(a *graph.Atom) bool { return a.Kind == graph.Some }) {
		x.Note(pos, "write by "+types.TypeString(t, nil), "to what it leads is not known", skeleton.OpensRaces)
	}
}

// exported returns the leaves of a type but for those in fields that are not exported.
func (x *Extractor) exported(t types.Type) (list []code.Leaf) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || x.Opaque(t) {
		return x.Leaves(t)
	}
	for i := range s.NumFields() {
		if f := s.Field(i); f.Exported() || f.Embedded() {
			for _, l := range x.exported(f.Type()) {
				list = append(list, code.Leaf{Path: code.Field(i) + l.Path, Type: l.Type})
			}
		}
	}
	return list
}
