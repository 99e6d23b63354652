// This file defines path edges as a proof of safety.

package bebop

import (
	"strconv"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// An Invariant is a proof that nothing asked for can be reached: for each program counter
// pairs of valuations, at the entry of the procedure and now, and for each procedure pairs
// of a valuation at its entry and one of the globals and of what it returns. Main's initial
// valuations, paired with themselves, are among those at its entry; statements and calls,
// which go along the callee's pairs, lead to nothing else.
//
// Nodes and edges are written as [bdd.Manager.Table] does. Variable 3*i is what global i was at
// the entry and 3*i+1 what it is now; behind the globals come locals, and then values that
// are returned, one variable each.
type Invariant struct {
	Nodes   []string                // "variable low high"
	At      map[int]string          // by program counter: an edge
	Returns map[*parser.Proc]string // an edge
}

// maxInvariant bounds the nodes of a proof.
const maxInvariant = 1 << 17

// Invariant returns the proof that comes with the verdict Safe, nil if it would be too large.
func (r *Result) Invariant() *Invariant {
	s := r.search
	var fs []bdd.Node
	var at []int
	for v, p := range s.procOf {
		if p == nil || s.path[v] == bdd.False || v == p.ret && len(p.callers) == 0 {
			continue
		}
		at, fs = append(at, v), append(fs, s.spellOut(v, p))
	}
	if s.m.Err() != nil || s.m.Size(fs...) > maxInvariant {
		return nil
	}
	nodes, roots, err := s.m.Table(func(v bdd.Var) string { return strconv.Itoa(int(v)) }, fs...)
	if err != nil {
		return nil
	}
	inv := &Invariant{Nodes: nodes, At: map[int]string{}, Returns: map[*parser.Proc]string{}}
	for i, root := range roots {
		if v := at[i]; v < len(s.program.Nodes) {
			inv.At[v] = root
		} else {
			inv.Returns[s.procOf[v].Proc.Proc] = root
		}
	}
	return inv
}

// spellOut returns the path edges at v with what they leave out since it is clear: what
// the procedure does not modify is what it was at the entry. Of variables that are not tracked they say nothing: any
// values have path edges, if those of the others do.
func (s *search) spellOut(v int, p *procedure) bdd.Node {
	kept := func(i int) bool {
		return s.tracks(p, i) && (p.held.Test(uint(i)) || i < s.globals && !p.Mod.Test(uint(i)))
	}
	var entry, now, formals []bdd.Var
	for i := range s.globals + p.Params {
		if kept(i) {
			entry, now = append(entry, s.entry[i]), append(now, s.now[i])
		}
		if v == p.ret && i >= s.globals {
			formals = append(formals, s.now[i])
		}
	}
	return s.m.Exists(s.m.And(s.path[v], s.m.EqualVars(entry, now)), s.m.NewVarSet(formals...))
}
