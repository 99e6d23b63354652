// This file defines proofs for any number of context switches, as they are written down.

package contextbound

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/threadmodular"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// An Invariant is a thread-modular proof, for any number of context switches and of copies of
// the threads: for each place pairs of valuations, at the entry of the procedure and now, and for
// each procedure pairs of a valuation at its entry and one of the globals and of what it returns.
// A thread is interrupted with globals among Others, and goes on with any of them.
//
// Nodes and edges are written as [bdd.Manager.Table] does. Variable 3*i is what global i was at
// the entry and 3*i+1 what it is now; behind the globals come locals, and then values that
// are returned, one variable each.
type Invariant struct {
	Nodes   []string
	At      map[Point]string
	Returns map[Procedure]string
	Others  string
}

// A Point is a program counter of a procedure that is called from inside of an atomic section,
// or by the initial procedure, and cannot be interrupted; or of another one.
type Point struct {
	PC     int
	Inside bool
}

// A Procedure is one, called like that or not.
type Procedure struct {
	*parser.Proc
	Inside bool
}

// maxInvariant bounds the nodes of a proof.
const maxInvariant = 1 << 17

// Prove looks for a thread-modular proof that no number of context switches leads to the label
// or, if that is "", to an assertion that fails. It returns nil if there is none, or none that
// is not too large. The error is that of a limit.
func Prove(ctx context.Context, p *parser.Program, label string, maxBytes int64) (*Invariant, error) {
	g, err := supergraph.ThreadsAndInit(p, label)
	if err != nil {
		return nil, err
	}
	s, err := threadmodular.Prove(g, bdd.Options{Context: ctx, MaxBytes: maxBytes})
	if err != nil || s == nil {
		return nil, err
	}
	return written(s)
}

// written writes a proof.
func written(s *threadmodular.Proof) (*Invariant, error) {
	at, returns := map[Point]bdd.Node{}, map[Procedure]bdd.Node{}
	for _, m := range s.Modules {
		inside := s.Graph.Modules[m.Index].Atomic
		for _, n := range s.Graph.Nodes(m.Index) {
			if f := s.At(m, n.PC).States[0]; f != bdd.False {
				at[Point{n.PC, inside}] = f
			}
		}
		if f := s.Leaves(m); f != bdd.False && (len(m.Calls) > 0 || m.Proc == s.Graph.Program.File.Init) {
			returns[Procedure{m.Proc, inside}] = f
		}
	}
	// What starts the threads does not look at globals.
	main := s.Graph.Program.File.Main
	for pc := main.Entry; pc <= main.Exit; pc++ {
		f := s.Reachable
		if n := s.Graph.Program.Nodes[pc]; n.Out != nil && n.Out[0].Kind == parser.CallEdge {
			f = s.Initial
		}
		at[Point{pc, false}] = f
	}
	points := slices.SortedFunc(maps.Keys(at), func(x, y Point) int { return cmp.Compare(x.PC, y.PC) })
	procedures := slices.SortedFunc(maps.Keys(returns), func(x, y Procedure) int { return cmp.Compare(x.Entry, y.Entry) })
	fs := []bdd.Node{s.Reachable}
	for _, x := range points {
		fs = append(fs, at[x])
	}
	for _, x := range procedures {
		fs = append(fs, returns[x])
	}
	if s.M.Size(fs...) > maxInvariant {
		return nil, s.M.Err()
	}
	numbers := variables(s.Summaries)
	nodes, roots, err := s.M.Table(func(v bdd.Var) string { return strconv.Itoa(numbers[v]) }, fs...)
	if err != nil {
		return nil, err
	}
	inv := &Invariant{Nodes: nodes, At: map[Point]string{}, Returns: map[Procedure]string{}, Others: roots[0]}
	for i, x := range points {
		inv.At[x] = roots[1+i]
	}
	for i, x := range procedures {
		inv.Returns[x] = roots[1+len(points)+i]
	}
	return inv, nil
}

// variables returns the numbers of variables.
func variables(s *summary.Summaries) map[bdd.Var]int {
	numbers := map[bdd.Var]int{}
	count := 0
	for _, x := range [][2][]bdd.Var{{s.Entry.Globals, s.Now.Globals}, {s.Entry.Locals, s.Now.Locals}} {
		for i := range x[0] {
			numbers[x[0][i]], numbers[x[1][i]] = 3*count, 3*count+1
			count++
		}
	}
	for k, v := range s.Returned() {
		numbers[v] = 3*count + k
	}
	return numbers
}
