// This file defines what single statements read and write.

package dataflow

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// Reads returns the variables that the statement at a program counter reads: all that it
// mentions but by writing it, and what its procedure enforces. A call reads its arguments.
// The set must not be changed.
func (g *Graph) Reads(pc int) *bitset.BitSet { return &g.reads[pc] }

// Writes returns the variables that the statement at a program counter writes whenever
// control goes on in the procedure. A call writes what it assigns the results to. The set
// must not be changed.
func (g *Graph) Writes(pc int) *bitset.BitSet { return &g.writes[pc] }

// findEffects finds the effects of all statements.
func (g *Graph) findEffects() {
	g.reads, g.writes = g.Sets(len(g.reached)), g.Sets(len(g.reached))
	for _, p := range g.Procs {
		for _, n := range p.Nodes {
			reads, writes := &g.reads[n.PC], &g.writes[n.PC]
			g.constrain(reads, nil, p.Enforce)
			if n.Stmt != nil {
				g.effect(n, reads, writes)
			}
		}
	}
}

// effect adds what is read and what is written at a location.
func (g *Graph) effect(n *parser.Node, reads, writes *bitset.BitSet) {
	switch op := n.Stmt.Op.(type) {
	case *parser.Assume:
		g.read(reads, op.Cond)
	case *parser.Assert:
		g.read(reads, op.Cond)
	case *parser.If:
		g.read(reads, n.Arm.Cond)
	case *parser.While:
		g.read(reads, op.Cond)
	case *parser.Assign:
		g.write(writes, op.Lhs)
		g.read(reads, op.Rhs...)
		g.constrain(reads, writes, op.Constrain)
	case *parser.Call:
		g.write(writes, op.Lhs)
		g.read(reads, op.Args...)
	case *parser.StartThread:
		g.read(reads, op.Args...)
	case *parser.Return:
		g.read(reads, op.Values...)
	case *parser.Dead: // gets any value
		g.write(writes, op.Vars)
	}
}

// write adds the variables of left sides.
func (g *Graph) write(set *bitset.BitSet, refs []*parser.Ref) {
	for _, ref := range refs {
		if g.tracks(ref) {
			set.Set(g.Bit(ref.Var))
		}
	}
}

// tracks reports whether a reference is to a variable of the thread that counts.
func (g *Graph) tracks(ref *parser.Ref) bool {
	return ref.Var != nil && !ref.Passive && (g.part.Tracks == nil || g.part.Tracks(ref.Var))
}

// read adds the variables of expressions, which may be nil.
func (g *Graph) read(set *bitset.BitSet, list ...parser.Expr) {
	for _, e := range list {
		g.constrain(set, nil, e)
	}
}

// constrain adds the variables of an expression whose values before the statement count.
// The next value of a variable that is written is another one.
func (g *Graph) constrain(set, writes *bitset.BitSet, e parser.Expr) {
	parser.Inspect(e, func(x parser.Syntax) bool {
		if ref, ok := x.(*parser.Ref); ok && g.tracks(ref) {
			if bit := g.Bit(ref.Var); !ref.Next || !writes.Test(bit) {
				set.Set(bit)
			}
		}
		return true
	})
}

// Visible reports whether what a thread does next at a location has to do with other
// threads: it reads or writes a global or begins an atomic section. A call by itself only
// reads its arguments; a return writes the globals to which some call assigns a result.
// Any other step can be taken before an interruption as well as after it.
func (g *Graph) Visible(n *parser.Node) bool {
	shared := func(set *bitset.BitSet) bool { return set.IntersectionCardinality(g.Globals) > 0 }
	if shared(g.Reads(n.PC)) || g.sites[n.PC] == nil && shared(g.Writes(n.PC)) {
		return true
	}
	if Returns(n) {
		for _, c := range g.procOf[n.Proc].Callers {
			if shared(g.Writes(c.PC)) {
				return true
			}
		}
	}
	for _, x := range n.Out {
		if x.Kind == parser.EnterEdge {
			return true
		}
	}
	return false
}
