// This file defines how calls are folded, and how the steps in them are counted.

package render

import (
	"fmt"
	"iter"
	"math/big"
	"strconv"

	"github.com/ijit/ijit/internal/show/trace"
)

// A folding has, for steps that are calls, the step that returns.
type folding map[int]int

// fold finds the calls in some steps of t that return without anything in between but what their
// thread does by itself: no other thread moves, begins, ends or is woken. Calls that are
// nested in these steps are not among them: see [trace.Step.Inside].
func (t *Trace) fold(steps iter.Seq[trace.Step]) folding {
	fold := folding{}
	type call struct {
		step int
		kept bool // something happens in between
	}
	open := map[int][]call{} // of each thread, the innermost one last
	keep := func(id int) {
		for i := range open[id] {
			open[id][i].kept = true
		}
	}
	before := &t.Initial
	i := -1
	for s := range steps {
		i++
		for id := range open {
			if id != s.Thread || s.Created != 0 || s.Ended || s.Fails || len(s.Woken) > 0 || s.Context > 0 {
				keep(id)
			}
		}
		was, is := before.Thread(s.Thread), s.State.Thread(s.Thread)
		before = &s.State
		if was == nil || is == nil {
			continue
		}
		calls := open[s.Thread]
		for range is.Depth() - was.Depth() {
			calls = append(calls, call{step: i})
		}
		for range was.Depth() - is.Depth() {
			last := len(calls) - 1
			if last < 0 { // it was called before the trace begins
				break
			}
			if c := calls[last]; !c.kept && c.step < i {
				fold[c.step] = i
			}
			calls = calls[:last]
		}
		if len(calls) > 0 {
			open[s.Thread] = calls
		} else {
			delete(open, s.Thread)
		}
	}
	return fold
}

// A size counts steps: all, those that are numbered, and those behind the last of these,
// which share a number. Counts of numbers stop at many.
type size struct {
	n                 *big.Int
	visible, trailing uint64
}

// many is where numbers end: nobody counts that far.
const many = 1 << 50

// sizes has those of a trace and of the calls in it.
type sizes struct {
	all size
	of  map[*trace.Call]size
}

func (t *Trace) sizes() *sizes {
	z := &sizes{of: map[*trace.Call]size{}}
	for _, c := range t.Calls() {
		z.of[c] = z.sum(c.Steps)
	}
	z.all = z.sum(t.Steps)
	return z
}

func (z *sizes) sum(steps []trace.Step) size {
	sum := size{n: new(big.Int)}
	for i := range steps {
		s := &steps[i]
		sum.add(size{n: big.NewInt(1), visible: 1}, s.Passing)
		if s.Inside != nil {
			sum.add(z.of[s.Inside], s.Passing)
		}
	}
	return sum
}

// add counts what follows; within says that it is in an atomic section as a whole.
func (z *size) add(next size, within bool) {
	z.n.Add(z.n, next.n)
	switch {
	case within && next.n.IsUint64():
		z.trailing = min(z.trailing+min(next.n.Uint64(), many), many)
	case within:
		z.trailing = many
	case next.visible > 0:
		z.visible, z.trailing = min(z.visible+next.visible, many), next.trailing
	default:
		z.trailing = min(z.trailing+next.trailing, many)
	}
}

// A numbering gives steps their numbers: those of a section that is one step share one.
type numbering struct{ depth, part uint64 }

// next numbers a step that leads to a state inside of a section, or not.
func (n *numbering) next(passing bool) (text string, inner, first bool) {
	text = strconv.FormatUint(n.depth, 10)
	if n.depth >= many {
		text = "..."
	}
	if passing || n.part > 0 {
		n.part++
		text += "." + strconv.FormatUint(n.part, 10)
		inner, first = true, n.part == 1
	}
	if !passing {
		n.depth, n.part = n.depth+1, 0
	}
	return text, inner, first
}

// skip leaves steps out.
func (n *numbering) skip(z size, passing bool) {
	sum := size{new(big.Int), n.depth, n.part}
	sum.add(z, passing)
	n.depth, n.part = sum.visible, sum.trailing
}

// magnitude writes a number of steps, roughly if it is large.
func magnitude(n *big.Int) string {
	switch {
	case n.IsInt64() && n.Int64() == 1:
		return "1 step"
	case n.BitLen() < 40:
		return n.String() + " steps"
	}
	return fmt.Sprintf("about 10^%d steps", n.BitLen()*30103/100000)
}
