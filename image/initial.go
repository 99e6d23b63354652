// This file defines initial states and the enumeration of valuations.

package image

import (
	"iter"

	"github.com/ijit/ijit/parser"
)

// InitialShared yields the initial valuations of the shared variables. The words
// are valid until the next one is asked for.
func (e *Engine) InitialShared() iter.Seq[[]uint64] {
	return e.initial(e.Program.File.Globals, e.layout.SharedWords)
}

// InitialLocals yields the initial local variables of a thread that begins at the
// entry of p, whose parameters are unconstrained.
func (e *Engine) InitialLocals(p *parser.Proc) iter.Seq[[]uint64] {
	return e.initial(p.Locals, e.layout.LocalWords)
}

// FixIrrelevant lets unconstrained variables that cannot influence what the
// program does begin with 0 and returns how many these are among the shared
// variables and the locals of main. What remains are executions of the program,
// enough of them to decide about assertions and labels.
func (e *Engine) FixIrrelevant() int {
	e.relevant = parser.Relevant(e.Program.File)
	n := 0
	for _, vars := range [][]*parser.Var{e.Program.File.Globals, e.Program.File.Main.Locals} {
		for _, v := range vars {
			if v.Init == parser.InitAny && !e.relevant[v] {
				n++
			}
		}
	}
	return n
}

func (e *Engine) initial(vars []*parser.Var, words int) iter.Seq[[]uint64] {
	base := make([]uint64, words)
	var free []int
	for i, v := range vars {
		switch {
		case v.Init == parser.InitOne:
			base[i/64] |= 1 << (i % 64)
		case v.Init == parser.InitAny && (e.relevant == nil || e.relevant[v]):
			free = append(free, i)
		}
	}
	return over(base, free, e.Stop)
}

// valuations yields all valuations of n variables.
func valuations(n, words int, stop func() bool) iter.Seq[[]uint64] {
	free := make([]int, n)
	for i := range free {
		free[i] = i
	}
	return over(make([]uint64, words), free, stop)
}

// over yields base with all values of the free bits, counting in binary: there is
// no limit on their number, only on patience.
func over(base []uint64, free []int, stop func() bool) iter.Seq[[]uint64] {
	return func(yield func([]uint64) bool) {
		w := append([]uint64(nil), base...)
		for n := 1; ; n++ {
			if !yield(w) || (stop != nil && n%1024 == 0 && stop()) {
				return
			}
			i := 0
			for ; i < len(free); i++ {
				w[free[i]/64] ^= 1 << (free[i] % 64)
				if w[free[i]/64]>>(free[i]%64)&1 != 0 {
					break
				}
			}
			if i == len(free) {
				return
			}
		}
	}
}
