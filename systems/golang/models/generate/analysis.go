// This file defines how the effect of each function is found.

package main

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/ijit/ijit/systems/golang/effect"
)

// An origin says where a value comes from: arguments (bits 0 to 15; free variables of a closure are arguments behind
// the others), objects that were made in the function, and others, such as global variables. What a pointer leads to
// has its origin.
type origin uint32

const (
	arguments origin = 1<<16 - 1
	made      origin = 1 << 16
	other     origin = 1 << 17
)

func (o origin) args() effect.Args { return effect.Args(o & arguments) }

// A method is what is known of a method that is called by an interface: name and signature, by which all types that
// have it are found.
type method struct{ name, signature string }

func methodOf(f *types.Func) method { return method{f.Name(), typesOf(f.Signature())} }

// typesOf returns the types of parameters and results, without their names.
func typesOf(s *types.Signature) string {
	var b strings.Builder
	for _, list := range []*types.Tuple{s.Params(), s.Results()} {
		b.WriteByte('(')
		for v := range list.Variables() {
			b.WriteString(types.TypeString(v.Type(), nil))
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	return b.String()
}

// A summary is what a function does. calls and funcs are by whose argument's, arguments behind the last for others.
type summary struct {
	blocks, locks, panics bool
	calls                 map[method]origin // of values of which origin
	funcs                 origin            // function values of which origin are called
	meets                 effect.Args       // whose channels it uses
	keeps, reads, writes  effect.Args
	gives, lends          effect.Args // to whose memory other arguments, or others, lead behind its end
	results               origin
	handed                origin // results but for errors
}

func (s *summary) call(m method, o origin) { s.calls[m] |= o }

func (s *summary) equal(t *summary) bool {
	return s.blocks == t.blocks && s.locks == t.locks && s.panics == t.panics && s.meets == t.meets && s.funcs == t.funcs && s.keeps == t.keeps && s.gives == t.gives && s.lends == t.lends && s.reads == t.reads && s.writes == t.writes && s.results == t.results && s.handed == t.handed && maps.Equal(s.calls, t.calls)
}

// An analysis finds the summaries of all functions of a program: the least ones that agree with each other.
type analysis struct {
	prog      *ssa.Program
	hand      effect.Table
	functions []*ssa.Function
	summaries map[*ssa.Function]*summary
	having    map[method][]*ssa.Function             // by what methods of interfaces can be
	signature map[string][]*ssa.Function             // functions that are values, by package and signature
	joined    map[method]*summary                    // of having, since all summaries were looked at last
	origins   map[*ssa.Function]map[ssa.Value]origin // as far as they are known; they only grow
}

func newAnalysis(prog *ssa.Program, hand effect.Table) *analysis {
	a := &analysis{
		prog: prog, hand: hand, summaries: map[*ssa.Function]*summary{}, having: map[method][]*ssa.Function{},
		signature: map[string][]*ssa.Function{}, origins: map[*ssa.Function]map[ssa.Value]origin{},
	}
	for f := range ssautil.AllFunctions(prog) {
		a.functions = append(a.functions, f)
	}
	for _, p := range prog.AllPackages() {
		for _, m := range p.Members {
			t, ok := m.(*ssa.Type)
			if !ok || types.IsInterface(t.Type()) {
				continue
			}
			if n, ok := t.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
				continue
			}
			set := prog.MethodSets.MethodSet(types.NewPointer(t.Type()))
			for k := range set.Len() {
				if f := prog.MethodValue(set.At(k)); f != nil {
					m := methodOf(set.At(k).Obj().(*types.Func))
					a.having[m] = append(a.having[m], f)
					m.signature = "" // as people write it
					a.having[m] = append(a.having[m], f)
					a.functions = append(a.functions, f)
				}
			}
		}
	}
	slices.SortFunc(a.functions, func(f, g *ssa.Function) int { return strings.Compare(f.String(), g.String()) })
	a.functions = slices.Compact(a.functions)
	for _, f := range a.functions {
		for _, v := range taken(f) {
			k := valueKey(v.Pkg, v.Signature)
			if !slices.Contains(a.signature[k], v) {
				a.signature[k] = append(a.signature[k], v)
			}
		}
	}
	return a
}

// valueKey is by what functions are told apart that are values: each package calls those of its own.
func valueKey(p *ssa.Package, s *types.Signature) string {
	path := ""
	if p != nil {
		path = p.Pkg.Path()
	}
	return path + " " + typesOf(s)
}

// taken returns the functions that a function uses as values.
func taken(f *ssa.Function) (list []*ssa.Function) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			called := ssa.Value(nil)
			if c, ok := i.(ssa.CallInstruction); ok && !c.Common().IsInvoke() {
				called = c.Common().Value
			}
			for _, op := range i.Operands(nil) {
				if v, ok := (*op).(*ssa.Function); ok && v != called && len(v.FreeVars) == 0 {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// solve computes all summaries again until none changes.
func (a *analysis) solve() {
	for changed := true; changed; {
		changed = false
		a.joined = map[method]*summary{}
		for _, f := range a.functions {
			if s := a.summarise(f); a.summaries[f] == nil || !s.equal(a.summaries[f]) {
				a.summaries[f], changed = s, true
			}
		}
	}
}

// leaf reports whether what a package does is said by hand: the runtime, and what locks are made of.
func leaf(path string) bool {
	switch path {
	case "runtime/pprof", "runtime/trace", "runtime/coverage": // they call functions and methods that they are given
		return false
	}
	for _, p := range []string{"runtime", "internal/runtime", "sync", "internal/sync", "unsafe", "internal/race", "internal/godebug", "internal/testlog", "internal/bisect", "internal/abi", "syscall", "internal/syscall", "reflect", "internal/reflectlite"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

func (a *analysis) summary(f *ssa.Function) *summary {
	if s := a.summaries[f]; s != nil {
		return s
	}
	return &summary{}
}

// summarise returns the summary of one function.
func (a *analysis) summarise(f *ssa.Function) *summary {
	if e, ok := a.hand[name(f)]; ok {
		return byHand(e, f)
	}
	s := &summary{calls: map[method]origin{}}
	if old := a.summaries[f]; old != nil { // so that summaries only grow
		*s = *old
		s.calls = maps.Clone(old.calls)
	}
	if f.Blocks == nil || f.Pkg != nil && leaf(f.Pkg.Pkg.Path()) {
		s.results = other | (origin(1)<<min(len(f.Params), 16) - 1)
		s.panics = f.Pkg != nil && f.Pkg.Pkg.Path() == "reflect"
		for i, p := range f.Params[:min(len(f.Params), 16)] {
			if _, function := p.Type().Underlying().(*types.Signature); function {
				s.funcs |= origin(effect.Arg(i)) // nobody has said that it is not called
			}
		}
		return s
	}
	w := &walk{analysis: a, f: f, summary: s, origins: a.origins[f]}
	if w.origins == nil {
		w.origins = map[ssa.Value]origin{}
		a.origins[f] = w.origins
	}
	for w.changed = true; w.changed; {
		w.changed = false
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				w.instr(i)
			}
		}
	}
	return s
}

// byHand returns the summary of a line that a person wrote.
func byHand(e effect.Effect, f *ssa.Function) *summary {
	s := &summary{calls: map[method]origin{}, blocks: e.Blocks, locks: e.Locks, panics: e.Panics, meets: e.Meets, keeps: e.Keeps, gives: e.Gives, lends: e.Lends, reads: e.Reads, writes: e.Writes, results: other}
	all := origin(1)<<min(len(f.Params), 16) - 1
	if e.Fresh {
		s.results = made | all
	}
	if e.Func {
		s.funcs = all
	}
	for _, m := range e.Methods {
		s.call(method{name: m}, all)
	}
	return s
}

// invoked returns what the methods of all types do that a method of an interface can be.
func (a *analysis) invoked(f *types.Func) *summary {
	if e, ok := a.hand["("+types.TypeString(f.Signature().Recv().Type(), nil)+")."+f.Name()]; ok {
		return &summary{calls: map[method]origin{}, blocks: e.Blocks, reads: e.Reads, writes: e.Writes, keeps: e.Keeps, gives: e.Gives, lends: e.Lends, results: other}
	}
	return a.any(methodOf(f))
}

func (a *analysis) any(m method) *summary {
	s := a.joined[m]
	if s != nil {
		return s
	}
	s = &summary{calls: map[method]origin{}}
	a.joined[m] = s
	if describes(m.name) {
		s.results = other
		return s
	}
	for _, f := range a.having[m] {
		s.join(a.summary(f))
	}
	switch m.name {
	case "Read", "Write", "ReadAt", "WriteAt": // package io: implementations must not retain p
		s.gives, s.lends = 0, 0
	}
	s.results |= other
	return s
}

// describes reports whether a method says what a value is. They call each other by interfaces, so that otherwise each
// of them would do what one of the library does; none of these waits for others.
func describes(name string) bool {
	switch name {
	case "String", "Error", "GoString", "Format", "Unwrap", "Is", "As":
		return true
	}
	return false
}

func (s *summary) join(t *summary) {
	s.blocks, s.meets = s.blocks || t.blocks, s.meets|t.meets
	for m, o := range t.calls {
		s.call(m, o)
	}
	s.funcs, s.keeps, s.reads, s.writes, s.results = s.funcs|t.funcs, s.keeps|t.keeps, s.reads|t.reads, s.writes|t.writes, s.results|t.results
	s.gives, s.lends = s.gives|t.gives, s.lends|t.lends
}

// exported returns the effect of a function as its callers see it.
func (a *analysis) exported(f *ssa.Function) effect.Effect {
	if e, ok := a.hand[name(f)]; ok {
		return e
	}
	if f.Pkg != nil && leaf(f.Pkg.Pkg.Path()) && strings.HasPrefix(f.Pkg.Pkg.Path(), "syscall") {
		return effect.Effect{Blocks: true}
	}
	s := a.summary(f)
	e := s.effect(f.Signature, false)
	for m, o := range s.calls {
		if o&arguments != 0 && a.any(m).blocks {
			e.Given = true
		}
	}
	return e
}

// effect returns a summary as tables have it. Of a receiver that is an interface it is not known what its methods call.
func (s *summary) effect(sig *types.Signature, invoked bool) effect.Effect {
	e := effect.Effect{Blocks: s.blocks, Locks: s.locks, Panics: s.panics, Meets: s.meets, Keeps: s.keeps, Gives: s.gives | s.results.args(), Lends: s.lends, Reads: s.reads, Writes: s.writes}
	e.Fresh = s.results&other == 0 && s.results&made != 0
	var params []types.Type
	if r := sig.Recv(); r != nil {
		params = append(params, r.Type())
	}
	for v := range sig.Params().Variables() {
		params = append(params, v.Type())
	}
	var code effect.Args // that may lead to code of people
	for i, t := range params {
		if holdsCode(t, nil) {
			code |= effect.Arg(i)
		} else {
			e.Keeps &^= effect.Arg(i)
			e.Meets &^= effect.Arg(i)
		}
		if !shows(t, nil) {
			e.Gives &^= effect.Arg(i)
			e.Lends &^= effect.Arg(i)
		}
		if guarded(t) {
			e.Reads &^= effect.Arg(i)
			e.Writes &^= effect.Arg(i)
		}
	}
	if !e.Fresh && sig.Recv() == nil { // methods of what it returns may call theirs
		e.Keeps |= s.handed.args() & code
	}
	if invoked {
		code &^= 1
	}
	e.Func = s.funcs.args()&code != 0
	for m, o := range s.calls {
		if token.IsExported(m.name) && (o.args()&code != 0 || o&other != 0 && code != 0) {
			e.Methods = append(e.Methods, m.name)
		}
	}
	slices.Sort(e.Methods)
	e.Methods = slices.Compact(e.Methods)
	e.Reads &^= e.Writes
	within := effect.Args(1)<<len(params) - 1
	e.Gives &^= e.Lends
	for _, set := range []*effect.Args{&e.Meets, &e.Keeps, &e.Gives, &e.Lends, &e.Reads, &e.Writes} {
		*set &= within
	}
	return e
}

// holdsCode reports whether a value of a type may lead to functions or methods of people.
func holdsCode(t types.Type, seen []types.Type) bool {
	if slices.ContainsFunc(seen, func(s types.Type) bool { return types.Identical(s, t) }) {
		return false
	}
	seen = append(seen, t)
	switch t := t.Underlying().(type) {
	case *types.Signature, *types.Interface, *types.Chan:
		return true
	case *types.Pointer:
		return holdsCode(t.Elem(), seen)
	case *types.Slice:
		return holdsCode(t.Elem(), seen)
	case *types.Array:
		return holdsCode(t.Elem(), seen)
	case *types.Map:
		return holdsCode(t.Key(), seen) || holdsCode(t.Elem(), seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if holdsCode(t.Field(i).Type(), seen) {
				return true
			}
		}
	}
	return false
}

// shows reports whether a value of a type may lead to memory of people: what is in a struct of the library is not.
func shows(t types.Type, seen []types.Type) bool {
	if slices.ContainsFunc(seen, func(s types.Type) bool { return types.Identical(s, t) }) {
		return false
	}
	seen = append(seen, t)
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	case *types.Array:
		return shows(t.Elem(), seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if shows(t.Field(i).Type(), seen) {
				return true
			}
		}
	}
	return false
}

// guarded reports whether what a type leads to is for several goroutines: there is a lock in it, or an atomic variable.
func guarded(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return locked(t, 0)
}

func locked(t types.Type, depth int) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch n.Obj().Pkg().Path() {
		case "sync", "sync/atomic", "internal/poll", "internal/sync":
			return true
		}
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 3 {
		return false
	}
	for i := range s.NumFields() {
		f := s.Field(i).Type()
		if p, ok := f.Underlying().(*types.Pointer); ok && s.Field(i).Embedded() {
			f = p.Elem()
		}
		if locked(f, depth+1) {
			return true
		}
	}
	return false
}
