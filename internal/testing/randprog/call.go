// This file defines the generator of calls and of what they return.

package randprog

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// callees returns the procedures that the one being written may call.
func (g *generator) callees() []*parser.Proc {
	switch {
	case g.cfg.Recursive && slices.Contains(g.threads, g.proc):
		return append(slices.Clip(g.file.Procs), g.proc)
	case g.cfg.Recursive:
		return slices.DeleteFunc(slices.Clone(g.file.Procs), func(p *parser.Proc) bool {
			return g.changer != nil && (p == g.file.Main || p == g.changer && p != g.proc)
		})
	case slices.Contains(g.threads, g.proc):
		return g.file.Procs
	}
	others := slices.DeleteFunc(slices.Clone(g.file.Procs), func(p *parser.Proc) bool { return p == g.file.Main })
	return others[slices.Index(others, g.proc)+1:] // all for main
}

// call calls a procedure. What it returns is mostly used.
func (g *generator) call() *parser.Call {
	g.called = g.called || g.proc == g.file.Main
	callees := g.callees()
	callee := callees[g.src.IntN(len(callees))]
	op := &parser.Call{Proc: &parser.ProcRef{Name: callee.Name, Proc: callee}}
	for range callee.Params {
		op.Args = append(op.Args, g.expr(1, plain))
	}
	if chance(g.src, 20) {
		return op
	}
	rest := slices.Clone(g.changes)
	for range callee.Returns {
		ref := &parser.Ref{Name: "_"}
		if len(rest) > 0 && !chance(g.src, g.cfg.Discard) {
			k := g.src.IntN(len(rest))
			ref = &parser.Ref{Name: rest[k].Name, Var: rest[k]}
			rest = slices.Delete(rest, k, k+1)
		}
		op.Lhs = append(op.Lhs, ref)
	}
	return op
}

func (g *generator) returnValues() *parser.Return {
	values := make([]parser.Expr, g.proc.Returns)
	for k := range values {
		values[k] = g.condition()
	}
	return &parser.Return{Values: values}
}

// recurses reports whether a call may lead back to the procedure being written.
func (g *generator) recurses(call *parser.Call) bool {
	// A thread is not among them, and calls no other one.
	return slices.Index(g.file.Procs, call.Proc.Proc) <= slices.Index(g.file.Procs, g.proc)
}
